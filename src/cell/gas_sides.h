/* gas_sides.h - cells of the compressible solver: what lies beyond the sides, and the wind on the
 * faces, which all that looks at a flow is about. */
#ifndef SM_CELL_GAS_SIDES_H
#define SM_CELL_GAS_SIDES_H

#include "cell/gas_stage.h"

/* What lies beyond a side, of two layers of cells. */
enum sm_gas_beyond {
  SM_GAS_MIRROR, /* a wall, or nothing goes through */
  SM_GAS_JOINED, /* the other end */
  SM_GAS_INFLOW, /* the wind is given; of the temperature of the background */
  SM_GAS_OUTFLOW /* as inside, with a little less of the excess of the pressure */
};
struct sm_gas_side_rule {
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS]; /* at the cell of the side, p = q = 0 */
  ptrdiff_t step_p, step_q, out;   /* out: to the cell beyond */
  ptrdiff_t other;                 /* from a cell beyond to that which it is, of SM_GAS_JOINED */
  enum sm_gas_beyond kind;
  int axis, high;
  int layer, layer_q;     /* the layer of cells is layer + layer_q q */
  union sm_reals wind[3]; /* m/s, of inflow: on the staggered grid, along the side twice as fast */
  ptrdiff_t wind_step[3][2]; /* to the other one of two faces of a cell, along p and q */
  ptrdiff_t plane_q;
  double released;       /* of the excess, in every layer beyond an outflow */
  int adiabatic;         /* of inflow: 0: density and pressure as inside */
  union sm_reals denser; /* kg/m3 than the background, of inflow at its pressure; NULL: 0 */
};

/* The wind on the faces, of what is carried at the centres. */
struct sm_gas_wind {
  struct sm_flow_metric m;
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS];
  union sm_reals u; /* the result, m/s, of component `axis` */
  const int32_t *walls;
  int axis;
};

/* What is written: the excess of the pressure, Pa, and the temperature, K; 0 in solids. */
struct sm_gas_seen {
  ptrdiff_t step[3];
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS], excess, temperature;
  const int32_t *walls;
};

/* How warm the air is, were it brought to the bottom of the grid: temperature + g z / c_p, K above
 * that of the background there; which rises with height as the potential temperature does. */
struct sm_gas_warm {
  ptrdiff_t step[3];
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS];
  union sm_reals rest; /* K, of layer k: the same of the background */
  union sm_reals warm; /* the result */
};

/* Of a mean over all air, with weights: density (kg/m3), momentum (kg/(m2 s)), energy with that of
 * the height above the bottom of the grid (J/m3), half the square of the wind (m2/s2). */
enum sm_gas_whole { SM_WHOLE_MOVES = SM_GAS_FIELDS, SM_GAS_WHOLES };
struct sm_gas_total {
  struct sm_flow_metric m;
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS];
  const int32_t *walls;
  double weight[SM_GAS_WHOLES]; /* as SM_GAS_MASS ..., and SM_WHOLE_MOVES */
  double gravity;               /* m/s2 */
  double per_volume;            /* 1/m3, of all air */
};

