/* compressible/stage.h - one stage of a Runge-Kutta scheme of the compressible solver, per
 * cell.
 *
 * to = keep from + take q + share dt (- div F(q) + gravity), with the fluxes of flux.h. States
 * are at cell centres. The flux through a face is the same for the cells on both sides: back
 * ends sweep along lines of cells and compute each face once (device/cpu/compressible_lines.h,
 * device/cuda/compressible_lines.h), along x and z first, then along y. At walls, marked by a
 * flag word per cell, the state beyond is mirrored, also for the reconstruction. The work of
 * gravity follows from the mass flux through the faces: energy including potential energy is
 * conserved to rounding. */
#ifndef SM_CELL_COMPRESSIBLE_STAGE_H
#define SM_CELL_COMPRESSIBLE_STAGE_H

#include "cell/compressible/flux.h"
#include "cell/momentum/fields.h"
#include "cell/momentum/forces.h"

/* Hydrostatic background at rest per layer, with ghosts as for the metric; 0: none. */
struct sm_background_state {
  union sm_reals rho, p;         /* kg/m3, Pa: at centres */
  union sm_reals rho_low, p_low; /* on the low faces */
  union sm_reals rt;             /* m2/s2, p / rho at centres; 0 in solids */
  union sm_reals z;              /* m, of centres above the bottom of the grid */
};

/* Bits of the low and the high face of a cell across an axis. */
#define SM_FACE_WALL_LOW(AXIS) (SM_OPEN_WEST << (SM_FACES_MIRROR + 2 * (AXIS)))
#define SM_FACE_WALL_HIGH(AXIS) (SM_OPEN_EAST << (SM_FACES_MIRROR + 2 * (AXIS)))

struct sm_compressible_stage {
  struct sm_flow_metric m;
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS], from[SM_CONSERVED_FIELDS], to[SM_CONSERVED_FIELDS];
  const int32_t *walls; /* face flags of the cells, fields.h */
  const struct sm_flow_clock *clock;
  double keep, take, share;
  double theta;        /* limiter parameter, 1 to 2 */
  double gravity;      /* m/s2, downwards */
  double gravity_work; /* 1: gravity does work; 0: as in Arkhipov's scheme, it does not */
};

/* Largest rate (1/s) at which sound and wind cross a cell, summed over the axes; SM_RATE_UNPHYSICAL
 * where density or pressure are not positive. */
#define SM_RATE_UNPHYSICAL 1e30
struct sm_compressible_courant {
  struct sm_flow_metric m;
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  union sm_reals eddy; /* m2/s */
  double viscosity;    /* m2/s */
};

/* Sponge (Rayleigh damping) of the compressible solver: cells below the top.
 *
 * Velocity, density and pressure relax towards a reference state, dq/dt = -r (q - q_calm),
 * implicitly, so that the time step is not limited. All have the same rate, so that upward sound
 * is not reflected however strong the damping. Theory: docs/theory/compressible.md. */

struct sm_compressible_sponge {
  ptrdiff_t step[3];
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  const int32_t *walls;
  union sm_reals rate;         /* damping rate, 1/s, per layer, as all that follow */
  union sm_reals calm[2];      /* reference u and v, m/s; w is 0 */
  union sm_reals mass, excess; /* reference density and pressure above the background, kg/m3, Pa */
  const struct sm_flow_clock *clock;
};

/* Nudging towards wind and temperature at a boundary (momentum/forces.h). The pressure stays. */
struct sm_compressible_nudging {
  struct sm_nudging_rim rim;
  ptrdiff_t step[3];
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  const int32_t *walls;
  union sm_reals from[3], to[3]; /* wind on the side, m/s; tangential: on faces, twice the value */
  ptrdiff_t next[3];             /* to the other of the two faces of a cell */
  int axis;
  union sm_reals density_excess; /* as of sm_compressible_boundary_rule; NULL: not nudged */
};
#endif

#ifdef SM_REAL
/* Flushes tiny numbers to 0: ahead of every wave there is a tail of ever smaller numbers, whose
 * products become denormal and slow the processor down a hundredfold; they are negligible beside
 * the background. */
