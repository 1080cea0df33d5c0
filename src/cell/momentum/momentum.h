/* momentum.h - momentum tendencies of the incompressible solver, without the pressure gradient.
 *
 * One stage of a Runge-Kutta scheme for velocity component a on the low face, across axis a, of
 * cell (i, j, k): to = from + share dt (- div(u u_a) + div tau_a + forces - grad p). Momentum
 * fluxes go through cell centres along a, and through edges along the other axes b and e. The
 * second-order scheme conserves energy: the flux through a face of the control volume is the mean
 * of the fluxes through cell faces, and the transported value is the plain mean of both sides
 * (Harlow and Welch 1965; Verstappen and Veldman 2003 on stretched grids).
 *
 * Walls are cell faces. Here everything counts as air; wall corrections come afterwards
 * (walls.h). Theory: docs/theory/incompressible.md. */
#ifndef SM_CELL_MOMENTUM_MOMENTUM_H
#define SM_CELL_MOMENTUM_MOMENTUM_H

#include "cell/momentum/advection_schemes.h"
#include "cell/momentum/walls.h"

/* Interpolation of momentum to a face (advection_schemes.h). */
enum sm_face_scheme { SM_FACE_CENTRAL, SM_FACE_UPWIND, SM_FACE_WENO };

struct sm_momentum {
  struct sm_flow_metric m;
  union sm_reals u[3];     /* velocity of the stage, m/s */
  union sm_reals from, to; /* component a at the start of the step; result, m/s */
  union sm_reals pressure; /* pressure over density of the last step, m2/s2 */
  union sm_reals eddy;     /* eddy viscosity, m2/s; 0: none */
  const int32_t *faces;    /* fields.h */
  const struct sm_flow_clock *clock;
  const double *bulk_force; /* additional acceleration along a, m/s2 */
  double share;             /* fraction of the time step */
  double viscosity;         /* m2/s */
  double force;             /* acceleration along a, m/s2 */
  double coriolis[2];       /* Coriolis coefficients, 1/s: factors of the components along b and
                               e */
  double given;             /* 1 if the stage includes the pressure, 0 if a new one follows */
  double donor;             /* if the reach is one cell: 0 central mean, 1 donor cell */
};

/* Largest rate (1/s) at which advection and diffusion cross a cell. */
struct sm_courant {
  struct sm_flow_metric m;
  union sm_reals u[3], eddy;
  double viscosity;
};

/* Pressure from the solver's x: p = - x / dt. Box: (half, n_y, n_z) of the solver's level
 * 0. */
struct sm_pressure {
  ptrdiff_t sy, sz, colour; /* strides of x */
  double *x;
  union sm_reals pressure;
  ptrdiff_t step[3];
  const struct sm_flow_clock *clock;
  int nx;
};
#endif

#ifdef SM_REAL
/* A face of a velocity component: its axis a, and the other axes b and e. */
struct SM_P(sm_momentum_face) {
  int a, b, e, ia, ib, ie;  /* axes; indices along them */
  ptrdiff_t c, sa, sb, se;  /* element; strides along the axes */
  const SM_REAL *u, *v, *w; /* components along a, b and e at element c, m/s */
  SM_REAL per_gap, below;   /* metric along a */
};
SM_FN struct SM_P(sm_momentum_face)
    SM_P(sm_momentum_face_of)(const struct sm_momentum *s, int a, int i, int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  struct SM_P(sm_momentum_face) f;
  f.a = a, f.b = (a + 1) % 3, f.e = (a + 2) % 3;
  f.ia = sm_flow_index(f.a, i, j, k), f.ib = sm_flow_index(f.b, i, j, k);
  f.ie = sm_flow_index(f.e, i, j, k);
  f.c = i + j * m->step[1] + k * m->step[2];
  f.sa = sm_flow_step(m, f.a), f.sb = sm_flow_step(m, f.b), f.se = sm_flow_step(m, f.e);
  f.u = SM_AT(s->u[f.a]) + f.c, f.v = SM_AT(s->u[f.b]) + f.c, f.w = SM_AT(s->u[f.e]) + f.c;
  f.per_gap = SM_AT(m->per_gap[a])[f.ia], f.below = SM_AT(m->below[a])[f.ia];
  return f;
}

/* Face value for advection: q[-s] and q[0] are on the two sides; reach: two bits, whether two and
 * three cells on either side are fluid. */
