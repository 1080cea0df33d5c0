/* arguments_plants.c - of canopies and the zones of plants. */
#include "arguments.h"
#include <math.h>

/* Columns of 2 m; positions lie in the array of widths, fill_plants says where. */
static int tiles_of(int n) { return (n - 1) / SM_PLANT_TILE + 1; }
static struct sm_plant_tiles make_tiles(const struct pool *p, const struct shape *s) {
  return (struct sm_plant_tiles){.column_sy = s->n[0] + 3,
                                 .ground = p->f[11],
                                 .zone = p->zone,
                                 .start = p->tile,
                                 .plant = p->tile + MOST_TILES + 1,
                                 .tiles_x = tiles_of(s->n[0]),
                                 .tiles_y = tiles_of(s->n[1])};
}
struct sm_canopy make_canopy(const struct pool *p, const struct shape *s) {
  return (struct sm_canopy){.sy = s->sy,
                            .sz = s->sz,
                            .u = reals(p, s, 2),
                            .axis = 1,
                            .column_sy = s->n[0] + 3,
                            .ground = p->f[11],
                            .height = p->f[3],
                            .base = p->f[8],
                            .attenuation = p->f[12],
                            .displacement = p->f[13],
                            .z0 = p->f[9],
                            .z = p->f[10]};
}
struct sm_shelter make_shelter(const struct pool *p, const struct shape *s) {
  const float *at = p->f[10];
  return (struct sm_shelter){.tiles = make_tiles(p, s),
                             .sy = s->sy,
                             .sz = s->sz,
                             .u = reals(p, s, 2),
                             .axis = 0,
                             .x = at,
                             .y = at,
                             .z = at};
}
struct sm_plant_flags make_plant_flags(const struct pool *p, const struct shape *s) {
  const float *at = p->f[10];
  return (struct sm_plant_flags){.tiles = make_tiles(p, s),
                                 .sy = s->sy,
                                 .sz = s->sz,
                                 .flag = p->open,
                                 .canopy = p->f[3],
                                 .x = at,
                                 .y = at,
                                 .z = at};
}
struct sm_listed_winds make_listed_winds(const struct pool *p, const struct shape *s) {
  return (struct sm_listed_winds){
      .sy = s->sy, .u = reals(p, s, 1), .v = reals(p, s, 2), .cell = p->cell, .wind = p->f[0]};
}

void fill_plants(struct pool *p, const struct shape *s) {
  const int tiles = tiles_of(s->n[0]) * tiles_of(s->n[1]);
  for (size_t m = 0; m < s->size; m++) p->open[m] = m % 3 == 0; /* what buildings have marked */
  for (uint32_t z = 0; z < ZONES; z++) {
    const float turn = (float)(6 * random_number()), c = cosf(turn), sine = sinf(turn);
    p->zone[z] = (struct sm_plant_zone){.form = z < 2 ? SM_FORM_TREE : SM_FORM_BARRIER,
                                        .field = z < 2   ? (int)z
                                                 : z < 4 ? 3
                                                         : 4,
                                        .x = (float)(2 * s->n[0] * (random_number() + 0.5)),
                                        .y = (float)(2 * s->n[1] * (random_number() + 0.5)),
                                        .along = {1, 0},
                                        .height = 4,
                                        .base = z % 2 == 0 ? 0.5f : 0.0f,
                                        .foliage = {4, 1.5f, 2.5f, 0.05f},
                                        .radius = 2.5f,
                                        .friction = 0.09f,
                                        .tangent = {-sine, c},
                                        .normal = {c < 0 ? -c : c, c < 0 ? -sine : sine},
                                        .cosine = fabsf(c),
                                        .length = 9,
                                        .thickness = 1,
                                        .open = 0.4f,
                                        .spread = 0.2f,
                                        .descent = -0.3f,
                                        .beyond = {z == 3 ? 2.5f : 0, 0},
                                        .ahead = {z == 3 ? 1.5f : 0, 0},
                                        .barrier_model =
                                            z == 3 ? SM_BARRIER_PERERA : SM_BARRIER_MIXING_LAYER,
                                        .spacing = z < 4 ? 0.0f : 3.0f,
                                        .rows = 2,
                                        .to_lee = 5 - (int)z};
    p->cell[z] = (int64_t)z % s->n[0];
    for (int t = 0; t < tiles; t++) p->tile[MOST_TILES + 1 + t * ZONES + (int)z] = z;
  }
  for (int t = 0; t <= tiles; t++) p->tile[t] = (uint32_t)(t * ZONES);
  for (size_t m = 0; m < s->size; m++) {
    p->f[3][m] = m % 5 < 2 ? 0.0f : 2.0f + p->f[3][m];
    p->f[9][m] = 0.05f + 0.1f * p->f[9][m];
    p->f[13][m] = 0.5f * p->f[3][m];
  }
  for (int m = 0; m < POSITIONS && (size_t)m < s->size; m++) p->f[10][m] = 2 * (float)m + 0.3f;
}
