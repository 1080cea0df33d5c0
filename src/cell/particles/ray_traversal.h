/* cell/particles/ray_traversal.h - ray traversal: a particle moves from cell to cell, with
 * reflection or deposition at walls.
 *
 * A position is a cell and the fraction of its width below the particle, an integer in units of
 * 2^-32, or for particles in f64 of 2^-52, which a double holds exactly: uniform resolution in a
 * domain of any size, and sums of tiny steps do not drift, as they would in a float, whose last bit
 * is 6e-8 next to 1. A face can be crossed only if its bit is open
 * (cell/open_faces.h); faces are crossed one at a time, so that no particle slips through where
 * solids meet at an edge. Theory: docs/theory/particles-gather.md. */
#ifndef SM_CELL_PARTICLES_RAY_TRAVERSAL_H
#define SM_CELL_PARTICLES_RAY_TRAVERSAL_H

#include "cell/elementary.h"
#include "cell/open_faces.h"

#define SM_FRACTION_LAST 0xffffffffu /* next to the high face */
#define SM_FRACTION_UNIT (1.0f / 4294967296.0f)

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

/* Wind of a cell along one axis, at a particle (exact trajectories of tracers: Pollock 1988). */
struct sm_axis_wind {
  float speed; /* m/s */
  float rise;  /* velocity at the high face minus that at the low one, m/s */
};

#define SM_NEVER 1e30f /* s */

/* Time until a tracer reaches the downwind face, s, `room` widths of h m away, where the velocity
 * is `there`; SM_NEVER if it is 0 there, or changes its sign before. */
SM_FN float sm_axis_exit_time(struct sm_axis_wind s, float there, float room, float h) {
  const float ratio = there / s.speed;
  const float more = (s.speed > 0.0f ? s.rise : -s.rise) * room / s.speed;
  if (!(ratio > 1e-30f)) return SM_NEVER;
  return room * h / fabsf(s.speed) * sm_mean_decay(ratio, more);
}

#endif

#ifdef SM_REAL
#if SM_BITS == 32
#define SM_PART uint32_t
#define SM_PART_BITS 32
#define SM_PART_LAST 0xffffffffu /* next to the high face */
#define SM_PART_STEPS int32_t
#define SM_PART_WIDTH 4294967296.0f /* units of a cell's width */
#else
#define SM_PART uint64_t
#define SM_PART_BITS 52
#define SM_PART_LAST UINT64_C(0xfffffffffffff)
#define SM_PART_STEPS int64_t
#define SM_PART_WIDTH 4503599627370496.0
#endif

/* The cells of a domain, in natural order: i + j sy + k sz. */
struct SM_P(sm_particle_grid) {
  int n[3];
  const SM_REAL *h[3]; /* m, width of cell i, n */
  SM_REAL even[3];     /* 1 / width if all cells of an axis are equal, 1/m; 0: not uniform */
  const SM_REAL *g[3]; /* 1/m, 1 / distance of the centres beside low face i, n + 1 */
  ptrdiff_t sy, sz;    /* strides of the open-face byte */
  const uint8_t *open; /* SM_OPEN_...; particles leave through an open boundary face */
};

struct SM_P(sm_grid_position) {
  int cell[3];
  SM_PART part[3]; /* in units of the cell's width */
};

/* --- parts --- */

#if SM_BITS == 32
SM_FN float sm_fraction_below_f32(uint32_t part) { return (float)part * SM_FRACTION_UNIT; }
/* Fraction above the position, up to the high face, exact next to it. */
SM_FN float sm_fraction_above_f32(uint32_t part) { return (float)~part * SM_FRACTION_UNIT; }

/* Fraction below the position to 2^-23, without integer conversion, which is slow on a GPU: for
 * lookups at a position, not for the position itself. */
SM_FN float sm_fraction_approx_f32(uint32_t part) {
  return sm_float_from_bits(part >> 9 | 0x3f800000u) - 1.0f;
}
#else
/* Exact: all bits of a fraction are the mantissa of a double between 1 and 2. */
SM_FN double sm_fraction_below_f64(uint64_t part) {
  return sm_double_from_bits(part | UINT64_C(0x3ff0000000000000)) - 1.0;
}
SM_FN double sm_fraction_above_f64(uint64_t part) {
  return sm_fraction_below_f64(SM_PART_LAST - part);
}
SM_FN double sm_fraction_approx_f64(uint64_t part) { return sm_fraction_below_f64(part); }
#endif

