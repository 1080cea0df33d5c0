/* momentum.h - cells of the incompressible solver: what changes the wind, but for the pressure.
 *
 * One stage of a Runge-Kutta scheme for a component a of the wind on the low face, across axis a,
 * of cell (i, j, k): to = from + share dt (- div(u u_a) + div tau_a + forces - grad p). Fluxes of
 * momentum go through the centres of cells along a, and through edges along the other axes b and
 * e. Second order conserves energy: the flux through a face of the momentum's own cell is the mean
 * of the fluxes through the faces of cells, and what it carries the plain mean of both sides
 * (Harlow and Welch 1965; Verstappen and Veldman 2003 on stretched grids).
 *
 * Walls are faces of cells; one byte per cell tells which of its faces are closed. An edge lies on
 * two faces; the stress on each half that is a wall is that of the wall, the rest is the air's.
 * Theory: docs/theory/incompressible.md. */
#ifndef SM_CELL_MOMENTUM_H
#define SM_CELL_MOMENTUM_H

#include "cell/advect.h"
#include "cell/flow.h"

/* How rough walls drag: stress per density over the wind along them = drag * speed, at least that
 * of a laminar layer, which is that of walls of drag 0. */
struct sm_flow_drag {
  /* Walls across an axis on the low and the high face of cell i, with ghosts as the metric. */
  union sm_reals low[3], high[3];
  union sm_reals floor; /* of column (i, j), at i + j floor_step, below its cells */
  ptrdiff_t floor_step;
};

