/* options.h - command-line parser driven by option tables, and their help text. */
#ifndef CLI_OPTIONS_OPTIONS_H
#define CLI_OPTIONS_OPTIONS_H

#include "cli/command.h"

/* Options that every command has. */
struct cli_common {
  bool help, quiet, verbose;
  int color; /* enum cli_color */
};
extern struct cli_common cli_common;
extern const struct cli_option cli_common_options[];

/* Parses the arguments after the command name (argv[0]) into the variables of the tables; options
 * and operands may be in any order. With `--help` operands may be missing. Returns false for an
 * invalid command line, with the reason in `message` (512 bytes are enough): the error on the first
 * line, followed by a "help: ..." line. */
bool cli_options_parse(const struct cli_command *command, int argc, char **argv,
                       struct cli_operands *operands, char *message, size_t size);

/* Prints usage, description and options of a command. */
void cli_options_print(FILE *stream, const struct cli_command *command);

/* Index of `word` in "a|b|c"; -1 if absent. */
int cli_choice(const char *words, const char *word);

#endif
