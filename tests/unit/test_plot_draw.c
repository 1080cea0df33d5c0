/* Charts: every kind of series is drawn; wrong options are rejected. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "output/picture/plot.h"
#include "plplot_leaks.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct sm_context *ctx;
static const char *picture;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  picture = scratch_path("a.svg");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static const double x[] = {0, 1, (double)NAN, 2, 3, 1e30, 0.5}, y[] = {0, 2, 1, 1, 3, 1, -1e30};
static const struct sm_chart_series all[] = {{SM_SERIES_BOXES, NULL, x, y, 2},
                                             {SM_SERIES_LINE, "computed", x, y, 7},
                                             {SM_SERIES_DOTS, "measured", x, y, 7},
                                             {SM_SERIES_LINE, NULL, x, y, 1},
                                             {SM_SERIES_DOTS, "none", NULL, NULL, 0}};

static struct sm_chart make_chart(int series) {
  return (struct sm_chart){.title = "A chart",
                           .subtitle = "of points",
                           .x_label = "x (m)",
                           .y_label = "y (m)",
                           .x = {-1, 4},
                           .y = {-2, 5},
                           .series = all,
                           .series_count = series,
                           .width = 600,
                           .height = 400};
}

/* Number of closed paths of an SVG that are filled; -1 without PLplot. */
static int draw(const struct sm_chart *chart) {
  const enum sm_status status = sm_plot_chart(ctx, chart, picture);
  if (status == SM_ERR_DATA) return -1;
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  char *text = NULL;
  size_t size;
  int paths = 0;
  ck_assert_int_eq(sm_file_read(ctx, picture, &text, &size), SM_OK);
  for (const char *at = text; (at = strstr(at, "<path")) != NULL; at++) paths++;
  sm_free(text);
  return paths;
}

START_TEST(every_series_adds_to_the_chart) {
  setup();
  int before = -1;
  for (int count = 0; count <= 3; count++) {
    const struct sm_chart chart = make_chart(count);
    const int paths = draw(&chart);
    if (paths < 0) {
      printf("skipped: %s\n", sm_context_message(ctx));
      break;
    }
    ck_assert_int_gt(paths, before);
    before = paths;
  }
  teardown();
}
END_TEST

START_TEST(points_beyond_the_axes_and_breaks_are_no_trouble) {
  setup();
  struct sm_chart chart = make_chart(5);
  chart.twofold = true;
  for (int square = 0; square < 2; square++) {
    chart.square = square;
    if (draw(&chart) >= 0) ck_assert_int_gt(draw(&chart), 10);
  }
  chart.series_count = 0;
  chart.x[0] = 1e-9;
  chart.x[1] = 2e-9;
  draw(&chart);
  teardown();
}
END_TEST

START_TEST(logarithmic_axes_leave_out_what_has_no_logarithm) {
  setup();
  struct sm_chart chart = make_chart(3);
  for (int axes = 1; axes < 4; axes++) {
    chart.log_x = axes % 2 == 1;
    chart.log_y = axes / 2 == 1;
    chart.x[0] = 0.01;
    chart.y[0] = 1e-7;
    if (draw(&chart) >= 0) ck_assert_int_gt(draw(&chart), 10);
  }
  chart.x[0] = 0;
  ck_assert_int_eq(sm_plot_chart(ctx, &chart, picture), SM_ERR_USAGE);
  teardown();
}
END_TEST

static void must_fail(const struct sm_chart *chart, const char *path, enum sm_status status,
                      const char *words) {
  ck_assert_int_eq(sm_plot_chart(ctx, chart, path), status);
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
}

START_TEST(wrong_options_are_rejected) {
  setup();
  const struct sm_chart good = make_chart(3);
  struct sm_chart chart = good;
  chart.width = 100;
  must_fail(&chart, picture, SM_ERR_USAGE, "200 to 20000");
  chart = good;
  chart.x[1] = chart.x[0];
  must_fail(&chart, picture, SM_ERR_USAGE, "must increase");
  chart = good;
  chart.y[1] = (double)NAN;
  must_fail(&chart, picture, SM_ERR_USAGE, "must increase");
  must_fail(&good, "a.gif", SM_ERR_USAGE, "must end in");
  if (draw(&good) >= 0) {
    const char *nowhere = scratch_path("none/a.png");
    must_fail(&good, nowhere, SM_ERR_IO, "cannot be written");
  }
  teardown();
}
END_TEST

START_TEST(labels_have_rounded_numbers) {
  char label[64];
  sm_plot_axis_label("easting", 420000, "m", label, sizeof label);
  ck_assert_str_eq(label, "easting \xe2\x88\x92 420 km (m)");
  sm_plot_axis_label("northing", -2700000, "km", label, sizeof label);
  ck_assert_str_eq(label, "northing + 2700 km (km)");
  sm_plot_axis_label("x", 0, "m", label, sizeof label);
  ck_assert_str_eq(label, "x (m)");
  static const double told[][2] = {{10.0584, 10.06}, {601.237, 601.2}, {123456.7, 123457},
                                   {-1.75, -1.75},   {0, 0},           {4.5678e-4, 4.568e-4}};
  for (size_t n = 0; n < sizeof told / sizeof *told; n++)
    ck_assert_double_eq_tol(sm_plot_round(told[n][0]), told[n][1], 1e-12 + 1e-9 * fabs(told[n][1]));
}
END_TEST

TEST_MAIN(labels_have_rounded_numbers, every_series_adds_to_the_chart,
          points_beyond_the_axes_and_breaks_are_no_trouble,
          logarithmic_axes_leave_out_what_has_no_logarithm, wrong_options_are_rejected)
