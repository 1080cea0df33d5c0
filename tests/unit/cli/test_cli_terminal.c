#define _POSIX_C_SOURCE 200809L
#include "cli/session/terminal.h"
#include "harness.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double time_now; /* s, what the clock shows */
static double clock_for_tests(void) { return time_now; }

static char text[8192];

static struct cli_terminal start(bool live) {
  struct cli_terminal terminal;
  FILE *stream = tmpfile();
  ck_assert_ptr_nonnull(stream);
  cli_terminal_open(&terminal, stream);
  ck_assert(!terminal.live && !terminal.color);
  time_now = 100.0;
  terminal.now = clock_for_tests;
  terminal.shown = time_now;
  terminal.live = live;
  return terminal;
}

static const char *finish(struct cli_terminal *terminal) {
  rewind(terminal->stream);
  text[fread(text, 1, sizeof text - 1, terminal->stream)] = '\0';
  fclose(terminal->stream);
  return text;
}

static int count(const char *in, const char *what) {
  int found = 0;
  for (const char *at = strstr(in, what); at != NULL; at = strstr(at + 1, what)) found++;
  return found;
}

START_TEST(errors_get_a_prefix_unless_they_name_a_place) {
  struct cli_terminal terminal = start(false);
  cli_terminal_error(&terminal, "out of memory");
  cli_terminal_error(&terminal, "a.toml:1:2: error: bad\n   1 | x\n  help: y");
  ck_assert_str_eq(finish(&terminal), "simoom: error: out of memory\n"
                                      "a.toml:1:2: error: bad\n   1 | x\n  help: y\n");
}
END_TEST

START_TEST(levels_choose_what_is_shown) {
  struct cli_terminal terminal = start(false);
  cli_terminal_log(&terminal, SM_LOG_INFO, "info");
  cli_terminal_log(&terminal, SM_LOG_DEBUG, "not shown");
  cli_terminal_set(&terminal, CLI_COLOR_AUTO, SM_LOG_DEBUG);
  cli_terminal_log(&terminal, SM_LOG_DEBUG, "debug");
  cli_terminal_set(&terminal, CLI_COLOR_AUTO, SM_LOG_WARNING);
  cli_terminal_log(&terminal, SM_LOG_INFO, "not shown");
  cli_terminal_log(&terminal, SM_LOG_WARNING, "careful");
  cli_terminal_log(&terminal, SM_LOG_WARNING, "a.csv:3: warning: odd");
  ck_assert_str_eq(finish(&terminal),
                   "info\ndebug\nsimoom: warning: careful\na.csv:3: warning: odd\n");
}
END_TEST

START_TEST(words_are_coloured_on_request_but_not_in_quoted_lines) {
  struct cli_terminal terminal = start(false);
  cli_terminal_set(&terminal, CLI_COLOR_ALWAYS, SM_LOG_INFO);
  cli_terminal_error(&terminal, "a:1: error: bad\n   1 | error: warning: x\n  help: y");
  cli_terminal_log(&terminal, SM_LOG_WARNING, "odd");
  ck_assert_str_eq(finish(&terminal),
                   "a:1: \033[1;31merror:\033[0m bad\n   1 | error: warning: x\n"
                   "  \033[1;36mhelp:\033[0m y\nsimoom: \033[1;33mwarning:\033[0m odd\n");
}
END_TEST

START_TEST(long_texts_are_not_cut) {
  struct cli_terminal terminal = start(false);
  char line[6000];
  memset(line, 'x', sizeof line - 1);
  line[sizeof line - 1] = '\0';
  cli_terminal_error(&terminal, line);
  const char *shown = finish(&terminal);
  ck_assert_int_eq(strncmp(shown, "simoom: error: x", 16), 0);
  ck_assert_int_eq(count(shown, "x"), 5999);
}
END_TEST

START_TEST(no_color_is_obeyed_unless_colours_are_asked_for) {
  struct cli_terminal terminal = start(true);
  cli_terminal_set(&terminal, CLI_COLOR_AUTO, SM_LOG_INFO);
  ck_assert(terminal.color);
  setenv("NO_COLOR", "1", 1);
  cli_terminal_set(&terminal, CLI_COLOR_AUTO, SM_LOG_INFO);
  ck_assert(!terminal.color);
  cli_terminal_set(&terminal, CLI_COLOR_ALWAYS, SM_LOG_INFO);
  ck_assert(terminal.color);
  unsetenv("NO_COLOR");
  cli_terminal_set(&terminal, CLI_COLOR_NEVER, SM_LOG_INFO);
  ck_assert(!terminal.color);
  finish(&terminal);
}
END_TEST

