/* Building zones of one kind that overlap: recirculation zones of two blocks, and the vortex of the
 * downwash in narrow streets. */
#include "harness.h"

#include "cell/urban/urban.h"

#include <math.h>

static const struct sm_urban_block square = {.low = {-10, -10},
                                             .high = {10, 10},
                                             .top = 20,
                                             .speed = 1,
                                             .wind = {1, 0},
                                             .cavity = 30,
                                             .wake_bottom = -INFINITY,
                                             .wake_top = 20};

static struct sm_urban_block block_at(double x, double y) {
  struct sm_urban_block b = square;
  b.x = (float)x;
  b.y = (float)y;
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    b.footprint.front.at[m] = -10;
    b.footprint.lee.at[m] = 10;
    b.footprint.front.cosine[m] = b.footprint.lee.cosine[m] = 1;
    b.street[m].gap = INFINITY;
  }
  for (int m = 0; m < SM_APPROACH_LEVELS; m++) b.approach[m] = 1;
  return b;
}

/* Wind along x at a place with the wakes of blocks, applied in an order. */
static double wind_at(const struct sm_urban_block *block, const int order[2], double x, double y) {
  const struct sm_urban_zones zones = {
      .block = block, .wake = SM_WAKE_MODIFIED, .domain_top = 40, .roughness = 0.1f};
  const float at[3] = {(float)x, (float)y, 5};
  struct sm_zone_effect in = {1, {0, 0, 0}, SM_ZONE_NONE, 0};
  for (int m = 0; m < 2; m++) {
    const struct sm_urban_block *b = &block[order[m]];
    const struct sm_block_point p = sm_block_point_of(b, at);
    sm_zone_apply_stage(&zones, SM_STAGE_WAKE, b, &p, &in);
  }
  return (double)(in.scale + in.added[0]);
}

START_TEST(a_recirculation_zone_ends_without_a_jump_inside_another) {
  static const int order[2][2] = {{0, 1}, {1, 0}};
  struct sm_urban_block block[2] = {block_at(0, 0), block_at(6, 5)};
  block[1].high[1] = 4; /* its zone ends at y = 9, that of the other one here at y = 9.39 */
  block[1].cavity = 15;
  for (int n = 0; n < 2; n++)
    for (int line = 0; line < 2; line++) {
      double last = 0;
      for (int m = 0; m <= 4000; m++) { /* across, and along beyond the end of the smaller zone */
        const double x = line == 0 ? 20 : 17 + 15.0 * m / 4000, y = line == 0 ? 9.3 * m / 4000 : 4;
        const double wind = wind_at(block, order[n], x, y);
        if (m > 0)
          ck_assert_msg(fabs(wind - last) < 0.02, "order %d, line %d, (%g, %g): %g, %g", n, line, x,
                        y, last, wind);
        ck_assert_double_eq_tol(wind, wind_at(block, order[1 - n], x, y), 1e-5);
        last = wind;
      }
    }
}
END_TEST

START_TEST(a_recirculation_zone_alone_is_that_of_its_formula) {
  static const int order[2] = {0, 1};
  const struct sm_urban_block block[2] = {block_at(0, 0), block_at(0, 500)};
  const double d = 30 * sqrt(1 - 0.25 * 0.25) * sqrt(1 - 0.4 * 0.4);
  const double rest = 1 - 5 / (1.1 * d);
  ck_assert_double_eq_tol(wind_at(block, order, 15, 4), -rest * rest * sqrt(1 - 0.4), 1e-5);
}
END_TEST

/* Largest vertical wind in the base vortex of a block 20 m wide behind one 20 m high, `ahead` m
 * before it. */
static double fastest_sink(double ahead) {
  struct sm_urban_block b = block_at(0, 0);
  b.top = 60;
  b.downwash = (struct sm_downwash){
      .share = 1, .low = 20, .divide = 48, .back = 0.5f, .aside = 10, .width = 5, .length = 20};
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) b.downwash.ahead[m] = (float)ahead;
  double most = 0;
  for (int k = 0; k < 40; k++)
    for (int i = 0; i < 40; i++) {
      const float at[3] = {-10 - (float)ahead * ((float)i + 0.5f) / 40, 0, (float)k};
      const struct sm_block_point p = sm_block_point_of(&b, at);
      struct sm_zone_effect in = {1, {0, 0, 0}, SM_ZONE_NONE, 0};
      sm_base_vortex(&b, &p, &in);
      most = fmax(most, fabs((double)in.added[2]));
    }
  return most;
}

START_TEST(the_vortex_of_a_narrow_street_is_no_faster_than_that_of_a_wide_one) {
  ck_assert_double_eq_tol(fastest_sink(20), 0.5, 0.01);
  for (double ahead = 1; ahead < 20; ahead *= 2)
    ck_assert_double_lt(fastest_sink(ahead), 0.5 + 1e-3);
}
END_TEST

TEST_MAIN(a_recirculation_zone_ends_without_a_jump_inside_another,
          a_recirculation_zone_alone_is_that_of_its_formula,
          the_vortex_of_a_narrow_street_is_no_faster_than_that_of_a_wide_one)
