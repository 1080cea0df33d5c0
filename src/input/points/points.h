/* points.h - winds at scattered points, as CFD programs and post-processors write them: CSV with a
 * header, or VTK XML (.vtu, .vtp). docs/theory/wind-points.md has the forms. */
#ifndef SM_INPUT_POINTS_POINTS_H
#define SM_INPUT_POINTS_POINTS_H

#include "base/context.h"

struct sm_wind_points {
  size_t count;
  double (*x)[3]; /* m, as in the file */
  double (*u)[3]; /* m/s */
  size_t merged;  /* points at the place of another one, with its wind, which are left out */
};

/* Reads a file; points at one place and with one wind are one point. Errors: ERR_DATA (no such
 * columns or arrays, no number, not finite, unknown unit, two winds at one place, damaged or
 * truncated, a compressor that is not zlib), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_points_read(struct sm_context *ctx, const char *path,
                                              struct sm_wind_points *out);

/* The same of bytes in memory, of which text[size] is writable; `name` stands for the file. */
SM_CHECKED enum sm_status sm_wind_points_parse(struct sm_context *ctx, const char *name, char *text,
                                               size_t size, struct sm_wind_points *out);
void sm_wind_points_free(struct sm_wind_points *points);

#endif
