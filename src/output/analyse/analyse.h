/* output/analyse/analyse.h - analysis of wind files: slices, spectra, streamlines. */
#ifndef SM_OUTPUT_ANALYSE_ANALYSE_H
#define SM_OUTPUT_ANALYSE_ANALYSE_H

#include "base/text.h"
#include "output/netcdf/wind_file.h"
#include <stdbool.h>
#include <stddef.h>

/* wind_slice.c: Wind of a file at a height above the ground, and along a vertical section. */

/* Like sm_slice_wind, from cell centres of a file: u, v, w float[ny][nx], m/s. */
SM_CHECKED enum sm_status sm_wind_file_slice(struct sm_wind_file *file, size_t time, double height,
                                             float *u, float *v, float *w);

/* Another cell variable at a height, float[ny][nx]; constant below the lowest cell centre. nearest:
 * value of the nearest layer, for categories, which cannot be averaged. */
SM_CHECKED enum sm_status sm_wind_file_slice_of(struct sm_wind_file *file, size_t time,
                                                const char *variable, bool nearest, double height,
                                                float *out);

/* Columns of cells along a line. Arrays [nz][count]; the caller sets count and column. */
struct sm_wind_section {
  int count;
  size_t *column;       /* index i + nx * j of each point */
  float *u, *v, *w;     /* m/s, NAN in solids */
  const char *variable; /* cell variable read into `value`; may be NULL */
  float *value;
  uint8_t *type; /* enum sm_cell_type */
  float *ground; /* [count] altitude, m */
};
SM_CHECKED enum sm_status sm_wind_file_section(struct sm_wind_file *file, size_t time,
                                               struct sm_wind_section *section);

/* mass_balance.c: Mass balance of a wind file, recomputed from its face velocities. */

struct sm_file_mass_balance {
  double speed;       /* largest velocity on a face, m/s: U */
  double divergence;  /* largest |div u| h / U over fluid cells; h: smallest cell width */
  size_t worst[3];    /* cell x y z with the largest divergence */
  double closed_flux; /* largest flux through a closed face, m3/s */
  size_t nan;         /* number of faces with NAN */
};
SM_CHECKED enum sm_status sm_wind_file_balance(struct sm_wind_file *file, size_t time,
                                               struct sm_file_mass_balance *out);

/* zone_counts.c: Number of cells in each zone of building and plant parameterisations, by time. */

enum { SM_ZONE_COUNTS = 256, SM_ZONE_COUNT_NAME = 64 };

struct sm_zone_counts {
  size_t times;
  char name[SM_ZONE_COUNTS][SM_ZONE_COUNT_NAME]; /* names in the file; "" where it has none */
  size_t (*cells)[SM_ZONE_COUNTS];               /* by time; NULL: the file has no zones */
};

/* Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_zone_counts_read(struct sm_wind_file *file,
                                              struct sm_zone_counts *out);
void sm_zone_counts_free(struct sm_zone_counts *counts);

/* combustion.c: Heat release and highest temperature of a wind file. */

struct sm_combustion {
  double heat_release;        /* W, of the reactions in all of the air */
  double temperature_maximum; /* K */
};

/* Needs heat_release and temperature in the file. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_wind_file_combustion(struct sm_wind_file *file, size_t time,
                                                  struct sm_combustion *out);

/* difference.c: Difference of two results, A minus B, on the same cells at the same times.
 *
 * An open file A refers to B by `minus`. The difference of speeds is |A| - |B|, not the speed of
 * the vector difference; directions differ by the shorter arc, at most 180 degrees. Where either
 * file has no value, the difference has none. */

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

/* streamlines.c: Evenly spaced streamlines of a plane wind; used by the library and the plot
 * module. */

struct sm_streamlines_request {
  double width, height; /* size of the plane, with the lower left corner at 0, 0 */
  double apart;         /* separation of the lines, in units of the plane */
  /* Wind at a point, in any unit of speed; false outside the air. */
  bool (*wind)(const void *data, double x, double y, double out[2]);
  const void *data;
};

struct sm_streamlines {
  size_t lines;
  size_t *first; /* [lines + 1] index of the first point of each line */
  double *x, *y; /* points along the wind, about a tenth of `apart` from one to the next */
};

/* Finds streamlines that fill the plane: no distance is below half of `apart`, and no gap is wide
 * enough for another line. Algorithm of B. Jobard and W. Lefer, "Creating evenly-spaced streamlines
 * of arbitrary density", Visualization in Scientific Computing (1997). False: out of memory. */
bool sm_streamlines_find(const struct sm_streamlines_request *want, struct sm_streamlines *out);
void sm_streamlines_free(struct sm_streamlines *lines);

#endif
