/* Footprints of buildings: outlines, places, coordinate systems, shapefiles. */
#define _POSIX_C_SOURCE 200809L
#include "footprint_files.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

START_TEST(every_kind_of_polygon_is_read) {
  begin();
  good(read_it(put_json(
      "a.geojson",
      FEATURE(
          "\"height\":10", "Polygon",
          "[" SQUARE(
              400000,
              400010) ",[[400002,4500002],[400004,4500002],[400004,4500004],"
                      "[400002,4500004],[400002,4500002]]]") "," FEATURE("\"height\":11",
                                                                         "MultiPolygon",
                                                                         "[[" SQUARE(400020, 400030) "],[" SQUARE(
                                                                             400040,
                                                                             400060) "]]") "," FEATURE("\"height\":12",
                                                                                                       "Polygon",
                                                                                                       "[[[400070,4500000,5],[400080,4500000,5],[400080,4500000,5],[400080,4500010,5],"
                                                                                                       "[400070,4500000,5]]]") ","
                                                                                                                               "{\"type\":\"Feature\",\"properties\":{\"height\":13},\"geometry\":"
                                                                                                                               "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":"
                                                                                                                               "[400090,4500000]},{\"type\":\"Polygon\",\"coordinates\":[" SQUARE(
                                                                                                                                   400090,
                                                                                                                                   400091) "]}]}}," FEATURE("\"height\":14",
                                                                                                                                                            "Point",
                                                                                                                                                            "[400000,4500000]") ","
                                                                                                                                                                                "{\"type\":\"Feature\",\"properties\":{\"height\":15},\"geometry\":null}")));
  ck_assert_uint_eq(found.count, 5);
  ck_assert_uint_eq(found.dropped, 2);
  warns("no geometry: 1 (the first is feature 5)");
  warns("not polygons with an area: 1 (the first is feature 4)");
  ck_assert_uint_eq(found.repaired, 0);
  ck_assert_int_eq(found.item[0].ring_count, 2);
  ck_assert_int_eq(found.item[0].ring_start[1], 4);
  ck_assert_int_eq(found.item[0].ring_start[2], 8);
  near(area_of(&found.item[0]), 96, 1e-6);
  near(found.item[0].height, 10, 0);
  near(found.item[0].base, 0, 0);
  near(area_of(&found.item[1]), 100, 1e-6);
  near(area_of(&found.item[2]), 200, 1e-6);
  near(found.item[2].height, 11, 0);
  ck_assert_int_eq((int)found.item[2].feature, (int)found.item[1].feature);
  ck_assert_int_eq(found.item[3].ring_start[1], 3); /* the doubled vertex is gone */
  near(area_of(&found.item[4]), 10, 1e-6);
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(curves_and_surfaces_become_polygons) {
  begin();
  struct sm_footprint_options options = any_where();
  options.assumed_crs = "EPSG:32612";
  good(read_with(
      put("a.csv", "id,height,WKT\n"
                   "1,10,\"CURVEPOLYGON(CIRCULARSTRING(400010 4500000,400000 4500010,399990 "
                   "4500000,400000 4499990,400010 4500000))\"\n"
                   "2,11,\"MULTISURFACE(((400100 4500000,400110 4500000,400110 4500010,400100 "
                   "4500000)),CURVEPOLYGON(CIRCULARSTRING(400210 4500000,400200 4500010,400190 "
                   "4500000,400200 4499990,400210 4500000)))\"\n"
                   "3,12,\"POLYHEDRALSURFACE Z(((400300 4500000 0,400310 4500000 0,400310 4500010 "
                   "0,400300 4500010 0,400300 4500000 0)),((400300 4500000 0,400310 4500000 "
                   "0,400310 4500000 9,400300 4500000 9,400300 4500000 0)),((400310 4500000 "
                   "9,400320 4500000 9,400320 4500010 9,400310 4500010 9,400310 4500000 9)))\"\n"
                   "4,13,\"TIN Z(((400400 4500000 0,400410 4500000 0,400410 4500010 0,400400 "
                   "4500000 0)),((400400 4500000 0,400410 4500010 0,400400 4500010 0,400400 "
                   "4500000 0)))\"\n"),
      &options));
  ck_assert_uint_eq(found.count, 5);
  near(area_of(&found.item[0]), 314.16, 0.5);
  near(area_of(&found.item[1]), 50, 1e-6);
  near(area_of(&found.item[2]), 314.16, 0.5);
  near(area_of(&found.item[3]), 200, 1e-6); /* floor and roof, side by side; the wall vanishes */
  near(area_of(&found.item[4]), 100, 1e-6);
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(crossed_outlines_are_repaired_and_named) {
  begin();
  good(read_it(put_json(
      "bow.geojson",
      FEATURE("\"height\":10", "Polygon", "[" SQUARE(400100, 400110) "]") "," FEATURE(
          "\"height\":10", "Polygon",
          "[[[400000,4500000],[400010,4500010],[400010,4500000],[400000,4500010],"
          "[400000,4500000]]]") "," FEATURE("\"height\":10", "Polygon",
                                            "[[[400000,4500000],[400010,4500010],[400000,4500000]]"
                                            "]") "," FEATURE("\"height\":10", "Polygon",
                                                             "[[[400000,4500000],[400000.05,"
                                                             "4500000],[400000.05,4500000.05],"
                                                             "[400000,4500000]]]"))));
  ck_assert_uint_eq(found.repaired, 1);
  ck_assert_uint_eq(found.dropped, 2);
  ck_assert_uint_eq(found.count, 3);
  near(area_of(&found.item[1]) + area_of(&found.item[2]), 50, 1e-6);
  ck_assert_int_eq(sm_context_warning_count(ctx), 2);
  warns("feature 1: Self-intersection");
  warns("not polygons with an area: 2 (the first is feature 2)");
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(only_footprints_near_the_domain_are_read) {
  begin();
  const char *path =
      put_json("far.geojson",
               FEATURE("\"height\":10", "Polygon", "[" SQUARE(400000, 400010) "]") "," FEATURE(
                   "\"name\":1", "Polygon", "[" SQUARE(500000, 500010) "]"));
  good(read_it(path));
  ck_assert_uint_eq(found.count, 1);
  struct sm_footprint_options options = any_where();
  options.x[0] = 450000;
  options.x[1] = 460000;
  good(read_with(path, &options));
  ck_assert_uint_eq(found.count, 0);
  says(read_it(put_json("points.geojson", FEATURE("", "Point", "[400000,4500000]"))),
       "contains no polygons, only 'points' (Point)");
  says(read_it(put_json("line.geojson",
                        FEATURE("\"height\":1", "Polygon",
                                "[[[400000,4500000],[400010,4500010],[400000,4500000]]]"))),
       "contains no polygon with an area");
  options.layer = "houses";
  says(read_with(path, &options), "there is no layer 'houses'; there is 'far' (Polygon)");
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(degrees_and_missing_crs_are_handled) {
  begin();
  struct sm_footprint_options options = any_where();
  struct sm_crs crs = utm12(), local = {.local = true};
  double xy[2];
  good(sm_gis_project(ctx, &crs, 40.65, -112.18, xy));
  sm_crs_free(&crs);
  good(read_it(
      put("deg.geojson", "{\"type\":\"FeatureCollection\",\"features\":[%s]}",
          FEATURE("\"height\":10", "Polygon",
                  "[[[-112.18,40.65],[-112.179,40.65],[-112.179,40.651],[-112.18,40.65]]]"))));
  ck_assert_uint_eq(found.count, 1);
  bool at_corner = false;
  for (int i = 0; i < 3; i++)
    at_corner = at_corner || hypot(found.item[0].vertex[i][0] - xy[0],
                                   found.item[0].vertex[i][1] - xy[1]) < 1e-3;
  ck_assert(at_corner);
  const char *metres = put("m.geojson", "{\"type\":\"FeatureCollection\",\"features\":[%s]}",
                           FEATURE("\"height\":10", "Polygon", "[" SQUARE(400000, 400010) "]"));
  says(read_it(metres), "buildings.crs = \"EPSG:...\"");
  options.assumed_crs = "EPSG:32612";
  good(read_with(metres, &options));
  ck_assert_uint_eq(found.count, 1);
  sm_footprints_free(&found);
  options.assumed_crs = "";
  good(sm_gis_read_footprints(ctx, metres, &local, &options, &found));
  near(found.item[0].vertex[0][0], 400000, 10);
  struct sm_map_extent extent;
  good(sm_gis_extent(ctx, metres, "", "", NULL, &extent));
  ck_assert(!extent.has_crs && isnan(extent.cell[0]));
  near(extent.x[1], 400010, 0);
  sm_footprints_free(&found);
  end();
}
END_TEST

/* Coordinates of later features decide as those of the first do: metres after numbers that degrees
 * may have, and longitudes from 0 to 360. */
START_TEST(coordinates_of_later_features_count) {
  static const char frame[] = "{\"type\":\"FeatureCollection\",\"features\":[%s,%s]}";
  static const char small[] = FEATURE("\"height\":10", "Polygon", "[[[0,0],[9,0],[9,9],[0,0]]]");
  static const char metres[] = FEATURE("\"height\":10", "Polygon", "[" SQUARE(400000, 400010) "]");
  static const char west[] = FEATURE("\"height\":9", "Polygon",
                                     "[[[-112,40.65],[-112,40.651],[-112.1,40.65],[-112,40.65]]]");
  static const char turned[] =
      FEATURE("\"height\":9", "Polygon", "[[[248,40.65],[248,40.651],[247.9,40.65],[248,40.65]]]");
  begin();
  struct sm_footprint_options options = any_where();
  options.x[0] = 0;
  options.x[1] = 800000;
  says(read_with(put("late.geojson", frame, small, metres), &options), "buildings.crs = \"EPSG:");
  good(read_with(put("turned.geojson", frame, west, turned), &options));
  ck_assert_uint_eq(found.count, 2);
  sm_footprints_free(&found);
  end();
}
END_TEST

/* Copies the first `size` bytes (0: all) of a file of real data into the folder. */
static const char *copy_real(const char *name, const char *as, size_t size) {
  static char bytes[1 << 16];
  const char *from = real_data(name);
  ck_assert_ptr_nonnull(from);
  FILE *in = fopen(from, "rb");
  ck_assert_ptr_nonnull(in);
  const size_t count = fread(bytes, 1, size > 0 ? size : sizeof bytes, in);
  fclose(in);
  FILE *out = fopen(scratch_path(as), "wb");
  ck_assert_ptr_nonnull(out);
  fwrite(bytes, 1, count, out);
  ck_assert_int_eq(fclose(out), 0);
  return scratch_path(as);
}

#define CITY "oklahoma-city/OKCSmallDomainJU2003"

START_TEST(shapefiles_with_missing_pieces_are_handled) {
  const char *path = real_data(CITY ".shp");
  if (path == NULL) return;
  begin();
  struct sm_crs crs;
  struct sm_map_extent extent;
  static const struct sm_attribute_rule area_height = {"AVGHT_M", 1};
  struct sm_footprint_options options = any_where();
  options.height = (struct sm_attribute_rules){&area_height, 1};
  good(sm_gis_extent(ctx, path, "", "", NULL, &extent));
  good(sm_gis_crs_utm(ctx, extent.latitude, extent.longitude, &crs));
  ck_assert_int_eq(crs.epsg, 32614);
  for (int i = 0; i < 2; i++) {
    options.x[i] = extent.x[i];
    options.y[i] = extent.y[i];
  }
  good(sm_gis_read_footprints(ctx, path, &crs, &options, &found));
  ck_assert_uint_eq(found.count, 172);
  sm_footprints_free(&found);
  path = copy_real(CITY ".shp", "a.shp", 0);
  copy_real(CITY ".shx", "a.shx", 0);
  says(sm_gis_read_footprints(ctx, path, &crs, &options, &found), "buildings.crs");
  options.assumed_crs = "EPSG:26914";
  says(sm_gis_read_footprints(ctx, path, &crs, &options, &found), "172 of 172");
  options.default_height = 10;
  good(sm_gis_read_footprints(ctx, path, &crs, &options, &found));
  ck_assert_uint_eq(found.default_height, 172);
  sm_footprints_free(&found);
  copy_real(CITY ".shp", "a.shp", 20000);
  says(sm_gis_read_footprints(ctx, path, &crs, &options, &found), "a.shp: error");
  copy_real(CITY ".shp", "b.shp", 0);
  says(sm_gis_read_footprints(ctx, scratch_path("b.shp"), &crs, &options, &found), "b.shp: error");
  sm_footprints_free(&found);
  sm_crs_free(&crs);
  end();
}
END_TEST

TEST_MAIN(every_kind_of_polygon_is_read, curves_and_surfaces_become_polygons,
          crossed_outlines_are_repaired_and_named, only_footprints_near_the_domain_are_read,
          degrees_and_missing_crs_are_handled, coordinates_of_later_features_count,
          shapefiles_with_missing_pieces_are_handled)
