/* physics/flow/subgrid_model.h - the viscosity of the eddies that a flow's grid does not resolve
 * (cell/momentum/eddy_viscosity.h). */
#ifndef SM_PHYSICS_FLOW_SUBGRID_MODEL_H
#define SM_PHYSICS_FLOW_SUBGRID_MODEL_H

#include "physics/flow/fields.h"

struct sm_subgrid_model {
  const struct sm_flow *flow; /* borrowed */
  enum sm_subgrid model;
  double factor;         /* of the model */
  double prandtl;        /* number of the eddies */
  union sm_reals length; /* m, Smagorinsky's, or of a transported energy; NULL: another model */
};

/* The model that the case names; lengths are matched to the distance from the nearest wall. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_subgrid_model_make(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                const struct sm_state *state,
                                                struct sm_subgrid_model *out);

/* flow->eddy, from a wind whose ghosts are there. In air whose temperature, K, rises by dT/dz, N^2
 * over the turbulent Prandtl number is lift dT/dz: Smagorinsky's eddies are less in it. Eddies of a
 * transported energy stay what they are. */
void sm_subgrid_find_viscosity(const struct sm_subgrid_model *eddies, int wind,
                               union sm_reals temperature, double buoyancy);

/* What the step that was made last gives to a transported energy (m2/s2) and takes from it, in the
 * wind at its end; and flow->eddy of it. begin: the energy that is in balance with the wind. The
 * ghosts of the energy are not filled. */
void sm_subgrid_advance_tke(const struct sm_subgrid_model *eddies, int wind,
                            union sm_reals temperature, double buoyancy, union sm_reals energy,
                            bool begin);

#endif
