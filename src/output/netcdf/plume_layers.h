/* plume_layers.h - which box of each column a map shows. */
#ifndef SM_OUTPUT_NETCDF_PLUME_LAYERS_H
#define SM_OUTPUT_NETCDF_PLUME_LAYERS_H

#include <stddef.h>

/* Boxes of some layers, all columns: [layers][columns]. */
struct sm_plume_layers {
  size_t columns;
  const double *face;   /* [layers + 1] m, as the ground */
  const float *terrain; /* [columns] m, the ground */
  const float *air;     /* part of each box that is air; NULL: all of it */
  double height;        /* m above the ground; NAN: the lowest box with air */
};

/* Looks at the boxes of layer k, of which `air` begins there, from the lowest layer up: columns
 * without a layer yet (-1) get it where it is theirs. Returns how many got it. */
size_t sm_plume_layers_select(const struct sm_plume_layers *of, int k, int *layer);

#endif
