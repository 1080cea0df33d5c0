/* problem_report.h - collects the problems of a case and reports them together. */
#ifndef SM_CASE_TOML_PROBLEM_REPORT_H
#define SM_CASE_TOML_PROBLEM_REPORT_H

#include "base/context.h"
#include "base/text.h"
#include "case/toml/toml.h"

enum { SM_REPORT_MAX = 20 };

struct sm_report_problem {
  struct sm_toml_span span; /* line 0: the whole file */
  struct sm_text text;
  char message[256];       /* the first line alone, without the place */
  int elements, last_line; /* further elements of a list with the same problem, line of the last */
};

struct sm_problem_report {
  const char *name; /* name of the file, as given by the user */
  const char *text; /* text of the file */
  size_t size;
  const char *const *set; /* overrides; span source n is set[n - 1] */
  struct sm_report_problem problem[SM_REPORT_MAX];
  int count;         /* number of all problems, including those beyond the maximum kept */
  int missing_files; /* number of missing files among them */
};

/* Adds a problem. `help`: remedy, shown on a separate line; may be NULL. A problem that differs
 * from an earlier one only in the element of a list ("box[2]", "box[3]") is counted there. */
void sm_report_add(struct sm_problem_report *report, const struct sm_toml_span *span,
                   const char *help, const char *format, ...) SM_FORMAT(4, 5);

/* Sets the message of the context to all problems in file order. Returns OK without problems,
 * ERR_DATA if all are missing files, else ERR_CASE. */
SM_CHECKED enum sm_status sm_report_close(struct sm_context *ctx, struct sm_problem_report *report);
void sm_report_free(struct sm_problem_report *report);

#endif
