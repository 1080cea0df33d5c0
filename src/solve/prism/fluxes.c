/* Fluxes of a solution through the faces of prisms, on the host. */
#include "solve/prism/internal.h"

#include "base/list.h"

/* Copies x from the device, including ghosts with boundary values, and its vertex values. */
static enum sm_status fetch_all(struct sm_context *ctx, struct sm_prism *prism, double *x,
                                double *at) {
  sm_prism_run_wide_vertices(prism);
  SM_TRY(sm_device_download(ctx, prism->device, x, prism->wide.x, prism->elements * sizeof *x));
  SM_TRY(sm_device_download(ctx, prism->device, at, prism->wide.at, prism->corners * sizeof *at));
  sm_prism_fill_boundary(prism, x, at);
  return SM_OK;
}

/* Gamma at a face: mean of both cell centres; NULL: 1. */
static double gamma_of(const double *gamma, ptrdiff_t a, ptrdiff_t b) {
  return gamma == NULL ? 1 : 0.5 * (gamma[a] + gamma[b]);
}

/* A solution with its vertex values and Gamma. */
struct solution {
  const struct sm_prism *prism;
  const double *x, *at, *gamma;
};

static struct sm_prism_vertex_pair_f64 pair_at(const struct solution *s, ptrdiff_t corner, int k) {
  const ptrdiff_t p = sm_prism_vertex_at(s->prism->shape.layers, s->prism->shape.vertex[corner], k);
  return (struct sm_prism_vertex_pair_f64){s->at[p], s->at[p + 1]};
}

static void find_sides(const struct solution *s, int t, double *side) {
  const struct sm_prism_coefficients *shape = &s->prism->shape;
  const int n = shape->layers;
  for (ptrdiff_t e = 3 * (ptrdiff_t)t; e < 3 * (ptrdiff_t)t + 3; e++)
    for (int k = 0; k < n; k++) {
      const ptrdiff_t own = sm_prism_at(n, t, k), to = sm_prism_at(n, shape->neighbour[e], k);
      const struct sm_prism_vertex_pair_f64 a = pair_at(s, e, k);
      const struct sm_prism_vertex_pair_f64 b = pair_at(s, e % 3 == 2 ? e - 2 : e + 1, k);
      struct sm_prism_balance_f64 sum = {0, 0};
      sm_prism_side_f64(&sum, &shape->edge[e], gamma_of(s->gamma, own, to), shape->thickness[k],
                        shape->middle[k], s->x[own], s->x[to], &a, &b);
      side[e * n + k] = sum.flux;
    }
}

static void find_levels(const struct solution *s, int t, double *level) {
  const struct sm_prism_coefficients *shape = &s->prism->shape;
  const int n = shape->layers;
  for (int k = 0; k <= n; k++) {
    const ptrdiff_t above = sm_prism_at(n, t, k), below = above - 1;
    double v[3];
    for (int i = 0; i < 3; i++)
      v[i] = s->at[sm_prism_vertex_at(n, shape->vertex[3 * (ptrdiff_t)t + i], k)];
    struct sm_prism_balance_f64 sum = {0, 0};
    sm_prism_end_f64(&sum, &shape->column[t], gamma_of(s->gamma, below, above), shape->sigma[k],
                     shape->per_gap[k], 1, s->x[below], s->x[above], v[0], v[1], v[2]);
    level[(ptrdiff_t)t * (n + 1) + k] = sum.flux;
  }
}

enum sm_status sm_prism_find_fluxes(struct sm_context *ctx, struct sm_prism *prism, double *side,
                                    double *level) {
  const size_t bytes = prism->elements * sizeof(double);
  SM_SCOPED double *x = NULL, *at = NULL, *gamma = NULL;
  SM_TRY(sm_alloc(ctx, prism->elements, sizeof *x, "fluxes", &x));
  SM_TRY(sm_alloc(ctx, prism->corners, sizeof *at, "fluxes", &at));
  if (prism->compact.gamma != NULL) {
    SM_TRY(sm_alloc(ctx, prism->elements, sizeof *gamma, "fluxes", &gamma));
    SM_TRY(sm_device_download(ctx, prism->device, gamma, prism->wide.grid.gamma.f64, bytes));
  }
  SM_TRY(fetch_all(ctx, prism, x, at));
  const struct solution s = {prism, x, at, gamma};
#pragma omp parallel for schedule(static)
  for (int t = 0; t < prism->shape.triangles; t++) {
    find_sides(&s, t, side);
    find_levels(&s, t, level);
  }
  return SM_OK;
}
