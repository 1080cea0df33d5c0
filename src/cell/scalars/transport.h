/* transport.h - scalar transport of the incompressible solver: heat, gases, smoke.
 *
 * A stage of Shu and Osher (1988) for a value per cell: to = share begin + (1 - share) (now + dt
 * change). The change is the sum of the fluxes through the six faces: advection with the velocity
 * on faces and the limited face values of cell/momentum/advection_schemes.h, and diffusion; closed
 * faces have only deposition. Values stay between those around them while dt
 * sm_cell_scalar_transport_rate is at most 1. Theory: docs/theory/incompressible-scalars.md. */
#ifndef SM_CELL_SCALARS_TRANSPORT_H
#define SM_CELL_SCALARS_TRANSPORT_H

#include "cell/momentum/advection_schemes.h"
#include "cell/momentum/fields.h"
#include "cell/momentum/wall_functions.h"
#include "cell/poisson/csr.h"

struct sm_scalar_transport {
  struct sm_flow_metric m;
  union sm_reals u[3]; /* m/s */
  union sm_reals begin, now, to;
  union sm_reals eddy;  /* eddy viscosity, m2/s */
  const int32_t *faces; /* fields.h */
  const struct sm_flow_clock *clock;
  double part;        /* fraction of the time step */
  double share;       /* weight of the initial value */
  double diffusivity; /* molecular diffusivity, m2/s */
  double per_schmidt; /* ratio of eddy diffusivity to eddy viscosity */
  double decay;       /* 1/s */
  double deposition;  /* deposition velocity at closed faces, m/s */
  double steady;      /* 1: advective form, remaining divergence has no effect; 0: flux form, the
                         sum over all cells is conserved */
};

/* Outflow through the faces of a side, per second. Box: (p, q, 1), the other two axes. */
struct sm_scalar_boundary_flux {
  struct sm_scalar_transport t;
  int axis, face; /* index along the axis */
  double sign;    /* 1: high side */
};

/* Integral over a cell times `volume`, plus the integral over its closed faces times
 * `walls`. */
struct sm_scalar_integral {
  struct sm_flow_metric m;
  union sm_reals now;
  const int32_t *faces;
  double volume, walls;
};

/* Time integral, for budgets: total += weight step number. Box: one element. */
struct sm_time_integral {
  double *total;
  const double *number;
  const struct sm_flow_clock *clock;
  double weight;
};
SM_FN void sm_cell_time_integral(const struct sm_time_integral *s, int i, int j, int k) {
  *s->total += s->weight * s->clock->step * *s->number;
  (void)i;
  (void)j;
  (void)k;
}

/* Source in a list of cells. Box: sm_csr_box(count). */
struct sm_scalar_release {
  const int64_t *cell; /* elements in the field */
  const double *per;   /* 1/m3, per cell; the sum over their volumes is 1 */
  int64_t count;
  union sm_reals to;
  const struct sm_flow_clock *clock;
  double weight; /* kg/s, times the fractions of step and stage */
};

/* Mean of two winds. */
struct sm_wind_midpoint {
  ptrdiff_t step[2]; /* strides along y and z */
  union sm_reals a, b, to;
};

/* Adds a constant to a field, for another reference value. */
struct sm_add_offset {
  ptrdiff_t step[2]; /* strides along y and z */
  union sm_reals from, to;
  double add;
};

/* Virtual temperature: that of air as dense as the mixture, K above the reference. Box: with one
 * layer of ghosts above and below. */
struct sm_virtual_temperature {
  ptrdiff_t step[2];        /* strides along y and z */
  union sm_reals from, gas; /* temperature, K; concentration, kg/m3 */
  union sm_reals to;        /* may be `from` */
  double per_concentration; /* K m3/kg; negative of a dense gas */
};

