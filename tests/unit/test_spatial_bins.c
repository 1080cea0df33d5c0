/* Spatial bins find the discs whose middles are in a rotated box, each once, and those that are
 * much larger than others always. */
#include "harness.h"

#include "domain/surface/buildings/buildings.h"
#include <math.h>
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
    const double angle = 6.3 * random_part(&state);
    struct sm_bin_box range = {.along = {cos(angle), sin(angle)}};
    for (int d = 0; d < 2; d++) {
      range.origin[d] = 1000 * random_part(&state);
      range.low[d] = -100 * random_part(&state);
      range.high[d] = range.low[d] + 100 * random_part(&state);
    }
    const size_t count = sm_spatial_bins_near(&bins, &range, near);
    ck_assert_uint_lt(count, DISCS / 2);
    int found[DISCS] = {0};
    for (size_t n = 0; n < count; n++) found[near[n]]++;
    for (size_t b = 0; b < DISCS; b++) {
      const double dx = disc[b].at[0] - range.origin[0], dy = disc[b].at[1] - range.origin[1];
      const double x = dx * range.along[0] + dy * range.along[1];
      const double y = dy * range.along[0] - dx * range.along[1];
      const bool inside =
          x >= range.low[0] && x <= range.high[0] && y >= range.low[1] && y <= range.high[1];
      ck_assert_int_eq(found[b], inside || b == 77);
    }
  }
  sm_spatial_bins_destroy(&bins);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(all_that_are_near_are_found)
