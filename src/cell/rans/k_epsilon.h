/* k_epsilon.h - k-epsilon turbulence model (Jones and Launder 1972; Launder and Spalding 1974) of
 * the steady Reynolds-averaged flow: eddy viscosity, production, and Jacobi sweeps of turbulent
 * kinetic energy and dissipation, with wall functions.
 *
 * Next to a wall the velocity follows the logarithm of the wall distance; differences are therefore
 * scaled such that they are exact for it (sweep.h), and so is the diffusion of the dissipation,
 * which is inverse to that distance. Theory: docs/theory/rans.md. */
#ifndef SM_CELL_RANS_K_EPSILON_H
#define SM_CELL_RANS_K_EPSILON_H

#include "cell/momentum/eddy_viscosity.h"
#include "cell/rans/sweep.h"

/* Constants of Launder and Spalding (1974). sigma_epsilon follows from them and from the von Karman
 * constant of simoom, so that the logarithmic layer is a solution: k^2 / ((C2 - C1) C_mu^(1/2)). */
#define SM_RANS_C_MU 0.09
#define SM_RANS_C1 1.44
#define SM_RANS_C2 1.92
#define SM_RANS_SIGMA_K 1.0
#define SM_RANS_SIGMA_EPSILON (SM_KARMAN * SM_KARMAN / ((SM_RANS_C2 - SM_RANS_C1) * 0.3))
#define SM_RANS_C_MU_3_4 0.16431676725154983 /* C_mu^(3/4) */
/* Smallest k, m2/s2, and epsilon, m2/s3: keep quotients finite. */
#define SM_RANS_LEAST_K 1e-8
#define SM_RANS_LEAST_EPSILON 1e-10

/* Limiters of production at stagnation points, in the order of the words of rans.production. */
enum sm_rans_production {
  SM_RANS_DURBIN,       /* realisable time scale (Durbin 1996) */
  SM_RANS_KATO_LAUNDER, /* strain rate times vorticity (Kato and Launder 1993) */
  SM_RANS_STANDARD      /* none */
};

/* Eddy viscosity, and production over eddy viscosity. */
struct sm_rans_viscosity {
  struct sm_flow_metric m;
  union sm_reals u[3];         /* m/s */
  union sm_reals energy, lost; /* k, m2/s2; epsilon, m2/s3 */
  union sm_reals distance;     /* wall distance plus roughness length, m */
  union sm_reals eddy, rate;   /* results: m2/s, 0 in solids; 1/s2 */
  const int32_t *faces;        /* cell/momentum/fields.h */
  struct sm_flow_drag drag;
  double viscosity; /* m2/s */
  int production;   /* enum sm_rans_production */
};

/* Sweep of k and epsilon. */
struct sm_k_epsilon {
  struct sm_flow_metric m;
  union sm_reals u[3];                 /* m/s */
  union sm_reals energy, lost;         /* after the last sweep: m2/s2, m2/s3 */
  union sm_reals energy_to, lost_to;   /* results */
  union sm_reals eddy, rate, distance; /* of sm_rans_viscosity */
  const int32_t *faces;
  double viscosity; /* m2/s */
  double per_step;  /* inverse pseudo-time step, 1/s */
};

/* Numbers of a cut cell, or of a whole one beside it: [number][cell]. */
enum {
  SM_RANS_CUT_FLUX = 0,      /* 1/m: open area of a face over the air volume; west, east, south,
                                north, below, above */
  SM_RANS_CUT_DIFFUSION = 6, /* 1/m2: the same over the distance to the neighbour */
  SM_RANS_CUT_DRAG = 12,     /* rough walls: stress over speed squared; 0 in a whole cell */
  SM_RANS_CUT_NUMBERS
};
struct sm_rans_cut_cells {
  const int64_t *cell; /* elements in the layout; cut cells first */
  union sm_reals number;
  int64_t count, cut; /* cells, and those that are cut */
  int smooth;         /* smooth wall function */
};

