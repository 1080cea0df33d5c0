/* gas_stage.h - cells of the compressible solver: one stage of a Runge-Kutta scheme.
 *
 * to = keep from + take q + share dt (- div F(q) + gravity), with the fluxes of gas.h. States lie
 * at the centres of cells. What flows through a face is the same for the cells on both sides: back
 * ends go along lines of cells and take each face once (device/cpu_gas_lines.h,
 * device/cuda_gas_lines.h), along x and z first, then along y. At walls, of which a word per cell
 * tells, the air beyond is as in a mirror, for what is taken to the faces too. Gravity works as the
 * mass that goes through the faces falls: what air has of energy with that of its height is kept to
 * rounding.
 */
#ifndef SM_CELL_GAS_STAGE_H
#define SM_CELL_GAS_STAGE_H

#include "cell/flow.h"
#include "cell/gas.h"

/* At rest, in every layer of cells, with ghosts as the metric; 0: none. */
struct sm_gas_background {
  union sm_reals rho, p;         /* kg/m3, Pa: at centres */
  union sm_reals rho_low, p_low; /* on the low faces */
  union sm_reals rt;             /* m2/s2, p / rho at centres; 0 where there is none */
  union sm_reals z;              /* m, of centres above the bottom of the grid */
};

/* Bits of the low face of a cell across an axis, and of the high one. */
#define SM_GAS_WALL_LOW(AXIS) (SM_OPEN_WEST << (SM_GAS_WALLS + 2 * (AXIS)))
#define SM_GAS_WALL_HIGH(AXIS) (SM_OPEN_EAST << (SM_GAS_WALLS + 2 * (AXIS)))

struct sm_gas_stage {
  struct sm_flow_metric m;
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS], from[SM_GAS_FIELDS], to[SM_GAS_FIELDS];
  const int32_t *walls; /* of cells, faces.h */
  const struct sm_flow_clock *clock;
  double keep, take, share;
  double theta;   /* of the limiter, 1 to 2 */
  double gravity; /* m/s2, downwards */
  double works;   /* 1: gravity changes the energy; 0: as Arkhipov has it, it does not */
};

/* The largest rate (1/s) at which sound and wind cross a cell, summed over the axes; SM_GAS_BROKEN
 * where density or pressure are not above 0. */
#define SM_GAS_BROKEN 1e30
struct sm_gas_rate {
  struct sm_flow_metric m;
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS];
  union sm_reals eddy; /* m2/s */
  double viscosity;    /* m2/s */
};
#endif

#ifdef SM_REAL
/* Ahead of every wave lies a tail of ever smaller numbers, whose cubes a processor would take a
 * hundred times as long for: none is felt beside a background. */
SM_FN SM_REAL SM_P(sm_gas_felt)(SM_REAL x) {
  const SM_REAL least = (SM_REAL)(sizeof(SM_REAL) == 4 ? 1e-12 : 1e-100), zero = (SM_REAL)0;
  return SM_P(sm_gas_size)(x) < least ? zero : x;
}

/* --- along a line of cells --- */

/* Lines along an axis: what is carried, the wind along them first. */
struct SM_P(sm_gas_line) {
  const SM_REAL *r, *u, *v, *w, *e;
  const int32_t *walls;
  ptrdiff_t step;
  int low, high, leaves; /* bits of walls */
  SM_REAL theta;
};
SM_FN struct SM_P(sm_gas_line) SM_P(sm_gas_line_of)(const struct sm_gas_stage *s, int axis) {
  const int v = axis == 2 ? 0 : axis + 1, w = axis == 0 ? 2 : axis - 1;
  const struct SM_P(sm_gas_line) line = {SM_AT(s->q[SM_GAS_MASS]),
                                         SM_AT(s->q[SM_GAS_U + axis]),
                                         SM_AT(s->q[SM_GAS_U + v]),
                                         SM_AT(s->q[SM_GAS_U + w]),
                                         SM_AT(s->q[SM_GAS_ENERGY]),
                                         s->walls,
                                         axis == 0 ? 1 : s->m.step[axis],
                                         SM_GAS_WALL_LOW(axis),
                                         SM_GAS_WALL_HIGH(axis),
                                         SM_GAS_LEAVES << axis,
                                         (SM_REAL)s->theta};
  return line;
}
SM_FN struct SM_P(sm_gas) SM_P(sm_gas_at)(const struct SM_P(sm_gas_line) * line, ptrdiff_t c) {
  const struct SM_P(sm_gas) q = {line->r[c], line->u[c], line->v[c], line->w[c], line->e[c]};
  return q;
}

