/* finish.c - end of a run: output files get their final names, or partial files are kept. */
#include "base/clock.h"
#include "run/dispersion/dispersion.h"
#include "run/record/record.h"
#include "run/simulation.h"
#include <math.h>

/* Closes the files. A stopped or failed run keeps the computed times but has no statistics, which
 * need all of them. */
static enum sm_status close_files(struct sm_context *ctx, struct sm_simulation *s,
                                  enum sm_run_end end) {
  const double start = sm_clock_wall();
  sm_run_outputs_begin_saving(&s->outputs);
  sm_file_stage_open(ctx, s->outputs.base, &s->outputs.stage);
  enum sm_status status = sm_run_outputs_close(ctx, &s->outputs);
  if (status == SM_OK) status = sm_flow_files_close(ctx, &s->flow, end, &s->summary);
  if (status == SM_OK && end != SM_RUN_FAILED) status = sm_simulation_record_budgets(ctx, s);
  if (status == SM_OK) status = sm_dispersion_close(ctx, &s->dispersion, end, &s->summary);
  if (status == SM_OK && end == SM_RUN_DONE)
    status = sm_ensemble_close(ctx, &s->ensemble, &s->outputs, s->device->name);
  if (status == SM_OK) status = sm_run_outputs_commit(ctx, &s->outputs, end);
  sm_run_outputs_release(&s->outputs);
  s->summary.wall_output += sm_clock_wall() - start;
  return status;
}

/* After a failure, keeps the files needed for a resume and the output of a flow. */
static enum sm_status keep_saved_files(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                       enum sm_status status, bool diverged) {
  sm_file_stage_close(ctx, outputs->checkpointed || diverged);
  if (!diverged) sm_run_outputs_end_saving(outputs);
  if (diverged && outputs->replaces)
    return sm_fail_add(
        ctx, status,
        "note: the earlier results are as they were; what this run has written is in "
        "%s*.saved",
        outputs->base);
  if (status == SM_OK || status == SM_ERR_STOPPED || diverged || !outputs->checkpointed)
    return status;
  return sm_fail_add(ctx, status,
                     "note: the last checkpoint is kept, and --resume goes on from it: %s%s",
                     outputs->base, SM_CHECKPOINT_NAME);
}

/* A run stopped in a step that diverged is reported as diverged, without a checkpoint. */
static enum sm_status check_stopped(struct sm_context *ctx, const struct sm_simulation *s,
                                    enum sm_status status) {
  const bool broken = status == SM_ERR_STOPPED && sm_flow_files_check(ctx, &s->flow) != SM_OK;
  return broken ? SM_ERR_DIVERGED : status;
}

static void set_rates(struct sm_run_summary *summary) {
  const double cells = summary->flow_cell_steps > 0 ? summary->flow_cell_steps
                                                    : (double)summary->cells * summary->times;
  if (summary->times == 0) summary->residual = summary->divergence = (double)NAN;
  if (summary->wall_solve > 0) summary->cell_rate = cells / summary->wall_solve;
  summary->peak_memory = sm_clock_peak_memory();
}