/* Eddy viscosity and production of the cut cells, by the wall function. */
struct sm_rans_cut_viscosity {
  struct sm_rans_viscosity all;
  struct sm_rans_cut_cells cut;
};

/* The same of whole cells beside cut ones: velocity gradients of the open faces. Bits of
 * `open`: of 8 for each axis, 4 for each of the two other components, the low and the high face of
 * the neighbour before and behind. */
struct sm_rans_cut_gradient {
  struct sm_rans_viscosity all;
  const int64_t *cell;
  const int32_t *open;
  union sm_reals per_span; /* [number][cell], 1/m: inverse distance of the velocities on both sides
                              along each axis; inverse widths of the cell */
  int64_t count;
};

/* Sweep of k and epsilon in the cut cells and in those beside them. */
struct sm_cut_k_epsilon {
  struct sm_k_epsilon all;
  struct sm_rans_cut_cells cut;
};
#endif

#ifdef SM_REAL
/* Velocity gradients along axis b of the two other components; next to a wall from its wall
 * function. */
SM_FN void SM_P(sm_rans_gradient_across)(const struct sm_rans_viscosity *s, int b, int i, int j,
                                         int k, struct SM_P(sm_velocity_gradient) * g) {
  const struct sm_flow_metric *m = &s->m;
  const int a = (b + 1) % 3, e = (b + 2) % 3, ib = sm_flow_index(b, i, j, k);
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const ptrdiff_t sa = m->step[a], sb = m->step[b], se = m->step[e];
  const SM_REAL half = (SM_REAL)0.5, nu = (SM_REAL)s->viscosity, one = (SM_REAL)1;
  const SM_REAL tiny = (SM_REAL)1e-30;
  const SM_REAL *u = SM_AT(s->u[a]) + c, *v = SM_AT(s->u[b]) + c, *w = SM_AT(s->u[e]) + c;
  const SM_REAL *d = SM_AT(s->distance) + c;
  const SM_REAL ul = u[-sb] + u[sa - sb], u0 = u[0] + u[sa], uh = u[sb] + u[sa + sb];
  const SM_REAL wl = w[-sb] + w[se - sb], w0 = w[0] + w[se], wh = w[sb] + w[se + sb];
  const int closed = sm_closed_of(s->faces[c]), smooth = closed & sm_smooth_of(s->faces[c]);
  const SM_REAL low = (SM_REAL)(closed >> 2 * b & 1), high = (SM_REAL)(closed >> (2 * b + 1) & 1);
  const SM_REAL is_smooth = (SM_REAL)((smooth >> 2 * b & 3) != 0);
  const SM_REAL floor = SM_AT(s->drag.floor)[i + j * s->drag.floor_step];
  const SM_REAL side = SM_AT(s->drag.low[b])[ib], ceiling = SM_AT(s->drag.high[b])[ib];
  const SM_REAL drag = low * (b == 2 ? floor : side) + (1 - low) * ceiling;
  const SM_REAL per_half = 2 * SM_AT(m->per_width[b])[ib], laminar = nu * per_half;
  const SM_REAL speed = half * SM_ROOT(u0 * u0 + w0 * w0);
  const SM_REAL more = SM_P(sm_smooth_drag)(speed, nu, per_half) - laminar;
  const SM_REAL stress = SM_P(sm_larger)(laminar + is_smooth * more, drag * speed);
  const SM_REAL friction = SM_ROOT(stress / (speed > tiny ? speed : tiny));
  const SM_REAL slope = friction * (SM_REAL)(1.0 / SM_KARMAN) / d[0];
  const SM_REAL wall = (low - high) * half * (slope < per_half ? slope : per_half);
  const SM_REAL gl = SM_AT(m->per_gap[b])[ib], gh = SM_AT(m->per_gap[b])[ib + 1];
  /* logarithmic mean of the distances of both neighbours over that of the cell, over their gap */
  const SM_REAL mean = SM_P(sm_rans_log_factor)(d[-sb], d[sb]) * half * (d[-sb] + d[sb]);
  const SM_REAL span = one / gl + one / gh;
  const SM_REAL open = (1 - low) * (1 - high) * half * mean / (d[0] * span);
  g->of[a][b] = open * (uh - ul) + wall * u0;
  g->of[e][b] = open * (wh - wl) + wall * w0;
  g->of[b][b] = (v[sb] - v[0]) * SM_AT(m->per_width[b])[ib];
}

