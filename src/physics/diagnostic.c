/* diagnostic.c - the mass-consistent wind: a first guess from stations, then the nearest wind
 * without divergence (docs/theory/diagnostic.md). */
#include "domain/lid.h"
#include "physics/alpha.h"
#include "physics/barnes.h"
#include "physics/lee.h"
#include "physics/model.h"
#include "physics/profile.h"
#include "physics/slope_flow.h"
#include "physics/urban.h"
#include "physics/vegetation.h"
#include "solve/bozorgmehr.h"
#include <math.h>
#include <string.h>

enum { POINTS = 2048, CLASSES = 64 };

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
  struct sm_lee_model *lee;         /* NULL: none */
  struct sm_slope_flow *slope_flow; /* NULL: none */
  double eta;
  double above; /* m above the lid where the potential is 0 (solve/poisson.h) */
  struct sm_exact_metric metric;
  double *exact; /* what metric lies in */
  size_t exact_size;
  float *column; /* device: ground, then the weights of each station */
  uint8_t *surface;
  float *profile; /* device: [station][axis][class][POINTS + 1] */
  float *z;       /* device: centres of layers */
  double class_z0[CLASSES];
  int classes;
  size_t columns; /* of a padded column array */
  double lid;     /* m above the ground where profiles end */
  bool solved;    /* poisson->x holds the solution of another time */
  double *number; /* device: one result of a reduction */
  struct sm_poisson_result result;
  struct sm_vegetation *vegetation; /* NULL: no plants */
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

/* Largest |u| over faces (m/s). */
static enum sm_status measure_fastest(struct sm_context *ctx, struct diagnostic *d,
                                      double *fastest) {
  struct sm_device *device = d->state->device;
  const struct sm_split *s = &d->poisson->level[0].split;
  const struct sm_box faces = {{0, 0, 0}, {s->half + 1, s->n[1] + 1, s->n[2] + 1}};
  const struct sm_wind wind = wind_of(d, 0);
  device->backend->wind_fastest(device, &faces, &wind, d->number);
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
  double fastest; /* of the first guess; NAN: not measured yet */
};

static void accept_residual(void *user, const double *x, double scale, float *r, double *sum) {
  residual(((struct acceptance *)user)->d, x, scale, r, sum);
}

