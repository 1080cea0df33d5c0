/* turbine.h - what wind turbines do to the first guess of the wind (docs/theory/turbines.md).
 *
 * They come last, before the solve: a rotor meets what terrain, buildings and plants have left of
 * the wind, and its wake slows all that it lies on. */
#ifndef SM_PHYSICS_VEGETATION_TURBINE_H
#define SM_PHYSICS_VEGETATION_TURBINE_H

#include "domain/domain.h"
#include "domain/grid/state.h"

struct sm_turbine_model;

/* For the wind of `state` (fields U, V, W); the domain and the state must outlive it. *out is NULL,
 * which the others take, where there are no turbines. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_create(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_state *state,
                                                  struct sm_turbine_model **out);
void sm_turbine_model_destroy(struct sm_turbine_model **model);

/* Device bytes that it takes, about. */
size_t sm_turbine_model_bytes(const struct sm_domain *domain);

/* Slows the wind, u, v and w alike, in the wakes of all turbines, which lie as the wind at their
 * hubs blows. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_apply(struct sm_context *ctx,
                                                 struct sm_turbine_model *model);

/* Marks the cells of the last wakes with SM_ZONE_TURBINE_WAKE (cell/urban/zones.def) in
 * [nz][ny][nx] of the host, where a cell is SM_ZONE_NONE. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_map(struct sm_context *ctx,
                                               struct sm_turbine_model *model, uint8_t *zone);

#endif
