/* Statistics of whole runs: against the climate that came in, and what is wrong. */
#define _DEFAULT_SOURCE
#include "base/context.h"
#include "plplot_leaks.h"
#include "scratch_folder.h"
#include "simoom/simoom.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NX = 20, NY = 16 };

#define DOMAIN                                                                                     \
  "[domain]\nsize = [200, 160]\ncell_size = [10, 10, 2]\nheight = 60\n[output]\nprefix = 'a'\n"
#define HOUSE "[[buildings.box]]\ncorner = [80, 60]\nsize = [40, 30]\nheight = 15\n"
#define ROSE "[weather.rose]\nfile = 'rose.csv'\n"

static const char one_sector[] = "from,frequency,A,k\n270,1,6,2\n";
static const char sectors[] =
    "from,0-4,4-8,8-12\nN,10,5,1\nE,6,3,1\nS,20,10,4\nW,12,10,8\ncalm,10\n";

static struct sm_context *ctx;
static const char *file;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  file = scratch_path("a_statistics.nc");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

/* Runs a case in the folder; returns how it ends, and how many files were written. */
static enum sm_status run(const char *text, const char *rose, int *outputs) {
  struct sm_case *c = NULL;
  struct sm_run_summary summary = {.size = sizeof summary};
  struct sm_run_options options = sm_run_options_default();
  const char *path = scratch_write("case.toml", text);
  scratch_write("rose.csv", rose);
  options.folder = scratch_folder;
  options.device = "cpu";
  options.threads = 2;
  options.overwrite = outputs == NULL;
  enum sm_status status = sm_case_load(ctx, path, NULL, &c);
  if (status == SM_OK) status = sm_run(ctx, c, &options, &summary);
  if (outputs != NULL) *outputs = summary.output_count;
  sm_run_summary_free(&summary);
  sm_case_destroy(&c);
  return status;
}

static void must_run(const char *text, const char *rose) {
  ck_assert_msg(run(text, rose, NULL) == SM_OK, "%s", sm_context_message(ctx));
}

static void must_fail(const char *text, enum sm_status status, const char *words) {
  const enum sm_status found = run(text, sectors, NULL);
  ck_assert_msg(found == status, "status %d: %s", (int)found, sm_context_message(ctx));
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
  ck_assert_msg(access(file, F_OK) != 0, "a file is there");
}

/* Reads a whole variable; returns how many numbers it has. */
static size_t read_all(const char *name, double *out, size_t most) {
  int nc, id, rank, dims[NC_MAX_VAR_DIMS];
  size_t count = 1, length;
  ck_assert_int_eq(nc_open(file, NC_NOWRITE, &nc), NC_NOERR);
  ck_assert_msg(nc_inq_varid(nc, name, &id) == NC_NOERR, "no variable %s", name);
  nc_inq_varndims(nc, id, &rank);
  nc_inq_vardimid(nc, id, dims);
  for (int d = 0; d < rank; d++) {
    nc_inq_dimlen(nc, dims[d], &length);
    count *= length;
  }
  ck_assert_uint_le(count, most);
  ck_assert_int_eq(nc_get_var_double(nc, id, out), NC_NOERR);
  nc_close(nc);
  return count;
}

/* A map of the file is the same number everywhere, to a relative tolerance. */
static void is_everywhere(const char *name, size_t layer, double value, double tolerance) {
  static double map[16 * NX * NY];
  read_all(name, map, 16 * NX * NY);
  for (size_t q = 0; q < (size_t)NX * NY; q++)
    ck_assert_msg(fabs(map[layer * NX * NY + q] - value) <= tolerance * (1e-3 + fabs(value)),
                  "%s %zu: %.9g, not %.9g", name, layer, map[layer * NX * NY + q], value);
}

