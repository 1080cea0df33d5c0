/* output.h - looking at files that simoom wrote. */
#ifndef SIMOOM_OUTPUT_H
#define SIMOOM_OUTPUT_H

#include "simoom/context.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Describes a NetCDF file of simoom: what it is, grid, times, range of every variable; and, where
 * it holds face velocities, the largest |div u| h / U over the fluid cells and the largest flux
 * through a closed face, both computed anew from the file. *out is text, or JSON with `json` not
 * 0; freed with free(). Errors: ERR_DATA (not a file of simoom, truncated), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_describe(struct sm_context *ctx, const char *path, int json,
                                                char **out);

/* Compares the winds of two NetCDF files of simoom on the same grid, at the first time of each:
 * difference[0..2] are the largest |u - u'|, |v - v'| and |w - w'|, m/s, at the centres of the
 * cells; or on the slice at `height`, m above the ground (docs/files.md), unless that is NAN. NAN
 * where cells are solid in one file only. Errors: ERR_DATA (no files of simoom, other grids),
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_compare(struct sm_context *ctx, const char *path,
                                               const char *other, double height,
                                               double difference[3]);

/* Winds at points, from a NetCDF file of simoom: of the column of cells that holds the point,
 * between the centres of its cells and down to the ground or the roof below as on slices
 * (docs/files.md). point: x and y in the file's coordinates, and the height above the ground, m.
 * wind: u, v, w, m/s; NAN in solids and outside of the domain. time: index, from 0. Errors:
 * ERR_DATA (no file of simoom, no such time), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_probe(struct sm_context *ctx, const char *path, int time,
                                             size_t count, const double point[][3],
                                             double wind[][3]);

enum sm_plot_kind { SM_PLOT_MAP, SM_PLOT_SECTION };

struct sm_plot_options {
  enum sm_plot_kind kind;
  const char *field; /* "speed" (default), "u", "v", "w", "direction", "terrain", "building", ... */
  double height;     /* map: m above ground; NAN (default): 10, or lower when the lid is */
  double from[2], to[2];   /* section: x, y in the file's coordinates; NAN: the middle of the
                              axis, -INFINITY and INFINITY: its edges; default: west to east
                              through the middle */
  int time;                /* index; -1: last */
  double low, high;        /* colour scale; NAN: from the data, of which 0.1 % may lie beyond */
  int width, image_height; /* pixels; default 1200 x 900 */
  int vectors;             /* arrows about every that many pixels; 0: none */
};
SM_PUBLIC struct sm_plot_options sm_plot_options_default(void);

/* Draws a picture of a NetCDF file of simoom; the ending of `picture` (.png, .svg, .pdf) chooses
 * the format. Errors: ERR_DATA, ERR_USAGE (no such field, a height outside the domain), ERR_IO. */
SM_PUBLIC SM_CHECKED enum sm_status sm_plot(struct sm_context *ctx, const char *path,
                                            const struct sm_plot_options *options,
                                            const char *picture);

#ifdef __cplusplus
}
#endif
#endif
