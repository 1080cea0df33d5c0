/* case_options.h - options common to run and check: case, overrides, device. */
#ifndef CLI_OPTIONS_CASE_OPTIONS_H
#define CLI_OPTIONS_CASE_OPTIONS_H

#include "cli/command.h"

extern const struct cli_option cli_case_options[];

/* Loads the case of an operand: a file, or a folder with a case.toml; `more`: "table.key=value"
 * texts besides those of --set. */
SM_CHECKED enum sm_status cli_case_load(struct cli_session *session, const char *operand,
                                        const char *const *more, size_t count,
                                        struct sm_case **out);

/* Run options from the command line and the environment. */
struct sm_run_options cli_case_run_options(void);

#endif
