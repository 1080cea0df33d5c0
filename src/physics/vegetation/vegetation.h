/* vegetation.h - vegetation parameterisations of the first guess of the wind
 * (docs/theory/vegetation.md).
 *
 * For every time: the first guess; sm_vegetation_canopy; zones round buildings;
 * sm_vegetation_wakes; the solve. Both scale the wind that is there, all that lies on the device,
 * face by face. */
#ifndef SM_PHYSICS_VEGETATION_VEGETATION_H
#define SM_PHYSICS_VEGETATION_VEGETATION_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/state.h"

struct sm_vegetation;

/* For the wind of `state` (fields U, V, W). *out is NULL, which the others take, where the domain
 * has no plants. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_create(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain,
                                               struct sm_state *state, struct sm_vegetation **out);
void sm_vegetation_destroy(struct sm_vegetation **vegetation);

/* Takes the lists of tiles that a wind from the west needs; vegetation may be NULL. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_reserve(struct sm_context *ctx,
                                                struct sm_vegetation *vegetation);

/* Remembers the wind of the first guess at the tops of all plants, then slows what is in and above
 * canopies. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_canopy(struct sm_context *ctx,
                                               struct sm_vegetation *vegetation);

/* Slows what is in crowns, in the wakes of trees, and behind windbreaks, fences and rows, u, v and
 * w alike; directions are those that sm_vegetation_canopy has seen. Errors: ERR_MEMORY, ERR_DEVICE.
 */
SM_CHECKED enum sm_status sm_vegetation_wakes(struct sm_context *ctx,
                                              struct sm_vegetation *vegetation);

/* Which plants have written each cell of the last wind: enum sm_zone
 * (cell/urban/zones.def), into [nz][ny][nx] of the host, where a cell is SM_ZONE_NONE;
 * others keep what sm_urban_map has put there. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_map(struct sm_context *ctx,
                                            struct sm_vegetation *vegetation, uint8_t *zone);

/* turbine.c: What wind turbines do to the first guess of the wind (docs/theory/turbines.md). They
 * come last, before the solve: a rotor meets what terrain, buildings and plants have left of the
 * wind, and its wake slows all that it lies on. */

struct sm_turbine_model;

/* For the wind of `state` (fields U, V, W); the domain and the state must outlive it. *out is NULL,
 * which the others take, where there are no turbines. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_create(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_state *state,
                                                  struct sm_turbine_model **out);
void sm_turbine_model_destroy(struct sm_turbine_model **model);

/* As sm_vegetation_reserve. */
SM_CHECKED enum sm_status sm_turbine_model_reserve(struct sm_context *ctx,
                                                   struct sm_turbine_model *model);

/* Slows the wind, u, v and w alike, in the wakes of all turbines, which lie as the wind at their
 * hubs blows. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_apply(struct sm_context *ctx,
                                                 struct sm_turbine_model *model);

/* Marks the cells of the last wakes with SM_ZONE_TURBINE_WAKE (cell/urban/zones.def) in
 * [nz][ny][nx] of the host, where a cell is SM_ZONE_NONE. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_map(struct sm_context *ctx,
                                               struct sm_turbine_model *model, uint8_t *zone);

#endif
