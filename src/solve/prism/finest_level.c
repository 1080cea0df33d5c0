/* solve/prism/finest_level.c - couplings of the compact operator between the prisms themselves,
 * of which the coarse levels are made. */
#include "solve/prism/internal.h"

/* Inputs of the finest level. */
struct finest {
  const struct sm_prisms *prisms;
  const struct sm_prism_coefficients *shape;
  const double *gamma;
};

static double mean_gamma(const struct finest *f, ptrdiff_t a, ptrdiff_t b) {
  return f->gamma == NULL ? 1 : 0.5 * (f->gamma[a] + f->gamma[b]);
}

/* Coupling of a cell with that beyond an edge and above it, with the mean Gamma of both columns. */
static double tilt_of(const struct finest *f, ptrdiff_t edge, ptrdiff_t cell, int k) {
  const struct sm_prism_coefficients *s = f->shape;
  const struct sm_prism_tilt *t = &s->tilt[edge];
  const ptrdiff_t beside = sm_prism_at(s->layers, s->neighbour[edge], k);
  const double gamma = 0.5 * (mean_gamma(f, cell, beside + 1) + mean_gamma(f, cell + 1, beside));
  return gamma * ((double)t->tilt + s->sigma[k + 1] * (double)t->tilt1);
}

/* Couplings of column c; its links start at e. */
static void fill_column(const struct finest *f, int c, uint32_t e, struct sm_prism_level *level) {
  const struct sm_prism_coefficients *s = f->shape;
  const double *rise = s->column[c].rise;
  for (int k = 0; k < s->layers; k++) {
    const ptrdiff_t cell = sm_prism_at(s->layers, c, k), at = (ptrdiff_t)c * s->layers + k;
    uint32_t link = e;
    for (int m = 0; m < 3; m++) {
      const ptrdiff_t edge = 3 * (ptrdiff_t)c + m;
      const int other = s->neighbour[edge];
      const double value = s->edge[edge].across * s->thickness[k] *
                           mean_gamma(f, cell, sm_prism_at(s->layers, other, k));
      if (other >= s->triangles) {
        level->side[at] += (float)value;
        continue;
      }
      if (level->tilt != NULL && k + 1 < s->layers)
        level->tilt[(ptrdiff_t)link * s->layers + k] = (float)tilt_of(f, edge, cell, k);
      level->link[(ptrdiff_t)link++ * s->layers + k] = (float)value;
    }
    for (int end = 0; end < 2; end++) {
      const double sigma = s->sigma[k + end];
      const double value = (rise[0] + sigma * (rise[1] + sigma * rise[2])) * s->per_gap[k + end] *
                           mean_gamma(f, cell, cell - 1 + 2 * end);
      const bool boundary = k + end == 0 || k + end == s->layers;
      if (boundary)
        level->ends[at] += (float)value;
      else if (end == 1)
        level->up[at] = (float)value;
    }
  }
}

enum sm_status sm_prism_level_finest(struct sm_context *ctx, const struct sm_prisms *prisms,
                                     const struct sm_prism_coefficients *shape, const double *gamma,
                                     struct sm_prism_level *level) {
  const struct finest f = {prisms, shape, gamma};
  const struct sm_prism_coefficients *s = shape;
  const struct sm_triangles *t = prisms->plane;
  SM_TRY(sm_prism_level_allocate(ctx, s->triangles, s->layers, level));
  for (int c = 0; c < s->triangles; c++) {
    uint32_t links = 0;
    for (int e = 0; e < 3; e++) links += t->neighbour[3 * (ptrdiff_t)c + e] >= 0;
    level->start[c + 1] = level->start[c] + links;
  }
  SM_TRY(sm_prism_level_allocate_links(ctx, s->tilt != NULL, level));
  for (int k = 0; k < s->layers; k++) {
    level->middle[k] = s->middle[k];
    level->thickness[k] = s->thickness[k];
  }
#pragma omp parallel for schedule(static)
  for (int c = 0; c < s->triangles; c++) {
    uint32_t link = level->start[c];
    level->spot[c] = sm_prism_centroid(prisms, c);
    level->weight[c] = sm_triangles_area(t, c) * level->spot[c].depth;
    fill_column(&f, c, link, level);
    for (int e = 0; e < 3; e++) {
      const int other = t->neighbour[3 * (ptrdiff_t)c + e];
      if (other >= 0) level->to[link++] = other;
    }
  }
  return SM_OK;
}
