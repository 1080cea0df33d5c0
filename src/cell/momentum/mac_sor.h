/* mac_sor.h - MAC scheme of Griebel, Dornseifer and Neunhoeffer (1998) per cell, in two and three
 * dimensions, on uniform cells: Euler steps, donor cells, red-black SOR.
 *
 * F, G, H are the velocities of a step without pressure. The pressure has the layout of
 * cell/poisson/red_black.h, with red and black cells apart. Obstacles are cells with all faces
 * closed. Theory: docs/theory/incompressible-mac-sor.md. */
#ifndef SM_CELL_MOMENTUM_MAC_SOR_H
#define SM_CELL_MOMENTUM_MAC_SOR_H

#include "cell/momentum/fields.h"
#include "cell/poisson/red_black.h"

/* Split layout with at least two elements of padding per row, and no padding planes between the
 * rows of a slice. */
SM_FN struct sm_red_black sm_mac_sor_layout(const int n[3]) {
  const int none[3] = {1, 0, 0};
  struct sm_red_black s = sm_red_black_layout_periodic(n, none);
  if (n[1] > 1) return s;
  s.sz = s.sy;
  s.origin = 2 * s.sy;
  s.colour = s.origin + s.sz * (n[2] + 1) + s.sy;
  s.size = (size_t)(2 * s.colour);
  return s;
}

/* Provisional velocity F, G or H: eq. (3.36) to (3.38) with the donor cells of (3.19). */
struct sm_mac_sor_momentum {
  ptrdiff_t step[3];
  union sm_reals u[3], to; /* m/s */
  const int32_t *faces;    /* fields.h */
  double per_width[3];     /* 1/m */
  double dt;               /* s */
  double viscosity;        /* m2/s */
  double gamma;            /* donor-cell fraction */
  double force;            /* m/s2 */
};

/* Right-hand side of the pressure equation, 1/s2. Box: (half, n_y, n_z). */
struct sm_mac_sor_rhs {
  ptrdiff_t step[3];
  union sm_reals f[3];
  ptrdiff_t sy, sz, colour; /* strides of rhs */
  const uint8_t *open;
  union sm_reals rhs;
  double per_width[3], per_dt;
  int nx;
};

/* SOR sweep over one colour. An open face to a neighbour has the coefficient 1 / width^2. */
struct sm_mac_sor_relax {
  ptrdiff_t sy, sz, colour;
  union sm_reals p; /* pressure over density, m2/s2 */
  union sm_reals rhs;
  const uint8_t *open;
  double a[3];  /* 1/m2 */
  double share; /* omega over the sum of the coefficients of all faces, m2 */
  double omega; /* > 0: omega over the sum for the cell's open faces instead */
  int plain;    /* 1: no obstacles, all inner faces open */
  int black;    /* 0: updates red cells; 1: black cells */
  int n[3];     /* cells */
};

/* State of the SOR iteration. */
struct sm_mac_sor_state {
  double red, black; /* sums of squared residuals at the update of each colour */
  double go;         /* 1: another iteration, else 0 */
  double limit;      /* limit of the sum of squares of an iteration */
  double left;       /* (1 - omega)^2 */
  double sum;        /* sum of squares of the last iteration */
  double iterations, most;
  double turn, turns; /* iterations since the host last checked, and their limit */
};

/* Convergence test. Box: one element. */
struct sm_mac_sor_converged {
  struct sm_mac_sor_state *clock;
};

/* Projection u = F - dt grad p for one component. Box: its faces. */
struct sm_mac_sor_project {
  ptrdiff_t step[3];
  union sm_reals f, to;
  const int32_t *faces;
  ptrdiff_t sy, sz, colour; /* strides of p */
  union sm_reals p;
  double scale; /* s/m: dt over the width */
  int axis;
};

/* Largest |u| on the faces across one axis; and |div u|. */
struct sm_mac_sor_speed {
  ptrdiff_t step[3];
  union sm_reals u;
};
struct sm_mac_sor_divergence {
  ptrdiff_t step[3];
  union sm_reals u[3];
  double per_width[3];
};

/* An iteration is complete when its red cells are updated once more, since only then their residual
 * is known without an extra pass; the residual of the black cells is what remained of it at their
 * update. */
SM_FN void sm_cell_mac_sor_converged(const struct sm_mac_sor_converged *s, int i, int j, int k) {
  struct sm_mac_sor_state *c = s->clock;
  c->sum = c->red + c->left * c->black;
  c->iterations += 1.0;
  c->turn += 1.0;
  const int more = c->sum >= c->limit && c->iterations < c->most && c->turn < c->turns;
  c->go = more != 0 ? 1.0 : 0.0;
  (void)i;
  (void)j;
  (void)k;
}
#endif

#ifdef SM_REAL
SM_FN SM_REAL SM_P(sm_mac_sor_abs)(SM_REAL x) { return x < 0 ? -x : x; }

