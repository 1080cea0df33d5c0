#include "input/netcdf/ncdata.h"

#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Limit of physical values; some files mark missing values by larger numbers without attributes. */
static const double absurd = 1e19;

enum { ABSENT = -1 };

static bool is_integer_type(int type) {
  return type >= NC_BYTE && type <= NC_UINT64 && type != NC_CHAR && type != NC_FLOAT &&
         type != NC_DOUBLE;
}

static bool is_unsigned_type(int type) {
  return type == NC_UBYTE || type == NC_USHORT || type == NC_UINT || type == NC_UINT64;
}

static int bits_of(int type) {
  switch (type) {
  case NC_BYTE:
  case NC_UBYTE: return 8;
  case NC_SHORT:
  case NC_USHORT: return 16;
  case NC_INT:
  case NC_UINT: return 32;
  default: return 64;
  }
}

/* Default fill value of the NetCDF library. */
static double default_fill(int type) {
  switch (type) {
  case NC_SHORT: return NC_FILL_SHORT;
  case NC_USHORT: return NC_FILL_USHORT;
  case NC_INT: return NC_FILL_INT;
  case NC_UINT: return NC_FILL_UINT;
  case NC_INT64: return (double)NC_FILL_INT64;
  case NC_UINT64: return (double)NC_FILL_UINT64;
  default: return NAN; /* float and double: above `absurd`; byte: no default */
  }
}

static void fail(struct sm_ncpacking *p, const char *attribute, const char *what) {
  if (p->fault[0] == '\0')
    snprintf(p->fault, sizeof p->fault, "attribute '%s' %s", attribute, what);
}

/* Parses a text that is a single number. */
static bool number_of_text(int file, int variable, const char *name, size_t length, double *out) {
  char text[64] = "", *end;
  if (length == 0 || length >= sizeof text ||
      nc_get_att_text(file, variable, name, text) != NC_NOERR)
    return false;
  *out = strtod(text, &end);
  return end != text && end[strspn(end, " ")] == '\0';
}

/* Reads at most `most` numbers of an attribute; ABSENT when it is absent or invalid. */
static int numbers(struct sm_ncpacking *p, int file, int variable, const char *name, double *out,
                   size_t most, int *type) {
  size_t length = 0;
  const int code = nc_inq_att(file, variable, name, type, &length);
  if (code != NC_NOERR && code != NC_ENOTATT) fail(p, name, "cannot be read");
  if (code != NC_NOERR || length == 0) return ABSENT;
  if (*type == NC_CHAR) {
    if (number_of_text(file, variable, name, length, out)) return 1;
    fail(p, name, "is a text, not a number");
    return ABSENT;
  }
  if (length > most) {
    fail(p, name, "has more numbers than it can have");
    return ABSENT;
  }
  if (nc_get_att_double(file, variable, name, out) != NC_NOERR) {
    fail(p, name, "cannot be read as numbers");
    return ABSENT;
  }
  return (int)length;
}

static double factor_of(struct sm_ncpacking *p, int file, int variable, const char *name,
                        double otherwise, int *type) {
  double value = otherwise;
  if (numbers(p, file, variable, name, &value, 1, type) == ABSENT) return otherwise;
  if (!isfinite(value)) fail(p, name, "is not finite");
  return value;
}

/* Reads _Unsigned: "true", "True" or 1, and "false" or 0. */
static void find_sign(struct sm_ncpacking *p, int file, int variable, int type) {
  size_t length = 0;
  int of = 0;
  bool is_unsigned;
  if (!p->is_integer) return;
  const int code = nc_inq_att(file, variable, "_Unsigned", &of, &length);
  if (code != NC_NOERR && code != NC_ENOTATT) fail(p, "_Unsigned", "cannot be read");
  if (code != NC_NOERR) return;
  if (of == NC_CHAR || of == NC_STRING) {
    char text[16] = "", *string = NULL;
    if (of == NC_STRING && length == 1 &&
        nc_get_att_string(file, variable, "_Unsigned", &string) == NC_NOERR) {
      snprintf(text, sizeof text, "%s", string != NULL ? string : "");
      nc_free_string(1, &string);
    } else if (of == NC_CHAR && length < sizeof text &&
               nc_get_att_text(file, variable, "_Unsigned", text) != NC_NOERR) {
      fail(p, "_Unsigned", "cannot be read");
    }
    is_unsigned = strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (!is_unsigned && strcasecmp(text, "false") != 0 && strcmp(text, "0") != 0)
      fail(p, "_Unsigned", "is neither \"true\" nor \"false\"");
  } else {
    double value = 0;
    if (numbers(p, file, variable, "_Unsigned", &value, 1, &of) == ABSENT) return;
    is_unsigned = fabs(value) > 0;
  }
  if (is_unsigned == is_unsigned_type(type)) return;
  p->bits = bits_of(type);
  p->is_signed = !is_unsigned;
}

/* Reinterprets the sign of an integer. */
static double change_sign(const struct sm_ncpacking *p, double number) {
  if (p->bits == 0) return number;
  const double range = ldexp(1, p->bits);
  if (p->is_signed) return number >= 0.5 * range ? number - range : number;
  return number < 0 ? number + range : number;
}

/* False for a number that the integer type of the file cannot represent. */
static bool can_hold(const struct sm_ncpacking *p, int type, double number) {
  if (!p->is_integer) return true;
  const double range = ldexp(1, bits_of(type));
  const bool either = p->bits != 0;
  const double least = is_unsigned_type(type) && !either ? 0 : -0.5 * range;
  const double most = is_unsigned_type(type) || either ? range - 1 : 0.5 * range - 1;
  return number >= least && number <= most && number == floor(number);
}

