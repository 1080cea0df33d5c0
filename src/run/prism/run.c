#include "run/prism/run.h"

#include "base/clock.h"
#include "base/list.h"
#include "domain/mesh/prisms.h"
#include "output/prisms/prisms.h"
#include "run/options.h"
#include "run/record/record.h"
#include <string.h>

/* State of a run. */
struct run {
  const struct sm_case *c;
  const struct sm_run_options *options;
  struct sm_run_summary *summary;
  struct sm_prisms *prisms;
  struct sm_device *device;
  struct sm_prism_problem problem;
  struct sm_prism_result result;
  double *phi, *exact, *error; /* [prisms]; the last two only with a known solution */
};

/* Device memory per prism, bytes: vectors of the solver and its coarse levels; more with a varying
 * coefficient. Measured. */
static size_t device_bytes(const struct sm_case *c, const struct sm_prisms *prisms) {
  static const double krylov = 130, sweeps = 45, coefficient = 9;
  const double each = (c->poisson.solver == SM_PRISM_KRYLOV ? krylov : sweeps) +
                      (c->poisson.coefficient.text != NULL ? coefficient : 0);
  return (size_t)(each * (double)sm_prisms_count(prisms));
}

/* Additional host memory: bytes per prism for coefficients and outputs. */
static const double host_bytes = 60;

static enum sm_status write_files(struct sm_context *ctx, const struct run *run) {
  const struct sm_prism_values field[] = {
      {"phi", "", "solution of the Poisson equation", "", run->phi},
      {"solution", "", "known solution", "", run->exact},
      {"error", "", "phi less the known solution", "", run->error}};
  const struct sm_prism_record record = {run->result.converged, run->result.iterations,
                                         run->result.residual};
  const struct sm_prism_file file = {.prisms = run->prisms,
                                     .field = field,
                                     .field_count = run->exact != NULL ? 3 : 1,
                                     .title = run->c->title,
                                     .case_text = run->c->text,
                                     .device = run->device->name,
                                     .record = &record,
                                     .compression = run->c->output.compression};
  return sm_prism_files_write(ctx, run->c, run->options, &file, run->summary);
}

/* --- the run --- */

static enum sm_status set_up(struct sm_context *ctx, struct run *run) {
  struct sm_run_summary *summary = run->summary;
  double start = sm_clock_wall();
  SM_TRY(sm_prism_options_check(ctx, run->c, run->options));
  SM_TRY(sm_prism_files_check(ctx, run->c, run->options));
  sm_progress(ctx, "mesh", 0);
  SM_TRY(sm_case_prisms_make(ctx, run->c, &run->prisms));
  summary->wall_input = sm_clock_wall() - start;
  start = sm_clock_wall();
  char name[64];
  sm_run_first_device(run->options, name, sizeof name);
  SM_TRY(sm_prism_device_open(ctx, run->options, name, run->prisms,
                              device_bytes(run->c, run->prisms), summary, &run->device));
  SM_TRY(sm_prism_problem_open(ctx, run->c, run->prisms, run->device, &run->problem));
  summary->wall_setup = sm_clock_wall() - start;
  return SM_OK;
}

static enum sm_status record_result(struct sm_context *ctx, struct run *run) {
  struct sm_run_summary *summary = run->summary;
  const struct sm_prism_result *r = &run->result;
  const bool krylov = run->c->poisson.solver == SM_PRISM_KRYLOV;
  for (int m = 0; m < r->history_count; m++)
    sm_debug(ctx, "iteration %d: %s %.3e", m + 1,
             krylov ? "relative residual" : "sum of the changes", r->history[m]);
  sm_info(ctx, "%d iterations, relative residual %.2e", r->iterations, r->residual);
  if (!run->problem.held)
    sm_info(ctx,
            "nothing holds phi: it is that of mean 0; %.2g of what flows in has no sink, and "
            "was taken away",
            r->imbalance);
  sm_prism_summary_add(r, run->device, summary);
  summary->imbalance = r->imbalance;
  if (!krylov) summary->sweep_change = r->change;
  summary->wall_setup += r->prepared;
  summary->wall_solve = r->seconds;
  summary->change_every = 1;
  return krylov ? sm_solver_history_keep(ctx, r->history, r->history_count, &summary->residuals,
                                         &summary->residual_count)
                : sm_solver_history_keep(ctx, r->history, r->history_count, &summary->changes,
                                         &summary->change_count);
}

static enum sm_status find_error(struct sm_context *ctx, struct run *run) {
  const size_t count = sm_prisms_count(run->prisms);
  struct sm_run_summary *summary = run->summary;
  if (!sm_expression_given(&run->c->poisson.solution)) return SM_OK;
  SM_TRY(sm_alloc(ctx, count, sizeof *run->exact, "the known solution", &run->exact));
  SM_TRY(sm_alloc(ctx, count, sizeof *run->error, "the error", &run->error));
  SM_TRY(sm_prism_problem_error(ctx, &run->problem, run->phi, run->exact, run->error,
                                &summary->error_maximum, &summary->error_mean));
  sm_info(ctx, "largest error %.3e, mean %.3e", summary->error_maximum, summary->error_mean);
  return SM_OK;
}

