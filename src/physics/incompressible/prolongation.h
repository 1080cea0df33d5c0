/* physics/incompressible/prolongation.h - fields of a flow from a grid to the next finer one, whose
 * cells are 2 x 2 x 2 to one of it: along a line between values, or with the slope between the
 * neighbours of one, so that the means over coarse faces and cells stay as they are. On the host,
 * in the layouts of the flows.
 */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_PROLONGATION_H
#define SM_PHYSICS_INCOMPRESSIBLE_PROLONGATION_H

#include "physics/flow/fields.h"

/* Component d of a wind, of all faces in the domain. `from` has its ghosts. */
void sm_flow_prolong_wind(const struct sm_flow *coarse, const double *from,
                          const struct sm_flow *fine, int d, double *to);

/* A field at centres, of cells that are air on both grids; others keep what is in `to`. Slopes are
 * so small that nothing new is above or below the values around (van Leer 1977). */
void sm_flow_prolong_cells(const struct sm_flow *coarse, const double *from,
                           const struct sm_flow *fine, double *to);

#endif