/* Half the limit: rounding the wind to its precision comes on top. */
static bool accept(void *user, const float *r) {
  struct acceptance *a = user;
  double divergence;
  if (isnan(a->fastest) && measure_fastest(a->ctx, a->d, &a->fastest) != SM_OK) return true;
  if (measure_rest(a->ctx, a->d, r, &divergence) != SM_OK) return true; /* found by sync */
  return divergence <= 0.5 * divergence_limit(a->d->state->device) * a->fastest;
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

/* Sorts the columns' roughness into at most CLASSES classes, evenly spaced in its logarithm. */
static void classify(struct diagnostic *d, uint8_t *surface) {
  const struct sm_axis *ax = &d->domain->grid.axis[0], *ay = &d->domain->grid.axis[1];
  const size_t columns = (size_t)ax->n * (size_t)ay->n;
  const float *z0 = d->domain->z0;
  double low = INFINITY, high = 0;
  for (size_t c = 0; c < columns; c++) {
    low = fmin(low, (double)z0[c]);
    high = fmax(high, (double)z0[c]);
  }
  d->classes = high > low ? CLASSES : 1;
  const double step = high > low ? log(high / low) / (CLASSES - 1) : 1;
  for (int m = 0; m < d->classes; m++) d->class_z0[m] = low * exp(m * step);
  const size_t row = (size_t)ax->n + 3;
  for (int j = -1; j <= ay->n; j++)
    for (int i = -1; i <= ax->n + 1; i++) {
      const int ci = i < 0 ? 0 : i >= ax->n ? ax->n - 1 : i;
      const int cj = j < 0 ? 0 : j >= ay->n ? ay->n - 1 : j;
      const double here = (double)z0[(size_t)cj * (size_t)ax->n + (size_t)ci];
      surface[(size_t)(j + 1) * row + (size_t)(i + 1)] = (uint8_t)(log(here / low) / step + 0.5);
    }
}

static void pad_ground(const struct sm_domain *domain, float *ground) {
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  for (int j = -1; j <= ny; j++)
    for (int i = -1; i <= nx + 1; i++) {
      const int ci = i < 0 ? 0 : i >= nx ? nx - 1 : i, cj = j < 0 ? 0 : j >= ny ? ny - 1 : j;
      *ground++ = domain->terrain[(size_t)cj * (size_t)nx + (size_t)ci];
    }
}

static enum sm_status make_columns(struct sm_context *ctx, struct diagnostic *d) {
  struct sm_device *device = d->state->device;
  const struct sm_grid *grid = &d->domain->grid;
  const size_t stations = (size_t)d->domain->weather.station_count, nz = (size_t)grid->axis[2].n;
  const size_t tables = stations * 2 * (size_t)CLASSES * (POINTS + 1);
  d->columns = ((size_t)grid->axis[0].n + 3) * ((size_t)grid->axis[1].n + 2);
  float *host = NULL;
  uint8_t *surface = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_device_allocate(ctx, device, d->columns * (1 + stations), sizeof(float),
                                 "column arrays", &d->column));
  SM_TRY_DONE(sm_device_allocate(ctx, device, d->columns, 1, "surface classes", &d->surface));
  SM_TRY_DONE(sm_device_allocate(ctx, device, tables, sizeof(float), "profiles", &d->profile));
  SM_TRY_DONE(sm_device_allocate(ctx, device, nz, sizeof(float), "layers", &d->z));
  SM_TRY_DONE(sm_device_allocate(ctx, device, 1, sizeof(double), "a number", &d->number));
  SM_TRY_DONE(sm_alloc(ctx, d->columns + nz, sizeof *host, "column arrays", &host));
  SM_TRY_DONE(sm_alloc(ctx, d->columns, 1, "surface classes", &surface));
  classify(d, surface);
  SM_TRY_DONE(sm_device_upload(ctx, device, d->surface, surface, d->columns));
  pad_ground(d->domain, host);
  SM_TRY_DONE(sm_device_upload(ctx, device, d->column, host, d->columns * sizeof *host));
  for (size_t k = 0; k < nz; k++) host[k] = (float)grid->axis[2].centre[k];
  SM_TRY_DONE(sm_device_upload(ctx, device, d->z, host, nz * sizeof *host));
done:
  sm_free(host);
  sm_free(surface);
  return status;
}

static enum sm_status make_solver(struct sm_context *ctx, struct diagnostic *d) {
  const struct sm_domain *domain = d->domain;
  const struct sm_poisson_setup setup = {&domain->grid,     d->eta,  domain->cell, domain->cut,
                                         domain->cut_count, d->above};
  sm_poisson_destroy(&d->poisson);
  d->solved = false;
  return sm_poisson_create(ctx, d->state->device, &setup, &d->poisson);
}

/* --- first guess --- */

static enum sm_status upload_profiles(struct sm_context *ctx, struct diagnostic *d, int time) {
  const struct sm_weather *weather = &d->domain->weather;
  const size_t table = (size_t)CLASSES * (POINTS + 1);
  float *host = NULL;
  SM_TRY(
      sm_alloc(ctx, (size_t)weather->station_count * 2 * table, sizeof *host, "profiles", &host));
  for (int s = 0; s < weather->station_count; s++) {
    const struct sm_station *station = &weather->station[s];
    const struct sm_reading *reading = station->reading + time * station->level_count;
    float *u = host + (size_t)s * 2 * table, *v = u + table;
    for (int c = 0; c < d->classes; c++)
      for (int m = 0; m <= POINTS; m++) {
        const double part = (double)m / POINTS;
        double wind[2];
        sm_profile_wind(station, reading, d->class_z0[c], d->lid * part * part, wind);
        *u++ = (float)wind[0];
        *v++ = (float)wind[1];
      }
  }
  const enum sm_status status =
      sm_device_upload(ctx, d->state->device, d->profile, host,
                       (size_t)weather->station_count * 2 * table * sizeof *host);
  sm_free(host);
  return status;
}

