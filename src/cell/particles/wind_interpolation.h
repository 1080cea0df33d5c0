/* cell/particles/wind_interpolation.h - wind interpolation to a particle, from the faces or nodes
 * of its cell.
 *
 * Three methods. From the faces of the cell, each component linear between its two faces
 * (lowest-order space of Raviart and Thomas 1977; Pollock 1988): as divergence-free as the wind on
 * the faces, and without flow through closed faces. Trilinear between nodes, the cell centres, with
 * the law of the wall next to walls. Cubic B-splines on the same nodes, with coefficients in place
 * of the wind (physics/particles/wind/spline.c). Faces and nodes are floats for particles of either
 * precision: data, which an f64 particle interpolates in f64. Theory:
 * docs/theory/particles-gather.md. */
#ifndef SM_CELL_PARTICLES_WIND_INTERPOLATION_H
#define SM_CELL_PARTICLES_WIND_INTERPOLATION_H

#include "cell/elementary.h"
#include "cell/particles/ray_traversal.h"

/* Velocities on faces, as in wind.h: component d of the low face of cell (i, j, k) is at
 * i + j sy + k sz. */
struct sm_face_winds {
  ptrdiff_t sy, sz;
  union sm_reals u, v, w; /* m/s */
};

struct sm_wind_node {
  SM_WHOLE float wind[4]; /* u, v, w in m/s, or their coefficients; the last is unused */
};

/* Coefficients of one power of the relative position between two nodes, for the four splines that
 * are not 0 there. */
struct sm_spline_power_f32 {
  SM_WHOLE float of[4];
};
struct sm_spline_power_f64 {
  SM_WHOLE double of[4];
};

/* Wind at nodes, and roughness of walls. Node (i, j, k), at the centre of that cell, is at
 * i + j sy + k sz; a y or z axis with one cell has stride 0, and one more element after the last
 * node may be read. Nodes in solids are 0. */
struct sm_node_wind {
  ptrdiff_t sy, sz;
  const struct sm_wind_node *node;
  ptrdiff_t rough_sx, rough_sy; /* 0: uniform roughness */
  const float *rough;           /* roughness length of ground and walls of column (i, j), m */
  /* Per axis, [n - 1][power] (physics/particles/wind/spline.c); NULL: no splines, or not in this
   * precision. */
  const struct sm_spline_power_f32 *spline_f32[3];
  const struct sm_spline_power_f64 *spline_f64[3];
};

#endif

#ifdef SM_REAL
#if SM_BITS == 32
#define SM_LOG sm_log
/* 0 or 1 by its bits, since a branch would be unpredictable. */
SM_FN float sm_bit_value_f32(int bit) { return sm_float_from_bits((uint32_t)bit * 0x3f800000u); }
#else
#define SM_LOG log
SM_FN double sm_bit_value_f64(int bit) {
  return sm_double_from_bits((uint64_t)bit * UINT64_C(0x3ff0000000000000));
}
#endif

/* --- between nodes --- */

/* Interval on an axis: relative position between node `low` and the next, outside 0..1 in the outer
 * halves of the first and the last cell. */
struct SM_P(sm_node_interval) {
  int low;
  SM_REAL part;
};
SM_FN struct SM_P(sm_node_interval)
    SM_P(sm_node_interval_of)(const struct SM_P(sm_particle_grid) * s, int d, int i, SM_REAL part) {
  const int last = s->n[d] > 2 ? s->n[d] - 2 : 0;
  const int before = i - 1 + (part >= (SM_REAL)0.5), within = before < last ? before : last;
  struct SM_P(sm_node_interval) b;
  b.low = within > 0 ? within : 0;
  SM_REAL off = part - (SM_REAL)0.5; /* offset from the cell's own node */
  if (!(s->even[d] > (SM_REAL)0)) off *= SM_READ(s->h[d], i) * SM_READ(s->g[d], b.low + 1);
  /* `low` is the cell's own node, or the previous one */
  b.part = off + SM_P(sm_bit_value)(i - b.low);
  return b;
}

/* --- trilinear --- */

/* Wind at z m from a wall over that at z1, for roughness length z0 > 0; linear where the roughness
 * is too high for the logarithm. */
SM_FN SM_REAL SM_P(sm_log_law)(SM_REAL z, SM_REAL z1, SM_REAL z0) {
  if (!(z1 > (SM_REAL)2 * z0 && z0 > (SM_REAL)0)) return z / z1;
  return z > z0 ? SM_LOG(z / z0) / SM_LOG(z1 / z0) : (SM_REAL)0;
}

