/* cell/particles/time_levels.h - time levels of wind and turbulence for particles, from the fields
 * of a state.
 *
 * A level holds floats in consecutive rows: faces or nodes of the wind, nodes of the turbulence,
 * friction velocities of columns. Between two levels all of them are interpolated linearly in time.
 * physics/particles/wind/wind_sampler.h holds the levels. */
#ifndef SM_CELL_PARTICLES_TIME_LEVELS_H
#define SM_CELL_PARTICLES_TIME_LEVELS_H

#include "cell/particles/dust.h"
#include "cell/particles/langevin.h"
#include "cell/poisson/csr.h"

/* Velocities on faces, times `sign`. Box: (nx + 1, ny + 1, nz + 1). */
struct sm_level_faces {
  struct sm_face_winds from;
  float sign; /* -1: for backward particles */
  ptrdiff_t sy, sz;
  float *out[3];
};

/* Wind at nodes, times `sign`; solids have only closed faces, and get 0. Box: cells. */
struct sm_level_nodes {
  struct sm_face_winds from;
  float sign;
  ptrdiff_t sy, sz;
  struct sm_wind_node *out;
};

/* A cell with partially open faces: the wind there is that in the open part; particles see the mean
 * over the face, which is divergence-free in whole cells. */
struct sm_cut_face_cell {
  int cell[3];
  float part[6]; /* 0..1: west, east, south, north, down, up */
};

/* Low faces of such cells, and high ones on the domain boundary; or their nodes; after
 * those of all cells. Every cell at a partially open face is listed. Box:
 * sm_csr_box(count). */
struct sm_level_cut {
  const struct sm_cut_face_cell *cut;
  int64_t count;
  int n[3]; /* cells of the domain */
  struct sm_level_faces faces;
  struct sm_level_nodes nodes;
};

/* Converts values at nodes to spline coefficients (physics/particles/wind/spline.c), along one axis
 * after another. A line of n nodes starts at i aside + j across. Sums are in double. Box: lines. */
struct sm_spline_lines {
  struct sm_wind_node *node;
  int n;
  ptrdiff_t step; /* stride between nodes of a line */
  ptrdiff_t aside, across;
  const double *factor; /* [n][5]: L, 1 / diagonal of U, U */
};
SM_FN void sm_cell_spline_lines(const struct sm_spline_lines *s, int i, int j, int k) {
  struct sm_wind_node *line = s->node + (i * s->aside + j * s->across);
  double one[3] = {0, 0, 0}, two[3] = {0, 0, 0};
  (void)k;
  for (int m = 0; m < s->n; m++) {
    const double *f = s->factor + 5 * m;
    struct sm_wind_node node = line[m * s->step];
    for (int e = 0; e < 3; e++) {
      const double value = (double)node.wind[e] - (f[1] * one[e] + f[0] * two[e]);
      two[e] = one[e];
      one[e] = value;
      node.wind[e] = (float)value;
    }
    line[m * s->step] = node;
  }
  for (int e = 0; e < 3; e++) one[e] = two[e] = 0;
  for (int m = s->n - 1; m >= 0; m--) {
    const double *f = s->factor + 5 * m;
    struct sm_wind_node node = line[m * s->step];
    for (int e = 0; e < 3; e++) {
      const double value = f[2] * ((double)node.wind[e] - (f[3] * one[e] + f[4] * two[e]));
      two[e] = one[e];
      one[e] = value;
      node.wind[e] = (float)value;
    }
    line[m * s->step] = node;
  }
}

/* Turbulence at nodes. Nodes in solids get the mean stresses and dissipation of the nearest fluid
 * nodes around them, so that they vary little towards walls. Values that are not finite stay so.
 * Box: cells. */
struct sm_level_turbulence {
  ptrdiff_t from_sy, from_sz;
  union sm_reals stress[6], dissipation; /* m2/s2, m2/s3 */
  int n[3];
  ptrdiff_t open_sy, open_sz;
  const uint8_t *open;
  float structure; /* C0 */
  float least;     /* lower limit of variances, m2/s2 */
  ptrdiff_t sy, sz;
  struct sm_turbulence_node *out;
};

