/* diagnostic.c - the mass-consistent wind: a first guess from stations, then the nearest wind
 * without divergence (docs/theory/diagnostic.md). */
#include "base/clock.h"
#include "domain/lid.h"
#include "physics/alpha.h"
#include "physics/closure.h"
#include "physics/first_guess.h"
#include "physics/lee.h"
#include "physics/model.h"
#include "physics/profile.h"
#include "physics/slope_flow.h"
#include "physics/start.h"
#include "physics/turbine.h"
#include "physics/urban.h"
#include "physics/vegetation.h"
#include "solve/bozorgmehr.h"
#include <math.h>
#include <string.h>

/* Largest |div u| h / U that is accepted in every fluid cell. */
static double divergence_limit(const struct sm_device *device) {
  return device->bits == 64 ? 1e-10 : 1e-5;
}

struct diagnostic {
  const struct sm_case *c;
  const struct sm_case_wind *options;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_poisson *poisson;
  struct sm_urban_model *urban;     /* NULL: no zones */
  double zone_seconds;              /* that they took, not reported yet */
  struct sm_lee_model *lee;         /* NULL: none */
  struct sm_slope_flow *slope_flow; /* NULL: none */
  double eta;
  double above; /* m above the lid where the potential is 0 (solve/poisson.h) */
  struct sm_exact_metric metric;
  double *exact; /* what metric lies in */
  size_t exact_size;
  struct sm_first_guess *guess;
  struct sm_start *start;
  double *number; /* device: one result of a reduction */
  struct sm_poisson_result result;
  struct sm_vegetation *vegetation;  /* NULL: no plants */
  struct sm_turbine_model *turbines; /* NULL: none */
  struct sm_closure *closure;        /* the turbulence of the wind; NULL: none */
};

static struct sm_wind wind_of(const struct diagnostic *d, double scale) {
  return (struct sm_wind){.op = d->poisson->level[0].op,
                          .sy = d->state->sy,
                          .sz = d->state->sz,
                          .metric = d->metric,
                          .u = d->state->field[SM_FIELD_U],
                          .v = d->state->field[SM_FIELD_V],
                          .w = d->state->field[SM_FIELD_W],
                          .x = d->poisson->x,
                          .scale = scale};
}

static void residual(void *user, const double *x, double scale, float *r, double *sum) {
  struct diagnostic *d = user;
  const struct sm_backend *be = d->state->device->backend;
  struct sm_wind wind = wind_of(d, scale);
  wind.x = x;
  wind.r = r;
  const struct sm_box box = sm_level_box(&d->poisson->level[0]);
  (wind.op.fx == NULL ? be->wind_residual_open : be->wind_residual_part)(d->state->device, &box,
                                                                         &wind, sum);
}

/* Largest component on a face (m/s) of u + scale grad x. */
static enum sm_status measure_fastest(struct sm_context *ctx, struct diagnostic *d, const double *x,
                                      double scale, double *fastest) {
  struct sm_device *device = d->state->device;
  const struct sm_box box = sm_level_box(&d->poisson->level[0]);
  struct sm_wind wind = wind_of(d, scale);
  wind.x = x;
  device->backend->wind_fastest(device, &box, &wind, d->number);
  return sm_device_download(ctx, device, fastest, d->number, sizeof *fastest);
}

/* Largest |div u| h (m/s) of the wind as it is. */
static enum sm_status measure_divergence(struct sm_context *ctx, struct diagnostic *d,
                                         double *divergence) {
  struct sm_device *device = d->state->device;
  const struct sm_backend *be = device->backend;
  const struct sm_wind wind = wind_of(d, 0);
  const struct sm_box box = sm_level_box(&d->poisson->level[0]);
  (wind.op.fx == NULL ? be->wind_divergence_open : be->wind_divergence_part)(device, &box, &wind,
                                                                             d->number);
  return sm_device_download(ctx, device, divergence, d->number, sizeof *divergence);
}

