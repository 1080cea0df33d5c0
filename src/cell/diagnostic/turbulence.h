/* turbulence.h - local turbulence model of the diagnostic wind: mixing length and strain rate.
 *
 * The turbulence of a cell is produced by the local shear of the mean wind: nu = l^2 R with R =
 * sqrt(2 S_ij S_ij) (Prandtl 1925; Smagorinsky's invariant form), with the constants of Williams et
 * al. (2004) and Singh (2005), and by heat from the ground (Cimorelli et al. 2005). Theory and
 * deviations: docs/theory/turbulence.md.
 *
 * Cell (i, j, k) is at i + j sy + k sz in all arrays, its low faces carry u, v, w (wind.h). The
 * wind is read on the faces of the cell and of its six neighbours, and must be finite also in
 * solids. */
#ifndef SM_CELL_DIAGNOSTIC_TURBULENCE_H
#define SM_CELL_DIAGNOSTIC_TURBULENCE_H

#include "cell/port.h"

#define SM_KARMAN 0.4
/* u* / sqrt(k) in equilibrium of production and dissipation: C_mu^(1/4), C_mu = 0.0915. */
#define SM_FRICTION_RATIO 0.55
/* Maximum wall distance, m: keeps the distance finite in a domain without walls. */
#define SM_WALL_DISTANCE_MAX 1e6
/* Variances of a convective boundary layer of depth h, in units of w*^2: horizontal (Panofsky et
 * al. 1977, their limit), and vertical 1.8 (z/h)^(2/3) (1 - 0.8 z/h)^2 (Lenschow et al. 1980). */
#define SM_CONVECTIVE_SIDE 0.35
#define SM_CONVECTIVE_UP 1.8

/* Wind and wall distance. */
struct sm_shear_input {
  ptrdiff_t sy, sz;
  ptrdiff_t west;         /* step to the western cell: -1; 0 in the first of a row */
  union sm_reals u, v, w; /* m/s */
  const float *distance;  /* wall distance, m; 0 in solids and beyond the high sides of the grid */
  float roughness;        /* m, added to distances: the wind follows ln(distance + roughness) */
  const float *width[3];  /* cell widths per axis, m */
  const float *gap[3];    /* distance of the centres across low face i, m; n + 1, 0 at both ends */
};

/* Surface-layer properties at a time. */
struct sm_surface_layer {
  float per_obukhov; /* inverse Obukhov length, 1/m; 0: neutral */
  float convective;  /* convective velocity scale w*, m/s; 0 unless the ground heats the air */
  float per_depth;   /* inverse boundary-layer depth, 1/m */
};

/* Eddy viscosity, energy, dissipation and length scale; 0 in solids. */
struct sm_mixing_length {
  struct sm_shear_input wind;
  struct sm_surface_layer heat;
  float per_longest; /* inverse mixing length far from walls, 1/m; 0: no limit */
  float fastest;     /* m/s, largest velocity scale l R; INFINITY: no limit */
  float background;  /* background variance of each component, m2/s2 */
  float decay;       /* background dissipation, m2/s3 */
  union sm_reals viscosity, energy, dissipation, length; /* m2/s, m2/s2, m2/s3, m */
};

/* Reynolds stresses tau_ij = mean of u_i' u_j', m2/s2: xx, xy, xz, yy, yz, zz. Shear gives -2 nu
 * S_ij and variances share[0..2] k along the horizontal wind, across it and vertically, those of a
 * surface layer, or 2/3 k each where the length exceeds that of the nearest wall: in wakes of
 * buildings. Convection (sm_joint_variance) and the background are added. 0 where nu and k are. */
struct sm_stress {
  struct sm_shear_input wind;
  struct sm_surface_layer heat;
  float share[3], background;
  union sm_reals viscosity, energy;
  union sm_reals length; /* m; NULL: the variances are those of a surface layer everywhere */
  union sm_reals stress[6];
};
#endif

#ifdef SM_REAL
struct SM_P(sm_strain_tensor) {
  SM_REAL xx, xy, xz, yy, yz, zz; /* 1/s */
};

/* Neighbours of a cell along one axis. Solid neighbours do not count: the difference is then
 * one-sided, relative to the cell itself. Factors instead of branches, since branches would prevent
 * vectorisation of the loads. */
struct SM_P(sm_neighbour_pair) {
  SM_REAL low, high; /* 1: air; 0 */
  SM_REAL factor;    /* factor of the difference, 1/m */
};

