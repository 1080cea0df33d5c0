/* Lengths of building zones, blocks, wakes, street canyons and their intersections. */
#include "domain_fixture.h"
#include "harness.h"
#include "urban_scene.h"

#include "physics/urban/internal.h"
#include <math.h>

static struct fixture f;

enum { N = 40, LAYERS = 20 }; /* cells of 2 m */

static void begin(double from) { urban_scene_begin(&f, N, LAYERS, from); }

/* --- lengths --- */

START_TEST(cavities_are_as_long_as_published) {
  ck_assert_double_eq_tol(sm_cavity_length(1, 1, 1), 1.8 / 1.24, 1e-12);
  ck_assert_double_eq_tol(sm_cavity_length(10, 20, 10), 10 * 3.6 / 1.48, 1e-12);
  ck_assert_double_eq_tol(sm_cavity_length(1, 1, 9), sm_cavity_length(1, 1, 3),
                          1e-12); /* L / H <= 3 */
  ck_assert_double_eq_tol(sm_cavity_length(1, 50, 1), sm_cavity_length(1, 10, 1), 1e-12);
  ck_assert_double_eq_tol(sm_cavity_length_tall(2, 1, 1), 2 * 2.34 * 0.5 / (pow(0.5, -1.37) * 0.66),
                          1e-12);
}
END_TEST

/* --- outlines --- */

static struct sm_building_blocks blocks;

static struct sm_urban_block footprint(double deg) {
  static const double pi = 3.14159265358979;
  struct sm_urban_block b = {.ground = 0};
  const double wind[2] = {cos(deg * pi / 180), sin(deg * pi / 180)};
  sm_block_footprint_make(&blocks, 0, wind, &b);
  return b;
}

START_TEST(outlines_are_seen_along_the_wind) {
  begin(270);
  fixture_box(&f, 30, 20, 10, 30, 10);
  fixture_build(&f);
  ck_assert_int_eq(sm_building_blocks_find(f.ctx, f.domain, &blocks), SM_OK);
  ck_assert_uint_eq(blocks.count, 1);
  ck_assert_double_eq_tol(blocks.item[0].area, 300, 1e-9);
  struct sm_urban_block b = footprint(0);
  ck_assert_double_eq_tol((double)b.length, 10, 1e-4);
  ck_assert_double_eq_tol((double)b.width, 30, 1e-4);
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    ck_assert_double_eq_tol((double)b.footprint.front.at[m], -5, 1e-4);
    ck_assert_double_eq_tol((double)b.footprint.lee.at[m], 5, 1e-4);
    ck_assert_double_eq_tol((double)b.footprint.lee.cosine[m], 1, 1e-6);
    ck_assert_double_eq_tol((double)b.footprint.left.at[m], 15, 1e-4);
    ck_assert_double_eq_tol((double)b.footprint.right.at[m], -15, 1e-4);
  }
  b = footprint(90);
  ck_assert_double_eq_tol((double)b.width, 10, 1e-4);
  b = footprint(45);
  ck_assert_double_eq_tol((double)b.high[0], 20 / sqrt(2), 1e-4);
  ck_assert_double_eq_tol((double)b.footprint.front.cosine[20], sqrt(0.5), 1e-5);
  ck_assert_double_eq_tol((double)b.footprint.front.sine[20], -sqrt(0.5), 1e-5);
  ck_assert_double_eq_tol((double)b.footprint.lee.sine[20], -sqrt(0.5), 1e-5); /* the long sides */
  sm_building_blocks_free(&blocks);
  fixture_destroy(&f);
}
END_TEST

START_TEST(only_touching_footprints_of_one_height_are_one_block) {
  begin(270);
  fixture_box(&f, 10, 10, 10, 10, 10);
  fixture_box(&f, 20, 10, 10, 10, 10.2); /* touches, as tall */
  fixture_box(&f, 30, 10, 10, 10, 20);   /* touches, taller */
  fixture_box(&f, 10, 24, 10, 10, 10);   /* across a street */
  fixture_build(&f);
  ck_assert_int_eq(sm_building_blocks_find(f.ctx, f.domain, &blocks), SM_OK);
  ck_assert_uint_eq(blocks.count, 3);
  ck_assert_double_eq_tol(blocks.item[0].area, 100, 1e-9); /* the lowest comes first */
  ck_assert_double_eq_tol(blocks.item[1].area, 200, 1e-9);
  ck_assert_double_eq_tol(blocks.item[2].top - blocks.item[2].ground, 20, 1e-9);
  sm_building_blocks_free(&blocks);
  fixture_destroy(&f);
}
END_TEST

