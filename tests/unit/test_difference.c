/* The difference of two results: exact numbers in pictures, sections, profiles and cells; what
 * cannot be subtracted is told. */
#define _DEFAULT_SOURCE
#include "output/analyse/analyse.h"
#include "output/netcdf/wind_file.h"
#include "output/picture/plot.h"
#include "plplot_leaks.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include "support_domain.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <unistd.h>

enum { NX = 20, NY = 16, NZ = 12, COLUMNS = NX * NY, CELLS = COLUMNS * NZ };

/* The same grid with a building in the west, and one in the east. */
static const struct made_options west = {.n = {NX, NY, NZ},
                                         .width = {2, 3, 2},
                                         .ratio = 1.05,
                                         .slope = 0.02,
                                         .building = {4, 8, 4, 8, 0, 6}},
                                 east = {.n = {NX, NY, NZ},
                                         .width = {2, 3, 2},
                                         .ratio = 1.05,
                                         .slope = 0.02,
                                         .building = {12, 15, 4, 8, 0, 9}};

static struct sm_context *ctx;
static char a_path[4096], b_path[4096];

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  snprintf(a_path, sizeof a_path, "%s", scratch_path("with.nc"));
  snprintf(b_path, sizeof b_path, "%s", scratch_path("without.nc"));
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

/* A uniform wind at some times, s; NAN: without dates. */
static void write_winds(const char *path, const struct made_options *o, double u, double v,
                        const double *time, int times) {
  struct sm_case c = {.path = "case.toml", .text = "", .name = "town", .title = "A town"};
  struct sm_netcdf_writer *writer = NULL;
  struct made m;
  make_domain(&m, o);
  ck_assert_int_eq(sm_netcdf_create(ctx, path, &c, &m.domain, "cpu", &writer), SM_OK);
  for (int t = 0; t < times; t++) {
    const struct sm_wind_record record = {time[t], true, 9, 1e-7, 2e-8, false};
    make_uniform(&m, u + t, v, 0.1);
    ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m.wind, &record), SM_OK);
  }
  ck_assert_int_eq(sm_netcdf_close(ctx, &writer), SM_OK);
  free_domain(&m);
}

static const double no_date = NAN;

/* Either wind comes from the north, on both sides of it. */
static void write_pair(void) {
  write_winds(a_path, &west, 0.5, -4, &no_date, 1);
  write_winds(b_path, &east, -0.25, -3, &no_date, 1);
}

/* A picture of one file (minus NULL) or of the difference of two; its numbers. */
static size_t fill(const struct sm_plot_options *o, const char *path, const char *minus, float *out,
                   uint8_t *solid, char title[768]) {
  struct sm_wind_file *file = NULL;
  ck_assert_msg(sm_difference_open(ctx, path, minus, &file) == SM_OK, "%s",
                sm_context_message(ctx));
  struct sm_plot_job job = {.options = o, .file = file};
  ck_assert_msg(sm_plot_fill(&job) == SM_OK, "%s", sm_context_message(ctx));
  const size_t count = (size_t)job.picture.nx * (size_t)job.picture.ny;
  ck_assert_uint_le(count, CELLS);
  memcpy(out, job.picture.value, count * sizeof *out);
  if (solid != NULL && job.picture.solid != NULL) memcpy(solid, job.picture.solid, count);
  if (title != NULL) snprintf(title, 768, "%s", job.picture.title);
  if (minus != NULL) {
    ck_assert_int_eq(job.picture.colours, SM_COLOURS_DIVERGING);
    ck_assert_double_eq(job.picture.low, -job.picture.high);
  }
  sm_plot_job_free(&job);
  sm_wind_file_close(&file);
  return count;
}

/* Expected a - b. */
static double subtract(double a, double b, bool circle) {
  double d = a - b;
  while (circle && d > 180) d -= 360;
  while (circle && d < -180) d += 360;
  return d;
}

static void compare(const struct sm_plot_options *o, int *holes) {
  static float a[CELLS], b[CELLS], is[CELLS];
  const bool circle = strcmp(o->field, "wind_from_direction") == 0;
  const size_t count = fill(o, a_path, b_path, is, NULL, NULL);
  ck_assert_uint_eq(fill(o, a_path, NULL, a, NULL, NULL), count);
  ck_assert_uint_eq(fill(o, b_path, NULL, b, NULL, NULL), count);
  for (size_t c = 0; c < count; c++) {
    const double must = subtract((double)a[c], (double)b[c], circle);
    *holes += isnan(must);
    if (strcmp(o->field, "building_height") == 0) continue;
    ck_assert_msg(isnan(must) ? isnan(is[c]) : fabs((double)is[c] - must) < 1e-5,
                  "%s, %zu: %g, must be %g", o->field, c, (double)is[c], must);
  }
}