struct sm_momentum {
  struct sm_flow_metric m;
  union sm_reals u[3];     /* m/s, the wind of the stage */
  union sm_reals from, to; /* m/s, of component a: at the begin of the step; the result */
  union sm_reals pressure; /* m2/s2 over density, of the last step; 0: none */
  union sm_reals eddy;     /* m2/s, viscosity of eddies; 0: none */
  const uint8_t *closed;   /* faces of cells, SM_OPEN_WEST and so on, that are walls */
  const uint8_t *reach;    /* on both sides of the low face of a cell across axis d two cells are
                              air where bit 2 d is set, three where the next is */
  const uint8_t *smooth;   /* faces of cells that are smooth where they are walls */
  struct sm_flow_drag drag;
  const struct sm_flow_clock *clock;
  const double *push; /* m/s2 along a, more of the force */
  double share;       /* of the time step */
  double viscosity;   /* m2/s */
  double force;       /* m/s2 along a */
  double turn[2];     /* 1/s: the force grows by these times the components along b and e */
  double donor;       /* where the reach is one cell: 0 the mean, 1 the donor cell's */
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
/* Sum over the halves of an edge of what is wall: 0, 1 or 2. */
#define SM_CLOSED(bit) ((SM_REAL)((own & (bit)) != 0) + (SM_REAL)((other & (bit)) != 0))

/* The stress of a smooth wall over that of a laminar layer up to the wind beside it, by the
 * Reynolds number of that wind and its distance: Spalding's (1961) profile, k = 0.4, B = 5.5, to
 * 0.8 % up to 1e8 (wall.h solves for it). */
SM_FN SM_REAL SM_P(sm_smooth_growth)(SM_REAL reynolds) {
  const SM_REAL q = SM_ROOT(SM_ROOT(reynolds)), cube = q * q * q;
  const SM_REAL above = (SM_REAL)1.10787417e-4 + (SM_REAL)8.21581664e-7 * q;
  const SM_REAL below =
      1 + q * ((SM_REAL)-0.342078921 + q * (SM_REAL)0.0488656534) + (SM_REAL)3.00695124e-3 * cube;
  return 1 + cube * cube * above / below;
}

/* Stress over wind of a smooth wall; `per_half` is 1 / distance. */
SM_FN SM_REAL SM_P(sm_smooth_drag)(SM_REAL speed, SM_REAL nu, SM_REAL per_half) {
  const SM_REAL laminar = nu * per_half, least = (SM_REAL)1e-30;
  return laminar * SM_P(sm_smooth_growth)(speed / SM_P(sm_larger)(laminar, least));
}

/* Values that the air carries across a face: q[-s] and q[0] are on its two sides. */
#define SM_CARRIED_CENTRAL(q, s, speed, reach)                                                     \
  ((void)(reach), (void)donor, (SM_REAL)0.5 * ((q)[-(s)] + (q)[0]))
#define SM_CARRIED_UPWIND(q, s, speed, reach)                                                      \
  SM_P(sm_face_upwind_of)                                                                          \
  (SM_P(sm_abreast_of)(q, s), speed, (SM_REAL)((reach)&1), (SM_REAL)((reach) >> 1 & 1), donor)
#define SM_CARRIED_WENO(q, s, speed, reach)                                                        \
  SM_P(sm_face_weno)                                                                               \
  (SM_P(sm_abreast_of)(q, s), speed, 1 + ((reach)&1) + ((reach) >> 1 & 1), donor)

/* Known to be 1 along x, so that rows become vectors. */
#define SM_STEP(AXIS) ((AXIS) == 0 ? 1 : m->step[AXIS])
#define SM_MOMENTUM(NAME, A, CARRIED)                                                              \
  SM_FN void SM_P(sm_cell_##NAME)(const struct sm_momentum *s, int i, int j, int k) {              \
    enum { B = (A + 1) % 3, E = (A + 2) % 3 };                                                     \
    const struct sm_flow_metric *m = &s->m;                                                        \
    const ptrdiff_t sa = SM_STEP(A), sb = SM_STEP(B), se = SM_STEP(E);                             \
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
    const int own = s->closed[c], other = s->closed[c - sa];                                       \
    /* How far to reach: momentum lies on faces. */                                                \
    const uint8_t *reach = s->reach + c;                                                           \
    const int r0 = reach[0], r1 = reach[-sa], low = r0 & r1;                                       \
    const int ral = (r0 | r1) >> 2 * A, rah = (r0 | reach[sa]) >> 2 * A;                           \
    const int rbl = low >> 2 * B, rbh = (reach[sb] & reach[sb - sa]) >> 2 * B;                     \
    const int rel = low >> 2 * E, reh = (reach[se] & reach[se - sa]) >> 2 * E;                     \
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
    /* Stresses: of eddies at edges by the mean of four cells. */                                  \
    const SM_REAL *t = SM_AT(s->eddy) + c;                                                         \
    const SM_REAL t0 = t[0], t1 = t[-sa], both = t0 + t1;                                          \
    const SM_REAL nb0 = nu + fourth * (both + t[-sb] + t[-sb - sa]);                               \
    const SM_REAL nb1 = nu + fourth * (both + t[sb] + t[sb - sa]);                                 \
    const SM_REAL ne0 = nu + fourth * (both + t[-se] + t[-se - sa]);                               \
    const SM_REAL ne1 = nu + fourth * (both + t[se] + t[se - sa]);                                 \
    const SM_REAL al = 2 * (nu + t1) * (u[0] - u[-sa]) * ra0;                                      \
    const SM_REAL ah = 2 * (nu + t0) * (u[sa] - u[0]) * ra;                                        \
    const SM_REAL bl = nb0 * ((u[0] - u[-sb]) * gb0 + (v01 - v00) * ga);                           \
    const SM_REAL bh = nb1 * ((u[sb] - u[0]) * gb1 + (v11 - v10) * ga);                            \
    const SM_REAL el = ne0 * ((u[0] - u[-se]) * ge0 + (w01 - w00) * ga);                           \
    const SM_REAL eh = ne1 * ((u[se] - u[0]) * ge1 + (w11 - w10) * ga);                            \
    /* Walls. */                                                                                   \
    const SM_REAL vm = fourth * (v00 + v01 + v10 + v11), wm = fourth * (w00 + w01 + w10 + w11);    \
    const SM_REAL along_b = SM_ROOT(u[0] * u[0] + wm * wm); /* speed along walls across b */       \
    const SM_REAL along_e = SM_ROOT(u[0] * u[0] + vm * vm);                                        \
    const SM_REAL lam_b = 2 * nu * rb, lam_e = 2 * nu * re;                                        \
    const SM_REAL qbl = half * SM_CLOSED(SM_OPEN_WEST << 2 * B);                                   \
    const SM_REAL qbh = half * SM_CLOSED(SM_OPEN_EAST << 2 * B);                                   \
    const SM_REAL qel = half * SM_CLOSED(SM_OPEN_WEST << 2 * E);                                   \
    const SM_REAL qeh = half * SM_CLOSED(SM_OPEN_EAST << 2 * E);                                   \
    const SM_REAL drag_bl = qbl * SM_P(sm_larger)(lam_b, SM_AT(s->drag.low[B])[ib] * along_b);     \
    const SM_REAL drag_bh = qbh * SM_P(sm_larger)(lam_b, SM_AT(s->drag.high[B])[ib] * along_b);    \
    const SM_REAL drag_el = qel * SM_P(sm_larger)(lam_e, SM_AT(s->drag.low[E])[ie] * along_e);     \
    const SM_REAL drag_eh = qeh * SM_P(sm_larger)(lam_e, SM_AT(s->drag.high[E])[ie] * along_e);    \
    SM_REAL floor_b = drag_bl, floor_e = drag_el;                                                  \
    if (A != 2) { /* columns differ */                                                             \
      const SM_REAL *floor = SM_AT(s->drag.floor) + i + j * s->drag.floor_step;                    \
      const ptrdiff_t back = A == 0 ? 1 : s->drag.floor_step;                                      \
      const SM_REAL along = A == 0 ? along_e : along_b, lam = A == 0 ? lam_e : lam_b;              \
      const SM_REAL f0 = SM_P(sm_larger)(lam, floor[0] * along);                                   \
      const SM_REAL f1 = SM_P(sm_larger)(lam, floor[-back] * along);                               \
      const SM_REAL of_floors = half * ((SM_REAL)((own & SM_OPEN_DOWN) != 0) * f0 +                \
                                        (SM_REAL)((other & SM_OPEN_DOWN) != 0) * f1);              \
      floor_e = A == 0 ? of_floors : floor_e;                                                      \
      floor_b = A == 1 ? of_floors : floor_b;                                                      \
    }                                                                                              \
    const SM_REAL stress = (ah - al) * ga +                                                        \
                           ((1 - qbh) * bh - (1 - qbl) * bl - (drag_bh + floor_b) * u[0]) * rb +   \
                           ((1 - qeh) * eh - (1 - qel) * el - (drag_eh + floor_e) * u[0]) * re;    \
    const SM_REAL *p = SM_AT(s->pressure) + c;                                                     \
    const SM_REAL forces = (SM_REAL)(s->force + *s->push) + (SM_REAL)s->turn[0] * vm +             \
                           (SM_REAL)s->turn[1] * wm - (p[0] - p[-sa]) * ga;                        \
    const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);                                       \
    const SM_REAL next = SM_AT(s->from)[c] + dt * (stress - carried + forces);                     \
    SM_AT(s->to)[c] = own & SM_OPEN_WEST << 2 * A ? (SM_REAL)0 : next;                             \
  }