/* Next to closed faces on the particle's side of the cell: only the node's wind counts; the normal
 * component falls linearly to 0 and the others follow the law of the wall. Sides and top of the
 * domain may be closed to particles, but are not walls. */
SM_RARE void SM_P(sm_wind_near_walls)(const struct sm_node_wind *s,
                                      const struct SM_P(sm_particle_grid) * g,
                                      const struct SM_P(sm_grid_position) * at, int closed,
                                      struct SM_P(sm_node_interval) b[3], SM_REAL kept[3]) {
  for (int d = 0; d < 3; d++) {
    const int side = closed >> 2 * d & 3; /* 1: low face, 2: high one */
    if (side == 0 || (side == 1 ? d < 2 && at->cell[d] == 0 : at->cell[d] == g->n[d] - 1)) continue;
    const SM_REAL below = SM_P(sm_fraction_below)(at->part[d]),
                  above = SM_P(sm_fraction_above)(at->part[d]);
    const SM_REAL from = below < (SM_REAL)0.5 ? below : above; /* fraction of the cell's width */
    const SM_REAL size = SM_READ(g->h[d], at->cell[d]);
    const SM_REAL z0 =
        (SM_REAL)SM_READ(s->rough, at->cell[0] * s->rough_sx + at->cell[1] * s->rough_sy);
    const SM_REAL along = SM_P(sm_log_law)(from * size, (SM_REAL)0.5 * size, z0);
    b[d].part = (SM_REAL)(at->cell[d] - b[d].low);
    for (int e = 0; e < 3; e++) kept[e] *= e == d ? (SM_REAL)2 * from : along;
  }
}

#if SM_BITS == 32
/* Weighted mean of the eight nodes. */
SM_FN void sm_trilinear_mean_f32(const struct sm_node_wind *s,
                                 const struct sm_node_interval_f32 b[3], sm_4_floats *mean) {
  const struct sm_wind_node *n0 = s->node + (b[0].low + b[1].low * s->sy + b[2].low * s->sz);
  const struct sm_wind_node *n1 = n0 + s->sy, *n2 = n0 + s->sz, *n3 = n2 + s->sy;
  const float y = b[1].part, z = b[2].part, south = 1.0f - y, down = 1.0f - z;
  union {
    sm_8_floats both;
    sm_4_floats node[2]; /* along x */
  } pair;
  pair.both = (south * down) * *(const sm_8_floats *)(const void *)n0 +
              (y * down) * *(const sm_8_floats *)(const void *)n1 +
              (south * z) * *(const sm_8_floats *)(const void *)n2 +
              (y * z) * *(const sm_8_floats *)(const void *)n3;
  *mean = (1.0f - b[0].part) * pair.node[0] + b[0].part * pair.node[1];
}

/* The same times `kept`. */
SM_FN void sm_trilinear_wind_f32(const struct sm_node_wind *s,
                                 const struct sm_node_interval_f32 b[3], const float kept[3],
                                 float wind[3]) {
  sm_4_floats mean;
  sm_trilinear_mean_f32(s, b, &mean);
  for (int e = 0; e < 3; e++) wind[e] = kept[e] * mean[e];
}
#else
SM_FN void sm_trilinear_wind_f64(const struct sm_node_wind *s,
                                 const struct sm_node_interval_f64 b[3], const double kept[3],
                                 double wind[3]) {
  const struct sm_wind_node *corner = s->node + (b[0].low + b[1].low * s->sy + b[2].low * s->sz);
  double mean[3] = {0.0, 0.0, 0.0};
  SM_UNROLL for (int m = 0; m < 8; m++) {
    const int x = m & 1, y = m >> 1 & 1, z = m >> 2;
    const double weight = (x ? b[0].part : 1.0 - b[0].part) * (y ? b[1].part : 1.0 - b[1].part) *
                          (z ? b[2].part : 1.0 - b[2].part);
    const struct sm_wind_node node = corner[x + y * s->sy + z * s->sz];
    for (int e = 0; e < 3; e++) mean[e] += weight * (double)node.wind[e];
  }
  for (int e = 0; e < 3; e++) wind[e] = kept[e] * mean[e];
}
#endif

