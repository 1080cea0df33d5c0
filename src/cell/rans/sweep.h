/* sweep.h - momentum of the steady Reynolds-averaged equations: matrix of seven points, also beside
 * cut cells, its Jacobi sweeps, the pressure correction, and the damping of oscillations.
 *
 * A sweep solves the equation of each cell for its own value, with those of its neighbours after
 * the last sweep: convection by first-order upwind differences in the matrix, wall stress in the
 * diagonal, and a pseudo-time step. The right-hand side has the rest of a limited second-order
 * scheme (van Leer 1974), of the wind at the start of the iteration. Matrix and right-hand side are
 * found once for all sweeps of an iteration. Selective frequency damping (Akervik et al. 2006)
 * draws the wind towards its running mean over the iterations. Theory: docs/theory/rans.md. */
#ifndef SM_CELL_RANS_SWEEP_H
#define SM_CELL_RANS_SWEEP_H

#include "cell/momentum/cut_cells.h"
#include "cell/momentum/walls.h"

/* Equations of a velocity component, each divided by its diagonal. */
struct sm_rans_matrix {
  union sm_reals low[3], high[3]; /* weights of the neighbours along each axis */
  union sm_reals right;           /* m/s */
};

/* Matrix of velocity component a on the low face of each cell across axis a. */
struct sm_rans_momentum {
  struct sm_flow_metric m;
  struct sm_rans_matrix matrix; /* result */
  union sm_reals u[3];          /* velocity at the start of the iteration, m/s */
  union sm_reals pressure;      /* pressure over density, m2/s2 */
  union sm_reals eddy;          /* eddy viscosity, m2/s */
  union sm_reals distance;      /* wall distance plus roughness length, m; above 0 everywhere */
  const int32_t *faces;         /* cell/momentum/fields.h */
  struct sm_flow_drag drag;
  double viscosity; /* m2/s */
  double per_step;  /* inverse pseudo-time step, 1/s */
};

/* Matrix of the faces beside cut cells: replaces that of all faces. Component a. */
struct sm_rans_cut_momentum {
  struct sm_rans_momentum all;
  const int64_t *face;   /* elements in the layout */
  union sm_reals number; /* of sm_cut_momentum; SM_CUT_FRICTION is scaled for a logarithm */
  int64_t count;         /* faces */
  int a, smooth;         /* 0, 1, 2; smooth wall function */
};

/* Jacobi sweep of a velocity component. */
struct sm_rans_sweep {
  ptrdiff_t step[3];
  struct sm_rans_matrix matrix;
  union sm_reals at, to; /* after the last sweep; result, m/s */
};

/* Pressure correction after a projection: p -= x / dt. Box: (half, n_y, n_z) of the solver's level
 * 0. */
struct sm_rans_pressure {
  ptrdiff_t sy, sz, colour; /* strides of x */
  const double *x;
  union sm_reals pressure; /* m2/s2 */
  ptrdiff_t step[3];
  double per_step; /* 1/s */
  int nx;
};

/* Selective frequency damping of a velocity component: exact step of u' = -a (u - mean), mean' =
 * b (u - mean) over one iteration (Jordi, Cotter and Sherwin 2014). */
struct sm_rans_damp {
  ptrdiff_t step[3];
  union sm_reals u, mean;  /* wind and its running mean, m/s; both in place */
  double damped, followed; /* part of u - mean that u loses and mean gains */
};
#endif

#ifdef SM_REAL
/* Factor from the plain difference of a quantity that follows the logarithm of the wall distance to
 * its gradient halfway: logarithmic over arithmetic mean of the distances a and b, with the former
 * as (4 sqrt(a b) + a + b) / 6; 1 where they are equal. */
SM_FN SM_REAL SM_P(sm_rans_log_factor)(SM_REAL a, SM_REAL b) {
  const SM_REAL sum = a + b;
  return (4 * SM_ROOT(a * b) + sum) / (3 * sum);
}

SM_FN SM_REAL SM_P(sm_rans_positive)(SM_REAL a) { return a > (SM_REAL)0 ? a : (SM_REAL)0; }

/* Half of van Leer's limited difference: a b / (a + b) where both have the same sign. */
SM_FN SM_REAL SM_P(sm_rans_limited)(SM_REAL a, SM_REAL b) {
  const SM_REAL product = a * b, zero = (SM_REAL)0;
  return (product > zero ? product : zero) / (product > zero ? a + b : (SM_REAL)1);
}

