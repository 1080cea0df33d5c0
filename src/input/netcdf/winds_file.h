/* winds_file.h - winds on a grid of their own, out of NetCDF files: those of simoom, of QES-Winds,
 * and any on a rectangular grid with coordinates in m. Formats: docs/theory/wind-sources.md. */
#ifndef SM_INPUT_NETCDF_WINDS_FILE_H
#define SM_INPUT_NETCDF_WINDS_FILE_H

#include "input/netcdf/ncdata.h"
#include "simoom/fields.h"
#include <stdbool.h>
#include <stdint.h>

enum sm_winds_format {
  SM_WINDS_FORMAT_SIMOOM,
  SM_WINDS_FORMAT_QES_FACES, /* the workspace of QES-Winds */
  SM_WINDS_FORMAT_QES,       /* what it writes for pictures */
  SM_WINDS_FORMAT_GRID       /* components over (time,) z, y, x with coordinates */
};

struct sm_winds_file {
  struct sm_ncdata data;
  enum sm_winds_format form;
  int n[3];                          /* cells, without those below the ground */
  double *face[3];                   /* m, n + 1 each, as in the file; z upwards */
  int below;                         /* layers below the ground that are passed over */
  bool on_faces;                     /* velocities; else at the centres of cells */
  struct sm_ncdata_variable wind[3]; /* in m/s, over z, y, x, perhaps with time before them */
  bool has_time;
  size_t time_count; /* 1 without times */
  double *time;      /* s, rising; since 1970-01-01 UTC with a calendar; NAN: the file tells none */
  bool has_calendar;
  int epsg;         /* of x and y; 0: not known, or local */
  double elevation; /* m above sea of height 0 of the grid; NAN: not known */
};

/* Opens a file, recognises its form and reads its axes and times. On failure nothing is left open.
 * Errors: ERR_DATA (missing, damaged, no winds that are understood, coordinates or times that do
 * not rise, a wrong unit or shape), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_winds_file_open(struct sm_context *ctx, const char *path,
                                             struct sm_winds_file *out);
void sm_winds_file_close(struct sm_winds_file *file);

/* Values of a component in a row, column or layer: one more than cells across its faces. */
size_t sm_winds_file_count(const struct sm_winds_file *file, int component, int axis);

/* Layers first .. first + count - 1 of a component at a time, m/s, [z][y][x]; NAN where the file
 * has none. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_winds_file_read(struct sm_winds_file *file, size_t time, int component,
                                             size_t first, size_t count, double *out);

/* What the file says of the solids; *known false: nothing, all is air. `type` [z][y][x]: 0 air, 1
 * building, 2 terrain, 3 air and solid, of which the file tells no more; `open` the faces as in
 * cell/open_faces.h, *with_faces false: not known. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_winds_file_solids(struct sm_winds_file *file, bool *known,
                                               uint8_t *type, bool *with_faces, uint8_t *open);

/* Cells with partly open faces; freed with sm_free. Errors: ERR_DATA, ERR_MEMORY. */
struct sm_winds_cut {
  double cell, part[6]; /* i + nx * (j + ny * k); west, east, south, north, down, up */
};
SM_CHECKED enum sm_status sm_winds_file_cuts(struct sm_winds_file *file, struct sm_winds_cut **out,
                                             size_t *count);

/* A map [y][x]: "terrain" (m, as z of the grid), "building_height" or "z0" (m). *known false: the
 * file has none, or not everywhere. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_winds_file_map(struct sm_winds_file *file, const char *name,
                                            bool *known, double *out);

/* winds_format.c */

/* Finds the components of the wind, the form and the faces of the cells. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_winds_format_find(struct sm_winds_file *file);

#endif
