/* physics/scalars/chemistry.h - chemistry of the scalars of a flow at given temperature: NO, NO2
 * and O3 in closed form, or any mechanism (docs/theory/incompressible-scalars.md). */
#ifndef SM_PHYSICS_SCALARS_CHEMISTRY_H
#define SM_PHYSICS_SCALARS_CHEMISTRY_H

#include "chem/integrate/device_integrator.h"
#include "physics/flow/view.h"
#include "physics/scalars/scalars.h"
#include "simoom/chem.h"
#include "simoom/chem_cell.h"

/* reactions.c */

/* Temperature of the reactions. */
struct sm_reacting_air {
  double temperature; /* K; of air at the reference temperature */
  bool warm;          /* use the temperature of the air */
};

struct sm_reactions;

/* Makes the mechanism of the case. Errors: as sm_scalar_chemistry_create. */
SM_CHECKED enum sm_status sm_reactions_create(struct sm_context *ctx,
                                              const struct sm_scalars *scalars,
                                              const struct sm_reacting_air *air,
                                              struct sm_reactions **out);
void sm_reactions_destroy(struct sm_reactions **reactions);

/* Adds the part of a checkpoint for a restart with identical results. */
void sm_reactions_part(const struct sm_reactions *reactions, struct sm_flow_view *view);
void sm_reactions_gather(const struct sm_reactions *reactions);

/* Whether a scalar takes part. */
bool sm_reactions_have(const struct sm_reactions *reactions, int32_t item);

/* Integrates the reactions over dt seconds; heats the air if the case asks for it. Errors:
 * ERR_DIVERGED, ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reactions_react(struct sm_context *ctx, struct sm_reactions *reactions,
                                             double time, double dt);

/* State of the first cell whose integration failed, before the step; NULL: none. */
const struct sm_chem_cell *sm_reactions_failed(const struct sm_reactions *reactions);

/* Index of the tracer with a name; -1: none. */
int32_t sm_scalar_find_tracer(const struct sm_scalars *scalars, const char *name);

/* Molar mass, kg/kmol: from the case, else the mechanism, else the formula; 0: unknown. */
double sm_scalar_molar_mass(const struct sm_case_scalar *c, double of_mechanism);

/* chemistry.c */

struct sm_scalar_chemistry;

/* *out is NULL if the case has no [flow.chemistry]. Errors: ERR_CASE, ERR_DATA (invalid mechanism,
 * species without a scalar), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scalar_chemistry_create(struct sm_context *ctx,
                                                     const struct sm_scalars *scalars,
                                                     struct sm_scalar_chemistry **out);
void sm_scalar_chemistry_destroy(struct sm_scalar_chemistry **chemistry);

/* Integrates the reactions over a fraction `share` of a step of `step` s that starts at `time`.
 * Errors: ERR_DIVERGED (a cell cannot be integrated), ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scalar_chemistry_react(struct sm_context *ctx,
                                                    struct sm_scalar_chemistry *chemistry,
                                                    double time, double step, double share);

/* State of the first cell whose integration failed, before the step; NULL: none. */
const struct sm_chem_cell *sm_scalar_chemistry_failed(const struct sm_scalar_chemistry *chemistry);

/* Logs how well the invariants of the reactions were conserved: NO + NO2 and NO2 + O3. Errors:
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_chemistry_report(struct sm_context *ctx,
                                                     const struct sm_scalar_chemistry *chemistry);

/* Adds the part of a checkpoint for a restart with identical results. */
void sm_scalar_chemistry_part(const struct sm_scalar_chemistry *chemistry,
                              struct sm_flow_view *view);
/* Gets it whole on each process (physics/flow/share.h). */
void sm_scalar_chemistry_gather(const struct sm_scalar_chemistry *chemistry);

/* Whether a scalar takes part. */
bool sm_scalar_chemistry_has(const struct sm_scalar_chemistry *chemistry,
                             const struct sm_scalar *item);

/* reactions.c: Reaction mechanism of the scalars of a flow; for reactions.c and reactions_step.c.
 */

struct sm_reactions {
  const struct sm_scalars *scalars;
  const struct sm_case_chemistry *c;
  struct sm_reacting_air air;
  struct sm_mechanism *mechanism;
  struct sm_chem *chem;
  struct sm_chem_integrator integrator;
  int64_t count;          /* fluid cells */
  int64_t *cell;          /* elements in the fields, row by row along y */
  int64_t *row;           /* host: cells of row j are row[j] <= m < row[j + 1] */
  int64_t begin, own;     /* first cell of this process in a step, and their number */
  int32_t *of;            /* [species] scalar index; -1: fixed */
  double *fixed;          /* [species], kmol/m3 */
  double *weight;         /* [species], kg/kmol, of transported ones */
  int64_t *on_cell;       /* on the device, as is the whole store */
  double *concentrations; /* [species][own], kmol/m3 */
  double *temperature, *pressure, *sun, *zenith, *water;
  double *before; /* [species][own], kmol/m3; NULL: no heat of reaction */
  double *warm;   /* [own], air temperature above the reference, K */
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
