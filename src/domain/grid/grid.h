/* grid.h - Cartesian grid: three axes, each uniform or stretched. */
#ifndef SM_DOMAIN_GRID_GRID_H
#define SM_DOMAIN_GRID_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

/* Grid axis. Lengths in m from the corner of the domain. */
struct sm_axis {
  int n;          /* cells */
  double *face;   /* face positions, n + 1, rising, face[0] = 0 */
  double *centre; /* n */
  double *width;  /* n */
  bool uniform;
};

struct sm_grid {
  struct sm_axis axis[3];
  double origin[3]; /* m: map coordinates of the south-west corner; altitude of face[0] of z */
};

/* Creates the three axes from their faces (n[d] + 1 each, copied, shifted to start at 0). Errors:
 * ERR_CASE (not increasing), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grid_create(struct sm_context *ctx, const int n[3],
                                         const double *const face[3], const double origin[3],
                                         struct sm_grid *out);
void sm_grid_free(struct sm_grid *grid);

int64_t sm_grid_cells(const struct sm_grid *grid);

/* Coarsened grid: each cell merges 2 x 2 x 2 cells of `fine`; axes of one cell are kept. Errors:
 * ERR_CASE (an axis with an odd number of cells or with two cells), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grid_coarsen(struct sm_context *ctx, const struct sm_grid *fine,
                                          struct sm_grid *out);

/* Creates an axis from its n + 1 faces. Errors: ERR_CASE (fewer than one cell, not finite, not
 * rising), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_axis_create(struct sm_context *ctx, int n, const double *face,
                                         struct sm_axis *out);
void sm_axis_free(struct sm_axis *axis);

/* Length of an axis, m. */
double sm_axis_length(const struct sm_axis *axis);

/* Index of the cell that contains a position; -1 outside. A position on a face belongs to the cell
 * above it, the last face to the last cell. */
int sm_axis_find(const struct sm_axis *axis, double position);

/* Like sm_axis_find, but returns the first or last cell for positions outside. */
int sm_axis_nearest(const struct sm_axis *axis, double position);

/* Number of cells whose centre lies below a position; also the first index at or above it. */
int sm_axis_centres_below(const struct sm_axis *axis, double position);

/* Number of elements below `value` in a rising array of `count`. */
int sm_count_below(const double *rising, int count, double value);

/* layers.c: Heights of the cell layers, from the lowest ground to the domain top. */

struct sm_layers_options {
  double thickness;  /* thickness of the lowest layers, m */
  double uniform_to; /* height above which the layers grow, m */
  double domain_top; /* top of the last layer, m */
  double stretch;    /* thickness ratio of successive layers, at least 1 */
  double thickest;   /* maximum layer thickness, m; INFINITY: no limit */
};

/* Layer faces from 0: *count + 1 numbers, freed with sm_free.
 *
 * Without stretching all layers have the given thickness and the top is the first face at or above
 * the domain top. With stretching the last face is exactly the domain top: the ratio is lowered as
 * little as needed (a remainder of less than half a layer goes to the last layer instead), so the
 * thickness changes smoothly. Errors: ERR_CASE (more than 2^31 - 1 layers), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_layers_create(struct sm_context *ctx,
                                           const struct sm_layers_options *options, int *count,
                                           double **faces);

/* Layers from prescribed faces, which increase from 0. Warns where a layer is more than twice as
 * thick as its neighbour. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_layers_prescribed(struct sm_context *ctx, const double *given,
                                               size_t faces, int *count, double **out);

/* Range of cells: low .. high - 1 along x, y, z. */
struct sm_cell_range {
  int low[3], high[3];
};

#endif
