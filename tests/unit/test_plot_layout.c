/* Layout of a plot: extents, axes, formats, sizes, pages, units, marked positions. */
#define _DEFAULT_SOURCE
#include "plot_fixture.h"

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

TEST_MAIN(an_extent_is_that_part_of_the_map, places_are_marked, axes_count_in_what_fits_them,
          every_format_and_size_is_drawn, odd_domains_are_drawn, a_page_is_as_high_as_its_map_needs,
          narrow_domains_have_width, units_are_as_people_write_them)
