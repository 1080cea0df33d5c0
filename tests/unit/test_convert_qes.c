/* Cases of QES-Winds converted to cases (input/convert). */
#include "case/case.h"
#include "harness.h"
#include "input/convert/internal.h"
#include <math.h>
#include <string.h>

static struct sm_context *ctx;
static struct sm_converted converted;
static struct sm_case *c;

static enum sm_status convert(const char *text) {
  const struct sm_convert_options options = {.size = sizeof options};
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  free(converted.text);
  return sm_convert_memory(ctx, "q.xml", text, strlen(text), &options, &converted);
}

static void must_convert(const char *text) {
  ck_assert_msg(convert(text) == SM_OK, "%s", sm_context_message(ctx));
  sm_case_destroy(&c);
  const enum sm_status status =
      sm_case_parse(ctx, "q.toml", converted.text, strlen(converted.text), NULL, false, &c);
  ck_assert_msg(status == SM_OK, "%s\n%s", sm_context_message(ctx), converted.text);
}

static void must_have(const char *what) {
  ck_assert_msg(strstr(converted.text, what) != NULL, "no %s in\n%s", what, converted.text);
}

static void near(double value, double wanted, double tolerance) {
  ck_assert_msg(fabs(value - wanted) <= tolerance, "%.12g instead of %.12g", value, wanted);
}

/* Domain of 100 x 80 x 40 cells of 2 m, without the parameters, sensors and further tables given.
 */
static char text[8192];

static const char *a_case(const char *parameters, const char *sensors, const char *tables) {
  snprintf(text, sizeof text,
           "<QESWindsParameters>\n<simulationParameters>\n<domain> 100 80 40 </domain>\n"
           "<cellSize> 2.0 2.0 2.0 </cellSize>\n%s</simulationParameters>\n<metParams>\n%s"
           "</metParams>\n%s</QESWindsParameters>\n",
           parameters, sensors, tables);
  return text;
}

#define SERIES(FLAG, Z0, RECIPROCAL, MORE)                                                         \
  "<timeSeries><boundaryLayerFlag>" FLAG "</boundaryLayerFlag><siteZ0>" Z0 "</siteZ0>"             \
  "<reciprocal>" RECIPROCAL "</reciprocal>" MORE "</timeSeries>\n"
#define WIND "<height>20</height><speed>5</speed><direction>290</direction>"
#define SENSOR(SERIES)                                                                             \
  "<sensor><site_coord_flag>1</site_coord_flag><site_xcoord>30</site_xcoord>"                      \
  "<site_ycoord>40</site_ycoord>" SERIES "</sensor>\n"

START_TEST(domain_and_sensor) {
  must_convert(
      a_case("<meshTypeFlag>1</meshTypeFlag>\n", SENSOR(SERIES("1", "0.05", "-0.02", WIND)), ""));
  const struct sm_case_station *station = &c->weather.station[0];
  near(c->domain.size[0], 200, 0);
  near(c->domain.size[1], 160, 0);
  near(c->domain.cell_size[2], 2, 0);
  near(c->domain.height, 80, 0);
  near(c->domain.stretch, 1, 0);
  ck_assert_int_eq(c->domain.solids, SM_SOLIDS_CUT);
  ck_assert_int_eq(station->profile, SM_PROFILE_LOG);
  near(station->z0, 0.05, 0);
  near(c->roughness.z0, 0.05, 0);
  near(station->place[0], 30, 0);
  near(station->place[1], 40, 0);
  near(station->reading[0].height, 20, 0);
  near(station->reading[0].from, 290, 0);
  near(station->reading[0].obukhov, -50, 1e-12);
  ck_assert(!c->weather.match);
  ck_assert_uint_eq(converted.left, 0);
}
END_TEST

/* The halo is part of the cells; positions count from its inside. */
START_TEST(halo) {
  must_convert(a_case("<halo_x>20</halo_x><halo_y>20</halo_y>\n",
                      SENSOR(SERIES("1", "0.1", "0", WIND)), ""));
  near(c->domain.size[0], 160, 0);
  near(c->domain.margin, 20, 0);
  near(c->weather.station[0].place[0], 30, 0);
  must_convert(a_case("<halo_x>20</halo_x><halo_y>10</halo_y>\n",
                      SENSOR(SERIES("1", "0.1", "0", WIND)), ""));
  near(c->domain.size[0], 200, 0);
  near(c->domain.margin, 0, 0);
  near(c->weather.station[0].place[0], 50, 0);
  near(c->weather.station[0].place[1], 50, 0);
}
END_TEST

