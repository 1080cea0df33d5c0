/* cell/momentum/cut_cells.h - momentum on faces beside walls that cut through cells.
 *
 * A pass over a list of faces, after that over all: what it computes takes the place of what
 * momentum.h left there. A velocity is the mean over the open part of its face. Its own cell is
 * what the air has of the two halves of cells; the flux of air through each of its faces is that of
 * the cells, so that air of one speed stays of one speed. Friction is
 *
 *     sum over the six neighbours of nu c_g (u_g - u d_g / d)
 *
 * d: distance from the plane of the wall. It vanishes for a wind that grows in proportion to the
 * distance, as the laminar stress of the wall is part of it. What lies on the diagonal is implicit:
 * small cells ask for no shorter steps. Theory: docs/theory/incompressible-solids.md. */
#ifndef SM_CELL_MOMENTUM_CUT_CELLS_H
#define SM_CELL_MOMENTUM_CUT_CELLS_H

#include "cell/momentum/momentum.h"
#include "cell/poisson/csr.h"

/* Numbers of a face: [number][face]. */
enum {
  SM_CUT_FLUX = 0,      /* 1/m: of u[-a], u[0]; u[0], u[a]; of v and w as SM_CUT_CORNERS: their
                           fluxes over the volume */
  SM_CUT_FRICTION = 12, /* 1/m2: c of the neighbours below and above along a, b, e */
  SM_CUT_OWN = 18,      /* 1/m2: sum of c d_g / d */
  SM_CUT_WALL,          /* 1/m: area of walls over the volume */
  SM_CUT_NEAR,          /* 1/m: 1 / d */
  SM_CUT_DRAG,          /* of rough walls: stress over the speed squared */
  SM_CUT_GAP,           /* 1/m: 1 / distance of the centres of both cells */
  SM_CUT_NUMBERS
};

/* Component a; b and e are the axes that follow. */
struct sm_cut_momentum {
  ptrdiff_t sa, sb, se;
  union sm_reals u, v, w;  /* m/s along a, b, e: wind of the stage */
  union sm_reals from, to; /* as of sm_momentum */
  union sm_reals pressure; /* m2/s2 over density, of the last step */
  union sm_reals eddy;     /* m2/s */
  union sm_reals buoyancy; /* m/s2, of each face: a force that is added after, too; NULL: none */
  const int32_t *faces;    /* faces.h */
  const int64_t *face;     /* elements of the layout */
  union sm_reals number;   /* [SM_CUT_NUMBERS][count] */
  int64_t count;           /* faces */
  const struct sm_flow_clock *clock;
  const double *bulk_force; /* as of sm_momentum */
  double share, viscosity, force, coriolis[2];
  double past;  /* times of that pressure is that of a whole step */
  double given; /* 1 where the stage has it, 0 where a new one is to come */
  int a;        /* 0, 1, 2 */
  int upwind;   /* 0: means of both sides */
  int smooth;   /* the law of walls */
};
#endif

#ifdef SM_REAL
/* What the air carries out of a face's own cell, more than u itself, where `flux` leaves upwards
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
  /* Friction: c u of the neighbours, and what u itself is multiplied by. */
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
  /* What a law of the wall adds to laminar stress. */
  const SM_REAL vm = fourth * (v00 + v01 + v10 + v11), wm = fourth * (w00 + w01 + w10 + w11);
  const SM_REAL speed = SM_ROOT(u[0] * u[0] + vm * vm + wm * wm);
  const SM_REAL laminar = nu * x[SM_CUT_NEAR * n], rough = x[SM_CUT_DRAG * n] * speed;
  const SM_REAL law = s->smooth ? SM_P(sm_smooth_drag)(speed, nu, x[SM_CUT_NEAR * n]) : rough;
  own += x[SM_CUT_WALL * n] * (SM_P(sm_larger)(law, laminar) - laminar);
  /* The pressure of the last step balances the rest; where a new one follows it is taken back. */
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
