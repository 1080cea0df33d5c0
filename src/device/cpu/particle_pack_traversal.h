/* device/cpu/particle_pack_traversal.h - ray traversal for a pack of particles
 * (device/cpu/particle_pack.h): moves within cells and through open faces. */
#ifndef SM_DEVICE_CPU_PARTICLE_PACK_TRAVERSAL_H
#define SM_DEVICE_CPU_PARTICLE_PACK_TRAVERSAL_H

#include "device/cpu/particle_pack_state.h"

/* Branch-free form of sm_fraction_step_f32 with 0 and 1: gcc does not vectorise joined
 * conditions. */
struct pack_move {
  uint32_t part;
  int back, near, out; /* moves backwards; less than a cell width; leaves the cell */
};
PACK_FN struct pack_move pack_move_of(uint32_t part, float widths) {
  const float most = 0.99999994f, least = widths > -most ? widths : -most; /* NaN becomes -most */
  const float scaled = (least < most ? least : most) * 2147483648.0f;
  const uint32_t steps = (uint32_t)(int32_t)(scaled + copysignf(0.5f, scaled));
  const uint32_t add = 2u * steps, to = part + add, size = sm_float_bits(widths) & 0x7fffffffu;
  const uint32_t carry = (part & add) | ((part | add) & ~to); /* carry out of bit 31; required for a
                                                                 backward move */
  return (struct pack_move){.part = to,
                            .back = (int)(sm_float_bits(widths) >> 31),
                            .near = (int)((size - 0x3f800000u) >> 31),
                            .out = (int)((carry ^ steps) >> 31)};
}

/* Like sm_ray_traverse_short_f32, axis by axis. */
PACK_FN void pack_traverse_even_lane(struct pack *q, int l, int d, float even, int n) {
  const int own = q->at.cell[d][l];
  const struct pack_move m = pack_move_of(q->at.part[d][l], q->by[d][l] * even);
  const int next = own + 1 - 2 * m.back, face = q->open[l] >> 2 * d & (2 - m.back);
  const int opens = (face | face >> 1) & 1,
            inside = (int)(~(uint32_t)(next | (n - 1 - next)) >> 31);
  q->to.part[d][l] = m.part;
  q->to.cell[d][l] = own + m.out * (1 - 2 * m.back);
  q->crossed[l] += m.out;
  q->there[l] &= m.near & ((1 - m.out) | (opens & inside));
}
PACK_FN void pack_traverse_uneven_lane(struct pack *q, int l, int d, const float *h) {
  const int own = q->at.cell[d][l];
  const struct pack_move m = pack_move_of(q->at.part[d][l], q->by[d][l] / h[own]);
  q->to.part[d][l] = m.part;
  q->to.cell[d][l] = own;
  q->there[l] &= m.near & (1 - m.out);
}
PACK_STAGE pack_traverse_even(struct pack *q, int d, float even, int n) {
  PACK_SIMD pack_traverse_even_lane(q, l, d, even, n);
}
PACK_STAGE pack_traverse_uneven(struct pack *q, int d, const float *h) {
  PACK_SIMD pack_traverse_uneven_lane(q, l, d, h);
}

/* Gathers the open faces of the cells. */
PACK_STAGE pack_gather_faces(struct pack *q, const struct sm_particle_advance *a) {
  const struct sm_particle_grid_f32 g = a->air.grid_f32;
  PACK_EACH {
    const struct sm_grid_position_f32 at = pack_position(&q->at, l);
    q->open[l] = g.open[sm_particle_grid_index_f32(&g, at.cell)];
  }
}

/* Moves the particles by `by`; sets `there` for those that arrive. */
static void pack_traverse(struct pack *q, const struct sm_particle_grid_f32 *g) {
  memcpy(q->there, q->active, sizeof q->there);
  memset(q->crossed, 0, sizeof q->crossed);
  for (int d = 0; d < 3; d++) {
    if (g->even[d] > 0.0f) {
      pack_traverse_even(q, d, g->even[d], g->n[d]);
    } else {
      pack_traverse_uneven(q, d, g->h[d]);
    }
  }
  PACK_SIMD q->there[l] &= q->crossed[l] <= 1;
}

/* Position after `part` times `along`, m. */
static void pack_position_ahead(struct pack *q, const struct sm_particle_advance *a, float part,
                                float along[3][PACK]) {
  for (int d = 0; d < 3; d++) PACK_SIMD q->by[d][l] = part * along[d][l];
  pack_traverse(q, &a->air.grid_f32);
  PACK_EACH if (!q->there[l]) {
    const float by[3] = {q->by[0][l], q->by[1][l], q->by[2][l]};
    struct sm_grid_position_f32 to = pack_position(&q->at, l);
    if (q->active[l]) to = sm_position_ahead_f32(a, &to, by);
    pack_set_position(&q->to, l, &to);
  }
}

#endif
