/* cell/particles/dense_layer.h - shallow layer of a dense gas under the particles of its release:
 * slumping, entrainment, ground drag, slopes and buildings (docs/theory/source-terms.md).
 *
 * Depth-averaged equations on the columns of the domain (Hankin and Britter 1999): mass of gas and
 * of air, heat, momentum. Faces have the fluxes of Harten, Lax and van Leer (1983) with a
 * hydrostatic reconstruction of the bed (Audusse et al. 2004), which is terrain and roofs: walls
 * block the layer until it is deeper. Particles carry the mass of the outputs; where the layer is
 * dense they move with it and keep their place in its profile. */
#ifndef SM_CELL_PARTICLES_DENSE_LAYER_H
#define SM_CELL_PARTICLES_DENSE_LAYER_H

#include "cell/particles/gas_mixture.h"

#define SM_LAYER_GRAVITY 9.80665
#define SM_LAYER_KARMAN 0.4
#define SM_LAYER_FRONT 0.756       /* drag of a front: Froude number 1.15 */
#define SM_LAYER_DILUTE 1e-4       /* mass fraction of gas below which nothing is entrained */
#define SM_LAYER_THIN 1e-4         /* m: thinner layers move with the wind */
#define SM_LAYER_PROFILE 0.797885f /* sqrt(2 / pi): deviation of the profile over the depth */
#define SM_LAYER_CALM 0.01         /* m/s: least friction velocity */
#define SM_LAYER_PASSIVE 8.9       /* g' h / u*^2 at which stratification halves entrainment */

/* Per unit area of a column: kg/m2; J/m2 above gas and air at the temperature of the air;
 * kg/(m s). */
struct sm_layer_column {
  double gas, air, heat, momentum[2];
  double depth; /* m, at the last step of particles: their heights are relative to it */
};

/* What follows from it and from the wind. */
struct sm_layer_state {
  double depth, excess;    /* m; mass above that of air of the same volume, kg/m2 */
  double mass, celerity;   /* kg/m2; of gravity waves, m/s */
  double u[2], wind[2];    /* m/s: layer; wind, mean over the depth */
  double top[2];           /* m/s: wind at its top */
  double entrains, warmed; /* m/s through the top; W/m2 from the ground */
  double friction, drag;   /* friction velocity, m/s; drag coefficient of the ground */
  int dense;               /* 1: particles move with the layer */
};

struct sm_dense_layer {
  struct sm_particle_advance advance;
  int sampling; /* enum sm_wind_sampling */
  int turbulent;
  const float *bed;      /* m, terrain and roofs */
  const float *rough;    /* m */
  const int *bottom;     /* lowest fluid cell; -1: none */
  const float *width[2]; /* m, of columns */
  const struct sm_layer_column *from;
  struct sm_layer_column *to;
  struct sm_layer_state *state;
  double *speed;         /* 1/s, of waves through a column */
  int64_t *released;     /* quanta of gas, in the step */
  const uint8_t *source; /* by source: 1, a dense gas */
  double quantum;        /* kg */
  double released_heat;  /* J/kg */
  struct sm_gas_mixture gas;
  double per_obukhov;    /* 1/m */
  double step, fraction; /* s; of the step of particles */
  int first;             /* 1: of the steps in one of particles */
};

SM_FN int64_t sm_layer_index(const struct sm_dense_layer *s, int i, int j) {
  return i + (int64_t)j * s->advance.air.grid_f32.n[0];
}

/* --- wind --- */

/* Height of a cell's centre above the floor of its column, m. */
SM_FN float sm_layer_centre(const struct sm_dense_layer *s, int bottom, int k) {
  const float *face = s->advance.face_f32[2];
  return 0.5f * (SM_READ(face, k) + SM_READ(face, k + 1)) - SM_READ(face, bottom);
}

SM_FN void sm_layer_cell_wind(const struct sm_dense_layer *s, int i, int j, int k, float wind[3]) {
  const struct sm_grid_position_f32 at = {{i, j, k}, {0x80000000u, 0x80000000u, 0x80000000u}};
  if (s->sampling == SM_SAMPLE_FACES)
    sm_wind_at_f32(&s->advance, SM_SAMPLE_FACES, &at, wind);
  else
    sm_wind_at_f32(&s->advance, SM_SAMPLE_TRILINEAR, &at, wind);
}

