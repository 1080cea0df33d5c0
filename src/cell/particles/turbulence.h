/* cell/particles/turbulence.h - turbulence at a particle, interpolated from the nodes of its cell;
 * in float for particles of either precision, as the random numbers are. */
#ifndef SM_CELL_PARTICLES_TURBULENCE_H
#define SM_CELL_PARTICLES_TURBULENCE_H

#include "cell/particles/langevin.h"
#include "cell/particles/wind_interpolation.h"

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
/* Interpolation interval between nodes: constant beyond the outermost nodes, and next to the nearer
 * closed face of the particle's cell. along[d]: 1 / node distance, 1/m; 0 where values are constant
 * along the axis. */
SM_FN void sm_turbulence_interval(const struct sm_particle_grid_f32 *g,
                                  const struct sm_grid_position_f32 *at,
                                  struct sm_node_interval_f32 b[3], float along[3]) {
  const int open = SM_READ(g->open, sm_particle_grid_index_f32(g, at->cell));
  for (int d = 0; d < 3; d++) {
    const float below = sm_fraction_approx_f32(at->part[d]);
    const int closed = (open & 1 << (2 * d + (below >= 0.5f))) == 0;
    b[d] = sm_node_interval_of_f32(g, d, at->cell[d], below);
    const float own = (float)(at->cell[d] - b[d].low);
    const float part = b[d].part < 0.0f ? 0.0f : b[d].part > 1.0f ? 1.0f : b[d].part;
    along[d] = closed || part != b[d].part ? 0.0f : SM_READ(g->g[d], b[d].low + 1);
    b[d].part = closed ? own : part;
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
