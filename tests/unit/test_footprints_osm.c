/* Footprints of buildings from OpenStreetMap. */
#define _POSIX_C_SOURCE 200809L
#include "footprint_files.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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
       "contains no building");
  sm_footprints_free(&found);
  end();
}
END_TEST

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

START_TEST(incomplete_extracts_of_openstreetmap_are_warned_of) {
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

START_TEST(other_forms_of_openstreetmap_are_warned_of) {
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

TEST_MAIN(incomplete_extracts_of_openstreetmap_are_warned_of,
          other_forms_of_openstreetmap_are_warned_of,
          openstreetmap_buildings_and_their_parts_are_read)
