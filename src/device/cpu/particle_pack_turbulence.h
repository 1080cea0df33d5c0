/* device/cpu/particle_pack_turbulence.h - turbulent dispersion for a pack of particles
   (device/cpu/particle_pack.h). */
#ifndef SM_DEVICE_CPU_PARTICLE_PACK_TURBULENCE_H
#define SM_DEVICE_CPU_PARTICLE_PACK_TURBULENCE_H

#include "device/cpu/particle_pack_state.h"

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

/* Like sm_step_turbulent_f32 after the first step; `wind` then includes the fluctuation. */
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
    q->wind[d][l] = q->wind[d][l] + u[d];
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
        q->wind[d][l] += a->meander * slow[d];
      }
    }
  for (int d = 0; d < 3; d++)
    PACK_SIMD q->seen[d][l] = q->active[l] ? q->wind[d][l] : q->seen[d][l];
}

#endif