/* Largest |div u| h that is left (m/s), from the fluxes that the residual has left in r. */
static enum sm_status measure_rest(struct sm_context *ctx, struct diagnostic *d, const float *r,
                                   double *divergence) {
  const struct sm_split *s = &d->poisson->level[0].split;
  const struct sm_flux_divergence rest = {s->sy, s->sz, s->colour, d->metric, r};
  const struct sm_box box = sm_level_box(&d->poisson->level[0]);
  d->state->device->backend->flux_divergence(d->state->device, &box, &rest, d->number);
  return sm_device_download(ctx, d->state->device, divergence, d->number, sizeof *divergence);
}

struct acceptance {
  struct diagnostic *d;
  struct sm_context *ctx;
  const double *x; /* of the last residual */
};

static void accept_residual(void *user, const double *x, double scale, float *r, double *sum) {
  struct acceptance *a = user;
  a->x = x;
  residual(a->d, x, scale, r, sum);
}

/* The divergence that x leaves against the fastest wind that comes out. Half the limit: rounding
 * the wind to its precision comes on top. */
static bool accept(void *user, const float *r) {
  struct acceptance *a = user;
  double divergence, fastest;
  if (measure_rest(a->ctx, a->d, r, &divergence) != SM_OK ||
      measure_fastest(a->ctx, a->d, a->x, 1, &fastest) != SM_OK)
    return true; /* found by sync */
  return divergence <= 0.5 * divergence_limit(a->d->state->device) * fastest;
}

/* --- set-up --- */

/* Widths and inverse distances in double, as the projection uses them. */
static enum sm_status make_metric(struct sm_context *ctx, struct diagnostic *d, bool fresh) {
  const struct sm_grid *grid = &d->domain->grid;
  size_t size[3], all = 0;
  for (int a = 0; a < 3; a++) all += 2 * (size[a] = (size_t)grid->axis[a].n + 3);
  double *host = NULL;
  SM_TRY(sm_alloc(ctx, all, sizeof *host, "metric", &host));
  enum sm_status status = SM_OK;
  if (fresh)
    status = sm_device_allocate(ctx, d->state->device, all, sizeof *host, "metric", &d->exact);
  d->exact_size = all;
  double *next = host, *on_device = d->exact;
  for (int a = 0; a < 3 && status == SM_OK; a++) {
    const struct sm_axis *axis = &grid->axis[a];
    const double factor = a == 2 ? d->eta : 1;
    for (int i = 0; i <= axis->n; i++) {
      const double below = axis->width[i > 0 ? i - 1 : 0],
                   here = axis->width[i < axis->n ? i : i - 1];
      next[i] = factor / (0.5 * (below + here));
      next[size[a] + (size_t)i] = here;
    }
    if (a == 2 && d->above > 0)
      next[axis->n] = factor / (0.5 * axis->width[axis->n - 1] + d->above);
    next[size[a] + (size_t)axis->n + 1] = axis->width[axis->n - 1];
    d->metric.g[a] = on_device;
    d->metric.h[a] = on_device + size[a];
    next += 2 * size[a];
    on_device += 2 * size[a];
  }
  if (status == SM_OK)
    status = sm_device_upload(ctx, d->state->device, d->exact, host, all * sizeof *host);
  sm_free(host);
  return status;
}

static enum sm_status make_solver(struct sm_context *ctx, struct diagnostic *d) {
  const struct sm_domain *domain = d->domain;
  const struct sm_poisson_setup setup = {&domain->grid,     d->eta,  domain->cell, domain->cut,
                                         domain->cut_count, d->above};
  sm_start_destroy(&d->start);
  sm_poisson_destroy(&d->poisson);
  SM_TRY(sm_poisson_create(ctx, d->state->device, &setup, &d->poisson));
  return sm_start_create(ctx, domain, d->poisson, &d->start);
}

static void project(struct diagnostic *d) {
  struct sm_device *device = d->state->device;
  const struct sm_level *level = &d->poisson->level[0];
  const int *n = level->split.n;
  for (int a = 0; a < 3; a++) {
    const struct sm_project p = {.op = level->op,
                                 .sy = d->state->sy,
                                 .sz = d->state->sz,
                                 .u = d->state->field[SM_FIELD_U + a],
                                 .g = d->metric.g[a],
                                 .x = d->poisson->x,
                                 .axis = a,
                                 .n = n[a]};
    const struct sm_box box = {{0, 0, 0},
                               {level->split.half + (a == 0), n[1] + (a == 1), n[2] + (a == 2)}};
    (a == 0 ? device->backend->project_x : device->backend->project)(device, &box, &p);
  }
}

