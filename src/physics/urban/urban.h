/* urban.h - building parameterisations in the first guess of the diagnostic wind
 * (docs/theory/urban.md). */
#ifndef SM_PHYSICS_URBAN_URBAN_H
#define SM_PHYSICS_URBAN_URBAN_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/state.h"
#include "solve/poisson.h"

struct sm_urban_model;

/* Finds the building blocks of the domain. *out is NULL if there are none, or the case has no
 * zones.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_urban_create(struct sm_context *ctx,
                                          const struct sm_case_zones *options,
                                          const struct sm_domain *domain, struct sm_state *state,
                                          struct sm_urban_model **out);
void sm_urban_destroy(struct sm_urban_model **model);

/* Takes about the room that lists of tiles need in a wind; model may be NULL. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_urban_reserve(struct sm_context *ctx, struct sm_urban_model *model);

/* Clears the approach wind of an earlier time. Enqueued like any kernel. */
void sm_urban_reset(struct sm_urban_model *model);

/* Adds one station's contribution to the approach wind, for the horizontal component guess->axis;
 * called for every call of the first-guess kernel. Enqueued like any kernel. */
void sm_urban_add_approach(struct sm_urban_model *model, const struct sm_first_guess *guess);

/* Applies all zones to the wind of the state, whose first guess is complete. `level` has the open
 * faces. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_urban_apply(struct sm_context *ctx, struct sm_urban_model *model,
                                         const struct sm_mg_level *level);

/* Blocks of the last sm_urban_apply, on the host; *count: their number. */
const struct sm_urban_block *sm_urban_blocks(const struct sm_urban_model *model, size_t *count);

/* Zone of each cell in the last sm_urban_apply, none in solid cells: enum sm_zone, [nz][ny][nx] on
 * the host. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_urban_map(struct sm_context *ctx, struct sm_urban_model *model,
                                       const struct sm_mg_level *level, uint8_t *zone);

#endif
