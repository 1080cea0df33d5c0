/* arguments_buildings.c - of the zones of buildings. */
#include "arguments.h"
#include <math.h>

static struct sm_block_tile_lists tiles_of_blocks(const struct pool *p) {
  return (struct sm_block_tile_lists){.start = p->block_tile,
                                      .block = p->block_tile + 2,
                                      .top = p->block_top,
                                      .n = {1, 1},
                                      .size = {1000, 1000}};
}
struct sm_upstream_deficit_map make_upstream_deficit_map(const struct pool *p,
                                                         const struct shape *s) {
  return (struct sm_upstream_deficit_map){.drag = p->drag,
                                          .tiles = tiles_of_blocks(p),
                                          .sy = s->n[0],
                                          .sz = (ptrdiff_t)s->n[0] * s->n[1],
                                          .size = {1, 1.5f},
                                          .n = {s->n[0], s->n[1], s->n[2]},
                                          .ground = p->f[1],
                                          .z = p->line,
                                          .rest = p->f[0]};
}
/* As a source: the numbers that the pool holds. */
static struct sm_upstream_deficit_map sheltered(const struct pool *p, const struct shape *s) {
  struct sm_upstream_deficit_map map = make_upstream_deficit_map(p, s);
  if (s->n[0] < 2 || s->n[1] < 2) map.rest = NULL;
  return map;
}
static struct sm_urban_zones zones_of(const struct pool *p, int form) {
  return (struct sm_urban_zones){.block = p->block,
                                 .reach = p->reach,
                                 .tiles = tiles_of_blocks(p),
                                 .drag = form > 0 ? p->drag : NULL,
                                 .upwind = 1 + form,
                                 .wake = 1 + form % 2,
                                 .canyon = 1 + form,
                                 .rooftop = 1 + form % 2,
                                 .domain_top = 12,
                                 .roughness = 0.1f};
}
struct sm_block_approach make_block_approach(const struct pool *p, const struct shape *s) {
  return (struct sm_block_approach){make_first_guess(p, s), p->place, p->f[0]};
}
struct sm_canyon_winds make_canyon_winds(const struct pool *p, const struct shape *s) {
  return (struct sm_canyon_winds){zones_of(p, 2), sheltered(p, s), p->block};
}
struct sm_zone_map make_zone_map(const struct pool *p, const struct shape *s) {
  return (struct sm_zone_map){.zones = zones_of(p, 1),
                              .sheltering = sheltered(p, s),
                              .sy = s->sy,
                              .sz = s->sz,
                              .open_sy = s->fine.sy,
                              .open_sz = s->fine.sz,
                              .open_colour = s->fine.colour,
                              .open = p->open + s->fine.origin,
                              .zone = p->surface,
                              .x = p->line,
                              .y = p->line,
                              .z = p->line};
}
struct sm_zone_winds make_zone_winds(const struct pool *p, const struct shape *s) {
  return (struct sm_zone_winds){.zones = zones_of(p, s->n[1] % 3),
                                .sheltering = sheltered(p, s),
                                .sy = s->sy,
                                .sz = s->sz,
                                .open_sy = s->fine.sy,
                                .open_sz = s->fine.sz,
                                .open_colour = s->fine.colour,
                                .u = reals(p, s, 2),
                                .open = p->open + s->fine.origin,
                                .axis = (s->n[0] + s->n[2]) % 3,
                                .n = s->n[(s->n[0] + s->n[2]) % 3],
                                .x = p->line,
                                .y = p->line,
                                .z = p->line};
}

