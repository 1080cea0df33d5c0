/* internal_boundary_layer.h - internal boundary layers behind changes of surface roughness.
 *
 * Behind a change of roughness the wind adapts from the ground up. The layer that grows there has
 * the depth h at the fetch x (Panofsky 1973)
 *
 *     h / z0 (ln(h / z0) - 1) = 0.9 x / z0
 *
 * with the larger of both roughness lengths. Below 0.09 h the wind is adapted, above 0.3 h it is
 * the wind from upstream (Troen and Petersen 1989). A height z is therefore reached by the ground
 * between the fetches x(z / 0.3) and x(z / 0.09): the mean of ln z0 there, over ln x, is the
 * roughness that the wind at z has seen. From z / 0.09, the depth of the layer, down to z the wind
 * is logarithmic over that roughness. Theory: docs/theory/weather.md. */
#ifndef SM_CELL_DIAGNOSTIC_INTERNAL_BOUNDARY_LAYER_H
#define SM_CELL_DIAGNOSTIC_INTERNAL_BOUNDARY_LAYER_H

#include "cell/elementary.h"
#include "cell/port.h"

/* Heights 60 m (q / NODES)^2; SAMPLES of the ground per height. */
enum { SM_FETCH_NODES = 16, SM_FETCH_SAMPLES = 8, SM_FETCH_LEVELS = 12 };

/* ln z0 on levels, each with half the columns of the one below, rounded up; values are means. */
struct sm_roughness_map {
  const float *ln_z0;
  ptrdiff_t from[SM_FETCH_LEVELS]; /* first element of a level, [n_y][n_x] */
  int n[SM_FETCH_LEVELS][2];       /* columns */
  float cell[2];                   /* m, on level 0 */
  int level[SM_FETCH_NODES + 1];   /* the level that is read for a height */
};

/* ln z0 at a place, m from the corner of the map: bilinear on a level, constant beyond the map. */
SM_FN float sm_roughness_at(const struct sm_roughness_map *m, int level, float x, float y) {
  const float wide = (float)(1 << level);
  const int nx = m->n[level][0], ny = m->n[level][1];
  const float a = x / (m->cell[0] * wide) - 0.5f, b = y / (m->cell[1] * wide) - 0.5f;
  const float p = a > 0.0f ? (a < (float)(nx - 1) ? a : (float)(nx - 1)) : 0.0f;
  const float q = b > 0.0f ? (b < (float)(ny - 1) ? b : (float)(ny - 1)) : 0.0f;
  const int i = (int)p, j = (int)q;
  const int east = i + 1 < nx ? 1 : 0;
  const ptrdiff_t north = j + 1 < ny ? nx : 0;
  const float *at = m->ln_z0 + m->from[level] + i + (ptrdiff_t)j * nx;
  const float s = p - (float)i, t = q - (float)j;
  const float low = at[0] + s * (at[east] - at[0]);
  const float high = at[north] + s * (at[north + east] - at[north]);
  return low + t * (high - low);
}

/* Fetch (m) at which an internal boundary layer is h m deep, over ground of roughness z0. */
SM_FN float sm_fetch_of_depth(float h, float z0) {
  const float slow = sm_log(h / z0) - 1.0f;
  return h * (slow > 1.0f ? slow : 1.0f) / 0.9f;
}

/* Mean of ln z0 over the ground that the wind at height z has adapted to, upwind of (x, y).
 * wind: unit vector; z0: of the growth of the layer. */
SM_FN float sm_roughness_seen(const struct sm_roughness_map *m, int level, float x, float y,
                              const float wind[2], float z, float z0) {
  const float near = sm_fetch_of_depth(z / 0.3f, z0), far = sm_fetch_of_depth(z / 0.09f, z0);
  const float ratio = sqrtf(sqrtf(sqrtf(far / near)));
  float fetch = near * sqrtf(ratio), sum = 0.0f;
  for (int s = 0; s < SM_FETCH_SAMPLES; s++, fetch *= ratio)
    sum += sm_roughness_at(m, level, x - wind[0] * fetch, y - wind[1] * fetch);
  return sum / (float)SM_FETCH_SAMPLES;
}

/* ln((z + z0) / z0) */
SM_FN float sm_log_wind(float z, float z0) { return sm_log(1.0f + z / z0); }

/* Speed at the heights of the nodes relative to that of ground of the roughness of (x, y)
 * everywhere. */