/* Wind at a height above the floor of a column: logarithmic below the lowest centre. */
SM_FN void sm_layer_wind(const struct sm_dense_layer *s, int i, int j, float height,
                         double wind[2]) {
  const int64_t c = sm_layer_index(s, i, j);
  const int bottom = SM_READ(s->bottom, c), last = s->advance.air.grid_f32.n[2] - 1;
  const float rough = SM_READ(s->rough, c), lowest = sm_layer_centre(s, bottom, bottom);
  float low[3], high[3];
  int k = bottom;
  while (k < last && sm_layer_centre(s, bottom, k + 1) < height) k++;
  sm_layer_cell_wind(s, i, j, k, low);
  if (height < lowest || k == last) {
    const float part = height < lowest ? sm_log_law_f32(height, lowest, rough) : 1.0f;
    for (int d = 0; d < 2; d++) wind[d] = (double)(part * low[d]);
    return;
  }
  sm_layer_cell_wind(s, i, j, k + 1, high);
  const float from = sm_layer_centre(s, bottom, k);
  const float part = (height - from) / (sm_layer_centre(s, bottom, k + 1) - from);
  for (int d = 0; d < 2; d++) wind[d] = (double)(low[d] + part * (high[d] - low[d]));
}

/* Friction velocity of the wind over a column, m/s. */
SM_FN double sm_layer_friction(const struct sm_dense_layer *s, int i, int j) {
  const int64_t c = sm_layer_index(s, i, j);
  const int bottom = SM_READ(s->bottom, c);
  const float rough = SM_READ(s->rough, c), lowest = sm_layer_centre(s, bottom, bottom);
  const float ratio = lowest > 3.0f * rough ? lowest / rough : 3.0f;
  float wind[3];
  sm_layer_cell_wind(s, i, j, bottom, wind);
  const float speed = sqrtf(wind[0] * wind[0] + wind[1] * wind[1]);
  const double u = SM_LAYER_KARMAN * (double)(speed / sm_log(ratio));
  return u > SM_LAYER_CALM ? u : SM_LAYER_CALM;
}

/* --- state --- */

/* Heat from the ground and entrainment through the top. */
SM_FN void sm_layer_exchange(const struct sm_dense_layer *s, struct sm_gas_mixed mixed,
                             double far_wind, struct sm_layer_state *e) {
  const double sheared = sqrt(e->drag * (e->u[0] * e->u[0] + e->u[1] * e->u[1]));
  const double u = e->friction > sheared ? e->friction : sheared;
  e->warmed = sm_gas_warming(&s->gas, mixed, u, far_wind);
  e->entrains = sm_gas_entrainment(u, sm_gas_convection(mixed, e->depth, e->warmed),
                                   SM_LAYER_GRAVITY * e->excess / s->gas.air_density,
                                   e->depth * s->per_obukhov);
}

/* No gas. */
SM_FN struct sm_layer_state sm_layer_none(void) {
  const struct sm_layer_state none = {0.0,        0.0, 0.0, 0.0, {0.0, 0.0}, {0.0, 0.0},
                                      {0.0, 0.0}, 0.0, 0.0, 0.0, 0.0,        0};
  return none;
}

/* State of a column. Box: columns. */
SM_FN void sm_cell_dense_state(const struct sm_dense_layer *s, int i, int j, int k) {
  const int64_t c = sm_layer_index(s, i, j);
  const struct sm_layer_column own = s->from[c];
  struct sm_layer_state e = sm_layer_none();
  double far[2];
  (void)k;
  e.mass = own.gas + own.air;
  if (e.mass > 1e-9 && SM_READ(s->bottom, c) >= 0) {
    const struct sm_gas_mixed mixed = sm_gas_mix(&s->gas, own.gas, own.air, own.heat);
    const double rough = (double)SM_READ(s->rough, c);
    e.depth = e.mass / mixed.density;
    const double excess = e.mass - s->gas.air_density * e.depth;
    e.excess = excess > 0.0 ? excess : 0.0;
    e.celerity = sqrt(SM_LAYER_GRAVITY * e.excess / e.mass * e.depth);
    sm_layer_wind(s, i, j, (float)(e.depth * 0.36787944), e.wind); /* depth / e: a mean log law */
    sm_layer_wind(s, i, j, (float)e.depth, e.top);
    sm_layer_wind(s, i, j, 10.0f, far);
    e.friction = sm_layer_friction(s, i, j);
    const double ratio = e.depth > 20.0 * rough ? e.depth / rough : 20.0;
    const double part = SM_LAYER_KARMAN / ((double)sm_log((float)ratio) - 1.0);
    e.drag = part * part;
    for (int d = 0; d < 2; d++)
      e.u[d] = e.depth > SM_LAYER_THIN ? own.momentum[d] / e.mass : e.wind[d];
    sm_layer_exchange(s, mixed, sqrt(far[0] * far[0] + far[1] * far[1]), &e);
    if (own.gas < SM_LAYER_DILUTE * e.mass) e.entrains = 0.0;
    e.dense = e.depth > SM_LAYER_THIN && SM_LAYER_GRAVITY * e.excess > SM_LAYER_PASSIVE *
                                                                           s->gas.air_density *
                                                                           e.friction * e.friction;
  }
  s->state[c] = e;
  s->speed[c] = (fabs(e.u[0]) + 2.0 * e.celerity) / (double)SM_READ(s->width[0], i) +
                (fabs(e.u[1]) + 2.0 * e.celerity) / (double)SM_READ(s->width[1], j);
}

