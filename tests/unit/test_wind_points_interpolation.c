/* Winds at scattered points on the grid: the order of the interpolation, what is beyond the points.
 */
#define _XOPEN_SOURCE 700
#include "scratch_folder.h"
#include "wind_source_fixture.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* --- interpolation --- */

/* Points in [-1, 7]^3 m, n along each axis, each moved by up to a quarter of their spacing. */
static void scatter(const char *path, int n, double (*wind)(int, const double *), double length) {
  FILE *file = fopen(path, "w");
  uint32_t state = 1;
  ck_assert_ptr_nonnull(file);
  fprintf(file, "x,y,z,u,v,w\n");
  for (int p = 0; p < n * n * n; p++) {
    const int at[3] = {p % n, p / n % n, p / n / n};
    double x[3];
    for (int d = 0; d < 3; d++) {
      state = state * 1664525u + 1013904223u;
      const bool edge = at[d] == 0 || at[d] == n - 1;
      const double moved = edge ? 0 : 0.5 * (state / 4294967296.0 - 0.5);
      x[d] = -1 + length * (at[d] + moved) / (n - 1);
    }
    fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", x[0], x[1], x[2], wind(0, x), wind(1, x),
            wind(2, x));
  }
  fclose(file);
}

static double linear(int d, const double *x) {
  return (d + 1) * (1 + 0.3 * x[0] - 0.2 * x[1]) + 0.7 * x[2];
}
static double quadratic(int d, const double *x) {
  return linear(d, x) + 0.1 * x[0] * x[0] - 0.2 * x[1] * x[2] + 0.05 * (d + 1) * x[0] * x[2];
}
static double waves(int d, const double *x) {
  return sin(0.8 * x[0] + d) * cos(0.7 * x[1]) + sin(0.6 * x[2] - 0.5 * x[0]);
}

static const char *text_of(const char *path, const char *more) {
  static char text[800];
  snprintf(
      text, sizeof text,
      "[domain]\ncrs = 'local'\nsize = [6, 6]\nheight = 6\ncell_size = 1\nstretch = 1\n[wind]\n"
      "model = 'points'\n[wind.points]\nfiles = ['%s']\n%s",
      path, more);
  return text;
}

/* The largest error of a face. */
static double error_of(struct blown *b, double (*wind)(int, const double *)) {
  double most = 0;
  blow_step(b, 0);
  for (int d = 0; d < 3; d++)
    for (int k = d == 2 ? 1 : 0; k < 6; k++) /* the ground lets no air through */
      for (int j = 0; j < 6; j++)
        for (int i = 0; i < 6; i++) {
          const double x[3] = {i + (d == 0 ? 0 : 0.5), j + (d == 1 ? 0 : 0.5),
                               k + (d == 2 ? 0 : 0.5)};
          most = fmax(most, fabs(blow_get(b, d, i, j, k) - wind(d, x)));
        }
  return most;
}

static double error_with(int n, double (*wind)(int, const double *)) {
  struct blown b;
  const char *path = scratch_path("points.csv");
  scatter(path, n, wind, 8);
  blow_open(&b, text_of(path, ""), &sm_model_points, 1, 64);
  ck_assert_msg(sm_context_warning_count(b.ctx) == 0, "%s", sm_context_warning(b.ctx, 0));
  ck_assert_ptr_nonnull(strstr(b.domain->weather.source, "points, x -1 to 7 m"));
  const double error = error_of(&b, wind);
  ck_assert_int_eq(sm_context_warning_count(b.ctx), 0);
  blow_end(&b);
  return error;
}

START_TEST(polynomials_of_degree_2_are_met) {
  scratch_open();
  ck_assert_double_lt(error_with(9, linear), 1e-10);
  ck_assert_double_lt(error_with(9, quadratic), 1e-10);
  scratch_close();
}
END_TEST

START_TEST(errors_fall_with_the_cube_of_the_spacing) {
  scratch_open();
  const double coarse = error_with(9, waves), middle = error_with(17, waves),
               fine = error_with(33, waves);
  printf("largest error with spacings of 1, 1/2, 1/4 m: %.3g, %.3g, %.3g m/s: orders %.2f, %.2f\n",
         coarse, middle, fine, log2(coarse / middle), log2(middle / fine));
  ck_assert_double_gt(log2(coarse / middle), 2.5);
  ck_assert_double_gt(log2(middle / fine), 2.7);
  scratch_close();
}
END_TEST

/* Points fill only part of the domain: the rest has the wind of the nearest point, and it is said.
 */
START_TEST(faces_outside_of_the_points_are_warned_of) {
  struct blown b;
  scratch_open();
  const char *path = scratch_path("points.csv");
  scatter(path, 9, linear, 5); /* to 4 m */
  blow_open(&b, text_of(path, ""), &sm_model_points, 1, 64);
  blow_step(&b, 0);
  ck_assert_int_eq(sm_context_warning_count(b.ctx), 1);
  const char *told = sm_context_warning(b.ctx, 0);
  ck_assert_msg(strstr(told, "are not between points") != NULL, "%s", told);
  ck_assert(fabs(blow_get(&b, 0, 2, 2, 2) - linear(0, (const double[]){2, 2.5, 2.5})) < 1e-10);
  blow_end(&b);
  scratch_close();
}
END_TEST

START_TEST(points_that_tell_no_wind_are_refused) {
  scratch_open();
  const char *path = scratch_path("points.csv");
  scatter(path, 2, linear, 8);
  blow_fails(text_of(path, ""), SM_ERR_DATA, "8 points at different places are too few");
  FILE *file = fopen(path, "w");
  fprintf(file, "x,y,z,u,v,w\n");
  for (int i = 0; i < 25; i++) fprintf(file, "%d,%d,2,1,0,0\n", i % 5, i / 5);
  fclose(file);
  blow_fails(text_of(path, ""), SM_ERR_DATA, "all points are in the plane z = 2 m");
  scratch_close();
}
END_TEST

START_TEST(every_allocation_may_fail) {
  scratch_open();
  const char *path = scratch_path("points.csv");
  scatter(path, 3, linear, 8);
  blow_without_memory(text_of(path, ""));
  scratch_close();
}
END_TEST

TEST_MAIN(polynomials_of_degree_2_are_met, errors_fall_with_the_cube_of_the_spacing,
          faces_outside_of_the_points_are_warned_of, points_that_tell_no_wind_are_refused,
          every_allocation_may_fail)
