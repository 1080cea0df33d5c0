/* physics/diagnostic/warm_start.h - where the solver starts from: the solutions of earlier times.
 */
#ifndef SM_PHYSICS_DIAGNOSTIC_WARM_START_H
#define SM_PHYSICS_DIAGNOSTIC_WARM_START_H

#include "domain/domain.h"
#include "solve/poisson.h"

struct sm_warm_start;

/* For the times of a domain, one after the other, with one solver. The last solution is remembered
 * beside the one in the solver when there are more than two times. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_warm_start_create(struct sm_context *ctx,
                                               const struct sm_domain *domain,
                                               struct sm_poisson *poisson,
                                               struct sm_warm_start **out);
void sm_warm_start_destroy(struct sm_warm_start **start);

/* Bytes of the device that it takes. */
size_t sm_warm_start_bytes(const struct sm_domain *domain);

/* Leaves in the solver's x what the earlier solutions say of time `time`: the sum of the last two
 * whose winds at the stations come nearest to that of the time. As long as nothing but the guess
 * makes the wind this is the solution itself, for all directions of a rose. Returns false for the
 * first time, which has none. */
bool sm_warm_start_prepare(struct sm_warm_start *start, int time);

#endif
