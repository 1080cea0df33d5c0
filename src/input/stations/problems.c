/* Collects all errors of a text file in one message. */
#include "input/stations/internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

static void add(struct sm_problems *problems, const char *file, int line, const char *format,
                va_list arguments) {
  char text[1024];
  if (problems->count++ >= SM_PROBLEMS_MAX) return;
  vsnprintf(text, sizeof text, format, arguments);
  for (char *c = text; *c != '\0'; c++)
    if (iscntrl((unsigned char)*c)) *c = '?';
  enum sm_status (*const tell)(struct sm_context *, enum sm_status, const char *, ...) =
      problems->count == 1 ? sm_fail : sm_fail_add;
  if (line > 0) {
    tell(problems->ctx, SM_ERR_DATA, "%s:%d: error: %s", file, line, text);
  } else {
    tell(problems->ctx, SM_ERR_DATA, "%s: error: %s", file, text);
  }
}

void sm_problems_add(struct sm_problems *problems, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(problems, problems->file, line, format, arguments);
  va_end(arguments);
}

void sm_problems_add_in(struct sm_problems *problems, const char *file, int line,
                        const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(problems, file, line, format, arguments);
  va_end(arguments);
}

bool sm_problems_full(const struct sm_problems *problems) {
  return problems->count >= SM_PROBLEMS_MAX;
}
