/* Mass-consistent wind on prisms. With z' = z / alpha and w' = w / alpha the functional is
 * isotropic and the divergence unchanged: the potential is computed on prisms with heights divided
 * by alpha. */
#include "physics/diagnostic/prism_wind.h"

#include "base/list.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Volume fluxes: outward through the sides, [3
 *
 * triangles][layers]; upward through the levels, [triangles][layers + 1]; m3/s over alpha. */
struct fluxes {
  double *side, *level;
};

struct sm_prism_wind {
  struct sm_prism_wind_options options;
  struct sm_prisms scaled; /* heights divided by alpha; the other arrays are borrowed */
  struct sm_prism *solver;
  struct fluxes guess, correction;
  double *net; /* [triangles][layers]: net outflow of every prism, then its mean divergence */
};

static const char what[] = "the wind on prisms";

static enum sm_status allocate(struct sm_context *ctx, struct sm_prism_wind *w) {
  const struct sm_prisms *p = &w->scaled;
  const size_t vertices = (size_t)p->plane->vertices, triangles = (size_t)p->plane->triangles;
  const size_t sides = 3 * triangles * (size_t)p->layers;
  const size_t levels = triangles * (size_t)(p->layers + 1);
  SM_TRY(sm_alloc(ctx, vertices, sizeof(double), what, &w->scaled.bottom));
  SM_TRY(sm_alloc(ctx, vertices, sizeof(double), what, &w->scaled.surface));
  SM_TRY(sm_alloc(ctx, sides, sizeof(double), what, &w->guess.side));
  SM_TRY(sm_alloc(ctx, levels, sizeof(double), what, &w->guess.level));
  SM_TRY(sm_alloc(ctx, sides, sizeof(double), what, &w->correction.side));
  SM_TRY(sm_alloc(ctx, levels, sizeof(double), what, &w->correction.level));
  return sm_alloc(ctx, sm_prisms_count(p), sizeof *w->net, what, &w->net);
}

static double mean_depth(const struct sm_prisms *p) {
  double volume = 0, area = 0;
  for (int t = 0; t < p->plane->triangles; t++) {
    area += sm_triangles_area(p->plane, t);
    for (int k = 0; k < p->layers; k++) volume += sm_prisms_volume(p, t, k);
  }
  return volume / area;
}

/* Boundary conditions: closed ground; potential 0 or prescribed at the sides and the top. */
static enum sm_status set_boundaries(struct sm_context *ctx, struct sm_prism_wind *w) {
  const struct sm_prism_wind_options *o = &w->options;
  const struct sm_prism_field closed = {.number = 0}, open = {.at = o->potential};
  const double beyond = o->above / o->alpha / mean_depth(&w->scaled);
  const bool decays = o->potential == NULL && beyond > 0;
  const struct sm_prism_field decay = {.number = beyond};
  SM_TRY(sm_prism_set_boundary(ctx, w->solver, SM_PRISM_BOTTOM, SM_PRISM_NEUMANN, &closed));
  SM_TRY(sm_prism_set_boundary(ctx, w->solver, SM_PRISM_SURFACE,
                               decays ? SM_PRISM_ROBIN : SM_PRISM_DIRICHLET,
                               decays ? &decay : &open));
  for (int s = 0; s < w->scaled.sides; s++)
    SM_TRY(sm_prism_set_boundary(ctx, w->solver, s, SM_PRISM_DIRICHLET, &open));
  return SM_OK;
}

