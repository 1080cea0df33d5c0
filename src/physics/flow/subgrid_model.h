/* physics/flow/subgrid_model.h - subgrid-scale model of a flow: eddy viscosity of unresolved eddies
 * (cell/momentum/eddy_viscosity.h). */
#ifndef SM_PHYSICS_FLOW_SUBGRID_MODEL_H
#define SM_PHYSICS_FLOW_SUBGRID_MODEL_H

#include "physics/flow/fields.h"

struct sm_subgrid_model {
  const struct sm_flow *flow; /* borrowed */
  enum sm_subgrid model;
  double factor;         /* factor of the model */
  double prandtl;        /* turbulent Prandtl number */
  union sm_reals length; /* length scale of Smagorinsky or of the transported energy, m; NULL: other
                            models */
};

/* Makes the model of the case; length scales are matched to the distance from the nearest wall.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_subgrid_model_make(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                const struct sm_state *state,
                                                struct sm_subgrid_model *out);

/* Computes flow->eddy from a wind with filled ghosts. With temperature (K) gradient dT/dz, N^2 over
 * the turbulent Prandtl number is buoyancy dT/dz, which reduces the Smagorinsky eddy viscosity. A
 * transported subgrid energy is not affected. */
void sm_subgrid_find_viscosity(const struct sm_subgrid_model *eddies, int wind,
                               union sm_reals temperature, double buoyancy);

/* Integrates production and dissipation of the transported subgrid energy (m2/s2) over the last
 * step, with the wind at its end, and computes flow->eddy from it. begin: sets the energy to
 * equilibrium with the wind. Ghosts of the energy are not filled. */
void sm_subgrid_advance_tke(const struct sm_subgrid_model *eddies, int wind,
                            union sm_reals temperature, double buoyancy, union sm_reals energy,
                            bool begin);

#endif
