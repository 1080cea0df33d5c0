#define _POSIX_C_SOURCE 200809L
#include "case/toml/units.h"

#include "base/text.h"
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <udunits2.h>

/* Common units by their names, "a|b", known without UDUNITS: value * factor + offset is in the base
 * unit, which has the spelling of UDUNITS. */
struct everyday {
  const char *names, *base;
  double factor, offset;
};

static const struct everyday everyday[] = {
    {"m|metre|metres|meter|meters", "m", 1, 0},
    {"km", "m", 1000, 0},
    {"cm", "m", 0.01, 0},
    {"mm", "m", 0.001, 0},
    {"um|\u00b5m", "m", 1e-6, 0},
    {"ft|foot|feet", "m", 0.3048, 0},
    {"mi|mile|miles", "m", 1609.344, 0},
    {"nmi", "m", 1852, 0},
    {"us", "s", 1e-6, 0},
    {"ms", "s", 0.001, 0},
    {"s|sec|second|seconds", "s", 1, 0},
    {"min|minute|minutes", "s", 60, 0},
    {"h|hr|hour|hours", "s", 3600, 0},
    {"d|day|days", "s", 86400, 0},
    {"m/s|m s-1|mps", "m s-1", 1, 0},
    {"cm/s", "m s-1", 0.01, 0},
    {"mm/s", "m s-1", 0.001, 0},
    {"mm/h", "m s-1", 0.001 / 3600, 0},
    {"km/h|kph|kmh", "m s-1", 1000.0 / 3600, 0},
    {"mph|mi/h", "m s-1", 1609.344 / 3600, 0},
    {"kt|kts|kn|knot|knots", "m s-1", 1852.0 / 3600, 0},
    {"ft/s", "m s-1", 0.3048, 0},
    {"deg|degree|degrees|\u00b0", "degree", 1, 0},
    {"K", "K", 1, 0},
    {"degC|\u00b0C|C", "K", 1, 273.15},
    {"degF|\u00b0F|F", "K", 5.0 / 9, 273.15 - 32 * 5.0 / 9},
    {"1", "1", 1, 0},
    {"%|percent", "1", 0.01, 0},
    {"ppm", "1", 1e-6, 0},
    {"ppb", "1", 1e-9, 0},
    {"ppt", "1", 1e-12, 0},
    {"rad/s", "rad s-1", 1, 0},
    {"rpm", "rad s-1", 2 * 3.14159265358979323846 / 60, 0},
    {"t", "kg", 1000, 0},
    {"kg", "kg", 1, 0},
    {"g", "kg", 0.001, 0},
    {"mg", "kg", 1e-6, 0},
    {"kg/m3", "kg m-3", 1, 0},
    {"g/m3", "kg m-3", 0.001, 0},
    {"mg/m3", "kg m-3", 1e-6, 0},
    {"ug/m3", "kg m-3", 1e-9, 0},
    {"N", "N", 1, 0},
    {"kN", "N", 1000, 0},
    {"Pa", "Pa", 1, 0},
    {"hPa", "Pa", 100, 0},
    {"kPa", "Pa", 1000, 0},
    {"kg/s|kg s-1", "kg s-1", 1, 0},
    {"g/s", "kg s-1", 0.001, 0},
    {"mg/s", "kg s-1", 1e-6, 0},
    {"ug/s", "kg s-1", 1e-9, 0},
    {"kg/h", "kg s-1", 1.0 / 3600, 0},
};

/* UDUNITS has a global parser state and message handler. */
static pthread_mutex_t udunits_lock = PTHREAD_MUTEX_INITIALIZER;
static ut_system *udunits; /* unit table, read once per process */

static const struct everyday *find_everyday(const char *name) {
  const size_t size = strlen(name);
  for (size_t i = 0; i < sizeof everyday / sizeof *everyday; i++)
    for (const char *at = everyday[i].names; at != NULL; at = strchr(at, '|')) {
      at += *at == '|';
      if (strcspn(at, "|") == size && strncmp(at, name, size) == 0) return &everyday[i];
    }
  return NULL;
}

static enum sm_status open_table(struct sm_context *ctx) {
  if (udunits == NULL) udunits = ut_read_xml(NULL);
  if (udunits != NULL) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "the table of units of the library UDUNITS cannot be read; "
                 "write the number in SI units (Debian: libudunits2-data)");
}

