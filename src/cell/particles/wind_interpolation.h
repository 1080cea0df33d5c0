/* cell/particles/wind_interpolation.h - wind interpolation to a particle, from the faces or nodes
 * of its cell.
 *
 * Three methods. From the faces of the cell, each component linear between its two faces
 * (lowest-order space of Raviart and Thomas 1977; Pollock 1988): as divergence-free as the wind on
 * the faces, and without flow through closed faces. Trilinear between nodes, the cell centres, with
 * the law of the wall next to walls. Cubic B-splines on the same nodes, with coefficients in place
 * of the wind (physics/particles/wind/spline.h). Theory: docs/theory/particles-gather.md. */
#ifndef SM_CELL_PARTICLES_WIND_INTERPOLATION_H
#define SM_CELL_PARTICLES_WIND_INTERPOLATION_H

#include "cell/elementary.h"
#include "cell/particles/ray_traversal.h"

/* Alignment to 16 bytes for data that is read as a whole (sm_4_floats, port.h). */
#ifdef __cplusplus
#define SM_WHOLE alignas(16)
#else
#define SM_WHOLE _Alignas(16)
#endif

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
struct sm_spline_power {
  SM_WHOLE float of[4];
};

/* Wind at nodes, and roughness of walls. Node (i, j, k), at the centre of that cell, is at
 * i + j sy + k sz; a y or z axis with one cell has stride 0, and one more element after the last
 * node may be read. Nodes in solids are 0. */
struct sm_node_wind {
  ptrdiff_t sy, sz;
  const struct sm_wind_node *node;
  ptrdiff_t rough_sx, rough_sy; /* 0: uniform roughness */
  const float *rough;           /* roughness length of ground and walls of column (i, j), m */
  /* Per axis, [n - 1][power] (physics/particles/wind/spline.h); NULL: no splines. */
  const struct sm_spline_power *spline[3];
};

/* --- between nodes --- */

/* Interval on an axis: relative position between node `low` and the next, outside 0..1 in the outer
 * halves of the first and the last cell. */
struct sm_node_interval {
  int low;
  float part;
};
SM_FN struct sm_node_interval sm_node_interval_of(const struct sm_particle_grid *s, int d, int i,
                                                  float part) {
  const int last = s->n[d] > 2 ? s->n[d] - 2 : 0;
  const int before = i - 1 + (part >= 0.5f), within = before < last ? before : last;
  struct sm_node_interval b;
  b.low = within > 0 ? within : 0;
  float off = part - 0.5f; /* offset from the cell's own node */
  if (!(s->even[d] > 0.0f)) off *= SM_READ(s->h[d], i) * SM_READ(s->g[d], b.low + 1);
  /* `low` is the cell's own node, or the previous one: 0 or 1 by bits, since a branch would be
   * unpredictable. */
  b.part = off + sm_float_from_bits((uint32_t)(i - b.low) * 0x3f800000u);
  return b;
}

/* --- trilinear --- */

/* Wind at z m from a wall over that at z1, for roughness length z0 > 0; linear where the roughness
 * is too high for the logarithm. */
SM_FN float sm_log_law(float z, float z1, float z0) {
  if (!(z1 > 2.0f * z0 && z0 > 0.0f)) return z / z1;
  return z > z0 ? sm_log(z / z0) / sm_log(z1 / z0) : 0.0f;
}

/* Next to closed faces on the particle's side of the cell: only the node's wind counts; the normal
 * component falls linearly to 0 and the others follow the law of the wall. Sides and top of the
 * domain may be closed to particles, but are not walls. */
SM_RARE void sm_wind_near_walls(const struct sm_node_wind *s, const struct sm_particle_grid *g,
                                const struct sm_grid_position *at, int closed,
                                struct sm_node_interval b[3], float kept[3]) {
  for (int d = 0; d < 3; d++) {
    const int side = closed >> 2 * d & 3; /* 1: low face, 2: high one */
    if (side == 0 || (side == 1 ? d < 2 && at->cell[d] == 0 : at->cell[d] == g->n[d] - 1)) continue;
    const float below = sm_fraction_below(at->part[d]), above = sm_fraction_above(at->part[d]);
    const float from = below < 0.5f ? below : above; /* fraction of the cell's width */
    const float size = SM_READ(g->h[d], at->cell[d]);
    const float z0 = SM_READ(s->rough, at->cell[0] * s->rough_sx + at->cell[1] * s->rough_sy);
    const float along = sm_log_law(from * size, 0.5f * size, z0);
    b[d].part = (float)(at->cell[d] - b[d].low);
    for (int e = 0; e < 3; e++) kept[e] *= e == d ? 2.0f * from : along;
  }
}

