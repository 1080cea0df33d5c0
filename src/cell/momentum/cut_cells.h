/* cell/momentum/cut_cells.h - momentum on faces near cut walls.
 *
 * A pass over a list of faces after that over all faces: its results replace those of momentum.h. A
 * velocity is the mean over the open part of its face. Its control volume is the air of the two
 * half cells; the flux of air through each of its faces is that of the cells, so that uniform
 * velocity is preserved. Friction is
 *
 *     sum over the six neighbours of nu c_g (u_g - u d_g / d)
 *
 * d: distance from the wall plane. It vanishes for a velocity proportional to the distance, since
 * the laminar wall stress is included. The diagonal is implicit: small cells do not limit the time
 * step. Theory: docs/theory/incompressible-solids.md. */
#ifndef SM_CELL_MOMENTUM_CUT_CELLS_H
#define SM_CELL_MOMENTUM_CUT_CELLS_H

#include "cell/momentum/momentum.h"
#include "cell/poisson/csr.h"

/* Coefficients of a face: [number][face]. */
enum {
  SM_CUT_FLUX = 0,      /* 1/m: fluxes over volume, as factors of u[-a], u[0]; u[0], u[a]; and of v
                           and w as SM_CUT_CORNERS */
  SM_CUT_FRICTION = 12, /* 1/m2: c of the neighbours below and above along a, b, e */
  SM_CUT_OWN = 18,      /* 1/m2: sum of c d_g / d */
  SM_CUT_WALL,          /* 1/m: area of walls over the volume */
  SM_CUT_NEAR,          /* 1/m: 1 / d */
  SM_CUT_DRAG,          /* rough walls: stress over speed squared */
  SM_CUT_GAP,           /* 1/m: 1 / distance of the centres of both cells */
  SM_CUT_NUMBERS
};

/* Arguments for component a; b and e are the following axes. */
struct sm_cut_momentum {
  ptrdiff_t sa, sb, se;
  union sm_reals u, v, w;  /* velocity of the stage along a, b, e, m/s */
  union sm_reals from, to; /* as in sm_momentum */
  union sm_reals pressure; /* pressure over density of the last step, m2/s2 */
  union sm_reals eddy;     /* m2/s */
  union sm_reals buoyancy; /* m/s2 per face: a force that is added later; may be NULL */
  const int32_t *faces;    /* fields.h */
  const int64_t *face;     /* elements in the layout */
  union sm_reals number;   /* [SM_CUT_NUMBERS][count] */
  int64_t count;           /* faces */
  const struct sm_flow_clock *clock;
  const double *bulk_force; /* as in sm_momentum */
  double share, viscosity, force, coriolis[2];
  double past;  /* factor from that pressure to the one of a whole step */
  double given; /* 1 if the stage includes the pressure, 0 if a new one follows */
  int a;        /* 0, 1, 2 */
  int upwind;   /* 0: central means */
  int smooth;   /* smooth wall function */
};
#endif

#ifdef SM_REAL
/* Momentum advected out of a face's control volume in excess of u itself, for the outward `flux`
 * between q[-s] and q[0]. */
SM_FN SM_REAL SM_P(sm_cut_advected)(const SM_REAL *q, ptrdiff_t s, SM_REAL flux, int reach,
                                    int upwind, SM_REAL u) {
  const SM_REAL half = (SM_REAL)0.5, mean = half * (q[-s] + q[0]);
  const SM_REAL two = (SM_REAL)(reach & 1), three = (SM_REAL)(reach >> 1 & 1);
  const SM_REAL up = SM_P(sm_face_upwind_of)(SM_P(sm_face_stencil_of)(q, s), flux, two, three, 1);
  return flux * ((upwind ? up : mean) - u);
}