static enum sm_status upload_weights(struct sm_context *ctx, struct diagnostic *d, int time) {
  const size_t count = (size_t)d->domain->weather.station_count * d->columns;
  float *weight = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *weight, "weights of stations", &weight));
  enum sm_status status = sm_barnes_weights(ctx, d->domain, time, weight);
  if (status == SM_OK)
    status = sm_device_upload(ctx, d->state->device, d->column + d->columns, weight,
                              count * sizeof *weight);
  sm_free(weight);
  return status;
}

static void guess(struct diagnostic *d) {
  struct sm_device *device = d->state->device;
  const struct sm_level *level = &d->poisson->level[0];
  const int *n = level->split.n;
  const size_t table = (size_t)CLASSES * (POINTS + 1);
  struct sm_guess g = {.sy = d->state->sy,
                       .sz = d->state->sz,
                       .open_sy = level->split.sy,
                       .open_sz = level->split.sz,
                       .open_colour = level->split.colour,
                       .open = level->op.open,
                       .points = POINTS,
                       .column_sy = n[0] + 3,
                       .ground = d->column,
                       .surface = d->surface,
                       .z = d->z,
                       .lid = (float)d->lid};
  for (int s = 0; s < d->domain->weather.station_count; s++) {
    g.keep = s > 0;
    g.weight = d->column + (size_t)(1 + s) * d->columns;
    for (g.axis = 0; g.axis < 2; g.axis++) {
      g.n = n[g.axis];
      g.out = d->state->field[g.axis == 0 ? SM_FIELD_U : SM_FIELD_V];
      g.profile = d->profile + (size_t)(2 * s + g.axis) * table;
      const struct sm_box box = {{0, 0, 0},
                                 {level->split.half + (g.axis == 0), n[1] + (g.axis == 1), n[2]}};
      device->backend->guess(device, &box, &g);
      if (d->urban != NULL) sm_urban_approach(d->urban, &g);
    }
  }
  device->backend->clear(device, d->state->field[SM_FIELD_W].f32,
                         d->state->size * sm_state_real_size(d->state));
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
  const size_t columns =
      ((size_t)domain->grid.axis[0].n + 3) * ((size_t)domain->grid.axis[1].n + 2);
  const size_t stations = (size_t)domain->weather.station_count;
  const double ratio = isnan(c->wind.alpha_ratio) ? 1 : c->wind.alpha_ratio;
  SM_TRY(sm_poisson_bytes(ctx, &domain->grid, ratio * ratio, domain->cut_count > 0, out));
  *out += sm_vegetation_bytes(c, domain);
  *out += sm_lee_bytes(c, domain) + sm_slope_flow_bytes(c, domain);
  *out += sm_bozorgmehr_bytes(c->wind.solver, &domain->grid);
  if (c->zones.on) *out += sm_urban_bytes(&domain->grid, domain->footprints.count);
  *out += columns * (5 + 4 * stations) + stations * 2 * CLASSES * (POINTS + 1) * sizeof(float);
  return SM_OK;
}

