/* solve/prism/levels.h - the coarse levels of the cycle on prisms: columns joined with columns,
 * layers with layers (docs/theory/prisms.md, "The cycle"). */
#ifndef SM_SOLVE_PRISM_LEVELS_H
#define SM_SOLVE_PRISM_LEVELS_H

#include "solve/amg/csr_levels.h"
#include "solve/prism/coefficients.h"

/* Adds the levels below the prisms of a shape. gamma: in the layout of cells
 * (cell/poisson/prism.h), or NULL. Errors: ERR_MEMORY, ERR_DEVICE, ERR_DATA (too many prisms). */
SM_CHECKED enum sm_status sm_prism_levels_make(struct sm_context *ctx,
                                               const struct sm_prisms *prisms,
                                               const struct sm_prism_coefficients *shape,
                                               const double *gamma, struct sm_csr_levels *levels);

/* Gives every column the first colour that no neighbour before it has, from `start` and `to`, the
 * list of neighbours of each; their number. At most SM_PRISM_COLOURS; or -1. */
int sm_prism_choose_colours(int columns, const uint32_t *start, const int32_t *to, int *colour);

#endif
