/* Domains of flows: slices of one cell, times of their own, weather at those times. */
#include "base/context.h"
#include "case/case.h"
#include "domain/domain.h"
#include "domain/weather/internal.h"
#include "domain/weather/weather.h"
#include "domain_invariants.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define BOX "[domain]\nsize = [60, 40]\ncell_size = 10\nheight = 50\nstretch = 1\n"
#define WIND "[wind]\nmodel = 'incompressible'\ninterval = 60\nduration = 180\n"
#define READING(time, speed) "{ time = 2026-05-01T12:0" time ":00Z, speed = " speed ", from = 270 }"
#define SERIES "[[weather.station]]\nreadings = [" READING("0", "2") ", " READING("3", "8") "]\n"

static struct sm_context *ctx;
static struct sm_case *parsed;
static struct sm_domain *domain;

static void end(void) {
  sm_domain_destroy(&domain);
  sm_case_destroy(&parsed);
}

static enum sm_status build(const char *text) {
  end();
  const enum sm_status status = sm_case_parse(ctx, "./c", text, strlen(text), NULL, true, &parsed);
  return status == SM_OK ? sm_domain_build(ctx, parsed, &domain) : status;
}

static void assert_built(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_msg(domain_is_valid(ctx, domain), "%s", sm_context_message(ctx));
}

static void assert_cells(int nx, int ny, int nz) {
  const int n[3] = {nx, ny, nz};
  for (int d = 0; d < 3; d++) ck_assert_int_eq(domain->grid.axis[d].n, n[d]);
}

static void assert_times(int count, double first, double step) {
  const struct sm_weather *w = &domain->weather;
  ck_assert_int_eq(w->time_count, count);
  for (int t = 0; t < count; t++) ck_assert_double_eq(w->time[t], first + t * step);
}

static double speed_at(int time) { return domain->weather.station[0].reading[time].u; }

START_TEST(the_cavities_are_slices_of_one_cell) {
  static const struct {
    const char *path;
    int n;
    double end;
  } cavity[] = {{"cases/cavity/case.toml", 128, 50}, {"cases/cavity/mac-sor.toml", 64, 20}};
  for (int i = 0; i < 2; i++) {
    const int warnings = sm_context_warning_count(ctx);
    ck_assert_int_eq(sm_case_load(ctx, cavity[i].path, NULL, &parsed), SM_OK);
    assert_built(sm_domain_build(ctx, parsed, &domain));
    assert_cells(cavity[i].n, 1, cavity[i].n);
    for (int k = 0; k <= cavity[i].n; k++) {
      ck_assert_double_eq(domain->grid.axis[0].face[k], (double)k / cavity[i].n);
      ck_assert_double_eq(domain->grid.axis[2].face[k], (double)k / cavity[i].n);
    }
    ck_assert_double_eq(domain->grid.axis[1].face[1], 1.0 / cavity[i].n);
    ck_assert(domain->weather.station_count == 0 && domain->weather.relative);
    assert_times(2, 0, cavity[i].end);
    ck_assert_int_eq(sm_context_warning_count(ctx), warnings);
    end();
  }
}
END_TEST

START_TEST(boxes_need_no_round_sizes) {
  static const char sides[] =
      "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north', 'bottom', "
      "'top']\nkind = 'periodic'\n";
  const double length = 2 * acos(-1);
  char text[600];
  for (int flat = 0; flat < 2; flat++) {
    snprintf(text, sizeof text,
             "[domain]\nsize = %.10f\ncell_size = %.10f\nheight = %.10f\nstretch = 1\n%s%s", length,
             length / 48, flat ? length / 48 : length, WIND, sides);
    assert_built(build(text));
    assert_cells(48, 48, flat ? 1 : 48);
    for (int d = 0; d < 3 - flat; d++)
      ck_assert_double_eq_tol(sm_axis_length(&domain->grid.axis[d]), length, 1e-8);
  }
  end();
}
END_TEST

START_TEST(steady_weather_acts_at_all_times) {
  assert_built(build(BOX WIND "[[weather.station]]\nspeed = 5\nfrom = 270\n"));
  assert_times(4, 0, 60);
  ck_assert(domain->weather.relative);
  for (int t = 0; t < 4; t++) ck_assert_double_eq_tol(speed_at(t), 5, 1e-12);
  const double noon = 1777636800; /* 2026-05-01T12:00:00Z */
  assert_built(build("[case]\nstart = 2026-05-01T12:00:00Z\n" BOX WIND
                     "[[weather.station]]\nspeed = 5\nfrom = 270\n"));
  assert_times(4, noon, 60);
  ck_assert(!domain->weather.relative);
  for (int t = 0; t < 4; t++) ck_assert_double_eq_tol(speed_at(t), 5, 1e-12);
  end();
}
END_TEST

/* A flow that begins with a wind of its own and has no side with weather. */
#define OWN                                                                                        \
  "[flow]\ninitial = [1, 0, 0]\n[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\n"      \
  "kind = 'periodic'\n"

