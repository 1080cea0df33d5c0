/* langevin.h - Langevin equation: turbulent velocity of a particle in addition to the mean wind.
 *
 * The particle carries q = L^-1 u', the scaled fluctuation, where L L^T = tau, the Reynolds
 * stresses. Thomson's (1987) well-mixed equation for Gaussian turbulence is then
 *
 *   dq = -K q dt + 1/2 L^-1 div tau dt + sqrt(C0 eps) L^-1 dW,   K = B + Omega,
 *   B = C0 eps / 2 L^-1 L^-T,   Omega = (M - M^T) / 2,   M = L^-1 dL/dt along the path,
 *
 * and one step of the trapezoidal rule (I + h K / 2) q' = (I - h K / 2) q + ... keeps the mean of q
 * q^T at I for constant coefficients and any step length. A particle takes
 * L and all else in the middle of a step, computes q' by sm_langevin_step and u' by
 * sm_langevin_drift, and keeps u' for the drift of half a step, x += h / 2 (U + u'), at the end of
 * this step and at the start of the next. Its first q consists of three normal numbers. At a wall q
 * -> -q reverses u'. Proofs and sources: docs/theory/particles-langevin.md. */
#ifndef SM_CELL_PARTICLES_LANGEVIN_H
#define SM_CELL_PARTICLES_LANGEVIN_H

#include "cell/particles/wind_interpolation.h"
#include "cell/port.h"

/* Smallest fraction of each variance that is independent of the previous components. */
#define SM_VARIANCE_FLOOR 0.01f

/* Cholesky factor L of stresses xx, xy, xz, yy, yz, zz (m2/s2): xx, yx, yy, zx, zy, zz (m/s).
 * Variances below `least` (m2/s2, positive) count as `least`; for unrealisable or nearly
 * unrealisable stresses the variances are kept and the covariances reduced. The diagonal is
 * positive, also for any average of L between nodes. */
SM_FN void sm_stress_cholesky(const float tau[6], float least, float l[6]) {
  const float xx = tau[0] > least ? tau[0] : least;
  const float yy = tau[3] > least ? tau[3] : least, zz = tau[5] > least ? tau[5] : least;
  l[0] = sqrtf(xx);
  const float yx = tau[1] / l[0], most = sqrtf((1.0f - SM_VARIANCE_FLOOR) * yy);
  l[1] = yx > most ? most : yx < -most ? -most : yx;
  l[2] = sqrtf(yy - l[1] * l[1]);
  const float zx = tau[2] / l[0], zy = (tau[4] - zx * l[1]) / l[2];
  const float told = zx * zx + zy * zy, limit = (1.0f - SM_VARIANCE_FLOOR) * zz;
  const float part = told > limit ? sqrtf(limit / told) : 1.0f;
  l[3] = part * zx;
  l[4] = part * zy;
  l[5] = sqrtf(zz - (l[3] * l[3] + l[4] * l[4]));
}

/* u' = L q, m/s. */
SM_FN void sm_langevin_fluctuation(const float l[6], const float q[3], float u[3]) {
  u[0] = l[0] * q[0];
  u[1] = l[1] * q[0] + l[2] * q[1];
  u[2] = l[3] * q[0] + l[4] * q[1] + l[5] * q[2];
}

/* Turbulence at the position of a particle. */
struct sm_langevin {
  float root[6];       /* L, m/s */
  float change[6];     /* change of L along the path over the step, m/s */
  float divergence[3]; /* divergence of tau, d tau_ij / d x_j, m/s2 */
  float rate;          /* C0 eps, m2/s3, not negative */
};

/* Solves g z = r without pivoting: the symmetric part of g is positive definite, and so are all
 * pivots. */
SM_FN void sm_solve_3x3(const float g[3][3], const float r[3], float z[3]) {
  const float one = 1.0f / g[0][0], f1 = g[1][0] * one, f2 = g[2][0] * one;
  const float g11 = g[1][1] - f1 * g[0][1], g12 = g[1][2] - f1 * g[0][2];
  const float g21 = g[2][1] - f2 * g[0][1], g22 = g[2][2] - f2 * g[0][2];
  const float two = 1.0f / g11, f = g21 * two, r1 = r[1] - f1 * r[0];
  z[2] = (r[2] - f2 * r[0] - f * r1) / (g22 - f * g12);
  z[1] = (r1 - g12 * z[2]) * two;
  z[0] = (r[0] - g[0][1] * z[1] - g[0][2] * z[2]) * one;
}

/* Limiter of the change of L: 1 for small changes, and such that no row of L changes by more than
 * half; from a street into still air L falls a thousandfold in a step. */
