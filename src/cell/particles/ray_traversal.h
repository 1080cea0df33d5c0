/* cell/particles/ray_traversal.h - ray traversal: a particle moves from cell to cell, with
 * reflection or deposition at walls.
 *
 * A position is a cell and the fraction of its width below the particle, in units of 2^-32: uniform
 * resolution in a domain of any size, and sums of tiny steps do not drift, as they would in a
 * float, whose last bit is 6e-8 next to 1. A face can be crossed only if its bit is open
 * (cell/open_faces.h); faces are crossed one at a time, so that no particle slips through where
 * solids meet at an edge. Theory: docs/theory/particles-gather.md. */
#ifndef SM_CELL_PARTICLES_RAY_TRAVERSAL_H
#define SM_CELL_PARTICLES_RAY_TRAVERSAL_H

#include "cell/half.h"
#include "cell/open_faces.h"
#include "cell/port.h"

#define SM_FRACTION_LAST 0xffffffffu /* next to the high face */
#define SM_FRACTION_UNIT (1.0f / 4294967296.0f)

/* The cells of a domain, in natural order: i + j sy + k sz. */
struct sm_particle_grid {
  int n[3];
  const float *h[3]; /* m, width of cell i, n */
  float even[3];     /* 1 / width if all cells of an axis are equal, 1/m; 0: not uniform */
  const float *g[3]; /* 1/m, 1 / distance between the centres on both sides of low face i, n + 1 */
  ptrdiff_t sy, sz;  /* strides of the open-face byte */
  const uint8_t *open; /* SM_OPEN_...; particles leave through an open boundary face */
};

struct sm_grid_position {
  int cell[3];
  uint32_t part[3]; /* in 2^-32 of the cell's width */
};

/* End of a traversal; for the latter two the bit of the face (SM_OPEN_WEST and so on) is
 * returned. */
enum sm_traversal_end { SM_TRAVERSAL_INSIDE, SM_TRAVERSAL_LEFT, SM_TRAVERSAL_STUCK };

/* Bounce laws of closed faces: index 1 for upward-facing ones, 0 for all others. */
struct sm_wall_rebound {
  float normal;  /* normal restitution, 0..1 */
  float along;   /* remaining fraction of the tangential velocity, 0..1 */
  float capture; /* m/s: particles with a lower normal speed stick; 0: none */
  int bounces;   /* limit of bounces per traversal; then the particle stays at the wall */
};

/* --- parts --- */

SM_FN float sm_fraction_below(uint32_t part) { return (float)part * SM_FRACTION_UNIT; }
/* Fraction above the position, up to the high face, exact next to it. */
SM_FN float sm_fraction_above(uint32_t part) { return (float)~part * SM_FRACTION_UNIT; }

/* Fraction below the position to 2^-23, without integer conversion, which is slow on a GPU: for
 * lookups at a position, not for the position itself. */
SM_FN float sm_fraction_approx(uint32_t part) {
  return sm_float_from_bits(part >> 9 | 0x3f800000u) - 1.0f;
}

/* Moves a fraction within the cell by less than a width, in steps of 2^-31 of it; 0: a face is in
 * the way. */
SM_FN int sm_fraction_step(uint32_t part, float widths, uint32_t *to) {
  const float scaled = widths * 2147483648.0f;
  const int near = fabsf(widths) < 1.0f;
  const int32_t steps = (int32_t)(near ? scaled + copysignf(0.5f, scaled) : 0.0f);
  const int64_t sum = (int64_t)part + 2 * (int64_t)steps; /* no branch on the direction */
  *to = (uint32_t)sum;
  return near & (sum >> 32 == 0);
}

/* Fraction moved by less than 2^30 widths; may be below 0 or above SM_FRACTION_LAST. */
SM_FN int64_t sm_fraction_sum(uint32_t part, float widths) {
  const float scaled = widths * 4294967296.0f;
  return (int64_t)part + (int64_t)(scaled + copysignf(0.5f, scaled));
}
/* The same, limited to the faces of the cell. */
SM_FN uint32_t sm_fraction_moved(uint32_t part, float widths) {
  const int64_t to = sm_fraction_sum(part, widths);
  return to < 0 ? 0u : to > (int64_t)SM_FRACTION_LAST ? SM_FRACTION_LAST : (uint32_t)to;
}
SM_FN uint32_t sm_fraction_of(float fraction) { return sm_fraction_moved(0u, fraction); }