/* Buoyancy. */
struct sm_buoyancy {
  struct sm_flow_metric m;
  union sm_reals w;           /* m/s */
  union sm_reals now, before; /* virtual, K, at the start of this step and of the last one */
  union sm_reals rest;        /* neutral temperature of layer k, K */
  const int32_t *faces;
  const struct sm_flow_clock *clock;
  double share;      /* fraction of the time step */
  double per_kelvin; /* gravity times thermal expansion, m/(s2 K) */
};

/* Cells next to a wall, indexed by p and q of the axes along it. */
struct sm_wall_cells {
  ptrdiff_t step, step_p, step_q; /* step: across the wall */
  const int *cell;                /* index across the wall, at p + q cell_q; -1: none */
  ptrdiff_t cell_q;
  union sm_reals per_width;   /* 1/m, across the wall */
  union sm_reals exchange;    /* heat flux over temperature difference, m/s; at p + q cell_q */
  union sm_reals temperature; /* wall temperature, K, in the same order; NULL: prescribed flux */
  double flux;                /* flux into the air, K m/s */
  union sm_reals capacity;    /* heat capacity of the air, J/(m3 K), in the same order; NULL: adds K
                                 instead of J */
  const float *distance;      /* distance of the air from the wall, m; NULL: half a cell */
};

/* Adds the heat flux of a wall after a stage. */
struct sm_wall_heat {
  struct sm_wall_cells at;
  union sm_reals now, to;
  const struct sm_flow_clock *clock;
  double weight; /* fraction of the time step */
};

/* Model of the wall heat flux: resolved diffusion, smooth wall function, logarithmic law, or ground
 * with stability correction. */
enum sm_wall_heat_model {
  SM_WALL_HEAT_RESOLVED,
  SM_WALL_HEAT_SMOOTH,
  SM_WALL_HEAT_ROUGH,
  SM_WALL_HEAT_GROUND
};

/* Heat exchange and drag of a wall. Box: from -1 along periodic axes, where the drag is copied from
 * the other end. */
struct sm_wall_exchange {
  struct sm_wall_cells at;
  int n_p, n_q;
  enum sm_wall_heat_model law;
  union sm_reals u_p, u_q; /* velocity along the wall, m/s, and step to the cell's other face */
  union sm_reals now, eddy;
  const float *roughness; /* roughness length of ground, m, in the order of at.cell; negative: the
                             drag is not set; NULL: `rough` */
  double rough;           /* m */
  double viscosity, diffusivity, per_schmidt;
  double per_kelvin;   /* m/s2 K */
  union sm_reals drag; /* drag of the ground: stress over squared speed; may be NULL */
  ptrdiff_t drag_q;
};
/* Ratio of the roughness lengths of momentum and heat; smallest speed for a drag coefficient,
 * m/s. */
#define SM_HEAT_ROUGHNESS_RATIO 10.0f
#define SM_WALL_MIN_SPEED 0.1f
#endif

#ifdef SM_REAL
/* Advective and diffusive flux through the low face of cell q, upwards. rho: density on the face if
 * u is a mass flux and q is per mass of air (compressible/transport.h); else 1. */
SM_FN SM_REAL SM_P(sm_scalar_face_flux)(const struct sm_scalar_transport *s, const SM_REAL *q,
                                        const SM_REAL *eddy, const int32_t *faces, ptrdiff_t step,
                                        int axis, SM_REAL u, SM_REAL per_gap, SM_REAL rho) {
  const int low = SM_OPEN_WEST << 2 * axis, high = SM_OPEN_EAST << 2 * axis;
  const int own = sm_no_flux_of(faces[0]), other = sm_no_flux_of(faces[-step]);
  struct SM_P(sm_face_stencil) a;
  a.below[0] = q[-step];
  a.below[1] = q[-2 * step];
  a.above[0] = q[0];
  a.above[1] = q[step];
  a.below[2] = a.above[2] = 0;
  const int beyond = u > (SM_REAL)0 ? other & low : own & high;
  const SM_REAL carried = u * SM_P(sm_face_koren)(a, u, beyond == 0 ? SM_REACH_TWO : SM_REACH_ONE);
  const SM_REAL eddies = (SM_REAL)0.5 * (SM_REAL)s->per_schmidt * (eddy[-step] + eddy[0]);
  const SM_REAL diffused = ((SM_REAL)s->diffusivity + eddies) * (a.above[0] - a.below[0]) * per_gap;
  return (own & low) != 0 ? (SM_REAL)0 : carried - rho * diffused;
}