START_TEST(a_difference_is_that_of_the_two_pictures) {
  static const char *const fields[] = {"wind_speed", "wind_from_direction", "u", "v", "w",
                                       "terrain",    "building_height",     "z0"};
  setup();
  write_pair();
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
    struct sm_plot_options o = sm_plot_options_default();
    int holes = 0;
    o.field = fields[f];
    o.height = 1.3; /* below the lowest centres on part of the slope, and inside both buildings */
    compare(&o, &holes);
    if (f < 5) ck_assert_int_ge(holes, 16 + 12);
    o.kind = SM_PLOT_SECTION;
    o.height = NAN;
    if (f < 5) compare(&o, &holes);
  }
  teardown();
}
END_TEST

/* |A| - |B|, and not |A - B|; 7.125 and 355.236 degrees are 11.9 apart. */
START_TEST(speeds_are_subtracted_and_directions_on_the_circle) {
  static float value[CELLS];
  static uint8_t solid[CELLS];
  char title[768];
  setup();
  write_pair();
  struct sm_plot_options o = sm_plot_options_default();
  o.kind = SM_PLOT_SECTION;
  o.field = "wind_speed";
  size_t count = fill(&o, a_path, b_path, value, solid, title);
  ck_assert_str_eq(title, "Horizontal wind speed difference, with minus without");
  ck_assert_double_eq_tol((double)value[count - 1], hypot(0.5, 4) - hypot(0.25, 3), 1e-5);
  o.field = "wind_from_direction";
  count = fill(&o, a_path, b_path, value, solid, NULL);
  const double must = -(atan2(0.5, 4) + atan2(0.25, 3)) * 180 / acos(-1);
  ck_assert_double_eq_tol((double)value[count - 1], must, 1e-3);
  teardown();
}
END_TEST

START_TEST(buildings_of_either_are_solid) {
  static float value[CELLS];
  static uint8_t solid[CELLS];
  setup();
  write_pair();
  struct sm_plot_options o = sm_plot_options_default();
  o.height = 3;
  fill(&o, a_path, b_path, value, solid, NULL);
  for (int i = 0; i < NX; i++) {
    const bool built = (i >= 4 && i < 8) || (i >= 12 && i < 15);
    ck_assert_int_eq(solid[(size_t)i + 5 * NX], built);
    ck_assert_int_eq(isnan(value[(size_t)i + 5 * NX]) != 0, built);
  }
  o.field = "building_height";
  o.height = NAN;
  fill(&o, a_path, b_path, value, NULL, NULL);
  ck_assert_double_gt((double)value[5 + 5 * NX], 10);
  ck_assert_double_lt((double)value[13 + 5 * NX], -10);
  ck_assert_double_eq((double)value[1], 0);
  teardown();
}
END_TEST

START_TEST(cells_are_subtracted) {
  static float value[CELLS];
  static uint8_t type[CELLS];
  const size_t start[4] = {0}, count[4] = {1, NZ, NY, NX};
  struct sm_wind_file *file = NULL;
  setup();
  write_pair();
  ck_assert_int_eq(sm_difference_open(ctx, a_path, b_path, &file), SM_OK);
  ck_assert_int_eq(sm_difference_floats(file, "u", start, count, value), SM_OK);
  ck_assert_double_eq_tol((double)value[CELLS - 1], 0.75, 1e-6);
  ck_assert_int_eq(sm_difference_floats(file, "wind_speed", start, count, value), SM_OK);
  ck_assert_double_eq_tol((double)value[CELLS - 1], hypot(0.5, 4) - hypot(0.25, 3), 1e-5);
  ck_assert_int_eq(sm_difference_cell_types(file, start + 1, count + 1, type), SM_OK);
  for (int c = 0; c < CELLS; c++)
    ck_assert_int_eq(isnan(value[c]) != 0,
                     type[c] == SM_CELL_BUILDING || type[c] == SM_CELL_TERRAIN);
  ck_assert_int_eq(type[5 + NX * (5 + NY * 3)], SM_CELL_BUILDING);
  ck_assert_int_eq(type[13 + NX * (5 + NY * 3)], SM_CELL_BUILDING);
  ck_assert_int_eq(sm_difference_floats(file, "terrain", start + 2, count + 2, value), SM_OK);
  ck_assert_double_eq_tol((double)value[NX - 1], 0.02 * 39, 1e-5);
  sm_wind_file_close(&file);
  teardown();
}
END_TEST