/* Distance for the logarithm; an arbitrary positive number in solids. */
SM_FN SM_REAL SM_P(sm_log_distance)(const struct sm_shear_input *s, SM_REAL d) {
  const SM_REAL farthest = (SM_REAL)SM_WALL_DISTANCE_MAX, some = d > (SM_REAL)0 ? d : (SM_REAL)1;
  return (SM_REAL)s->roughness + (some < farthest ? some : farthest);
}

/* Near a wall the wind follows ln d. Next to it a central difference overestimates its gradient and
 * a one-sided one underestimates it. Differences are therefore taken with respect to ln d: factor L
 * / d with the logarithmic mean L of the distances of the two cells, which is 1 where d is
 * constant. L = (2 sqrt(a b) + (a + b) / 2) / 3, to 0.3 % within a factor of 5. */
SM_FN struct SM_P(sm_neighbour_pair)
    SM_P(sm_neighbour_pair_of)(const struct sm_shear_input *s, ptrdiff_t c, ptrdiff_t low,
                               ptrdiff_t high, SM_REAL gap_low, SM_REAL gap_high) {
  const SM_REAL dl = (SM_REAL)s->distance[c + low], dh = (SM_REAL)s->distance[c + high];
  const SM_REAL own = SM_P(sm_log_distance)(s, (SM_REAL)s->distance[c]);
  const SM_REAL a = dl > (SM_REAL)0 ? SM_P(sm_log_distance)(s, dl) : own;
  const SM_REAL b = dh > (SM_REAL)0 ? SM_P(sm_log_distance)(s, dh) : own;
  struct SM_P(sm_neighbour_pair) pair;
  pair.low = dl > (SM_REAL)0 ? (SM_REAL)1 : (SM_REAL)0;
  pair.high = dh > (SM_REAL)0 ? (SM_REAL)1 : (SM_REAL)0;
  const SM_REAL span = pair.low * gap_low + pair.high * gap_high;
  const SM_REAL mean = ((SM_REAL)2 * SM_ROOT(a * b) + (SM_REAL)0.5 * (a + b)) / (SM_REAL)3;
  pair.factor = span > (SM_REAL)0 ? mean / (own * span) : (SM_REAL)0;
  return pair;
}

/* Gradient across the pair of the mean of component q over the two faces of a cell, which are
 * `next` apart. */
SM_FN SM_REAL SM_P(sm_log_gradient)(struct SM_P(sm_neighbour_pair) pair, const SM_REAL *q,
                                    ptrdiff_t low, ptrdiff_t high, ptrdiff_t next) {
  const SM_REAL own = q[0] + q[next], before = q[low] + q[low + next];
  const SM_REAL after = q[high] + q[high + next];
  const SM_REAL difference = pair.high * (after - own) + pair.low * (own - before);
  return (SM_REAL)0.5 * pair.factor * difference;
}

SM_FN struct SM_P(sm_strain_tensor)
    SM_P(sm_strain_of)(const struct sm_shear_input *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->sy + k * s->sz, sy = s->sy, sz = s->sz, west = s->west;
  const ptrdiff_t south = j > 0 ? -sy : 0, down = k > 0 ? -sz : 0;
  const SM_REAL *u = SM_AT(s->u) + c, *v = SM_AT(s->v) + c, *w = SM_AT(s->w) + c;
  const struct SM_P(sm_neighbour_pair) x =
      SM_P(sm_neighbour_pair_of)(s, c, west, 1, (SM_REAL)s->gap[0][i], (SM_REAL)s->gap[0][i + 1]);
  const struct SM_P(sm_neighbour_pair) y =
      SM_P(sm_neighbour_pair_of)(s, c, south, sy, (SM_REAL)s->gap[1][j], (SM_REAL)s->gap[1][j + 1]);
  const struct SM_P(sm_neighbour_pair) z =
      SM_P(sm_neighbour_pair_of)(s, c, down, sz, (SM_REAL)s->gap[2][k], (SM_REAL)s->gap[2][k + 1]);
  const SM_REAL half = (SM_REAL)0.5;
  struct SM_P(sm_strain_tensor) e;
  e.xx = (u[1] - u[0]) / (SM_REAL)s->width[0][i];
  e.yy = (v[sy] - v[0]) / (SM_REAL)s->width[1][j];
  e.zz = (w[sz] - w[0]) / (SM_REAL)s->width[2][k];
  e.xy =
      half * (SM_P(sm_log_gradient)(y, u, south, sy, 1) + SM_P(sm_log_gradient)(x, v, west, 1, sy));
  e.xz =
      half * (SM_P(sm_log_gradient)(z, u, down, sz, 1) + SM_P(sm_log_gradient)(x, w, west, 1, sz));
  e.yz = half *
         (SM_P(sm_log_gradient)(z, v, down, sz, sy) + SM_P(sm_log_gradient)(y, w, south, sy, sz));
  return e;
}