/* Trilinear wind between the eight nodes. */
SM_FN void SM_P(sm_wind_trilinear)(const struct sm_node_wind *s,
                                   const struct SM_P(sm_particle_grid) * g,
                                   const struct SM_P(sm_grid_position) * at, SM_REAL wind[3]) {
  struct SM_P(sm_node_interval) b[3];
  SM_REAL kept[3] = {(SM_REAL)1, (SM_REAL)1, (SM_REAL)1};
  int nearer = 0; /* faces */
  for (int d = 0; d < 3; d++) {
    const SM_REAL below = SM_P(sm_fraction_approx)(at->part[d]);
    b[d] = SM_P(sm_node_interval_of)(g, d, at->cell[d], below);
    nearer |= 1 << (2 * d + (below >= (SM_REAL)0.5));
  }
  const int closed = nearer & ~SM_READ(g->open, SM_P(sm_particle_grid_index)(g, at->cell));
  if (closed != 0) {
    const struct SM_P(sm_grid_position) there = *at;
    struct SM_P(sm_node_interval) near[3] = {b[0], b[1], b[2]};
    SM_REAL left[3] = {(SM_REAL)1, (SM_REAL)1, (SM_REAL)1};
    SM_P(sm_wind_near_walls)(s, g, &there, closed, near, left);
    for (int d = 0; d < 3; d++) {
      b[d] = near[d];
      kept[d] = left[d];
    }
  }
  SM_P(sm_trilinear_wind)(s, b, kept, wind);
}

/* --- B-splines --- */

#if SM_BITS == 32
/* Weights of the four nodes from the returned one on. The table of an axis has four powers, from 0
 * up, for the interval from each node to the next. */
SM_FN int sm_spline_weights_f32(const struct sm_spline_power_f32 *table, int n,
                                struct sm_node_interval_f32 b, sm_4_floats *weight) {
  const sm_4_floats *c = (const sm_4_floats *)(const void *)(table + 4 * b.low);
  *weight = c[0] + b.part * (c[1] + b.part * (c[2] + b.part * c[3]));
  const int first = b.low - 1 < n - 4 ? b.low - 1 : n - 4;
  return first > 0 ? first : 0;
}

/* Weighted mean of 4 x 4 x 4 nodes: along y, then z, then x. */
#ifdef __CUDA_ARCH__
/* Column by column along x, which needs the fewest registers; in the order of the CPU. */
SM_FN void sm_spline_mean_f32(const struct sm_wind_node *corner, ptrdiff_t sy, ptrdiff_t sz,
                              const sm_4_floats weight[3], float wind[3]) {
  sm_4_floats column[4];
#pragma unroll
  for (int m = 0; m < 4; m++) {
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const sm_4_floats *n = (const sm_4_floats *)(const void *)(corner + m + k * sz);
      const sm_4_floats plane = weight[1][0] * n[0] + weight[1][1] * n[sy] +
                                weight[1][2] * n[2 * sy] + weight[1][3] * n[3 * sy];
      column[m] = k == 0 ? weight[2][0] * plane : column[m] + weight[2][k] * plane;
    }
    SM_LOADS_END;
  }
  const sm_4_floats mean = weight[0][0] * column[0] + weight[0][1] * column[1] +
                           (weight[0][2] * column[2] + weight[0][3] * column[3]);
  for (int e = 0; e < 3; e++) wind[e] = mean[e];
}
#else
/* As many nodes of a row at once as a CPU register holds. */
SM_FN void sm_spline_mean_f32(const struct sm_wind_node *corner, ptrdiff_t sy, ptrdiff_t sz,
                              const sm_4_floats weight[3], float wind[3]) {
  enum { AT_ONCE = sizeof(sm_wide_floats) / sizeof(sm_4_floats), PARTS = 4 / AT_ONCE };
  union {
    sm_wide_floats part[PARTS];
    sm_4_floats node[4];
  } sum;
  for (int m = 0; m < PARTS; m++) {
    sm_wide_floats row;
    for (int k = 0; k < 4; k++) {
      const struct sm_wind_node *n0 = corner + m * AT_ONCE + k * sz;
      const struct sm_wind_node *n1 = n0 + sy, *n2 = n1 + sy, *n3 = n2 + sy;
      const sm_wide_floats plane = weight[1][0] * *(const sm_wide_floats *)(const void *)n0 +
                                   weight[1][1] * *(const sm_wide_floats *)(const void *)n1 +
                                   weight[1][2] * *(const sm_wide_floats *)(const void *)n2 +
                                   weight[1][3] * *(const sm_wide_floats *)(const void *)n3;
      // cppcheck-suppress uninitvar ; row is set by the first turn
      row = k == 0 ? weight[2][0] * plane : row + weight[2][k] * plane;
    }
    sum.part[m] = row;
  }
  const sm_4_floats mean = weight[0][0] * sum.node[0] + weight[0][1] * sum.node[1] +
                           (weight[0][2] * sum.node[2] + weight[0][3] * sum.node[3]);
  for (int e = 0; e < 3; e++) wind[e] = mean[e];
}
#endif

