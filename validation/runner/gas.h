/* gas.h - entries of the compressible solver: fields of a slice in x and z, and the air at
 * rest from which potential temperatures follow. */
#ifndef VALIDATION_RUNNER_GAS_H
#define VALIDATION_RUNNER_GAS_H

#include "cli/text/series.h"
#include "trial.h"

/* J/(kg K), and cp / cv, of dry air as the solver has it. */
#define CLI_AIR_GAS_CONSTANT 287.05
#define CLI_AIR_GAMMA 1.4

/* Cells in x and z of a slice through the middle of cells at y. */
enum { CLI_SLICE_CELLS = 32768 };
struct cli_slice {
  int n[2];
  double cell[2], y; /* m */
};

/* A variable of the last run in all cells: value[i * n[1] + k]. */
enum cli_outcome cli_trial_slice(struct cli_trial *trial, int time, const char *variable,
                                 const struct cli_slice *slice, double *value);

/* Likewise the density, kg/m3, of air whose pressure at rest is `at_rest` (Pa) everywhere. */
enum cli_outcome cli_trial_density(struct cli_trial *trial, int time, double at_rest,
                                   const struct cli_slice *slice, double *value);

/* Air at rest of 300 K and 1000 hPa at the ground. stability: N, 1/s; 0: neutral. */
double cli_theta_at_rest(double z, double stability);

/* Likewise the potential temperature less that at rest, K. */
enum cli_outcome cli_trial_theta_excess(struct cli_trial *trial, int time, double stability,
                                        const struct cli_slice *slice, double *value);

/* The rows of every step that the last run left: `file` "wind_series.csv" or "wind_probes.csv". */
enum cli_outcome cli_trial_rows(struct cli_trial *trial, const char *file, struct cli_series *out);

/* Least and largest of `count` numbers. */
void cli_range(const double *value, int count, double *least, double *most);

#endif
