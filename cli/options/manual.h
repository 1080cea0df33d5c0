/* manual.h - man pages, generated from the same tables as the help. */
#ifndef CLI_OPTIONS_MANUAL_H
#define CLI_OPTIONS_MANUAL_H

#include "cli/command.h"

/* Meaning and value of the n-th exit code (text of the first status with it); NULL after the
   last. */
const char *cli_exit_code(size_t n, int *code);

/* Prints the man page simoom(1): all commands. */
void cli_manual_print(FILE *stream);

/* Prints the man page simoom-NAME(1): one command. */
void cli_manual_print_command(FILE *stream, const struct cli_command *command);

/* Prints the man page simoom-case(5): all tables and keys of a case file. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status cli_manual_print_case(FILE *stream, struct sm_context *ctx);

#endif