/* 2 W_ij W_ij with the rotation tensor W, 1/s2. */
SM_FN SM_REAL SM_P(sm_rans_rotation_square)(const struct SM_P(sm_velocity_gradient) * g) {
  const SM_REAL x = g->of[2][1] - g->of[1][2], y = g->of[0][2] - g->of[2][0];
  const SM_REAL z = g->of[1][0] - g->of[0][1];
  return x * x + y * y + z * z;
}

/* Eddy viscosity and production of cell c from the squares of strain rate and rotation. */
SM_FN void SM_P(sm_rans_set_viscosity)(const struct sm_rans_viscosity *s, ptrdiff_t c,
                                       SM_REAL strain, SM_REAL rotation) {
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1, tiny = (SM_REAL)1e-20;
  const SM_REAL energy = SM_AT(s->energy)[c], lost = SM_AT(s->lost)[c];
  const SM_REAL air = sm_closed_of(s->faces[c]) != SM_OPEN_ALL ? one : zero;
  const SM_REAL usual = (SM_REAL)SM_RANS_C_MU * energy * energy / lost;
  /* no normal stress is negative: nu <= k / (6 S_ij S_ij)^(1/2) */
  const SM_REAL most = energy / SM_ROOT(3 * strain + tiny);
  const SM_REAL bounded = usual < most ? usual : most;
  const SM_REAL mixed = SM_ROOT(strain * rotation);
  SM_AT(s->eddy)[c] = air * (s->production == SM_RANS_DURBIN ? bounded : usual);
  SM_AT(s->rate)[c] = s->production == SM_RANS_KATO_LAUNDER ? mixed : strain;
}

SM_FN void SM_P(sm_cell_rans_viscosity)(const struct sm_rans_viscosity *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  struct SM_P(sm_velocity_gradient) g;
  SM_P(sm_rans_gradient_across)(s, 0, i, j, k, &g);
  SM_P(sm_rans_gradient_across)(s, 1, i, j, k, &g);
  SM_P(sm_rans_gradient_across)(s, 2, i, j, k, &g);
  SM_P(sm_rans_set_viscosity)
  (s, c, SM_P(sm_strain_square)(&g), SM_P(sm_rans_rotation_square)(&g));
}

/* Gradients of a whole cell beside cut ones along axis b: means of the open faces of the
 * neighbours; where none is open on a side the component of the cell itself. */
SM_FN void SM_P(sm_rans_gradient_open)(const struct sm_rans_cut_gradient *s, int b, ptrdiff_t c,
                                       int64_t f, struct SM_P(sm_velocity_gradient) * g) {
  const struct sm_rans_viscosity *all = &s->all;
  const ptrdiff_t sb = all->m.step[b];
  const SM_REAL *d = SM_AT(all->distance) + c, half = (SM_REAL)0.5;
  const SM_REAL mean = SM_P(sm_rans_log_factor)(d[-sb], d[sb]) * half * (d[-sb] + d[sb]);
  const SM_REAL scale = mean / d[0] * SM_AT(s->per_span)[b * s->count + f];
  for (int q = 1; q < 3; q++) {
    const int a = (b + q) % 3, bits = s->open[f] >> (8 * b + 4 * (q - 1));
    const ptrdiff_t sa = all->m.step[a];
    const SM_REAL *u = SM_AT(all->u[a]) + c;
    const SM_REAL own = half * (u[0] + u[sa]);
    const SM_REAL l0 = (SM_REAL)(bits & 1), l1 = (SM_REAL)(bits >> 1 & 1);
    const SM_REAL h0 = (SM_REAL)(bits >> 2 & 1), h1 = (SM_REAL)(bits >> 3 & 1);
    const SM_REAL low = (bits & 3) != 0 ? (l0 * u[-sb] + l1 * u[sa - sb]) / (l0 + l1) : own;
    const SM_REAL high = (bits & 12) != 0 ? (h0 * u[sb] + h1 * u[sa + sb]) / (h0 + h1) : own;
    g->of[a][b] = scale * (high - low);
  }
}

