/* csv.h - CSV reader: lines and fields of tables separated by commas, semicolons or tabs (RFC 4180,
 * one record per line), as written by Excel, LibreOffice and data loggers.
 *
 * Skipped: a UTF-8 byte order mark, a first line "sep=;", blank lines, and blank fields beyond the
 * columns of the header (trailing separators). Lines end with LF, CR LF or CR. The separator is
 * detected in the first line. Unless it is a comma, decimal commas are accepted ("3,5"). */
#ifndef SIMOOM_CSV_H
#define SIMOOM_CSV_H

#include "simoom/status.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SM_CSV_FIELDS = 256 };

enum sm_csv_result {
  SM_CSV_LINE,
  SM_CSV_END,
  SM_CSV_OPEN_QUOTE,
  SM_CSV_TOO_MANY, /* too many fields */
  SM_CSV_MIXED,    /* decimal commas and decimal points are mixed */
  SM_CSV_UTF16,
  SM_CSV_BINARY /* binary data, not text */
};

/* Reader of a text that is split in place. Initialised by sm_csv_begin; must not be copied. */
struct sm_csv {
  char *at, *end;              /* unread part; *end is writable and 0 */
  int line;                    /* line number of `field`, from 1 */
  char **field;                /* fields of that line: trimmed, unquoted, NUL-terminated */
  int count;                   /* number of fields */
  int room;                    /* capacity of `field`; more fields give SM_CSV_TOO_MANY */
  int columns;                 /* number of columns of the header; 0: not read yet */
  char separator;              /* ',', ';', '\t' or '|' */
  char decimal;                /* decimal mark '.' or ',' once a number shows it; else 0 */
  enum sm_csv_result encoding; /* SM_CSV_LINE, or the reason why the text cannot be read */
  char *own[SM_CSV_FIELDS];    /* `field`, unless the caller provides a larger array */
};

/* Starts reading text[0..size]; text[size] must be writable. A text that is not CSV is reported by
 * the first sm_csv_next. */
SM_PUBLIC void sm_csv_begin(struct sm_csv *csv, char *text, size_t size);

/* Reads the next line that is not blank. With `header`, separators in parentheses do not split:
 * "Height_Units(meters,feet)" is one field with or without quotes. */
SM_PUBLIC enum sm_csv_result sm_csv_next(struct sm_csv *csv, int header);

/* Error text of a result: "a quote is not closed on this line". */
SM_PUBLIC const char *sm_csv_problem(enum sm_csv_result result);

/* Hint for a header with a single field: "; commas, semicolons or tabs must separate the columns,
 * not blanks", or "". */
SM_PUBLIC const char *sm_csv_hint(const struct sm_csv *csv);

#ifdef __cplusplus
}
#endif
#endif
