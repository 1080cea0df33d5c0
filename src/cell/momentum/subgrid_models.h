/* cell/momentum/subgrid_models.h - subgrid-scale models: eddy viscosity from the resolved velocity
 * gradient.
 *
 * Smagorinsky (1963) with the wall damping and stability function of Mason and Thomson (1992) and
 * Lilly (1962); Vreman (2004); anisotropic minimum dissipation (Rozema et al. 2015; Abkar and Moin
 * 2017); and the terms of a transported subgrid energy (Deardorff 1980; Moeng 1984). Theory,
 * constants, tests: docs/theory/subgrid-models.md.
 *
 * The models of Vreman and of minimum dissipation normalise by the largest gradient first: they are
 * accurate for gradients of 1e-20/s and 1e+20/s alike, and 0 for 0. */
#ifndef SM_CELL_MOMENTUM_SUBGRID_MODELS_H
#define SM_CELL_MOMENTUM_SUBGRID_MODELS_H

#include "cell/diagnostic/turbulence.h"
#include "cell/elementary.h"

#define SM_VREMAN 0.07 /* 2.5 Cs^2 for Cs = 0.17 */
#define SM_AMD 0.3     /* for second-order central differences; 1/12 for exact gradients */

/* Deardorff (1980): length over sqrt(e) / N in stable air; viscosity over length and sqrt(e). */
#define SM_STABLE_LENGTH 0.76
#define SM_ENERGY_MIXING 0.1
/* Dissipation times length over e^(3/2): 0.19 + 0.74 length / width (Moeng and Wyngaard 1988). */
#define SM_ENERGY_DECAY 0.19
#define SM_ENERGY_DECAY_WIDE 0.74

/* Smagorinsky length, m, at z m from a wall of roughness z0: 1 / l^n = 1 / far^n + 1 / (k (z +
 * z0))^n, with the length `far` away from walls; n > 0, usually 2. It is 0 if far is. */
SM_FN float sm_sgs_length(float far, float z, float z0, float n) {
  const float by_wall = (float)SM_KARMAN * (z + z0), least = far < by_wall ? far : by_wall;
  const float most = far < by_wall ? by_wall : far, ratio = least / most;
  return most > 0.0f ? least * sm_power(1.0f + sm_power(ratio, n), -1.0f / n) : 0.0f;
}

#endif

#ifdef SM_REAL
/* [i][j]: du_i / dx_j, 1/s. */
struct SM_P(sm_velocity_gradient) {
  SM_REAL of[3][3];
};

/* Sum of a_i a_j du_i / dx_j. */
SM_FN SM_REAL SM_P(sm_stretching)(const struct SM_P(sm_velocity_gradient) * g, SM_REAL a, SM_REAL b,
                                  SM_REAL c) {
  return a * a * g->of[0][0] + b * b * g->of[1][1] + c * c * g->of[2][2] +
         a * b * (g->of[0][1] + g->of[1][0]) + a * c * (g->of[0][2] + g->of[2][0]) +
         b * c * (g->of[1][2] + g->of[2][1]);
}

/* 2 S_ij S_ij, 1/s2. */
SM_FN SM_REAL SM_P(sm_strain_square)(const struct SM_P(sm_velocity_gradient) * g) {
  const SM_REAL xx = g->of[0][0], yy = g->of[1][1], zz = g->of[2][2];
  const SM_REAL xy = g->of[0][1] + g->of[1][0], xz = g->of[0][2] + g->of[2][0];
  const SM_REAL yz = g->of[1][2] + g->of[2][1];
  return (SM_REAL)2 * (xx * xx + yy * yy + zz * zz) + (xy * xy + xz * xz + yz * yz);
}

SM_FN SM_REAL SM_P(sm_larger_magnitude)(SM_REAL most, SM_REAL x) {
  const SM_REAL size = x < (SM_REAL)0 ? -x : x;
  return size > most ? size : most;
}

/* Largest absolute gradient. */
SM_FN SM_REAL SM_P(sm_largest_gradient)(const struct SM_P(sm_velocity_gradient) * g) {
  const SM_REAL x = SM_P(sm_larger_magnitude)(
      SM_P(sm_larger_magnitude)(SM_P(sm_larger_magnitude)((SM_REAL)0, g->of[0][0]), g->of[0][1]),
      g->of[0][2]);
  const SM_REAL y = SM_P(sm_larger_magnitude)(
      SM_P(sm_larger_magnitude)(SM_P(sm_larger_magnitude)(x, g->of[1][0]), g->of[1][1]),
      g->of[1][2]);
  return SM_P(sm_larger_magnitude)(
      SM_P(sm_larger_magnitude)(SM_P(sm_larger_magnitude)(y, g->of[2][0]), g->of[2][1]),
      g->of[2][2]);
}

