/* trace.c - trace of the integration of one cell, step by step, to find why it failed. */
#include "base/context.h"
#include "chem/integrate/integrate.h"

struct follower {
  struct sm_chem_worker worker;
  double *rates; /* all unknowns */
  void (*point)(void *user, const struct sm_chem_trace_point *point);
  void *user;
};

static enum sm_status allocate(struct sm_context *ctx, const struct sm_chem *chem,
                               const struct sm_chem_options *options, struct follower *f) {
  const size_t n = (size_t)chem->kinetics->species_count;
  SM_TRY(sm_chem_worker_create(ctx, chem, options, 1, &f->worker));
  return sm_alloc(ctx, n + 2, sizeof *f->rates, "rates of a cell", &f->rates);
}

static void report_step(struct follower *f, double step, int64_t refused) {
  struct sm_chem_worker *w = &f->worker;
  const int32_t n = w->chem->kinetics->species_count;
  w->problem.rates(w->problem.self, w->run.y, f->rates);
  const struct sm_chem_trace_point p = {.time = w->run.t[0],
                                        .step = step,
                                        .refused = refused,
                                        .temperature = w->run.y[n + 1],
                                        .pressure = w->reactor.space.p[0],
                                        .amounts = w->run.y,
                                        .change = f->rates,
                                        .failed = w->run.state[0] == SM_BATCH_FAILED};
  f->point(f->user, &p);
}

static enum sm_status run_steps(struct sm_context *ctx, struct follower *f, double dt,
                                const struct sm_chem_options *options) {
  struct sm_batch_run *r = &f->worker.run;
  const bool fixed = options->method == SM_CHEM_RK4;
  const double equal = dt / (double)options->fixed_steps;
  r->until = r->fixed = 1;
  report_step(f, 0, 0);
  for (int64_t tried = 0; r->t[0] < dt;) {
    const double before = r->t[0];
    r->state[0] = SM_BATCH_ACTIVE;
    r->end[0] = fixed && before + 1.5 * equal < dt ? before + equal : dt;
    r->most_steps = options->most_steps - tried;
    sm_chem_worker_run(&f->worker, options->method);
    tried += r->steps[0] + r->rejected[0];
    const bool failed = r->state[0] == SM_BATCH_FAILED;
    const double next = fixed ? r->end[0] - before : r->h[0];
    if (failed) r->t[0] = before;
    report_step(f, failed ? next : r->t[0] - before, r->rejected[0]);
    if (failed)
      return sm_fail(ctx, SM_ERR_DIVERGED,
                     "error: the cell could not be integrated beyond %g s of %g", r->t[0], dt);
    if (sm_stop_requested(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped");
  }
  return SM_OK;
}

enum sm_status sm_chem_trace(struct sm_context *ctx, const struct sm_chem *chem,
                             const struct sm_chem_cells *cell, double dt,
                             const struct sm_chem_options *options,
                             void (*point)(void *user, const struct sm_chem_trace_point *point),
                             void *user) {
  const struct sm_chem_options full = sm_chem_options_full(options);
  struct follower f = {.point = point, .user = user};
  const int64_t index = 0;
  SM_TRY(sm_chem_options_check(ctx, chem, options));
  enum sm_status status = allocate(ctx, chem, &full, &f);
  if (status == SM_OK) {
    sm_chem_worker_load(&f.worker, cell, &full, &index, 1, dt);
    status = run_steps(ctx, &f, dt, &full);
  }
  sm_chem_worker_free(&f.worker);
  sm_free(f.rates);
  return status;
}
