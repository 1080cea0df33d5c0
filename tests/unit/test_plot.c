/* Pictures: every kind, field and format is drawn; wrong options are rejected. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "output/analyse/analyse.h"
#include "output/analyse/slice_interpolation.h"
#include "output/netcdf/wind_file.h"
#include "output/picture/plot.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include "support_domain.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <unistd.h>

/* Leaks that the leak sanitizer finds in the libraries below PLplot are not ours. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libfontconfig\nleak:libltdl\nleak:libplplot\nleak:libpango\nleak:libglib\n"
         "leak:libcairo\n";
}

static const struct made_options town = {.n = {60, 40, 20},
                                         .width = {2, 3, 2},
                                         .ratio = 1.05,
                                         .slope = 0.05,
                                         .building = {20, 30, 10, 20, 0, 12},
                                         .utm = true};

static struct sm_context *ctx;
static const char *path, *picture;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("wind.nc");
  picture = scratch_path("a.png");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static void write_file(const struct made *m) {
  struct sm_case c = {.path = "case.toml", .text = "", .name = "town", .title = "A town"};
  c.output.compression = 1;
  struct sm_netcdf_writer *writer = NULL;
  const struct sm_wind_record record = {(double)NAN, true, 9, 1e-7, 2e-8, false};
  ck_assert_int_eq(sm_netcdf_create(ctx, path, &c, &m->domain, "cpu", &writer), SM_OK);
  ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m->wind, &record), SM_OK);
  ck_assert_int_eq(sm_netcdf_close(ctx, &writer), SM_OK);
}

static void write_town(const struct made_options *options) {
  struct made m;
  make_domain(&m, options);
  make_uniform(&m, 4, 1, 0.2);
  write_file(&m);
  free_domain(&m);
}

/* False where simoom was built without PLplot. */
static bool can_draw(void) {
  const struct sm_plot_options o = sm_plot_options_default();
  const enum sm_status status = sm_plot_file(ctx, path, &o, picture);
  if (status != SM_ERR_DATA) return true;
  printf("skipped: %s\n", sm_context_message(ctx));
  return false;
}

