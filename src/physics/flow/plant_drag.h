/* physics/flow/plant_drag.h - the plants of a domain as a drag on the wind of a flow. */
#ifndef SM_PHYSICS_FLOW_PLANT_DRAG_H
#define SM_PHYSICS_FLOW_PLANT_DRAG_H

#include "physics/flow/fields.h"

bool sm_flow_has_plants(const struct sm_domain *domain);

/* Adds to cells, in the layout of the flow, drag coefficient times leaf area density, 1/m: of
 * canopies and trees 2 b^2 a / H from their attenuation a, b = 0.3 the friction velocity over the
 * wind at their height H (Harman and Finnigan 2007); of barriers what lets through the part of the
 * wind that is open. Theory: docs/theory/incompressible.md. */
void sm_flow_plants_density(const struct sm_flow *flow, double *density);

#endif
