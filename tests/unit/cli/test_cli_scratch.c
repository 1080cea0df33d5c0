/* The temporary folder, and what the commands that measure are asked for. */
#define _POSIX_C_SOURCE 200809L
#include "bench/runner/request.h"
#include "cli/session/file.h"
#include "cli/session/scratch.h"
#include "harness.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

START_TEST(scratch_folders_are_emptied_and_removed) {
  char folder[256], path[300];
  ck_assert(cli_scratch_create("simoom-test", folder, sizeof folder));
  ck_assert_ptr_nonnull(strstr(folder, "/simoom-test-"));
  snprintf(path, sizeof path, "%s/below/file", folder);
  struct cli_file file;
  ck_assert(cli_file_open(&file, path));
  ck_assert(cli_file_close(&file));
  snprintf(path, sizeof path, "%s/link", folder);
  ck_assert_int_eq(symlink("/etc", path), 0);
  cli_scratch_empty(folder);
  ck_assert(cli_folder_empty(folder));
  ck_assert_int_eq(access("/etc/passwd", R_OK), 0);
  cli_scratch_remove(folder);
  ck_assert_int_ne(access(folder, R_OK), 0);
  char little[8];
  ck_assert(!cli_scratch_create("simoom-test", little, sizeof little));
  ck_assert_int_eq(errno, ENAMETOOLONG);
}
END_TEST

START_TEST(data_is_that_of_the_option_or_of_the_environment) {
  ck_assert_int_eq(unsetenv("SIMOOM_DATA"), 0);
  ck_assert_ptr_null(cli_request_data(NULL));
  ck_assert_int_eq(setenv("SIMOOM_DATA", "", 1), 0);
  ck_assert_ptr_null(cli_request_data(NULL));
  ck_assert_int_eq(setenv("SIMOOM_DATA", "there", 1), 0);
  ck_assert_str_eq(cli_request_data(NULL), "there");
  ck_assert_str_eq(cli_request_data("here"), "here");
}
END_TEST

TEST_MAIN(scratch_folders_are_emptied_and_removed, data_is_that_of_the_option_or_of_the_environment)
