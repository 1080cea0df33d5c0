/* compressible/boundary.h - boundary conditions of the compressible solver, its velocity on faces,
 * and diagnostics for modules that read a flow. */
#ifndef SM_CELL_COMPRESSIBLE_BOUNDARY_H
#define SM_CELL_COMPRESSIBLE_BOUNDARY_H

#include "cell/compressible/stage.h"

/* Kinds of the two ghost layers beyond a side. */
enum sm_ghost_kind {
  SM_GHOST_MIRROR,   /* wall or slip: no flux */
  SM_GHOST_PERIODIC, /* periodic */
  SM_GHOST_INFLOW,   /* prescribed velocity; temperature of the background */
  SM_GHOST_OUTFLOW   /* zero gradient, with the pressure relaxing towards the background; reversed
                        flow brings background air */
};
struct sm_compressible_boundary_rule {
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS]; /* at the cell next to the side, p = q = 0 */
  ptrdiff_t step_p, step_q, out;         /* out: step to the ghost cell */
  ptrdiff_t other;                       /* periodic: offset from a ghost cell to its image */
  enum sm_ghost_kind kind;
  int axis, high;
  int layer, layer_q;        /* layer of a cell: layer + layer_q q */
  union sm_reals wind[3];    /* m/s, inflow: on the staggered grid; tangential components hold twice
                                the value */
  ptrdiff_t wind_step[3][2]; /* to the other of the two faces of a cell, along p and q */
  ptrdiff_t plane_q;
  int adiabatic;                 /* inflow: 0: density and pressure as inside */
  union sm_reals density_excess; /* inflow density at background pressure minus background density,
                                    kg/m3; NULL: 0 */
  double released; /* fraction of the overpressure that is relaxed per outflow ghost layer */
  double evened;   /* the same for deviations from the mean over the side, in addition */
  const double *overpressure; /* mean overpressure of the side at the start of the step, Pa; NULL:
                                 not open */
  const double *fall;         /* additional pressure drop per outflow ghost layer, Pa */
  double per_area;            /* 1 / area of the side, 1/m2 */
  const int32_t *walls;       /* face flags (fields.h) at the cell next to the side */
  double width;               /* width of the cells next to the side, m */
  /* For the axes of p and q: axis, number of cells, periodicity: */
  int along[2], n[2], periodic[2];
  union sm_reals per_width[2]; /* 1/m */
};

/* Velocity on faces from cell-centred momentum. */
struct sm_compressible_velocity {
  struct sm_flow_metric m;
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  union sm_reals u; /* result: component `axis`, m/s */
  const int32_t *walls;
  int axis;
};

/* Output fields: pressure above the background, Pa, and temperature, K; 0 in solids. */
struct sm_compressible_diagnostics {
  ptrdiff_t step[3];
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS], excess, temperature;
  const int32_t *walls;
};

/* Static temperature, as if brought to the bottom of the grid: temperature + g z / c_p, K above
 * that of the background there; its gradient has the sign of that of the potential temperature. */
struct sm_compressible_static_temp {
  ptrdiff_t step[3];
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  union sm_reals rest;        /* static temperature of the background in layer k, K */
  union sm_reals static_temp; /* result */
};

/* Weighted volume means over the fluid: density (kg/m3), momentum (kg/(m2 s)), total energy with
 * potential energy above the bottom of the grid (J/m3), half the squared velocity (m2/s2). */
enum sm_compressible_integral {
  SM_KINETIC_ENERGY = SM_CONSERVED_FIELDS,
  SM_COMPRESSIBLE_INTEGRALS
};
struct sm_compressible_total {
  struct sm_flow_metric m;
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  const int32_t *walls;
  double weight[SM_COMPRESSIBLE_INTEGRALS]; /* indices SM_RHO ..., and SM_KINETIC_ENERGY */
  double gravity;                           /* m/s2 */
  double per_volume;                        /* 1 / fluid volume, 1/m3 */
};

/* Walls of Arkhipov: the velocity in solids is set to 0, and its kinetic energy is lost. */
struct sm_compressible_zero_solids {
  ptrdiff_t step[3];
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  const int32_t *walls;
};
#endif

