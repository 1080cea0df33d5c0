#include "physics/urban/internal.h"

#include "cell/urban/zones.h"

#include <math.h>

/* A facing wall lower than this fraction of its distance does not form a street canyon (Singh et
 * al. 2008). */
static const double lowest_wall = 0.65;
/* Cosine of 45 deg: largest angle between the walls of a canyon. */
static const double parallel = 0.7071;

static double strip_centre(const struct sm_urban_block *b, int axis, int strip) {
  return (double)b->low[axis] +
         (strip + 0.5) / SM_BLOCK_STRIPS * (double)(b->high[axis] - b->low[axis]);
}

/* Faces of one side, per strip; sine NULL: not wanted. */
struct faces {
  float *at, *cosine, *sine;
};

/* Intersections of an edge with strips across axis `across` (0: along the wind); keeps the lowest
 * and the highest. */
static void intersect_strips(const struct sm_urban_block *b, const struct sm_block_edge *e,
                             int across, const struct faces side[2]) {
  const int other = 1 - across;
  const double from = fmin(e->a[across], e->b[across]), to = fmax(e->a[across], e->b[across]);
  const double step = (double)(b->high[across] - b->low[across]) / SM_BLOCK_STRIPS;
  if (!(to > from)) return;
  const double along = e->b[other] - e->a[other], wide = e->b[across] - e->a[across];
  const double length = hypot(along, wide);
  const double first = ceil((from - (double)b->low[across]) / step - 0.5);
  for (int m = first > 0 ? (int)first : 0; m < SM_BLOCK_STRIPS && strip_centre(b, across, m) <= to;
       m++) {
    const float at =
        (float)(e->a[other] + along * (strip_centre(b, across, m) - e->a[across]) / wide);
    for (int h = 0; h < 2; h++) {
      const struct faces *f = &side[h];
      if (f->cosine[m] > 0 && (h ? at <= f->at[m] : at >= f->at[m])) continue;
      f->at[m] = at;
      f->cosine[m] = (float)((to - from) / length);
      if (f->sine != NULL) f->sine[m] = (float)((wide < 0 ? along : -along) / length);
    }
  }
}

void sm_block_footprint_make(const struct sm_building_blocks *blocks, size_t index,
                             const double wind[2], struct sm_urban_block *out) {
  const struct sm_building_block *from = &blocks->item[index];
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int d = 0; d < 2; d++) out->wind[d] = (float)wind[d];
  out->x = (float)from->centroid[0];
  out->y = (float)from->centroid[1];
  for (size_t e = from->first; e < from->first + from->count; e++) {
    const struct sm_block_edge edge = sm_block_frame_edge(out, &blocks->edge[e]);
    for (int d = 0; d < 2; d++) {
      low[d] = fmin(low[d], edge.a[d]);
      high[d] = fmax(high[d], edge.a[d]);
    }
  }
  for (int d = 0; d < 2; d++) {
    out->low[d] = (float)low[d];
    out->high[d] = (float)high[d];
  }
  out->length = (float)(from->area / (high[1] - low[1]));
  out->width = (float)(from->area / (high[0] - low[0]));
  struct sm_block_footprint *o = &out->footprint;
  *o = (struct sm_block_footprint){.front = {{0}}};
  const struct faces across[2] = {{o->front.at, o->front.cosine, o->front.sine},
                                  {o->lee.at, o->lee.cosine, o->lee.sine}};
  const struct faces along[2] = {{o->right.at, o->right.cosine, NULL},
                                 {o->left.at, o->left.cosine, NULL}};
  for (size_t e = from->first; e < from->first + from->count; e++) {
    const struct sm_block_edge edge = sm_block_frame_edge(out, &blocks->edge[e]);
    intersect_strips(out, &edge, 1, across);
    intersect_strips(out, &edge, 0, along);
  }
}

/* --- streets --- */

/* First obstacle hit by a ray along the wind behind a strip; of several as far away that of the
 * first wall. */
struct ray_hit {
  double distance, normal[2], height;
  size_t wall;
};

static void intersect_ray(const struct sm_block_edge *e, size_t wall, double x, double y,
                          double height, double reach, double own, struct ray_hit *ray_hit) {
  const double wide = e->b[1] - e->a[1];
  if ((e->a[1] <= y) == (e->b[1] <= y)) return;
  const double distance = e->a[0] + (e->b[0] - e->a[0]) * (y - e->a[1]) / wide - x;
  if (!(distance > 0 && distance < reach && distance <= ray_hit->distance)) return;
  if (distance == ray_hit->distance && wall > ray_hit->wall) return;
  if (height < own && height < lowest_wall * distance) return; /* the cavity passes over it */
  const double length = hypot(e->b[0] - e->a[0], wide), sign = wide < 0 ? -1 : 1;
  *ray_hit = (struct ray_hit){
      distance, {fabs(wide) / length, -sign * (e->b[0] - e->a[0]) / length}, height, wall};
}