/* Donor-cell flux through a face, times 4: from the sum of the velocities there, and the values on
 * both sides. */
SM_FN SM_REAL SM_P(sm_donor)(SM_REAL speed, SM_REAL low, SM_REAL high, SM_REAL gamma) {
  return speed * (low + high) + gamma * SM_P(sm_mac_sor_abs)(speed) * (low - high);
}

/* In an obstacle the tangential velocity is that of the adjacent air, reversed. */
SM_FN SM_REAL SM_P(sm_obstacle_mirror)(const int32_t *faces, ptrdiff_t sa, SM_REAL here,
                                       SM_REAL there) {
  const int both = sm_closed_of(faces[0] & faces[-sa]);
  return both == SM_OPEN_ALL ? -here : there;
}

/* Neighbours of a face along an axis, mirrored in obstacles; s: stride along it. */
struct SM_P(sm_obstacle_pair) {
  SM_REAL low, high;
};
SM_FN struct SM_P(sm_obstacle_pair)
    SM_P(sm_obstacle_pair_of)(const SM_REAL *u, const int32_t *faces, ptrdiff_t sa, ptrdiff_t s) {
  const struct SM_P(sm_obstacle_pair) n = {SM_P(sm_obstacle_mirror)(faces - s, sa, u[0], u[-s]),
                                           SM_P(sm_obstacle_mirror)(faces + s, sa, u[0], u[s])};
  return n;
}

/* Component a of the provisional velocity. */
SM_FN void SM_P(sm_mac_sor_momentum_of)(const struct sm_mac_sor_momentum *s, int i, int j, int k,
                                        int a) {
  const int b = (a + 1) % 3, e = (a + 2) % 3;
  const ptrdiff_t sa = s->step[a], sb = s->step[b], se = s->step[e];
  const ptrdiff_t c = i * s->step[0] + j * s->step[1] + k * s->step[2];
  const SM_REAL *u = SM_AT(s->u[a]) + c, *v = SM_AT(s->u[b]) + c, *w = SM_AT(s->u[e]) + c;
  const SM_REAL ra = (SM_REAL)s->per_width[a], rb = (SM_REAL)s->per_width[b];
  const SM_REAL re = (SM_REAL)s->per_width[e], gamma = (SM_REAL)s->gamma;
  const SM_REAL u0 = u[0], al = u[-sa], ah = u[sa];
  const int32_t *faces = s->faces + c;
  const struct SM_P(sm_obstacle_pair) nb = SM_P(sm_obstacle_pair_of)(u, faces, sa, sb);
  const struct SM_P(sm_obstacle_pair) ne = SM_P(sm_obstacle_pair_of)(u, faces, sa, se);
  const SM_REAL advection =
      ra * (SM_P(sm_donor)(u0 + ah, u0, ah, gamma) - SM_P(sm_donor)(al + u0, al, u0, gamma)) +
      rb * (SM_P(sm_donor)(v[sb - sa] + v[sb], u0, nb.high, gamma) -
            SM_P(sm_donor)(v[-sa] + v[0], nb.low, u0, gamma)) +
      re * (SM_P(sm_donor)(w[se - sa] + w[se], u0, ne.high, gamma) -
            SM_P(sm_donor)(w[-sa] + w[0], ne.low, u0, gamma));
  const SM_REAL laplacian = ra * ra * (al - 2 * u0 + ah) + rb * rb * (nb.low - 2 * u0 + nb.high) +
                            re * re * (ne.low - 2 * u0 + ne.high);
  const SM_REAL change = (SM_REAL)s->viscosity * laplacian - (SM_REAL)0.25 * advection;
  const SM_REAL next = u0 + (SM_REAL)s->dt * (change + (SM_REAL)s->force);
  const int wall = sm_closed_of(faces[0]) & SM_OPEN_WEST << 2 * a;
  SM_AT(s->to)[c] = wall != 0 ? (SM_REAL)0 : next;
}
SM_FN void SM_P(sm_cell_mac_sor_x)(const struct sm_mac_sor_momentum *s, int i, int j, int k) {
  SM_P(sm_mac_sor_momentum_of)(s, i, j, k, 0);
}
SM_FN void SM_P(sm_cell_mac_sor_y)(const struct sm_mac_sor_momentum *s, int i, int j, int k) {
  SM_P(sm_mac_sor_momentum_of)(s, i, j, k, 1);
}
SM_FN void SM_P(sm_cell_mac_sor_z)(const struct sm_mac_sor_momentum *s, int i, int j, int k) {
  SM_P(sm_mac_sor_momentum_of)(s, i, j, k, 2);
}