#ifdef SM_REAL
/* State of the cell next to a side, and its boundary values. */
struct SM_P(sm_boundary_cell) {
  SM_REAL rho_b, p_b; /* background */
  SM_REAL density_excess, r, u[3], excess;
  SM_REAL goal; /* target overpressure at an outflow side, Pa */
  int inflow;   /* air enters from outside */
};
/* Outflowing air has the pressure of the background; inflow from rest has lost its dynamic pressure
 * (Bernoulli). */
SM_FN struct SM_P(sm_boundary_cell)
    SM_P(sm_boundary_cell_of)(const struct sm_compressible_boundary_rule *s, int p, int q) {
  const ptrdiff_t c = p * s->step_p + q * s->step_q, layer = s->layer + s->layer_q * q;
  const SM_REAL zero = (SM_REAL)0, half = (SM_REAL)0.5;
  const SM_REAL *density_excess = SM_AT(s->density_excess);
  struct SM_P(sm_boundary_cell) out;
  SM_REAL squares = zero;
  out.rho_b = SM_AT(s->b.rho)[layer];
  out.p_b = SM_AT(s->b.p)[layer];
  out.density_excess = density_excess ? density_excess[p + q * s->plane_q] : zero;
  out.r = SM_AT(s->q[SM_RHO])[c];
  const SM_REAL rho = out.rho_b + out.r, per = 1 / rho;
  for (int d = 0; d < 3; d++) {
    out.u[d] = per * SM_AT(s->q[SM_RHO_U + d])[c];
    squares += out.u[d] * out.u[d];
  }
  out.excess = (SM_REAL)(SM_AIR_GAMMA - 1) * (SM_AT(s->q[SM_RHO_E])[c] - half * rho * squares);
  const SM_REAL through = s->high ? out.u[s->axis] : -out.u[s->axis];
  out.inflow = s->kind == SM_GHOST_INFLOW || !(through > zero);
  out.goal = out.inflow ? -half * (out.rho_b + out.density_excess) * through * through : zero;
  return out;
}

/* Velocity along `axis` in a cell next to a side, m/s. */
SM_FN SM_REAL SM_P(sm_boundary_velocity)(const struct sm_compressible_boundary_rule *s, int axis,
                                         int p, int q) {
  const ptrdiff_t c = p * s->step_p + q * s->step_q, layer = s->layer + s->layer_q * q;
  return SM_AT(s->q[SM_RHO_U + axis])[c] / (SM_AT(s->b.rho)[layer] + SM_AT(s->q[SM_RHO])[c]);
}
/* Divergence of the velocity along a side in a cell, along p (m = 0) or q, 1/s. */
SM_FN SM_REAL SM_P(sm_boundary_divergence)(const struct sm_compressible_boundary_rule *s, int m,
                                           int p, int q) {
  const int n = s->n[m], last = n - 1, axis = s->along[m], at = m == 0 ? p : q;
  const int other = m == 0 ? q : p, walls = s->walls[p * s->step_p + q * s->step_q];
  const int end = s->periodic[m] != 0;
  const int low = at > 0 ? at - 1 : end ? last : 0, high = at < last ? at + 1 : end ? 0 : last;
  const SM_REAL zero = (SM_REAL)0, half = (SM_REAL)0.5;
  if (n == 1 || at < 0 || at > last || other < 0 || other >= s->n[1 - m]) return zero;
  const SM_REAL own = SM_P(sm_boundary_velocity)(s, axis, p, q);
  const SM_REAL before = SM_P(sm_boundary_velocity)(s, axis, m == 0 ? low : p, m == 0 ? q : low);
  const SM_REAL after = SM_P(sm_boundary_velocity)(s, axis, m == 0 ? high : p, m == 0 ? q : high);
  const SM_REAL in = walls & SM_FACE_WALL_LOW(axis) ? zero : half * (before + own);
  const SM_REAL out = walls & SM_FACE_WALL_HIGH(axis) ? zero : half * (own + after);
  return SM_AT(s->per_width[m])[at] * (out - in);
}

/* Change of the normal velocity over an outflow ghost cell, m/s, as for incompressible flow
 * (du_n/dn = - div of the tangential velocity), so that eddies can leave. Weighted by the squared
 * sine of the outflow angle, u_n^2 / (u^2 + (c / 10^6)^2): for air moving along the boundary, and
 * for air at rest, such an extrapolation at an edge of two or three boundaries would let the
 * velocity grow without bound. */
