/* Files of statistics: what is written and left alone, described, drawn and not compared; options
 * that are wrong. */
#include "statistics_run.h"

static void must_fail(const char *text, enum sm_status status, const char *words) {
  const enum sm_status found = run(text, sectors, NULL);
  ck_assert_msg(found == status, "status %d: %s", (int)found, sm_context_message(ctx));
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
  ck_assert_msg(access(file, F_OK) != 0, "a file is there");
}

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

TEST_MAIN(earlier_files_are_left_alone, wrong_options_are_rejected,
          a_check_tells_what_statistics_need, statistics_are_drawn,
          statistics_are_described_and_are_no_winds, without_memory_nothing_is_left)
