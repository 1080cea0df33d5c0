/* block.h - building blocks of the parameterisations in the frame of the wind, and the effect of a
 * rule at a point.
 *
 * A block is described in the frame of the wind at its roof: x downwind and y to the left, origin
 * at its centroid, z above the ground at the block. Its footprint is sampled in strips:
 * SM_BLOCK_STRIPS across the wind and as many along it. The square root is the only library
 * function used: CPU and GPU agree to the last bit without contraction. */
#ifndef SM_CELL_URBAN_BLOCK_H
#define SM_CELL_URBAN_BLOCK_H

#include "cell/urban/upstream_deficit.h"
#include "cell/urban/zone_list.h"

enum {
  SM_BLOCK_STRIPS =
      61, /* strips of a footprint: a prime, so that grid faces do not lie on their edges */
  SM_APPROACH_LEVELS =
      64 /* levels of the approach wind; level m is at top (m / (SM_APPROACH_LEVELS - 1))^2 */
};

/* Longest list of blocks whose zones overlap at a place; a thread of a GPU has little room. */
#ifdef __CUDACC__
enum { SM_ZONES_OVERLAPPING = 8 };
#else
enum { SM_ZONES_OVERLAPPING = 64 };
#endif

/* Walls of a block across the wind, per strip. */
struct sm_footprint_front {
  float at[SM_BLOCK_STRIPS];                            /* x of the face in the strip, m */
  float cosine[SM_BLOCK_STRIPS], sine[SM_BLOCK_STRIPS]; /* normal of the face, pointing downwind */
};

/* Walls of a block along the wind, per strip. */
struct sm_footprint_side {
  float at[SM_BLOCK_STRIPS];     /* y of the face in the strip, m */
  float cosine[SM_BLOCK_STRIPS]; /* of the angle between face and wind */
};

/* Footprint of a block. An empty strip has cosines of 0. */
struct sm_block_footprint {
  struct sm_footprint_front front, lee;
  struct sm_footprint_side left, right;
};

/* Street canyon behind a strip. */
struct sm_street_canyon {
  float gap;       /* distance along the wind to the next block, m; INFINITY: none within reach */
  float top;       /* height above the ground of the block, m; 0: no street canyon */
  float normal[2]; /* normal of the facing wall in the frame of the block, pointing downwind */
  float across, along; /* wind just above the canyon's lee wall, across and along it, m/s */
};

/* Intersection of the street behind a block with another one; it continues behind the block on its
 * left. */
struct sm_street_intersection {
  int block;          /* index of the other block */
  int strip[2];       /* at the intersection: last strip of this block, first of the other */
  float begin, width; /* m, to the left of the centroid; across the wind, 0: none */
  float shift;        /* distance by which the other street starts farther downwind, m */
};

/* Stream past a corner at the side of a block, below the roofs of the blocks upwind. */
struct sm_corner_stream {
  float x;     /* place of the outermost wall along the wind, m */
  float share; /* in the wind, 0: none */
};

/* Downwash of a block that is taller than those upwind. Speeds are for a front across the wind. */
struct sm_downwash {
  float share;         /* in the wind, 0: none */
  float low, divide;   /* heights of the blocks upwind, and where the flow divides, m */
  float back, out;     /* speed along the ground against the wind, and to the sides, m/s */
  float aside;         /* reach of the air that flows out beside the front, m */
  float speed;         /* of the streams past the corners, m/s */
  float width, length; /* half width and length of these, m */
  struct sm_corner_stream stream[2]; /* past the left corner and the right one */
  float ahead[SM_BLOCK_STRIPS];      /* reach of the base vortex ahead of each strip, m */
};

struct sm_urban_block {
  float x, y, wind[2];       /* as in sm_block_extent */
  float ground, bottom, top; /* m above the bottom of the grid */
  float low[2], high[2];     /* extents along and across the wind, m */
  float length, width;       /* effective: area over the extent across, and along, m */
  float speed;               /* wind speed at the roof, m/s */
  float porosity;            /* 1: the block has no effect on the wind */
  int sheltered;             /* 1: a block at least as tall stands upwind, within its cavity
                                length */
  float approach[SM_APPROACH_LEVELS]; /* approach wind along the wind direction, m/s */
  struct sm_block_footprint footprint;
#define RULE(STAGE, FUNCTION, GUARD, ...) __VA_ARGS__
#include "cell/urban/zones.def"
};