/* Over a plain all places have the climate of the reference: at 10 m that of the table. */
START_TEST(a_plain_has_the_percentiles_of_weibull_everywhere) {
  setup();
  must_run(DOMAIN ROSE "[statistics]\nheights = [10, 20]\npercentiles = [5, 50, 99]\n"
                       "exceedance = [3, 12]\ncomfort = ['nen8100', 'lawson', 'london']\n",
           one_sector);
  const double share[3] = {0.05, 0.5, 0.99}, higher = log(20.1 / 0.1) / log(10.1 / 0.1);
  for (size_t p = 0; p < 3; p++) {
    const double speed = 6 * sqrt(-log1p(-share[p]));
    is_everywhere("wind_speed_percentile", 2 * p, speed, 2e-5);
    is_everywhere("wind_speed_percentile", 2 * p + 1, speed * higher, 2e-4);
  }
  is_everywhere("wind_speed_mean", 0, 6 * tgamma(1.5), 2e-5);
  is_everywhere("u_mean", 0, 6 * tgamma(1.5), 2e-5);
  is_everywhere("v_mean", 0, 0, 1e-3);
  static double limit[32];
  const size_t limits = read_all("threshold", limit, 32);
  ck_assert_uint_eq(limits, 10); /* 2.5 3 4 5 6 8 10 12 15 20 */
  ck_assert(limit[0] == 2.5 && limit[1] == 3 && limit[9] == 20);
  is_everywhere("comfort_nen8100", 0, 5, 0);
  is_everywhere("comfort_lawson", 0, 5, 0);
  is_everywhere("danger_lawson", 0, 2, 0); /* 15 m/s in 0.19 % of the time, 20 m/s in 1e-5 */
  is_everywhere("danger_london", 0, 2, 0);
  is_everywhere("danger_nen8100", 0, 2, 0);
  teardown();
}
END_TEST

/* Classes of speed, calms, and three times as many directions as sectors. */
START_TEST(a_plain_has_the_frequencies_of_the_table) {
  setup();
  must_run(DOMAIN ROSE
           "directions = 12\n[statistics]\nheights = 10\nexceedance = [0, 4, 6, 8, 12]\n"
           "percentiles = [5, 10.001, 34, 66, 93.5]\n"
           "[[statistics.receptor]]\nname = 'mast'\nposition = [55, 75]\nheight = 10\n",
           sectors);
  const double above[5] = {90, 42, 28, 14, 0}; /* % */
  for (size_t l = 0; l < 5; l++) is_everywhere("wind_speed_exceedance", l, above[l], 1e-4);
  is_everywhere("wind_speed_percentile", 0, 0, 0);
  is_everywhere("wind_speed_percentile", 2, 2, 1e-4); /* 10 % calm, 48 % up to 4 m/s */
  is_everywhere("wind_speed_percentile", 3, 4 + 8.0 / 7, 1e-4);
  is_everywhere("wind_speed_percentile", 4, 8 + 4 * 7.5 / 14, 1e-4);
  is_everywhere("wind_speed_mean", 0, 0.48 * 2 + 0.28 * 6 + 0.14 * 10, 2e-5);
  /* From the north 16, 10 of the south: means 2, 6, 10 m/s in the classes. */
  const double north = 0.1 * 2 + 0.05 * 6 + 0.01 * 10, south = 0.2 * 2 + 0.1 * 6 + 0.04 * 10;
  double v[NX * NY], rose[16 * 11], from[12], weight[12];
  read_all("v_mean", v, NX * NY);
  ck_assert(v[0] > 0 && v[0] < south - north); /* spread over their arcs, the rest at 60 deg */
  ck_assert_uint_eq(read_all("member_from", from, 12), 12);
  read_all("member_weight", weight, 12);
  double all = 0, mast = 0;
  for (int m = 0; m < 12; m++) {
    ck_assert_double_eq_tol(from[m], 30 * m, 1e-12);
    all += weight[m];
  }
  ck_assert_double_eq_tol(all, 90, 1e-10);
  ck_assert_double_eq_tol(weight[0], 16.0 / 3, 1e-10);
  ck_assert_uint_eq(read_all("receptor_rose", rose, 176), 176);
  for (int n = 0; n < 176; n++) mast += rose[n];
  ck_assert_double_eq_tol(mast, 90, 1e-4);
  ck_assert_double_eq_tol(rose[0] + rose[1], 10.0 / 3, 1e-4); /* from the north, up to 4 m/s */
  ck_assert_double_eq_tol(rose[6], 0, 1e-6);                  /* 12 m/s and more */
  teardown();
}
END_TEST

#define CITY DOMAIN HOUSE ROSE "directions = 36\n"
#define WANTED "[statistics]\nheights = [2, 10]\npercentiles = [50, 95]\nexceedance = 5\n"

