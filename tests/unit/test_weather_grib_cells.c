/* Weather on unstructured grids: triangles as those of ICON, in GRIB with a grid file or with
 * fields of the places, and in NetCDF; against the formulas that the values come from. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "grib_files.h"
#include "harness.h"

/* Centres of triangles whose edges are 0.03 degrees of latitude long, in 40 strips of 80. */
enum { STRIPS = 40, ALONG = 80, CELLS = STRIPS * ALONG };
static const double edge = 0.03, middle[2] = {47.5, 11.25};
static const double radians = 3.14159265358979323846 / 180;

static void centre_of(size_t n, double place[2]) {
  const size_t cell = (n * 1741) % CELLS; /* neighbours are apart in the file */
  const double strip = (double)(cell / ALONG), at = (double)(cell % ALONG);
  const double height = edge * sqrt(0.75), up = (cell % 2 == 0) ? height / 3 : 2 * height / 3;
  place[0] = middle[0] + (strip - STRIPS / 2.0) * height + up;
  place[1] = middle[1] + (at - ALONG / 2.0 + (double)((cell / ALONG) % 2)) * 0.5 * edge /
                             cos(middle[0] * radians);
}

/* A linear wind to the east, and a wave of ten edges to the north. */
static double east_at(double latitude, double longitude) {
  return 3 + 8 * (latitude - middle[0]) - 5 * (longitude - middle[1]);
}
static double north_at(double latitude, double longitude) {
  return 4 * sin(2 * 3.14159265358979323846 / (10 * edge) * (latitude - middle[0])) +
         (longitude - middle[1]);
}

static double cell_value(const char *what, size_t n) {
  double place[2];
  centre_of(n, place);
  if (strcmp(what, "clat") == 0) return place[0];
  if (strcmp(what, "clon") == 0) return place[1];
  return what[strlen(what) - 1] == 'u' ? east_at(place[0], place[1]) : north_at(place[0], place[1]);
}

static void put(const char *path, const char *what, size_t count) {
  double *value = malloc(count * sizeof *value);
  ck_assert_ptr_nonnull(value);
  codes_handle *h = codes_grib_handle_new_from_samples(NULL, "GRIB2");
  grib_word(h, "gridType", "unstructured_grid");
  grib_set(h, "numberOfDataPoints", (long)count);
  grib_set(h, "dataDate", 20260501);
  grib_set(h, "dataTime", 1200);
  if (what[0] == 'c') {
    grib_set(h, "discipline", 0);
    grib_set(h, "parameterCategory", 191);
    grib_set(h, "parameterNumber", strcmp(what, "clat") == 0 ? 1 : 2);
  } else {
    grib_word(h, "shortName", what);
    grib_set(h, "level", 10);
  }
  grib_set(h, "bitsPerValue", 24);
  for (size_t n = 0; n < count; n++) value[n] = cell_value(what, n);
  grib_ok(codes_set_double_array(h, "values", value, count), "values");
  grib_ok(codes_write_message(h, path, "a"), path);
  codes_handle_delete(h);
  free(value);
}

static void put_winds(size_t count) {
  const char *path = made_next();
  put(path, "10u", count);
  put(path, "10v", count);
}

static double clat(const size_t *index) { return cell_value("clat", index[0]) * radians; }
static double clon(const size_t *index) { return cell_value("clon", index[0]) * radians; }
static double east(const size_t *index) { return cell_value("u", index[2]); }
static double north(const size_t *index) { return cell_value("v", index[2]); }

static void begin(void) {
  made_begin();
  made_area(middle[1] + 0.013, middle[0] - 0.007, 0.1);
}

/* A grid file, or with winds a file of ICON. */
static void put_places(size_t count, bool winds) {
  made_create(NC_NETCDF4);
  made_dimension(winds ? "ncells" : "cell", count);
  made_variable("clat", NC_DOUBLE, winds ? "ncells" : "cell", "radian");
  made_variable("clon", NC_DOUBLE, winds ? "ncells" : "cell", "radian");
  made_text("clat", "standard_name", "latitude");
  made_text("clon", "standard_name", "longitude");
  made_fill("clat", clat);
  made_fill("clon", clon);
  if (winds) {
    made_dimension("time", 1);
    made_dimension("height", 1);
    made_constant("time", "time", "hours since 2026-05-01 12:00:00", 0);
    made_constant("height", "height", "m", 10);
    made_field("u_10m", "time height ncells", "m s-1", east);
    made_text("u_10m", "standard_name", "eastward_wind");
    made_field("v_10m", "time height ncells", "m s-1", north);
    made_text("v_10m", "standard_name", "northward_wind");
  }
  made_close();
}

