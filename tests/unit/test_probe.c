/* Winds at points of a file. */
#define _DEFAULT_SOURCE
#include "base/context.h"
#include "output/netcdf/wind_file.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include "support_domain.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* A building of 10 m on flat ground, on a map. */
static const struct made_options house = {.n = {12, 9, 8},
                                          .width = {5, 5, 2},
                                          .ratio = 1,
                                          .building = {6, 8, 3, 6, 0, 5},
                                          .is_double = true,
                                          .utm = true};
static const double west = 634000.1, south = 3925000.3; /* of the made domains */

static struct sm_context *ctx;
static const char *path;

/* Writes a wind of u = 10 (i + 1/2) + k + 1/2, v = -u, in column i and layer k. */
static void setup_over(double z0) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("wind.nc");
  struct made m;
  make_domain(&m, &house);
  for (int c = 0; c < house.n[0] * house.n[1]; c++) m.domain.z0[c] = (float)z0;
  for (int k = 0; k < house.n[2]; k++)
    for (int j = 0; j <= house.n[1]; j++)
      for (int i = 0; i <= house.n[0]; i++) {
        set_face(&m, 0, i, j, k, 10 * i + k + 0.5);
        set_face(&m, 1, i, j, k, -(10 * (i + 0.5) + k + 0.5));
      }
  const struct sm_case c = {
      .path = "house/case.toml", .text = "[case]\n", .name = "house", .title = ""};
  const struct sm_wind_record record = {(double)NAN, true, 9, 1e-7, 2e-8, false};
  struct sm_netcdf_writer *writer = NULL;
  ck_assert_int_eq(sm_netcdf_create(ctx, path, &c, &m.domain, "cpu", &writer), SM_OK);
  ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m.wind, &record), SM_OK);
  ck_assert_int_eq(sm_netcdf_close(ctx, &writer), SM_OK);
  free_domain(&m);
}

/* So rough that logarithmic winds are straight lines. */
static void setup(void) { setup_over(1e9); }

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

/* Wind at x, y from the corner of the domain, and a height. */
static const double *at(double x, double y, double z) {
  static double wind[1][3];
  const double point[1][3] = {{west + x, south + y, z}};
  ck_assert_msg(sm_probe_wind(ctx, path, 0, 1, point, wind) == SM_OK, "%s",
                sm_context_message(ctx));
  return wind[0];
}

START_TEST(means_of_layers_are_those_of_the_air) {
  setup();
  double z[8], mean[8], variance[8];
  size_t count = 8;
  ck_assert_int_eq(sm_layer_means(ctx, path, "u", 0, &count, z, mean, variance), SM_OK);
  ck_assert_uint_eq(count, 8);
  ck_assert_double_eq_tol(z[7] - z[0], 14, 1e-9);
  double sum = 0, squares = 0; /* above the house: of columns 0 to 11 */
  for (int i = 0; i < 12; i++) sum += (10 * (i + 0.5) + 7.5) / 12;
  for (int i = 0; i < 12; i++) squares += pow(10 * (i + 0.5) + 7.5 - sum, 2) / 12;
  ck_assert_double_eq_tol(mean[7], sum, 1e-4);
  ck_assert_double_eq_tol(variance[7], squares, 1e-2);
  sum = 0; /* beside it: columns 6 and 7 have six rows of air instead of nine */
  for (int i = 0; i < 12; i++)
    sum += (i == 6 || i == 7 ? 6 : 9) * (10 * (i + 0.5) + 0.5) / (12 * 9 - 6);
  ck_assert_double_eq_tol(mean[0], sum, 1e-4);
  count = 7;
  ck_assert_int_eq(sm_layer_means(ctx, path, "u", 0, &count, z, mean, variance), SM_ERR_DATA);
  count = 8;
  ck_assert_int_eq(sm_layer_means(ctx, path, "uu", 0, &count, z, mean, variance), SM_ERR_DATA);
  ck_assert_int_eq(sm_layer_means(ctx, path, "u", 1, &count, z, mean, variance), SM_ERR_DATA);
  teardown();
}
END_TEST

START_TEST(winds_are_linear_between_columns) {
  setup();
  ck_assert_double_eq_tol(at(2.5, 7, 1)[0], 5.5, 1e-5); /* the lowest centre */
  ck_assert_double_eq_tol(at(2.5, 9.9, 4)[0], 7, 1e-5); /* between two */
  ck_assert_double_eq_tol(at(4.9, 9.9, 4)[0], 11.8, 1e-5);
  ck_assert_double_eq_tol(at(5.1, 5.1, 4)[0], 12.2, 1e-5);
  ck_assert_double_eq_tol(at(0.1, 5.1, 4)[1], -7, 1e-5); /* at the edge, that of its column */
  ck_assert_double_eq_tol(at(0.1, 5.1, 0.5)[0], 0.5 * 5.5, 1e-5);
  ck_assert(at(0.1, 5.1, 0)[0] == 0);
  ck_assert(at(0.1, 5.1, 3)[2] == 0);
  ck_assert_double_eq_tol(at(0.1, 5.1, 15.9)[0], 12.5, 1e-5); /* above the highest centre */
  teardown();
}
END_TEST