SM_FN SM_REAL SM_P(sm_strain_rate)(struct SM_P(sm_strain_tensor) e) {
  return SM_ROOT((SM_REAL)2 * (e.xx * e.xx + e.yy * e.yy + e.zz * e.zz) +
                 (SM_REAL)4 * (e.xy * e.xy + e.xz * e.xz + e.yz * e.yz));
}

/* Cube root for 0.000001 <= x <= 1, to rounding: Halley's iteration, from x^(1/4). */
SM_FN SM_REAL SM_P(sm_cube_root)(SM_REAL x) {
  SM_REAL y = SM_ROOT(SM_ROOT(x));
  for (int m = 0; m < 4; m++) {
    const SM_REAL cube = y * y * y;
    y *= (cube + x + x) / (cube + cube + x);
  }
  return y;
}

/* Convective variances at a distance from the wall: horizontal, vertical; 0 above the boundary
 * layer. */
struct SM_P(sm_convective_scales) {
  SM_REAL side, up; /* m2/s2 */
};

SM_FN struct SM_P(sm_convective_scales)
    SM_P(sm_convective_scales_at)(const struct sm_surface_layer *s, SM_REAL z) {
  const SM_REAL one = (SM_REAL)1, least = (SM_REAL)1e-6, part = z * (SM_REAL)s->per_depth;
  const SM_REAL t = part < least ? least : part < one ? part : one;
  const SM_REAL root = SM_P(sm_cube_root)(t), rest = one - (SM_REAL)0.8 * t;
  const SM_REAL energy = (SM_REAL)s->convective * (SM_REAL)s->convective;
  const SM_REAL inside = part < one ? energy : (SM_REAL)0;
  struct SM_P(sm_convective_scales) c;
  c.side = (SM_REAL)SM_CONVECTIVE_SIDE * inside;
  c.up = (SM_REAL)SM_CONVECTIVE_UP * inside * root * root * rest * rest;
  return c;
}

/* Combined variance of shear and convection: the cubes of the velocities add up, as in
 * sigma_w = 1.3 u* (1 - 3 z / L)^(1/3) and sigma_u = u* (12 - 0.5 h / L)^(1/3) (Panofsky et
 * al. 1977). */
SM_FN SM_REAL SM_P(sm_joint_variance)(SM_REAL a, SM_REAL b) {
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1, half = (SM_REAL)0.5;
  const SM_REAL most = a > b ? a : b, least = a > b ? b : a;
  const SM_REAL part = most > zero ? least / most : zero;
  const SM_REAL root = SM_P(sm_cube_root)(half * (one + part * SM_ROOT(part)));
  return (SM_REAL)1.5874010519681994 * most * root * root; /* 2^(2/3) */
}

/* Dimensionless shear phi of Monin-Obukhov similarity at z / L, as in the wind profile: 1 + 4.7
 * zeta, or (1 - 15 zeta)^(-1/4); zeta is at most 1. */
SM_FN SM_REAL SM_P(sm_shear_function)(SM_REAL zeta) {
  const SM_REAL one = (SM_REAL)1, stable = zeta > (SM_REAL)0 ? zeta : (SM_REAL)0;
  const SM_REAL unstable = zeta < (SM_REAL)0 ? -zeta : (SM_REAL)0;
  return (one + (SM_REAL)4.7 * stable) / SM_ROOT(SM_ROOT(one + (SM_REAL)15 * unstable));
}

/* Mixing length by the nearest wall, 0.4 z / phi. */
SM_FN SM_REAL SM_P(sm_wall_length)(const struct sm_surface_layer *s, SM_REAL z) {
  const SM_REAL one = (SM_REAL)1, zeta = z * (SM_REAL)s->per_obukhov;
  return (SM_REAL)SM_KARMAN * z / SM_P(sm_shear_function)(zeta < one ? zeta : one);
}

/* The upper limit is applied to the length, so that k, nu, eps and the stresses stay consistent.
 * Stratification consumes the fraction zeta / phi, the flux Richardson number, of the shear
 * production. */
