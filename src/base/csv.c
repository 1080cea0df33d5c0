/* CSV reader (simoom/csv.h). */
#include "simoom/csv.h"

#include "base/text.h"
#include <stdbool.h>
#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* --- encoding of the text, and separator of its columns --- */

/* Length of the line at `line`. */
static size_t line_length(const char *line, const char *end) {
  size_t length = 0;
  while (line + length < end && line[length] != '\n' && line[length] != '\r') length++;
  return length;
}

static const char *after_line(const char *line, const char *end) {
  const char *stop = line + line_length(line, end);
  if (stop + 1 < end && stop[0] == '\r' && stop[1] == '\n') stop++;
  return stop < end ? stop + 1 : end;
}

/* Separator given by a first line "sep=;", as Excel writes it; 0: absent. */
static char named_separator(const char *line, const char *end) {
  size_t length = line_length(line, end);
  if (length > 0 && line[0] == '"' && line[length - 1] == '"') { /* quoted "sep=;" */
    line++;
    length -= length > 1 ? 2 : 1;
  }
  if (length != 5 || strncmp(line + 1, "ep=", 3) != 0 || (line[0] != 's' && line[0] != 'S'))
    return 0;
  return strchr(",;\t|", line[4]) != NULL ? line[4] : 0;
}

/* Counts of candidate separators in a header; commas between two digits are counted separately. */
struct separators {
  int commas, decimal, semicolons, tabs;
};

static void count_separators(const char *line, size_t length, struct separators *out) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < length; i++) {
    const char c = line[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    depth += (c == '(') - (c == ')');
    if (depth > 0) continue;
    const bool between = i > 0 && i + 1 < length && is_digit(line[i - 1]) && is_digit(line[i + 1]);
    out->commas += c == ',' && !between;
    out->decimal += c == ',' && between;
    out->semicolons += c == ';';
    out->tabs += c == '\t';
  }
}

/* Separator from the first line that is neither blank nor a comment. */
static char find_separator(const char *at, const char *end) {
  struct separators found = {0};
  while (at < end) {
    const size_t length = line_length(at, end);
    if (strspn(at, " \t,;") < length && *at != '#') {
      count_separators(at, length, &found);
      break;
    }
    at = after_line(at, end);
  }
  if (found.semicolons > 0 && found.semicolons >= found.commas) return ';';
  if (found.tabs > 0 && found.commas == 0) return '\t';
  return ',';
}

void sm_csv_begin(struct sm_csv *csv, char *text, size_t size) {
  *csv = (struct sm_csv){.at = text, .end = text + size, .room = SM_CSV_FIELDS, .separator = ','};
  csv->field = csv->own;
  text[size] = '\0';
  switch (sm_text_encoding(text, size)) {
  case SM_ENCODING_UTF16: csv->encoding = SM_CSV_UTF16; return;
  case SM_ENCODING_NONE: csv->encoding = SM_CSV_BINARY; return;
  case SM_ENCODING_MARKED: csv->at += 3; break;
  case SM_ENCODING_PLAIN: break;
  }
  const char named = named_separator(csv->at, csv->end);
  csv->separator = named != 0 ? named : find_separator(csv->at, csv->end);
  if (named == 0) return;
  csv->at = text + (after_line(csv->at, csv->end) - text);
  csv->line = 1;
}

/* --- lines and fields --- */

/* Splits off the next line and returns its start; NULL at the end of the text. */
static char *take_line(struct sm_csv *csv) {
  if (csv->at >= csv->end) return NULL;
  char *line = csv->at, *stop = line + line_length(line, csv->end);
  csv->at = line + (after_line(line, csv->end) - line);
  *stop = '\0';
  csv->line++;
  return line;
}

/* Unquotes a field in place, after its opening quote; returns the text after the closing quote,
 * NULL without a closing quote. */
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

/* Reads one field at *at and moves *at past its separator, or to NULL at the end of the
 * line. */
