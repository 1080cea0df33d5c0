/* gas_stage.h - cells of the compressible solver: one stage of a Runge-Kutta scheme.
 *
 * to = keep from + take q + share dt (- div F(q) + gravity), with the fluxes of gas.h through the
 * six faces of a cell. States lie at the centres of cells. A thread takes a cell and makes the
 * fluxes of all its faces: they are made twice, but nothing goes through memory in between. At
 * walls, of which a byte per cell tells, the air beyond is as in a mirror, for what is taken to the
 * faces too. Gravity works as the mass that goes through the faces falls: what air has of energy
 * with that of its height is kept to rounding. */
#ifndef SM_CELL_GAS_STAGE_H
#define SM_CELL_GAS_STAGE_H

#include "cell/flow.h"
#include "cell/gas.h"

/* At rest, in every layer of cells, with ghosts as the metric; 0: none. */
struct sm_gas_background {
  union sm_reals rho, p;         /* kg/m3, Pa: at centres */
  union sm_reals rho_low, p_low; /* on the low faces */
  union sm_reals rt;             /* m2/s2, p / rho at centres; 0 where there is none */
};

/* Of a cell: faces that are walls, SM_OPEN_WEST and so on; those of them that drag, shifted up; and
 * whether it is solid. Of 32 bits, as the numbers are: with bytes the compiler makes vectors of as
 * many bytes of everything. */
enum { SM_GAS_DRAGS = 6, SM_GAS_SMOOTH = 12, SM_GAS_SOLID = 1 << 18 };

struct sm_gas_stage {
  struct sm_flow_metric m;
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS], from[SM_GAS_FIELDS], to[SM_GAS_FIELDS];
  const int32_t *walls; /* of cells, see below */
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

#define SM_GAS_STEP(AXIS) ((AXIS) == 0 ? 1 : m->step[AXIS])
/* Cell at + s of an axis, turned so that the axis comes first. */
#define SM_GAS_TAKE(A, S)                                                                          \
  {                                                                                                \
    SM_AT(s->q[SM_GAS_MASS])                                                                       \
    [c + (S)], SM_AT(s->q[SM_GAS_U + (A)])[c + (S)],                                               \
        SM_AT(s->q[SM_GAS_U + ((A) + 1) % 3])[c + (S)],                                            \
        SM_AT(s->q[SM_GAS_U + ((A) + 2) % 3])[c + (S)], SM_AT(s->q[SM_GAS_ENERGY])[c + (S)]        \
  }

/* What flows through the low and the high face across axis A into `low` and `high`. Backgrounds:
 * of the five cells, and of both faces. */
