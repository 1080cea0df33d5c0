/* Files that are no winds, or damaged, are not described: the message says why. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "describe_fixture.h"
#include "input/netcdf/classic_header.h"
#include <unistd.h>

static void must_say(const char *words) {
  char *text = NULL;
  ck_assert_int_eq(sm_describe_file(ctx, path, 0, &text), SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
  ck_assert_ptr_null(text);
}

START_TEST(other_files_are_refused_with_the_reason) {
  setup();
  must_say("No such file");
  ck_assert_int_eq(sm_file_write(ctx, path, "hello world, this is text", 25), SM_OK);
  must_say("not a NetCDF file");
  ck_assert_int_eq(sm_file_write(ctx, path, "", 0), SM_OK);
  must_say("not a NetCDF file");
  int id;
  ck_assert_int_eq(nc_create(path, NC_CLOBBER, &id), NC_NOERR);
  nc_close(id);
  must_say("not a file of simoom");
  ck_assert_int_eq(nc_create(path, NC_CLOBBER | NC_NETCDF4, &id), NC_NOERR);
  nc_put_att_text(id, NC_GLOBAL, "simoom_version", 5, "0.1.0");
  nc_close(id);
  must_say("variable 'x_width' is missing");
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  write_file(&m, true);
  ck_assert_int_eq(nc_open(path, NC_WRITE, &id), NC_NOERR);
  int v;
  nc_inq_varid(id, "w", &v);
  nc_rename_var(id, v, "oops");
  nc_close(id);
  must_say("variable 'w' is missing");
  free_domain(&m);
  path = scratch_folder;
  must_say("is a folder");
  teardown();
}
END_TEST

START_TEST(truncated_and_damaged_files_are_reported) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  write_file(&m, true);
  char *bytes = NULL, *text = NULL;
  size_t size;
  ck_assert_int_eq(sm_file_read(ctx, path, &bytes, &size), SM_OK);
  for (int part = 1; part < 8; part++) {
    ck_assert_int_eq(sm_file_write(ctx, path, bytes, size * (size_t)part / 8), SM_OK);
    must_say("truncated or damaged");
  }
  memset(bytes + size / 2, 0x5a, size / 4); /* chunks that do not inflate */
  ck_assert_int_eq(sm_file_write(ctx, path, bytes, size), SM_OK);
  ck_assert_int_eq(sm_describe_file(ctx, path, 0, &text), SM_ERR_DATA);
  sm_free(bytes);
  write_file(&m, true);
  int id, v;
  const size_t last = (size_t)40000000000; /* times: more memory than a machine has */
  const double late = 5;
  ck_assert_int_eq(nc_open(path, NC_WRITE, &id), NC_NOERR);
  ck_assert_int_eq(nc_inq_varid(id, "time", &v), NC_NOERR);
  ck_assert_int_eq(nc_put_var1_double(id, v, &last, &late), NC_NOERR);
  nc_close(id);
  must_say("too small for 40000000001 items of 'time'");
  free_domain(&m);
  teardown();
}
END_TEST

/* A classic file, as other programs copy results into: NetCDF reads zeros beyond its end. */
START_TEST(classic_files_that_count_more_records_than_they_hold_are_reported) {
  setup();
  static const double values[100] = {1, 2, 3};
  int id, time, x, wind;
  ck_assert_int_eq(nc_create(path, NC_CLOBBER | NC_64BIT_DATA, &id), NC_NOERR);
  nc_def_dim(id, "time", NC_UNLIMITED, &time);
  nc_def_dim(id, "x", 10, &x);
  nc_def_var(id, "speed", NC_DOUBLE, 2, (const int[]){time, x}, &wind);
  nc_put_att_text(id, NC_GLOBAL, "simoom_version", 1, "1");
  nc_put_att_text(id, NC_GLOBAL, "simoom_kind", 4, "wind");
  nc_enddef(id);
  nc_put_vara_double(id, wind, (const size_t[]){0, 0}, (const size_t[]){10, 10}, values);
  ck_assert_int_eq(nc_close(id), NC_NOERR);
  ck_assert_int_eq(sm_nc_open(path, NC_NOWRITE, &id), NC_NOERR);
  ck_assert_double_eq(sm_ncclassic_bytes(id), 800);
  ck_assert_int_eq(sm_nc_close(path, false, id), NC_NOERR);
  FILE *file = fopen(path, "r+b"); /* the count of records is behind the mark of the format */
  fseek(file, 4, SEEK_SET);
  fwrite((const char[]){0, 0, 0, 0, 0, 12, 0, 0}, 1, 8, file);
  fclose(file);
  must_say("wind.nc: error: the NetCDF file is truncated or damaged");
  ck_assert_int_eq(unlink(path), 0);
  teardown();
}
END_TEST

START_TEST(out_of_memory_is_reported_at_every_allocation) {
  setup();
  struct made_options o = town;
  o.n[0] = 20;
  o.n[1] = 10;
  o.building[0] = o.building[1] = 0;
  struct made m;
  make_domain(&m, &o);
  make_solenoidal(&m);
  write_file(&m, true);
  char *text = NULL;
  long n = 1;
  for (;; n++) {
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status = sm_describe_file(ctx, path, 0, &text);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
  }
  ck_assert_int_gt(n, 10);
  sm_context_fail_allocation(ctx, 0);
  free(text);
  free_domain(&m);
  teardown();
}
END_TEST

TEST_MAIN(other_files_are_refused_with_the_reason, truncated_and_damaged_files_are_reported,
          classic_files_that_count_more_records_than_they_hold_are_reported,
          out_of_memory_is_reported_at_every_allocation)