/* All zones, and lists of the blocks whose zones overlap a tile of columns, in ascending order of
 * height. */
struct sm_urban_zones {
  const struct sm_urban_block *block;
  const struct sm_block_extent *reach; /* extents of each block's zones */
  struct sm_block_tile_lists tiles;
  const struct sm_drag_wake *drag;    /* drag wake of each block; NULL: no upstream deficit */
  float domain_top;                   /* highest level of the approach wind, m */
  float roughness;                    /* roughness length of walls and roofs, m */
#define KEY_WORD(NAME, ...) int NAME; /* kind of each zone, 0: none */
#define KEY_FLAG KEY_WORD
#include "cell/urban/zones.def"
};

/* Effect on the wind at a place: scale times first guess, plus added (x, y, z of the grid, m/s).
 * weight: sum of the weights of the blocks whose zones of the present stage replace the wind. */
struct sm_zone_effect {
  float scale, added[3];
  int zone;
  float weight;
};

/* A place in the frame of a block. */
struct sm_block_point {
  float x, y, z;
  float ahead, behind; /* distance ahead of the front in its strip, and behind the lee wall, m */
  int across;          /* strip across the wind; outside the block the nearest one */
  int abreast;         /* whether the block is straight upwind or downwind */
};

/* --- functions made of roots and products --- */

SM_FN float sm_clamp(float t, float low, float high) { return t < low ? low : t > high ? high : t; }

/* Interpolates a table over heights that increase quadratically. */
SM_FN float sm_profile_table_at(const float *table, int points, float top, float z) {
  const float part = sm_clamp(z / top, 0.0f, 1.0f), place = (float)(points - 1) * sqrtf(part);
  const int low = (int)place < points - 1 ? (int)place : points - 2;
  return table[low] + (place - (float)low) * (table[low + 1] - table[low]);
}
/* sin(pi t), |t| <= 1/2, to 1e-5. */
SM_FN float sm_sine(float t) {
  const float q = t * t;
  return t *
         (3.1415927f + q * (-5.1677128f + q * (2.5501640f + q * (-0.5992645f + q * 0.0821458f))));
}
/* sin(pi t) and cos(pi t), 0 <= t <= 1. */
SM_FN float sm_half_wave(float t) { return sm_sine(t < 0.5f ? t : 1.0f - t); }
SM_FN float sm_cosine(float t) { return sm_sine(0.5f - t); }
/* tanh(t) / tanh(1), |t| <= 1: from -1 to 1. */
SM_FN float sm_tanh_blend(float t) { return sm_tanh(t) * 1.3130353f; }

SM_FN float sm_approach_wind(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                             float z) {
  return sm_profile_table_at(b->approach, SM_APPROACH_LEVELS, s->domain_top, z);
}
/* ln(z / z0) over ln(top / z0): logarithmic profile over a wall, z <= top. */
SM_FN float sm_log_law_ratio(const struct sm_urban_zones *s, float z, float top) {
  const float low = z > s->roughness ? sm_log(z / s->roughness) : 0.0f;
  return top > 1.001f * s->roughness ? low / sm_log(top / s->roughness) : 1.0f;
}

/* sqrt((1 - y^2) (1 - z^2)), 0 outside: extent of an ellipsoid along the wind. */
SM_FN float sm_ellipsoid(float y, float z) {
  return y * y < 1.0f && z * z < 1.0f ? sqrtf((1.0f - y * y) * (1.0f - z * z)) : 0.0f;
}

/* --- places and influences --- */

SM_FN int sm_block_strip(float part) {
  const int strip = (int)(sm_clamp(part, 0.0f, 1.0f) * (float)SM_BLOCK_STRIPS);
  return strip < SM_BLOCK_STRIPS ? strip : SM_BLOCK_STRIPS - 1;
}