SM_FN SM_REAL SM_P(sm_advected)(const SM_REAL *q, ptrdiff_t s, SM_REAL speed, int reach,
                                SM_REAL donor, enum sm_face_scheme scheme) {
  const int two = reach & 1, three = reach >> 1 & 1;
  if (scheme == SM_FACE_CENTRAL) return (SM_REAL)0.5 * (q[-s] + q[0]);
  const struct SM_P(sm_face_stencil) stencil = SM_P(sm_face_stencil_of)(q, s);
  if (scheme == SM_FACE_WENO) return SM_P(sm_face_weno)(stencil, speed, 1 + two + three, donor);
  return SM_P(sm_face_upwind_of)(stencil, speed, (SM_REAL)two, (SM_REAL)three, donor);
}

/* div(u u_a), m/s2. */
SM_FN SM_REAL SM_P(sm_momentum_advection)(const struct sm_momentum *s,
                                          const struct SM_P(sm_momentum_face) * f,
                                          enum sm_face_scheme scheme) {
  const ptrdiff_t sa = f->sa, sb = f->sb, se = f->se;
  const SM_REAL *u = f->u, *v = f->v, *w = f->w;
  const SM_REAL lo = f->below, hi = 1 - lo, half = (SM_REAL)0.5, donor = (SM_REAL)s->donor;
  const SM_REAL rb = SM_AT(s->m.per_width[f->b])[f->ib], re = SM_AT(s->m.per_width[f->e])[f->ie];
  /* Reach at momentum faces from those of the cell faces. */
  const int32_t *faces = s->faces + f->c;
  const int r0 = sm_reach_of(faces[0]), r1 = sm_reach_of(faces[-sa]), low = r0 & r1;
  const int ral = (r0 | r1) >> 2 * f->a, rah = (r0 | sm_reach_of(faces[sa])) >> 2 * f->a;
  const int rbl = low >> 2 * f->b, rbh = sm_reach_of(faces[sb] & faces[sb - sa]) >> 2 * f->b;
  const int rel = low >> 2 * f->e, reh = sm_reach_of(faces[se] & faces[se - sa]) >> 2 * f->e;
  /* Advecting velocities. */
  const SM_REAL ul = half * (u[-sa] + u[0]), uh = half * (u[0] + u[sa]);
  const SM_REAL vl = lo * v[-sa] + hi * v[0], vh = lo * v[sb - sa] + hi * v[sb];
  const SM_REAL wl = lo * w[-sa] + hi * w[0], wh = lo * w[se - sa] + hi * w[se];
  return (uh * SM_P(sm_advected)(u + sa, sa, uh, rah, donor, scheme) -
          ul * SM_P(sm_advected)(u, sa, ul, ral, donor, scheme)) *
             f->per_gap +
         (vh * SM_P(sm_advected)(u + sb, sb, vh, rbh, donor, scheme) -
          vl * SM_P(sm_advected)(u, sb, vl, rbl, donor, scheme)) *
             rb +
         (wh * SM_P(sm_advected)(u + se, se, wh, reh, donor, scheme) -
          wl * SM_P(sm_advected)(u, se, wl, rel, donor, scheme)) *
             re;
}

/* div tau_a, m/s2. */
SM_FN SM_REAL SM_P(sm_momentum_stress)(const struct sm_momentum *s,
                                       const struct SM_P(sm_momentum_face) * f) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t sa = f->sa, sb = f->sb, se = f->se;
  const SM_REAL *u = f->u, *v = f->v, *w = f->w, *t = SM_AT(s->eddy) + f->c;
  const SM_REAL nu = (SM_REAL)s->viscosity, ga = f->per_gap;
  const SM_REAL *ra = SM_AT(m->per_width[f->a]) + f->ia;
  const SM_REAL rb = SM_AT(m->per_width[f->b])[f->ib], re = SM_AT(m->per_width[f->e])[f->ie];
  const SM_REAL *gb = SM_AT(m->per_gap[f->b]) + f->ib, *ge = SM_AT(m->per_gap[f->e]) + f->ie;
  const SM_REAL al = 2 * (nu + t[-sa]) * (u[0] - u[-sa]) * ra[-1];
  const SM_REAL ah = 2 * (nu + t[0]) * (u[sa] - u[0]) * ra[0];
  const SM_REAL bl = SM_P(sm_edge_stress)(u, v, t, sb, sa, nu, gb[0], ga);
  const SM_REAL bh = SM_P(sm_edge_stress)(u + sb, v + sb, t + sb, sb, sa, nu, gb[1], ga);
  const SM_REAL el = SM_P(sm_edge_stress)(u, w, t, se, sa, nu, ge[0], ga);
  const SM_REAL eh = SM_P(sm_edge_stress)(u + se, w + se, t + se, se, sa, nu, ge[1], ga);
  return (ah - al) * ga + (bh - bl) * rb + (eh - el) * re;
}

