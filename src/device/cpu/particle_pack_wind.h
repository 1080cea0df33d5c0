/* device/cpu/particle_pack_wind.h - wind and turbulence interpolation for a SIMD pack of particles
 * (device/cpu/particle_pack.h). */
#ifndef SM_DEVICE_CPU_PARTICLE_PACK_WIND_H
#define SM_DEVICE_CPU_PARTICLE_PACK_WIND_H

#include "device/cpu/particle_pack_state.h"

/* Wind interpolation for a SIMD pack of particles (device/cpu/particle_pack.h). */

/* --- between nodes --- */

/* `closed` is set to all nearer faces. */
PACK_STAGE pack_intervals(struct pack *q, const struct sm_particle_grid_f32 *grid) {
  const struct sm_particle_grid_f32 g = *grid;
  memset(q->closed, 0, sizeof q->closed);
#define BETWEEN(D)                                                                                 \
  PACK_SIMD {                                                                                      \
    const float below = sm_fraction_approx_f32(q->to.part[D][l]);                                  \
    const struct sm_node_interval_f32 b = sm_node_interval_of_f32(&g, D, q->to.cell[D][l], below); \
    q->low[D][l] = b.low;                                                                          \
    q->between[D][l] = b.part;                                                                     \
    q->closed[l] |= below >= 0.5f ? 2 << 2 * D : 1 << 2 * D;                                       \
  }
  BETWEEN(0)
  BETWEEN(1)
  BETWEEN(2)
#undef BETWEEN
}

static inline void pack_interval_of(const struct pack *q, int l, struct sm_node_interval_f32 b[3]) {
  for (int d = 0; d < 3; d++) b[d] = (struct sm_node_interval_f32){q->low[d][l], q->between[d][l]};
}

/* --- trilinear --- */

/* Keeps the closed ones of the nearer faces; returns their union over the pack. */
static int pack_closed_faces(struct pack *q, const struct sm_particle_grid_f32 *grid) {
  const struct sm_particle_grid_f32 g = *grid;
  int closed = 0;
  PACK_EACH {
    const struct sm_grid_position_f32 at = pack_position(&q->to, l);
    q->closed[l] &= ~g.open[sm_particle_grid_index_f32(&g, at.cell)];
  }
  PACK_SIMD_OR(closed) closed |= q->closed[l] &= -q->active[l];
  return closed;
}

/* Like sm_log_law_f32, without joined conditions, which gcc does not vectorise. */
PACK_FN float pack_log_law(float z, float z1, float z0) {
  const float law = sm_log(z / z0) / sm_log(z1 / z0), linear = z / z1;
  const float rough = z > z0 ? law : 0.0f, fits = z0 > 0.0f ? rough : linear;
  return z1 > 2.0f * z0 ? fits : linear;
}

/* Like sm_wind_near_walls_f32, normal to axis d. */
PACK_FN void pack_near_walls_lane(struct pack *q, int l, int d, float z0, const float *h, int first,
                                  int last) {
  const int side = q->closed[l] >> 2 * d & 3, cell = q->to.cell[d][l];
  const int outer = (cell == first ? 1 : 0) | (cell == last ? 2 : 0), meets = side & ~outer;
  const uint32_t part = q->to.part[d][l];
  const float below = sm_fraction_below_f32(part), above = sm_fraction_above_f32(part);
  const float from = below < 0.5f ? below : above, size = h[cell];
  const float along = pack_log_law(from * size, 0.5f * size, z0);
  q->between[d][l] = meets ? (float)(cell - q->low[d][l]) : q->between[d][l];
  for (int e = 0; e < 3; e++) q->kept[e][l] *= meets ? (e == d ? 2.0f * from : along) : 1.0f;
}
PACK_STAGE pack_near_walls(struct pack *q, const struct sm_particle_advance *advance, int d) {
  const struct sm_node_wind s = advance->air.nodes;
  const float *h = advance->air.grid_f32.h[d];
  const int first = d < 2 ? 0 : -1, last = advance->air.grid_f32.n[d] - 1; /* cells without walls */
  _Alignas(64) float z0[PACK];
  PACK_EACH z0[l] = s.rough[q->to.cell[0][l] * s.rough_sx + q->to.cell[1][l] * s.rough_sy];
  PACK_SIMD pack_near_walls_lane(q, l, d, z0[l], h, first, last);
}

PACK_STAGE pack_trilinear_mean(struct pack *q, const struct sm_particle_advance *advance) {
  const struct sm_node_wind s = advance->air.nodes;
  _Alignas(64) float each[PACK][4];
  PACK_EACH {
    struct sm_node_interval_f32 b[3];
    sm_4_floats mean;
    pack_interval_of(q, l, b);
    sm_trilinear_mean_f32(&s, b, &mean);
    memcpy(each[l], &mean, sizeof mean);
  }
  PACK_SIMD for (int d = 0; d < 3; d++) q->wind[d][l] = q->kept[d][l] * each[l][d];
}

static void pack_wind_trilinear(struct pack *q, const struct sm_particle_advance *a) {
  pack_intervals(q, &a->air.grid_f32);
  for (int d = 0; d < 3; d++) PACK_SIMD q->kept[d][l] = 1.0f;
  const int closed = pack_closed_faces(q, &a->air.grid_f32);
  for (int d = 0; d < 3; d++)
    if (closed >> 2 * d & 3) pack_near_walls(q, a, d);
  pack_trilinear_mean(q, a);
}

/* --- other interpolations --- */

