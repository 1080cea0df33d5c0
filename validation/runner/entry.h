/* entry.h - published results, computed anew and set beside what was measured.
 *
 * An entry is a folder of validation/ with an entry.toml (validation/README.md): a case, its runs,
 * what is found in their results, and numbers with the gates that they have to pass. What
 * expressions cannot say is a function in the folder, named in cli_measures. */
#ifndef VALIDATION_RUNNER_ENTRY_H
#define VALIDATION_RUNNER_ENTRY_H

#include "bench/runner/bench.h"
#include "lab/toml.h"

enum cli_gate { CLI_NO_GATE, CLI_AT_MOST, CLI_AT_LEAST };

/* No such number. */
#define CLI_NONE ((double)NAN)

/* One number that is drawn from the result of an entry. */
struct cli_quantity {
  const char *name;
  const char *unit;  /* "" for ratios and counts */
  const char *value; /* an expression; NULL: `measure` finds it */
  enum cli_gate gate;
  double limit;     /* of the gate */
  double published; /* what was measured, or another's result that is to be met; or CLI_NONE */
  double peer;      /* what the peer finds; or CLI_NONE */
};

enum { CLI_QUANTITIES = 24 };

struct cli_trial;

struct cli_entry {
  const char *file;      /* of its text, for messages */
  struct cli_row row;    /* name, case, data, settings and remark; no references */
  const char *published; /* where `published` comes from */
  const char *peer;      /* whose `peer` is, and how it came about; NULL: there is none */
  const char *note;      /* what must be known to read the numbers; NULL: nothing */
  struct cli_quantity quantity[CLI_QUANTITIES];
  int quantity_count;
  char *own_case;  /* row.case_file, where the entry's folder has it; freed with free(); or NULL */
  bool f64;        /* the state in double precision */
  bool slow;       /* computed only when it is named, or with --all */
  bool has_coarse; /* it has a coarse, short run, of which no gate is judged */
  const struct sm_toml_node *text; /* all of entry.toml */
  /* Fills trial->here, the numbers in the order of `quantity`; tells why where it could not. NULL:
   * as the text says. */
  enum cli_outcome (*measure)(struct cli_trial *trial);
  /* Writes what the case needs into the temporary folder; NULL: nothing. */
  enum cli_outcome (*prepare)(struct cli_trial *trial);
};

/* A picture that was drawn. */
struct cli_picture {
  char file[64], title[96];
};
enum { CLI_PICTURES = 6 };

/* Rows of numbers beside the quantities: what these are drawn from. */
enum { CLI_TABLE_COLUMNS = 5, CLI_TABLE_ROWS = 200 };
struct cli_rows {
  const char *column[CLI_TABLE_COLUMNS]; /* with units; [0] NULL: there are none */
  double row[CLI_TABLE_ROWS][CLI_TABLE_COLUMNS];
  int count;
};

/* An entry being computed on a device. */
struct cli_trial {
  const struct cli_bench *bench; /* folders */
  const struct cli_entry *entry;
  const char *device; /* as --device takes it */
  bool coarse;        /* as the entry's has_coarse says */
  bool f64;           /* as the entry says, or `measure` */
  enum cli_outcome outcome;
  double here[CLI_QUANTITIES];
  struct cli_sample sample; /* of the last run */
  char reason[CLI_REASON];
  const char *plots; /* folder for pictures; NULL: none are drawn */
  struct cli_picture picture[CLI_PICTURES];
  int picture_count;
  char undrawn[CLI_REASON]; /* why the first picture that is missing could not be drawn */
  struct cli_rows rows;
};

/* Functions that entries name by "measure" or "prepare", a NULL name after the last (measures.c).
 */
struct cli_measure {
  const char *name;
  enum cli_outcome (*measure)(struct cli_trial *trial);
};
extern const struct cli_measure cli_measures[];

/* All entries, in the order of validation/CMakeLists.txt; the program carries their texts. */
struct cli_entries {
  struct cli_entry *entry;
  struct sm_toml_document **document;
  size_t count;
};

/* Reads them. False: a text is wrong, and why, or there is no memory. */
bool cli_entries_read(struct cli_entries *out, char reason[CLI_REASON]);
void cli_entries_free(struct cli_entries *entries);

/* The n-th name; NULL after the last. */
const char *cli_entry_name(size_t n);

enum cli_verdict { CLI_PASS, CLI_FAIL, CLI_OPEN /* no gate */ };

/* Whether a number passes its gate: never, when it is NAN. */
enum cli_verdict cli_quantity_judge(const struct cli_quantity *quantity, double here);

/* Likewise of a trial; none of a coarse one is judged. */
enum cli_verdict cli_trial_judge(const struct cli_trial *trial, int quantity);

#endif
