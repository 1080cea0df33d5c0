/* cell/urban/wake_mixing.h - nonlocal mixing in the wake of a building.
 *
 * Behind a building the wind is sheared at the edges of the wake, and eddies of the size of the
 * building carry the turbulence of those edges to its centre, where the mean wind has no shear
 * (Williams et al. 2004, Singh 2005). Applied after `mixing`, before `stress`; theory:
 * docs/theory/turbulence.md. The strain is that of turbulence.h, which is included before. */
#ifndef SM_CELL_URBAN_WAKE_MIXING_H
#define SM_CELL_URBAN_WAKE_MIXING_H

#include "cell/diagnostic/turbulence.h"

/* Scales of a wake relative to the building: height of eddies, length of the far wake. */
#define SM_WAKE_HEIGHT 0.75
#define SM_WAKE_FAR 3.0

/* A building in the frame of its wind: x downwind from its centroid, y to the left, z up from the
 * ground at the building. Lengths in m. */
struct sm_building_wake {
  float x, y;      /* centroid, from the south-west corner of the grid */
  float along[2];  /* unit vector, downwind */
  float lee;       /* x of its lee face, > 0 */
  float low, high; /* extent in y */
  float width;     /* effective: area / extent along the wind */
  float ground;    /* above the bottom of the grid */
  float height;    /* of the roof above that ground */
  float cavity;    /* length of the lee cavity behind the lee face */
  float reach;     /* end of the wake behind the lee face; INFINITY: no obstacle */
  float side, top; /* friction velocities of eddies from the sides, u*_h, and from the roof, u*_v,
                      m/s */
};

/* Viscosity, energy, dissipation and length in a wake, where they exceed the current values. Box:
 * cells of the grid. */
struct sm_wake_mixing {
  struct sm_shear_input wind;
  const float *centre[3]; /* m from the lower corner of the grid */
  struct sm_building_wake wake;
  float fastest; /* largest eddy velocity, m/s; INFINITY: no limit */
  union sm_reals viscosity, energy, dissipation, length;
};
#endif

#ifdef SM_REAL
/* Velocity and length scale of a wake's eddies; 0 outside the wake. */
struct SM_P(sm_wake_eddy) {
  SM_REAL speed, length; /* m/s, m */
};

/* The cavity is a quarter ellipsoid behind the lee face, the far wake is three times as long. In
 * the far wake eddies come from the sides; in the cavity from the sides or the roof, whichever has
 * more shear. */
SM_FN struct SM_P(sm_wake_eddy)
    SM_P(sm_wake_eddy_at)(const struct sm_building_wake *w, SM_REAL x, SM_REAL y, SM_REAL z) {
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1, half = (SM_REAL)0.5;
  const SM_REAL dx = x - (SM_REAL)w->x, dy = y - (SM_REAL)w->y, up = z - (SM_REAL)w->ground;
  const SM_REAL cx = (SM_REAL)w->along[0], cy = (SM_REAL)w->along[1];
  const SM_REAL behind = dx * cx + dy * cy - (SM_REAL)w->lee;
  const SM_REAL middle = half * ((SM_REAL)w->low + (SM_REAL)w->high);
  const SM_REAL wide = half * ((SM_REAL)w->high - (SM_REAL)w->low);
  const SM_REAL a = (dy * cx - dx * cy - middle) / wide, b = up / (SM_REAL)w->height;
  const SM_REAL sides = one - a * a, roof = one - b * b;
  const SM_REAL shape = sides > zero && roof > zero ? sides * roof : zero;
  const SM_REAL cavity = (SM_REAL)w->cavity * SM_ROOT(shape);
  const SM_REAL limit = (SM_REAL)SM_WAKE_FAR * cavity, reach = (SM_REAL)w->reach;
  const SM_REAL farthest = limit < reach ? limit : reach;
  const SM_REAL in_wake = behind > zero && behind <= farthest && b >= zero ? one : zero;
  const SM_REAL side = (SM_REAL)w->side, top = (SM_REAL)w->top;
  const SM_REAL width = (SM_REAL)w->width, depth = (SM_REAL)SM_WAKE_HEIGHT * (SM_REAL)w->height;
  const SM_REAL from_roof = top * half * width > side * depth && behind <= cavity ? one : zero;
  struct SM_P(sm_wake_eddy) eddy;
  eddy.speed = in_wake * (side + from_roof * (top - side));
  eddy.length = width + from_roof * (depth - width);
  return eddy;
}

/* The viscosity is that of the eddies, limited so that the shear stress does not exceed the square
 * of their velocity: stresses stay realisable. */
SM_FN void SM_P(sm_cell_wake_mixing)(const struct sm_wake_mixing *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->wind.sy + k * s->wind.sz;
  const SM_REAL rate = SM_P(sm_strain_rate)(SM_P(sm_strain_of)(&s->wind, i, j, k));
  const struct SM_P(sm_wake_eddy) eddy = SM_P(sm_wake_eddy_at)(
      &s->wake, (SM_REAL)s->centre[0][i], (SM_REAL)s->centre[1][j], (SM_REAL)s->centre[2][k]);
  SM_REAL *viscosity = SM_AT(s->viscosity) + c, *energy = SM_AT(s->energy) + c;
  SM_REAL *dissipation = SM_AT(s->dissipation) + c, *length = SM_AT(s->length) + c;
  const SM_REAL fastest = (SM_REAL)s->fastest, v = eddy.speed < fastest ? eddy.speed : fastest;
  const SM_REAL share = (SM_REAL)SM_FRICTION_RATIO, zero = (SM_REAL)0;
  const SM_REAL made = v * v / (share * share), nu = eddy.length * v;
  const SM_REAL bounded = rate * eddy.length > v ? v * v / rate : nu;
  const SM_REAL old_nu = *viscosity, old_k = *energy, old_eps = *dissipation, old_l = *length;
  const SM_REAL air = (SM_REAL)s->wind.distance[c] > zero ? (SM_REAL)1 : zero;
  const SM_REAL more = made > old_k ? air : zero, thinner = bounded > old_nu ? more : zero;
  *viscosity = old_nu + thinner * (bounded - old_nu);
  *energy = old_k + more * (made - old_k);
  *dissipation = old_eps + more * (v * v * v / eddy.length - old_eps);
  *length = old_l + more * (eddy.length - old_l);
}
#endif
