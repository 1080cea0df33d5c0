/* cells.h - all cell functions: once for fixed types, then once per precision of the state. */
#ifndef SM_CELL_CELLS_H
#define SM_CELL_CELLS_H

#include "cell/advect.h"
#include "cell/bozorgmehr.h"
#include "cell/coarsen.h"
#include "cell/csr.h"
#include "cell/distance.h"
#include "cell/drag.h"
#include "cell/eddy_viscosity.h"
#include "cell/ends.h"
#include "cell/flow.h"
#include "cell/flow_forces.h"
#include "cell/flow_mean.h"
#include "cell/gather.h"
#include "cell/griebel.h"
#include "cell/levels.h"
#include "cell/momentum.h"
#include "cell/poisson.h"
#include "cell/rotor.h"
#include "cell/separation.h"
#include "cell/slope_flow.h"
#include "cell/transport.h"
#include "cell/turbine.h"
#include "cell/turbulence.h"
#include "cell/urban.h"
#include "cell/vegetation.h"
#include "cell/vortex_field.h"
#include "cell/wake.h"
#include "cell/wind.h"

#define SM_BITS 32
#include "cell/precision.h"

#include "cell/advect.h"
#include "cell/drag.h"
#include "cell/flow.h"
#include "cell/flow_forces.h"
#include "cell/flow_mean.h"
#include "cell/gather.h"
#include "cell/griebel.h"
#include "cell/levels.h"
#include "cell/momentum.h"
#include "cell/rotor.h"
#include "cell/separation.h"
#include "cell/sgs.h"
#include "cell/slope_flow.h"
#include "cell/transport.h"
#include "cell/turbine.h"
#include "cell/turbulence.h"
#include "cell/urban.h"
#include "cell/vegetation.h"
#include "cell/vortex_field.h"
#include "cell/wake.h"
#include "cell/wind.h"

#include "cell/eddy_viscosity.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "cell/advect.h"
#include "cell/drag.h"
#include "cell/flow.h"
#include "cell/flow_forces.h"
#include "cell/flow_mean.h"
#include "cell/gather.h"
#include "cell/griebel.h"
#include "cell/levels.h"
#include "cell/momentum.h"
#include "cell/rotor.h"
#include "cell/separation.h"
#include "cell/sgs.h"
#include "cell/slope_flow.h"
#include "cell/transport.h"
#include "cell/turbine.h"
#include "cell/turbulence.h"
#include "cell/urban.h"
#include "cell/vegetation.h"
#include "cell/vortex_field.h"
#include "cell/wake.h"
#include "cell/wind.h"

#include "cell/eddy_viscosity.h"
#undef SM_BITS
#undef SM_REAL

/* Particles, in float. */
#include "cell/bins.h"
#include "cell/census.h"
#include "cell/emit.h"

#endif