SM_FN float sm_langevin_limiter(const struct sm_langevin *s) {
  const int diagonal[6] = {0, 2, 2, 5, 5, 5};
  float most = 0.0f;
  for (int m = 0; m < 6; m++) {
    const float part = fabsf(s->change[m]) / s->root[diagonal[m]];
    most = part > most ? part : most;
  }
  return 1.0f / (1.0f + 2.0f * most);
}

/* Langevin step of h s with three normal numbers. L (I + h K / 2) L^T = tau + c I + R, where c = h
 * C0 eps / 4 and R is the antisymmetric (dL L^T - L dL^T) / 4: with z, (tau + c I + R) z = 2 L q +
 * h / 2 div tau + sqrt(C0 eps h) xi, the step is q' = L^T z - q. L is never inverted. */
SM_FN void sm_langevin_step(const struct sm_langevin *s, float h, const float xi[3], float q[3]) {
  const float *l = s->root, *d = s->change, part = 0.25f * sm_langevin_limiter(s);
  const float c = 0.25f * h * s->rate, noise = sqrtf(h * s->rate);
  const float yx = l[0] * l[1], zx = l[0] * l[3], zy = l[1] * l[3] + l[2] * l[4];
  const float wyx = part * (d[1] * l[0] - l[1] * d[0]), wzx = part * (d[3] * l[0] - l[3] * d[0]);
  const float wzy = part * (d[3] * l[1] + d[4] * l[2] - l[3] * d[1] - l[4] * d[2]);
  const float g[3][3] = {{l[0] * l[0] + c, yx - wyx, zx - wzx},
                         {yx + wyx, l[1] * l[1] + l[2] * l[2] + c, zy - wzy},
                         {zx + wzx, zy + wzy, l[3] * l[3] + l[4] * l[4] + l[5] * l[5] + c}};
  float u[3], r[3], z[3];
  sm_langevin_fluctuation(l, q, u);
  for (int m = 0; m < 3; m++) r[m] = 2.0f * u[m] + 0.5f * h * s->divergence[m] + noise * xi[m];
  sm_solve_3x3(g, r, z);
  q[0] = l[0] * z[0] + l[1] * z[1] + l[3] * z[2] - q[0];
  q[1] = l[2] * z[1] + l[4] * z[2] - q[1];
  q[2] = l[5] * z[2] - q[2];
}

/* u' (m/s) for the drift from here to the next position: L is extrapolated by half of its change,
 * to the middle of that path; otherwise positions are only first-order accurate. */
SM_FN void sm_langevin_drift(const struct sm_langevin *s, const float q[3], float u[3]) {
  const float half = 0.5f * sm_langevin_limiter(s);
  float l[6];
  for (int m = 0; m < 6; m++) l[m] = s->root[m] + half * s->change[m];
  sm_langevin_fluctuation(l, q, u);
}

/* Crossing-trajectories effect (Csanady 1963): heavy particles fall through eddies, so that
 * turbulence decorrelates faster for them; factor of the rate. */
SM_FN float sm_crossing_trajectories(const struct sm_langevin *s, float settling) {
  float sum = 0.0f;
  for (int m = 0; m < 6; m++) sum += s->root[m] * s->root[m];
  return sqrtf(1.0f + 3.0f * settling * settling / sum);
}

/* Reflection of the turbulent velocity at a wall across axis d: the normal fluctuation changes its
 * sign, with the correlated part of the tangential ones: u' - 2 tau n (n u') / (n tau n) has the
 * same stresses as u', and with u' = L q, r = L^T n that is q - 2 r (r q) / r^2. */