/* Inverse of a magnitude; 0 for tiny ones. */
SM_FN SM_REAL SM_P(sm_one_over)(SM_REAL size) {
  return size > (SM_REAL)1e-30 ? (SM_REAL)1 / size : (SM_REAL)0;
}

SM_FN struct SM_P(sm_velocity_gradient)
    SM_P(sm_velocity_gradient_scale)(const struct SM_P(sm_velocity_gradient) * g, SM_REAL x) {
  struct SM_P(sm_velocity_gradient) scaled;
  scaled.of[0][0] = g->of[0][0] * x;
  scaled.of[0][1] = g->of[0][1] * x;
  scaled.of[0][2] = g->of[0][2] * x;
  scaled.of[1][0] = g->of[1][0] * x;
  scaled.of[1][1] = g->of[1][1] * x;
  scaled.of[1][2] = g->of[1][2] * x;
  scaled.of[2][0] = g->of[2][0] * x;
  scaled.of[2][1] = g->of[2][1] * x;
  scaled.of[2][2] = g->of[2][2] * x;
  return scaled;
}

/* Sum of all squares. */
SM_FN SM_REAL SM_P(sm_gradient_square)(const struct SM_P(sm_velocity_gradient) * g) {
  return g->of[0][0] * g->of[0][0] + g->of[0][1] * g->of[0][1] + g->of[0][2] * g->of[0][2] +
         g->of[1][0] * g->of[1][0] + g->of[1][1] * g->of[1][1] + g->of[1][2] * g->of[1][2] +
         g->of[2][0] * g->of[2][0] + g->of[2][1] * g->of[2][1] + g->of[2][2] * g->of[2][2];
}

/* --- Smagorinsky --- */

/* Viscosity, m2/s, for a length C_s (dx dy dz)^(1/3), m, or sm_sgs_length; `buoyancy` is N^2 over
 * the turbulent Prandtl number, 1/s2, 0 in neutral air: l^2 |S| sqrt(max(0, 1 - Ri / Pr)). */
SM_FN SM_REAL SM_P(sm_sgs_smagorinsky)(const struct SM_P(sm_velocity_gradient) * g, SM_REAL length,
                                       SM_REAL buoyancy) {
  const SM_REAL zero = (SM_REAL)0, most = (SM_REAL)1e36;
  const SM_REAL square = SM_P(sm_strain_square)(g) - buoyancy;
  const SM_REAL driven = square > zero ? square : zero;
  return length * length * SM_ROOT(driven < most ? driven : most);
}

/* --- Vreman --- */

/* Sum of squared minors of two rows of gradients, each times the squares of two widths. */
SM_FN SM_REAL SM_P(sm_minors)(const SM_REAL *a, const SM_REAL *b, SM_REAL xy, SM_REAL xz,
                              SM_REAL yz) {
  const SM_REAL p = a[0] * b[1] - a[1] * b[0], q = a[0] * b[2] - a[2] * b[0];
  const SM_REAL r = a[1] * b[2] - a[2] * b[1];
  return xy * p * p + xz * q * q + yz * r * r;
}

/* Viscosity, m2/s, of a cell with three widths, m; `factor` SM_VREMAN. The second invariant of
 * d_m^2 du_i/dx_m du_j/dx_m is the sum of all squared minors of d_m du_i/dx_m (Cauchy and Binet):
 * never negative, and 0, except for rounding, where the velocity varies along one direction
 * only. */
SM_FN SM_REAL SM_P(sm_sgs_vreman)(const struct SM_P(sm_velocity_gradient) * g,
                                  const SM_REAL width[3], SM_REAL factor) {
  const SM_REAL one = (SM_REAL)1, steepest = SM_P(sm_largest_gradient)(g);
  const struct SM_P(sm_velocity_gradient) s =
      SM_P(sm_velocity_gradient_scale)(g, SM_P(sm_one_over)(steepest));
  const SM_REAL x = width[0] * width[0], y = width[1] * width[1], z = width[2] * width[2];
  const SM_REAL xy = x * y, xz = x * z, yz = y * z;
  const SM_REAL sum = SM_P(sm_minors)(s.of[0], s.of[1], xy, xz, yz) +
                      SM_P(sm_minors)(s.of[0], s.of[2], xy, xz, yz) +
                      SM_P(sm_minors)(s.of[1], s.of[2], xy, xz, yz);
  const SM_REAL all = SM_P(sm_gradient_square)(&s);
  return factor * steepest * SM_ROOT(sum / (all > one ? all : one));
}

/* --- minimum dissipation --- */

/* Viscosity, m2/s, of a cell with three widths, m; `factor` SM_AMD. `lift` is the
 * gradient of the buoyancy g theta' / theta_0, with theta' from the mean at its height, 1/s2; 0 in
 * neutral air. Its term is divided by the squared gradient, which is unbounded in stratified,
 * nearly calm air: the divisor is at least as large as the lift. */
