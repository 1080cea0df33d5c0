/* barnes.h - weights of stations: Barnes' objective analysis in two passes (Koch et al. 1983). */
#ifndef SM_PHYSICS_BARNES_H
#define SM_PHYSICS_BARNES_H

#include "domain/domain.h"

/* Weight of every station in every column for a time: weight[station][column], columns with the
 * ring of padding of cell/wind.h, (nx + 3) x (ny + 2) per station. Stations without a valid reading
 * get 0; the weights of a column sum to 1. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_barnes_weights(struct sm_context *ctx, const struct sm_domain *domain,
                                            int time, float *weight);

#endif
