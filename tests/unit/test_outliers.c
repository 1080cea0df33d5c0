/* Outliers in elevation: voids and spikes that a raster does not declare are told and filled;
 * cliffs, quarries, lakes at 0 m, high mountains and towns are left in peace. */
#define _POSIX_C_SOURCE 200809L
#include "gis_files.h"

enum { SIDE = 96 };
static float ground[SIDE * SIDE], window_values[SIDE * SIDE];
static double cell; /* m */
static struct sm_raster_report report;

static const struct sm_crs local = {.local = true};

static void make(double cell_size, double (*height)(double x, double y)) {
  cell = cell_size;
  for (int j = 0; j < SIDE; j++)
    for (int i = 0; i < SIDE; i++)
      ground[j * SIDE + i] = (float)height((i + 0.5) * cell, (j + 0.5) * cell);
}

static void set(int i, int j, int nx, int ny, double height) {
  for (int b = j; b < j + ny; b++)
    for (int a = i; a < i + nx; a++) ground[b * SIDE + a] = (float)height;
}

/* Writes the ground and reads it again in cells of `step` pixels; returns the warnings. */
static const char *read_ground(int step, bool fill) {
  const char *path = scratch_path("ground.asc");
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\nNODATA_value -32000\n",
          SIDE, SIDE, cell);
  for (int j = SIDE - 1; j >= 0; j--)
    for (int i = 0; i < SIDE; i++)
      fprintf(file, "%.3f%c", (double)ground[j * SIDE + i], i + 1 < SIDE ? ' ' : '\n');
  ck_assert_int_eq(fclose(file), 0);
  const struct sm_map_window window = {0, 0, cell * step, cell * step, SIDE / step, SIDE / step};
  const struct sm_raster_options options = {.fill = fill};
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  good(sm_gis_read_raster(ctx, (const char *const[]){path}, 1, &options, &local, &window,
                          window_values, &report));
  return sm_context_warning_count(ctx) > 0 ? sm_context_warning(ctx, 0) : "";
}

static void tells(const char *text, const char *part) {
  ck_assert_msg(strstr(text, part) != NULL, "'%s' is not in:\n%s", part, text);
}

static double plain(double x, double y) {
  return 1000 + 5 * sin(x / 400) + 4 * cos(y / 300) + 0.01 * x;
}

/* Sharp ridges of several sizes: slopes of 60 deg and more over thousands of metres. */
static double alps(double x, double y) {
  double height = 500, size = 1300, wave = 2600;
  for (int octave = 0; octave < 6; octave++, size *= 0.5, wave *= 0.5) {
    const double a = sin(x / wave * 3 + 1.3 * octave + 0.6 * sin(y / wave));
    const double b = sin(y / wave * 2.7 + 2.1 * octave + 0.7 * cos(x / wave));
    height += size * (1 - fabs(a)) * (1 - fabs(b));
  }
  return height;
}

START_TEST(undeclared_missing_values_are_warned_of_and_filled) {
  static const double marks[] = {0, -99, -999, -9999, 32767, -32768, -1, 2600};
  static const int sizes[] = {1, 2, 7, 20};
  begin();
  for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++)
      for (int at = 0; at <= 40; at += 40) { /* in a corner, and within */
        char text[256];
        make(30, plain);
        set(at, at, sizes[n], sizes[n], marks[m]);
        const char *warnings = read_ground(1, false);
        snprintf(text, sizeof text, "warning: %d pixels at 1 places look like voids or spikes",
                 sizes[n] * sizes[n]);
        tells(warnings, text);
        snprintf(text, sizeof text, "the largest, of %d pixels, has %.6g m at %.10g E, %.10g N",
                 sizes[n] * sizes[n], marks[m], (at + 0.5) * 30, (at + sizes[n] - 0.5) * 30);
        tells(warnings, text);
        tells(warnings, "terrain.fill = \"interpolate\"");
        ck_assert_uint_eq(report.missing, 0);
        near((double)window_values[at * SIDE + at], marks[m], 0);
        tells(read_ground(1, true), "are filled from their neighbours");
        ck_assert_uint_eq(report.missing, (size_t)(sizes[n] * sizes[n]));
        for (int j = 0; j < SIDE; j++)
          for (int i = 0; i < SIDE; i++)
            near((double)window_values[j * SIDE + i], plain((i + 0.5) * 30, (j + 0.5) * 30), 8);
      }
  end();
}
END_TEST

/* A collar of a warped map, several holes of several kinds, and cells of many pixels. */
START_TEST(many_voids_leave_no_trace_in_coarse_cells) {
  begin();
  make(2, plain);
  for (int j = 0; j < SIDE; j++) set(0, j, 3 + j / 8, 1, 0);
  set(50, 20, 3, 3, -9999);
  set(70, 70, 1, 1, 2600);
  set(55, 75, 2, 5, 4000);
  tells(read_ground(1, false), "at 4 places");
  for (int step = 1; step <= 8; step *= 2) {
    tells(read_ground(step, true), "at 4 places");
    for (int j = 0; j < SIDE / step; j++)
      for (int i = 0; i < SIDE / step; i++)
        near((double)window_values[j * (SIDE / step) + i],
             plain((i + 0.5) * step * 2, (j + 0.5) * step * 2), 8);
  }
  end();
}
END_TEST

