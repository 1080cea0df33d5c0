/* limits.h - table of the limitations of the models in a run. */
#ifndef CLI_REPORT_LIMITS_H
#define CLI_REPORT_LIMITS_H

#include <stddef.h>

/* Limitation of runs with this model ("": any model) whose record has this part (NULL: not
 * required). */
struct cli_run_limit {
  const char *model, *part;
  const char *text;
  const char *page; /* page of docs with details */
};

extern const struct cli_run_limit cli_run_limits[];
extern const size_t cli_run_limit_count;

#endif
