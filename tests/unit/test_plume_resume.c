/* The file of plumes: gone on with after a stop, and what cannot be written. */
#define _DEFAULT_SOURCE /* mount */
#include "base/file.h"
#include "cf_rules.h"
#include "plume_scene.h"
#include <netcdf.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* All variables of two files must be alike to the last bit. */
static void compare_files(const char *one, const char *other) {
  const int a = open_file(one), b = open_file(other);
  int variables = 0;
  nc_inq_nvars(a, &variables);
  for (int v = 0; v < variables; v++) {
    char name[NC_MAX_NAME + 1];
    int rank, dims[NC_MAX_VAR_DIMS];
    nc_type type;
    size_t size, values = 1;
    nc_inq_var(a, v, name, &type, &rank, dims, NULL);
    nc_inq_type(a, type, NULL, &size);
    for (int d = 0; d < rank; d++) {
      char dimension[NC_MAX_NAME + 1];
      size_t length;
      nc_inq_dim(a, dims[d], dimension, &length);
      ck_assert_uint_eq(length, length_of(b, dimension));
      values *= length;
    }
    char *x = malloc(values * size + 1), *y = malloc(values * size + 1);
    ck_assert_int_eq(nc_get_var(a, v, x), NC_NOERR);
    ck_assert_int_eq(nc_get_var(b, variable(b, name), y), NC_NOERR);
    ck_assert_msg(memcmp(x, y, values * size) == 0, "%s differs", name);
    free(x);
    free(y);
  }
  nc_close(a);
  nc_close(b);
}

START_TEST(a_stopped_run_is_marked_and_goes_on_as_if_it_had_not_been) {
  setup();
  struct scene s;
  make_scene(&s, true, true);
  ck_assert_int_eq(write_all(&s, 5, (double)NAN), SM_OK);
  ck_assert_int_eq(rename(path, saved), 0);
  for (int killed = 0; killed < 2; killed++) {
    struct sm_plume_file *file = NULL;
    if (killed) { /* after the files of a checkpoint, before itself, and while it wrote on */
      ck_assert_int_eq(sm_plume_file_create(ctx, path, &s.options, &file), SM_OK);
      for (int t = 0; t < 2; t++) ck_assert_int_eq(put_interval(&s, file, t), SM_OK);
      ck_assert_int_eq(rename(part, damaged), 0);
      sm_plume_file_abandon(&file);
      ck_assert_int_eq(write_all(&s, 4, 245.5), SM_OK);
      ck_assert_int_eq(rename(damaged, part), 0);
    } else {
      ck_assert_int_eq(write_all(&s, 3, 185.5), SM_OK);
      const int id = open_file(path);
      ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_stopped"),
                       "early, 185.5 s after the start of the run");
      nc_close(id);
    }
    ck_assert_msg(sm_plume_file_resume(ctx, path, &s.options, 3, &file) == SM_OK, "%s",
                  sm_context_message(ctx));
    ck_assert_uint_eq(sm_plume_file_records(file), 3);
    for (int t = 3; t < 5; t++) ck_assert_int_eq(put_interval(&s, file, t), SM_OK);
    ck_assert_int_eq(sm_plume_file_finish(ctx, &file, s.total, (double)NAN), SM_OK);
    compare_files(path, saved);
    const int id = open_file(path);
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_stopped"), "");
    nc_close(id);
    ck_assert_int_ne(access(part, F_OK), 0);
    unlink(path);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

static void cannot_resume(struct scene *s, size_t records, const char *text) {
  struct sm_plume_file *file;
  ck_assert_int_eq(sm_plume_file_resume(ctx, path, &s->options, records, &file), SM_ERR_DATA);
  ck_assert_ptr_null(file);
  ck_assert_msg(strstr(sm_context_message(ctx), text) != NULL, "%s", sm_context_message(ctx));
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), path));
  ck_assert_int_ne(access(part, F_OK), 0);
}

