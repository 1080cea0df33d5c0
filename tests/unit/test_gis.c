/* Coordinate systems and rasters, on files that the tests write themselves. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "gis_files.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- coordinate systems ---- */

START_TEST(a_projected_crs_is_described) {
  begin();
  struct sm_crs crs;
  good(sm_gis_crs_from_epsg(ctx, 32733, &crs));
  ck_assert_int_eq(crs.epsg, 32733);
  ck_assert(!crs.local);
  ck_assert_str_eq(crs.mapping, "transverse_mercator");
  near(crs.longitude_of_central_meridian, 15, 0);
  near(crs.latitude_of_projection_origin, 0, 0);
  near(crs.scale_factor, 0.9996, 0);
  near(crs.false_easting, 500000, 0);
  near(crs.false_northing, 10000000, 0);
  near(crs.semi_major_axis, 6378137, 0);
  near(crs.inverse_flattening, 298.257223563, 1e-9);
  ck_assert_int_eq(strncmp(crs.wkt2, "PROJCRS[\"WGS 84 / UTM zone 33S\"", 31), 0);
  ck_assert_int_eq(strncmp(crs.wkt1, "PROJCS[\"WGS 84 / UTM zone 33S\"", 30), 0);
  sm_crs_free(&crs);
  good(sm_gis_crs_from_epsg(ctx, 2154, &crs)); /* Lambert: CF's parameters are others */
  ck_assert_str_eq(crs.mapping, "");
  ck_assert_ptr_nonnull(strstr(crs.wkt2, "Lambert"));
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(the_utm_zone_of_a_place_is_found) {
  static const struct {
    double latitude, longitude;
    int epsg;
  } cases[] = {{40.76, -111.89, 32612}, {-33.9, 18.4, 32734}, {0, 0, 32631},
               {60.4, 5.3, 32631},      {10, 180, 32601},     {10, -180, 32601},
               {10, 179.9, 32660},      {10, 248.11, 32612}};
  begin();
  struct sm_crs crs;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    good(sm_gis_crs_utm(ctx, cases[i].latitude, cases[i].longitude, &crs));
    ck_assert_int_eq(crs.epsg, cases[i].epsg);
    sm_crs_free(&crs);
  }
  says(sm_gis_crs_utm(ctx, 85, 0, &crs), "EPSG:3413");
  says(sm_gis_crs_utm(ctx, -81, 0, &crs), "EPSG:3031");
  says(sm_gis_crs_utm(ctx, 91, 0, &crs), "not a place on earth");
  says(sm_gis_crs_utm(ctx, (double)NAN, 0, &crs), "not a place on earth");
  end();
}
END_TEST

START_TEST(a_domain_needs_a_plane_in_metres) {
  begin();
  struct sm_crs crs;
  says(sm_gis_crs_from_epsg(ctx, 4326, &crs), "is in degrees");
  says(sm_gis_crs_from_epsg(ctx, 4326, &crs), "auto-utm");
  says(sm_gis_crs_from_epsg(ctx, 2263, &crs), "US survey foot");
  says(sm_gis_crs_from_epsg(ctx, 5972, &crs), "compound");
  says(sm_gis_crs_from_epsg(ctx, 4978, &crs), "not a map projection");
  says(sm_gis_crs_from_epsg(ctx, 5703, &crs), "not a map projection");
  says(sm_gis_crs_from_epsg(ctx, 2048, &crs), "axis to the west");
  says(sm_gis_crs_from_epsg(ctx, 99999, &crs), "EPSG:99999 is not a coordinate system");
  says(sm_gis_crs_from_epsg(ctx, -1, &crs), "EPSG:-1 is not a coordinate system");
  ck_assert_ptr_null(crs.wkt2);
  end();
}
END_TEST

