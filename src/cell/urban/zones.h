/* zones.h - zones of a building block in the wind, one rule each: the family of Roeckle (1990).
 * Formulas, sources and choices: docs/theory/urban.md. */
#ifndef SM_CELL_URBAN_ZONES_H
#define SM_CELL_URBAN_ZONES_H

#include "cell/urban/block.h"

/* Upwind zone at the front face: Roeckle (1990), still air; Bagal, Pardyjak and Brown (2004),
 * reduced wind and, next to the face, a vortex; Nelson et al. (2008) for tall blocks. */
SM_FN void sm_zone_upwind(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                          const struct sm_block_point *p, struct sm_zone_effect *at) {
  const float height = b->top - b->ground, width = b->high[1] - b->low[1];
  const float tall = s->upwind == SM_UPWIND_HIGH_RISE && width < height ? width : height;
  const float cosine = b->footprint.front.cosine[p->across],
              sine = b->footprint.front.sine[p->across];
  const float ahead = p->ahead;
  if (!(p->abreast && ahead > 0.0f)) return;
  const float reach =
      b->upwind * cosine * sm_ellipsoid(sm_block_lateral(b, p), p->z / (0.6f * tall));
  if (!(ahead <= reach)) return;
  const float inner = 0.4f * reach, part = ahead / reach;
  if (s->upwind == SM_UPWIND_ROECKLE) {
    const float still[3] = {0.0f, 0.0f, 0.0f};
    if (cosine > 0.985f) /* within 10 deg */
      sm_zone_replace(at, b, 1.0f, 1.0f - part, still, SM_ZONE_UPWIND);
  } else if (ahead > inner) {
    const float linear = 0.4f + 0.6f * (part - 0.4f) / 0.6f;
    sm_zone_scale_normal(s, b, p, cosine, sine, s->upwind == SM_UPWIND_MVP ? 0.4f : linear,
                         SM_ZONE_UPWIND, at);
  } else {
    const float t = ahead / inner, turn = sm_half_wave(t);
    const float up = p->z / (0.5f * tall), wave = up < 1.0f ? sm_cosine(up) : -1.0f;
    const float u = -(0.6f * wave - 0.05f) * 0.6f * turn, w = -(0.1f * sm_cosine(t) - 0.05f);
    const float along = sm_zone_along_face(s, b, p, cosine, sine, at),
                across = b->speed * cosine * u;
    const float turned[3] = {across * cosine - along * sine, across * sine + along * cosine,
                             b->speed * w};
    sm_zone_replace(at, b, 1.0f, 1.0f - t, turned, SM_ZONE_UPWIND);
  }
}

/* Deficit factor of the block's own drag wake, which is already contained in the first factor of
 * the effect. */
SM_FN float sm_block_own_wake(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                              const struct sm_block_point *p) {
  if (s->drag == 0) return 1.0f;
  const struct sm_drag_wake *d = &s->drag[b - s->block];
  return 1.0f - sm_drag_wake_deficit(d, p->x - d->begin, p->y - d->middle, p->z);
}

/* Smooth ramp from 0 at t = 0 to 1 at t = 1. */
SM_FN float sm_ramp(float t) {
  const float part = sm_clamp(t, 0.0f, 1.0f);
  return part * part * (3.0f - 2.0f * part);
}

/* Thickness of the layer that separates at the front edge of a wall or roof, x m behind that edge,
 * m: half an ellipse, which reattaches after 0.9 R (Wilson 1979), as far as the wall of the length
 * `wall` goes. shell: its largest thickness, 0.22 R. */
SM_FN float sm_separated_layer(float shell, float x, float wall) {
  const float half = 2.0454545f * shell, last = wall > half ? wall : half;
  const float off = ((x < last ? x : last) - half) / half;
  return x > 0.0f && off < 1.0f ? shell * sqrtf(1.0f - off * off) : 0.0f;
}

/* Share of a block's wake in the wind: 1 in its core, 0 beyond the mixing layers at its sides and
 * its top. A layer lies about the edge, displaced by the separated layer; it grows by 0.2 x to
 * either side, from the front edge where the flow does not reattach, else from the lee edge. */