struct SM_P(sm_scalar_balance_of) {
  SM_REAL gain;   /* tendency, per second */
  SM_REAL spread; /* divergence of the velocity, 1/s */
  SM_REAL walls;  /* area of closed faces over volume, 1/m */
};
SM_FN struct SM_P(sm_scalar_balance_of)
    SM_P(sm_scalar_balance_along)(const struct sm_scalar_transport *s, ptrdiff_t c, int axis, int i,
                                  SM_REAL rho_low, SM_REAL rho_high) {
  const ptrdiff_t step = axis == 0 ? 1 : s->m.step[axis];
  const SM_REAL *q = SM_AT(s->now) + c, *t = SM_AT(s->eddy) + c, *u = SM_AT(s->u[axis]) + c;
  const SM_REAL *gap = SM_AT(s->m.per_gap[axis]) + i;
  const SM_REAL per_width = SM_AT(s->m.per_width[axis])[i];
  const int32_t *faces = s->faces + c;
  const SM_REAL u0 = u[0], u1 = u[step];
  const SM_REAL low = SM_P(sm_scalar_face_flux)(s, q, t, faces, step, axis, u0, gap[0], rho_low);
  /* The high face is the low face of the next cell, whose flags may be missing at a side. */
  const SM_REAL next = SM_P(sm_scalar_face_flux)(s, q + step, t + step, faces + step, step, axis,
                                                 u1, gap[1], rho_high);
  const int own = sm_no_flux_of(faces[0]);
  const SM_REAL closed_low = (own & SM_OPEN_WEST << 2 * axis) != 0 ? (SM_REAL)1 : (SM_REAL)0;
  const SM_REAL closed_high = (own & SM_OPEN_EAST << 2 * axis) != 0 ? (SM_REAL)1 : (SM_REAL)0;
  const SM_REAL high = closed_high > (SM_REAL)0 ? (SM_REAL)0 : next;
  struct SM_P(sm_scalar_balance_of) b;
  b.gain = (low - high) * per_width;
  b.spread = (u1 - u0) * per_width;
  b.walls = (closed_low + closed_high) * per_width;
  return b;
}

SM_FN void SM_P(sm_cell_scalar_transport)(const struct sm_scalar_transport *s, int i, int j,
                                          int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL one = (SM_REAL)1;
  const struct SM_P(sm_scalar_balance_of) x = SM_P(sm_scalar_balance_along)(s, c, 0, i, one, one);
  const struct SM_P(sm_scalar_balance_of) y = SM_P(sm_scalar_balance_along)(s, c, 1, j, one, one);
  const struct SM_P(sm_scalar_balance_of) z = SM_P(sm_scalar_balance_along)(s, c, 2, k, one, one);
  const SM_REAL now = SM_AT(s->now)[c], begin = SM_AT(s->begin)[c];
  const SM_REAL loss = (SM_REAL)s->decay + (SM_REAL)s->deposition * (x.walls + y.walls + z.walls) -
                       (SM_REAL)s->steady * (x.spread + y.spread + z.spread);
  const SM_REAL dt = (SM_REAL)(s->part * s->clock->step), new_share = (SM_REAL)(1.0 - s->share);
  const SM_REAL change = dt * (x.gain + y.gain + z.gain - loss * now);
  SM_AT(s->to)[c] = begin + new_share * ((now - begin) + change);
}