/* Start of the text behind a shift ("K @ 273.15") or a level ("lg(re 1 mW)"); NULL without one.
 */
static const char *behind_shift(const char *text) {
  static const char *const shifts[] = {"@", "after", "from", "since", "ref"};
  for (; *text != '\0'; text++) {
    if (strncasecmp(text, "(re", 3) == 0) return strchr(text, ')');
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
      if (strncasecmp(text, shifts[i], strlen(shifts[i])) == 0) return text + strlen(shifts[i]);
  }
  return NULL;
}

/* Whether the name of a unit follows a shift or a level: no unit is written so, and the parser of
 * UDUNITS loses its copy of the name. */
static bool has_name_after_shift(const char *text) {
  const char *at = behind_shift(text);
  while (at != NULL && *at != '\0') {
    char *end = NULL;
    if (isdigit((unsigned char)*at)) (void)strtod(at, &end); /* "1e3" has no name */
    if (end == NULL && strchr(" \t+-.:()", *at) == NULL) return true;
    at = end != NULL ? end : at + 1;
  }
  return false;
}

/* Converts with UDUNITS; the caller holds the lock and has disabled its messages. */
static enum sm_status convert_locked(struct sm_context *ctx, double value, const char *from,
                                     const char *to, double *out) {
  SM_TRY(open_table(ctx));
  enum sm_status status = SM_OK;
  cv_converter *converter = NULL;
  ut_unit *source = !has_name_after_shift(from) ? ut_parse(udunits, from, UT_UTF8) : NULL;
  ut_unit *target = !has_name_after_shift(to) ? ut_parse(udunits, to, UT_UTF8) : NULL;
  if (source == NULL) {
    status = sm_fail(ctx, SM_ERR_CASE, "unknown unit '%s'", from);
  } else if (target == NULL) {
    status = sm_fail(ctx, SM_ERR_CASE, "unknown unit '%s'", to);
  } else if ((converter = ut_get_converter(source, target)) == NULL) {
    status = sm_fail(ctx, SM_ERR_CASE, "cannot turn '%s' into '%s'", from, to);
  } else {
    *out = cv_convert_double(converter, value);
  }
  cv_free(converter);
  ut_free(source);
  ut_free(target);
  return status;
}

static enum sm_status convert_udunits(struct sm_context *ctx, double value, const char *from,
                                      const char *to, double *out) {
  pthread_mutex_lock(&udunits_lock);
  const ut_error_message_handler earlier = ut_set_error_message_handler(ut_ignore);
  const enum sm_status status = convert_locked(ctx, value, from, to, out);
  ut_set_error_message_handler(earlier);
  pthread_mutex_unlock(&udunits_lock);
  return status;
}

/* Whether one unit is an angle and the other a fraction, which UDUNITS would convert (rad = 1). */
static bool angle_and_fraction(const char *a, const char *b) {
  return (strcmp(a, "degree") == 0 && strcmp(b, "1") == 0) ||
         (strcmp(a, "1") == 0 && strcmp(b, "degree") == 0);
}

enum sm_status sm_units_convert(struct sm_context *ctx, double value, const char *from,
                                const char *to, double *out) {
  const struct everyday *source = find_everyday(from), *target = find_everyday(to);
  const char *source_base = source != NULL ? source->base : from;
  const char *target_base = target != NULL ? target->base : to;
  double result = source != NULL ? value * source->factor + source->offset : value;
  const bool both = source != NULL && target != NULL;
  if (strcmp(source_base, target_base) != 0) {
    if (both || angle_and_fraction(source_base, target_base))
      return sm_fail(ctx, SM_ERR_CASE, "cannot turn '%s' into '%s'", from, to);
    SM_TRY(convert_udunits(ctx, result, source_base, target_base, &result));
  }
  if (target != NULL) result = (result - target->offset) / target->factor;
  if (!isfinite(result))
    return sm_fail(ctx, SM_ERR_CASE, "%g %s in '%s' is not a finite number", value, from, to);
  *out = result;
  return SM_OK;
}

enum sm_status sm_units_conversion(struct sm_context *ctx, const char *from, const char *to,
                                   double change[2]) {
  double zero = 0, one = 0;
  SM_TRY(sm_units_convert(ctx, 0, from, to, &zero));
  SM_TRY(sm_units_convert(ctx, 1, from, to, &one));
  change[0] = one - zero;
  change[1] = zero;
  return SM_OK;
}