/* Face value of the limited scheme minus that of the upwind one; q[-s] and q[0] are on both
 * sides. */
SM_FN SM_REAL SM_P(sm_rans_correction)(const SM_REAL *q, ptrdiff_t s, SM_REAL speed) {
  const SM_REAL far = q[-2 * s], low = q[-s], high = q[0], beyond = q[s];
  const SM_REAL forth = SM_P(sm_rans_limited)(low - far, high - low);
  const SM_REAL back = SM_P(sm_rans_limited)(high - beyond, low - high);
  return speed > (SM_REAL)0 ? forth : back;
}

/* Equation of a cell: sum of the coefficients, and of what they multiply. */
struct SM_P(sm_rans_equation) {
  SM_REAL diagonal, right;
};

/* The same with the coefficients of the neighbours along each axis. */
struct SM_P(sm_rans_row) {
  SM_REAL low[3], high[3];
  struct SM_P(sm_rans_equation) sum;
};

/* Edges of a face of component a across axis b, on the side of one of its two cells. */
struct SM_P(sm_rans_edges) {
  SM_REAL low, high;             /* viscosity of the air at the edge, m2/s; 0: wall */
  SM_REAL low_slope, high_slope; /* the same, times the factor of a logarithmic profile */
  SM_REAL wall;                  /* stress of walls over density and velocity, m/s */
};

/* c: the cell; column: its index in drag.floor. */
SM_FN struct SM_P(sm_rans_edges)
    SM_P(sm_rans_edges_of)(const struct sm_rans_momentum *s, int b, int ib, ptrdiff_t c,
                           ptrdiff_t column, SM_REAL speed) {
  const ptrdiff_t sb = sm_flow_step(&s->m, b);
  const SM_REAL *t = SM_AT(s->eddy) + c, *d = SM_AT(s->distance) + c;
  const SM_REAL nu = (SM_REAL)s->viscosity, half = (SM_REAL)0.5;
  const int word = s->faces[c], closed = sm_closed_of(word), smooth = closed & sm_smooth_of(word);
  const SM_REAL low = (SM_REAL)(closed >> 2 * b & 1), high = (SM_REAL)(closed >> (2 * b + 1) & 1);
  const SM_REAL smooths = (SM_REAL)((smooth >> 2 * b & 1) + (smooth >> (2 * b + 1) & 1));
  const SM_REAL side = SM_AT(s->drag.low[b])[ib], floor = SM_AT(s->drag.floor)[column];
  const SM_REAL per_half = 2 * SM_AT(s->m.per_width[b])[ib], laminar = nu * per_half;
  const SM_REAL below = (b == 2 ? floor : side) * speed;
  const SM_REAL above = SM_AT(s->drag.high[b])[ib] * speed;
  const SM_REAL more = SM_P(sm_smooth_drag)(speed, nu, per_half) - laminar;
  struct SM_P(sm_rans_edges) e;
  e.low = (1 - low) * (nu + half * (t[-sb] + t[0]));
  e.high = (1 - high) * (nu + half * (t[0] + t[sb]));
  e.low_slope = e.low * SM_P(sm_rans_log_factor)(d[-sb], d[0]);
  e.high_slope = e.high * SM_P(sm_rans_log_factor)(d[0], d[sb]);
  e.wall = low * SM_P(sm_larger)(laminar, below) + high * SM_P(sm_larger)(laminar, above) +
           smooths * more;
  return e;
}

/* Adds convection and stress across axis b. lo: part of the face's control volume in the cell
 * before it. */