SM_FN void SM_P(sm_cell_cut_momentum)(const struct sm_cut_momentum *s, int i, int j, int k) {
  const int64_t f = sm_csr_index(i, j, k), n = s->count;
  if (f >= n) return;
  const ptrdiff_t c = (ptrdiff_t)s->face[f], sa = s->sa, sb = s->sb, se = s->se;
  const SM_REAL *x = SM_AT(s->number) + f;
  const SM_REAL *u = SM_AT(s->u) + c, *v = SM_AT(s->v) + c, *w = SM_AT(s->w) + c;
  const SM_REAL fourth = (SM_REAL)0.25, nu = (SM_REAL)s->viscosity;
  const int a = s->a, b = (a + 1) % 3, e = (a + 2) % 3;
  const int32_t *faces = s->faces + c;
  const int r0 = sm_reach_of(faces[0]), r1 = sm_reach_of(faces[-sa]), low = r0 & r1;
  /* Advection. */
  const SM_REAL ul = x[0] * u[-sa] + x[n] * u[0], uh = x[2 * n] * u[0] + x[3 * n] * u[sa];
  const SM_REAL v00 = v[-sa], v01 = v[0], v10 = v[sb - sa], v11 = v[sb];
  const SM_REAL w00 = w[-sa], w01 = w[0], w10 = w[se - sa], w11 = w[se];
  const SM_REAL vl = x[4 * n] * v00 + x[5 * n] * v01, vh = x[6 * n] * v10 + x[7 * n] * v11;
  const SM_REAL wl = x[8 * n] * w00 + x[9 * n] * w01, wh = x[10 * n] * w10 + x[11 * n] * w11;
  const int up = s->upwind;
  const SM_REAL carried =
      SM_P(sm_cut_advected)(u + sa, sa, uh, (r0 | sm_reach_of(faces[sa])) >> 2 * a, up, u[0]) -
      SM_P(sm_cut_advected)(u, sa, ul, (r0 | r1) >> 2 * a, up, u[0]) +
      SM_P(sm_cut_advected)(u + sb, sb, vh, sm_reach_of(faces[sb] & faces[sb - sa]) >> 2 * b, up,
                            u[0]) -
      SM_P(sm_cut_advected)(u, sb, vl, low >> 2 * b, up, u[0]) +
      SM_P(sm_cut_advected)(u + se, se, wh, sm_reach_of(faces[se] & faces[se - sa]) >> 2 * e, up,
                            u[0]) -
      SM_P(sm_cut_advected)(u, se, wl, low >> 2 * e, up, u[0]);
  /* Friction: c u of the neighbours, and the diagonal. */
  const SM_REAL *t = SM_AT(s->eddy) + c;
  const SM_REAL both = t[0] + t[-sa];
  const SM_REAL nt[6] = {t[-sa],
                         t[0],
                         fourth * (both + t[-sb] + t[-sb - sa]),
                         fourth * (both + t[sb] + t[sb - sa]),
                         fourth * (both + t[-se] + t[-se - sa]),
                         fourth * (both + t[se] + t[se - sa])};
  const SM_REAL near[6] = {u[-sa], u[sa], u[-sb], u[sb], u[-se], u[se]};
  SM_REAL pull = 0, own = nu * x[SM_CUT_OWN * n];
  for (int m = 0; m < 6; m++) {
    const SM_REAL share = x[(SM_CUT_FRICTION + m) * n];
    pull += (nu + nt[m]) * share * near[m];
    own += nt[m] * share;
  }
  /* Wall function: stress in addition to the laminar one. */
  const SM_REAL vm = fourth * (v00 + v01 + v10 + v11), wm = fourth * (w00 + w01 + w10 + w11);
  const SM_REAL speed = SM_ROOT(u[0] * u[0] + vm * vm + wm * wm);
  const SM_REAL laminar = nu * x[SM_CUT_NEAR * n], rough = x[SM_CUT_DRAG * n] * speed;
  const SM_REAL law = s->smooth ? SM_P(sm_smooth_drag)(speed, nu, x[SM_CUT_NEAR * n]) : rough;
  own += x[SM_CUT_WALL * n] * (SM_P(sm_larger)(law, laminar) - laminar);
  /* The pressure of the last step balances the other terms; if a new one follows, it is subtracted
   * again. */
  const SM_REAL *p = SM_AT(s->pressure) + c;
  const SM_REAL slope = (SM_REAL)s->past * (p[0] - p[-sa]) * x[SM_CUT_GAP * n];
  const SM_REAL *warmth = SM_AT(s->buoyancy), buoyancy = warmth ? warmth[f] : (SM_REAL)0;
  const SM_REAL forces = (SM_REAL)(s->force + *s->bulk_force) + (SM_REAL)s->coriolis[0] * vm +
                         (SM_REAL)s->coriolis[1] * wm + buoyancy - slope;
  const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);
  const SM_REAL next = (SM_AT(s->from)[c] + dt * (pull - carried + forces)) / (1 + dt * own);
  SM_AT(s->to)[c] = next + dt * (((SM_REAL)1 - (SM_REAL)s->given) * slope - buoyancy);
}
#endif