/* The same distance from the other face. */
SM_FN SM_PART SM_P(sm_fraction_mirrored)(SM_PART part) { return SM_PART_LAST - part; }

/* Moves a fraction within the cell by less than a width, in steps of two units; 0: a face is in the
 * way. */
SM_FN int SM_P(sm_fraction_step)(SM_PART part, SM_REAL widths, SM_PART *to) {
  const SM_REAL scaled = widths * (SM_PART_WIDTH / 2);
  const int near = SM_ABS(widths) < (SM_REAL)1;
  const SM_PART_STEPS steps =
      (SM_PART_STEPS)(near ? scaled + SM_COPYSIGN((SM_REAL)0.5, scaled) : (SM_REAL)0);
  const int64_t sum = (int64_t)part + 2 * (int64_t)steps; /* no branch on the direction */
  *to = (SM_PART)sum & SM_PART_LAST;
  return near & (sum >> SM_PART_BITS == 0);
}

/* Fraction moved by less than 2^10 widths; may be below 0 or above SM_PART_LAST. */
SM_FN int64_t SM_P(sm_fraction_sum)(SM_PART part, SM_REAL widths) {
  const SM_REAL scaled = widths * SM_PART_WIDTH;
  return (int64_t)part + (int64_t)(scaled + SM_COPYSIGN((SM_REAL)0.5, scaled));
}
/* The same, limited to the faces of the cell. */
SM_FN SM_PART SM_P(sm_fraction_moved)(SM_PART part, SM_REAL widths) {
  const int64_t to = SM_P(sm_fraction_sum)(part, widths);
  return to < 0 ? 0u : to > (int64_t)SM_PART_LAST ? SM_PART_LAST : (SM_PART)to;
}
SM_FN SM_PART SM_P(sm_fraction_of)(SM_REAL fraction) {
  return SM_P(sm_fraction_moved)(0u, fraction);
}

SM_FN ptrdiff_t SM_P(sm_particle_grid_index)(const struct SM_P(sm_particle_grid) * g,
                                             const int cell[3]) {
  return cell[0] + cell[1] * g->sy + cell[2] * g->sz;
}

/* --- without walls --- */

/* Moves along an axis of n cells of widths h by `move` m, finite. Returns 0; or, when leaving the
 * domain, -1 through its low face or 1 through its high one: the particle is then in the last cell,
 * at the face, and `move` is the rest. */
SM_FN int SM_P(sm_ray_traverse_axis)(const SM_REAL *h, int n, int *cell, SM_PART *part,
                                     SM_REAL *move) {
  const SM_REAL widths = *move / h[*cell];
  const int64_t to =
      SM_P(sm_fraction_sum)(*part, SM_ABS(widths) < (SM_REAL)2 ? widths : (SM_REAL)2);
  if ((uint64_t)to <= SM_PART_LAST) { /* most steps end in their cell */
    *part = (SM_PART)to;
    *move = (SM_REAL)0;
    return 0;
  }
  const int side = *move > (SM_REAL)0 ? 1 : -1;
  SM_REAL left = SM_ABS(*move), size = h[*cell];
  SM_REAL room =
      (side > 0 ? SM_P(sm_fraction_above)(*part) : SM_P(sm_fraction_below)(*part)) * size;
  while (room < left) {
    left -= room;
    *part = side > 0 ? SM_PART_LAST : 0u;
    *move = (SM_REAL)side * left;
    if (side > 0 ? *cell == n - 1 : *cell == 0) return side;
    *cell += side;
    *part = SM_P(sm_fraction_mirrored)(*part);
    size = room = h[*cell];
  }
  *part = SM_P(sm_fraction_moved)(*part, (SM_REAL)side * left / size);
  *move = (SM_REAL)0;
  return 0;
}

/* --- with walls --- */

