/* cell/momentum/advection_schemes.h - advection schemes: value at a face from the six values on the
 * line across it.
 *
 * Each function returns the face value; of the velocity only the sign matters. Where fewer than
 * three values on either side are available, next to walls and sides, the scheme falls back,
 * without branches, to the one of the same kind that needs fewer.
 *
 * Weights are those of equal spacing, for cell means. With smoothly varying cell widths the schemes
 * are of order 2; the plain mean of two values conserves energy on any spacing. Theory, sources,
 * tests: docs/theory/advection-schemes.md. */
#ifndef SM_CELL_MOMENTUM_ADVECTION_SCHEMES_H
#define SM_CELL_MOMENTUM_ADVECTION_SCHEMES_H

#include "cell/port.h"

/* Number of values on either side of a face that the schemes may use. */
enum { SM_REACH_ONE = 1, SM_REACH_TWO, SM_REACH_THREE };

#endif

#ifdef SM_REAL
/* Values on both sides of a face; [0] is next to it. All must be finite, also unused ones. */
struct SM_P(sm_face_stencil) {
  SM_REAL below[3], above[3];
};

/* Stencil from an array: the first value above the face is q[0], others are `step` apart: q[-3
 * step] to q[2 step]. */
SM_FN struct SM_P(sm_face_stencil) SM_P(sm_face_stencil_of)(const SM_REAL *q, ptrdiff_t step) {
  struct SM_P(sm_face_stencil) s;
  s.below[0] = q[-step];
  s.below[1] = q[-2 * step];
  s.below[2] = q[-3 * step];
  s.above[0] = q[0];
  s.above[1] = q[step];
  s.above[2] = q[2 * step];
  return s;
}

SM_FN SM_REAL SM_P(sm_size_of)(SM_REAL x) { return x < (SM_REAL)0 ? -x : x; }

/* Blend of central differences (gamma = 0) and donor cell (gamma = 1) (Hirt et al. 1975; Griebel et
 * al. 1998). */
SM_FN SM_REAL SM_P(sm_face_donor_cell)(SM_REAL below, SM_REAL above, SM_REAL speed, SM_REAL gamma) {
  const SM_REAL across = gamma * (above - below);
  return (SM_REAL)0.5 * ((below + above) - (speed < (SM_REAL)0 ? -across : across));
}

/* Central value of order 2, 4 or 6 for `reach` 1, 2 or 3: each order adds a term. */
SM_FN SM_REAL SM_P(sm_face_central)(struct SM_P(sm_face_stencil) s, int reach) {
  const SM_REAL zero = (SM_REAL)0, three = (SM_REAL)3;
  const SM_REAL first = s.below[0] + s.above[0], second = s.below[1] + s.above[1];
  const SM_REAL third = s.below[2] + s.above[2];
  const SM_REAL fourth = reach >= SM_REACH_TWO ? (SM_REAL)(1.0 / 12.0) : zero;
  const SM_REAL sixth = reach >= SM_REACH_THREE ? (SM_REAL)(1.0 / 60.0) : zero;
  return (SM_REAL)0.5 * first + fourth * (first - second) +
         sixth * ((first + first) - three * second + third);
}

/* Upwind value of order 5, or 3 if only `two` cells (1 or 0) on either side are available, but not
 * `three` (Wicker and Skamarock 2002): the central value of order 6 or 4 plus a damping term of the
 * next odd order. With neither: sm_face_donor_cell with `gamma`. */
SM_FN SM_REAL SM_P(sm_face_upwind_of)(struct SM_P(sm_face_stencil) s, SM_REAL speed, SM_REAL two,
                                      SM_REAL three, SM_REAL gamma) {
  const SM_REAL half = (SM_REAL)0.5, fourth = (SM_REAL)(1.0 / 12.0), sixth = (SM_REAL)(1.0 / 60.0);
  const SM_REAL first = s.below[0] + s.above[0], second = s.below[1] + s.above[1];
  const SM_REAL third = s.below[2] + s.above[2];
  const SM_REAL across = s.above[0] - s.below[0], wider = s.above[1] - s.below[1];
  const SM_REAL widest = s.above[2] - s.below[2];
  const SM_REAL more = fourth * (first - second);
  const SM_REAL most = sixth * ((first + first) - (SM_REAL)3 * second + third);
  const SM_REAL less = ((SM_REAL)0.25 - half * gamma) * across - fourth * wider;
  const SM_REAL least = sixth * ((SM_REAL)5 * across - widest);
  const SM_REAL even = half * first + two * more + three * most;
  const SM_REAL odd = half * gamma * across + two * less - three * least;
  return even - (speed < (SM_REAL)0 ? -odd : odd);
}
SM_FN SM_REAL SM_P(sm_face_upwind)(struct SM_P(sm_face_stencil) s, SM_REAL speed, int reach,
                                   SM_REAL gamma) {
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1;
  return SM_P(sm_face_upwind_of)(s, speed, reach >= SM_REACH_TWO ? one : zero,
                                 reach >= SM_REACH_THREE ? one : zero, gamma);
}

