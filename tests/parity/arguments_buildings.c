/* arguments_buildings.c - of the zones of buildings. */
#include "arguments.h"
#include <math.h>

static struct sm_zones zones_of(const struct pool *p, int form) {
  return (struct sm_zones){.block = p->block,
                           .reach = p->reach,
                           .tile_start = p->block_tile,
                           .tile_block = p->block_tile + 2,
                           .tile_n = {1, 1},
                           .tile_size = {1000, 1000},
                           .upwind = 1 + form,
                           .wake = 1 + form % 2,
                           .canyon = 1 + form,
                           .rooftop = 1 + form % 2,
                           .lid = 12,
                           .roughness = 0.1f};
}
struct sm_probe make_probe(const struct pool *p, const struct shape *s) {
  return (struct sm_probe){make_guess(p, s), p->place, p->f[0]};
}
struct sm_streets make_streets(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_streets){zones_of(p, 2), p->block};
}
struct sm_zone_map make_zone_map(const struct pool *p, const struct shape *s) {
  return (struct sm_zone_map){zones_of(p, 1), s->sy, s->sz, p->surface, p->line, p->line, p->line};
}
struct sm_urban make_urban(const struct pool *p, const struct shape *s) {
  return (struct sm_urban){.zones = zones_of(p, s->n[1] % 3),
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
static struct sm_block some_block(int index, const struct shape *s) {
  struct sm_block b = {.x = 0.35f * (float)s->n[0],
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
                       .roof_length = 2,
                       .roof_height = 1,
                       .side_length = 1.5f,
                       .side_width = 1,
                       .sheltered = index == 2,
                       .tall = index == 1};
  if (index == 3) b.saddle = 1;
  for (int m = 0; m < SM_HEIGHTS; m++) b.approach[m] = 0.1f * (float)m;
  for (int m = 0; m < SM_SAMPLES; m++) {
    const float bend = 0.2f * (float)(m % 3);
    b.outline.front.at[m] = -1.5f + bend;
    b.outline.lee.at[m] = 1 - bend;
    b.outline.left.at[m] = 2.5f - bend;
    b.outline.right.at[m] = -1 + bend;
    b.outline.front.cosine[m] = b.outline.left.cosine[m] = m % 3 == 0 ? 1 : 0.9f;
    b.outline.lee.cosine[m] = b.outline.right.cosine[m] = m % 5 == 0 ? 0.8f : 1;
    b.outline.front.sine[m] = m % 3 == 0 ? 0 : -0.43f;
    b.outline.lee.sine[m] = m % 5 == 0 ? 0.6f : 0;
    b.street[m] = (struct sm_street){.gap = m % 2 == 0 ? 1.7f : INFINITY,
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
    p->reach[m] =
        (struct sm_reach){p->block[m].x, p->block[m].y, {p->block[m].wind[0], p->block[m].wind[1]},
                          {-4, -3},      {9, 5},        7};
    p->block_tile[2 + m] = BLOCKS - 1 - m;
  }
  p->block_tile[1] = BLOCKS;
  for (int m = 0; m < 512; m++) p->line[m] = 0.5f * (float)m;
}
