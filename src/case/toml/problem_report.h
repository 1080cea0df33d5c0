/* problem_report.h - the problems of a case, collected and shown all at once. */
#ifndef SM_CASE_TOML_PROBLEM_REPORT_H
#define SM_CASE_TOML_PROBLEM_REPORT_H

#include "base/context.h"
#include "base/text.h"
#include "case/toml/toml.h"

enum { SM_REPORT_MAX = 20 };

struct sm_report_problem {
  struct sm_toml_span span; /* line 0: of the file as a whole */
  struct sm_text text;
};

struct sm_problem_report {
  const char *name; /* of the file, as the user wrote it */
  const char *text; /* of the file */
  size_t size;
  const char *const *set; /* the overrides: source n of a span is set[n - 1] */
  struct sm_report_problem problem[SM_REPORT_MAX];
  int count;         /* all problems, also those beyond the most that are kept */
  int missing_files; /* problems among them that are a missing file */
};

/* Adds a problem. Where `help` is not NULL, it is the remedy, shown in a line of its own. */
void sm_report_add(struct sm_problem_report *report, const struct sm_toml_span *span,
                   const char *help, const char *format, ...) SM_FORMAT(4, 5);

/* Makes all problems, in the order of the file, the message of the context. Returns OK without
 * problems, ERR_DATA when all are missing files, else ERR_CASE. */
SM_CHECKED enum sm_status sm_report_close(struct sm_context *ctx, struct sm_problem_report *report);
void sm_report_free(struct sm_problem_report *report);

#endif