/* Columns as far apart as the cells; winds near those of the formulas. */
static void must_follow(void) {
  made_read();
  ck_assert_int_gt(made.weather.place_count, 100);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  for (int p = 0; p < made.weather.place_count; p++) {
    const struct sm_model_column *place = &made.weather.place[p];
    int count;
    const struct sm_model_level *level = sm_model_weather_levels(&made.weather, p, 0, &count);
    ck_assert_int_eq(count, 1);
    near(level[0].height, 10, 1e-6);
    near(level[0].u, east_at(place->latitude, place->longitude), 2e-3);
    near(level[0].v, north_at(place->latitude, place->longitude), 0.16);
  }
}

START_TEST(values_of_grib_cells_with_a_grid_file) {
  begin();
  put_winds(CELLS);
  put_places(CELLS, false);
  must_follow();
  made_end();
  begin(); /* in any order */
  put_places(CELLS, false);
  put_winds(CELLS);
  must_follow();
  made_end();
}
END_TEST

START_TEST(values_of_grib_cells_with_their_places) {
  begin();
  const char *path = made_next();
  put(path, "clat", CELLS);
  put(path, "clon", CELLS);
  put_winds(CELLS);
  must_follow();
  made_end();
}
END_TEST

START_TEST(values_of_cells_in_netcdf) {
  begin();
  put_places(CELLS, true);
  must_follow();
  made_end();
}
END_TEST

static void must_fail(const char *words) {
  made_fails(words);
  made_end();
}

/* Reduced latitudes and longitudes, whose places ecCodes computes. */
static void put_reduced(const char *path, const char *what, bool along_grid) {
  codes_handle *h = codes_grib_handle_new_from_samples(NULL, "reduced_ll_sfc_grib2");
  size_t count;
  ck_assert_ptr_nonnull(h);
  grib_set(h, "productDefinitionTemplateNumber", 0);
  grib_set(h, "dataDate", 20260501);
  grib_set(h, "dataTime", 1200);
  grib_word(h, "shortName", what);
  grib_set(h, "level", 10);
  grib_set(h, "uvRelativeToGrid", along_grid);
  grib_ok(codes_get_size(h, "values", &count), "values");
  double *latitude = malloc(3 * count * sizeof *latitude);
  ck_assert_ptr_nonnull(latitude);
  double *longitude = latitude + count, *value = longitude + count;
  grib_ok(codes_get_double_array(h, "latitudes", latitude, &count), "latitudes");
  grib_ok(codes_get_double_array(h, "longitudes", longitude, &count), "longitudes");
  for (size_t n = 0; n < count; n++)
    value[n] = what[2] == 'u' ? 3 + 0.05 * (latitude[n] - middle[0]) : 2;
  grib_set(h, "bitsPerValue", 24); /* not before: ecCodes decodes the values for the places */
  grib_ok(codes_set_double_array(h, "values", value, count), "values");
  grib_ok(codes_write_message(h, path, "a"), path);
  codes_handle_delete(h);
  free(latitude);
}

START_TEST(places_of_other_grids_are_those_of_eccodes) {
  begin();
  const char *path = made_next();
  put_reduced(path, "10u", false);
  put_reduced(path, "10v", false);
  made_read();
  ck_assert_int_ge(made.weather.place_count, 9);
  for (int p = 0; p < made.weather.place_count; p++)
    must_blow(p, 0, 0, 10, 3 + 0.05 * (made.weather.place[p].latitude - middle[0]), 2, 1e-3);
  made_end();
}
END_TEST

START_TEST(what_is_missing_is_named) {
  begin();
  put_winds(CELLS);
  must_fail("add the file of the grid");
  begin();
  put_winds(CELLS);
  put_places(CELLS - 80, false);
  must_fail("has another number of cells");
  begin();
  put_winds(CELLS);
  put_places(CELLS, false);
  made_area(middle[1] + 3, middle[0], 0.1);
  must_fail("does not cover the domain");
  begin();
  put_winds(CELLS);
  put_places(CELLS, false);
  made_area(middle[1] + 0.8, middle[0], 0.1);
  made_read();
  ck_assert(grib_warned("lie beyond the cells of the grid"));
  made_end();
}
END_TEST

TEST_MAIN(values_of_grib_cells_with_a_grid_file, values_of_grib_cells_with_their_places,
          values_of_cells_in_netcdf, places_of_other_grids_are_those_of_eccodes,
          what_is_missing_is_named)
