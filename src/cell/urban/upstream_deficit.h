/* upstream_deficit.h - upstream momentum deficit: sheltering of a building by those upwind of it.
 *
 * The drag of a block removes momentum from the wind. It is missing downwind of the block's cavity,
 * in a wake that widens in all directions. Wakes are superposed as factors. Formulas and sources:
 * docs/theory/urban.md. */
#ifndef SM_CELL_URBAN_UPSTREAM_DEFICIT_H
#define SM_CELL_URBAN_UPSTREAM_DEFICIT_H

#include "cell/elementary.h"
#include "cell/port.h"

/* Extent of a building block's zones, and lists of the blocks that reach a tile of columns. */

/* Box in the frame of the wind at a block: x downwind and y to the left, origin at its
 * centroid. */
struct sm_block_extent {
  float x, y;            /* centroid of the block from the south-west corner of the grid, m */
  float wind[2];         /* unit vector along the wind at the roof */
  float low[2], high[2]; /* extents along and across the wind, m */
  float top;             /* top above the bottom of the grid, m */
};

/* Block indices, tile by tile: those of tile (i, j) start at block[start[i + j n[0]]] and end
 * before the next start. */
struct sm_block_tile_lists {
  const int *start, *block;
  const float *top; /* highest top of the blocks' extents in each tile, m */
  int n[2];
  float size[2]; /* m */
};

SM_FN int sm_block_tile_at(const struct sm_block_tile_lists *t, const float *at) {
  int tile[2];
  for (int d = 0; d < 2; d++) {
    const float whole = at[d] / t->size[d]; /* far places would overflow an int */
    tile[d] = !(whole > 0) ? 0 : whole < (float)t->n[d] ? (int)whole : t->n[d] - 1;
  }
  return tile[0] + tile[1] * t->n[0];
}

/* Whether the place (m from the corner and the bottom of the grid) is within the box. */
SM_FN int sm_block_extent_contains(const struct sm_block_extent *r, const float *at) {
  const float dx = at[0] - r->x, dy = at[1] - r->y;
  const float x = dx * r->wind[0] + dy * r->wind[1], y = dy * r->wind[0] - dx * r->wind[1];
  return at[2] <= r->top && x >= r->low[0] && x <= r->high[0] && y >= r->low[1] && y <= r->high[1];
}

/* Wake of a block's drag, in the frame of the wind at its roof. */
struct sm_drag_wake {
  struct sm_block_extent reach;
  float lee;       /* x of the farthest downwind wall, m from the centroid */
  float begin;     /* x of the end of the cavity, where the wake starts, m */
  float middle;    /* y of the block's centre, m from the centroid */
  float spread[2]; /* lateral and vertical standard deviation at the start of the wake, m */
  float growth;    /* growth of both, m per m */
  float length;    /* length of the wake behind its start, m */
  float top;       /* top of the wake above the ground, which it follows, m */
  float thrust;    /* drag area over pi, m2; 0: none */
};

/* Profile of a wake at a column. */
struct sm_wake_section_shape {
  float deficit; /* deficit at the ground, as a fraction of the wind */
  float up;      /* vertical standard deviation, m */
};

/* Profile x m behind the start of the wake and y m beside its centre. The drag determines C - C^2 /
 * 2 for the largest deficit C of a section. */
SM_FN struct sm_wake_section_shape sm_wake_section_at(const struct sm_drag_wake *d, float x,
                                                      float y) {
  struct sm_wake_section_shape section = {0.0f, 1.0f};
  if (!(x >= 0.0f && x < d->length)) return section;
  const float across = d->spread[0] + d->growth * x, off = y / across;
  section.up = d->spread[1] + d->growth * x;
  if (off * off > 9.0f) return section; /* 1 % of C */
  const float rest = 1.0f - d->thrust / (across * section.up), left = x / d->length;
  const float most = 1.0f - (rest > 0.0f ? sqrtf(rest) : 0.0f);
  section.deficit = (left > 0.5f ? 2.0f - 2.0f * left : 1.0f) * most * sm_exp(-0.5f * off * off);
  return section;
}
/* Deficit at z m above ground. */
SM_FN float sm_wake_section_deficit(struct sm_wake_section_shape section, float z) {
  const float high = z > 0.0f ? z / section.up : 0.0f;
  return section.deficit * sm_exp(-0.5f * high * high);
}
SM_FN float sm_drag_wake_deficit(const struct sm_drag_wake *d, float x, float y, float z) {
  return sm_wake_section_deficit(sm_wake_section_at(d, x, y), z);
}

