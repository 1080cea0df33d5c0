/* plume_rise.h - how the hot or fast gas of a stack rises above it. */
#ifndef SM_PHYSICS_PARTICLES_PLUME_RISE_H
#define SM_PHYSICS_PARTICLES_PLUME_RISE_H

#include "physics/particles/state.h"

/* Any source is a stack. */
bool sm_plume_rises(const struct sm_case_particles *p);

/* The rise of a stack's plume in the wind at its mouth (Briggs 1969, 1975, as in the Industrial
 * Source Complex model): buoyancy F = g v d^2 / 4 (1 - Ta / Ts) lifts it as 1.6 (F / u)^(1/3)
 * t^(2/3), until 49 F^(5/8) m downwind, or 119 F^(2/5) from F = 55 m4/s3 on; or, where that is
 * more, momentum does to 3 d v / u. wind: m/s; ambient: K. */
struct sm_plume_rise sm_plume_rise_of(double velocity, double temperature, double diameter,
                                      double wind, double ambient, double gravity);

/* By the wind of a state at the mouths of all stacks. */
SM_CHECKED enum sm_status sm_plume_rise_update(struct sm_context *ctx, struct sm_particles *p,
                                               const struct sm_state *state);

#endif
