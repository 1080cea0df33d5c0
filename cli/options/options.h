/* options.h - reading a command line by a command's tables, and the help made from them. */
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

/* Reads the arguments after the command's name (argv[0]), options and operands in any order, into
 * the variables that the tables point to. After `--help` operands may be missing. Returns false
 * for a wrong command line, with the reason in `message` (512 bytes are enough): what is wrong on
 * the first line, a "help: ..." line after it. */
bool cli_options_parse(const struct cli_command *command, int argc, char **argv,
                       struct cli_operands *operands, char *message, size_t size);

/* Prints usage, description and options of a command. */
void cli_options_print(FILE *stream, const struct cli_command *command);

/* Index of `word` among the words of "a|b|c"; -1: another word. */
int cli_choice(const char *words, const char *word);

#endif
