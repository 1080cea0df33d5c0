/* run/dispersion/outflow.h - mass of particles that left the domain, by the side, told to the user.
 */
#ifndef SM_RUN_DISPERSION_OUTFLOW_H
#define SM_RUN_DISPERSION_OUTFLOW_H

#include "run/dispersion/dispersion.h"

/* Warns of each species of which more than a hundredth left through a side or the top: how much,
 * where, and what holds it. budget: [species][SM_BUDGET_TERMS], as of sm_particles_budget. */
SM_CHECKED enum sm_status sm_dispersion_warn_outflow(struct sm_context *ctx,
                                                     const struct sm_dispersion *dispersion,
                                                     const double *budget);

#endif
