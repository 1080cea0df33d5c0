/* arguments_rotor.c - of the wind under rotors. */
#include "arguments.h"

enum { RADII = 6 };

static ptrdiff_t stride_of(const struct shape *s) {
  return (s->n[2] / SM_ROTOR_LAYERS + 1) * SM_ROTOR_LAYERS + 1;
}

/* Heights and faces lie in the array of rising numbers. */
struct sm_rotor_table make_rotor_table(const struct pool *p, const struct shape *s) {
  struct sm_rotor_table a = {.potential = p->d[0],
                             .stride = stride_of(s),
                             .z = p->d[11],
                             .dr = 0.3,
                             .add = 1,
                             .count = SM_ROTOR_RINGS};
  for (int m = 0; m < SM_ROTOR_RINGS; m++)
    a.ring[m] = (struct sm_rotor_ring){1 + 0.1 * m, 5 - 0.05 * m, 0.01 + 0.001 * m, -0.02};
  return a;
}

/* The shaft stands among the cells, and some lie beyond the table. */
struct sm_rotor_wind make_rotor_wind(const struct pool *p, const struct shape *s) {
  return (struct sm_rotor_wind){.u = reals(p, s, 1),
                                .v = reals(p, s, 2),
                                .w = reals(p, s, 3),
                                .sy = s->sy,
                                .sz = s->sz,
                                .n = {s->n[0], s->n[1], s->n[2]},
                                .x = p->d[11],
                                .y = p->d[11],
                                .z = p->d[11],
                                .axis = {1.6, 2.3},
                                .potential = p->d[0],
                                .stride = stride_of(s),
                                .radii = RADII,
                                .dr = 0.5,
                                .add = s->pair,
                                .ambient = {2, -1}};
}