static void must_fail(const struct sm_plot_options *o, const char *words) {
  const char *picture = scratch_path("a.png");
  ck_assert_int_eq(sm_plot_file(ctx, a_path, o, picture), SM_ERR_USAGE);
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
  ck_assert_int_ne(access(picture, F_OK), 0);
}

/* The same times, in another order of files; one that the other lacks. */
START_TEST(times_are_matched_by_their_value) {
  static const double first[3] = {0, 60, 120}, second[2] = {60, 180};
  static float value[CELLS];
  setup();
  write_winds(a_path, &west, 1, 0, first, 3);
  write_winds(b_path, &west, 1, 0, second, 2);
  struct sm_plot_options o = sm_plot_options_default();
  o.kind = SM_PLOT_SECTION;
  o.field = "u";
  o.time = 1; /* u is 2 m/s at 60 s in A, and 1 m/s in B */
  const size_t count = fill(&o, a_path, b_path, value, NULL, NULL);
  ck_assert_double_eq_tol((double)value[count - 1], 1, 1e-6);
  o.minus = b_path;
  o.time = -1;
  must_fail(&o, "there is no 120 s");
  struct sm_wind_file *file = NULL;
  ck_assert_int_eq(sm_difference_open(ctx, a_path, b_path, &file), SM_OK);
  ck_assert_int_eq(sm_difference_check_times(file, 0, 2), SM_ERR_USAGE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "there is no 0 s, 120 s"));
  sm_wind_file_close(&file);
  teardown();
}
END_TEST

START_TEST(fields_that_cannot_be_subtracted_are_reported) {
  setup();
  write_pair();
  struct sm_plot_options o = sm_plot_options_default();
  o.minus = b_path;
  o.streamlines = true;
  must_fail(&o, "has no streamlines");
  o.streamlines = false;
  o.scale = SM_PLOT_SCALE_LOGARITHMIC;
  must_fail(&o, "cannot have a logarithmic scale");
  o.scale = SM_PLOT_SCALE_LINEAR;
  o.kind = SM_PLOT_ROSE;
  must_fail(&o, "cannot be subtracted");
  struct made_options other = east;
  other.n[2]--;
  write_winds(b_path, &other, 1, 1, &no_date, 1);
  o = sm_plot_options_default();
  o.minus = b_path;
  must_fail(&o, "cells along z differ");
  must_fail(&o, "20 x 16 x 12 cells, x 0 to 40, y 0 to 48, z 0 to ");
  must_fail(&o, "20 x 16 x 11 cells, x 0 to 40, y 0 to 48, z 0 to ");
  other = east;
  other.width[0] = 2.5;
  write_winds(b_path, &other, 1, 1, &no_date, 1);
  must_fail(&o, "cells along x differ");
  const double date = 60;
  write_winds(b_path, &east, 1, 1, &date, 1);
  must_fail(&o, "there is no 0 s");
  teardown();
}
END_TEST

START_TEST(files_are_called_by_what_tells_them_apart) {
  char a[SM_DIFFERENCE_NAME], b[SM_DIFFERENCE_NAME];
  sm_difference_names("out/with.nc", "other/without.nc", a, b);
  ck_assert_str_eq(a, "with");
  ck_assert_str_eq(b, "without");
  sm_difference_names("x/with/town.nc", "x/without/town.nc", a, b);
  ck_assert_str_eq(a, "with/town");
  ck_assert_str_eq(b, "without/town");
  sm_difference_names("town.nc", "town.nc", a, b);
  ck_assert_str_eq(a, "town");
  ck_assert_str_eq(b, "town");
}
END_TEST

TEST_MAIN(a_difference_is_that_of_the_two_pictures,
          speeds_are_subtracted_and_directions_on_the_circle, buildings_of_either_are_solid,
          cells_are_subtracted, times_are_matched_by_their_value,
          fields_that_cannot_be_subtracted_are_reported, files_are_called_by_what_tells_them_apart)
