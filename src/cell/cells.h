/* cells.h - all cell functions: once for fixed types, then once per precision of the state. */
#ifndef SM_CELL_CELLS_H
#define SM_CELL_CELLS_H

/* A file comes after those whose functions it calls. */
/* clang-format off */
#include "cell/momentum/advection_schemes.h"
#include "cell/momentum/force_on_body.h"
#include "cell/poisson/sor_natural.h"
#include "cell/poisson/levels.h"
#include "cell/poisson/csr.h"
#include "cell/momentum/cut_cells.h"
#include "cell/scalars/merged_cells.h"
#include "cell/diagnostic/wall_distance.h"
#include "cell/particles/drag.h"
#include "cell/momentum/eddy_viscosity.h"
#include "cell/poisson/red_black.h"
#include "cell/momentum/fields.h"
#include "cell/momentum/forces.h"
#include "cell/momentum/means.h"
#include "cell/momentum/walls.h"
#include "cell/compressible/flux.h"
#include "cell/compressible/transport.h"
#include "cell/compressible/boundary.h"
#include "cell/compressible/stage.h"
#include "cell/compressible/stress.h"
#include "cell/particles/ray_traversal.h"
#include "cell/particles/wind_interpolation.h"
#include "cell/particles/langevin.h"
#include "cell/momentum/mac_sor.h"
#include "cell/momentum/inflow_turbulence.h"
#include "cell/particles/time_levels.h"
#include "cell/compressible/mixture.h"
#include "cell/compressible/mixture_advection.h"
#include "cell/compressible/mixture_list.h"
#include "cell/momentum/momentum.h"
#include "cell/rans/sweep.h"
#include "cell/rans/k_epsilon.h"
#include "cell/rans/scalar.h"
#include "cell/scalars/reactants.h"
#include "cell/poisson/smoother.h"
#include "cell/poisson/conjugate_gradients.h"
#include "cell/poisson/prism.h"
#include "cell/poisson/prism_sweeps.h"
#include "cell/poisson/prism_krylov.h"
#include "cell/particles/rotor.h"
#include "cell/diagnostic/internal_boundary_layer.h"
#include "cell/diagnostic/lee_separation.h"
#include "cell/diagnostic/slope_flow.h"
#include "cell/scalars/transport.h"
#include "cell/diagnostic/turbine.h"
#include "cell/diagnostic/turbulence.h"
#include "cell/urban/urban.h"
#include "cell/diagnostic/vegetation.h"
#include "cell/particles/vortex_field.h"
#include "cell/urban/wake_mixing.h"
#include "cell/diagnostic/wind.h"

#define SM_BITS 32
#include "cell/precision.h"
#include "cell/state_cells.def"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"
#include "cell/state_cells.def"
#undef SM_BITS
#undef SM_REAL

/* Particles: their records hold structs of both precisions. */
#include "cell/particles/particle_step.h"
#include "cell/particles/deposition.h"
#include "cell/particles/advance.h"
#define SM_BITS 32
#include "cell/precision.h"
#include "cell/particles/particle_step.h"
#include "cell/particles/deposition.h"
#include "cell/particles/advance.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"
#include "cell/particles/particle_step.h"
#include "cell/particles/deposition.h"
#include "cell/particles/advance.h"
#undef SM_BITS
#undef SM_REAL
#include "cell/particles/binning.h"
#include "cell/particles/collisions.h"
#include "cell/particles/contact.h"
#include "cell/particles/coupling.h"
#include "cell/particles/dense_layer.h"
#include "cell/particles/dense_particles.h"
#include "cell/particles/emission.h"
/* clang-format on */

#endif
