/* compressible/stress.h - viscous stress, heat conduction and body forces of the compressible
 * solver, once per step by forward Euler.
 *
 * Molecular and eddy stress, tau = rho nu (grad u + grad u^T - 2/3 div u), its work, and heat
 * conduction along the gradient of T - T_b: a background at rest stays unchanged. Gradients normal
 * to a face are differences of both cells; tangential ones use the velocity on faces. Walls exert
 * the drag of their wall function. The Coriolis force acts on the deviation from the geostrophic
 * wind. Theory: docs/theory/compressible.md. */
#ifndef SM_CELL_COMPRESSIBLE_STRESS_H
#define SM_CELL_COMPRESSIBLE_STRESS_H

#include "cell/compressible/boundary.h"
#include "cell/momentum/momentum.h"

struct sm_compressible_stress {
  struct sm_flow_metric m;
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS], to[SM_CONSERVED_FIELDS];
  union sm_reals u[3];  /* m/s, on the faces */
  union sm_reals eddy;  /* m2/s */
  const int32_t *walls; /* fields.h */
  struct sm_flow_drag drag;
  const struct sm_flow_clock *clock;
  double viscosity;                  /* m2/s */
  double prandtl, turbulent_prandtl; /* molecular and turbulent */
  double coriolis, geostrophic[2];   /* 1/s, m/s */
  double acceleration[3];            /* m/s2 */
};

/* Viscosity and Coriolis force of Arkhipov's scheme, by forward Euler: nu times the Laplacian of
 * the momentum, without work. */
struct sm_compressible_laplacian {
  struct sm_flow_metric m;
  union sm_reals q[SM_CONSERVED_FIELDS], to[SM_CONSERVED_FIELDS];
  const struct sm_flow_clock *clock;
  double viscosity, coriolis; /* m2/s, 1/s */
};
#endif

#ifdef SM_REAL
/* State of a cell for the stresses. */
struct SM_P(sm_stress_cell) {
  SM_REAL rho, u, v, w; /* kg/m3, m/s */
  SM_REAL warm;         /* temperature above the background, K */
  SM_REAL nu;           /* eddy viscosity, m2/s */
  SM_REAL div;          /* 1/s */
};
SM_FN struct SM_P(sm_stress_cell) SM_P(sm_stress_cell_of)(const struct sm_compressible_stress *s,
                                                          ptrdiff_t c, int i, int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  const SM_REAL r = SM_AT(s->q[SM_RHO])[c], rho = SM_AT(s->b.rho)[k] + r, per = SM_PER(rho);
  struct SM_P(sm_stress_cell) out = {rho,
                                     per * SM_AT(s->q[SM_RHO_U])[c],
                                     per * SM_AT(s->q[SM_RHO_V])[c],
                                     per * SM_AT(s->q[SM_RHO_W])[c],
                                     0,
                                     SM_AT(s->eddy)[c],
                                     0};
  const SM_REAL moves = (SM_REAL)0.5 * rho * (out.u * out.u + out.v * out.v + out.w * out.w);
  const SM_REAL excess = (SM_REAL)(SM_AIR_GAMMA - 1) * (SM_AT(s->q[SM_RHO_E])[c] - moves);
  out.warm = SM_P(sm_temperature_excess)(per, excess, r, SM_AT(s->b.rt)[k]);
  const SM_REAL *u = SM_AT(s->u[0]) + c, *v = SM_AT(s->u[1]) + c, *w = SM_AT(s->u[2]) + c;
  out.div = (u[1] - u[0]) * SM_AT(m->per_width[0])[i] +
            (v[m->step[1]] - v[0]) * SM_AT(m->per_width[1])[j] +
            (w[m->step[2]] - w[0]) * SM_AT(m->per_width[2])[k];
  return out;
}

/* Viscous flux through a face, rotated so that its axis comes first: stresses (N/m2), power and
 * heat flux (W/m2). */