SM_FN ptrdiff_t sm_particle_grid_index(const struct sm_particle_grid *g, const int cell[3]) {
  return cell[0] + cell[1] * g->sy + cell[2] * g->sz;
}

/* --- without walls --- */

/* Moves along an axis of n cells of widths h by `move` m, finite. Returns 0; or, when leaving the
 * domain, -1 through its low face or 1 through its high one: the particle is then in the last cell,
 * at the face, and `move` is the rest. */
SM_FN int sm_ray_traverse_axis(const float *h, int n, int *cell, uint32_t *part, float *move) {
  const float widths = *move / h[*cell];
  const int64_t to = sm_fraction_sum(*part, fabsf(widths) < 2.0f ? widths : 2.0f);
  if ((uint64_t)to <= SM_FRACTION_LAST) { /* most steps end in their cell */
    *part = (uint32_t)to;
    *move = 0.0f;
    return 0;
  }
  const int side = *move > 0.0f ? 1 : -1;
  float left = fabsf(*move), size = h[*cell];
  float room = (side > 0 ? sm_fraction_above(*part) : sm_fraction_below(*part)) * size;
  while (room < left) {
    left -= room;
    *part = side > 0 ? SM_FRACTION_LAST : 0u;
    *move = (float)side * left;
    if (side > 0 ? *cell == n - 1 : *cell == 0) return side;
    *cell += side;
    *part = ~*part;
    size = room = h[*cell];
  }
  *part = sm_fraction_moved(*part, (float)side * left / size);
  *move = 0.0f;
  return 0;
}

/* --- with walls --- */

/* Straight path from a position to the first face of its cell. */
struct sm_ray_segment {
  float part; /* fraction of the path: up to the face, or 1 */
  int face;   /* bit of the face; 0: none */
};
SM_FN struct sm_ray_segment sm_ray_segment_of(const struct sm_particle_grid *g,
                                              const struct sm_grid_position *at,
                                              const float move[3]) {
  struct sm_ray_segment segment = {1.0f, 0};
  for (int d = 0; d < 3; d++) {
    const int up = move[d] > 0.0f;
    const float far = fabsf(move[d]), size = SM_READ(g->h[d], at->cell[d]);
    const float room =
        (up ? sm_fraction_above(at->part[d]) : sm_fraction_below(at->part[d])) * size;
    if (room < far * segment.part) {
      segment.part = room / far;
      segment.face = 1 << (2 * d + up);
    }
  }
  return segment;
}

/* Moves along that path; `move`: the remaining path. */
SM_FN void sm_ray_segment_move(const struct sm_particle_grid *g, struct sm_ray_segment segment,
                               struct sm_grid_position *at, float move[3]) {
  for (int d = 0; d < 3; d++) {
    const int side = segment.face >> 2 * d & 3; /* 1: at the low face, 2: at the high one */
    const float widths = segment.part * move[d] / SM_READ(g->h[d], at->cell[d]);
    const uint32_t to = sm_fraction_moved(at->part[d], widths);
    at->part[d] = side == 1 ? 0u : side == 2 ? SM_FRACTION_LAST : to;
    move[d] -= segment.part * move[d];
  }
}

/* Crosses a face of a cell; 0 if the next cell is outside: nothing is changed. */
SM_FN int sm_ray_cross_face(const struct sm_particle_grid *g, int face,
                            struct sm_grid_position *at) {
  struct sm_grid_position to = *at;
  int inside = 1;
  for (int d = 0; d < 3; d++) {
    const int side = face >> 2 * d & 3;
    to.cell[d] += side == 2 ? 1 : side == 1 ? -1 : 0;
    to.part[d] = side != 0 ? ~at->part[d] : at->part[d]; /* from just inside one face to just inside
                                                            the other */
    inside &= to.cell[d] >= 0 && to.cell[d] < g->n[d];
  }
  if (inside) *at = to;
  return inside;
}

/* Bounce at a closed face: reverses the normal velocity and the remaining path. 0 if the particle
 * sticks: both are then 0. */
SM_FN int sm_wall_bounce(const struct sm_wall_rebound *rebound, int face, float move[3],
                         float velocity[3]) {
  float into = 0.0f; /* m/s */
  for (int d = 0; d < 3; d++) {
    const int side = face >> 2 * d & 3;
    into = side == 2 ? velocity[d] : side == 1 ? -velocity[d] : into;
  }
  const int sticks = fabsf(into) < rebound->capture;
  for (int d = 0; d < 3; d++) {
    const int across = (face >> 2 * d & 3) != 0;
    const float kept = sticks ? 0.0f : across ? -rebound->normal : rebound->along;
    move[d] *= kept;
    velocity[d] *= sticks || into > 0.0f ? kept : 1.0f;
  }
  return !sticks;
}