SM_FN void SM_P(sm_cell_cut_rans_gradient)(const struct sm_rans_cut_gradient *s, int i, int j,
                                           int k) {
  const int64_t f = sm_csr_index(i, j, k);
  if (f >= s->count) return;
  const ptrdiff_t c = (ptrdiff_t)s->cell[f];
  const struct sm_flow_metric *m = &s->all.m;
  struct SM_P(sm_velocity_gradient) g;
  for (int b = 0; b < 3; b++) {
    const SM_REAL *v = SM_AT(s->all.u[b]) + c;
    g.of[b][b] = (v[m->step[b]] - v[0]) * SM_AT(s->per_span)[(3 + b) * s->count + f];
    SM_P(sm_rans_gradient_open)(s, b, c, f, &g);
  }
  SM_P(sm_rans_set_viscosity)
  (&s->all, c, SM_P(sm_strain_square)(&g), SM_P(sm_rans_rotation_square)(&g));
}

/* Mean of a component over both faces of a cut cell, by their open areas. */
SM_FN SM_REAL SM_P(sm_rans_cut_mean)(const SM_REAL *u, ptrdiff_t step, SM_REAL low, SM_REAL high) {
  const SM_REAL sum = low + high;
  return sum > (SM_REAL)0 ? (low * u[0] + high * u[step]) / sum : (SM_REAL)0;
}

/* The rate of production is (u* / (k d))^2. */
SM_FN void SM_P(sm_cell_cut_rans_viscosity)(const struct sm_rans_cut_viscosity *s, int i, int j,
                                            int k) {
  const int64_t f = sm_csr_index(i, j, k), n = s->cut.count;
  if (f >= s->cut.cut) return;
  const struct sm_rans_viscosity *all = &s->all;
  const ptrdiff_t c = (ptrdiff_t)s->cut.cell[f];
  const SM_REAL *x = SM_AT(s->cut.number) + f, *d = SM_AT(all->distance) + c;
  const SM_REAL nu = (SM_REAL)all->viscosity;
  SM_REAL square = 0;
  for (int a = 0; a < 3; a++) {
    const SM_REAL u = SM_P(sm_rans_cut_mean)(SM_AT(all->u[a]) + c, all->m.step[a], x[2 * a * n],
                                             x[(2 * a + 1) * n]);
    square += u * u;
  }
  const SM_REAL speed = SM_ROOT(square), rough = x[SM_RANS_CUT_DRAG * n] * speed;
  const SM_REAL law = s->cut.smooth ? SM_P(sm_smooth_drag)(speed, nu, 1 / d[0]) : rough;
  const SM_REAL stress = SM_P(sm_larger)(law, nu / d[0]) * speed;
  const SM_REAL rate = stress * (SM_REAL)(1.0 / (SM_KARMAN * SM_KARMAN)) / (d[0] * d[0]);
  SM_P(sm_rans_set_viscosity)(all, c, rate, rate);
}

/* Faces of a cell across an axis: air through them, and conductance. */
struct SM_P(sm_k_epsilon_faces) {
  SM_REAL in, out;   /* air in through the low face, out through the high one */
  SM_REAL low, high; /* factors of the diffusivity */
  SM_REAL scale;     /* of all four */
};

