/* Plants of a case in the domain: what files, rasters and tables become. */
#include "domain_fixture.h"
#include "harness.h"

#include <math.h>

static struct fixture f;
static struct sm_case_plant plant[4];

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.9g instead of %.9g", got, expected);
}

static void use(size_t count) {
  f.c.vegetation.plant = plant;
  f.c.vegetation.plant_count = count;
}

static const struct sm_plants *built(void) {
  fixture_build(&f);
  return &f.domain->plants;
}

static float canopy_at(double x, double y) {
  return f.domain->plants.canopy_height[sm_domain_column(f.domain, x, y)];
}

/* --- trees and lines --- */

START_TEST(a_tree_stands_where_the_case_says) {
  fixture_create(&f);
  f.c.domain.margin = 10;
  double place[1][2] = {{40, 20}};
  plant[0] = fixture_plant(&f, SM_PLANT_TREE, place, 1, 12);
  plant[0].traits.base = 2;
  use(1);
  const struct sm_plants *p = built();
  ck_assert_uint_eq(p->tree_count, 1);
  ck_assert(p->tree->x == 50 && p->tree->y == 30 && p->tree->height == 12 && p->tree->base == 2);
  near(p->tree->radius, 0.5 * 0.6 * 12, 1e-12); /* without a crown: 0.6 of the height */
  near(p->tree->attenuation, 1.5, 1e-12);       /* half the leaf area index */
  ck_assert_ptr_null(p->canopy_height);
  fixture_destroy(&f);
}
END_TEST

START_TEST(plants_outside_the_domain_are_left_out_with_a_warning) {
  fixture_create(&f);
  double outside[1][2] = {{-5, 20}}, inside[1][2] = {{5, 20}};
  plant[0] = fixture_plant(&f, SM_PLANT_TREE, outside, 1, 12);
  plant[1] = fixture_plant(&f, SM_PLANT_TREE, inside, 1, 12);
  use(2);
  plant[1].traits.height = 151;
  ck_assert_uint_eq(built()->tree_count, 1);
  ck_assert(fixture_warned(&f, "1 of 2 plants lie wholly outside"));
  ck_assert(fixture_warned(&f, "plants taller than 150 m: 1"));
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_line_is_made_of_pieces) {
  fixture_create(&f);
  double line[3][2] = {{10, 10}, {10, 50}, {40, 50}};
  plant[0] = fixture_plant(&f, SM_PLANT_WINDBREAK, line, 3, 5);
  plant[0].is_line = true;
  plant[0].traits.porosity = 0.4;
  use(1);
  const struct sm_plants *p = built();
  ck_assert_uint_eq(p->barrier_count, 2);
  ck_assert_uint_ne(p->barrier[0].field, p->barrier[1].field);
  ck_assert_uint_eq(p->barrier[0].line, p->barrier[1].line);
  near(p->barrier[0].open, pow(0.4, 0.4), 1e-12); /* Guan et al. (2003) */
  near(p->barrier[0].thickness, 1, 0);
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_polygon_of_a_fence_becomes_its_longer_axis) {
  fixture_create(&f);
  const double c = cos(0.5), s = sin(0.5);
  double box[4][2];
  for (int v = 0; v < 4; v++) {
    const double x = v == 1 || v == 2 ? 30 : 0, y = v >= 2 ? 2 : 0;
    box[v][0] = 20 + c * x - s * y;
    box[v][1] = 10 + s * x + c * y;
  }
  plant[0] = fixture_plant(&f, SM_PLANT_FENCE, box, 4, 3);
  plant[0].traits.porosity = 0.3;
  use(1);
  const struct sm_plant_barrier *b = built()->barrier;
  near(hypot(b->end[1][0] - b->end[0][0], b->end[1][1] - b->end[0][1]), 30, 1e-9);
  near(b->thickness, 2, 1e-9);
  near(b->open, 0.3, 1e-12);
  near(b->end[0][0] + b->end[1][0], 40 + 30 * c - 2 * s, 1e-9);
  near(b->end[0][1] + b->end[1][1], 20 + 30 * s + 2 * c, 1e-9);
  fixture_destroy(&f);
}
END_TEST

/* --- rows --- */