#define SM_GAS_AXIS(A, STATE, SIDE, FLUX, B0, B1, B2, B3, B4, RL, PL, RH, PH)                      \
  struct SM_P(sm_gas) low, high;                                                                   \
  {                                                                                                \
    const ptrdiff_t sa = SM_GAS_STEP(A);                                                           \
    const int own = s->walls[c], before = s->walls[c - sa], after = s->walls[c + sa];              \
    const int wall_low = own & SM_OPEN_WEST << 2 * (A), wall_high = own & SM_OPEN_EAST << 2 * (A); \
    const int wall_before = before & SM_OPEN_WEST << 2 * (A);                                      \
    const int wall_after = after & SM_OPEN_EAST << 2 * (A);                                        \
    const struct SM_P(sm_gas) q0 = SM_GAS_TAKE(A, -2 * sa), q1 = SM_GAS_TAKE(A, -sa),              \
                              q2 = SM_GAS_TAKE(A, 0), q3 = SM_GAS_TAKE(A, sa),                     \
                              q4 = SM_GAS_TAKE(A, 2 * sa);                                         \
    const struct SM_P(sm_gas) s2 = STATE(q2, B2);                                                  \
    const struct SM_P(sm_gas) s1 = SM_P(sm_gas_mirrored)(wall_low, s2, STATE(q1, B1));             \
    const struct SM_P(sm_gas) s3 = SM_P(sm_gas_mirrored)(wall_high, s2, STATE(q3, B3));            \
    const struct SM_P(sm_gas) s0 = SM_P(sm_gas_mirrored)(                                          \
        wall_low, s3, SM_P(sm_gas_mirrored)(wall_before, s1, STATE(q0, B0)));                      \
    const struct SM_P(sm_gas) s4 = SM_P(sm_gas_mirrored)(                                          \
        wall_high, s1, SM_P(sm_gas_mirrored)(wall_after, s3, STATE(q4, B4)));                      \
    const SM_REAL el = (SM_REAL)(1 / (SM_GAS_GAMMA - 1)) * (PL);                                   \
    const SM_REAL eh = (SM_REAL)(1 / (SM_GAS_GAMMA - 1)) * (PH);                                   \
    const struct SM_P(sm_gas_side) ll =                                                            \
        SIDE(SM_P(sm_gas_at_face)(s0, s1, s2, theta, (SM_REAL)0.5), RL, PL);                       \
    const struct SM_P(sm_gas_side) lr =                                                            \
        SIDE(SM_P(sm_gas_at_face)(s1, s2, s3, theta, (SM_REAL)-0.5), RL, PL);                      \
    const struct SM_P(sm_gas_side) hl =                                                            \
        SIDE(SM_P(sm_gas_at_face)(s1, s2, s3, theta, (SM_REAL)0.5), RH, PH);                       \
    const struct SM_P(sm_gas_side) hr =                                                            \
        SIDE(SM_P(sm_gas_at_face)(s2, s3, s4, theta, (SM_REAL)-0.5), RH, PH);                      \
    low = FLUX(&ll, &lr, el);                                                                      \
    high = FLUX(&hl, &hr, eh);                                                                     \
    const SM_REAL open_low = wall_low ? (SM_REAL)0 : (SM_REAL)1;                                   \
    const SM_REAL open_high = wall_high ? (SM_REAL)0 : (SM_REAL)1;                                 \
    low.r *= open_low, low.v *= open_low, low.w *= open_low, low.e *= open_low;                    \
    high.r *= open_high, high.v *= open_high, high.w *= open_high, high.e *= open_high;            \
  }

#define SM_GAS_STAGE(NAME, STATE, SIDE, FLUX)                                                      \
  SM_FN void SM_P(sm_cell_##NAME)(const struct sm_gas_stage *s, int i, int j, int k) {             \
    const struct sm_flow_metric *m = &s->m;                                                        \
    const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];                                       \
    const SM_REAL theta = (SM_REAL)s->theta;                                                       \
    const SM_REAL *rho = SM_AT(s->b.rho) + k, *p = SM_AT(s->b.p) + k;                              \
    const SM_REAL rb = rho[0], pb = p[0];                                                          \
    SM_REAL dr, du, dv, dw, de;                                                                    \
    {                                                                                              \
      const SM_REAL per = SM_AT(m->per_width[0])[i];                                               \
      SM_GAS_AXIS(0, STATE, SIDE, FLUX, rb, rb, rb, rb, rb, rb, pb, rb, pb)                        \
      dr = per * (low.r - high.r), de = per * (low.e - high.e);                                    \
      du = per * (low.u - high.u), dv = per * (low.v - high.v), dw = per * (low.w - high.w);       \
    }                                                                                              \
    {                                                                                              \
      const SM_REAL per = SM_AT(m->per_width[1])[j];                                               \
      SM_GAS_AXIS(1, STATE, SIDE, FLUX, rb, rb, rb, rb, rb, rb, pb, rb, pb)                        \
      dr += per * (low.r - high.r), de += per * (low.e - high.e);                                  \
      dv += per * (low.u - high.u), dw += per * (low.v - high.v), du += per * (low.w - high.w);    \
    }                                                                                              \
    {                                                                                              \
      const SM_REAL per = SM_AT(m->per_width[2])[k], half = (SM_REAL)0.5;                          \
      const SM_REAL *rho_low = SM_AT(s->b.rho_low) + k, *p_low = SM_AT(s->b.p_low) + k;            \
      const SM_REAL *gap = SM_AT(m->per_gap[2]) + k;                                               \
      SM_GAS_AXIS(2, STATE, SIDE, FLUX, rho[-2], rho[-1], rho[0], rho[1], rho[2], rho_low[0],      \
                  p_low[0], rho_low[1], p_low[1])                                                  \
      const SM_REAL g = (SM_REAL)s->gravity;                                                       \
      const SM_REAL falls = half * per * (low.r / gap[0] + high.r / gap[1]);                       \
      dr += per * (low.r - high.r);                                                                \
      de += per * (low.e - high.e) - (SM_REAL)s->works * g * falls;                                \
      dw += per * (low.u - high.u) - g * SM_AT(s->q[SM_GAS_MASS])[c];                              \
      du += per * (low.v - high.v), dv += per * (low.w - high.w);                                  \
    }                                                                                              \
    const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);                                       \
    const SM_REAL keep = (SM_REAL)s->keep, take = (SM_REAL)s->take;                                \
    SM_GAS_GIVE(SM_GAS_MASS, dr)                                                                   \
    SM_GAS_GIVE(SM_GAS_U, du)                                                                      \
    SM_GAS_GIVE(SM_GAS_V, dv)                                                                      \
    SM_GAS_GIVE(SM_GAS_W, dw)                                                                      \
    SM_GAS_GIVE(SM_GAS_ENERGY, de)                                                                 \
  }
