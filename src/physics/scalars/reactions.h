/* reactions.h - reaction mechanism of the scalars of a flow; for reactions.c and reactions_step.c.
 */
#ifndef SM_PHYSICS_SCALARS_REACTIONS_H
#define SM_PHYSICS_SCALARS_REACTIONS_H

#include "chem/integrate/device_integrator.h"
#include "physics/scalars/chemistry.h"
#include "simoom/chem.h"
#include "simoom/chem_cell.h"

struct sm_reactions {
  const struct sm_scalars *scalars;
  const struct sm_case_chemistry *c;
  struct sm_reacting_air air;
  struct sm_mechanism *mechanism;
  struct sm_chem *chem;
  struct sm_chem_integrator integrator;
  int64_t count;          /* fluid cells */
  int64_t *cell;          /* elements in the fields */
  int32_t *of;            /* [species] scalar index; -1: fixed */
  double *fixed;          /* [species], kmol/m3 */
  double *weight;         /* [species], kg/kmol, of transported ones */
  int64_t *on_cell;       /* on the device, as is the whole store */
  double *concentrations; /* [species][count], kmol/m3 */
  double *temperature, *pressure, *sun, *zenith, *water;
  double *before; /* [species][count], kmol/m3; NULL: no heat of reaction */
  double *warm;   /* [count], air temperature above the reference, K */
  double *thermo; /* as in sm_mixture_tables */
  int64_t failed; /* failed cells so far */
  struct sm_chem_cell first;
  const char **names; /* names of its species */
  double *fractions;
};

/* Smallest tolerance of a species as a fraction of all reacting species. */
#define SM_REACTIONS_LEAST_SHARE 1e-15

/* Options of the integration. */
static inline struct sm_chem_options sm_reactions_options(const struct sm_reactions *r) {
  return (struct sm_chem_options){
      .mode = SM_CHEM_ISOTHERMAL, .rtol = r->c->rtol, .atol = SM_REACTIONS_LEAST_SHARE};
}

#endif