/* Largest number of columns that waves cross, 1/s. */
SM_FN double sm_cell_dense_speed(const struct sm_dense_layer *s, int i, int j, int k) {
  (void)k;
  return s->speed[sm_layer_index(s, i, j)];
}

/* --- fluxes --- */

/* Flux through a face from its low to its high side: mass, kg/(m s), and momentum along and across
 * the normal, that along it for either side. */
struct sm_layer_flux {
  double mass, low, high, across;
};

/* One side of a face: layer above the higher bed of both. */
struct sm_layer_side {
  double mass, pressure, celerity, u, lost; /* lost: pressure on the step of the bed */
};
SM_FN struct sm_layer_side sm_layer_side_of(const struct sm_layer_state *e, int d, double step) {
  struct sm_layer_side side = {0.0, 0.0, 0.0, e->u[d], 0.0};
  const double above = e->depth - step, part = e->depth > 0.0 ? above / e->depth : 0.0;
  const double all = 0.5 * SM_LAYER_GRAVITY * e->excess * e->depth;
  if (above > 0.0) {
    side.mass = e->mass * part;
    side.pressure = all * part * part;
    side.celerity = e->celerity * sqrt(part);
  }
  side.lost = all - side.pressure;
  return side;
}

SM_FN struct sm_layer_flux sm_layer_flux_of(const struct sm_layer_state *low,
                                            const struct sm_layer_state *high, double low_bed,
                                            double high_bed, int d) {
  const double bed = low_bed > high_bed ? low_bed : high_bed;
  const struct sm_layer_side l = sm_layer_side_of(low, d, bed - low_bed);
  const struct sm_layer_side r = sm_layer_side_of(high, d, bed - high_bed);
  struct sm_layer_flux f = {0.0, l.lost, r.lost, 0.0};
  if (l.mass <= 0.0 && r.mass <= 0.0) return f;
  const double lu = l.mass > 0.0 ? l.u : r.u - 2.0 * r.celerity; /* into what is dry */
  const double ru = r.mass > 0.0 ? r.u : l.u + 2.0 * l.celerity;
  const double a = lu - l.celerity < ru - r.celerity ? lu - l.celerity : ru - r.celerity;
  const double b = lu + l.celerity > ru + r.celerity ? lu + l.celerity : ru + r.celerity;
  const double least = a < 0.0 ? a : 0.0, most = b > 0.0 ? b : 0.0;
  if (!(most - least > 1e-12)) return f;
  const double per = 1.0 / (most - least), both = least * most;
  const double ml = l.mass * lu, mr = r.mass * ru;
  f.mass = per * (most * ml - least * mr + both * (r.mass - l.mass));
  const double along =
      per * (most * (ml * lu + l.pressure) - least * (mr * ru + r.pressure) + both * (mr - ml));
  f.low = along + l.lost;
  f.high = along + r.lost;
  f.across = f.mass * (f.mass > 0.0 ? low->u[1 - d] : high->u[1 - d]);
  return f;
}

/* Adds the flux through a face to the change of a column, in one direction: side 0, its low face,
 * 1, its high one. A layer flows out of the domain. */