/* Profile of a wake at the column of a place (m from the corner of the grid). */
SM_FN struct sm_wake_section_shape sm_drag_wake_section(const struct sm_drag_wake *d,
                                                        const float at[2]) {
  const float dx = at[0] - d->reach.x, dy = at[1] - d->reach.y;
  const float x = dx * d->reach.wind[0] + dy * d->reach.wind[1];
  const float y = dy * d->reach.wind[0] - dx * d->reach.wind[1];
  return sm_wake_section_at(d, x - d->begin, y - d->middle);
}

/* Remaining fraction of the wind at nodes, some cells apart, for all layers. Box: (nodes, nodes,
 * 1). */
struct sm_upstream_deficit_map {
  const struct sm_drag_wake *drag;
  struct sm_block_tile_lists tiles;
  ptrdiff_t sy, sz;    /* strides of the nodes */
  float size[2];       /* node spacing, m; the first node is at the corner of the grid */
  const float *ground; /* [n1][n0] ground height, m above the bottom of the grid */
  int n[3];            /* nodes per axis; no deficit above the last layer with nodes */
  const float *z;      /* heights of layers, m above the bottom of the grid */
  float *rest;         /* remaining fraction; NULL: no deficit */
};
SM_FN void sm_cell_upstream_deficit(const struct sm_upstream_deficit_map *s, int i, int j, int k) {
  const float at[2] = {(float)i * s->size[0], (float)j * s->size[1]};
  float *rest = s->rest + (i + j * s->sy);
  const float ground = s->ground[i + j * s->sy];
  const int tile = sm_block_tile_at(&s->tiles, at);
  for (; k < s->n[2]; k++) rest[k * s->sz] = 1.0f;
  for (int m = s->tiles.start[tile]; m < s->tiles.start[tile + 1]; m++) {
    const struct sm_drag_wake *d = &s->drag[s->tiles.block[m]];
    const struct sm_wake_section_shape section = sm_drag_wake_section(d, at);
    if (section.deficit > 0.001f)
      for (k = 0; k < s->n[2] && s->z[k] - ground < d->top; k++)
        rest[k * s->sz] *= 1.0f - sm_wake_section_deficit(section, s->z[k] - ground);
  }
}

/* Interpolates between the nodes of layer k; for a horizontal face, the layer above it. */
SM_FN float sm_upstream_factor_at(const struct sm_upstream_deficit_map *s, const float at[2],
                                  int k) {
  if (s->rest == 0 || k >= s->n[2]) return 1.0f;
  int low[2];
  float part[2];
  for (int d = 0; d < 2; d++) {
    const float place = at[d] / s->size[d];
    low[d] = (int)place < s->n[d] - 1 ? (int)place : s->n[d] - 2;
    part[d] = place - (float)low[d];
  }
  const float *r = s->rest + (low[0] + low[1] * s->sy + k * s->sz);
  const float south = r[0] + part[0] * (r[1] - r[0]);
  const float north = r[s->sy] + part[0] * (r[s->sy + 1] - r[s->sy]);
  return south + part[1] * (north - south);
}

/* Interpolates at any place, between layers as well; outside the nodes the nearest edge counts. */
SM_FN float sm_upstream_factor_between(const struct sm_upstream_deficit_map *s,
                                       const float place[3]) {
  if (s->rest == 0) return 1.0f;
  float at[2];
  for (int d = 0; d < 2; d++) {
    const float end = (float)(s->n[d] - 1) * s->size[d];
    at[d] = place[d] > 0.0f ? place[d] < end ? place[d] : end : 0.0f;
  }
  int low = -1, high = s->n[2]; /* layers around the place */
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (s->z[middle] <= place[2])
      low = middle;
    else
      high = middle;
  }
  if (low < 0 || high == s->n[2]) return sm_upstream_factor_at(s, at, high);
  const float below = sm_upstream_factor_at(s, at, low), above = sm_upstream_factor_at(s, at, high);
  return below + (place[2] - s->z[low]) / (s->z[high] - s->z[low]) * (above - below);
}

#endif
