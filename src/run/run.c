/* run.c - runs a case: set-up, time loop, output files. */
#include "simoom/run.h"

#include "base/context.h"
#include "run/estimate/estimate.h"
#include "run/options.h"
#include "run/prism/run.h"
#include "run/record/record.h"
#include "run/simulation.h"

static enum sm_status run_wind(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_run_options *options, struct sm_run_summary *summary,
                               struct sm_result **out) {
  struct sm_simulation *s = NULL;
  enum sm_status status = sm_simulation_open(ctx, c, options, &s);
  status = sm_members_begin(ctx, s, status);
  while (status == SM_OK && !s->ended) status = sm_simulation_step(ctx, s);
  if (s == NULL) return status;
  status = sm_simulation_close(ctx, s, status);
  const bool is_there = status == SM_OK || (status == SM_ERR_DIVERGED && s->failed == SM_OK);
  *summary = s->summary;
  s->summary = (struct sm_run_summary){0};
  if (!is_there || out == NULL || summary->times == 0) {
    sm_simulation_destroy(&s);
    return status;
  }
  const enum sm_status kept = sm_simulation_keep_result(ctx, s, out);
  return kept != SM_OK ? kept : status;
}

/* On process 0, for whose end the others wait. */
static enum sm_status run_prisms(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_run_options *options,
                                 struct sm_run_summary *summary) {
  const bool worker = sm_parallel_rank(sm_parallel_of(ctx)) > 0;
  if (worker) return sm_processes_agree(ctx, SM_OK);
  sm_members_tell_undivided(ctx, c);
  return sm_processes_agree(ctx, c->mesh.present ? sm_prism_run(ctx, c, options, summary)
                                                 : sm_prism_wind_run(ctx, c, options, summary));
}

enum sm_status sm_run_keep(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_run_options *given, struct sm_run_summary *summary,
                           struct sm_result **out) {
  struct sm_run_options complete = sm_run_options_complete(given), *options = &complete;
  char device[64];
  if (out != NULL) *out = NULL;
  SM_TRY(sm_run_summary_check(ctx, summary));
  struct sm_run_summary own = sm_run_summary_begin();
  enum sm_status status = sm_simulation_check_free(ctx);
  if (status == SM_OK) status = sm_members_options(ctx, c, options, device, sizeof device);
  if (status == SM_OK) status = sm_run_check_devices(ctx, c, options->device);
  if (status == SM_OK) status = sm_release_ensemble_check(ctx, c, options);
  status = sm_processes_agree(ctx, status);
  if (status == SM_OK) {
    const int threads_before = sm_run_use_threads(options->threads);
    status = c->mesh.present || c->wind.mesh == SM_WIND_PRISMS
                 ? run_prisms(ctx, c, options, &own)
                 : run_wind(ctx, c, options, &own, out);
    if (status == SM_OK) status = sm_release_ensemble_run(ctx, c, options, &own);
    sm_run_use_threads(threads_before);
  }
  sm_run_summary_give(&own, summary);
  return status == SM_OK ? sm_context_kept_all(ctx) : status;
}

enum sm_status sm_run(struct sm_context *ctx, const struct sm_case *c,
                      const struct sm_run_options *options, struct sm_run_summary *summary) {
  return sm_run_keep(ctx, c, options, summary, NULL);
}
