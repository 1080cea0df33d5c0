/* points.h - wind at scattered points from CFD programs and post-processors: CSV with a header, or
 * VTK XML (.vtu, .vtp). Formats: docs/theory/wind-points.md. */
#ifndef SM_INPUT_POINTS_POINTS_H
#define SM_INPUT_POINTS_POINTS_H

#include "base/context.h"

struct sm_wind_points {
  size_t count;
  double (*x)[3]; /* m, as in the file */
  double (*u)[3]; /* m/s */
  size_t merged;  /* number of duplicate points, with equal position and wind, left out */
};

/* Reads a file; points with equal position and wind are merged. Errors: ERR_DATA (no such columns
 * or arrays, not a number, not finite, unknown unit, two winds at one position, damaged or
 * truncated, a compressor other than zlib), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_points_read(struct sm_context *ctx, const char *path,
                                              struct sm_wind_points *out);

/* Parses a text in memory, with writable text[size]; `name` stands for the file. */
SM_CHECKED enum sm_status sm_wind_points_parse(struct sm_context *ctx, const char *name, char *text,
                                               size_t size, struct sm_wind_points *out);
void sm_wind_points_free(struct sm_wind_points *points);

/* Splits a unit in brackets from the end of a column name: "x [m]", "speed (m/s)". `unit` has room
 * for the name; "" without a unit. */
void sm_column_split_unit(char *name, char *unit);

#endif