START_TEST(a_bar_is_redrawn_ten_times_a_second_at_most) {
  struct cli_terminal terminal = start(true);
  for (int i = 0; i < 1000; i++) {
    time_now += 0.002;
    cli_terminal_progress(&terminal, "solve", i / 1000.0);
  }
  const char *shown = finish(&terminal);
  ck_assert_int_ge(count(shown, "\rsolve"), 18);
  ck_assert_int_le(count(shown, "\rsolve"), 20);
  ck_assert_ptr_null(strchr(shown, '\n'));
}
END_TEST

START_TEST(a_bar_is_removed_before_a_message) {
  struct cli_terminal terminal = start(true);
  time_now += 1.0;
  cli_terminal_progress(&terminal, "solve", 0.5);
  ck_assert(terminal.bar);
  cli_terminal_log(&terminal, SM_LOG_INFO, "hello");
  ck_assert(!terminal.bar);
  ck_assert_ptr_nonnull(strstr(finish(&terminal), "\r\033[Khello\n"));
}
END_TEST

START_TEST(elsewhere_progress_is_a_line_every_ten_seconds) {
  struct cli_terminal terminal = start(false);
  for (int i = 0; i <= 100; i++) {
    cli_terminal_progress(&terminal, "solve", i / 200.0);
    time_now += 0.25;
  }
  ck_assert_str_eq(finish(&terminal), "solve: 20 %, 40 s left\nsolve: 40 %, 30 s left\n");
}
END_TEST

START_TEST(time_left_starts_anew_with_every_phase) {
  struct cli_terminal terminal = start(false);
  cli_terminal_progress(&terminal, "setup", 0.0);
  time_now += 60.0;
  cli_terminal_progress(&terminal, "setup", 1.0);
  cli_terminal_progress(&terminal, "solve", 0.0);
  time_now += 10.0;
  cli_terminal_progress(&terminal, "solve", 0.5);
  ck_assert_str_eq(finish(&terminal), "setup: 100 %\nsolve: 50 %, 10 s left\n");
}
END_TEST

START_TEST(a_phase_that_goes_on_is_not_new) {
  struct cli_terminal terminal = start(false);
  cli_terminal_progress(&terminal, "flow", 0.0);
  time_now += 10.0;
  cli_terminal_progress(&terminal, "flow", 0.5);
  cli_terminal_progress(&terminal, "solve", 0.0);
  cli_terminal_progress(&terminal, "flow", 0.5);
  time_now += 10.0;
  cli_terminal_progress(&terminal, "flow", 0.75);
  ck_assert_str_eq(finish(&terminal), "flow: 50 %, 10 s left\nflow: 75 %, 10 s left\n");
}
END_TEST

START_TEST(odd_fractions_do_no_harm) {
  struct cli_terminal terminal = start(true);
  const double fractions[] = {-1.0, 2.0, NAN, 1e300};
  for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++) {
    time_now += 1.0;
    cli_terminal_progress(&terminal, "a phase with a name far too long for a bar", fractions[i]);
  }
  const char *shown = finish(&terminal);
  ck_assert_int_eq(count(shown, "100 %"), 2);
  ck_assert_int_eq(count(shown, "  0 %"), 2);
}
END_TEST

START_TEST(quiet_shows_no_progress) {
  struct cli_terminal terminal = start(true);
  cli_terminal_set(&terminal, CLI_COLOR_AUTO, SM_LOG_WARNING);
  time_now += 100.0;
  cli_terminal_progress(&terminal, "solve", 0.5);
  ck_assert_str_eq(finish(&terminal), "");
}
END_TEST

START_TEST(the_last_progress_of_a_log_is_read) {
  char phase[40];
  double fraction;
  ck_assert(cli_terminal_read_progress("domain top at 144 m: twice the highest roof\n"
                                       "zones: 12 %\nsolve: 5 %, 10 s left\nsolve: 45 %, 3 s left\n"
                                       "simoom: warning: 3 % of it\nsolve: 6",
                                       phase, &fraction));
  ck_assert_str_eq(phase, "solve");
  ck_assert_double_eq_tol(fraction, 0.45, 1e-12);
  ck_assert(!cli_terminal_read_progress("", phase, &fraction));
  ck_assert(!cli_terminal_read_progress("solve: 45 %", phase, &fraction)); /* being written */
  ck_assert(!cli_terminal_read_progress("solve: fast\n5 %\n", phase, &fraction));
}
END_TEST

TEST_MAIN(errors_get_a_prefix_unless_they_name_a_place, levels_choose_what_is_shown,
          words_are_coloured_on_request_but_not_in_quoted_lines, long_texts_are_not_cut,
          no_color_is_obeyed_unless_colours_are_asked_for,
          a_bar_is_redrawn_ten_times_a_second_at_most, a_bar_is_removed_before_a_message,
          elsewhere_progress_is_a_line_every_ten_seconds, time_left_starts_anew_with_every_phase,
          a_phase_that_goes_on_is_not_new, odd_fractions_do_no_harm, quiet_shows_no_progress,
          the_last_progress_of_a_log_is_read)
