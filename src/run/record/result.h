/* result.h - a run's wind in memory, as arrays (simoom/result.h). */
#ifndef SM_RUN_RECORD_RESULT_H
#define SM_RUN_RECORD_RESULT_H

#include "run/outputs.h"
#include "simoom/result.h"

/* What a result is made of; all of it is borrowed. */
struct sm_result_source {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_run_outputs *outputs; /* takes the copy of a GPU's memory */
  const struct sm_state *state;
  const struct sm_flow_view *view; /* NULL: no flow */
  const struct sm_step_report *report;
  int time;           /* index */
  double moment;      /* s after the first time */
  const char *device; /* in words */
};

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_result_make(struct sm_context *ctx,
                                         const struct sm_result_source *source,
                                         struct sm_result **out);

/* Makes the result free `holder`, who holds what it has borrowed, after itself. */
void sm_result_own(struct sm_result *result, void *holder, void (*release)(void *holder));

/* Value at a place, m from the south-west corner of the grid, and a height above the ground: as
 * sm_simulation_value. Errors: ERR_USAGE (no such name). */
SM_CHECKED enum sm_status sm_result_value(struct sm_context *ctx, const struct sm_result *result,
                                          const char *name, const double at[2], double height,
                                          double *out);

#endif