SM_FN SM_REAL SM_P(sm_sgs_amd)(const struct SM_P(sm_velocity_gradient) * g, const SM_REAL width[3],
                               const SM_REAL lift[3], SM_REAL factor) {
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1, steepest = SM_P(sm_largest_gradient)(g);
  const struct SM_P(sm_velocity_gradient) s =
      SM_P(sm_velocity_gradient_scale)(g, SM_P(sm_one_over)(steepest));
  const SM_REAL x = width[0] * width[0], y = width[1] * width[1], z = width[2] * width[2];
  const SM_REAL stretching = x * SM_P(sm_stretching)(&s, s.of[0][0], s.of[1][0], s.of[2][0]) +
                             y * SM_P(sm_stretching)(&s, s.of[0][1], s.of[1][1], s.of[2][1]) +
                             z * SM_P(sm_stretching)(&s, s.of[0][2], s.of[1][2], s.of[2][2]);
  const SM_REAL lifted =
      x * s.of[2][0] * lift[0] + y * s.of[2][1] * lift[1] + z * s.of[2][2] * lift[2];
  const SM_REAL all = SM_P(sm_gradient_square)(&s), strained = stretching / (all > one ? all : one);
  const SM_REAL most = SM_P(sm_larger_magnitude)(
      SM_P(sm_larger_magnitude)(SM_P(sm_larger_magnitude)(zero, lift[0]), lift[1]), lift[2]);
  const SM_REAL square = steepest * steepest * all, bound = square > most ? square : most;
  const SM_REAL made = lifted * SM_P(sm_one_over)(bound) - strained;
  return factor * steepest * (made > zero ? made : zero);
}

/* Diffusivity, m2/s, of a scalar from its gradient: the minimum that dissipates its subgrid
 * variance. */
SM_FN SM_REAL SM_P(sm_sgs_amd_scalar)(const struct SM_P(sm_velocity_gradient) * g,
                                      const SM_REAL gradient[3], const SM_REAL width[3],
                                      SM_REAL factor) {
  const SM_REAL zero = (SM_REAL)0, half = (SM_REAL)0.5, steepest = SM_P(sm_largest_gradient)(g);
  const struct SM_P(sm_velocity_gradient) s =
      SM_P(sm_velocity_gradient_scale)(g, SM_P(sm_one_over)(steepest));
  const SM_REAL largest = SM_P(sm_larger_magnitude)(
      SM_P(sm_larger_magnitude)(SM_P(sm_larger_magnitude)(zero, gradient[0]), gradient[1]),
      gradient[2]);
  const SM_REAL per = SM_P(sm_one_over)(largest);
  const SM_REAL a = gradient[0] * per, b = gradient[1] * per, c = gradient[2] * per;
  const SM_REAL x = width[0] * width[0] * a, y = width[1] * width[1] * b;
  const SM_REAL z = width[2] * width[2] * c, all = a * a + b * b + c * c;
  const SM_REAL made = -(a * (x * s.of[0][0] + y * s.of[0][1] + z * s.of[0][2]) +
                         b * (x * s.of[1][0] + y * s.of[1][1] + z * s.of[1][2]) +
                         c * (x * s.of[2][0] + y * s.of[2][1] + z * s.of[2][2]));
  return factor * steepest * ((made > zero ? made : zero) / (all > half ? all : (SM_REAL)1));
}

/* --- transported energy --- */

struct SM_P(sm_sgs_tke) {
  SM_REAL length;                 /* m */
  SM_REAL viscosity, diffusivity; /* of momentum and of heat, m2/s */
  SM_REAL decay;                  /* dissipation over e, 1/s */
};

/* Coefficients for a subgrid energy e, m2/s2, negative values count as 0; `width`, m, is (dx dy
 * dz)^(1/3), or a smaller length near walls; `stability` N^2, 1/s2. For e = 0 in stable air the
 * decay is the limit, 0.25 N. */
SM_FN struct SM_P(sm_sgs_tke)
    SM_P(sm_sgs_tke_of)(SM_REAL energy, SM_REAL width, SM_REAL stability) {
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1;
  const SM_REAL speed = SM_ROOT(energy > zero ? energy : zero);
  const SM_REAL stable = SM_ROOT(stability > zero ? stability : zero);
  const SM_REAL own = speed / width, by_air = stable * (SM_REAL)(1.0 / SM_STABLE_LENGTH);
  const SM_REAL rate = own > by_air ? own : by_air; /* speed over length */
  const SM_REAL part = by_air > own ? own / rate : one;
  struct SM_P(sm_sgs_tke) eddy;
  eddy.length = part * width;
  eddy.viscosity = (SM_REAL)SM_ENERGY_MIXING * eddy.length * speed;
  eddy.diffusivity = (one + (part + part)) * eddy.viscosity;
  eddy.decay = ((SM_REAL)SM_ENERGY_DECAY + (SM_REAL)SM_ENERGY_DECAY_WIDE * part) * rate;
  return eddy;
}
#endif
