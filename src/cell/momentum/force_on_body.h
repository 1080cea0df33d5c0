/* cell/momentum/force_on_body.h - force of the air on the solids in a box, over density, by the
 * momentum balance: influx into the box minus the rate of change inside. The surface of the body is
 * not needed. Theory: docs/theory/incompressible-solids.md. */
#ifndef SM_CELL_MOMENTUM_FORCE_ON_BODY_H
#define SM_CELL_MOMENTUM_FORCE_ON_BODY_H

#include "cell/momentum/momentum.h"

/* Force along axis a; the box has the low faces of cells [low, high) across a: it extends from
 * centre to centre along a, from face to face along the other axes. The loop has the same box. */
struct sm_body_force {
  struct sm_flow_metric m;
  union sm_reals u[3];           /* m/s along a and the following axes b, e, at the end of the
                                    step */
  union sm_reals before;         /* m/s along a, at the start of the step */
  union sm_reals pressure, eddy; /* as in sm_momentum */
  const int32_t *faces;          /* fields.h */
  struct sm_flow_drag drag;
  const struct sm_flow_clock *clock;
  const double *bulk_force; /* as in sm_momentum */
  double viscosity;         /* m2/s */
  double force;             /* body force, m/s2 along a */
  int a, low[3], high[3];
};

/* Cell indices. Not an array: a GPU keeps arrays with variable index in memory. */
struct sm_force_cell {
  int i, j, k;
};
SM_FN int sm_force_along(struct sm_force_cell at, int d) {
  return d == 0 ? at.i : d == 1 ? at.j : at.k;
}
#endif

#ifdef SM_REAL
/* Momentum flux over density through a face of unit area along its normal: q[-s] and q[0] are the
 * component on both sides, `across` the normal velocity, `turn` the gradient of `across` along the
 * component. */
SM_FN double SM_P(sm_momentum_flux)(const SM_REAL *q, ptrdiff_t s, double across, double nu,
                                    double gap, double turn) {
  const double below = (double)q[-s], above = (double)q[0];
  return across * 0.5 * (below + above) - nu * ((above - below) * gap + turn);
}

/* Flux through the faces of an element across axis d that are on sides of the box: in minus out. d
 * is not a. */
SM_FN double SM_P(sm_force_through_sides)(const struct sm_body_force *s, int d, const SM_REAL *v,
                                          struct sm_force_cell at, ptrdiff_t c) {
  const struct sm_flow_metric *m = &s->m;
  const int a = s->a;
  const ptrdiff_t sa = m->step[a], sd = m->step[d];
  const SM_REAL *u = SM_AT(s->u[0]) + c, *t = SM_AT(s->eddy) + c;
  const double lo = (double)SM_AT(m->below[a])[sm_force_along(at, a)],
               ga = (double)SM_AT(m->per_gap[a])[sm_force_along(at, a)];
  double sum = 0.0;
  for (int high = 0; high < 2; high++) {
    const ptrdiff_t o = high ? sd : 0;
    const double g = (double)SM_AT(m->per_gap[d])[sm_force_along(at, d) + high];
    const double across = lo * (double)v[o - sa] + (1.0 - lo) * (double)v[o];
    const double turn = ((double)v[o] - (double)v[o - sa]) * ga;
    const double eddy =
        0.25 * ((double)t[o] + (double)t[o - sd] + (double)t[o - sa] + (double)t[o - sd - sa]);
    const double flux = SM_P(sm_momentum_flux)(u + o, sd, across, s->viscosity + eddy, g, turn);
    const int wall = SM_OPEN_WEST << (2 * d + high); /* solids have their own walls */
    const double open = 1.0 - 0.5 * ((sm_closed_of(s->faces[c]) & wall) != 0) -
                        0.5 * ((sm_closed_of(s->faces[c - sa]) & wall) != 0);
    const int here =
        high ? sm_force_along(at, d) == s->high[d] - 1 : sm_force_along(at, d) == s->low[d];
    sum += sd == 0 || !here ? 0.0 : high ? -open * flux : open * flux;
  }
  return sum;
}