/* 1 / longest time step, 1/s, for which no cell loses more than its content and values stay between
 * those of the neighbours. Densities: as above, and 1 / that of the cell. */
SM_FN SM_REAL SM_P(sm_rate_along)(const struct sm_scalar_transport *s, ptrdiff_t c, int axis, int i,
                                  SM_REAL rho_low, SM_REAL rho_high, SM_REAL per_rho) {
  const ptrdiff_t step = axis == 0 ? 1 : s->m.step[axis];
  const SM_REAL *t = SM_AT(s->eddy) + c, *u = SM_AT(s->u[axis]) + c;
  const SM_REAL *gap = SM_AT(s->m.per_gap[axis]) + i, half = (SM_REAL)0.5;
  const SM_REAL per_width = SM_AT(s->m.per_width[axis])[i], nu = (SM_REAL)s->diffusivity;
  const SM_REAL schmidt = half * (SM_REAL)s->per_schmidt, own = t[0];
  const int shut = sm_no_flux_of(s->faces[c]);
  const SM_REAL low = (shut & SM_OPEN_WEST << 2 * axis) != 0 ? (SM_REAL)1 : (SM_REAL)0;
  const SM_REAL high = (shut & SM_OPEN_EAST << 2 * axis) != 0 ? (SM_REAL)1 : (SM_REAL)0;
  const SM_REAL blown = SM_P(sm_size_of)(u[0]) + SM_P(sm_size_of)(u[step]);
  const SM_REAL mixed = rho_low * ((1 + low) * (nu + schmidt * (own + t[-step])) * gap[0]) +
                        rho_high * ((1 + high) * (nu + schmidt * (own + t[step])) * gap[1]);
  const SM_REAL settled = (SM_REAL)s->deposition * (low + high);
  return step != 0 ? per_width * (per_rho * (blown + mixed) + settled) : (SM_REAL)0;
}
SM_FN double SM_P(sm_cell_scalar_transport_rate)(const struct sm_scalar_transport *s, int i, int j,
                                                 int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL one = (SM_REAL)1;
  SM_REAL rate = SM_P(sm_rate_along)(s, c, 0, i, one, one, one);
  SM_LOADS_END;
  rate += SM_P(sm_rate_along)(s, c, 1, j, one, one, one);
  SM_LOADS_END;
  rate += SM_P(sm_rate_along)(s, c, 2, k, one, one, one);
  return (double)(rate + (SM_REAL)s->decay);
}

SM_FN double SM_P(sm_scalar_flux_out)(const struct sm_scalar_boundary_flux *s, int p, int q,
                                      SM_REAL rho) {
  const struct sm_flow_metric *m = &s->t.m;
  const int axis = s->axis, a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
  const ptrdiff_t step = m->step[axis];
  const ptrdiff_t c = s->face * step + p * m->step[a] + q * m->step[b];
  const SM_REAL *u = SM_AT(s->t.u[axis]);
  const SM_REAL gap = SM_AT(m->per_gap[axis])[s->face];
  const SM_REAL through = SM_P(sm_scalar_face_flux)(
      &s->t, SM_AT(s->t.now) + c, SM_AT(s->t.eddy) + c, s->t.faces + c, step, axis, u[c], gap, rho);
  const int inside = sm_no_flux_of(s->t.faces[s->sign > 0.0 ? c - step : c]);
  const int bit = (s->sign > 0.0 ? SM_OPEN_EAST : SM_OPEN_WEST) << 2 * axis;
  const double area = 1.0 / ((double)SM_AT(m->per_width[a])[p] * (double)SM_AT(m->per_width[b])[q]);
  return (inside & bit) != 0 ? 0.0 : s->sign * area * (double)through;
}
SM_FN double SM_P(sm_cell_scalar_boundary_flux)(const struct sm_scalar_boundary_flux *s, int p,
                                                int q, int r) {
  (void)r;
  return SM_P(sm_scalar_flux_out)(s, p, q, (SM_REAL)1);
}

