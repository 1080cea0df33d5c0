/* cpu_flock_wind.h - the wind where the particles of a flock look for it (cpu_flock.h). */
#ifndef SM_DEVICE_CPU_FLOCK_WIND_H
#define SM_DEVICE_CPU_FLOCK_WIND_H

#include "device/cpu_flock_state.h"

/* --- between nodes --- */

/* `closed` is then all faces that it is nearer to. */
FLOCK_STAGE flock_between(struct flock *q, const struct sm_lattice *lattice) {
  const struct sm_lattice g = *lattice;
  memset(q->closed, 0, sizeof q->closed);
#define BETWEEN(D)                                                                                 \
  FLOCK_SIMD {                                                                                     \
    const float below = sm_part_near(q->to.part[D][l]);                                            \
    const struct sm_between b = sm_between_nodes(&g, D, q->to.cell[D][l], below);                  \
    q->low[D][l] = b.low;                                                                          \
    q->between[D][l] = b.part;                                                                     \
    q->closed[l] |= below >= 0.5f ? 2 << 2 * D : 1 << 2 * D;                                       \
  }
  BETWEEN(0)
  BETWEEN(1)
  BETWEEN(2)
#undef BETWEEN
}

static inline void flock_between_of(const struct flock *q, int l, struct sm_between b[3]) {
  for (int d = 0; d < 3; d++) b[d] = (struct sm_between){q->low[d][l], q->between[d][l]};
}

/* --- trilinear --- */

/* The closed ones of the faces that particles are nearer to; returns those of all of them. */
static int flock_closed(struct flock *q, const struct sm_lattice *lattice) {
  const struct sm_lattice g = *lattice;
  int closed = 0;
  FLOCK_EACH {
    const struct sm_place at = flock_place(&q->to, l);
    q->closed[l] &= ~g.open[sm_lattice_at(&g, at.cell)];
  }
  FLOCK_SIMD_OR(closed) closed |= q->closed[l] &= -q->moves[l];
  return closed;
}

/* As sm_log_law: of conditions that join, gcc makes no vectors. */
FLOCK_FN float flock_log_law(float z, float z1, float z0) {
  const float law = sm_log(z / z0) / sm_log(z1 / z0), linear = z / z1;
  const float rough = z > z0 ? law : 0.0f, fits = z0 > 0.0f ? rough : linear;
  return z1 > 2.0f * z0 ? fits : linear;
}

/* As sm_near_walls, across axis d. */
FLOCK_FN void flock_near_walls_of(struct flock *q, int l, int d, float z0, const float *h,
                                  int first, int last) {
  const int side = q->closed[l] >> 2 * d & 3, cell = q->to.cell[d][l];
  const int outer = (cell == first ? 1 : 0) | (cell == last ? 2 : 0), meets = side & ~outer;
  const uint32_t part = q->to.part[d][l];
  const float below = sm_part_below(part), above = sm_part_above(part);
  const float from = below < 0.5f ? below : above, size = h[cell];
  const float along = flock_log_law(from * size, 0.5f * size, z0);
  q->between[d][l] = meets ? (float)(cell - q->low[d][l]) : q->between[d][l];
  for (int e = 0; e < 3; e++) q->kept[e][l] *= meets ? (e == d ? 2.0f * from : along) : 1.0f;
}
FLOCK_STAGE flock_near_walls(struct flock *q, const struct sm_carry *carry, int d) {
  const struct sm_node_wind s = carry->air.nodes;
  const float *h = carry->air.lattice.h[d];
  const int first = d < 2 ? 0 : -1, last = carry->air.lattice.n[d] - 1; /* where no walls are */
  _Alignas(64) float z0[FLOCK];
  FLOCK_EACH z0[l] = s.rough[q->to.cell[0][l] * s.rough_sx + q->to.cell[1][l] * s.rough_sy];
  FLOCK_SIMD flock_near_walls_of(q, l, d, z0[l], h, first, last);
}

FLOCK_STAGE flock_mean_of_eight(struct flock *q, const struct sm_carry *carry) {
  const struct sm_node_wind s = carry->air.nodes;
  _Alignas(64) float each[FLOCK][4];
  FLOCK_EACH {
    struct sm_between b[3];
    sm_4_floats mean;
    flock_between_of(q, l, b);
    sm_mean_of_eight(&s, b, &mean);
    memcpy(each[l], &mean, sizeof mean);
  }
  FLOCK_SIMD for (int d = 0; d < 3; d++) q->wind[d][l] = q->kept[d][l] * each[l][d];
}

static void flock_wind_trilinear(struct flock *q, const struct sm_carry *a) {
  flock_between(q, &a->air.lattice);
  for (int d = 0; d < 3; d++) FLOCK_SIMD q->kept[d][l] = 1.0f;
  const int closed = flock_closed(q, &a->air.lattice);
  for (int d = 0; d < 3; d++)
    if (closed >> 2 * d & 3) flock_near_walls(q, a, d);
  flock_mean_of_eight(q, a);
}

/* --- other ways --- */

FLOCK_STAGE flock_wind_bspline(struct flock *q, const struct sm_carry *carry) {
  const struct sm_node_wind s = carry->air.nodes;
  const struct sm_lattice g = carry->air.lattice;
  flock_between(q, &carry->air.lattice);
  FLOCK_EACH {
    struct sm_between b[3];
    float wind[3];
    flock_between_of(q, l, b);
    sm_mean_of_64(&s, &g, b, wind);
    for (int d = 0; d < 3; d++) q->wind[d][l] = wind[d];
  }
}

FLOCK_FN void flock_wind_of(struct flock *q, int l, const struct sm_carry *a, enum sm_way way) {
  const struct sm_place at = flock_place(&q->to, l);
  float wind[3];
  sm_wind_at(a, way, &at, wind);
  q->wind[0][l] = wind[0];
  q->wind[1][l] = wind[1];
  q->wind[2][l] = wind[2];
}
FLOCK_STAGE flock_wind_faces(struct flock *q, const struct sm_carry *carry) {
  const struct sm_carry a = *carry;
  FLOCK_EACH flock_wind_of(q, l, &a, SM_WAY_FACES);
}
FLOCK_STAGE flock_wind_vortex(struct flock *q, const struct sm_carry *carry) {
  const struct sm_carry a = *carry;
  FLOCK_SIMD flock_wind_of(q, l, &a, SM_WAY_VORTEX);
}

FLOCK_FN void flock_wind(struct flock *q, const struct sm_carry *a, enum sm_way way) {
  if (way == SM_WAY_FACES) flock_wind_faces(q, a);
  if (way == SM_WAY_TRILINEAR) flock_wind_trilinear(q, a);
  if (way == SM_WAY_BSPLINE) flock_wind_bspline(q, a);
  if (way == SM_WAY_VORTEX) flock_wind_vortex(q, a);
}

#endif
