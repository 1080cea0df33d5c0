/* Results against tables of measurements. */
#define _DEFAULT_SOURCE
#include "base/context.h"
#include "lab/facts.h"
#include "output/netcdf/wind_file.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include "support_domain.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A building of 10 m on flat ground; so rough that logarithmic winds are straight lines. */
static const struct made_options house = {.n = {12, 9, 8},
                                          .width = {5, 5, 2},
                                          .ratio = 1,
                                          .building = {6, 8, 3, 6, 0, 5},
                                          .is_double = true};

static struct sm_context *ctx;
static const char *table;
static struct sm_facts facts;

/* Writes a uniform wind, and returns the path of its file. */
static const char *write_wind(const char *name, double u, double v, double w) {
  const char *path = scratch_path(name);
  struct made m;
  make_domain(&m, &house);
  for (int c = 0; c < house.n[0] * house.n[1]; c++) m.domain.z0[c] = 1e9f;
  make_uniform(&m, u, v, w);
  const struct sm_case c = {
      .path = "house/case.toml", .text = "[case]\n", .name = "house", .title = ""};
  const struct sm_wind_record record = {(double)NAN, true, 9, 1e-7, 2e-8, false};
  struct sm_netcdf_writer *writer = NULL;
  ck_assert_int_eq(sm_netcdf_create(ctx, path, &c, &m.domain, "cpu", &writer), SM_OK);
  ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m.wind, &record), SM_OK);
  ck_assert_int_eq(sm_netcdf_close(ctx, &writer), SM_OK);
  free_domain(&m);
  return path;
}

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  table = scratch_path("measured.csv");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static void write_table(const char *text) {
  FILE *stream = fopen(table, "w");
  ck_assert_ptr_nonnull(stream);
  ck_assert(fputs(text, stream) >= 0 && fclose(stream) == 0);
}

static enum sm_status compare(const char *const *path, size_t count,
                              struct sm_compare_options options) {
  char *text = NULL;
  const char *reason;
  options.measured = table;
  const enum sm_status status = sm_compare_measured(ctx, path, count, &options, 1, &text);
  if (status == SM_OK) ck_assert(sm_facts_read(&facts, text, &reason));
  free(text);
  return status;
}

static const struct sm_fact *row_of(const char *list, size_t n) {
  return sm_fact_item(sm_fact_at(facts.root, list), n);
}

static void expect(const struct sm_fact *row, const char *key, double wanted) {
  ck_assert_msg(fabs(sm_fact_number(row, key) - wanted) < 1e-6, "%s is %.9g, not %.9g", key,
                sm_fact_number(row, key), wanted);
}

static void expect_failure(const char *const *path, struct sm_compare_options options,
                           enum sm_status status, const char *words) {
  ck_assert_int_eq(compare(path, 1, options), status);
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
}

/* Computed 5, 5, 5, 2.5, 5 m/s (the fourth halfway down from the lowest centre); measured
 * 4, 5, 10, 2, 2: differences 1, 0, -5, 0.5, 3. */
static const char *const five = "name,x,y,z [m],speed [m/s]\n"
                                "a,2.5,7.5,3,4\nb,7.5,7.5,3,5\nc,12.5,7.5,3,10\n"
                                "d,17.5,7.5,0.5,2\ne,22.5,7.5,3,2\n";

START_TEST(metrics_are_those_computed_by_hand) {
  setup();
  const char *const path[] = {write_wind("wind.nc", 3, 4, 0)};
  struct sm_compare_options options = sm_compare_options_default();
  write_table(five);
  options.hit_absolute = 0.6;
  ck_assert_msg(compare(path, 1, options) == SM_OK, "%s", sm_context_message(ctx));
  const struct sm_fact *all = row_of("all", 0);
  expect(all, "points", 5);
  expect(all, "bias", -0.1);
  expect(all, "rmse", sqrt((1 + 25 + 0.25 + 9) / 5));
  expect(all, "fac2", 0.8);     /* but 5 for 2 */
  expect(all, "hit_rate", 0.6); /* 1 of 4, 0 of 5, 0.5 of 2 by D */
  expect(all, "fb", 2 * (4.6 - 4.5) / 9.1);
  expect(all, "nmse", (35.25 / 5) / (4.6 * 4.5));
  expect(all, "correlation", 6.5 / sqrt(43.2 * 5)); /* sums of products of deviations */
  expect(row_of("results", 0), "direction", 180 + atan2(3, 4) * 180 / 3.14159265358979324);
  sm_facts_free(&facts);
  teardown();
}
END_TEST

START_TEST(largest_differences_come_first_with_their_places) {
  setup();
  const char *const path[] = {write_wind("wind.nc", 3, 4, 0)};
  write_table(five);
  ck_assert_int_eq(compare(path, 1, sm_compare_options_default()), SM_OK);
  ck_assert_uint_eq(sm_fact_count(sm_fact_at(facts.root, "worst")), 5);
  const struct sm_fact *worst = row_of("worst", 0);
  ck_assert_str_eq(sm_fact_text(worst, "name"), "c");
  expect(worst, "x", 12.5);
  expect(worst, "height", 3);
  expect(worst, "difference", -5);
  expect(worst, "share_of_squared_error", 25 / 35.25);
  expect(worst, "line", 4);
  ck_assert_str_eq(sm_fact_text(row_of("worst", 1), "name"), "e");
  sm_facts_free(&facts);
  teardown();
}
END_TEST

