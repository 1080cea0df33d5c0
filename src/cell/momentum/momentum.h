/* momentum.h - cells of the incompressible solver: what changes the wind, but for the pressure.
 *
 * One stage of a Runge-Kutta scheme for a component a of the wind on the low face, across axis a,
 * of cell (i, j, k): to = from + share dt (- div(u u_a) + div tau_a + forces - grad p). Fluxes of
 * momentum go through the centres of cells along a, and through edges along the other axes b and
 * e. Second order conserves energy: the flux through a face of the momentum's own cell is the mean
 * of the fluxes through the faces of cells, and what it carries the plain mean of both sides
 * (Harlow and Welch 1965; Verstappen and Veldman 2003 on stretched grids).
 *
 * Walls are faces of cells. Here all is taken for air; what they change comes after
 * (flow_walls.h). Theory: docs/theory/incompressible.md. */
#ifndef SM_CELL_MOMENTUM_MOMENTUM_H
#define SM_CELL_MOMENTUM_MOMENTUM_H

#include "cell/momentum/advection_schemes.h"
#include "cell/momentum/walls.h"

struct sm_momentum {
  struct sm_flow_metric m;
  union sm_reals u[3];     /* m/s, the wind of the stage */
  union sm_reals from, to; /* m/s, of component a: at the begin of the step; the result */
  union sm_reals pressure; /* m2/s2 over density, of the last step; 0: none */
  union sm_reals eddy;     /* m2/s, viscosity of eddies; 0: none */
  const int32_t *faces;    /* faces.h */
  const struct sm_flow_clock *clock;
  const double *bulk_force; /* m/s2 along a, more of the force */
  double share;             /* of the time step */
  double viscosity;         /* m2/s */
  double force;             /* m/s2 along a */
  double coriolis[2];       /* 1/s: the force grows by these times the components along b and e */
  double donor;             /* where the reach is one cell: 0 the mean, 1 the donor cell's */
};

/* The largest rate (1/s) at which the wind and its diffusion cross a cell. */
struct sm_courant {
  struct sm_flow_metric m;
  union sm_reals u[3], eddy;
  double viscosity;
};

/* The pressure from the solver's x, and u in the solver's terms: p = - x / dt. Box: (half, n_y,
 * n_z) of the solver's level 0. */
struct sm_pressure {
  ptrdiff_t sy, sz, colour; /* of x */
  const double *x;
  union sm_reals pressure;
  ptrdiff_t step[3];
  const struct sm_flow_clock *clock;
  int nx;
};
#endif

#ifdef SM_REAL
/* Values that the air carries across a face: q[-s] and q[0] are on its two sides. */
#define SM_ADVECTED_CENTRAL(q, s, speed, reach)                                                    \
  ((void)(reach), (void)donor, (SM_REAL)0.5 * ((q)[-(s)] + (q)[0]))
#define SM_ADVECTED_UPWIND(q, s, speed, reach)                                                     \
  SM_P(sm_face_upwind_of)                                                                          \
  (SM_P(sm_face_stencil_of)(q, s), speed, (SM_REAL)((reach)&1), (SM_REAL)((reach) >> 1 & 1), donor)
#define SM_ADVECTED_WENO(q, s, speed, reach)                                                       \
  SM_P(sm_face_weno)                                                                               \
  (SM_P(sm_face_stencil_of)(q, s), speed, 1 + ((reach)&1) + ((reach) >> 1 & 1), donor)

