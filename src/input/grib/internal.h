/* input/grib/internal.h - files of the module simoom_grib. */
#ifndef SM_INPUT_GRIB_INTERNAL_H
#define SM_INPUT_GRIB_INTERNAL_H

#include "input/grib.h"

#include <eccodes.h>

/* message.c: Single fields of GRIB messages. */

/* Number of fields in a message, 1 in edition 1; 0: its sections are damaged. */
int sm_grib_part_count(const unsigned char *message, size_t bytes);

/* Handle of a field of a message; NULL: damaged, or out of memory. The message must outlive it.
 * *copy: freed by the caller after the handle. */
codes_handle *sm_grib_part_open(const unsigned char *message, size_t bytes, int part, void **copy);

/* Fewest points in a row of a reduced grid: rows of land have none on a grid of waves, reduced_ll.
 */
long sm_grib_fewest_in_row(const char *type);

/* Takes the output of ecCodes away from stderr. */
void sm_grib_quiet(void);

/* scan.c, values.c: the functions of the table. */
enum sm_status sm_grib_scan(const char *path, struct sm_grib_message **out, size_t *count,
                            char *message, size_t size);
enum sm_status sm_grib_values(const char *path, const struct sm_grib_message *field, double *out,
                              char *message, size_t size);
enum sm_status sm_grib_vertical(const char *path, const struct sm_grib_message *field, double *out,
                                char *message, size_t size);
enum sm_status sm_grib_rows(const char *path, const struct sm_grib_message *field, long *out,
                            char *message, size_t size);
enum sm_status sm_grib_places(const char *path, const struct sm_grib_message *field,
                              double *latitude, double *longitude, char *message, size_t size);
enum sm_status sm_grib_latitudes(long gauss, double *out, char *message, size_t size);

#endif