/* The wind grows with the speed at the reference, so that the computed speed has no say. */
START_TEST(no_statistic_depends_on_the_computed_speed) {
  static double map[2][4][4 * NX * NY];
  static const char *const names[] = {"wind_speed_mean", "wind_speed_percentile",
                                      "wind_speed_exceedance", "u_mean"};
  size_t count[4] = {0};
  for (int fast = 0; fast < 2; fast++) {
    setup();
    must_run(fast ? CITY "speed = 12\n" WANTED : CITY "speed = 3\n" WANTED, sectors);
    for (size_t n = 0; n < 4; n++) count[n] = read_all(names[n], map[fast][n], 4 * NX * NY);
    teardown();
  }
  for (size_t n = 0; n < 4; n++)
    for (size_t q = 0; q < count[n]; q++)
      ck_assert_double_eq_tol(map[1][n][q], map[0][n][q], 2e-3 + 1e-3 * fabs(map[0][n][q]));
}
END_TEST

/* Without zones the wind is linear in the guess: a direction is a sum of the two before it. */
START_TEST(directions_are_solved_from_those_before) {
  setup();
  must_run(CITY WANTED "[wind.zones]\non = false\n", sectors);
  double iterations[36], converged[36], divergence[36];
  ck_assert_uint_eq(read_all("iterations", iterations, 36), 36);
  read_all("converged", converged, 36);
  read_all("divergence", divergence, 36);
  ck_assert_double_ge(iterations[0], 4);
  for (int m = 0; m < 36; m++) {
    ck_assert(converged[m] == 1 && divergence[m] <= 1e-5);
    if (m >= 2) ck_assert_double_le(iterations[m], 2);
  }
  teardown();
}
END_TEST

START_TEST(inside_walls_there_are_no_statistics) {
  setup();
  must_run(CITY WANTED "comfort = 'lawson'\n[[statistics.receptor]]\nposition = [100, 75]\n",
           sectors);
  static double mean[2 * NX * NY], middle[4 * NX * NY], comfort[2 * NX * NY], number[36];
  read_all("wind_speed_mean", mean, 2 * NX * NY);
  read_all("wind_speed_percentile", middle, 4 * NX * NY);
  read_all("comfort_lawson", comfort, 2 * NX * NY);
  int walls = 0;
  for (size_t q = 0; q < (size_t)2 * NX * NY; q++) {
    const int solid = comfort[q] == 0;
    walls += solid;
    ck_assert_int_eq(mean[q] > 1e36, solid);
    ck_assert_int_eq(middle[q] > 1e36, solid);
  }
  ck_assert_int_eq(walls, 2 * 4 * 3);
  read_all("receptor_mean", number, 36);
  ck_assert(number[0] > 1e36);
  read_all("receptor_percentile", number, 36);
  ck_assert(number[0] > 1e36 && number[1] > 1e36);
  ck_assert_int_eq(sm_context_warning_count(ctx), 1); /* of the receptor */
  teardown();
}
END_TEST

#define SERIES                                                                                     \
  "[[weather.station]]\nreadings = [\n{ time = 2026-05-01T00:00:00Z, speed = 2, from = 180 },\n"   \
  "{ time = 2026-05-01T01:00:00Z, speed = 8, from = 270 },\n"                                      \
  "{ time = 2026-05-01T02:00:00Z, speed = 4, from = 270 },\n"                                      \
  "{ time = 2026-05-01T03:00:00Z, speed = 6, from = 180 }]\n"

START_TEST(a_series_is_a_sample_of_its_times) {
  setup();
  must_run(DOMAIN SERIES "[statistics]\nheights = 10\npercentiles = [25, 26, 90]\nexceedance = 5\n",
           sectors);
  is_everywhere("wind_speed_mean", 0, 5, 1e-5);
  is_everywhere("u_mean", 0, 3, 1e-5);
  is_everywhere("v_mean", 0, 2, 1e-5);
  is_everywhere("wind_speed_exceedance", 0, 50, 1e-6);
  is_everywhere("wind_speed_percentile", 0, 2, 1e-5);
  is_everywhere("wind_speed_percentile", 1, 4, 1e-5);
  is_everywhere("wind_speed_percentile", 2, 8, 1e-5);
  double time[4];
  ck_assert_uint_eq(read_all("member_time", time, 4), 4);
  ck_assert(time[1] - time[0] == 3600);
  const char *wind = scratch_path("a.nc");
  ck_assert_int_eq(access(wind, F_OK), 0); /* members of a series are written */
  teardown();
}
END_TEST

