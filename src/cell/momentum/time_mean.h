/* cell/momentum/time_mean.h - time means of the fields of a flow solver, and probe values.
 *
 * A value that holds for the fraction `share` of the total time changes the mean by that fraction
 * of its deviation; a variance becomes (1 - share) (variance + share deviation^2), with the
 * deviation from the previous mean (West 1979). There are no differences of large sums, so that the
 * precision of the run is sufficient. The moments of a step are updated before its means. */
#ifndef SM_CELL_MOMENTUM_TIME_MEAN_H
#define SM_CELL_MOMENTUM_TIME_MEAN_H

#include "cell/momentum/fields.h"

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
#endif
