/* spatial_bins.h - uniform bins (a spatial index) of discs in the plane, round blocks of buildings
 * or round their walls: which are near a place, without asking all of them. */
#ifndef SM_PHYSICS_URBAN_SPATIAL_BINS_H
#define SM_PHYSICS_URBAN_SPATIAL_BINS_H

#include "base/context.h"

#include <stddef.h>

/* What is binned. */
struct sm_bin_disc {
  double at[2], radius; /* m, from the corner of the grid */
  double cavity;        /* m, of a block: how far it matters downwind; else 0 */
};

struct sm_spatial_bins {
  double low[2], size; /* m, corner and edge of the bins */
  int n[2];
  size_t *start, *disc;  /* those of bin (i, j) from start[i + j n[0]], rising */
  size_t *large, larges; /* discs that are much larger than most, or have much longer cavities:
                            always near */
  size_t count;
  double radius, cavity; /* m, largest of the other discs */
};

/* Errors: ERR_MEMORY; *out may be destroyed then too. */
SM_CHECKED enum sm_status sm_spatial_bins_create(struct sm_context *ctx,
                                                 const struct sm_bin_disc *disc, size_t count,
                                                 struct sm_spatial_bins *out);
void sm_spatial_bins_destroy(struct sm_spatial_bins *bins);

/* Writes the discs whose middle is in a box (m from the corner of the grid), and perhaps others, to
 * `near`, which has room for all, in rising order; returns how many they are. */
size_t sm_spatial_bins_near(const struct sm_spatial_bins *bins, const double low[2],
                            const double high[2], size_t *near);

#endif