/* Solves and writes the result, converged or not. */
static enum sm_status solve(struct sm_context *ctx, struct run *run) {
  const size_t count = sm_prisms_count(run->prisms);
  SM_TRY(sm_prism_problem_solve(ctx, &run->problem, &run->result));
  SM_TRY(record_result(ctx, run));
  SM_TRY(sm_alloc(ctx, count, sizeof *run->phi, "the solution", &run->phi));
  SM_TRY(sm_prism_fetch(ctx, run->problem.solver, run->phi));
  SM_TRY(find_error(ctx, run));
  const double start = sm_clock_wall();
  const enum sm_status status = write_files(ctx, run);
  run->summary->wall_output = sm_clock_wall() - start;
  return status;
}

static enum sm_status check_converged(struct sm_context *ctx, const struct run *run) {
  const struct sm_prism_result *r = &run->result;
  const bool krylov = run->c->poisson.solver == SM_PRISM_KRYLOV;
  const struct sm_prism_options options = sm_prism_case_options(run->c);
  if (r->converged) return SM_OK;
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: the solver did not converge in %d iterations: %s %.2e, asked for %.2e; "
                 "the outputs are written%s\n"
                 "help: raise poisson.max_iterations, or poisson.tolerance",
                 r->iterations, krylov ? "relative residual" : "sum of the changes",
                 krylov ? r->residual : r->change, options.tolerance,
                 run->c->output.netcdf ? " and marked" : "");
}

static void tear_down(struct run *run) {
  SM_FREE_ALL(run->phi, run->exact, run->error);
  sm_prism_problem_free(&run->problem);
  sm_device_close(&run->device);
  sm_prisms_destroy(&run->prisms);
}

enum sm_status sm_prism_run(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_run_options *options, struct sm_run_summary *summary) {
  static const char *const names[] = {"krylov", "jacobi", "sor", "colour-sor"};
  SM_SCOPED struct run *run = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *run, "the run", &run));
  run->c = c;
  run->options = options;
  run->summary = summary;
  summary->model = "prisms";
  summary->solver = names[c->poisson.solver];
  enum sm_status status = set_up(ctx, run);
  if (status == SM_OK) status = solve(ctx, run);
  if (status == SM_OK) status = sm_run_profile_report(ctx, run->device, summary);
  if (status == SM_OK) status = check_converged(ctx, run);
  summary->peak_memory = sm_clock_peak_memory();
  if (status == SM_ERR_MEMORY && run->prisms != NULL)
    status = sm_fail_add(ctx, status,
                         "help: fewer triangles or layers; 'simoom check' tells what a run "
                         "needs");
  tear_down(run);
  return status;
}

/* --- the check --- */

/* Describes the boundaries of the mesh with their numbers of edges. */
static void describe_boundaries(const struct sm_prisms *prisms, struct sm_facts *out) {
  SM_SCOPED_BY(sm_text_free) struct sm_text words = {0};
  sm_facts_list(out, "boundaries");
  for (int s = 0; s < prisms->sides; s++) {
    int edges = 0;
    for (ptrdiff_t e = 0; e < 3 * (ptrdiff_t)prisms->plane->triangles; e++)
      edges += prisms->plane->side[e] == s;
    if (edges == 0) continue;
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", prisms->side_names[s]);
    sm_facts_integer(out, "edges", edges);
    sm_facts_close(out);
    sm_text_add(&words, "%s\"%s\" (%d edge%s)", words.size > 0 ? ", " : "", prisms->side_names[s],
                edges, edges == 1 ? "" : "s");
  }
  sm_facts_close(out);
  sm_facts_line(out, "boundaries", "%s", sm_text_string(&words));
  out->failed = out->failed || words.failed;
}

static enum sm_status describe(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_prisms *prisms, struct sm_facts *out) {
  struct sm_triangles_quality triangles;
  struct sm_prisms_quality quality;
  SM_TRY(sm_prism_problem_check(ctx, c, prisms));
  SM_TRY(sm_triangles_measure_quality(ctx, prisms->plane, &triangles));
  sm_prisms_measure_quality(prisms, &quality);
  sm_triangles_quality_describe(&triangles, out);
  describe_boundaries(prisms, out);
  sm_facts_integer(out, "layers", prisms->layers);
  sm_facts_integer(out, "cells", (int64_t)sm_prisms_count(prisms));
  sm_facts_line(out, "layers", "%d, total %zu prisms", prisms->layers, sm_prisms_count(prisms));
  sm_prisms_quality_describe(&quality, out);
  sm_prism_memory_describe(ctx, c, (double)device_bytes(c, prisms),
                           host_bytes * (double)sm_prisms_count(prisms), out);
  return SM_OK;
}

enum sm_status sm_prism_describe(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_run_options *options, struct sm_facts *out) {
  SM_SCOPED_BY(sm_prisms_destroy) struct sm_prisms *prisms = NULL;
  SM_TRY(sm_prism_options_check(ctx, c, options));
  SM_TRY(sm_case_prisms_make(ctx, c, &prisms));
  return describe(ctx, c, prisms, out);
}