START_TEST(positions_are_projected_and_back) {
  begin();
  struct sm_crs crs = utm12(), local = {.local = true};
  double xy[2], latitude, longitude;
  good(sm_gis_project(ctx, &crs, 45, -111, xy));
  near(xy[0], 500000, 1e-6);
  near(xy[1], 0.9996 * 4984944.37798, 1e-3); /* the meridian's length to 45 deg, WGS 84 */
  good(sm_gis_project(ctx, &crs, 40.7608, -111.891, xy));
  good(sm_gis_unproject(ctx, &crs, xy, &latitude, &longitude));
  near(latitude, 40.7608, 1e-9);
  near(longitude, -111.891, 1e-9);
  says(sm_gis_project(ctx, &crs, 95, 0, xy), "not a place on earth");
  says(sm_gis_project(ctx, &local, 45, 0, xy), "local");
  const double many[2][3] = {{45, 40.7608, 44}, {-111, -111.891, -110}};
  double x[3], y[3];
  good(sm_gis_project_all(ctx, &crs, 3, many[0], many[1], x, y));
  for (int i = 0; i < 3; i++) {
    good(sm_gis_project(ctx, &crs, many[0][i], many[1][i], xy));
    near(x[i], xy[0], 0);
    near(y[i], xy[1], 0);
  }
  good(sm_gis_project_all(ctx, &crs, 0, NULL, NULL, NULL, NULL));
  const double wrong[2][2] = {{45, 91}, {-111, -111}};
  says(sm_gis_project_all(ctx, &crs, 2, wrong[0], wrong[1], x, y), "latitude 91");
  sm_crs_free(&crs);
  good(sm_gis_crs_from_epsg(ctx, 2193, &crs)); /* northing first in the definition */
  good(sm_gis_project(ctx, &crs, -41.29, 174.78, xy));
  ck_assert(xy[0] > 1.7e6 && xy[0] < 1.8e6 && xy[1] > 5.4e6 && xy[1] < 5.5e6);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(grid_north_turns_west_on_the_west_side) {
  begin();
  struct sm_crs crs = utm12();
  const double rad = 3.14159265358979323846 / 180;
  double xy[2], deg;
  good(sm_gis_project(ctx, &crs, 40.7608, -111.891, xy));
  good(sm_gis_convergence(ctx, &crs, xy, &deg));
  near(deg, atan(tan(-0.891 * rad) * sin(40.7608 * rad)) / rad, 2e-4); /* on a sphere */
  good(sm_gis_project(ctx, &crs, 40.7608, -110.109, xy));
  good(sm_gis_convergence(ctx, &crs, xy, &deg));
  near(deg, 0.58175, 2e-4);
  good(sm_gis_project(ctx, &crs, 40.7608, -111, xy));
  good(sm_gis_convergence(ctx, &crs, xy, &deg));
  near(deg, 0, 1e-6);
  sm_crs_free(&crs);
  good(sm_gis_crs_from_epsg(ctx, 3031, &crs)); /* South Pole: grid north is true north at 0 E */
  good(sm_gis_project(ctx, &crs, -80, 30, xy));
  good(sm_gis_convergence(ctx, &crs, xy, &deg));
  near(deg, -30, 1e-6);
  sm_crs_free(&crs);
  end();
}
END_TEST

/* ---- rasters ---- */

enum { MOST = 4096 };
static float values[MOST];
static struct sm_raster_report report;

static double plane(double x, double y) { return 100 + 0.01 * (x - 400000) + 0.02 * (y - 4500000); }

/* Writes a plane as an Arc/Info grid with its south-west corner at x0, y0. */
static const char *put_plane(const char *name, double x0, double y0, double cell, int nx, int ny) {
  const char *path = scratch_path(name);
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "ncols %d\nnrows %d\nxllcorner %.6f\nyllcorner %.6f\ncellsize %g\n", nx, ny, x0, y0,
          cell);
  fprintf(file, "NODATA_value -9999\n");
  for (int j = ny - 1; j >= 0; j--)
    for (int i = 0; i < nx; i++)
      fprintf(file, "%.4f%c", plane(x0 + (i + 0.5) * cell, y0 + (j + 0.5) * cell),
              i + 1 < nx ? ' ' : '\n');
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

static void put_prj(const char *name, int epsg) {
  struct sm_crs crs;
  good(sm_gis_crs_from_epsg(ctx, epsg, &crs));
  put(name, "%s", crs.wkt1);
  sm_crs_free(&crs);
}

static double unit_of_case;      /* m; 0: the file says it */
static const char *band_of_case; /* NULL: the file says it */
static enum sm_raster_kind kind_of_case = SM_RASTER_ELEVATION;

static enum sm_status read_one(const char *path, const char *assumed, const struct sm_crs *crs,
                               struct sm_map_window window, enum sm_resample resample, bool fill) {
  const char *const paths[] = {path};
  const struct sm_raster_options options = {.kind = kind_of_case,
                                            .resample = resample,
                                            .crs = assumed,
                                            .fill = fill,
                                            .unit = unit_of_case,
                                            .band = band_of_case,
                                            .band_key = "terrain.band",
                                            .unit_key = "terrain.unit"};
  ck_assert_int_le(window.nx * window.ny, MOST);
  return sm_gis_read_raster(ctx, paths, 1, &options, crs, &window, values, &report);
}

static void is_plane(struct sm_map_window w, int rim, double tolerance) {
  for (int j = rim; j < w.ny - rim; j++)
    for (int i = rim; i < w.nx - rim; i++)
      near((double)values[j * w.nx + i], plane(w.x0 + (i + 0.5) * w.dx, w.y0 + (j + 0.5) * w.dy),
           tolerance);
}

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

START_TEST(what_files_do_not_cover_is_told) {
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

/* A raster of text: VRT around the grid "a.asc", with what `dataset` and `band` add. */
static const char *put_vrt(const char *name, const char *dataset, const char *band) {
  return put(name,
             "<VRTDataset rasterXSize=\"20\" rasterYSize=\"20\">%s"
             "<VRTRasterBand dataType=\"Float32\" band=\"1\">%s<SimpleSource>"
             "<SourceFilename relativeToVRT=\"1\">a.asc</SourceFilename><SourceBand>1</SourceBand>"
             "<SrcRect xOff=\"0\" yOff=\"0\" xSize=\"20\" ySize=\"20\"/>"
             "<DstRect xOff=\"0\" yOff=\"0\" xSize=\"20\" ySize=\"20\"/>"
             "</SimpleSource></VRTRasterBand></VRTDataset>",
             dataset, band);
}

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

static const struct sm_map_window all_of_it = {400000, 4500000, 10, 10, 20, 20};
static const char its_place[] = "<GeoTransform>400000,10,0,4500200,0,-10</GeoTransform>";

/* The metres per unit that a raster with this text in its band, and this coordinate system, is
 * read with. */
static double unit_of(const struct sm_crs *crs, const char *srs, const char *band) {
  char dataset[2048];
  snprintf(dataset, sizeof dataset, "<SRS>%s</SRS>%s", srs, its_place);
  good(read_one(put_vrt("u.vrt", dataset, band), "", crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  return (double)values[0] / plane(400005, 4500005);
}

START_TEST(units_of_heights_are_known_in_any_spelling) {
  begin();
  struct sm_crs crs = utm12();
  const double survey = 1200.0 / 3937.0;
  static const struct {
    const char *text;
    double metres;
  } units[] = {{"foot", 0.3048},   {"FEET", 0.3048},   {"international foot", 0.3048},
               {"ft MSL", 0.3048}, {"m", 1},           {"Metres", 1},
               {"m (NAVD88)", 1},  {"m a.s.l.", 1},    {"gpm", 1},
               {"unknown", 1},     {"decimeter", 0.1}, {"Meters x 10", 0.1},
               {"0.1 m", 0.1},     {"mm", 0.001}};
  static const char *const feet[] = {"Foot_US",        "ft (US)", "US_survey_foot",
                                     "foot_survey_us", "us-ft",   "U.S. survey feet",
                                     "USSurveyFoot",   "ftUS",    "US survey foot"};
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  char band[200];
  for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
    snprintf(band, sizeof band, "<UnitType>%s</UnitType>", units[u].text);
    near(unit_of(&crs, "EPSG:32612", band) / units[u].metres, 1, 3e-7);
  }
  for (size_t u = 0; u < sizeof feet / sizeof *feet; u++) {
    snprintf(band, sizeof band, "<UnitType>%s</UnitType>", feet[u]);
    near(unit_of(&crs, "EPSG:32612", band) / survey, 1, 3e-7);
  }
  near(unit_of(&crs, "EPSG:32612+6360", "") / survey, 1, 3e-7); /* NAVD88 height (ftUS) */
  near(unit_of(&crs, "EPSG:32612+8228", "") / 0.3048, 1, 3e-7); /* NAVD88 height (ft) */
  near(unit_of(&crs, "EPSG:32612+5703", ""), 1, 3e-7);
  near(unit_of(&crs, "EPSG:32612",
               "<Metadata><MDI key=\"ELEVATION_UNIT\">1</MDI>"
               "<MDI key=\"ELEVATION_UNIT_NAME\">Feet</MDI></Metadata>"),
       0.3048, 3e-7);
  sm_crs_free(&crs);
  end();
}
END_TEST

static void put_bytes(FILE *file, unsigned value, int bytes) {
  for (int b = 0; b < bytes; b++) fputc((int)(value >> (8 * b) & 255), file);
}

static void put_tag(FILE *file, unsigned tag, unsigned type, unsigned count, unsigned value) {
  put_bytes(file, tag, 2);
  put_bytes(file, type, 2);
  put_bytes(file, count, 4);
  put_bytes(file, value, 4);
}

/* Writes a GeoTIFF of 2 x 2 pixels of 1000 in UTM zone 12, whose key VerticalUnitsGeoKey has a
 * number of EPSG: 9001 metre, 9002 foot, 9003 US survey foot. */
static const char *put_tiff_with_vertical_unit(unsigned unit) {
  enum { TAGS = 13, DIRECTORY = 8, AFTER = DIRECTORY + 2 + 12 * TAGS + 4 };
  enum { PIXELS = AFTER, SCALE = PIXELS + 16, TIE = SCALE + 24, GEO = TIE + 48 };
  static const double scale[3] = {10, 10, 0}, tie[6] = {0, 0, 0, 400000, 4500020, 0};
  const unsigned keys[] = {1, 1, 0,    4, 1024, 0,     1,    1, 1025, 0,
                           1, 1, 3072, 0, 1,    32612, 4099, 0, 1,    unit};
  const char *path = scratch_path("keys.tif");
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fputs("II*", file);
  put_bytes(file, 0, 1);
  put_bytes(file, DIRECTORY, 4);
  put_bytes(file, TAGS, 2);
  put_tag(file, 256, 3, 1, 2);
  put_tag(file, 257, 3, 1, 2);
  put_tag(file, 258, 3, 1, 32);
  put_tag(file, 259, 3, 1, 1);
  put_tag(file, 262, 3, 1, 1);
  put_tag(file, 273, 4, 1, PIXELS);
  put_tag(file, 277, 3, 1, 1);
  put_tag(file, 278, 3, 1, 2);
  put_tag(file, 279, 4, 1, 16);
  put_tag(file, 339, 3, 1, 3);
  put_tag(file, 33550, 12, 3, SCALE);
  put_tag(file, 33922, 12, 6, TIE);
  put_tag(file, 34735, 3, sizeof keys / sizeof *keys, GEO);
  put_bytes(file, 0, 4);
  for (int p = 0; p < 4; p++) fwrite(&(float){1000}, sizeof(float), 1, file);
  fwrite(scale, sizeof scale, 1, file);
  fwrite(tie, sizeof tie, 1, file);
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) put_bytes(file, keys[k], 2);
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

START_TEST(vertical_units_in_the_keys_of_a_geotiff_count) {
  static const struct {
    unsigned unit;
    double height;
  } cases[] = {{9001, 1000}, {9002, 304.8}, {9003, 1200000.0 / 3937}};
  begin();
  struct sm_crs crs = utm12();
  const struct sm_map_window window = {400000, 4500000, 10, 10, 2, 2};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    const char *path = put_tiff_with_vertical_unit(cases[c].unit);
    good(read_one(path, "", &crs, window, SM_RESAMPLE_BILINEAR, false));
    near((double)values[0], cases[c].height, 1e-4);
    near((double)values[3], cases[c].height, 1e-4);
  }
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(units_that_are_not_known_or_contradict_are_errors) {
  begin();
  struct sm_crs crs = utm12();
  static const struct {
    const char *srs, *band, *part;
  } wrong[] = {
      {"EPSG:32612", "<UnitType>cubits</UnitType>", "the unit \"cubits\""},
      {"EPSG:32612", "<UnitType>m/s</UnitType>", "terrain.unit"},
      {"EPSG:32612", "<UnitType>degree</UnitType>", "\"degree\" of its values is not known"},
      {"EPSG:32612+6360", "<UnitType>metre</UnitType>",
       "\"metre\" (its band), or \"US survey foot"},
      {"EPSG:32612+5715", "", "counts depths"}};
  char dataset[200];
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    snprintf(dataset, sizeof dataset, "<SRS>%s</SRS>%s", wrong[w].srs, its_place);
    const char *path = put_vrt("w.vrt", dataset, wrong[w].band);
    unit_of_case = 0;
    says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false), wrong[w].part);
    unit_of_case = 0.3048; /* the case settles it */
    good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
    near((double)values[0], 0.3048 * plane(400005, 4500005), 1e-3);
  }
  unit_of_case = 0;
  sm_crs_free(&crs);
  end();
}
END_TEST