SM_FN void sm_layer_face(const struct sm_dense_layer *s, int i, int j, int d, int side,
                         struct sm_layer_column *change) {
  const int *n = s->advance.air.grid_f32.n;
  const int ni = i + (d == 0 ? 2 * side - 1 : 0), nj = j + (d == 1 ? 2 * side - 1 : 0);
  const int inside = ni >= 0 && nj >= 0 && ni < n[0] && nj < n[1];
  const int64_t c = sm_layer_index(s, i, j), o = inside ? sm_layer_index(s, ni, nj) : c;
  const struct sm_layer_state none = sm_layer_none();
  const struct sm_layer_state own = s->state[c], other = inside ? s->state[o] : none;
  const double bed = (double)SM_READ(s->bed, c), far = (double)SM_READ(s->bed, o);
  const struct sm_layer_flux f = side == 1 ? sm_layer_flux_of(&own, &other, bed, far, d)
                                           : sm_layer_flux_of(&other, &own, far, bed, d);
  const double per = (side == 1 ? -1.0 : 1.0) /
                     (double)(d == 0 ? SM_READ(s->width[0], i) : SM_READ(s->width[1], j));
  const int64_t from = (f.mass > 0.0) == (side == 1) ? c : o;
  const struct sm_layer_column donor = s->from[from];
  const double mass = donor.gas + donor.air, part = mass > 0.0 ? per * f.mass / mass : 0.0;
  change->gas += part * donor.gas;
  change->air += part * donor.air;
  change->heat += part * donor.heat;
  change->momentum[d] += per * (side == 1 ? f.low : f.high);
  change->momentum[1 - d] += per * f.across;
}

/* --- a step --- */

/* Depth of a neighbour for the slope of the top; that of the column itself where a wall is higher
 * than the layer. */
SM_FN double sm_layer_depth_at(const struct sm_dense_layer *s, int64_t own, int i, int j) {
  const int *n = s->advance.air.grid_f32.n;
  if (i < 0 || j < 0 || i >= n[0] || j >= n[1]) return s->state[own].depth;
  const int64_t c = sm_layer_index(s, i, j);
  const double wall = (double)SM_READ(s->bed, c) - (double)SM_READ(s->bed, own);
  return wall > s->state[own].depth ? s->state[own].depth : s->state[c].depth;
}

/* Speed of a front against the air times the slope of the top, m/s: 0 where the layer recedes. */
SM_FN double sm_layer_front(const struct sm_dense_layer *s, int i, int j) {
  const int64_t c = sm_layer_index(s, i, j);
  const struct sm_layer_state *e = &s->state[c];
  const double x = 0.5 * (sm_layer_depth_at(s, c, i + 1, j) - sm_layer_depth_at(s, c, i - 1, j)) /
                   (double)SM_READ(s->width[0], i);
  const double y = 0.5 * (sm_layer_depth_at(s, c, i, j + 1) - sm_layer_depth_at(s, c, i, j - 1)) /
                   (double)SM_READ(s->width[1], j);
  const double speed = (e->wind[0] - e->u[0]) * x + (e->wind[1] - e->u[1]) * y;
  return speed > 0.0 ? speed : 0.0;
}

/* Step of a column. Air that is entrained brings the excess of the wind at the top; it does not
 * slow the slumping down, as in box models. Drag of ground and front are implicit. Box: columns. */
SM_FN void sm_cell_dense_flow(const struct sm_dense_layer *s, int i, int j, int k) {
  const int64_t c = sm_layer_index(s, i, j);
  const struct sm_layer_state *e = &s->state[c];
  const double h = s->step, ambient = s->gas.air_density;
  struct sm_layer_column own = s->from[c], change = {0.0, 0.0, 0.0, {0.0, 0.0}, 0.0};
  (void)k;
  for (int d = 0; d < 2; d++)
    for (int side = 0; side < 2; side++) sm_layer_face(s, i, j, d, side, &change);
  const double front = sm_layer_front(s, i, j);
  const double taken = h * ambient * e->entrains;
  const double area = (double)SM_READ(s->width[0], i) * (double)SM_READ(s->width[1], j);
  const double added = s->fraction * (double)s->released[c] * s->quantum / area;
  own.gas += h * change.gas + added;
  own.air += h * change.air + taken;
  own.heat += h * (change.heat + e->warmed) + added * s->released_heat;
  if (own.air < 0.0) own.air = 0.0;
  const double speed = sqrt(e->u[0] * e->u[0] + e->u[1] * e->u[1]);
  const double depth = e->depth > SM_LAYER_THIN ? e->depth : SM_LAYER_THIN;
  const double drag = h * e->drag * speed / depth, mass = own.gas + own.air;
  const double held = e->mass > 0.0 ? h * 0.5 * SM_LAYER_FRONT * front * ambient / e->mass : 0.0;
  for (int d = 0; d < 2; d++)
    own.momentum[d] = (own.momentum[d] + h * change.momentum[d] +
                       taken * (e->u[d] + e->top[d] - e->wind[d]) + held * mass * e->wind[d]) /
                      (1.0 + drag + held);
  if (s->first) own.depth = e->depth;
  s->to[c] = own;
}

#endif
