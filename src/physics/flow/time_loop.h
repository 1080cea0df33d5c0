/* physics/flow/time_loop.h - time loop of the flow solvers. */
#ifndef SM_PHYSICS_FLOW_TIME_LOOP_H
#define SM_PHYSICS_FLOW_TIME_LOOP_H

#include "physics/model.h"

/* Fields of the wind, as in struct sm_model. */
unsigned sm_flow_fields(const struct sm_case *c);

/* Seconds from the first output to weather time `time`. */
double sm_flow_output_time(const struct sm_domain *domain, int time);

/* Whether `time` has reached `end` (s), up to rounding. */
bool sm_flow_time_reached(double time, double end);

/* Reports the progress before a step at `time`, s since the first output.
 * Errors: ERR_STOPPED. */
SM_CHECKED enum sm_status sm_flow_report_progress(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain, double time);

/* Warns about a case in which nothing moves the air (initial state, sides, forces, heat), and about
 * one in which nothing sustains the initial wind from the weather. */
void sm_flow_warn_at_rest(struct sm_context *ctx, const struct sm_case *c);

/* Rejects a time step (s) too short to change the time of the run, a double. larger: the key that
 * makes it longer. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_check_step(struct sm_context *ctx, const struct sm_case *c,
                                             double time, double step, const char *larger);

/* The same for a time step from flow.courant and flow.max_time_step.
 * rate: 1 / time step at Courant number 1, 1/s. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_check_courant(struct sm_context *ctx, const struct sm_case *c,
                                                double time, double rate);

/* Reports a wind that is not finite, or that no step is short enough. Returns ERR_DIVERGED. */
enum sm_status sm_flow_diverged(struct sm_context *ctx, double time, int64_t steps,
                                const char *help);

#endif
