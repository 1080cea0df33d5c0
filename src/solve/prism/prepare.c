/* solve/prism/prepare.c - setup of a solver on prisms on its device: coefficients, weights, Gamma,
 * right-hand side with boundary conditions, coarse levels. */
#include "base/clock.h"
#include "solve/prism/internal.h"
#include <math.h>

/* Value of a field at a position; index: of a prism, or -1 on a boundary. */
static double value_of(const struct sm_prism_field *field, const double place[3], ptrdiff_t index) {
  if (field->values != NULL && index >= 0) return field->values[index];
  return field->at != NULL ? field->at(field->user, place) : field->number;
}

static size_t elements_of(const struct sm_prism_coefficients *s) {
  return (size_t)(s->columns + s->ghosts) * (size_t)(s->layers + 2) + 2;
}

/* Position of ghost g at layer k: on the boundary face. */
static void ghost_place(const struct sm_prism *prism, int g, double sigma, double place[3]) {
  const int m = prism->shape.ghost[g];
  const struct sm_prism_point spot = sm_prism_edge_middle(prism->prisms, m / 3, m % 3);
  sm_prism_point_at(&spot, sigma, place);
}

static int ghost_part(const struct sm_prism *prism, int g) {
  return sm_prism_boundary_index(prism->prisms->plane->side[prism->shape.ghost[g]]);
}

/* --- Gamma --- */

/* Gamma of a ghost such that its mean with the cell's is that of the face. */
static double ghost_gamma(const struct sm_prism *prism, const double place[3], double own) {
  const struct sm_prism_field *gamma = &prism->gamma.field;
  return gamma->values != NULL ? own : 2 * value_of(gamma, place, -1) - own;
}

static enum sm_status fill_gamma(struct sm_context *ctx, const struct sm_prism *prism,
                                 double *gamma) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const int n = s->layers;
  double place[3];
  for (size_t m = 0; m < prism->elements; m++) gamma[m] = 1;
  for (int c = 0; c < s->triangles; c++) {
    const struct sm_prism_point spot = sm_prism_centroid(prism->prisms, c);
    double *column = gamma + sm_prism_at(n, c, 0);
    for (int k = 0; k < n; k++) {
      sm_prism_point_at(&spot, s->middle[k], place);
      column[k] = value_of(&prism->gamma.field, place, (ptrdiff_t)c * n + k);
      if (!(column[k] > 0) || !isfinite(column[k]))
        return sm_fail(ctx, SM_ERR_DATA,
                       "error: Gamma is %g in prism %d of the column over triangle %d\n"
                       "help: it must be above 0 everywhere",
                       column[k], k + 1, c + 1);
    }
    sm_prism_point_at(&spot, 0, place);
    column[-1] = ghost_gamma(prism, place, column[0]);
    sm_prism_point_at(&spot, 1, place);
    column[n] = ghost_gamma(prism, place, column[n - 1]);
  }
  for (int g = 0; g < s->ghosts; g++)
    for (int k = 0; k < n; k++) {
      const double own = gamma[sm_prism_at(n, s->ghost[g] / 3, k)];
      ghost_place(prism, g, s->middle[k], place);
      gamma[sm_prism_at(n, s->columns + g, k)] = ghost_gamma(prism, place, own);
    }
  return SM_OK;
}

static enum sm_status put_gamma(struct sm_context *ctx, struct sm_prism *prism, double *gamma) {
  float *narrow;
  const double *on_device;
  const float *narrow_on_device;
  SM_TRY(fill_gamma(ctx, prism, gamma));
  SM_TRY(sm_alloc(ctx, prism->elements, sizeof *narrow, "Gamma", &narrow));
  for (size_t m = 0; m < prism->elements; m++) narrow[m] = (float)gamma[m];
  enum sm_status status =
      sm_store_put(ctx, &prism->store, gamma, prism->elements, sizeof *gamma, &on_device);
  if (status == SM_OK)
    status = sm_store_put(ctx, &prism->store, narrow, prism->elements, sizeof *narrow,
                          &narrow_on_device);
  sm_free(narrow);
  if (status != SM_OK) return status;
  prism->grid.gamma = on_device;
  prism->compact.gamma = narrow_on_device;
  return SM_OK;
}