START_TEST(weights_count_the_times_of_a_series) {
  setup();
  must_run(DOMAIN "members = false\n" SERIES
                  "[statistics]\nheights = 10\npercentiles = 60\nweights = [3, 1, 0, 0]\n",
           sectors);
  is_everywhere("wind_speed_mean", 0, 3.5, 1e-5);
  is_everywhere("wind_speed_percentile", 0, 2, 1e-5);
  double weight[4];
  read_all("member_weight", weight, 4);
  ck_assert(weight[0] == 75 && weight[3] == 0);
  const char *wind = scratch_path("a.nc");
  ck_assert_int_ne(access(wind, F_OK), 0);
  teardown();
}
END_TEST

START_TEST(earlier_files_are_left_alone) {
  setup();
  int outputs = 0;
  ck_assert_int_eq(run(DOMAIN ROSE WANTED, sectors, &outputs), SM_OK);
  ck_assert_int_eq(outputs, 1);
  ck_assert_int_eq(run(DOMAIN ROSE WANTED, sectors, &outputs), SM_ERR_USAGE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "--overwrite"));
  unlink(file);
  ck_assert_int_eq(run(DOMAIN "members = true\n" ROSE WANTED, sectors, &outputs), SM_OK);
  ck_assert_int_eq(outputs, 2);
  double from[4];
  file = scratch_path("a.nc"); /* the winds tell where they come from */
  ck_assert_uint_eq(read_all("member_from", from, 4), 4);
  ck_assert(from[0] == 0 && from[3] == 270);
  teardown();
}
END_TEST

START_TEST(wrong_options_are_rejected) {
  setup();
  must_fail(DOMAIN SERIES WANTED "weights = [1, 2]\n", SM_ERR_CASE,
            "case.toml:13: error: there are 2 statistics.weights, but 4 times");
  must_fail(DOMAIN ROSE "[statistics]\nheights = 100\n", SM_ERR_CASE,
            "no air of the domain at 100 m");
  must_fail(DOMAIN ROSE WANTED "[[statistics.receptor]]\nname = 'far'\nposition = [-1, 5]\n",
            SM_ERR_CASE, "'statistics.receptor[1].position' is outside the domain: x = -1 m");
  must_fail(DOMAIN ROSE "height = 80\n" WANTED, SM_ERR_CASE, "above the domain top");
  must_fail(DOMAIN "[weather.rose]\nfile = 'none.csv'\n" WANTED, SM_ERR_DATA, "none.csv");
  must_fail(DOMAIN "[weather.rose]\nfile = 'case.toml'\n" WANTED, SM_ERR_DATA,
            "case.toml:1: error: the first column");
  teardown();
}
END_TEST

START_TEST(a_check_tells_what_statistics_need) {
  setup();
  struct sm_case *c = NULL;
  const struct sm_run_options options = sm_run_options_default();
  char *report = NULL;
  const char *path = scratch_write("case.toml", CITY WANTED);
  scratch_write("rose.csv", sectors);
  ck_assert_int_eq(sm_case_load(ctx, path, NULL, &c), SM_OK);
  ck_assert_int_eq(sm_run_check(ctx, c, &options, 0, &report), SM_OK);
  ck_assert_ptr_nonnull(strstr(report, "36 directions, from 0 to 350 deg"));
  ck_assert_ptr_nonnull(strstr(report, "for percentiles"));
  free(report);
  sm_case_destroy(&c);
  teardown();
}
END_TEST

static void draw(const char *field, double height, enum sm_status expected, const char *words) {
  struct sm_plot_options o = sm_plot_options_default();
  const char *picture = scratch_path("a.png");
  o.field = field;
  o.height = height;
  ck_assert_msg(sm_plot_file(ctx, file, &o, picture) == expected, "%s: %s", field,
                sm_context_message(ctx));
  if (expected != SM_OK)
    ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
}

static void draw_rose(const char *receptor, enum sm_status expected, const char *words) {
  struct sm_plot_options o = sm_plot_options_default();
  const char *picture = scratch_path("a.png");
  o.kind = SM_PLOT_ROSE;
  o.receptor = receptor;
  ck_assert_msg(sm_plot_file(ctx, file, &o, picture) == expected, "%s", sm_context_message(ctx));
  if (expected != SM_OK)
    ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
}

/* Of a file without receptors, and of one where one of two is in a house. */
static void draw_roses(void) {
  draw_rose("corner", SM_ERR_USAGE, "the file has no receptors");
  must_run(CITY WANTED "[[statistics.receptor]]\nname = 'corner'\nposition = [75, 55]\n"
                       "[[statistics.receptor]]\nname = 'room'\nposition = [100, 75]\n",
           sectors);
  draw_rose("corner", SM_OK, "");
  draw_rose("room", SM_ERR_USAGE, "no air at receptor 'room'");
  draw_rose("nowhere", SM_ERR_USAGE, "no receptor 'nowhere'\nhelp: there are 'corner', 'room'");
  draw_rose(NULL, SM_ERR_USAGE, "no receptor ''");
}

