#define _POSIX_C_SOURCE 200809L
#include "cli/session/file.h"
#include "scratch_folder.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[256];

static const char *in(const char *name) {
  snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
  return path;
}

START_TEST(a_file_appears_when_it_is_closed) {
  struct cli_file file;
  scratch_open();
  ck_assert(cli_file_open(&file, in("a/b/c.txt")));
  fputs("text", file.stream);
  ck_assert_int_ne(access(in("a/b/c.txt"), F_OK), 0);
  ck_assert(cli_file_close(&file));
  ck_assert_int_eq(access(in("a/b/c.txt"), F_OK), 0);
  ck_assert_int_ne(access(in("a/b/c.txt.part"), F_OK), 0);
  unlink(in("a/b/c.txt"));
  rmdir(in("a/b"));
  rmdir(in("a"));
  scratch_close();
}
END_TEST

START_TEST(a_file_that_cannot_be_finished_leaves_the_old_one) {
  struct cli_file file;
  scratch_open();
  ck_assert(cli_file_open(&file, in("a.txt")));
  fputs("old", file.stream);
  ck_assert(cli_file_close(&file));
  ck_assert(cli_file_open(&file, in("a.txt")));
  fputs("new", file.stream);
  fflush(file.stream);
  ck_assert_int_eq(unlink(in("a.txt.part")), 0); /* somebody took it away */
  ck_assert(!cli_file_close(&file));
  ck_assert_int_eq(errno, ENOENT);
  struct stat info;
  ck_assert_int_eq(stat(in("a.txt"), &info), 0);
  ck_assert_int_eq((int)info.st_size, 3);
  unlink(in("a.txt"));
  scratch_close();
}
END_TEST

START_TEST(a_file_in_the_place_of_a_folder_is_an_error) {
  struct cli_file file;
  scratch_open();
  ck_assert(cli_file_open(&file, in("a")));
  ck_assert(cli_file_close(&file));
  ck_assert(!cli_file_open(&file, in("a/b.txt")));
  ck_assert_int_eq(errno, ENOTDIR);
  ck_assert(!cli_folder_create(in("a")));
  ck_assert(!cli_folder_create(in("a/b/c")));
  ck_assert(!cli_folder_empty(in("a")));
  ck_assert(!cli_folder_empty(scratch_folder));
  unlink(in("a"));
  ck_assert(cli_folder_empty(scratch_folder));
  scratch_close();
}
END_TEST

START_TEST(folders_are_made_with_those_above) {
  scratch_open();
  ck_assert(cli_folder_create(in("x/y//z/")));
  ck_assert(cli_folder_create(in("x/y/z")));
  ck_assert(cli_folder_empty(in("x/y/z")));
  rmdir(in("x/y/z"));
  rmdir(in("x/y"));
  rmdir(in("x"));
  scratch_close();
}
END_TEST

START_TEST(names_that_are_too_long_are_refused) {
  char name[5000];
  struct cli_file file;
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  ck_assert(!cli_file_open(&file, name));
  ck_assert_int_eq(errno, ENAMETOOLONG);
  ck_assert(!cli_folder_create(name));
  ck_assert_int_eq(errno, ENAMETOOLONG);
}
END_TEST

START_TEST(texts_are_read_whole) {
  scratch_open();
  FILE *file = fopen(in("text"), "w");
  for (int i = 0; i < 100000; i++) fprintf(file, "%06d\n", i);
  fputc('\0', file);
  fclose(file);
  char *text = cli_file_text(path);
  ck_assert_ptr_nonnull(text);
  ck_assert_uint_eq(strlen(text), 700001);
  ck_assert_str_eq(text + 700000 - 7, "099999\n ");
  free(text);
  ck_assert_int_eq(truncate(path, 0), 0);
  text = cli_file_text(path);
  ck_assert_str_eq(text, "");
  free(text);
  ck_assert_ptr_null(cli_file_text(scratch_folder));
  ck_assert_ptr_null(cli_file_text(in("none")));
  ck_assert_int_eq(errno, ENOENT);
  unlink(in("text"));
  scratch_close();
}
END_TEST

TEST_MAIN(a_file_appears_when_it_is_closed, a_file_that_cannot_be_finished_leaves_the_old_one,
          a_file_in_the_place_of_a_folder_is_an_error, folders_are_made_with_those_above,
          names_that_are_too_long_are_refused, texts_are_read_whole)
