/* A plume of QES-Plume with its winds, converted to a case (input/convert). */
#define _POSIX_C_SOURCE 200809L /* for strdup */
#include "case/case.h"
#include "harness.h"
#include "input/convert/internal.h"
#include <math.h>
#include <string.h>

static const char winds[] =
    "<QESWindsParameters><simulationParameters><domain>80 70 20</domain>"
    "<cellSize>2 2 2</cellSize><halo_x>10</halo_x><halo_y>10</halo_y></simulationParameters>"
    "<metParams><sensor><site_coord_flag>1</site_coord_flag><timeSeries>"
    "<boundaryLayerFlag>1</boundaryLayerFlag><siteZ0>0.1</siteZ0><reciprocal>0</reciprocal>"
    "<height>10</height><speed>3</speed><direction>270</direction></timeSeries></sensor>"
    "</metParams></QESWindsParameters>";

static const char plume[] =
    "<QESPlumeParameters>\n"
    "<plumeParameters><simDur>100</simDur><timeStep>2</timeStep><CourantNumber>0</"
    "CourantNumber><invarianceTol>1e-10</invarianceTol>\n"
    "<interpolationMethod>triLinear</interpolationMethod></plumeParameters>\n"
    "<particleOutputParameters><outputFrequency>50</outputFrequency></particleOutputParameters>\n"
    "<collectionParameters><timeAvgStart>20</timeAvgStart><timeAvgFreq>40</"
    "timeAvgFreq><boxBoundsX1>20</boxBoundsX1><boxBoundsX2>120</boxBoundsX2>\n"
    "<boxBoundsY1>30</boxBoundsY1><boxBoundsY2>110</boxBoundsY2><boxBoundsZ1>0</"
    "boxBoundsZ1><boxBoundsZ2>20</boxBoundsZ2>\n"
    "<nBoxesX>50</nBoxesX><nBoxesY>20</nBoxesY><nBoxesZ>10</nBoxesZ></collectionParameters>\n"
    "<particleParameters><baseParticle><tag>smoke</tag><decayConst>0.01</decayConst>\n"
    "<source><releaseType_continuous><particlePerTimestep>100</particlePerTimestep><massPerSec>5</"
    "massPerSec></releaseType_continuous>\n"
    "<sourceGeometry_Point><posX>40</posX><posY>60</posY><posZ>3</posZ></sourceGeometry_Point></"
    "source>\n"
    "<source><releaseType_duration><releaseStartTime>10</releaseStartTime><releaseEndTime>31</"
    "releaseEndTime><particlePerTimestep>10</particlePerTimestep>\n"
    "<totalMass>8</totalMass></releaseType_duration><sourceGeometry_Line><posX_0>40</"
    "posX_0><posY_0>60</posY_0><posZ_0>1</posZ_0>\n"
    "<posX_1>50</posX_1><posY_1>61</posY_1><posZ_1>2</posZ_1></sourceGeometry_Line></source>\n"
    "<source><releaseType_instantaneous><numPar>500</numPar></"
    "releaseType_instantaneous><sourceGeometry_Cube><minX>40</minX><minY>60</minY><minZ>1</minZ>\n"
    "<maxX>50</maxX><maxY>64</maxY><maxZ>3</maxZ></sourceGeometry_Cube></source></baseParticle></"
    "particleParameters>\n"
    "<boundaryConditions><xBCtype>periodic</xBCtype><yBCtype>exiting</yBCtype><zBCtype>reflection</"
    "zBCtype>\n"
    "<wallReflection>setInactive</wallReflection></boundaryConditions>\n"
    "</QESPlumeParameters>\n";

static struct sm_context *ctx;
static struct sm_converted converted;
static struct sm_case *c;

static enum sm_status convert(const char *first, const char *second) {
  const struct sm_convert_options options = {.size = sizeof options};
  char *a = strdup(first), *b = strdup(second != NULL ? second : "");
  struct sm_convert_input input[2] = {{"w.xml", a, strlen(a)}, {"p.xml", b, strlen(b)}};
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  free(converted.text);
  const enum sm_status status =
      sm_convert_texts(ctx, input, second != NULL ? 2 : 1, &options, &converted);
  free(a);
  free(b);
  return status;
}

