#include "physics/urban/internal.h"

#include <math.h>

static enum sm_status bin_walls(struct sm_context *ctx, struct sm_block_search *search) {
  const size_t edges = search->blocks->edges;
  SM_SCOPED struct sm_bin_disc *disc = NULL;
  SM_TRY(sm_alloc(ctx, edges, sizeof *disc, "bins of walls", &disc));
  for (size_t e = 0; e < edges; e++) {
    const double *a = search->blocks->edge[e].a, *b = search->blocks->edge[e].b;
    disc[e] = (struct sm_bin_disc){.at = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])},
                                   .radius = 0.5 * hypot(b[0] - a[0], b[1] - a[1])};
  }
  return sm_spatial_bins_create(ctx, disc, edges, &search->walls);
}

enum sm_status sm_block_search_create(struct sm_context *ctx,
                                      const struct sm_building_blocks *blocks,
                                      struct sm_block_search *out) {
  *out = (struct sm_block_search){.blocks = blocks};
  SM_TRY(sm_alloc(ctx, blocks->edges, sizeof *out->near, "neighbours of buildings", &out->near));
  return bin_walls(ctx, out);
}

void sm_block_search_destroy(struct sm_block_search *search) {
  sm_spatial_bins_destroy(&search->walls);
  sm_spatial_bins_destroy(&search->bins);
  sm_free(search->near);
  *search = (struct sm_block_search){.blocks = NULL};
}

/* Finds the discs with centres in a box in the frame of a block, and possibly others. */
static size_t find_near(const struct sm_spatial_bins *bins, const struct sm_urban_block *b,
                        const double range[2][2], size_t *near) {
  const double c = (double)b->wind[0], s = (double)b->wind[1];
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int corner = 0; corner < 4; corner++) {
    const double x = range[0][corner & 1], y = range[1][corner >> 1];
    const double at[2] = {(double)b->x + x * c - y * s, (double)b->y + x * s + y * c};
    for (int d = 0; d < 2; d++) {
      low[d] = fmin(low[d], at[d]);
      high[d] = fmax(high[d], at[d]);
    }
  }
  return sm_spatial_bins_near(bins, low, high, near);
}

size_t sm_block_search_upwind(const struct sm_block_search *search,
                              const struct sm_urban_block *b) {
  const double more = search->bins.radius;
  const double range[2][2] = {{(double)b->low[0] - more - search->bins.cavity, 0},
                              {(double)b->low[1] - more, (double)b->high[1] + more}};
  return find_near(&search->bins, b, range, search->near);
}

size_t sm_block_search_walls(const struct sm_block_search *search, size_t index,
                             const struct sm_urban_block *b, double begin, double end) {
  const struct sm_building_blocks *blocks = search->blocks;
  const double more = search->walls.radius, low = (double)b->low[1], high = (double)b->high[1];
  const double range[2][2] = {{begin - more, end + more}, {low - more, high + more}};
  const size_t count = find_near(&search->walls, b, range, search->near);
  size_t kept = 0;
  for (size_t n = 0; n < count; n++) {
    const size_t edge = search->near[n];
    const struct sm_block_edge wall = sm_block_frame_edge(b, &blocks->edge[edge]);
    if ((wall.a[1] < low && wall.b[1] < low) || (wall.a[1] > high && wall.b[1] > high)) continue;
    if ((wall.a[0] < begin && wall.b[0] < begin) || (wall.a[0] > end && wall.b[0] > end)) continue;
    const size_t owner = blocks->owner[edge];
    if (owner != index && !(blocks->item[owner].porosity > 0)) search->near[kept++] = edge;
  }
  return kept;
}

enum sm_status sm_block_search_set(struct sm_context *ctx, struct sm_block_search *search,
                                   const struct sm_urban_block *all) {
  const struct sm_building_blocks *blocks = search->blocks;
  SM_SCOPED struct sm_bin_disc *disc = NULL;
  SM_TRY(sm_alloc(ctx, blocks->count, sizeof *disc, "bins of buildings", &disc));
  for (size_t b = 0; b < blocks->count; b++) {
    const struct sm_building_block *block = &blocks->item[b];
    disc[b] = (struct sm_bin_disc){.at = {block->centroid[0], block->centroid[1]},
                                   .radius = block->radius,
                                   .cavity = (double)all[b].cavity};
  }
  sm_spatial_bins_destroy(&search->bins);
  return sm_spatial_bins_create(ctx, disc, blocks->count, &search->bins);
}
