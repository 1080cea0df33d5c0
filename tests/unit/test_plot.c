/* Pictures: every kind, field and format is drawn; wrong options are rejected. */
#define _DEFAULT_SOURCE
#include "output/analyse/slice_interpolation.h"
#include "plot_fixture.h"
#include <unistd.h>

static void must_fail(const struct sm_plot_options *o, enum sm_status status, const char *words) {
  ck_assert_int_eq(sm_plot_file(ctx, path, o, picture), status);
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
}

START_TEST(every_field_and_kind_is_drawn) {
  setup();
  write_town(&town);
  if (can_draw()) {
    static const char *const fields[] = {"wind_speed", "wind_from_direction", "u", "v", "w",
                                         "terrain",    "building_height",     "z0"};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
      struct sm_plot_options o = sm_plot_options_default();
      o.field = fields[f];
      must_draw(&o);
      o.kind = SM_PLOT_SECTION;
      if (f < 5) must_draw(&o);
    }
  }
  teardown();
}
END_TEST

START_TEST(the_ground_is_shaded_unless_somebody_minds) {
  setup();
  write_town(&town);
  if (can_draw()) {
    struct sm_plot_options o = sm_plot_options_default();
    char *shaded = NULL, *plain = NULL;
    must_draw(&o);
    const size_t size = read_picture(&shaded);
    o.no_relief = true;
    must_draw(&o);
    ck_assert(read_picture(&plain) != size || memcmp(shaded, plain, size) != 0);
    sm_free(shaded);
    sm_free(plain);
  }
  teardown();
}
END_TEST

START_TEST(a_row_of_cells_is_drawn_as_a_line) {
  setup();
  static const struct made_options rows[] = {{.n = {40, 1, 1}, .width = {2, 2, 2}, .ratio = 1},
                                             {.n = {1, 40, 2}, .width = {2, 2, 2}, .ratio = 1}};
  for (int n = 0; n < 2; n++) {
    write_town(&rows[n]);
    if (!can_draw()) break;
    struct sm_plot_options o = sm_plot_options_default();
    char *line = NULL, *map = NULL;
    must_draw(&o);
    const size_t size = read_picture(&line);
    o.height = 1;
    must_draw(&o);
    ck_assert(read_picture(&map) != size || memcmp(line, map, size) != 0);
    sm_free(line);
    sm_free(map);
    unlink(path);
  }
  teardown();
}
END_TEST

/* Painted values of a field, [cells], and labels of the colour bar. */
static void fill_field(const char *field, float *out, size_t cells, char label[256]) {
  struct sm_plot_options o = sm_plot_options_default();
  struct sm_wind_file *file = NULL;
  ck_assert_int_eq(sm_wind_file_open(ctx, path, &file), SM_OK);
  struct sm_plot_job job = {.options = &o, .file = file};
  o.field = field;
  ck_assert_int_eq(sm_plot_fill(&job), SM_OK);
  ck_assert_uint_eq((size_t)job.picture.nx * (size_t)job.picture.ny, cells);
  memcpy(out, job.picture.value, cells * sizeof *out);
  snprintf(label, 256, "%s", job.bar_label);
  sm_plot_job_free(&job);
  sm_wind_file_close(&file);
}

START_TEST(speed_of_a_slice_is_that_of_all_of_its_wind) {
  enum { CELLS = 40 * 20 };
  static const struct made_options slice = {.n = {40, 1, 20}, .width = {2, 2, 2}, .ratio = 1};
  static const char *const names[4] = {"u", "v", "w", "wind_speed"};
  static float value[4][CELLS];
  char label[256];
  setup();
  write_town(&slice);
  for (int n = 0; n < 4; n++) fill_field(names[n], value[n], CELLS, label);
  ck_assert_str_eq(label, "wind speed (m/s)");
  int rising = 0;
  for (int c = 0; c < CELLS; c++) {
    if (isnan(value[3][c])) continue;
    ck_assert_double_eq_tol(
        (double)value[3][c],
        hypot(hypot((double)value[0][c], (double)value[1][c]), (double)value[2][c]), 1e-5);
    rising += fabsf(value[2][c]) > 0.01F;
  }
  ck_assert_int_gt(rising, 0);
  teardown();
}
END_TEST

START_TEST(a_slice_of_the_air_is_drawn_as_a_section) {
  setup();
  static const struct made_options slices[] = {{.n = {40, 1, 20}, .width = {2, 2, 2}, .ratio = 1},
                                               {.n = {2, 40, 20}, .width = {2, 2, 2}, .ratio = 1}};
  for (int n = 0; n < 2; n++) {
    write_town(&slices[n]);
    if (!can_draw()) break;
    struct sm_plot_options o = sm_plot_options_default();
    char *usual = NULL, *section = NULL, *map = NULL;
    must_draw(&o);
    const size_t size = read_picture(&usual);
    o.height = 3;
    must_draw(&o);
    ck_assert(read_picture(&map) != size || memcmp(usual, map, size) != 0);
    o.height = (double)NAN;
    o.kind = SM_PLOT_SECTION;
    if (n == 1) {
      o.from[0] = o.to[0] = (double)NAN;
      o.from[1] = (double)-INFINITY;
      o.to[1] = (double)INFINITY;
    }
    must_draw(&o);
    ck_assert_uint_eq(read_picture(&section), size);
    ck_assert_mem_eq(usual, section, size);
    sm_free(usual);
    sm_free(section);
    sm_free(map);
    unlink(path);
  }
  teardown();
}
END_TEST

