/* entry.h - validation entries: published results, recomputed and compared with measurements.
 *
 * An entry is a folder of validation/ with an entry.toml (validation/README.md): a case, its runs,
 * values derived from their results, and numbers with their gates. What expressions cannot compute
 * is a function in the folder, listed in cli_measures. */
#ifndef VALIDATION_RUNNER_ENTRY_H
#define VALIDATION_RUNNER_ENTRY_H

#include "bench/runner/bench.h"
#include "lab/toml.h"

enum cli_gate { CLI_NO_GATE, CLI_AT_MOST, CLI_AT_LEAST };

/* Value of a number that is not given. */
#define CLI_NONE ((double)NAN)

/* Number derived from the results of an entry. */
struct cli_quantity {
  const char *name;
  const char *unit;  /* "" for ratios and counts */
  const char *value; /* expression; NULL: computed by `measure` */
  enum cli_gate gate;
  double limit;     /* limit of the gate */
  double published; /* measured value, or reference result; or CLI_NONE */
  double peer;      /* value of the other code; or CLI_NONE */
};

enum { CLI_QUANTITIES = 24 };

struct cli_trial;

struct cli_entry {
  const char *file;      /* name of entry.toml, for messages */
  struct cli_row row;    /* name, case, data, settings and remark; without references */
  const char *published; /* source of `published` */
  const char *peer;      /* name and conditions of the other code; may be NULL */
  const char *note;      /* explanation of the numbers; may be NULL */
  struct cli_quantity quantity[CLI_QUANTITIES];
  int quantity_count;
  char *own_case;  /* row.case_file if it is in the folder of the entry, freed with free(); else
                      NULL */
  bool f64;        /* double precision */
  bool slow;       /* computed only if named, or with --all */
  bool has_coarse; /* has a coarse, short variant without gates */
  const struct sm_toml_node *text; /* parsed entry.toml */
  /* Fills trial->here, in the order of `quantity`; sets a reason on failure. NULL: by the
   * expressions. */
  enum cli_outcome (*measure)(struct cli_trial *trial);
  /* Writes input files of the case to the temporary folder; may be NULL. */
  enum cli_outcome (*prepare)(struct cli_trial *trial);
};

/* Picture that was drawn. */
enum { CLI_PICTURES = 6, CLI_TITLE = 256 };
struct cli_picture {
  char file[64], title[2 * CLI_TITLE];
};

/* Table of values from which the numbers are derived. */
enum { CLI_TABLE_COLUMNS = 5, CLI_TABLE_ROWS = 200 };
struct cli_rows {
  const char *column[CLI_TABLE_COLUMNS]; /* with units; [0] NULL: no table */
  double row[CLI_TABLE_ROWS][CLI_TABLE_COLUMNS];
  int count;
};

/* Entry during its computation on a device. */
struct cli_trial {
  const struct cli_bench *bench; /* options and folders */
  const struct cli_entry *entry;
  const char *device; /* name for --device */
  bool coarse;        /* coarse variant (has_coarse of the entry) */
  bool f64;           /* set by the entry or by `measure` */
  enum cli_outcome outcome;
  double here[CLI_QUANTITIES];
  struct cli_sample sample; /* sample of the last run */
  char reason[CLI_REASON];
  const char *plots; /* folder for pictures; NULL: no pictures */
  struct cli_picture picture[CLI_PICTURES];
  int picture_count;
  char undrawn[CLI_REASON]; /* reason why the first missing picture could not be drawn */
  struct cli_rows rows;
};

/* Functions for the keys "measure" and "prepare" of entries, a NULL name after the last
 * (measures.c). */
struct cli_measure {
  const char *name;
  enum cli_outcome (*measure)(struct cli_trial *trial);
};
extern const struct cli_measure cli_measures[];

/* All entries, in the order of validation/CMakeLists.txt, from embedded texts. */
struct cli_entries {
  struct cli_entry *entry;
  struct sm_toml_document **document;
  size_t count;
};

/* Reads the entries. False, with a reason: an error in a text, or out of memory. */
bool cli_entries_read(struct cli_entries *out, char reason[CLI_REASON]);
void cli_entries_free(struct cli_entries *entries);

/* The n-th name; NULL after the last. */
const char *cli_entry_name(size_t n);

enum cli_verdict { CLI_PASS, CLI_FAIL, CLI_OPEN /* no gate */ };

/* Whether a number passes its gate; NAN never does. */
enum cli_verdict cli_quantity_judge(const struct cli_quantity *quantity, double here);

/* The same for a trial; coarse variants are not judged. */
enum cli_verdict cli_trial_judge(const struct cli_trial *trial, int quantity);

#endif