SM_FN void SM_P(sm_rans_across)(const struct sm_rans_momentum *s, int a, int b, int i, int j, int k,
                                SM_REAL lo, SM_REAL speed, struct SM_P(sm_rans_row) * row) {
  const struct sm_flow_metric *m = &s->m;
  const int ib = sm_flow_index(b, i, j, k);
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const ptrdiff_t sa = sm_flow_step(m, a), sb = sm_flow_step(m, b);
  const ptrdiff_t column = i + j * s->drag.floor_step;
  const ptrdiff_t back = a == 0 ? 1 : a == 1 ? s->drag.floor_step : 0;
  const SM_REAL *q = SM_AT(s->u[a]) + c, *v = SM_AT(s->u[b]) + c;
  const SM_REAL hi = 1 - lo, rb = SM_AT(m->per_width[b])[ib];
  const SM_REAL gl = SM_AT(m->per_gap[b])[ib], gh = SM_AT(m->per_gap[b])[ib + 1];
  const SM_REAL ga = SM_AT(m->per_gap[a])[sm_flow_index(a, i, j, k)];
  const struct SM_P(sm_rans_edges) own = SM_P(sm_rans_edges_of)(s, b, ib, c, column, speed);
  const struct SM_P(sm_rans_edges) other =
      SM_P(sm_rans_edges_of)(s, b, ib, c - sa, column - back, speed);
  const SM_REAL vl = lo * v[-sa] + hi * v[0], vh = lo * v[sb - sa] + hi * v[sb];
  const SM_REAL below =
      SM_P(sm_rans_positive)(vl) + (lo * other.low_slope + hi * own.low_slope) * gl;
  const SM_REAL above =
      SM_P(sm_rans_positive)(-vh) + (lo * other.high_slope + hi * own.high_slope) * gh;
  const SM_REAL turned = (lo * other.high + hi * own.high) * (v[sb] - v[sb - sa]) -
                         (lo * other.low + hi * own.low) * (v[0] - v[-sa]);
  const SM_REAL beyond =
      vl * SM_P(sm_rans_correction)(q, sb, vl) - vh * SM_P(sm_rans_correction)(q + sb, sb, vh);
  row->low[b] = rb * below;
  row->high[b] = rb * above;
  row->sum.diagonal += rb * (below + above + lo * other.wall + hi * own.wall);
  row->sum.right += rb * (turned * ga + beyond);
}

/* Adds convection and stress along axis a. */
SM_FN void SM_P(sm_rans_along)(const struct sm_rans_momentum *s, int a, int i, int j, int k,
                               struct SM_P(sm_rans_row) * row) {
  const struct sm_flow_metric *m = &s->m;
  const int ia = sm_flow_index(a, i, j, k);
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2], sa = sm_flow_step(m, a);
  const SM_REAL *u = SM_AT(s->u[a]) + c, *t = SM_AT(s->eddy) + c;
  const SM_REAL nu = (SM_REAL)s->viscosity, half = (SM_REAL)0.5;
  const SM_REAL rl = SM_AT(m->per_width[a])[ia - 1], rh = SM_AT(m->per_width[a])[ia];
  const SM_REAL ga = SM_AT(m->per_gap[a])[ia];
  const SM_REAL ul = half * (u[-sa] + u[0]), uh = half * (u[0] + u[sa]);
  const SM_REAL before = SM_P(sm_rans_positive)(ul) + 2 * (nu + t[-sa]) * rl;
  const SM_REAL after = SM_P(sm_rans_positive)(-uh) + 2 * (nu + t[0]) * rh;
  const SM_REAL beyond =
      ul * SM_P(sm_rans_correction)(u, sa, ul) - uh * SM_P(sm_rans_correction)(u + sa, sa, uh);
  row->low[a] = ga * before;
  row->high[a] = ga * after;
  row->sum.diagonal += ga * (before + after);
  row->sum.right += ga * beyond;
}

SM_FN void SM_P(sm_rans_momentum_matrix)(const struct sm_rans_momentum *s, int i, int j, int k,
                                         int a) {
  const struct sm_flow_metric *m = &s->m;
  const int b = (a + 1) % 3, e = (a + 2) % 3, ia = sm_flow_index(a, i, j, k);
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2], sa = sm_flow_step(m, a);
  const SM_REAL *u = SM_AT(s->u[a]) + c, *v = SM_AT(s->u[b]) + c, *w = SM_AT(s->u[e]) + c;
  const SM_REAL *p = SM_AT(s->pressure) + c;
  const SM_REAL vm = SM_P(sm_mean_around)(v, sa, sm_flow_step(m, b));
  const SM_REAL wm = SM_P(sm_mean_around)(w, sa, sm_flow_step(m, e));
  const SM_REAL lo = SM_AT(m->below[a])[ia], per_step = (SM_REAL)s->per_step;
  const SM_REAL slope = (p[0] - p[-sa]) * SM_AT(m->per_gap[a])[ia];
  const int wall = sm_closed_of(s->faces[c]) >> 2 * a & 1;
  struct SM_P(sm_rans_row)
      row = {.low = {0}, .high = {0}, .sum = {per_step, per_step * u[0] - slope}};
  SM_P(sm_rans_along)(s, a, i, j, k, &row);
  SM_P(sm_rans_across)(s, a, b, i, j, k, lo, SM_ROOT(u[0] * u[0] + wm * wm), &row);
  SM_P(sm_rans_across)(s, a, e, i, j, k, lo, SM_ROOT(u[0] * u[0] + vm * vm), &row);
  const SM_REAL scale = (SM_REAL)(1 - wall) / row.sum.diagonal;
  SM_AT(s->matrix.low[0])[c] = scale * row.low[0];
  SM_AT(s->matrix.high[0])[c] = scale * row.high[0];
  SM_AT(s->matrix.low[1])[c] = scale * row.low[1];
  SM_AT(s->matrix.high[1])[c] = scale * row.high[1];
  SM_AT(s->matrix.low[2])[c] = scale * row.low[2];
  SM_AT(s->matrix.high[2])[c] = scale * row.high[2];
  SM_AT(s->matrix.right)[c] = scale * row.sum.right;
}