START_TEST(statistics_are_drawn) {
  static const char *const fields[] = {"wind_speed_mean",
                                       "u_mean",
                                       "v_mean",
                                       "wind_speed_percentile",
                                       "wind_speed_percentile:95",
                                       "wind_speed_exceedance:5",
                                       "comfort_lawson",
                                       "danger_lawson",
                                       "terrain",
                                       "building_height"};
  setup();
  must_run(CITY WANTED "comfort = 'lawson'\n", sectors);
  struct sm_plot_options o = sm_plot_options_default();
  const char *picture = scratch_path("a.png");
  if (sm_plot_file(ctx, file, &o, picture) == SM_ERR_DATA) {
    printf("skipped: %s\n", sm_context_message(ctx));
  } else {
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) draw(fields[f], 2, SM_OK, "");
    draw("wind_speed_mean", (double)NAN, SM_OK, "");
    draw("wind_speed_mean", 3, SM_ERR_USAGE, "no height of 3\nhelp: there are 2, 10");
    draw("wind_speed_percentile:90", 2, SM_ERR_USAGE,
         "no percentile of 90\nhelp: there are 50, 95");
    draw("wind_speed_percentile:", 2, SM_ERR_USAGE, "no field 'wind_speed_percentile:'");
    draw("wind_speed_percentile:9x", 2, SM_ERR_USAGE, "no field");
    draw("wind_speed_mean:3", 2, SM_ERR_USAGE, "no field 'wind_speed_mean:3'");
    draw("comfort_nen8100", 2, SM_ERR_USAGE, "comfort_lawson, danger_lawson");
    draw("w", 2, SM_ERR_USAGE, "wind_speed_exceedance:S");
    o.kind = SM_PLOT_SECTION;
    ck_assert_int_eq(sm_plot_file(ctx, file, &o, picture), SM_ERR_USAGE);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "without sections"));
    draw_roses();
  }
  teardown();
}
END_TEST

START_TEST(statistics_are_described_and_are_no_winds) {
  setup();
  must_run(CITY WANTED, sectors);
  char *text = NULL;
  struct sm_wind_difference difference;
  ck_assert_msg(sm_describe_file(ctx, file, 0, &text) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_ptr_nonnull(strstr(text, "statistics of winds, written by simoom"));
  ck_assert_ptr_nonnull(strstr(text, "wind_speed_percentile"));
  free(text);
  ck_assert_int_eq(sm_describe_file(ctx, file, 1, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "\"schema\":\"simoom.info/1\""));
  free(text);
  ck_assert_int_eq(sm_compare_files(ctx, file, file, NAN, &difference), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "holds statistics, and no winds"));
  teardown();
}
END_TEST

/* However early memory ends, the run says so and leaves nothing behind: see teardown. */
START_TEST(without_memory_nothing_is_left) {
  enum sm_status status = SM_ERR_MEMORY;
  int failures = 0;
  setup();
  for (long n = 1; status != SM_OK; n += 3) {
    sm_context_fail_allocation(ctx, n);
    status = run(DOMAIN HOUSE ROSE WANTED "comfort = 'lawson'\n[[statistics.receptor]]\n"
                                          "position = [5, 5]\n",
                 sectors, NULL);
    ck_assert_msg(status == SM_OK || status == SM_ERR_MEMORY, "allocation %ld: status %d: %s", n,
                  (int)status, sm_context_message(ctx));
    failures += status != SM_OK;
    ck_assert_int_eq(access(file, F_OK) == 0, status == SM_OK);
  }
  ck_assert_int_ge(failures, 40);
  sm_context_fail_allocation(ctx, 0);
  teardown();
}
END_TEST

TEST_MAIN(a_plain_has_the_percentiles_of_weibull_everywhere,
          a_plain_has_the_frequencies_of_the_table, no_statistic_depends_on_the_computed_speed,
          directions_are_solved_from_those_before, inside_walls_there_are_no_statistics,
          a_series_is_a_sample_of_its_times, weights_count_the_times_of_a_series,
          earlier_files_are_left_alone, wrong_options_are_rejected,
          a_check_tells_what_statistics_need, statistics_are_drawn,
          statistics_are_described_and_are_no_winds, without_memory_nothing_is_left)
