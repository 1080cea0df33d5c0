/* Mass-consistent wind on prisms: domain, prism mesh over the terrain, wind at the single weather
 * time, output files. */
#include "base/clock.h"
#include "domain/domain.h"
#include "physics/diagnostic/internal.h"
#include "physics/diagnostic/prism_wind.h"
#include "run/options.h"
#include "run/prism/run.h"
#include "run/record/record.h"
#include "simoom/fields.h"
#include <math.h>
#include <string.h>

enum { U, V, W, SPEED, FIELDS };

struct run {
  const struct sm_case *c;
  const struct sm_run_options *options;
  struct sm_run_summary *summary;
  struct sm_domain *domain;
  struct sm_prisms *prisms;
  struct sm_device *device;
  struct sm_prism_wind *wind;
  struct sm_prism_wind_report report;
  double *field[FIELDS]; /* [triangles][layers] */
};

/* Bytes per prism: solver on the device; fluxes and fields on the host.
 * Measured. */
static const double device_bytes = 130, host_bytes = 240;

/* Checks that need the domain. */
static enum sm_status check_times(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain) {
  const int times = domain->weather.time_count;
  if (times == 1) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: the weather has %d times, but a wind on prisms is that of one\n"
                 "help: choose one by start and end in [case], or mesh = \"cells\" in [wind]",
                 c->path, c->wind.line, times);
}

static enum sm_status make_mesh(struct sm_context *ctx, const struct sm_case *c,
                                struct sm_domain **domain, struct sm_prisms **prisms) {
  SM_TRY(sm_domain_build(ctx, c, domain));
  SM_TRY(check_times(ctx, c, *domain));
  return sm_terrain_prisms_make(ctx, c, *domain, prisms);
}

/* --- the run --- */

static enum sm_status make_wind(struct sm_context *ctx, struct run *run) {
  struct sm_prism_wind_options options = {.tolerance = run->c->wind.tolerance,
                                          .max_iterations = run->c->wind.max_iterations};
  SM_TRY(sm_alpha_find(ctx, run->c, run->domain, 0, &options.alpha));
  if (run->c->wind.top == SM_TOP_UNBOUNDED) options.above = sm_domain_top_zero_height(run->domain);
  return sm_prism_wind_create(ctx, run->device, run->prisms, &options, &run->wind);
}

static enum sm_status set_up(struct sm_context *ctx, struct run *run) {
  struct sm_run_summary *summary = run->summary;
  double start = sm_clock_wall();
  SM_TRY(sm_prism_options_check(ctx, run->c, run->options));
  SM_TRY(sm_prism_files_check(ctx, run->c, run->options));
  sm_progress(ctx, "mesh", 0);
  SM_TRY(make_mesh(ctx, run->c, &run->domain, &run->prisms));
  const size_t count = sm_prisms_count(run->prisms);
  summary->domain_top = sm_domain_top(run->domain);
  summary->wall_input = sm_clock_wall() - start;
  start = sm_clock_wall();
  char name[64];
  sm_run_first_device(run->options, name, sizeof name);
  SM_TRY(sm_prism_device_open(ctx, run->options, name, run->prisms,
                              (size_t)(device_bytes * (double)count), summary, &run->device));
  for (int f = 0; f < FIELDS; f++)
    SM_TRY(sm_alloc(ctx, count, sizeof(double), "the wind", &run->field[f]));
  SM_TRY(make_wind(ctx, run));
  summary->wall_setup = sm_clock_wall() - start;
  return SM_OK;
}

/* Prisms have map coordinates, stations coordinates relative to the domain corner. */
struct guess {
  const struct sm_point_guess *guess;
  const double *origin;
};

static void guess_column(const void *user, const double at[2], int count, const double *height,
                         double (*wind)[2]) {
  const struct guess *g = user;
  const double place[2] = {at[0] - g->origin[0], at[1] - g->origin[1]};
  sm_point_guess_column(g->guess, place, count, height, wind);
}

static enum sm_status record_result(struct sm_context *ctx, struct run *run) {
  struct sm_run_summary *summary = run->summary;
  const struct sm_prism_result *r = &run->report.solver;
  sm_info(ctx, "%d iterations, relative residual %.2e, largest divergence %.1e (first guess %.1e)",
          r->iterations, r->residual, run->report.divergence, run->report.guessed);
  sm_prism_summary_add(r, run->device, summary);
  summary->divergence = run->report.divergence;
  return sm_solver_history_keep(ctx, r->history, r->history_count, &summary->residuals,
                                &summary->residual_count);
}

static enum sm_status compute(struct sm_context *ctx, struct run *run) {
  struct sm_point_guess *points = NULL;
  const double start = sm_clock_wall();
  SM_TRY(
      sm_point_guess_create(ctx, run->domain, 0, run->c->wind.internal_boundary_layers, &points));
  const struct guess own = {points, run->domain->grid.origin};
  const struct sm_prism_guess guess = {guess_column, &own};
  const enum sm_status status =
      sm_prism_wind_make(ctx, run->wind, &guess, run->field, &run->report);
  sm_point_guess_destroy(&points);
  SM_TRY(status);
  for (size_t m = 0; m < sm_prisms_count(run->prisms); m++)
    run->field[SPEED][m] = hypot(run->field[U][m], run->field[V][m]);
  run->summary->wall_solve = sm_clock_wall() - start;
  return record_result(ctx, run);
}