START_TEST(a_file_that_does_not_fit_is_not_gone_on_with) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  cannot_resume(&s, 0, "No such file");
  ck_assert_int_eq(sm_file_write(ctx, path, "no NetCDF at all", 16), SM_OK);
  cannot_resume(&s, 0, "cannot be read");
  ck_assert_int_eq(write_all(&s, 3, 180), SM_OK);
  cannot_resume(&s, 4, "time has 3 items where at least 4 are expected");
  s.options.species_count = 1;
  cannot_resume(&s, 3, "species has 2 items where 1 are expected");
  s.options.species_count = 2;
  s.grid.n[0]--;
  cannot_resume(&s, 3, "x has 12 items where 11 are expected");
  s.grid.n[0]++;
  char other[] = "[case]\n", *text = s.c.text;
  s.c.text = other;
  cannot_resume(&s, 3, "another case");
  s.c.text = text;
  s.c.overrides = other;
  cannot_resume(&s, 3, "another case");
  s.c.overrides = NULL;
  struct sm_plume_file *file;
  ck_assert_int_eq(sm_plume_file_resume(ctx, path, &s.options, 3, &file), SM_OK);
  sm_plume_file_abandon(&file);
  ck_assert_int_eq(access(path, F_OK), 0); /* the earlier file stays */
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(values_that_are_not_numbers_are_reported_with_their_place) {
  setup();
  struct scene s;
  make_scene(&s, false, false);
  struct sm_plume_file *file = NULL;
  ck_assert_int_eq(sm_plume_file_create(ctx, path, &s.options, &file), SM_OK);
  ck_assert_int_eq(put_interval(&s, file, 0), SM_OK);
  const float *concentration[2] = {s.mean[0], s.mean[1]};
  const int bad = 3 + NX * (6 + NY * 4);
  s.mean[1][bad] = NAN;
  const double time[2] = {60, 120};
  ck_assert_int_eq(sm_plume_file_write(ctx, file, time, concentration, NULL), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx),
             "concentration_road_dust is not a finite number in the box 3, 6, 4"));
  s.mean[1][bad] = 0;
  const double wrong[4][2] = {{120, 60}, {60, 60}, {(double)NAN, 90}, {30, 90}};
  for (int n = 0; n < 4; n++)
    ck_assert_int_eq(sm_plume_file_write(ctx, file, wrong[n], concentration, NULL), SM_ERR_FAILED);
  ck_assert_int_eq(sm_plume_file_write(ctx, file, time, concentration, NULL), SM_OK);
  s.c.particles.backward = true;
  const double back[2] = {110, 100};
  ck_assert_int_eq(sm_plume_file_write(ctx, file, back, concentration, NULL), SM_OK);
  s.total[0].budget.outflow = (double)NAN;
  ck_assert_int_eq(sm_plume_file_finish(ctx, &file, s.total, (double)NAN), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "the mass 'outflow' of SO2 is nan"));
  ck_assert_ptr_null(file);
  s.c.particles.backward = false;
  s.total[0].budget.outflow = 0;
  s.deposition[1][NX + 2] = (double)INFINITY;
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "in the column 2, 1"));
  s.total[1].deposition = NULL; /* not known: missing in the file */
  s.dose[0][BOXES - 1] = (double)NAN;
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_ERR_FAILED);
  s.total[0].dose = NULL;
  s.arrival_time[1][BOXES - 1] = INFINITY;
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_ERR_FAILED);
  s.total[1].arrival_time = NULL;
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_OK);
  free_domain(&s.m);
  teardown();
}
END_TEST

static void fails_and_keeps(struct scene *s, const char *old) {
  const enum sm_status status = write_all(s, 2, (double)NAN);
  ck_assert_int_eq(status, SM_ERR_IO);
  ck_assert_msg(strstr(sm_context_message(ctx), "cannot be written") != NULL, "%s",
                sm_context_message(ctx));
  char *text = NULL;
  size_t size;
  ck_assert_int_eq(sm_file_read(ctx, path, &text, &size), SM_OK);
  ck_assert_str_eq(text, old);
  sm_free(text);
  ck_assert_int_ne(access(part, F_OK), 0);
}

START_TEST(a_full_disk_is_reported_and_the_earlier_file_stays) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  ck_assert_int_eq(write_all(&s, 2, (double)NAN), SM_OK);
  struct stat info;
  ck_assert_int_eq(stat(path, &info), 0);
  ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  const rlim_t steps = 24;
  for (rlim_t n = 0; n < steps; n++) {
    const struct rlimit tight = {(rlim_t)info.st_size * n / steps, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    fails_and_keeps(&s, "old");
    setrlimit(RLIMIT_FSIZE, &old);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(a_full_disk_is_reported) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  for (int size = 64; size <= 256; size += 32) {
    char options[32];
    snprintf(options, sizeof options, "size=%dk", size);
    if (mount("none", scratch_folder, "tmpfs", 0, options) != 0) {
      printf("a_full_disk_is_reported: skipped: cannot mount a small disk\n");
      break;
    }
    ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
    fails_and_keeps(&s, "old");
    unlink(path);
    ck_assert_int_eq(umount(scratch_folder), 0);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(out_of_memory_is_reported_at_every_allocation) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  static const double x[3] = {8, 16, 30};
  s.grid.face[0] = x;
  s.grid.n[0] = 2;
  int failures = 0;
  for (long n = 1; n < 200; n++) {
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status = write_all(&s, 1, (double)NAN);
    sm_context_fail_allocation(ctx, 0);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_int_ne(access(path, F_OK), 0);
    ck_assert_int_ne(access(part, F_OK), 0);
    failures++;
  }
  ck_assert_int_gt(failures, 10);
  ck_assert_int_lt(failures, 190);
  free_domain(&s.m);
  teardown();
}
END_TEST

TEST_MAIN(a_stopped_run_is_marked_and_goes_on_as_if_it_had_not_been,
          a_file_that_does_not_fit_is_not_gone_on_with,
          values_that_are_not_numbers_are_reported_with_their_place,
          a_full_disk_is_reported_and_the_earlier_file_stays, a_full_disk_is_reported,
          out_of_memory_is_reported_at_every_allocation)