SM_FN SM_REAL SM_P(sm_outflow_velocity_change)(const struct sm_compressible_boundary_rule *s,
                                               const struct SM_P(sm_boundary_cell) * in, int p,
                                               int q) {
  const SM_REAL apart =
      SM_P(sm_boundary_divergence)(s, 0, p, q) + SM_P(sm_boundary_divergence)(s, 1, p, q);
  const SM_REAL still = (SM_REAL)(1e-12 * SM_AIR_GAMMA) * in->p_b / in->rho_b;
  const SM_REAL through = in->u[s->axis] * in->u[s->axis];
  const SM_REAL squares = in->u[0] * in->u[0] + in->u[1] * in->u[1] + in->u[2] * in->u[2];
  const SM_REAL change = (s->high ? -(SM_REAL)s->width : (SM_REAL)s->width) * apart;
  return change * through / (squares + still);
}

/* Density of the background in ghost layer m beyond a boundary, kg/m3: at top and bottom it differs
 * from that inside. */
SM_FN SM_REAL SM_P(sm_ghost_background)(const struct sm_compressible_boundary_rule *s, int q,
                                        int m) {
  const int up = s->axis != 2 ? 0 : s->high ? m + 1 : -m - 1;
  return SM_AT(s->b.rho)[s->layer + s->layer_q * q + up];
}

/* Ghost cells of an inflow or outflow side. */
SM_FN void SM_P(sm_open_boundary_ghosts)(const struct sm_compressible_boundary_rule *s, int p,
                                         int q) {
  const ptrdiff_t to = p * s->step_p + q * s->step_q + s->out, at = p + q * s->plane_q;
  const struct SM_P(sm_boundary_cell) in = SM_P(sm_boundary_cell_of)(s, p, q);
  const SM_REAL zero = (SM_REAL)0, half = (SM_REAL)0.5;
  const SM_REAL high = in.excess - in.goal;
  const SM_REAL fall = s->overpressure
                           ? (SM_REAL)(s->released * (double)high +
                                       s->evened * ((double)high - *s->overpressure) + *s->fall)
                           : zero;
  SM_REAL u[3] = {in.u[0], in.u[1], in.u[2]}, r = in.r, excess = in.excess, grows = zero;
  if (s->kind == SM_GHOST_INFLOW) {
    for (int d = 0; d < 3; d++) {
      const SM_REAL *w = SM_AT(s->wind[d]);
      const ptrdiff_t next = s->wind_step[d][0] + s->wind_step[d][1];
      u[d] = !w ? zero : d == s->axis ? w[at] : (SM_REAL)0.25 * (w[at] + w[at + next]);
    }
  } else if (in.inflow && !s->adiabatic) {
    u[s->axis] = zero; /* without a background the outer state is unknown */
  } else if (s->overpressure && !in.inflow) {
    grows = SM_P(sm_outflow_velocity_change)(s, &in, p, q);
  }
  for (int m = 0; m < 2; m++) {
    const ptrdiff_t beyond = to + m * s->out;
    excess -= fall;
    if (in.inflow && s->adiabatic)
      r = in.density_excess +
          (in.rho_b + in.density_excess) * excess / ((SM_REAL)SM_AIR_GAMMA * in.p_b);
    u[s->axis] += grows;
    const SM_REAL rho = SM_P(sm_ghost_background)(s, q, m) + r;
    const SM_REAL squares = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    SM_AT(s->q[SM_RHO])[beyond] = r;
    for (int d = 0; d < 3; d++) SM_AT(s->q[SM_RHO_U + d])[beyond] = rho * u[d];
    SM_AT(s->q[SM_RHO_E])
    [beyond] = (SM_REAL)(1 / (SM_AIR_GAMMA - 1)) * excess + half * rho * squares;
  }
}

/* Ghost cells of a wall: mirrored velocity and deviations of density and pressure, with the
 * background of the ghost layer (mirrored momentum would not represent a uniform wind). */
