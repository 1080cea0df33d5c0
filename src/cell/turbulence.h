/* turbulence.h - cells of the local turbulence model: a mixing length and the strain of the wind.
 *
 * The turbulence of a cell is what the shear of its mean wind makes there and then: nu = l^2 R with
 * R = sqrt(2 S_ij S_ij) (Prandtl 1925; Smagorinsky's invariant form), in the constants of Williams
 * et al. (2004) and Singh (2005). Theory, and what is done otherwise: docs/theory/turbulence.md.
 *
 * Cell (i, j, k) is at i + j sy + k sz in all arrays, its low faces carry u, v, w (wind.h). The
 * wind is read at the faces of the cell and of its six neighbours, and must be some finite number
 * where there is no air. */
#ifndef SM_CELL_TURBULENCE_H
#define SM_CELL_TURBULENCE_H

#include "cell/port.h"

#define SM_KARMAN 0.4
/* u* / sqrt(k) where production and dissipation are equal: C_mu^(1/4), C_mu = 0.0915. */
#define SM_FRICTION_SHARE 0.55
/* No wall is farther than this, m: so that numbers stay finite where there is none. */
#define SM_FARTHEST 1e6

/* The wind, and how far the cells are from walls. */
struct sm_shear {
  ptrdiff_t sy, sz;
  ptrdiff_t west;         /* to the cell to the west: -1; 0 in the first of a row */
  union sm_reals u, v, w; /* m/s */
  const float *distance;  /* m, 0 in what is no air and beyond the high sides of the grid */
  float roughness;        /* m, added to distances: the wind goes as ln(distance + roughness) */
  const float *width[3];  /* m, of the cells of an axis */
  const float *gap[3];    /* m, between centres across low face i; n + 1, 0 at both ends */
};

/* Scales of the turbulence; 0 in what is no air. */
struct sm_mixing {
  struct sm_shear wind;
  float per_longest; /* 1/m, of the mixing length far from walls; 0: no limit */
  float fastest;     /* m/s, largest velocity scale l R; INFINITY: no limit */
  union sm_reals viscosity, energy, dissipation; /* m2/s, m2/s2, m2/s3 */
};

/* Reynolds stresses tau_ij = mean of u_i' u_j' = 2/3 k delta_ij - 2 nu S_ij, m2/s2: xx, xy, xz, yy,
 * yz, zz; 0 where nu and k are. */
struct sm_stress {
  struct sm_shear wind;
  union sm_reals viscosity, energy;
  union sm_reals stress[6];
};
#endif

#ifdef SM_REAL
#if SM_BITS == 32
#define SM_ROOT sqrtf
#else
#define SM_ROOT sqrt
#endif

struct SM_P(sm_strain) {
  SM_REAL xx, xy, xz, yy, yz, zz; /* 1/s */
};

/* The neighbours of a cell along one axis. What is no air does not count: the difference is then
 * taken to the cell itself, one-sided. Factors, not choices, or the compiler would load the wind
 * only where it is needed, which keeps it from making vectors. */
struct SM_P(sm_pair) {
  SM_REAL low, high; /* 1: air; 0 */
  SM_REAL factor;    /* of the difference, 1/m */
};

/* Distance from which the logarithm is taken; some number in what is no air. */
SM_FN SM_REAL SM_P(sm_wall_distance)(const struct sm_shear *s, SM_REAL d) {
  const SM_REAL farthest = (SM_REAL)SM_FARTHEST, some = d > (SM_REAL)0 ? d : (SM_REAL)1;
  return (SM_REAL)s->roughness + (some < farthest ? some : farthest);
}

/* The wind near a wall goes as ln d. Next to it a plain central difference makes too steep a slope
 * of that, a one-sided one too flat a slope. Differences are hence taken as of a function of ln d:
 * times L / d, L the logarithmic mean of the distances of the two cells that are compared, which is
 * 1 where d does not change. L = (2 sqrt(a b) + (a + b) / 2) / 3 to 0.3 % within a factor of 5. */
SM_FN struct SM_P(sm_pair) SM_P(sm_pair_of)(const struct sm_shear *s, ptrdiff_t c, ptrdiff_t low,
                                            ptrdiff_t high, SM_REAL gap_low, SM_REAL gap_high) {
  const SM_REAL dl = (SM_REAL)s->distance[c + low], dh = (SM_REAL)s->distance[c + high];
  const SM_REAL own = SM_P(sm_wall_distance)(s, (SM_REAL)s->distance[c]);
  const SM_REAL a = dl > (SM_REAL)0 ? SM_P(sm_wall_distance)(s, dl) : own;
  const SM_REAL b = dh > (SM_REAL)0 ? SM_P(sm_wall_distance)(s, dh) : own;
  struct SM_P(sm_pair) pair;
  pair.low = dl > (SM_REAL)0 ? (SM_REAL)1 : (SM_REAL)0;
  pair.high = dh > (SM_REAL)0 ? (SM_REAL)1 : (SM_REAL)0;
  const SM_REAL span = pair.low * gap_low + pair.high * gap_high;
  const SM_REAL mean = ((SM_REAL)2 * SM_ROOT(a * b) + (SM_REAL)0.5 * (a + b)) / (SM_REAL)3;
  pair.factor = span > (SM_REAL)0 ? mean / (own * span) : (SM_REAL)0;
  return pair;
}