static void must_draw(const struct sm_plot_options *o) {
  char *bytes = NULL;
  size_t size;
  ck_assert_msg(sm_plot_file(ctx, path, o, picture) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_int_eq(sm_file_read(ctx, picture, &bytes, &size), SM_OK);
  ck_assert_uint_gt(size, 2000);
  const char *ending = picture + strlen(picture) - 4;
  if (strcmp(ending, ".png") == 0) {
    const unsigned char *b = (const unsigned char *)bytes; /* width and height of the header */
    ck_assert(memcmp(bytes, "\211PNG", 4) == 0);
    ck_assert_int_eq(b[18] * 256 + b[19], o->width);
    const int height = b[22] * 256 + b[23];
    if (o->image_height > 0) ck_assert_int_eq(height, o->image_height);
    if (o->image_height == 0) ck_assert(height >= o->width / 3 && height <= o->width * 3 / 4);
  } else if (strcmp(ending, ".svg") == 0) {
    ck_assert_ptr_nonnull(strstr(bytes, "<svg"));
  } else {
    ck_assert(memcmp(bytes, "%PDF", 4) == 0);
  }
  sm_free(bytes);
}

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

static size_t read_picture(char **out) {
  size_t size;
  ck_assert_int_eq(sm_file_read(ctx, picture, out, &size), SM_OK);
  return size;
}

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

/* An extent from the middle of a cell to an edge: cells 10 to 29 by 5 to 14 of a map. */
START_TEST(an_extent_is_that_part_of_the_map) {
  setup();
  write_town(&town);
  struct sm_plot_options o = sm_plot_options_default();
  struct sm_wind_file *file = NULL;
  ck_assert_int_eq(sm_wind_file_open(ctx, path, &file), SM_OK);
  const double x = file->centre[0][0] - 1, y = file->centre[1][0] - 1.5;
  const double extent[4] = {x + 21, y + 15, x + 60, y + 44};
  static const char *const fields[] = {"wind_speed", "building_height", "terrain"};
  for (int f = 0; f < 3; f++) {
    struct sm_plot_job whole = {.options = &o, .file = file};
    o.field = fields[f];
    o.extent = NULL;
    ck_assert_int_eq(sm_plot_fill(&whole), SM_OK);
    struct sm_plot_options own = o;
    own.extent = extent;
    struct sm_plot_job part = {.options = &own, .file = file};
    ck_assert_int_eq(sm_plot_fill(&part), SM_OK);
    ck_assert_int_eq(part.picture.nx, 20);
    ck_assert_int_eq(part.picture.ny, 10);
    ck_assert_double_eq_tol(part.picture.x_edge[0] + part.offset[0], x + 20, 1e-6);
    ck_assert_double_eq_tol(part.picture.y_edge[10] + part.offset[1], y + 45, 1e-6);
    for (int j = 0; j < 10; j++)
      for (int i = 0; i < 20; i++) {
        const float must = whole.picture.value[(i + 10) + 60 * (j + 5)];
        const float is = part.picture.value[i + 20 * j];
        ck_assert((isnan(must) && isnan(is)) || !(fabsf(must - is) > 0));
      }
    sm_plot_job_free(&whole);
    sm_plot_job_free(&part);
  }
  sm_wind_file_close(&file);
  teardown();
}
END_TEST

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

/* A map with so many of two places marked: how long its drawing is. */
static size_t marked(int places) {
  static const double place[2][2] = {{634030, 3925020}, {634060, 3925080}};
  static const char *const name[2] = {"mast", "castle"};
  struct sm_plot_options o = sm_plot_options_default();
  char *bytes = NULL;
  size_t size = 0;
  o.field = "terrain";
  o.vectors = 0;
  o.mark = place;
  o.mark_name = name;
  o.marks = places;
  must_draw(&o);
  ck_assert_int_eq(sm_file_read(ctx, picture, &bytes, &size), SM_OK);
  sm_free(bytes);
  return size;
}

START_TEST(places_are_marked) {
  setup();
  write_town(&town);
  picture = scratch_path("a.svg");
  if (can_draw()) {
    const size_t none = marked(0), one = marked(1), two = marked(2);
    ck_assert_uint_gt(one, none + 200); /* a cross and a name are some hundred bytes */
    ck_assert_uint_gt(two, one + 200);
  }
  teardown();
}
END_TEST

START_TEST(axes_count_in_what_fits_them) {
  double unit;
  ck_assert_str_eq(sm_plot_axis_unit(20000, &unit), "km");
  ck_assert_double_eq(unit, 1000);
  ck_assert_str_eq(sm_plot_axis_unit(0.004, &unit), "mm");
  ck_assert_double_eq(unit, 1e-3);
  ck_assert_str_eq(sm_plot_axis_unit(300, &unit), "m");
}
END_TEST

START_TEST(every_format_and_size_is_drawn) {
  setup();
  write_town(&town);
  if (can_draw()) {
    static const char *const endings[] = {"a.png", "a.svg", "a.pdf"};
    static const int sizes[][2] = {{200, 200}, {1600, 500}, {400, 1200}};
    for (int e = 0; e < 3; e++) {
      picture = scratch_path(endings[e]);
      for (int s = 0; s < 3; s++) {
        struct sm_plot_options o = sm_plot_options_default();
        o.width = sizes[s][0];
        o.image_height = sizes[s][1];
        o.vectors = s * 20;
        must_draw(&o);
      }
    }
  }
  teardown();
}
END_TEST

START_TEST(odd_domains_are_drawn) {
  setup();
  static const struct made_options odd[] = {
      {.n = {1, 1, 1}, .width = {5, 5, 5}, .ratio = 1},
      {.n = {1900, 3, 2}, .width = {5, 5, 5}, .ratio = 1, .utm = true},
      {.n = {3, 2, 60}, .width = {1, 1, 50}, .ratio = 1},
      {.n = {40, 30, 10}, .width = {1000, 1000, 20}, .ratio = 1.2, .slope = 0.001, .utm = true}};
  for (size_t n = 0; n < sizeof odd / sizeof *odd; n++) {
    write_town(&odd[n]);
    if (!can_draw()) break;
    struct sm_plot_options o = sm_plot_options_default();
    must_draw(&o);
    o.kind = SM_PLOT_SECTION;
    must_draw(&o);
  }
  teardown();
}
END_TEST

/* The height of the PNG that was drawn, pixels. */
static int drawn_height(void) {
  char *bytes = NULL;
  read_picture(&bytes);
  const unsigned char *b = (const unsigned char *)bytes;
  const int height = b[22] * 256 + b[23];
  sm_free(bytes);
  return height;
}

START_TEST(a_page_is_as_high_as_its_map_needs) {
  setup();
  static const struct made_options maps[] = {
      {.n = {20, 20, 6}, .width = {5, 5, 5}, .ratio = 1},
      {.n = {40, 20, 6}, .width = {5, 5, 5}, .ratio = 1},
      {.n = {90, 6, 6}, .width = {5, 5, 5}, .ratio = 1},
  };
  static const int height[] = {900, 669, 460};
  for (size_t n = 0; n < sizeof maps / sizeof *maps; n++) {
    write_town(&maps[n]);
    if (!can_draw()) break;
    struct sm_plot_options o = sm_plot_options_default();
    must_draw(&o);
    ck_assert_int_eq(drawn_height(), height[n]);
  }
  teardown();
}
END_TEST

/* Sixty metres of ground below three kilometres of air, and a map of sixty times as long as wide:
 * neither is a line. Cells are a picture in an SVG, where cairo is the one that is known. */
START_TEST(narrow_domains_have_width) {
  setup();
  static const struct made_options narrow[] = {{.n = {30, 4, 60}, .width = {2, 2, 50}, .ratio = 1},
                                               {.n = {190, 3, 2}, .width = {5, 5, 5}, .ratio = 1}};
  static const char *const size[] = {"width=\"280.000\" height=\"700.000\"",
                                     "width=\"938.000\" height=\"112.560\""};
  picture = scratch_path("a.svg");
  for (int n = 0; n < 2; n++) {
    char *bytes = NULL;
    struct sm_plot_options o = sm_plot_options_default();
    write_town(&narrow[n]);
    if (n == 0) o.kind = SM_PLOT_SECTION;
    if (!can_draw()) break;
    must_draw(&o);
    read_picture(&bytes);
    ck_assert(strstr(bytes, "<image x=\"") == NULL || strstr(bytes, size[n]) != NULL);
    sm_free(bytes);
  }
  teardown();
}
END_TEST

/* Adds a variable on cells to the file, 0 everywhere. */
static void add_variable(const char *name, const char *unit) {
  int id, variable, dims[4];
  static const char *const names[] = {"time", "z", "y", "x"};
  ck_assert_int_eq(nc_open(path, NC_WRITE, &id), NC_NOERR);
  for (int d = 0; d < 4; d++) ck_assert_int_eq(nc_inq_dimid(id, names[d], &dims[d]), NC_NOERR);
  ck_assert_int_eq(nc_def_var(id, name, NC_FLOAT, 4, dims, &variable), NC_NOERR);
  ck_assert_int_eq(nc_put_att_text(id, variable, "units", strlen(unit), unit), NC_NOERR);
  size_t count = 1, length;
  for (int d = 0; d < 4; d++) {
    ck_assert_int_eq(nc_inq_dimlen(id, dims[d], &length), NC_NOERR);
    count *= length;
  }
  float *zero = calloc(count, sizeof *zero);
  ck_assert_ptr_nonnull(zero);
  ck_assert_int_eq(nc_put_var_float(id, variable, zero), NC_NOERR);
  free(zero);
  ck_assert_int_eq(nc_close(id), NC_NOERR);
}

/* Adds one with a unit, and reads how a picture writes it. */
static void check_unit(const char *name, const char *unit, const char *shown, bool logarithmic) {
  struct sm_wind_file *file = NULL;
  add_variable(name, unit);
  ck_assert_int_eq(sm_wind_file_open_any(ctx, path, &file), SM_OK);
  struct sm_plot_job job = {.file = file};
  ck_assert(sm_plot_find_other(&job, name));
  ck_assert_str_eq(job.field.units, shown);
  ck_assert_int_eq(job.other.logarithmic, logarithmic);
  sm_wind_file_close(&file);
}

START_TEST(units_are_as_people_write_them) {
  setup();
  write_town(&town);
  check_unit("smoke", "kg m-3", "kg/m3", true);
  check_unit("smoke_variance", "(kg m-3)2", "(kg/m3)2", false);
  check_unit("kinematic_pressure", "m2 s-2", "m2/s2", false);
  check_unit("nut", "m2 s-1", "m2/s", false);
  check_unit("rate", "s-1", "s-1", false);
  check_unit("capacity", "J kg-1 K-1", "J kg-1 K-1", false);
  check_unit("fraction", "1", "", false);
  check_unit("temperature", "K", "K", false);
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

START_TEST(air_that_burns_is_seen_near_the_ground_and_nothing_is_told) {
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

TEST_MAIN(every_field_and_kind_is_drawn, an_extent_is_that_part_of_the_map, places_are_marked,
          the_ground_is_shaded_unless_somebody_minds, a_slice_of_the_air_is_drawn_as_a_section,
          speed_of_a_slice_is_that_of_all_of_its_wind, a_row_of_cells_is_drawn_as_a_line,
          axes_count_in_what_fits_them, every_format_and_size_is_drawn, odd_domains_are_drawn,
          a_page_is_as_high_as_its_map_needs, narrow_domains_have_width,
          air_that_burns_is_seen_near_the_ground_and_nothing_is_told,
          units_are_as_people_write_them, winds_of_zero_and_of_nan_are_drawn,
          wrong_options_are_rejected, slice_of_a_file_is_the_slice_of_its_wind)
