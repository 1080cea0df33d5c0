#include "physics/urban/internal.h"

#include <math.h>

/* In gaps of the narrower street: largest width of an intersection, and largest misalignment of the
 * walls of the two streets. */
static const double widest = 2, out_of_line = 0.5;

/* One end of the street behind a block, in grid directions. */
struct street_end {
  int strip;        /* last strip with a canyon; -1: no street */
  double at[2];     /* position at the lee wall, m */
  double gap;       /* street width along the wind, m */
  double wind[2];   /* wind direction of the block */
  double normal[2]; /* normal of the lee wall */
};

enum { RIGHT, LEFT, SIDES };

static struct street_end find_street_end(const struct sm_urban_block *b, int side) {
  const int step = side == LEFT ? -1 : 1;
  int m = side == LEFT ? SM_BLOCK_STRIPS - 1 : 0;
  while (m >= 0 && m < SM_BLOCK_STRIPS && !(b->street[m].top > 0)) m += step;
  if (m < 0 || m >= SM_BLOCK_STRIPS || b->porosity > 0) return (struct street_end){.strip = -1};
  const double w[2] = {(double)b->wind[0], (double)b->wind[1]};
  const double c = (double)b->footprint.lee.cosine[m], n = (double)b->footprint.lee.sine[m];
  const double x = (double)b->footprint.lee.at[m];
  const double y = (double)b->low[1] + (double)(m + (side == LEFT)) / SM_BLOCK_STRIPS *
                                           (double)(b->high[1] - b->low[1]);
  return (struct street_end){
      m,
      {(double)b->x + x * w[0] - y * w[1], (double)b->y + x * w[1] + y * w[0]},
      (double)b->street[m].gap,
      {w[0], w[1]},
      {c * w[0] - n * w[1], c * w[1] + n * w[0]}};
}

/* Distance along the street from its left end to the right end of the next one, m; HUGE_VAL: not
 * the same street. */
static double distance(const struct street_end *from, const struct street_end *to) {
  if (from->strip < 0 || to->strip < 0) return HUGE_VAL;
  const double d[2] = {to->at[0] - from->at[0], to->at[1] - from->at[1]}, *w = from->wind;
  const double n[2] = {0.5 * (from->normal[0] + to->normal[0]),
                       0.5 * (from->normal[1] + to->normal[1])};
  const double narrow = fmin(from->gap, to->gap), length = hypot(d[0], d[1]);
  const double lee = d[0] * n[0] + d[1] * n[1];
  const double front = lee + (to->gap - from->gap) * (w[0] * n[0] + w[1] * n[1]);
  const bool on_the_left = d[1] * w[0] - d[0] * w[1] > 0;
  if (!on_the_left || length > widest * narrow) return HUGE_VAL;
  return fabs(lee) > out_of_line * narrow || fabs(front) > out_of_line * narrow ? HUGE_VAL : length;
}

/* Block on the other side of which the street that ends at this side of a block continues; the
 * block itself: none. Of several as far away the first. */
static size_t next_block(const struct sm_block_search *search,
                         const struct street_end (*street_end)[SIDES], size_t index, int side) {
  const struct street_end *own = &street_end[index][side];
  size_t nearest = index;
  double least = HUGE_VAL;
  if (own->strip < 0) return index;
  const double reach = widest * own->gap + 2 * search->bins.radius; /* street ends are at their
                                                                       blocks */
  const struct sm_bin_box box = {
      {own->at[0], own->at[1]}, {1, 0}, {-reach, -reach}, {reach, reach}};
  const size_t count = sm_spatial_bins_near(&search->bins, &box, search->near);
  for (size_t q = 0; q < count; q++) {
    const size_t n = search->near[q];
    const struct street_end *from = &street_end[side == LEFT ? index : n][LEFT];
    const struct street_end *to = &street_end[side == LEFT ? n : index][RIGHT];
    const double far = distance(from, to);
    if (n == index || far > least || (far == least && n > nearest)) continue;
    least = far;
    nearest = n;
  }
  return least < HUGE_VAL ? nearest : index;
}

/* Twice the signed area of a triangle, positive if r is left of the line from p to q. */
static double area(const double p[2], const double q[2], const double r[2]) {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/* Whether a wall crosses the centre line of the street between its ends. */
static bool is_blocked(const struct sm_block_search *search, const struct street_end *from,
                       const struct street_end *to) {
  const struct sm_spatial_bins *walls = &search->walls;
  struct sm_bin_box box = {.along = {1, 0}};
  double p[2], q[2];
  for (int d = 0; d < 2; d++) {
    p[d] = from->at[d] + 0.5 * from->gap * from->wind[d];
    q[d] = to->at[d] + 0.5 * to->gap * to->wind[d];
    box.low[d] = fmin(p[d], q[d]) - walls->radius;
    box.high[d] = fmax(p[d], q[d]) + walls->radius;
  }
  const size_t count = sm_spatial_bins_near(walls, &box, search->near);
  for (size_t n = 0; n < count; n++) {
    const struct sm_block_edge *wall = &search->blocks->edge[search->near[n]];
    if ((area(p, q, wall->a) > 0) != (area(p, q, wall->b) > 0) &&
        (area(wall->a, wall->b, p) > 0) != (area(wall->a, wall->b, q) > 0))
      return true;
  }
  return false;
}

static void set_crossing(struct sm_urban_block *b, const struct street_end *from,
                         const struct street_end *to, size_t other, struct sm_block_extent *reach) {
  const double d[2] = {to->at[0] - from->at[0], to->at[1] - from->at[1]}, *w = from->wind;
  const double share = (double)(from->strip + 1) / SM_BLOCK_STRIPS;
  struct sm_street_intersection *c = &b->intersection;
  *c = (struct sm_street_intersection){.block = (int)other,
                                       .strip = {from->strip, to->strip},
                                       .begin = b->low[1] + (float)share * (b->high[1] - b->low[1]),
                                       .width = (float)(d[1] * w[0] - d[0] * w[1]),
                                       .shift = (float)(d[0] * w[0] + d[1] * w[1])};
  const float lee = b->footprint.lee.at[from->strip], far = lee + c->shift;
  reach->low[0] = fminf(reach->low[0], fminf(lee, far));
  reach->high[0] = fmaxf(reach->high[0], fmaxf(lee + (float)from->gap, far + (float)to->gap));
  reach->high[1] = fmaxf(reach->high[1], c->begin + c->width);
}

enum sm_status sm_intersections_find(struct sm_context *ctx, const struct sm_block_search *search,
                                     struct sm_urban_block *all, struct sm_block_extent *reach) {
  const size_t count = search->blocks->count;
  struct street_end(*street_end)[SIDES];
  SM_TRY(sm_alloc(ctx, count, sizeof *street_end, "the ends of streets", &street_end));
  for (size_t b = 0; b < count; b++)
    for (int side = 0; side < SIDES; side++) street_end[b][side] = find_street_end(&all[b], side);
  for (size_t b = 0; b < count; b++) {
    const struct street_end(*ends)[SIDES] = (const struct street_end(*)[SIDES])street_end;
    const size_t other = next_block(search, ends, b, LEFT);
    all[b].intersection = (struct sm_street_intersection){.width = 0};
    if (other != b && next_block(search, ends, other, RIGHT) == b &&
        !is_blocked(search, &street_end[b][LEFT], &street_end[other][RIGHT]))
      set_crossing(&all[b], &street_end[b][LEFT], &street_end[other][RIGHT], other, &reach[b]);
  }
  sm_free(street_end);
  return SM_OK;
}