static void must_convert(const char *first, const char *second) {
  ck_assert_msg(convert(first, second) == SM_OK, "%s", sm_context_message(ctx));
  sm_case_destroy(&c);
  const enum sm_status status =
      sm_case_parse(ctx, "q.toml", converted.text, strlen(converted.text), NULL, false, &c);
  ck_assert_msg(status == SM_OK, "%s\n%s", sm_context_message(ctx), converted.text);
}

static void must_have(const char *what) {
  ck_assert_msg(strstr(converted.text, what) != NULL, "no %s in\n%s", what, converted.text);
}

/* Positions of QES-Plume count from the corner of the halo. */
START_TEST(sources_and_boxes) {
  must_convert(winds, plume);
  ck_assert_int_eq(c->turbulence.model, SM_TURBULENCE_LOCAL);
  must_have("duration = 100 ");
  must_have("interpolation = \"trilinear\"");
  must_have("snapshots = 50 ");
  must_have("name = \"smoke\"");
  must_have("half_life = 69.31471806 ");
  must_have("position = [30, 50] ");
  must_have("count = 5000 "); /* 100 a step of 2 s, 100 s */
  must_have("rate = \"5 g/s\"");
  must_have("end = [40, 51]");
  must_have("end_height = 2");
  must_have("count = 110 "); /* 10 a step, 21 s */
  must_have("start = 10 ");
  must_have("stop = 31 ");
  must_have("mass = \"8 g\"");
  must_have("position = [35, 52] ");
  must_have("size = [10, 4, 2]");
  must_have("count = 500 ");
  must_have("origin = [10, 20] ");
  must_have("cell_size = [2, 4, 2] ");
  must_have("interval = 40 ");
  must_have("height = 20 ");
  must_have("lateral_boundary = \"periodic\"");
  must_have("top = \"reflect\"");
  must_have("walls = \"reflect\"");
  must_have("#   p.xml, line 5: timeAvgStart: intervals begin with the release");
  must_have("yBCtype: all four sides are of one kind");
  must_have("wallReflection: particles that end at walls");
  ck_assert_uint_eq(converted.left, 5); /* and CourantNumber, invarianceTol */
}
END_TEST

/* Sources of earlier versions, which QES-Plume 2.3 ignores without a word; the files in any order.
 */
START_TEST(earlier_version) {
  static const char old[] =
      "<QESPlumeParameters><plumeParameters><simDur>10</simDur><timeStep>1</timeStep>"
      "</plumeParameters><sourceParameters><source><releaseType_continuous>"
      "<particlePerTimestep>4</particlePerTimestep></releaseType_continuous>"
      "<sourceGeometry_SphereShell><posX>40</posX><posY>60</posY><posZ>9</posZ>"
      "<radius>2</radius></sourceGeometry_SphereShell></source></sourceParameters>"
      "</QESPlumeParameters>";
  must_convert(old, winds);
  must_have("shape = \"sphere\"");
  must_have("count = 40 ");
  must_have("which QES-Plume 2.3 ignores: it would release");
  ck_assert_uint_eq(converted.left, 0);
}
END_TEST

static void must_fail(const char *first, const char *second, const char *message) {
  ck_assert_int_eq(convert(first, second), SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "%s", sm_context_message(ctx));
}

START_TEST(wrong) {
  must_fail(plume, NULL, "w.xml: a plume of QES needs its winds");
  must_fail(winds, winds, "not an input of another program");
  must_fail(winds, "<QESPlumeParameters></QESPlumeParameters>",
            "p.xml:1: error: no plumeParameters");
  must_fail(winds,
            "<QESPlumeParameters><plumeParameters><simDur>9</simDur><timeStep>0</timeStep>"
            "</plumeParameters></QESPlumeParameters>",
            "timeStep and simDur are above 0");
  must_fail(winds,
            "<QESPlumeParameters><plumeParameters><simDur>9</simDur><timeStep>1</timeStep>"
            "</plumeParameters><sourceParameters>\n<source/></sourceParameters>"
            "</QESPlumeParameters>",
            "p.xml:2: error: source without a geometry");
}
END_TEST

TEST_MAIN(sources_and_boxes, earlier_version, wrong)