SM_FN SM_REAL SM_P(sm_flush_tiny)(SM_REAL x) {
  const SM_REAL least = (SM_REAL)(sizeof(SM_REAL) == 4 ? 1e-12 : 1e-100), zero = (SM_REAL)0;
  return SM_P(sm_abs)(x) < least ? zero : x;
}

/* --- along a line of cells --- */

/* Conserved variables along a line of an axis; u is along the line. */
struct SM_P(sm_stage_line) {
  const SM_REAL *r, *u, *v, *w, *e;
  const int32_t *walls;
  ptrdiff_t step;
  int low, high, leaves; /* bits in walls */
  SM_REAL theta;
};
SM_FN struct SM_P(sm_stage_line)
    SM_P(sm_stage_line_of)(const struct sm_compressible_stage *s, int axis) {
  const int v = axis == 2 ? 0 : axis + 1, w = axis == 0 ? 2 : axis - 1;
  const struct SM_P(sm_stage_line) line = {SM_AT(s->q[SM_RHO]),
                                           SM_AT(s->q[SM_RHO_U + axis]),
                                           SM_AT(s->q[SM_RHO_U + v]),
                                           SM_AT(s->q[SM_RHO_U + w]),
                                           SM_AT(s->q[SM_RHO_E]),
                                           s->walls,
                                           axis == 0 ? 1 : s->m.step[axis],
                                           SM_FACE_WALL_LOW(axis),
                                           SM_FACE_WALL_HIGH(axis),
                                           SM_FACES_OUTFLOW << axis,
                                           (SM_REAL)s->theta};
  return line;
}
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_conserved_at)(const struct SM_P(sm_stage_line) * line, ptrdiff_t c) {
  const struct SM_P(sm_conserved) q = {line->r[c], line->u[c], line->v[c], line->w[c], line->e[c]};
  return q;
}

/* Limited change over a cell whose faces may be walls. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_limited_slopes)(const struct SM_P(sm_stage_line) * line, int walls,
                            struct SM_P(sm_conserved) low, struct SM_P(sm_conserved) here,
                            struct SM_P(sm_conserved) high) {
  const SM_REAL theta = line->theta;
  const struct SM_P(sm_conserved) a = SM_P(sm_conserved_mirrored)(walls & line->low, here, low);
  const struct SM_P(sm_conserved) b = SM_P(sm_conserved_mirrored)(walls & line->high, here, high);
  const struct SM_P(sm_conserved)
      slope = {SM_P(sm_minmod)(a.r, here.r, b.r, theta), SM_P(sm_minmod)(a.u, here.u, b.u, theta),
               SM_P(sm_minmod)(a.v, here.v, b.v, theta), SM_P(sm_minmod)(a.w, here.w, b.w, theta),
               SM_P(sm_minmod)(a.e, here.e, b.e, theta)};
  return slope;
}
/* Reconstruction at a face: side 0.5 is the high one, -0.5 the low one. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_reconstruct)(struct SM_P(sm_conserved) q, struct SM_P(sm_conserved) slope,
                         SM_REAL side) {
  q.r += side * slope.r, q.u += side * slope.u, q.v += side * slope.v, q.w += side * slope.w;
  q.e += side * slope.e;
  return q;
}

/* Variables that a scheme reconstructs; rho_b: background density of the cell. */
SM_FN struct SM_P(sm_conserved) SM_P(sm_face_variables)(struct SM_P(sm_conserved) q, SM_REAL rho_b,
                                                        enum sm_riemann_solver scheme) {
  return scheme == SM_RIEMANN_KURGANOV_CONSERVED ? q : SM_P(sm_conserved_to_primitive)(q, rho_b);
}

SM_FN struct SM_P(sm_face_state)
    SM_P(sm_face_state_of)(struct SM_P(sm_conserved) q, SM_REAL rho_b, SM_REAL p_b, SM_REAL per,
                           enum sm_riemann_solver scheme) {
  return scheme == SM_RIEMANN_KURGANOV_CONSERVED
             ? SM_P(sm_face_state_conserved)(q, rho_b, p_b, per)
             : SM_P(sm_face_state_primitive)(q, rho_b, p_b, per);
}