/* Missing values are stored numbers; one that the type cannot hold is an unpacked value. */
static void find_missing(struct sm_ncpacking *p, int file, int variable, int type) {
  static const char *const names[] = {"_FillValue", "missing_value"};
  for (int n = 0; n < 2; n++) {
    double mark[SM_NCPACKING_MISSING / 2];
    int of = 0;
    int count =
        numbers(p, file, variable, names[n], mark, n == 0 ? 1 : SM_NCPACKING_MISSING / 2, &of);
    if (count == ABSENT) {
      if (n == 1 || !p->is_integer) continue;
      mark[0] = p->is_signed ? (double)NAN : default_fill(type); /* reinterpreted it would be -1 */
      count = isnan(mark[0]) ? 0 : 1;
    }
    for (int i = 0; i < count; i++) {
      if (isnan(mark[i])) continue;
      if (can_hold(p, type, mark[i]))
        p->missing[p->missing_count++] = change_sign(p, mark[i]);
      else
        p->unpacked[p->unpacked_count++] = mark[i];
    }
  }
}

/* Limits of packed integers are packed, unless they have the type of the unpacked values. */
static void find_range(struct sm_ncpacking *p, int file, int variable, bool is_packed) {
  double limit[2] = {-INFINITY, INFINITY}, one = 0;
  int type = NC_DOUBLE, of = NC_DOUBLE;
  const int both = numbers(p, file, variable, "valid_range", limit, 2, &type);
  if (both == 1) {
    fail(p, "valid_range", "does not have two numbers");
    return;
  }
  if (both == ABSENT && numbers(p, file, variable, "valid_min", &one, 1, &of) != ABSENT) {
    limit[0] = one;
    type = of;
  }
  if (both == ABSENT && numbers(p, file, variable, "valid_max", &one, 1, &of) != ABSENT) {
    limit[1] = one;
    type = of;
  }
  const bool of_values = p->is_integer && is_packed && !is_integer_type(type);
  for (int n = 0; n < 2 && !of_values; n++)
    if (isfinite(limit[n])) limit[n] = change_sign(p, limit[n]);
  if (!(limit[0] <= limit[1])) {
    fail(p, both == ABSENT ? "valid_min" : "valid_range", "leaves no valid number");
    return;
  }
  if (of_values) {
    p->least_value = limit[0];
    p->most_value = limit[1];
  } else {
    p->least = limit[0];
    p->most = limit[1];
  }
}

void sm_ncpacking_find(int file, int variable, struct sm_ncpacking *out) {
  int type = NC_DOUBLE, of_factor = NC_NAT, of_offset = NC_NAT;
  *out = (struct sm_ncpacking){.factor = 1,
                               .least = -INFINITY,
                               .most = INFINITY,
                               .least_value = -INFINITY,
                               .most_value = INFINITY};
  if (nc_inq_vartype(file, variable, &type) != NC_NOERR) return;
  out->is_integer = is_integer_type(type);
  out->is_single = type == NC_FLOAT;
  if (!out->is_integer && type != NC_FLOAT && type != NC_DOUBLE) return; /* texts */
  out->factor = factor_of(out, file, variable, "scale_factor", 1, &of_factor);
  out->offset = factor_of(out, file, variable, "add_offset", 0, &of_offset);
  find_sign(out, file, variable, type);
  find_missing(out, file, variable, type);
  find_range(out, file, variable, of_factor != NC_NAT || of_offset != NC_NAT);
}

static bool is_missing(const struct sm_ncpacking *p, double number) {
  if (!p->is_integer && !(fabs(number) < absurd)) return true;
  for (int i = 0; i < p->missing_count; i++) {
    const double missing = p->missing[i];
    if (number == missing || (p->is_single && (float)number == (float)missing)) return true;
  }
  if (p->is_single) return (float)number < (float)p->least || (float)number > (float)p->most;
  return number < p->least || number > p->most;
}

/* Real numbers that are stored as they are, without marks and limits of their own. */
static bool is_plain(const struct sm_ncpacking *p) {
  return !p->is_integer && p->factor == 1 && p->offset == 0 && p->missing_count == 0 &&
         p->unpacked_count == 0 && isinf(p->least) && isinf(p->most) && isinf(p->least_value) &&
         isinf(p->most_value);
}

void sm_ncpacking_undo(const struct sm_ncpacking *p, size_t count, double *value) {
  if (is_plain(p)) {
#pragma omp parallel for schedule(static) if (count >= SM_CHUNKS_LARGE)
    for (size_t i = 0; i < count; i++) value[i] = fabs(value[i]) < absurd ? value[i] : (double)NAN;
    return;
  }
#pragma omp parallel for schedule(static) if (count >= SM_CHUNKS_LARGE)
  for (size_t i = 0; i < count; i++) {
    const double number = change_sign(p, value[i]);
    if (is_missing(p, number)) {
      value[i] = NAN;
      continue;
    }
    value[i] = p->factor * number + p->offset;
    bool none = value[i] < p->least_value || value[i] > p->most_value;
    for (int m = 0; m < p->unpacked_count && !none; m++)
      none = fabs(value[i] - p->unpacked[m]) <= 1e-6 * fabs(p->unpacked[m]);
    if (none) value[i] = NAN;
  }
}
