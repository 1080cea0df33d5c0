/* Points, lines and polygons of vector files, on files that the tests write themselves. */
#define _POSIX_C_SOURCE 200809L
#include "gis_files.h"
#include <math.h>
#include <string.h>

static const struct sm_attribute_rule heights[] = {{"height", 1}, {"H", 1}}, lai = {"lai", 1};

static struct sm_feature_options options_of(void) {
  return (struct sm_feature_options){.layer = "",
                                     .assumed_crs = "",
                                     .crs_key = "vegetation.crs",
                                     .value = {{heights, 2}, {&lai, 1}},
                                     .value_count = 2,
                                     .word = "kind",
                                     .x = {-1e7, 1e7},
                                     .y = {-1e7, 1e7}};
}

#define COLLECTION(features)                                                                       \
  "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:"    \
  "32612\"}},\"features\":[" features "]}"
#define FEATURE(properties, type, coordinates)                                                     \
  "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{\"type\":\"" type           \
  "\",\"coordinates\":" coordinates "}}"

static void warns(const char *part) {
  for (int w = 0; w < sm_context_warning_count(ctx); w++)
    if (strstr(sm_context_warning(ctx, w), part) != NULL) return;
  ck_abort_msg("no warning says '%s'", part);
}

START_TEST(texts_that_are_not_numbers_are_warned_of) {
  begin();
  struct sm_crs crs = utm12();
  const struct sm_feature_options options = options_of();
  struct sm_features out;
  const char *path =
      put("plants.geojson", "%s",
          COLLECTION(FEATURE("\"height\":\"40 ft\"", "Point", "[500000,4000000]") "," FEATURE(
              "\"height\":\"12;15\",\"lai\":\"~3\"", "Point",
              "[500000,4000000]") "," FEATURE("\"height\":\" \"", "Point", "[500000,4000000]")));
  good(sm_gis_read_features(ctx, path, &crs, &options, &out));
  near(out.item[0].value[0], 12.192, 1e-9);
  ck_assert(isnan(out.item[1].value[0]) && isnan(out.item[1].value[1]));
  warns("were not read: 2 (the first is \"12;15\", 'height' of feature 1)");
  sm_features_free(&out);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(points_lines_and_polygons_come_with_their_values) {
  begin();
  struct sm_crs crs = utm12();
  const struct sm_feature_options options = options_of();
  struct sm_features out;
  const char *path =
      put("plants.geojson", "%s",
          COLLECTION(
              FEATURE("\"height\":\"12 m\",\"lai\":2.5", "Point", "[500000,4000000]") "," FEATURE(
                  "\"H\":3,\"kind\":\"fence\"", "LineString",
                  "[[500000,4000000],[500010,4000000],[500010,4000000],["
                  "500010,4000020]]") "," FEATURE("\"height\":-1,\"kind\":"
                                                  "\"rows\"",
                                                  "Polygon",
                                                  "[[[0,0],[9,0],[9,9],[0,"
                                                  "9],[0,0]],[[2,2],[2,4],["
                                                  "4,4],[2,2]]]")));
  good(sm_gis_read_features(ctx, path, &crs, &options, &out));
  ck_assert_uint_eq(out.count, 3);
  const struct sm_feature *f = out.item;
  ck_assert_int_eq(f[0].form, SM_FEATURE_POINT);
  near(f[0].vertex[0][0], 500000, 1e-6);
  near(f[0].value[0], 12, 0);
  near(f[0].value[1], 2.5, 0);
  ck_assert(f[0].word[0] == '\0' && isnan(f[0].value[2]));
  ck_assert_int_eq(f[1].form, SM_FEATURE_LINE);
  ck_assert_int_eq(f[1].ring_start[1], 3); /* the repeated point is gone */
  ck_assert_str_eq(f[1].word, "fence");
  ck_assert(f[1].value[0] == 3 && isnan(f[1].value[1]));
  ck_assert_int_eq(f[2].form, SM_FEATURE_POLYGON);
  ck_assert_int_eq(f[2].ring_count, 2);
  ck_assert_int_eq(f[2].ring_start[2], 7);
  ck_assert(isnan(f[2].value[0])); /* a text, not a length */
  sm_features_free(&out);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(collections_are_taken_apart_and_empty_ones_left_out) {
  begin();
  struct sm_crs crs = utm12();
  const struct sm_feature_options options = options_of();
  struct sm_features out;
  const char *path = put(
      "plants.geojson", "%s",
      COLLECTION(FEATURE("\"height\":1", "MultiPoint", "[[500000,4000000],[500001,4000000]]") "," FEATURE(
          "\"height\":2", "MultiLineString",
          "[[[500000,4000000],[500001,4000000]],[[1,1],[2,2]]]") ","
                                                                 "{\"type\":\"Feature\","
                                                                 "\"properties\":{},\"geometry\":"
                                                                 "null}," FEATURE(
                                                                     "\"height\":3", "LineString",
                                                                     "[[5,5],[5,5]]") "," FEATURE("\"height\":4",
                                                                                                  "Polygon",
                                                                                                  "[[[0,0],[1,1],[2,2],[0,0]]]")));
  good(sm_gis_read_features(ctx, path, &crs, &options, &out));
  ck_assert_uint_eq(out.count, 4);
  ck_assert_uint_eq(out.dropped, 3);
  warns("no geometry: 1 (the first is feature 2)");
  warns("empty, have no area or coordinates that are not numbers: 2 (the first is feature 3)");
  sm_features_free(&out);
  sm_crs_free(&crs);
  end();
}
END_TEST

/* Envelopes pass over a NaN that is not the first of them. */
START_TEST(coordinates_that_are_no_numbers_leave_a_feature_out) {
  static const char *const file[] = {"lines.geojson", "points.geojson", "point.geojson",
                                     "polygon.geojson"};
  static const char *const shapes[][2] = {
      {"LineString", "[[500000,4000000],[NaN,9],[500010,4000000]]"},
      {"MultiPoint", "[[500000,4000000],[500001,NaN]]"},
      {"Point", "[500000,-Infinity]"},
      {"Polygon", "[[[500000,4000000],[500010,4000000],[500010,NaN],[500000,4000010],"
                  "[500000,4000000]]]"}};
  begin();
  struct sm_crs crs = utm12();
  const struct sm_feature_options options = options_of();
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    struct sm_features out;
    const char *path = put(file[i],
                           "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\","
                           "\"properties\":{\"name\":\"EPSG:32612\"}},\"features\":[{\"type\":"
                           "\"Feature\",\"properties\":{\"height\":1},\"geometry\":{\"type\":"
                           "\"%s\",\"coordinates\":%s}}]}",
                           shapes[i][0], shapes[i][1]);
    good(sm_gis_read_features(ctx, path, &crs, &options, &out));
    ck_assert_uint_eq(out.count, 0);
    ck_assert_uint_eq(out.dropped, 1);
    ck_assert_int_eq(sm_context_warning_count(ctx), (int)i + 1);
    sm_features_free(&out);
  }
  warns("coordinates that are not numbers: 1 (the first is feature 0)");
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(features_move_to_the_coordinates_of_the_domain) {
  begin();
  struct sm_crs crs = utm12();
  struct sm_feature_options options = options_of();
  struct sm_features out;
  const char *path =
      put("plants.geojson", "%s",
          "{\"type\":\"FeatureCollection\",\"features\":[" FEATURE(
              "\"height\":1", "Point", "[-111,40]") "," FEATURE("\"height\":2", "LineString",
                                                                "[[-111,40],[-110.99,40]]") "]}");
  good(sm_gis_read_features(ctx, path, &crs, &options, &out));
  ck_assert_uint_eq(out.count, 2);
  near(out.item[0].vertex[0][0], 500000, 1e-3);
  near(out.item[0].vertex[0][1], 4427757.219, 1e-3);
  near(out.item[1].vertex[1][0], 500853.7, 1);
  sm_features_free(&out);
  options.x[0] = 600000; /* neither touches the box */
  good(sm_gis_read_features(ctx, path, &crs, &options, &out));
  ck_assert_uint_eq(out.count, 0);
  sm_features_free(&out);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(of_openstreetmap_the_tags_tell_what_there_is) {
  static const char *const tags[] = {"natural", "barrier"};
  begin();
  struct sm_crs crs = utm12();
  struct sm_feature_options options = options_of();
  struct sm_features out;
  options.tag = tags;
  options.tag_count = 2;
  const char *path =
      put("map.osm", "%s",
          "<osm version='0.6'><node id='1' lat='40' lon='-111'><tag k='natural' v='tree'/>"
          "<tag k='height' v='7 m'/></node>"
          "<node id='2' lat='40' lon='-110.99'><tag k='shop' v='bakery'/></node>"
          "<way id='3'><nd ref='1'/><nd ref='2'/><tag k='barrier' v='hedge'/></way></osm>");
  good(sm_gis_read_features(ctx, path, &crs, &options, &out));
  int trees = 0, hedges = 0, others = 0;
  for (size_t f = 0; f < out.count; f++) {
    const struct sm_feature *one = &out.item[f];
    ck_assert(one->tagged);
    if (strcmp(one->word, "tree") == 0) {
      trees++;
      ck_assert(one->form == SM_FEATURE_POINT && one->value[0] == 7);
    } else if (strcmp(one->word, "hedge") == 0) {
      hedges++;
      ck_assert(one->form == SM_FEATURE_LINE && one->ring_start[1] == 2);
    } else {
      others++;
      ck_assert_str_eq(one->word, "");
    }
  }
  ck_assert_int_eq(trees, 1);
  ck_assert_int_eq(hedges, 1);
  ck_assert_int_eq(others, 1);
  sm_features_free(&out);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(wrong_files_are_named) {
  begin();
  struct sm_crs crs = utm12();
  struct sm_feature_options options = options_of();
  struct sm_features out;
  says(sm_gis_read_features(ctx, "/nowhere/plants.shp", &crs, &options, &out), "plants.shp");
  says(sm_gis_read_features(ctx, put("a.geojson", "{\"type\":"), &crs, &options, &out),
       "a.geojson");
  const char *path =
      put("plants.geojson", "%s", COLLECTION(FEATURE("\"height\":1", "Point", "[1,1]")));
  options.layer = "forest";
  says(sm_gis_read_features(ctx, path, &crs, &options, &out), "there is no layer 'forest'");
  options.layer = "";
  path = put("bare.csv", "x,y,height\n500000,4000000,3\n");
  options.assumed_crs = "EPSG:nonsense";
  says(sm_gis_read_features(ctx, path, &crs, &options, &out), "vegetation.crs");
  options.assumed_crs = "";
  says(sm_gis_read_features(ctx, path, &crs, &options, &out), "vegetation.crs");
  sm_crs_free(&crs);
  end();
}
END_TEST

TEST_MAIN(texts_that_are_not_numbers_are_warned_of,
          points_lines_and_polygons_come_with_their_values,
          collections_are_taken_apart_and_empty_ones_left_out,
          coordinates_that_are_no_numbers_leave_a_feature_out,
          features_move_to_the_coordinates_of_the_domain,
          of_openstreetmap_the_tags_tell_what_there_is, wrong_files_are_named)
