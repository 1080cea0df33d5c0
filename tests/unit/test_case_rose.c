/* The keys of wind roses and statistics: what they mean, and what does not fit together. */
#include "base/context.h"
#include "case/case.h"
#include "harness.h"
#include <math.h>
#include <string.h>

#define DOMAIN "[domain]\nsize = 200\ncell_size = 2\n"
#define STATION "[[weather.station]]\nspeed = 5\nfrom = 270\n"
#define ROSE "[weather.rose]\nfile = 'rose.csv'\n"
#define STATISTICS "[statistics]\nheights = 10\n"

static struct sm_context *ctx;

static struct sm_case *parse(const char *text) {
  struct sm_case *c = NULL;
  if (ctx == NULL) ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const enum sm_status status =
      sm_case_parse(ctx, "town/case.toml", text, strlen(text), NULL, false, &c);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  return c;
}

static void fails_with(const char *text, const char *message) {
  struct sm_case *c = NULL;
  if (ctx == NULL) ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_case_parse(ctx, "case.toml", text, strlen(text), NULL, false, &c),
                   SM_ERR_CASE);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "expected: %s\nfound: %s",
                message, sm_context_message(ctx));
}

static void finish(struct sm_case **c) {
  sm_case_destroy(c);
  sm_context_destroy(&ctx);
}

START_TEST(a_rose_needs_little) {
  struct sm_case *c = parse(DOMAIN ROSE STATISTICS);
  const struct sm_case_rose *rose = &c->weather.rose;
  ck_assert(rose->wind.present && rose->wind.direction_count == 0 && rose->wind.even_count == 0);
  ck_assert_str_eq(rose->file, "town/rose.csv");
  ck_assert(rose->speed == 5 && rose->wind.height == 10 && isnan(rose->wind.z0));
  ck_assert_int_eq(rose->wind.profile, SM_PROFILE_LOG);
  ck_assert(c->weather.station_count == 0 && !c->output.members);
  ck_assert(c->statistics.present && c->statistics.height_count == 1);
  ck_assert(c->statistics.percentile_count == 0 && c->statistics.exceedance_count == 0);
  for (int n = 0; n < SM_COMFORTS; n++) ck_assert(!c->statistics.comfort[n]);
  finish(&c);
}
END_TEST

START_TEST(all_keys_reach_the_case) {
  struct sm_case *c = parse(
      DOMAIN "center = [47, 10]\n"
             "[weather.rose]\nfile = '$data/r.csv'\ndirections = [0, 90.5, '180 deg']\n"
             "speed = '10 kt'\nheight = '80 m'\nprofile = 'power'\nexponent = 0.2\nz0 = '3 cm'\n"
             "[statistics]\nheights = ['1.75 m', 10]\npercentiles = [50, '95 %']\n"
             "exceedance = [5, '20 kt']\ncomfort = ['nen8100', 'lawson']\n"
             "[[statistics.receptor]]\nname = 'square'\nlatitude = 47\nlongitude = 10\nheight = 2\n"
             "[[statistics.receptor]]\nposition = [3, 4]\n"
             "[[statistics.receptor]]\neasting = 5\nnorthing = 6\n"
             "[output]\nmembers = true\n[case]\ndata = 'd'\n");
  const struct sm_case_rose *rose = &c->weather.rose;
  const struct sm_case_statistics *s = &c->statistics;
  ck_assert(rose->wind.direction_count == 3 && rose->wind.even_count == 0 &&
            rose->wind.direction[1] == 90.5);
  ck_assert(rose->wind.direction[2] == 180 && rose->wind.height == 80 && rose->wind.z0 == 0.03);
  ck_assert_double_eq_tol(rose->speed, 5.1444444, 1e-7);
  ck_assert(rose->wind.profile == SM_PROFILE_POWER && rose->wind.exponent == 0.2);
  ck_assert(s->height_count == 2 && s->heights[0] == 1.75 && s->heights[1] == 10);
  ck_assert(s->percentile_count == 2 && s->percentiles[1] == 95);
  ck_assert(s->exceedance_count == 2 && s->exceedance[0] == 5);
  ck_assert(s->comfort[SM_COMFORT_LAWSON] && s->comfort[SM_COMFORT_NEN8100]);
  ck_assert(!s->comfort[SM_COMFORT_LONDON] && c->output.members);
  ck_assert_uint_eq(s->receptor_count, 3);
  ck_assert_str_eq(s->receptor[0].name, "square");
  ck_assert_str_eq(s->receptor[1].name, "receptor 2");
  ck_assert_int_eq(s->receptor[0].position, SM_POSITION_LATLON);
  ck_assert_int_eq(s->receptor[1].position, SM_POSITION_LOCAL);
  ck_assert_int_eq(s->receptor[2].position, SM_POSITION_CRS);
  ck_assert(s->receptor[1].place[0] == 3 && s->receptor[1].place[1] == 4);
  ck_assert(s->receptor[0].height == 2 && s->receptor[1].height == 1.75);
  ck_assert_int_eq(s->receptor[0].line, 18);
  finish(&c);
}
END_TEST

START_TEST(one_number_of_directions_is_how_many) {
  struct sm_case *c = parse(DOMAIN ROSE "directions = 36\n" STATISTICS);
  ck_assert(c->weather.rose.wind.even_count == 36 && c->weather.rose.wind.direction_count == 0);
  sm_case_destroy(&c);
  c = parse(DOMAIN ROSE "directions = [36]\n" STATISTICS);
  ck_assert(c->weather.rose.wind.even_count == 0 && c->weather.rose.wind.direction_count == 1);
  finish(&c);
}
END_TEST