static enum sm_csv_result take_field(char separator, char **at, int header, char **field) {
  char *here = *at;
  while (is_blank(*here) && *here != separator) here++;
  const bool quoted = *here == '"';
  *field = quoted ? here + 1 : here;
  if (quoted) {
    here = take_quoted(here + 1);
    if (here == NULL) return SM_CSV_OPEN_QUOTE;
  }
  int depth = 0;
  for (; *here != '\0' && (*here != separator || (header && depth > 0)); here++)
    depth += (*here == '(') - (*here == ')');
  *at = *here == separator ? here + 1 : NULL;
  *here = '\0';
  if (!quoted) trim_end(*field);
  return SM_CSV_LINE;
}

/* Decimal point or comma of a number ("-3,5e2", "20,5 %"); NULL: not such a number. */
static char *decimal_of(char *field) {
  char *at = field + strspn(field, "+-"), *mark;
  if (at > field + 1) return NULL;
  mark = at + strspn(at, "0123456789");
  if (*mark != ',' && *mark != '.') return NULL;
  const size_t behind = strspn(mark + 1, "0123456789");
  const char *rest = mark + 1 + behind;
  if (mark == at && behind == 0) return NULL;
  if (*rest == 'e' || *rest == 'E') {
    rest += 1 + (rest[1] == '-' || rest[1] == '+');
    if (!is_digit(*rest)) return NULL;
    rest += strspn(rest, "0123456789");
  }
  return *rest == '\0' || strcmp(rest + strspn(rest, " "), "%") == 0 ? mark : NULL;
}

/* Converts decimal commas to points if the columns are not separated by commas. */
static enum sm_csv_result take_decimals(struct sm_csv *csv) {
  if (csv->separator == ',') return SM_CSV_LINE;
  for (int f = 0; f < csv->count; f++) {
    char *mark = decimal_of(csv->field[f]);
    if (mark == NULL) continue;
    if (csv->decimal != 0 && csv->decimal != *mark) return SM_CSV_MIXED;
    csv->decimal = *mark;
    *mark = '.';
  }
  return SM_CSV_LINE;
}

/* Removes blank fields from trailing separators, beyond the columns of the header. */
static void drop_trailing(struct sm_csv *csv, int header) {
  const int least = header ? 1 : csv->columns;
  if (least == 0) return;
  while (csv->count > least && csv->field[csv->count - 1][0] == '\0') csv->count--;
  if (header) csv->columns = csv->count;
}

enum sm_csv_result sm_csv_next(struct sm_csv *csv, int header) {
  if (csv->encoding != SM_CSV_LINE) return csv->encoding;
  for (;;) {
    char *at = take_line(csv);
    if (at == NULL) return SM_CSV_END;
    bool blank = true;
    csv->count = 0;
    while (at != NULL) {
      if (csv->count == csv->room) return SM_CSV_TOO_MANY;
      char **field = &csv->field[csv->count++];
      const enum sm_csv_result result = take_field(csv->separator, &at, header, field);
      if (result != SM_CSV_LINE) return result;
      blank = blank && (*field)[0] == '\0';
    }
    if (blank) continue;
    drop_trailing(csv, header);
    return take_decimals(csv);
  }
}

/* --- messages --- */

const char *sm_csv_problem(enum sm_csv_result result) {
  switch (result) {
  case SM_CSV_OPEN_QUOTE: return "a quote is not closed on this line";
  case SM_CSV_TOO_MANY: return "too many fields on this line";
  case SM_CSV_MIXED:
    return "numbers have decimal commas and decimal points: write all of them with one of the two";
  case SM_CSV_UTF16: return "the text is UTF-16: save it as UTF-8";
  case SM_CSV_BINARY: return "this is not a text file";
  default: return "";
  }
}

const char *sm_csv_hint(const struct sm_csv *csv) {
  const bool one = csv->count == 1, blanks = one && strpbrk(csv->field[0], " |") != NULL;
  return blanks ? "; commas, semicolons or tabs must separate the columns" : "";
}