SM_FN float sm_wake_core(const struct sm_urban_block *b, const struct sm_block_point *p) {
  const struct sm_block_footprint *o = &b->footprint;
  const float side = sm_block_lateral(b, p), half = 0.5f * (b->high[1] - b->low[1]);
  const int edge = side > 0.0f ? SM_BLOCK_STRIPS - 1 : 0;
  const int strip[2] = {edge, p->across};
  const float most[2] = {half, b->top - b->ground};
  const float off[2] = {half * (side < 0.0f ? -side : side) - half, p->z - most[1]};
  float share = 1.0f;
  for (int d = 0; d < 2; d++) {
    const float front = o->front.at[strip[d]], wall = o->lee.at[strip[d]] - front;
    const float from_front = p->x - front, behind = from_front - wall;
    const float away = sm_separated_layer(b->shell, from_front, wall);
    const float spread = 0.2f * ((behind > 0.0f ? behind : 0.0f) + wall * away / b->shell);
    const float low = away - spread > -most[d] ? away - spread : -most[d];
    if (off[d] >= away + spread) return 0.0f;
    if (off[d] > low) share *= 1.0f - sm_ramp((off[d] - low) / (away + spread - low));
  }
  return share;
}

/* Length of the recirculation of a block with mixing layers over that of the formula, with which
 * the wake recovers: the projection closes it earlier than without them (docs/theory/urban.md). */
SM_FN float sm_recirculation_length_ratio(float isolated) { return 1.0f + 0.25f * isolated; }

/* Wind in the wake of Roeckle (1990) over that without it, at the distance x behind the wall, with
 * a recirculation to d; the modified one, longer = 0.1, begins as if it ended at 0.9 d. */
SM_FN float sm_wake_wind_ratio(float x, float d, float longer) {
  const float part = d / (x + longer * d);
  return part < 1.0f ? 1.0f - part * sqrtf(part) : 0.0f;
}

/* The same with mixing layers, of which `core` is in the wake; it fades out up to three lengths. */
SM_FN float sm_mixed_wake_wind_ratio(float x, float longest, float d, float core) {
  const float fade = sm_clamp(3.0f - x / longest, 0.0f, 1.0f);
  return 1.0f - core * fade * (1.0f - sm_wake_wind_ratio(x, d, 0.1f));
}

/* Wind along the normal of the wall in the recirculation at the distance x behind it, which ends at
 * d: of Roeckle; with mixing layers from the formula's length on more and more `wake`, with which
 * it ends. */
SM_FN float sm_recirculation(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                             float x, float d, float side, float wake) {
  const float longer = s->wake == SM_WAKE_ROECKLE ? 0.0f : 0.1f;
  const float rest = 1.0f - x / ((1.0f + longer) * d);
  const float back = -b->speed * rest * rest * sqrtf(1.0f - (side < 0.0f ? -side : side));
  const float formula = d / sm_recirculation_length_ratio(b->isolated);
  return x > formula ? back + (x - formula) / (d - formula) * (wake - back) : back;
}

/* Lee cavity and wake, three times as long (Roeckle 1990; Singh 2005). A block in the way ends the
 * cavity, and then there is no wake. */