SM_FN void SM_P(sm_cell_rans_momentum_x)(const struct sm_rans_momentum *s, int i, int j, int k) {
  SM_P(sm_rans_momentum_matrix)(s, i, j, k, 0);
}
SM_FN void SM_P(sm_cell_rans_momentum_y)(const struct sm_rans_momentum *s, int i, int j, int k) {
  SM_P(sm_rans_momentum_matrix)(s, i, j, k, 1);
}
SM_FN void SM_P(sm_cell_rans_momentum_z)(const struct sm_rans_momentum *s, int i, int j, int k) {
  SM_P(sm_rans_momentum_matrix)(s, i, j, k, 2);
}

/* Viscosity at the six faces of the control volume of a face across axis a, low and high along a,
 * b, e. */
SM_FN void SM_P(sm_rans_cut_viscosities)(const SM_REAL *eddy, ptrdiff_t sa, ptrdiff_t sb,
                                         ptrdiff_t se, SM_REAL nu, SM_REAL out[6]) {
  const SM_REAL fourth = (SM_REAL)0.25, both = eddy[0] + eddy[-sa];
  out[0] = nu + eddy[-sa];
  out[1] = nu + eddy[0];
  out[2] = nu + fourth * (both + eddy[-sb] + eddy[-sb - sa]);
  out[3] = nu + fourth * (both + eddy[sb] + eddy[sb - sa]);
  out[4] = nu + fourth * (both + eddy[-se] + eddy[-se - sa]);
  out[5] = nu + fourth * (both + eddy[se] + eddy[se - sa]);
}

/* Air enters through a low face and leaves through a high one where `low` and `high` are above 0,
 * 1/s; the transposed part of the stress is neglected. */
SM_FN void SM_P(sm_rans_cut_axis)(const SM_REAL *q, ptrdiff_t step, SM_REAL low, SM_REAL high,
                                  SM_REAL from_low, SM_REAL from_high, int axis,
                                  struct SM_P(sm_rans_row) * row) {
  row->low[axis] = SM_P(sm_rans_positive)(low) + from_low;
  row->high[axis] = SM_P(sm_rans_positive)(-high) + from_high;
  row->sum.diagonal += row->low[axis] + row->high[axis];
  row->sum.right += low * SM_P(sm_rans_correction)(q, step, low) -
                    high * SM_P(sm_rans_correction)(q + step, step, high);
}