/* Friction velocity of columns by the log law. Box: columns. */
struct sm_level_friction {
  struct sm_face_winds from;
  ptrdiff_t sy;        /* stride over all columns */
  const int *layer;    /* layer of the wind */
  const float *height; /* height of its centre above ground, m; 0: no ground below air, u* = 0 */
  ptrdiff_t rough_sx, rough_sy;
  const float *rough; /* m, as in struct sm_node_wind */
  float *out;         /* m/s */
};

/* Numbers of levels: rows of SM_LEVEL_ROW, in units of four. */
enum { SM_LEVEL_ROW = 1024 };
struct sm_float4 {
  SM_WHOLE float of[4];
};
/* Box of a number of units of four, a multiple of SM_LEVEL_ROW. */
SM_FN struct sm_box sm_float4_box(size_t fours) {
  const struct sm_box box = {{0, 0, 0}, {SM_LEVEL_ROW, (int)(fours / SM_LEVEL_ROW), 1}};
  return box;
}

/* Interpolates between two levels: from + part (to - from). */
struct sm_level_blend {
  const struct sm_float4 *from, *to;
  struct sm_float4 *out;
  float part;
};
SM_FN void sm_cell_level_blend(const struct sm_level_blend *s, int i, int j, int k) {
  const ptrdiff_t c = i + (ptrdiff_t)SM_LEVEL_ROW * j;
  const struct sm_float4 from = s->from[c], to = s->to[c];
  struct sm_float4 out;
  (void)k;
  for (int m = 0; m < 4; m++) out.of[m] = from.of[m] + s->part * (to.of[m] - from.of[m]);
  s->out[c] = out;
}

/* Largest absolute value; NaN if any is. */
struct sm_level_max {
  const struct sm_float4 *value;
};
SM_FN double sm_cell_level_max(const struct sm_level_max *s, int i, int j, int k) {
  const struct sm_float4 value = s->value[i + (ptrdiff_t)SM_LEVEL_ROW * j];
  const float a = fabsf(value.of[0]), b = fabsf(value.of[1]);
  const float c = fabsf(value.of[2]), d = fabsf(value.of[3]);
  const float ab = a <= b ? b : a, cd = c <= d ? d : c; /* a NaN among the others */
  (void)k;
  return (double)((ab <= cd ? cd : ab) + 0.0f * (a + b + c + d)); /* shows in their sum */
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_level_faces)(const struct sm_level_faces *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->from.sy + k * s->from.sz, to = i + j * s->sy + k * s->sz;
  const float u = s->sign * (float)SM_AT(s->from.u)[c];
  const float v = s->sign * (float)SM_AT(s->from.v)[c];
  const float w = s->sign * (float)SM_AT(s->from.w)[c];
  s->out[0][to] = u;
  s->out[1][to] = v;
  s->out[2][to] = w;
}

SM_FN void SM_P(sm_cell_level_nodes)(const struct sm_level_nodes *s, int i, int j, int k) {
  const int cell[3] = {i, j, k};
  struct sm_wind_node node = SM_P(sm_wind_node_of)(&s->from, cell);
  for (int e = 0; e < 3; e++) node.wind[e] *= s->sign;
  s->out[i + j * s->sy + k * s->sz] = node;
}

/* Wind on the low and high faces of a cell, as means over the faces. */
SM_FN void SM_P(sm_cut_face_speeds)(const struct sm_cut_face_cell *p,
                                    const struct sm_face_winds *from, float sign, float low[3],
                                    float high[3]) {
  const struct sm_grid_position_f32 at = {{p->cell[0], p->cell[1], p->cell[2]}, {0u, 0u, 0u}};
  SM_P(sm_face_speeds)(from, &at, low, high);
  for (int d = 0; d < 3; d++) {
    low[d] *= sign * p->part[2 * d];
    high[d] *= sign * p->part[2 * d + 1];
  }
}

