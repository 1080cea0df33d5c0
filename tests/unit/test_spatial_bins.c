/* Spatial bins find all discs whose middles are in a box, each once, and those that are much larger
 * than others always. */
#include "harness.h"

#include "physics/urban/internal.h"
#include <stdlib.h>

enum { DISCS = 500 };

static double random_part(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

START_TEST(all_that_are_near_are_found) {
  static struct sm_bin_disc disc[DISCS];
  static size_t near[DISCS];
  struct sm_context *ctx;
  struct sm_spatial_bins bins;
  unsigned state = 1;
  for (int b = 0; b < DISCS; b++) {
    disc[b].at[0] = 1000 * random_part(&state);
    disc[b].at[1] = 300 * random_part(&state);
    disc[b].radius = 5 + 10 * random_part(&state);
    disc[b].cavity = 50 * random_part(&state);
  }
  disc[77].radius = 1000;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_spatial_bins_create(ctx, disc, DISCS, &bins), SM_OK);
  ck_assert_uint_eq(bins.larges, 1);
  ck_assert(bins.radius <= 15 && bins.radius > 14 && bins.cavity > 45);
  for (int box = 0; box < 200; box++) {
    double low[2], high[2];
    for (int d = 0; d < 2; d++) {
      low[d] = 1200 * random_part(&state) - 100;
      high[d] = low[d] + 100 * random_part(&state);
    }
    const size_t count = sm_spatial_bins_near(&bins, low, high, near);
    ck_assert_uint_lt(count, DISCS / 2);
    int found[DISCS] = {0};
    for (size_t n = 0; n < count; n++) found[near[n]]++;
    for (size_t b = 0; b < DISCS; b++) {
      const double *at = disc[b].at;
      const bool inside =
          at[0] >= low[0] && at[0] <= high[0] && at[1] >= low[1] && at[1] <= high[1];
      ck_assert_int_le(found[b], 1);
      if (inside || b == 77) ck_assert_int_eq(found[b], 1);
    }
  }
  sm_spatial_bins_destroy(&bins);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(all_that_are_near_are_found)
