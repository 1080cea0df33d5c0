#include "physics/projection.h"

#include "device/row_exchange.h"
#include "parallel/rows.h"

enum sm_status sm_projection_create(struct sm_context *ctx, struct sm_device *device,
                                    const struct sm_grid *grid, struct sm_projection *out) {
  *out = (struct sm_projection){
      .device = device, .grid = grid, .limit = device->bits == 64 ? 1e-10 : 1e-5};
  for (int a = 0; a < 3; a++) out->exact_size += 2 * ((size_t)grid->axis[a].n + 3);
  out->store = (struct sm_store){.device = device, .what = "metric"};
  enum sm_status status =
      sm_store_put(ctx, &out->store, NULL, out->exact_size, sizeof *out->exact, &out->exact);
  if (status == SM_OK)
    status = sm_store_put(ctx, &out->store, NULL, 1, sizeof *out->number, &out->number);
  if (status != SM_OK) sm_projection_free(out);
  return status;
}

void sm_projection_free(struct sm_projection *projection) {
  if (projection->device == NULL) return;
  sm_poisson_destroy(&projection->poisson);
  sm_rows_destroy(&projection->rows);
  sm_store_clear(&projection->store);
  *projection = (struct sm_projection){.device = NULL};
}

/* Widths and inverse distances in double precision, as the projection uses them. */
static enum sm_status make_metric(struct sm_context *ctx, struct sm_projection *p,
                                  const struct sm_poisson_setup *setup) {
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_alloc(ctx, p->exact_size, sizeof *host, "metric", &host));
  double *next = host, *on_device = p->exact;
  for (int a = 0; a < 3; a++) {
    const struct sm_axis *axis = &p->grid->axis[a];
    const size_t size = (size_t)axis->n + 3;
    const double factor = a == 2 ? setup->eta : 1;
    const double *width = axis->width;
    for (int i = 0; i <= axis->n; i++) {
      const double below = width[i > 0 ? i - 1 : 0], here = width[i < axis->n ? i : i - 1];
      next[i] = factor / (0.5 * (below + here));
      next[size + (size_t)i] = here;
    }
    if (a == 2 && setup->above > 0)
      next[axis->n] = factor / (0.5 * width[axis->n - 1] + setup->above);
    if (setup->periodic[a])
      next[0] = next[axis->n] = factor / (0.5 * (width[axis->n - 1] + width[0]));
    next[size + (size_t)axis->n + 1] = width[axis->n - 1];
    p->metric.g[a] = on_device;
    p->metric.h[a] = on_device + size;
    next += 2 * size;
    on_device += 2 * size;
  }
  return sm_device_upload(ctx, p->device, p->exact, host, p->exact_size * sizeof *host);
}

/* Rows of the wind of each process; the last one also has the faces of the high side. */
static enum sm_status make_rows(struct sm_context *ctx, struct sm_projection *p) {
  const struct sm_row_carrier *carrier = &p->device->carrier;
  const struct sm_rows *cells = p->poisson->level[0].cut;
  const int processes = sm_parallel_count(p->device->group), planes = p->grid->axis[2].n + 1;
  const size_t size = (size_t)p->sy * sm_device_real_size(p->device);
  SM_SCOPED int *cut = NULL;
  if (!p->poisson->own_rows) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)processes + 1, sizeof *cut, "cuts of the grid", &cut));
  for (int n = 0; n < processes; n++) cut[n] = cells->cut[n];
  cut[processes] = cells->n + 1;
  SM_TRY(sm_rows_create(ctx, p->device->group, cut, false, planes, size, 0, 1, &p->rows));
  return carrier->allocate != NULL ? sm_rows_carry(ctx, p->rows, carrier) : SM_OK;
}

enum sm_status sm_projection_set_solver(struct sm_context *ctx, struct sm_projection *projection,
                                        const struct sm_poisson_setup *setup) {
  sm_poisson_destroy(&projection->poisson);
  sm_rows_destroy(&projection->rows);
  SM_TRY(make_metric(ctx, projection, setup));
  SM_TRY(sm_poisson_create(ctx, projection->device, setup, &projection->poisson));
  return make_rows(ctx, projection);
}