SM_FN struct sm_block_point sm_block_point_of(const struct sm_urban_block *b, const float at[3]) {
  const float dx = at[0] - b->x, dy = at[1] - b->y;
  struct sm_block_point p;
  p.x = dx * b->wind[0] + dy * b->wind[1];
  p.y = dy * b->wind[0] - dx * b->wind[1];
  p.z = at[2] > b->ground ? at[2] - b->ground : 0.0f; /* downslope, zones reach down to the
                                                         ground */
  p.across = sm_block_strip((p.y - b->low[1]) / (b->high[1] - b->low[1]));
  p.ahead = b->footprint.front.at[p.across] - p.x;
  p.behind = p.x - b->footprint.lee.at[p.across];
  p.abreast = p.y >= b->low[1] && p.y <= b->high[1];
  return p;
}

/* Crosswind distance of a place from the centre of the block, in half widths. */
SM_FN float sm_block_lateral(const struct sm_urban_block *b, const struct sm_block_point *p) {
  return (2.0f * p->y - b->low[1] - b->high[1]) / (b->high[1] - b->low[1]);
}

/* Mixes the wind with a vector in the frame of the block, whose share is 1 inside a zone and falls
 * to 0 at its border; for a porous block only its solid fraction. */
SM_FN void sm_zone_mix(struct sm_zone_effect *at, const struct sm_urban_block *b, float share,
                       const float u[3], int zone) {
  const float take = (1.0f - b->porosity) * share, keep = 1.0f - take;
  at->scale *= keep;
  at->added[0] = keep * at->added[0] + take * (u[0] * b->wind[0] - u[1] * b->wind[1]);
  at->added[1] = keep * at->added[1] + take * (u[0] * b->wind[1] + u[1] * b->wind[0]);
  at->added[2] = keep * at->added[2] + take * u[2];
  at->zone = zone;
}

SM_FN void sm_zone_scale(struct sm_zone_effect *at, const struct sm_urban_block *b, float factor,
                         int zone) {
  const float all = b->porosity + (1.0f - b->porosity) * factor;
  at->scale *= all;
  for (int d = 0; d < 3; d++) at->added[d] *= all;
  at->zone = zone;
}

/* Puts a vector in place of the wind, with a share as above. Where zones of several blocks do so in
 * one stage, the wind is their mean with the weights `left`: the part of the way to the zone's
 * border that is left, 1 at the wall and 0 at the border, so that no zone ends with a jump inside
 * another one. */
SM_FN void sm_zone_replace(struct sm_zone_effect *at, const struct sm_urban_block *b, float share,
                           float left, const float u[3], int zone) {
  const float weight = left > 1e-6f ? left : 1e-6f;
  const float part = at->weight > 0.0f ? weight / (at->weight + weight) : 1.0f;
  at->weight += weight;
  sm_zone_mix(at, b, share * part, u, zone);
}

/* Velocity along a face with normal (c, n), positive to the left, m/s. */
SM_FN float sm_zone_along_face(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                               const struct sm_block_point *p, float c, float n,
                               const struct sm_zone_effect *at) {
  const float u = at->scale * sm_approach_wind(s, b, p->z) + at->added[0] * b->wind[0] +
                  at->added[1] * b->wind[1];
  const float v = at->added[1] * b->wind[0] - at->added[0] * b->wind[1];
  return v * c - u * n;
}

/* Scales only the velocity normal to a face. */
SM_FN void sm_zone_scale_normal(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                                const struct sm_block_point *p, float c, float n, float factor,
                                int zone, struct sm_zone_effect *at) {
  const float lost = (1.0f - b->porosity) * (1.0f - factor) * sm_zone_along_face(s, b, p, c, n, at);
  sm_zone_scale(at, b, factor, zone);
  at->added[0] += lost * (-n * b->wind[0] - c * b->wind[1]);
  at->added[1] += lost * (-n * b->wind[1] + c * b->wind[0]);
}
#endif
