/* Places of a case: every key that holds one is checked against the domain, and against degrees in
 * place of metres. */
#include "domain/positions.h"

#include "base/context.h"
#include "case/schema/schema.h"
#include "domain/domain.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct sm_context *ctx;

/* Corner near 40 N, 5 E of a map on which a degree is 100 km, or no map. */
#define BOX "[domain]\nsize = [200, 100]\ncell_size = 5\nheight = 80\nmargin = 10\n"
#define MAP BOX "crs = 'EPSG:32632'\norigin = [500010, 4427767]\n"
#define STATION "[[weather.station]]\nspeed = 5\nfrom = 270\n"
#define LES "[wind]\nmodel = 'incompressible'\nduration = 60\n" STATION
#define GAS "[wind]\nmodel = 'compressible'\nduration = 60\n" STATION "[flow.compressible]\n"
#define VORTEX "[wind]\nmodel = 'vortex'\n[wind.vortex]\nstrength = 1\nsize = 10\n"
#define ROTOR                                                                                      \
  "[wind]\nmodel = 'rotor'\ninterval = 1\nduration = 1\n[[wind.rotor]]\nheight = 5\nradius = 5\n"  \
  "thrust = 1\nrotor_speed = 41\nblades = 4\n"
#define SOURCE                                                                                     \
  "[particles]\nduration = 60\n[[particles.species]]\nname = 'a'\n[[particles.source]]\n"          \
  "count = 9\n"
#define SCALAR "[[flow.scalar]]\nname = 's'\n[[flow.scalar.source]]\nrate = '1 g/s'\n"
#define TURBINE "[[wind.turbine]]\nhub_height = 30\nrotor_diameter = 20\nthrust_coefficient = 0.8\n"

static enum sm_status build(const char *text) {
  struct sm_case *c;
  struct sm_domain *domain = NULL;
  ck_assert_msg(sm_case_parse(ctx, "c", text, strlen(text), NULL, false, &c) == SM_OK, "%s\n%s",
                text, sm_context_message(ctx));
  const enum sm_status status = sm_domain_build(ctx, c, &domain);
  sm_domain_destroy(&domain);
  sm_case_destroy(&c);
  return status;
}

static void fails_with(const char *text, const char *message) {
  const enum sm_status status = build(text);
  ck_assert_msg(status == SM_ERR_CASE && strstr(sm_context_message(ctx), message) != NULL,
                "%s\nexpected: %s\nfound: %s", text, message,
                status == SM_OK ? "nothing wrong" : sm_context_message(ctx));
}

static void succeeds(const char *text) {
  ck_assert_msg(build(text) == SM_OK, "%s\n%s", text, sm_context_message(ctx));
}

START_TEST(places_outside_the_domain_are_refused) {
  static const char *const wrong[][2] = {
      {BOX LES "[flow]\nprobes = [[0, 0, 1], [211, 0, 1]]\n",
       "c:13:22: error: 'flow.probes[2]' is outside the domain: x = 211 m, but the domain is from "
       "-10 to 210 m\n   13 | probes = [[0, 0, 1], [211, 0, 1]]"},
      {BOX LES "[flow]\nprobes = [[0, -11, 1]]\n", "y = -11 m, but the domain is from -10 to 110"},
      {BOX LES "[flow]\nprobes = [[0, 0, 81]]\n",
       "z = 81 m\n   13 | probes = [[0, 0, 81]]\n      |           ^~~~~~~~~~\nhelp: raise "
       "domain.height"},
      {BOX LES "[flow]\nprobes = [[0, 0, -1]]\n", "help: a height above the ground"},
      {BOX LES "[[flow.body]]\nname = 'a'\nfrom = [1, 1, 1]\nto = [5, 5, 500]\n",
       "'flow.body[1].to' is outside the domain: z = 500 m"},
      {BOX LES SCALAR "position = [300, 0]\n", "'flow.scalar[1].source[1].position' is outside"},
      {BOX STATION TURBINE "position = [300, 0]\n", "'wind.turbine[1].position' is outside"},
      {BOX STATION SOURCE "position = [300, 0]\n",
       "help: another place, or a larger domain.size or domain.margin"},
      {BOX STATION SOURCE "position = [3, 0]\nend = [3, 300]\n",
       "'particles.source[1].end' is outside the domain: y = 300 m"},
      {BOX STATION SOURCE "path = [[0, 3, 0, 1], [1, 300, 0, 1]]\n",
       "'particles.source[1].path[2]' is outside the domain: x = 300 m"},
      {BOX STATION SOURCE "position = [3, 0]\n[[particles.receptor]]\nposition = [0, -20]\n",
       "'particles.receptor[1].position' is outside the domain: y = -20 m"},
      {BOX STATION SOURCE "position = [3, 0]\n[[particles.line_of_sight]]\nposition = [0, -20]\n"
                          "end = [0, 5]\n",
       "'particles.line_of_sight[1].position' is outside"},
      {BOX STATION SOURCE "position = [3, 0]\n[particles.concentration]\norigin = [-30, 0]\n"
                          "size = 20\n",
       "'particles.concentration.origin' is outside the domain: x = -30 m"},
      {BOX ROTOR "position = [300, 0]\n", "'wind.rotor[1].position' is outside"},
  };
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) fails_with(wrong[n][0], wrong[n][1]);
}
END_TEST