#define SM_MOMENTUM(NAME, A, CARRIED)                                                              \
  SM_FN void SM_P(sm_cell_##NAME)(const struct sm_momentum *s, int i, int j, int k) {              \
    enum { B = (A + 1) % 3, E = (A + 2) % 3 };                                                     \
    const struct sm_flow_metric *m = &s->m;                                                        \
    const ptrdiff_t sa = sm_flow_step(m, A), sb = sm_flow_step(m, B), se = sm_flow_step(m, E);     \
    const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];                                       \
    const int ia = A == 0 ? i : A == 1 ? j : k;                                                    \
    const int ib = B == 0 ? i : B == 1 ? j : k;                                                    \
    const int ie = E == 0 ? i : E == 1 ? j : k;                                                    \
    const SM_REAL *u = SM_AT(s->u[A]) + c, *v = SM_AT(s->u[B]) + c, *w = SM_AT(s->u[E]) + c;       \
    const SM_REAL ga = SM_AT(m->per_gap[A])[ia], lo = SM_AT(m->below[A])[ia], hi = 1 - lo;         \
    const SM_REAL ra = SM_AT(m->per_width[A])[ia], ra0 = SM_AT(m->per_width[A])[ia - 1];           \
    const SM_REAL rb = SM_AT(m->per_width[B])[ib], re = SM_AT(m->per_width[E])[ie];                \
    const SM_REAL gb0 = SM_AT(m->per_gap[B])[ib], gb1 = SM_AT(m->per_gap[B])[ib + 1];              \
    const SM_REAL ge0 = SM_AT(m->per_gap[E])[ie], ge1 = SM_AT(m->per_gap[E])[ie + 1];              \
    const SM_REAL half = (SM_REAL)0.5, fourth = (SM_REAL)0.25, nu = (SM_REAL)s->viscosity;         \
    const SM_REAL donor = (SM_REAL)s->donor;                                                       \
    /* How far to reach: momentum lies on faces. */                                                \
    const int32_t *faces = s->faces + c;                                                           \
    const int r0 = sm_reach_of(faces[0]), r1 = sm_reach_of(faces[-sa]), low = r0 & r1;             \
    const int ral = (r0 | r1) >> 2 * A, rah = (r0 | sm_reach_of(faces[sa])) >> 2 * A;              \
    const int rbl = low >> 2 * B, rbh = sm_reach_of(faces[sb] & faces[sb - sa]) >> 2 * B;          \
    const int rel = low >> 2 * E, reh = sm_reach_of(faces[se] & faces[se - sa]) >> 2 * E;          \
    /* The wind that carries. */                                                                   \
    const SM_REAL ul = half * (u[-sa] + u[0]), uh = half * (u[0] + u[sa]);                         \
    const SM_REAL v00 = v[-sa], v01 = v[0], v10 = v[sb - sa], v11 = v[sb];                         \
    const SM_REAL w00 = w[-sa], w01 = w[0], w10 = w[se - sa], w11 = w[se];                         \
    const SM_REAL vl = lo * v00 + hi * v01, vh = lo * v10 + hi * v11;                              \
    const SM_REAL wl = lo * w00 + hi * w01, wh = lo * w10 + hi * w11;                              \
    const SM_REAL carried =                                                                        \
        (uh * CARRIED(u + sa, sa, uh, rah) - ul * CARRIED(u, sa, ul, ral)) * ga +                  \
        (vh * CARRIED(u + sb, sb, vh, rbh) - vl * CARRIED(u, sb, vl, rbl)) * rb +                  \
        (wh * CARRIED(u + se, se, wh, reh) - wl * CARRIED(u, se, wl, rel)) * re;                   \
    /* Stresses. */                                                                                \
    const SM_REAL *t = SM_AT(s->eddy) + c;                                                         \
    const SM_REAL al = 2 * (nu + t[-sa]) * (u[0] - u[-sa]) * ra0;                                  \
    const SM_REAL ah = 2 * (nu + t[0]) * (u[sa] - u[0]) * ra;                                      \
    const SM_REAL bl = SM_P(sm_edge_stress)(u, v, t, sb, sa, nu, gb0, ga);                         \
    const SM_REAL bh = SM_P(sm_edge_stress)(u + sb, v + sb, t + sb, sb, sa, nu, gb1, ga);          \
    const SM_REAL el = SM_P(sm_edge_stress)(u, w, t, se, sa, nu, ge0, ga);                         \
    const SM_REAL eh = SM_P(sm_edge_stress)(u + se, w + se, t + se, se, sa, nu, ge1, ga);          \
    const SM_REAL stress = (ah - al) * ga + (bh - bl) * rb + (eh - el) * re;                       \
    const SM_REAL vm = fourth * (v00 + v01 + v10 + v11), wm = fourth * (w00 + w01 + w10 + w11);    \
    const SM_REAL *p = SM_AT(s->pressure) + c;                                                     \
    const SM_REAL forces = (SM_REAL)(s->force + *s->bulk_force) + (SM_REAL)s->coriolis[0] * vm +   \
                           (SM_REAL)s->coriolis[1] * wm - (p[0] - p[-sa]) * ga;                    \
    const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);                                       \
    const SM_REAL next = SM_AT(s->from)[c] + dt * (stress - carried + forces);                     \
    SM_AT(s->to)[c] = next;                                                                        \
  }
