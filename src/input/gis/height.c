#include "input/gis/height.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double foot = 0.3048;

/* Reads a decimal number with a point or a comma; returns what follows it, NULL when none. */
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

/* m per unit; 0 when it is none. */
static double unit_metres(const char *unit, double factor) {
  static const struct {
    const char *name;
    double metres;
  } units[] = {{"m", 1},      {"meter", 1}, {"meters", 1},  {"metre", 1},
               {"metres", 1}, {"ft", foot}, {"feet", foot}, {"foot", foot},
               {"'", foot},   {"cm", 0.01}, {"m.", 1}};
  char name[16];
  size_t n = 0;
  for (; unit[n] != '\0' && n + 1 < sizeof name; n++)
    name[n] = (char)tolower((unsigned char)unit[n]);
  while (n > 0 && name[n - 1] == ' ') n--;
  name[n] = '\0';
  if (n == 0) return factor;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(name, units[i].name) == 0) return units[i].metres;
  return 0;
}

bool sm_height_parse(const char *text, double factor, double *metres) {
  double number, inches = 0;
  const char *rest = take_number(skip_blanks(text), &number);
  if (rest == NULL) return false;
  rest = skip_blanks(rest);
  if (rest[0] == '\'' && rest[1] != '\0') {
    const char *end = take_number(skip_blanks(rest + 1), &inches);
    if (end == NULL || strcmp(end, "\"") != 0) return false;
    *metres = (number + inches / 12) * foot;
    return true;
  }
  const double unit = unit_metres(rest, factor);
  *metres = number * unit;
  return unit > 0 && isfinite(*metres);
}

/* Copies a quoted string with its escapes undone; returns what follows the closing quote, NULL
 * when there is none. Longer strings are cut at size - 1 bytes; *whole says if they were. */
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
