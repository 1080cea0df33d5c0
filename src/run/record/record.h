/* run/record/record.h - records of a run: summary, result in memory, misfit at stations, histories,
 * profile of kernels. */
#ifndef SM_RUN_RECORD_RECORD_H
#define SM_RUN_RECORD_RECORD_H

#include "base/context.h"
#include "device/device.h"
#include "output/face_wind.h"
#include "physics/model.h"
#include "run/outputs.h"
#include "simoom/result.h"
#include "simoom/run.h"

/* summary.c: What a run tells of itself (struct sm_run_summary). */

/* Before anything is known. */
struct sm_run_summary sm_run_summary_begin(void);

/* Errors: ERR_USAGE (the caller's has no size). */
SM_CHECKED enum sm_status sm_run_summary_check(struct sm_context *ctx,
                                               const struct sm_run_summary *summary);

/* Hands over to the caller, as much as its struct has room for; the rest is freed. */
void sm_run_summary_give(struct sm_run_summary *own, struct sm_run_summary *out);

/* Grid and stations. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_summary_set_domain(struct sm_context *ctx, const struct sm_case *c,
                                                    const struct sm_domain *domain,
                                                    struct sm_run_summary *summary);

/* Adds a weather time: the worst residual and divergence of all are kept, and a NaN stays; and the
 * history of the last one, which is told if the case asks for it. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_summary_add(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_step_report *report,
                                             struct sm_run_summary *summary);

/* result.c: A run's wind in memory, as arrays (simoom/result.h). */

/* Sources of a result; all of them are borrowed. */
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

/* The same of a result that is there: its axes and maps stay where they are in memory. */
SM_CHECKED enum sm_status sm_result_update(struct sm_context *ctx,
                                           const struct sm_result_source *source,
                                           struct sm_result *result);

/* Makes the result free `holder`, who holds what it has borrowed, after itself. */
void sm_result_own(struct sm_result *result, void *holder, void (*release)(void *holder));

/* Value at a place, m from the south-west corner of the grid, and a height above the ground: as
 * sm_simulation_value. Errors: ERR_USAGE (no such name). */
SM_CHECKED enum sm_status sm_result_value(struct sm_context *ctx, const struct sm_result *result,
                                          const char *name, const double at[2], double height,
                                          double *out);

/* station_misfit.c: Misfit of the diagnostic wind at the stations: the wind of the files minus the
 * readings. A mass-consistent wind need not meet what it was made from. */

/* Compares the wind of a time, in host memory, with the readings of that time, tells each in a
 * verbose run, and keeps the largest misfit of each station in its row of the summary. */
void sm_misfit_add(struct sm_context *ctx, const struct sm_domain *domain,
                   const struct sm_face_wind *wind, int time, struct sm_run_summary *summary);

/* Warns of the stations whose readings were not met within 10 % or 0.1 m/s, the larger counts, and
 * of those whose readings could not be compared since there is no air. */
void sm_misfit_warn(struct sm_context *ctx, const struct sm_case *c, const struct sm_domain *domain,
                    const struct sm_run_summary *summary);

/* solver_history.c: What a solver said after its iterations, kept for the summary of a run. */

/* Replaces *out, freed with sm_free, by a copy of so many numbers; NULL of none. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_solver_history_keep(struct sm_context *ctx, const double *number,
                                                 int count, double **out, int *out_count);

/* kernel_profile.c: The profile of a run's device, as the summary tells it. */

/* Fills the summary's kernels, longest first, and copies, when the device takes a profile.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_run_profile_report(struct sm_context *ctx, struct sm_device *device,
                                                struct sm_run_summary *summary);

#endif
