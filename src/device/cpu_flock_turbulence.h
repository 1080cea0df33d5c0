/* cpu_flock_turbulence.h - a flock in turbulence (cpu_flock.h). */
#ifndef SM_DEVICE_CPU_FLOCK_TURBULENCE_H
#define SM_DEVICE_CPU_FLOCK_TURBULENCE_H

#include "device/cpu_flock_state.h"

/* All 8 numbers of each are put in order at once: of loops that leave one out, gcc gives the last
 * particles to other instructions, which round otherwise. */
FLOCK_STAGE flock_look_at_eddies(struct flock *q, const struct sm_carry *carry) {
  const struct sm_eddy_field s = carry->air.eddies;
  const struct sm_lattice g = carry->air.lattice;
  float each[4][FLOCK][8];
  FLOCK_EACH {
    const struct sm_place at = flock_place(&q->to, l);
    sm_8_floats mean, slope[3];
    sm_mean_of_eddies(&s, &g, &at, &mean, slope);
    memcpy(each[0][l], &mean, sizeof mean);
    for (int d = 0; d < 3; d++) memcpy(each[1 + d][l], &slope[d], sizeof mean);
  }
  for (int m = 0; m < 4; m++)
    FLOCK_SIMD for (int e = 0; e < 8; e++) q->eddies[m][e][l] = each[m][l][e];
}

/* As sm_step_stirred after the first step; `wind` is then that with the fluctuation. */
FLOCK_FN void flock_stir_of(struct flock *q, int l, const struct sm_carry *a, uint32_t step) {
  struct sm_langevin s;
  struct sm_eddies e;
  float slope[3][6], u[3], xi[4], seen[3];
  for (int m = 0; m < 6; m++) {
    s.root[m] = q->eddies[0][m][l];
    for (int d = 0; d < 3; d++) slope[d][m] = q->eddies[1 + d][m][l];
  }
  s.rate = q->eddies[0][6][l];
  for (int d = 0; d < 3; d++) {
    e.q[d] = q->q[d][l];
    seen[d] = q->seen[d][l];
  }
  sm_stress_divergence(s.root, slope, s.divergence);
  for (int m = 0; m < 6; m++)
    s.change[m] = a->h * (seen[0] * slope[0][m] + seen[1] * slope[1][m] + seen[2] * slope[2][m]);
  s.rate *= sm_eddy_crossing(&s, q->settling[l]);
  const struct sm_draw draw = {a->seed, q->id[l], step, SM_DRAW_EDDIES};
  sm_normals(sm_random(draw), xi);
  sm_langevin_step(&s, a->h, xi, e.q);
  sm_langevin_drift(&s, e.q, u);
  const int moves = q->moves[l];
  for (int d = 0; d < 3; d++) {
    q->q[d][l] = moves ? e.q[d] : q->q[d][l];
    q->wind[d][l] = q->wind[d][l] + u[d];
  }
  q->noise[l] = xi[3];
}
FLOCK_STAGE flock_stir_all(struct flock *q, const struct sm_carry *carry, uint32_t step) {
  const struct sm_carry a = *carry;
  FLOCK_SIMD flock_stir_of(q, l, &a, step);
}

static void flock_stir(struct flock *q, const struct sm_carry *a, uint32_t step) {
  flock_look_at_eddies(q, a);
  flock_stir_all(q, a, step);
  if (a->meander > 0.0f) FLOCK_EACH if (q->moves[l]) {
      float slow[2] = {q->slow[0][l], q->slow[1][l]};
      sm_meander_step(a, q->id[l], 0, step, q->noise[l], slow);
      for (int d = 0; d < 2; d++) {
        q->slow[d][l] = slow[d];
        q->wind[d][l] += a->meander * slow[d];
      }
    }
  for (int d = 0; d < 3; d++)
    FLOCK_SIMD q->seen[d][l] = q->moves[l] ? q->wind[d][l] : q->seen[d][l];
}

#endif