START_TEST(winds_are_logarithmic_between_centres) {
  setup_over(0.1);
  ck_assert_double_eq_tol(at(2.5, 7, 0.3)[0], 5.5 * log(4) / log(11), 1e-5);
  ck_assert_double_eq_tol(at(2.5, 7, 2)[0], 5.5 + log(2.1 / 1.1) / log(3.1 / 1.1), 1e-5);
  teardown();
}
END_TEST

START_TEST(winds_over_a_roof_begin_at_it) {
  setup();
  ck_assert(isnan(at(32, 20, 9.9)[0]));
  ck_assert_double_eq_tol(at(32.5, 20, 10.5)[0], 0.5 * 70.5, 1e-4);
  ck_assert_double_eq_tol(at(32.5, 20, 12)[0], 71, 1e-4);
  ck_assert_double_eq_tol(at(28, 20, 9)[0], 59.5, 1e-4); /* beside the wall, without its column */
  teardown();
}
END_TEST

START_TEST(points_outside_have_no_wind) {
  setup();
  const double outside[][3] = {{-0.1, 5, 1},        {60.1, 5, 1},       {5, -0.1, 1},
                               {5, 45.1, 1},        {5, 5, -1},         {5, 5, 16.01},
                               {(double)NAN, 5, 1}, {5, 5, (double)NAN}};
  for (size_t p = 0; p < sizeof outside / sizeof *outside; p++) {
    const double *wind = at(outside[p][0], outside[p][1], outside[p][2]);
    ck_assert_msg(isnan(wind[0]) && isnan(wind[1]) && isnan(wind[2]), "point %zu", p);
  }
  ck_assert_double_eq_tol(at(0, 0, 1)[0], 5.5, 1e-5); /* the corners belong to it */
  ck_assert_double_eq_tol(at(60, 45, 1)[0], 115.5, 1e-4);
  teardown();
}
END_TEST

/* Another variable: down to the ground as in the lowest cell. */
START_TEST(other_variables_do_not_vanish_at_walls) {
  setup();
  double value[4];
  const double point[][3] = {{west + 2.5, south + 7, 0.1},
                             {west + 2.5, south + 7, 2},
                             {west + 32, south + 20, 9.9},
                             {west - 1, south + 7, 1}};
  ck_assert_int_eq(sm_probe_variable(ctx, path, "u", 0, 4, point, value), SM_OK);
  ck_assert_double_eq_tol(value[0], 5.5, 1e-5);
  ck_assert_double_eq_tol(value[1], 6, 1e-5);
  ck_assert(isnan(value[2]) && isnan(value[3]));
  ck_assert_int_eq(sm_probe_variable(ctx, path, "tke", 0, 4, point, value), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "the file contains no 'tke'"));
  ck_assert_int_eq(sm_probe_variable(ctx, path, "u", 3, 4, point, value), SM_ERR_DATA);
  teardown();
}
END_TEST

START_TEST(files_and_times_that_are_not_there_are_errors) {
  setup();
  double wind[1][3];
  const double point[1][3] = {{west, south, 1}};
  ck_assert_int_eq(sm_probe_wind(ctx, path, 1, 1, point, wind), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "no time 1: there are 1, from 0"));
  ck_assert_int_eq(sm_probe_wind(ctx, path, -1, 1, point, wind), SM_ERR_DATA);
  ck_assert_int_eq(sm_probe_wind(ctx, "nowhere.nc", 0, 1, point, wind), SM_ERR_DATA);
  ck_assert_int_eq(sm_probe_wind(ctx, path, 0, 0, NULL, NULL), SM_OK);
  int failures = 0;
  for (long n = 1; n < 100; n++, failures++) {
    sm_context_fail_allocation(ctx, n);
    if (sm_probe_wind(ctx, path, 0, 1, point, wind) != SM_ERR_MEMORY) break;
  }
  sm_context_fail_allocation(ctx, 0);
  ck_assert_int_gt(failures, 5);
  teardown();
}
END_TEST

TEST_MAIN(means_of_layers_are_those_of_the_air, winds_are_linear_between_columns,
          winds_are_logarithmic_between_centres, winds_over_a_roof_begin_at_it,
          points_outside_have_no_wind, other_variables_do_not_vanish_at_walls,
          files_and_times_that_are_not_there_are_errors)