START_TEST(a_field_is_filled_with_rows_in_its_direction) {
  for (int turned = 0; turned < 2; turned++) {
    fixture_create(&f);
    double box[4][2] = {{20, 20}, {40, 20}, {40, 60}, {20, 60}};
    plant[0] = fixture_plant(&f, SM_PLANT_ROWS, box, 4, 2);
    plant[0].traits.spacing = 4;
    plant[0].traits.lai = 1.5;
    plant[0].traits.direction = turned ? 90 : 0;
    use(1);
    const struct sm_plants *p = built();
    ck_assert_uint_eq(p->barrier_count, turned ? 10 : 5);
    for (size_t r = 0; r < p->barrier_count; r++) {
      const struct sm_plant_barrier *b = &p->barrier[r];
      near(fabs(b->end[1][turned ? 0 : 1] - b->end[0][turned ? 0 : 1]), turned ? 20 : 40, 1e-9);
      near(b->end[0][turned ? 1 : 0], b->end[1][turned ? 1 : 0], 1e-9);
      near(b->end[0][turned ? 1 : 0], turned ? 22 + 4.0 * (double)r : 38 - 4.0 * (double)r, 1e-9);
      ck_assert_int_eq(b->row, (int)r);
      ck_assert_uint_eq(b->field, 0);
      near(b->open, pow(exp(-0.5 * 1.5 * 4 / 2), 0.4), 1e-12);
      near(b->thickness, 4.0 / 3, 1e-12);
    }
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(rows_end_at_the_outline_of_their_field_and_at_holes) {
  fixture_create(&f);
  static double v[8][2] = {{10, 10}, {50, 10}, {50, 50}, {10, 50},
                           {25, 25}, {25, 35}, {35, 35}, {35, 25}};
  static int rings[3] = {0, 4, 8};
  const double nan = (double)NAN;
  const struct sm_feature field = {.form = SM_FEATURE_POLYGON,
                                   .vertex = v,
                                   .ring_start = rings,
                                   .ring_count = 2,
                                   .value = {3, nan, nan, nan, nan, nan, 1, 8, 90, nan, nan, nan},
                                   .word = "rows"};
  fake.feature = &field;
  fake.feature_count = 1;
  fixture_plant(&f, SM_PLANT_TREE, NULL, 0, 1);
  f.c.vegetation.file = fixture_file;
  use(0);
  const struct sm_plants *p = built();
  ck_assert_uint_eq(p->barrier_count, 6); /* rows at 14, 22, 30 (in two), 38, 46 */
  ck_assert_int_eq(p->barrier[3].row, p->barrier[2].row);
  near(p->barrier[2].end[1][0], 25, 1e-9);
  near(p->barrier[3].end[0][0], 35, 1e-9);
  fixture_destroy(&f);
}
END_TEST

/* --- canopies --- */

static double trees_from_above(double x, double y) {
  return x < 30 ? (y < 40 ? 7 : -3) : x < 60 ? (double)NAN : 0;
}

START_TEST(later_canopies_cover_earlier_ones_and_none_is_under_a_building) {
  fixture_create(&f);
  static char raster[] = "canopy.tif";
  double wood[4][2] = {{10, 10}, {50, 10}, {50, 60}, {10, 60}};
  double thicket[4][2] = {{30, 10}, {50, 10}, {50, 60}, {30, 60}};
  plant[0] = fixture_plant(&f, SM_PLANT_CANOPY, wood, 4, 15);
  plant[1] = fixture_plant(&f, SM_PLANT_CANOPY, thicket, 4, 4);
  plant[1].traits.attenuation = 2.5;
  use(2);
  f.c.vegetation.canopy_height = raster;
  fake.ground = trees_from_above;
  fake.x[1] = 100;
  fake.y[1] = 80;
  fixture_box(&f, 40, 40, 10, 10, 6);
  const struct sm_plants *p = built();
  near((double)canopy_at(7, 7), 7, 0);   /* the raster */
  near((double)canopy_at(7, 60), 0, 0);  /* negative there */
  near((double)canopy_at(55, 30), 0, 0); /* no data */
  near((double)canopy_at(22, 30), 15, 0);
  near((double)canopy_at(42, 30), 4, 0);
  near((double)canopy_at(42, 42), 0, 0); /* the building */
  near((double)p->canopy_attenuation[sm_domain_column(f.domain, 42, 30)], 2.5, 1e-6);
  near((double)p->canopy_attenuation[sm_domain_column(f.domain, 22, 30)], 1.5, 1e-6);
  ck_assert(fixture_warned(&f, "canopy.tif"));
  fixture_destroy(&f);
}
END_TEST

START_TEST(plants_of_a_file_take_their_places_from_the_map) {
  fixture_create(&f);
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32614;
  f.c.domain.has_origin = true;
  f.c.domain.origin[0] = 500000;
  f.c.domain.origin[1] = 4000000;
  static double place[1][2] = {{500040, 4000030}};
  static int rings[2] = {0, 1};
  const double nan = (double)NAN;
  const struct sm_feature one = {.form = SM_FEATURE_POINT,
                                 .vertex = place,
                                 .ring_start = rings,
                                 .ring_count = 1,
                                 .value = {9, 4, nan, 2, nan, nan, nan, nan, nan, nan, nan, nan}};
  fake.feature = &one;
  fake.feature_count = 1;
  fixture_plant(&f, SM_PLANT_TREE, NULL, 0, 1);
  f.c.vegetation.file = fixture_file;
  use(0);
  const struct sm_plants *p = built();
  ck_assert_uint_eq(p->tree_count, 1);
  near(p->tree->x, 40, 1e-9);
  near(p->tree->y, 30, 1e-9);
  near(p->tree->radius, 2, 1e-12);
  near(p->tree->attenuation, 1, 1e-12);
  fixture_destroy(&f);
}
END_TEST

START_TEST(of_openstreetmap_only_plants_count) {
  fixture_create(&f);
  static double place[4][2] = {{40, 30}, {60, 30}, {60, 50}, {40, 50}};
  static int one[2] = {0, 1}, two[2] = {0, 2}, four[2] = {0, 4};
  static const struct {
    const char *word;
    enum sm_feature_form form;
    int *rings;
  } map[] = {{"tree", SM_FEATURE_POINT, one},        {"bakery", SM_FEATURE_POINT, one},
             {"hedge", SM_FEATURE_LINE, two},        {"", SM_FEATURE_LINE, two},
             {"vineyard", SM_FEATURE_POLYGON, four}, {"residential", SM_FEATURE_POLYGON, four}};
  struct sm_feature feature[6];
  const double nan = (double)NAN;
  for (int m = 0; m < 6; m++) {
    feature[m] =
        (struct sm_feature){.form = map[m].form,
                            .vertex = place,
                            .ring_start = map[m].rings,
                            .ring_count = 1,
                            .value = {nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan},
                            .tagged = true};
    strcpy(feature[m].word, map[m].word);
  }
  fake.feature = feature;
  fake.feature_count = 6;
  fixture_plant(&f, SM_PLANT_TREE, NULL, 0, 1);
  f.c.vegetation.file = fixture_file;
  f.c.vegetation.fallback.height = 5;
  use(0);
  const struct sm_plants *p = built();
  ck_assert(p->tree_count == 1 && p->barrier_count == 1 && p->canopy_height != NULL);
  near((double)canopy_at(52, 42), 5, 0);
  fixture_destroy(&f);
}
END_TEST

/* --- what is wrong --- */

START_TEST(wrong_plants_are_errors) {
  fixture_create(&f);
  double box[4][2] = {{20, 20}, {40, 20}, {40, 60}, {20, 60}};
  plant[0] = fixture_plant(&f, SM_PLANT_ROWS, box, 4, 2);
  use(1);
  fixture_fails(&f, SM_ERR_CASE, "case.toml:40: error: a plant with no spacing");
  plant[0].traits.spacing = 3;
  plant[0].traits.width = 3;
  fixture_fails(&f, SM_ERR_CASE, "no spacing that is larger than the width");
  plant[0].traits.width = 1;
  plant[0].traits.height = (double)NAN;
  fixture_fails(&f, SM_ERR_CASE, "a plant with no height");
  plant[0].traits.height = INFINITY;
  fixture_fails(&f, SM_ERR_CASE, "a plant with no height");
  plant[0].traits.height = 2;
  plant[0].traits.base = 2;
  fixture_fails(&f, SM_ERR_CASE, "a base that is not below its top");
  plant[0].traits.base = 0;
  plant[0].traits.spacing = 1e-5;
  plant[0].traits.width = 5e-6;
  fixture_fails(&f, SM_ERR_DATA, "is the spacing right?");
  fixture_destroy(&f);
}
END_TEST

START_TEST(wrong_plants_of_a_file_are_named) {
  fixture_create(&f);
  static double line[2][2] = {{10, 10}, {40, 10}};
  static int rings[2] = {0, 2};
  const double nan = (double)NAN;
  struct sm_feature one = {.form = SM_FEATURE_LINE,
                           .vertex = line,
                           .ring_start = rings,
                           .ring_count = 1,
                           .value = {nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan},
                           .feature = 17};
  fake.feature = &one;
  fake.feature_count = 1;
  fixture_plant(&f, SM_PLANT_TREE, NULL, 0, 1);
  f.c.vegetation.file = fixture_file;
  use(0);
  fixture_fails(&f, SM_ERR_DATA, "ground.tif: error: feature 17 is a plant with no height");
  strcpy(one.word, "canopy");
  fixture_fails(&f, SM_ERR_DATA, "feature 17 is of kind \"canopy\"");
  strcpy(one.word, "shrub");
  fixture_fails(&f, SM_ERR_DATA, "feature 17 is of kind \"shrub\"");
  strcpy(one.word, "fence");
  one.value[0] = 2;
  one.value[5] = 1.5;
  fixture_fails(&f, SM_ERR_DATA, "a porosity that is not 0 to 1");
  one.value[5] = 0.5;
  ck_assert_uint_eq(built()->barrier_count, 1);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(a_tree_stands_where_the_case_says, plants_outside_the_domain_are_left_out_with_a_warning,
          a_line_is_made_of_pieces, a_polygon_of_a_fence_becomes_its_longer_axis,
          a_field_is_filled_with_rows_in_its_direction,
          rows_end_at_the_outline_of_their_field_and_at_holes,
          later_canopies_cover_earlier_ones_and_none_is_under_a_building,
          plants_of_a_file_take_their_places_from_the_map, of_openstreetmap_only_plants_count,
          wrong_plants_are_errors, wrong_plants_of_a_file_are_named)
