#include "case/toml/value.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTE_COLUMNS = 90 }; /* longer lines are truncated */

/* Finds line `line` (from 1) of the text; false if there are fewer lines. */
static bool find_line(const struct sm_problem_report *report, int line, const char **start,
                      size_t *length) {
  const char *at = report->text, *end = report->text + report->size;
  for (; line > 1; line--) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    if (newline == NULL) return false;
    at = newline + 1;
  }
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  *start = at;
  *length = (size_t)((newline != NULL ? newline : end) - at);
  if (*length > 0 && at[*length - 1] == '\r') --*length;
  return true;
}

/* Length in bytes of the UTF-8 character at `text`; 0: invalid. */
static size_t character_length(const char *text, size_t left) {
  const unsigned char c = (unsigned char)text[0];
  const size_t length = c < 0x80                ? 1
                        : c >= 0xc2 && c < 0xe0 ? 2
                        : c >= 0xe0 && c < 0xf0 ? 3
                        : c >= 0xf0 && c < 0xf5 ? 4
                                                : 0;
  if (length > left) return 0;
  for (size_t i = 1; i < length; i++)
    if (((unsigned char)text[i] & 0xc0) != 0x80) return 0;
  return length;
}

/* Adds columns [first, last) of a line; unprintable characters become '?'. Returns the number of
 * columns of the whole line. */
static int add_columns(struct sm_text *out, const char *line, size_t length, int first, int last) {
  int column = 1;
  for (size_t i = 0; i < length; column++) {
    const size_t bytes = character_length(line + i, length - i);
    const unsigned char c = (unsigned char)line[i];
    const bool shown = bytes > 0 && c != 0x7f && (c >= 0x20 || c == '\t');
    if (column >= first && column < last)
      sm_text_add_bytes(out, shown ? line + i : "?", shown ? bytes : 1);
    i += bytes > 0 ? bytes : 1;
  }
  return column - 1;
}

/* Adds blanks for columns [first, column), keeping tabs, to align the caret. */
static void add_indent(struct sm_text *out, const char *line, size_t length, int first,
                       int column) {
  int c = 1;
  for (size_t i = 0; i < length && c < column; c++) {
    const size_t bytes = character_length(line + i, length - i);
    if (c >= first) sm_text_add_bytes(out, line[i] == '\t' ? "\t" : " ", 1);
    i += bytes > 0 ? bytes : 1;
  }
  for (; c < column; c++)
    if (c >= first) sm_text_add_bytes(out, " ", 1);
}

static void add_quote(struct sm_text *out, const struct sm_problem_report *report,
                      const struct sm_toml_span *span) {
  const char *line = NULL;
  size_t length = 0;
  if (!find_line(report, span->line, &line, &length)) return;
  const int first = span->column > QUOTE_COLUMNS ? span->column - QUOTE_COLUMNS / 3 : 1;
  const int last = first + QUOTE_COLUMNS;
  sm_text_add(out, "\n%5d | %s", span->line, first > 1 ? "..." : "");
  const int columns = add_columns(out, line, length, first, last);
  sm_text_add(out, "%s\n      | %s", columns >= last ? "..." : "", first > 1 ? "   " : "");
  add_indent(out, line, length, first, span->column);
  int end = span->end_column == INT_MAX ? columns + 1 : span->end_column;
  if (end > last) end = last;
  sm_text_add(out, "^");
  for (int c = span->column + 1; c < end; c++) sm_text_add_bytes(out, "~", 1);
}

/* Adds text of the user with control characters removed, as they could affect the terminal. */
static void add_plain(struct sm_text *out, const char *text) {
  while (*text != '\0') {
    size_t plain = 0;
    while ((unsigned char)text[plain] >= 0x20 && text[plain] != 0x7f) plain++;
    sm_text_add_bytes(out, text, plain);
    text += plain;
    if (*text == '\0') return;
    sm_text_add_bytes(out, "?", 1);
    text++;
  }
}