enum sm_status sm_prism_wind_create(struct sm_context *ctx, struct sm_device *device,
                                    const struct sm_prisms *prisms,
                                    const struct sm_prism_wind_options *options,
                                    struct sm_prism_wind **out) {
  struct sm_prism_options solver = sm_prism_options_default();
  struct sm_prism_wind *w = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *w, what, &w));
  w->options = *options;
  w->scaled = *prisms;
  w->scaled.bottom = w->scaled.surface = NULL;
  SM_TRY_DONE(allocate(ctx, w));
  for (int v = 0; v < prisms->plane->vertices; v++) {
    w->scaled.bottom[v] = prisms->bottom[v] / options->alpha;
    w->scaled.surface[v] = prisms->surface[v] / options->alpha;
  }
  solver.tolerance = options->tolerance;
  solver.max_iterations = options->max_iterations;
  SM_TRY_DONE(sm_prism_create(ctx, device, &w->scaled, &solver, &w->solver));
  SM_TRY_DONE(set_boundaries(ctx, w));
  *out = w;
done:
  if (status != SM_OK) sm_prism_wind_destroy(&w);
  return status;
}

void sm_prism_wind_destroy(struct sm_prism_wind **wind) {
  struct sm_prism_wind *w = *wind;
  if (w == NULL) return;
  sm_prism_destroy(&w->solver);
  SM_FREE_ALL(w->scaled.bottom, w->scaled.surface, w->guess.side, w->guess.level,
              w->correction.side, w->correction.level, w->net, w);
  *wind = NULL;
}

/* --- fluxes of the first guess --- */

/* Edge of a triangle, heights divided by alpha. */
struct edge {
  double a[2], b[2];           /* m, ends */
  double bottom[2], height[2]; /* at a and b; height: from bottom to surface */
};

static struct edge edge_of(const struct sm_prisms *p, int t, int e) {
  const int *v = p->plane->vertex + 3 * (ptrdiff_t)t;
  const int a = v[e], b = v[(e + 1) % 3];
  return (struct edge){{p->plane->x[a], p->plane->y[a]},
                       {p->plane->x[b], p->plane->y[b]},
                       {p->bottom[a], p->bottom[b]},
                       {p->surface[a] - p->bottom[a], p->surface[b] - p->bottom[b]}};
}

static void guess_side(const struct sm_prism_wind *w, const struct sm_prism_guess *guess, int t,
                       int e, double *height, double (*wind)[2]) {
  const struct sm_prisms *p = &w->scaled;
  const int n = p->layers;
  const struct edge edge = edge_of(p, t, e);
  const double middle[2] = {0.5 * (edge.a[0] + edge.b[0]), 0.5 * (edge.a[1] + edge.b[1])};
  const double depth = 0.5 * (edge.height[0] + edge.height[1]);
  double *out = w->guess.side + (3 * (ptrdiff_t)t + e) * n;
  for (int k = 0; k < n; k++)
    height[k] = 0.5 * (p->sigma[k] + p->sigma[k + 1]) * depth * w->options.alpha;
  guess->column(guess->user, middle, n, height, wind);
  for (int k = 0; k < n; k++)
    out[k] = (wind[k][0] * (edge.b[1] - edge.a[1]) - wind[k][1] * (edge.b[0] - edge.a[0])) * depth *
             (p->sigma[k + 1] - p->sigma[k]);
}

/* Gradient of a height over a triangle, times its area. */
static void area_gradient(const struct sm_triangles *m, int t, const double *height,
                          double out[2]) {
  const int *v = m->vertex + 3 * (ptrdiff_t)t;
  out[0] = out[1] = 0;
  for (int i = 0; i < 3; i++) {
    const int next = v[(i + 1) % 3], last = v[(i + 2) % 3];
    out[0] += 0.5 * height[v[i]] * (m->y[next] - m->y[last]);
    out[1] += 0.5 * height[v[i]] * (m->x[last] - m->x[next]);
  }
}

