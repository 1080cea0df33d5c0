/* cell/momentum/volume_mean.h - volume means of a flow: velocity, kinetic energy, enstrophy and
 * viscous dissipation.
 *
 * The square of a component is the mean of those on both faces of a cell: their sum is the energy
 * that central advection conserves (docs/theory/incompressible.md). Transverse gradients are those
 * at edges, where the stresses are: a cell counts a fourth of each of its edges, so that in a
 * periodic flow the dissipation is the work of the stresses. Faces with a wall function and
 * faces of solids do not count. */
#ifndef SM_CELL_MOMENTUM_VOLUME_MEAN_H
#define SM_CELL_MOMENTUM_VOLUME_MEAN_H

#include "cell/momentum/fields.h"

struct sm_flow_volume {
  struct sm_flow_metric m;
  union sm_reals u[3], eddy; /* m/s; m2/s */
  const int32_t *faces;      /* faces.h */
  int axis;                  /* component of the mean */
  double viscosity;          /* m2/s */
  double per_volume;         /* 1 / fluid volume, 1/m3 */
};
#endif

#ifdef SM_REAL
/* Fraction of a cell in the fluid volume; 0 for a solid. */
SM_FN double SM_P(sm_volume_share)(const struct sm_flow_volume *s, int closed, int i, int j,
                                   int k) {
  const double volume =
      1.0 / ((double)SM_AT(s->m.per_width[0])[i] * (double)SM_AT(s->m.per_width[1])[j] *
             (double)SM_AT(s->m.per_width[2])[k]);
  return closed != SM_OPEN_ALL ? s->per_volume * volume : 0.0;
}

SM_FN double SM_P(sm_cell_flow_volume_mean)(const struct sm_flow_volume *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL *u = SM_AT(s->u[s->axis]) + c;
  const double both = (double)u[0] + (double)u[s->m.step[s->axis]];
  return 0.5 * both * SM_P(sm_volume_share)(s, sm_closed_of(s->faces[c]), i, j, k);
}

SM_FN double SM_P(sm_cell_flow_volume_energy)(const struct sm_flow_volume *s, int i, int j, int k) {
  const ptrdiff_t sy = s->m.step[1], sz = s->m.step[2], c = i + j * sy + k * sz;
  const SM_REAL *u = SM_AT(s->u[0]) + c, *v = SM_AT(s->u[1]) + c, *w = SM_AT(s->u[2]) + c;
  const SM_REAL squares =
      u[0] * u[0] + u[1] * u[1] + v[0] * v[0] + v[sy] * v[sy] + w[0] * w[0] + w[sz] * w[sz];
  return 0.25 * (double)squares * SM_P(sm_volume_share)(s, sm_closed_of(s->faces[c]), i, j, k);
}

/* At the edge of a cell along the third axis, on its low or high faces across axes a and b: the
 * square of the sum (sign 1) or difference (-1) of both gradients; 0 at a wall. */
SM_FN SM_REAL SM_P(sm_edge_square)(const struct sm_flow_volume *s, int a, int b, int high_a,
                                   int high_b, int i, int j, int k, int sign) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const ptrdiff_t sa = sm_flow_step(m, a), sb = sm_flow_step(m, b),
                  e = c + high_a * sa + high_b * sb;
  const int walls = sm_closed_of(s->faces[c]) &
                    (SM_OPEN_WEST << (2 * a + high_a) | SM_OPEN_WEST << (2 * b + high_b));
  const SM_REAL *u = SM_AT(s->u[a]) + e, *v = SM_AT(s->u[b]) + e;
  const SM_REAL across_b =
      (u[0] - u[-sb]) * SM_AT(m->per_gap[b])[sm_flow_index(b, i, j, k) + high_b];
  const SM_REAL across_a =
      (v[0] - v[-sa]) * SM_AT(m->per_gap[a])[sm_flow_index(a, i, j, k) + high_a];
  const SM_REAL both = sign > 0 ? across_b + across_a : across_b - across_a;
  return walls != 0 ? (SM_REAL)0 : both * both;
}
/* Adds the four edges along the third axis to a sum. */
SM_FN SM_REAL SM_P(sm_add_edges)(SM_REAL sum, const struct sm_flow_volume *s, int a, int b, int i,
                                 int j, int k, int sign) {
  sum += SM_P(sm_edge_square)(s, a, b, 0, 0, i, j, k, sign);
  sum += SM_P(sm_edge_square)(s, a, b, 1, 0, i, j, k, sign);
  sum += SM_P(sm_edge_square)(s, a, b, 0, 1, i, j, k, sign);
  sum += SM_P(sm_edge_square)(s, a, b, 1, 1, i, j, k, sign);
  return sum;
}
/* Sum over all twelve edges. */
SM_FN SM_REAL SM_P(sm_edge_squares)(const struct sm_flow_volume *s, int i, int j, int k, int sign) {
  SM_REAL sum = (SM_REAL)0;
  sum = SM_P(sm_add_edges)(sum, s, 0, 1, i, j, k, sign);
  sum = SM_P(sm_add_edges)(sum, s, 1, 2, i, j, k, sign);
  return SM_P(sm_add_edges)(sum, s, 2, 0, i, j, k, sign);
}

/* Half the square of the vorticity, 1/s2. */
SM_FN double SM_P(sm_cell_flow_volume_enstrophy)(const struct sm_flow_volume *s, int i, int j,
                                                 int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL sum = SM_P(sm_edge_squares)(s, i, j, k, -1);
  return 0.125 * (double)sum * SM_P(sm_volume_share)(s, sm_closed_of(s->faces[c]), i, j, k);
}

/* 2 (nu + nu_t) S_ij S_ij, m2/s3. */
SM_FN double SM_P(sm_cell_flow_volume_dissipation)(const struct sm_flow_volume *s, int i, int j,
                                                   int k) {
  const SM_REAL edges = SM_P(sm_edge_squares)(s, i, j, k, 1);
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  SM_REAL squares = (SM_REAL)0;
  for (int d = 0; d < 3; d++) {
    const SM_REAL *u = SM_AT(s->u[d]) + c;
    const SM_REAL stretch =
        (u[sm_flow_step(m, d)] - u[0]) * SM_AT(m->per_width[d])[sm_flow_index(d, i, j, k)];
    squares += stretch * stretch;
  }
  const double viscosity = s->viscosity + (double)SM_AT(s->eddy)[c];
  return viscosity * (2.0 * (double)squares + 0.25 * (double)edges) *
         SM_P(sm_volume_share)(s, sm_closed_of(s->faces[c]), i, j, k);
}
#endif
