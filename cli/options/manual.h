/* manual.h - pages for man, made from the same tables as the help. */
#ifndef CLI_OPTIONS_MANUAL_H
#define CLI_OPTIONS_MANUAL_H

#include "cli/command.h"

/* What exit codes mean: the first status of each; NULL after the last. */
const char *cli_exit_code(size_t n, int *code);

/* Prints simoom(1), all commands. */
void cli_manual_print(FILE *stream);

/* Prints simoom-NAME(1), one command. */
void cli_manual_print_command(FILE *stream, const struct cli_command *command);

/* Prints simoom-case(5), all tables and keys of a case file. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status cli_manual_print_case(FILE *stream, struct sm_context *ctx);

#endif