/* Slope across the pair of the mean of component q over the two faces of a cell, which are `next`
 * apart. */
SM_FN SM_REAL SM_P(sm_slope)(struct SM_P(sm_pair) pair, const SM_REAL *q, ptrdiff_t low,
                             ptrdiff_t high, ptrdiff_t next) {
  const SM_REAL own = q[0] + q[next], before = q[low] + q[low + next];
  const SM_REAL after = q[high] + q[high + next];
  const SM_REAL difference = pair.high * (after - own) + pair.low * (own - before);
  return (SM_REAL)0.5 * pair.factor * difference;
}

SM_FN struct SM_P(sm_strain) SM_P(sm_strain_of)(const struct sm_shear *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->sy + k * s->sz, sy = s->sy, sz = s->sz, west = s->west;
  const ptrdiff_t south = j > 0 ? -sy : 0, down = k > 0 ? -sz : 0;
  const SM_REAL *u = SM_AT(s->u) + c, *v = SM_AT(s->v) + c, *w = SM_AT(s->w) + c;
  const struct SM_P(sm_pair) x =
      SM_P(sm_pair_of)(s, c, west, 1, (SM_REAL)s->gap[0][i], (SM_REAL)s->gap[0][i + 1]);
  const struct SM_P(sm_pair) y =
      SM_P(sm_pair_of)(s, c, south, sy, (SM_REAL)s->gap[1][j], (SM_REAL)s->gap[1][j + 1]);
  const struct SM_P(sm_pair) z =
      SM_P(sm_pair_of)(s, c, down, sz, (SM_REAL)s->gap[2][k], (SM_REAL)s->gap[2][k + 1]);
  const SM_REAL half = (SM_REAL)0.5;
  struct SM_P(sm_strain) e;
  e.xx = (u[1] - u[0]) / (SM_REAL)s->width[0][i];
  e.yy = (v[sy] - v[0]) / (SM_REAL)s->width[1][j];
  e.zz = (w[sz] - w[0]) / (SM_REAL)s->width[2][k];
  e.xy = half * (SM_P(sm_slope)(y, u, south, sy, 1) + SM_P(sm_slope)(x, v, west, 1, sy));
  e.xz = half * (SM_P(sm_slope)(z, u, down, sz, 1) + SM_P(sm_slope)(x, w, west, 1, sz));
  e.yz = half * (SM_P(sm_slope)(z, v, down, sz, sy) + SM_P(sm_slope)(y, w, south, sy, sz));
  return e;
}

/* The bound acts on the length, so that k, nu, eps and the stresses stay what belongs together. */
SM_FN void SM_P(sm_cell_mixing)(const struct sm_mixing *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->wind.sy + k * s->wind.sz;
  const struct SM_P(sm_strain) e = SM_P(sm_strain_of)(&s->wind, i, j, k);
  const SM_REAL d = (SM_REAL)s->wind.distance[c], air = d > (SM_REAL)0 ? (SM_REAL)1 : (SM_REAL)0;
  const SM_REAL rate = SM_ROOT((SM_REAL)2 * (e.xx * e.xx + e.yy * e.yy + e.zz * e.zz) +
                               (SM_REAL)4 * (e.xy * e.xy + e.xz * e.xz + e.yz * e.yz));
  const SM_REAL by_wall = (SM_REAL)SM_KARMAN * SM_P(sm_wall_distance)(&s->wind, d);
  const SM_REAL unbounded = by_wall / ((SM_REAL)1 + by_wall * (SM_REAL)s->per_longest);
  const SM_REAL bounded = (SM_REAL)s->fastest / rate;
  const SM_REAL length = air * (unbounded * rate > (SM_REAL)s->fastest ? bounded : unbounded);
  const SM_REAL speed = length * rate / (SM_REAL)SM_FRICTION_SHARE;
  const SM_REAL viscosity = length * length * rate;
  SM_AT(s->viscosity)[c] = viscosity;
  SM_AT(s->energy)[c] = speed * speed;
  SM_AT(s->dissipation)[c] = viscosity * rate * rate;
}

SM_FN void SM_P(sm_cell_stress)(const struct sm_stress *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->wind.sy + k * s->wind.sz;
  const struct SM_P(sm_strain) e = SM_P(sm_strain_of)(&s->wind, i, j, k);
  const SM_REAL twice = (SM_REAL)2 * SM_AT(s->viscosity)[c];
  const SM_REAL mean = SM_AT(s->energy)[c] * (SM_REAL)2 / (SM_REAL)3;
  SM_AT(s->stress[0])[c] = mean - twice * e.xx;
  SM_AT(s->stress[1])[c] = -twice * e.xy;
  SM_AT(s->stress[2])[c] = -twice * e.xz;
  SM_AT(s->stress[3])[c] = mean - twice * e.yy;
  SM_AT(s->stress[4])[c] = -twice * e.yz;
  SM_AT(s->stress[5])[c] = mean - twice * e.zz;
}
#undef SM_ROOT
#endif