START_TEST(an_island_behind_a_void_is_ground) {
  begin();
  make(30, plain);
  set(60, 0, 6, SIDE, -9999);
  tells(read_ground(1, true), "576 pixels at 1 places");
  make(30, plain);
  set(60, 0, 6, SIDE, -32000); /* declared */
  for (int j = 0; j < SIDE; j++)
    for (int i = 66; i < SIDE; i++) ground[j * SIDE + i] += 900;
  ck_assert_str_eq(read_ground(1, false), "");
  end();
}
END_TEST

static double cliff(double x, double y) {
  return 200 + (x > 240 + 20 * sin(y / 30) ? fmin(450, 0.6 * y + 250) : 0);
}
static double mesa(double x, double y) {
  const double from_middle = hypot(x - 240, y - 240);
  return 1500 + fmin(290, fmax(0, (150 - from_middle) * 40));
}
static double quarry(double x, double y) {
  const double inside = 150 - hypot(x - 240, y - 240);
  return 400 - (inside > 0 ? 15 * fmin(8, floor(inside / 12)) : 0);
}
static double coast(double x, double y) { /* a lagoon at 0 m, dunes, the sea, a steep shore */
  const double lagoon = hypot(x - 300, y - 150) - 60;
  const double land = fmax(0, 0.9 * (x - 120 - 40 * sin(y / 60)));
  return lagoon < 0 ? 0 : fmin(land, 2 + 0.4 * lagoon);
}
static double sea_cliff(double x, double y) { /* 100 to 200 m high, stones at its foot */
  const double edge = 240 + 30 * sin(y / 40);
  if (x < edge - 6) return 0;
  return x < edge ? 4 + 8 * (1 + sin(y)) : 150 + 50 * sin(y / 90);
}
static double town(double x, double y) { /* towers to 250 m, as a surface model has them */
  const int a = (int)(x / 60), b = (int)(y / 60);
  const bool street = fmod(x, 60) < 20 || fmod(y, 60) < 20;
  return 30 + (street ? 0 : 10 + (a * 37 + b * 61) % 240);
}
static double polder(double x, double y) { return -3 + 6 * (fabs(x - y) < 20) + 0 * x; }

START_TEST(steep_ground_and_water_are_no_outliers) {
  static double (*const grounds[])(double, double) = {plain, alps,      cliff, mesa,  quarry,
                                                      coast, sea_cliff, town,  polder};
  static const double cells[] = {1, 5, 10, 30, 90, 1000};
  begin();
  for (size_t g = 0; g < sizeof grounds / sizeof *grounds; g++)
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
      make(cells[c], grounds[g]);
      for (int step = 1; step <= 4; step += 3) {
        const char *warnings = read_ground(step, false);
        ck_assert_msg(warnings[0] == '\0', "ground %zu, cells of %g m: %s", g, cells[c], warnings);
      }
    }
  end();
}
END_TEST

START_TEST(outliers_in_alpine_ground_are_found) {
  begin();
  for (int kind = 0; kind < 3; kind++) {
    make(30, alps);
    set(30, 50, 3, 3, kind == 0 ? 0 : kind == 1 ? -9999 : 32767);
    tells(read_ground(1, true), "9 pixels at 1 places");
  }
  end();
}
END_TEST

START_TEST(real_maps_have_none_but_their_collars) {
  static const char *const names[] = {"big-butte/big_butte.tif", "askervein/askervein.tif",
                                      "edge-case-dems/palouse_hires.tif"};
  static float some[200 * 200];
  begin();
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    const char *path = real_data(names[n]);
    struct sm_map_extent e;
    if (path == NULL) continue;
    good(sm_gis_extent(ctx, path, "", "", &local, &e));
    const struct sm_map_window window = {
        e.x[0], e.y[0], (e.x[1] - e.x[0]) / 200, (e.y[1] - e.y[0]) / 200, 200, 200};
    const struct sm_raster_options options = {.kind = SM_RASTER_ELEVATION};
    good(sm_gis_read_raster(ctx, (const char *const[]){path}, 1, &options, &local, &window, some,
                            &report));
    ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  }
  end();
}
END_TEST

TEST_MAIN(undeclared_missing_values_are_warned_of_and_filled,
          many_voids_leave_no_trace_in_coarse_cells, an_island_behind_a_void_is_ground,
          steep_ground_and_water_are_no_outliers, outliers_in_alpine_ground_are_found,
          real_maps_have_none_but_their_collars)
