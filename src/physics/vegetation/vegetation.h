/* vegetation.h - vegetation and wind-turbine parameterisations in the first guess of the
 * diagnostic wind (docs/theory/vegetation.md).
 *
 * Sequence for every time: first guess; sm_vegetation_canopy; building zones;
 * sm_vegetation_wakes; solver. Both functions scale the current wind face by face, on the
 * device. */
#ifndef SM_PHYSICS_VEGETATION_VEGETATION_H
#define SM_PHYSICS_VEGETATION_VEGETATION_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/state.h"

struct sm_vegetation;

/* Makes the model for the wind of `state` (fields U, V, W). *out is NULL if the domain has no
 * plants; the other functions accept NULL. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_create(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain,
                                               struct sm_state *state, struct sm_vegetation **out);
void sm_vegetation_destroy(struct sm_vegetation **vegetation);

/* Takes the lists of tiles that a wind from the west needs; vegetation may be NULL. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_reserve(struct sm_context *ctx,
                                                struct sm_vegetation *vegetation);

/* Stores the first-guess wind at the tops of all plants, then slows the wind in and above canopies.
 * Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_canopy(struct sm_context *ctx,
                                               struct sm_vegetation *vegetation);

/* Slows u, v and w in crowns, in the wakes of trees, and behind windbreaks, fences and
 * rows; wind directions are those at sm_vegetation_canopy. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_wakes(struct sm_context *ctx,
                                              struct sm_vegetation *vegetation);

/* Marks the cells that plants changed in the last wind with enum sm_zone
 * (cell/urban/zones.def) in [nz][ny][nx] on the host, where a cell is SM_ZONE_NONE;
 * other cells keep the zones of sm_urban_map. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_vegetation_map(struct sm_context *ctx,
                                            struct sm_vegetation *vegetation, uint8_t *zone);

/* Reads the wind in listed cells of the state, [count] elements of its arrays on the device, into
 * host[count][2], m/s; `wind` is of that size on the device. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_listed_winds_read(struct sm_context *ctx, const struct sm_state *state,
                                               const int64_t *cell, size_t count, float *wind,
                                               float *host);

/* turbine.c: Wind turbines in the first guess of the wind (docs/theory/turbines.md). They are
 * applied last, before the solver: a rotor sees the wind behind terrain, buildings and plants, and
 * its wake slows the wind everywhere in it. */

struct sm_turbine_model;

/* Makes the model for the wind of `state` (fields U, V, W); the domain and the state must outlive
 * it. *out is NULL if there are no turbines; the other functions accept NULL. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_create(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_state *state,
                                                  struct sm_turbine_model **out);
void sm_turbine_model_destroy(struct sm_turbine_model **model);

/* As sm_vegetation_reserve. */
SM_CHECKED enum sm_status sm_turbine_model_reserve(struct sm_context *ctx,
                                                   struct sm_turbine_model *model);

/* Slows u, v and w in the wakes of all turbines, which are aligned with the wind at their hubs.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_apply(struct sm_context *ctx,
                                                 struct sm_turbine_model *model);

/* Marks the cells of the last wakes with SM_ZONE_TURBINE_WAKE (cell/urban/zones.def) in
 * [nz][ny][nx] on the host, where a cell is SM_ZONE_NONE. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbine_model_map(struct sm_context *ctx,
                                               struct sm_turbine_model *model, uint8_t *zone);

#endif
