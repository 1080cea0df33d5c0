/* Footprints of buildings: heights and other attributes, and their units. */
#define _POSIX_C_SOURCE 200809L
#include "footprint_files.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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

START_TEST(missing_heights_are_reported_or_defaulted) {
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
  static const struct sm_attribute_rule base = {"underside", 1}, storey = {"level_m", 1};
  static const struct sm_attribute_rule porosity[] = {{"open_part", 1}, {"open_percent", 0.01}};
  struct sm_footprint_options options = any_where();
  char feature[1024];
  options.base = (struct sm_attribute_rules){&base, 1};
  options.porosity = (struct sm_attribute_rules){porosity, 2};
  options.storey = (struct sm_attribute_rules){&storey, 1};
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

START_TEST(missing_and_wrong_attributes_are_reported) {
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
       "feature 0: 'underside' is \"low\", which is not a number for buildings.base");
  says(values_from("\"height\":12,\"underside\":1,\"open_part\":40,\"level_m\":3"),
       "'open_part' gives 40 for buildings.porosity, which is more than 1");
  says(values_from("\"height\":12,\"underside\":1,\"open_part\":\"half\",\"level_m\":3"),
       "not a number for buildings.porosity");
  ck_assert_ptr_null(found.item);
#undef REST
  end();
}
END_TEST

#define HOUSE(PROPERTIES) FEATURE(PROPERTIES, "Polygon", "[" SQUARE(400000, 400010) "]")

START_TEST(impossible_heights_are_reported) {
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
  const struct sm_attribute_rule by_name[] = {{"HEIGHT_FT", 0}};
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
  warns("its coordinate reference system is unknown to PROJ");
  options.height = (struct sm_attribute_rules){by_name, 1};
  good(read_with(put_json("a.geojson", HOUSE("\"HEIGHT_FT\":100")), &options));
  near(found.item[0].height, 30.48, 1e-9);
  warns("'HEIGHT_FT' is read in units of 0.3048 m");
  sm_footprints_free(&found);
  end();
}
END_TEST

TEST_MAIN(heights_are_understood_as_people_write_them, missing_heights_are_reported_or_defaulted,
          bases_porosities_and_storeys_come_from_attributes,
          missing_and_wrong_attributes_are_reported, impossible_heights_are_reported,
          texts_and_names_of_attributes_have_units)
