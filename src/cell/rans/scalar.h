/* rans/scalar.h - steady concentration of a scalar in a steady wind: matrix of seven points for the
 * sweeps of sweep.h, imbalance of the cells, and flow through the sides of the domain.
 *
 * Fluxes through the faces of a cell: convection by the limited second-order scheme of sweep.h,
 * diffusion with the molecular diffusivity and the eddy viscosity over the turbulent Schmidt
 * number; closed faces have only deposition. First-order upwind differences, diffusion and losses
 * are in the matrix, the rest of the limited scheme is of the concentration at the start of an
 * iteration. A flux that leaves a cell enters the next one: mass is conserved. Theory:
 * docs/theory/rans.md. */
#ifndef SM_CELL_RANS_SCALAR_H
#define SM_CELL_RANS_SCALAR_H

#include "cell/rans/sweep.h"

/* Matrix of a scalar; and imbalance of a cell: that of its equation times its volume, kg/s. */
struct sm_rans_scalar {
  struct sm_flow_metric m;
  struct sm_rans_matrix matrix; /* result, kg/m3; not used by the imbalance */
  union sm_reals u[3];          /* m/s */
  union sm_reals eddy;          /* eddy viscosity, m2/s */
  union sm_reals now;           /* concentration at the start of the iteration, kg/m3, above that of
                                   the inflow */
  union sm_reals source;        /* kg/(m3 s) */
  const int32_t *faces;         /* cell/momentum/fields.h */
  double diffusivity;           /* molecular diffusivity, m2/s */
  double per_schmidt;           /* inverse of the turbulent Schmidt number */
  double decay;                 /* losses of first order, 1/s */
  double deposition;            /* deposition velocity at closed faces, m/s */
  double inflow;                /* concentration that `now` is above, kg/m3: of entering air */
  double inertia;               /* inverse pseudo-time step over the diagonal of the cell */
};

/* Flow through a face of a side where it goes along `sign`, kg/s. Box: (p, q, 1), the other two
 * axes. */
struct sm_rans_scalar_side {
  struct sm_rans_scalar scalar;
  int axis, face; /* index along the axis */
  double sign;    /* 1: towards the high side */
};
#endif

#ifdef SM_REAL
/* A face: its convection and diffusion. */
struct SM_P(sm_rans_face) {
  SM_REAL up, down; /* flux per concentration of the cell below and of that above, m/s */
  SM_REAL rest;     /* upward flux of the limited scheme minus that of the upwind one */
};

/* Low face of cell c across an axis; 0 where it is closed. The second-order part is left out where
 * a wall is next to the cell from which the air comes. */
SM_FN struct SM_P(sm_rans_face)
    SM_P(sm_rans_face_of)(const struct sm_rans_scalar *s, ptrdiff_t c, int axis, SM_REAL per_gap) {
  const ptrdiff_t step = sm_flow_step(&s->m, axis);
  const SM_REAL *t = SM_AT(s->eddy) + c;
  const SM_REAL u = SM_AT(s->u[axis])[c], half = (SM_REAL)0.5, zero = (SM_REAL)0;
  const int low = SM_OPEN_WEST << 2 * axis, high = SM_OPEN_EAST << 2 * axis;
  const int own = sm_no_flux_of(s->faces[c]), other = sm_no_flux_of(s->faces[c - step]);
  const int behind = u > zero ? other & low : own & high;
  const SM_REAL rest = u * SM_P(sm_rans_correction)(SM_AT(s->now) + c, step, u);
  const SM_REAL eddies = half * (SM_REAL)s->per_schmidt * (t[-step] + t[0]);
  const SM_REAL open = (SM_REAL)((own & low) == 0);
  const SM_REAL spread = open * (((SM_REAL)s->diffusivity + eddies) * per_gap);
  struct SM_P(sm_rans_face) f;
  f.up = spread + open * SM_P(sm_rans_positive)(u);
  f.down = spread + open * SM_P(sm_rans_positive)(-u);
  f.rest = behind == 0 ? open * rest : zero;
  return f;
}

/* The equation of a cell, not divided by its diagonal. */
SM_FN void SM_P(sm_rans_scalar_along)(const struct sm_rans_scalar *s, int axis, int i, ptrdiff_t c,
                                      struct SM_P(sm_rans_row) * row) {
  const struct sm_flow_metric *m = &s->m;
  const SM_REAL *gap = SM_AT(m->per_gap[axis]) + i, width = SM_AT(m->per_width[axis])[i];
  const ptrdiff_t step = sm_flow_step(m, axis);
  const int own = sm_no_flux_of(s->faces[c]);
  const SM_REAL low = (SM_REAL)((own >> 2 * axis & 1) != 0);
  const SM_REAL high = (SM_REAL)((own >> (2 * axis + 1) & 1) != 0);
  const struct SM_P(sm_rans_face) below = SM_P(sm_rans_face_of)(s, c, axis, gap[0]);
  /* the flags of the next cell may be missing at a side */
  const struct SM_P(sm_rans_face) next = SM_P(sm_rans_face_of)(s, c + step, axis, gap[1]);
  const SM_REAL is_open = 1 - high;
  row->low[axis] = width * below.up;
  row->high[axis] = width * (is_open * next.down);
  const SM_REAL deposited = (SM_REAL)s->deposition * (low + high);
  row->sum.diagonal += width * (below.down + is_open * next.up + deposited);
  row->sum.right += width * (below.rest - is_open * next.rest - (SM_REAL)s->inflow * deposited);
}

