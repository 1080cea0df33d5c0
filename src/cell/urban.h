/* urban.h - cells of the zones that buildings make in the wind: the family of Roeckle (1990).
 *
 * Every zone is a rule that scales the wind of the first guess at a place, or replaces it. All
 * zones of all blocks are applied to one face at a time: kind by kind in the order of Bozorgmehr et
 * al. (2021), and of one kind from the lowest block to the tallest; what comes later wins.
 * Formulas, sources and choices: docs/theory/urban.md.
 *
 * A block is seen in the frame of the wind at its roof: x downwind and y to the left of it, origin
 * at its centroid, z above the ground that it stands on. Its plan is sampled in strips: SM_SAMPLES
 * across the wind and as many along it. No function of a library but the square root is used: CPU
 * and GPU agree to the last bit where neither contracts. */
#ifndef SM_CELL_URBAN_H
#define SM_CELL_URBAN_H

#include "cell/sheltering.h"
#include "cell/wind.h"

enum {
  SM_SAMPLES = 61, /* strips of a plan: a prime, or faces of the grid would lie on their edges */
  SM_HEIGHTS = 64, /* of the approaching wind; level m is at lid (m / (SM_HEIGHTS - 1))^2 */
  SM_NEAR = 8      /* blocks whose zones overlap at a place, usually */
};

/* What has made the wind of a cell. */
enum sm_zone {
  SM_ZONE_NONE,
  SM_ZONE_UPWIND,
  SM_ZONE_CAVITY,
  SM_ZONE_WAKE,
  SM_ZONE_CANYON,
  SM_ZONE_INTERSECTION,
  SM_ZONE_SIDEWALL,
  SM_ZONE_ROOFTOP,
  SM_ZONE_INSIDE,    /* of a porous building, or between the floors of an open car park */
  SM_ZONE_SHELTERED, /* no zone, but less than 95 % of the wind is left by the blocks upwind */
  SM_ZONE_COUNT
};

/* Kinds of each zone; 0 is none. */
enum { SM_UPWIND_ROECKLE = 1, SM_UPWIND_MVP, SM_UPWIND_HIGH_RISE };
enum { SM_WAKE_ROECKLE = 1, SM_WAKE_MODIFIED };
enum { SM_CANYON_ROECKLE = 1, SM_CANYON_MODIFIED, SM_CANYON_VORTEX };
enum { SM_INTERSECTION_BLENDED = 1 };
enum { SM_ROOFTOP_LOG = 1, SM_ROOFTOP_VORTEX };

/* Walls of a block on one side, strip by strip. */
struct sm_walls {
  float at[SM_SAMPLES];                       /* m, where the strip meets the face */
  float cosine[SM_SAMPLES], sine[SM_SAMPLES]; /* of the face against the strip */
};

/* The plan of a block. A strip that holds nothing has cosines of 0. The normal of a face across the
 * wind, pointing downwind, is (cosine, sine). */
struct sm_outline {
  struct sm_walls front, lee;  /* x of strips across the wind */
  struct sm_walls left, right; /* y of strips along the wind */
};

/* The street behind a strip. */
struct sm_street {
  float gap;       /* m along the wind to the next block; INFINITY: none within reach */
  float top;       /* m above the ground of the block; 0: no street canyon */
  float normal[2]; /* of the wall across the street, in the frame of the block, pointing downwind */
  float across, along; /* m/s, the wind just above the canyon's lee wall, across and along it */
};

/* Where the street behind a block crosses another one and goes on behind the block on its left. */
struct sm_crossing {
  int block;          /* the other one */
  int strip[2];       /* at the crossing: the last of this block, the first of the other */
  float begin, width; /* m, to the left of the centroid; across the wind, 0: no crossing */
  float shift;        /* m, how much farther downwind the other street begins */
};

