/* Receptors and lines of sight as CSV, against sums made by hand. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "output/plume_csv.h"
#include "scratch_folder.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct sm_context *ctx;
static const char *path;
static char part[80];

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("receptors.csv");
  snprintf(part, sizeof part, "%s.part", path);
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static const char *const receptors[2] = {"gate", "roof, \"north\""}, *const species[2] = {"smoke",
                                                                                          "dust"};
/* [receptor][species] */
static const float arrivals[4] = {27.5f, 13.25f, NAN, NAN};
static const double times[3][2] = {{0, 10}, {10, 20}, {20, 60}};
/* [interval][receptor][species] */
static const double values[3][2][2] = {{{0, 0}, {0, 0}}, {{1, 2}, {0.5, 0}}, {{4, 1.5}, {0.25, 0}}};

static struct sm_receptor_series series(void) {
  return (struct sm_receptor_series){.receptor = receptors,
                                     .receptor_count = 2,
                                     .species = species,
                                     .species_count = 2,
                                     .intervals = 3,
                                     .time = times,
                                     .concentration = &values[0][0][0],
                                     .arrival_time = arrivals};
}

static void is_file(const char *expected) {
  char *text = NULL;
  size_t size;
  ck_assert_int_eq(sm_file_read(ctx, path, &text, &size), SM_OK);
  ck_assert_str_eq(text, expected);
  sm_free(text);
}

START_TEST(a_line_for_each_interval_receptor_and_species) {
  setup();
  const struct sm_receptor_series s = series();
  ck_assert_int_eq(sm_plume_csv_receptors(ctx, path, &s), SM_OK);
  is_file("time_start,time_end,name,species,concentration,dose\n"
          "0,10,gate,smoke,0,0\n"
          "0,10,gate,dust,0,0\n"
          "0,10,\"roof, \"\"north\"\"\",smoke,0,0\n"
          "0,10,\"roof, \"\"north\"\"\",dust,0,0\n"
          "10,20,gate,smoke,1,10\n"
          "10,20,gate,dust,2,20\n"
          "10,20,\"roof, \"\"north\"\"\",smoke,0.5,5\n"
          "10,20,\"roof, \"\"north\"\"\",dust,0,0\n"
          "20,60,gate,smoke,4,170\n"
          "20,60,gate,dust,1.5,80\n"
          "20,60,\"roof, \"\"north\"\"\",smoke,0.25,15\n"
          "20,60,\"roof, \"\"north\"\"\",dust,0,0\n");
  teardown();
}
END_TEST

START_TEST(summaries_tell_dose_largest_mean_and_arrival) {
  setup();
  const struct sm_receptor_series s = series();
  ck_assert_int_eq(sm_plume_csv_summary(ctx, path, &s), SM_OK);
  is_file("name,species,dose,concentration_maximum,time_of_maximum,arrival_time\n"
          "gate,smoke,170,4,60,27.5\n"
          "gate,dust,80,2,20,13.25\n"
          "\"roof, \"\"north\"\"\",smoke,15,0.5,20,\n"
          "\"roof, \"\"north\"\"\",dust,0,0,,\n");
  teardown();
}
END_TEST

START_TEST(backward_in_time_doses_are_not_negative) {
  static const double falling[3][2] = {{60, 50}, {50, 40}, {40, 0}};
  setup();
  struct sm_receptor_series s = series();
  s.time = falling;
  s.receptor_count = 1;
  s.species_count = 1;
  static const double one[3] = {0, 2, 1};
  s.concentration = one;
  ck_assert_int_eq(sm_plume_csv_summary(ctx, path, &s), SM_OK);
  is_file("name,species,dose,concentration_maximum,time_of_maximum,arrival_time\ngate,smoke,60,2,"
          "40,27.5\n");
  teardown();
}
END_TEST

