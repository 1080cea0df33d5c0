/* plots.h - plots of measured against computed values. Drawn and recorded only if the trial has a
 * folder for pictures. */
#ifndef VALIDATION_RUNNER_PLOTS_H
#define VALIDATION_RUNNER_PLOTS_H

#include "entry.h"
#include "metrics.h"
#include <simoom/simoom.h>

/* `name` says in words what a picture shows of its entry; it begins the subtitle, below the remark
 * of the entry, and is part of the file name. */

/* Draws a chart with common sizes and titles, and records it; its subtitle, if any, is added to the
 * name. A failed picture does not affect the
 * numbers. */
enum cli_outcome cli_trial_draw(struct cli_trial *trial, const char *name,
                                const struct sm_chart *chart);

/* Draws a field of the file of the last run as `simoom plot` does: a map, of prisms in the middle
 * layer. */
enum cli_outcome cli_trial_map(struct cli_trial *trial, const char *name, const char *field);

/* Scatter plot of computed against measured values, with the lines of equality and of a factor of
 * two. `quantity`: "streamwise wind (m/s)". */
enum cli_outcome cli_trial_scatter(struct cli_trial *trial, const char *name, const char *quantity,
                                   const struct cli_pairs *pairs);

/* Scatter plot with logarithmic axes, for positive values; the unit follows the quantity. */
enum cli_outcome cli_trial_scatter_log(struct cli_trial *trial, const char *name,
                                       const char *quantity, const struct cli_pairs *pairs);

/* Points of curves: measured values are drawn as dots, computed ones as lines. */
struct cli_curves {
  double at[CLI_PAIRS];                            /* coordinate along the curve */
  double measured[CLI_PAIRS], computed[CLI_PAIRS]; /* NAN: not available */
  double place[CLI_PAIRS]; /* place of the curve; equal for all points of a curve */
  size_t count, lost;      /* lost: points beyond the capacity, which fail the trial */
};

void cli_curves_add(struct cli_curves *curves, double place, double at, double measured,
                    double computed);

/* Plots the curve of one place: values against the coordinate along it. */
enum cli_outcome cli_trial_curve(struct cli_trial *trial, const char *name, const char *along,
                                 const char *quantity, const struct cli_curves *curves);

/* Plots vertical profiles, each at its place on the axis; boxes: opposite corners (x, z) of
 * `box_count` obstacles. Places closer than the widest profile are omitted. */
enum cli_outcome cli_trial_profiles(struct cli_trial *trial, const char *name, const char *quantity,
                                    const struct cli_curves *curves, const double (*box)[2][2],
                                    size_t box_count);

/* Points of named groups, drawn as dots or as lines. */
enum { CLI_GROUPS = 8 };
struct cli_groups {
  const char *along, *quantity;
  const char *name[CLI_GROUPS];
  int count;
  bool lines, logarithmic;
  const double *x, *y, *group; /* of each point; points without a group or a number are omitted */
  size_t points;
};
enum cli_outcome cli_trial_groups(struct cli_trial *trial, const char *name,
                                  const struct cli_groups *groups);

#endif
