/* compressible/sponge.h - sponge (Rayleigh damping) of the compressible solver: cells below the
 * top.
 *
 * Velocity, density and pressure relax towards a reference state, dq/dt = -r (q - q_calm),
 * implicitly, so that the time step is not limited. All have the same rate, so that upward sound is
 * not reflected however strong the damping. Theory: docs/theory/compressible.md. */
#ifndef SM_CELL_COMPRESSIBLE_SPONGE_H
#define SM_CELL_COMPRESSIBLE_SPONGE_H

#include "cell/compressible/stage.h"

struct sm_compressible_sponge {
  ptrdiff_t step[3];
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  const int32_t *walls;
  union sm_reals rate;         /* damping rate, 1/s, per layer, as all that follow */
  union sm_reals calm[2];      /* reference u and v, m/s; w is 0 */
  union sm_reals mass, excess; /* reference density and pressure above the background, kg/m3, Pa */
  const struct sm_flow_clock *clock;
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_compressible_sponge)(const struct sm_compressible_sponge *s, int i, int j,
                                             int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  const SM_REAL one = (SM_REAL)1, half = (SM_REAL)0.5, zero = (SM_REAL)0;
  const SM_REAL rho_b = SM_AT(s->b.rho)[k], r = SM_AT(s->q[SM_RHO])[c], per = one / (rho_b + r);
  const SM_REAL u = per * SM_AT(s->q[SM_RHO_U])[c], v = per * SM_AT(s->q[SM_RHO_V])[c];
  const SM_REAL w = per * SM_AT(s->q[SM_RHO_W])[c], e = SM_AT(s->q[SM_RHO_E])[c];
  const SM_REAL excess =
      (SM_REAL)(SM_AIR_GAMMA - 1) * (e - half * (rho_b + r) * (u * u + v * v + w * w));
  const SM_REAL u_calm = SM_AT(s->calm[0])[k], v_calm = SM_AT(s->calm[1])[k];
  const SM_REAL r_calm = SM_AT(s->mass)[k], calm = SM_AT(s->excess)[k];
  const SM_REAL rate = s->walls[c] & SM_FACES_SOLID ? zero : SM_AT(s->rate)[k];
  const SM_REAL left = one / (one + rate * (SM_REAL)s->clock->step);
  const SM_REAL r_new = r_calm + left * (r - r_calm), rho = rho_b + r_new;
  const SM_REAL x = u_calm + left * (u - u_calm), y = v_calm + left * (v - v_calm), z = left * w;
  const SM_REAL p = calm + left * (excess - calm);
  const int damps = rate > zero;
  SM_AT(s->q[SM_RHO])[c] = damps ? r_new : r;
  SM_AT(s->q[SM_RHO_U])[c] = damps ? rho * x : SM_AT(s->q[SM_RHO_U])[c];
  SM_AT(s->q[SM_RHO_V])[c] = damps ? rho * y : SM_AT(s->q[SM_RHO_V])[c];
  SM_AT(s->q[SM_RHO_W])[c] = damps ? rho * z : SM_AT(s->q[SM_RHO_W])[c];
  SM_AT(s->q[SM_RHO_E])
  [c] = damps ? (SM_REAL)(1 / (SM_AIR_GAMMA - 1)) * p + half * rho * (x * x + y * y + z * z) : e;
}
#endif
