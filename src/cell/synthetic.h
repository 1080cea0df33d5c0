/* synthetic.h - turbulence of an inflow, made of random numbers (Xie and Castro 2008).
 *
 * At every step normal numbers (random.h) on a plane are filtered along both of its axes, mixed
 * into what was there before, and given the stresses of the flow (Lund et al. 1998). The plane must
 * reach beyond the inflow by the half width of the filter. Theory, tests:
 * docs/theory/flow-closures.md. */
#ifndef SM_CELL_SYNTHETIC_H
#define SM_CELL_SYNTHETIC_H

#include "cell/elementary.h"

/* --- along an axis of the plane --- */

/* Weights r^|k|, -reach <= k <= reach, times `scale`: of numbers of variance 1 numbers of variance
 * 1. */
struct sm_smear {
  float ratio, scale;
};

/* For an integral length of n cells: exact to 2 % from n = 3 on; shorter ones are not resolved. A
 * reach of 2 n cells leaves out e^-8 of the variance. */
SM_FN struct sm_smear sm_smear_of(float n, int reach) {
  const float twice = n > 0.0f ? 2.0f / n : 80.0f;
  const float rate = twice / (1.0f + twice * twice * (1.0f / 6.0f));
  const float r = n > 1.0f ? sm_exp(-rate) : 0.0f, square = r * r;
  const float left = n > 1.0f ? sm_exp(-2.0f * rate * (float)(reach + 1)) : 0.0f;
  const struct sm_smear s = {r, sqrtf((1.0f - square) / (1.0f + square - 2.0f * left))};
  return s;
}

SM_FN float sm_smear_weight(struct sm_smear s, int k) {
  const float far = (float)(k < 0 ? -k : k);
  return s.scale * (s.ratio > 0.0f ? sm_power(s.ratio, far) : (k == 0 ? 1.0f : 0.0f));
}

/* --- in time --- */

/* Parts of the old and of the new plane, one step later: correlated as e^(-t / time). */
struct sm_memory_parts {
  float old, fresh;
};
SM_FN struct sm_memory_parts sm_memory_parts_of(float step, float time) {
  const float ratio = time > 0.0f ? step / time : 80.0f, old = sm_exp(-ratio);
  const struct sm_memory_parts m = {old, sqrtf((1.0f - old) * (1.0f + old))};
  return m;
}

/* --- stresses --- */

/* The lower triangle a of stress = a a^T, m/s: xx, yx, yy, zx, zy, zz. */
struct sm_stress_root {
  float xx, yx, yy, zx, zy, zz;
};

/* Of the stresses xx, xy, xz, yy, yz, zz, m2/s2. Of stresses that no turbulence has, the nearest
 * below that it can have in this order of axes; 0 of 0. */
SM_FN struct sm_stress_root sm_stress_root_of(const float stress[6]) {
  const float least = 1e-12f, xx = stress[0] > least ? stress[0] : 0.0f;
  struct sm_stress_root a;
  a.xx = sqrtf(xx);
  a.yx = xx > 0.0f ? stress[1] / a.xx : 0.0f;
  a.zx = xx > 0.0f ? stress[2] / a.xx : 0.0f;
  const float y = stress[3] - a.yx * a.yx, yy = y > 1e-6f * stress[3] + least ? y : 0.0f;
  a.yy = sqrtf(yy);
  a.zy = yy > 0.0f ? (stress[4] - a.zx * a.yx) / a.yy : 0.0f;
  const float z = stress[5] - a.zx * a.zx - a.zy * a.zy;
  a.zz = sqrtf(z > 0.0f ? z : 0.0f);
  return a;
}

/* The wind's deviation, m/s, of three independent numbers of variance 1. */
SM_FN void sm_gust_of(struct sm_stress_root a, const float number[3], float gust[3]) {
  gust[0] = a.xx * number[0];
  gust[1] = a.yx * number[0] + a.yy * number[1];
  gust[2] = a.zx * number[0] + a.zy * number[1] + a.zz * number[2];
}

#endif
