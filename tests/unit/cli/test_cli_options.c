#define _POSIX_C_SOURCE 200809L
#include "cli/options/options.h"
#include "harness.h"
#include <stdlib.h>
#include <string.h>

static struct {
  bool force, overwrite;
  const char *folder;
  struct cli_list set;
  int threads, precision;
} values;

static const struct cli_option options[] = {
    {.name = "force", .flag = &values.force, .help = "Do it."},
    {.letter = 'o',
     .name = "output",
     .argument = "DIR",
     .text = &values.folder,
     .help = "A folder whose description is so long that it needs a second line of the help, and "
             "of course it must not be cut."},
    {.name = "overwrite", .flag = &values.overwrite, .help = "Replace."},
    {.name = "set", .argument = "KEY=VALUE", .list = &values.set, .help = "Set a key."},
    {.letter = 't',
     .name = "threads",
     .argument = "N",
     .integer = &values.threads,
     .min = 1,
     .max = 64,
     .help = "Threads."},
    {.name = "precision", .argument = "f32|f64", .choice = &values.precision, .help = "Precision."},
    {0},
};

static const struct cli_command command = {.name = "try",
                                           .operands = "FILE",
                                           .operand_min = 1,
                                           .operand_max = 2,
                                           .summary = "try it",
                                           .details = "Tries it.",
                                           .options = {options, cli_common_options}};

static char message[512];
static struct cli_operands operands;

/* Parses words separated by blanks. */
static bool parse(const char *line) {
  static char text[512];
  char *argv[32] = {(char[]){"try"}};
  int argc = 1;
  memset(&values, 0, sizeof values);
  memset(&cli_common, 0, sizeof cli_common);
  snprintf(text, sizeof text, "%s", line);
  for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) argv[argc++] = word;
  return cli_options_parse(&command, argc, argv, &operands, message, sizeof message);
}

#define ck_assert_refused(line, what)                                                              \
  do {                                                                                             \
    ck_assert_msg(!parse(line), "'%s' was taken", line);                                           \
    ck_assert_msg(strncmp(message, what, strlen(what)) == 0, "%s", message);                       \
    ck_assert_ptr_nonnull(strstr(message, "\n  help: "));                                          \
  } while (0)

START_TEST(options_may_stand_before_and_after_operands) {
  ck_assert(parse("-o out a.toml --force --set a.b=1 -t 4 --set c=2 --precision f64 b.toml -q"));
  ck_assert_int_eq(operands.count, 2);
  ck_assert_str_eq(operands.item[0], "a.toml");
  ck_assert_str_eq(operands.item[1], "b.toml");
  ck_assert_str_eq(values.folder, "out");
  ck_assert(values.force && cli_common.quiet && !cli_common.verbose);
  ck_assert_uint_eq(values.set.count, 2);
  ck_assert_str_eq(values.set.item[0], "a.b=1");
  ck_assert_str_eq(values.set.item[1], "c=2");
  ck_assert_int_eq(values.threads, 4);
  ck_assert_int_eq(values.precision, 1);
}
END_TEST

START_TEST(options_may_be_joined_to_their_values_and_abbreviated) {
  ck_assert(parse("a --output=x/y -t8 --prec f64 -qv"));
  ck_assert_str_eq(values.folder, "x/y");
  ck_assert_int_eq(values.threads, 8);
  ck_assert_int_eq(values.precision, 1);
  ck_assert(cli_common.quiet && cli_common.verbose);
}
END_TEST

START_TEST(order_does_not_depend_on_the_environment) {
  setenv("POSIXLY_CORRECT", "1", 1);
  const bool good = parse("a --force");
  unsetenv("POSIXLY_CORRECT");
  ck_assert(good && values.force);
}
END_TEST

START_TEST(two_dashes_end_the_options) {
  ck_assert(parse("-t 2 -- --force -"));
  ck_assert_int_eq(operands.count, 2);
  ck_assert_str_eq(operands.item[0], "--force");
  ck_assert_str_eq(operands.item[1], "-");
  ck_assert(!values.force);
}
END_TEST

START_TEST(unknown_options_suggest_the_nearest) {
  ck_assert_refused("a --treads 2", "unknown option '--treads'");
  ck_assert_ptr_nonnull(strstr(message, "did you mean '--threads'?"));
  ck_assert_refused("a --ouptut=x", "unknown option '--ouptut'");
  ck_assert_ptr_nonnull(strstr(message, "did you mean '--output'?"));
  ck_assert_refused("a --mpi", "unknown option '--mpi'");
  ck_assert_ptr_nonnull(strstr(message, "'simoom help try'"));
  ck_assert_refused("a -x", "unknown option '-x'");
  ck_assert_refused("a -qx", "unknown option '-x'");
  ck_assert_refused("a -1", "unknown option '-1'");
}
END_TEST

START_TEST(a_very_long_unknown_option_is_refused) {
  char line[400] = "a --";
  memset(line + 4, 'x', 300);
  ck_assert_refused(line, "unknown option '--xxx");
}
END_TEST

