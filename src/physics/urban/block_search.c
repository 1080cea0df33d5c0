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

/* Box in the frame of a block. */
static struct sm_bin_box box_in_frame(const struct sm_urban_block *b, const double low[2],
                                      const double high[2]) {
  return (struct sm_bin_box){.origin = {(double)b->x, (double)b->y},
                             .along = {(double)b->wind[0], (double)b->wind[1]},
                             .low = {low[0], low[1]},
                             .high = {high[0], high[1]}};
}

size_t sm_block_search_upwind(const struct sm_block_search *search,
                              const struct sm_urban_block *b) {
  const double more = search->bins.radius, begin = (double)b->low[0] - more - search->bins.cavity;
  const struct sm_bin_box box = box_in_frame(b, (const double[2]){begin, (double)b->low[1] - more},
                                             (const double[2]){0, (double)b->high[1] + more});
  return sm_spatial_bins_near(&search->bins, &box, search->near);
}

size_t sm_block_search_walls(const struct sm_block_search *search, size_t index,
                             const struct sm_urban_block *b, double begin, double end) {
  const struct sm_building_blocks *blocks = search->blocks;
  const double more = search->walls.radius, low = (double)b->low[1], high = (double)b->high[1];
  const struct sm_bin_box box = box_in_frame(b, (const double[2]){begin - more, low - more},
                                             (const double[2]){end + more, high + more});
  const size_t count = sm_spatial_bins_near(&search->walls, &box, search->near);
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