/* Riemann flux between two states; leaves: sound can leave there. The background is that of the
 * face. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_riemann_flux)(struct SM_P(sm_conserved) low, struct SM_P(sm_conserved) high, int leaves,
                          SM_REAL rho_b, SM_REAL p_b, enum sm_riemann_solver scheme) {
  const SM_REAL rho_l = rho_b + low.r, rho_r = rho_b + high.r, per = SM_PER(rho_l * rho_r);
  const struct SM_P(sm_face_state) l = SM_P(sm_face_state_of)(low, rho_b, p_b, per * rho_r, scheme);
  const struct SM_P(sm_face_state) r =
      SM_P(sm_face_state_of)(high, rho_b, p_b, per * rho_l, scheme);
  const SM_REAL e_b = (SM_REAL)(1 / (SM_AIR_GAMMA - 1)) * p_b;
  const SM_REAL least = leaves ? (SM_REAL)1 : (SM_REAL)0;
  if (scheme == SM_RIEMANN_HLLC) return SM_P(sm_flux_hllc)(&l, &r, e_b, least);
  if (scheme == SM_RIEMANN_SLAU) return SM_P(sm_flux_slau)(&l, &r, e_b, least);
  return SM_P(sm_flux_kurganov)(&l, &r, e_b, least);
}

/* Flux through a face; wall: the face is a wall, seen from its high side. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_face_flux)(struct SM_P(sm_conserved) low, struct SM_P(sm_conserved) high, int wall,
                       int leaves, SM_REAL rho_b, SM_REAL p_b, enum sm_riemann_solver scheme) {
  struct SM_P(sm_conserved) f = SM_P(sm_riemann_flux)(SM_P(sm_conserved_mirrored)(wall, high, low),
                                                      high, leaves, rho_b, p_b, scheme);
  const SM_REAL open = wall ? (SM_REAL)0 : (SM_REAL)1;
  f.r *= open, f.v *= open, f.w *= open, f.e *= open;
  return f;
}

/* Pressure of a wall on the air on its low side, Pa. */
SM_FN SM_REAL SM_P(sm_wall_pressure)(struct SM_P(sm_conserved) low, SM_REAL rho_b, SM_REAL p_b,
                                     enum sm_riemann_solver scheme) {
  const struct SM_P(sm_conserved) mirrored = SM_P(sm_conserved_mirrored)(1, low, low);
  return SM_P(sm_riemann_flux)(low, mirrored, 0, rho_b, p_b, scheme).u;
}

/* --- of a cell --- */

/* Divergence of the fluxes through the low and the high face, per second. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_stage_divergence)(struct SM_P(sm_conserved) low, struct SM_P(sm_conserved) high,
                              SM_REAL per_width) {
  const struct SM_P(sm_conserved)
      f = {per_width * (low.r - high.r), per_width * (low.u - high.u), per_width * (low.v - high.v),
           per_width * (low.w - high.w), per_width * (low.e - high.e)};
  return f;
}

/* Work of gravity over gravity, J/(m3 s), from the mass flux through the faces below and above
 * layer k. */
SM_FN SM_REAL SM_P(sm_gravity_work)(const struct sm_compressible_stage *s, SM_REAL low,
                                    SM_REAL high, int k) {
  const SM_REAL *gap = SM_AT(s->m.per_gap[2]) + k;
  return (SM_REAL)0.5 * SM_AT(s->m.per_width[2])[k] * (low * (1 / gap[0]) + high * (1 / gap[1]));
}