SM_FN void SM_P(sm_cell_level_cut_faces)(const struct sm_level_cut *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const struct sm_level_faces *f = &s->faces;
  const struct sm_cut_face_cell *p = &s->cut[m];
  const ptrdiff_t c = p->cell[0] + p->cell[1] * f->sy + p->cell[2] * f->sz;
  const ptrdiff_t next[3] = {1, f->sy, f->sz};
  float low[3], high[3];
  SM_P(sm_cut_face_speeds)(p, &f->from, f->sign, low, high);
  for (int d = 0; d < 3; d++) {
    f->out[d][c] = low[d];
    if (p->cell[d] == s->n[d] - 1) f->out[d][c + next[d]] = high[d];
  }
}

SM_FN void SM_P(sm_cell_level_cut_nodes)(const struct sm_level_cut *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const struct sm_level_nodes *n = &s->nodes;
  const struct sm_cut_face_cell *p = &s->cut[m];
  struct sm_wind_node node = {{0.0f, 0.0f, 0.0f, 0.0f}};
  float low[3], high[3];
  SM_P(sm_cut_face_speeds)(p, &n->from, n->sign, low, high);
  for (int d = 0; d < 3; d++) node.wind[d] = 0.5f * (low[d] + high[d]);
  n->out[p->cell[0] + p->cell[1] * n->sy + p->cell[2] * n->sz] = node;
}

/* Adds stresses and dissipation of a fluid cell; returns 1, or 0 in a solid. */
SM_FN int SM_P(sm_add_stresses)(const struct sm_level_turbulence *s, int i, int j, int k,
                                float sum[7]) {
  if (i < 0 || j < 0 || k < 0 || i >= s->n[0] || j >= s->n[1] || k >= s->n[2]) return 0;
  if ((s->open[i + j * s->open_sy + k * s->open_sz] & SM_OPEN_ALL) == 0) return 0;
  const ptrdiff_t c = i + j * s->from_sy + k * s->from_sz;
  for (int m = 0; m < 6; m++) sum[m] += (float)SM_AT(s->stress[m])[c];
  sum[6] += (float)SM_AT(s->dissipation)[c];
  return 1;
}

SM_FN void SM_P(sm_cell_level_turbulence)(const struct sm_level_turbulence *s, int i, int j,
                                          int k) {
  float sum[7] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f}, bad = 0.0f;
  int count = SM_P(sm_add_stresses)(s, i, j, k, sum);
  for (int far = 1; far <= 3 && count == 0; far++) /* neighbours across faces, edges, corners */
    for (int m = 0; m < 27; m++) {
      const int x = m % 3 - 1, y = m / 3 % 3 - 1, z = m / 9 - 1;
      if (x * x + y * y + z * z == far) count += SM_P(sm_add_stresses)(s, i + x, j + y, k + z, sum);
    }
  const float mean = count > 0 ? 1.0f / (float)count : 0.0f;
  for (int m = 0; m < 7; m++) {
    sum[m] *= mean;
    bad += 0.0f * sum[m]; /* the following selections would hide a NaN */
  }
  struct sm_turbulence_node node;
  sm_stress_cholesky(sum, s->least, node.of);
  node.of[6] = s->structure * (sum[6] > 0.0f ? sum[6] : 0.0f);
  node.of[7] = bad;
  s->out[i + j * s->sy + k * s->sz] = node;
}

SM_FN void SM_P(sm_cell_level_friction)(const struct sm_level_friction *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->sy;
  const int cell[3] = {i, j, s->layer[c]};
  const struct sm_wind_node wind = SM_P(sm_wind_node_of)(&s->from, cell);
  const float speed = sqrtf(wind.wind[0] * wind.wind[0] + wind.wind[1] * wind.wind[1]);
  (void)k;
  s->out[c] = sm_dust_friction(speed, s->height[c], s->rough[i * s->rough_sx + j * s->rough_sy]);
}
#endif
