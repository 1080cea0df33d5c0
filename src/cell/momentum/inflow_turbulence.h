/* cell/momentum/inflow_turbulence.h - synthetic inflow turbulence at a boundary:
 * from filtered random numbers (below), or recycled from a plane inside.
 *
 * The signal consists of three filtered random numbers per element of the boundary plane. The
 * inflow is the mean wind plus, for each component, a sum of signals times amplitudes, minus the
 * net flux through the boundary. Theory: docs/theory/incompressible-inflow.md. */
#ifndef SM_CELL_MOMENTUM_INFLOW_TURBULENCE_H
#define SM_CELL_MOMENTUM_INFLOW_TURBULENCE_H

#include "cell/elementary.h"
#include "cell/momentum/fields.h"
#include "cell/random.h"

/* Digital filter for synthetic inflow turbulence (Xie and Castro 2008).
 *
 * At every step normal random numbers (random.h) on a plane are filtered along both of its axes
 * and mixed with the previous signal. The plane must extend beyond the inflow by the half width of
 * the filter. Theory, tests: docs/theory/incompressible-inflow.md. */

/* --- along an axis of the plane --- */

/* Filter weights scale r^|k|, -reach <= k <= reach: unit variance is
 * preserved. */
struct sm_inflow_weights {
  float ratio, scale;
};

/* Weights for an integral length of n cells: exact to 2 % from n = 3 on; shorter lengths are not
 * resolved. A reach of 2 n cells omits e^-8 of the variance. */
SM_FN struct sm_inflow_weights sm_inflow_weights_of(float n, int reach) {
  const float twice = n > 0.0f ? 2.0f / n : 80.0f;
  const float rate = twice / (1.0f + twice * twice * (1.0f / 6.0f));
  const float r = n > 1.0f ? sm_exp(-rate) : 0.0f, square = r * r;
  const float left = n > 1.0f ? sm_exp(-2.0f * rate * (float)(reach + 1)) : 0.0f;
  const struct sm_inflow_weights s = {r, sqrtf((1.0f - square) / (1.0f + square - 2.0f * left))};
  return s;
}

/* --- in time --- */

/* Weights of the old and the new plane, one step later: correlation e^(-t / time). */
struct sm_inflow_correlation {
  float old, fresh;
};
SM_FN struct sm_inflow_correlation sm_inflow_correlation_of(float step, float time) {
  const float ratio = time > 0.0f ? step / time : 80.0f, old = sm_exp(-ratio);
  const struct sm_inflow_correlation m = {old, sqrtf((1.0f - old) * (1.0f + old))};
  return m;
}

/* Draws normal random numbers, functions of place, step and side. Box: a plane extended by the
 * reach of the filters. On a periodic axis the places repeat. */
struct sm_inflow_draw {
  float *number[3];
  ptrdiff_t row; /* elements */
  int first[2];  /* place of element (0, 0) */
  int wrap[2];   /* period of the places; 0: not periodic */
  uint32_t step, side;
};
SM_FN int sm_inflow_place(int place, int wrap) {
  const int period = wrap > 0 ? wrap : 1, rest = place % period;
  return wrap > 0 ? (rest < 0 ? rest + period : rest) : place;
}
SM_FN void sm_cell_inflow_draw(const struct sm_inflow_draw *s, int p, int q, int k) {
  const uint32_t x = (uint32_t)sm_inflow_place(p + s->first[0], s->wrap[0]);
  const uint32_t y = (uint32_t)sm_inflow_place(q + s->first[1], s->wrap[1]);
  const struct sm_random_key what = {0x67757374u, (uint64_t)y << 32 | x, s->step, s->side};
  float normal[4];
  sm_random_normals(sm_random(what), normal);
  for (int d = 0; d < 3; d++) s->number[d][p + q * s->row] = normal[d];
  (void)k;
}

/* Filters the numbers along one axis of the plane. Box: (p, q, 3). */
struct sm_inflow_filter {
  const float *from[3]; /* their element (0, 0) is `reach` elements below that of the result */
  float *to[3];
  ptrdiff_t from_row, to_row;
  int axis, reach;                         /* 0: along p; 1: q */
  const struct sm_inflow_weights *weights; /* per element of the result */
};
SM_FN void sm_cell_inflow_filter(const struct sm_inflow_filter *s, int p, int q, int k) {
  const ptrdiff_t along = s->axis == 0 ? 1 : s->from_row;
  const struct sm_inflow_weights weights = s->weights[p + q * s->to_row];
  const float *number = s->from[k] + p + q * s->from_row + s->reach * along;
  float sum = number[0], weight = 1.0f;
  for (int m = 1; m <= s->reach; m++) {
    weight *= weights.ratio;
    sum += weight * (number[m * along] + number[-m * along]);
  }
  s->to[k][p + q * s->to_row] = weights.scale * sum;
}

