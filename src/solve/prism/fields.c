/* solve/prism/fields.c - Gamma, f and boundary values of a solver on prisms, on its device. */
#include "base/list.h"
#include "solve/prism/internal.h"
#include <math.h>

/* Value of a field at a position; index: of a prism, or -1 on a boundary. */
static double value_of(const struct sm_prism_field *field, const double place[3], ptrdiff_t index) {
  if (field->values != NULL && index >= 0) return field->values[index];
  return field->at != NULL ? field->at(field->user, place) : field->number;
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

enum sm_status sm_prism_put_gamma(struct sm_context *ctx, struct sm_prism *prism, double *gamma) {
  float *narrow;
  double *on_device;
  float *narrow_on_device;
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
  prism->wide.grid.gamma.f64 = on_device;
  prism->compact.gamma = narrow_on_device;
  if (sm_prism_is_narrow(prism))
    prism->grid.gamma.f32 = narrow_on_device;
  else
    prism->grid.gamma.f64 = on_device;
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
  SM_SCOPED double *x = NULL, *at = NULL;
  SM_TRY(sm_alloc(ctx, prism->elements, sizeof *x, "given values", &x));
  SM_TRY(sm_alloc(ctx, prism->corners, sizeof *at, "given values", &at));
  sm_prism_fill_boundary(prism, x, at);
  SM_TRY(sm_device_upload(ctx, device, prism->wide.x, x, prism->elements * sizeof *x));
  SM_TRY(sm_device_upload(ctx, device, prism->wide.at, at, prism->corners * sizeof *at));
  sm_prism_run_residual(prism, prism->wide.b, &prism->number[SM_PRISM_RR]);
  device->backend->clear(device, prism->wide.x, prism->elements * sizeof *x);
  device->backend->clear(device, prism->wide.at, prism->corners * sizeof *at);
  return SM_OK;
}

enum sm_status sm_prism_put_right_side(struct sm_context *ctx, struct sm_prism *prism) {
  const size_t bytes = prism->elements * sizeof(double);
  SM_SCOPED double *gamma = NULL, *b = NULL;
  SM_TRY(sm_alloc(ctx, prism->elements, sizeof *b, "the right-hand side", &b));
  if (prism->compact.gamma != NULL) {
    SM_TRY(sm_alloc(ctx, prism->elements, sizeof *gamma, "Gamma", &gamma));
    SM_TRY(sm_device_download(ctx, prism->device, gamma, prism->wide.grid.gamma.f64, bytes));
  }
  fill_right_side(prism, gamma, b);
  prism->imbalance = 0;
  if (!prism->shape.fixed) make_compatible(prism, b);
  SM_TRY(sm_device_upload(ctx, prism->device, prism->wide.b, b, bytes));
  SM_TRY(lift_boundary(ctx, prism));
  prism->balanced = true;
  return SM_OK;
}
