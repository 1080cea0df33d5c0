/* Parser of height texts ("12 m", "3 storeys") and of OpenStreetMap tags. */
#define _GNU_SOURCE /* strncasecmp */
#include "input/gis/vector/internal.h"

#include "input/gis/internal.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double foot = 0.3048;

/* Parses a decimal number with a point or comma; returns the rest of the text, or NULL. */
static const char *take_number(const char *text, double *out) {
  char number[32];
  size_t n = 0;
  bool mark = false, digit = false;
  for (; n + 1 < sizeof number; n++, text++) {
    const bool is_mark = *text == '.' || *text == ',';
    if (!isdigit((unsigned char)*text) && (!is_mark || mark)) break;
    mark = mark || is_mark;
    digit = digit || !is_mark;
    number[n] = is_mark ? '.' : *text;
  }
  number[n] = '\0';
  *out = digit ? strtod(number, NULL) : (double)NAN;
  return digit ? text : NULL;
}

static const char *skip_blanks(const char *text) {
  while (*text == ' ' || *text == '\t') text++;
  return text;
}

/* Skips a symbol for feet or inches: one of `marks`, ignoring case; NULL: none of them. */
static const char *skip_mark(const char *text, const char *const *marks) {
  for (; *marks != NULL; marks++) {
    const size_t length = strlen(*marks);
    if (strncasecmp(text, *marks, length) == 0 && !isalpha((unsigned char)text[length]))
      return skip_blanks(text + length);
  }
  return NULL;
}

/* Parses "6' 7\"", "6 ft 7 in", "6'7"; false for other texts. */
static bool read_feet_and_inches(double feet, const char *rest, double *metres) {
  static const char *const foot_marks[] = {"'",  "\xe2\x80\x99", "\xe2\x80\xb2", "ft.",
                                           "ft", "feet",         "foot",         NULL};
  static const char *const inch_marks[] = {
      "\"", "''", "\xe2\x80\x9d", "\xe2\x80\xb3", "in.", "in", "inches", "inch", NULL};
  double inches;
  rest = skip_mark(rest, foot_marks);
  if (rest == NULL) return false;
  if (rest[0] == '-') rest = skip_blanks(rest + 1);
  if (rest[0] == '\0')
    inches = 0;
  else
    rest = take_number(rest, &inches);
  if (rest == NULL || !(inches < 12)) return false;
  rest = skip_blanks(rest);
  if (rest[0] != '\0') rest = skip_mark(rest, inch_marks);
  *metres = (feet + inches / 12) * foot;
  return rest != NULL && rest[0] == '\0';
}

bool sm_height_parse(const char *text, double factor, double *metres) {
  double number, unit = factor;
  const char *rest = take_number(skip_blanks(text), &number);
  if (rest == NULL) return false;
  rest = skip_blanks(rest);
  if (read_feet_and_inches(number, rest, metres)) return true;
  if (strpbrk(rest, "0123456789,-") != NULL) return false;
  if (rest[0] != '\0' && sm_length_unit_read(rest, &unit) != SM_LENGTH_METRES) return false;
  *metres = number * unit;
  return unit > 0 && isfinite(*metres);
}

/* Copies a quoted string and resolves escapes; returns the text after the closing quote, NULL
 * without one. Longer strings are truncated at size - 1 bytes; *whole: not truncated. */
static const char *take_quoted(const char *text, char *out, size_t size, bool *whole) {
  size_t n = 0;
  *whole = true;
  if (*text++ != '"') return NULL;
  for (; *text != '"'; text++) {
    if (*text == '\\' && text[1] != '\0') text++;
    if (*text == '\0') return NULL;
    if (n + 1 < size) {
      out[n++] = *text;
    } else {
      *whole = false;
    }
  }
  out[n] = '\0';
  return text + 1;
}

bool sm_tag_find(const char *tags, const char *key, char *value, size_t size) {
  char name[128];
  bool whole_name, whole_value;
  while (tags != NULL) {
    tags = take_quoted(skip_blanks(tags), name, sizeof name, &whole_name);
    if (tags == NULL || strncmp(tags, "=>", 2) != 0) return false;
    tags = take_quoted(tags + 2, value, size, &whole_value);
    if (tags == NULL) return false;
    if (whole_name && whole_value && strcmp(name, key) == 0) return true;
    tags = *tags == ',' ? tags + 1 : NULL;
  }
  return false;
}