static struct sm_projected_wind wind_of(const struct sm_projection *p, const double *x,
                                        double scale) {
  return (struct sm_projected_wind){.op = p->poisson->level[0].op,
                                    .sy = p->sy,
                                    .sz = p->sz,
                                    .metric = p->metric,
                                    .u = p->u[0],
                                    .v = p->u[1],
                                    .w = p->u[2],
                                    .x = x,
                                    .scale = scale};
}

/* Subtracts the mean of the residual: rounding of the prescribed velocity at the sides leaves an
 * imbalance that no pressure can remove, and conjugate gradients would diverge on it. */
static void remove_imbalance(struct sm_projection *p, float *r, double *sum) {
  const struct sm_backend *be = p->device->backend;
  const struct sm_poisson *poisson = p->poisson;
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  double *total = &poisson->scalars[SM_CG_PQ]; /* free between iterations */
  const struct sm_mean_removal args = {
      s->sy, s->sz, s->colour, level->op.open, r, total, 1 / (double)poisson->floating};
  const struct sm_box box = sm_mg_level_box(level);
  be->residual_sum(p->device, &box, &args, total);
  be->subtract_mean(p->device, &box, &args, sum);
}

static void residual(struct sm_projection *p, const double *x, double scale, float *r,
                     double *sum) {
  const struct sm_backend *be = p->device->backend;
  struct sm_projected_wind wind = wind_of(p, x, scale);
  wind.r = r;
  const struct sm_box box = sm_mg_level_box(&p->poisson->level[0]);
  (wind.op.fx == NULL ? be->wind_residual_open : be->wind_residual_part)(p->device, &box, &wind,
                                                                         sum);
  if (p->poisson->floating > 0 && p->given) remove_imbalance(p, r, sum);
}

/* Largest component on a face (m/s) of u + scale grad x. */
static enum sm_status measure_fastest(struct sm_context *ctx, struct sm_projection *p,
                                      const double *x, double scale, double *fastest) {
  const struct sm_box box = sm_mg_level_box(&p->poisson->level[0]);
  const struct sm_projected_wind wind = wind_of(p, x, scale);
  p->device->backend->wind_fastest(p->device, &box, &wind, p->number);
  return sm_device_download(ctx, p->device, fastest, p->number, sizeof *fastest);
}

/* Largest |div u| h (m/s) of the current wind. */
static enum sm_status measure_divergence(struct sm_context *ctx, struct sm_projection *p,
                                         double *divergence) {
  const struct sm_backend *be = p->device->backend;
  const struct sm_projected_wind wind = wind_of(p, p->poisson->x, 0);
  const struct sm_box box = sm_mg_level_box(&p->poisson->level[0]);
  (wind.op.fx == NULL ? be->wind_divergence_open : be->wind_divergence_part)(p->device, &box, &wind,
                                                                             p->number);
  return sm_device_download(ctx, p->device, divergence, p->number, sizeof *divergence);
}

/* Enqueues the largest remaining |div u| h (m/s), from the flux imbalance that the residual stored
 * in r. */
static void enqueue_rest(struct sm_projection *p, const float *r, double *out) {
  const struct sm_red_black *s = &p->poisson->level[0].layout;
  const struct sm_flux_divergence rest = {s->sy, s->sz, s->colour, p->metric, r};
  const struct sm_box box = sm_mg_level_box(&p->poisson->level[0]);
  p->device->backend->flux_divergence(p->device, &box, &rest, out);
}

struct acceptance {
  struct sm_projection *projection;
  struct sm_context *ctx;
  const double *x; /* solution at the last residual */
  double left;     /* largest remaining |div u| h, m/s */
};

static void accept_residual(void *user, const double *x, double scale, float *r, double *sum) {
  struct acceptance *a = user;
  a->x = x;
  residual(a->projection, x, scale, r, sum);
}

static void accept_measure(void *user, const float *r, double *out) {
  enqueue_rest(((struct acceptance *)user)->projection, r, out);
}