/* From 64 spline coefficients; walls are ignored. */
SM_FN void sm_bspline_mean_f32(const struct sm_node_wind *s, const struct sm_particle_grid_f32 *g,
                               const struct sm_node_interval_f32 b[3], float wind[3]) {
  sm_4_floats weight[3];
  int first[3];
  for (int d = 0; d < 3; d++)
    first[d] = sm_spline_weights_f32(s->spline_f32[d], g->n[d], b[d], &weight[d]);
  const struct sm_wind_node *corner = s->node + (first[0] + first[1] * s->sy + first[2] * s->sz);
  sm_spline_mean_f32(corner, s->sy, s->sz, weight, wind);
}
#else
/* First of the four nodes of an axis, and the weight of number m of them. */
SM_FN int sm_spline_first_f64(int n, struct sm_node_interval_f64 b) {
  const int first = b.low - 1 < n - 4 ? b.low - 1 : n - 4;
  return first > 0 ? first : 0;
}
SM_FN double sm_spline_weight_f64(const struct sm_spline_power_f64 *table,
                                  struct sm_node_interval_f64 b, int m) {
  const struct sm_spline_power_f64 *c = table + 4 * b.low;
  return c[0].of[m] + b.part * (c[1].of[m] + b.part * (c[2].of[m] + b.part * c[3].of[m]));
}

/* Plane by plane, which needs the fewest registers of a GPU. */
SM_FN void sm_bspline_mean_f64(const struct sm_node_wind *s, const struct sm_particle_grid_f64 *g,
                               const struct sm_node_interval_f64 b[3], double wind[3]) {
  double along[4];
  int first[3];
  for (int d = 0; d < 3; d++) {
    first[d] = sm_spline_first_f64(g->n[d], b[d]);
    wind[d] = 0.0;
  }
  SM_UNROLL for (int i = 0; i < 4; i++) along[i] = sm_spline_weight_f64(s->spline_f64[0], b[0], i);
  SM_ROLLED for (int k = 0; k < 4; k++) {
    const struct sm_wind_node *plane =
        s->node + (first[0] + first[1] * s->sy + (first[2] + k) * s->sz);
    const double up = sm_spline_weight_f64(s->spline_f64[2], b[2], k);
    SM_UNROLL for (int m = 0; m < 16; m++) {
      const struct sm_wind_node node = plane[(m & 3) + (m >> 2) * s->sy];
      const double across = up * sm_spline_weight_f64(s->spline_f64[1], b[1], m >> 2);
      for (int e = 0; e < 3; e++) wind[e] += across * along[m & 3] * (double)node.wind[e];
    }
  }
}
#endif

SM_FN void SM_P(sm_wind_bspline)(const struct sm_node_wind *s,
                                 const struct SM_P(sm_particle_grid) * g,
                                 const struct SM_P(sm_grid_position) * at, SM_REAL wind[3]) {
  struct SM_P(sm_node_interval) b[3];
  for (int d = 0; d < 3; d++)
    b[d] = SM_P(sm_node_interval_of)(g, d, at->cell[d], SM_P(sm_fraction_approx)(at->part[d]));
  SM_P(sm_bspline_mean)(s, g, b, wind);
}

/* --- velocities on faces in the precision of the state --- */

/* Velocities on the faces of a cell; each component is linear along its own axis. */
SM_FN void SM_P(sm_face_speeds)(const struct sm_face_winds *s,
                                const struct sm_grid_position_f32 *at, float low[3],
                                float high[3]) {
  const ptrdiff_t c = at->cell[0] + at->cell[1] * s->sy + at->cell[2] * s->sz;
  const SM_REAL *u = SM_AT(s->u), *v = SM_AT(s->v), *w = SM_AT(s->w);
  low[0] = (float)SM_READ(u, c);
  high[0] = (float)SM_READ(u, c + 1);
  low[1] = (float)SM_READ(v, c);
  high[1] = (float)SM_READ(v, c + s->sy);
  low[2] = (float)SM_READ(w, c);
  high[2] = (float)SM_READ(w, c + s->sz);
}