START_TEST(all_wrong_positions_are_reported_at_once) {
  const char *text = BOX STATION SOURCE "position = [300, 0]\n[[particles.receptor]]\n"
                                        "position = [-30, 0]\n";
  fails_with(text, "c:15:12: error: 'particles.source[1].position' is outside the domain");
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx),
                               "c:17:12: error: 'particles.receptor[1].position' is outside"));
}
END_TEST

START_TEST(a_place_on_a_side_is_in_the_domain) {
  succeeds(BOX STATION SOURCE "position = [-10, 110]\n");
  succeeds("[domain]\nsize = 0.7\ncell_size = 0.1\nheight = 1\n" STATION "height = 0.5\n" SOURCE
           "position = [0.7, 0.7]\n");
}
END_TEST

START_TEST(stations_and_buildings_may_be_outside) {
  succeeds(BOX STATION "position = [300, 0]\n");
  succeeds(BOX STATION "[[buildings.box]]\ncorner = [-20, 0]\nsize = 20\nheight = 9\n");
  succeeds(BOX VORTEX "center = [300, 0]\n");
}
END_TEST

START_TEST(an_override_is_named) {
  const char *text = BOX STATION SOURCE "position = [3, 0]\n";
  const char *set[] = {"case.title='x'", "particles.source.position=[300,0]"};
  const struct sm_case_options options = {.size = sizeof options, .set = set, .set_count = 2};
  struct sm_case *c;
  struct sm_domain *domain = NULL;
  ck_assert_int_eq(sm_case_parse(ctx, "c", text, strlen(text), &options, false, &c), SM_OK);
  ck_assert_int_eq(sm_domain_build(ctx, c, &domain), SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx),
                               "--set particles.source.position=[300,0]: error: "
                               "'particles.source[1].position' is outside the domain"));
  sm_case_destroy(&c);
}
END_TEST

/* --- degrees for metres --- */

static bool has_map(void) {
  struct sm_crs crs;
  const bool has = sm_gis_crs_from_epsg(ctx, 32632, &crs) == SM_OK;
  if (has) sm_crs_free(&crs);
  if (!has) printf("skipped: no GDAL\n");
  return has;
}

START_TEST(degrees_are_not_taken_for_metres) {
  static const char *const wrong[][2] = {
      {MAP STATION SOURCE "position = [40.0005, 9.0004]\n",
       "c:17:12: error: 'particles.source[1].position' is at 40.0005 m, 9.0004 m, but as degrees "
       "this is in the domain\n"},
      {MAP STATION SOURCE "position = [40.0005, 9.0004]\n",
       "help: these look like degrees: give latitude = 40.0005 and longitude = 9.0004; if they are "
       "metres write [\"40.0005 m\", \"9.0004 m\"]"},
      {MAP STATION SOURCE "position = [9.0004, 40.0005]\n", "give latitude = 40.0005"},
      {MAP STATION "position = [40.0005, 9.0004]\n", "'weather.station[1].position' is at 40.0005"},
      {MAP STATION "[[buildings.box]]\ncorner = [40.0005, 9.0004]\nsize = 20\nheight = 9\n",
       "help: these look like degrees: in metres from the south-west corner of the domain it is ["},
      {MAP STATION "[[buildings.polygon]]\nheight = 9\n"
                   "vertices = [[1, 1], [9, 1], [40.0005, 9.0004]]\n",
       "'buildings.polygon[1].vertices[3]' is at"},
      {MAP VORTEX "center = [40.0005, 9.0004]\n", "'wind.vortex.center' is at"},
      {MAP STATION SOURCE "position = [-48.2, 16.4]\n",
       "help: are these degrees? A position is in metres; latitude and longitude are keys of their "
       "own"},
      {BOX STATION SOURCE "position = [-48.2, 16.4]\n",
       "help: are these degrees? With crs = \"local\" places are in metres"},
  };
  if (!has_map()) return;
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) fails_with(wrong[n][0], wrong[n][1]);
  succeeds(MAP STATION SOURCE "position = [48.2, 16.4]\n"); /* elsewhere on Earth */
  succeeds(MAP STATION SOURCE "position = ['40.0005 m', '9.0004 m']\n");
  succeeds(MAP STATION SOURCE "path = [[0, '40.0005 m', '9.0004 m', 1], [9, 90, 9, 1]]\n");
}
END_TEST

