/* Maps that are written: GeoTIFF, and contours as GeoJSON. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "raster_files.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(a_geotiff_is_read_back_as_it_was_written) {
  begin();
  struct sm_crs crs = utm12(), local = {.local = true};
  float speed[6] = {1, 2, 3, 4, NAN, 6}, from[6] = {10, 20, 30, 40, 50, 60};
  const float *const bands[] = {speed, from};
  const char *const name[] = {"speed", "from"}, *const unit[] = {"m s-1", "degree"};
  const struct sm_map_window window = {400000, 4500000, 10, 20, 3, 2};
  kind_of_case = SM_RASTER_LEAF_AREA; /* numbers, of no unit that counts */
  band_of_case = "speed";
  for (int i = 0; i < 2; i++) {
    const struct sm_crs *const which = i == 0 ? &crs : &local;
    const char *path = scratch_path(i == 0 ? "utm.tif" : "local.tif");
    good(sm_gis_write_geotiff(ctx, path, which, &window, 2, bands, name, unit));
    good(read_one(path, "", which, window, SM_RESAMPLE_NEAREST, false));
    for (int c = 0; c < 6; c++) {
      ck_assert(values[c] == speed[c] || (isnan(values[c]) && isnan(speed[c])));
    }
    struct sm_map_extent extent;
    good(sm_gis_extent(ctx, path, "", "", which, &extent));
    ck_assert(extent.has_crs == (i == 0));
    near(extent.x[0], 400000, 1e-6);
    near(extent.y[1], 4500040, 1e-6);
    near(extent.cell[1], 20, 1e-6);
  }
  says(read_one(scratch_path("local.tif"), "", &crs, window, SM_RESAMPLE_NEAREST, false),
       "terrain.crs");
  put("local.tif.aux.xml", "<PAMDataset><SRS>EPSG:32612</SRS></PAMDataset>");
  good(read_one(scratch_path("local.tif"), "", &crs, window, SM_RESAMPLE_NEAREST, false));
  kind_of_case = SM_RASTER_ELEVATION;
  band_of_case = NULL;
  ck_assert_int_eq(sm_gis_write_geotiff(ctx, "/nowhere/a.tif", &crs, &window, 2, bands, name, unit),
                   SM_ERR_IO);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx), "/nowhere/a.tif: error: cannot be written"));
  sm_crs_free(&crs);
  end();
}
END_TEST

/* Number of `size` bytes of a TIFF file, little-endian. */
static uint32_t tiff_number(const char *at, int size) {
  uint32_t value = 0;
  for (int n = 0; n < size; n++) value |= (uint32_t)(unsigned char)at[n] << (8 * n);
  return value;
}

/* A cloud-optimised GeoTIFF: tiles, overviews down to 512 pixels, all directories before the data.
 */
START_TEST(a_geotiff_can_be_read_in_parts) {
  enum { NX = 1100, NY = 700 };
  begin();
  struct sm_crs crs = utm12();
  float *map = calloc((size_t)NX * NY, sizeof *map);
  const float *const bands[] = {map, map};
  const char *const name[] = {"a", "b"}, *const unit[] = {"m", "m"};
  const struct sm_map_window window = {400000, 4500000, 10, 10, NX, NY};
  uint32_t width[8] = {0}, directories = 0, last = 0, data = UINT32_MAX;
  char *text = NULL;
  size_t size = 0;
  for (int c = 0; c < NX * NY; c++) map[c] = (float)c;
  const char *path = scratch_path("parts.tif");
  good(sm_gis_write_geotiff(ctx, path, &crs, &window, 2, bands, name, unit));
  good(sm_file_read(ctx, path, &text, &size));
  ck_assert(memcmp(text, "II*", 4) == 0);
  for (uint32_t at = tiff_number(text + 4, 4); at != 0 && directories < 8; directories++) {
    const uint32_t entries = tiff_number(text + at, 2);
    last = at > last ? at : last;
    for (uint32_t e = 0; e < entries; e++) {
      const char *entry = text + at + 2 + 12 * e;
      if (tiff_number(entry, 2) == 256) width[directories] = tiff_number(entry + 8, 2);
      if (tiff_number(entry, 2) != 324) continue; /* TileOffsets */
      const uint32_t first = tiff_number(text + tiff_number(entry + 8, 4), 4);
      data = first < data ? first : data;
    }
    at = tiff_number(text + at + 2 + 12 * entries, 4);
  }
  ck_assert_uint_eq(directories, 3);
  ck_assert(width[0] == NX && width[1] == NX / 2 && width[2] == NX / 4);
  ck_assert(last < data && data < size);
  sm_free(text);
  free(map);
  sm_crs_free(&crs);
  end();
}
END_TEST

/* Reads the numbers after each "area_m2": of a file; returns how many. */
static int areas_in(const char *path, double *area, int most) {
  char *text = NULL;
  size_t size;
  int count = 0;
  good(sm_file_read(ctx, path, &text, &size));
  ck_assert_ptr_nonnull(strstr(text, "\"FeatureCollection\""));
  for (const char *at = text; (at = strstr(at, "\"area_m2\":")) != NULL && count < most;) {
    at += strlen("\"area_m2\":");
    area[count++] = strtod(at, NULL);
  }
  sm_free(text);
  return count;
}

