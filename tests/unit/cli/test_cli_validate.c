/* Gates, and entries as a table. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */
#include "harness.h"
#include "validation/runner/report.h"
#include <math.h>
#include <string.h>

static const struct cli_entry entry = {
    .row = {.name = "made", .remark = "made here"},
    .published = "nowhere",
    .quantity = {{"error", "m/s", NULL, CLI_AT_MOST, 0.5, (double)NAN, 0.6},
                 {"share", "", NULL, CLI_AT_LEAST, 0.8, 0.9, (double)NAN},
                 {"bias", "m/s", NULL, CLI_NO_GATE, (double)NAN, (double)NAN, (double)NAN}},
    .quantity_count = 3};
static const struct cli_quantity *const quantities = entry.quantity;

START_TEST(gates_include_their_limit_and_fail_on_no_number) {
  ck_assert_int_eq(cli_quantity_judge(&quantities[0], 0.5), CLI_PASS);
  ck_assert_int_eq(cli_quantity_judge(&quantities[0], -3), CLI_PASS);
  ck_assert_int_eq(cli_quantity_judge(&quantities[0], 0.51), CLI_FAIL);
  ck_assert_int_eq(cli_quantity_judge(&quantities[0], NAN), CLI_FAIL);
  ck_assert_int_eq(cli_quantity_judge(&quantities[1], 0.8), CLI_PASS);
  ck_assert_int_eq(cli_quantity_judge(&quantities[1], 0.79), CLI_FAIL);
  ck_assert_int_eq(cli_quantity_judge(&quantities[1], NAN), CLI_FAIL);
  ck_assert_int_eq(cli_quantity_judge(&quantities[2], NAN), CLI_OPEN);
}
END_TEST

START_TEST(only_computed_entries_are_counted) {
  const struct cli_trial trials[] = {
      {.entry = &entry, .outcome = CLI_MEASURED, .here = {0.4, 0.7, 1}},
      {.entry = &entry, .outcome = CLI_SKIPPED, .here = {0.4, 0.7, 1}},
      {.entry = &entry, .outcome = CLI_MEASURED, .here = {0.4, 0.9, 1}}};
  const struct cli_verdict_counts verdicts = cli_validate_count(trials, 3);
  ck_assert_uint_eq(verdicts.count[CLI_PASS], 3);
  ck_assert_uint_eq(verdicts.count[CLI_FAIL], 1);
  ck_assert_uint_eq(verdicts.count[CLI_OPEN], 2);
}
END_TEST

static char text[8192];

static void print(const struct cli_trial *trial) {
  FILE *stream = fmemopen(text, sizeof text, "w");
  cli_validate_print(stream, trial);
  fclose(stream);
}

START_TEST(lines_show_gates_and_what_they_are_beside) {
  print(&(struct cli_trial){.entry = &entry, .outcome = CLI_MEASURED, .here = {0.4, 0.7, NAN}});
  ck_assert_msg(strstr(text, "error, m/s") != NULL && strstr(text, "0.4 <=      0.5  pass") != NULL,
                "%s", text);
  ck_assert_msg(strstr(text, "0.7 >=      0.8  FAIL           -       0.9\n") != NULL, "%s", text);
  ck_assert_msg(strstr(text, "-           -  no gate") != NULL, "%s", text);
  print(&(struct cli_trial){.entry = &entry, .outcome = CLI_SKIPPED, .reason = "no data"});
  ck_assert_str_eq(text, "made          skipped: no data\n");
  print(&(struct cli_trial){.entry = &entry, .outcome = CLI_FAILED, .reason = "broken"});
  ck_assert_str_eq(text, "made          FAILED: broken\n");
}
END_TEST

START_TEST(json_has_every_number) {
  static struct cli_host host = {
      .cpu = "a CPU", .date = "2026-05-01T12:00:00Z", .build = "Release"};
  const struct cli_trial trials[] = {
      {.entry = &entry, .outcome = CLI_MEASURED, .here = {0.4, 0.7, NAN}},
      {.entry = &entry, .outcome = CLI_STOPPED, .reason = "by a signal"}};
  const struct cli_validate_report report = {&host, "simoom validate made", trials, 2};
  FILE *stream = fmemopen(text, sizeof text, "w");
  cli_validate_write_json(stream, &report);
  fclose(stream);
  static const char *const has[] = {"\"schema\": \"simoom.validate/1\"",
                                    "\"gate\": \"at most\"",
                                    "\"limit\": 0.5",
                                    "\"verdict\": \"fail\"",
                                    "\"here\": null",
                                    "\"peer\": 0.6",
                                    "\"gate\": null",
                                    "\"reason\": \"by a signal\"",
                                    "\"peer\": null,",
                                    "\"status\": \"stopped\""};
  for (size_t i = 0; i < sizeof has / sizeof *has; i++)
    ck_assert_msg(strstr(text, has[i]) != NULL, "%s lacks %s", text, has[i]);
}
END_TEST

TEST_MAIN(gates_include_their_limit_and_fail_on_no_number, only_computed_entries_are_counted,
          lines_show_gates_and_what_they_are_beside, json_has_every_number)