/* --- the right-hand side --- */

static double gamma_between(const double *gamma, ptrdiff_t a, ptrdiff_t b) {
  return gamma == NULL ? 1 : 0.5 * (gamma[a] + gamma[b]);
}

/* b = -f V plus the prescribed normal fluxes. */
static void fill_right_side(const struct sm_prism *prism, const double *gamma, double *b) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const int n = s->layers;
  double place[3];
  for (int c = 0; c < s->triangles; c++) {
    const struct sm_prism_point spot = sm_prism_centroid(prism->prisms, c);
    const double area = sm_triangles_area(prism->prisms->plane, c), *rise = s->column[c].rise;
    for (int k = 0; k < n; k++) {
      sm_prism_point_at(&spot, s->middle[k], place);
      b[sm_prism_at(n, c, k)] = -area * spot.depth * s->thickness[k] *
                                value_of(&prism->source.field, place, (ptrdiff_t)c * n + k);
    }
    for (int end = 0; end < 2; end++) {
      if (prism->kind[end] != SM_PRISM_NEUMANN) continue;
      const double wide = sqrt(area * spot.depth * (rise[0] + end * (rise[1] + rise[2])));
      const ptrdiff_t at = sm_prism_at(n, c, end * (n - 1));
      sm_prism_point_at(&spot, end, place);
      b[at] += gamma_between(gamma, at, at - 1 + 2 * end) * wide *
               value_of(&prism->value[end], place, -1);
    }
  }
  for (int g = 0; g < s->ghosts; g++) {
    if (prism->kind[ghost_part(prism, g)] != SM_PRISM_NEUMANN) continue;
    const int m = s->ghost[g], triangle = m / 3, e = m % 3;
    const int *corner = prism->prisms->plane->vertex + 3 * (ptrdiff_t)triangle;
    const struct sm_prism_point from = sm_prism_corner(prism->prisms, corner[e]);
    const struct sm_prism_point to = sm_prism_corner(prism->prisms, corner[(e + 1) % 3]);
    const double area = hypot(to.x - from.x, to.y - from.y) * 0.5 * (from.depth + to.depth);
    for (int k = 0; k < n; k++) {
      const ptrdiff_t at = sm_prism_at(n, triangle, k);
      ghost_place(prism, g, s->middle[k], place);
      b[at] += gamma_between(gamma, at, sm_prism_at(n, s->columns + g, k)) * area *
               s->thickness[k] * value_of(&prism->value[ghost_part(prism, g)], place, -1);
    }
  }
}

/* Compatibility: if x is nowhere prescribed, b must sum to 0; f is corrected by a constant. */
static void make_compatible(struct sm_prism *prism, double *b) {
  const double rounding = 1e-12;
  const struct sm_prism_coefficients *s = &prism->shape;
  double sum = 0, sizes = 0, volume = 0;
  for (int c = 0; c < s->triangles; c++)
    for (int k = 0; k < s->layers; k++) {
      const double value = b[sm_prism_at(s->layers, c, k)];
      sum += value;
      sizes += fabs(value);
      volume += sm_prisms_volume(prism->prisms, c, k);
    }
  prism->imbalance = sizes > 0 ? fabs(sum) / sizes : 0;
  double left = 0;
  for (int c = 0; c < s->triangles; c++)
    for (int k = 0; k < s->layers; k++) {
      double *value = &b[sm_prism_at(s->layers, c, k)];
      *value -= sum / volume * sm_prisms_volume(prism->prisms, c, k);
      left += fabs(*value);
    }
  if (left > rounding * sizes) return;
  for (int c = 0; c < s->triangles; c++) /* f was a constant: only rounding is left */
    for (int k = 0; k < s->layers; k++) b[sm_prism_at(s->layers, c, k)] = 0;
}

/* --- given values --- */