static enum sm_status fail_unconverged(struct sm_context *ctx, const struct sm_simulation *s) {
  const struct sm_run_summary *summary = &s->summary;
  if (s->c->wind_source.model == SM_WIND_RANS && s->unsteady_scalar > 0 &&
      !(summary->residual > s->c->rans.tolerance))
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: %d of %d times: the concentration of %s did not converge in %d "
                   "iterations; the outputs are written and marked\n"
                   "help: raise rans.max_iterations, or rans.scalar_tolerance; or --precision f64",
                   s->unconverged, summary->times, s->c->flow.scalar[s->unsteady_scalar - 1].name,
                   s->c->rans.max_iterations);
  if (s->c->wind_source.model == SM_WIND_RANS)
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: %d of %d times are not steady after %d iterations: %.2g of the fastest "
                   "wind remain; the outputs are written and marked\n"
                   "help: raise rans.max_iterations, or rans.tolerance",
                   s->unconverged, summary->times, s->c->rans.max_iterations, summary->residual);
  if (s->flow.model == NULL && s->c->wind.change_tolerance > 0)
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: %d of %d times did not converge to a change of %.2e m2/s an iteration; "
                   "the outputs are written and marked\n"
                   "help: raise wind.max_iterations, or wind.change_tolerance",
                   s->unconverged, summary->times, s->c->wind.change_tolerance);
  if (s->flow.model == NULL)
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: %d of %d times did not converge to %.2e: residual %.2e; the outputs "
                   "are written and marked\n"
                   "help: raise wind.max_iterations, or wind.tolerance",
                   s->unconverged, summary->times, s->c->wind.tolerance, summary->residual);
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: %d of %d times did not converge: divergence %.2e; the outputs are written "
                 "and marked\n"
                 "help: raise %s",
                 s->unconverged, summary->times, summary->divergence,
                 s->c->flow.mac_sor
                     ? "flow.mac_sor.tolerance or flow.mac_sor.max_iterations; or --precision f64"
                     : "flow.divergence, or wind.max_iterations");
}

enum sm_status sm_simulation_close(struct sm_context *ctx, struct sm_simulation *s,
                                   enum sm_status status) {
  const bool goes_on = s->flow.model != NULL; /* resumes from a checkpoint, even before the first
                                                 time */
  sm_progress_within(ctx, NULL, 0, 0);
  const bool shares = s->members.shares_particles && !sm_members_is_worker(s);
  if (!shares) status = sm_members_close(ctx, s, status);
  if (sm_members_is_worker(s)) {
    s->finished = true;
    sm_context_set_simulation(ctx, NULL);
    return status;
  }
  if (s->domain != NULL) sm_misfit_warn(ctx, s->c, s->domain, &s->summary);
  status = check_stopped(ctx, s, status);
  const bool failed = status == SM_ERR_DIVERGED;
  const bool stopped = status == SM_ERR_STOPPED || (status == SM_OK && !s->ended);
  if (failed) status = sm_flow_files_fail(ctx, &s->flow, status);
  const bool some = s->summary.times > 0 || goes_on;
  if (status == SM_OK || ((stopped || failed) && some)) {
    const enum sm_status closed = close_files(ctx, s,
                                              failed    ? SM_RUN_FAILED
                                              : stopped ? SM_RUN_STOPPED
                                                        : SM_RUN_DONE);
    if (closed != SM_OK) status = closed;
  }
  if (shares) /* the files needed the particles of the others */
    status = sm_members_close(ctx, s, status);
  status = keep_saved_files(ctx, &s->outputs, status, failed);
  if (status == SM_OK) status = sm_run_profile_report(ctx, s->device, &s->summary);
  set_rates(&s->summary);
  s->finished = true;
  sm_context_set_simulation(ctx, NULL);
  if (status == SM_ERR_MEMORY && s->domain != NULL)
    status = sm_fail_add(ctx, status,
                         "help: larger cells or a smaller domain; 'simoom check' tells "
                         "what a run needs");
  return status == SM_OK && s->unconverged > 0 ? fail_unconverged(ctx, s) : status;
}

enum sm_status sm_simulation_finish(struct sm_context *ctx, struct sm_simulation *s,
                                    struct sm_run_summary *summary) {
  if (s->finished) return sm_fail(ctx, SM_ERR_USAGE, "error: the simulation is finished already");
  if (summary != NULL) SM_TRY(sm_run_summary_check(ctx, summary));
  const int threads_before = sm_run_use_threads(s->options.threads);
  sm_simulation_forget_result(s);
  enum sm_status status = sm_simulation_close(ctx, s, s->failed);
  if (status == SM_OK) status = sm_context_kept_all(ctx);
  sm_run_use_threads(threads_before);
  if (summary != NULL) sm_run_summary_give(&s->summary, summary);
  return status;
}
