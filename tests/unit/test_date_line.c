/* Longitudes: from -180 to 360, at the date line (180), and the seam of maps around the globe. */
#define _POSIX_C_SOURCE 200809L
#include "gis_files.h"

enum { N = 20 };
static float values[N * N];
static struct sm_raster_report report;

/* Degrees from -180 to 180 east of another longitude. */
static double east_of(double longitude, double from) { return remainder(longitude - from, 360); }
static double height(double latitude, double longitude, double from) {
  return 500 + 10 * latitude + 50 * east_of(longitude, from);
}

/* Writes such heights on a grid with its south-west corner at x0, y0; `from` has no jump. */
static const char *put_grid(double x0, double y0, double cell, int nx, int ny, double from) {
  const char *path = scratch_path("g.asc");
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "ncols %d\nnrows %d\nxllcorner %.9f\nyllcorner %.9f\ncellsize %.9f\n", nx, ny, x0,
          y0, cell);
  for (int j = ny - 1; j >= 0; j--)
    for (int i = 0; i < nx; i++)
      fprintf(file, "%.4f ", height(y0 + (j + 0.5) * cell, x0 + (i + 0.5) * cell, from));
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

/* Reads it in a window around a place, and compares. */
static void is_read(const char *path, double from, double latitude, double longitude, double cell,
                    double tolerance) {
  struct sm_crs crs;
  double middle[2];
  good(sm_gis_crs_utm(ctx, latitude, longitude, &crs));
  good(sm_gis_project(ctx, &crs, latitude, longitude, middle));
  const struct sm_map_window w = {
      middle[0] - 0.5 * N * cell, middle[1] - 0.5 * N * cell, cell, cell, N, N};
  const struct sm_raster_options options = {.crs = "EPSG:4326"};
  good(
      sm_gis_read_raster(ctx, (const char *const[]){path}, 1, &options, &crs, &w, values, &report));
  near(report.covered, 1, 0);
  ck_assert_uint_eq(report.missing, 0);
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
      const double xy[2] = {w.x0 + (i + 0.5) * cell, w.y0 + (j + 0.5) * cell};
      double at[2];
      good(sm_gis_unproject(ctx, &crs, xy, &at[0], &at[1]));
      near((double)values[j * N + i], height(at[0], at[1], from), tolerance);
    }
  sm_crs_free(&crs);
}

START_TEST(rasters_across_the_date_line_are_read) {
  begin();
  is_read(put_grid(179.9, -17.7, 0.001, 200, 200, 180), 180, -17.6, 180, 100, 0.05);
  is_read(put_grid(-180.1, -17.7, 0.001, 200, 200, 180), 180, -17.6, 180, 100, 0.05);
  is_read(put_grid(-180.1, -17.7, 0.001, 200, 200, 180), 180, -17.6, 179.995, 100, 0.05);
  is_read(put_grid(179.9, 65, 0.001, 200, 200, 180), 180, 65.1, -179.995, 100, 0.05);
  is_read(put_grid(190, 65, 0.001, 200, 200, -170), -170, 65.1, -169.9, 100, 0.05);
  is_read(put_grid(190, 65, 0.001, 200, 200, -170), -170, 65.1, 190.1, 100, 0.05);
  is_read(put_grid(-1, 50, 0.001, 2000, 200, 0), 0, 50.1, 0, 100, 0.05);
  end();
}
END_TEST

START_TEST(maps_around_the_globe_have_no_seam) {
  static const double places[] = {0, 180, -180, 360, 0.3, -0.2, 179.9, 90, 200};
  static const double corners[] = {0, -180, -0.5, 20};
  begin();
  for (size_t p = 0; p < sizeof places / sizeof *places; p++)
    for (size_t c = 0; c < sizeof corners / sizeof *corners; c++)
      for (int more = 0; more < 2; more++) { /* the first column again as the last */
        const char *path = put_grid(corners[c], 40, 1, 360 + more, 10, places[p]);
        is_read(path, places[p], 45, places[p], 1000, 0.6);
      }
  is_read(put_grid(0, 40, 0.125, 2880, 80, 0), 0, 45, 0, 20000, 0.5);
  end();
}
END_TEST

#define HOUSE(LONGITUDE)                                                                           \
  "{\"type\":\"Feature\",\"properties\":{\"height\":9},\"geometry\":{\"type\":\"Polygon\","        \
  "\"coordinates\":[[[" LONGITUDE "1,-17.6],[" LONGITUDE "2,-17.6],[" LONGITUDE                    \
  "2,-17.5999],[" LONGITUDE "1,-17.5999],[" LONGITUDE "1,-17.6]]]}}"

static const char *put_houses(const char *west, const char *east) {
  return put("h.geojson", "{\"type\":\"FeatureCollection\",\"features\":[%s,%s]}", west, east);
}

START_TEST(vectors_at_the_date_line_are_read) {
  static const char *const east[] = {HOUSE("-179.999"), HOUSE("180.000")};
  begin();
  for (int e = 0; e < 2; e++) {
    const char *path = put_houses(HOUSE("179.999"), east[e]);
    struct sm_map_extent extent;
    struct sm_crs crs;
    good(sm_gis_extent(ctx, path, "", "", NULL, &extent));
    near(fabs(extent.longitude), 180, 0.001);
    near(extent.latitude, -17.59995, 1e-6);
    good(sm_gis_crs_utm(ctx, extent.latitude, extent.longitude, &crs));
    ck_assert(crs.epsg == 32701 || crs.epsg == 32760);
    good(sm_gis_extent(ctx, path, "", "", &crs, &extent));
    ck_assert_msg(extent.x[1] - extent.x[0] < 300, "%g m wide", extent.x[1] - extent.x[0]);
    const struct sm_attribute_rule height_rule = {"height", 1};
    const struct sm_footprint_options options = {.layer = "",
                                                 .assumed_crs = "",
                                                 .height = {&height_rule, 1},
                                                 .default_height = (double)NAN,
                                                 .x = {extent.x[0] - 50, extent.x[1] + 50},
                                                 .y = {extent.y[0] - 50, extent.y[1] + 50}};
    struct sm_footprints found = {0};
    good(sm_gis_read_footprints(ctx, path, &crs, &options, &found));
    ck_assert_uint_eq(found.count, 2);
    sm_footprints_free(&found);
    sm_crs_free(&crs);
  }
  end();
}
END_TEST

START_TEST(longitudes_beyond_a_turn_are_refused) {
  begin();
  struct sm_crs crs;
  double xy[2], same[2];
  good(sm_gis_crs_utm(ctx, -17.6, 181, &crs));
  ck_assert_int_eq(crs.epsg, 32701);
  good(sm_gis_project(ctx, &crs, -17.6, 181, xy));
  good(sm_gis_project(ctx, &crs, -17.6, -179, same));
  near(xy[0], same[0], 1e-6);
  near(xy[1], same[1], 1e-6);
  says(sm_gis_project(ctx, &crs, -17.6, 361, xy), "longitudes from -180 to 360");
  says(sm_gis_project(ctx, &crs, -17.6, -181, xy), "longitudes from -180 to 360");
  sm_crs_free(&crs);
  end();
}
END_TEST

TEST_MAIN(rasters_across_the_date_line_are_read, maps_around_the_globe_have_no_seam,
          vectors_at_the_date_line_are_read, longitudes_beyond_a_turn_are_refused)