/* Arkhipov's walls: the wind in solids is 0, what it had of energy is lost. */
struct sm_gas_still {
  ptrdiff_t step[3];
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS];
  const int32_t *walls;
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_gas_side)(const struct sm_gas_side_rule *s, int p, int q, int k) {
  const ptrdiff_t c = p * s->step_p + q * s->step_q, to = c + s->out;
  const SM_REAL zero = (SM_REAL)0, half = (SM_REAL)0.5;
  if (s->kind == SM_GAS_MIRROR) {
    for (int n = 0; n < SM_GAS_FIELDS; n++)
      for (int m = 0; m < 2; m++) {
        const SM_REAL inside = SM_AT(s->q[n])[c - m * s->out];
        SM_AT(s->q[n])[to + m * s->out] = n == SM_GAS_U + s->axis ? -inside : inside;
      }
    return;
  }
  if (s->kind == SM_GAS_JOINED) {
    for (int n = 0; n < SM_GAS_FIELDS; n++)
      for (int m = 0; m < 2; m++) {
        const ptrdiff_t at = to + m * s->out;
        SM_AT(s->q[n])[at] = SM_AT(s->q[n])[at + s->other];
      }
    return;
  }
  const ptrdiff_t layer = s->layer + s->layer_q * q;
  const SM_REAL rho_b = SM_AT(s->b.rho)[layer], p_b = SM_AT(s->b.p)[layer];
  SM_REAL r = SM_AT(s->q[SM_GAS_MASS])[c], u[3], squares = zero;
  const SM_REAL per = 1 / (rho_b + r);
  for (int d = 0; d < 3; d++) {
    u[d] = per * SM_AT(s->q[SM_GAS_U + d])[c];
    squares += u[d] * u[d];
  }
  SM_REAL excess =
      (SM_REAL)(SM_GAS_GAMMA - 1) * (SM_AT(s->q[SM_GAS_ENERGY])[c] - half * (rho_b + r) * squares);
  if (s->kind == SM_GAS_INFLOW) {
    const SM_REAL *denser = SM_AT(s->denser), more = denser ? denser[p + q * s->plane_q] : zero;
    if (s->adiabatic) r = more + (rho_b + more) * excess / ((SM_REAL)SM_GAS_GAMMA * p_b);
    for (int d = 0; d < 3; d++) {
      const SM_REAL *w = SM_AT(s->wind[d]);
      const ptrdiff_t at = p + q * s->plane_q, next = s->wind_step[d][0] + s->wind_step[d][1];
      u[d] = !w ? zero : d == s->axis ? w[at] : (SM_REAL)0.25 * (w[at] + w[at + next]);
    }
  } else {
    /* Nothing comes back, but for what sound that leaves draws in behind it. */
    const SM_REAL out = s->high ? u[s->axis] : -u[s->axis];
    const SM_REAL sound = SM_ROOT((SM_REAL)SM_GAS_GAMMA * (p_b + excess) * per);
    const SM_REAL drawn = excess < zero ? excess * per / sound : zero;
    const SM_REAL through = SM_P(sm_gas_most)(out, drawn);
    u[s->axis] = s->high ? through : -through;
  }
  squares = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  for (int m = 0; m < 2; m++) {
    const ptrdiff_t at = to + m * s->out;
    if (s->kind == SM_GAS_OUTFLOW) excess *= (SM_REAL)(1 - s->released);
    SM_AT(s->q[SM_GAS_MASS])[at] = r;
    for (int d = 0; d < 3; d++) SM_AT(s->q[SM_GAS_U + d])[at] = (rho_b + r) * u[d];
    SM_AT(s->q[SM_GAS_ENERGY])
    [at] = (SM_REAL)(1 / (SM_GAS_GAMMA - 1)) * excess + half * (rho_b + r) * squares;
  }
  (void)k;
}

SM_FN void SM_P(sm_cell_gas_wind)(const struct sm_gas_wind *s, int i, int j, int k) {
  const ptrdiff_t *step = s->m.step, c = i + j * step[1] + k * step[2];
  const ptrdiff_t back = s->axis == 0 ? 1 : step[s->axis];
  const int down = s->axis == 2 && back != 0 ? 1 : 0;
  const SM_REAL *rho = SM_AT(s->b.rho), *r = SM_AT(s->q[SM_GAS_MASS]) + c;
  const SM_REAL *m = SM_AT(s->q[SM_GAS_U + s->axis]) + c;
  const SM_REAL lo = SM_AT(s->m.below[s->axis])[s->axis == 0 ? i : s->axis == 1 ? j : k];
  const SM_REAL here = m[0] / (rho[k] + r[0]), before = m[-back] / (rho[k - down] + r[-back]);
  const int wall = s->walls[c] & SM_GAS_WALL_LOW(s->axis);
  SM_AT(s->u)[c] = wall ? (SM_REAL)0 : lo * before + (1 - lo) * here;
}