/* A block of buildings and its zones, all lengths near those of the grid. */
static struct sm_urban_block some_block(int index, const struct shape *s) {
  struct sm_urban_block b = {.x = 0.35f * (float)s->n[0],
                             .y = 0.25f * (float)s->n[1] + (float)index,
                             .wind = {index == 2 ? -0.8f : 0.8f, 0.6f},
                             .ground = 0.4f,
                             .bottom = 0.4f,
                             .top = 2.4f + (float)index,
                             .low = {-1.5f, -1},
                             .high = {1, 2.5f},
                             .length = 2,
                             .width = 3,
                             .speed = 2,
                             .porosity = index == 3 ? 0.3f : 0,
                             .upwind = 1.5f,
                             .cavity = 2.5f,
                             .wake_bottom = index == 3 ? 0.2f : -INFINITY,
                             .saddle = index == 1 ? 1 : 0,
                             .wake_top = 3 + (float)index,
                             .shell = index == 3 ? 0 : 0.4f,
                             .roof_length = 2,
                             .roof_height = 1,
                             .side_length = 1.5f,
                             .side_width = 1,
                             .sheltered = index == 2,
                             .tall = index == 1};
  if (index > 0)
    b.downwash = (struct sm_downwash){.share = 0.7f,
                                      .low = 1,
                                      .divide = 2,
                                      .back = 1,
                                      .out = 0.8f,
                                      .aside = 1.23f,
                                      .speed = 1.9f,
                                      .width = 1.53f,
                                      .length = 4.1f,
                                      .stream = {{-0.53f, 0.6f}, {0.21f, 0.3f}}};
  if (index == 3) b.saddle = 1;
  if (index % 2 == 0) /* within the grid, which is narrow */
    b.intersection = (struct sm_street_intersection){
        .block = index + 1, .strip = {60, 2}, .begin = 0.4f, .width = 1.6f, .shift = 0.3f};
  for (int m = 0; m < SM_APPROACH_LEVELS; m++) b.approach[m] = 0.1f * (float)m;
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    const float bend = 0.2f * (float)(m % 3);
    b.footprint.front.at[m] = -1.5f + bend;
    b.footprint.lee.at[m] = 1 - bend;
    b.footprint.left.at[m] = 2.5f - bend;
    b.footprint.right.at[m] = -1 + bend;
    b.footprint.front.cosine[m] = b.footprint.left.cosine[m] = m % 3 == 0 ? 1 : 0.9f;
    b.footprint.lee.cosine[m] = b.footprint.right.cosine[m] = m % 5 == 0 ? 0.8f : 1;
    b.footprint.front.sine[m] = m % 3 == 0 ? 0 : -0.43f;
    b.footprint.lee.sine[m] = m % 5 == 0 ? 0.6f : 0;
    b.downwash.ahead[m] = m % 4 == 0 ? 0.93f : 1.63f;
    b.street[m] = (struct sm_street_canyon){.gap = m % 2 == 0 ? 1.7f : INFINITY,
                                            .top = m % 2 == 0 ? 2 : 0,
                                            .normal = {0.96f, 0.28f},
                                            .across = m % 7 == 0 ? -1.5f : 2,
                                            .along = 0.5f};
  }
  return b;
}

void fill_blocks(struct pool *p, const struct shape *s) {
  for (int m = 0; m < BLOCKS; m++) {
    p->block[m] = some_block(m % 4, s);
    p->reach[m] = (struct sm_block_extent){
        p->block[m].x, p->block[m].y, {p->block[m].wind[0], p->block[m].wind[1]},
        {-4, -3},      {9, 5},        7};
    p->drag[m] = (struct sm_drag_wake){.reach = p->reach[m],
                                       .lee = 0.5f,
                                       .begin = 1 + 0.2f * (float)m,
                                       .middle = 0.3f,
                                       .spread = {1.1f, 0.9f},
                                       .growth = 0.1f,
                                       .length = 7,
                                       .top = 3 + 0.5f * (float)m,
                                       .thrust = 0.4f};
    p->block_tile[2 + m] = BLOCKS - 1 - m;
  }
  p->block_tile[1] = BLOCKS;
  p->block_top[0] = p->reach[0].top;
  for (int m = 0; m < 512; m++) p->line[m] = 0.5f * (float)m;
}
