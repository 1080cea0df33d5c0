/* Footprints of buildings, from files that the tests write themselves. */
#define _POSIX_C_SOURCE 200809L
#include "gis_files.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sm_footprints found;
static const struct sm_rule heights[] = {{"height", 1}, {"building:levels", 3}};

static struct sm_footprint_options any_where(void) {
  return (struct sm_footprint_options){.layer = "",
                                       .assumed_crs = "",
                                       .height = {heights, 2},
                                       .default_height = (double)NAN,
                                       .x = {399000, 402000},
                                       .y = {4499000, 4502000}};
}

static enum sm_status read_with(const char *path, const struct sm_footprint_options *options) {
  sm_footprints_free(&found);
  struct sm_crs crs = utm12();
  const enum sm_status status = sm_gis_read_footprints(ctx, path, &crs, options, &found);
  sm_crs_free(&crs);
  return status;
}

static enum sm_status read_it(const char *path) {
  const struct sm_footprint_options options = any_where();
  return read_with(path, &options);
}

/* Area by the even-odd rule: outlines run one way, holes the other. */
static double area_of(const struct sm_footprint *f) {
  double total = 0;
  for (int r = 0; r < f->ring_count; r++) {
    double twice = 0;
    const int from = f->ring_start[r], to = f->ring_start[r + 1];
    for (int i = from; i < to; i++) {
      const double *a = f->vertex[i], *b = f->vertex[i + 1 < to ? i + 1 : from];
      twice += (a[0] - 4e5) * (b[1] - 4.5e6) - (b[0] - 4e5) * (a[1] - 4.5e6);
    }
    total += (r == 0 ? 0.5 : -0.5) * fabs(twice);
  }
  return total;
}

#define CRS_12                                                                                     \
  "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::32612\"}}"

/* A GeoJSON file in EPSG:32612 with the given features. */
static const char *put_json(const char *name, const char *features) {
  return put(name, "{\"type\":\"FeatureCollection\"," CRS_12 ",\"features\":[%s]}", features);
}

#define FEATURE(PROPERTIES, TYPE, COORDINATES)                                                     \
  "{\"type\":\"Feature\",\"properties\":{" PROPERTIES "},\"geometry\":{\"type\":\"" TYPE           \
  "\",\"coordinates\":" COORDINATES "}}"
#define SQUARE(X0, X1)                                                                             \
  "[[" #X0 ",4500000],[" #X1 ",4500000],[" #X1 ",4500010],[" #X0 ",4500010],[" #X0 ",4500000]]"

static void warns(const char *part) {
  for (int w = 0; w < sm_context_warning_count(ctx); w++)
    if (strstr(sm_context_warning(ctx, w), part) != NULL) return;
  ck_abort_msg("no warning says '%s'", part);
}

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
  warns("no polygon with an area: 1 (the first is feature 4)");
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
  warns("no polygon with an area: 2 (the first is feature 2)");
  sm_footprints_free(&found);
  end();
}
END_TEST

/* Reads one square whose properties are given as JSON; returns its height, NAN when refused. */
static double height_from(const char *properties) {
  char feature[1024];
  snprintf(feature, sizeof feature, FEATURE("%s", "Polygon", "[" SQUARE(400000, 400010) "]"),
           properties);
  const enum sm_status status = read_it(put_json("h.geojson", feature));
  return status == SM_OK && found.count == 1 ? found.item[0].height : (double)NAN;
}