START_TEST(a_run_without_intervals_has_a_header_and_zeros) {
  setup();
  struct sm_receptor_series s = series();
  static const float never = NAN;
  s.intervals = 0;
  s.arrival_time = &never;
  ck_assert_int_eq(sm_plume_csv_receptors(ctx, path, &s), SM_OK);
  is_file("time_start,time_end,name,species,concentration,dose\n");
  s.species_count = 1;
  s.receptor_count = 1;
  ck_assert_int_eq(sm_plume_csv_summary(ctx, path, &s), SM_OK);
  is_file(
      "name,species,dose,concentration_maximum,time_of_maximum,arrival_time\ngate,smoke,0,0,,\n");
  teardown();
}
END_TEST

static const char *const sights[2] = {"pilot", "tower"};
static const double lengths[2] = {100, 35};

START_TEST(visibility_follows_koschmieder) {
  static const double sample[2] = {0, 0.5}, depth[4] = {0, 3.912, 0.5, 0};
  setup();
  const struct sm_line_of_sight_series s = {sights, 2, lengths, 2, sample, depth};
  ck_assert_int_eq(sm_plume_csv_lines_of_sight(ctx, path, &s), SM_OK);
  is_file("time,name,optical_depth,contrast,visibility\n"
          "0,pilot,0,1,\n"
          "0,tower,3.912,0.0200004601,35\n"
          "0.5,pilot,0.5,0.60653066,782.4\n"
          "0.5,tower,0,1,\n");
  teardown();
}
END_TEST

START_TEST(values_that_are_not_numbers_are_reported_and_not_written) {
  setup();
  double bad[12];
  memcpy(bad, values, sizeof bad);
  bad[6] = (double)NAN;
  struct sm_receptor_series s = series();
  s.concentration = bad;
  ck_assert_int_eq(sm_plume_csv_receptors(ctx, path, &s), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "'smoke' at receptor 'roof, \"north\"'"));
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "from 10 s to 20 s"));
  ck_assert_int_eq(sm_plume_csv_summary(ctx, path, &s), SM_ERR_FAILED);
  bad[6] = (double)INFINITY;
  ck_assert_int_eq(sm_plume_csv_summary(ctx, path, &s), SM_ERR_FAILED);
  static const double wrong_time[1][2] = {{0, (double)NAN}};
  s = series();
  s.intervals = 1;
  s.time = wrong_time;
  ck_assert_int_eq(sm_plume_csv_receptors(ctx, path, &s), SM_ERR_FAILED);
  const double sample = 3, depths[3][2] = {{0, -1}, {0, (double)NAN}, {0, (double)INFINITY}};
  for (int n = 0; n < 3; n++) {
    const struct sm_line_of_sight_series line_of_sight = {sights, 2,       lengths,
                                                          1,      &sample, depths[n]};
    ck_assert_int_eq(sm_plume_csv_lines_of_sight(ctx, path, &line_of_sight), SM_ERR_FAILED);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "sight 'tower' at 3 s"));
  }
  ck_assert_int_ne(access(path, F_OK), 0);
  teardown();
}
END_TEST

START_TEST(a_full_disk_leaves_the_earlier_file) {
  setup();
  const struct sm_receptor_series s = series();
  ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  const struct rlimit tight = {20, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &tight);
  const enum sm_status status = sm_plume_csv_receptors(ctx, path, &s);
  setrlimit(RLIMIT_FSIZE, &old);
  ck_assert_int_eq(status, SM_ERR_IO);
  is_file("old");
  ck_assert_int_ne(access(part, F_OK), 0);
  snprintf(part, sizeof part, "%s/none/a.csv", scratch_folder);
  ck_assert_int_eq(sm_plume_csv_summary(ctx, part, &s), SM_ERR_IO);
  sm_context_fail_allocation(ctx, 1);
  ck_assert_int_eq(sm_plume_csv_receptors(ctx, path, &s), SM_ERR_MEMORY);
  is_file("old");
  teardown();
}
END_TEST

TEST_MAIN(a_line_for_each_interval_receptor_and_species,
          summaries_tell_dose_largest_mean_and_arrival, backward_in_time_doses_are_not_negative,
          a_run_without_intervals_has_a_header_and_zeros, visibility_follows_koschmieder,
          values_that_are_not_numbers_are_reported_and_not_written,
          a_full_disk_leaves_the_earlier_file)
