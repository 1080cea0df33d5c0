/* winds_file.h - winds on their own grid from NetCDF files: simoom, QES-Winds, and any rectangular
 * grid with coordinates in m. Formats: docs/theory/wind-sources.md. */
#ifndef SM_INPUT_NETCDF_WINDS_FILE_H
#define SM_INPUT_NETCDF_WINDS_FILE_H

#include "input/netcdf/ncdata.h"
#include "simoom/fields.h"
#include <stdbool.h>
#include <stdint.h>

/* m/s: larger components are marks of missing values, which attributes often do not name. */
static const double sm_wind_component_limit = 500;

enum sm_winds_format {
  SM_WINDS_FORMAT_SIMOOM,
  SM_WINDS_FORMAT_QES_FACES, /* workspace file of QES-Winds */
  SM_WINDS_FORMAT_QES,       /* visualisation output of QES-Winds */
  SM_WINDS_FORMAT_GRID       /* components over (time,) z, y, x with coordinate variables */
};

struct sm_winds_file {
  struct sm_ncdata data;
  enum sm_winds_format form;
  int n[3];                          /* number of cells, without those below the ground */
  double *face[3];                   /* m, n + 1 each, as in the file; z positive upwards */
  int below;                         /* skipped layers below the ground */
  bool on_faces;                     /* velocities on faces; else at cell centres */
  struct sm_ncdata_variable wind[3]; /* m/s, over z, y, x, optionally with time first */
  bool has_time;
  size_t time_count; /* 1 without a time dimension */
  double *time;      /* s, rising; since 1970-01-01 UTC with a calendar; NAN: not in the file */
  bool has_calendar;
  int epsg;         /* CRS of x and y; 0: not known, or local */
  double elevation; /* altitude of height 0 of the grid, m; NAN: not known */
};

/* Opens a file, detects its format and reads axes and times. Nothing stays open on failure. Errors:
 * ERR_DATA (missing, damaged, no supported wind variables, coordinates or times that do not
 * increase, a wrong unit or shape), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_winds_file_open(struct sm_context *ctx, const char *path,
                                             struct sm_winds_file *out);
/* As sm_winds_file_open, of a group; out->data.group NULL: the file has none, its own winds. */
SM_CHECKED enum sm_status sm_winds_file_open_group(struct sm_context *ctx, const char *path,
                                                   const char *group, struct sm_winds_file *out);
void sm_winds_file_close(struct sm_winds_file *file);

/* Number of values of a component along an axis: one more than cells across its faces. */
size_t sm_winds_file_count(const struct sm_winds_file *file, int component, int axis);

/* Reads layers first .. first + count - 1 of a component at a time, m/s, [z][y][x]; NAN for missing
 * values. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_winds_file_read(struct sm_winds_file *file, size_t time, int component,
                                             size_t first, size_t count, double *out);

/* Passes on the weighted sum of a component, m/s, at some times (sum->record), as
 * sm_ncdata_sum_rows; sets the box of the sum. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_winds_file_sum(struct sm_winds_file *file, int component,
                                            struct sm_ncdata_sum *sum);

/* Finds a variable at the centres of the cells, at the times of the wind; later reads are in
 * `unit`, as those of a component. *known false: absent, or of another shape. Errors: ERR_DATA (a
 * unit of another dimension). */
SM_CHECKED enum sm_status sm_winds_file_field(struct sm_winds_file *file, const char *name,
                                              const char *unit, bool *known,
                                              struct sm_ncdata_variable *out);
SM_CHECKED enum sm_status sm_winds_file_read_field(struct sm_winds_file *file,
                                                   const struct sm_ncdata_variable *field,
                                                   size_t time, size_t first, size_t count,
                                                   double *out);

/* Reads the solids; *known false: none in the file, all cells are fluid. `type` [z][y][x]: 0 air, 1
 * building, 2 terrain, 3 partly solid without details; `open`: open faces as in cell/open_faces.h,
 * *with_faces false: not known. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_winds_file_solids(struct sm_winds_file *file, bool *known,
                                               uint8_t *type, bool *with_faces, uint8_t *open);

/* Cut cell, its open face fractions and its share of air, NAN if not known; freed with sm_free.
 * Errors: ERR_DATA, ERR_MEMORY. */
struct sm_winds_cut {
  double cell, volume, part[6]; /* i + nx * (j + ny * k); west, east, south, north, down, up */
};
SM_CHECKED enum sm_status sm_winds_file_cuts(struct sm_winds_file *file, struct sm_winds_cut **out,
                                             size_t *count);

/* Reads a map [y][x]: "terrain" (m, as z of the grid), "building_height" or "z0" (m). *known false:
 * absent, or missing values. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_winds_file_map(struct sm_winds_file *file, const char *name,
                                            bool *known, double *out);

/* winds_format.c */

/* Finds the wind components, the format and the cell faces.
 * Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_winds_format_find(struct sm_winds_file *file);

#endif
