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

/* Keys of a case that takes its winds from a library of winds, or from a file of winds in time, as
 * of the hours of a forecast. */
struct cli_library {
  const char *set[4];
  size_t count; /* 0 without a library */
  bool in_time; /* winds in time */
  char file[4200];
};

/* Fills *out; path NULL: none. Returns the exit code: the file is not there, or is neither, such as
 * a wind rose. */
int cli_library_find(struct cli_session *session, const char *path, struct cli_library *out);

/* Takes its overview, and writes no file of the wind. */
void cli_library_coarse(struct cli_library *library);

/* Run options from the command line and the environment. */
struct sm_run_options cli_case_run_options(void);

#endif