SM_FN double SM_P(sm_cell_scalar_integral)(const struct sm_scalar_integral *s, int i, int j,
                                           int k) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const double x = (double)SM_AT(m->per_width[0])[i], y = (double)SM_AT(m->per_width[1])[j];
  const double z = (double)SM_AT(m->per_width[2])[k];
  const int shut = sm_no_flux_of(s->faces[c]);
  const double ends_x = (double)((shut & SM_OPEN_WEST) != 0) + (double)((shut & SM_OPEN_EAST) != 0);
  const double ends_y =
      (double)((shut & SM_OPEN_SOUTH) != 0) + (double)((shut & SM_OPEN_NORTH) != 0);
  const double ends_z = (double)((shut & SM_OPEN_DOWN) != 0) + (double)((shut & SM_OPEN_UP) != 0);
  const double walls = ends_x * x + ends_y * y + ends_z * z;
  return (double)SM_AT(s->now)[c] * (s->volume + s->walls * walls) / (x * y * z);
}

SM_FN void SM_P(sm_cell_scalar_release)(const struct sm_scalar_release *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  SM_AT(s->to)[s->cell[m]] += (SM_REAL)(s->weight * s->clock->step * s->per[m]);
}

SM_FN void SM_P(sm_cell_wind_midpoint)(const struct sm_wind_midpoint *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  SM_AT(s->to)[c] = (SM_REAL)0.5 * (SM_AT(s->a)[c] + SM_AT(s->b)[c]);
}

SM_FN void SM_P(sm_cell_add_offset)(const struct sm_add_offset *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  SM_AT(s->to)[c] = SM_AT(s->from)[c] + (SM_REAL)s->add;
}

SM_FN void SM_P(sm_cell_virtual_temperature)(const struct sm_virtual_temperature *s, int i, int j,
                                             int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  SM_AT(s->to)[c] = SM_AT(s->from)[c] + (SM_REAL)s->per_concentration * SM_AT(s->gas)[c];
}

/* Buoyancy at the low face of an element in layer k, m/s2: extrapolated by half a step from the
 * last two. */
SM_FN SM_REAL SM_P(sm_lift_of)(const struct sm_buoyancy *s, ptrdiff_t c, int k) {
  const ptrdiff_t step = s->m.step[2];
  const double last = s->clock->last_step, dt = s->clock->step;
  const SM_REAL ahead = (SM_REAL)(last > 0.0 ? 0.5 * dt / last : 0.0);
  const SM_REAL *now = SM_AT(s->now) + c, *before = SM_AT(s->before) + c;
  const SM_REAL *rest = SM_AT(s->rest) + k;
  const SM_REAL lo = SM_AT(s->m.below[2])[k];
  const SM_REAL t0 = now[-step], t1 = now[0];
  const SM_REAL warm0 = (t0 - rest[-1]) + ahead * (t0 - before[-step]);
  const SM_REAL warm1 = (t1 - rest[0]) + ahead * (t1 - before[0]);
  return (SM_REAL)s->per_kelvin * (lo * warm0 + (1 - lo) * warm1);
}
SM_FN void SM_P(sm_cell_buoyancy)(const struct sm_buoyancy *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL lift = (SM_REAL)(s->share * s->clock->step) * SM_P(sm_lift_of)(s, c, k);
  const SM_REAL w = SM_AT(s->w)[c];
  SM_AT(s->w)[c] = (sm_no_flux_of(s->faces[c]) & SM_OPEN_DOWN) != 0 ? w : w + lift;
}