/* Finds the blocks of the fixture, and their streets and crossings in a wind along x. */
enum { MOST = 6 };
static struct sm_urban_block seen[MOST];
static struct sm_block_extent reach[MOST];
static void see(void) {
  static const double wind[2] = {1, 0};
  fixture_build(&f);
  ck_assert_int_eq(sm_building_blocks_find(f.ctx, f.domain, &blocks), SM_OK);
  ck_assert_uint_le(blocks.count, MOST);
  for (size_t m = 0; m < blocks.count; m++) {
    const struct sm_building_block *from = &blocks.item[m];
    seen[m] = (struct sm_urban_block){
        .top = (float)from->top, .porosity = (float)from->porosity, .speed = 1};
    sm_block_footprint_make(&blocks, m, wind, &seen[m]);
    sm_zones_set_lengths(&f.c.zones, &seen[m]);
  }
  struct sm_block_search search;
  ck_assert_int_eq(sm_block_search_create(f.ctx, &blocks, &search), SM_OK);
  ck_assert_int_eq(sm_block_search_set(f.ctx, &search, seen), SM_OK);
  for (size_t m = 0; m < blocks.count; m++) sm_street_canyons_find(&search, seen, m, &seen[m]);
  for (size_t m = 0; m < blocks.count; m++) reach[m] = sm_zones_finish(&f.c.zones, &seen[m]);
  ck_assert_int_eq(sm_intersections_find(f.ctx, &search, seen, reach), SM_OK);
  sm_block_search_destroy(&search);
}

/* Largest difference of the wind along x between neighbouring ones of 4000 points on a line, with
 * the wake of a cube in a wind of 1 m/s. */
static double largest_jump(int kind, const double from[3], const double to[3]) {
  const struct sm_urban_zones zones = {
      .block = seen, .wake = kind, .domain_top = 40, .roughness = 0.1f};
  double most = 0, last = 0;
  for (int n = 0; n <= 4000; n++) {
    float at[3];
    struct sm_zone_effect in = {1, {0, 0, 0}, SM_ZONE_NONE, 0};
    for (int d = 0; d < 3; d++) at[d] = (float)(from[d] + (to[d] - from[d]) * n / 4000);
    const struct sm_block_point p = sm_block_point_of(seen, at);
    sm_zone_wake(&zones, seen, &p, &in);
    const double wind = (double)(in.scale + in.added[0]);
    if (n > 0) most = fmax(most, fabs(wind - last));
    last = wind;
  }
  return most;
}

