/* eddy_viscosity.h - subgrid-scale eddy viscosity of the flow solvers
 * (cell/momentum/subgrid_models.h), from the staggered velocity.
 *
 * Gradients are those at the centre of a cell. Across an axis they are the mean of the differences
 * to both neighbours; if one of them is behind a wall, the gradient follows from the wall function,
 * velocity over distance times u+' y+ / u+; between two walls it is 0. Theory:
 * docs/theory/incompressible.md. */
#ifndef SM_CELL_MOMENTUM_EDDY_VISCOSITY_H
#define SM_CELL_MOMENTUM_EDDY_VISCOSITY_H

#include "cell/momentum/momentum.h"
#include "cell/momentum/subgrid_models.h"

struct sm_eddy_viscosity {
  struct sm_flow_metric m;
  union sm_reals u[3];
  union sm_reals eddy;        /* result, m2/s; 0 in solids */
  union sm_reals length;      /* length scale per cell, m: Smagorinsky's, or that of a transported
                                 energy; not used by other models */
  union sm_reals temperature; /* K, or zeros; used together with the length */
  union sm_reals energy;      /* transported subgrid energy, m2/s2; read and written */
  const int32_t *faces;       /* fields.h */
  struct sm_flow_drag drag;
  double viscosity; /* molecular viscosity, m2/s */
  double factor;    /* factor of the model; for Smagorinsky it is in the length */
  double buoyancy;  /* 1/s2 per K/m: N^2 over the turbulent Prandtl number = buoyancy dT/dz */
  double prandtl;   /* turbulent Prandtl number */
  int begin;        /* 1: sets the energy to equilibrium of production and dissipation; 0:
                       integrates it */
  const struct sm_flow_clock *clock;
};
#endif

#ifdef SM_REAL
/* Velocity gradient over velocity next to a wall: u* / (k d) over the speed, at most the linear
 * one, 1 / d. */
SM_FN SM_REAL SM_P(sm_wall_gradient)(SM_REAL drag, SM_REAL smooth, SM_REAL speed, SM_REAL nu,
                                     SM_REAL per_half) {
  const SM_REAL one = (SM_REAL)1, tiny = (SM_REAL)1e-30, laminar = nu * per_half;
  const SM_REAL more = SM_P(sm_smooth_drag)(speed, nu, per_half) - laminar;
  const SM_REAL stress = SM_P(sm_larger)(laminar + smooth * more, drag * speed);
  const SM_REAL friction = SM_ROOT(stress / (speed > tiny ? speed : tiny));
  const SM_REAL slope = friction * (SM_REAL)(1.0 / SM_KARMAN);
  return per_half * (slope < one ? slope : one);
}

/* Gradients along axis b of all three components; next to a wall across b, from its wall
 * function. */