/* Boundary values in the ghosts of x, in the cell layout: at the faces. */
static void fill_ghosts(const struct sm_prism *prism, double *x) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const int n = s->layers;
  double place[3];
  for (int c = 0; c < s->triangles; c++) {
    const struct sm_prism_point spot = sm_prism_centroid(prism->prisms, c);
    for (int end = 0; end < 2; end++) {
      if (prism->kind[end] != SM_PRISM_DIRICHLET) continue;
      sm_prism_point_at(&spot, end, place);
      x[sm_prism_at(n, c, end == 0 ? -1 : n)] = value_of(&prism->value[end], place, -1);
    }
  }
  for (int g = 0; g < s->ghosts; g++) {
    const int part = ghost_part(prism, g);
    for (int k = 0; k < n && prism->kind[part] == SM_PRISM_DIRICHLET; k++) {
      ghost_place(prism, g, s->middle[k], place);
      x[sm_prism_at(n, s->columns + g, k)] = value_of(&prism->value[part], place, -1);
    }
  }
}

/* Boundary values at vertices; where parts meet, the outline has priority. */
static void fill_vertices(const struct sm_prism *prism, double *at) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const struct sm_triangles *t = prism->prisms->plane;
  const int n = s->layers;
  double place[3];
  for (int v = 0; v < t->vertices; v++) {
    const struct sm_prism_point spot = sm_prism_corner(prism->prisms, v);
    for (int end = 0; end < 2; end++) {
      if (prism->kind[end] != SM_PRISM_DIRICHLET) continue;
      sm_prism_point_at(&spot, end, place);
      at[sm_prism_vertex_at(n, v, end * n)] = value_of(&prism->value[end], place, -1);
    }
  }
  for (int g = 0; g < s->ghosts; g++) {
    const int m = s->ghost[g], part = ghost_part(prism, g);
    if (prism->kind[part] != SM_PRISM_DIRICHLET) continue;
    for (int end = 0; end < 2; end++) {
      const int v = t->vertex[m - m % 3 + (m % 3 + end) % 3];
      const struct sm_prism_point spot = sm_prism_corner(prism->prisms, v);
      for (int k = 0; k <= n; k++) {
        sm_prism_point_at(&spot, s->sigma[k], place);
        at[sm_prism_vertex_at(n, v, k)] = value_of(&prism->value[part], place, -1);
      }
    }
  }
}

void sm_prism_fill_boundary(const struct sm_prism *prism, double *x, double *at) {
  fill_ghosts(prism, x);
  fill_vertices(prism, at);
}

/* Moves the boundary values into b: the residual of x = 0 with them. */
static enum sm_status lift_boundary(struct sm_context *ctx, struct sm_prism *prism) {
  struct sm_device *device = prism->device;
  double *x = NULL, *at = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, prism->elements, sizeof *x, "given values", &x));
  SM_TRY_DONE(sm_alloc(ctx, prism->corners, sizeof *at, "given values", &at));
  sm_prism_fill_boundary(prism, x, at);
  SM_TRY_DONE(sm_device_upload(ctx, device, prism->x, x, prism->elements * sizeof *x));
  SM_TRY_DONE(sm_device_upload(ctx, device, prism->at, at, prism->corners * sizeof *at));
  const struct sm_prism_apply apply = {prism->grid, prism->x, prism->at, prism->b, prism->b,
                                       prism->b,    1,        1,         1};
  sm_prism_run_apply(prism, &apply, &prism->number[SM_PRISM_RR]);
  device->backend->clear(device, prism->x, prism->elements * sizeof *x);
  device->backend->clear(device, prism->at, prism->corners * sizeof *at);
done:
  sm_free(x);
  sm_free(at);
  return status;
}

/* --- on the device --- */