#define SM_GAS_GIVE(N, CHANGE)                                                                     \
  SM_AT(s->to[N])                                                                                  \
  [c] = SM_P(sm_gas_felt)(keep * SM_AT(s->from[N])[c] + take * SM_AT(s->q[N])[c] + dt * (CHANGE));

/* Of Arkhipov: what is carried is taken to the faces. */
SM_GAS_STAGE(gas_kurganov_carried, SM_P(sm_gas_as_carried), SM_P(sm_gas_side_carried),
             SM_P(sm_gas_kurganov))
SM_GAS_STAGE(gas_kurganov, SM_P(sm_gas_primitive), SM_P(sm_gas_side_of), SM_P(sm_gas_kurganov))
SM_GAS_STAGE(gas_hllc, SM_P(sm_gas_primitive), SM_P(sm_gas_side_of), SM_P(sm_gas_hllc))
SM_GAS_STAGE(gas_slau, SM_P(sm_gas_primitive), SM_P(sm_gas_side_of), SM_P(sm_gas_slau))
#undef SM_GAS_GIVE
#undef SM_GAS_STAGE
#undef SM_GAS_AXIS
#undef SM_GAS_TAKE
#undef SM_GAS_STEP

SM_FN double SM_P(sm_cell_gas_rate)(const struct sm_gas_rate *s, int i, int j, int k) {
  const struct sm_flow_metric *m = &s->m;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2];
  const SM_REAL rho = SM_AT(s->b.rho)[k] + SM_AT(s->q[SM_GAS_MASS])[c], per = 1 / rho;
  const SM_REAL u = per * SM_AT(s->q[SM_GAS_U])[c], v = per * SM_AT(s->q[SM_GAS_V])[c];
  const SM_REAL w = per * SM_AT(s->q[SM_GAS_W])[c];
  const SM_REAL p = SM_AT(s->b.p)[k] +
                    (SM_REAL)(SM_GAS_GAMMA - 1) * (SM_AT(s->q[SM_GAS_ENERGY])[c] -
                                                   (SM_REAL)0.5 * rho * (u * u + v * v + w * w));
  const SM_REAL sound = SM_ROOT((SM_REAL)SM_GAS_GAMMA * p * per), zero = (SM_REAL)0;
  const SM_REAL rx = m->step[0] != 0 ? SM_AT(m->per_width[0])[i] : zero;
  const SM_REAL ry = m->step[1] != 0 ? SM_AT(m->per_width[1])[j] : zero;
  const SM_REAL rz = m->step[2] != 0 ? SM_AT(m->per_width[2])[k] : zero;
  const SM_REAL crossed = (SM_P(sm_gas_size)(u) + sound) * rx +
                          (SM_P(sm_gas_size)(v) + sound) * ry + (SM_P(sm_gas_size)(w) + sound) * rz;
  const SM_REAL nu = (SM_REAL)s->viscosity + SM_AT(s->eddy)[c];
  const SM_REAL diffused = 4 * nu * (rx * rx + ry * ry + rz * rz);
  return rho > zero && p > zero ? (double)(crossed + diffused) : SM_GAS_BROKEN;
}
#endif