START_TEST(ambiguous_abbreviations_are_reported) {
  ck_assert_refused("a --o x", "option '--o' could be '--output' or '--overwrite'");
}
END_TEST

START_TEST(missing_and_superfluous_values_are_reported) {
  ck_assert_refused("a --output", "option '--output' needs a value, DIR");
  ck_assert_refused("a -t", "option '--threads' needs a value, N");
  ck_assert_refused("a --force=yes", "option '--force' takes no value");
  ck_assert_refused("a --output=", "--output: its DIR is empty");
}
END_TEST

START_TEST(numbers_must_be_whole_and_in_range) {
  ck_assert_refused("a -t 0", "--threads: 0 is not between 1 and 64");
  ck_assert_refused("a -t 65", "--threads: 65 is not between 1 and 64");
  ck_assert_refused("a -t -3", "--threads: -3 is not between 1 and 64");
  ck_assert_refused("a -t 99999999999999999999", "--threads: 99999999999999999999 is not");
  ck_assert_refused("a -t 2.5", "--threads: '2.5' is not a whole number");
  ck_assert_refused("a -t 4x", "--threads: '4x' is not a whole number");
  ck_assert_refused("a -t x", "--threads: 'x' is not a whole number");
}
END_TEST

START_TEST(choices_are_whole_words) {
  ck_assert_refused("a --precision f16", "--precision: 'f16' is not one of f32|f64");
  ck_assert_refused("a --precision f32|f64", "--precision: 'f32|f64' is not one of");
  ck_assert_refused("a --precision=f", "--precision: 'f' is not one of");
  ck_assert_int_eq(cli_choice("a|bc|d", "a"), 0);
  ck_assert_int_eq(cli_choice("a|bc|d", "bc"), 1);
  ck_assert_int_eq(cli_choice("a|bc|d", "d"), 2);
  ck_assert_int_eq(cli_choice("a|bc|d", "b"), -1);
  ck_assert_int_eq(cli_choice("a|bc|d", ""), -1);
}
END_TEST

START_TEST(operands_are_counted) {
  ck_assert_refused("--force", "'try' needs FILE");
  ck_assert_refused("a b c", "'c' is one argument too many for 'try'");
  ck_assert_refused("a -- b c", "'c' is one argument too many for 'try'");
}
END_TEST

START_TEST(help_needs_no_operands) {
  ck_assert(parse("--help"));
  ck_assert(cli_common.help);
  ck_assert(parse("-h"));
  ck_assert(cli_common.help);
}
END_TEST

START_TEST(a_list_holds_so_many_values_and_no_more) {
  static char *argv[2 + 2 * (CLI_LIST_LENGTH + 1)];
  static char name[] = "try", file[] = "a", option[] = "--set", value[] = "x=1";
  argv[0] = name;
  argv[1] = file;
  for (int i = 0; i <= CLI_LIST_LENGTH; i++) {
    argv[2 + 2 * i] = option;
    argv[3 + 2 * i] = value;
  }
  memset(&values, 0, sizeof values);
  const int most = 2 + 2 * CLI_LIST_LENGTH;
  ck_assert(cli_options_parse(&command, most, argv, &operands, message, sizeof message));
  ck_assert_uint_eq(values.set.count, CLI_LIST_LENGTH);
  memset(&values, 0, sizeof values);
  ck_assert(!cli_options_parse(&command, most + 2, argv, &operands, message, sizeof message));
  ck_assert_ptr_nonnull(strstr(message, "more than 256 times"));
}
END_TEST

START_TEST(help_shows_every_option_within_80_columns) {
  char text[4096] = "";
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  cli_options_print(file, &command);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  ck_assert_int_eq(strncmp(text, "Usage: simoom try FILE [OPTIONS]\n\nTries it.\n", 43), 0);
  for (const struct cli_option *o = options; o->name != NULL; o++) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "--%s%s%s", o->name, o->argument != NULL ? " " : "",
             o->argument != NULL ? o->argument : "");
    ck_assert_ptr_nonnull(strstr(text, wanted));
  }
  ck_assert_ptr_nonnull(strstr(text, "  -o, --output DIR         A folder"));
  ck_assert_ptr_nonnull(strstr(text, "      --force              Do it.\n"));
  for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
    ck_assert_uint_lt(strcspn(line, "\n"), 80);
}
END_TEST

TEST_MAIN(options_may_stand_before_and_after_operands,
          options_may_be_joined_to_their_values_and_abbreviated,
          order_does_not_depend_on_the_environment, two_dashes_end_the_options,
          unknown_options_suggest_the_nearest, a_very_long_unknown_option_is_refused,
          ambiguous_abbreviations_are_reported, missing_and_superfluous_values_are_reported,
          numbers_must_be_whole_and_in_range, choices_are_whole_words, operands_are_counted,
          help_needs_no_operands, a_list_holds_so_many_values_and_no_more,
          help_shows_every_option_within_80_columns)