/* Straight path from a position to the first face of its cell. */
struct SM_P(sm_ray_segment) {
  SM_REAL part; /* fraction of the path: up to the face, or 1 */
  int face;     /* bit of the face; 0: none */
};
SM_FN struct SM_P(sm_ray_segment)
    SM_P(sm_ray_segment_of)(const struct SM_P(sm_particle_grid) * g,
                            const struct SM_P(sm_grid_position) * at, const SM_REAL move[3]) {
  struct SM_P(sm_ray_segment) segment = {(SM_REAL)1, 0};
  for (int d = 0; d < 3; d++) {
    const int up = move[d] > (SM_REAL)0;
    const SM_REAL far = SM_ABS(move[d]), size = SM_READ(g->h[d], at->cell[d]);
    const SM_REAL room =
        (up ? SM_P(sm_fraction_above)(at->part[d]) : SM_P(sm_fraction_below)(at->part[d])) * size;
    if (room < far * segment.part) {
      segment.part = room / far;
      segment.face = 1 << (2 * d + up);
    }
  }
  return segment;
}

/* Moves along that path; `move`: the remaining path. */
SM_FN void SM_P(sm_ray_segment_move)(const struct SM_P(sm_particle_grid) * g,
                                     struct SM_P(sm_ray_segment) segment,
                                     struct SM_P(sm_grid_position) * at, SM_REAL move[3]) {
  for (int d = 0; d < 3; d++) {
    const int side = segment.face >> 2 * d & 3; /* 1: at the low face, 2: at the high one */
    const SM_REAL widths = segment.part * move[d] / SM_READ(g->h[d], at->cell[d]);
    const SM_PART to = SM_P(sm_fraction_moved)(at->part[d], widths);
    at->part[d] = side == 1 ? 0u : side == 2 ? SM_PART_LAST : to;
    move[d] -= segment.part * move[d];
  }
}

/* Crosses a face of a cell; 0 if the next cell is outside: nothing is changed. */
SM_FN int SM_P(sm_ray_cross_face)(const struct SM_P(sm_particle_grid) * g, int face,
                                  struct SM_P(sm_grid_position) * at) {
  struct SM_P(sm_grid_position) to = *at;
  int inside = 1;
  for (int d = 0; d < 3; d++) {
    const int side = face >> 2 * d & 3;
    to.cell[d] += side == 2 ? 1 : side == 1 ? -1 : 0;
    /* from just inside one face to just inside the other */
    to.part[d] = side != 0 ? SM_P(sm_fraction_mirrored)(at->part[d]) : at->part[d];
    inside &= to.cell[d] >= 0 && to.cell[d] < g->n[d];
  }
  if (inside) *at = to;
  return inside;
}

/* Bounce at a closed face: reverses the normal velocity and the remaining path. 0 if the particle
 * sticks: both are then 0. */
SM_FN int SM_P(sm_wall_bounce)(const struct sm_wall_rebound *rebound, int face, SM_REAL move[3],
                               SM_REAL velocity[3]) {
  SM_REAL into = (SM_REAL)0; /* m/s */
  for (int d = 0; d < 3; d++) {
    const int side = face >> 2 * d & 3;
    into = side == 2 ? velocity[d] : side == 1 ? -velocity[d] : into;
  }
  const int sticks = SM_ABS(into) < (SM_REAL)rebound->capture;
  for (int d = 0; d < 3; d++) {
    const int across = (face >> 2 * d & 3) != 0;
    const SM_REAL kept =
        sticks ? (SM_REAL)0 : (SM_REAL)(across ? -rebound->normal : rebound->along);
    move[d] *= kept;
    velocity[d] *= sticks || into > (SM_REAL)0 ? kept : (SM_REAL)1;
  }
  return !sticks;
}

/* Crosses one face of axis d, no farther than to the next cell; `to`: final fraction if both cells
 * have the same width. 0: not possible, or out of the domain. */
