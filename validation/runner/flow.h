/* flow.h - entries of turbulent flows: their grids, and what their runs leave beside the
 * winds: means over time, by layers, and means over the air in time. */
#ifndef VALIDATION_RUNNER_FLOW_H
#define VALIDATION_RUNNER_FLOW_H

#include "cli/text/series.h"
#include "trial.h"

/* A grid, and how long the flow is followed. */
struct cli_flow_grid {
  double cell[3];   /* m */
  double duration;  /* s */
  double mean_from; /* s; NAN: there are no means */
};

/* Runs the entry's case on the grid, or on the coarse one where that is asked for. */
enum cli_outcome cli_trial_run_flow(struct cli_trial *trial, const struct cli_flow_grid *grid,
                                    const struct cli_flow_grid *coarse);

/* At a height, m: the wind that flows in, m/s; the energy of its turbulence and the covariance of u
 * and w, m2/s2. */
struct cli_inflow {
  double z, wind, energy, uw;
};

/* What of an inflow is there at a place inside, over all heights: sums over those given; and the
 * largest difference of the mean wind, relative. */
struct cli_inflow_kept {
  double energy, uw, wind;
};

/* Runs the entry's case without its buildings; the place: x, and as many y as probes have room for
 * between y[0] and y[1], m. */
enum cli_outcome cli_trial_empty_domain(struct cli_trial *trial, const struct cli_flow_grid *grid,
                                        const struct cli_flow_grid *coarse, double x,
                                        const double y[2], const struct cli_inflow *given,
                                        size_t count, struct cli_inflow_kept *out);

/* Mean over time of a variable of the last run, "u" or "uu", in the layers of cells: its mean over
 * the layer, and its variance there. */
enum { CLI_LAYERS = 1024 };
struct cli_layers {
  size_t count;
  double z[CLI_LAYERS], mean[CLI_LAYERS], variance[CLI_LAYERS]; /* z: m, altitude */
};
enum cli_outcome cli_trial_layers(struct cli_trial *trial, const char *variable,
                                  struct cli_layers *out);

/* The means over all air of the steps of the last run; freed with cli_series_free. */
enum cli_outcome cli_trial_series(struct cli_trial *trial, struct cli_series *out);

/* Where along a line of points, in the order of the line, u changes from negative to positive for
 * the last time: between two points by what is linear, m from `from`; NAN: nowhere. */
double cli_last_sign_change(const struct cli_probes *probes, size_t first, size_t count,
                            double from);

/* Likewise from positive to negative for the first time. */
double cli_first_sign_change(const struct cli_probes *probes, size_t first, size_t count,
                             double from);

#endif
