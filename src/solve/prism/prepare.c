/* solve/prism/prepare.c - setup of a solver on prisms on its device: coefficients, weights, Gamma,
 * right-hand side with boundary conditions, coarse levels. */
#include "base/clock.h"
#include "solve/prism/internal.h"
#include <math.h>

static size_t elements_of(const struct sm_prism_coefficients *s) {
  return (size_t)(s->columns + s->ghosts) * (size_t)(s->layers + 2) + 2;
}

/* Stores numbers in single precision. */
static enum sm_status put_narrow(struct sm_context *ctx, struct sm_prism *prism, const double *from,
                                 size_t count, void *out_pointer) {
  SM_SCOPED float *narrow = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *narrow, "coefficients of prisms", &narrow));
  for (size_t m = 0; m < count; m++) narrow[m] = (float)from[m];
  return sm_store_put(ctx, &prism->store, narrow, count, sizeof *narrow, out_pointer);
}

/* Coefficients of the operator in double. */
static enum sm_status put_wide_grid(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const size_t columns = (size_t)s->columns, edges = 3 * columns, levels = (size_t)s->layers + 2;
  struct sm_store *store = &prism->store;
  struct sm_prism_grid *g = &prism->wide.grid;
  double *tables;
  *g = (struct sm_prism_grid){.layers = s->layers};
  SM_TRY(sm_store_put(ctx, store, s->vertex, edges, sizeof *s->vertex, &g->vertex));
  SM_TRY(sm_store_put(ctx, store, s->neighbour, edges, sizeof *s->neighbour, &g->neighbour));
  SM_TRY(sm_store_put(ctx, store, s->edge, edges, sizeof *s->edge, &g->edge.f64));
  SM_TRY(sm_store_put(ctx, store, s->column, columns, sizeof *s->column, &g->column.f64));
  SM_TRY(sm_store_put(ctx, store, s->tables, 4 * levels, sizeof *s->tables, &tables));
  g->thickness.f64 = tables;
  g->middle.f64 = tables + levels;
  g->sigma.f64 = tables + 2 * levels;
  g->per_gap.f64 = tables + 3 * levels;
  return SM_OK;
}

static enum sm_status put_shape(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const size_t columns = (size_t)s->columns, edges = 3 * columns, levels = (size_t)s->layers + 2;
  struct sm_store *store = &prism->store;
  struct sm_prism_grid *g = &prism->grid;
  struct sm_prism_compact *q = &prism->compact;
  float *tables;
  SM_TRY(put_wide_grid(ctx, prism));
  SM_TRY(put_narrow(ctx, prism, s->tables, 4 * levels, &tables));
  *g = prism->wide.grid;
  *q = (struct sm_prism_compact){.layers = s->layers,
                                 .neighbour = g->neighbour,
                                 .thickness = tables,
                                 .sigma = tables + 2 * levels,
                                 .per_gap = tables + 3 * levels};
  SM_TRY(sm_store_put(ctx, store, s->couplings, columns, sizeof *s->couplings, &q->column));
  if (s->tilt != NULL) SM_TRY(sm_store_put(ctx, store, s->tilt, edges, sizeof *s->tilt, &q->tilt));
  if (!sm_prism_is_narrow(prism)) return SM_OK;
  g->thickness.f32 = tables;
  g->middle.f32 = tables + levels;
  g->sigma.f32 = tables + 2 * levels;
  g->per_gap.f32 = tables + 3 * levels;
  SM_TRY(put_narrow(ctx, prism, &s->edge->across, 4 * edges, &g->edge.f32));
  return put_narrow(ctx, prism, s->column->rise, 7 * columns, &g->column.f32);
}

static enum sm_status put_weights(struct sm_context *ctx, struct sm_prism *prism) {
  SM_SCOPED_BY(sm_prism_vertex_weights_free) struct sm_prism_vertex_weights w = {0};
  struct sm_prism_wide *wide = &prism->wide;
  struct sm_prism_vertices *list = &wide->list;
  struct sm_store *store = &prism->store;
  SM_TRY(sm_prism_vertex_weights_make(ctx, prism->prisms, prism->kind, prism->options.weights, &w));
  const size_t count = (size_t)w.count, entries = w.start[count];
  *list = (struct sm_prism_vertices){.layers = wide->grid.layers,
                                     .middle = wide->grid.middle,
                                     .sigma = wide->grid.sigma,
                                     .per_gap = wide->grid.per_gap};
  prism->list_count = w.count;
  SM_TRY(sm_store_put(ctx, store, w.vertex, count, sizeof *w.vertex, &list->vertex));
  SM_TRY(sm_store_put(ctx, store, w.start, count + 1, sizeof *w.start, &list->start));
  SM_TRY(sm_store_put(ctx, store, w.column, entries, sizeof *w.column, &list->column));
  SM_TRY(sm_store_put(ctx, store, w.weight, entries, sizeof *w.weight, &list->weight.f64));
  SM_TRY(sm_store_put(ctx, store, w.place, 2 * count, sizeof *w.place, &list->place.f64));
  prism->list = *list;
  if (sm_prism_is_narrow(prism)) {
    prism->list.middle = prism->grid.middle;
    prism->list.sigma = prism->grid.sigma;
    prism->list.per_gap = prism->grid.per_gap;
    SM_TRY(put_narrow(ctx, prism, w.weight, entries, &prism->list.weight.f32));
    SM_TRY(put_narrow(ctx, prism, w.place, 2 * count, &prism->list.place.f32));
  }
  return SM_OK;
}