SM_FN int SM_P(sm_ray_next_cell)(const struct SM_P(sm_particle_grid) * g, int d, SM_REAL widths,
                                 SM_PART to, struct SM_P(sm_grid_position) * at) {
  const int up = widths > (SM_REAL)0, next = at->cell[d] + (up ? 1 : -1);
  const int face = 1 << (2 * d + up);
  if (!(SM_READ(g->open, SM_P(sm_particle_grid_index)(g, at->cell)) & face) || next < 0 ||
      next >= g->n[d])
    return 0;
  if (!(g->even[d] > (SM_REAL)0)) {
    const SM_REAL room =
        up ? SM_P(sm_fraction_above)(at->part[d]) : SM_P(sm_fraction_below)(at->part[d]);
    const SM_REAL sizes = SM_READ(g->h[d], at->cell[d]) / SM_READ(g->h[d], next);
    const SM_REAL over = (SM_ABS(widths) - room) * sizes;
    if (!(over < (SM_REAL)1)) return 0;
    to = SM_P(sm_fraction_of)(over);
    to = up ? to : SM_P(sm_fraction_mirrored)(to);
  }
  at->cell[d] = next;
  at->part[d] = to;
  return 1;
}

/* Moves within the cell, or through open faces into adjacent cells, if that is all; nearly all
 * steps are like this. */
SM_FN int SM_P(sm_ray_traverse_short)(const struct SM_P(sm_particle_grid) * g,
                                      struct SM_P(sm_grid_position) * at, SM_REAL move[3]) {
  SM_PART to[3];
  SM_REAL widths[3];
  int across = 0, far = 0;
  for (int d = 0; d < 3; d++) {
    widths[d] =
        g->even[d] > (SM_REAL)0 ? move[d] * g->even[d] : move[d] / SM_READ(g->h[d], at->cell[d]);
    far |= !(SM_ABS(widths[d]) < (SM_REAL)1);
    across |= SM_P(sm_fraction_step)(at->part[d], widths[d], &to[d]) ? 0 : 1 << d;
  }
  if (far || (across & (across - 1)) != 0) return 0;
#ifndef __CUDA_ARCH__ /* common case; on a GPU both branches would need registers */
  if (across == 0) {
    for (int d = 0; d < 3; d++) {
      at->part[d] = to[d];
      move[d] = (SM_REAL)0;
    }
    return 1;
  }
#endif
  struct SM_P(sm_grid_position) end = *at;
  int arrived = 1;
  for (int d = 0; d < 3; d++) {
    if (across >> d & 1)
      arrived = SM_P(sm_ray_next_cell)(g, d, widths[d], to[d], &end);
    else
      end.part[d] = to[d];
  }
  if (!arrived) return 0;
  *at = end;
  for (int d = 0; d < 3; d++) move[d] = (SM_REAL)0;
  return 1;
}

/* Moves by `move` m from a fluid cell along straight lines, with bounces at closed faces. `move` is
 * then the rest for a particle that left the domain, which is in the last cell, at the face.
 * Velocities in m/s; all must be finite. */
SM_FN enum sm_traversal_end SM_P(sm_ray_traverse)(const struct SM_P(sm_particle_grid) * g,
                                                  const struct sm_wall_rebound rebound[2],
                                                  struct SM_P(sm_grid_position) * at,
                                                  SM_REAL move[3], SM_REAL velocity[3], int *face) {
  *face = 0;
  if (SM_P(sm_ray_traverse_short)(g, at, move)) return SM_TRAVERSAL_INSIDE;
  for (int bounces = 0;;) {
    const struct SM_P(sm_ray_segment) segment = SM_P(sm_ray_segment_of)(g, at, move);
    SM_P(sm_ray_segment_move)(g, segment, at, move);
    *face = segment.face;
    if (segment.face == 0) return SM_TRAVERSAL_INSIDE;
    if (SM_READ(g->open, SM_P(sm_particle_grid_index)(g, at->cell)) & segment.face) {
      if (!SM_P(sm_ray_cross_face)(g, segment.face, at)) return SM_TRAVERSAL_LEFT;
      continue;
    }
    const struct sm_wall_rebound *own = &rebound[segment.face == SM_OPEN_DOWN];
    if (!SM_P(sm_wall_bounce)(own, segment.face, move, velocity)) return SM_TRAVERSAL_STUCK;
    if (bounces++ == own->bounces) {
      for (int d = 0; d < 3; d++) move[d] = (SM_REAL)0;
    }
  }
}
#undef SM_PART
#undef SM_PART_BITS
#undef SM_PART_LAST
#undef SM_PART_STEPS
#undef SM_PART_WIDTH
#endif
