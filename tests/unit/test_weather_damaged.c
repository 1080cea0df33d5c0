/* Weather files that are truncated, damaged or none, or claim more than they hold: an error, at
 * little cost. */
#define _DEFAULT_SOURCE /* wait4 */
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"
#include <sys/resource.h>
#include <sys/wait.h>

/* A NetCDF-4 file of some kilobytes whose dimensions say gigabytes. */
START_TEST(grids_that_cannot_be_in_their_file_are_refused) {
  made_begin();
  made_create(NC_NETCDF4);
  made_dimension("time", 1);
  made_dimension("lat", 12000);
  made_dimension("lon", 12000);
  made_variable("lat", NC_DOUBLE, "lat lon", "degrees_north");
  made_variable("lon", NC_DOUBLE, "lat lon", "degrees_east");
  made_variable("time", NC_DOUBLE, "time", "hours since 2020-01-01");
  made_variable("u10", NC_FLOAT, "time lat lon", "m s-1");
  made_variable("v10", NC_FLOAT, "time lat lon", "m s-1");
  int v;
  const size_t chunk[3] = {1, 100, 100};
  for (v = 0; v < 5; v++)
    if (v != 2) ok(nc_def_var_chunking(made.id, v, NC_CHUNKED, v < 2 ? chunk + 1 : chunk));
  made_close();
  made_area(9, 51, 0.1);
  made_fails("a grid of 12000 x 12000 columns cannot be in a file of");
  made_end();
}
END_TEST

static void put_bytes(const char *bytes, size_t size) {
  FILE *file = fopen(made_next(), "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
  ck_assert_int_eq(fclose(file), 0);
}

static void must_refuse(const char *bytes, size_t size, const char *message) {
  made_begin();
  put_bytes(bytes, size);
  made_area(9, 51, 0.1);
  made_fails(message);
  made_end();
}

START_TEST(what_is_no_netcdf_is_refused) {
  must_refuse("", 0, "error: not a NetCDF file");
  must_refuse("hello", 5, "error: not a NetCDF file");
  must_refuse("GRIBxxxx", 8, "error: not a NetCDF file"); /* no edition of GRIB */
  must_refuse("\211HDF\r\n\032\n and no more", 20, "truncated or damaged");
  made_begin();
  made_area(9, 51, 0.1);
  made_fails("no time: the file is empty"); /* no file at all */
  made_paths[0] = scratch_folder;
  made.request.paths = made_paths;
  made.request.path_count = 1;
  ck_assert_int_eq(sm_weather_files_read(made.ctx, &made.request, &made.weather), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(made.ctx), "not a regular file"));
  made_paths[0] = "/nowhere/a.nc";
  ck_assert_int_eq(sm_weather_files_read(made.ctx, &made.request, &made.weather), SM_ERR_DATA);
  ck_assert_str_eq(sm_context_message(made.ctx), "/nowhere/a.nc: error: No such file or directory");
  made_end();
}
END_TEST

static void make_classic(void) {
  made_create(NC_64BIT_OFFSET);
  made_grid(1, 4, 5, "hours since 2020-01-01");
  made_constant("u10", "time lat lon", "m s-1", 3);
  made_constant("v10", "time lat lon", "m s-1", 3);
  made_close();
  made_area(9, 51, 0.1);
}

/* Cut anywhere, or with a bit of its header changed, a classic file is an error or is read. */
START_TEST(damaged_files_never_crash) {
  made_begin();
  make_classic();
  made_read();
  static char bytes[8192];
  FILE *file = fopen(made_paths[0], "rb");
  ck_assert_ptr_nonnull(file);
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert(size > 500 && size < sizeof bytes);
  const size_t header = 600 < size ? 600 : size;
  for (size_t at = 0; at < header; at++) {
    const char kept = bytes[at];
    bytes[at] = (char)(kept ^ 1);
    made.count = 0;
    put_bytes(bytes, size);
    bytes[at] = kept;
    const enum sm_status status = made_try();
    ck_assert(status == SM_OK || status == SM_ERR_DATA || status == SM_ERR_MEMORY);
  }
  for (size_t length = 0; length < size; length += 37) {
    made.count = 0;
    put_bytes(bytes, length);
    const enum sm_status status = made_try();
    ck_assert(status == SM_OK || status == SM_ERR_DATA || status == SM_ERR_MEMORY);
  }
  made_end();
}
END_TEST

/* Peak memory of a child that reads the made file, bytes. */
static double memory_of_a_reading(void) {
  struct rusage usage;
  int state;
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    const enum sm_status status = made_try();
    _exit(status == SM_OK || status == SM_ERR_DATA || status == SM_ERR_MEMORY ? 0 : 1);
  }
  ck_assert_int_eq(wait4(child, &state, 0, &usage), child);
  ck_assert_msg(WIFEXITED(state) && WEXITSTATUS(state) == 0, "the child ended with %d", state);
  return 1024.0 * (double)usage.ru_maxrss;
}

/* Every word of a header in turn claims 2^31 - 1 things: the NetCDF library took up to 16
 * GB for that, or crashed. */
START_TEST(headers_that_claim_too_much_cost_little) {
  static const char claim[4] = {0x7f, (char)0xff, (char)0xff, (char)0xff};
  static char bytes[8192];
  made_begin();
  make_classic();
  FILE *file = fopen(made_paths[made.count - 1], "rb");
  ck_assert_ptr_nonnull(file);
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert(size > 500 && size < sizeof bytes);
  made.count = 0;
  const double usual = memory_of_a_reading();
  for (size_t at = 4; at < 500; at += 4) {
    char kept[4];
    memcpy(kept, bytes + at, sizeof kept);
    memcpy(bytes + at, claim, sizeof kept);
    made.count = 0;
    put_bytes(bytes, size);
    memcpy(bytes + at, kept, sizeof kept);
    const double peak = memory_of_a_reading();
    ck_assert_msg(peak < usual + 2e8, "word %zu costs %.0f MB", at / 4, 1e-6 * peak);
  }
  /* what is told of one of them: the number of dimensions */
  memcpy(bytes + 12, claim, 4);
  made.count = 0;
  put_bytes(bytes, size);
  made_fails(
      "the NetCDF file is truncated or damaged: its header counts more things than the file can");
  made_end();
}
END_TEST

TEST_MAIN(grids_that_cannot_be_in_their_file_are_refused, what_is_no_netcdf_is_refused,
          damaged_files_never_crash, headers_that_claim_too_much_cost_little)