/* Arrays that are iterated; in double those of the solution itself. */
static enum sm_status put_iterate(struct sm_context *ctx, struct sm_prism *prism) {
  struct sm_prism_wide *wide = &prism->wide;
  struct sm_store *store = &prism->store;
  const size_t n = prism->elements, size = sizeof(float);
  if (!sm_prism_is_narrow(prism)) {
    prism->x.f64 = wide->x;
    prism->b.f64 = wide->b;
    prism->at.f64 = wide->at;
    prism->y.f64 = prism->vectors.r.f64 = wide->r;
    return SM_OK;
  }
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &prism->x.f32));
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &prism->b.f32));
  SM_TRY(sm_store_put(ctx, store, NULL, prism->corners, size, &prism->at.f32));
  prism->vectors.r = prism->b;
  if (prism->options.solver != SM_PRISM_JACOBI) return SM_OK;
  return sm_store_put(ctx, store, NULL, n, size, &prism->y.f32);
}

/* Vectors of the Krylov solver. In single precision the cycle reads and writes them itself. */
static enum sm_status put_vectors(struct sm_context *ctx, struct sm_prism *prism) {
  struct sm_prism_vectors *v = &prism->vectors;
  struct sm_store *store = &prism->store;
  const bool narrow = sm_prism_is_narrow(prism);
  const size_t n = prism->elements, size = narrow ? sizeof(float) : sizeof(double);
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &v->shadow));
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &v->p));
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &v->v));
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &v->t));
  for (int m = 0; m < 2; m++) SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof(float), &v->z[m]));
  v->e.f32 = v->z[0];
  if (narrow) return SM_OK;
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &v->e));
  return sm_store_put(ctx, store, NULL, n, sizeof *v->b, &v->b);
}

static enum sm_status put_arrays(struct sm_context *ctx, struct sm_prism *prism) {
  struct sm_prism_wide *wide = &prism->wide;
  struct sm_store *store = &prism->store;
  const size_t n = prism->elements, size = sizeof(double);
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &wide->x));
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &wide->b));
  SM_TRY(sm_store_put(ctx, store, NULL, n, size, &wide->r));
  SM_TRY(sm_store_put(ctx, store, NULL, prism->corners, size, &wide->at));
  SM_TRY(sm_store_put(ctx, store, NULL, SM_PRISM_NUMBERS, size, &prism->number));
  SM_TRY(sm_store_put(ctx, store, NULL, SM_PRISM_HISTORY, size, &prism->history));
  SM_TRY(put_iterate(ctx, prism));
  return prism->options.solver == SM_PRISM_KRYLOV ? put_vectors(ctx, prism) : SM_OK;
}

/* --- all of it --- */

void sm_prism_release(struct sm_prism *prism) {
  prism->device->backend->forget(prism->device, prism->loop);
  prism->loop = NULL;
  sm_csr_levels_destroy(&prism->levels);
  sm_store_clear(&prism->store);
  sm_prism_coefficients_free(&prism->shape);
  sm_free(prism->waves.start);
  prism->waves.start = NULL;
  prism->prepared = prism->balanced = false;
}

/* Stores Gamma and the coarse levels that depend on it. */
static enum sm_status put_couplings(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prism_field *given = &prism->gamma.field;
  const bool even = given->values == NULL && given->at == NULL && !(fabs(given->number - 1) > 0);
  SM_SCOPED double *gamma = NULL;
  if (!even) {
    SM_TRY(sm_alloc(ctx, prism->elements, sizeof *gamma, "Gamma", &gamma));
    SM_TRY(sm_prism_put_gamma(ctx, prism, gamma));
  }
  if (prism->options.solver == SM_PRISM_KRYLOV) {
    SM_TRY(sm_csr_levels_create(ctx, prism->device, &prism->levels));
    SM_TRY(sm_prism_levels_make(ctx, prism->prisms, &prism->shape, gamma, prism->levels));
  }
  return SM_OK;
}

/* Prepares everything that does not change with f and boundary values. */
static enum sm_status put_operator(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prisms *prisms = prism->prisms;
  sm_prism_release(prism);
  SM_TRY(
      sm_prism_coefficients_make(ctx, prisms, prism->kind, prism->value[1].number, &prism->shape));
  prism->elements = elements_of(&prism->shape);
  prism->corners = (size_t)(prisms->plane->vertices + 1) * (size_t)(prism->shape.layers + 1);
  if (prism->elements > UINT32_MAX || prism->shape.columns / SM_PRISM_ROW > SM_PRISM_PLANES)
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: too many prisms for one solver: %d triangles x %d layers\n"
                   "help: at most 8.3 million triangles, and 4 x 10^9 prisms",
                   prism->shape.triangles, prism->shape.layers);
  SM_TRY(put_shape(ctx, prism));
  SM_TRY(put_weights(ctx, prism));
  SM_TRY(sm_prism_put_colours(ctx, prism));
  if (prism->options.solver == SM_PRISM_SOR && !sm_device_is_host(prism->device))
    SM_TRY(sm_prism_put_wavefronts(ctx, prism));
  SM_TRY(put_arrays(ctx, prism));
  SM_TRY(put_couplings(ctx, prism));
  sm_prism_choose_sweeps(prism);
  prism->loop = prism->device->backend->record(prism->device, sm_prism_iterate, prism,
                                               &prism->number[SM_PRISM_CONTINUE]);
  prism->prepared = true;
  return SM_OK;
}

enum sm_status sm_prism_prepare(struct sm_context *ctx, struct sm_prism *prism) {
  const double start = sm_clock_wall();
  enum sm_status status = SM_OK;
  if (!prism->prepared) status = put_operator(ctx, prism);
  if (status == SM_OK && !prism->balanced) status = sm_prism_put_right_side(ctx, prism);
  if (status == SM_OK) status = sm_device_sync(ctx, prism->device);
  if (status != SM_OK) sm_prism_release(prism);
  prism->prepare_seconds = sm_clock_wall() - start;
  return status;
}
