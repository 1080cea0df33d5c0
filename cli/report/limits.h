/* limits.h - table of the limitations of the models of a run. */
#ifndef CLI_REPORT_LIMITS_H
#define CLI_REPORT_LIMITS_H

#include <stddef.h>

/* A limit of a run whose model has this name ("": of any) and whose record has this part (NULL:
 * whether it has one or not). */
struct cli_run_limit {
  const char *model, *part;
  const char *text;
  const char *page; /* of docs, that says more */
};

extern const struct cli_run_limit cli_run_limits[];
extern const size_t cli_run_limit_count;

#endif
