/* Probe of NetCDF-4 files in a child process: the child keeps no file of its parent open, so that a
 * lock ends with the process that took it. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "harness.h"
#include "input/netcdf/classic_header.h"

#include <fcntl.h>
#include <netcdf.h>
#include <unistd.h>

static struct sm_file_lock lock;

/* In place of the library's: fails where the lock is open. */
int nc_open(const char *path, int mode, int *id) {
  (void)path;
  (void)mode;
  *id = -1;
  return fcntl(lock.descriptor, F_GETFD) < 0 ? NC_NOERR : NC_EPERM;
}

START_TEST(the_probe_does_not_hold_a_lock_of_its_parent) {
  static const unsigned char mark[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  struct sm_context *ctx = NULL;
  char folder[] = "/tmp/simoom-probe-XXXXXX", path[64], name[64];
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/some.nc", folder);
  snprintf(name, sizeof name, "%s/run", folder);
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(mark, 1, sizeof mark, file), sizeof mark);
  ck_assert_int_eq(fclose(file), 0);

  ck_assert_int_eq(sm_file_lock_acquire(ctx, name, &lock), SM_OK);
  ck_assert_int_eq(sm_ncprobe(path), NC_NOERR);
  ck_assert_int_ge(fcntl(lock.descriptor, F_GETFD), 0);
  sm_file_lock_release(name, &lock);

  unlink(path);
  rmdir(folder);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(the_probe_does_not_hold_a_lock_of_its_parent)