SM_FN void SM_P(sm_cell_mac_sor_rhs)(const struct sm_mac_sor_rhs *s, int h, int j, int k) {
  for (int colour = 0; colour < 2; colour++) {
    const int i = 2 * h + ((j + k + colour) & 1);
    const ptrdiff_t at = colour * s->colour + h + j * s->sy + k * s->sz;
    if (i >= s->nx || s->open[at] == 0) continue;
    const ptrdiff_t c = i * s->step[0] + j * s->step[1] + k * s->step[2];
    SM_REAL sum = 0;
    for (int d = 0; d < 3; d++) {
      const SM_REAL *f = SM_AT(s->f[d]) + c;
      sum += (SM_REAL)s->per_width[d] * (f[s->step[d]] - f[0]);
    }
    SM_AT(s->rhs)[at] = (SM_REAL)s->per_dt * sum;
  }
}

/* Returns the squared residual before the update. */
SM_FN double SM_P(sm_cell_mac_sor_relax)(const struct sm_mac_sor_relax *s, int h, int j, int k) {
  const int e = (j + k + s->black) & 1;
  const ptrdiff_t c = h + j * s->sy + k * s->sz, sy = s->sy, sz = s->sz;
  SM_REAL *own = SM_AT(s->p) + s->black * s->colour + c;
  const SM_REAL *other = SM_AT(s->p) + (1 - s->black) * s->colour + c;
  const SM_REAL p = own[0];
  const SM_REAL ax = (SM_REAL)s->a[0], ay = (SM_REAL)s->a[1], az = (SM_REAL)s->a[2];
  const int bits = s->open[s->black * s->colour + c];
  const SM_REAL ow = (SM_REAL)(bits >> 0 & 1), oe = (SM_REAL)(bits >> 1 & 1);
  const SM_REAL os = (SM_REAL)(bits >> 2 & 1), on = (SM_REAL)(bits >> 3 & 1);
  const SM_REAL od = (SM_REAL)(bits >> 4 & 1), ou = (SM_REAL)(bits >> 5 & 1);
  const SM_REAL in = ax * (ow * (other[e - 1] - p) + oe * (other[e] - p)) +
                     ay * (os * (other[-sy] - p) + on * (other[sy] - p)) +
                     az * (od * (other[-sz] - p) + ou * (other[sz] - p));
  const SM_REAL part = ax * (ow + oe) + ay * (os + on) + az * (od + ou);
  const SM_REAL omega = (SM_REAL)s->omega, sum = part > 0 ? part : (SM_REAL)1;
  const SM_REAL share = omega > 0 ? omega / sum : (SM_REAL)s->share;
  const SM_REAL residual = in - SM_AT(s->rhs)[s->black * s->colour + c];
  own[0] = p + share * residual;
  return (double)residual * (double)residual;
}

/* Square of p for both colours; obstacles and padding hold 0. Box: (half, n_y, n_z). */
SM_FN double SM_P(sm_cell_mac_sor_square)(const struct sm_mac_sor_relax *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz;
  const double p = (double)SM_AT(s->p)[c], q = (double)SM_AT(s->p)[s->colour + c];
  return p * p + q * q;
}

SM_FN void SM_P(sm_cell_mac_sor_project)(const struct sm_mac_sor_project *s, int i, int j, int k) {
  const ptrdiff_t c = i * s->step[0] + j * s->step[1] + k * s->step[2];
  const int d = s->axis, l = i - (d == 0), m = j - (d == 1), n = k - (d == 2);
  const SM_REAL *p = SM_AT(s->p);
  const SM_REAL here = p[((i + j + k) & 1) * s->colour + (i >> 1) + j * s->sy + k * s->sz];
  const SM_REAL below = p[((l + m + n) & 1) * s->colour + (l >> 1) + m * s->sy + n * s->sz];
  const SM_REAL next = SM_AT(s->f)[c] - (SM_REAL)s->scale * (here - below);
  SM_AT(s->to)[c] = (sm_closed_of(s->faces[c]) >> (2 * d) & 1) != 0 ? (SM_REAL)0 : next;
}

SM_FN double SM_P(sm_cell_mac_sor_speed)(const struct sm_mac_sor_speed *s, int i, int j, int k) {
  const SM_REAL u = SM_AT(s->u)[i * s->step[0] + j * s->step[1] + k * s->step[2]];
  return (double)SM_P(sm_mac_sor_abs)(u);
}

SM_FN double SM_P(sm_cell_mac_sor_divergence)(const struct sm_mac_sor_divergence *s, int i, int j,
                                              int k) {
  const ptrdiff_t c = i * s->step[0] + j * s->step[1] + k * s->step[2];
  SM_REAL sum = 0;
  for (int d = 0; d < 3; d++) {
    const SM_REAL *u = SM_AT(s->u[d]) + c;
    sum += (SM_REAL)s->per_width[d] * (u[s->step[d]] - u[0]);
  }
  return (double)SM_P(sm_mac_sor_abs)(sum);
}
#endif