START_TEST(lines_belong_to_results_of_their_direction) {
  setup();
  const char *const path[] = {write_wind("west.nc", 3, 0, 0), write_wind("south.nc", 0, 4, 0)};
  write_table("x,y,z,direction,speed\n2.5,7.5,3,270,3\n7.5,7.5,3,182,5\n7.5,7.5,3,90,5\n"
              "9,7.5,3,,1\n");
  ck_assert_int_eq(compare(path, 2, sm_compare_options_default()), SM_OK);
  expect(row_of("results", 0), "points", 2);
  expect(row_of("results", 0), "bias", 1);
  expect(row_of("results", 1), "direction", 180);
  expect(row_of("results", 1), "bias", 1); /* -1 and 3 */
  expect(row_of("files", 1), "rmse", sqrt(5));
  expect(row_of("all", 0), "points", 4);
  expect(facts.root, "left_out.lines_without_result", 1);
  sm_facts_free(&facts);
  struct sm_compare_options options = sm_compare_options_default();
  options.direction = (const double[]){90, 182};
  options.directions = 2;
  ck_assert_int_eq(compare(path, 2, options), SM_OK);
  expect(row_of("results", 0), "bias", 0); /* -2 and 2 */
  sm_facts_free(&facts);
  options.directions = 1;
  ck_assert_int_eq(compare(path, 2, options), SM_ERR_USAGE);
  write_table("x,y,z,file,u [km/h]\n2.5,7.5,3,west,3.6\n2.5,7.5,3,south.nc,7.2\n");
  ck_assert_int_eq(compare(path, 2, sm_compare_options_default()), SM_OK);
  expect(row_of("results", 0), "bias", 2);
  expect(row_of("results", 1), "bias", -2);
  sm_facts_free(&facts);
  teardown();
}
END_TEST

START_TEST(ratios_need_a_reference_speed) {
  setup();
  const char *const path[] = {write_wind("wind.nc", 3, 0, 4)};
  struct sm_compare_options options = sm_compare_options_default();
  write_table("x,y,z,speed [1],wind_speed [1],w [1]\n2.5,7.5,3,1,1,1\n");
  expect_failure(path, options, SM_ERR_USAGE, ":2: error: the measurements are ratios");
  options.reference = 2;
  ck_assert_int_eq(compare(path, 1, options), SM_OK);
  expect(row_of("all", 0), "bias", 1.5); /* by quantity: speed, horizontal, w */
  expect(row_of("all", 1), "bias", 0.5);
  expect(row_of("all", 2), "bias", 1);
  expect(facts.root, "hit.absolute", 0.06);
  sm_facts_free(&facts);
  write_table("x,y,z,reference,speed [1]\n2.5,7.5,3,5,1\n");
  ck_assert_int_eq(compare(path, 1, options), SM_OK);
  expect(row_of("all", 0), "bias", 0);
  sm_facts_free(&facts);
  teardown();
}
END_TEST

START_TEST(what_is_left_out_is_counted) {
  setup();
  const char *const path[] = {write_wind("wind.nc", 3, 4, 0)};
  write_table("x,y,z,speed\n2.5,7.5,3,5\n2.5,7.5,3,\n32,20,3,5\n2.5,700,3,5\n");
  ck_assert_int_eq(compare(path, 1, sm_compare_options_default()), SM_OK);
  expect(row_of("all", 0), "points", 1);
  expect(facts.root, "left_out.not_measured", 1);
  expect(facts.root, "left_out.not_computed", 2); /* in the house; outside */
  sm_facts_free(&facts);
  write_table("x,y,z,speed\n32,20,3,5\n");
  expect_failure(path, sm_compare_options_default(), SM_ERR_DATA, "1 values are where a result");
  teardown();
}
END_TEST

START_TEST(wrong_tables_are_refused) {
  setup();
  const char *const path[] = {write_wind("wind.nc", 3, 4, 0)};
  const struct sm_compare_options options = sm_compare_options_default();
  write_table("x,y,speed\n1,2,3\n");
  expect_failure(path, options, SM_ERR_DATA, "x,y,z or lon,lat,z");
  write_table("x,y,z,speed [kg]\n1,2,3,4\n");
  expect_failure(path, options, SM_ERR_DATA, "'kg' is not a unit of speed");
  write_table("x,y,z,speed,u [1]\n1,2,3,4,5\n");
  expect_failure(path, options, SM_ERR_DATA, "some measured columns are ratios");
  write_table("x,y,z,Speed,speed [m/s]\n1,2,3,4,5\n");
  expect_failure(path, options, SM_ERR_DATA, "more than one column is speed");
  write_table("x,y,z,speed\n1,,3,4\n");
  expect_failure(path, options, SM_ERR_DATA, ":2: error: the place has no finite y");
  write_table("lon,lat,z,speed\n1,2,3,4\n");
  expect_failure(path, options, SM_ERR_DATA, "longitudes cannot be used");
  teardown();
}
END_TEST

TEST_MAIN(metrics_are_those_computed_by_hand, largest_differences_come_first_with_their_places,
          lines_belong_to_results_of_their_direction, ratios_need_a_reference_speed,
          what_is_left_out_is_counted, wrong_tables_are_refused)