SM_FN void sm_zone_wake(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                        const struct sm_block_point *p, struct sm_zone_effect *at) {
  const float gap = b->street[p->across].gap, behind = p->behind;
  if (!(behind > 0.0f)) return;
  const float c = b->footprint.lee.cosine[p->across], n = b->footprint.lee.sine[p->across];
  const float full = b->cavity * c, side = sm_block_lateral(b, p);
  const int stopped = gap < full;
  const float off = p->z - b->saddle;
  const float up =
      off > 0.0f ? off / (b->wake_top - b->saddle) : off / (b->saddle - b->wake_bottom);
  const float d = (stopped ? gap : full) * sm_ellipsoid(side, up), mixed = b->isolated;
  const int inside = p->abreast && d > 0.0f;
  if (!(inside || mixed > 0.0f)) return;
  const float layers = mixed > 0.0f ? sm_wake_core(b, p) : 0.0f;
  const float formula = full / sm_recirculation_length_ratio(mixed);
  if (inside && behind <= d) {
    const float end =
        sm_approach_wind(s, b, p->z) * sm_mixed_wake_wind_ratio(behind, full, formula, 1.0f);
    const float u = sm_recirculation(s, b, behind, d, side, mixed * end);
    const float parting = off > 0.0f         ? off / (b->wake_top - b->saddle)
                          : b->saddle > 0.0f ? off / b->saddle
                                             : 0.0f;
    const float along = sm_zone_along_face(s, b, p, c, n, at), across = c * u;
    const float back[3] = {across * c - along * n, across * n + along * c,
                           b->tall ? -parting * u : 0.0f};
    sm_zone_replace(at, b, 1.0f + mixed * (layers - 1.0f), 1.0f - behind / d, back, SM_ZONE_CAVITY);
    return;
  }
  if (at->weight > 0.0f) return; /* inside the recirculation of another block */
  const float plain = inside && behind <= (stopped ? d : 3.0f * d)
                          ? sm_wake_wind_ratio(behind, d, s->wake == SM_WAKE_ROECKLE ? 0.0f : 0.1f)
                          : 1.0f;
  const float factor =
      plain + mixed * (sm_mixed_wake_wind_ratio(behind, full, formula, layers) - plain);
  if (!(factor < 1.0f)) return;
  const float left = sm_block_own_wake(s, b, p);
  const float more = left > factor ? factor / left : 1.0f;
  if (p->abreast)
    sm_zone_scale_normal(s, b, p, c, n, more, SM_ZONE_WAKE, at);
  else
    sm_zone_scale(at, b, more, SM_ZONE_WAKE);
}

/* Street canyon vortex of Roeckle for unit wind above, at the fraction `across` of the gap:
 * velocity across the street and upwards. */
SM_FN void sm_canyon_roeckle(float across, float out[2]) {
  const float over = 1.0f - 2.0f * across;
  out[0] = -4.0f * across * (1.0f - across);
  out[1] = 0.5f * (over < 0.0f ? -over : over) * over;
}
/* Canyon vortex of Hotchkiss and Harlow (1973), which is divergence-free. */
SM_FN void sm_canyon_vortex(float across, float z, float depth, float gap, float out[2]) {
  const float k = 3.1415927f / gap, down = k * (z - depth);
  const float rise = sm_exp(down), whole = 1.0f - sm_exp(-2.0f * k * depth);
  const float back = sm_exp(-k * (z + depth)); /* part reflected at the floor */
  out[0] = (rise * (1.0f + down) - back * (1.0f - down)) / whole * sm_half_wave(across);
  out[1] = -down * (rise - back) / whole * sm_cosine(across);
}

/* Street canyon between two facing blocks: a vortex driven by the wind above (Roeckle 1990; Singh
 * et al. 2008; Hotchkiss and Harlow 1973), with mixing layers at its top and sides that grow with
 * the distance from the upwind block (Margairaz et al. 2023). u: in the frame of the block; false
 * outside of the street. */