SM_FN void SM_P(sm_cell_gas_seen)(const struct sm_gas_seen *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  const SM_REAL r = SM_AT(s->q[SM_GAS_MASS])[c], rho = SM_AT(s->b.rho)[k] + r, per = 1 / rho;
  const SM_REAL u = SM_AT(s->q[SM_GAS_U])[c], v = SM_AT(s->q[SM_GAS_V])[c];
  const SM_REAL w = SM_AT(s->q[SM_GAS_W])[c], zero = (SM_REAL)0;
  const SM_REAL moves = (SM_REAL)0.5 * per * (u * u + v * v + w * w);
  const SM_REAL excess = (SM_REAL)(SM_GAS_GAMMA - 1) * (SM_AT(s->q[SM_GAS_ENERGY])[c] - moves);
  const SM_REAL p = SM_AT(s->b.p)[k] + excess;
  const int solid = s->walls[c] & SM_GAS_SOLID;
  SM_AT(s->excess)[c] = solid ? zero : excess;
  SM_AT(s->temperature)[c] = solid ? zero : (SM_REAL)(1 / SM_AIR_CONSTANT) * per * p;
}

SM_FN void SM_P(sm_cell_gas_warm)(const struct sm_gas_warm *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  const SM_REAL r = SM_AT(s->q[SM_GAS_MASS])[c], per = 1 / (SM_AT(s->b.rho)[k] + r);
  const SM_REAL u = SM_AT(s->q[SM_GAS_U])[c], v = SM_AT(s->q[SM_GAS_V])[c];
  const SM_REAL w = SM_AT(s->q[SM_GAS_W])[c];
  const SM_REAL moves = (SM_REAL)0.5 * per * (u * u + v * v + w * w);
  const SM_REAL excess = (SM_REAL)(SM_GAS_GAMMA - 1) * (SM_AT(s->q[SM_GAS_ENERGY])[c] - moves);
  SM_AT(s->warm)[c] = SM_AT(s->rest)[k] + SM_P(sm_gas_warmth)(per, excess, r, SM_AT(s->b.rt)[k]);
}

SM_FN double SM_P(sm_cell_gas_total)(const struct sm_gas_total *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const double *weight = s->weight, rho_b = (double)SM_AT(s->b.rho)[k];
  const double rho = rho_b + (double)SM_AT(s->q[SM_GAS_MASS])[c];
  const double u = (double)SM_AT(s->q[SM_GAS_U])[c], v = (double)SM_AT(s->q[SM_GAS_V])[c];
  const double w = (double)SM_AT(s->q[SM_GAS_W])[c];
  const double e = (double)SM_AT(s->q[SM_GAS_ENERGY])[c] +
                   (double)SM_AT(s->b.p)[k] / (SM_GAS_GAMMA - 1) +
                   s->gravity * (double)SM_AT(s->b.z)[k] * rho;
  const double moves = 0.5 * (u * u + v * v + w * w) / (rho * rho);
  const double sum = weight[SM_GAS_MASS] * rho + weight[SM_GAS_U] * u + weight[SM_GAS_V] * v +
                     weight[SM_GAS_W] * w + weight[SM_GAS_ENERGY] * e +
                     weight[SM_WHOLE_MOVES] * moves;
  const double volume =
      1.0 / ((double)SM_AT(s->m.per_width[0])[i] * (double)SM_AT(s->m.per_width[1])[j] *
             (double)SM_AT(s->m.per_width[2])[k]);
  return s->walls[c] & SM_GAS_SOLID ? 0.0 : s->per_volume * volume * sum;
}

SM_FN void SM_P(sm_cell_gas_still)(const struct sm_gas_still *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2];
  if (!(s->walls[c] & SM_GAS_SOLID)) return;
  const SM_REAL u = SM_AT(s->q[SM_GAS_U])[c], v = SM_AT(s->q[SM_GAS_V])[c];
  const SM_REAL w = SM_AT(s->q[SM_GAS_W])[c];
  const SM_REAL rho = SM_AT(s->b.rho)[k] + SM_AT(s->q[SM_GAS_MASS])[c];
  SM_AT(s->q[SM_GAS_ENERGY])[c] -= (SM_REAL)0.5 * (u * u + v * v + w * w) / rho;
  for (int d = 0; d < 3; d++) SM_AT(s->q[SM_GAS_U + d])[c] = (SM_REAL)0;
}
#endif
