/* trial.h - runs the case of an entry, and interpolates its wind to the measurement points. */
#ifndef VALIDATION_RUNNER_TRIAL_H
#define VALIDATION_RUNNER_TRIAL_H

#include "entry.h"
#include "metrics.h"

/* Measurement points of the wind. */
struct cli_probes {
  double at[CLI_PAIRS][3];       /* x, y in the coordinates of the result, height above ground, m */
  double measured[CLI_PAIRS][3]; /* measured u, v, w, or a speed, m/s */
  double wind[CLI_PAIRS][3];     /* computed u, v, w, m/s; NAN: not available */
  size_t count, lost;            /* lost: points beyond the capacity, which fail the trial */
};

/* Adds a point with one measured component, or all three. */
void cli_probes_add(struct cli_probes *probes, double x, double y, double z, double u, double v,
                    double w);

enum { CLI_TRIAL_SETTINGS = 16 };

/* Runs the case of the entry with additional settings ("a.b=v", NULL after the last; may be NULL).
 * The result stays in the temporary folder until the next run. */
enum cli_outcome cli_trial_run(struct cli_trial *trial, const char *const *settings);

/* Computed wind at the points, at a time (index) of the last run. CLI_FAILED: points are
 * lost. */
enum cli_outcome cli_trial_probe(struct cli_trial *trial, int time, struct cli_probes *probes);

/* The same for another variable of the result, as in sm_probe_variable, one number per point. */
enum cli_outcome cli_trial_probe_variable(struct cli_trial *trial, int time, const char *variable,
                                          const struct cli_probes *probes, double *value);

/* Path of an output file of the last run. */
enum cli_outcome cli_trial_result(struct cli_trial *trial, const char *file, char *path,
                                  size_t size);

/* Sets the column names of the entry's table; adds a row. CLI_FAILED: more than
 * CLI_TABLE_ROWS. */
void cli_trial_columns(struct cli_trial *trial, const char *const column[CLI_TABLE_COLUMNS]);
enum cli_outcome cli_trial_row(struct cli_trial *trial, const double row[CLI_TABLE_COLUMNS]);

/* CLI_FAILED: pairs are lost, and how many. */
enum cli_outcome cli_trial_pairs(struct cli_trial *trial, const struct cli_pairs *pairs);

/* Text of a file of the entry's data, freed with free(); NULL, with a reason, if it cannot be
 * read. */
char *cli_trial_data(struct cli_trial *trial, const char *file);

/* Records that the measurements are not as expected. */
enum cli_outcome cli_trial_fail(struct cli_trial *trial, const char *format, ...) SM_FORMAT(2, 3);

#endif
