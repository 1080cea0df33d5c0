/* physics/scalars/budget.h - where what was there, or came, is now. */
#ifndef SM_PHYSICS_SCALARS_BUDGET_H
#define SM_PHYSICS_SCALARS_BUDGET_H

#include "physics/scalars/mass_transport.h"

/* Its sum over the air, kg. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_find_integral(struct sm_context *ctx,
                                                  const struct sm_scalars *scalars,
                                                  const struct sm_scalar *item, double *out);

/* What a stage, of which `weight` of the step is in the result, takes away. */
void sm_scalar_keep_accounts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                             const struct sm_scalar_transport *t, struct sm_step_remaining left,
                             double weight);

/* Kilograms of a scalar: initial + emitted + made = in the air + deposited + decayed + left. */
struct sm_scalar_budget {
  const char *name;
  double initial, emitted, air, deposited, decayed, left; /* left: through the sides, less inflow */
  double made; /* by reactions, of a scalar that reacts: what the others leave */
};
SM_CHECKED enum sm_status sm_scalars_budget(struct sm_context *ctx,
                                            const struct sm_scalars *scalars, size_t index,
                                            struct sm_scalar_budget *out);

/* Tells the balances of all but the temperature to the log, and warns of what left through the
 * sides. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalars_report(struct sm_context *ctx,
                                            const struct sm_scalars *scalars);

#endif
