/* physics/diagnostic/lee_separation.h - air that comes off the ground behind steep crests.
 *
 * No wind without divergence knows that the flow separates behind a crest. Where the ground falls
 * more steeply along the wind than a critical slope, the air above goes on, down at 1 in 6, until
 * it meets the ground; what is below that line is slow. Theory: docs/theory/lee.md. Cells:
 * cell/diagnostic/lee_separation.h. */
#ifndef SM_PHYSICS_DIAGNOSTIC_LEE_SEPARATION_H
#define SM_PHYSICS_DIAGNOSTIC_LEE_SEPARATION_H

#include "domain/grid/state.h"
#include "solve/poisson.h"

/* Depth of the separated air over the ground, m, 0 where there is none, [ny][nx]. wind: unit vector
 * along which it blows; critical: slope, m per m, from which on it separates. */
void sm_lee_depths(const struct sm_domain *domain, const double wind[2], double critical,
                   float *depth);

/* Of a case on a device. */
struct sm_lee_model;

/* NULL when the case wants none. Borrows case, domain and device. Errors: ERR_MEMORY, ERR_DEVICE.
 */
SM_CHECKED enum sm_status sm_lee_create(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain, struct sm_device *device,
                                        struct sm_lee_model **out);
void sm_lee_destroy(struct sm_lee_model **lee);

/* Device bytes that it takes. */
size_t sm_lee_bytes(const struct sm_case *c, const struct sm_domain *domain);

/* Slows the first guess of a time, whose wind blows as the mean of its stations; nothing with lee
 * NULL or in a calm. ground, z: as in struct sm_first_guess, on the device. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_lee_apply(struct sm_context *ctx, struct sm_lee_model *lee, int time,
                                       const struct sm_mg_level *level, const float *ground,
                                       const float *z, struct sm_state *state);

#endif
