/* units.h - parsing and conversion of numbers with units: "10 kt", "20 ft", "2 g/s". */
#ifndef SM_CASE_TOML_UNITS_H
#define SM_CASE_TOML_UNITS_H

#include "base/context.h"
#include <stddef.h>

/* Converts `text` ("10 kt", "1.5 km", "12") to `unit` ("m s-1"); a bare number is already in
 * `unit`. Errors: ERR_CASE with the reason ("cannot turn 'kg' into 'm'", "'10 kx': unknown unit").
 * Common units are built in; the table of UDUNITS-2 is loaded once per process at the first other
 * unit, which takes 10 ms or more. */
SM_CHECKED enum sm_status sm_units_read(struct sm_context *ctx, const char *text, const char *unit,
                                        double *out);

/* Converts a number from one unit to another. */
SM_CHECKED enum sm_status sm_units_convert(struct sm_context *ctx, double value, const char *from,
                                           const char *to, double *out);

/* Conversion between two units: value * change[0] + change[1]. */
SM_CHECKED enum sm_status sm_units_conversion(struct sm_context *ctx, const char *from,
                                              const char *to, double change[2]);

enum { SM_QUANTITY = 128 }; /* characters of sm_units_quantity */

/* Writes the quantity of a unit and the common units of it, "a speed (m/s, km/h, kt)"; without such
 * names the unit itself, "a quantity in m2 s-2 (or units of its kind)". */
void sm_units_quantity(const char *unit, char *out, size_t size);

#endif