/* Level 0 is the ground and closed. */
static void guess_levels(const struct sm_prism_wind *w, const struct sm_prism_guess *guess, int t,
                         double *height, double (*wind)[2]) {
  const struct sm_prisms *p = &w->scaled;
  const int n = p->layers;
  double centre[2], low[2], high[2];
  double *out = w->guess.level + (ptrdiff_t)t * (n + 1);
  const double depth = sm_prisms_height(p, t, 1) - sm_prisms_height(p, t, 0);
  sm_triangles_centre(p->plane, t, centre);
  area_gradient(p->plane, t, p->bottom, low);
  area_gradient(p->plane, t, p->surface, high);
  for (int k = 0; k <= n; k++) height[k] = p->sigma[k] * depth * w->options.alpha;
  guess->column(guess->user, centre, n + 1, height, wind);
  out[0] = 0;
  for (int k = 1; k <= n; k++) {
    const double s = p->sigma[k];
    out[k] = -(wind[k][0] * (low[0] + s * (high[0] - low[0])) +
               wind[k][1] * (low[1] + s * (high[1] - low[1])));
  }
}

static enum sm_status make_guess(struct sm_context *ctx, struct sm_prism_wind *w,
                                 const struct sm_prism_guess *guess) {
  const struct sm_prisms *p = &w->scaled;
  bool failed = false;
#pragma omp parallel
  {
    double *room = malloc(3 * ((size_t)p->layers + 1) * sizeof *room);
#pragma omp for schedule(static)
    for (int t = 0; t < p->plane->triangles; t++) {
      if (room == NULL) continue;
      double(*wind)[2] = (double(*)[2])(room + p->layers + 1);
      for (int e = 0; e < 3; e++) guess_side(w, guess, t, e, room, wind);
      guess_levels(w, guess, t, room, wind);
    }
    if (room == NULL) {
#pragma omp atomic write
      failed = true;
    }
    free(room);
  }
  return failed ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s", what) : SM_OK;
}

/* --- balance --- */

/* Net outflow of every prism. */
static void find_net(const struct sm_prism_wind *w, double *net) {
  const int n = w->scaled.layers;
  for (int t = 0; t < w->scaled.plane->triangles; t++)
    for (int k = 0; k < n; k++) {
      const double *level = w->guess.level + (ptrdiff_t)t * (n + 1) + k;
      double sum = level[1] - level[0];
      for (int e = 0; e < 3; e++) sum += w->guess.side[(3 * (ptrdiff_t)t + e) * n + k];
      net[(ptrdiff_t)t * n + k] = sum;
    }
}

static double largest_divergence(const struct sm_prism_wind *w, const double *net) {
  const struct sm_prisms *p = &w->scaled;
  double most = 0;
  for (int t = 0; t < p->plane->triangles; t++)
    for (int k = 0; k < p->layers; k++) {
      const double volume = sm_prisms_volume(p, t, k);
      const double here =
          fabs(net[(ptrdiff_t)t * p->layers + k]) / volume * cbrt(volume * w->options.alpha);
      most = here <= most ? most : here; /* keeps a NaN */
    }
  return most;
}

static enum sm_status solve(struct sm_context *ctx, struct sm_prism_wind *w,
                            struct sm_prism_result *result) {
  const struct sm_prisms *p = &w->scaled;
  const size_t sides = 3 * (size_t)p->plane->triangles * (size_t)p->layers;
  const size_t levels = (size_t)p->plane->triangles * (size_t)(p->layers + 1);
  for (int t = 0; t < p->plane->triangles; t++)
    for (int k = 0; k < p->layers; k++)
      w->net[(ptrdiff_t)t * p->layers + k] /= -sm_prisms_volume(p, t, k);
  SM_TRY(sm_prism_set_source(ctx, w->solver, &(struct sm_prism_field){.values = w->net}));
  SM_TRY(sm_prism_solve(ctx, w->solver, result));
  SM_TRY(sm_prism_find_fluxes(ctx, w->solver, w->correction.side, w->correction.level));
  for (size_t m = 0; m < sides; m++) w->guess.side[m] += w->correction.side[m];
  for (size_t m = 0; m < levels; m++) w->guess.level[m] += w->correction.level[m];
  return SM_OK;
}

/* --- the wind of a prism from its fluxes --- */