SM_FN void SM_P(sm_wind_faces)(const struct sm_face_winds *s, const struct sm_grid_position_f32 *at,
                               float wind[3]) {
  float low[3], high[3];
  SM_P(sm_face_speeds)(s, at, low, high);
  for (int d = 0; d < 3; d++)
    wind[d] = low[d] + sm_fraction_approx_f32(at->part[d]) * (high[d] - low[d]);
}

/* Velocity between the faces of a level, which are floats. */
SM_FN void SM_P(sm_wind_between_faces)(const struct sm_face_winds *s,
                                       const struct SM_P(sm_grid_position) * at, SM_REAL wind[3]) {
  const struct sm_grid_position_f32 cell = {{at->cell[0], at->cell[1], at->cell[2]}, {0u, 0u, 0u}};
  float low[3], high[3];
  sm_face_speeds_f32(s, &cell, low, high);
  for (int d = 0; d < 3; d++)
    wind[d] = (SM_REAL)low[d] + SM_P(sm_fraction_approx)(at->part[d]) * (SM_REAL)(high[d] - low[d]);
}

/* Node of a cell: wind at its centre. */
SM_FN struct sm_wind_node SM_P(sm_wind_node_of)(const struct sm_face_winds *s, const int cell[3]) {
  const struct sm_grid_position_f32 centre = {{cell[0], cell[1], cell[2]},
                                              {0x80000000u, 0x80000000u, 0x80000000u}};
  struct sm_wind_node node = {{0.0f, 0.0f, 0.0f, 0.0f}};
  SM_P(sm_wind_faces)(s, &centre, node.wind);
  return node;
}

/* Moves a tracer for at most `time` s along the exact path through its cell: the velocity along
 * each axis grows exponentially. Returns the time to the face where it leaves the cell, and the
 * face's bit; or `time` and 0. The tracer stays in the cell, at the face. */
SM_FN float SM_P(sm_tracer_cross_cell)(const struct sm_face_winds *s,
                                       const struct sm_particle_grid_f32 *g,
                                       struct sm_grid_position_f32 *at, float time, int *face) {
  float low[3], high[3], used = time;
  struct sm_axis_wind stream[3];
  SM_P(sm_face_speeds)(s, at, low, high);
  *face = 0;
  for (int d = 0; d < 3; d++) {
    stream[d].rise = high[d] - low[d];
    stream[d].speed = low[d] + sm_fraction_below_f32(at->part[d]) * stream[d].rise;
    const int up = stream[d].speed > 0.0f;
    const float room = up ? sm_fraction_above_f32(at->part[d]) : sm_fraction_below_f32(at->part[d]);
    const float end =
        sm_axis_exit_time(stream[d], up ? high[d] : low[d], room, SM_READ(g->h[d], at->cell[d]));
    *face = end < used ? 1 << (2 * d + up) : *face;
    used = end < used ? end : used;
  }
  for (int d = 0; d < 3; d++) {
    const int side = *face >> 2 * d & 3;
    const float turns = used / SM_READ(g->h[d], at->cell[d]);
    const float widths = stream[d].speed * turns * sm_mean_growth(stream[d].rise * turns);
    const uint32_t to = sm_fraction_moved_f32(at->part[d], widths);
    at->part[d] = side == 1 ? 0u : side == 2 ? SM_FRACTION_LAST : to;
  }
  return used;
}

/* Moves a tracer for `time` s through any number of cells; on leaving the domain, `face` is the
 * exit and `time` the rest. There is no flow through closed faces; one that a tracer reaches by
 * rounding stops it. At an edge with a vortex a tracer could circle endlessly in no time, so the
 * number of cells is limited. */
SM_FN enum sm_traversal_end SM_P(sm_tracer_advance)(const struct sm_face_winds *s,
                                                    const struct sm_particle_grid_f32 *g,
                                                    struct sm_grid_position_f32 *at, float *time,
                                                    int *face) {
  for (int cells = 8 * (g->n[0] + g->n[1] + g->n[2]); cells > 0; cells--) {
    const float used = SM_P(sm_tracer_cross_cell)(s, g, at, *time, face);
    *time -= used;
    if (*face == 0) break;
    if ((SM_READ(g->open, sm_particle_grid_index_f32(g, at->cell)) & *face) == 0) break;
    if (!sm_ray_cross_face_f32(g, *face, at)) return SM_TRAVERSAL_LEFT;
  }
  *face = 0;
  *time = 0.0f;
  return SM_TRAVERSAL_INSIDE;
}
#undef SM_LOG
#endif