SM_FN void SM_P(sm_wall_boundary_ghosts)(const struct sm_compressible_boundary_rule *s, int p,
                                         int q) {
  const ptrdiff_t to = p * s->step_p + q * s->step_q + s->out;
  const int up = s->axis != 2 ? 0 : s->high ? 1 : -1;
  for (int m = 0; m < 2; m++) {
    const ptrdiff_t from = to - (m + 1) * s->out, beyond = to + m * s->out;
    const SM_REAL r = SM_AT(s->q[SM_RHO])[from];
    const SM_REAL rho = SM_AT(s->b.rho)[s->layer + s->layer_q * q - m * up] + r;
    const SM_REAL other = SM_P(sm_ghost_background)(s, q, m) + r, heavier = other / rho;
    SM_REAL squares = (SM_REAL)0;
    SM_AT(s->q[SM_RHO])[beyond] = r;
    for (int d = 0; d < 3; d++) {
      const SM_REAL inside = SM_AT(s->q[SM_RHO_U + d])[from];
      squares += inside * inside;
      SM_AT(s->q[SM_RHO_U + d])[beyond] = (d == s->axis ? -heavier : heavier) * inside;
    }
    SM_AT(s->q[SM_RHO_E])
    [beyond] = SM_AT(s->q[SM_RHO_E])[from] + (SM_REAL)0.5 * (other - rho) * squares / (rho * rho);
  }
}

SM_FN void SM_P(sm_cell_compressible_boundary)(const struct sm_compressible_boundary_rule *s, int p,
                                               int q, int k) {
  const ptrdiff_t to = p * s->step_p + q * s->step_q + s->out;
  if (s->kind == SM_GHOST_INFLOW || s->kind == SM_GHOST_OUTFLOW)
    SM_P(sm_open_boundary_ghosts)(s, p, q);
  if (s->kind == SM_GHOST_MIRROR) SM_P(sm_wall_boundary_ghosts)(s, p, q);
  for (int n = 0; n < SM_CONSERVED_FIELDS && s->kind == SM_GHOST_PERIODIC; n++)
    for (int m = 0; m < 2; m++) {
      const ptrdiff_t at = to + m * s->out;
      SM_AT(s->q[n])[at] = SM_AT(s->q[n])[at + s->other];
    }
  (void)k;
}

/* Contribution of a cell to the mean overpressure of an outflow side, Pa. */
SM_FN double SM_P(sm_cell_compressible_overpressure)(const struct sm_compressible_boundary_rule *s,
                                                     int p, int q, int k) {
  const struct SM_P(sm_boundary_cell) in = SM_P(sm_boundary_cell_of)(s, p, q);
  const double area = 1.0 / ((double)SM_AT(s->per_width[0])[p] * (double)SM_AT(s->per_width[1])[q]);
  const int solid = s->walls[p * s->step_p + q * s->step_q] & SM_FACES_SOLID;
  (void)k;
  return solid ? 0.0 : s->per_area * area * (double)(in.excess - in.goal);
}

SM_FN void SM_P(sm_cell_compressible_velocity)(const struct sm_compressible_velocity *s, int i,
                                               int j, int k) {
  const ptrdiff_t *step = s->m.step, c = i + j * step[1] + k * step[2];
  const ptrdiff_t back = s->axis == 0 ? 1 : step[s->axis];
  const int down = s->axis == 2 && back != 0 ? 1 : 0;
  const SM_REAL *rho = SM_AT(s->b.rho), *r = SM_AT(s->q[SM_RHO]) + c;
  const SM_REAL *m = SM_AT(s->q[SM_RHO_U + s->axis]) + c;
  const SM_REAL lo = SM_AT(s->m.below[s->axis])[s->axis == 0 ? i : s->axis == 1 ? j : k];
  const SM_REAL here = m[0] / (rho[k] + r[0]), before = m[-back] / (rho[k - down] + r[-back]);
  const int wall = s->walls[c] & SM_FACE_WALL_LOW(s->axis);
  SM_AT(s->u)[c] = wall ? (SM_REAL)0 : lo * before + (1 - lo) * here;
}

