/* Units of canopy cover and canopy bulk density in landscape files, and of LANDFIRE's products. */
#include "input/gis/raster/internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct unit {
  const char *text; /* in lower case without blanks */
  double factor;
};

static const struct unit cover_units[] = {
    {"percent", 0.01},      {"%", 0.01},     {"pct", 0.01}, {"percentage", 0.01},
    {"percentcover", 0.01}, {"fraction", 1}, {"1", 1},      {NULL, 0}};

#define POUND_PER_CUBIC_FOOT (0.45359237 / (0.3048 * 0.3048 * 0.3048))

static const struct unit density_units[] = {{"kg/m^3", 1},
                                            {"kg/m**3", 1},
                                            {"kg/m3", 1},
                                            {"kgm-3", 1},
                                            {"kgm^-3", 1},
                                            {"lb/ft^3", POUND_PER_CUBIC_FOOT},
                                            {"lb/ft3", POUND_PER_CUBIC_FOOT},
                                            {"lbs/ft^3", POUND_PER_CUBIC_FOOT},
                                            {"lbs/ft3", POUND_PER_CUBIC_FOOT},
                                            {NULL, 0}};

/* Copies a text in lower case without blanks; false when it is too long. */
static bool squeeze(const char *text, char *out, size_t size) {
  size_t n = 0;
  for (; *text != '\0' && n + 1 < size; text++)
    if (!isspace((unsigned char)*text)) out[n++] = (char)tolower((unsigned char)*text);
  out[n] = '\0';
  return *text == '\0';
}

/* Number after "x" or "*", such as the 100 of "kg/m^3 x 100"; 1 at the end of the text, 0: neither.
 */
static double times(const char *rest) {
  if (*rest == '\0') return 1;
  if (*rest != 'x' && *rest != '*') return 0;
  char *end = NULL;
  const double number = strtod(rest + 1, &end);
  return *end == '\0' && isfinite(number) && number > 1 ? number : 0;
}

static bool find(const struct unit *units, const char *text, double *factor) {
  char squeezed[40];
  if (!squeeze(text, squeezed, sizeof squeezed)) return false;
  for (; units->text != NULL; units++) {
    const size_t length = strlen(units->text);
    if (strncmp(squeezed, units->text, length) != 0) continue;
    const double multiple = times(squeezed + length);
    if (multiple <= 0) continue;
    *factor = units->factor / multiple;
    return true;
  }
  return false;
}

bool sm_cover_unit_read(const char *text, double *factor) {
  return find(cover_units, text, factor);
}

bool sm_density_unit_read(const char *text, double *factor) {
  return find(density_units, text, factor);
}

/* Name of the product: a run of letters in a description that has digits too, such as the CBH of
 * US_240CBH and LF2020_CBH. */
static bool has_product(const char *description, const char *product) {
  const size_t length = strlen(product);
  if (strpbrk(description, "0123456789") == NULL) return false;
  for (const char *at = description; *at != '\0';) {
    size_t n = 0;
    while (isalpha((unsigned char)at[n])) n++;
    if (n == length && EQUALN(at, product, length)) return true;
    at += n > 0 ? n : 1;
  }
  return false;
}

double sm_landfire_unit(enum sm_raster_kind kind, const char *description) {
  switch (kind) {
  case SM_RASTER_CANOPY_HEIGHT: return has_product(description, "CH") ? 0.1 : 0;
  case SM_RASTER_CANOPY_BASE_HEIGHT: return has_product(description, "CBH") ? 0.1 : 0;
  case SM_RASTER_CANOPY_COVER: return has_product(description, "CC") ? 0.01 : 0;
  case SM_RASTER_CANOPY_BULK_DENSITY: return has_product(description, "CBD") ? 0.01 : 0;
  case SM_RASTER_ELEVATION:
  case SM_RASTER_LEAF_AREA:
  case SM_RASTER_ROUGHNESS:
  case SM_RASTER_CLASS:
  case SM_RASTER_POPULATION: break;
  }
  return 0;
}
