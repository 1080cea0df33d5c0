#include "physics/block_bins.h"

#include <math.h>
#include <stdlib.h>

/* Blocks this many times larger than the mean are not binned. */
static const double much_larger = 8;

static int bin_of(const struct sm_block_bins *bins, int d, double at) {
  const double bin = floor((at - bins->low[d]) / bins->size);
  return (int)fmax(0, fmin(bin, bins->n[d] - 1));
}

/* Finds the blocks that are much larger than the mean; *is_large is of all blocks. */
static void find_large(const struct sm_building_blocks *blocks, const struct sm_block *all,
                       bool *is_large, struct sm_block_bins *bins) {
  double radius = 0, cavity = 0;
  for (size_t b = 0; b < blocks->count; b++) {
    radius += blocks->item[b].radius / (double)blocks->count;
    cavity += (double)all[b].cavity / (double)blocks->count;
  }
  for (size_t b = 0; b < blocks->count; b++) {
    const double own[2] = {blocks->item[b].radius, (double)all[b].cavity};
    is_large[b] = !(own[0] <= much_larger * radius && own[1] <= much_larger * cavity);
    if (is_large[b]) {
      bins->large[bins->larges++] = b;
      continue;
    }
    bins->radius = fmax(bins->radius, own[0]);
    bins->cavity = fmax(bins->cavity, own[1]);
  }
}

/* Chooses bins that hold a block or two on the mean. */
static void choose_bins(const struct sm_building_blocks *blocks, struct sm_block_bins *bins) {
  enum { MOST = 4096 };
  double high[2] = {-INFINITY, -INFINITY};
  for (int d = 0; d < 2; d++) bins->low[d] = INFINITY;
  for (size_t b = 0; b < blocks->count; b++)
    for (int d = 0; d < 2; d++) {
      bins->low[d] = fmin(bins->low[d], blocks->item[b].centroid[d]);
      high[d] = fmax(high[d], blocks->item[b].centroid[d]);
    }
  const double extent[2] = {high[0] - bins->low[0], high[1] - bins->low[1]};
  bins->size =
      fmax(sqrt(extent[0] * extent[1] / (double)blocks->count), fmax(extent[0], extent[1]) / MOST);
  if (!(bins->size > 0)) bins->size = 1;
  for (int d = 0; d < 2; d++) bins->n[d] = (int)fmax(1, fmin(ceil(extent[d] / bins->size), MOST));
}

enum sm_status sm_block_bins_create(struct sm_context *ctx, const struct sm_building_blocks *blocks,
                                    const struct sm_block *all, struct sm_block_bins *bins) {
  static const char *const what = "bins of buildings";
  bool *is_large = NULL;
  enum sm_status status = SM_OK;
  *bins = (struct sm_block_bins){.count = blocks->count};
  SM_TRY_DONE(sm_alloc(ctx, blocks->count, sizeof *is_large, what, &is_large));
  SM_TRY_DONE(sm_alloc(ctx, blocks->count, sizeof *bins->large, what, &bins->large));
  SM_TRY_DONE(sm_alloc(ctx, blocks->count, sizeof *bins->block, what, &bins->block));
  find_large(blocks, all, is_large, bins);
  choose_bins(blocks, bins);
  const size_t count = (size_t)bins->n[0] * (size_t)bins->n[1];
  SM_TRY_DONE(sm_alloc(ctx, count + 2, sizeof *bins->start, what, &bins->start));
  for (int pass = 0; pass < 2; pass++) {
    for (size_t b = 0; b < blocks->count; b++) {
      if (is_large[b]) continue;
      const double *at = blocks->item[b].centroid;
      const size_t bin =
          (size_t)bin_of(bins, 0, at[0]) + (size_t)bins->n[0] * (size_t)bin_of(bins, 1, at[1]);
      if (pass == 0)
        bins->start[bin + 2]++;
      else
        bins->block[bins->start[bin + 1]++] = b;
    }
    for (size_t q = 2; q < count + 2 && pass == 0; q++) bins->start[q] += bins->start[q - 1];
  }
done:
  sm_free(is_large);
  return status;
}

void sm_block_bins_destroy(struct sm_block_bins *bins) {
  sm_free(bins->start);
  sm_free(bins->block);
  sm_free(bins->large);
  *bins = (struct sm_block_bins){.count = 0};
}

static int by_number(const void *a, const void *b) {
  const size_t p = *(const size_t *)a, q = *(const size_t *)b;
  return (p > q) - (p < q);
}

size_t sm_block_bins_near(const struct sm_block_bins *bins, const double low[2],
                          const double high[2], size_t *near) {
  size_t count = 0;
  int from[2], to[2];
  for (int d = 0; d < 2; d++) {
    from[d] = bin_of(bins, d, low[d] - 1e-6 * bins->size);
    to[d] = bin_of(bins, d, high[d] + 1e-6 * bins->size);
  }
  for (size_t l = 0; l < bins->larges; l++) near[count++] = bins->large[l];
  for (int j = from[1]; j <= to[1]; j++) {
    const size_t row = (size_t)j * (size_t)bins->n[0];
    const size_t end = bins->start[row + (size_t)to[0] + 1];
    for (size_t q = bins->start[row + (size_t)from[0]]; q < end; q++)
      near[count++] = bins->block[q];
  }
  qsort(near, count, sizeof *near, by_number);
  return count;
}