static enum sm_status put_shape(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const size_t columns = (size_t)s->columns, edges = 3 * columns, levels = (size_t)s->layers + 2;
  struct sm_store *store = &prism->store;
  struct sm_prism_grid *g = &prism->grid;
  struct sm_prism_compact *q = &prism->compact;
  const double *tables;
  float *narrow, *on_device;
  *g = (struct sm_prism_grid){.layers = s->layers};
  SM_TRY(sm_store_put(ctx, store, s->vertex, edges, sizeof *s->vertex, &g->vertex));
  SM_TRY(sm_store_put(ctx, store, s->neighbour, edges, sizeof *s->neighbour, &g->neighbour));
  SM_TRY(sm_store_put(ctx, store, s->edge, edges, sizeof *s->edge, &g->edge));
  SM_TRY(sm_store_put(ctx, store, s->column, columns, sizeof *s->column, &g->column));
  SM_TRY(sm_store_put(ctx, store, s->tables, 4 * levels, sizeof *s->tables, &tables));
  g->thickness = tables;
  g->middle = tables + levels;
  g->sigma = tables + 2 * levels;
  g->per_gap = tables + 3 * levels;
  *q = (struct sm_prism_compact){.layers = s->layers, .neighbour = g->neighbour};
  SM_TRY(sm_store_put(ctx, store, s->couplings, columns, sizeof *s->couplings, &q->column));
  if (s->tilt != NULL) SM_TRY(sm_store_put(ctx, store, s->tilt, edges, sizeof *s->tilt, &q->tilt));
  SM_TRY(sm_alloc(ctx, 4 * levels, sizeof *narrow, "coefficients of prisms", &narrow));
  for (size_t m = 0; m < 4 * levels; m++) narrow[m] = (float)s->tables[m];
  const enum sm_status status =
      sm_store_put(ctx, store, narrow, 4 * levels, sizeof *narrow, &on_device);
  sm_free(narrow);
  q->thickness = on_device;
  q->sigma = on_device + 2 * levels;
  q->per_gap = on_device + 3 * levels;
  return status;
}

static enum sm_status put_weights(struct sm_context *ctx, struct sm_prism *prism) {
  struct sm_prism_vertex_weights w;
  struct sm_prism_vertices *list = &prism->list;
  struct sm_store *store = &prism->store;
  const struct sm_prism_grid *g = &prism->grid;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(
      sm_prism_vertex_weights_make(ctx, prism->prisms, prism->kind, prism->options.weights, &w));
  const size_t count = (size_t)w.count, entries = w.start[count];
  *list = (struct sm_prism_vertices){
      .layers = g->layers, .middle = g->middle, .sigma = g->sigma, .per_gap = g->per_gap};
  prism->list_count = w.count;
  SM_TRY_DONE(sm_store_put(ctx, store, w.vertex, count, sizeof *w.vertex, &list->vertex));
  SM_TRY_DONE(sm_store_put(ctx, store, w.start, count + 1, sizeof *w.start, &list->start));
  SM_TRY_DONE(sm_store_put(ctx, store, w.column, entries, sizeof *w.column, &list->column));
  SM_TRY_DONE(sm_store_put(ctx, store, w.weight, entries, sizeof *w.weight, &list->weight));
  SM_TRY_DONE(sm_store_put(ctx, store, w.place, 2 * count, sizeof *w.place, &list->place));
done:
  sm_prism_vertex_weights_free(&w);
  return status;
}

/* Colours of the triangles for multicolour sweeps: a pass updates the layers of a column whose
 * index plus colour match it. */
static enum sm_status put_colours(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const size_t columns = (size_t)s->columns;
  uint32_t *start = NULL;
  int *colour = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, columns + 1, sizeof *start, "colours", &start));
  SM_TRY_DONE(sm_alloc(ctx, columns, sizeof *colour, "colours", &colour));
  for (size_t c = 0; c <= columns; c++) start[c] = (uint32_t)(3 * c);
  prism->colours = sm_prism_choose_colours(s->columns, start, s->neighbour, colour);
  if (prism->colours < 2) prism->colours = 2;
  SM_TRY_DONE(sm_store_put(ctx, &prism->store, colour, columns, sizeof *colour, &prism->colour));
done:
  sm_free(start);
  sm_free(colour);
  return status;
}