struct SM_P(sm_viscous_flux) {
  SM_REAL u, v, w, e;
};

/* Flux between two cells, the first of which is the low one; across: gradients of the normal
 * velocity along the other two axes. */
SM_FN struct SM_P(sm_viscous_flux)
    SM_P(sm_viscous_flux_of)(const struct sm_compressible_stress *s, struct SM_P(sm_stress_cell) l,
                             struct SM_P(sm_stress_cell) h, SM_REAL gap, SM_REAL across_v,
                             SM_REAL across_w) {
  const SM_REAL half = (SM_REAL)0.5, rho = half * (l.rho + h.rho), eddy = half * (l.nu + h.nu);
  const SM_REAL nu = (SM_REAL)s->viscosity, mu = rho * (nu + eddy);
  const SM_REAL heat =
      (SM_REAL)(SM_AIR_GAS_CONSTANT * SM_AIR_GAMMA / (SM_AIR_GAMMA - 1)) * rho *
      (nu * (SM_REAL)(1 / s->prandtl) + eddy * (SM_REAL)(1 / s->turbulent_prandtl));
  struct SM_P(sm_viscous_flux) f;
  f.u = mu * (2 * (h.u - l.u) * gap - (SM_REAL)(1.0 / 3) * (l.div + h.div));
  f.v = mu * ((h.v - l.v) * gap + across_v);
  f.w = mu * ((h.w - l.w) * gap + across_w);
  f.e = half * (f.u * (l.u + h.u) + f.v * (l.v + h.v) + f.w * (l.w + h.w)) +
        heat * (h.warm - l.warm) * gap;
  return f;
}

/* Wall stress per tangential velocity in the adjacent cell, kg/(m2 s). */
SM_FN SM_REAL SM_P(sm_wall_stress)(const struct sm_compressible_stress *s,
                                   struct SM_P(sm_stress_cell) c, SM_REAL drag, int is_smooth,
                                   SM_REAL per_width) {
  const SM_REAL nu = (SM_REAL)s->viscosity, speed = SM_ROOT(c.v * c.v + c.w * c.w);
  const SM_REAL rough = SM_P(sm_larger)(2 * nu * per_width, drag * speed);
  return c.rho * (is_smooth ? SM_P(sm_smooth_drag)(speed, nu, 2 * per_width) : rough);
}

SM_FN struct SM_P(sm_stress_cell)
    SM_P(sm_stress_cell_rotated)(struct SM_P(sm_stress_cell) c, int axis) {
  const SM_REAL u = c.u, v = c.v, w = c.w;
  c.u = axis == 0 ? u : axis == 1 ? v : w;
  c.v = axis == 0 ? v : axis == 1 ? w : u;
  c.w = axis == 0 ? w : axis == 1 ? u : v;
  return c;
}

/* Gradient of a component on a face along an axis with stride s, from both neighbours; gap: 1 /
 * distances to them, 1/m. */
SM_FN SM_REAL SM_P(sm_slope_along_face)(const SM_REAL *u, ptrdiff_t s, const SM_REAL *gap) {
  return (SM_REAL)0.5 * ((u[0] - u[-s]) * gap[0] + (u[s] - u[0]) * gap[1]);
}

/* At a wall only the stress of its wall function acts: drag, kg/(m2 s), times the tangential
 * velocity. */
SM_FN struct SM_P(sm_viscous_flux)
    SM_P(sm_viscous_flux_at)(int wall, struct SM_P(sm_viscous_flux) f, SM_REAL drag,
                             struct SM_P(sm_stress_cell) c) {
  const SM_REAL zero = (SM_REAL)0;
  f.u = wall ? zero : f.u, f.e = wall ? zero : f.e;
  f.v = wall ? drag * c.v : f.v;
  f.w = wall ? drag * c.w : f.w;
  return f;
}

/* Viscous flux divergence of both faces of a cell across axis a, per volume; components rotated so
 * that a comes first. */
