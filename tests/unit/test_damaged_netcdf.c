/* Damaged NetCDF-4 files: each is read, or refused with a message; the HDF5 library would crash on
 * some. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "input/netcdf/ncdata.h"
#include "weather_files.h"

enum { VARIABLES = 40, FILES = 120, MOST_BYTES = 1 << 17, HEAD = 6000, BLOCKS = 64 };

/* So many variables that HDF5 keeps their names in a heap. */
static void make_file(void) {
  const float numbers[6] = {1, 2, 3, 4, 5, 6};
  made_create(NC_NETCDF4);
  made_dimension("x", 6);
  for (int v = 0; v < VARIABLES; v++) {
    char name[32];
    snprintf(name, sizeof name, "variable_%d", v);
    made_variable(name, NC_FLOAT, "x", "m s-1");
  }
  ok(nc_enddef(made.id));
  for (int v = 0; v < VARIABLES; v++) ok(nc_put_var_float(made.id, v, numbers));
  made_close();
}

static size_t load(const char *path, unsigned char *bytes) {
  FILE *file = fopen(path, "rb");
  ck_assert_ptr_nonnull(file);
  const size_t count = fread(bytes, 1, MOST_BYTES, file);
  fclose(file);
  ck_assert_uint_gt(count, HEAD);
  ck_assert_uint_lt(count, MOST_BYTES);
  return count;
}

static void save(const char *path, const unsigned char *bytes, size_t count) {
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
  ck_assert_int_eq(fclose(file), 0);
}

/* Leaves memory behind that is not zero, as a program that has worked for a while has. */
static void use_memory(void) {
  void *block[BLOCKS];
  for (size_t size = 16; size <= 8192; size *= 2) {
    for (int b = 0; b < BLOCKS; b++)
      if ((block[b] = malloc(size)) != NULL) memset(block[b], 0xa5, size);
    for (int b = 0; b < BLOCKS; b++) free(block[b]);
  }
}

static uint32_t next(uint32_t *seed) { return *seed = 1664525u * *seed + 1013904223u; }

/* Other bytes in one to four places of the first 6000. */
static void damage(unsigned char *bytes, uint32_t *seed) {
  static const unsigned char other[] = {0, 127, 128, 255};
  const int places = 1 + (int)(next(seed) >> 30);
  for (int p = 0; p < places; p++) {
    const size_t at = (next(seed) >> 8) % HEAD;
    bytes[at] = other[next(seed) >> 30];
  }
}

START_TEST(every_damaged_file_is_read_or_refused) {
  static unsigned char whole[MOST_BYTES], broken[MOST_BYTES];
  int refused = 0;
  uint32_t seed = 1;
  made_begin();
  make_file();
  const size_t count = load(made_paths[0], whole);
  for (int f = 0; f < FILES; f++) {
    struct sm_ncdata file;
    memcpy(broken, whole, count);
    damage(broken, &seed);
    save(made_paths[0], broken, count);
    use_memory();
    const enum sm_status status = sm_ncdata_open(made.ctx, made_paths[0], &file);
    sm_ncdata_close(&file);
    ck_assert_msg(status == SM_OK || status == SM_ERR_DATA, "file %d: status %d", f, status);
    refused += status != SM_OK;
  }
  ck_assert_int_gt(refused, 10);
  made_end();
}
END_TEST

START_TEST(a_whole_file_is_read) {
  struct sm_ncdata file;
  made_begin();
  make_file();
  use_memory();
  ck_assert_int_eq(sm_ncdata_open(made.ctx, made_paths[0], &file), SM_OK);
  ck_assert_int_eq(file.variable_count, VARIABLES);
  sm_ncdata_close(&file);
  made_end();
}
END_TEST

TEST_MAIN(every_damaged_file_is_read_or_refused, a_whole_file_is_read)
