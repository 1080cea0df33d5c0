/* Rasters of elevation: resampling, gaps, coordinate systems, files of others. */
#define _POSIX_C_SOURCE 200809L
#include "raster_files.h"
#include <math.h>
#include <stdio.h>

/* ---- rasters ---- */

START_TEST(a_plane_stays_a_plane_at_any_cell_size) {
  begin();
  struct sm_crs crs = utm12();
  const char *path = put_plane("a.asc", 400000, 4500000, 10, 50, 40);
  put_prj("a.prj", 32612);
  static const struct sm_map_window windows[] = {{400000, 4500000, 10, 10, 50, 40},
                                                 {400103, 4500107, 3, 7, 30, 20},
                                                 {400000, 4500000, 25, 20, 20, 20},
                                                 {400000, 4500000, 100, 100, 5, 4},
                                                 {400005, 4500005, 10, 10, 40, 30}};
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
    for (int how = 0; how < 2; how++) {
      good(read_one(path, "", &crs, windows[i], how == 0 ? SM_RESAMPLE_BILINEAR : SM_RESAMPLE_CUBIC,
                    false));
      /* a kernel widened by 2.5 is not quite symmetric, and is cut off at the edges */
      const bool coarse = windows[i].dx > 10;
      is_plane(windows[i], coarse ? 2 : 0, !coarse ? 2e-3 : how == 0 ? 0.05 : 0.01);
      ck_assert_uint_eq(report.missing, 0);
      near(report.covered, 1, 0);
      ck_assert(isnan(report.x[0]) && isnan(report.y[1]));
    }
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(the_part_that_files_do_not_cover_is_reported) {
  begin();
  struct sm_crs crs = utm12();
  const char *path = put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  const struct sm_map_window window = {400100, 4500000, 10, 10, 20, 20};
  good(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_BILINEAR, true));
  near(report.covered, 0.5, 0);
  ck_assert_uint_eq(report.missing, 200);
  near(report.x[0], 400200, 0);
  near(report.x[1], 400300, 0);
  near(report.y[0], 4500000, 0);
  near(report.y[1], 4500200, 0);
  ck_assert(!isnan(values[9]) && isnan(values[10])); /* filling stays inside the files */
  const struct sm_map_window far = {500000, 4500000, 10, 10, 2, 2};
  good(read_one(path, "EPSG:32612", &crs, far, SM_RESAMPLE_BILINEAR, false));
  near(report.covered, 0, 0);
  ck_assert_uint_eq(report.missing, 4);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(tiles_make_a_mosaic_and_the_first_value_counts) {
  begin();
  struct sm_crs crs = utm12();
  const char *west = put_plane("w.asc", 400000, 4500000, 10, 10, 10);
  const char *east = put_plane("e.asc", 400100, 4500000, 10, 10, 10);
  const char *other = put("o.asc", "ncols 2\nnrows 1\nxllcorner 400000\nyllcorner 4500000\n"
                                   "cellsize 100\nNODATA_value -9999\n7 -9999\n");
  const struct sm_map_window window = {400000, 4500000, 10, 10, 20, 10};
  const char *const tiles[] = {west, east};
  struct sm_raster_options options = {.resample = SM_RESAMPLE_BILINEAR, .crs = "EPSG:32612"};
  good(sm_gis_read_raster(ctx, tiles, 2, &options, &crs, &window, values, &report));
  is_plane(window, 0, 1e-3);
  near(report.covered, 1, 0);
  const char *const both[] = {other, west, east};
  options.resample = SM_RESAMPLE_NEAREST;
  good(sm_gis_read_raster(ctx, both, 3, &options, &crs, &window, values, &report));
  near((double)values[0], 7, 0);
  near((double)values[19], plane(400195, 4500005), 1e-3);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(gaps_are_counted_and_filled_on_request) {
  begin();
  struct sm_crs crs = utm12();
  const struct sm_map_window window = {400000, 4500000, 10, 10, 3, 3};
  const char *path = put("gap.asc", "ncols 3\nnrows 3\nxllcorner 400000\nyllcorner 4500000\n"
                                    "cellsize 10\nNODATA_value -32768\n1 1 1\n3 -32768 3\n5 5 5\n");
  good(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_BILINEAR, false));
  ck_assert_uint_eq(report.missing, 1);
  near(report.covered, 1, 0);
  ck_assert(isnan(values[4]));
  near((double)values[0], 5, 0); /* south first */
  near((double)values[8], 1, 0);
  good(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_BILINEAR, true));
  ck_assert_uint_eq(report.missing, 1);
  ck_assert(values[4] > 1 && values[4] < 5);
  path = put("none.asc", "ncols 2\nnrows 1\nxllcorner 400000\nyllcorner 4500000\ncellsize 20\n"
                         "NODATA_value -32768\n-32768 -32768\n");
  good(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_BILINEAR, false));
  ck_assert_uint_eq(report.missing, 9);
  says(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_BILINEAR, true), "no cell");
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(one_pixel_is_enough) {
  begin();
  struct sm_crs crs = utm12();
  const struct sm_map_window window = {400000, 4500000, 10, 10, 4, 4};
  const char *path = put("one.asc", "ncols 1\nnrows 1\nxllcorner 400000\nyllcorner 4500000\n"
                                    "cellsize 40\n12\n");
  for (int how = SM_RESAMPLE_BILINEAR; how <= SM_RESAMPLE_NEAREST; how++) {
    good(read_one(path, "EPSG:32612", &crs, window, (enum sm_resample)how, false));
    for (int i = 0; i < 16; i++) near((double)values[i], 12, 1e-5);
  }
  path = put("two.asc", "ncols 2\nnrows 2\nxllcorner 400000\nyllcorner 4500000\ncellsize 20\n"
                        "1 2\n3 4\n");
  good(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_BILINEAR, false));
  ck_assert_uint_eq(report.missing, 0);
  near((double)values[0], 3, 1e-5);
  near((double)values[15], 2, 1e-5);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(a_file_without_crs_needs_one) {
  begin();
  struct sm_crs crs = utm12(), local = {.local = true};
  struct sm_map_extent extent;
  const char *path = put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  const struct sm_map_window window = {400000, 4500000, 10, 10, 20, 20};
  says(read_one(path, "", &crs, window, SM_RESAMPLE_BILINEAR, false), "terrain.crs = \"EPSG:...\"");
  says(read_one(path, "EPSG:0", &crs, window, SM_RESAMPLE_BILINEAR, false), "'EPSG:0' is not");
  says(read_one(path, "nonsense", &crs, window, SM_RESAMPLE_BILINEAR, false), "is not a coord");
  good(read_one(path, "", &local, window, SM_RESAMPLE_BILINEAR, false));
  is_plane(window, 0, 1e-3);
  good(sm_gis_extent(ctx, path, "", "", NULL, &extent));
  ck_assert(!extent.has_crs && isnan(extent.latitude));
  near(extent.x[1], 400200, 0);
  near(extent.cell[0], 10, 0);
  says(sm_gis_extent(ctx, path, "", "", &crs, &extent), "terrain.crs");
  good(sm_gis_extent(ctx, path, "", "EPSG:32612", &crs, &extent));
  ck_assert(extent.has_crs);
  near(extent.latitude, 40.65, 0.01);
  near(extent.longitude, -112.18, 0.01);
  put_prj("a.prj", 32612); /* a file that has one is also good for a local domain */
  good(read_one(path, "", &local, window, SM_RESAMPLE_BILINEAR, false));
  is_plane(window, 0, 1e-3);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(degrees_are_projected) {
  begin();
  struct sm_crs crs = utm12(), local = {.local = true};
  const char *path = scratch_path("geo.asc");
  FILE *file = fopen(path, "wb");
  fprintf(file, "ncols 60\nnrows 60\nxllcorner -111.1\nyllcorner 44.9\ncellsize 0.003\n");
  for (int j = 59; j >= 0; j--)
    for (int i = 0; i < 60; i++)
      fprintf(file, "%.6f ", 1000 * (44.9 + (j + 0.5) * 0.003) + 10 * (i + 0.5));
  fclose(file);
  const struct sm_map_window window = {498000, 4978000, 50, 50, 60, 60};
  good(read_one(path, "EPSG:4326", &crs, window, SM_RESAMPLE_BILINEAR, false));
  near(report.covered, 1, 0);
  for (int j = 0; j < 60; j += 7)
    for (int i = 0; i < 60; i += 7) {
      const double xy[2] = {window.x0 + (i + 0.5) * 50, window.y0 + (j + 0.5) * 50};
      double latitude, longitude;
      good(sm_gis_unproject(ctx, &crs, xy, &latitude, &longitude));
      near((double)values[j * 60 + i], 1000 * latitude + 10 * (longitude + 111.1) / 0.003, 0.2);
    }
  path = put_vrt("turn.vrt",
                 "<SRS>EPSG:4326</SRS><GeoTransform>248.9,0.01,0,45.1,0,-0.01"
                 "</GeoTransform>",
                 "");
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  good(read_one(path, "", &crs, window, SM_RESAMPLE_BILINEAR, false)); /* longitudes to 360 */
  near(report.covered, 1, 0);
  ck_assert_uint_eq(report.missing, 0);
  path = scratch_path("geo.asc");
  struct sm_map_extent extent;
  good(sm_gis_extent(ctx, path, "", "EPSG:4326", &crs, &extent));
  near(extent.latitude, 44.99, 1e-9);
  near(extent.longitude, -111.01, 1e-9);
  near(extent.cell[0], 0.003 * 111300 * cos(44.99 / 57.29578), 1);
  near(extent.cell[1], 0.003 * 111130, 1);
  says(read_one(path, "EPSG:4326", &local, window, SM_RESAMPLE_BILINEAR, false), "degrees");
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(scale_offset_feet_and_turned_rasters_are_understood) {
  begin();
  struct sm_crs crs = utm12();
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  const struct sm_map_window window = {400000, 4500000, 10, 10, 20, 20};
  static const char place[] = "<SRS>EPSG:32612</SRS>"
                              "<GeoTransform>400000,10,0,4500200,0,-10</GeoTransform>";
  good(read_one(put_vrt("s.vrt", place, "<Offset>-5</Offset><Scale>2</Scale>"), "", &crs, window,
                SM_RESAMPLE_BILINEAR, false));
  near((double)values[0], 2 * plane(400005, 4500005) - 5, 1e-3);
  good(read_one(put_vrt("f.vrt", place, "<UnitType>ft</UnitType>"), "", &crs, window,
                SM_RESAMPLE_BILINEAR, false));
  near((double)values[0], 0.3048 * plane(400005, 4500005), 1e-3);
  /* turned by 90 degrees: columns run to the north, lines to the east */
  good(read_one(put_vrt("r.vrt",
                        "<SRS>EPSG:32612</SRS>"
                        "<GeoTransform>400000,0,10,4500000,10,0</GeoTransform>",
                        ""),
                "", &crs, window, SM_RESAMPLE_BILINEAR, false));
  near(report.covered, 1, 0);
  near((double)values[0], plane(400005, 4500195), 1e-3); /* column 0, line 0 of the grid */
  near((double)values[19], plane(400005, 4500005), 1e-3);
  /* by 45 degrees: only a diamond is covered */
  good(read_one(put_vrt("d.vrt",
                        "<SRS>EPSG:32612</SRS>"
                        "<GeoTransform>400100,5,5,4500000,5,-5</GeoTransform>",
                        ""),
                "", &crs, window, SM_RESAMPLE_BILINEAR, false));
  ck_assert(report.covered > 0.1 && report.covered < 0.6);
  says(read_one(put_vrt("p.vrt", place, "<ColorInterp>Red</ColorInterp>"), "", &crs, window,
                SM_RESAMPLE_BILINEAR, false),
       "this is a picture");
  says(read_one(put_vrt("n.vrt", "<SRS>EPSG:32612</SRS>", ""), "", &crs, window,
                SM_RESAMPLE_BILINEAR, false),
       "does not say where it lies");
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(coarse_windows_average_and_classes_do_not_mix) {
  begin();
  struct sm_crs crs = utm12();
  const char *path = scratch_path("c.asc");
  FILE *file = fopen(path, "wb");
  fprintf(file, "ncols 400\nnrows 400\nxllcorner 400000\nyllcorner 4500000\ncellsize 1\n");
  for (int j = 0; j < 400; j++)
    for (int i = 0; i < 400; i++) fprintf(file, "%d ", (i + j) % 2 * 10);
  fclose(file);
  const struct sm_map_window window = {400000, 4500000, 40, 40, 10, 10};
  good(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_BILINEAR, false));
  for (int i = 0; i < 100; i++) near((double)values[i], 5, 0.2);
  good(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_NEAREST, false));
  for (int i = 0; i < 100; i++) ck_assert(values[i] == 0 || values[i] == 10);
  path = scratch_path("half.asc");
  file = fopen(path, "wb");
  fprintf(file, "ncols 400\nnrows 400\nxllcorner 400000\nyllcorner 4500000\ncellsize 1\n"
                "NODATA_value -9999\n");
  for (int j = 0; j < 400; j++)
    for (int i = 0; i < 400; i++) fprintf(file, "%d ", i < 205 || i % 7 == 0 ? -9999 : 5);
  fclose(file);
  good(read_one(path, "EPSG:32612", &crs, window, SM_RESAMPLE_CUBIC, false));
  for (int i = 0; i < 100; i++) {
    if (i % 10 < 5) ck_assert(isnan(values[i]));
    if (i % 10 > 5) near((double)values[i], 5, 1e-5); /* marks do not leak into means */
  }
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(unreadable_rasters_are_errors) {
  begin();
  struct sm_crs crs = utm12();
  const struct sm_map_window window = {400000, 4500000, 10, 10, 20, 20};
  says(read_one("/nowhere/a.tif", "", &crs, window, SM_RESAMPLE_BILINEAR, false),
       "/nowhere/a.tif: error: No such file");
  says(read_one(scratch_folder, "", &crs, window, SM_RESAMPLE_BILINEAR, false), "not a raster");
  says(read_one(put("empty.tif", "%s", ""), "", &crs, window, SM_RESAMPLE_BILINEAR, false),
       "not a raster");
  says(read_one(put("text.tif", "hello"), "", &crs, window, SM_RESAMPLE_BILINEAR, false),
       "text.tif: error: this is not a raster");
  says(read_one(put("short.asc", "ncols 20\nnrows 20\nxllcorner 400000\nyllcorner 4500000\n"
                                 "cellsize 10\n1 2 3\n"),
                "EPSG:32612", &crs, window, SM_RESAMPLE_BILINEAR, false),
       "short.asc: error");
  float *noise = malloc(200 * 200 * sizeof *noise);
  for (int i = 0; i < 200 * 200; i++) noise[i] = (float)(i * 7919 % 1013);
  const float *const bands[] = {noise};
  const char *const name[] = {"z"}, *const unit[] = {"m"};
  const struct sm_map_window all = {400000, 4500000, 1, 1, 200, 200};
  const char *path = scratch_path("cut.tif");
  good(sm_gis_write_geotiff(ctx, path, &crs, &all, 1, bands, name, unit));
  free(noise);
  struct stat info;
  ck_assert_int_eq(stat(path, &info), 0);
  ck_assert_int_eq(truncate(path, info.st_size / 2), 0);
  says(read_one(path, "", &crs, window, SM_RESAMPLE_BILINEAR, false), "cut.tif: error");
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(maps_can_be_read_again_after_their_memory_was_given_back) {
  begin();
  for (int i = 0; i < 2; i++) {
    struct sm_crs crs = utm12();
    const struct sm_map_window window = {400000, 4500000, 10, 10, 20, 20};
    good(read_one(put_plane("a.asc", 400000, 4500000, 10, 20, 20), "EPSG:32612", &crs, window,
                  SM_RESAMPLE_BILINEAR, false));
    is_plane(window, 0, 1e-3);
    sm_crs_free(&crs);
    sm_gis_release();
  }
  end();
}
END_TEST

/* ---- real files ---- */

static size_t holes(const struct sm_map_window *window) {
  size_t count = 0;
  for (int i = 0; i < window->nx * window->ny; i++) count += isnan(values[i]) != 0;
  return count;
}

/* Reads a real raster into about 50 x 50 cells over its whole extent in its UTM zone. */
static bool read_real(const char *name, struct sm_map_extent *extent) {
  const char *path = real_data(name);
  if (path == NULL) return false;
  struct sm_crs crs = {.local = true};
  good(sm_gis_extent(ctx, path, "", "", NULL, extent));
  if (extent->has_crs) good(sm_gis_crs_utm(ctx, extent->latitude, extent->longitude, &crs));
  good(sm_gis_extent(ctx, path, "", "", &crs, extent));
  struct sm_map_window window = {extent->x[0],
                                 extent->y[0],
                                 (extent->x[1] - extent->x[0]) / 50,
                                 (extent->y[1] - extent->y[0]) / 50,
                                 50,
                                 50};
  good(read_one(path, "", &crs, window, SM_RESAMPLE_BILINEAR, false));
  ck_assert_uint_eq(holes(&window), report.missing);
  sm_crs_free(&crs);
  return true;
}

START_TEST(odd_rasters_of_others_are_read) {
  static const struct {
    const char *name;
    double covered;
    size_t most_missing;
    double low, high;
  } cases[] = {{"edge-case-dems/geog.tif", 0.93, 200, 0, 3628},
               {"edge-case-dems/mackay_skinny_x.tif", 1, 0, 1846, 3111},
               {"edge-case-dems/mackay_skinny_y.tif", 1, 0, 1806, 2371},
               {"edge-case-dems/no_srs.tif", 1, 0, 1077, 1088},
               {"edge-case-dems/nodata.tif", 1, 2500, 0, 0},
               {"edge-case-dems/palouse_hires.tif", 1, 0, 785, 818},
               {"edge-case-dems/some_nodata.tif", 1, 10, 1733, 3603},
               {"edge-case-dems/tiny.tif", 1, 0, 1077, 1088},
               {"askervein/askervein.tif", 1, 0, 3.6, 124.9},
               {"big-butte/big_butte.tif", 1, 0, 1512, 2298}};
  begin();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct sm_map_extent extent;
    if (!read_real(cases[i].name, &extent)) continue;
    ck_assert_msg(report.covered >= cases[i].covered && report.missing <= cases[i].most_missing,
                  "%s: covered %g, missing %zu", cases[i].name, report.covered, report.missing);
    for (int c = 0; c < 2500; c++)
      ck_assert_msg(isnan(values[c]) ||
                        ((double)values[c] >= cases[i].low && (double)values[c] <= cases[i].high),
                    "%s: %g", cases[i].name, (double)values[c]);
  }
  end();
}
END_TEST

TEST_MAIN(a_plane_stays_a_plane_at_any_cell_size, the_part_that_files_do_not_cover_is_reported,
          tiles_make_a_mosaic_and_the_first_value_counts, gaps_are_counted_and_filled_on_request,
          one_pixel_is_enough, a_file_without_crs_needs_one, degrees_are_projected,
          scale_offset_feet_and_turned_rasters_are_understood,
          coarse_windows_average_and_classes_do_not_mix, unreadable_rasters_are_errors,
          maps_can_be_read_again_after_their_memory_was_given_back, odd_rasters_of_others_are_read)
