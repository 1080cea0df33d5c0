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

/* Edges along y, of rings that lie and lean among the cells, some with air that swirls. */
struct sm_wake_edges make_wake_edges(const struct pool *p, const struct shape *s) {
  struct sm_wake_edges a = {.along = p->d[0],
                            .sy = s->sy,
                            .sz = s->sz,
                            .x = p->d[11],
                            .y = p->d[11],
                            .z = p->d[11],
                            .x_end = p->d[11],
                            .y_end = p->d[11] + 1,
                            .z_end = p->d[11],
                            .add = 1,
                            .count = SM_WAKE_ELEMENTS};
  for (int m = 0; m < SM_WAKE_ELEMENTS; m++)
    a.element[m] = (struct sm_wake_element){.x = 2 + 0.1 * m,
                                            .y = 3 - 0.05 * m,
                                            .z = 1.5,
                                            .nx = 0.6,
                                            .nz = 0.8,
                                            .tx = 0.8,
                                            .tz = -0.6,
                                            .radius = 1 + 0.05 * m,
                                            .core = 0.01 + 0.001 * m,
                                            .strength = -0.02,
                                            .swirl = m % 2 * 0.1,
                                            .per_radius2 = 0.3,
                                            .per_width2 = 1 + 0.02 * m};
  return a;
}

struct sm_wake_wind make_wake_wind(const struct pool *p, const struct shape *s) {
  return (struct sm_wake_wind){.u = reals(p, s, 1),
                               .v = reals(p, s, 2),
                               .w = reals(p, s, 3),
                               .sy = s->sy,
                               .sz = s->sz,
                               .n = {s->n[0], s->n[1], s->n[2]},
                               .x = p->d[11],
                               .y = p->d[11],
                               .z = p->d[11],
                               .along_x = p->d[0],
                               .along_y = p->d[4],
                               .along_z = p->d[5],
                               .edge_sy = s->sy,
                               .edge_sz = s->sz,
                               .ambient = {2, -1}};
}