PACK_STAGE pack_wind_bspline(struct pack *q, const struct sm_particle_advance *advance) {
  const struct sm_node_wind s = advance->air.nodes;
  const struct sm_particle_grid_f32 g = advance->air.grid_f32;
  pack_intervals(q, &advance->air.grid_f32);
  PACK_EACH {
    struct sm_node_interval_f32 b[3];
    float wind[3];
    pack_interval_of(q, l, b);
    sm_bspline_mean_f32(&s, &g, b, wind);
    for (int d = 0; d < 3; d++) q->wind[d][l] = wind[d];
  }
}

PACK_FN void pack_wind_lane(struct pack *q, int l, const struct sm_particle_advance *a,
                            enum sm_wind_sampling sampling) {
  const struct sm_grid_position_f32 at = pack_position(&q->to, l);
  float wind[3];
  sm_wind_at_f32(a, sampling, &at, wind);
  q->wind[0][l] = wind[0];
  q->wind[1][l] = wind[1];
  q->wind[2][l] = wind[2];
}
PACK_STAGE pack_wind_faces(struct pack *q, const struct sm_particle_advance *advance) {
  const struct sm_particle_advance a = *advance;
  PACK_EACH pack_wind_lane(q, l, &a, SM_SAMPLE_FACES);
}
PACK_STAGE pack_wind_vortex(struct pack *q, const struct sm_particle_advance *advance) {
  const struct sm_particle_advance a = *advance;
  PACK_SIMD pack_wind_lane(q, l, &a, SM_SAMPLE_VORTEX);
}

PACK_FN void pack_wind(struct pack *q, const struct sm_particle_advance *a,
                       enum sm_wind_sampling sampling) {
  if (sampling == SM_SAMPLE_FACES) pack_wind_faces(q, a);
  if (sampling == SM_SAMPLE_TRILINEAR) pack_wind_trilinear(q, a);
  if (sampling == SM_SAMPLE_BSPLINE) pack_wind_bspline(q, a);
  if (sampling == SM_SAMPLE_VORTEX) pack_wind_vortex(q, a);
}

/* Turbulent dispersion for a pack of particles
 *    (device/cpu/particle_pack.h). */

/* Transposes all 8 values at once: for loops that skip one, gcc handles the last particles with
 * other instructions that round differently. */
PACK_STAGE pack_gather_turbulence(struct pack *q, const struct sm_particle_advance *advance) {
  const struct sm_turbulence_field s = advance->air.turbulence;
  const struct sm_particle_grid_f32 g = advance->air.grid_f32;
  float each[4][PACK][8];
  PACK_EACH {
    const struct sm_grid_position_f32 at = pack_position(&q->to, l);
    sm_8_floats mean, slope[3];
    sm_turbulence_mean(&s, &g, &at, &mean, slope);
    memcpy(each[0][l], &mean, sizeof mean);
    for (int d = 0; d < 3; d++) memcpy(each[1 + d][l], &slope[d], sizeof mean);
  }
  for (int m = 0; m < 4; m++)
    PACK_SIMD for (int e = 0; e < 8; e++) q->turbulence[m][e][l] = each[m][l][e];
}

/* Like sm_fluctuation_step_f32 after the first step. */
PACK_FN void pack_disperse_lane(struct pack *q, int l, const struct sm_particle_advance *a,
                                uint32_t step) {
  struct sm_langevin s;
  struct sm_turbulence_state e;
  float slope[3][6], u[3], xi[4], seen[3];
  for (int m = 0; m < 6; m++) {
    s.root[m] = q->turbulence[0][m][l];
    for (int d = 0; d < 3; d++) slope[d][m] = q->turbulence[1 + d][m][l];
  }
  s.rate = q->turbulence[0][6][l];
  for (int d = 0; d < 3; d++) {
    e.q[d] = q->q[d][l];
    seen[d] = q->seen[d][l];
  }
  sm_stress_divergence(s.root, slope, s.divergence);
  for (int m = 0; m < 6; m++)
    s.change[m] =
        a->h_f32 * (seen[0] * slope[0][m] + seen[1] * slope[1][m] + seen[2] * slope[2][m]);
  s.rate *= sm_crossing_trajectories(&s, q->settling[l]);
  const struct sm_random_key draw = {a->seed, q->id[l], step, SM_DRAW_TURBULENCE};
  sm_random_normals(sm_random(draw), xi);
  sm_langevin_step(&s, a->h_f32, xi, e.q);
  sm_langevin_drift(&s, e.q, u);
  const int active = q->active[l];
  for (int d = 0; d < 3; d++) {
    q->q[d][l] = active ? e.q[d] : q->q[d][l];
    q->fluctuation[d][l] = u[d];
  }
  q->noise[l] = xi[3];
}
PACK_STAGE pack_disperse_all(struct pack *q, const struct sm_particle_advance *advance,
                             uint32_t step) {
  const struct sm_particle_advance a = *advance;
  PACK_SIMD pack_disperse_lane(q, l, &a, step);
}

static void pack_disperse(struct pack *q, const struct sm_particle_advance *a, uint32_t step) {
  pack_gather_turbulence(q, a);
  pack_disperse_all(q, a, step);
  if (a->meander > 0.0f) PACK_EACH if (q->active[l]) {
      float slow[2] = {q->slow[0][l], q->slow[1][l]};
      sm_meander_step(a, q->id[l], 0, step, q->noise[l], slow);
      for (int d = 0; d < 2; d++) {
        q->slow[d][l] = slow[d];
        q->fluctuation[d][l] += a->meander * slow[d];
      }
    }
}

/* Adds the fluctuation to the wind. */
PACK_STAGE pack_add_fluctuation(struct pack *q) {
  for (int d = 0; d < 3; d++) PACK_SIMD q->wind[d][l] += q->fluctuation[d][l];
}
PACK_STAGE pack_see_wind(struct pack *q) {
  for (int d = 0; d < 3; d++)
    PACK_SIMD q->seen[d][l] = q->active[l] ? q->wind[d][l] : q->seen[d][l];
}

#endif
