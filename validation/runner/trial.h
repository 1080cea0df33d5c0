/* trial.h - running the case of an entry, and its wind at the points of the measurements. */
#ifndef VALIDATION_RUNNER_TRIAL_H
#define VALIDATION_RUNNER_TRIAL_H

#include "entry.h"
#include "metrics.h"

/* Points at which a wind was measured. */
struct cli_probes {
  double at[CLI_PAIRS][3];       /* x, y in the coordinates of the result, height above ground, m */
  double measured[CLI_PAIRS][3]; /* what the entry compares: u, v, w, or a speed, m/s */
  double wind[CLI_PAIRS][3];     /* u, v, w computed, m/s; NAN: none there */
  size_t count, lost;            /* lost: found no room, which fails the trial */
};

/* Adds a point with one component measured, or all three. */
void cli_probes_add(struct cli_probes *probes, double x, double y, double z, double u, double v,
                    double w);

enum { CLI_TRIAL_SETTINGS = 16 };

/* Runs the entry's case with more settings ("a.b=v", NULL after the last or NULL: none). The result
 * is in the temporary folder until the next run. */
enum cli_outcome cli_trial_run(struct cli_trial *trial, const char *const *settings);

/* The computed wind at the points, at a time (index) of the last run. CLI_FAILED: points are lost.
 */
enum cli_outcome cli_trial_probe(struct cli_trial *trial, int time, struct cli_probes *probes);

/* Likewise another variable of the result, as sm_probe_variable takes it, one number per point. */
enum cli_outcome cli_trial_probe_variable(struct cli_trial *trial, int time, const char *variable,
                                          const struct cli_probes *probes, double *value);

/* The path of a file that the last run left. */
enum cli_outcome cli_trial_result(struct cli_trial *trial, const char *file, char *path,
                                  size_t size);

/* Names the columns of the entry's rows; adds a row. CLI_FAILED: there are CLI_TABLE_ROWS already.
 */
void cli_trial_columns(struct cli_trial *trial, const char *const column[CLI_TABLE_COLUMNS]);
enum cli_outcome cli_trial_row(struct cli_trial *trial, const double row[CLI_TABLE_COLUMNS]);

/* CLI_FAILED: pairs are lost, and how many. */
enum cli_outcome cli_trial_pairs(struct cli_trial *trial, const struct cli_pairs *pairs);

/* The text of a file of the entry's data, freed with free(); NULL and a reason when it cannot be
 * read. */
char *cli_trial_data(struct cli_trial *trial, const char *file);

/* Notes that what was measured is not as it should be. */
enum cli_outcome cli_trial_fail(struct cli_trial *trial, const char *format, ...) SM_FORMAT(2, 3);

#endif
