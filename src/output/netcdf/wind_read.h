/* output/netcdf/wind_read.h - reader of simoom files: winds, statistics, plumes (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_WIND_READ_H
#define SM_OUTPUT_NETCDF_WIND_READ_H

#include "base/context.h"
#include "simoom/fields.h"
#include <stddef.h>
#include <stdint.h>

struct sm_wind_file {
  enum sm_status status; /* of texts: see sm_wind_file_text */
  struct sm_context *ctx;
  char path[4096];
  int id;
  size_t n[3]; /* cells, x y z */
  size_t times;
  double *centre[3]; /* m, as in the file */
  double *width[3];  /* m */
  double *time;      /* s since 1970-01-01 UTC, or index */
  bool has_calendar, has_faces, has_zones, local;
  bool statistics;    /* maps over x and y only: n[2] and times are 0 */
  bool plume;         /* plume concentrations, in boxes; without any n[2] and times are 0 */
  double convergence; /* deg */
  struct {            /* a variable whose numbers are read in another unit: times and plus */
    char variable[64];
    double times, plus;
  } shown;
  struct sm_wind_file *minus; /* that is subtracted (analyse/difference.h); NULL: none */
  char name[256], title[256], version[64], device[256], crs[256], weather[512];
};

/* The kind of a file of simoom: "statistics", "plume", "trajectories", "checkpoint"; "" of winds.
 * Errors: ERR_DATA (no such file, not NetCDF, truncated or damaged, not of simoom). */
SM_CHECKED enum sm_status sm_wind_file_kind(struct sm_context *ctx, const char *path,
                                            char kind[32]);

/* Opens a file of winds, or of any kind with maps, and reads its axes. Errors: as above; ERR_DATA
 * (a variable missing, of another kind), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_open(struct sm_context *ctx, const char *path,
                                            struct sm_wind_file **out);
SM_CHECKED enum sm_status sm_wind_file_open_any(struct sm_context *ctx, const char *path,
                                                struct sm_wind_file **out);
void sm_wind_file_close(struct sm_wind_file **file);

/* How many axes have cells: 3, or 2 where there are only maps. */
int sm_wind_file_axes(const struct sm_wind_file *file);

/* True when the file has this variable. */
bool sm_wind_file_has(const struct sm_wind_file *file, const char *variable);

/* True when the numbers in the file are the values; false where another program has packed them. */
bool sm_wind_file_is_unpacked(const struct sm_wind_file *file, const char *variable);

/* True when the values are real numbers, whatever numbers they are packed into. */
bool sm_wind_file_is_real(const struct sm_wind_file *file, const char *variable);

/* Reads part of a variable, unpacked (input/netcdf/packing.c). Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_doubles(struct sm_wind_file *file, const char *variable,
                                               const size_t *start, const size_t *count,
                                               double *out);
/* One number of a list, as a whole number. ERR_DATA where it is not between these. */
SM_CHECKED enum sm_status sm_wind_file_whole(struct sm_wind_file *file, const char *variable,
                                             size_t at, double least, double most, int64_t *out);
SM_CHECKED enum sm_status sm_wind_file_floats(struct sm_wind_file *file, const char *variable,
                                              const size_t *start, const size_t *count, float *out);
SM_CHECKED enum sm_status sm_wind_file_bytes(struct sm_wind_file *file, const char *variable,
                                             const size_t *start, const size_t *count,
                                             uint8_t *out);

/* How many cells have each value of a variable of bytes over z, y and x, at one of its times or,
 * when it has none, at all. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_count(struct sm_wind_file *file, const char *variable,
                                             bool has_time, size_t time, size_t count[256]);

/* A text attribute of a variable, or of the file (variable NULL), truncated to `size`; "": absent.
 * A read error is kept in file->status, and all later reads of numbers fail with it: ERR_DATA,
 * ERR_MEMORY. */
void sm_wind_file_text(struct sm_wind_file *file, const char *variable, const char *name, char *out,
                       size_t size);

/* Keeps in file->status that NetCDF returned a code other than NC_NOERR for the variable. */
void sm_wind_file_set_error(struct sm_wind_file *file, const char *variable, int code);

/* What turns the numbers of a variable, whose unit is `from`, into another one, "ug m-3", "degC":
 * times change[0] and plus change[1]; ppm, ppb and ppt of a concentration are shares of all
 * molecules. Errors: ERR_USAGE (no such unit, of another kind, a molar mass that is not known). */
SM_CHECKED enum sm_status sm_unit_conversion(const struct sm_wind_file *file, const char *variable,
                                             const char *from, const char *unit, double change[2]);

/* What the file says of one time. */
struct sm_wind_file_record_info {
  bool converged;
  int iterations;
  double residual, divergence;
};
SM_CHECKED enum sm_status sm_wind_file_read_record(struct sm_wind_file *file, size_t time,
                                                   struct sm_wind_file_record_info *out);

/* Rows (y) and layers (z) that are read at a time: whole chunks. */
enum { SM_WIND_FILE_ROWS = 128, SM_WIND_FILE_LAYERS = 16 };

#endif