SM_FN void sm_reflect_turbulence(const struct sm_langevin *s, int d, float q[3]) {
  const float r[3] = {d == 0   ? s->root[0]
                      : d == 1 ? s->root[1]
                               : s->root[3],
                      d == 0   ? 0.0f
                      : d == 1 ? s->root[2]
                               : s->root[4],
                      d == 2 ? s->root[5] : 0.0f};
  const float part =
      2.0f * (r[0] * q[0] + r[1] * q[1] + r[2] * q[2]) / (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  for (int m = 0; m < 3; m++) q[m] -= part * r[m];
}

/* Turbulence at a particle, interpolated from the nodes of its cell; in float for particles of
 * either precision, as the random numbers are. */

/* Node data of the Langevin equation. */
struct sm_turbulence_node {
  SM_WHOLE float of[8]; /* L (langevin.h), m/s; C0 eps, m2/s3; the last is not used */
};

/* Nodes as for the wind (struct sm_node_wind). Nodes in solids have values of adjacent ones. */
struct sm_turbulence_field {
  ptrdiff_t sy, sz;
  const struct sm_turbulence_node *node;
};
#endif

#if defined SM_REAL && SM_BITS == 32
/* Interpolation interval between nodes, constant beyond the outermost ones. along[d]: 1 / node
 * distance, 1/m; 0 where values are constant along the axis. Nodes in solids count: L is
 * continuous, since at a jump of L particles would accumulate on one side. */
SM_FN void sm_turbulence_interval(const struct sm_particle_grid_f32 *g,
                                  const struct sm_grid_position_f32 *at,
                                  struct sm_node_interval_f32 b[3], float along[3]) {
  for (int d = 0; d < 3; d++) {
    b[d] = sm_node_interval_of_f32(g, d, at->cell[d], sm_fraction_approx_f32(at->part[d]));
    const float part = b[d].part < 0.0f ? 0.0f : b[d].part > 1.0f ? 1.0f : b[d].part;
    along[d] = part != b[d].part ? 0.0f : SM_READ(g->g[d], b[d].low + 1);
    b[d].part = part;
  }
}

/* d tau_ij / dx_j of tau = L L^T, from the interpolated L and its gradients: this consistency keeps
 * a well-mixed state well mixed (Thomson 1987). */
SM_FN void sm_stress_divergence(const float l[6], float slope[3][6], float divergence[3]) {
  const float *x = slope[0], *y = slope[1], *z = slope[2];
  const float d0 = x[0] + y[1] + z[3], d1 = y[2] + z[4], d2 = z[5]; /* divergence of the columns of
                                                                       L */
  const float r0 = l[0] * x[0] + l[1] * y[0] + l[3] * z[0];
  const float r1 = l[0] * x[1] + l[1] * y[1] + l[3] * z[1], s1 = l[2] * y[2] + l[4] * z[2];
  const float r2 = l[0] * x[3] + l[1] * y[3] + l[3] * z[3], s2 = l[2] * y[4] + l[4] * z[4];
  divergence[0] = r0 + l[0] * d0;
  divergence[1] = r1 + s1 + l[1] * d0 + l[2] * d1;
  divergence[2] = r2 + s2 + l[5] * z[5] + l[3] * d0 + l[4] * d1 + l[5] * d2;
}

/* Trilinear interpolation of all node values, and their gradients per node distance. */
SM_FN void sm_turbulence_mean(const struct sm_turbulence_field *s,
                              const struct sm_particle_grid_f32 *g,
                              const struct sm_grid_position_f32 *at, sm_8_floats *mean,
                              sm_8_floats slope[3]) {
  struct sm_node_interval_f32 b[3];
  float along[3];
  sm_turbulence_interval(g, at, b, along);
  const float px = b[0].part, py = b[1].part, pz = b[2].part;
  const struct sm_turbulence_node *corner =
      s->node + (b[0].low + b[1].low * s->sy + b[2].low * s->sz);
  sm_8_floats row[4], rise[4]; /* values at four edges along x, and their increments */
  for (int m = 0; m < 4; m++) {
    const struct sm_turbulence_node *edge = corner + ((m & 1) * s->sy + (m >> 1) * s->sz);
    const sm_8_floats low = *(const sm_8_floats *)(const void *)edge;
    rise[m] = *(const sm_8_floats *)(const void *)(edge + 1) - low;
    row[m] = low + px * rise[m];
  }
  const sm_8_floats y0 = row[1] - row[0], y1 = row[3] - row[2];
  const sm_8_floats down = row[0] + py * y0, up = row[2] + py * y1, z0 = up - down;
  const sm_8_floats x0 = rise[0] + py * (rise[1] - rise[0]);
  const sm_8_floats x1 = rise[2] + py * (rise[3] - rise[2]);
  *mean = down + pz * z0;
  slope[0] = along[0] * (x0 + pz * (x1 - x0));
  slope[1] = along[1] * (y0 + pz * (y1 - y0));
  slope[2] = along[2] * z0;
}

/* Interpolated L and C0 eps, and slope[d]: gradient of L along axis d, 1/s. Sets all of `out`
 * except the change, which is that along the particle's path over a step of h: h (U + u') .
 * slope. */
SM_FN void sm_turbulence_at(const struct sm_turbulence_field *s,
                            const struct sm_particle_grid_f32 *g,
                            const struct sm_grid_position_f32 *at, struct sm_langevin *out,
                            float slope[3][6]) {
  sm_8_floats mean, rise[3];
  sm_turbulence_mean(s, g, at, &mean, rise);
  for (int e = 0; e < 6; e++) {
    out->root[e] = mean[e];
    slope[0][e] = rise[0][e];
    slope[1][e] = rise[1][e];
    slope[2][e] = rise[2][e];
  }
  out->rate = mean[6];
  sm_stress_divergence(out->root, slope, out->divergence);
}
#endif