/* Weighted mean of the eight nodes. */
SM_FN void sm_trilinear_mean(const struct sm_node_wind *s, const struct sm_node_interval b[3],
                             sm_4_floats *mean) {
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

/* Trilinear wind between the eight nodes. */
SM_FN void sm_wind_trilinear(const struct sm_node_wind *s, const struct sm_particle_grid *g,
                             const struct sm_grid_position *at, float wind[3]) {
  struct sm_node_interval b[3];
  float kept[3] = {1.0f, 1.0f, 1.0f};
  int nearer = 0; /* faces */
  for (int d = 0; d < 3; d++) {
    const float below = sm_fraction_approx(at->part[d]);
    b[d] = sm_node_interval_of(g, d, at->cell[d], below);
    nearer |= 1 << (2 * d + (below >= 0.5f));
  }
  const int closed = nearer & ~SM_READ(g->open, sm_particle_grid_index(g, at->cell));
  if (closed != 0) {
    const struct sm_grid_position there = *at;
    struct sm_node_interval near[3] = {b[0], b[1], b[2]};
    float left[3] = {1.0f, 1.0f, 1.0f};
    sm_wind_near_walls(s, g, &there, closed, near, left);
    for (int d = 0; d < 3; d++) {
      b[d] = near[d];
      kept[d] = left[d];
    }
  }
  sm_4_floats mean;
  sm_trilinear_mean(s, b, &mean);
  for (int e = 0; e < 3; e++) wind[e] = kept[e] * mean[e];
}

/* --- B-splines --- */

/* Weights of the four nodes from the returned one on. The table of an axis has four powers, from 0
 * up, for the interval from each node to the next. */
SM_FN int sm_spline_weights(const struct sm_spline_power *table, int n, struct sm_node_interval b,
                            sm_4_floats *weight) {
  const sm_4_floats *c = (const sm_4_floats *)(const void *)(table + 4 * b.low);
  *weight = c[0] + b.part * (c[1] + b.part * (c[2] + b.part * c[3]));
  const int first = b.low - 1 < n - 4 ? b.low - 1 : n - 4;
  return first > 0 ? first : 0;
}

/* Weighted mean of 4 x 4 x 4 nodes: along y, then z, then x. */
#ifdef __CUDA_ARCH__
/* Column by column along x, which needs the fewest registers; in the order of the CPU. */
SM_FN void sm_spline_mean(const struct sm_wind_node *corner, ptrdiff_t sy, ptrdiff_t sz,
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
SM_FN void sm_spline_mean(const struct sm_wind_node *corner, ptrdiff_t sy, ptrdiff_t sz,
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
SM_FN void sm_bspline_mean(const struct sm_node_wind *s, const struct sm_particle_grid *g,
                           const struct sm_node_interval b[3], float wind[3]) {
  sm_4_floats weight[3];
  int first[3];
  for (int d = 0; d < 3; d++) first[d] = sm_spline_weights(s->spline[d], g->n[d], b[d], &weight[d]);
  const struct sm_wind_node *corner = s->node + (first[0] + first[1] * s->sy + first[2] * s->sz);
  sm_spline_mean(corner, s->sy, s->sz, weight, wind);
}
SM_FN void sm_wind_bspline(const struct sm_node_wind *s, const struct sm_particle_grid *g,
                           const struct sm_grid_position *at, float wind[3]) {
  struct sm_node_interval b[3];
  for (int d = 0; d < 3; d++)
    b[d] = sm_node_interval_of(g, d, at->cell[d], sm_fraction_approx(at->part[d]));
  sm_bspline_mean(s, g, b, wind);
}

/* --- exact trajectories of tracers (Pollock 1988) --- */

/* (e^z - 1) / z */
SM_FN float sm_mean_growth(float z) {
  if (fabsf(z) > 0.5f) return (sm_exp(z) - 1.0f) / z;
  const float high = 1.0f / 120.0f + z * (1.0f / 720.0f + z * (1.0f / 5040.0f));
  return 1.0f + z * (0.5f + z * (1.0f / 6.0f + z * (1.0f / 24.0f + z * high)));
}
/* ln(r) / y of a ratio r > 0; y = r - 1 is an argument for accuracy near 0. */
SM_FN float sm_mean_decay(float r, float y) {
  if (fabsf(y) > 0.5f) return sm_log(r) / y;
  const float t = y / (2.0f + y), s = t * t; /* ln(1 + y) = 2 artanh t */
  const float high = 1.0f / 7.0f + s * (1.0f / 9.0f + s * (1.0f / 11.0f));
  return 2.0f / (2.0f + y) * (1.0f + s * (1.0f / 3.0f + s * (0.2f + s * high)));
}

/* Wind of a cell along one axis, at a particle. */
struct sm_axis_wind {
  float speed; /* m/s */
  float rise;  /* velocity at the high face minus that at the low one, m/s */
};

#define SM_NEVER 1e30f /* s */

/* Time until a tracer reaches the downwind face, s, `room` widths of h m away, where the velocity
 * is `there`; SM_NEVER if it is 0 there, or changes its sign before. */
SM_FN float sm_axis_exit_time(struct sm_axis_wind s, float there, float room, float h) {
  const float ratio = there / s.speed;
  const float more = (s.speed > 0.0f ? s.rise : -s.rise) * room / s.speed;
  if (!(ratio > 1e-30f)) return SM_NEVER;
  return room * h / fabsf(s.speed) * sm_mean_decay(ratio, more);
}

#endif

#ifdef SM_REAL
/* Velocities on the faces of a cell; each component is linear along its own axis. */
SM_FN void SM_P(sm_face_speeds)(const struct sm_face_winds *s, const struct sm_grid_position *at,
                                float low[3], float high[3]) {
  const ptrdiff_t c = at->cell[0] + at->cell[1] * s->sy + at->cell[2] * s->sz;
  const SM_REAL *u = SM_AT(s->u), *v = SM_AT(s->v), *w = SM_AT(s->w);
  low[0] = (float)SM_READ(u, c);
  high[0] = (float)SM_READ(u, c + 1);
  low[1] = (float)SM_READ(v, c);
  high[1] = (float)SM_READ(v, c + s->sy);
  low[2] = (float)SM_READ(w, c);
  high[2] = (float)SM_READ(w, c + s->sz);
}

SM_FN void SM_P(sm_wind_faces)(const struct sm_face_winds *s, const struct sm_grid_position *at,
                               float wind[3]) {
  float low[3], high[3];
  SM_P(sm_face_speeds)(s, at, low, high);
  for (int d = 0; d < 3; d++)
    wind[d] = low[d] + sm_fraction_approx(at->part[d]) * (high[d] - low[d]);
}

/* Node of a cell: wind at its centre. */
SM_FN struct sm_wind_node SM_P(sm_wind_node_of)(const struct sm_face_winds *s, const int cell[3]) {
  const struct sm_grid_position centre = {{cell[0], cell[1], cell[2]},
                                          {0x80000000u, 0x80000000u, 0x80000000u}};
  struct sm_wind_node node = {{0.0f, 0.0f, 0.0f, 0.0f}};
  SM_P(sm_wind_faces)(s, &centre, node.wind);
  return node;
}

/* Moves a tracer for at most `time` s along the exact path through its cell: the velocity along
 * each axis grows exponentially. Returns the time to the face where it leaves the cell, and the
 * face's bit; or `time` and 0. The tracer stays in the cell, at the face. */
SM_FN float SM_P(sm_tracer_cross_cell)(const struct sm_face_winds *s,
                                       const struct sm_particle_grid *g,
                                       struct sm_grid_position *at, float time, int *face) {
  float low[3], high[3], used = time;
  struct sm_axis_wind stream[3];
  SM_P(sm_face_speeds)(s, at, low, high);
  *face = 0;
  for (int d = 0; d < 3; d++) {
    stream[d].rise = high[d] - low[d];
    stream[d].speed = low[d] + sm_fraction_below(at->part[d]) * stream[d].rise;
    const int up = stream[d].speed > 0.0f;
    const float room = up ? sm_fraction_above(at->part[d]) : sm_fraction_below(at->part[d]);
    const float end =
        sm_axis_exit_time(stream[d], up ? high[d] : low[d], room, SM_READ(g->h[d], at->cell[d]));
    *face = end < used ? 1 << (2 * d + up) : *face;
    used = end < used ? end : used;
  }
  for (int d = 0; d < 3; d++) {
    const int side = *face >> 2 * d & 3;
    const float turns = used / SM_READ(g->h[d], at->cell[d]);
    const float widths = stream[d].speed * turns * sm_mean_growth(stream[d].rise * turns);
    const uint32_t to = sm_fraction_moved(at->part[d], widths);
    at->part[d] = side == 1 ? 0u : side == 2 ? SM_FRACTION_LAST : to;
  }
  return used;
}

/* Moves a tracer for `time` s through any number of cells; on leaving the domain, `face` is the
 * exit and `time` the rest. There is no flow through closed faces; one that a tracer reaches by
 * rounding stops it. At an edge with a vortex a tracer could circle endlessly in no time, so the
 * number of cells is limited. */
SM_FN enum sm_traversal_end SM_P(sm_tracer_advance)(const struct sm_face_winds *s,
                                                    const struct sm_particle_grid *g,
                                                    struct sm_grid_position *at, float *time,
                                                    int *face) {
  for (int cells = 8 * (g->n[0] + g->n[1] + g->n[2]); cells > 0; cells--) {
    const float used = SM_P(sm_tracer_cross_cell)(s, g, at, *time, face);
    *time -= used;
    if (*face == 0) break;
    if ((SM_READ(g->open, sm_particle_grid_index(g, at->cell)) & *face) == 0) break;
    if (!sm_ray_cross_face(g, *face, at)) return SM_TRAVERSAL_LEFT;
  }
  *face = 0;
  *time = 0.0f;
  return SM_TRAVERSAL_INSIDE;
}
#endif
