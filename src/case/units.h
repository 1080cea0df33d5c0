/* units.h - numbers with a unit written as text, "10 kt", "20 ft", "2 g/s". */
#ifndef SM_CASE_UNITS_H
#define SM_CASE_UNITS_H

#include "base/context.h"

/* The UDUNITS-2 library's table of units. Reading it takes 10 ms and more, so it is read when the
 * first unit comes that is not an everyday one, and kept here. Start from NULL. */
struct sm_units;
void sm_units_close(struct sm_units **units);

/* As sm_units_read and sm_units_convert, keeping the table for the next call in *units. */
SM_CHECKED enum sm_status sm_units_read_with(struct sm_context *ctx, struct sm_units **units,
                                             const char *text, const char *unit, double *out);
SM_CHECKED enum sm_status sm_units_convert_with(struct sm_context *ctx, struct sm_units **units,
                                                double value, const char *from, const char *to,
                                                double *out);

/* Converts `text` ("10 kt", "1.5 km", "12") to `unit` ("m s-1"); a bare number is in `unit`
 * already. Errors: ERR_CASE with the reason ("cannot turn 'kg' into 'm'", "'10 kx': unknown
 * unit"). Uses the UDUNITS-2 library and its table, plus the weather names mph, kph, mps, kts. */
SM_CHECKED enum sm_status sm_units_read(struct sm_context *ctx, const char *text, const char *unit,
                                        double *out);

/* Converts a number from one unit to another. */
SM_CHECKED enum sm_status sm_units_convert(struct sm_context *ctx, double value, const char *from,
                                           const char *to, double *out);

#endif