void sm_block_strips_crossed(const struct sm_urban_block *b, const struct sm_block_edge *e,
                             int *first, int *end) {
  const double step = (double)(b->high[1] - b->low[1]) / SM_BLOCK_STRIPS;
  const double from = (fmin(e->a[1], e->b[1]) - (double)b->low[1]) / step;
  const double to = (fmax(e->a[1], e->b[1]) - (double)b->low[1]) / step;
  *first = (int)fmax(0, fmin(floor(from) - 1, SM_BLOCK_STRIPS));
  *end = (int)fmax(0, fmin(ceil(to) + 1, SM_BLOCK_STRIPS));
}

/* First hits of the rays behind all strips with a lee wall, among `count` walls found, no farther
 * than `reach` times the cosine of the wall. */
static void intersect_rays(const struct sm_block_search *search, size_t count,
                           const struct sm_urban_block *b, double reach,
                           struct ray_hit ray_hit[SM_BLOCK_STRIPS]) {
  const struct sm_building_blocks *blocks = search->blocks;
  const struct sm_block_footprint *o = &b->footprint;
  const double own = (double)(b->top - b->ground);
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) ray_hit[m] = (struct ray_hit){.distance = INFINITY};
  for (size_t n = 0; n < count; n++) {
    const size_t wall = search->near[n];
    const struct sm_block_edge edge = sm_block_frame_edge(b, &blocks->edge[wall]);
    const double height = blocks->item[blocks->owner[wall]].top - (double)b->ground;
    int first, end;
    sm_block_strips_crossed(b, &edge, &first, &end);
    for (int m = first; m < end; m++)
      if (o->lee.cosine[m] > 0)
        intersect_ray(&edge, wall, (double)o->lee.at[m], strip_centre(b, 1, m), height,
                      reach * (double)o->lee.cosine[m], own, &ray_hit[m]);
  }
}

static struct sm_street_canyon street_of(const struct sm_urban_block *b, int strip,
                                         const struct ray_hit *ray_hit) {
  const struct sm_block_footprint *o = &b->footprint;
  struct sm_street_canyon street = {.gap = (float)ray_hit->distance};
  if (isinf(ray_hit->distance)) return street;
  for (int d = 0; d < 2; d++) street.normal[d] = (float)ray_hit->normal[d];
  const double cosine = (double)o->lee.cosine[strip], sine = (double)o->lee.sine[strip];
  const double facing = cosine * ray_hit->normal[0] + sine * ray_hit->normal[1];
  if (facing >= parallel) street.top = (float)fmin((double)(b->top - b->ground), ray_hit->height);
  return street;
}

static bool is_sheltered(const struct sm_block_search *search, size_t count,
                         const struct sm_urban_block *all, size_t index,
                         const struct sm_urban_block *b) {
  for (size_t q = 0; q < count; q++) {
    const size_t n = search->near[q];
    const struct sm_building_block *other = &search->blocks->item[n];
    double at[2];
    if (n == index || other->porosity > 0) continue;
    if (!(other->top > (double)b->ground + 0.95 * (double)(b->top - b->ground))) continue;
    sm_block_frame(b, other->centroid, at);
    const double ahead = (double)b->low[0] - at[0] - other->radius;
    if (at[0] < 0 && ahead < (double)all[n].cavity &&
        fabs(at[1] - 0.5 * (double)(b->low[1] + b->high[1])) <
            0.5 * (double)(b->high[1] - b->low[1]) + 0.5 * other->radius)
      return true;
  }
  return false;
}

void sm_street_canyons_find(const struct sm_block_search *search, const struct sm_urban_block *all,
                            size_t index, struct sm_urban_block *out) {
  struct ray_hit ray_hit[SM_BLOCK_STRIPS];
  size_t near = sm_block_search_upwind(search, out);
  out->sheltered = is_sheltered(search, near, all, index, out);
  const bool layers = out->shell > 0 && !out->sheltered;
  const double reach = (double)(out->cavity * (layers ? sm_recirculation_length_ratio(1) : 1));
  near =
      sm_block_search_walls(search, index, out, (double)out->low[0], (double)out->high[0] + reach);
  intersect_rays(search, near, out, reach, ray_hit);
  out->isolated = layers ? 1 : 0;
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    if (isfinite(ray_hit[m].distance)) out->isolated = 0;
    if (ray_hit[m].distance >= (double)(out->cavity * out->footprint.lee.cosine[m]))
      ray_hit[m].distance = INFINITY;
    out->street[m] = street_of(out, m, &ray_hit[m]);
  }
}