/* --- the model --- */

static enum sm_status bytes(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain, size_t *out) {
  const double ratio = isnan(c->wind.alpha_ratio) ? 1 : c->wind.alpha_ratio;
  SM_TRY(sm_poisson_bytes(ctx, &domain->grid, ratio * ratio, domain->cut_count > 0, out));
  *out += sm_vegetation_bytes(c, domain) + sm_turbine_model_bytes(domain);
  *out += sm_lee_bytes(c, domain) + sm_slope_flow_bytes(c, domain);
  *out += sm_start_bytes(domain);
  *out += sm_bozorgmehr_bytes(c->wind.solver, &domain->grid);
  if (c->zones.on) *out += sm_urban_bytes(&c->zones, &domain->grid, domain->footprints.count);
  *out += sm_first_guess_bytes(domain);
  *out += sm_closure_bytes(c, &domain->grid);
  return SM_OK;
}

static void destroy(void **self) {
  struct diagnostic *d = *self;
  if (d == NULL) return;
  struct sm_device *device = d->state->device;
  sm_urban_destroy(&d->urban);
  sm_first_guess_destroy(&d->guess);
  sm_closure_destroy(&d->closure);
  sm_start_destroy(&d->start);
  sm_poisson_destroy(&d->poisson);
  sm_vegetation_destroy(&d->vegetation);
  sm_turbine_model_destroy(&d->turbines);
  sm_lee_destroy(&d->lee);
  sm_slope_flow_destroy(&d->slope_flow);
  sm_device_release(device, d->exact, d->exact_size, sizeof(double));
  sm_device_release(device, d->number, 1, sizeof(double));
  sm_free(d);
  *self = NULL;
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void **self) {
  struct diagnostic *d = NULL;
  SM_TRY(sm_bozorgmehr_check(ctx, state->device, c->wind.solver));
  SM_TRY(sm_alloc(ctx, 1, sizeof *d, "the diagnostic wind", &d));
  *self = d;
  d->c = c;
  d->options = &c->wind;
  d->domain = domain;
  d->state = state;
  double alpha = 1;
  enum sm_status status = sm_alpha_find(ctx, c, domain, 0, &alpha);
  d->eta = alpha * alpha;
  d->above = c->wind.top == SM_TOP_UNBOUNDED ? sm_lid_reach(domain) : 0;
  if (status == SM_OK) status = sm_first_guess_create(ctx, domain, state, &d->guess);
  if (status == SM_OK)
    status = sm_device_allocate(ctx, state->device, 1, sizeof(double), "a number", &d->number);
  if (status == SM_OK) status = make_metric(ctx, d, true);
  if (status == SM_OK) status = make_solver(ctx, d);
  const double start = sm_clock_wall();
  if (status == SM_OK) status = sm_urban_create(ctx, &c->zones, domain, state, &d->urban);
  if (d->urban != NULL) d->zone_seconds = sm_clock_wall() - start;
  if (status == SM_OK) status = sm_vegetation_create(ctx, c, domain, state, &d->vegetation);
  if (status == SM_OK) status = sm_turbine_model_create(ctx, domain, state, &d->turbines);
  if (status == SM_OK) status = sm_lee_create(ctx, c, domain, state->device, &d->lee);
  if (status == SM_OK) status = sm_slope_flow_create(ctx, c, domain, state->device, &d->slope_flow);
  if (status == SM_OK) status = sm_closure_create(ctx, c, domain, state, &d->closure);
  if (status != SM_OK) destroy(self);
  return status;
}

/* The zones of buildings, timed. */
static enum sm_status apply_zones(struct sm_context *ctx, struct diagnostic *d) {
  if (d->urban == NULL) return SM_OK;
  SM_TRY(sm_device_sync(ctx, d->state->device));
  const double start = sm_clock_wall();
  SM_TRY(sm_urban_apply(ctx, d->urban, &d->poisson->level[0]));
  SM_TRY(sm_device_sync(ctx, d->state->device));
  d->zone_seconds += sm_clock_wall() - start;
  return SM_OK;
}

