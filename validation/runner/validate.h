/* validate.h - published results, computed anew and set beside what was measured.
 *
 * An entry is a case, the numbers that are drawn from its result, each with a gate that it has to
 * pass, and the function that runs the case and finds the numbers. To add one: write its tables and
 * its function in a file of its subject and name it in cli_entries. */
#ifndef VALIDATION_RUNNER_VALIDATE_H
#define VALIDATION_RUNNER_VALIDATE_H

#include "bench/runner/bench.h"

enum cli_gate { CLI_NO_GATE, CLI_AT_MOST, CLI_AT_LEAST };

/* No such number. */
#define CLI_NONE ((double)NAN)

/* One number that is drawn from the result of an entry. */
struct cli_quantity {
  const char *name;
  const char *unit; /* "" for ratios and counts */
  enum cli_gate gate;
  double limit;     /* of the gate */
  double published; /* what was measured, or another's result that is to be met; or CLI_NONE */
  double peer;      /* what the peer finds; or CLI_NONE */
};

enum { CLI_QUANTITIES = 24 };

struct cli_trial;

struct cli_entry {
  struct cli_row row;    /* name, case, data, settings and remark; no references */
  const char *published; /* where `published` comes from */
  const char *peer;      /* whose `peer` is, and how it came about; NULL: there is none */
  const char *note;      /* what must be known to read the numbers; NULL: nothing */
  const struct cli_quantity *quantity;
  int quantity_count;
  const char *case_text; /* of row.case_file, which is then none of the folder of cases; or NULL */
  bool f64;              /* the state in double precision */
  bool slow;             /* computed only when it is named, or with --all */
  bool has_coarse;       /* `measure` knows a coarse, short run, of which no gate is judged */
  /* Fills trial->here, the numbers in the order of `quantity`; tells why where it could not. */
  enum cli_outcome (*measure)(struct cli_trial *trial);
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

/* All entries, NULL after the last (validate.c). */
extern const struct cli_entry *const cli_entries[];
extern const struct cli_entry cli_entry_cube, cli_entry_hill, cli_entry_askervein, cli_entry_epa,
    cli_entry_aij_a, cli_entry_aij_c, cli_entry_cube_zones, cli_entry_aij_b, cli_entry_channel,
    cli_entry_fence, cli_entry_plume, cli_entry_grains, cli_entry_mixed, cli_entry_epa_plume,
    cli_entry_brownout, cli_entry_prairie_grass, cli_entry_cavity, cli_entry_cavity_high,
    cli_entry_griebel, cli_entry_heated, cli_entry_taylor_green, cli_entry_channel_180,
    cli_entry_neutral, cli_entry_cube_les, cli_entry_aij_a_les, cli_entry_cavity_extrema,
    cli_entry_vortices, cli_entry_plates, cli_entry_kovasznay, cli_entry_cylinder,
    cli_entry_cylinder_vortices, cli_entry_square, cli_entry_square_fine, cli_entry_gas_free_stream,
    cli_entry_gas_rest, cli_entry_gas_conservation, cli_entry_gas_duct, cli_entry_gas_sound,
    cli_entry_gas_pulse, cli_entry_gas_sod, cli_entry_gas_shu_osher, cli_entry_gas_vortex,
    cli_entry_gas_gresho, cli_entry_gas_bubble, cli_entry_gas_current, cli_entry_gas_wave,
    cli_entry_gas_taylor_green, cli_entry_gas_cube, cli_entry_prism_errors,
    cli_entry_prism_errors_fine, cli_entry_prism_order, cli_entry_prism_linear,
    cli_entry_prism_neumann, cli_entry_chem_rates, cli_entry_chem_gpu, cli_entry_chem_ignition,
    cli_entry_chem_equilibrium, cli_entry_chem_problems, cli_entry_chem_orders,
    cli_entry_chem_elements, cli_entry_chem_nox, cli_entry_flame;

enum cli_verdict { CLI_PASS, CLI_FAIL, CLI_OPEN /* no gate */ };

/* Whether a number passes its gate: never, when it is NAN. */
enum cli_verdict cli_quantity_judge(const struct cli_quantity *quantity, double here);

/* Likewise of a trial; none of a coarse one is judged. */
enum cli_verdict cli_trial_judge(const struct cli_trial *trial, int quantity);

#endif