/* Exchange of a cell with its neighbours along an axis: coefficients, and limited convection. */
SM_FN void SM_P(sm_k_epsilon_exchange)(const struct sm_k_epsilon *s, ptrdiff_t c, ptrdiff_t step,
                                       const struct SM_P(sm_k_epsilon_faces) * face,
                                       struct SM_P(sm_rans_equation) * energy,
                                       struct SM_P(sm_rans_equation) * lost) {
  const SM_REAL *t = SM_AT(s->eddy) + c, *d = SM_AT(s->distance) + c;
  const SM_REAL *q = SM_AT(s->energy) + c, *r = SM_AT(s->lost) + c;
  const SM_REAL half = (SM_REAL)0.5, nu = (SM_REAL)s->viscosity;
  const SM_REAL nl = half * (t[-step] + t[0]), nh = half * (t[0] + t[step]);
  const SM_REAL suml = d[-step] + d[0], sumh = d[0] + d[step];
  /* harmonic over arithmetic mean of the distances: exact for the inverse of the distance */
  const SM_REAL fl = 4 * d[-step] * d[0] / (suml * suml);
  const SM_REAL fh = 4 * d[0] * d[step] / (sumh * sumh);
  const SM_REAL in = SM_P(sm_rans_positive)(face->in), back = SM_P(sm_rans_positive)(-face->out);
  const SM_REAL per_k = (SM_REAL)(1.0 / SM_RANS_SIGMA_K),
                per_e = (SM_REAL)(1.0 / SM_RANS_SIGMA_EPSILON);
  const SM_REAL kl = in + face->low * (nu + per_k * nl), kh = back + face->high * (nu + per_k * nh);
  const SM_REAL el = in + face->low * (nu + per_e * nl) * fl;
  const SM_REAL eh = back + face->high * (nu + per_e * nh) * fh;
  energy->diagonal += face->scale * (kl + kh);
  energy->right += face->scale * (kl * q[-step] + kh * q[step] +
                                  face->in * SM_P(sm_rans_correction)(q, step, face->in) -
                                  face->out * SM_P(sm_rans_correction)(q + step, step, face->out));
  lost->diagonal += face->scale * (el + eh);
  lost->right += face->scale * (el * r[-step] + eh * r[step] +
                                face->in * SM_P(sm_rans_correction)(r, step, face->in) -
                                face->out * SM_P(sm_rans_correction)(r + step, step, face->out));
}

SM_FN void SM_P(sm_k_epsilon_axis)(const struct sm_k_epsilon *s, int axis, int i, int j, int k,
                                   struct SM_P(sm_rans_equation) * energy,
                                   struct SM_P(sm_rans_equation) * lost) {
  const struct sm_flow_metric *m = &s->m;
  const int at = sm_flow_index(axis, i, j, k);
  const ptrdiff_t step = sm_flow_step(m, axis), c = i + j * m->step[1] + k * m->step[2];
  const SM_REAL *u = SM_AT(s->u[axis]) + c;
  const int closed = sm_closed_of(s->faces[c]);
  const SM_REAL gl = SM_AT(m->per_gap[axis])[at], gh = SM_AT(m->per_gap[axis])[at + 1];
  const struct SM_P(sm_k_epsilon_faces)
      face = {.in = u[0],
              .out = u[step],
              .low = (SM_REAL)((closed >> 2 * axis & 1) == 0) * gl,
              .high = (SM_REAL)((closed >> (2 * axis + 1) & 1) == 0) * gh,
              .scale = SM_AT(m->per_width[axis])[at]};
  SM_P(sm_k_epsilon_exchange)(s, c, step, &face, energy, lost);
}

/* Equations of k and epsilon. */
struct SM_P(sm_k_epsilon_pair) {
  struct SM_P(sm_rans_equation) energy, lost;
};

/* Sinks and the production of epsilon with the time scale nu_t / (C_mu k), which is k / epsilon
 * unless it is bounded. */