SM_FN void SM_P(sm_cell_mixing_length)(const struct sm_mixing_length *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->wind.sy + k * s->wind.sz;
  const struct SM_P(sm_strain_tensor) e = SM_P(sm_strain_of)(&s->wind, i, j, k);
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1;
  const SM_REAL d = (SM_REAL)s->wind.distance[c], air = d > zero ? one : zero;
  const SM_REAL rate = SM_P(sm_strain_rate)(e), z = SM_P(sm_log_distance)(&s->wind, d);
  const SM_REAL height = z * (SM_REAL)s->heat.per_obukhov, zeta = height < one ? height : one;
  const SM_REAL phi = SM_P(sm_shear_function)(zeta), lost = (zeta > zero ? zeta : zero) / phi;
  const SM_REAL by_wall = (SM_REAL)SM_KARMAN * z / phi;
  const SM_REAL unbounded = by_wall / (one + by_wall * (SM_REAL)s->per_longest);
  const SM_REAL bounded = (SM_REAL)s->fastest / rate;
  const SM_REAL length = air * (unbounded * rate > (SM_REAL)s->fastest ? bounded : unbounded);
  const SM_REAL speed = length * rate / (SM_REAL)SM_FRICTION_RATIO,
                viscosity = length * length * rate;
  const struct SM_P(sm_convective_scales) heat = SM_P(sm_convective_scales_at)(&s->heat, z);
  const SM_REAL half = (SM_REAL)0.5, convective = (SM_REAL)s->heat.convective;
  const SM_REAL buoyancy = convective * convective * convective * (SM_REAL)s->heat.per_depth;
  const SM_REAL added = heat.side + half * heat.up + (SM_REAL)1.5 * (SM_REAL)s->background;
  SM_AT(s->viscosity)[c] = viscosity;
  SM_AT(s->energy)[c] = speed * speed * SM_ROOT(one - lost) + air * added;
  SM_AT(s->dissipation)
  [c] = viscosity * rate * rate * (one - lost) + air * (buoyancy + (SM_REAL)s->decay);
  SM_AT(s->length)[c] = length;
}

/* Variances are aligned with the horizontal wind; in a calm those along x and y are equal. */
SM_FN void SM_P(sm_cell_stress)(const struct sm_stress *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->wind.sy + k * s->wind.sz;
  const struct SM_P(sm_strain_tensor) e = SM_P(sm_strain_of)(&s->wind, i, j, k);
  const SM_REAL half = (SM_REAL)0.5, calm = (SM_REAL)1e-12, zero = (SM_REAL)0;
  const SM_REAL *u = SM_AT(s->wind.u) + c, *v = SM_AT(s->wind.v) + c;
  const SM_REAL ux = half * (u[0] + u[1]), uy = half * (v[0] + v[s->wind.sy]);
  const SM_REAL square = ux * ux + uy * uy + calm;
  const SM_REAL twice = (SM_REAL)2 * SM_AT(s->viscosity)[c];
  const SM_REAL d = (SM_REAL)s->wind.distance[c], all = SM_AT(s->energy)[c];
  const SM_REAL air = d > zero ? (SM_REAL)1 : zero, background = (SM_REAL)s->background;
  const SM_REAL z = SM_P(sm_log_distance)(&s->wind, d), isotropic = (SM_REAL)(2.0 / 3);
  const struct SM_P(sm_convective_scales) heat = SM_P(sm_convective_scales_at)(&s->heat, z);
  const SM_REAL longest = (SM_REAL)1.01 * SM_P(sm_wall_length)(&s->heat, z); /* but for rounding */
  const int known = SM_AT(s->length) != 0;
  const SM_REAL *length = known ? SM_AT(s->length) : SM_AT(s->energy);
  const SM_REAL wake = known && length[c] > longest ? (SM_REAL)1 : zero;
  SM_REAL share[3];
  for (int m = 0; m < 3; m++)
    share[m] = (SM_REAL)s->share[m] + wake * (isotropic - (SM_REAL)s->share[m]);
  const SM_REAL rest = all - heat.side - half * heat.up - (SM_REAL)1.5 * background;
  const SM_REAL sheared = rest > zero ? rest : zero;
  const SM_REAL along = SM_P(sm_joint_variance)(share[0] * sheared, air * heat.side);
  const SM_REAL side = SM_P(sm_joint_variance)(share[1] * sheared, air * heat.side);
  const SM_REAL more = (along - side) / square, across = side + air * background;
  const SM_REAL up = SM_P(sm_joint_variance)(share[2] * sheared, air * heat.up) + air * background;
  SM_AT(s->stress[0])[c] = across + more * (ux * ux + half * calm) - twice * e.xx;
  SM_AT(s->stress[1])[c] = more * ux * uy - twice * e.xy;
  SM_AT(s->stress[2])[c] = -twice * e.xz;
  SM_AT(s->stress[3])[c] = across + more * (uy * uy + half * calm) - twice * e.yy;
  SM_AT(s->stress[4])[c] = -twice * e.yz;
  SM_AT(s->stress[5])[c] = up - twice * e.zz;
}
#endif
