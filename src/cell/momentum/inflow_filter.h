/* cell/momentum/inflow_filter.h - digital filter for synthetic inflow turbulence (Xie and Castro
 * 2008).
 *
 * At every step normal random numbers (random.h) on a plane are filtered along both of its axes and
 * mixed with the previous signal. The plane must extend beyond the inflow by the half width of the
 * filter. Theory, tests: docs/theory/incompressible-inflow.md. */
#ifndef SM_CELL_MOMENTUM_INFLOW_FILTER_H
#define SM_CELL_MOMENTUM_INFLOW_FILTER_H

#include "cell/elementary.h"

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

#endif