/* Length of the decimal number at the start of `text`; 0: no number. Hexadecimal numbers, "inf" and
 * "nan" are not accepted. */
static size_t number_length(const char *text) {
  size_t n = text[0] == '+' || text[0] == '-';
  const size_t first = n;
  size_t digits = 0;
  for (; isdigit((unsigned char)text[n]); n++) digits++;
  if (text[n] == '.')
    for (n++; isdigit((unsigned char)text[n]); n++) digits++;
  if (digits == 0) return 0;
  if (text[n] == 'e' || text[n] == 'E') {
    size_t e = n + 1;
    if (text[e] == '+' || text[e] == '-') e++;
    if (isdigit((unsigned char)text[e])) {
      while (isdigit((unsigned char)text[e])) e++;
      n = e;
    }
  }
  return n > first ? n : 0;
}

enum sm_status sm_units_read(struct sm_context *ctx, const char *text, const char *unit,
                             double *out) {
  enum { LONGEST = 64 };
  const char *start = text + strspn(text, " \t\r\n");
  const size_t length = number_length(start);
  char digits[LONGEST], name[LONGEST];
  if (length == 0 && strcmp(unit, "deg") == 0 && start[strspn(start, "NESWnesw")] == '\0')
    return sm_fail(ctx, SM_ERR_CASE,
                   "'%.40s': degrees, clockwise from north: a wind from the west is 270", text);
  if (length == 0) return sm_fail(ctx, SM_ERR_CASE, "'%.40s' does not start with a number", text);
  if (length >= LONGEST) return sm_fail(ctx, SM_ERR_CASE, "'%.40s...': too long a number", text);
  memcpy(digits, start, length);
  digits[length] = '\0';
  const double value = strtod(digits, NULL);
  if (!isfinite(value)) return sm_fail(ctx, SM_ERR_CASE, "'%.40s' is too large", text);

  const char *rest = start + length + strspn(start + length, " \t\r\n");
  size_t used = strlen(rest);
  while (used > 0 && isspace((unsigned char)rest[used - 1])) used--;
  if (used == 0) {
    *out = value;
    return SM_OK;
  }
  if (used >= LONGEST) return sm_fail(ctx, SM_ERR_CASE, "'%.40s...': unknown unit", text);
  memcpy(name, rest, used);
  name[used] = '\0';
  if (isdigit((unsigned char)name[0]) && strcmp(name, "1") != 0) /* UDUNITS would multiply */
    return sm_fail(ctx, SM_ERR_CASE, "'%.40s': two numbers", text);
  if (name[0] == ',') return sm_fail(ctx, SM_ERR_CASE, "'%.40s': decimals follow a point", text);
  return sm_units_convert(ctx, value, name, unit, out);
}

/* Common name of a quantity, from the base of its units; NULL without one. */
static const char *quantity_name(const char *base) {
  static const char *const names[][2] = {
      {"m", "a length"},         {"s", "a duration"},
      {"m s-1", "a speed"},      {"degree", "an angle"},
      {"K", "a temperature"},    {"1", "a share"},
      {"kg", "a mass"},          {"kg m-3", "a concentration or density"},
      {"N", "a force"},          {"Pa", "a pressure"},
      {"kg s-1", "a mass flow"}, {"rad s-1", "a rotation rate"},
  };
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp(base, names[n][0]) == 0) return names[n][1];
  return NULL;
}

void sm_units_quantity(const char *unit, char *out, size_t size) {
  const struct everyday *own = find_everyday(unit);
  const char *base = own != NULL ? own->base : unit, *name = quantity_name(base);
  if (name == NULL) {
    snprintf(out, size, "a quantity in %s (or units of its kind)", unit);
    return;
  }
  snprintf(out, size, "%s (", name);
  const char *between = "";
  for (size_t i = 0; i < sizeof everyday / sizeof *everyday; i++) {
    const bool share =
        strncmp(everyday[i].names, "pp", 2) == 0; /* of molecules: needs molar masses */
    if (strcmp(everyday[i].base, base) != 0 || share) continue;
    sm_text_append(out, size, "%s%.*s", between, (int)strcspn(everyday[i].names, "|"),
                   everyday[i].names);
    between = ", ";
  }
  sm_text_append(out, size, ")");
}