/* Compares the remaining divergence with the largest velocity of the projected wind. Half the limit
 * is allowed, since rounding of the wind to its precision adds to it. What is too much even for
 * twice the last known velocity is not compared with the new one, whose measurement takes long. */
static bool accept(void *user, const float *r, const double *measured) {
  struct acceptance *a = user;
  struct sm_projection *p = a->projection;
  double fastest = p->fastest;
  if (measured != NULL) {
    a->left = *measured;
  } else {
    enqueue_rest(p, r, p->number);
    if (sm_device_download(a->ctx, p->device, &a->left, p->number, sizeof a->left) != SM_OK)
      return true; /* the next sync reports the error */
  }
  if (fastest > 0 && a->left > p->limit * fastest) return false;
  if (!p->keeps && measure_fastest(a->ctx, p, a->x, 1, &fastest) != SM_OK) return true;
  return a->left <= 0.5 * p->limit * fastest;
}

/* Largest |div u| h / U of a wind that is free of divergence but for the rounding of its sums. */
static const double rounding = 1e-14;

/* Adds the gradient of the solver's x. */
static void add_gradient(struct sm_projection *projection) {
  struct sm_device *device = projection->device;
  const struct sm_mg_level *level = &projection->poisson->level[0];
  const int *n = level->layout.n;
  const ptrdiff_t step[3] = {1, projection->sy, projection->sz};
  const struct sm_box own = sm_mg_level_box(level);
  for (int a = 0; a < 3; a++) {
    if (step[a] == 0) continue; /* an axis of one cell: both faces are one element */
    const struct sm_project p = {.op = level->op,
                                 .sy = projection->sy,
                                 .sz = projection->sz,
                                 .u = projection->u[a],
                                 .g = projection->metric.g[a],
                                 .x = projection->poisson->x,
                                 .axis = a,
                                 .n = n[a]};
    struct sm_box box = own;
    box.hi[a]++;
    (a == 0 ? device->backend->project_x : device->backend->project)(device, &box, &p);
  }
}

/* Gets the projected wind of the other processes. */
static void gather_wind(const struct sm_projection *p) {
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(p->device);
  for (int a = 0; a < 3 && p->poisson->own_rows; a++) {
    const struct sm_row_array rows = {.data = p->u[a].f32,
                                      .size = (size_t)(p->sy * real),
                                      .row = p->sy * real,
                                      .plane = p->sz * real,
                                      .planes = p->grid->axis[2].n + 1};
    sm_device_gather_rows(p->device, p->rows, &rows);
  }
}

enum sm_status sm_projection_solve(struct sm_context *ctx, struct sm_projection *projection,
                                   const struct sm_poisson_options *options,
                                   struct sm_poisson_result *result, double *divergence) {
  struct acceptance acceptance = {projection, ctx, NULL, 0};
  const struct sm_poisson_problem problem = {accept_residual, accept, accept_measure, &acceptance};
  SM_TRY(sm_poisson_solve(ctx, projection->poisson, &problem, options, result));
  add_gradient(projection);
  gather_wind(projection);
  if (!projection->keeps) {
    SM_TRY(sm_projection_measure(ctx, projection, divergence));
    /* A wind that was free of divergence: the right-hand side is rounding, which no x reduces. */
    if (!result->converged && options->change_tolerance <= 0 && *divergence <= rounding) {
      result->converged = true;
      result->residual = 0;
    }
    return SM_OK;
  }
  *divergence = projection->fastest > 0 ? acceptance.left / projection->fastest : 0;
  return SM_OK;
}

enum sm_status sm_projection_measure(struct sm_context *ctx, struct sm_projection *projection,
                                     double *divergence) {
  double left;
  sm_mg_share_sums(projection->poisson, true);
  enum sm_status status = measure_divergence(ctx, projection, &left);
  if (status == SM_OK)
    status = measure_fastest(ctx, projection, projection->poisson->x, 0, &projection->fastest);
  sm_mg_share_sums(projection->poisson, false);
  SM_TRY(status);
  *divergence = projection->fastest > 0 ? left / projection->fastest : 0;
  return SM_OK;
}
