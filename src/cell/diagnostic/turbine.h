/* turbine.h - Gaussian wakes of wind turbines (actuator discs) in the first guess of the wind.
 *
 * A wake is a velocity deficit relative to the wind that arrives; a cell function treats one face.
 * Heights are above the ground of the face's own column, so that wakes follow the terrain.
 * Formulas, sources, choices: docs/theory/turbines.md. Column arrays have the padding of wind.h. */
#ifndef SM_CELL_DIAGNOSTIC_TURBINE_H
#define SM_CELL_DIAGNOSTIC_TURBINE_H

#include "cell/diagnostic/vegetation.h"
#include "cell/elementary.h"

/* Wake width at the end of the core over the rotor diameter: 1 / sqrt(8), for which the Gaussian
 * has the deficit of the actuator disc, 1 - sqrt(1 - C_T). */
#define SM_TURBINE_CORE_WIDTH 0.35355339f

/* Limit of momentum theory: larger thrust coefficients count as this. */
#define SM_TURBINE_MAX_THRUST 0.96f

/* Cutoff of Gaussians in standard deviations. */
#define SM_TURBINE_EDGE 5.0f

/* Wake of a turbine in the wind of one time. Lengths in m. */
struct sm_turbine_zone {
  float x, y;     /* tower position */
  float along[2]; /* unit vector, downwind */
  float hub;      /* hub height above ground */
  float diameter; /* rotor diameter */
  float thrust;   /* C_T, 0 to SM_TURBINE_MAX_THRUST */
  float cosine;   /* cosine of the yaw angle */
  float core;     /* length of the core behind the rotor */
  float growth;   /* growth rate k* of the width behind the core, m per m */
  float skew;     /* deflection angle in the core, to the left looking downwind, rad */
  float bend;     /* deflection scale behind the core, m */
  float step;     /* length over which the wake starts at the rotor, about a cell; positive */
  float strength; /* wind that arrives relative to the wind without turbines */
  float reach;    /* length of the wake behind the rotor; 0: no wake */
};

/* --- one wake --- */

/* 1 - sqrt(1 - c), without cancellation. */
SM_FN float sm_actuator_disc_deficit(float c) { return c / (1.0f + sqrtf(1.0f - c)); }

/* Gaussian profile of a wake at x m behind the rotor. */
struct sm_turbine_width {
  float up;    /* vertical standard deviation, m */
  float ratio; /* lateral over vertical standard deviation */
};

/* Along the core the surrounding mixing layer grows from 0; behind it the wake grows at the rate
 * k*. */
SM_FN struct sm_turbine_width sm_turbine_width_at(const struct sm_turbine_zone *t, float x) {
  const float full = SM_TURBINE_CORE_WIDTH * t->diameter;
  const float grown = x > t->core ? t->growth * (x - t->core) : 0.0f;
  const float mixed = x < t->core ? full * x / t->core : full;
  const struct sm_turbine_width w = {mixed + grown, (full * t->cosine + grown) / (full + grown)};
  return w;
}

/* Radius of the core inside a mixing layer of standard deviation s, m: core and layer together have
 * the momentum deficit of the rotor. c: deficit of the core. */
SM_FN float sm_turbine_core_radius(const struct sm_turbine_zone *t, float c, float s) {
  const float full = SM_TURBINE_CORE_WIDTH * t->diameter;
  const float missing = (2.0f - c) * (full * full - s * s);
  const float half = 0.5f * 1.77245385f * s * (1.41421356f - c); /* sqrt(pi), sqrt(2) */
  const float root = sqrtf(half * half + (1.0f - c) * (missing > 0.0f ? missing : 0.0f));
  return missing > 0.0f ? missing / (half + root) : 0.0f;
}

/* Lateral deflection of the wake centre to the left of the wind, m (Bastankhah and Porte-Agel
 * 2016). */
SM_FN float sm_turbine_deflection(const struct sm_turbine_zone *t, float x,
                                  struct sm_turbine_width w) {
  if (t->skew == 0.0f) return 0.0f;
  const float within = x < t->core ? x : t->core;
  const float spread = w.up / (SM_TURBINE_CORE_WIDTH * t->diameter);
  const float root = sqrtf(t->thrust), m = 1.6f * spread * sqrtf(w.ratio / t->cosine);
  const float part = (1.6f + root) * (m - root) / ((1.6f - root) * (m + root));
  return t->skew * within + (x > t->core ? t->bend * sm_log(part) : 0.0f);
}

/* Deficit relative to the wind that arrives at the rotor, at x m downwind, y m to the left and z m
 * above its centre. A rotor is often in the plane of grid faces: half the wake acts there, whatever
 * the rounding of x. */
