/* rotor_wind.h - the wind under hovering rotors over flat ground, in time: model "rotor".
 *
 * Each rotor has vortex rings of its own (physics/prescribed/vortex_rings.h), whose winds add up
 * with the ambient one. The rings move on the host; what they make of the faces is computed on the
 * device (cell/particles/rotor.h) and free of divergence but for the rounding of the state. */
#ifndef SM_PHYSICS_PRESCRIBED_ROTOR_WIND_H
#define SM_PHYSICS_PRESCRIBED_ROTOR_WIND_H

#include "cell/cells.h"
#include "domain/domain.h"
#include "domain/grid/state.h"
#include "physics/prescribed/vortex_rings.h"

struct sm_rotor_wind_model;

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_rotor_wind_create(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain,
                                               struct sm_state *state,
                                               struct sm_rotor_wind_model **out);
void sm_rotor_wind_destroy(struct sm_rotor_wind_model **model);

/* Bytes of the device beside the fields. */
size_t sm_rotor_wind_bytes(const struct sm_case *c, const struct sm_domain *domain);

/* The wind of a time of the weather, in the state; enqueued, not waited for. Any order of times
 * gives the same bits; each is reached from the one before, or from the start. Errors: ERR_DEVICE.
 */
SM_CHECKED enum sm_status sm_rotor_wind_make(struct sm_context *ctx,
                                             struct sm_rotor_wind_model *model, int time);

#endif
