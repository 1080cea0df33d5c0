/* Interpolation in a library of winds: vectors of the parts add up to the wind, and what lies
 * outside is refused. */
#include "domain/weather/weather.h"
#include "harness.h"
#include <math.h>
#include <string.h>

static double from[] = {10, 40, 75, 350}, speed[] = {4, 8}, stability[] = {-0.01, 0, 0.02};

static struct sm_wind_library library(int directions, int speeds, int stabilities) {
  return (struct sm_wind_library){
      .path = "site.nc",
      .number = {directions, speeds, stabilities},
      .value = {from, speed, stabilities == 1 ? stability + 1 : stability}};
}

static struct sm_context *ctx;

static enum sm_status find(const struct sm_wind_library *l, double at, double fast,
                           double per_obukhov, struct sm_library_part *part, int *count,
                           double *gap) {
  const struct sm_library_wind wind = {at, fast, per_obukhov};
  return sm_wind_library_parts(ctx, l, &wind, "release.toml", 7, part, count, gap);
}

/* Sum of the vectors of the parts, and of weight times speed over the wanted speed times 1/L. */
static void check_sum(const struct sm_wind_library *l, double at, double fast, double per_obukhov,
                      int parts) {
  const double radians = acos(-1.0) / 180;
  struct sm_library_part part[SM_LIBRARY_PARTS];
  double u = 0, v = 0, gap;
  int count;
  ck_assert_int_eq(find(l, at, fast, per_obukhov, part, &count, &gap), SM_OK);
  ck_assert_int_eq(count, parts);
  for (int p = 0; p < count; p++) {
    const int d = part[p].level % l->number[0], s = part[p].level / l->number[0] % l->number[1];
    u += part[p].weight * l->value[1][s] * sin(l->value[0][d] * radians);
    v += part[p].weight * l->value[1][s] * cos(l->value[0][d] * radians);
  }
  ck_assert_double_eq_tol(u, fast * sin(at * radians), 1e-12);
  ck_assert_double_eq_tol(v, fast * cos(at * radians), 1e-12);
}

START_TEST(vectors_of_the_parts_add_up) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const struct sm_wind_library all = library(4, 2, 3), one = library(4, 1, 1);
  check_sum(&one, 25, 3, 0, 2);
  check_sum(&one, 0, 30, 0, 2); /* between 350 and 10 */
  check_sum(&one, 359.5, 4, 0, 2);
  check_sum(&all, 25, 5, 0, 4);
  check_sum(&all, 60, 7.5, 0.013, 8);
  check_sum(&all, 5, 8, -0.002, 4);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(a_wind_of_the_library_is_itself) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const struct sm_wind_library all = library(4, 2, 3);
  struct sm_library_part part[SM_LIBRARY_PARTS];
  double gap;
  int count;
  for (int m = 0; m < 24; m++) {
    ck_assert_int_eq(
        find(&all, from[m % 4], speed[m / 4 % 2], stability[m / 8], part, &count, &gap), SM_OK);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(part[0].level, m);
    ck_assert(part[0].weight >= 1 && part[0].weight <= 1 && gap >= 0 && gap <= 0);
  }
  const struct sm_wind_library one = library(4, 1, 1);
  ck_assert_int_eq(find(&one, 33, 0, 0, part, &count, &gap), SM_OK);
  ck_assert_int_eq(count, 0); /* a calm */
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(what_lies_outside_is_refused) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const struct sm_wind_library all = library(4, 2, 3), neutral = library(3, 1, 1);
  const struct {
    const struct sm_wind_library *library;
    double from, speed, per_obukhov;
    const char *text;
  } wrong[] = {{&all, 25, 9, 0, "a speed of 9 m/s"},
               {&all, 25, 0, 0, "a speed of 0 m/s"},
               {&all, 25, NAN, 0, "a speed of nan"},
               {&all, 25, 5, 0.03, "an inverse Obukhov length of 0.03"},
               {&neutral, 25, 5, 0.001, "an inverse Obukhov length of 0.001"},
               {&all, 200, 5, 0, "275 deg apart"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct sm_library_part part[SM_LIBRARY_PARTS];
    double gap;
    int count;
    ck_assert_int_eq(find(wrong[i].library, wrong[i].from, wrong[i].speed, wrong[i].per_obukhov,
                          part, &count, &gap),
                     SM_ERR_CASE);
    ck_assert_msg(strstr(sm_context_message(ctx), wrong[i].text) != NULL, "%s",
                  sm_context_message(ctx));
    ck_assert(strstr(sm_context_message(ctx), "release.toml:7") != NULL);
  }
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(vectors_of_the_parts_add_up, a_wind_of_the_library_is_itself,
          what_lies_outside_is_refused)