static enum sm_status put_vectors(struct sm_context *ctx, struct sm_prism *prism) {
  struct sm_prism_vectors *v = &prism->vectors;
  struct sm_store *store = &prism->store;
  const size_t n = prism->elements;
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *prism->x, &prism->x));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *prism->b, &prism->b));
  SM_TRY(sm_store_put(ctx, store, NULL, prism->corners, sizeof *prism->at, &prism->at));
  SM_TRY(sm_store_put(ctx, store, NULL, SM_PRISM_NUMBERS, sizeof(double), &prism->number));
  SM_TRY(sm_store_put(ctx, store, NULL, SM_PRISM_HISTORY, sizeof(double), &prism->history));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->r, &v->r));
  prism->y = v->r;
  if (prism->options.solver != SM_PRISM_KRYLOV) return SM_OK;
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->shadow, &v->shadow));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->p, &v->p));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->v, &v->v));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->t, &v->t));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->e, &v->e));
  SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->b, &v->b));
  for (int m = 0; m < 2; m++) SM_TRY(sm_store_put(ctx, store, NULL, n, sizeof *v->b, &v->z[m]));
  return SM_OK;
}

/* --- all of it --- */

void sm_prism_release(struct sm_prism *prism) {
  prism->device->backend->forget(prism->device, prism->loop);
  prism->loop = NULL;
  sm_csr_levels_destroy(&prism->levels);
  sm_store_clear(&prism->store);
  sm_prism_coefficients_free(&prism->shape);
  prism->prepared = prism->balanced = false;
}

/* Stores Gamma and the coarse levels that depend on it. */
static enum sm_status put_couplings(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prism_field *given = &prism->gamma.field;
  const bool even = given->values == NULL && given->at == NULL && !(fabs(given->number - 1) > 0);
  double *gamma = NULL;
  enum sm_status status = SM_OK;
  if (!even) {
    SM_TRY_DONE(sm_alloc(ctx, prism->elements, sizeof *gamma, "Gamma", &gamma));
    SM_TRY_DONE(put_gamma(ctx, prism, gamma));
  }
  if (prism->options.solver == SM_PRISM_KRYLOV) {
    SM_TRY_DONE(sm_csr_levels_create(ctx, prism->device, &prism->levels));
    SM_TRY_DONE(sm_prism_levels_make(ctx, prism->prisms, &prism->shape, gamma, prism->levels));
  }
done:
  sm_free(gamma);
  return status;
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
  SM_TRY(put_colours(ctx, prism));
  SM_TRY(put_vectors(ctx, prism));
  SM_TRY(put_couplings(ctx, prism));
  sm_prism_choose_sweeps(prism);
  prism->loop = prism->device->backend->record(prism->device, sm_prism_iterate, prism,
                                               &prism->number[SM_PRISM_CONTINUE]);
  prism->prepared = true;
  return SM_OK;
}

static enum sm_status put_right_side(struct sm_context *ctx, struct sm_prism *prism) {
  const size_t bytes = prism->elements * sizeof(double);
  double *gamma = NULL, *b = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, prism->elements, sizeof *b, "the right-hand side", &b));
  if (prism->grid.gamma != NULL) {
    SM_TRY_DONE(sm_alloc(ctx, prism->elements, sizeof *gamma, "Gamma", &gamma));
    SM_TRY_DONE(sm_device_download(ctx, prism->device, gamma, prism->grid.gamma, bytes));
  }
  fill_right_side(prism, gamma, b);
  prism->imbalance = 0;
  if (!prism->shape.fixed) make_compatible(prism, b);
  SM_TRY_DONE(sm_device_upload(ctx, prism->device, prism->b, b, bytes));
  SM_TRY_DONE(lift_boundary(ctx, prism));
  prism->balanced = true;
done:
  sm_free(gamma);
  sm_free(b);
  return status;
}

enum sm_status sm_prism_prepare(struct sm_context *ctx, struct sm_prism *prism) {
  const double start = sm_clock_wall();
  enum sm_status status = SM_OK;
  if (!prism->prepared) status = put_operator(ctx, prism);
  if (status == SM_OK && !prism->balanced) status = put_right_side(ctx, prism);
  if (status == SM_OK) status = sm_device_sync(ctx, prism->device);
  if (status != SM_OK) sm_prism_release(prism);
  prism->prepare_seconds = sm_clock_wall() - start;
  return status;
}