/* Update of a cell by the fluxes along x and z, rotated to their lines, and gravity. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_stage_update_xz)(const struct sm_compressible_stage *s, ptrdiff_t c,
                             struct SM_P(sm_conserved) x, struct SM_P(sm_conserved) z,
                             SM_REAL falls) {
  const SM_REAL dt = (SM_REAL)(s->share * s->clock->step), g = (SM_REAL)s->gravity;
  const SM_REAL keep = (SM_REAL)s->keep, take = (SM_REAL)s->take;
  const SM_REAL r = SM_AT(s->q[SM_RHO])[c];
  x.r += z.r;
  x.u += z.v;
  x.v += z.w;
  x.w += z.u - g * r;
  x.e += z.e - (SM_REAL)s->gravity_work * g * falls;
  struct SM_P(sm_conserved) q;
  q.r = keep * SM_AT(s->from[SM_RHO])[c] + take * r + dt * x.r;
  q.u = keep * SM_AT(s->from[SM_RHO_U])[c] + take * SM_AT(s->q[SM_RHO_U])[c] + dt * x.u;
  q.v = keep * SM_AT(s->from[SM_RHO_V])[c] + take * SM_AT(s->q[SM_RHO_V])[c] + dt * x.v;
  q.w = keep * SM_AT(s->from[SM_RHO_W])[c] + take * SM_AT(s->q[SM_RHO_W])[c] + dt * x.w;
  q.e = keep * SM_AT(s->from[SM_RHO_E])[c] + take * SM_AT(s->q[SM_RHO_E])[c] + dt * x.e;
  return q;
}
/* Adds the fluxes along y. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_stage_update_y)(const struct sm_compressible_stage *s, struct SM_P(sm_conserved) q,
                            struct SM_P(sm_conserved) y) {
  const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);
  q.r += dt * y.r, q.u += dt * y.w, q.v += dt * y.u, q.w += dt * y.v, q.e += dt * y.e;
  return q;
}
SM_FN void SM_P(sm_stage_store)(const struct sm_compressible_stage *s, ptrdiff_t c,
                                struct SM_P(sm_conserved) q) {
  SM_AT(s->to[SM_RHO])[c] = SM_P(sm_flush_tiny)(q.r);
  SM_AT(s->to[SM_RHO_U])[c] = SM_P(sm_flush_tiny)(q.u);
  SM_AT(s->to[SM_RHO_V])[c] = SM_P(sm_flush_tiny)(q.v);
  SM_AT(s->to[SM_RHO_W])[c] = SM_P(sm_flush_tiny)(q.w);
  SM_AT(s->to[SM_RHO_E])[c] = SM_P(sm_flush_tiny)(q.e);
}

SM_FN double SM_P(sm_cell_compressible_courant)(const struct sm_compressible_courant *s, int i,
                                                int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const SM_REAL rho = SM_AT(s->b.rho)[k] + SM_AT(s->q[SM_RHO])[c], per = SM_PER(rho);
  const SM_REAL u = per * SM_AT(s->q[SM_RHO_U])[c], v = per * SM_AT(s->q[SM_RHO_V])[c];
  const SM_REAL w = per * SM_AT(s->q[SM_RHO_W])[c];
  const SM_REAL p = SM_AT(s->b.p)[k] +
                    (SM_REAL)(SM_AIR_GAMMA - 1) *
                        (SM_AT(s->q[SM_RHO_E])[c] - (SM_REAL)0.5 * rho * (u * u + v * v + w * w));
  const SM_REAL sound = SM_QUICK_ROOT((SM_REAL)SM_AIR_GAMMA * p * per), zero = (SM_REAL)0;
  const SM_REAL is_x = m->step[0] != 0, is_y = m->step[1] != 0, is_z = m->step[2] != 0;
  const SM_REAL rx = is_x * SM_AT(m->per_width[0])[i], ry = is_y * SM_AT(m->per_width[1])[j];
  const SM_REAL rz = is_z * SM_AT(m->per_width[2])[k];
  const SM_REAL crossed = (SM_P(sm_abs)(u) + sound) * rx + (SM_P(sm_abs)(v) + sound) * ry +
                          (SM_P(sm_abs)(w) + sound) * rz;
  const SM_REAL nu = (SM_REAL)s->viscosity + SM_AT(s->eddy)[c];
  const SM_REAL diffused = 4 * nu * (rx * rx + ry * ry + rz * rz);
  return rho > zero && p > zero ? (double)(crossed + diffused) : SM_RATE_UNPHYSICAL;
}

SM_FN void SM_P(sm_cell_compressible_sponge)(const struct sm_compressible_sponge *s, int i, int j,
                                             int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  const SM_REAL one = (SM_REAL)1, half = (SM_REAL)0.5, zero = (SM_REAL)0;
  const SM_REAL rho_b = SM_AT(s->b.rho)[k], r = SM_AT(s->q[SM_RHO])[c], per = one / (rho_b + r);
  const SM_REAL u = per * SM_AT(s->q[SM_RHO_U])[c], v = per * SM_AT(s->q[SM_RHO_V])[c];
  const SM_REAL w = per * SM_AT(s->q[SM_RHO_W])[c], e = SM_AT(s->q[SM_RHO_E])[c];
  const SM_REAL excess =
      (SM_REAL)(SM_AIR_GAMMA - 1) * (e - half * (rho_b + r) * (u * u + v * v + w * w));
  const SM_REAL u_calm = SM_AT(s->calm[0])[k], v_calm = SM_AT(s->calm[1])[k];
  const SM_REAL r_calm = SM_AT(s->mass)[k], calm = SM_AT(s->excess)[k];
  const SM_REAL rate = s->walls[c] & SM_FACES_SOLID ? zero : SM_AT(s->rate)[k];
  const SM_REAL left = one / (one + rate * (SM_REAL)s->clock->step);
  const SM_REAL r_new = r_calm + left * (r - r_calm), rho = rho_b + r_new;
  const SM_REAL x = u_calm + left * (u - u_calm), y = v_calm + left * (v - v_calm), z = left * w;
  const SM_REAL p = calm + left * (excess - calm);
  const int damps = rate > zero;
  SM_AT(s->q[SM_RHO])[c] = damps ? r_new : r;
  SM_AT(s->q[SM_RHO_U])[c] = damps ? rho * x : SM_AT(s->q[SM_RHO_U])[c];
  SM_AT(s->q[SM_RHO_V])[c] = damps ? rho * y : SM_AT(s->q[SM_RHO_V])[c];
  SM_AT(s->q[SM_RHO_W])[c] = damps ? rho * z : SM_AT(s->q[SM_RHO_W])[c];
  SM_AT(s->q[SM_RHO_E])
  [c] = damps ? (SM_REAL)(1 / (SM_AIR_GAMMA - 1)) * p + half * rho * (x * x + y * y + z * z) : e;
}

SM_FN void SM_P(sm_cell_compressible_nudging)(const struct sm_compressible_nudging *s, int i, int j,
                                              int k) {
  const struct sm_nudging_rim *rim = &s->rim;
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  const ptrdiff_t at = i * rim->plane[0] + j * rim->plane[1] + k * rim->plane[2];
  const SM_REAL one = (SM_REAL)1, half = (SM_REAL)0.5, zero = (SM_REAL)0;
  const SM_REAL part = SM_P(sm_nudging_time)(rim), rho_b = SM_AT(s->b.rho)[k];
  const SM_REAL share = s->walls[c] & SM_FACES_SOLID ? zero : SM_P(sm_nudging_share)(rim, i, j, k);
  const SM_REAL r = SM_AT(s->q[SM_RHO])[c], per = one / (rho_b + r), e = SM_AT(s->q[SM_RHO_E])[c];
  const SM_REAL *density = SM_AT(s->density_excess);
  SM_REAL u[3], before = zero, after = zero;
  for (int d = 0; d < 3; d++) {
    const SM_REAL *from = SM_AT(s->from[d]), *to = SM_AT(s->to[d]);
    const SM_REAL one_face = from[at] + part * (to[at] - from[at]);
    const ptrdiff_t other = at + s->next[d];
    const SM_REAL other_face = from[other] + part * (to[other] - from[other]);
    const SM_REAL target = d == s->axis ? one_face : (SM_REAL)0.25 * (one_face + other_face);
    const SM_REAL now = per * SM_AT(s->q[SM_RHO_U + d])[c];
    u[d] = now + share * (target - now);
    before += now * now;
    after += u[d] * u[d];
  }
  const SM_REAL excess = (SM_REAL)(SM_AIR_GAMMA - 1) * (e - half * (rho_b + r) * before);
  const SM_REAL lighter = density ? density[at] : zero;
  const SM_REAL given =
      lighter + (rho_b + lighter) * excess / ((SM_REAL)SM_AIR_GAMMA * SM_AT(s->b.p)[k]);
  const SM_REAL r_new = density ? r + share * (given - r) : r, rho = rho_b + r_new;
  const int nudged = share > zero;
  SM_AT(s->q[SM_RHO])[c] = nudged ? r_new : r;
  for (int d = 0; d < 3; d++)
    SM_AT(s->q[SM_RHO_U + d])[c] = nudged ? rho * u[d] : SM_AT(s->q[SM_RHO_U + d])[c];
  SM_AT(s->q[SM_RHO_E])
  [c] = nudged ? (SM_REAL)(1 / (SM_AIR_GAMMA - 1)) * excess + half * rho * after : e;
}
#endif