SM_FN int sm_canyon_wind(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                         const struct sm_block_point *p, float u[3]) {
  const struct sm_street_canyon *street = &b->street[p->across];
  const float behind = p->behind, gap = street->gap, top = street->top;
  const int mixing = s->canyon != SM_CANYON_ROECKLE;
  const float spread = mixing ? 0.2f * behind : 0.0f;
  const float thick = s->canyon == SM_CANYON_VORTEX ? spread + 0.5f * b->layer : spread;
  if (!(top > 0.0f && behind > 0.0f && behind < gap && p->z < top + thick)) return 0;
  const float half = 0.5f * (b->high[1] - b->low[1]), side = sm_block_lateral(b, p);
  const float aside = half * (side < 0.0f ? -side : side), inside = half - spread;
  if (!(aside < half + spread)) return 0;
  const float n0 = street->normal[0], n1 = street->normal[1];
  float turn[2];
  if (s->canyon == SM_CANYON_VORTEX) {
    const float under = p->z < top - thick ? p->z : top - thick; /* below the mixing layer */
    sm_canyon_vortex(behind / gap, under > 0.0f ? under : 0.0f, top, gap, turn);
  } else {
    sm_canyon_roeckle(street->across < 0.0f ? 1.0f - behind / gap : behind / gap, turn);
    turn[1] *= street->across < 0.0f ? -1.0f : 1.0f;
    for (int d = 0; d < 2; d++) turn[d] *= s->canyon == SM_CANYON_MODIFIED ? 0.3f : 1.0f;
  }
  const float narrow = aside < inside ? sqrtf(sqrtf(1.0f - aside / inside)) : 0.0f;
  const float shape = street->across * (mixing ? narrow : 1.0f);
  const float slower = p->z < top ? sm_log_law_ratio(s, p->z, top) : 1.0f;
  const float cross = turn[0] * shape, along = street->along * slower;
  /* Fraction of the outer wind: 0 deep in the canyon, 1 beyond the mixing layers. */
  const float up = sm_tanh_blend(sm_clamp((p->z - top) / thick, -1.0f, 1.0f));
  const float out = sm_tanh_blend(sm_clamp((aside - half) / spread, -1.0f, 1.0f));
  const float outer = mixing ? 0.5f + 0.5f * (up > out ? up : out) : 0.0f;
  const float mixed[2] = {cross + outer * (street->across - cross),
                          along + outer * (street->along - along)};
  u[0] = mixed[0] * n0 - mixed[1] * n1;
  u[1] = mixed[0] * n1 + mixed[1] * n0;
  u[2] = (1.0f - outer) * turn[1] * shape;
  return 1;
}
SM_FN void sm_zone_canyon(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                          const struct sm_block_point *p, struct sm_zone_effect *at) {
  float u[3];
  if (!sm_canyon_wind(s, b, p, u)) return;
  const float side = sm_block_lateral(b, p);
  const float inside = 1.0f - 0.5f * (side < 0.0f ? -side : side);
  sm_zone_replace(at, b, 1.0f, inside, u, SM_ZONE_CANYON);
}

/* Canyon wind at the end of a street, in the last strip before the intersection: at the fraction
 * `across` of the gap, z m above the bottom of the grid; along x, y, z of the grid. */
SM_FN int sm_canyon_end_wind(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                             int strip, float across, float z, float wind[3]) {
  struct sm_block_point p = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, strip, 1};
  float u[3];
  p.x = b->footprint.lee.at[strip] + across * b->street[strip].gap;
  p.behind = p.x - b->footprint.lee.at[strip];
  p.y = b->low[1] + ((float)strip + 0.5f) / (float)SM_BLOCK_STRIPS * (b->high[1] - b->low[1]);
  p.z = z > b->ground ? z - b->ground : 0.0f;
  if (!sm_canyon_wind(s, b, &p, u)) return 0;
  wind[0] = u[0] * b->wind[0] - u[1] * b->wind[1];
  wind[1] = u[0] * b->wind[1] + u[1] * b->wind[0];
  wind[2] = u[2];
  return 1;
}

/* Intersection of streets: linear interpolation between its two ends, up to the height of the
 * canyons at both. */
SM_FN void sm_zone_intersection(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                                const struct sm_block_point *p, struct sm_zone_effect *at) {
  const struct sm_street_intersection *c = &b->intersection;
  const struct sm_urban_block *other = &s->block[c->block];
  const int from = c->strip[0], to = c->strip[1];
  const float part = (p->y - c->begin) / c->width, gap = b->street[from].gap;
  const float wide = gap + part * (other->street[to].gap - gap);
  const float across = (p->x - b->footprint.lee.at[from] - part * c->shift) / wide;
  float near[3], far[3];
  if (!(part > 0.0f && part < 1.0f && across > 0.0f && across < 1.0f)) return;
  if (!sm_canyon_end_wind(s, b, from, across, p->z + b->ground, near)) return;
  if (!sm_canyon_end_wind(s, other, to, across, p->z + b->ground, far)) return;
  for (int d = 0; d < 3; d++) at->added[d] = near[d] + part * (far[d] - near[d]);
  at->scale = 0.0f;
  at->zone = SM_ZONE_INTERSECTION;
}

