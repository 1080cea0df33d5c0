#include "input/csv.h"

#include <stdbool.h>
#include <string.h>

void sm_csv_begin(struct sm_csv *csv, char *text, size_t size) {
  *csv = (struct sm_csv){.at = text, .end = text + size};
  text[size] = '\0';
  if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) csv->at += 3;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* Cuts the next line out and returns its start; NULL at the end of the text. */
static char *take_line(struct sm_csv *csv) {
  if (csv->at >= csv->end) return NULL;
  char *line = csv->at, *stop = line;
  while (stop < csv->end && *stop != '\n' && *stop != '\r' && *stop != '\0') stop++;
  const bool pair = stop + 1 < csv->end && stop[0] == '\r' && stop[1] == '\n';
  csv->at = stop + (pair ? 2 : 1);
  *stop = '\0';
  csv->line++;
  return line;
}

/* Reads a field after its opening quote into place; returns what follows the closing quote, NULL
 * when there is none. */
static char *take_quoted(char *at) {
  char *to = at;
  for (; *at != '\0'; at++) {
    if (*at == '"' && at[1] != '"') {
      *to = '\0';
      return at + 1;
    }
    if (*at == '"') at++;
    *to++ = *at;
  }
  return NULL;
}

static void trim_end(char *field) {
  size_t length = strlen(field);
  while (length > 0 && is_blank(field[length - 1])) field[--length] = '\0';
}

/* Reads one field from *at and moves *at behind its comma, or to NULL at the end of the line. */
static enum sm_csv_result take_field(char **at, int header, char **field) {
  char *here = *at;
  while (is_blank(*here)) here++;
  const bool quoted = *here == '"';
  *field = quoted ? here + 1 : here;
  if (quoted) {
    here = take_quoted(here + 1);
    if (here == NULL) return SM_CSV_OPEN_QUOTE;
  }
  int depth = 0;
  for (; *here != '\0' && (*here != ',' || (header && depth > 0)); here++)
    depth += (*here == '(') - (*here == ')');
  *at = *here == ',' ? here + 1 : NULL;
  *here = '\0';
  if (!quoted) trim_end(*field);
  return SM_CSV_LINE;
}

enum sm_csv_result sm_csv_next(struct sm_csv *csv, int header) {
  for (;;) {
    char *at = take_line(csv);
    if (at == NULL) return SM_CSV_END;
    bool blank = true;
    csv->count = 0;
    while (at != NULL) {
      if (csv->count == SM_CSV_FIELDS) return SM_CSV_TOO_MANY;
      char **field = &csv->field[csv->count++];
      const enum sm_csv_result result = take_field(&at, header, field);
      if (result != SM_CSV_LINE) return result;
      blank = blank && (*field)[0] == '\0';
    }
    if (!blank) return SM_CSV_LINE;
  }
}
