/* grid.h - a box of cells: three axes, each uniform or stretched. */
#ifndef SM_DOMAIN_GRID_GRID_H
#define SM_DOMAIN_GRID_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"

/* One axis. Lengths in m from the domain's corner. */
struct sm_axis {
  int n;          /* cells */
  double *face;   /* n + 1 positions, rising, face[0] = 0 */
  double *centre; /* n */
  double *width;  /* n */
  bool uniform;
};

struct sm_grid {
  struct sm_axis axis[3];
  double origin[3]; /* m: x, y of the south-west corner in the CRS; altitude of face[0] of z */
};

/* Builds the three axes from their faces (n[d] + 1 each, copied, any start: shifted to 0).
 * Errors: ERR_CASE (not rising), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grid_create(struct sm_context *ctx, const int n[3],
                                         const double *const face[3], const double origin[3],
                                         struct sm_grid *out);
void sm_grid_free(struct sm_grid *grid);

int64_t sm_grid_cells(const struct sm_grid *grid);

/* The grid whose cells are 2 x 2 x 2 of `fine`; axes of one cell stay as they are. Errors: ERR_CASE
 * (an axis with an odd number of cells, or of two: nothing would change along it), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grid_coarsen(struct sm_context *ctx, const struct sm_grid *fine,
                                          struct sm_grid *out);

/* One axis from its n + 1 faces. Errors: ERR_CASE (fewer than one cell, not finite, not rising),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_axis_create(struct sm_context *ctx, int n, const double *face,
                                         struct sm_axis *out);
void sm_axis_free(struct sm_axis *axis);

/* Length of an axis, m. */
double sm_axis_length(const struct sm_axis *axis);

/* Index of the cell of an axis that holds a position; -1 outside. A position on a face belongs to
 * the cell above it, the last face to the last cell. */
int sm_axis_find(const struct sm_axis *axis, double position);

/* As sm_axis_find, but the first or last cell for positions outside. */
int sm_axis_nearest(const struct sm_axis *axis, double position);

/* Number of cells whose centre lies below a position: the first cell with a centre at or above. */
int sm_axis_centres_below(const struct sm_axis *axis, double position);

/* Number of values below `value` among `count` rising ones. */
int sm_count_below(const double *rising, int count, double value);

/* layers.c: Heights of the layers of cells, from the lowest ground to the domain top. */

struct sm_layers_options {
  double thickness;  /* m, of the lowest layers */
  double uniform_to; /* m: layers grow above this height */
  double domain_top; /* m: top of the last layer */
  double stretch;    /* ratio of a layer to the one below, at least 1 */
  double thickest;   /* m, layers grow no thicker; INFINITY: no limit */
};

/* Faces of the layers, from 0: *count + 1 numbers, freed with sm_free.
 *
 * Without stretching all layers have the given thickness and the top is the first face at or above
 * the domain top. With stretching the last face is exactly the domain top: the ratio is lowered as
 * little as needed (a remainder of less than half a layer goes to the last layer instead), so
 * thickness changes smoothly. Errors: ERR_CASE (more than 2^31 - 1 layers), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_layers_create(struct sm_context *ctx,
                                           const struct sm_layers_options *options, int *count,
                                           double **faces);

/* The same from faces that are given, and rise from 0; warns where a layer is more than twice as
 * thick as one beside it. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_layers_prescribed(struct sm_context *ctx, const double *given,
                                               size_t faces, int *count, double **out);

#endif