SM_FN void sm_fetch_factors(const struct sm_roughness_map *m, float x, float y, const float wind[2],
                            float factor[SM_FETCH_NODES + 1]) {
  const float top = 60.0f, nodes = (float)SM_FETCH_NODES;
  const float own = sm_exp(sm_roughness_at(m, 0, x, y));
  float older = sm_exp(sm_roughness_seen(m, m->level[SM_FETCH_NODES], x, y, wind, top, own));
  factor[SM_FETCH_NODES] = 1.0f;
  for (int q = SM_FETCH_NODES - 1; q > 0; q--) {
    const float part = (float)q / nodes, z = top * part * part;
    const float growth = own > older ? own : older;
    const float seen = sm_exp(sm_roughness_seen(m, m->level[q], x, y, wind, z, growth));
    const float deep = z / 0.09f, above = deep < top ? deep : top;
    const float place = nodes * sqrtf(above / top);
    const int low = (int)place < SM_FETCH_NODES ? (int)place : SM_FETCH_NODES - 1;
    const float there = factor[low] + (place - (float)low) * (factor[low + 1] - factor[low]);
    factor[q] = there * sm_log_wind(above, own) / sm_log_wind(z, own) * sm_log_wind(z, seen) /
                sm_log_wind(above, seen);
    older = seen;
  }
  factor[0] = factor[1];
}

/* Factor z m above the ground, linear between the nodes: elements at + q stride. Numbers of 32 bits
 * can be gathered. */
SM_FN float sm_fetch_factor(const float *factor, int at, int stride, float z) {
  const float part = z > 0.0f ? (z < 60.0f ? z / 60.0f : 1.0f) : 0.0f;
  const float place = (float)SM_FETCH_NODES * sqrtf(part);
  const int low = (int)place < SM_FETCH_NODES ? (int)place : SM_FETCH_NODES - 1;
  const float f0 = factor[at + low * stride], f1 = factor[at + low * stride + stride];
  return f0 + (place - (float)low) * (f1 - f0);
}

/* Factors of all columns, in the direction of the wind at a height that neither the ground nor
 * buildings change. Box: padded columns (struct sm_first_guess in wind.h), one layer. */
struct sm_roughness_fetch {
  ptrdiff_t sy, sz;    /* strides of the wind */
  union sm_reals u, v; /* m/s */
  int n[3];            /* cells */
  ptrdiff_t column_sy; /* padded columns of a row */
  ptrdiff_t columns;   /* padded columns */
  const float *ground; /* m above the grid's bottom, padded columns */
  const float *z;      /* the same, centres of layers */
  float roof;          /* the same, highest roof */
  struct sm_roughness_map map;
  float *factor; /* [nodes + 1][columns] */
};

/* Layer whose wind gives the direction, for ground at a height: the first above `roof` and 60 m
 * above the ground, or the last. z: heights of n layer centres. Heights above the grid's bottom. */
SM_FN int sm_fetch_layer(const float *z, int n, float ground, float roof) {
  const float clear = ground + 60.0f, from = clear > roof ? clear : roof;
  int layer = 0;
  while (layer < n - 1 && z[layer] < from) layer++;
  return layer;
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_roughness_fetch)(const struct sm_roughness_fetch *f, int i, int j, int k) {
  const ptrdiff_t column = i + j * f->column_sy;
  const int ci = i < 1 ? 0 : i > f->n[0] ? f->n[0] - 1 : i - 1;
  const int cj = j < 1 ? 0 : j > f->n[1] ? f->n[1] - 1 : j - 1;
  const int layer = k + sm_fetch_layer(f->z, f->n[2], f->ground[column], f->roof); /* k is 0 */
  const ptrdiff_t c = ci + cj * f->sy + layer * f->sz;
  const SM_REAL *const u = SM_AT(f->u) + c, *const v = SM_AT(f->v) + c;
  const float a = (float)(u[0] + u[1]), b = (float)(v[0] + v[f->sy]);
  const float speed = sqrtf(a * a + b * b);
  float factor[SM_FETCH_NODES + 1];
  for (int q = 0; q <= SM_FETCH_NODES; q++) factor[q] = 1.0f;
  if (speed > 0.0f) {
    const float wind[2] = {a / speed, b / speed};
    sm_fetch_factors(&f->map, ((float)i - 0.5f) * f->map.cell[0],
                     ((float)j - 0.5f) * f->map.cell[1], wind, factor);
  }
  for (int q = 0; q <= SM_FETCH_NODES; q++) f->factor[column + q * f->columns] = factor[q];
}
#endif