/* Columns of two sizes, and a map of which decades rise inwards to a disc with a hole. */
enum { DISC = 60 };
static double disc_face[DISC + 1];
static float disc_value[DISC * DISC];

static void make_disc(double origin, double hole) {
  for (int i = 0; i <= DISC; i++) disc_face[i] = origin + (i <= 30 ? 4 * i : 120 + 5 * (i - 30));
  for (int c = 0; c < DISC * DISC; c++) {
    const double x = 0.5 * (disc_face[c % DISC] + disc_face[c % DISC + 1]) - origin - 130;
    const double y = 0.5 * (disc_face[c / DISC] + disc_face[c / DISC + 1]) - origin - 130;
    const double r = hypot(x, y);
    const double decades = fmin(80 - r, r - hole) / 40;
    disc_value[c] = decades > -0.9 ? (float)(1e-6 * pow(10, decades)) : 0;
  }
}

START_TEST(areas_above_a_level_are_polygons_on_earth_or_in_metres) {
  begin();
  struct sm_crs crs = utm12(), local = {.local = true};
  for (int i = 0; i < 2; i++) {
    const double pi = 3.14159265358979;
    const char *path = scratch_path("areas.geojson");
    double area[4];
    make_disc(i == 0 ? 400000 : 0, 30);
    const struct sm_contour_grid grid = {DISC, DISC, disc_face, disc_face};
    const struct sm_contour_map maps[] = {{.value = disc_value,
                                           .level = 1e-6,
                                           .name = "SO2",
                                           .quantity = "largest",
                                           .unit = "kg m-3"},
                                          {.value = disc_value,
                                           .level = 1e-3,
                                           .name = "SO2",
                                           .quantity = "largest",
                                           .unit = "kg m-3"}, /* nowhere */
                                          {.value = disc_value,
                                           .level = 1e-6 * pow(10, 0.25),
                                           .name = "dust",
                                           .quantity = "largest",
                                           .unit = "kg m-3"}};
    good(sm_gis_write_contours(ctx, path, i == 0 ? &crs : &local, &grid, 3, maps, NULL));
    ck_assert_int_eq(areas_in(path, area, 4), 2);
    near(area[0], pi * (80 * 80 - 30 * 30), 0.01 * area[0]);
    near(area[1], pi * (70 * 70 - 40 * 40), 0.01 * area[1]);
    struct sm_map_extent extent;
    if (i == 0) {
      double xy[2];
      good(sm_gis_extent(ctx, path, "", "", NULL, &extent));
      ck_assert(extent.has_crs);
      good(sm_gis_project(ctx, &crs, extent.latitude, extent.longitude, xy));
      near(xy[0], 400130, 2);
      near(xy[1], 400130, 2);
    } else {
      good(sm_gis_extent(ctx, path, "", "EPSG:32612", NULL, &extent));
    }
  }
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(areas_at_the_edge_everywhere_or_nowhere_are_written) {
  begin();
  struct sm_crs local = {.local = true};
  const char *path = scratch_path("areas.geojson");
  const double face[4] = {0, 10, 20, 40};
  float all[9], none[9], west[9], hidden[9];
  double area[4];
  for (int c = 0; c < 9; c++) {
    all[c] = 2;
    none[c] = c % 2 ? 0 : NAN;
    west[c] = c % 3 == 0 ? 10 : 0;
    hidden[c] = c == 4 ? NAN : 5;
  }
  const struct sm_contour_grid grid = {3, 3, face, face};
  const struct sm_contour_map maps[] = {
      {.value = all, .level = 1, .name = "a", .quantity = "", .unit = ""},
      {.value = none, .level = 1, .name = "b", .quantity = "", .unit = ""},
      {.value = west, .level = 1, .name = "c", .quantity = "", .unit = ""},
      {.value = hidden, .level = 1, .name = "d", .quantity = "", .unit = ""}};
  good(sm_gis_write_contours(ctx, path, &local, &grid, 4, maps, NULL));
  ck_assert_int_eq(areas_in(path, area, 4), 3);
  near(area[0], 1600, 1e-6);
  near(area[1], 400, 1e-3); /* half way between the centres, to the edges of the map */
  ck_assert(area[2] < 1600 && area[2] > 1400);
  good(sm_gis_write_contours(ctx, path, &local, &grid, 1, maps + 1, NULL)); /* replaces the file */
  ck_assert_int_eq(areas_in(path, area, 4), 0);
  ck_assert_int_eq(sm_gis_write_contours(ctx, "/nowhere/a.geojson", &local, &grid, 4, maps, NULL),
                   SM_ERR_IO);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx), "/nowhere/a.geojson: error: cannot be written"));
  end();
}
END_TEST

TEST_MAIN(a_geotiff_is_read_back_as_it_was_written, a_geotiff_can_be_read_in_parts,
          areas_above_a_level_are_polygons_on_earth_or_in_metres,
          areas_at_the_edge_everywhere_or_nowhere_are_written)