SM_MOMENTUM(momentum_x_central, 0, SM_CARRIED_CENTRAL)
SM_MOMENTUM(momentum_y_central, 1, SM_CARRIED_CENTRAL)
SM_MOMENTUM(momentum_z_central, 2, SM_CARRIED_CENTRAL)
SM_MOMENTUM(momentum_x_upwind, 0, SM_CARRIED_UPWIND)
SM_MOMENTUM(momentum_y_upwind, 1, SM_CARRIED_UPWIND)
SM_MOMENTUM(momentum_z_upwind, 2, SM_CARRIED_UPWIND)
SM_MOMENTUM(momentum_x_weno, 0, SM_CARRIED_WENO)
SM_MOMENTUM(momentum_y_weno, 1, SM_CARRIED_WENO)
SM_MOMENTUM(momentum_z_weno, 2, SM_CARRIED_WENO)
#undef SM_CARRIED_CENTRAL
#undef SM_CARRIED_UPWIND
#undef SM_CARRIED_WENO
#undef SM_MOMENTUM

/* Adds to a stage what smooth walls drag more than laminar air would. */
#define SM_SMOOTH_WALLS(NAME, A)                                                                   \
  SM_FN void SM_P(sm_cell_##NAME)(const struct sm_momentum *s, int i, int j, int k) {              \
    enum { B = (A + 1) % 3, E = (A + 2) % 3 };                                                     \
    const struct sm_flow_metric *m = &s->m;                                                        \
    const ptrdiff_t sa = SM_STEP(A), sb = SM_STEP(B), se = SM_STEP(E);                             \
    const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];                                       \
    const int ib = B == 0 ? i : B == 1 ? j : k;                                                    \
    const int ie = E == 0 ? i : E == 1 ? j : k;                                                    \
    const SM_REAL *u = SM_AT(s->u[A]) + c, *v = SM_AT(s->u[B]) + c, *w = SM_AT(s->u[E]) + c;       \
    const SM_REAL rb = SM_AT(m->per_width[B])[ib], re = SM_AT(m->per_width[E])[ie];                \
    const SM_REAL half = (SM_REAL)0.5, fourth = (SM_REAL)0.25, nu = (SM_REAL)s->viscosity;         \
    const SM_REAL vm = fourth * (v[-sa] + v[0] + v[sb - sa] + v[sb]);                              \
    const SM_REAL wm = fourth * (w[-sa] + w[0] + w[se - sa] + w[se]);                              \
    const SM_REAL along_b = SM_ROOT(u[0] * u[0] + wm * wm);                                        \
    const SM_REAL along_e = SM_ROOT(u[0] * u[0] + vm * vm);                                        \
    const SM_REAL more_b = SM_P(sm_smooth_drag)(along_b, nu, 2 * rb) - 2 * nu * rb;                \
    const SM_REAL more_e = SM_P(sm_smooth_drag)(along_e, nu, 2 * re) - 2 * nu * re;                \
    const int smooth = s->smooth[c], beside = s->smooth[c - sa];                                   \
    const int own = s->closed[c] & smooth, other = s->closed[c - sa] & beside;                     \
    const SM_REAL qb =                                                                             \
        half * (SM_CLOSED(SM_OPEN_WEST << 2 * B) + SM_CLOSED(SM_OPEN_EAST << 2 * B));              \
    const SM_REAL qe =                                                                             \
        half * (SM_CLOSED(SM_OPEN_WEST << 2 * E) + SM_CLOSED(SM_OPEN_EAST << 2 * E));              \
    const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);                                       \
    const SM_REAL next = SM_AT(s->to)[c] - dt * (qb * more_b * rb + qe * more_e * re) * u[0];      \
    SM_AT(s->to)[c] = s->closed[c] & SM_OPEN_WEST << 2 * A ? (SM_REAL)0 : next;                    \
  }
SM_SMOOTH_WALLS(smooth_walls_x, 0)
SM_SMOOTH_WALLS(smooth_walls_y, 1)
SM_SMOOTH_WALLS(smooth_walls_z, 2)
#undef SM_SMOOTH_WALLS
#undef SM_CLOSED
#undef SM_STEP

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
