/* compressible/mixture_advection.h - advection of the species of a mixture (mixture.h) in the
 * compressible solver, with the mass flux as in compressible/transport.h.
 *
 * The face value is rho Y over rho, both reconstructed with the slopes that the stages use for
 * density (compressible/stage.h): where gases of different density meet at the same pressure,
 * density and mass fractions are smeared alike, and the temperature stays between those of both.
 * Mass fractions stay between those on both sides of a face. */
#ifndef SM_CELL_COMPRESSIBLE_MIXTURE_ADVECTION_H
#define SM_CELL_COMPRESSIBLE_MIXTURE_ADVECTION_H

#include "cell/compressible/transport.h"

struct sm_mixture_advection {
  struct sm_compressible_transport g; /* without diffusion, decay and settling */
  struct sm_end_density air;          /* density at the time of g.t.now, for the face values */
  double theta;                       /* limiter parameter, 1 to 2 */
};

/* Outflow of a stage through a boundary, kg/s. Box: the faces of the boundary. */
struct sm_mixture_boundary_flux {
  struct sm_mixture_advection carry;
  int axis, face; /* index along the axis */
  double sign;    /* 1: high side */
  int all;        /* 1: total mass */
};
#endif

#ifdef SM_REAL
/* Flux through the low face of cell c in layer k, kg/(m2 s); u: mass flux of the air. */
SM_FN SM_REAL SM_P(sm_mixture_face_flux)(const struct sm_mixture_advection *s, ptrdiff_t c,
                                         ptrdiff_t step, int axis, int k, SM_REAL u) {
  const struct sm_end_density *air = &s->air;
  const int up = u > (SM_REAL)0, high = axis == 2 ? 1 : 0;
  const int own = sm_no_flux_of(s->g.t.faces[c]), other = sm_no_flux_of(s->g.t.faces[c - step]);
  const int low_wall = SM_OPEN_WEST << 2 * axis, high_wall = SM_OPEN_EAST << 2 * axis;
  const SM_REAL *y = SM_AT(s->g.t.now) + c;
  const SM_REAL a0 = y[-2 * step], a1 = y[-step], a2 = y[0], a3 = y[step];
  const SM_REAL b0 = SM_P(sm_density_in_cell)(air, c - 2 * step, k - 2 * high);
  const SM_REAL b1 = SM_P(sm_density_in_cell)(air, c - step, k - high);
  const SM_REAL b2 = SM_P(sm_density_in_cell)(air, c, k);
  const SM_REAL b3 = SM_P(sm_density_in_cell)(air, c + step, k + high);
  /* values of the upwind cell, of the one behind it and of the one ahead */
  const SM_REAL y0 = up ? a1 : a2, behind = up ? a0 : a3, ahead = up ? a2 : a1;
  const SM_REAL rho0 = up ? b1 : b2, rho_behind = up ? b0 : b3, rho_ahead = up ? b2 : b1;
  const SM_REAL theta = (SM_REAL)s->theta, half = (SM_REAL)0.5, m0 = rho0 * y0;
  const SM_REAL dense = SM_P(sm_minmod)(rho_behind, rho0, rho_ahead, theta);
  const SM_REAL part = SM_P(sm_minmod)(rho_behind * behind, m0, rho_ahead * ahead, theta);
  const int beyond = up ? other & low_wall : own & high_wall;
  const SM_REAL to = beyond != 0 ? y0 : (m0 + half * part) / (rho0 + half * dense);
  const SM_REAL least = SM_P(sm_min)(y0, ahead), most = SM_P(sm_max)(y0, ahead);
  return (own & low_wall) != 0 ? (SM_REAL)0 : u * SM_P(sm_min)(most, SM_P(sm_max)(least, to));
}

SM_FN struct SM_P(sm_scalar_balance_of)
    SM_P(sm_mixture_balance_along)(const struct sm_mixture_advection *s, ptrdiff_t c, int axis,
                                   int i, int k) {
  const struct sm_scalar_transport *t = &s->g.t;
  const ptrdiff_t step = axis == 0 ? 1 : t->m.step[axis];
  const SM_REAL *u = SM_AT(t->u[axis]) + c, per_width = SM_AT(t->m.per_width[axis])[i];
  const SM_REAL u0 = u[0], u1 = u[step];
  const SM_REAL low = SM_P(sm_mixture_face_flux)(s, c, step, axis, k, u0);
  /* The high face is the low face of the next cell, whose flags may be missing at a side. */
  const SM_REAL next =
      SM_P(sm_mixture_face_flux)(s, c + step, step, axis, k + (axis == 2 ? 1 : 0), u1);
  const int shut = sm_no_flux_of(t->faces[c]) & SM_OPEN_EAST << 2 * axis;
  struct SM_P(sm_scalar_balance_of) b;
  b.gain = (low - (shut != 0 ? (SM_REAL)0 : next)) * per_width;
  b.spread = (u1 - u0) * per_width;
  b.walls = (SM_REAL)0;
  return b;
}

/* The advective part of sm_cell_compressible_transport. */
SM_FN void SM_P(sm_cell_mixture_advection)(const struct sm_mixture_advection *s, int i, int j,
                                           int k) {
  const struct sm_scalar_transport *t = &s->g.t;
  const ptrdiff_t c = i + j * t->m.step[1] + k * t->m.step[2];
  const struct SM_P(sm_scalar_balance_of) x = SM_P(sm_mixture_balance_along)(s, c, 0, i, k);
  SM_LOADS_END;
  const struct SM_P(sm_scalar_balance_of) y = SM_P(sm_mixture_balance_along)(s, c, 1, j, k);
  const SM_REAL gain = x.gain + y.gain, spread = x.spread + y.spread;
  SM_LOADS_END;
  const struct SM_P(sm_scalar_balance_of) z = SM_P(sm_mixture_balance_along)(s, c, 2, k, k);
  SM_AT(t->to)
  [c] = SM_P(sm_compressible_next)(&s->g, c, k, gain + z.gain, spread + z.spread, (SM_REAL)0);
}

SM_FN double SM_P(sm_cell_mixture_boundary_flux)(const struct sm_mixture_boundary_flux *s, int p,
                                                 int q, int r) {
  const struct sm_scalar_transport *t = &s->carry.g.t;
  const int axis = s->axis, a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2, high = s->sign > 0.0;
  const ptrdiff_t step = axis == 0 ? 1 : t->m.step[axis];
  const ptrdiff_t c = s->face * step + p * t->m.step[a] + q * t->m.step[b];
  const SM_REAL u = SM_AT(t->u[axis])[c];
  const SM_REAL out =
      s->all ? u : SM_P(sm_mixture_face_flux)(&s->carry, c, step, axis, axis == 2 ? s->face : q, u);
  const int shut = sm_no_flux_of(t->faces[high ? c - step : c]);
  const int bit = (high ? SM_OPEN_EAST : SM_OPEN_WEST) << 2 * axis;
  const double area =
      1.0 / ((double)SM_AT(t->m.per_width[a])[p] * (double)SM_AT(t->m.per_width[b])[q]);
  (void)r;
  return (shut & bit) != 0 ? 0.0 : s->sign * area * (double)out;
}
#endif