struct sm_block {
  float x, y, wind[2];       /* as in sm_reach */
  float ground, bottom, top; /* m above the bottom of the grid */
  float low[2], high[2];     /* m, extents along and across the wind */
  float length, width;       /* m, effective: area over the extent across, and along */
  float speed;               /* m/s at the roof */
  float porosity;            /* 1: of all that the block does to the wind nothing is left */
  /* Zones; 0: none. Lengths in m. */
  float upwind, cavity; /* length of the upwind cavity; of the cavity, at the ground */
  float wake_bottom, saddle, wake_top; /* heights: the cavity is longest at the saddle */
  int sheltered; /* a block as tall stands upwind, within the length of its cavity */
  int tall;      /* the air of the cavity parts at the saddle, upwards and downwards */
  float roof_length, roof_height; /* of the zone over the roof */
  float layer; /* where that is a logarithmic layer: its thickness at the lee side */
  float side_length, side_width;
  float approach[SM_HEIGHTS]; /* m/s along the wind */
  struct sm_outline outline;
  struct sm_street street[SM_SAMPLES];
  struct sm_crossing crossing;
};

/* All zones, and where to look for them: blocks whose zones meet a tile of columns, in rising order
 * of height. */
struct sm_zones {
  const struct sm_block *block;
  const struct sm_reach *reach; /* of each block's zones */
  struct sm_tile_lists tiles;
  struct sm_drags drags;
  int upwind, wake, canyon, rooftop; /* kinds */
  float lid;                         /* m, highest level of the approaching wind */
  float roughness;                   /* m, of walls and roofs */
};

/* The wind at a place: scale * first guess + added (x, y, z of the grid, m/s). */
struct sm_influence {
  float scale, added[3];
  int zone;
};

/* A place in the frame of a block. */
struct sm_spot {
  float x, y, z;
  int across, along; /* strips, the nearest one outside of the block */
  int abreast;       /* whether the block lies straight up- or downwind */
};

/* --- functions made of roots and products --- */

SM_FN float sm_clamp(float t, float low, float high) { return t < low ? low : t > high ? high : t; }