SM_FN void SM_P(sm_cell_wall_heat)(const struct sm_wall_heat *s, int p, int q, int r) {
  const struct sm_wall_cells *at = &s->at;
  const ptrdiff_t m = p + q * at->cell_q;
  const int cell = at->cell[m];
  (void)r;
  if (cell < 0) return;
  const ptrdiff_t c = cell * at->step + p * at->step_p + q * at->step_q;
  const SM_REAL *wall = SM_AT(at->temperature);
  const SM_REAL flux =
      wall ? SM_AT(at->exchange)[m] * (wall[m] - SM_AT(s->now)[c]) : (SM_REAL)at->flux;
  const SM_REAL *capacity = SM_AT(at->capacity);
  const SM_REAL heat = flux * (capacity ? capacity[m] : (SM_REAL)1);
  SM_AT(s->to)[c] += (SM_REAL)(s->weight * s->clock->step) * heat * SM_AT(at->per_width)[cell];
}

SM_FN struct sm_wall_transfer SM_P(sm_wall_transfer_with)(const struct sm_wall_exchange *s,
                                                          ptrdiff_t m, float speed, float d,
                                                          float warmer) {
  const float given = s->roughness ? s->roughness[m] : (float)s->rough;
  const float z0 = given < 0.0f ? -given : given;
  const float momentum = sm_log_layer(d, z0), heat = sm_log_layer(d, z0 / SM_HEAT_ROUGHNESS_RATIO);
  const float lift = (float)s->per_kelvin * d;
  const double prandtl = s->diffusivity > 0.0 ? s->viscosity / s->diffusivity : 1.0;
  if (s->law == SM_WALL_HEAT_SMOOTH)
    return sm_smooth_wall(speed, d, (float)s->viscosity, (float)prandtl);
  if (s->law == SM_WALL_HEAT_ROUGH) return sm_rough_wall(speed, momentum, heat);
  return SM_AT(s->at.temperature)
             ? sm_ground_by_difference(speed, lift * warmer, momentum, heat)
             : sm_ground_by_flux(speed, lift * (float)s->at.flux, momentum, heat);
}

SM_FN void SM_P(sm_cell_wall_exchange)(const struct sm_wall_exchange *s, int to_p, int to_q,
                                       int r) {
  const struct sm_wall_cells *at = &s->at;
  const int p = to_p < 0 ? to_p + s->n_p : to_p, q = to_q < 0 ? to_q + s->n_q : to_q;
  const int inside = p == to_p && q == to_q;
  const ptrdiff_t m = p + q * at->cell_q;
  const int cell = at->cell[m];
  (void)r;
  if (cell < 0) return;
  const ptrdiff_t c = cell * at->step + p * at->step_p + q * at->step_q;
  const SM_REAL per_width = SM_AT(at->per_width)[cell], *wall = SM_AT(at->temperature);
  const SM_REAL middle = at->distance ? (SM_REAL)at->distance[m] : (SM_REAL)0.5 / per_width;
  if (s->law == SM_WALL_HEAT_RESOLVED) {
    const SM_REAL eddies = (SM_REAL)s->per_schmidt * SM_AT(s->eddy)[c];
    if (inside) SM_AT(at->exchange)[m] = ((SM_REAL)s->diffusivity + eddies) / middle;
    return;
  }
  const SM_REAL *u = SM_AT(s->u_p) + c, *v = SM_AT(s->u_q) + c;
  const float along_p = 0.5f * (float)(u[0] + u[at->step_p]);
  const float along_q = 0.5f * (float)(v[0] + v[at->step_q]);
  const float speed = sqrtf(along_p * along_p + along_q * along_q);
  const float warmer = wall ? (float)(wall[m] - SM_AT(s->now)[c]) : 0.0f;
  const struct sm_wall_transfer e = SM_P(sm_wall_transfer_with)(s, m, speed, (float)middle, warmer);
  if (inside) SM_AT(at->exchange)[m] = (SM_REAL)e.heat;
  const float over = speed > SM_WALL_MIN_SPEED ? speed : SM_WALL_MIN_SPEED;
  SM_REAL *drag = SM_AT(s->drag);
  if (drag && s->roughness[m] > 0.0f) drag[to_p + to_q * s->drag_q] = (SM_REAL)(e.drag / over);
}
#endif