START_TEST(a_series_may_have_statistics_and_weights) {
  struct sm_case *c =
      parse(DOMAIN STATION STATISTICS "weights = [1, 0, 2.5]\n[output]\nmembers = false\n");
  ck_assert(!c->weather.rose.wind.present && !c->output.members);
  ck_assert(c->statistics.weight_count == 3 && c->statistics.weights[2] == 2.5);
  sm_case_destroy(&c);
  c = parse(DOMAIN STATION);
  ck_assert(!c->statistics.present && c->output.members);
  finish(&c);
}
END_TEST

START_TEST(keys_that_do_not_fit_together_are_reported) {
  static const char *const lines[][2] = {
      {DOMAIN "[weather.rose]\n" STATISTICS,
       "case.toml:4:10: error: 'weather.rose.file' is missing"},
      {DOMAIN ROSE STATION STATISTICS, "'weather.rose' has no meaning with [[weather.station]]"},
      {DOMAIN ROSE, "no output"},
      {DOMAIN ROSE STATISTICS "[slope_flow]\n", "'slope_flow' has no meaning with [weather.rose]"},
      {DOMAIN ROSE STATISTICS "[wind]\nstability_class = 'weather'\n",
       "no meaning with a wind rose"},
      {DOMAIN ROSE "[output]\nmembers = false\n", "no output"},
      {DOMAIN "[weather]\ninterpolate = 60\n" ROSE STATISTICS,
       "'weather.interpolate' has no meaning with [weather.rose]"},
      {DOMAIN "[weather]\nstart = 2026-05-01\n" ROSE STATISTICS,
       "'weather.start' has no meaning with [weather.rose]"},
      {DOMAIN ROSE "directions = 0\n" STATISTICS, "a whole number from 1 to 360"},
      {DOMAIN ROSE "directions = 2.5\n" STATISTICS, "a whole number from 1 to 360"},
      {DOMAIN ROSE "directions = 361\n" STATISTICS, "must be 0 to 360 deg"},
      {DOMAIN ROSE "directions = []\n" STATISTICS, "must name 1 to 360 directions"},
      {DOMAIN ROSE "directions = [0, 90, 360]\n" STATISTICS, "has a duplicate"},
      {DOMAIN ROSE "directions = 'many'\n" STATISTICS, "'many' does not start with a number"},
      {DOMAIN ROSE "height = 0.05\n" STATISTICS, "not above the roughness length"},
      {DOMAIN ROSE "speed = 0\n" STATISTICS, "'weather.rose.speed' is 0 m/s, but must be more"},
      {DOMAIN ROSE "profile = 'tower'\n" STATISTICS, "expected \"uniform\", \"log\" or \"power\""},
      {DOMAIN ROSE "obukhov_length = 50\n" STATISTICS, "'obukhov_length' belongs to"},
      {DOMAIN STATION "[statistics]\n", "case.toml:7:2: error: 'statistics.heights' is missing"},
      {DOMAIN STATION "[statistics]\nheights = []\n", "'statistics.heights' is missing"},
      {DOMAIN STATION "[statistics]\nheights = 0\n", "must be more than 0 m"},
      {DOMAIN STATION STATISTICS "percentiles = 100\n", "more than 0 and less than 100 %"},
      {DOMAIN STATION STATISTICS "percentiles = 0\n", "more than 0 and less than 100 %"},
      {DOMAIN STATION STATISTICS "exceedance = -1\n", "'statistics.exceedance' is -1 m/s"},
      {DOMAIN STATION STATISTICS "comfort = 'nen'\n", "expected a list of \"lawson\""},
      {DOMAIN STATION STATISTICS "weights = [1, -1]\n", "must be at least 0"},
      {DOMAIN STATION STATISTICS "weights = [0, 0]\n", "are all 0"},
      {DOMAIN ROSE STATISTICS "weights = [1]\n",
       "'statistics.weights' has no meaning with [weather.rose]"},
      {DOMAIN STATION STATISTICS "[[statistics.receptor]]\nheight = 2\n", "has no position"},
      {DOMAIN STATION STATISTICS "[[statistics.receptor]]\nlatitude = 4\n", "requires 'longitude'"},
      {DOMAIN STATION STATISTICS "[[statistics.receptor]]\nlatitude = 4\nlongitude = 5\n",
       "map coordinates, but the crs of the domain is \"local\""},
      {DOMAIN STATION STATISTICS
       "[[statistics.receptor]]\nposition = [1, 2]\neasting = 4\nnorthing = 5\n",
       "are mutually exclusive"},
  };
  for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) fails_with(lines[n][0], lines[n][1]);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(at_most_32_thresholds) {
  char text[600] = DOMAIN STATION STATISTICS "exceedance = [";
  for (int n = 0; n < 33; n++) strcat(text, "5, ");
  strcat(text, "]\n");
  fails_with(text, "at most 32 speeds");
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(a_rose_needs_little, all_keys_reach_the_case, one_number_of_directions_is_how_many,
          a_series_may_have_statistics_and_weights, keys_that_do_not_fit_together_are_reported,
          at_most_32_thresholds)