/* Upwind of order 3 with the limiter of Koren (1993): no new extrema as long as no cell loses more
 * than half of its content in a step (Euler, or a stage of Shu and Osher 1988). Donor cell for
 * `reach` 1. */
SM_FN SM_REAL SM_P(sm_face_koren)(struct SM_P(sm_face_stencil) s, SM_REAL speed, int reach) {
  const SM_REAL zero = (SM_REAL)0;
  const int up = speed > zero;
  const SM_REAL donor = up ? s.below[0] : s.above[0], before = up ? s.below[1] : s.above[1];
  const SM_REAL taker = up ? s.above[0] : s.below[0];
  const SM_REAL a = reach >= SM_REACH_TWO ? donor - before : zero, b = taker - donor;
  const SM_REAL size_a = SM_P(sm_size_of)(a), size_b = SM_P(sm_size_of)(b);
  const SM_REAL third = (size_a + (size_b + size_b)) * (SM_REAL)(1.0 / 6.0);
  const SM_REAL least = size_a < size_b ? size_a : size_b, size = least < third ? least : third;
  const SM_REAL along = a > zero ? (b > zero ? size : zero) : (b > zero ? zero : -size);
  return donor + along;
}

/* Smoothness indicator of three values (Jiang and Shu 1996), from their second difference and
 * gradient, times 12; `slope` is twice the gradient at the donor cell. */
SM_FN SM_REAL SM_P(sm_smoothness_indicator)(SM_REAL bend, SM_REAL slope) {
  return (SM_REAL)13 * bend * bend + (SM_REAL)3 * slope * slope;
}

/* WENO of order 5 (Jiang and Shu 1996) with the Z weights (Borges et al. 2008), squared, which keep
 * order 5 also at extrema. Indicators use differences relative to the largest one, so that scaled
 * values give scaled results without overflow or underflow. For `reach` 2 only two of the three
 * stencils: order 3. For 1: sm_face_donor_cell with `gamma`. */
SM_FN SM_REAL SM_P(sm_face_weno)(struct SM_P(sm_face_stencil) s, SM_REAL speed, int reach,
                                 SM_REAL gamma) {
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1, two = (SM_REAL)2, three = (SM_REAL)3;
  const SM_REAL tiny = (SM_REAL)1e-30, small = (SM_REAL)1e-5;
  const int up = speed > zero;
  const SM_REAL farthest = up ? s.below[2] : s.above[2], before = up ? s.below[1] : s.above[1];
  const SM_REAL donor = up ? s.below[0] : s.above[0], taker = up ? s.above[0] : s.below[0];
  const SM_REAL after = up ? s.above[1] : s.below[1];
  const SM_REAL a = reach >= SM_REACH_THREE ? before - farthest : zero, b = donor - before,
                c = taker - donor, d = after - taker;
  const SM_REAL ab =
      SM_P(sm_size_of)(a) > SM_P(sm_size_of)(b) ? SM_P(sm_size_of)(a) : SM_P(sm_size_of)(b);
  const SM_REAL cd =
      SM_P(sm_size_of)(c) > SM_P(sm_size_of)(d) ? SM_P(sm_size_of)(c) : SM_P(sm_size_of)(d);
  const SM_REAL largest = ab > cd ? ab : cd, scale = largest > tiny ? one / largest : zero;
  const SM_REAL p = a * scale, q = b * scale, r = c * scale, t = d * scale;
  const SM_REAL beta0 = SM_P(sm_smoothness_indicator)(q - p, three * q - p);
  const SM_REAL beta1 = SM_P(sm_smoothness_indicator)(r - q, q + r);
  const SM_REAL beta2 = SM_P(sm_smoothness_indicator)(t - r, three * r - t);
  const SM_REAL tau = (reach >= SM_REACH_THREE ? beta0 : beta1) - beta2;
  const SM_REAL z0 = tau / (beta0 + small), z1 = tau / (beta1 + small), z2 = tau / (beta2 + small);
  const SM_REAL w0 = (reach >= SM_REACH_THREE ? one : zero) * (one + z0 * z0);
  const SM_REAL w1 = (SM_REAL)6 * (one + z1 * z1), w2 = three * (one + z2 * z2);
  const SM_REAL sum =
      w0 * ((SM_REAL)5 * b - two * a) + w1 * (b + two * c) + w2 * ((SM_REAL)4 * c - d);
  const SM_REAL wide = sum / ((SM_REAL)6 * (w0 + w1 + w2));
  const SM_REAL narrow = (SM_REAL)0.5 * (one - gamma) * c;
  return donor + (reach >= SM_REACH_TWO ? wide : narrow);
}
#endif
