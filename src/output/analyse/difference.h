/* difference.h - difference of two results, A minus B, on the same cells at the same times.
 *
 * An open file A refers to B by `minus`. The difference of speeds is
 * |A| - |B|, not the speed of the vector difference; directions
 * differ by the shorter arc, at most 180 degrees. Where either file
 * has no value, the difference has none. */
#ifndef SM_OUTPUT_ANALYSE_DIFFERENCE_H
#define SM_OUTPUT_ANALYSE_DIFFERENCE_H

#include "output/netcdf/wind_read.h"

/* Opens a file like sm_wind_file_open_any and, unless `minus` is NULL, the file to subtract.
 * Errors: those of sm_wind_file_open_any; ERR_USAGE (other cells, kind or coordinate system). */
SM_CHECKED enum sm_status sm_difference_open(struct sm_context *ctx, const char *path,
                                             const char *minus, struct sm_wind_file **out);

/* Checks that B has the times first .. last of A, and means over the same intervals. Errors:
 * ERR_USAGE, which names the missing ones. */
SM_CHECKED enum sm_status sm_difference_check_times(struct sm_wind_file *file, size_t first,
                                                    size_t last);

/* Index in B of a time of A that was checked. */
size_t sm_difference_time(const struct sm_wind_file *file, size_t time);

/* Short names of both files for titles: without endings, with
 * folders where the names are equal. */
enum { SM_DIFFERENCE_NAME = 128 };
void sm_difference_names(const char *path, const char *minus, char a[SM_DIFFERENCE_NAME],
                         char b[SM_DIFFERENCE_NAME]);

/* a - b; for angles in degrees (circle) between -180 and 180. NAN where either is NAN. */
double sm_difference_of(double a, double b, bool circle);
void sm_difference_subtract(float *a, const float *b, size_t count, bool circle);

/* True for variables that describe the domain: those of A are read unchanged. */
bool sm_difference_is_domain(const struct sm_wind_file *file, const char *variable);

/* Checks that B has a variable of A, in the same unit and for the same heights, thresholds and so
 * on. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_difference_check_variable(struct sm_wind_file *file,
                                                       const char *variable);

/* Reads part of a variable like sm_wind_file_floats. With `minus` the result is the difference, NAN
 * where a value is missing; variables that describe the domain are not subtracted. `wind_speed` and
 * `wind_from_direction` of winds are differences of cell values. Errors: likewise. */
SM_CHECKED enum sm_status sm_difference_floats(struct sm_wind_file *file, const char *variable,
                                               const size_t *start, const size_t *count,
                                               float *out);

/* Reads the cell types; with `minus` a cell is solid when it is solid in either file. */
SM_CHECKED enum sm_status sm_difference_cell_types(struct sm_wind_file *file, const size_t start[3],
                                                   const size_t count[3], uint8_t *out);

#endif