/* siteZ0 is the exponent of a power law. */
START_TEST(profiles) {
  must_convert(a_case("", SENSOR(SERIES("2", "0.15", "0", WIND)), ""));
  ck_assert_int_eq(c->weather.station[0].profile, SM_PROFILE_POWER);
  near(c->weather.station[0].exponent, 0.15, 0);
  ck_assert(isinf(c->weather.station[0].reading[0].obukhov));
  near(c->roughness.z0, 0.1, 0);
  must_convert(a_case("",
                      SENSOR(SERIES("3", "0.2", "0",
                                    WIND "<canopyHeight>12</canopyHeight>"
                                         "<attenuationCoefficient>1.5</attenuationCoefficient>")),
                      ""));
  ck_assert_int_eq(c->weather.station[0].profile, SM_PROFILE_CANOPY);
  near(c->weather.station[0].canopy_height, 12, 0);
  near(c->weather.station[0].canopy_attenuation, 1.5, 0);
  must_convert(
      a_case("",
             SENSOR(SERIES("4", "0.2", "0",
                           WIND "<height>40</height><speed>7</speed><direction>-60</direction>")),
             ""));
  ck_assert_int_eq(c->weather.station[0].profile, SM_PROFILE_TOWER);
  ck_assert_uint_eq(c->weather.station[0].reading_count, 2);
  near(c->weather.station[0].reading[1].from, 300, 0);
}
END_TEST

START_TEST(times) {
  must_convert(
      a_case("<totalTimeIncrements>1</totalTimeIncrements>\n",
             SENSOR(SERIES("1", "0.1", "0", "<timeStamp>2020-01-01T01:00:00</timeStamp>" WIND)
                        SERIES("1", "0.1", "0", "<timeEpoch>1577844000</timeEpoch>" WIND)),
             ""));
  ck_assert_uint_eq(c->weather.station[0].reading_count, 2);
  near(c->weather.station[0].reading[0].time, 1577840400, 0);
  near(c->weather.station[0].reading[1].time, 1577844000, 0);
  must_have("end = 2020-01-01T01:00:00Z");
}
END_TEST

#define PARAMETERISATIONS                                                                          \
  "<wallRoughness>0.02</wallRoughness><rooftopFlag>2</rooftopFlag>"                                \
  "<upwindCavityFlag>3</upwindCavityFlag><streetCanyonFlag>2</streetCanyonFlag>"                   \
  "<streetIntersectionFlag>1</streetIntersectionFlag><wakeFlag>1</wakeFlag>"                       \
  "<highRiseFlag>1</highRiseFlag><sidewallFlag>0</sidewallFlag>"

/* A building of QES turns about its first corner, and its height counts from its base. */
START_TEST(buildings) {
  must_convert(a_case(
      "", SENSOR(SERIES("1", "0.1", "0", WIND)),
      "<buildingsParams>" PARAMETERISATIONS
      "<rectangularBuilding><height>20</height><baseHeight>5</baseHeight><xStart>100</xStart>"
      "<yStart>60</yStart><length>30</length><width>10</width>"
      "<buildingRotation>90</buildingRotation></rectangularBuilding>"
      "<QUICBuilding><height>9</height><baseHeight>0</baseHeight><xVertex>10</xVertex>"
      "<xVertex>20</xVertex><xVertex>20</xVertex><yVertex>10</yVertex><yVertex>10</yVertex>"
      "<yVertex>25</yVertex></QUICBuilding></buildingsParams>\n"));
  /* turned by 90 degrees it covers x from 90 to 100 and y from 60 to 90 */
  must_have("corner = [80, 70] ");
  must_have("size = [30, 10]");
  must_have("rotation = 90 ");
  must_have("height = 25 ");
  must_have("base = 5 ");
  must_have("vertices = [[10, 10], [20, 10], [20, 25]]");
  must_have("upwind = \"high-rise\"");
  must_have("wake = \"roeckle\"");
  must_have("canyon = \"modified\"");
  must_have("intersection = \"blended\"");
  must_have("rooftop = \"vortex\"");
  must_have("sidewall = false");
  must_have("high_rise = true");
  must_have("downwash = false");
  near(c->zones.roughness, 0.02, 0);
  ck_assert_uint_eq(converted.left, 0);
}
END_TEST

START_TEST(plants) {
  must_convert(a_case(
      "", SENSOR(SERIES("1", "0.1", "0", WIND)),
      "<vegetationParams><wakeFlag>1</wakeFlag><Homogeneous>"
      "<attenuationCoefficient>1.2</attenuationCoefficient><height>10</height>"
      "<baseHeight>2</baseHeight><xStart>80</xStart><yStart>60</yStart><length>40</length>"
      "<width>50</width><canopyRotation>0</canopyRotation></Homogeneous><IsolatedTree>"
      "<attenuationCoefficient>0.7</attenuationCoefficient><height>8</height>"
      "<baseHeight>1</baseHeight><zMaxLAI>0.5</zMaxLAI><xCenter>20</xCenter><yCenter>30</yCenter>"
      "<width>6</width></IsolatedTree><Windbreak><height>4</height><baseHeight>0</baseHeight>"
      "<understroyHeight>0</understroyHeight><xStart>150</xStart><yStart>20</yStart>"
      "<length>60</length><width>2</width><canopyRotation>0</canopyRotation>"
      "<opticalPorosity>0.4</opticalPorosity></Windbreak></vegetationParams>\n"));
  must_have("corner = [80, 60]\nsize = [40, 50]");
  must_have("attenuation = 1.2 ");
  must_have("position = [20, 30] ");
  must_have("crown = 6 ");
  must_have("corner = [150, 20]\nsize = [2, 60]"); /* the length of a windbreak is along y */
  must_have("porosity = 0.4 ");
  must_have("wakes = true");
  must_have("zMaxLAI: the leaf area is uniform");
  ck_assert_uint_eq(converted.left, 2);
}
END_TEST