/* The warnings of a case; "" without any. */
static const char *warnings_of(const char *text) {
  static char told[1024];
  told[0] = '\0';
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  succeeds(text);
  for (int n = 0; n < sm_context_warning_count(ctx); n++)
    strncat(told, sm_context_warning(ctx, n), sizeof told - strlen(told) - 1);
  return told;
}

/* Degrees of few digits lie beside a small domain, and fit in it as metres. */
START_TEST(rounded_degrees_that_fit_as_metres_are_doubted) {
  if (!has_map()) return;
  const char *told = warnings_of(MAP STATION SOURCE "position = [40.01, 9.02]\n");
  ck_assert_msg(strstr(told,
                       "c:17:12: warning: 'particles.source[1].position' is taken as 40.01 "
                       "m, 9.02 m from the south-west corner of the domain; as latitude 40.01 "
                       "and longitude 9.02 it would be within 20 km") != NULL,
                "%s", told);
  ck_assert_ptr_nonnull(strstr(told, "latitude and longitude are keys of their own"));
  told =
      warnings_of(MAP STATION SOURCE "path = [[0, 8.9, 40, 1], [9, 40.1, 9, 1], [10, 9, 9, 1]]\n");
  ck_assert_msg(strstr(told, "path[1]' is taken as 8.9 m, 40 m") != NULL, "%s", told);
  ck_assert_msg(strstr(told, ", and 1 more positions with the same fault") != NULL, "%s", told);
  static const char *const metres[] = {MAP STATION SOURCE "position = [9, 40.25]\n",
                                       MAP STATION SOURCE "position = ['40.01 m', '9.02 m']\n",
                                       MAP STATION SOURCE "position = [48.2, 16.4]\n",
                                       BOX STATION SOURCE "position = [40.01, 9.02]\n"};
  for (size_t n = 0; n < sizeof metres / sizeof *metres; n++) {
    told = warnings_of(metres[n]);
    ck_assert_msg(strstr(told, "is taken as") == NULL, "%s", told);
  }
}
END_TEST

START_TEST(places_on_earth_are_checked_as_well) {
  if (!has_map()) return;
  fails_with(MAP STATION SOURCE "latitude = 41\nlongitude = 9\n",
             "'particles.source[1].latitude' is outside the domain: y = ");
  fails_with(MAP STATION SOURCE "easting = 500300\nnorthing = 4427800\n",
             "'particles.source[1].easting' is outside the domain: x = 290 m");
}
END_TEST

/* --- the schema --- */

START_TEST(every_key_of_a_place_is_checked) {
  static const char *const places[] = {"position", "latitude", "easting", "corner", "vertices",
                                       "path",     "probes",   "end",     "center", "origin"};
  for (size_t t = 0; t < sm_schema_table_count; t++)
    for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
      const struct sm_schema_table *table = sm_schema_tables[t];
      const struct sm_schema_key *key = sm_schema_find_key(table, places[n]);
      const bool of_grid = strcmp(table->path, "domain") == 0 || strcmp(table->path, "mesh") == 0;
      if (key == NULL || of_grid || key->type == SM_KEY_TIME) continue;
      ck_assert_msg(key->in_domain != SM_KEY_NO_PLACE, "%s.%s", table->path, key->name);
      ck_assert_msg(key->coordinates == NULL || sm_schema_find_key(table, key->coordinates) != NULL,
                    "%s.%s", table->path, key->name);
    }
}
END_TEST

CONTEXT_TEST_MAIN(places_outside_the_domain_are_refused, all_wrong_positions_are_reported_at_once,
                  a_place_on_a_side_is_in_the_domain, stations_and_buildings_may_be_outside,
                  an_override_is_named, degrees_are_not_taken_for_metres,
                  rounded_degrees_that_fit_as_metres_are_doubted,
                  places_on_earth_are_checked_as_well, every_key_of_a_place_is_checked)
