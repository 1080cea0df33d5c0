/* output/netcdf/wind_read.h - reader of simoom files: wind, statistics, plumes (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_WIND_READ_H
#define SM_OUTPUT_NETCDF_WIND_READ_H

#include "base/context.h"
#include "simoom/fields.h"
#include <stddef.h>
#include <stdint.h>

struct sm_wind_file {
  enum sm_status status; /* status of text reads: see sm_wind_file_text */
  struct sm_context *ctx;
  char path[4096];
  int id;
  size_t n[3]; /* cells, x y z */
  size_t times;
  double *centre[3]; /* cell centres as in the file, m */
  double *width[3];  /* m */
  double *time;      /* s since 1970-01-01 UTC, or index */
  bool has_calendar, has_faces, has_zones, local;
  bool statistics;    /* statistics file: x and y only, n[2] and times are 0 */
  bool plume;         /* plume file: concentration in boxes; without boxes n[2] and times are 0 */
  double convergence; /* deg */
  struct sm_wind_file *minus; /* file to subtract (analyse/difference.h); may be NULL */
  char name[256], title[256], version[64], device[256], crs[256], weather[512];
};

/* Kind of a simoom file: "statistics", "plume", "trajectories", "checkpoint"; "" for wind. Errors:
 * ERR_DATA (no such file, not NetCDF, truncated or damaged, not of simoom). */
SM_CHECKED enum sm_status sm_wind_file_kind(struct sm_context *ctx, const char *path,
                                            char kind[32]);

/* Opens a wind file, or any file with maps, and reads its axes. Errors: those of sm_wind_file_kind;
 * ERR_DATA (a variable missing, another kind), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_open(struct sm_context *ctx, const char *path,
                                            struct sm_wind_file **out);
SM_CHECKED enum sm_status sm_wind_file_open_any(struct sm_context *ctx, const char *path,
                                                struct sm_wind_file **out);
void sm_wind_file_close(struct sm_wind_file **file);

/* Number of axes with cells: 3, or 2 in files with maps only. */
int sm_wind_file_axes(const struct sm_wind_file *file);

/* True when the file has the variable. */
bool sm_wind_file_has(const struct sm_wind_file *file, const char *variable);

/* wind_values.c */

/* True when stored numbers are the values; false for variables packed by other programs. */
bool sm_wind_file_is_unpacked(const struct sm_wind_file *file, const char *variable);

/* True when the unpacked values are real numbers. */
bool sm_wind_file_is_real(const struct sm_wind_file *file, const char *variable);

/* Reads part of a variable, unpacked (input/netcdf/packing.c). Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_doubles(struct sm_wind_file *file, const char *variable,
                                               const size_t *start, const size_t *count,
                                               double *out);
/* Reads an element of a list as an integer. ERR_DATA unless it is within the limits. */
SM_CHECKED enum sm_status sm_wind_file_whole(struct sm_wind_file *file, const char *variable,
                                             size_t at, double least, double most, int64_t *out);
SM_CHECKED enum sm_status sm_wind_file_floats(struct sm_wind_file *file, const char *variable,
                                              const size_t *start, const size_t *count, float *out);
SM_CHECKED enum sm_status sm_wind_file_bytes(struct sm_wind_file *file, const char *variable,
                                             const size_t *start, const size_t *count,
                                             uint8_t *out);

/* Counts the cells with each value of a byte variable over z, y and x, at one of its times if it
 * has any. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_count(struct sm_wind_file *file, const char *variable,
                                             bool has_time, size_t time, size_t count[256]);

/* wind_read.c */

/* Reads a text attribute of a variable, or of the file (variable NULL), truncated to `size`; "":
 * absent. A read error is kept in file->status, and later reads of numbers fail with it: ERR_DATA,
 * ERR_MEMORY. */
void sm_wind_file_text(struct sm_wind_file *file, const char *variable, const char *name, char *out,
                       size_t size);

/* Fails with the NetCDF code of a variable. */
enum sm_status sm_wind_file_damaged(struct sm_wind_file *file, const char *variable, int code);

/* Records a NetCDF code other than NC_NOERR for the variable in file->status. */
void sm_wind_file_set_error(struct sm_wind_file *file, const char *variable, int code);

/* Unit conversion of a variable from its unit `from` to another ("ug m-3", "degC"): value *
 * change[0] + change[1]. ppm, ppb and ppt of a concentration are mole fractions. Errors: ERR_USAGE
 * (unknown unit, other dimension, unknown molar mass). */
SM_CHECKED enum sm_status sm_unit_conversion(const struct sm_wind_file *file, const char *variable,
                                             const char *from, const char *unit, double change[2]);

/* Solver statistics of one time. */
struct sm_wind_file_record_info {
  bool converged;
  int iterations;
  double residual, divergence;
};
SM_CHECKED enum sm_status sm_wind_file_read_record(struct sm_wind_file *file, size_t time,
                                                   struct sm_wind_file_record_info *out);

/* Rows (y) and layers (z) per read: whole chunks. */
enum { SM_WIND_FILE_ROWS = 128, SM_WIND_FILE_LAYERS = 16 };

#endif
