/* difference.h - the difference of two results, A minus B, on the same cells at the same times.
 *
 * A file that was opened here reads the file that is subtracted from it in `minus`. The difference
 * of speeds is that of the two speeds, |A| - |B|, and not the speed of the difference of the winds;
 * directions differ by the shorter way round, at most 180 degrees. Where either has no value, the
 * difference has none. */
#ifndef SM_OUTPUT_ANALYSE_DIFFERENCE_H
#define SM_OUTPUT_ANALYSE_DIFFERENCE_H

#include "output/netcdf/wind_read.h"

/* Opens a file as sm_wind_file_open_any and, unless `minus` is NULL, the one that is subtracted
 * from it. Errors: as that; ERR_USAGE (other cells, another kind or coordinate system). */
SM_CHECKED enum sm_status sm_difference_open(struct sm_context *ctx, const char *path,
                                             const char *minus, struct sm_wind_file **out);

/* Checks that B has the times first .. last of A, and means over the same intervals. Errors:
 * ERR_USAGE, which names those that it does not have. */
SM_CHECKED enum sm_status sm_difference_check_times(struct sm_wind_file *file, size_t first,
                                                    size_t last);

/* The index in B of a time of A that was checked. */
size_t sm_difference_time(const struct sm_wind_file *file, size_t time);

/* What the files are called where both are named: their names without endings, with the folder
 * where these are alike. */
enum { SM_DIFFERENCE_NAME = 128 };
void sm_difference_names(const char *path, const char *minus, char a[SM_DIFFERENCE_NAME],
                         char b[SM_DIFFERENCE_NAME]);

/* a - b; of angles in degrees (circle) between -180 and 180. NAN where either is. */
double sm_difference_of(double a, double b, bool circle);
void sm_difference_subtract(float *a, const float *b, size_t count, bool circle);

/* True of variables on cells and maps that describe the domain: A's are read, unchanged. */
bool sm_difference_is_domain(const struct sm_wind_file *file, const char *variable);

/* Checks that B has a variable of A, in the same unit and for the same heights, thresholds and so
 * on. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_difference_check_variable(struct sm_wind_file *file,
                                                       const char *variable);

/* Reads part of a variable as sm_wind_file_floats, as it is without `minus` and of what describes
 * the domain, else the difference, NAN: missing. `wind_speed` and `wind_from_direction`
 * of winds are differences of those of the cells. Errors: as that. */
SM_CHECKED enum sm_status sm_difference_floats(struct sm_wind_file *file, const char *variable,
                                               const size_t *start, const size_t *count,
                                               float *out);

/* Reads the kinds of cells: with `minus` a cell is solid that is so in either file. */
SM_CHECKED enum sm_status sm_difference_cell_types(struct sm_wind_file *file, const size_t start[3],
                                                   const size_t count[3], uint8_t *out);

#endif