static enum sm_status step(struct sm_context *ctx, void *self, int time,
                           struct sm_step_report *report) {
  struct diagnostic *d = self;
  double alpha;
  SM_TRY(sm_alpha_find(ctx, d->c, d->domain, time, &alpha));
  if (alpha * alpha != d->eta) {
    d->eta = alpha * alpha;
    SM_TRY(make_metric(ctx, d, false));
    SM_TRY(make_solver(ctx, d));
  }
  const struct sm_level *level = &d->poisson->level[0];
  const float *ground = sm_first_guess_ground(d->guess), *z = sm_first_guess_layers(d->guess);
  SM_TRY(sm_first_guess_make(ctx, d->guess, level, time, d->urban));
  SM_TRY(sm_lee_apply(ctx, d->lee, time, level, ground, z, d->state));
  SM_TRY(sm_slope_flow_add(ctx, d->slope_flow, time, level, ground, d->state));
  SM_TRY(sm_vegetation_canopy(ctx, d->vegetation));
  SM_TRY(apply_zones(ctx, d));
  SM_TRY(sm_vegetation_wakes(ctx, d->vegetation));
  SM_TRY(sm_turbine_model_apply(ctx, d->turbines));
  struct acceptance acceptance = {d, ctx, NULL};
  const struct sm_poisson_problem problem = {accept_residual, accept, &acceptance};
  struct sm_poisson_options options = sm_poisson_options_default();
  options.solver = d->options->solver;
  options.tolerance = d->options->tolerance;
  options.max_iterations = d->options->max_iterations;
  options.omega = d->options->omega;
  options.check_every = d->options->check_every;
  options.warm = sm_start_prepare(d->start, time);
  SM_TRY(sm_poisson_solve(ctx, d->poisson, &problem, &options, &d->result));
  project(d);
  double divergence, fastest;
  SM_TRY(measure_divergence(ctx, d, &divergence));
  SM_TRY(measure_fastest(ctx, d, d->poisson->x, 0, &fastest));
  if (d->urban != NULL) {
    size_t blocks;
    const struct sm_block *block = sm_urban_blocks(d->urban, &blocks);
    SM_TRY(sm_closure_set_blocks(ctx, d->closure, block, blocks));
  }
  SM_TRY(sm_closure_step(ctx, d->closure, time));
  SM_TRY(sm_device_sync(ctx, d->state->device));
  *report = (struct sm_step_report){.converged = d->result.converged,
                                    .iterations = d->result.iterations,
                                    .residual = d->result.residual,
                                    .divergence = fastest > 0 ? divergence / fastest : 0,
                                    .seconds = d->result.seconds,
                                    .zone_seconds = d->zone_seconds,
                                    .iteration_bytes = d->result.iteration_bytes,
                                    .change = d->result.change,
                                    .history = d->result.history,
                                    .history_count = d->result.history_count,
                                    .history_every = d->result.history_every,
                                    .changes = d->result.changes,
                                    .change_count = d->result.change_count,
                                    .change_every = options.check_every};
  d->zone_seconds = 0;
  return SM_OK;
}

static unsigned fields(const struct sm_case *c) {
  return 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W | sm_closure_fields(c);
}

static enum sm_status zones(struct sm_context *ctx, void *self, uint8_t *zone) {
  struct diagnostic *d = self;
  memset(zone, SM_ZONE_NONE, (size_t)sm_grid_cells(&d->domain->grid));
  if (d->urban != NULL) SM_TRY(sm_urban_map(ctx, d->urban, zone));
  SM_TRY(sm_vegetation_map(ctx, d->vegetation, zone));
  return sm_turbine_model_map(ctx, d->turbines, zone);
}

const struct sm_model *sm_model_diagnostic(void) {
  static const struct sm_model model = {
      .name = "diagnostic",
      .fields = fields,
      .bytes = bytes,
      .create = create,
      .step = step,
      .zones = zones,
      .destroy = destroy,
  };
  return &model;
}
