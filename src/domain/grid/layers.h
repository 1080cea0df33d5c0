/* layers.h - heights of the layers of cells, from the lowest ground to the domain top. */
#ifndef SM_DOMAIN_GRID_LAYERS_H
#define SM_DOMAIN_GRID_LAYERS_H

#include "base/context.h"
#include <stdbool.h>
#include <stddef.h>

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