static void check_subtitle(const char *field, const char *words) {
  struct sm_plot_options o = sm_plot_options_default();
  struct sm_wind_file *file = NULL;
  o.field = field;
  ck_assert_int_eq(sm_wind_file_open_any(ctx, path, &file), SM_OK);
  struct sm_plot_job job = {.options = &o, .file = file};
  ck_assert_int_eq(sm_plot_fill(&job), SM_OK);
  ck_assert_msg(strstr(job.subtitle, words) != NULL, "%s", job.subtitle);
  sm_plot_job_free(&job);
  sm_wind_file_close(&file);
}

START_TEST(burning_air_is_drawn_near_the_ground_and_fields_of_zeros_say_so) {
  setup();
  write_town(&town);
  add_variable("temperature", "K");
  check_subtitle("temperature", ", 10 m ");
  add_variable("heat_release", "W m-3");
  check_subtitle("temperature", ", 2 m ");
  check_subtitle("wind_speed", ", 10 m ");
  add_variable("smoke", "kg m-3");
  check_subtitle("smoke", "; 0 everywhere");
  teardown();
}
END_TEST

START_TEST(winds_of_zero_and_of_nan_are_drawn) {
  setup();
  for (int nan = 0; nan < 2; nan++) {
    struct made m;
    make_domain(&m, &town);
    make_uniform(&m, nan ? (double)NAN : 0, 0, 0);
    write_file(&m);
    free_domain(&m);
    if (!can_draw()) break;
    struct sm_plot_options o = sm_plot_options_default();
    if (!nan) must_draw(&o);
    o.kind = SM_PLOT_SECTION;
    must_draw(&o);
  }
  teardown();
}
END_TEST

START_TEST(wrong_options_are_rejected) {
  setup();
  write_town(&town);
  struct sm_plot_options o = sm_plot_options_default();
  o.field = "speeed";
  must_fail(&o, SM_ERR_USAGE, "no field 'speeed'");
  o = sm_plot_options_default();
  o.height = 500;
  must_fail(&o, SM_ERR_USAGE, "no air of the domain at 500 m");
  o.height = -3;
  must_fail(&o, SM_ERR_USAGE, "no air of the domain at -3 m");
  o = sm_plot_options_default();
  o.time = 1;
  must_fail(&o, SM_ERR_USAGE, "no time 1: there are 1");
  o = sm_plot_options_default();
  o.low = 3;
  o.high = 2;
  must_fail(&o, SM_ERR_USAGE, "ends at 2");
  o = sm_plot_options_default();
  o.width = 10;
  must_fail(&o, SM_ERR_USAGE, "200 to 20000 pixels");
  o = sm_plot_options_default();
  o.vectors = 2;
  must_fail(&o, SM_ERR_USAGE, "8 pixels apart");
  o = sm_plot_options_default();
  o.kind = SM_PLOT_SECTION;
  o.from[0] = 10;
  must_fail(&o, SM_ERR_USAGE, "x runs from 634000.1");
  o = sm_plot_options_default();
  o.kind = SM_PLOT_SECTION;
  for (int d = 0; d < 2; d++) o.from[d] = o.to[d] = d == 0 ? 634010 : 3925010;
  must_fail(&o, SM_ERR_USAGE, "shorter than a cell");
  o.field = "terrain";
  must_fail(&o, SM_ERR_USAGE, "no vertical section");
  o = sm_plot_options_default();
  ck_assert_int_eq(sm_plot_file(ctx, path, &o, "a.gif"), SM_ERR_USAGE);
  ck_assert_int_eq(sm_plot_file(ctx, "none.nc", &o, picture), SM_ERR_DATA);
  if (can_draw()) {
    ck_assert_int_eq(sm_plot_file(ctx, path, &o, "none/a.png"), SM_ERR_IO);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "No such file or directory"));
  }
  teardown();
}
END_TEST

/* The slice from the file agrees with the one from the faces. */
START_TEST(slice_of_a_file_is_the_slice_of_its_wind) {
  setup();
  struct made_options o = town;
  o.n[1] = 140; /* more than one tile */
  struct made m;
  make_domain(&m, &o);
  make_solenoidal(&m);
  write_file(&m);
  enum { COLUMNS = 60 * 140 };
  static float must[3][COLUMNS], is[3][COLUMNS];
  struct sm_wind_file *file = NULL;
  ck_assert_int_eq(sm_wind_file_open(ctx, path, &file), SM_OK);
  for (double height = 0.2; height < 50; height *= 1.7) {
    sm_slice_wind(&m.domain, &m.wind, height, must[0], must[1], must[2]);
    ck_assert_int_eq(sm_wind_file_slice(file, 0, height, is[0], is[1], is[2]), SM_OK);
    for (int c = 0; c < 3; c++)
      for (int n = 0; n < COLUMNS; n++)
        ck_assert_msg((isnan(must[c][n]) && isnan(is[c][n])) ||
                          fabs((double)must[c][n] - (double)is[c][n]) < 1e-4,
                      "%g m, component %d, column %d: %g, must be %g", height, c, n,
                      (double)is[c][n], (double)must[c][n]);
  }
  sm_wind_file_close(&file);
  free_domain(&m);
  teardown();
}
END_TEST

TEST_MAIN(every_field_and_kind_is_drawn, the_ground_is_shaded_unless_somebody_minds,
          a_slice_of_the_air_is_drawn_as_a_section, speed_of_a_slice_is_that_of_all_of_its_wind,
          a_row_of_cells_is_drawn_as_a_line,
          burning_air_is_drawn_near_the_ground_and_fields_of_zeros_say_so,
          winds_of_zero_and_of_nan_are_drawn, wrong_options_are_rejected,
          slice_of_a_file_is_the_slice_of_its_wind)