/* Mixes new numbers into the signal. Box: (p, q, 3). */
struct sm_inflow_correlate {
  float *signal[3];
  const float *fresh[3];
  const float *rate; /* 1/s: 1 / integral time scale of the fluctuations */
  ptrdiff_t row;
  int begin; /* first step: no previous signal */
  const struct sm_flow_clock *clock;
};
SM_FN void sm_cell_inflow_correlate(const struct sm_inflow_correlate *s, int p, int q, int k) {
  const ptrdiff_t c = p + q * s->row;
  const struct sm_inflow_correlation part =
      sm_inflow_correlation_of((float)s->clock->step * s->rate[c], 1.0f);
  const float mixed = part.old * s->signal[k][c] + part.fresh * s->fresh[k][c];
  s->signal[k][c] = s->begin ? s->fresh[k][c] : mixed;
}

/* Weighted mean of a signal; the weights sum to 1. Box: (p, q, 1). */
struct sm_inflow_mean {
  const float *signal, *weight;
  ptrdiff_t row;
};
SM_FN double sm_cell_inflow_mean(const struct sm_inflow_mean *s, int p, int q, int k) {
  const ptrdiff_t c = p + q * s->row;
  (void)k;
  return (double)s->weight[c] * (double)s->signal[c];
}

/* Computes a component of the inflow velocity. Box: (p, q, 1). */
struct sm_inflow_velocity {
  union sm_reals mean, plane; /* m/s */
  const float *signal[3];
  const float *amplitude[3]; /* m/s per unit signal; NULL: no contribution */
  const double *less[3];     /* subtracted from the signals; may be NULL */
  double factor[3];          /* factor of the amplitudes */
  ptrdiff_t row;
};

/* Boundary wind between two times of the weather, linear in time, at the end of the current step;
 * and with it the turbulence of a side: amplitudes are an intensity times the speed, the rate of
 * change is the speed over the length scale. Box: (p, q, 1). */
struct sm_inflow_interpolate {
  union sm_reals from[3], to[3], mean[3]; /* m/s */
  const float *per_length;                /* 1/m; NULL: no turbulence */
  const float *intensity;                 /* NULL: amplitudes do not change with the speed */
  float *rate, *amplitude;                /* 1/s; m/s */
  ptrdiff_t row;
  int across;         /* axis across the side: the other components are twice the wind */
  double begin, span; /* s, from the start of the run */
  const struct sm_flow_clock *clock;
};

/* Deviation of the wind on a recycling plane from its time mean. Box: (p, q, 1). */
struct sm_inflow_recycle {
  union sm_reals u;    /* m/s, at the place of p = q = 0 */
  union sm_reals mean; /* m/s, in the order of the fluctuations */
  float *signal;
  ptrdiff_t step_p, step_q, row;
  double time; /* averaging time, s: plain mean of all earlier times at first, later exponential */
  const struct sm_flow_clock *clock;
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_inflow_velocity)(const struct sm_inflow_velocity *s, int p, int q, int k) {
  const ptrdiff_t c = p + q * s->row;
  SM_REAL wind = SM_AT(s->mean)[c];
  for (int e = 0; e < 3; e++) {
    if (s->amplitude[e] == NULL) continue;
    const float signal = s->signal[e][c] - (s->less[e] ? (float)s->less[e][0] : 0.0f);
    wind += (SM_REAL)((float)s->factor[e] * s->amplitude[e][c] * signal);
  }
  SM_AT(s->plane)[c] = wind;
  (void)k;
}

SM_FN void SM_P(sm_cell_inflow_interpolate)(const struct sm_inflow_interpolate *s, int p, int q,
                                            int k) {
  const ptrdiff_t c = p + q * s->row;
  const double over = (s->clock->time + s->clock->step - s->begin) / s->span;
  const SM_REAL part = (SM_REAL)(over < 0.0 ? 0.0 : over > 1.0 ? 1.0 : over);
  double square = 0.0;
  for (int d = 0; d < 3; d++) {
    const SM_REAL from = SM_AT(s->from[d])[c], to = SM_AT(s->to[d])[c];
    const SM_REAL wind = from + part * (to - from);
    const double own = (d == s->across ? 1.0 : 0.5) * (double)wind;
    SM_AT(s->mean[d])[c] = wind;
    square += own * own;
  }
  const float speed = (float)sqrt(square);
  if (s->per_length != NULL) s->rate[c] = speed * s->per_length[c];
  if (s->intensity != NULL) s->amplitude[c] = speed * s->intensity[c];
  (void)k;
}

SM_FN void SM_P(sm_cell_inflow_recycle)(const struct sm_inflow_recycle *s, int p, int q, int k) {
  const ptrdiff_t c = p + q * s->row;
  const double step = s->clock->step, since = s->clock->time + step;
  const double over = since < s->time ? since : s->time;
  const SM_REAL part = (SM_REAL)(step < over ? step / over : 1.0);
  const SM_REAL u = SM_AT(s->u)[p * s->step_p + q * s->step_q], mean = SM_AT(s->mean)[c];
  const SM_REAL next = mean + part * (u - mean);
  SM_AT(s->mean)[c] = next;
  s->signal[c] = (float)(u - next);
  (void)k;
}
#endif
