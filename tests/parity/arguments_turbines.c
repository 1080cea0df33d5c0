/* arguments_turbines.c - of the wakes of wind turbines. */
#include "arguments.h"
#include <math.h>

static int tiles_of(int n) { return (n - 1) / SM_TURBINE_TILE + 1; }
static struct sm_turbine_tiles make_tiles(const struct pool *p, const struct shape *s) {
  return (struct sm_turbine_tiles){.column_sy = s->n[0] + 3,
                                   .ground = p->f[11],
                                   .zone = p->turbine,
                                   .start = p->tile,
                                   .turbine = p->tile + MOST_TILES + 1,
                                   .tiles_x = tiles_of(s->n[0]),
                                   .tiles_y = tiles_of(s->n[1])};
}
struct sm_turbine_wake make_turbine_wake(const struct pool *p, const struct shape *s) {
  const float *at = p->f[10];
  return (struct sm_turbine_wake){.tiles = make_tiles(p, s),
                                  .sy = s->sy,
                                  .sz = s->sz,
                                  .u = reals(p, s, 2),
                                  .axis = 1,
                                  .x = at,
                                  .y = at,
                                  .z = at};
}
struct sm_turbine_flags make_turbine_flags(const struct pool *p, const struct shape *s) {
  const float *at = p->f[10];
  return (struct sm_turbine_flags){.tiles = make_tiles(p, s),
                                   .sy = s->sy,
                                   .sz = s->sz,
                                   .flag = p->open,
                                   .x = at,
                                   .y = at,
                                   .z = at};
}

void fill_turbines(struct pool *p, const struct shape *s) {
  fill_plants(p, s);
  for (int z = 0; z < ZONES; z++) {
    const float turn = (float)(6 * random_number());
    p->turbine[z] = (struct sm_turbine_zone){.x = (float)(2 * s->n[0] * (random_number() + 0.5)),
                                             .y = (float)(2 * s->n[1] * (random_number() + 0.5)),
                                             .along = {cosf(turn), sinf(turn)},
                                             .hub = 5,
                                             .diameter = 8,
                                             .thrust = 0.8f,
                                             .cosine = z == 2 ? 0.94f : 1.0f,
                                             .core = z == 1 ? 0.0f : 15.0f,
                                             .growth = 0.05f,
                                             .step = 2,
                                             .skew = z == 2 ? 0.06f : 0.0f,
                                             .bend = z == 2 ? 2.0f : 0.0f,
                                             .strength = z == 4 ? 0.6f : 1.0f,
                                             .reach = z == 3 ? 0.0f : 300.0f};
  }
}