/* Base vortex ahead of a building that is taller than those upwind (Penwarden and Wise 1975), free
 * of divergence below their roofs: air rolls back along the ground and flows out to both sides; as
 * much comes down along the wall. */
SM_FN void sm_base_vortex(const struct sm_urban_block *b, const struct sm_block_point *p,
                          struct sm_zone_effect *at) {
  const struct sm_downwash *d = &b->downwash;
  const float before = p->ahead;
  if (!(before > 0.0f)) return;
  const float c = b->footprint.front.cosine[p->across], n = b->footprint.front.sine[p->across];
  const float t = before / d->ahead[p->across];
  const float half = 0.5f * (b->high[1] - b->low[1]), side = sm_block_lateral(b, p);
  const float beyond = half * (side < 0.0f ? -side : side) - half;
  const float pressure = 2.0f * c * c - 1.0f; /* as in the drag of an oblique wind */
  if (!(pressure > 0.0f && t > 0.0f && t < 1.0f && beyond < d->aside)) return;
  const float share = d->share * pressure * (beyond > 0.0f ? 1.0f - beyond / d->aside : 1.0f);
  const float deep = d->low > d->ahead[p->across] ? d->ahead[p->across] / d->low : 1.0f;
  const float back = beyond > 0.0f ? 0.0f : deep * d->back * c, out = d->out * c;
  const float down = beyond > 0.0f ? 0.0f : out * d->low / half * (1.0f + sm_cosine(t));
  if (p->z < d->low) {
    const float up = p->z / d->low;
    const float across = -back * sm_half_wave(t) * sm_cosine(up);
    const float along = out * sm_clamp(side, -1.0f, 1.0f) * (1.0f - up) - n * b->speed;
    const float sink = down * (up - 0.5f * up * up) +
                       back * d->low / d->ahead[p->across] * sm_half_wave(up) * sm_cosine(t);
    const float u[3] = {across * c - along * n, across * n + along * c, -sink};
    sm_zone_replace(at, b, share, 1.0f - t, u, SM_ZONE_DOWNWASH);
  } else {
    const float left = (d->divide - p->z) / (d->divide - d->low);
    at->added[2] -= (1.0f - b->porosity) * share * 0.5f * down * left;
    at->zone = SM_ZONE_DOWNWASH;
  }
}

/* Streams past the corners of such a building in an oblique wind. */
SM_FN void sm_corner_streams(const struct sm_urban_block *b, const struct sm_block_point *p,
                             struct sm_zone_effect *at) {
  const struct sm_downwash *d = &b->downwash;
  const float side = sm_block_lateral(b, p), half = 0.5f * (b->high[1] - b->low[1]);
  const struct sm_corner_stream *stream = &d->stream[side > 0.0f ? 0 : 1];
  if (!(stream->share > 0.0f)) return;
  const float off = (half * (side < 0.0f ? -side : side) - half) / d->width;
  const float behind = p->x - stream->x;
  const float along = behind < 0.0f ? 1.0f + behind / d->width : 1.0f - behind / d->length;
  if (!(off * off < 1.0f && along > 0.0f)) return;
  const float over = p->z < d->low ? 1.0f : (d->divide - p->z) / (d->divide - d->low);
  const float u[3] = {d->speed, 0.0f, 0.0f};
  sm_zone_mix(at, b, stream->share * along * (1.0f - off * off) * over, u, SM_ZONE_DOWNWASH);
}

SM_FN void sm_zone_downwash(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                            const struct sm_block_point *p, struct sm_zone_effect *at) {
  (void)s;
  if (!(p->z < b->downwash.divide)) return;
  sm_base_vortex(b, p, at);
  sm_corner_streams(b, p, at);
}

