/* plots.h - pictures of what was measured beside what is computed. They are drawn only
 * where the trial has a folder for them, and then noted in its list. */
#ifndef VALIDATION_RUNNER_PLOTS_H
#define VALIDATION_RUNNER_PLOTS_H

#include "entry.h"
#include "metrics.h"
#include <simoom/simoom.h>

/* `name` tells the picture from the others of the entry, and is in its file's name. */

/* Draws a chart whose sizes are the same for all, and notes it. A picture that cannot be drawn
 * takes no number with it. */
enum cli_outcome cli_trial_draw(struct cli_trial *trial, const char *name, const char *title,
                                struct sm_chart *chart);

/* Computed over measured numbers, with the lines of equality and of a factor of two. `quantity`:
 * "streamwise wind (m/s)". */
enum cli_outcome cli_trial_scatter(struct cli_trial *trial, const char *name, const char *quantity,
                                   const struct cli_pairs *pairs);

/* The same of positive numbers over orders of magnitude; the quantity's unit after its name. */
enum cli_outcome cli_trial_scatter_log(struct cli_trial *trial, const char *name,
                                       const char *quantity, const struct cli_pairs *pairs);

/* Points of curves: measured as dots, computed as lines. */
struct cli_curves {
  double at[CLI_PAIRS];                            /* along the curve */
  double measured[CLI_PAIRS], computed[CLI_PAIRS]; /* NAN: none */
  double place[CLI_PAIRS]; /* of the curve; points of one curve have the same */
  size_t count, lost;      /* lost: found no room, which fails the trial */
};

void cli_curves_add(struct cli_curves *curves, double place, double at, double measured,
                    double computed);

/* The curve of one place: numbers over what they are along. */
enum cli_outcome cli_trial_curve(struct cli_trial *trial, const char *name, const char *along,
                                 const char *quantity, const struct cli_curves *curves);

/* Profiles with height, each at its place on the axis; boxes: opposite corners (x, z) of what
 * stands there, `box_count` of them. Places nearer than the widest profile are left out. */
enum cli_outcome cli_trial_profiles(struct cli_trial *trial, const char *name, const char *quantity,
                                    const struct cli_curves *curves, const double (*box)[2][2],
                                    size_t box_count);

/* Points of named groups, as dots or as lines. */
enum { CLI_GROUPS = 8 };
struct cli_groups {
  const char *along, *quantity;
  const char *name[CLI_GROUPS];
  int count;
  bool lines, logarithmic;
  const double *x, *y, *group; /* of each point; one of no group, or of no number, is left out */
  size_t points;
};
enum cli_outcome cli_trial_groups(struct cli_trial *trial, const char *name,
                                  const struct cli_groups *groups);

#endif