SM_FN void SM_P(sm_cell_compressible_diagnostics)(const struct sm_compressible_diagnostics *s,
                                                  int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  const SM_REAL r = SM_AT(s->q[SM_RHO])[c], rho = SM_AT(s->b.rho)[k] + r, per = 1 / rho;
  const SM_REAL u = SM_AT(s->q[SM_RHO_U])[c], v = SM_AT(s->q[SM_RHO_V])[c];
  const SM_REAL w = SM_AT(s->q[SM_RHO_W])[c], zero = (SM_REAL)0;
  const SM_REAL moves = (SM_REAL)0.5 * per * (u * u + v * v + w * w);
  const SM_REAL excess = (SM_REAL)(SM_AIR_GAMMA - 1) * (SM_AT(s->q[SM_RHO_E])[c] - moves);
  const SM_REAL p = SM_AT(s->b.p)[k] + excess;
  const int solid = s->walls[c] & SM_FACES_SOLID;
  SM_AT(s->excess)[c] = solid ? zero : excess;
  SM_AT(s->temperature)[c] = solid ? zero : (SM_REAL)(1 / SM_AIR_GAS_CONSTANT) * per * p;
}

SM_FN void SM_P(sm_cell_compressible_static_temp)(const struct sm_compressible_static_temp *s,
                                                  int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  const SM_REAL r = SM_AT(s->q[SM_RHO])[c], per = 1 / (SM_AT(s->b.rho)[k] + r);
  const SM_REAL u = SM_AT(s->q[SM_RHO_U])[c], v = SM_AT(s->q[SM_RHO_V])[c];
  const SM_REAL w = SM_AT(s->q[SM_RHO_W])[c];
  const SM_REAL moves = (SM_REAL)0.5 * per * (u * u + v * v + w * w);
  const SM_REAL excess = (SM_REAL)(SM_AIR_GAMMA - 1) * (SM_AT(s->q[SM_RHO_E])[c] - moves);
  SM_AT(s->static_temp)
  [c] = SM_AT(s->rest)[k] + SM_P(sm_temperature_excess)(per, excess, r, SM_AT(s->b.rt)[k]);
}

SM_FN double SM_P(sm_cell_compressible_total)(const struct sm_compressible_total *s, int i, int j,
                                              int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const double *weight = s->weight, rho_b = (double)SM_AT(s->b.rho)[k];
  const double rho = rho_b + (double)SM_AT(s->q[SM_RHO])[c];
  const double u = (double)SM_AT(s->q[SM_RHO_U])[c], v = (double)SM_AT(s->q[SM_RHO_V])[c];
  const double w = (double)SM_AT(s->q[SM_RHO_W])[c];
  const double e = (double)SM_AT(s->q[SM_RHO_E])[c] +
                   (double)SM_AT(s->b.p)[k] / (SM_AIR_GAMMA - 1) +
                   s->gravity * (double)SM_AT(s->b.z)[k] * rho;
  const double moves = 0.5 * (u * u + v * v + w * w) / (rho * rho);
  const double sum = weight[SM_RHO] * rho + weight[SM_RHO_U] * u + weight[SM_RHO_V] * v +
                     weight[SM_RHO_W] * w + weight[SM_RHO_E] * e +
                     weight[SM_KINETIC_ENERGY] * moves;
  const double volume =
      1.0 / ((double)SM_AT(s->m.per_width[0])[i] * (double)SM_AT(s->m.per_width[1])[j] *
             (double)SM_AT(s->m.per_width[2])[k]);
  return s->walls[c] & SM_FACES_SOLID ? 0.0 : s->per_volume * volume * sum;
}

SM_FN void SM_P(sm_cell_compressible_zero_solids)(const struct sm_compressible_zero_solids *s,
                                                  int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  if (!(s->walls[c] & SM_FACES_SOLID)) return;
  const SM_REAL u = SM_AT(s->q[SM_RHO_U])[c], v = SM_AT(s->q[SM_RHO_V])[c];
  const SM_REAL w = SM_AT(s->q[SM_RHO_W])[c];
  const SM_REAL rho = SM_AT(s->b.rho)[k] + SM_AT(s->q[SM_RHO])[c];
  SM_AT(s->q[SM_RHO_E])[c] -= (SM_REAL)0.5 * (u * u + v * v + w * w) / rho;
  for (int d = 0; d < 3; d++) SM_AT(s->q[SM_RHO_U + d])[c] = (SM_REAL)0;
}
#endif
