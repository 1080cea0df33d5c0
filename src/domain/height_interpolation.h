/* domain/height_interpolation.h - interpolation of cell values to a height above the ground:
 * logarithmic between the cell centres of a column, bilinear between columns. */
#ifndef SM_DOMAIN_HEIGHT_INTERPOLATION_H
#define SM_DOMAIN_HEIGHT_INTERPOLATION_H

#include "domain/domain.h"

/* Column of cells with its ground, building and roughness. */
struct sm_height_column {
  const struct sm_axis *z; /* vertical axis, m above the origin of the grid */
  const uint8_t *cell;     /* cell bytes of the domain, `stride` apart */
  size_t stride;
  double ground, building; /* m: ground above the grid origin, building above the ground */
  double z0;               /* m */
};

/* Interpolation in a column: value[low] * weight_low + value[high] * weight_high. low is -1 where
 * there is no fluid. */
struct sm_height_weights {
  int low, high;
  double weight_low, weight_high;
};
struct sm_height_weights sm_height_weights_of(const struct sm_height_column *column, double height);

/* The same for column i, j of a domain. */
struct sm_height_weights sm_height_weights_at(const struct sm_domain *domain, int i, int j,
                                              double height);

/* Column beside a position; the weights of all columns sum to 1. */
struct sm_column_beside {
  int i, j;
  double weight;
  struct sm_height_weights mix;
};

/* Columns with fluid at a height around a position in m from the south-west corner of the grid.
 * Returns their number: 0 outside the domain and where the nearest column has no fluid. */
int sm_columns_beside(const struct sm_domain *domain, const double at[2], double height,
                      struct sm_column_beside out[4]);

#endif
