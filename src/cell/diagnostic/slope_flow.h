/* slope_flow.h - slope winds on cells: a layer along heated or cooled slopes.
 *
 * The layer has a given depth and mean speed (physics/diagnostic/slope_flow.c). Its profile over t
 * = z / depth is 20 t (1 - t)^3: 0 at the ground and at the top, maximum at a quarter of the depth
 * as in the solution of Prandtl (1942), mean 1. A cell gets the mean over its height, so that the
 * transport of the layer does not depend on the grid: the integral is F(t) = 1 - (1 - t)^4 (1 + 4
 * t). */
#ifndef SM_CELL_DIAGNOSTIC_SLOPE_FLOW_H
#define SM_CELL_DIAGNOSTIC_SLOPE_FLOW_H

#include "cell/open_faces.h"
#include "cell/port.h"

/* One component of the layer, added to the wind. Column arrays as in struct sm_first_guess
 * (wind.h). */
struct sm_slope_flow_layer {
  ptrdiff_t sy, sz;                        /* strides of the wind */
  ptrdiff_t open_sy, open_sz, open_colour; /* strides of the open-face byte */
  union sm_reals out;                      /* m/s, added in place */
  const uint8_t *open;
  int axis, n; /* axis and its number of cells */
  int layers;  /* number of grid layers */
  ptrdiff_t column_sy;
  const float *ground; /* ground height, m above the grid's bottom */
  const float *speed;  /* mean of the component over the layer, m/s */
  const float *depth;  /* depth of the layer, m, positive */
  const float *face;   /* [layers + 1] heights of layer faces above the bottom of the grid, m */
};

/* Fraction of the layer's transport below the fraction t of its depth. */
SM_FN float sm_slope_flow_below(float t) {
  const float part = t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f, rest = 1.0f - part;
  return 1.0f - rest * rest * rest * rest * (1.0f + 4.0f * part);
}

/* Mean speed in layer k of the grid, m/s. */
SM_FN float sm_slope_flow_mean(const struct sm_slope_flow_layer *s, ptrdiff_t column, int k) {
  const float ground = s->ground[column], depth = s->depth[column];
  const float low = s->face[k], high = s->face[k + 1];
  const float carried =
      sm_slope_flow_below((high - ground) / depth) - sm_slope_flow_below((low - ground) / depth);
  return s->speed[column] * depth * carried / (high - low);
}
#endif

#ifdef SM_REAL
/* Horizontal components. Box: that of the first guess. */
SM_FN void SM_P(sm_cell_slope_flow)(const struct sm_slope_flow_layer *s, int h, int j, int k) {
  const ptrdiff_t back = s->axis == 0 ? 1 : s->column_sy; /* the previous column, across the face */
  const ptrdiff_t column = (2 * h + 1) + (j + 1) * s->column_sy;
  const ptrdiff_t split = h + j * s->open_sy + k * s->open_sz;
  const int colour = (j + k) & 1;
  const int south = j == s->n ? SM_GHOST : SM_OPEN_SOUTH;
  const int bits = s->axis == 0 ? SM_OPEN_WEST | SM_GHOST_X : south;
  const int m0 = s->open[colour * s->open_colour + split];
  const int m1 = s->open[(1 - colour) * s->open_colour + split];
  const float u0 =
      0.5f * (sm_slope_flow_mean(s, column, k) + sm_slope_flow_mean(s, column - back, k));
  const float u1 =
      0.5f * (sm_slope_flow_mean(s, column + 1, k) + sm_slope_flow_mean(s, column + 1 - back, k));
  SM_REAL *u = SM_AT(s->out) + (2 * h + j * s->sy + k * s->sz);
  const SM_REAL old0 = u[0], old1 = u[1];
  u[0] = old0 + (m0 & bits ? (SM_REAL)u0 : (SM_REAL)0);
  u[1] = old1 + (m1 & bits ? (SM_REAL)u1 : (SM_REAL)0);
}

/* Vertical component: mean of the layers on both sides. Box: (half, n_y, n_z + 1). */
SM_FN void SM_P(sm_cell_slope_rise)(const struct sm_slope_flow_layer *s, int h, int j, int k) {
  const ptrdiff_t column = (2 * h + 1) + (j + 1) * s->column_sy;
  const ptrdiff_t split = h + j * s->open_sy + k * s->open_sz;
  const int colour = (j + k) & 1, bits = k == s->n ? SM_GHOST : SM_OPEN_DOWN;
  const int below = k > 0 ? k - 1 : 0, above = k < s->layers ? k : s->layers - 1;
  const int m0 = s->open[colour * s->open_colour + split];
  const int m1 = s->open[(1 - colour) * s->open_colour + split];
  const float w0 =
      0.5f * (sm_slope_flow_mean(s, column, below) + sm_slope_flow_mean(s, column, above));
  const float w1 =
      0.5f * (sm_slope_flow_mean(s, column + 1, below) + sm_slope_flow_mean(s, column + 1, above));
  SM_REAL *w = SM_AT(s->out) + (2 * h + j * s->sy + k * s->sz);
  const SM_REAL old0 = w[0], old1 = w[1];
  w[0] = old0 + (m0 & bits ? (SM_REAL)w0 : (SM_REAL)0);
  w[1] = old1 + (m1 & bits ? (SM_REAL)w1 : (SM_REAL)0);
}
#endif
