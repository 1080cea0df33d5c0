/* Bins of blocks find all blocks whose centroids are in a box, in rising order, and those that are
 * much larger than others always. */
#include "harness.h"

#include "physics/block_bins.h"
#include <stdlib.h>

enum { BLOCKS = 500 };

static double random_part(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

START_TEST(all_that_are_near_are_found) {
  static struct sm_building_block item[BLOCKS];
  static struct sm_block all[BLOCKS];
  static size_t near[BLOCKS];
  struct sm_building_blocks blocks = {item, BLOCKS, NULL};
  struct sm_context *ctx;
  struct sm_block_bins bins;
  unsigned state = 1;
  for (int b = 0; b < BLOCKS; b++) {
    item[b].centroid[0] = 1000 * random_part(&state);
    item[b].centroid[1] = 300 * random_part(&state);
    item[b].radius = 5 + 10 * random_part(&state);
    all[b].cavity = (float)(50 * random_part(&state));
  }
  item[77].radius = 1000;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_block_bins_create(ctx, &blocks, all, &bins), SM_OK);
  ck_assert_uint_eq(bins.larges, 1);
  ck_assert(bins.radius <= 15 && bins.radius > 14 && bins.cavity > 45);
  for (int box = 0; box < 200; box++) {
    double low[2], high[2];
    for (int d = 0; d < 2; d++) {
      low[d] = 1200 * random_part(&state) - 100;
      high[d] = low[d] + 100 * random_part(&state);
    }
    const size_t count = sm_block_bins_near(&bins, low, high, near);
    ck_assert_uint_lt(count, BLOCKS / 2);
    size_t next = 0;
    for (size_t b = 0; b < BLOCKS; b++) {
      const double *at = item[b].centroid;
      const bool inside =
          at[0] >= low[0] && at[0] <= high[0] && at[1] >= low[1] && at[1] <= high[1];
      while (next < count && near[next] < b) next++;
      if (inside || b == 77) ck_assert(next < count && near[next] == b);
      if (next > 0 && next < count) ck_assert(near[next - 1] < near[next]);
    }
  }
  sm_block_bins_destroy(&bins);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(all_that_are_near_are_found)