START_TEST(weather_is_linear_between_its_readings) {
  const double noon = 1777636800;
  assert_built(build(BOX OWN WIND SERIES));
  assert_times(4, noon, 60);
  for (int t = 0; t < 4; t++) ck_assert_double_eq_tol(speed_at(t), 2 + 2 * t, 1e-12);
  assert_built(build(BOX OWN "[wind]\nmodel = 'incompressible'\ninterval = 30\nduration = 60\n"
                             "[weather]\nstart = 2026-05-01T12:01:00Z\n" SERIES));
  assert_times(3, noon + 60, 30);
  for (int t = 0; t < 3; t++) ck_assert_double_eq_tol(speed_at(t), 4 + t, 1e-12);
  end();
}
END_TEST

START_TEST(weather_that_ends_too_early_is_refused) {
  const enum sm_status status =
      build(BOX "[wind]\nmodel = 'incompressible'\ninterval = 60\nduration = 240\n" SERIES);
  ck_assert_int_eq(status, SM_ERR_DATA);
  ck_assert(strstr(sm_context_message(ctx), "no station has a reading for 2026-05-01T12:04") !=
            NULL);
  end();
}
END_TEST

#define STATION(readings) "[[weather.station]]\nname = 'mast'\nreadings = [" readings "]\n"
#define AT(place) "position = [" place "]\n"

/* The weather that boundaries follow has these times, in minutes after noon. */
static void assert_followed(const char *text, int count, const double *minutes) {
  assert_built(build(text));
  const struct sm_weather *forcing = domain->weather.forcing;
  ck_assert_ptr_nonnull(forcing);
  ck_assert_int_eq(forcing->time_count, count);
  for (int t = 0; t < count; t++)
    ck_assert_double_eq(forcing->time[t] - domain->weather.time[0], 60 * minutes[t]);
  end();
}

START_TEST(weather_that_changes_while_a_flow_runs_is_followed) {
  static const double ends[] = {0, 3}, all[] = {0, 1, 3};
  assert_followed(BOX WIND SERIES, 2, ends);
  assert_followed(BOX "[wind]\nmodel = 'compressible'\ninterval = 60\nduration = 180\n" SERIES, 2,
                  ends);
  /* between two winds that are written, and of one of two stations; of its stability alone */
  assert_followed(BOX "[wind]\nmodel = 'incompressible'\nduration = 180\ninterval = 180\n" STATION(
                      READING("0", "2") ", " READING("1", "3") ", " READING("3", "2")),
                  3, all);
  assert_followed(BOX WIND STATION(READING("0", "2")) AT("10, 10") SERIES AT("40, 30"), 2, ends);
  assert_followed(BOX WIND STATION(READING("0", "2") ", { time = 2026-05-01T12:03:00Z, speed = 2, "
                                                     "from = 270, obukhov_length = -50 }"),
                  2, ends);
}
END_TEST

START_TEST(weather_that_stays_while_a_flow_runs_is_taken) {
  assert_built(
      build(BOX WIND STATION(READING("0", "2") ", " READING("1", "2") ", " READING("3", "2"))));
  /* it changed before, and will after */
  ck_assert_ptr_null(domain->weather.forcing);
  assert_built(build(BOX WIND "[weather]\nstart = 2026-05-01T12:02:00Z\n" STATION(
      READING("0", "9") ", " READING("1", "2") ", " READING("5", "2") ", " READING("9", "7"))));
  ck_assert_ptr_null(domain->weather.forcing);
  end();
}
END_TEST

START_TEST(a_flow_needs_the_weather_of_stations_and_of_models) {
  static const char *const weather[] = {"[[weather.station]]\nspeed = 5\nfrom = 270\n",
                                        "[weather.model]\nfile = 'a.nc'\n"};
  for (int n = 0; n < 2; n++) {
    char text[600];
    for (int own = 0; own < 2; own++) {
      end();
      snprintf(text, sizeof text, "[domain]\ncenter = [50, 8]\n%s%s%s%s",
               BOX + strlen("[domain]\n"), own ? OWN : "", WIND, weather[n]);
      ck_assert_msg(sm_case_parse(ctx, "./c", text, strlen(text), NULL, false, &parsed) == SM_OK,
                    "%s", sm_context_message(ctx));
      ck_assert_int_eq(sm_flow_needs_weather(parsed), !own);
    }
  }
  end();
}
END_TEST

CONTEXT_TEST_MAIN(the_cavities_are_slices_of_one_cell, boxes_need_no_round_sizes,
                  steady_weather_acts_at_all_times, weather_is_linear_between_its_readings,
                  weather_that_ends_too_early_is_refused,
                  weather_that_changes_while_a_flow_runs_is_followed,
                  weather_that_stays_while_a_flow_runs_is_taken,
                  a_flow_needs_the_weather_of_stations_and_of_models)