/* Value between those of a table over heights that grow as squares. */
SM_FN float sm_between_levels(const float *table, int points, float top, float z) {
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
SM_FN float sm_blend(float t) { return sm_tanh(t) * 1.3130353f; }

SM_FN float sm_approach(const struct sm_zones *s, const struct sm_block *b, float z) {
  return sm_between_levels(b->approach, SM_HEIGHTS, s->lid, z);
}
/* ln(z / z0) over ln(top / z0): the wind over a wall, z <= top. */
SM_FN float sm_log_ratio(const struct sm_zones *s, float z, float top) {
  const float low = z > s->roughness ? sm_log(z / s->roughness) : 0.0f;
  return top > 1.001f * s->roughness ? low / sm_log(top / s->roughness) : 1.0f;
}

/* sqrt((1 - y^2) (1 - z^2)), 0 outside: how far an ellipsoid reaches along the wind. */
SM_FN float sm_ellipsoid(float y, float z) {
  return y * y < 1.0f && z * z < 1.0f ? sqrtf((1.0f - y * y) * (1.0f - z * z)) : 0.0f;
}

/* --- places and influences --- */

SM_FN int sm_strip(float part) {
  const int strip = (int)(sm_clamp(part, 0.0f, 1.0f) * (float)SM_SAMPLES);
  return strip < SM_SAMPLES ? strip : SM_SAMPLES - 1;
}

SM_FN struct sm_spot sm_spot_of(const struct sm_block *b, const float at[3]) {
  const float dx = at[0] - b->x, dy = at[1] - b->y;
  struct sm_spot p;
  p.x = dx * b->wind[0] + dy * b->wind[1];
  p.y = dy * b->wind[0] - dx * b->wind[1];
  p.z = at[2] > b->ground ? at[2] - b->ground : 0.0f; /* down a slope zones reach the ground */
  p.across = sm_strip((p.y - b->low[1]) / (b->high[1] - b->low[1]));
  p.along = sm_strip((p.x - b->low[0]) / (b->high[0] - b->low[0]));
  p.abreast = p.y >= b->low[1] && p.y <= b->high[1];
  return p;
}

/* Of the place, the distance from the middle of the block across the wind, in half widths. */
SM_FN float sm_aside(const struct sm_block *b, const struct sm_spot *p) {
  return (2.0f * p->y - b->low[1] - b->high[1]) / (b->high[1] - b->low[1]);
}

/* Replaces the wind by one in the frame of the block; of a porous block only its solid share. */
SM_FN void sm_replace(struct sm_influence *at, const struct sm_block *b, const float u[3],
                      int zone) {
  const float keep = b->porosity, take = 1.0f - b->porosity;
  at->scale *= keep;
  at->added[0] = keep * at->added[0] + take * (u[0] * b->wind[0] - u[1] * b->wind[1]);
  at->added[1] = keep * at->added[1] + take * (u[0] * b->wind[1] + u[1] * b->wind[0]);
  at->added[2] = keep * at->added[2] + take * u[2];
  at->zone = zone;
}

SM_FN void sm_slow(struct sm_influence *at, const struct sm_block *b, float factor, int zone) {
  const float all = b->porosity + (1.0f - b->porosity) * factor;
  at->scale *= all;
  for (int d = 0; d < 3; d++) at->added[d] *= all;
  at->zone = zone;
}

/* The wind along a face whose normal is (c, n), positive to the left: m/s. */
SM_FN float sm_along_face(const struct sm_zones *s, const struct sm_block *b,
                          const struct sm_spot *p, float c, float n,
                          const struct sm_influence *at) {
  const float u =
      at->scale * sm_approach(s, b, p->z) + at->added[0] * b->wind[0] + at->added[1] * b->wind[1];
  const float v = at->added[1] * b->wind[0] - at->added[0] * b->wind[1];
  return v * c - u * n;
}

/* Slows the wind across a face only. */
SM_FN void sm_slow_across(const struct sm_zones *s, const struct sm_block *b,
                          const struct sm_spot *p, float c, float n, float factor, int zone,
                          struct sm_influence *at) {
  const float lost = (1.0f - b->porosity) * (1.0f - factor) * sm_along_face(s, b, p, c, n, at);
  sm_slow(at, b, factor, zone);
  at->added[0] += lost * (-n * b->wind[0] - c * b->wind[1]);
  at->added[1] += lost * (-n * b->wind[1] + c * b->wind[0]);
}

/* --- the zones --- */

/* Ahead of a front face: Roeckle (1990), still air; Bagal, Pardyjak and Brown (2004), slower air
 * and, next to the face, air that turns over; Nelson et al. (2008) for tall blocks. */
SM_FN void sm_zone_upwind(const struct sm_zones *s, const struct sm_block *b,
                          const struct sm_spot *p, struct sm_influence *at) {
  const float height = b->top - b->ground, width = b->high[1] - b->low[1];
  const float tall = s->upwind == SM_UPWIND_HIGH_RISE && width < height ? width : height;
  const float cosine = b->outline.front.cosine[p->across], sine = b->outline.front.sine[p->across];
  const float ahead = b->outline.front.at[p->across] - p->x;
  const float reach = b->upwind * cosine * sm_ellipsoid(sm_aside(b, p), p->z / (0.6f * tall));
  if (!(p->abreast && ahead > 0.0f && ahead <= reach)) return;
  const float inner = 0.4f * reach, part = ahead / reach;
  if (s->upwind == SM_UPWIND_ROECKLE) {
    const float still[3] = {0.0f, 0.0f, 0.0f};
    if (cosine > 0.985f) sm_replace(at, b, still, SM_ZONE_UPWIND); /* within 10 deg */
  } else if (ahead > inner) {
    const float linear = 0.4f + 0.6f * (part - 0.4f) / 0.6f;
    sm_slow_across(s, b, p, cosine, sine, s->upwind == SM_UPWIND_MVP ? 0.4f : linear,
                   SM_ZONE_UPWIND, at);
  } else {
    const float t = ahead / inner, turn = sm_half_wave(t);
    const float up = p->z / (0.5f * tall), wave = up < 1.0f ? sm_cosine(up) : -1.0f;
    const float u = -(0.6f * wave - 0.05f) * 0.6f * turn, w = -(0.1f * sm_cosine(t) - 0.05f);
    const float along = sm_along_face(s, b, p, cosine, sine, at), across = b->speed * cosine * u;
    const float turned[3] = {across * cosine - along * sine, across * sine + along * cosine,
                             b->speed * w};
    sm_replace(at, b, turned, SM_ZONE_UPWIND);
  }
}

/* What the block's own drag leaves of the wind: it is in the start of an influence already. */
SM_FN float sm_own_wake(const struct sm_zones *s, const struct sm_block *b,
                        const struct sm_spot *p) {
  if (s->drags.drag == 0) return 1.0f;
  const struct sm_drag *d = &s->drags.drag[b - s->block];
  return 1.0f - sm_deficit(d, p->x - d->begin, p->y - d->middle, p->z);
}

/* Behind the lee face: a cavity, and a wake three times as long (Roeckle 1990; Singh 2005). A block
 * in the way ends the cavity, and there is no wake then. */
SM_FN void sm_zone_wake(const struct sm_zones *s, const struct sm_block *b, const struct sm_spot *p,
                        struct sm_influence *at) {
  const float gap = b->street[p->across].gap, behind = p->x - b->outline.lee.at[p->across];
  const float c = b->outline.lee.cosine[p->across], n = b->outline.lee.sine[p->across];
  const float full = b->cavity * c, side = sm_aside(b, p);
  const float off = p->z - b->saddle;
  const float up =
      off > 0.0f ? off / (b->wake_top - b->saddle) : off / (b->saddle - b->wake_bottom);
  const int stopped = gap < full;
  const float d = (stopped ? gap : full) * sm_ellipsoid(side, up);
  if (!(p->abreast && behind > 0.0f && d > 0.0f)) return;
  const float longer = s->wake == SM_WAKE_MODIFIED ? 0.1f : 0.0f;
  if (behind <= d) {
    const float rest = 1.0f - behind / ((1.0f + longer) * d);
    const float u = -b->speed * rest * rest * sqrtf(1.0f - (side < 0.0f ? -side : side));
    const float parting = off > 0.0f         ? off / (b->wake_top - b->saddle)
                          : b->saddle > 0.0f ? off / b->saddle
                                             : 0.0f;
    const float along = sm_along_face(s, b, p, c, n, at), across = c * u;
    const float back[3] = {across * c - along * n, across * n + along * c,
                           b->tall ? -parting * u : 0.0f};
    sm_replace(at, b, back, SM_ZONE_CAVITY);
  } else if (behind <= 3.0f * d && !stopped) {
    const float part = d / (behind + longer * d);
    const float factor = 1.0f - part * sqrtf(part), left = sm_own_wake(s, b, p);
    sm_slow_across(s, b, p, c, n, left > factor ? factor / left : 1.0f, SM_ZONE_WAKE, at);
  }
}

/* The vortex of a street of a depth and a gap, where the wind above is 1, at the part `across` of
 * the gap and the height z <= depth: across the street and upwards. */
SM_FN void sm_canyon_roeckle(float across, float out[2]) {
  const float over = 1.0f - 2.0f * across;
  out[0] = -4.0f * across * (1.0f - across);
  out[1] = 0.5f * (over < 0.0f ? -over : over) * over;
}
/* That of Hotchkiss and Harlow (1973), which has no divergence. */
SM_FN void sm_canyon_vortex(float across, float z, float depth, float gap, float out[2]) {
  const float k = 3.1415927f / gap, down = k * (z - depth);
  const float rise = sm_exp(down), whole = 1.0f - sm_exp(-2.0f * k * depth);
  const float back = sm_exp(-k * (z + depth)); /* of what turns round at the floor */
  out[0] = (rise * (1.0f + down) - back * (1.0f - down)) / whole * sm_half_wave(across);
  out[1] = -down * (rise - back) / whole * sm_cosine(across);
}

/* Between two blocks that face each other: a vortex driven by the wind above (Roeckle 1990; Singh
 * et al. 2008; Hotchkiss and Harlow 1973), with layers of mixing at its top and sides that grow
 * with the distance from the block upwind (Margairaz et al. 2023). u: in the frame of the block;
 * false outside of the street. */
SM_FN int sm_canyon_at(const struct sm_zones *s, const struct sm_block *b, const struct sm_spot *p,
                       float u[3]) {
  const struct sm_street *street = &b->street[p->across];
  const float behind = p->x - b->outline.lee.at[p->across], gap = street->gap, top = street->top;
  const int mixing = s->canyon != SM_CANYON_ROECKLE;
  const float spread = mixing ? 0.2f * behind : 0.0f;
  const float thick = s->canyon == SM_CANYON_VORTEX ? spread + 0.5f * b->layer : spread;
  if (!(top > 0.0f && behind > 0.0f && behind < gap && p->z < top + thick)) return 0;
  const float half = 0.5f * (b->high[1] - b->low[1]), side = sm_aside(b, p);
  const float aside = half * (side < 0.0f ? -side : side), inside = half - spread;
  if (!(aside < half + spread)) return 0;
  const float n0 = street->normal[0], n1 = street->normal[1];
  float turn[2];
  if (s->canyon == SM_CANYON_VORTEX) {
    const float under = p->z < top - thick ? p->z : top - thick; /* the layer of mixing is above */
    sm_canyon_vortex(behind / gap, under > 0.0f ? under : 0.0f, top, gap, turn);
  } else {
    sm_canyon_roeckle(street->across < 0.0f ? 1.0f - behind / gap : behind / gap, turn);
    turn[1] *= street->across < 0.0f ? -1.0f : 1.0f;
    for (int d = 0; d < 2; d++) turn[d] *= s->canyon == SM_CANYON_MODIFIED ? 0.3f : 1.0f;
  }
  const float narrow = aside < inside ? sqrtf(sqrtf(1.0f - aside / inside)) : 0.0f;
  const float shape = street->across * (mixing ? narrow : 1.0f);
  const float slower = p->z < top ? sm_log_ratio(s, p->z, top) : 1.0f;
  const float cross = turn[0] * shape, along = street->along * slower;
  /* Of the wind outside: 0 deep in the canyon, 1 beyond the layers of mixing. */
  const float up = sm_blend(sm_clamp((p->z - top) / thick, -1.0f, 1.0f));
  const float out = sm_blend(sm_clamp((aside - half) / spread, -1.0f, 1.0f));
  const float outer = mixing ? 0.5f + 0.5f * (up > out ? up : out) : 0.0f;
  const float mixed[2] = {cross + outer * (street->across - cross),
                          along + outer * (street->along - along)};
  u[0] = mixed[0] * n0 - mixed[1] * n1;
  u[1] = mixed[0] * n1 + mixed[1] * n0;
  u[2] = (1.0f - outer) * turn[1] * shape;
  return 1;
}
SM_FN void sm_zone_canyon(const struct sm_zones *s, const struct sm_block *b,
                          const struct sm_spot *p, struct sm_influence *at) {
  float u[3];
  if (sm_canyon_at(s, b, p, u)) sm_replace(at, b, u, SM_ZONE_CANYON);
}

/* The canyon's wind at the end of a street, in the last strip before the crossing: at the part
 * `across` of the gap, z m above the bottom of the grid; along x, y, z of the grid. */
SM_FN int sm_street_end(const struct sm_zones *s, const struct sm_block *b, int strip, float across,
                        float z, float wind[3]) {
  struct sm_spot p = {0.0f, 0.0f, 0.0f, strip, 0, 1};
  float u[3];
  p.x = b->outline.lee.at[strip] + across * b->street[strip].gap;
  p.y = b->low[1] + ((float)strip + 0.5f) / (float)SM_SAMPLES * (b->high[1] - b->low[1]);
  p.z = z > b->ground ? z - b->ground : 0.0f;
  if (!sm_canyon_at(s, b, &p, u)) return 0;
  wind[0] = u[0] * b->wind[0] - u[1] * b->wind[1];
  wind[1] = u[0] * b->wind[1] + u[1] * b->wind[0];
  wind[2] = u[2];
  return 1;
}

/* Where a street crosses another one: between its two ends, linearly along it, as high as the
 * canyons are at both. */
SM_FN void sm_zone_intersection(const struct sm_zones *s, const struct sm_block *b,
                                const struct sm_spot *p, struct sm_influence *at) {
  const struct sm_crossing *c = &b->crossing;
  const struct sm_block *other = &s->block[c->block];
  const int from = c->strip[0], to = c->strip[1];
  const float part = (p->y - c->begin) / c->width, gap = b->street[from].gap;
  const float wide = gap + part * (other->street[to].gap - gap);
  const float across = (p->x - b->outline.lee.at[from] - part * c->shift) / wide;
  float near[3], far[3];
  if (!(part > 0.0f && part < 1.0f && across > 0.0f && across < 1.0f)) return;
  if (!sm_street_end(s, b, from, across, p->z + b->ground, near)) return;
  if (!sm_street_end(s, other, to, across, p->z + b->ground, far)) return;
  for (int d = 0; d < 3; d++) at->added[d] = near[d] + part * (far[d] - near[d]);
  at->scale = 0.0f;
  at->zone = SM_ZONE_INTERSECTION;
}

/* Along faces beside the wind: air that runs back, and slower air outside of it (Hayati et al.
 * 2017). */
SM_FN void sm_zone_sidewall(const struct sm_zones *s, const struct sm_block *b,
                            const struct sm_spot *p, struct sm_influence *at) {
  const float x = p->x - b->low[0], left = p->y - b->outline.left.at[p->along];
  const float right = b->outline.right.at[p->along] - p->y, y = left > right ? left : right;
  const float cosine =
      left > right ? b->outline.left.cosine[p->along] : b->outline.right.cosine[p->along];
  const float under = b->bottom - b->ground;
  if (!(cosine > 0.985f && x > 0.0f && p->x < b->high[0] && y > 0.0f && p->z >= under &&
        p->z < b->top - b->ground))
    return;
  const float half = 0.5f * b->side_length, off = (half - x) / half;
  const float shell = x < b->side_length ? b->side_width * sqrtf(1.0f - off * off) : 0.0f;
  const float layer = b->side_width * sqrtf(x / half);
  if (y < shell)
    sm_slow(at, b, -(shell - y) / b->side_width, SM_ZONE_SIDEWALL);
  else if (y < layer)
    sm_slow(at, b, sm_log_ratio(s, y, layer), SM_ZONE_SIDEWALL);
}

/* Over the roof: a layer in which the wind grows with the logarithm; or, where no block upwind has
 * disturbed it, one that runs back (Bagal et al. 2004; Pol et al. 2006). */
SM_FN void sm_zone_rooftop(const struct sm_zones *s, const struct sm_block *b,
                           const struct sm_spot *p, struct sm_influence *at) {
  const float x = p->x - b->outline.front.at[p->across], z = p->z - (b->top - b->ground);
  const float cosine = b->outline.front.cosine[p->across], half = 0.5f * b->roof_length;
  if (!(p->abreast && cosine > 0.0f && z > 0.0f && x > 0.0f && p->x < b->outline.lee.at[p->across]))
    return;
  if (s->rooftop == SM_ROOFTOP_LOG || b->sheltered) {
    const float layer = b->roof_height * sqrtf(x / half), above = b->top - b->ground;
    if (z < layer) {
      const float slower = sm_log_ratio(s, z, layer);
      const float here = sm_approach(s, b, above + z);
      sm_slow(at, b, here > 0.0f ? slower * sm_approach(s, b, above + layer) / here : 0.0f,
              SM_ZONE_ROOFTOP);
    }
  } else if (x < b->roof_length && cosine > 0.866f) { /* within 30 deg */
    const float off = (half - x) / half, shell = b->roof_height * sqrtf(1.0f - off * off);
    if (z < shell) sm_slow(at, b, -(shell - z) / b->roof_height, SM_ZONE_ROOFTOP);
  }
}

/* Inside of a porous block, which is no obstacle of the grid. */
SM_FN void sm_zone_inside(const struct sm_block *b, const struct sm_spot *p,
                          struct sm_influence *at) {
  if (b->porosity > 0.0f && p->abreast && p->x > b->outline.front.at[p->across] &&
      p->x < b->outline.lee.at[p->across] && p->z >= b->bottom - b->ground &&
      p->z < b->top - b->ground)
    sm_slow(at, b, 0.0f, SM_ZONE_INSIDE);
}

enum {
  SM_STAGE_UPWIND,
  SM_STAGE_WAKE,
  SM_STAGE_CANYON,
  SM_STAGE_INTERSECTION,
  SM_STAGE_SIDEWALL,
  SM_STAGE_ROOFTOP,
  SM_STAGE_INSIDE,
  SM_STAGES
};

SM_FN void sm_apply_stage(const struct sm_zones *s, int stage, const struct sm_block *b,
                          const struct sm_spot *p, struct sm_influence *at) {
  if (stage == SM_STAGE_UPWIND && b->upwind > 0.0f)
    sm_zone_upwind(s, b, p, at);
  else if (stage == SM_STAGE_WAKE && b->cavity > 0.0f)
    sm_zone_wake(s, b, p, at);
  else if (stage == SM_STAGE_CANYON && s->canyon != 0)
    sm_zone_canyon(s, b, p, at);
  else if (stage == SM_STAGE_INTERSECTION && b->crossing.width > 0.0f)
    sm_zone_intersection(s, b, p, at);
  else if (stage == SM_STAGE_SIDEWALL && b->side_length > 0.0f)
    sm_zone_sidewall(s, b, p, at);
  else if (stage == SM_STAGE_ROOFTOP && b->roof_length > 0.0f)
    sm_zone_rooftop(s, b, p, at);
  else if (stage == SM_STAGE_INSIDE)
    sm_zone_inside(b, p, at);
}

/* What all zones of the first stages do at a place (m from the corner and the bottom of the grid)
 * where the shelter of blocks leaves the part `rest` of the wind. */
SM_FN struct sm_influence sm_influence_at(const struct sm_zones *s, const float at[3], float rest,
                                          int stages) {
  struct sm_influence all = {rest, {0.0f, 0.0f, 0.0f}, SM_ZONE_NONE};
  const int *range = s->tiles.start + sm_tile_at(&s->tiles, at);
  const int first = range[0], end = range[1];
  int near[SM_NEAR], count = 0;
  for (int m = first; m < end; m++)
    if (sm_is_near(&s->reach[s->tiles.block[m]], at)) {
      if (count < SM_NEAR) near[count] = s->tiles.block[m];
      count++;
    }
  /* Where more blocks crowd than the list holds, all are asked again. */
  const int *list = count <= SM_NEAR ? near : s->tiles.block + first;
  const int length = count <= SM_NEAR ? count : end - first;
  for (int stage = 0; stage < stages && length > 0; stage++)
    for (int m = 0; m < length; m++) {
      const struct sm_block *b = &s->block[list[m]];
      if (length > SM_NEAR && !sm_is_near(&s->reach[list[m]], at)) continue;
      const struct sm_spot p = sm_spot_of(b, at);
      sm_apply_stage(s, stage, b, &p, &all);
    }
  return all;
}

/* --- cells --- */

/* The wind of the first guess over the middle of each block: one station's share of it is added,
 * where the block stands in the guess's rows of weights. Box: (SM_HEIGHTS, blocks, 1). */
struct sm_probe {
  struct sm_guess guess;
  const int *column; /* of each block, into the column arrays of the guess */
  float *out;        /* [block][level], m/s */
};
SM_FN void sm_cell_probe(const struct sm_probe *s, int i, int j, int k) {
  const struct sm_guess *g = &s->guess;
  const ptrdiff_t column = s->column[j];
  const float part = (float)i / (float)(SM_HEIGHTS - 1);
  (void)k;
  if (column < g->weight_from + g->column_sy || column >= g->weight_end) return;
  s->out[i + (ptrdiff_t)j * SM_HEIGHTS] +=
      sm_guess_column(g, column, g->ground[column] + g->lid * part * part);
}

/* The wind above each street, which drives its canyon. Box: (SM_SAMPLES, blocks, 1). */
struct sm_streets {
  struct sm_zones zones; /* stages up to the wake */
  struct sm_block *block;
};
SM_FN void sm_cell_streets(const struct sm_streets *s, int i, int j, int k) {
  struct sm_block *b = &s->block[j];
  struct sm_street *street = &b->street[i];
  (void)k;
  if (!(street->top > 0.0f)) return;
  const float x = b->outline.lee.at[i] + street->gap;
  const float y = b->low[1] + ((float)i + 0.5f) / (float)SM_SAMPLES * (b->high[1] - b->low[1]);
  const float above = street->top * 1.001f;
  const float at[3] = {b->x + x * b->wind[0] - y * b->wind[1],
                       b->y + x * b->wind[1] + y * b->wind[0], b->ground + above};
  const struct sm_influence in =
      sm_influence_at(&s->zones, at, sm_sheltered(&s->zones.drags, at, above), SM_STAGE_WAKE + 1);
  const float guess = in.scale * sm_approach(&s->zones, b, above);
  const float u = guess + in.added[0] * b->wind[0] + in.added[1] * b->wind[1];
  const float v = in.added[1] * b->wind[0] - in.added[0] * b->wind[1];
  street->across = u * street->normal[0] + v * street->normal[1];
  street->along = v * street->normal[0] - u * street->normal[1];
}

/* The wind on the low faces of one axis. Positions in m from the corner and the bottom of the grid.
 * Box: the cells, and one more along the axis. */
struct sm_urban {
  struct sm_zones zones;
  struct sm_sheltering_map sheltering;
  ptrdiff_t sy, sz;                        /* of the wind */
  ptrdiff_t open_sy, open_sz, open_colour; /* of the open-face byte */
  union sm_reals u;
  const uint8_t *open;
  int axis, n; /* cells of that axis */
  const float *x, *y, *z;
};

/* Which zone a cell is in. */
struct sm_zone_map {
  struct sm_zones zones;
  struct sm_sheltering_map sheltering;
  ptrdiff_t sy, sz;
  uint8_t *zone;
  const float *x, *y, *z;
};
SM_FN void sm_cell_zone_map(const struct sm_zone_map *s, int i, int j, int k) {
  const float at[3] = {s->x[i], s->y[j], s->z[k]};
  const float rest = sm_sheltering_at(&s->sheltering, at, k);
  const int zone = sm_influence_at(&s->zones, at, rest, SM_STAGES).zone;
  s->zone[i + j * s->sy + k * s->sz] =
      (uint8_t)(zone == SM_ZONE_NONE && rest < 0.95f ? SM_ZONE_SHELTERED : zone);
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_urban)(const struct sm_urban *s, int i, int j, int k) {
  const ptrdiff_t at =
      ((i + j + k) & 1) * s->open_colour + (i >> 1) + j * s->open_sy + k * s->open_sz;
  const int index = s->axis == 0 ? i : s->axis == 1 ? j : k;
  const int ghost = s->axis == 0 ? SM_GHOST_X : SM_GHOST;
  const int low = s->axis == 0 ? SM_OPEN_WEST : s->axis == 1 ? SM_OPEN_SOUTH : SM_OPEN_DOWN;
  if ((s->open[at] & (index == s->n ? ghost : low)) == 0) return;
  const float place[3] = {s->x[i], s->y[j], s->z[k]};
  const float rest = sm_sheltering_at(&s->sheltering, place, k);
  const struct sm_influence in = sm_influence_at(&s->zones, place, rest, SM_STAGES);
  if (in.zone == SM_ZONE_NONE && rest == 1.0f) return;
  SM_REAL *u = SM_AT(s->u) + (i + j * s->sy + k * s->sz);
  *u = (SM_REAL)in.scale * *u + (SM_REAL)in.added[s->axis];
}
#endif