/* Crosses one face of axis d, no farther than to the next cell; `to`: final fraction if both cells
 * have the same width. 0: not possible, or out of the domain. */
SM_FN int sm_ray_next_cell(const struct sm_particle_grid *g, int d, float widths, uint32_t to,
                           struct sm_grid_position *at) {
  const int up = widths > 0.0f, next = at->cell[d] + (up ? 1 : -1);
  const int face = 1 << (2 * d + up);
  if (!(SM_READ(g->open, sm_particle_grid_index(g, at->cell)) & face) || next < 0 ||
      next >= g->n[d])
    return 0;
  if (!(g->even[d] > 0.0f)) {
    const float room = up ? sm_fraction_above(at->part[d]) : sm_fraction_below(at->part[d]);
    const float sizes = SM_READ(g->h[d], at->cell[d]) / SM_READ(g->h[d], next);
    const float over = (fabsf(widths) - room) * sizes;
    if (!(over < 1.0f)) return 0;
    to = sm_fraction_of(over);
    to = up ? to : ~to;
  }
  at->cell[d] = next;
  at->part[d] = to;
  return 1;
}

/* Moves within the cell, or through open faces into adjacent cells, if that is all; nearly all
 * steps are like this. */
SM_FN int sm_ray_traverse_short(const struct sm_particle_grid *g, struct sm_grid_position *at,
                                float move[3]) {
  uint32_t to[3];
  float widths[3];
  int across = 0, far = 0;
  for (int d = 0; d < 3; d++) {
    widths[d] = g->even[d] > 0.0f ? move[d] * g->even[d] : move[d] / SM_READ(g->h[d], at->cell[d]);
    far |= !(fabsf(widths[d]) < 1.0f);
    across |= sm_fraction_step(at->part[d], widths[d], &to[d]) ? 0 : 1 << d;
  }
  if (far || (across & (across - 1)) != 0) return 0;
#ifndef __CUDA_ARCH__ /* common case; on a GPU both branches would need registers */
  if (across == 0) {
    for (int d = 0; d < 3; d++) {
      at->part[d] = to[d];
      move[d] = 0.0f;
    }
    return 1;
  }
#endif
  struct sm_grid_position end = *at;
  int arrived = 1;
  for (int d = 0; d < 3; d++) {
    if (across >> d & 1)
      arrived = sm_ray_next_cell(g, d, widths[d], to[d], &end);
    else
      end.part[d] = to[d];
  }
  if (!arrived) return 0;
  *at = end;
  for (int d = 0; d < 3; d++) move[d] = 0.0f;
  return 1;
}

/* Moves by `move` m from a fluid cell along straight lines, with bounces at closed faces. `move` is
 * then the rest for a particle that left the domain, which is in the last cell, at the face.
 * Velocities in m/s; all must be finite. */
SM_FN enum sm_traversal_end sm_ray_traverse(const struct sm_particle_grid *g,
                                            const struct sm_wall_rebound rebound[2],
                                            struct sm_grid_position *at, float move[3],
                                            float velocity[3], int *face) {
  *face = 0;
  if (sm_ray_traverse_short(g, at, move)) return SM_TRAVERSAL_INSIDE;
  for (int bounces = 0;;) {
    const struct sm_ray_segment segment = sm_ray_segment_of(g, at, move);
    sm_ray_segment_move(g, segment, at, move);
    *face = segment.face;
    if (segment.face == 0) return SM_TRAVERSAL_INSIDE;
    if (SM_READ(g->open, sm_particle_grid_index(g, at->cell)) & segment.face) {
      if (!sm_ray_cross_face(g, segment.face, at)) return SM_TRAVERSAL_LEFT;
      continue;
    }
    const struct sm_wall_rebound *own = &rebound[segment.face == SM_OPEN_DOWN];
    if (!sm_wall_bounce(own, segment.face, move, velocity)) return SM_TRAVERSAL_STUCK;
    if (bounces++ == own->bounces) {
      for (int d = 0; d < 3; d++) move[d] = 0.0f;
    }
  }
}

#endif