START_TEST(heights_are_understood_as_people_write_them) {
  begin();
  near(height_from("\"height\":12.5"), 12.5, 0);
  near(height_from("\"HEIGHT\":12"), 12, 0);
  near(height_from("\"height\":\"12.5\""), 12.5, 0);
  near(height_from("\"height\":\"12,5\""), 12.5, 0);
  near(height_from("\"height\":\" 12.5 m\""), 12.5, 0);
  near(height_from("\"height\":\"12.5m\""), 12.5, 0);
  near(height_from("\"height\":\"41 ft\""), 12.4968, 1e-12);
  near(height_from("\"height\":\"41'\""), 12.4968, 1e-12);
  near(height_from("\"height\":\"6'6\\\"\""), 1.9812, 1e-12);
  near(height_from("\"building:levels\":\"4\""), 12, 0);
  near(height_from("\"height\":null,\"building:levels\":4"), 12, 0);
  near(height_from("\"height\":-1,\"building:levels\":4"), 12, 0);
  near(height_from("\"height\":\"tall\",\"building:levels\":4"), 12, 0);
  near(height_from("\"height\":\"12-15\",\"building:levels\":2"), 6, 0);
  near(height_from("\"height\":\"\",\"other_tags\":\"\\\"building\\\"=>\\\"yes\\\","
                   "\\\"a\\\\\\\"b\\\"=>\\\"c\\\",\\\"height\\\"=>\\\"7 m\\\"\""),
       7, 0);
  near(height_from("\"other_tags\":\"\\\"building\\\"=>\\\"yes\\\",\\\"a\\\\\\\"b\\\"=>\\\"c\\\","
                   "\\\"height\\\"=>\\\"7 m\\\"\""),
       7, 0);
  near(height_from("\"height\":12,\"min_height\":\"4 m\""), 12, 0);
  near(found.item[0].base, 4, 0);
  ck_assert(isnan(height_from("\"height\":0")));
  ck_assert(isnan(height_from("\"height\":1e400")));
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(missing_heights_are_told_or_defaulted) {
  begin();
  const char *path =
      put_json("h.geojson",
               FEATURE("\"heigth\":10,\"name\":\"a\"", "Polygon",
                       "[" SQUARE(400000, 400010) "]") "," FEATURE("\"heigth\":10", "Polygon",
                                                                   "[" SQUARE(400020, 400030) "]"));
  says(read_it(path), "2 of 2 footprints have no height (the first is feature 0)");
  says(read_it(path), "'height', 'building:levels'");
  says(read_it(path), "the file has the attributes 'heigth', 'name'; did you mean 'heigth'?");
  ck_assert_ptr_null(found.item);
  struct sm_footprint_options options = any_where();
  options.default_height = 6;
  good(read_with(path, &options));
  ck_assert_uint_eq(found.default_height, 2);
  near(found.item[1].height, 6, 0);
  sm_footprints_free(&found);
  end();
}
END_TEST

/* Reads the square with rules for its base, porosity and storey. */
static enum sm_status values_from(const char *properties) {
  static const struct sm_rule base = {"underside", 1}, storey = {"level_m", 1};
  static const struct sm_rule porosity[] = {{"open_part", 1}, {"open_percent", 0.01}};
  struct sm_footprint_options options = any_where();
  char feature[1024];
  options.base = (struct sm_rules){&base, 1};
  options.porosity = (struct sm_rules){porosity, 2};
  options.storey = (struct sm_rules){&storey, 1};
  snprintf(feature, sizeof feature, FEATURE("%s", "Polygon", "[" SQUARE(400000, 400010) "]"),
           properties);
  return read_with(put_json("v.geojson", feature), &options);
}

START_TEST(bases_porosities_and_storeys_come_from_attributes) {
  begin();
  good(values_from("\"height\":12,\"min_height\":1,\"underside\":\"5 m\",\"open_part\":0.25,"
                   "\"level_m\":3.5"));
  near(found.item[0].base, 5, 0);
  near(found.item[0].porosity, 0.25, 0);
  near(found.item[0].storey, 3.5, 0);
  good(values_from("\"height\":12,\"min_height\":1,\"underside\":null,\"open_percent\":\"40\","
                   "\"LEVEL_M\":0"));
  near(found.item[0].base, 0, 0); /* the rules stand for min_height */
  near(found.item[0].porosity, 0.4, 1e-15);
  ck_assert(isnan(found.item[0].storey));
  good(values_from("\"height\":12,\"underside\":0,\"open_part\":0,\"level_m\":3"));
  ck_assert(isnan(found.item[0].porosity) && found.item[0].storey == 3);
  good(read_it(put_json("n.geojson", FEATURE("\"height\":12,\"min_height\":1,\"open_part\":0.5",
                                             "Polygon", "[" SQUARE(400000, 400010) "]"))));
  near(found.item[0].base, 1, 0);
  ck_assert(isnan(found.item[0].porosity) && isnan(found.item[0].storey)); /* nobody asked */
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(attributes_that_are_not_there_or_no_such_numbers_are_told) {
  begin();
#define REST ",\"open_part\":0.5,\"level_m\":3"
  says(values_from("\"height\":12,\"under_side\":1" REST),
       "there is no attribute 'underside', which buildings.base names");
  says(values_from("\"height\":12,\"under_side\":1" REST),
       "the file has the attributes 'height', 'under_side', 'open_part', 'level_m'; did you mean "
       "'under_side'?");
  says(values_from("\"height\":12,\"underside\":0,\"level_m\":3"),
       "no attribute 'open_part', 'open_percent', which buildings.porosity names");
  says(values_from("\"height\":12,\"underside\":0,\"open_part\":1"), "buildings.storey names");
  says(values_from("\"height\":12,\"underside\":-1" REST),
       "feature 0: 'underside' gives -1 for buildings.base, which is negative");
  says(values_from("\"height\":12,\"underside\":\"low\"" REST),
       "feature 0: 'underside' is \"low\", which is no number for buildings.base");
  says(values_from("\"height\":12,\"underside\":1,\"open_part\":40,\"level_m\":3"),
       "'open_part' gives 40 for buildings.porosity, which is more than 1");
  says(values_from("\"height\":12,\"underside\":1,\"open_part\":\"half\",\"level_m\":3"),
       "no number for buildings.porosity");
  ck_assert_ptr_null(found.item);
#undef REST
  end();
}
END_TEST

#define HOUSE(PROPERTIES) FEATURE(PROPERTIES, "Polygon", "[" SQUARE(400000, 400010) "]")

START_TEST(heights_that_cannot_be_are_told) {
  begin();
  struct sm_footprint_options options = any_where();
  says(read_it(put_json("a.geojson", HOUSE("\"height\":12") "," HOUSE("\"height\":99999"))),
       "feature 1: 'height' gives a height of 99999 m");
  good(read_it(put_json("a.geojson", HOUSE("\"height\":1999"))));
  ck_assert_uint_eq(found.count, 1);
  options.default_height = 6;
  good(read_with(put_json("a.geojson", HOUSE("\"height\":12,\"min_height\":20") "," HOUSE(
                                           "\"height\":-5") "," HOUSE("\"min_height\":20")),
                 &options));
  ck_assert_uint_eq(found.count, 2);
  ck_assert_uint_eq(found.dropped, 1);
  ck_assert_uint_eq(found.default_height, 2);
  near(found.item[0].height, 6, 0);
  near(found.item[1].height, 26, 0);
  warns("underside is not below their roof: 1 (the first, feature 0, is from 20 m to 12 m)");
  warns("negative, and were not read: 1 (the first, of feature 1, is -5 m)");
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(texts_and_names_of_attributes_have_units) {
  static const struct {
    const char *text;
    double height; /* m; 0: none */
  } cases[] = {{"50'", 15.24},
               {"50 ft", 15.24},
               {"50ft.", 15.24},
               {"165'6\\\"", 50.4444},
               {"165' 6\\\"", 50.4444},
               {"165 ft 6 in", 50.4444},
               {"165'-6", 50.4444},
               {"50 US ft", 15.24003},
               {"50 US survey feet", 15.24003},
               {"12,5 m", 12.5},
               {"12.5 Meters", 12.5},
               {" 1250 cm ", 12.5},
               {"12;15", 0},
               {"~8", 0},
               {"10-12", 0},
               {"1.2.3 m", 0},
               {"12 m or so", 0},
               {"3 storeys", 0}};
  const struct sm_rule by_name[] = {{"HEIGHT_FT", 0}};
  struct sm_footprint_options options = any_where();
  options.default_height = 6;
  begin();
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char house[400];
    snprintf(house, sizeof house, HOUSE("\"height\":\"%s\""), cases[c].text);
    good(read_with(put_json("a.geojson", house), &options));
    near(found.item[0].height, cases[c].height > 0 ? cases[c].height : 6, 1e-4);
    ck_assert_uint_eq(found.default_height, cases[c].height > 0 ? 0u : 1u);
    if (cases[c].height <= 0) warns(cases[c].text);
  }
  good(read_with(put_json("a.geojson", HOUSE("\"height\":true")), &options));
  near(found.item[0].height, 6, 0);
  warns("\"true\", 'height' of feature 0");
  good(read_with(
      put("a.geojson",
          "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":"
          "{\"name\":\"EPSG:999999\"}},\"features\":[" FEATURE(
              "\"height\":9", "Polygon", "[[[-111,40],[-110.9,40],[-110.9,40.1],[-111,40]]]") "]}"),
      &options));
  warns("it names a coordinate system that PROJ does not know");
  options.height = (struct sm_rules){by_name, 1};
  good(read_with(put_json("a.geojson", HOUSE("\"HEIGHT_FT\":100")), &options));
  near(found.item[0].height, 30.48, 1e-9);
  warns("'HEIGHT_FT' is read in units of 0.3048 m");
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
       "holds no polygons, only 'points' (Point)");
  says(read_it(put_json("line.geojson",
                        FEATURE("\"height\":1", "Polygon",
                                "[[[400000,4500000],[400010,4500010],[400000,4500000]]]"))),
       "holds no polygon with an area");
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

#define OSM_HEAD                                                                                   \
  "<?xml version='1.0' encoding='UTF-8'?><osm version=\"0.6\">"                                    \
  "<node id=\"1\" lat=\"40.650\" lon=\"-112.180\"/><node id=\"2\" lat=\"40.650\" "                 \
  "lon=\"-112.179\"/>"                                                                             \
  "<node id=\"3\" lat=\"40.651\" lon=\"-112.179\"/><node id=\"4\" lat=\"40.651\" "                 \
  "lon=\"-112.180\"/>"                                                                             \
  "<node id=\"5\" lat=\"40.650\" lon=\"-112.1795\"/>"                                              \
  "<node id=\"6\" lat=\"40.651\" lon=\"-112.1795\"/>"                                              \
  "<node id=\"7\" lat=\"40.6502\" lon=\"-112.1792\"/>"                                             \
  "<node id=\"8\" lat=\"40.6502\" lon=\"-112.1791\"/>"                                             \
  "<node id=\"9\" lat=\"40.6503\" lon=\"-112.1791\"/>"
#define WAY(ID, NODES, TAGS) "<way id=\"" #ID "\">" NODES TAGS "</way>"
#define ND(N) "<nd ref=\"" #N "\"/>"
#define TAG(K, V) "<tag k=\"" K "\" v=\"" V "\"/>"

START_TEST(openstreetmap_buildings_and_their_parts_are_read) {
  begin();
  struct sm_footprint_options options = any_where();
  options.x[0] = 0;
  options.x[1] = 1e6;
  const char *path =
      put("town.osm", "%s",
          OSM_HEAD
              /* an outline, replaced by its two halves */
              WAY(10, ND(1) ND(2) ND(3) ND(4) ND(1), TAG("building", "yes") TAG("height", "99"))
                  WAY(11, ND(1) ND(5) ND(6) ND(4) ND(1),
                      TAG("building:part", "yes") TAG("height", "20 m"))
                      WAY(12, ND(5) ND(2) ND(3) ND(6) ND(5),
                          TAG("building:part", "yes") TAG("building:levels", "10")
                              TAG("building:min_level", "2"))
                          WAY(13, ND(7) ND(8) ND(9) ND(7), TAG("landuse", "forest"))
                              WAY(14, ND(7) ND(8) ND(9) ND(7), TAG("building", "no")) "</osm>");
  good(read_with(path, &options));
  ck_assert_uint_eq(found.count, 2);
  near(found.item[0].height + found.item[1].height, 20 + 30, 1e-9);
  near(found.item[0].base + found.item[1].base, 6, 1e-9);
  struct sm_map_extent extent;
  good(sm_gis_extent(ctx, path, "", "", NULL, &extent));
  near(extent.latitude, 40.6505, 1e-9);
  near(extent.longitude, -112.1795, 1e-9);
  path =
      put("hole.osm", "%s",
          OSM_HEAD WAY(10, ND(1) ND(2) ND(3) ND(4) ND(1), "")
              WAY(13, ND(7) ND(8) ND(9) ND(7),
                  "") "<relation id=\"1\"><member type=\"way\" ref=\"10\" role=\"outer\"/>"
                      "<member type=\"way\" ref=\"13\" role=\"inner\"/>" TAG("type", "multipolygon")
                          TAG("building", "yes") TAG("height", "5") "</relation></osm>");
  good(read_with(path, &options));
  ck_assert_uint_eq(found.count, 1);
  ck_assert_int_eq(found.item[0].ring_count, 2);
  says(read_with(put("cut.osm", "%s", OSM_HEAD "<way id=\"10\"><nd ref=\"1\"/><nd"), &options),
       "cut.osm: error");
  says(read_with(put("wood.osm", "%s",
                     OSM_HEAD WAY(13, ND(7) ND(8) ND(9) ND(7), TAG("landuse", "forest")) "</osm>"),
                 &options),
       "holds no building");
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

#define OSM_WAY(ID, NODES, TAGS) "<way id='" ID "'>" NODES TAGS "</way>\n"
#define OSM_NODE(ID) "<nd ref='" ID "'/>"
#define IS_HOUSE "<tag k='building' v='yes'/><tag k='height' v='12'/>"
#define OSM_AREA(ID, MEMBERS, TAGS)                                                                \
  "<relation id='" ID "'>" MEMBERS "<tag k='type' v='multipolygon'/>" TAGS "</relation>\n"
#define OSM_MEMBER(ID, ROLE) "<member type='way' ref='" ID "' role='" ROLE "'/>"
#define OSM_RING OSM_NODE("1") OSM_NODE("2") OSM_NODE("3") OSM_NODE("4")

static const char *put_osm(const char *ways_and_relations) {
  return put("cut.osm",
             "<?xml version='1.0'?>\n<osm version='0.6'>\n"
             "<node id='1' lat='40.0' lon='-111.0'/><node id='2' lat='40.0' lon='-110.9995'/>"
             "<node id='3' lat='40.0004' lon='-110.9995'/><node id='4' lat='40.0004' lon='-111.0'/>"
             "%s</osm>\n",
             ways_and_relations);
}

static void read_osm(const char *ways_and_relations) {
  struct sm_footprint_options options = any_where();
  options.x[0] = options.y[0] = 0;
  options.x[1] = options.y[1] = 1e7;
  good(read_with(put_osm(ways_and_relations), &options));
}

START_TEST(cut_extracts_of_openstreetmap_are_told) {
  static const char cut[] = OSM_WAY("1", OSM_RING OSM_NODE("1"), "")
      OSM_AREA("7", OSM_MEMBER("1", "outer") OSM_MEMBER("9", "inner"), IS_HOUSE);
  begin();
  char text[2000];
  snprintf(text, sizeof text, "%s%s", cut,
           OSM_WAY("2", OSM_RING OSM_NODE("1"), IS_HOUSE)
               OSM_AREA("8", OSM_MEMBER("9", "outer"), "<tag k='natural' v='wood'/>"));
  read_osm(text);
  ck_assert_uint_eq(found.count, 1);
  warns("left out or read without them: 1 relations (the first is 7)");
  says(read_it(put_osm(cut)),
       "relations that lack some of their ways or nodes: 1 (the first is 7)");
  read_osm(OSM_WAY("1", OSM_NODE("1") OSM_NODE("2") OSM_NODE("3") OSM_NODE("99") OSM_NODE("1"),
                   IS_HOUSE) OSM_WAY("2", OSM_NODE("1") OSM_NODE("2") OSM_NODE("3"), "")
               OSM_AREA("5", OSM_MEMBER("2", "outer"), IS_HOUSE));
  ck_assert_uint_eq(found.count, 1);
  warns("read without those corners: 1 ways (the first is 1)");
  warns("1 relations (the first is 5)"); /* its ring is open */
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(other_forms_of_openstreetmap_are_told) {
  begin();
  read_osm(OSM_WAY("3", OSM_RING, IS_HOUSE)
               OSM_WAY("4", OSM_RING OSM_NODE("1"), "") "<relation id='6'>" OSM_MEMBER(
                   "4", "outline") "<tag k='type' v='building'/>" IS_HOUSE "</relation>");
  ck_assert_uint_eq(found.count, 1);
  ck_assert_int_eq(found.item[0].ring_start[1], 4);
  warns("not closed, and were closed: 1 (the first is feature 3)");
  warns("relations of another type than multipolygon: 1 (the first is feature 6)");
  read_osm(OSM_WAY("1", OSM_RING OSM_NODE("1"), IS_HOUSE) OSM_WAY(
      "2", OSM_RING OSM_NODE("1"), "<tag k='building:part' v='yes'/><tag k='height' v='20'/>"));
  ck_assert_uint_eq(found.count, 1);
  near(found.item[0].height, 20, 0);
  sm_footprints_free(&found);
  end();
}
END_TEST

START_TEST(shapefiles_with_missing_pieces_are_handled) {
  const char *path = real_data(CITY ".shp");
  if (path == NULL) return;
  begin();
  struct sm_crs crs;
  struct sm_map_extent extent;
  static const struct sm_rule area_height = {"AVGHT_M", 1};
  struct sm_footprint_options options = any_where();
  options.height = (struct sm_rules){&area_height, 1};
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
          crossed_outlines_are_repaired_and_named, heights_are_understood_as_people_write_them,
          missing_heights_are_told_or_defaulted, bases_porosities_and_storeys_come_from_attributes,
          attributes_that_are_not_there_or_no_such_numbers_are_told,
          heights_that_cannot_be_are_told, texts_and_names_of_attributes_have_units,
          cut_extracts_of_openstreetmap_are_told, other_forms_of_openstreetmap_are_told,
          only_footprints_near_the_domain_are_read, degrees_and_missing_crs_are_handled,
          openstreetmap_buildings_and_their_parts_are_read,
          shapefiles_with_missing_pieces_are_handled)