SM_FN struct SM_P(sm_viscous_flux)
    SM_P(sm_viscous_divergence)(const struct sm_compressible_stress *s,
                                struct SM_P(sm_stress_cell) here, int a, int i, int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  const int b = (a + 1) % 3, e = (a + 2) % 3, ia = sm_flow_index(a, i, j, k);
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const ptrdiff_t sa = sm_flow_step(m, a), sb = sm_flow_step(m, b), se = sm_flow_step(m, e);
  const int di = a == 0, dj = a == 1 && sa != 0, dk = a == 2 && sa != 0;
  const SM_REAL *gap = SM_AT(m->per_gap[a]) + ia, *u = SM_AT(s->u[a]) + c;
  const SM_REAL *gb = SM_AT(m->per_gap[b]) + sm_flow_index(b, i, j, k);
  const SM_REAL *ge = SM_AT(m->per_gap[e]) + sm_flow_index(e, i, j, k);
  const SM_REAL per = SM_AT(m->per_width[a])[ia], zero = (SM_REAL)0;
  const struct SM_P(sm_stress_cell) own = SM_P(sm_stress_cell_rotated)(here, a);
  const struct SM_P(sm_stress_cell) before =
      SM_P(sm_stress_cell_rotated)(SM_P(sm_stress_cell_of)(s, c - sa, i - di, j - dj, k - dk), a);
  const int west = SM_OPEN_WEST << 2 * a, east = SM_OPEN_EAST << 2 * a;
  const int words = s->walls[c], closed = words >> SM_FACES_MIRROR;
  const int drags = words >> SM_FACES_NO_FLUX, smooth = words >> SM_FACES_SMOOTH;
  const SM_REAL below =
      a == 2 ? SM_AT(s->drag.floor)[i + j * s->drag.floor_step] : SM_AT(s->drag.low[a])[ia];
  const SM_REAL wall_low = SM_P(sm_wall_stress)(s, own, below, smooth & west, per);
  const SM_REAL wall_high =
      SM_P(sm_wall_stress)(s, own, SM_AT(s->drag.high[a])[ia], smooth & east, per);
  struct SM_P(sm_viscous_flux) low =
      SM_P(sm_viscous_flux_of)(s, before, own, gap[0], SM_P(sm_slope_along_face)(u, sb, gb),
                               SM_P(sm_slope_along_face)(u, se, ge));
  low = SM_P(sm_viscous_flux_at)(closed & west, low, drags & west ? wall_low : zero, own);
  SM_LOADS_END;
  const struct SM_P(sm_stress_cell) after =
      SM_P(sm_stress_cell_rotated)(SM_P(sm_stress_cell_of)(s, c + sa, i + di, j + dj, k + dk), a);
  struct SM_P(sm_viscous_flux) high =
      SM_P(sm_viscous_flux_of)(s, own, after, gap[1], SM_P(sm_slope_along_face)(u + sa, sb, gb),
                               SM_P(sm_slope_along_face)(u + sa, se, ge));
  high = SM_P(sm_viscous_flux_at)(closed & east, high, drags & east ? -wall_high : -zero, own);
  const struct SM_P(sm_viscous_flux) sum = {per * (high.u - low.u), per * (high.v - low.v),
                                            per * (high.w - low.w), per * (high.e - low.e)};
  return sum;
}

