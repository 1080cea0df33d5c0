#include "domain/mesh/prisms.h"

#include "base/list.h"
#include "base/text.h"
#include <math.h>
#include <stdlib.h>

static enum sm_status fill(struct sm_context *ctx, struct sm_prisms *p) {
  const size_t vertices = (size_t)p->plane->vertices;
  SM_TRY(sm_alloc(ctx, vertices, sizeof *p->bottom, "heights of the prisms", &p->bottom));
  SM_TRY(sm_alloc(ctx, vertices, sizeof *p->surface, "heights of the prisms", &p->surface));
  SM_TRY(sm_alloc(ctx, (size_t)p->layers + 1, sizeof *p->sigma, "layers", &p->sigma));
  for (size_t v = 0; v < vertices; v++) p->surface[v] = 1;
  for (int k = 0; k <= p->layers; k++) p->sigma[k] = (double)k / p->layers;
  return sm_prisms_name_sides(ctx, p, (const char *const[]){"outline"}, 1);
}

enum sm_status sm_prisms_create(struct sm_context *ctx, struct sm_triangles *plane, int layers,
                                struct sm_prisms **out) {
  struct sm_prisms *p = NULL;
  *out = NULL;
  enum sm_status status = SM_OK;
  if (layers < 1) status = sm_fail(ctx, SM_ERR_DATA, "prisms need layers: there are %d", layers);
  if (status == SM_OK) status = sm_alloc(ctx, 1, sizeof *p, "the prisms", &p);
  if (status != SM_OK) {
    sm_triangles_destroy(&plane);
    return status;
  }
  p->plane = plane;
  p->layers = layers;
  status = fill(ctx, p);
  if (status != SM_OK) sm_prisms_destroy(&p);
  *out = p;
  return status;
}

static void free_names(struct sm_prisms *p) {
  for (int s = 0; s < p->sides; s++) free(p->side_names[s]);
  sm_free(p->side_names);
  p->side_names = NULL;
  p->sides = 0;
}

void sm_prisms_destroy(struct sm_prisms **prisms) {
  struct sm_prisms *p = *prisms;
  if (p == NULL) return;
  sm_triangles_destroy(&p->plane);
  SM_FREE_ALL(p->bottom, p->surface, p->sigma);
  free_names(p);
  sm_free(p);
  *prisms = NULL;
}

enum sm_status sm_prisms_name_sides(struct sm_context *ctx, struct sm_prisms *prisms,
                                    const char *const *names, int count) {
  free_names(prisms);
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *prisms->side_names, "names of the sides",
                  &prisms->side_names));
  for (; prisms->sides < count; prisms->sides++) {
    char *copy = sm_text_copy(names[prisms->sides]);
    if (copy == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
    prisms->side_names[prisms->sides] = copy;
  }
  return SM_OK;
}

static enum sm_status check_sigma(struct sm_context *ctx, const struct sm_prisms *p) {
  if (p->sigma[0] != 0 || p->sigma[p->layers] != 1)
    return sm_fail(ctx, SM_ERR_DATA, "sigma must go from 0 to 1; it goes from %g to %g",
                   p->sigma[0], p->sigma[p->layers]);
  for (int k = 0; k < p->layers; k++)
    if (!(p->sigma[k + 1] > p->sigma[k]))
      return sm_fail(ctx, SM_ERR_DATA, "sigma must increase; after %g comes %g", p->sigma[k],
                     p->sigma[k + 1]);
  return SM_OK;
}

enum sm_status sm_prisms_check(struct sm_context *ctx, const struct sm_prisms *prisms) {
  const struct sm_triangles *m = prisms->plane;
  SM_TRY(check_sigma(ctx, prisms));
  for (int e = 0; e < 3 * m->triangles; e++) {
    const int v = m->vertex[e];
    const double bottom = prisms->bottom[v], surface = prisms->surface[v];
    const long long number = sm_triangles_number(m, e / 3);
    if (!isfinite(bottom) || !isfinite(surface))
      return sm_fail(ctx, SM_ERR_DATA,
                     "triangle %lld: at its corner (%.10g, %.10g) the %s has no height", number,
                     m->x[v], m->y[v], isfinite(bottom) ? "surface" : "bottom");
    if (!(surface > bottom))
      return sm_fail(ctx, SM_ERR_DATA,
                     "triangle %lld: at its corner (%.10g, %.10g) the surface, at %.10g m, is not "
                     "above the bottom, at %.10g m",
                     number, m->x[v], m->y[v], surface, bottom);
    if (m->side[e] >= prisms->sides)
      return sm_fail(ctx, SM_ERR_DATA, "triangle %lld: there is no side %d of the outline", number,
                     m->side[e]);
  }
  return SM_OK;
}

size_t sm_prisms_count(const struct sm_prisms *prisms) {
  return (size_t)prisms->plane->triangles * (size_t)prisms->layers;
}

static double mean(const struct sm_prisms *prisms, int t, const double *height) {
  const int *v = &prisms->plane->vertex[3 * t];
  return (height[v[0]] + height[v[1]] + height[v[2]]) / 3;
}

double sm_prisms_height(const struct sm_prisms *prisms, int t, double sigma) {
  const double bottom = mean(prisms, t, prisms->bottom);
  return bottom + sigma * (mean(prisms, t, prisms->surface) - bottom);
}

double sm_prisms_volume(const struct sm_prisms *prisms, int t, int k) {
  const double depth = mean(prisms, t, prisms->surface) - mean(prisms, t, prisms->bottom);
  return sm_triangles_area(prisms->plane, t) * depth * (prisms->sigma[k + 1] - prisms->sigma[k]);
}