START_TEST(a_wake_with_mixing_layers_has_no_jumps) {
  static const double line[][2][3] = {{{50, 10, 3}, {50, 70, 3}},   /* across, in the cavity */
                                      {{62, 10, 3}, {62, 70, 3}},   /* across, in the wake */
                                      {{50, 39, 0}, {50, 39, 30}},  /* up, in the cavity */
                                      {{70, 39, 0}, {70, 39, 30}},  /* up, in the wake */
                                      {{43, 39, 3}, {120, 39, 3}}}; /* along */
  for (int kind = SM_WAKE_MODIFIED; kind <= SM_WAKE_MIXING; kind++) {
    begin(270);
    f.c.zones.wake = kind;
    fixture_box(&f, 30, 34, 12, 12, 12);
    see();
    for (int m = 0; m < SM_APPROACH_LEVELS; m++) seen[0].approach[m] = 1;
    for (int n = 0; n < 5; n++) {
      const double jump = largest_jump(kind, line[n][0], line[n][1]);
      if (kind == SM_WAKE_MODIFIED)
        ck_assert_double_gt(jump, 0.1);
      else
        ck_assert_msg(jump < 0.02, "line %d: %g", n, jump);
    }
    sm_building_blocks_free(&blocks);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(streets_end_at_the_next_block) {
  begin(270);
  fixture_box(&f, 20, 20, 10, 40, 10);
  fixture_box(&f, 38, 20, 10, 40, 12);
  see();
  ck_assert_double_eq_tol((double)seen[0].street[30].gap, 8, 1e-4);
  ck_assert_double_eq_tol((double)seen[0].street[30].top, 10, 1e-4);
  ck_assert_double_eq_tol((double)seen[0].street[30].normal[0], 1, 1e-6);
  ck_assert(isinf(seen[1].street[30].gap));
  ck_assert_int_eq(seen[0].sheltered, 0);
  ck_assert_int_eq(seen[1].sheltered, 0); /* what is ahead of it is lower */
  sm_building_blocks_free(&blocks);
  fixture_destroy(&f);
}
END_TEST

/* Crossings of the blocks that see() finds. */
static int crossings(void) {
  int count = 0;
  see();
  for (size_t m = 0; m < blocks.count; m++) count += seen[m].intersection.width > 0;
  sm_building_blocks_free(&blocks);
  fixture_destroy(&f);
  return count;
}

/* Two rows of two blocks 10 m deep, 18 m wide and 12 m high; the streets across are 10 m wide. The
 * left ones stand `wide` metres to the left of the right ones and `off` downwind of them. */
static void add_rows(double wide, double off) {
  begin(270);
  for (int m = 0; m < 4; m++)
    fixture_box(&f, (m % 2 ? 36 : 16) + (m / 2 ? off : 0), m / 2 ? 34 + wide : 16, 10, 18, 12);
}

START_TEST(a_street_goes_on_where_its_walls_do) {
  add_rows(10, 0);
  ck_assert_int_eq(crossings(), 1);
  add_rows(19, 0); /* two gaps at most */
  ck_assert_int_eq(crossings(), 1);
  add_rows(22, 0);
  ck_assert_int_eq(crossings(), 0);
  add_rows(10, 4); /* half a gap out of line at most */
  ck_assert_int_eq(crossings(), 1);
  add_rows(10, 6);
  ck_assert_int_eq(crossings(), 0);
  add_rows(10, 0);
  fixture_box(&f, 30, 38, 3, 3, 12); /* in the middle */
  ck_assert_int_eq(crossings(), 0);
  add_rows(10, 0);
  fixture_box(&f, 60, 38, 3, 3, 12); /* far from it */
  ck_assert_int_eq(crossings(), 1);
}
END_TEST

START_TEST(a_crossing_lies_between_its_streets) {
  add_rows(10, 2);
  see();
  size_t right = 0, count = 0;
  for (size_t m = 0; m < blocks.count; m++)
    if (seen[m].intersection.width > 0) {
      right = m;
      count++;
    }
  ck_assert_uint_eq(count, 1);
  const struct sm_street_intersection *c = &seen[right].intersection;
  ck_assert_double_eq_tol((double)(seen[right].y + c->begin), 34, 1e-3);
  ck_assert_double_eq_tol((double)c->width, 10, 1e-3);
  ck_assert_double_eq_tol((double)c->shift, 2, 1e-3);
  ck_assert_int_eq(c->strip[0], SM_BLOCK_STRIPS - 1);
  ck_assert_int_eq(c->strip[1], 0);
  ck_assert_double_eq_tol((double)(seen[c->block].y + seen[c->block].low[1]), 44, 1e-3);
  ck_assert_double_ge((double)(reach[right].y + reach[right].high[1]), 44 - 1e-3);
  sm_building_blocks_free(&blocks);
  fixture_destroy(&f);
}
END_TEST

START_TEST(the_wind_of_a_crossing_is_between_those_of_its_streets) {
  add_rows(10, 2);
  see();
  size_t right = 0;
  while (!(seen[right].intersection.width > 0)) right++;
  const size_t left = (size_t)seen[right].intersection.block;
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    seen[right].street[m].across = 2;
    seen[left].street[m].across = 3;
    seen[left].street[m].along = 1;
  }
  for (int kind = SM_CANYON_ROECKLE; kind <= SM_CANYON_VORTEX; kind++) {
    const struct sm_urban_zones zones = {.block = seen, .canyon = kind, .roughness = 0.1f};
    const struct sm_urban_block *b = &seen[right];
    for (int n = 0; n <= 8; n++) {
      float end[2][3];
      struct sm_zone_effect in = {1, {0, 0, 0}, SM_ZONE_NONE, 0};
      const float part = 0.25f * (float)(n - 2); /* on either side there is no crossing */
      const float at[3] = {26 + 2 * part + 4, 34 + 10 * part,
                           5}; /* 0.4 of the gap behind the wall */
      const struct sm_block_point p = sm_block_point_of(b, at);
      sm_zone_intersection(&zones, b, &p, &in);
      ck_assert_int_eq(in.zone, part > 0 && part < 1 ? SM_ZONE_INTERSECTION : SM_ZONE_NONE);
      if (in.zone == SM_ZONE_NONE) continue;
      ck_assert(sm_canyon_end_wind(&zones, b, SM_BLOCK_STRIPS - 1, 0.4f, 5, end[0]));
      ck_assert(sm_canyon_end_wind(&zones, &seen[left], 0, 0.4f, 5, end[1]));
      ck_assert_double_eq((double)in.scale, 0);
      for (int d = 0; d < 3; d++)
        ck_assert_double_eq_tol((double)in.added[d],
                                (double)(end[0][d] + part * (end[1][d] - end[0][d])), 1e-4);
    }
  }
  sm_building_blocks_free(&blocks);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(cavities_are_as_long_as_published, outlines_are_seen_along_the_wind,
          only_touching_footprints_of_one_height_are_one_block,
          a_wake_with_mixing_layers_has_no_jumps, streets_end_at_the_next_block,
          a_street_goes_on_where_its_walls_do, a_crossing_lies_between_its_streets,
          the_wind_of_a_crossing_is_between_those_of_its_streets)
