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