SM_MOMENTUM(momentum_x_central, 0, SM_ADVECTED_CENTRAL)
SM_MOMENTUM(momentum_y_central, 1, SM_ADVECTED_CENTRAL)
SM_MOMENTUM(momentum_z_central, 2, SM_ADVECTED_CENTRAL)
SM_MOMENTUM(momentum_x_upwind, 0, SM_ADVECTED_UPWIND)
SM_MOMENTUM(momentum_y_upwind, 1, SM_ADVECTED_UPWIND)
SM_MOMENTUM(momentum_z_upwind, 2, SM_ADVECTED_UPWIND)
SM_MOMENTUM(momentum_x_weno, 0, SM_ADVECTED_WENO)
SM_MOMENTUM(momentum_y_weno, 1, SM_ADVECTED_WENO)
SM_MOMENTUM(momentum_z_weno, 2, SM_ADVECTED_WENO)
#undef SM_ADVECTED_CENTRAL
#undef SM_ADVECTED_UPWIND
#undef SM_ADVECTED_WENO
#undef SM_MOMENTUM

/* What the wind crosses of a cell in a second, summed over the axes, and what diffusion does, in
 * such units that a scheme of third order is stable up to the same number for both: 4 nu / h^2
 * times 1.73 / 2.51. With those numbers as half axes an ellipse lies in what is stable, so that the
 * squares add up. */
SM_FN double SM_P(sm_cell_courant)(const struct sm_courant *s, int i, int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const SM_REAL diffusion =
      (SM_REAL)(4.0 * 1.73 / 2.51) * ((SM_REAL)s->viscosity + SM_AT(s->eddy)[c]);
  SM_REAL crossed = 0, diffused = 0;
  for (int d = 0; d < 3; d++) {
    const SM_REAL *u = SM_AT(s->u[d]) + c;
    const SM_REAL r = SM_AT(m->per_width[d])[d == 0 ? i : d == 1 ? j : k];
    const SM_REAL low = u[0] < 0 ? -u[0] : u[0],
                  high = u[m->step[d]] < 0 ? -u[m->step[d]] : u[m->step[d]];
    const SM_REAL changes = m->step[d] != 0 ? (SM_REAL)1 : (SM_REAL)0;
    crossed += changes * r * SM_P(sm_larger)(low, high);
    diffused += changes * r * r * diffusion;
  }
  return (double)SM_ROOT(crossed * crossed + diffused * diffused);
}

SM_FN void SM_P(sm_cell_pressure)(const struct sm_pressure *s, int h, int j, int k) {
  const int i = 2 * h, q = (j + k) & 1;
  const ptrdiff_t at = h + j * s->sy + k * s->sz;
  const double per_step = s->clock->step > 0.0 ? -1.0 / s->clock->step : 0.0;
  SM_REAL *p = SM_AT(s->pressure) + i + j * s->step[1] + k * s->step[2];
  const SM_REAL p0 = (SM_REAL)(per_step * s->x[q * s->colour + at]);
  const SM_REAL p1 = (SM_REAL)(per_step * s->x[(1 - q) * s->colour + at]);
  p[0] = p0;
  p[1] = p1;
}
#endif