/* For a divergence-free wind its integral over a prism is the sum over the faces of flux times face
 * centroid (Perot 2000, J. Comput. Phys. 159, 58). */
static void add_side(const struct sm_prism_wind *w, int t, int e, const double centre[2],
                     double (*sum)[3]) {
  const struct sm_prisms *p = &w->scaled;
  const int n = p->layers;
  const struct edge edge = edge_of(p, t, e);
  const double a = edge.height[0], b = edge.height[1];
  const double share = (a + 2 * b) / (3 * (a + b)); /* centroid of the trapezoid, from a */
  const double bottom = edge.bottom[0] + share * (edge.bottom[1] - edge.bottom[0]);
  const double depth = a + share * (b - a);
  const double *flux = w->guess.side + (3 * (ptrdiff_t)t + e) * n;
  for (int k = 0; k < n; k++) {
    const double middle = 0.5 * (p->sigma[k] + p->sigma[k + 1]);
    for (int d = 0; d < 2; d++)
      sum[k][d] += flux[k] * (edge.a[d] + share * (edge.b[d] - edge.a[d]) - centre[d]);
    sum[k][2] += flux[k] * (bottom + middle * depth - sm_prisms_height(p, t, middle));
  }
}

static void add_levels(const struct sm_prism_wind *w, int t, double (*sum)[3]) {
  const struct sm_prisms *p = &w->scaled;
  const double *flux = w->guess.level + (ptrdiff_t)t * (p->layers + 1);
  for (int k = 0; k < p->layers; k++) {
    const double half =
        0.5 * (sm_prisms_height(p, t, p->sigma[k + 1]) - sm_prisms_height(p, t, p->sigma[k]));
    sum[k][2] += half * (flux[k] + flux[k + 1]);
  }
}

static double set_column(const struct sm_prism_wind *w, int t, double (*sum)[3],
                         double *const component[3]) {
  const struct sm_prisms *p = &w->scaled;
  double centre[2], fastest = 0;
  sm_triangles_centre(p->plane, t, centre);
  memset(sum, 0, (size_t)p->layers * sizeof *sum);
  for (int e = 0; e < 3; e++) add_side(w, t, e, centre, sum);
  add_levels(w, t, sum);
  for (int k = 0; k < p->layers; k++) {
    const ptrdiff_t at = (ptrdiff_t)t * p->layers + k;
    const double volume = sm_prisms_volume(p, t, k);
    component[0][at] = sum[k][0] / volume;
    component[1][at] = sum[k][1] / volume;
    component[2][at] = sum[k][2] / volume * w->options.alpha;
    fastest = fmax(fastest, hypot(hypot(component[0][at], component[1][at]), component[2][at]));
  }
  return fastest;
}

static enum sm_status set_wind(struct sm_context *ctx, const struct sm_prism_wind *w,
                               double *const component[3], double *speed) {
  double(*sum)[3] = NULL;
  *speed = 0;
  SM_TRY(sm_alloc(ctx, (size_t)w->scaled.layers, sizeof *sum, what, &sum));
  for (int t = 0; t < w->scaled.plane->triangles; t++)
    *speed = fmax(*speed, set_column(w, t, sum, component));
  sm_free(sum);
  return SM_OK;
}

enum sm_status sm_prism_wind_make(struct sm_context *ctx, struct sm_prism_wind *w,
                                  const struct sm_prism_guess *guess, double *const component[3],
                                  struct sm_prism_wind_report *report) {
  SM_TRY(make_guess(ctx, w, guess));
  find_net(w, w->net);
  report->guessed = largest_divergence(w, w->net);
  SM_TRY(solve(ctx, w, &report->solver));
  find_net(w, w->net);
  report->divergence = largest_divergence(w, w->net);
  SM_TRY(set_wind(ctx, w, component, &report->speed));
  if (!(report->speed > 0)) return SM_OK; /* a calm */
  report->guessed /= report->speed;
  report->divergence /= report->speed;
  return SM_OK;
}