SM_FN struct SM_P(sm_rans_row)
    SM_P(sm_rans_scalar_row)(const struct sm_rans_scalar *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL decay = (SM_REAL)s->decay;
  const SM_REAL gain = SM_AT(s->source)[c] - decay * (SM_REAL)s->inflow;
  struct SM_P(sm_rans_row) row = {.low = {0}, .high = {0}, .sum = {decay, gain}};
  SM_P(sm_rans_scalar_along)(s, 0, i, c, &row);
  SM_P(sm_rans_scalar_along)(s, 1, j, c, &row);
  SM_P(sm_rans_scalar_along)(s, 2, k, c, &row);
  return row;
}

SM_FN void SM_P(sm_cell_rans_scalar)(const struct sm_rans_scalar *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const struct SM_P(sm_rans_row) row = SM_P(sm_rans_scalar_row)(s, i, j, k);
  const SM_REAL air = (SM_REAL)(sm_no_flux_of(s->faces[c]) != SM_OPEN_ALL);
  const SM_REAL kept = (SM_REAL)s->inertia * row.sum.diagonal;
  const SM_REAL right = row.sum.right + kept * SM_AT(s->now)[c];
  const SM_REAL all = row.sum.diagonal + kept, tiny = (SM_REAL)1e-30;
  const SM_REAL scale = air / (all > tiny ? all : tiny);
  SM_AT(s->matrix.low[0])[c] = scale * row.low[0];
  SM_AT(s->matrix.high[0])[c] = scale * row.high[0];
  SM_AT(s->matrix.low[1])[c] = scale * row.low[1];
  SM_AT(s->matrix.high[1])[c] = scale * row.high[1];
  SM_AT(s->matrix.low[2])[c] = scale * row.low[2];
  SM_AT(s->matrix.high[2])[c] = scale * row.high[2];
  SM_AT(s->matrix.right)[c] = scale * right;
}

SM_FN double SM_P(sm_cell_rans_scalar_imbalance)(const struct sm_rans_scalar *s, int i, int j,
                                                 int k) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t sy = m->step[1], sz = m->step[2], c = i + j * sy + k * sz;
  const struct SM_P(sm_rans_row) row = SM_P(sm_rans_scalar_row)(s, i, j, k);
  const SM_REAL *q = SM_AT(s->now) + c;
  const SM_REAL sum = row.sum.right - row.sum.diagonal * q[0] + row.low[0] * q[-1] +
                      row.high[0] * q[1] + row.low[1] * q[-sy] + row.high[1] * q[sy] +
                      row.low[2] * q[-sz] + row.high[2] * q[sz];
  const double x = (double)SM_AT(m->per_width[0])[i], y = (double)SM_AT(m->per_width[1])[j];
  const double z = (double)SM_AT(m->per_width[2])[k];
  const double air = (double)(sm_no_flux_of(s->faces[c]) != SM_OPEN_ALL);
  return air * (double)SM_P(sm_size_of)(sum) / (x * y * z);
}

SM_FN double SM_P(sm_cell_rans_scalar_side)(const struct sm_rans_scalar_side *s, int p, int q,
                                            int r) {
  const struct sm_flow_metric *m = &s->scalar.m;
  const int axis = s->axis, a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
  const ptrdiff_t step = m->step[axis];
  const ptrdiff_t c = s->face * step + p * m->step[a] + q * m->step[b];
  const SM_REAL gap = SM_AT(m->per_gap[axis])[s->face], *now = SM_AT(s->scalar.now) + c;
  const struct SM_P(sm_rans_face) f = SM_P(sm_rans_face_of)(&s->scalar, c, axis, gap);
  const double up = (double)(f.up * now[-step] - f.down * now[0] + f.rest) * s->sign;
  const int inside = sm_no_flux_of(s->scalar.faces[s->face > 0 ? c - step : c]);
  const int bit = (s->face > 0 ? SM_OPEN_EAST : SM_OPEN_WEST) << 2 * axis;
  const double area = 1.0 / ((double)SM_AT(m->per_width[a])[p] * (double)SM_AT(m->per_width[b])[q]);
  const double open = (double)((inside & bit) == 0);
  (void)r;
  return open * area * (up > 0.0 ? up : 0.0);
}
#endif
