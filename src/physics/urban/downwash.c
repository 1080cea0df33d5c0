/* downwash.c - downwash of a building that is taller than those upwind: how far ahead of its front
 * they stand, and how high they are (docs/theory/urban.md). */
#include "physics/urban/internal.h"

#include <math.h>

/* Speeds over the wind at the roof of a tall building: in the vortex ahead of it, and of the
 * streams past its corners (Penwarden and Wise 1975). */
static const double vortex_ratio = 0.5, stream_ratio = 0.95;
/* Part of the front above the low blocks from which air comes down. */
static const double divides = 0.7;

/* Share of the downwash behind a block of the height `low` at a distance: whole from twice its
 * height on, and if both form a street canyon (Singh et al. 2008). */
static double share_of(double height, double low, double distance) {
  if (!(low > 0)) return 0;
  return fmin(1, fmax(0, height / low - 1)) * fmin(1, low / (0.65 * distance));
}

/* Streams past the corners: twice the mean sine of double the angle between wind and front, over
 * the strips from which air runs to a side. */
static void set_streams(struct sm_urban_block *b, const double *share, int strips) {
  const struct sm_footprint_front *front = &b->footprint.front;
  double sum[2] = {0, 0};
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    const double c = (double)front->cosine[m], n = (double)front->sine[m];
    if (c > 0) sum[n < 0 ? 0 : 1] += share[m] * 2 * c * fabs(n);
  }
  for (int side = 0; side < 2; side++) {
    int m = side == 0 ? SM_BLOCK_STRIPS - 1 : 0; /* outermost strip with a front */
    while (!(front->cosine[m] > 0)) m += side == 0 ? -1 : 1;
    b->downwash.stream[side] =
        (struct sm_corner_stream){front->at[m], (float)fmin(1, 2 * sum[side] / strips)};
  }
}

static void set_lengths(struct sm_urban_block *b, const double *distance, const double *low) {
  const struct sm_footprint_front *front = &b->footprint.front;
  const double height = (double)(b->top - b->ground), width = (double)b->width;
  const double reach = 1.5 * width / (1 + 0.8 * width / height); /* of the upwind cavity */
  const double scale = pow(fmin(width, height), 2.0 / 3) * pow(fmax(width, height), 1.0 / 3);
  struct sm_downwash *d = &b->downwash;
  double share[SM_BLOCK_STRIPS], sum = 0, shares = 0;
  int strips = 0;
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    d->ahead[m] = (float)fmin(distance[m], reach);
    share[m] = share_of(height, low[m], distance[m]);
    if (!(front->cosine[m] > 0)) continue;
    strips++;
    shares += share[m];
    sum += share[m] * low[m];
  }
  if (!(shares > 0)) return;
  d->share = (float)(shares / strips);
  d->low = (float)(sum / shares);
  d->divide = d->low + (float)(divides * (height - (double)d->low));
  d->back = (float)vortex_ratio * b->speed;
  const double half = 0.5 * (double)(b->high[1] - b->low[1]);
  d->out = (float)(vortex_ratio * fmin(1, 2 * half / (double)d->low)) * b->speed;
  d->speed = (float)stream_ratio * b->speed;
  d->width = (float)(0.5 * scale);
  d->aside = (float)scale;
  d->length = (float)(2 * scale);
  set_streams(b, share, strips);
}

/* Distance ahead of each strip of the front to the nearest wall, and the height of its block; of
 * several walls as far ahead the first. */
static void find_ahead(const struct sm_block_search *search, size_t index,
                       const struct sm_urban_block *b, double *distance, double *low) {
  const struct sm_building_blocks *blocks = search->blocks;
  const struct sm_footprint_front *front = &b->footprint.front;
  const double reach = (double)(b->top - b->ground), wide = (double)(b->high[1] - b->low[1]);
  size_t nearest[SM_BLOCK_STRIPS] = {0};
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    distance[m] = reach;
    low[m] = 0;
  }
  const size_t count =
      sm_block_search_walls(search, index, b, (double)b->low[0] - reach, (double)b->high[0]);
  for (size_t n = 0; n < count; n++) {
    const size_t wall = search->near[n];
    const struct sm_building_block *other = &blocks->item[blocks->owner[wall]];
    if (other->bottom > other->ground) continue;
    const struct sm_block_edge edge = sm_block_frame_edge(b, &blocks->edge[wall]);
    const double *from = edge.a, *to = edge.b;
    int first, end;
    sm_block_strips_crossed(b, &edge, &first, &end);
    for (int m = first; m < end; m++) {
      const double y = (double)b->low[1] + (m + 0.5) / SM_BLOCK_STRIPS * wide;
      if (!(front->cosine[m] > 0) || (from[1] <= y) == (to[1] <= y)) continue;
      const double x = from[0] + (to[0] - from[0]) * (y - from[1]) / (to[1] - from[1]);
      const double ahead = (double)front->at[m] - x;
      if (!(ahead > 0 && ahead <= distance[m])) continue;
      if (ahead == distance[m] && wall >= nearest[m]) continue;
      distance[m] = ahead;
      nearest[m] = wall;
      low[m] = other->top - (double)b->ground;
    }
  }
}

void sm_downwash_find(const struct sm_case_zones *options, const struct sm_block_search *search,
                      size_t index, struct sm_urban_block *b) {
  double distance[SM_BLOCK_STRIPS], low[SM_BLOCK_STRIPS];
  b->downwash = (struct sm_downwash){.share = 0};
  if (!options->downwash || !(b->speed > 0) || b->bottom > b->ground) return;
  find_ahead(search, index, b, distance, low);
  set_lengths(b, distance, low);
}
