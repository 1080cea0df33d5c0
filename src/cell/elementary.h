/* elementary.h - exponential, logarithm, hyperbolic tangent, cosine, sine and radioactive decay
 * chains from sums and products only.
 *
 * Libraries of CPUs and GPUs round these functions differently; kernels that use the ones here give
 * the same bits wherever compilers keep the order of operations (docs/architecture.md). */
#ifndef SM_CELL_ELEMENTARY_H
#define SM_CELL_ELEMENTARY_H

#include "cell/bits.h"

/* e^x with relative error 2e-7; x is clamped to -80 .. 80, so that nothing overflows. */
SM_FN float sm_exp(float x) {
  const float y = x < -80.0f ? -80.0f : x > 80.0f ? 80.0f : x;
  const float n = floorf(y * 1.44269504f + 0.5f);
  const float r = (y - n * 0.693359375f) + n * 2.12194440e-4f; /* y - n ln 2, in two parts */
  const float high = r * (1.0f / 120.0f + r * (1.0f / 720.0f + r * (1.0f / 5040.0f)));
  const float p = 1.0f + r * (1.0f + r * (0.5f + r * (1.0f / 6.0f + r * (1.0f / 24.0f + high))));
  return p * sm_float_from_bits((uint32_t)((int)n + 127) << 23); /* times 2^n */
}

/* ln x of positive, normal x, with relative or absolute error 2e-7. */
SM_FN float sm_log(float x) {
  const uint32_t bits = sm_float_bits(x);
  const float half = sm_float_from_bits((bits & 0x7fffffu) | 0x3f000000u); /* 0.5 <= half < 1 */
  const int exponent = (int)(bits >> 23) - 126, low = half < 0.70710678f;
  const float m = low ? 2.0f * half : half;
  const float t = (m - 1.0f) / (m + 1.0f), s = t * t; /* ln m = 2 artanh t */
  const float series = 1.0f + s * (1.0f / 3.0f + s * (0.2f + s * (1.0f / 7.0f + s / 9.0f)));
  return (float)(exponent - low) * 0.69314718f + 2.0f * t * series;
}

SM_FN float sm_tanh(float x) { return 1.0f - 2.0f / (sm_exp(2.0f * x) + 1.0f); }

/* x^p of positive x. */
SM_FN float sm_power(float x, float p) { return sm_exp(p * sm_log(x)); }

/* Cosine and sine of an angle in turns, both to 1e-7; |turns| < 2^20. */
struct sm_heading {
  float cosine, sine;
};
SM_FN struct sm_heading sm_turn(float turns) {
  const float n = floorf(4.0f * turns + 0.5f);
  const float t = 4.0f * turns - n, q = t * t; /* quarter turns from the nearest axis, exactly */
  const float high = q * (-0.00468175414f + q * 0.000160441185f);
  const float s = t * (1.57079633f + q * (-0.645964098f + q * (0.0796926262f + high)));
  const float low = q * (-0.0208634807f + q * 0.000919260274f);
  const float c = 1.0f + q * (-1.23370055f + q * (0.253669508f + low));
  /* Odd axes swap the two; signs follow. With bit operations, since a compiler may turn a selection
   * into a branch. */
  const uint32_t axis = (uint32_t)(int)n, odd = 0u - (axis & 1u);
  const uint32_t sine = sm_float_bits(s), cosine = sm_float_bits(c), other = (sine ^ cosine) & odd;
  const struct sm_heading d = {sm_float_from_bits(cosine ^ other ^ ((axis + 1u) & 2u) << 30),
                               sm_float_from_bits(sine ^ other ^ (axis & 2u) << 30)};
  return d;
}

/* (e^z - 1) / z */
SM_FN float sm_mean_growth(float z) {
  if (fabsf(z) > 0.5f) return (sm_exp(z) - 1.0f) / z;
  const float high = 1.0f / 120.0f + z * (1.0f / 720.0f + z * (1.0f / 5040.0f));
  return 1.0f + z * (0.5f + z * (1.0f / 6.0f + z * (1.0f / 24.0f + z * high)));
}
/* ln(r) / y of a ratio r > 0; y = r - 1 is an argument for accuracy near 0. */
SM_FN float sm_mean_decay(float r, float y) {
  if (fabsf(y) > 0.5f) return sm_log(r) / y;
  const float t = y / (2.0f + y), s = t * t; /* ln(1 + y) = 2 artanh t */
  const float high = 1.0f / 7.0f + s * (1.0f / 9.0f + s * (1.0f / 11.0f));
  return 2.0f / (2.0f + y) * (1.0f + s * (1.0f / 3.0f + s * (0.2f + s * high)));
}

/* Decay chain: member m decays at rate[m], 1/s; of a mass that decays yield[m] times as much of the
 * next member forms. */
enum { SM_CHAIN_MEMBERS = 4 };
struct sm_decay_chain {
  int members;
  double rate[SM_CHAIN_MEMBERS], yield[SM_CHAIN_MEMBERS];
};

/* Solution of a chain after some time (Bateman 1910): the mass of member m is the sum of part[m][n]
 * times the first mass of member n <= m. */
struct sm_decay_step {
  double part[SM_CHAIN_MEMBERS][SM_CHAIN_MEMBERS];
};

/* Exponential of the matrix of a chain by scaling and squaring: a series for t / 2^n, then n times
 * 2 D + D^2 of D = e^(A t) - 1. No differences of half-lives, which may be equal. */
SM_FN void sm_decay_step_of(const struct sm_decay_chain *c, double t, struct sm_decay_step *out) {
  double term[SM_CHAIN_MEMBERS][SM_CHAIN_MEMBERS], fastest = 0.0;
  int doublings = 0;
  for (int m = 0; m < SM_CHAIN_MEMBERS; m++) {
    for (int n = 0; n < SM_CHAIN_MEMBERS; n++) {
      out->part[m][n] = 0.0;
      term[m][n] = m == n ? 1.0 : 0.0;
    }
    if (m < c->members && c->rate[m] > fastest) fastest = c->rate[m];
  }
  for (; fastest * t > 0.5; doublings++) t *= 0.5;
  for (int order = 1; order <= 16; order++)
    for (int m = c->members - 1; m >= 0; m--)
      for (int n = 0; n <= m; n++) {
        const double formed = n < m ? c->yield[m - 1] * c->rate[m - 1] * term[m - 1][n] : 0.0;
        term[m][n] = (formed - c->rate[m] * term[m][n]) * (t / order);
        out->part[m][n] += term[m][n];
      }
  for (; doublings > 0; doublings--)
    for (int m = c->members - 1; m >= 0; m--)
      for (int n = 0; n <= m; n++) {
        double twice = 2.0 * out->part[m][n];
        for (int k = n; k <= m; k++) twice += out->part[m][k] * out->part[k][n];
        out->part[m][n] = twice;
      }
  for (int m = 0; m < c->members; m++) out->part[m][m] += 1.0;
}

#endif