START_TEST(elements_left) {
  must_convert(a_case("<maxIterations>500</maxIterations><maxIterations>2</maxIterations>\n"
                      "<logLawFlag>1</logLawFlag><domainRotation>0</domainRotation>\n"
                      "<typo> 3 </typo>\n<!~- no comment -->",
                      SENSOR(SERIES("1", "0.1", "0", WIND)), "<fires><fmc>1</fmc></fires>\n"));
  must_have("#   line 5 and 1 more: maxIterations: iterations of SOR");
  must_have("#   line 6: logLawFlag: no correction");
  must_have("#   line 7: typo: given twice, or no element of QES");
  must_have("#   line 8: <!: neither comment nor element");
  must_have("fires: no fire model");
  ck_assert_uint_eq(converted.left, 6);
}
END_TEST

static void must_fail(const char *xml, const char *message) {
  ck_assert_int_eq(convert(xml), SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "%s", sm_context_message(ctx));
  ck_assert_ptr_null(converted.text);
}

START_TEST(wrong) {
  must_fail("<QESWindsParameters>\n<simulationParameters>\n</x>\n",
            "q.xml:3: error: not well-formed XML: mismatched tag");
  must_fail("<QESWindsParameters><metParams/></QESWindsParameters>", "no simulationParameters");
  must_fail(a_case("<halo_x>a</halo_x>\n", SENSOR(SERIES("1", "x", "0", WIND)), ""),
            "q.xml:5: error: halo_x: 'a' is not a number");
  must_fail(a_case("", SENSOR(SERIES("1", "x", "0", WIND)), ""),
            "q.xml:7: error: siteZ0: 'x' is not a number");
  must_fail(a_case("", "", ""), "no sensor in metParams");
  must_fail(a_case("", SENSOR(SERIES("7", "0.1", "0", WIND)), ""),
            "boundaryLayerFlag is 0 to 4, not 7");
  must_fail(a_case("", SENSOR(SERIES("1", "0.1", "0", "<height>3</height>")), ""),
            "as many heights as speeds");
  must_fail(a_case("", "<sensorName>none.xml</sensorName>\n", ""),
            "q.xml:7: error: sensorName: there is no file 'none.xml'");
  must_fail(
      a_case("", SENSOR(SERIES("1", "0.1", "0", "<timeStamp>2020-02-30T01:00:00</timeStamp>" WIND)),
             ""),
      "timeStamp: '2020-02-30T01:00:00' is not a date");
  must_fail(a_case("", SENSOR(SERIES("1", "0.1", "0", "<timeEpoch>-1e11</timeEpoch>" WIND)), ""),
            "timeEpoch: '-1e11' is not a time in s");
  must_fail("<sensor></sensor>", "a sensor is part of a case of QES-Winds");
}
END_TEST

/* Entities are not expanded, and nesting is bounded. */
START_TEST(hostile) {
  must_fail("<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"&b;&b;&b;\">]>\n"
            "<QESWindsParameters><simulationParameters>&c;</simulationParameters>"
            "</QESWindsParameters>",
            "not well-formed XML");
  static char deep[20000];
  strcpy(deep, "<QESWindsParameters>");
  for (int i = 0; i < 3000; i++) strcat(deep, "<a>");
  must_fail(deep, "nested more than 62 deep");
}
END_TEST

/* Several elements at the top, behind a declaration; flags of zones among the parameters; buildings
 * under another name. */
START_TEST(early_versions) {
  must_convert(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"
      "<simulationParameters><domain> 100 80 40 </domain><cellSize> 2 2 2 </cellSize>"
      "<streetIntersectionFlag> 0 </streetIntersectionFlag><sidewallFlag> 0 </sidewallFlag>"
      "<wakeFlag> 1 </wakeFlag></simulationParameters>\n"
      "<metParams>" SENSOR(
          SERIES("1", "0.05", "0",
                 WIND)) "</metParams>\n"
                        "<buildings><wakeFlag> 2 </wakeFlag><rectangularBuilding><height> 20 "
                        "</height><xStart> 40 "
                        "</xStart><yStart> 50 </yStart><length> 10 </length><width> 30 </width>"
                        "</rectangularBuilding></buildings><!-- M\xfcnchen -->\n");
  must_have("[[buildings.box]]");
  must_have("sidewall = false");
  must_have("wake = \"modified\" ");
}
END_TEST

TEST_MAIN(early_versions, domain_and_sensor, halo, profiles, times, buildings, plants,
          elements_left, wrong, hostile)