SM_FN void SM_P(sm_velocity_gradient_across)(const struct sm_eddy_viscosity *s, int b, int i, int j,
                                             int k, struct SM_P(sm_velocity_gradient) * g) {
  const struct sm_flow_metric *m = &s->m;
  const int a = (b + 1) % 3, e = (b + 2) % 3, ib = sm_flow_index(b, i, j, k);
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const ptrdiff_t sa = m->step[a], sb = m->step[b], se = m->step[e];
  const SM_REAL half = (SM_REAL)0.5, nu = (SM_REAL)s->viscosity;
  const SM_REAL gl = SM_AT(m->per_gap[b])[ib], gh = SM_AT(m->per_gap[b])[ib + 1];
  const SM_REAL *u = SM_AT(s->u[a]) + c, *v = SM_AT(s->u[b]) + c, *w = SM_AT(s->u[e]) + c;
  const SM_REAL ul = u[-sb] + u[sa - sb], u0 = u[0] + u[sa], uh = u[sb] + u[sa + sb];
  const SM_REAL wl = w[-sb] + w[se - sb], w0 = w[0] + w[se], wh = w[sb] + w[se + sb];
  const int closed = sm_closed_of(s->faces[c]), smooth = sm_smooth_of(s->faces[c]);
  const SM_REAL low = (SM_REAL)((closed & SM_OPEN_WEST << 2 * b) != 0);
  const SM_REAL high = (SM_REAL)((closed & SM_OPEN_EAST << 2 * b) != 0);
  const SM_REAL is_smooth =
      (SM_REAL)((smooth & closed & (SM_OPEN_WEST | SM_OPEN_EAST) << 2 * b) != 0);
  const SM_REAL below =
      b == 2 ? SM_AT(s->drag.floor)[i + j * s->drag.floor_step] : SM_AT(s->drag.low[b])[ib];
  const SM_REAL drag = low * below + (1 - low) * SM_AT(s->drag.high[b])[ib];
  const SM_REAL speed = half * SM_ROOT(u0 * u0 + w0 * w0);
  const SM_REAL wall =
      (low - high) * half *
      SM_P(sm_wall_gradient)(drag, is_smooth, speed, nu, 2 * SM_AT(m->per_width[b])[ib]);
  const SM_REAL open = (1 - low) * (1 - high) * (SM_REAL)0.25;
  g->of[a][b] = open * ((u0 - ul) * gl + (uh - u0) * gh) + wall * u0;
  g->of[e][b] = open * ((w0 - wl) * gl + (wh - w0) * gh) + wall * w0;
  g->of[b][b] = (v[sb] - v[0]) * SM_AT(m->per_width[b])[ib];
}
SM_FN void SM_P(sm_velocity_gradient_at)(const struct sm_eddy_viscosity *s, int i, int j, int k,
                                         struct SM_P(sm_velocity_gradient) * g) {
  SM_P(sm_velocity_gradient_across)(s, 0, i, j, k, g);
  SM_P(sm_velocity_gradient_across)(s, 1, i, j, k, g);
  SM_P(sm_velocity_gradient_across)(s, 2, i, j, k, g);
}

/* N^2 over the turbulent Prandtl number, 1/s2. No gradient across walls. */
SM_FN SM_REAL SM_P(sm_buoyancy_frequency_at)(const struct sm_eddy_viscosity *s, int i, int j,
                                             int k) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t sz = m->step[2], c = i + j * m->step[1] + k * sz;
  const SM_REAL *t = SM_AT(s->temperature) + c, zero = (SM_REAL)0;
  const int closed = sm_closed_of(s->faces[c]);
  const SM_REAL low = (t[0] - t[-sz]) * SM_AT(m->per_gap[2])[k];
  const SM_REAL high = (t[sz] - t[0]) * SM_AT(m->per_gap[2])[k + 1];
  const SM_REAL below = closed & SM_OPEN_DOWN ? zero : low;
  const SM_REAL above = closed & SM_OPEN_UP ? zero : high;
  return (SM_REAL)(0.5 * s->buoyancy) * (below + above);
}

/* Cell widths for the models; 0 along an axis with one cell. */
SM_FN void SM_P(sm_cell_widths)(const struct sm_flow_metric *m, int i, int j, int k,
                                SM_REAL width[3]) {
  const SM_REAL one = (SM_REAL)1;
  width[0] = one / SM_AT(m->per_width[0])[i];
  width[1] = (SM_REAL)(m->step[1] != 0) * (one / SM_AT(m->per_width[1])[j]);
  width[2] = (SM_REAL)(m->step[2] != 0) * (one / SM_AT(m->per_width[2])[k]);
}

SM_FN void SM_P(sm_eddy_store)(const struct sm_eddy_viscosity *s, ptrdiff_t c, SM_REAL eddy) {
  const SM_REAL air = sm_closed_of(s->faces[c]) != SM_OPEN_ALL ? (SM_REAL)1 : (SM_REAL)0;
  SM_AT(s->eddy)[c] = air * eddy;
}