/* Whether two texts differ in the numbers of list elements alone: "[2]", "[3]". */
static bool is_same_but_for_element(const char *a, const char *b) {
  bool differs = false;
  for (; *a != '\0' && *a == *b; a++, b++) {
    if (*a != '[') continue;
    const size_t first = strspn(a + 1, "0123456789"), second = strspn(b + 1, "0123456789");
    if (first == 0 || second == 0 || a[1 + first] != ']' || b[1 + second] != ']') continue;
    differs = differs || first != second || memcmp(a + 1, b + 1, first) != 0;
    a += first;
    b += second;
  }
  return differs && *a == *b;
}

/* Counts a problem that another element of the list has; false if none has. */
static bool is_of_list(struct sm_problem_report *report, const struct sm_toml_span *span,
                       const char *text) {
  const int kept = report->count < SM_REPORT_MAX ? report->count : SM_REPORT_MAX;
  for (int i = 0; i < kept && strchr(text, '[') != NULL && span->source == 0; i++) {
    struct sm_report_problem *problem = &report->problem[i];
    if (problem->span.source != 0 || !is_same_but_for_element(problem->message, text)) continue;
    problem->elements++;
    problem->last_line = span->line;
    return true;
  }
  return false;
}

void sm_report_add(struct sm_problem_report *report, const struct sm_toml_span *span,
                   const char *help, const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (is_of_list(report, span, text) || report->count++ >= SM_REPORT_MAX) return;

  struct sm_report_problem *problem = &report->problem[report->count - 1];
  struct sm_text *out = &problem->text;
  problem->span = *span;
  snprintf(problem->message, sizeof problem->message, "%.255s", text);
  if (span->source > 0) {
    char set[256];
    snprintf(set, sizeof set, "--set %.200s", report->set[span->source - 1]);
    add_plain(out, set);
  } else {
    sm_text_add(out, "%s", report->name);
    if (span->line > 0) sm_text_add(out, ":%d:%d", span->line, span->column);
  }
  sm_text_add(out, ": error: ");
  add_plain(out, text);
  if (span->source == 0 && span->line > 0) add_quote(out, report, span);
  if (help != NULL) {
    sm_text_add(out, "\nhelp: ");
    add_plain(out, help);
  }
}

static int compare_problems(const void *a, const void *b) {
  const struct sm_toml_span *p = &((const struct sm_report_problem *)a)->span;
  const struct sm_toml_span *q = &((const struct sm_report_problem *)b)->span;
  if (p->source != q->source) return p->source < q->source ? -1 : 1;
  if (p->line != q->line) return p->line < q->line ? -1 : 1;
  return (p->column > q->column) - (p->column < q->column);
}

enum sm_status sm_report_close(struct sm_context *ctx, struct sm_problem_report *report) {
  if (report->count == 0) return SM_OK;
  const int kept = report->count < SM_REPORT_MAX ? report->count : SM_REPORT_MAX;
  const enum sm_status status = report->missing_files == report->count ? SM_ERR_DATA : SM_ERR_CASE;
  qsort(report->problem, (size_t)kept, sizeof *report->problem, compare_problems);
  for (int i = 0; i < kept; i++) {
    struct sm_text *text = &report->problem[i].text;
    const int elements = report->problem[i].elements;
    if (elements > 0)
      sm_text_add(text, "\n... and so in %d more of this list, the last one in line %d", elements,
                  report->problem[i].last_line);
    if (text->failed) return sm_fail(ctx, SM_ERR_MEMORY, "%s: out of memory", report->name);
    if (i == 0) {
      (void)sm_fail(ctx, status, "%s", sm_text_string(text));
    } else {
      (void)sm_fail_add(ctx, status, "%s", sm_text_string(text));
    }
  }
  if (report->count > kept)
    (void)sm_fail_add(ctx, status, "... and %d more problems", report->count - kept);
  return status;
}

void sm_report_free(struct sm_problem_report *report) {
  for (int i = 0; i < SM_REPORT_MAX; i++) sm_text_free(&report->problem[i].text);
}