/* Flux to the walls below instead, where the box stands on them. */
SM_FN double SM_P(sm_force_through_floor)(const struct sm_body_force *s, struct sm_force_cell at,
                                          ptrdiff_t c) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t sa = m->step[s->a], back = s->a == 0 ? 1 : s->drag.floor_step;
  const SM_REAL *u = SM_AT(s->u[0]) + c;
  const SM_REAL *v = SM_AT(s->u[s->a == 0 ? 1 : 2]) + c; /* the other horizontal component */
  const ptrdiff_t sv = m->step[s->a == 0 ? 1 : 0];
  const double other = 0.25 * ((double)v[-sa] + (double)v[0] + (double)v[sv - sa] + (double)v[sv]);
  const double here = (double)u[0], speed = sqrt(here * here + other * other);
  const SM_REAL *floor = SM_AT(s->drag.floor) + at.i + at.j * s->drag.floor_step;
  const double laminar = 2.0 * s->viscosity * (double)SM_AT(m->per_width[2])[at.k];
  double sum = 0.0;
  for (int side = 0; side < 2; side++) {
    const double rough = (double)floor[side ? -back : 0] * speed;
    const double drag = rough > laminar ? rough : laminar;
    sum -= (sm_closed_of(s->faces[c - side * sa]) & SM_OPEN_DOWN) != 0 ? 0.5 * drag * here : 0.0;
  }
  return sum;
}

SM_FN double SM_P(sm_cell_body_force)(const struct sm_body_force *s, int i, int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  const struct sm_force_cell at = {i, j, k};
  const int a = s->a, b = (a + 1) % 3, e = (a + 2) % 3;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2], sa = m->step[a];
  const SM_REAL *u = SM_AT(s->u[0]) + c, *p = SM_AT(s->pressure) + c, *t = SM_AT(s->eddy) + c;
  const double ga = (double)SM_AT(m->per_gap[a])[sm_force_along(at, a)];
  const double pb = (double)SM_AT(m->per_width[b])[sm_force_along(at, b)];
  const double pe = (double)SM_AT(m->per_width[e])[sm_force_along(at, e)];
  const int air = (sm_closed_of(s->faces[c]) & SM_OPEN_WEST << 2 * a) == 0;
  const double step = s->clock->step > 0.0 ? s->clock->step : 1.0;
  const double growth = (double)u[0] - (double)SM_AT(s->before)[c];
  double sum = air ? s->force + *s->bulk_force : 0.0; /* per volume */
  /* Flux through the two ends, at cell centres. */
  for (int high = 0; high < 2; high++) {
    const ptrdiff_t o = high ? sa : 0;
    const double across = 0.5 * ((double)u[o - sa] + (double)u[o]);
    const double nu = 2.0 * (s->viscosity + (double)t[o - sa]);
    const double per_width = (double)SM_AT(m->per_width[a])[sm_force_along(at, a) - 1 + high];
    const double flux =
        SM_P(sm_momentum_flux)(u + o, sa, across, nu, per_width, 0.0) + (double)p[o - sa];
    const int here =
        high ? sm_force_along(at, a) == s->high[a] - 1 : sm_force_along(at, a) == s->low[a];
    sum += !here ? 0.0 : high ? -flux * ga : flux * ga;
  }
  sum += SM_P(sm_force_through_sides)(s, b, SM_AT(s->u[1]) + c, at, c) * pb;
  sum += SM_P(sm_force_through_sides)(s, e, SM_AT(s->u[2]) + c, at, c) * pe;
  if (a != 2 && m->step[2] != 0 && k == s->low[2])
    sum += SM_P(sm_force_through_floor)(s, at, c) * (a == 0 ? pe : pb);
  return (sum * step - (air ? growth : 0.0)) / (step * ga * pb * pe);
}
#endif