static enum sm_status write_files(struct sm_context *ctx, const struct run *run) {
  static const enum sm_field of[FIELDS] = {
      [U] = SM_FIELD_U, [V] = SM_FIELD_V, [W] = SM_FIELD_W, [SPEED] = SM_FIELD_WIND_SPEED};
  struct sm_prism_values field[FIELDS];
  for (int f = 0; f < FIELDS; f++) {
    const struct sm_field_info *info = sm_field_get(of[f]);
    field[f] = (struct sm_prism_values){info->name, info->standard_name, info->long_name,
                                        info->unit, run->field[f]};
  }
  const struct sm_prism_record record = {
      run->report.solver.converged, run->report.solver.iterations, run->report.solver.residual};
  const struct sm_prism_file file = {.prisms = run->prisms,
                                     .domain = run->domain,
                                     .field = field,
                                     .field_count = FIELDS,
                                     .title = run->c->title,
                                     .case_text = run->c->text,
                                     .device = run->device->name,
                                     .record = &record,
                                     .compression = run->c->output.compression};
  const double start = sm_clock_wall();
  const enum sm_status status =
      sm_prism_files_write(ctx, run->c, run->options, &file, run->summary);
  run->summary->wall_output = sm_clock_wall() - start;
  return status;
}

static enum sm_status check_converged(struct sm_context *ctx, const struct run *run) {
  const struct sm_prism_result *r = &run->report.solver;
  if (r->converged) return SM_OK;
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: the solver did not converge in %d iterations: relative residual %.2e, "
                 "asked for %.2e; the outputs are written%s\n"
                 "help: raise wind.max_iterations, or wind.tolerance",
                 r->iterations, r->residual, run->c->wind.tolerance,
                 run->c->output.netcdf ? " and marked" : "");
}

static void tear_down(struct run *run) {
  for (int f = 0; f < FIELDS; f++) sm_free(run->field[f]);
  sm_prism_wind_destroy(&run->wind);
  sm_device_close(&run->device);
  sm_prisms_destroy(&run->prisms);
  sm_domain_destroy(&run->domain);
}

enum sm_status sm_prism_wind_run(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_run_options *options,
                                 struct sm_run_summary *summary) {
  struct run run = {.c = c, .options = options, .summary = summary};
  summary->model = "diagnostic";
  summary->solver = "krylov";
  enum sm_status status = set_up(ctx, &run);
  if (status == SM_OK) status = compute(ctx, &run);
  if (status == SM_OK) status = write_files(ctx, &run);
  if (status == SM_OK) status = sm_run_profile_report(ctx, run.device, summary);
  if (status == SM_OK) status = check_converged(ctx, &run);
  summary->peak_memory = sm_clock_peak_memory();
  if (status == SM_ERR_MEMORY && run.prisms != NULL)
    status = sm_fail_add(ctx, status, "help: larger cells; 'simoom check' tells what a run needs");
  tear_down(&run);
  return status;
}

/* --- the check --- */

static void describe_mesh(const struct sm_prisms *prisms, struct sm_facts *out) {
  const size_t cells = sm_prisms_count(prisms);
  sm_facts_group(out, "prisms");
  sm_facts_integer(out, "triangles", prisms->plane->triangles);
  sm_facts_integer(out, "layers", prisms->layers);
  sm_facts_integer(out, "total", (int64_t)cells);
  sm_facts_close(out);
  sm_facts_line(
      out, "mesh",
      "%d triangles x %d layers that follow the terrain, total %zu prisms: the wind is on "
      "them, the cells above hold ground, roughness and weather",
      prisms->plane->triangles, prisms->layers, cells);
}

static void describe(struct sm_context *ctx, const struct sm_case *c,
                     const struct sm_domain *domain, const struct sm_prisms *prisms,
                     struct sm_facts *out) {
  struct sm_prisms_quality quality;
  const double cells = (double)sm_prisms_count(prisms);
  sm_prisms_measure_quality(prisms, &quality);
  sm_domain_describe(domain, out);
  describe_mesh(prisms, out);
  sm_prisms_quality_describe(&quality, out);
  sm_prism_memory_describe(ctx, c, device_bytes * cells, host_bytes * cells, out);
}

enum sm_status sm_prism_wind_describe(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_run_options *options, struct sm_facts *out) {
  SM_SCOPED_BY(sm_domain_destroy) struct sm_domain *domain = NULL;
  SM_SCOPED_BY(sm_prisms_destroy) struct sm_prisms *prisms = NULL;
  SM_TRY(sm_prism_options_check(ctx, c, options));
  const enum sm_status status = make_mesh(ctx, c, &domain, &prisms);
  if (status == SM_OK) describe(ctx, c, domain, prisms, out);
  return status;
}