SM_FN void SM_P(sm_cell_cut_rans_momentum)(const struct sm_rans_cut_momentum *s, int i, int j,
                                           int k) {
  const int64_t f = sm_csr_index(i, j, k), n = s->count;
  if (f >= n) return;
  const int a = s->a, b = (a + 1) % 3, e = (a + 2) % 3;
  const struct sm_rans_momentum *all = &s->all;
  const ptrdiff_t c = (ptrdiff_t)s->face[f];
  const ptrdiff_t sa = all->m.step[a], sb = all->m.step[b], se = all->m.step[e];
  const SM_REAL *x = SM_AT(s->number) + f, *g = x + SM_CUT_FRICTION * n;
  const SM_REAL *u = SM_AT(all->u[a]) + c, *v = SM_AT(all->u[b]) + c, *w = SM_AT(all->u[e]) + c;
  const SM_REAL *p = SM_AT(all->pressure) + c;
  const SM_REAL nu = (SM_REAL)all->viscosity, per_step = (SM_REAL)all->per_step;
  SM_REAL nt[6];
  SM_P(sm_rans_cut_viscosities)(SM_AT(all->eddy) + c, sa, sb, se, nu, nt);
  const SM_REAL vm = SM_P(sm_mean_around)(v, sa, sb), wm = SM_P(sm_mean_around)(w, sa, se);
  const SM_REAL speed = SM_ROOT(u[0] * u[0] + vm * vm + wm * wm);
  const SM_REAL laminar = nu * x[SM_CUT_NEAR * n], rough = x[SM_CUT_DRAG * n] * speed;
  const SM_REAL law = s->smooth ? SM_P(sm_smooth_drag)(speed, nu, x[SM_CUT_NEAR * n]) : rough;
  const SM_REAL slope = (p[0] - p[-sa]) * x[SM_CUT_GAP * n];
  struct SM_P(sm_rans_row)
      row = {.low = {0},
             .high = {0},
             .sum = {per_step + x[SM_CUT_WALL * n] * SM_P(sm_larger)(law, laminar),
                     per_step * u[0] - slope}};
  SM_P(sm_rans_cut_axis)
  (u, sa, x[0] * u[-sa] + x[n] * u[0], x[2 * n] * u[0] + x[3 * n] * u[sa], nt[0] * g[0],
   nt[1] * g[n], a, &row);
  SM_P(sm_rans_cut_axis)
  (u, sb, x[4 * n] * v[-sa] + x[5 * n] * v[0], x[6 * n] * v[sb - sa] + x[7 * n] * v[sb],
   nt[2] * g[2 * n], nt[3] * g[3 * n], b, &row);
  SM_P(sm_rans_cut_axis)
  (u, se, x[8 * n] * w[-sa] + x[9 * n] * w[0], x[10 * n] * w[se - sa] + x[11 * n] * w[se],
   nt[4] * g[4 * n], nt[5] * g[5 * n], e, &row);
  const SM_REAL scale = (SM_REAL)1 / row.sum.diagonal;
  for (int d = 0; d < 3; d++) {
    SM_AT(all->matrix.low[d])[c] = scale * row.low[d];
    SM_AT(all->matrix.high[d])[c] = scale * row.high[d];
  }
  SM_AT(all->matrix.right)[c] = scale * row.sum.right;
}

SM_FN void SM_P(sm_cell_rans_sweep)(const struct sm_rans_sweep *s, int i, int j, int k) {
  const ptrdiff_t sy = s->step[1], sz = s->step[2], c = i + j * sy + k * sz;
  const struct sm_rans_matrix *m = &s->matrix;
  const SM_REAL *q = SM_AT(s->at) + c;
  SM_AT(s->to)
  [c] = SM_AT(m->right)[c] + SM_AT(m->low[0])[c] * q[-1] + SM_AT(m->high[0])[c] * q[1] +
        SM_AT(m->low[1])[c] * q[-sy] + SM_AT(m->high[1])[c] * q[sy] + SM_AT(m->low[2])[c] * q[-sz] +
        SM_AT(m->high[2])[c] * q[sz];
}

SM_FN void SM_P(sm_cell_rans_pressure)(const struct sm_rans_pressure *s, int h, int j, int k) {
  const int i = 2 * h, q = (j + k) & 1;
  const ptrdiff_t at = h + j * s->sy + k * s->sz;
  SM_REAL *p = SM_AT(s->pressure) + i + j * s->step[1] + k * s->step[2];
  const SM_REAL p0 = p[0] - (SM_REAL)(s->per_step * s->x[q * s->colour + at]);
  const SM_REAL p1 = p[1] - (SM_REAL)(s->per_step * s->x[(1 - q) * s->colour + at]);
  p[0] = p0;
  p[1] = p1;
}

SM_FN void SM_P(sm_cell_rans_damp)(const struct sm_rans_damp *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  const SM_REAL from_mean = SM_AT(s->u)[c] - SM_AT(s->mean)[c];
  SM_AT(s->u)[c] -= (SM_REAL)s->damped * from_mean;
  SM_AT(s->mean)[c] += (SM_REAL)s->followed * from_mean;
}
#endif