/* Several bands with these descriptions; each is a plane, times its number. */
static const char *put_bands(const char *name, int count, const char *const *descriptions) {
  const char *path = scratch_path(name);
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "<VRTDataset rasterXSize=\"20\" rasterYSize=\"20\"><SRS>EPSG:32612</SRS>%s",
          its_place);
  for (int b = 0; b < count; b++)
    fprintf(file,
            "<VRTRasterBand dataType=\"Float32\" band=\"%d\"><Description>%s</Description>"
            "<ComplexSource><SourceFilename relativeToVRT=\"1\">a.asc</SourceFilename>"
            "<SourceBand>1</SourceBand><ScaleRatio>%d</ScaleRatio></ComplexSource></VRTRasterBand>",
            b + 1, descriptions[b], b + 1);
  fprintf(file, "</VRTDataset>");
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

START_TEST(the_band_of_heights_is_the_one_described_or_asked_for) {
  begin();
  struct sm_crs crs = utm12();
  const char *const landscape[] = {"US_240FBFM40", "US_SLPD2020", "US_ELEV2020", "US_240CH"};
  const char *const unclear[] = {"", "", "quality"};
  const char *const two[] = {"DTM", "DSM"};
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  const char *path = put_bands("l.vrt", 4, landscape);
  good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  near((double)values[0], 3 * plane(400005, 4500005), 1e-3);
  const struct sm_raster_options canopy = {
      .kind = SM_RASTER_CANOPY_HEIGHT, .resample = SM_RESAMPLE_NEAREST, .crs = ""};
  good(sm_gis_read_raster(ctx, (const char *const[]){path}, 1, &canopy, &crs, &all_of_it, values,
                          &report));
  near((double)values[0], 4 * plane(400005, 4500005), 1e-3);
  band_of_case = "us_slpd2020";
  good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  near((double)values[0], 2 * plane(400005, 4500005), 1e-3);
  band_of_case = "1";
  good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  near((double)values[0], plane(400005, 4500005), 1e-3);
  band_of_case = "5";
  says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false), "there is no band \"5\"");
  band_of_case = NULL;
  path = put_bands("u.vrt", 3, unclear);
  says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false),
       "not clear which of 3 bands is the elevation; the bands are 1, 2, 3 'quality'");
  says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false), "terrain.band = NUMBER");
  says(read_one(put_bands("t.vrt", 2, two), "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false),
       "1 'DTM', 2 'DSM'");
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
    const struct sm_contour_map maps[] = {
        {disc_value, 1e-6, "SO2", "largest", "kg m-3", NULL, false},
        {disc_value, 1e-3, "SO2", "largest", "kg m-3", NULL, false}, /* nowhere */
        {disc_value, 1e-6 * pow(10, 0.25), "dust", "largest", "kg m-3", NULL, false}};
    good(sm_gis_write_contours(ctx, path, i == 0 ? &crs : &local, &grid, 3, maps));
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
  const struct sm_contour_map maps[] = {{all, 1, "a", "", "", NULL, false},
                                        {none, 1, "b", "", "", NULL, false},
                                        {west, 1, "c", "", "", NULL, false},
                                        {hidden, 1, "d", "", "", NULL, false}};
  good(sm_gis_write_contours(ctx, path, &local, &grid, 4, maps));
  ck_assert_int_eq(areas_in(path, area, 4), 3);
  near(area[0], 1600, 1e-6);
  near(area[1], 400, 1e-3); /* half way between the centres, to the edges of the map */
  ck_assert(area[2] < 1600 && area[2] > 1400);
  good(sm_gis_write_contours(ctx, path, &local, &grid, 1, maps + 1)); /* replaces the file */
  ck_assert_int_eq(areas_in(path, area, 4), 0);
  ck_assert_int_eq(sm_gis_write_contours(ctx, "/nowhere/a.geojson", &local, &grid, 4, maps),
                   SM_ERR_IO);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx), "/nowhere/a.geojson: error: cannot be written"));
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

TEST_MAIN(vertical_units_in_the_keys_of_a_geotiff_count, a_projected_crs_is_described,
          the_utm_zone_of_a_place_is_found, a_domain_needs_a_plane_in_metres,
          positions_are_projected_and_back, grid_north_turns_west_on_the_west_side,
          a_plane_stays_a_plane_at_any_cell_size, what_files_do_not_cover_is_told,
          tiles_make_a_mosaic_and_the_first_value_counts, gaps_are_counted_and_filled_on_request,
          one_pixel_is_enough, a_file_without_crs_needs_one, degrees_are_projected,
          scale_offset_feet_and_turned_rasters_are_understood,
          units_of_heights_are_known_in_any_spelling,
          units_that_are_not_known_or_contradict_are_errors,
          the_band_of_heights_is_the_one_described_or_asked_for,
          coarse_windows_average_and_classes_do_not_mix, unreadable_rasters_are_errors,
          a_geotiff_is_read_back_as_it_was_written,
          areas_above_a_level_are_polygons_on_earth_or_in_metres,
          areas_at_the_edge_everywhere_or_nowhere_are_written,
          maps_can_be_read_again_after_their_memory_was_given_back, odd_rasters_of_others_are_read)