/* Share of the zones of a separated layer at a wall whose angle to the wind, or to the normal of
 * the wind, has the cosine c: 1 up to 10 deg, where they were measured, and none from 30 deg. */
SM_FN float sm_oblique_share(float c) { return sm_ramp((c - 0.8660254f) / 0.1187824f); }

/* Sidewall zone along faces parallel to the wind: reversed flow, and reduced wind outside of it
 * (Hayati et al. 2017). */
SM_FN void sm_zone_sidewall(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                            const struct sm_block_point *p, struct sm_zone_effect *at) {
  const float x = p->x - b->low[0];
  if (!(x > 0.0f && p->x < b->high[0] && p->z >= b->bottom - b->ground &&
        p->z < b->top - b->ground))
    return;
  const int along = sm_block_strip((p->x - b->low[0]) / (b->high[0] - b->low[0]));
  const float left = p->y - b->footprint.left.at[along];
  const float right = b->footprint.right.at[along] - p->y, y = left > right ? left : right;
  const float cosine =
      left > right ? b->footprint.left.cosine[along] : b->footprint.right.cosine[along];
  const float share = sm_oblique_share(cosine);
  if (!(share > 0.0f && y > 0.0f)) return;
  const float half = 0.5f * b->side_length, off = (half - x) / half;
  const float shell = x < b->side_length ? b->side_width * sqrtf(1.0f - off * off) : 0.0f;
  const float layer = b->side_width * sqrtf(x / half);
  const float edge = b->isolated > 0.0f ? sm_separated_layer(b->shell, x, p->x - b->low[0]) : 0.0f;
  if (!(y < shell || y < layer || y < edge)) return;
  const float mixed = y < edge ? sm_ramp((y - shell) / (edge - shell)) : 1.0f;
  const float plain = y < layer ? sm_log_law_ratio(s, y, layer) : 1.0f;
  const float factor =
      y < shell ? -(shell - y) / b->side_width : plain + b->isolated * (mixed - plain);
  sm_zone_scale(at, b, 1.0f + share * (factor - 1.0f), SM_ZONE_SIDEWALL);
}

/* Rooftop zone: a logarithmic layer; or, without disturbance by a block upwind, a recirculation
 * vortex (Bagal et al. 2004; Pol et al. 2006). */
SM_FN void sm_zone_rooftop(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                           const struct sm_block_point *p, struct sm_zone_effect *at) {
  const float z = p->z - (b->top - b->ground);
  if (!(p->abreast && z > 0.0f)) return;
  const float cosine = b->footprint.front.cosine[p->across], half = 0.5f * b->roof_length;
  const float x = -p->ahead;
  if (!(cosine > 0.0f && x > 0.0f && p->behind < 0.0f)) return;
  if (s->rooftop == SM_ROOFTOP_LOG || b->sheltered) {
    const float layer = b->roof_height * sqrtf(x / half), above = b->top - b->ground;
    if (z < layer) {
      const float slower = sm_log_law_ratio(s, z, layer);
      const float here = sm_approach_wind(s, b, above + z);
      sm_zone_scale(at, b,
                    here > 0.0f ? slower * sm_approach_wind(s, b, above + layer) / here : 0.0f,
                    SM_ZONE_ROOFTOP);
    }
  } else if (x < b->roof_length && cosine > 0.866f) { /* within 30 deg */
    const float off = (half - x) / half, shell = b->roof_height * sqrtf(1.0f - off * off);
    if (z < shell) sm_zone_scale(at, b, -(shell - z) / b->roof_height, SM_ZONE_ROOFTOP);
  }
}

/* Inside of a porous block, which is not an obstacle of the grid. */
SM_FN void sm_zone_inside(const struct sm_urban_zones *s, const struct sm_urban_block *b,
                          const struct sm_block_point *p, struct sm_zone_effect *at) {
  (void)s;
  if (p->abreast && p->ahead < 0.0f && p->behind < 0.0f && p->z >= b->bottom - b->ground &&
      p->z < b->top - b->ground)
    sm_zone_scale(at, b, 0.0f, SM_ZONE_INSIDE);
}
#endif
