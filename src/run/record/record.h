/* run/record/record.h - records of a run: summary, result in memory, misfit at stations, solver
 * history, kernel profile. */
#ifndef SM_RUN_RECORD_RECORD_H
#define SM_RUN_RECORD_RECORD_H

#include "base/context.h"
#include "device/device.h"
#include "output/face_wind.h"
#include "physics/model.h"
#include "run/outputs.h"
#include "simoom/result.h"
#include "simoom/run.h"

/* summary.c: Summary of a run (struct sm_run_summary). */

/* Initial summary. */
struct sm_run_summary sm_run_summary_begin(void);

/* Checks the summary of a caller. Errors: ERR_USAGE (no size). */
SM_CHECKED enum sm_status sm_run_summary_check(struct sm_context *ctx,
                                               const struct sm_run_summary *summary);

/* Moves the members that fit to the summary of the caller; others are freed. */
void sm_run_summary_give(struct sm_run_summary *own, struct sm_run_summary *out);

/* Sets grid and stations. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_summary_set_domain(struct sm_context *ctx,
                                                    const struct sm_domain *domain,
                                                    struct sm_run_summary *summary);

/* Adds a weather time: keeps the maximum residual and divergence (NaN persists), and the history of
 * the last time if the case requests it. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_summary_add(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_step_report *report,
                                             struct sm_run_summary *summary);

/* result.c: Wind of a run in memory, as arrays (simoom/result.h). */

/* Sources of a result, all borrowed. */
struct sm_result_source {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_run_outputs *outputs; /* owns the host copy of a GPU's memory */
  const struct sm_state *state;
  const struct sm_flow_view *view; /* may be NULL: no flow */
  const struct sm_step_report *report;
  int time;           /* index */
  double moment;      /* s after the first time */
  const char *device; /* description */
};

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_result_make(struct sm_context *ctx,
                                         const struct sm_result_source *source,
                                         struct sm_result **out);

/* Updates an existing result; its axes and maps keep their addresses. */
SM_CHECKED enum sm_status sm_result_update(struct sm_context *ctx,
                                           const struct sm_result_source *source,
                                           struct sm_result *result);

/* Makes the result own `holder`, the owner of its borrowed memory: released after the result. */
void sm_result_own(struct sm_result *result, void *holder, void (*release)(void *holder));

/* Value at a position, m from the south-west corner of the grid, and height above the ground; see
 * sm_simulation_value. Errors: ERR_USAGE (no such name). */
SM_CHECKED enum sm_status sm_result_value(struct sm_context *ctx, const struct sm_result *result,
                                          const char *name, const double at[2], double height,
                                          double *out);

/* station_misfit.c: Misfit of the diagnostic wind at the stations: computed wind minus readings. A
 * mass-consistent wind need not reproduce its input data. */

/* Compares the wind of a time, in host memory, with the readings of that time; logs each in a
 * verbose run, and keeps the largest misfit of each station in the summary. */
void sm_misfit_add(struct sm_context *ctx, const struct sm_domain *domain,
                   const struct sm_face_wind *wind, int time, struct sm_run_summary *summary);

/* Tells the misfits, and warns of stations with one above 10 % or 0.1 m/s, whichever is larger, and
 * of those whose readings could not be compared because there is no air. */
void sm_misfit_warn(struct sm_context *ctx, const struct sm_case *c, const struct sm_domain *domain,
                    const struct sm_run_summary *summary);

/* summary.c */

/* Convergence history of a solver: replaces *out by a copy of the numbers (NULL if there are none),
 * freed with sm_free. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_solver_history_keep(struct sm_context *ctx, const double *number,
                                                 int count, double **out, int *out_count);

/* Fills kernels (longest first) and copies of the summary if the device has a profile. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_run_profile_report(struct sm_context *ctx, struct sm_device *device,
                                                struct sm_run_summary *summary);

#endif