SM_FN struct SM_P(sm_k_epsilon_pair)
    SM_P(sm_k_epsilon_sources)(const struct sm_k_epsilon *s, ptrdiff_t c) {
  const SM_REAL per_step = (SM_REAL)s->per_step, tiny = (SM_REAL)1e-20;
  const SM_REAL energy = SM_AT(s->energy)[c], lost = SM_AT(s->lost)[c], eddy = SM_AT(s->eddy)[c];
  const SM_REAL produced = eddy * SM_AT(s->rate)[c];
  const SM_REAL bounded = (SM_REAL)SM_RANS_C_MU * energy / (eddy + tiny), usual = lost / energy;
  const SM_REAL per_time = bounded > usual ? bounded : usual;
  const struct SM_P(sm_k_epsilon_pair)
      pair = {{per_step + usual, per_step * energy + produced},
              {per_step + (SM_REAL)SM_RANS_C2 * per_time,
               per_step * lost + (SM_REAL)SM_RANS_C1 * per_time * produced}};
  return pair;
}

/* In a cell next to a wall epsilon is that of the logarithmic layer. */
SM_FN void SM_P(sm_k_epsilon_solve)(const struct sm_k_epsilon *s, ptrdiff_t c,
                                    const struct SM_P(sm_k_epsilon_pair) * of, int by_wall,
                                    int solid) {
  const SM_REAL least = (SM_REAL)SM_RANS_LEAST_K, slowest = (SM_REAL)SM_RANS_LEAST_EPSILON;
  const SM_REAL next = of->energy.right / of->energy.diagonal;
  const SM_REAL next_lost = of->lost.right / of->lost.diagonal;
  const SM_REAL kept = next > least ? next : least;
  const SM_REAL law =
      (SM_REAL)(SM_RANS_C_MU_3_4 / SM_KARMAN) * kept * SM_ROOT(kept) / SM_AT(s->distance)[c];
  const SM_REAL other = by_wall ? law : next_lost;
  SM_AT(s->energy_to)[c] = solid ? least : kept;
  SM_AT(s->lost_to)[c] = !solid && other > slowest ? other : slowest;
}

SM_FN void SM_P(sm_cell_k_epsilon)(const struct sm_k_epsilon *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const int closed = sm_closed_of(s->faces[c]);
  struct SM_P(sm_k_epsilon_pair) of = SM_P(sm_k_epsilon_sources)(s, c);
  SM_P(sm_k_epsilon_axis)(s, 0, i, j, k, &of.energy, &of.lost);
  SM_P(sm_k_epsilon_axis)(s, 1, i, j, k, &of.energy, &of.lost);
  SM_P(sm_k_epsilon_axis)(s, 2, i, j, k, &of.energy, &of.lost);
  SM_P(sm_k_epsilon_solve)(s, c, &of, closed != 0, closed == SM_OPEN_ALL);
}

SM_FN void SM_P(sm_cell_cut_k_epsilon)(const struct sm_cut_k_epsilon *s, int i, int j, int k) {
  const int64_t f = sm_csr_index(i, j, k), n = s->cut.count;
  if (f >= n) return;
  const ptrdiff_t c = (ptrdiff_t)s->cut.cell[f];
  const SM_REAL *x = SM_AT(s->cut.number) + f, *g = x + SM_RANS_CUT_DIFFUSION * n;
  struct SM_P(sm_k_epsilon_pair) of = SM_P(sm_k_epsilon_sources)(&s->all, c);
  for (int a = 0; a < 3; a++) {
    const ptrdiff_t step = s->all.m.step[a];
    const SM_REAL *u = SM_AT(s->all.u[a]) + c;
    const struct SM_P(sm_k_epsilon_faces) face = {.in = x[2 * a * n] * u[0],
                                                  .out = x[(2 * a + 1) * n] * u[step],
                                                  .low = g[2 * a * n],
                                                  .high = g[(2 * a + 1) * n],
                                                  .scale = 1};
    SM_P(sm_k_epsilon_exchange)(&s->all, c, step, &face, &of.energy, &of.lost);
  }
  const int by_wall = f < s->cut.cut || sm_closed_of(s->all.faces[c]) != 0;
  SM_P(sm_k_epsilon_solve)(&s->all, c, &of, by_wall, 0);
}
#endif
