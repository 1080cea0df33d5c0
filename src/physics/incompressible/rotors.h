/* physics/incompressible/rotors.h - actuator disks of rotors ([[wind.rotor]]): thrust and torque on
 * the air as a body force that moves with the rotor. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_ROTORS_H
#define SM_PHYSICS_INCOMPRESSIBLE_ROTORS_H

#include "physics/flow/forces.h"

struct sm_flow_rotors;

/* *out stays NULL without rotors. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_rotors_create(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                struct sm_flow_rotors **out);

/* Places the force of all rotors for a step that begins at `time`, s since the first output.
 * `rotors` may be NULL. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_rotors_place(struct sm_context *ctx,
                                               struct sm_flow_rotors *rotors, double time);

/* Longest step in which the force of a placed rotor moves air at rest less than half a cell, s;
 * INFINITY without rotors. */
double sm_flow_rotors_step(const struct sm_flow_rotors *rotors);

/* Adds the force of a step to a wind. `rotors` may be NULL. */
void sm_flow_rotors_apply(const struct sm_flow_rotors *rotors, int wind);

#endif
