/* Tables of measurements: what is read, and what is refused at which line. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include "harness.h"
#include "validation/runner/table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct cli_table table;
static char why[CLI_REASON];

/* Reads a file that holds the text, as a table of x and u. */
static enum cli_outcome read_text(const char *text) {
  char path[] = "/tmp/simoom-table-XXXXXX";
  const int file = mkstemp(path);
  ck_assert_int_ge(file, 0);
  ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
  const enum cli_outcome outcome = cli_table_read(path, "x,u", &table, why);
  unlink(path);
  return outcome;
}

static void refuses(const char *text, const char *line) {
  ck_assert_int_eq(read_text(text), CLI_FAILED);
  ck_assert_msg(strstr(why, line) != NULL, "%s: %s, not %s", text, why, line);
}

START_TEST(rows_are_read_and_remarks_are_not) {
  ck_assert_int_eq(read_text("# told\n# 1,2\nx,u\n1,-2.5\n\n3e1,4"), CLI_MEASURED);
  ck_assert_uint_eq(table.rows, 2);
  ck_assert_double_eq(table.cell[0][0], 1);
  ck_assert_double_eq(table.cell[0][1], -2.5);
  ck_assert_double_eq(table.cell[1][0], 30);
  ck_assert_double_eq(table.cell[1][1], 4);
  ck_assert_int_eq(read_text("x,u\r\n1,2\r\n3,4\r\n"), CLI_MEASURED);
  ck_assert_uint_eq(table.rows, 2);
}
END_TEST

START_TEST(other_columns_are_refused) {
  refuses("x,v\n1,2\n", ":1: not a table of x,u");
  refuses("# told\nx,u,v\n1,2\n", ":2: not a table of x,u");
  refuses("1,2\n", ":1: not a table of x,u");
}
END_TEST

START_TEST(rows_with_other_than_their_numbers_are_refused) {
  refuses("x,u\n1,2\n1\n", ":3: ");
  refuses("x,u\n1,2,3\n", ":2: ");
  refuses("x,u\n1,\n2,3\n", ":2: ");
  refuses("x,u\n,1\n", ":2: ");
  refuses("x,u\n1;2\n", ":2: ");
  refuses("x,u\n1,2 m/s\n", ":2: ");
}
END_TEST

START_TEST(missing_and_empty_tables_are_reported) {
  refuses("", ":1: ");
  refuses("# told\nx,u\n", ":3: ");
  ck_assert_int_eq(cli_table_read("/tmp/no/such/table.csv", "x,u", &table, why), CLI_SKIPPED);
  ck_assert_msg(strstr(why, "/tmp/no/such/table.csv: cannot be read: ") == why, "%s", why);
}
END_TEST

START_TEST(more_rows_than_there_is_room_for_are_refused) {
  static char text[8 * (CLI_PAIRS + 2)];
  char *end = text + sprintf(text, "x,u\n");
  for (int r = 0; r < CLI_PAIRS; r++) end += sprintf(end, "1,2\n");
  ck_assert_int_eq(read_text(text), CLI_MEASURED);
  ck_assert_uint_eq(table.rows, CLI_PAIRS);
  sprintf(end, "1,2\n");
  refuses(text, ":1026: ");
}
END_TEST

TEST_MAIN(rows_are_read_and_remarks_are_not, other_columns_are_refused,
          rows_with_other_than_their_numbers_are_refused, missing_and_empty_tables_are_reported,
          more_rows_than_there_is_room_for_are_refused)