SM_FN void SM_P(sm_cell_compressible_stress)(const struct sm_compressible_stress *s, int i, int j,
                                             int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const struct SM_P(sm_stress_cell) here = SM_P(sm_stress_cell_of)(s, c, i, j, k);
  const SM_REAL one = (SM_REAL)1, half = (SM_REAL)0.5, dt = (SM_REAL)s->clock->step;
  const struct SM_P(sm_viscous_flux) fx = SM_P(sm_viscous_divergence)(s, here, 0, i, j, k);
  SM_LOADS_END;
  const struct SM_P(sm_viscous_flux) fy = SM_P(sm_viscous_divergence)(s, here, 1, i, j, k);
  SM_LOADS_END;
  const struct SM_P(sm_viscous_flux) fz = SM_P(sm_viscous_divergence)(s, here, 2, i, j, k);
  const SM_REAL du = fx.u + fy.w + fz.v, dv = fx.v + fy.u + fz.w, dw = fx.w + fy.v + fz.u;
  const SM_REAL de = fx.e + fy.e + fz.e;
  /* Work of the body forces: the change of energy equals the change of kinetic energy. */
  const SM_REAL rho = here.rho, u = here.u + dt * du / rho, v = here.v + dt * dv / rho;
  const SM_REAL w = here.w + dt * dw / rho, t = half * dt * (SM_REAL)s->coriolis;
  const SM_REAL per = one / (one + t * t), turn = 2 * t * per, stay = (one - t * t) * per;
  const SM_REAL ug = (SM_REAL)s->geostrophic[0], vg = (SM_REAL)s->geostrophic[1];
  const SM_REAL x = ug + stay * (u - ug) + turn * (v - vg) + dt * (SM_REAL)s->acceleration[0];
  const SM_REAL y = vg + stay * (v - vg) - turn * (u - ug) + dt * (SM_REAL)s->acceleration[1];
  const SM_REAL z = w + dt * (SM_REAL)s->acceleration[2];
  const SM_REAL work = half * rho * (x * x + y * y + z * z - u * u - v * v - w * w);
  SM_AT(s->to[SM_RHO])[c] = SM_AT(s->q[SM_RHO])[c];
  SM_AT(s->to[SM_RHO_U])[c] = rho * x;
  SM_AT(s->to[SM_RHO_V])[c] = rho * y;
  SM_AT(s->to[SM_RHO_W])[c] = rho * z;
  SM_AT(s->to[SM_RHO_E])[c] = SM_AT(s->q[SM_RHO_E])[c] + dt * de + work;
}

SM_FN SM_REAL SM_P(sm_laplacian_of)(const SM_REAL *q, const ptrdiff_t step[3], SM_REAL x, SM_REAL y,
                                    SM_REAL z) {
  return x * x * (q[1] - 2 * q[0] + q[-1]) + y * y * (q[step[1]] - 2 * q[0] + q[-step[1]]) +
         z * z * (q[step[2]] - 2 * q[0] + q[-step[2]]);
}
SM_FN void SM_P(sm_cell_compressible_laplacian)(const struct sm_compressible_laplacian *s, int i,
                                                int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const SM_REAL x = SM_AT(m->per_width[0])[i], y = SM_AT(m->per_width[1])[j];
  const SM_REAL z = SM_AT(m->per_width[2])[k], dt = (SM_REAL)s->clock->step;
  const SM_REAL nu = (SM_REAL)s->viscosity, f = (SM_REAL)s->coriolis;
  const SM_REAL *u = SM_AT(s->q[SM_RHO_U]) + c, *v = SM_AT(s->q[SM_RHO_V]) + c;
  const SM_REAL *w = SM_AT(s->q[SM_RHO_W]) + c;
  SM_AT(s->to[SM_RHO])[c] = SM_AT(s->q[SM_RHO])[c];
  SM_AT(s->to[SM_RHO_U])
  [c] = u[0] + dt * (nu * SM_P(sm_laplacian_of)(u, m->step, x, y, z) + f * v[0]);
  SM_AT(s->to[SM_RHO_V])
  [c] = v[0] + dt * (nu * SM_P(sm_laplacian_of)(v, m->step, x, y, z) - f * u[0]);
  SM_AT(s->to[SM_RHO_W])[c] = w[0] + dt * nu * SM_P(sm_laplacian_of)(w, m->step, x, y, z);
  SM_AT(s->to[SM_RHO_E])[c] = SM_AT(s->q[SM_RHO_E])[c];
}
#endif