SM_FN void SM_P(sm_cell_eddy_smagorinsky)(const struct sm_eddy_viscosity *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  struct SM_P(sm_velocity_gradient) g;
  SM_P(sm_velocity_gradient_at)(s, i, j, k, &g);
  const SM_REAL stability = SM_P(sm_buoyancy_frequency_at)(s, i, j, k);
  SM_P(sm_eddy_store)(s, c, SM_P(sm_sgs_smagorinsky)(&g, SM_AT(s->length)[c], stability));
}
SM_FN void SM_P(sm_cell_eddy_vreman)(const struct sm_eddy_viscosity *s, int i, int j, int k) {
  struct SM_P(sm_velocity_gradient) g;
  SM_REAL width[3];
  SM_P(sm_velocity_gradient_at)(s, i, j, k, &g);
  SM_P(sm_cell_widths)(&s->m, i, j, k, width);
  SM_P(sm_eddy_store)
  (s, i + j * s->m.step[1] + k * s->m.step[2], SM_P(sm_sgs_vreman)(&g, width, (SM_REAL)s->factor));
}
SM_FN void SM_P(sm_cell_eddy_amd)(const struct sm_eddy_viscosity *s, int i, int j, int k) {
  const SM_REAL calm[3] = {(SM_REAL)0, (SM_REAL)0, (SM_REAL)0};
  struct SM_P(sm_velocity_gradient) g;
  SM_REAL width[3];
  SM_P(sm_velocity_gradient_at)(s, i, j, k, &g);
  SM_P(sm_cell_widths)(&s->m, i, j, k, width);
  SM_P(sm_eddy_store)
  (s, i + j * s->m.step[1] + k * s->m.step[2],
   SM_P(sm_sgs_amd)(&g, width, calm, (SM_REAL)s->factor));
}

/* Production and dissipation of the transported subgrid energy in a step. Its root v, m/s, with the
 * length l, obeys
 *   dv/dt = 0.05 l (2 S_ij S_ij - N^2 / Pr) - C v^2 / (2 l)
 * which is solved with dissipation and the loss to stable stratification at the new time: exact for
 * decay alone and in equilibrium. */
SM_FN void SM_P(sm_cell_eddy_tke)(const struct sm_eddy_viscosity *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1, half = (SM_REAL)0.5;
  const SM_REAL mixing = (SM_REAL)SM_ENERGY_MIXING;
  struct SM_P(sm_velocity_gradient) g;
  SM_P(sm_velocity_gradient_at)(s, i, j, k, &g);
  const SM_REAL square = SM_P(sm_strain_square)(&g),
                loss = SM_P(sm_buoyancy_frequency_at)(s, i, j, k);
  const SM_REAL stability = (SM_REAL)s->prandtl * loss, width = SM_AT(s->length)[c];
  const SM_REAL dt = (SM_REAL)s->clock->step, carried = SM_AT(s->energy)[c];
  const SM_REAL energy = carried > zero ? carried : zero, speed = SM_ROOT(energy);
  const struct SM_P(sm_sgs_tke) old = SM_P(sm_sgs_tke_of)(energy, width, stability);
  /* length over speed, which has a limit if both are 0 */
  const SM_REAL stable = SM_ROOT(stability > zero ? stability : zero);
  const SM_REAL slow = (SM_REAL)SM_STABLE_LENGTH / (stable > zero ? stable : one);
  const SM_REAL turn = speed > zero ? old.length / speed : (stable > zero ? slow : zero);
  const SM_REAL damped = half * mixing * turn * (loss > zero ? loss : zero);
  const SM_REAL driven = half * mixing * old.length * (square - (loss < zero ? loss : zero));
  const SM_REAL next = (speed + dt * driven) / (one + dt * (half * old.decay + damped));
  const SM_REAL least = (SM_REAL)(SM_ENERGY_MIXING / (SM_ENERGY_DECAY + SM_ENERGY_DECAY_WIDE));
  const SM_REAL kept = width * SM_ROOT(least * square);
  const SM_REAL root = s->begin ? kept : next;
  const SM_REAL air = sm_closed_of(s->faces[c]) != SM_OPEN_ALL ? one : zero;
  SM_AT(s->energy)[c] = air * root * root;
  SM_P(sm_eddy_store)(s, c, SM_P(sm_sgs_tke_of)(root * root, width, stability).viscosity);
}
#endif
