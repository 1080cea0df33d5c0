/* cell/momentum/means.h - time means and volume means of the fields of a flow solver, and probe
 * values. */
#ifndef SM_CELL_MOMENTUM_MEANS_H
#define SM_CELL_MOMENTUM_MEANS_H

#include "cell/momentum/fields.h"

/* Time means of the fields of a flow solver, and probe values.
 *
 * A value that holds for the fraction `share` of the total time changes the mean by that fraction
 * of its deviation; a variance becomes (1 - share) (variance + share deviation^2), with the
 * deviation from the previous mean (West 1979). There are no differences of large sums, so that
 * the precision of the run is sufficient. The moments of a step are updated before its means. */

struct sm_flow_mean {
  ptrdiff_t step[2]; /* strides along y, z */
  union sm_reals field, mean;
  double share;
};

/* Horizontal wind speed at cell centres. */
struct sm_speed_mean {
  ptrdiff_t step[2];         /* strides along y, z */
  union sm_reals u[2], mean; /* m/s: u and v on faces */
  double share;
};

/* Variances and covariances at cell centres, from the means of both faces. */
enum { SM_FLOW_MOMENTS = 6 };
struct sm_flow_moments {
  ptrdiff_t step[2];                      /* strides along y, z */
  union sm_reals u[3], mean[3];           /* m/s */
  union sm_reals moment[SM_FLOW_MOMENTS]; /* m2/s2: uu, vv, ww, uv, uw, vw */
  double share;
};

/* Variance and maximum of a cell field. */
struct sm_flow_variance {
  ptrdiff_t step[2]; /* strides along y, z */
  union sm_reals field, mean, variance, largest;
  double share;
};

/* Interpolation from eight elements: bit d of a corner is set for the upper one along d. */
enum { SM_FLOW_CORNERS = 8, SM_FLOW_PROBE_FIELDS = 16 };
struct sm_flow_point {
  ptrdiff_t at; /* lowest corner */
  double weight[SM_FLOW_CORNERS];
};

/* Box: the given fields, points. */
struct sm_flow_probe {
  ptrdiff_t step[2];                                       /* strides along y, z */
  const struct sm_flow_point *point[SM_FLOW_PROBE_FIELDS]; /* per field */
  union sm_reals field[SM_FLOW_PROBE_FIELDS];
  int first, fields; /* index of the first given field; number of all fields */
  double *value;     /* [point][field] */
};

/* Volume means of a flow: velocity, kinetic energy, enstrophy and viscous dissipation.
 *
 * The square of a component is the mean of those on both faces of a cell: their sum is the energy
 * that central advection conserves (docs/theory/incompressible.md). Transverse gradients are those
 * at edges, where the stresses are: a cell counts a fourth of each of its edges, so that in a
 * periodic flow the dissipation is the work of the stresses. Faces with a wall function and faces
 * of solids do not count. */

struct sm_flow_volume {
  struct sm_flow_metric m;
  union sm_reals u[3], eddy; /* m/s; m2/s */
  const int32_t *faces;      /* fields.h */
  int axis;                  /* component of the mean */
  double viscosity;          /* m2/s */
  double per_volume;         /* 1 / fluid volume, 1/m3 */
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_flow_mean)(const struct sm_flow_mean *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  const SM_REAL before = SM_AT(s->mean)[c];
  SM_AT(s->mean)[c] = before + (SM_REAL)s->share * (SM_AT(s->field)[c] - before);
}

SM_FN void SM_P(sm_cell_speed_mean)(const struct sm_speed_mean *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  const SM_REAL *fu = SM_AT(s->u[0]) + c, *fv = SM_AT(s->u[1]) + c;
  const SM_REAL half = (SM_REAL)0.5, before = SM_AT(s->mean)[c];
  const SM_REAL u = half * (fu[0] + fu[1]), v = half * (fv[0] + fv[s->step[0]]);
  SM_AT(s->mean)[c] = before + (SM_REAL)s->share * (SM_ROOT(u * u + v * v) - before);
}

SM_FN void SM_P(sm_cell_flow_moments)(const struct sm_flow_moments *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  const SM_REAL share = (SM_REAL)s->share, keep = (SM_REAL)(1.0 - s->share), half = (SM_REAL)0.5;
  const ptrdiff_t sy = s->step[0], sz = s->step[1];
  const SM_REAL *fu = SM_AT(s->u[0]) + c, *fv = SM_AT(s->u[1]) + c, *fw = SM_AT(s->u[2]) + c;
  const SM_REAL *mu = SM_AT(s->mean[0]) + c, *mv = SM_AT(s->mean[1]) + c,
                *mw = SM_AT(s->mean[2]) + c;
  const SM_REAL u = half * ((fu[0] - mu[0]) + (fu[1] - mu[1]));
  const SM_REAL v = half * ((fv[0] - mv[0]) + (fv[sy] - mv[sy]));
  const SM_REAL w = half * ((fw[0] - mw[0]) + (fw[sz] - mw[sz]));
  SM_REAL *uu = SM_AT(s->moment[0]) + c, *vv = SM_AT(s->moment[1]) + c,
          *ww = SM_AT(s->moment[2]) + c, *uv = SM_AT(s->moment[3]) + c,
          *uw = SM_AT(s->moment[4]) + c, *vw = SM_AT(s->moment[5]) + c;
  *uu = keep * (*uu + share * (u * u));
  *vv = keep * (*vv + share * (v * v));
  *ww = keep * (*ww + share * (w * w));
  *uv = keep * (*uv + share * (u * v));
  *uw = keep * (*uw + share * (u * w));
  *vw = keep * (*vw + share * (v * w));
}

SM_FN void SM_P(sm_cell_flow_variance)(const struct sm_flow_variance *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  const SM_REAL share = (SM_REAL)s->share, keep = (SM_REAL)(1.0 - s->share);
  const SM_REAL value = SM_AT(s->field)[c], deviation = value - SM_AT(s->mean)[c];
  const SM_REAL before = SM_AT(s->largest)[c], variance = SM_AT(s->variance)[c];
  SM_AT(s->variance)[c] = keep * (variance + share * (deviation * deviation));
  SM_AT(s->largest)[c] = keep > 0 && before > value ? before : value; /* first: as it is */
}

SM_FN void SM_P(sm_cell_flow_probe)(const struct sm_flow_probe *s, int f, int p, int k) {
  const struct sm_flow_point *point = s->point[f] + p;
  double sum = 0.0;
  for (int corner = 0; corner < SM_FLOW_CORNERS; corner++) {
    const ptrdiff_t c =
        point->at + (corner & 1) + (corner >> 1 & 1) * s->step[0] + (corner >> 2) * s->step[1];
    sum += point->weight[corner] * (double)SM_AT(s->field[f])[c];
  }
  s->value[p * s->fields + s->first + f] = sum;
  (void)k;
}

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
