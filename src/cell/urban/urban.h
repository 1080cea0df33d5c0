/* urban.h - building zones in the first guess of the wind, per cell.
 *
 * Every zone is a rule that scales the wind of the first guess at a place, or replaces it. All
 * zones of all blocks are applied to one face at a time: kind by kind in the order of Bozorgmehr et
 * al. (2021), and for one kind from the lowest block to the tallest; later ones override earlier
 * ones. */
#ifndef SM_CELL_URBAN_URBAN_H
#define SM_CELL_URBAN_URBAN_H

#include "cell/diagnostic/wind.h"
#include "cell/urban/zones.h"

SM_FN void sm_zone_apply_stage(const struct sm_urban_zones *s, enum sm_zone_stage stage,
                               const struct sm_urban_block *b, const struct sm_block_point *p,
                               struct sm_zone_effect *at) {
#define RULE(STAGE, FUNCTION, GUARD, ...)                                                          \
  if (stage == SM_STAGE_##STAGE && (GUARD)) sm_zone_##FUNCTION(s, b, p, at);
#include "cell/urban/zones.def"
}

/* Effect of all zones of the first `stages` stages at a place (m from the corner and the bottom of
 * the grid) where the upstream deficit leaves the fraction `rest` of the wind. */
SM_FN struct sm_zone_effect sm_zones_effect_at(const struct sm_urban_zones *s, const float at[3],
                                               float rest, int stages) {
  struct sm_zone_effect all = {rest, {0.0f, 0.0f, 0.0f}, SM_ZONE_NONE, 0.0f};
  const int tile = sm_block_tile_at(&s->tiles, at);
  if (!(at[2] <= s->tiles.top[tile])) return all;
  const int first = s->tiles.start[tile], end = s->tiles.start[tile + 1];
  int near[SM_ZONES_OVERLAPPING], count = 0;
  struct sm_block_point point[SM_ZONES_OVERLAPPING];
  for (int m = first; m < end; m++) {
    const int block = s->tiles.block[m];
    if (!sm_block_extent_contains(&s->reach[block], at)) continue;
    if (count < SM_ZONES_OVERLAPPING) {
      near[count] = block;
      point[count] = sm_block_point_of(&s->block[block], at);
    }
    count++;
  }
  /* If more blocks overlap than the list holds, all blocks of the tile are tested again. */
  const int *list = count <= SM_ZONES_OVERLAPPING ? near : s->tiles.block + first;
  const int length = count <= SM_ZONES_OVERLAPPING ? count : end - first;
  for (int stage = 0; stage < stages && length > 0; stage++) {
    all.weight = 0.0f;
    for (int m = 0; m < length; m++) {
      const struct sm_urban_block *b = &s->block[list[m]];
      if (length > SM_ZONES_OVERLAPPING && !sm_block_extent_contains(&s->reach[list[m]], at))
        continue;
      const struct sm_block_point p =
          length > SM_ZONES_OVERLAPPING ? sm_block_point_of(b, at) : point[m];
      sm_zone_apply_stage(s, (enum sm_zone_stage)stage, b, &p, &all);
    }
  }
  return all;
}

/* --- cells --- */

/* Approach wind: first guess over the centre of each block; adds one station's contribution if the
 * block is in the rows of the guess's weights. Box: (SM_APPROACH_LEVELS, blocks, 1). */
struct sm_block_approach {
  struct sm_first_guess guess;
  const int *column; /* column of each block in the column arrays of the guess */
  float *out;        /* [block][level], m/s */
};
SM_FN void sm_cell_block_approach(const struct sm_block_approach *s, int i, int j, int k) {
  const struct sm_first_guess *g = &s->guess;
  const ptrdiff_t column = s->column[j];
  const float part = (float)i / (float)(SM_APPROACH_LEVELS - 1);
  (void)k;
  if (column < g->weight_from + g->column_sy || column >= g->weight_end) return;
  s->out[i + (ptrdiff_t)j * SM_APPROACH_LEVELS] +=
      sm_first_guess_column(g, column, g->ground[column] + g->domain_top * part * part);
}

/* Wind above each street, which drives its canyon vortex. Box: (SM_BLOCK_STRIPS, blocks, 1). */
struct sm_canyon_winds {
  struct sm_urban_zones zones; /* stages up to the wake */
  struct sm_upstream_deficit_map sheltering;
  struct sm_urban_block *block;
};
SM_FN void sm_cell_canyon_winds(const struct sm_canyon_winds *s, int i, int j, int k) {
  struct sm_urban_block *b = &s->block[j];
  struct sm_street_canyon *street = &b->street[i];
  (void)k;
  if (!(street->top > 0.0f)) return;
  const float x = b->footprint.lee.at[i] + street->gap;
  const float y = b->low[1] + ((float)i + 0.5f) / (float)SM_BLOCK_STRIPS * (b->high[1] - b->low[1]);
  const float above = street->top * 1.001f;
  const float at[3] = {b->x + x * b->wind[0] - y * b->wind[1],
                       b->y + x * b->wind[1] + y * b->wind[0], b->ground + above};
  const float rest = sm_upstream_factor_between(&s->sheltering, at);
  const struct sm_zone_effect in = sm_zones_effect_at(&s->zones, at, rest, SM_STAGE_WAKE + 1);
  const float guess = in.scale * sm_approach_wind(&s->zones, b, above);
  const float u = guess + in.added[0] * b->wind[0] + in.added[1] * b->wind[1];
  const float v = in.added[1] * b->wind[0] - in.added[0] * b->wind[1];
  street->across = u * street->normal[0] + v * street->normal[1];
  street->along = v * street->normal[0] - u * street->normal[1];
}

/* Applies the zones to the wind on the low faces of one axis. Positions in m from the corner and
 * the bottom of the grid. Box: the cells, and one more along the axis. */
struct sm_zone_winds {
  struct sm_urban_zones zones;
  struct sm_upstream_deficit_map sheltering;
  ptrdiff_t sy, sz;                        /* strides of the wind */
  ptrdiff_t open_sy, open_sz, open_colour; /* strides of the open-face byte */
  union sm_reals u;
  const uint8_t *open;
  int axis, n; /* axis and its number of cells */
  const float *x, *y, *z;
};

/* Finds the zone of each cell; a cell without an open face has none. */
struct sm_zone_map {
  struct sm_urban_zones zones;
  struct sm_upstream_deficit_map sheltering;
  ptrdiff_t sy, sz;
  ptrdiff_t open_sy, open_sz, open_colour; /* strides of the open-face byte */
  const uint8_t *open;
  uint8_t *zone;
  const float *x, *y, *z;
};
SM_FN void sm_cell_zone_map(const struct sm_zone_map *s, int i, int j, int k) {
  const ptrdiff_t open =
      ((i + j + k) & 1) * s->open_colour + (i >> 1) + j * s->open_sy + k * s->open_sz;
  if ((s->open[open] & SM_OPEN_ALL) == 0) {
    s->zone[i + j * s->sy + k * s->sz] = SM_ZONE_NONE;
    return;
  }
  const float at[3] = {s->x[i], s->y[j], s->z[k]};
  const float rest = sm_upstream_factor_at(&s->sheltering, at, k);
  const int zone = sm_zones_effect_at(&s->zones, at, rest, SM_STAGES).zone;
  s->zone[i + j * s->sy + k * s->sz] =
      (uint8_t)(zone == SM_ZONE_NONE && rest < 0.95f ? SM_ZONE_SHELTERED : zone);
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_zone_winds)(const struct sm_zone_winds *s, int i, int j, int k) {
  const ptrdiff_t at =
      ((i + j + k) & 1) * s->open_colour + (i >> 1) + j * s->open_sy + k * s->open_sz;
  const int index = s->axis == 0 ? i : s->axis == 1 ? j : k;
  const int ghost = s->axis == 0 ? SM_GHOST_X : SM_GHOST;
  const int low = s->axis == 0 ? SM_OPEN_WEST : s->axis == 1 ? SM_OPEN_SOUTH : SM_OPEN_DOWN;
  if ((s->open[at] & (index == s->n ? ghost : low)) == 0) return;
  const float place[3] = {s->x[i], s->y[j], s->z[k]};
  const float rest = sm_upstream_factor_at(&s->sheltering, place, k);
  const struct sm_zone_effect in = sm_zones_effect_at(&s->zones, place, rest, SM_STAGES);
  if (in.zone == SM_ZONE_NONE && rest == 1.0f) return;
  SM_REAL *u = SM_AT(s->u) + (i + j * s->sy + k * s->sz);
  *u = (SM_REAL)in.scale * *u + (SM_REAL)in.added[s->axis];
}
#endif
