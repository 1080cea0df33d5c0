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

SM_FN void SM_P(sm_cell_rans_viscosity)(const struct sm_rans_viscosity *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1, tiny = (SM_REAL)1e-20;
  struct SM_P(sm_velocity_gradient) g;
  SM_P(sm_rans_gradient_across)(s, 0, i, j, k, &g);
  SM_P(sm_rans_gradient_across)(s, 1, i, j, k, &g);
  SM_P(sm_rans_gradient_across)(s, 2, i, j, k, &g);
  const SM_REAL strain = SM_P(sm_strain_square)(&g), rotation = SM_P(sm_rans_rotation_square)(&g);
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

/* Exchange of a cell with its neighbours along an axis: coefficients, and limited convection. */
SM_FN void SM_P(sm_k_epsilon_axis)(const struct sm_k_epsilon *s, int axis, int i, int j, int k,
                                   struct SM_P(sm_rans_equation) * energy,
                                   struct SM_P(sm_rans_equation) * lost) {
  const struct sm_flow_metric *m = &s->m;
  const int at = sm_flow_index(axis, i, j, k);
  const ptrdiff_t step = sm_flow_step(m, axis), c = i + j * m->step[1] + k * m->step[2];
  const SM_REAL *u = SM_AT(s->u[axis]) + c, *t = SM_AT(s->eddy) + c, *d = SM_AT(s->distance) + c;
  const SM_REAL *q = SM_AT(s->energy) + c, *r = SM_AT(s->lost) + c;
  const SM_REAL half = (SM_REAL)0.5, nu = (SM_REAL)s->viscosity,
                width = SM_AT(m->per_width[axis])[at];
  const SM_REAL gl = SM_AT(m->per_gap[axis])[at], gh = SM_AT(m->per_gap[axis])[at + 1];
  const int closed = sm_closed_of(s->faces[c]);
  const SM_REAL low = (SM_REAL)((closed >> 2 * axis & 1) == 0) * gl;
  const SM_REAL high = (SM_REAL)((closed >> (2 * axis + 1) & 1) == 0) * gh;
  const SM_REAL nl = half * (t[-step] + t[0]), nh = half * (t[0] + t[step]);
  const SM_REAL suml = d[-step] + d[0], sumh = d[0] + d[step];
  /* harmonic over arithmetic mean of the distances: exact for the inverse of the distance */
  const SM_REAL fl = 4 * d[-step] * d[0] / (suml * suml);
  const SM_REAL fh = 4 * d[0] * d[step] / (sumh * sumh);
  const SM_REAL in = SM_P(sm_rans_positive)(u[0]), back = SM_P(sm_rans_positive)(-u[step]);
  const SM_REAL per_k = (SM_REAL)(1.0 / SM_RANS_SIGMA_K),
                per_e = (SM_REAL)(1.0 / SM_RANS_SIGMA_EPSILON);
  const SM_REAL kl = in + low * (nu + per_k * nl), kh = back + high * (nu + per_k * nh);
  const SM_REAL el = in + low * (nu + per_e * nl) * fl, eh = back + high * (nu + per_e * nh) * fh;
  energy->diagonal += width * (kl + kh);
  energy->right +=
      width * (kl * q[-step] + kh * q[step] + u[0] * SM_P(sm_rans_correction)(q, step, u[0]) -
               u[step] * SM_P(sm_rans_correction)(q + step, step, u[step]));
  lost->diagonal += width * (el + eh);
  lost->right +=
      width * (el * r[-step] + eh * r[step] + u[0] * SM_P(sm_rans_correction)(r, step, u[0]) -
               u[step] * SM_P(sm_rans_correction)(r + step, step, u[step]));
}

/* Sinks and the production of epsilon with the time scale nu_t / (C_mu k), which is k / epsilon
 * unless it is bounded. In a cell next to a wall epsilon is that of the logarithmic layer. */
SM_FN void SM_P(sm_cell_k_epsilon)(const struct sm_k_epsilon *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL per_step = (SM_REAL)s->per_step, least = (SM_REAL)SM_RANS_LEAST_K;
  const SM_REAL slowest = (SM_REAL)SM_RANS_LEAST_EPSILON, tiny = (SM_REAL)1e-20;
  const SM_REAL energy = SM_AT(s->energy)[c], lost = SM_AT(s->lost)[c], eddy = SM_AT(s->eddy)[c];
  const SM_REAL produced = eddy * SM_AT(s->rate)[c];
  const SM_REAL bounded = (SM_REAL)SM_RANS_C_MU * energy / (eddy + tiny), usual = lost / energy;
  const SM_REAL per_time = bounded > usual ? bounded : usual;
  struct SM_P(sm_rans_equation) q = {per_step + usual, per_step * energy + produced};
  struct SM_P(sm_rans_equation) r = {per_step + (SM_REAL)SM_RANS_C2 * per_time,
                                     per_step * lost + (SM_REAL)SM_RANS_C1 * per_time * produced};
  SM_P(sm_k_epsilon_axis)(s, 0, i, j, k, &q, &r);
  SM_P(sm_k_epsilon_axis)(s, 1, i, j, k, &q, &r);
  SM_P(sm_k_epsilon_axis)(s, 2, i, j, k, &q, &r);
  const int closed = sm_closed_of(s->faces[c]);
  const SM_REAL next = q.right / q.diagonal, next_lost = r.right / r.diagonal;
  const SM_REAL kept = next > least ? next : least;
  const SM_REAL by_wall =
      (SM_REAL)(SM_RANS_C_MU_3_4 / SM_KARMAN) * kept * SM_ROOT(kept) / SM_AT(s->distance)[c];
  const SM_REAL other = closed != 0 ? by_wall : next_lost;
  SM_AT(s->energy_to)[c] = closed != SM_OPEN_ALL ? kept : least;
  SM_AT(s->lost_to)[c] = closed != SM_OPEN_ALL && other > slowest ? other : slowest;
}
#endif