SM_FN float sm_turbine_deficit(const struct sm_turbine_zone *t, float x, float y, float z) {
  const float begun = x / t->step + 0.5f, least = 0.5f * t->step;
  if (!(begun > 0.0f && x < t->reach)) return 0.0f;
  x = x > least ? x : least;
  const struct sm_turbine_width w = sm_turbine_width_at(t, x);
  const float across = (y - sm_turbine_deflection(t, x, w)) / w.ratio;
  const float r = sqrtf(across * across + z * z), d = t->diameter;
  const float full = sm_actuator_disc_deficit(t->thrust); /* deficit of the core */
  const float inner = x < t->core ? sm_turbine_core_radius(t, full, w.up) : 0.0f;
  const float out = r > inner ? (r - inner) / w.up : 0.0f;
  if (!(out < SM_TURBINE_EDGE)) return 0.0f;
  const float taken = 0.125f * t->thrust * t->cosine * d * d / (w.up * w.up * w.ratio);
  const float middle = x < t->core || taken > t->thrust ? full : sm_actuator_disc_deficit(taken);
  return (begun < 1.0f ? begun : 1.0f) * middle * sm_exp(-0.5f * out * out);
}

/* --- all of them --- */

enum { SM_TURBINE_TILE = 8 }; /* columns of a tile along x and y */

/* Turbines whose wakes may affect a tile of columns: turbine[start[tile]] to turbine[start[tile +
 * 1] - 1], in the order of the zones. */
struct sm_turbine_tiles {
  ptrdiff_t column_sy;
  const float *ground; /* ground height, m above the grid's bottom */
  const struct sm_turbine_zone *zone;
  const uint32_t *start, *turbine;
  int tiles_x, tiles_y;
};

SM_FN int sm_turbine_tile(const struct sm_turbine_tiles *s, int i, int j) {
  const int a = i / SM_TURBINE_TILE, b = j / SM_TURBINE_TILE;
  return (a < s->tiles_x ? a : s->tiles_x - 1) + (b < s->tiles_y ? b : s->tiles_y - 1) * s->tiles_x;
}

/* Remaining fraction of the wind: deficits are superposed linearly, each relative to the wind at
 * its own rotor (Niayifar and Porte-Agel 2016). z above ground. */
SM_FN float sm_turbines_factor(const struct sm_turbine_tiles *s, int tile, float x, float y,
                               float z) {
  float sum = 0.0f;
  for (uint32_t q = s->start[tile]; q < s->start[tile + 1]; q++) {
    const struct sm_turbine_zone *t = &s->zone[s->turbine[q]];
    const float dx = x - t->x, dy = y - t->y;
    sum += t->strength * sm_turbine_deficit(t, dx * t->along[0] + dy * t->along[1],
                                            dy * t->along[0] - dx * t->along[1], z - t->hub);
  }
  return sum < 1.0f ? 1.0f - sum : 0.0f;
}

/* Applies the wakes to component `axis`. Positions are those of its faces, m. */
struct sm_turbine_wake {
  struct sm_turbine_tiles tiles;
  ptrdiff_t sy, sz; /* strides of the wind */
  union sm_reals u; /* m/s, multiplied in place */
  int axis;
  const float *x, *y, *z;
};

/* Marks the cells in turbine wakes with SM_ZONE_TURBINE_WAKE, unless they are marked already. */
struct sm_turbine_flags {
  struct sm_turbine_tiles tiles;
  ptrdiff_t sy, sz; /* strides of the flags */
  uint8_t *flag;
  const float *x, *y, *z; /* m, centres */
};

SM_FN void sm_cell_turbine_flags(const struct sm_turbine_flags *s, int i, int j, int k) {
  const struct sm_turbine_tiles *t = &s->tiles;
  const float z = s->z[k] - t->ground[(i + 1) + (j + 1) * t->column_sy];
  const float factor = sm_turbines_factor(t, sm_turbine_tile(t, i, j), s->x[i], s->y[j], z);
  uint8_t *flag = s->flag + (i + j * s->sy + k * s->sz);
  *flag =
      *flag == SM_ZONE_NONE && z >= 0.0f && factor <= 0.99f ? (uint8_t)SM_ZONE_TURBINE_WAKE : *flag;
}

#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_turbine_wake)(const struct sm_turbine_wake *s, int i, int j, int k) {
  const struct sm_turbine_tiles *t = &s->tiles;
  const int tile = sm_turbine_tile(t, i, j);
  if (t->start[tile] == t->start[tile + 1]) return;
  const ptrdiff_t column = (i + 1) + (j + 1) * t->column_sy;
  const ptrdiff_t back = s->axis == 0 ? 1 : s->axis == 1 ? t->column_sy : 0;
  const float z = s->z[k] - 0.5f * (t->ground[column] + t->ground[column - back]);
  const float factor = sm_turbines_factor(t, tile, s->x[i], s->y[j], z);
  SM_AT(s->u)[i + j * s->sy + k * s->sz] *= (SM_REAL)factor;
}
#endif