/* Body force, Coriolis force and pressure gradient, m/s2. */
SM_FN SM_REAL SM_P(sm_momentum_forces)(const struct sm_momentum *s,
                                       const struct SM_P(sm_momentum_face) * f) {
  const ptrdiff_t sa = f->sa, sb = f->sb, se = f->se;
  const SM_REAL *v = f->v, *w = f->w, *p = SM_AT(s->pressure) + f->c, fourth = (SM_REAL)0.25;
  const SM_REAL vm = fourth * (v[-sa] + v[0] + v[sb - sa] + v[sb]);
  const SM_REAL wm = fourth * (w[-sa] + w[0] + w[se - sa] + w[se]);
  return (SM_REAL)(s->force + *s->bulk_force) + (SM_REAL)s->coriolis[0] * vm +
         (SM_REAL)s->coriolis[1] * wm - (SM_REAL)s->given * ((p[0] - p[-sa]) * f->per_gap);
}

SM_FN void SM_P(sm_momentum_stage)(const struct sm_momentum *s, int i, int j, int k, int axis,
                                   enum sm_face_scheme scheme) {
  const struct SM_P(sm_momentum_face) f = SM_P(sm_momentum_face_of)(s, axis, i, j, k);
  const SM_REAL advection = SM_P(sm_momentum_advection)(s, &f, scheme);
  const SM_REAL stress = SM_P(sm_momentum_stress)(s, &f);
  const SM_REAL forces = SM_P(sm_momentum_forces)(s, &f);
  const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);
  SM_AT(s->to)[f.c] = SM_AT(s->from)[f.c] + dt * (stress - advection + forces);
}

#define SM_MOMENTUM(NAME, AXIS, SCHEME)                                                            \
  SM_FN void SM_P(sm_cell_momentum_##NAME)(const struct sm_momentum *s, int i, int j, int k) {     \
    SM_P(sm_momentum_stage)(s, i, j, k, AXIS, SCHEME);                                             \
  }
SM_MOMENTUM(x_central, 0, SM_FACE_CENTRAL)
SM_MOMENTUM(y_central, 1, SM_FACE_CENTRAL)
SM_MOMENTUM(z_central, 2, SM_FACE_CENTRAL)
SM_MOMENTUM(x_upwind, 0, SM_FACE_UPWIND)
SM_MOMENTUM(y_upwind, 1, SM_FACE_UPWIND)
SM_MOMENTUM(z_upwind, 2, SM_FACE_UPWIND)
SM_MOMENTUM(x_weno, 0, SM_FACE_WENO)
SM_MOMENTUM(y_weno, 1, SM_FACE_WENO)
SM_MOMENTUM(z_weno, 2, SM_FACE_WENO)
#undef SM_MOMENTUM

/* Courant rates of advection, summed over the axes, and of diffusion, scaled such that a
 * third-order scheme is stable up to the same number for both: 4 nu / h^2 times 1.73 /
 * 2.51. An ellipse with these half axes lies in the stability region, so the squares are
 * added. */
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

/* Initial guess of the Poisson solver: x of the pressure of the last step in the current one. */
SM_FN void SM_P(sm_cell_pressure_guess)(const struct sm_pressure *s, int h, int j, int k) {
  const int i = 2 * h, q = (j + k) & 1;
  const ptrdiff_t at = h + j * s->sy + k * s->sz;
  const SM_REAL *p = SM_AT(s->pressure) + i + j * s->step[1] + k * s->step[2];
  const double x0 = -s->clock->step * (double)p[0], x1 = -s->clock->step * (double)p[1];
  s->x[q * s->colour + at] = x0;
  s->x[(1 - q) * s->colour + at] = i + 1 < s->nx ? x1 : 0.0;
}
#endif
