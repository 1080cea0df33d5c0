/* csv.h - lines and fields of comma-separated text (RFC 4180, one record per line). */
#ifndef SM_INPUT_CSV_H
#define SM_INPUT_CSV_H

#include <stddef.h>

enum { SM_CSV_FIELDS = 256 };

/* A place in a text that is taken apart in place. Start from sm_csv_begin. */
struct sm_csv {
  char *at, *end;             /* unread part; *end is writable and 0 */
  int line;                   /* number of the line in `field`, from 1 */
  char *field[SM_CSV_FIELDS]; /* of that line: trimmed, unquoted, NUL-terminated */
  int count;
};

enum sm_csv_result { SM_CSV_LINE, SM_CSV_END, SM_CSV_OPEN_QUOTE, SM_CSV_TOO_MANY };

/* Starts at the beginning of text[0..size], text[size] being writable; a UTF-8 mark is skipped. */
void sm_csv_begin(struct sm_csv *csv, char *text, size_t size);

/* Takes the next line that is not blank; lines end with LF, CR LF or CR. With `header`, commas in
 * parentheses do not separate: "Height_Units(meters,feet)" is one field with or without quotes. */
enum sm_csv_result sm_csv_next(struct sm_csv *csv, int header);

#endif