/* Changes over a cell whose faces may be walls. */
SM_FN struct SM_P(sm_gas)
    SM_P(sm_gas_slopes)(const struct SM_P(sm_gas_line) * line, int walls, struct SM_P(sm_gas) low,
                        struct SM_P(sm_gas) here, struct SM_P(sm_gas) high) {
  const SM_REAL theta = line->theta;
  const struct SM_P(sm_gas) a = SM_P(sm_gas_mirrored)(walls & line->low, here, low);
  const struct SM_P(sm_gas) b = SM_P(sm_gas_mirrored)(walls & line->high, here, high);
  const struct SM_P(sm_gas) slope = {
      SM_P(sm_gas_slope)(a.r, here.r, b.r, theta), SM_P(sm_gas_slope)(a.u, here.u, b.u, theta),
      SM_P(sm_gas_slope)(a.v, here.v, b.v, theta), SM_P(sm_gas_slope)(a.w, here.w, b.w, theta),
      SM_P(sm_gas_slope)(a.e, here.e, b.e, theta)};
  return slope;
}
/* On a face of the cell: side 0.5 is the high one, -0.5 the low one. */
SM_FN struct SM_P(sm_gas)
    SM_P(sm_gas_on_face)(struct SM_P(sm_gas) q, struct SM_P(sm_gas) slope, SM_REAL side) {
  q.r += side * slope.r, q.u += side * slope.u, q.v += side * slope.v, q.w += side * slope.w;
  q.e += side * slope.e;
  return q;
}

/* What is taken to the faces; what goes through one from both of its sides, if it is a wall as the
 * high side sees it, and whether sound leaves there; and how much a wall pushes the air on its low
 * side. Backgrounds: of the cell, of the face. */
#define SM_GAS_SCHEME(NAME, STATE, SIDE, FLUX)                                                     \
  SM_FN struct SM_P(sm_gas) SM_P(sm_gas_state_##NAME)(struct SM_P(sm_gas) q, SM_REAL rho_b) {      \
    return STATE(q, rho_b);                                                                        \
  }                                                                                                \
  SM_FN struct SM_P(sm_gas) SM_P(sm_gas_between_##NAME)(                                           \
      struct SM_P(sm_gas) low, struct SM_P(sm_gas) high, int leaves, SM_REAL rho_b, SM_REAL p_b) { \
    const SM_REAL rho_l = rho_b + low.r, rho_r = rho_b + high.r, per = SM_PER(rho_l * rho_r);      \
    const struct SM_P(sm_gas_side) l = SIDE(low, rho_b, p_b, per * rho_r);                         \
    const struct SM_P(sm_gas_side) r = SIDE(high, rho_b, p_b, per * rho_l);                        \
    return FLUX(&l, &r, (SM_REAL)(1 / (SM_GAS_GAMMA - 1)) * p_b,                                   \
                leaves ? (SM_REAL)1 : (SM_REAL)0);                                                 \
  }                                                                                                \
  SM_FN struct SM_P(sm_gas)                                                                        \
      SM_P(sm_gas_through_##NAME)(struct SM_P(sm_gas) low, struct SM_P(sm_gas) high, int wall,     \
                                  int leaves, SM_REAL rho_b, SM_REAL p_b) {                        \
    struct SM_P(sm_gas) f = SM_P(sm_gas_between_##NAME)(SM_P(sm_gas_mirrored)(wall, high, low),    \
                                                        high, leaves, rho_b, p_b);                 \
    const SM_REAL open = wall ? (SM_REAL)0 : (SM_REAL)1;                                           \
    f.r *= open, f.v *= open, f.w *= open, f.e *= open;                                            \
    return f;                                                                                      \
  }                                                                                                \
  SM_FN SM_REAL SM_P(sm_gas_push_##NAME)(struct SM_P(sm_gas) low, SM_REAL rho_b, SM_REAL p_b) {    \
    return SM_P(sm_gas_between_##NAME)(low, SM_P(sm_gas_mirrored)(1, low, low), 0, rho_b, p_b).u;  \
  }
/* Of Arkhipov: what is carried is taken to the faces. */
SM_GAS_SCHEME(kurganov_carried, SM_P(sm_gas_as_carried), SM_P(sm_gas_side_carried),
              SM_P(sm_gas_kurganov))
SM_GAS_SCHEME(kurganov, SM_P(sm_gas_primitive), SM_P(sm_gas_side_of), SM_P(sm_gas_kurganov))
SM_GAS_SCHEME(hllc, SM_P(sm_gas_primitive), SM_P(sm_gas_side_of), SM_P(sm_gas_hllc))
SM_GAS_SCHEME(slau, SM_P(sm_gas_primitive), SM_P(sm_gas_side_of), SM_P(sm_gas_slau))
#undef SM_GAS_SCHEME

/* --- of a cell --- */

/* Of what flows through the low and the high face, per second. */
SM_FN struct SM_P(sm_gas)
    SM_P(sm_gas_change)(struct SM_P(sm_gas) low, struct SM_P(sm_gas) high, SM_REAL per_width) {
  const struct SM_P(sm_gas)
      f = {per_width * (low.r - high.r), per_width * (low.u - high.u), per_width * (low.v - high.v),
           per_width * (low.w - high.w), per_width * (low.e - high.e)};
  return f;
}

/* J/(m3 s) over gravity, of the mass that goes through the faces below and above layer k. */
SM_FN SM_REAL SM_P(sm_gas_falls)(const struct sm_gas_stage *s, SM_REAL low, SM_REAL high, int k) {
  const SM_REAL *gap = SM_AT(s->m.per_gap[2]) + k;
  return (SM_REAL)0.5 * SM_AT(s->m.per_width[2])[k] * (low * (1 / gap[0]) + high * (1 / gap[1]));
}

/* Of a cell, after what flows along x and z, each turned as its line, and gravity. */
SM_FN struct SM_P(sm_gas)
    SM_P(sm_gas_settled)(const struct sm_gas_stage *s, ptrdiff_t c, struct SM_P(sm_gas) x,
                         struct SM_P(sm_gas) z, SM_REAL falls) {
  const SM_REAL dt = (SM_REAL)(s->share * s->clock->step), g = (SM_REAL)s->gravity;
  const SM_REAL keep = (SM_REAL)s->keep, take = (SM_REAL)s->take;
  const SM_REAL r = SM_AT(s->q[SM_GAS_MASS])[c];
  x.r += z.r;
  x.u += z.v;
  x.v += z.w;
  x.w += z.u - g * r;
  x.e += z.e - (SM_REAL)s->works * g * falls;
  struct SM_P(sm_gas) q;
  q.r = keep * SM_AT(s->from[SM_GAS_MASS])[c] + take * r + dt * x.r;
  q.u = keep * SM_AT(s->from[SM_GAS_U])[c] + take * SM_AT(s->q[SM_GAS_U])[c] + dt * x.u;
  q.v = keep * SM_AT(s->from[SM_GAS_V])[c] + take * SM_AT(s->q[SM_GAS_V])[c] + dt * x.v;
  q.w = keep * SM_AT(s->from[SM_GAS_W])[c] + take * SM_AT(s->q[SM_GAS_W])[c] + dt * x.w;
  q.e = keep * SM_AT(s->from[SM_GAS_ENERGY])[c] + take * SM_AT(s->q[SM_GAS_ENERGY])[c] + dt * x.e;
  return q;
}
/* After what flows along y, too. */
SM_FN struct SM_P(sm_gas) SM_P(sm_gas_crossed)(const struct sm_gas_stage *s, struct SM_P(sm_gas) q,
                                               struct SM_P(sm_gas) y) {
  const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);
  q.r += dt * y.r, q.u += dt * y.w, q.v += dt * y.u, q.w += dt * y.v, q.e += dt * y.e;
  return q;
}
SM_FN void SM_P(sm_gas_give)(const struct sm_gas_stage *s, ptrdiff_t c, struct SM_P(sm_gas) q) {
  SM_AT(s->to[SM_GAS_MASS])[c] = SM_P(sm_gas_felt)(q.r);
  SM_AT(s->to[SM_GAS_U])[c] = SM_P(sm_gas_felt)(q.u);
  SM_AT(s->to[SM_GAS_V])[c] = SM_P(sm_gas_felt)(q.v);
  SM_AT(s->to[SM_GAS_W])[c] = SM_P(sm_gas_felt)(q.w);
  SM_AT(s->to[SM_GAS_ENERGY])[c] = SM_P(sm_gas_felt)(q.e);
}