static void destroy(void **self) {
  struct diagnostic *d = *self;
  if (d == NULL) return;
  struct sm_device *device = d->state->device;
  const size_t stations = (size_t)d->domain->weather.station_count;
  sm_urban_destroy(&d->urban);
  sm_poisson_destroy(&d->poisson);
  sm_vegetation_destroy(&d->vegetation);
  sm_lee_destroy(&d->lee);
  sm_slope_flow_destroy(&d->slope_flow);
  sm_device_release(device, d->exact, d->exact_size, sizeof(double));
  sm_device_release(device, d->column, d->columns * (1 + stations), sizeof(float));
  sm_device_release(device, d->surface, d->columns, 1);
  sm_device_release(device, d->profile, stations * 2 * (size_t)CLASSES * (POINTS + 1),
                    sizeof(float));
  sm_device_release(device, d->z, (size_t)d->domain->grid.axis[2].n, sizeof(float));
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
  d->lid = domain->grid.axis[2].face[domain->grid.axis[2].n];
  double alpha = 1;
  enum sm_status status = sm_alpha_find(ctx, c, domain, 0, &alpha);
  d->eta = alpha * alpha;
  d->above = c->wind.top == SM_TOP_UNBOUNDED ? sm_lid_reach(domain) : 0;
  if (status == SM_OK) status = make_columns(ctx, d);
  if (status == SM_OK) status = make_metric(ctx, d, true);
  if (status == SM_OK) status = make_solver(ctx, d);
  if (status == SM_OK) status = sm_urban_create(ctx, &c->zones, domain, state, &d->urban);
  if (status == SM_OK) status = sm_vegetation_create(ctx, c, domain, state, &d->vegetation);
  if (status == SM_OK) status = sm_lee_create(ctx, c, domain, state->device, &d->lee);
  if (status == SM_OK) status = sm_slope_flow_create(ctx, c, domain, state->device, &d->slope_flow);
  if (status != SM_OK) destroy(self);
  return status;
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
  SM_TRY(upload_profiles(ctx, d, time));
  SM_TRY(upload_weights(ctx, d, time));
  guess(d);
  SM_TRY(sm_lee_apply(ctx, d->lee, time, &d->poisson->level[0], d->column, d->z, d->state));
  SM_TRY(sm_slope_flow_add(ctx, d->slope_flow, time, &d->poisson->level[0], d->column, d->state));
  SM_TRY(sm_vegetation_canopy(ctx, d->vegetation));
  if (d->urban != NULL) SM_TRY(sm_urban_apply(ctx, d->urban, &d->poisson->level[0]));
  SM_TRY(sm_vegetation_wakes(ctx, d->vegetation));
  struct acceptance acceptance = {d, ctx, NAN};
  const struct sm_poisson_problem problem = {accept_residual, accept, &acceptance};
  struct sm_poisson_options options = sm_poisson_options_default();
  options.solver = d->options->solver;
  options.tolerance = d->options->tolerance;
  options.max_iterations = d->options->max_iterations;
  options.omega = d->options->omega;
  options.check_every = d->options->check_every;
  options.warm = d->solved;
  SM_TRY(sm_poisson_solve(ctx, d->poisson, &problem, &options, &d->result));
  d->solved = true;
  project(d);
  double divergence, fastest;
  SM_TRY(measure_divergence(ctx, d, &divergence));
  SM_TRY(measure_fastest(ctx, d, &fastest));
  SM_TRY(sm_device_sync(ctx, d->state->device));
  *report = (struct sm_step_report){.converged = d->result.converged,
                                    .iterations = d->result.iterations,
                                    .residual = d->result.residual,
                                    .divergence = fastest > 0 ? divergence / fastest : 0,
                                    .seconds = d->result.seconds,
                                    .iteration_bytes = d->result.iteration_bytes,
                                    .change = d->result.change,
                                    .history = d->result.history,
                                    .history_count = d->result.history_count,
                                    .history_every = d->result.history_every,
                                    .changes = d->result.changes,
                                    .change_count = d->result.change_count,
                                    .change_every = options.check_every};
  return SM_OK;
}

const struct sm_model *sm_model_diagnostic(void) {
  static const struct sm_model model = {
      .name = "diagnostic",
      .fields = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W,
      .bytes = bytes,
      .create = create,
      .step = step,
      .destroy = destroy,
  };
  return &model;
}
