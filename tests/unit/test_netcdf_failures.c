/* The wind file where writing fails: unwritable folders, full disk, no memory, a stop. */
#define _DEFAULT_SOURCE /* mount */
#include "netcdf_scene.h"
#include "output/netcdf/ncfile.h"
#include <stdio.h>
#include <unistd.h>

START_TEST(unwritable_paths_are_reported_and_left_alone) {
  setup();
  struct made m;
  make_domain(&m, &town);
  const struct sm_case c = make_case(false);
  struct sm_netcdf_writer *writer = NULL;
  ck_assert_int_eq(sm_netcdf_create(ctx, scratch_folder, &c, &m.domain, "cpu", &writer), SM_ERR_IO);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "a folder has this name"));
  const char *nowhere = scratch_path("none/wind.nc");
  ck_assert_int_eq(sm_netcdf_create(ctx, nowhere, &c, &m.domain, "cpu", &writer), SM_ERR_IO);
  ck_assert_msg(strstr(sm_context_message(ctx), "No such file or directory") != NULL, "%s",
                sm_context_message(ctx));
  ck_assert_ptr_null(writer);
  free_domain(&m);
  teardown();
}
END_TEST

/* Writes under a limit of the disk or of the user, over an earlier file. */
static void write_without_room(struct made *m, const char *reason) {
  const struct sm_case c = make_case(true);
  ck_assert_int_eq(write_file(m, &c, 1), SM_ERR_IO);
  ck_assert_msg(strstr(sm_context_message(ctx), reason) != NULL, "%s", sm_context_message(ctx));
  ck_assert_msg(strncmp(sm_context_message(ctx), path, strlen(path)) == 0, "%s",
                sm_context_message(ctx));
  ck_assert_int_ne(access(part, F_OK), 0);
  char text[16] = "";
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(fgets(text, sizeof text, file));
  fclose(file);
  ck_assert_str_eq(text, "earlier");
}

static void put_earlier_file(void) {
  FILE *file = fopen(path, "w");
  fputs("earlier", file);
  fclose(file);
}

START_TEST(too_large_a_file_is_reported_and_the_earlier_one_stays) {
  setup();
  put_earlier_file();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  for (rlim_t size = 2000; size < 600000; size = size * 3 / 2) {
    const struct rlimit tight = {size, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    write_without_room(&m, "File too large");
    setrlimit(RLIMIT_FSIZE, &old);
  }
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(a_full_disk_is_reported_and_the_earlier_file_stays) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  for (int size = 32; size < 600; size += size / 2) {
    char options[32];
    snprintf(options, sizeof options, "size=%dk", size);
    if (mount("none", scratch_folder, "tmpfs", 0, options) != 0) {
      printf("a_full_disk_is_reported_and_the_earlier_file_stays: skipped: cannot mount a small "
             "disk\n");
      break;
    }
    put_earlier_file();
    write_without_room(&m, "No space left on device");
    unlink(path);
    ck_assert_int_eq(umount(scratch_folder), 0); /* nothing holds a file open */
  }
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(a_stop_in_a_time_leaves_those_before_it) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  const struct sm_case c = make_case(true);
  struct sm_netcdf_writer *writer = NULL;
  ck_assert_int_eq(sm_netcdf_create(ctx, path, &c, &m.domain, "cpu", &writer), SM_OK);
  struct sm_wind_record record = {.time = (double)NAN, .converged = true};
  ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m.wind, &record), SM_OK);
  sm_context_request_stop(ctx);
  ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m.wind, &record), SM_OK); /* must be whole */
  record.may_stop = true;
  ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m.wind, &record), SM_ERR_STOPPED);
  ck_assert_int_eq(sm_netcdf_keep(ctx, writer, 2), SM_OK);
  ck_assert_int_eq(sm_netcdf_close(ctx, &writer), SM_OK);
  size_t times = 0;
  int dimension;
  const int id = open_file();
  ck_assert_int_eq(nc_inq_dimid(id, "time", &dimension), NC_NOERR);
  ck_assert_int_eq(nc_inq_dimlen(id, dimension, &times), NC_NOERR);
  ck_assert_uint_eq(times, 2);
  float first = 0, last = 0;
  const size_t at[4] = {0, 20, 18, 75}, later[4] = {1, 20, 18, 75};
  ck_assert_int_eq(nc_get_var1_float(id, variable(id, "u"), at, &first), NC_NOERR);
  ck_assert_int_eq(nc_get_var1_float(id, variable(id, "u"), later, &last), NC_NOERR);
  ck_assert(first == last && fabsf(first) < 1e30F);
  nc_close(id);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(out_of_memory_is_reported_at_every_allocation) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  const struct sm_case c = make_case(true);
  long n = 1;
  for (;; n++) {
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status = write_file(&m, &c, 1);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_int_ne(access(part, F_OK), 0);
  }
  ck_assert_int_gt(n, 5);
  sm_context_fail_allocation(ctx, 0);
  free_domain(&m);
  teardown();
}
END_TEST

/* Growing texts take their memory from elsewhere: one that could not grow must not be left out. */
START_TEST(an_attribute_without_memory_is_an_error) {
  setup();
  struct sm_ncfile file;
  const struct sm_text lost = {.failed = true}, empty = {NULL};
  sm_ncfile_create(ctx, path, path, 4096, &file);
  sm_ncfile_made_text(&file, NC_GLOBAL, "nothing", &empty);
  ck_assert_int_eq(file.status, SM_OK);
  sm_ncfile_made_text(&file, NC_GLOBAL, "simoom_weather", &lost);
  ck_assert_int_eq(sm_ncfile_close(&file), SM_ERR_MEMORY);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx), "out of memory: attribute 'simoom_weather'"));
  teardown();
}
END_TEST

TEST_MAIN(unwritable_paths_are_reported_and_left_alone,
          too_large_a_file_is_reported_and_the_earlier_one_stays,
          a_full_disk_is_reported_and_the_earlier_file_stays,
          a_stop_in_a_time_leaves_those_before_it, out_of_memory_is_reported_at_every_allocation,
          an_attribute_without_memory_is_an_error)
