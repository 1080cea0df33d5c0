/* physics/flow/time_loop.h - time loop of the flow solvers. */
#ifndef SM_PHYSICS_FLOW_TIME_LOOP_H
#define SM_PHYSICS_FLOW_TIME_LOOP_H

#include "physics/model.h"

/* As in struct sm_model: the wind. */
unsigned sm_flow_fields(const struct sm_case *c);

/* Seconds from the first wind that is written to that of weather time `time`. */
double sm_flow_output_time(const struct sm_domain *domain, int time);

/* Whether `time` is as good as `end`, s. */
bool sm_flow_time_reached(double time, double end);

/* Before a step at `time`, s since the first wind that is written: tells how far the run is.
 * Errors: ERR_STOPPED. */
SM_CHECKED enum sm_status sm_flow_report_progress(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain, double time);

/* Warns of a case in which nothing moves the air: neither what it begins with nor a side, a force
 * or heat; and of one in which nothing keeps up the wind of the weather that it begins with. */
void sm_flow_warn_at_rest(struct sm_context *ctx, const struct sm_case *c);

/* Refuses a step, s, that is so short that the time of the run, a double, does not tell it.
 * larger: the key that makes it longer. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_check_step(struct sm_context *ctx, const struct sm_case *c,
                                             double time, double step, const char *larger);

/* The same of a step that follows from flow.courant and flow.max_time_step.
 * rate: 1/s, over the step of Courant number 1. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_check_courant(struct sm_context *ctx, const struct sm_case *c,
                                                double time, double rate);

/* The wind is no number, or no step is short enough. Returns ERR_DIVERGED. */
enum sm_status sm_flow_diverged(struct sm_context *ctx, double time, int64_t steps,
                                const char *help);

#endif