SM_FN double SM_P(sm_cell_gas_rate)(const struct sm_gas_rate *s, int i, int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const SM_REAL rho = SM_AT(s->b.rho)[k] + SM_AT(s->q[SM_GAS_MASS])[c], per = SM_PER(rho);
  const SM_REAL u = per * SM_AT(s->q[SM_GAS_U])[c], v = per * SM_AT(s->q[SM_GAS_V])[c];
  const SM_REAL w = per * SM_AT(s->q[SM_GAS_W])[c];
  const SM_REAL p = SM_AT(s->b.p)[k] +
                    (SM_REAL)(SM_GAS_GAMMA - 1) * (SM_AT(s->q[SM_GAS_ENERGY])[c] -
                                                   (SM_REAL)0.5 * rho * (u * u + v * v + w * w));
  const SM_REAL sound = SM_QUICK_ROOT((SM_REAL)SM_GAS_GAMMA * p * per), zero = (SM_REAL)0;
  const SM_REAL is_x = m->step[0] != 0, is_y = m->step[1] != 0, is_z = m->step[2] != 0;
  const SM_REAL rx = is_x * SM_AT(m->per_width[0])[i], ry = is_y * SM_AT(m->per_width[1])[j];
  const SM_REAL rz = is_z * SM_AT(m->per_width[2])[k];
  const SM_REAL crossed = (SM_P(sm_gas_size)(u) + sound) * rx +
                          (SM_P(sm_gas_size)(v) + sound) * ry + (SM_P(sm_gas_size)(w) + sound) * rz;
  const SM_REAL nu = (SM_REAL)s->viscosity + SM_AT(s->eddy)[c];
  const SM_REAL diffused = 4 * nu * (rx * rx + ry * ry + rz * rz);
  return rho > zero && p > zero ? (double)(crossed + diffused) : SM_GAS_BROKEN;
}
#endif
