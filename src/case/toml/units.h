/* units.h - numbers with a unit written as text, "10 kt", "20 ft", "2 g/s". */
#ifndef SM_CASE_TOML_UNITS_H
#define SM_CASE_TOML_UNITS_H

#include "base/context.h"

/* Converts `text` ("10 kt", "1.5 km", "12") to `unit` ("m s-1"); a bare number is in `unit`
 * already. Errors: ERR_CASE with the reason ("cannot turn 'kg' into 'm'", "'10 kx': unknown
 * unit"). Knows everyday units itself; the table of the library UDUNITS-2 is read once in a
 * process, when the first other unit comes, as that takes 10 ms and more. */
SM_CHECKED enum sm_status sm_units_read(struct sm_context *ctx, const char *text, const char *unit,
                                        double *out);

/* Converts a number from one unit to another. */
SM_CHECKED enum sm_status sm_units_convert(struct sm_context *ctx, double value, const char *from,
                                           const char *to, double *out);

#endif
