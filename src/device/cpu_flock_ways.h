/* cpu_flock_ways.h - the ways of a flock (cpu_flock.h): within cells and through open faces. */
#ifndef SM_DEVICE_CPU_FLOCK_WAYS_H
#define SM_DEVICE_CPU_FLOCK_WAYS_H

#include "device/cpu_flock_state.h"

/* What sm_part_step says, in numbers of 0 and 1: of conditions that join, gcc makes no vectors. */
struct flock_move {
  uint32_t part;
  int back, near, out; /* the way leads downwards; is less than a width; leaves the cell */
};
FLOCK_FN struct flock_move flock_move_of(uint32_t part, float widths) {
  const float most = 0.99999994f, least = widths > -most ? widths : -most; /* NaN: -most */
  const float scaled = (least < most ? least : most) * 2147483648.0f;
  const uint32_t steps = (uint32_t)(int32_t)(scaled + copysignf(0.5f, scaled));
  const uint32_t add = 2u * steps, to = part + add, size = sm_bits_of(widths) & 0x7fffffffu;
  const uint32_t carry = (part & add) | ((part | add) & ~to); /* bit 31; there must be one, back */
  return (struct flock_move){.part = to,
                             .back = (int)(sm_bits_of(widths) >> 31),
                             .near = (int)((size - 0x3f800000u) >> 31),
                             .out = (int)((carry ^ steps) >> 31)};
}

/* As sm_walk_short, axis by axis. */
FLOCK_FN void flock_walk_even_of(struct flock *q, int l, int d, float even, int n) {
  const int own = q->at.cell[d][l];
  const struct flock_move m = flock_move_of(q->at.part[d][l], q->by[d][l] * even);
  const int next = own + 1 - 2 * m.back, face = q->open[l] >> 2 * d & (2 - m.back);
  const int opens = (face | face >> 1) & 1,
            inside = (int)(~(uint32_t)(next | (n - 1 - next)) >> 31);
  q->to.part[d][l] = m.part;
  q->to.cell[d][l] = own + m.out * (1 - 2 * m.back);
  q->crossed[l] += m.out;
  q->there[l] &= m.near & ((1 - m.out) | (opens & inside));
}
FLOCK_FN void flock_walk_uneven_of(struct flock *q, int l, int d, const float *h) {
  const int own = q->at.cell[d][l];
  const struct flock_move m = flock_move_of(q->at.part[d][l], q->by[d][l] / h[own]);
  q->to.part[d][l] = m.part;
  q->to.cell[d][l] = own;
  q->there[l] &= m.near & (1 - m.out);
}
FLOCK_STAGE flock_walk_even(struct flock *q, int d, float even, int n) {
  FLOCK_SIMD flock_walk_even_of(q, l, d, even, n);
}
FLOCK_STAGE flock_walk_uneven(struct flock *q, int d, const float *h) {
  FLOCK_SIMD flock_walk_uneven_of(q, l, d, h);
}

/* The open faces of their cells. */
FLOCK_STAGE flock_look_at_faces(struct flock *q, const struct sm_carry *a) {
  const struct sm_lattice g = a->air.lattice;
  FLOCK_EACH {
    const struct sm_place at = flock_place(&q->at, l);
    q->open[l] = g.open[sm_lattice_at(&g, at.cell)];
  }
}

/* Those that get `there` by the way `by`. */
static void flock_walk(struct flock *q, const struct sm_lattice *g) {
  memcpy(q->there, q->moves, sizeof q->there);
  memset(q->crossed, 0, sizeof q->crossed);
  for (int d = 0; d < 3; d++) {
    if (g->even[d] > 0.0f) {
      flock_walk_even(q, d, g->even[d], g->n[d]);
    } else {
      flock_walk_uneven(q, d, g->h[d]);
    }
  }
  FLOCK_SIMD q->there[l] &= q->crossed[l] <= 1;
}

/* The middle of the way. */
static void flock_ahead(struct flock *q, const struct sm_carry *a) {
  const float half = 0.5f * a->h;
  for (int d = 0; d < 3; d++) FLOCK_SIMD q->by[d][l] = half * q->v[d][l];
  flock_walk(q, &a->air.lattice);
  FLOCK_EACH if (!q->there[l]) {
    const float by[3] = {q->by[0][l], q->by[1][l], q->by[2][l]};
    struct sm_place to = flock_place(&q->at, l);
    if (q->moves[l]) to = sm_place_ahead(a, &to, by);
    flock_put(&q->to, l, &to);
  }
}

#endif
