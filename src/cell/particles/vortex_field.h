/* vortex_field.h - analytic vortex of Miglio et al. (2016): a vortex ring over the ground.
 *
 * In cylindrical coordinates, with psi = A sin(pi r / L) sin(pi z / L), as printed:
 *
 *   u_r = -A (pi / L) sin(pi r / L) cos(pi z / L),  u_z = A (pi / L) cos(pi r / L) sin(pi z / L)
 *
 * inward on the ground and up on the axis. It is divergence-free in the plane, but not in space,
 * where its divergence is u_r / r. The divergence-free form has the same u_r and the Stokes stream
 * function r psi:
 *
 *   u_z = A [(pi / L) cos(pi r / L) + sin(pi r / L) / r] sin(pi z / L)
 *
 * Beyond r = L and z = L the pattern repeats. */
#ifndef SM_CELL_PARTICLES_VORTEX_FIELD_H
#define SM_CELL_PARTICLES_VORTEX_FIELD_H

#include "cell/port.h"
#endif

#ifdef SM_REAL
#define SM_SINE_LAST (SM_BITS == 32 ? 12 : 22) /* last term of the series */

struct SM_P(sm_vortex_field) {
  SM_REAL strength;   /* A, m2/s; negative: as under a rotor, down on the axis */
  SM_REAL size;       /* m, L */
  SM_REAL solenoidal; /* 1: divergence-free; 0: as printed */
};

/* sin(pi t) to rounding. */
SM_FN SM_REAL SM_P(sm_sine_pi)(SM_REAL t) {
  const int n = (int)(t < (SM_REAL)0 ? t - (SM_REAL)0.5 : t + (SM_REAL)0.5);
  const SM_REAL x = (SM_REAL)3.14159265358979324 * (t - (SM_REAL)n), q = x * x;
  SM_REAL series = (SM_REAL)1;
  for (int m = SM_SINE_LAST; m >= 2; m -= 2)
    series = (SM_REAL)1 - q * ((SM_REAL)1 / (SM_REAL)(m * (m + 1))) * series;
  return n & 1 ? -x * series : x * series;
}

/* Wind u (m/s) at x, m from the foot of the axis. */
SM_FN void SM_P(sm_vortex_wind)(struct SM_P(sm_vortex_field) f, const SM_REAL x[3], SM_REAL u[3]) {
  const SM_REAL pi = (SM_REAL)3.14159265358979324, least = (SM_REAL)1e-6;
  const SM_REAL r = SM_ROOT(x[0] * x[0] + x[1] * x[1]) / f.size, z = x[2] / f.size;
  const SM_REAL out = r > least ? r : least; /* the limit of sin(pi r) / r on the axis is pi */
  const SM_REAL slope = SM_P(sm_sine_pi)(out) / out, scale = f.strength / f.size;
  const SM_REAL inward = scale * pi / f.size * slope * SM_P(sm_sine_pi)(z + (SM_REAL)0.5);
  const SM_REAL up = pi * SM_P(sm_sine_pi)(r + (SM_REAL)0.5) + f.solenoidal * slope;
  u[0] = -inward * x[0];
  u[1] = -inward * x[1];
  u[2] = scale * up * SM_P(sm_sine_pi)(z);
}
#undef SM_SINE_LAST
#endif
