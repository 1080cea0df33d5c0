/* csv.h - reading CSV text: lines and fields of tables whose columns commas, semicolons or tabs
 * separate (RFC 4180, one record per line), as Excel, LibreOffice and loggers write them.
 *
 * Skipped: a UTF-8 byte order mark, a first line "sep=;", blank lines, and blank fields beyond the
 * columns of the header (trailing separators). Lines end with LF, CR LF or CR. The separator is
 * found in the first line. Where it is no comma, decimal commas become points ("3,5"). */
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
  SM_CSV_TOO_MANY, /* fields */
  SM_CSV_MIXED,    /* decimal commas here, decimal points elsewhere */
  SM_CSV_UTF16,
  SM_CSV_BINARY /* no text */
};

/* A place in a text that is taken apart in place. Start from sm_csv_begin; not to be copied. */
struct sm_csv {
  char *at, *end;              /* unread part; *end is writable and 0 */
  int line;                    /* number of the line in `field`, from 1 */
  char **field;                /* of that line: trimmed, unquoted, NUL-terminated */
  int count;                   /* of these fields */
  int room;                    /* in `field`: more fields are SM_CSV_TOO_MANY */
  int columns;                 /* of the header; 0: not read yet */
  char separator;              /* ',', ';', '\t' or '|' */
  char decimal;                /* '.' or ',' once numbers have told; else 0 */
  enum sm_csv_result encoding; /* SM_CSV_LINE, or why nothing can be read */
  char *own[SM_CSV_FIELDS];    /* `field`, unless the caller has put a longer array there */
};

/* Starts at the beginning of text[0..size], text[size] being writable. A text that is not CSV is
 * reported by the first sm_csv_next. */
SM_PUBLIC void sm_csv_begin(struct sm_csv *csv, char *text, size_t size);

/* Takes the next line that is not blank. With `header`, separators in parentheses do not separate:
 * "Height_Units(meters,feet)" is one field with or without quotes. */
SM_PUBLIC enum sm_csv_result sm_csv_next(struct sm_csv *csv, int header);

/* Error text for messages: "a quote is not closed on this line". */
SM_PUBLIC const char *sm_csv_problem(enum sm_csv_result result);

/* Hint for a header of one field: "; commas, semicolons or tabs must separate the columns, not
 * blanks", or "". */
SM_PUBLIC const char *sm_csv_hint(const struct sm_csv *csv);

#ifdef __cplusplus
}
#endif
#endif
