/* carried_left.h - mass of particles that left the domain, by the side, told to the user. */
#ifndef SM_RUN_CARRIED_LEFT_H
#define SM_RUN_CARRIED_LEFT_H

#include "run/carried.h"

/* Warns of each species of which more than a hundredth left through a side or the top: how much,
 * where, and what holds it. ledger: [species][SM_ACCOUNTS], as of sm_particles_balance. */
SM_CHECKED enum sm_status sm_carried_tell_left(struct sm_context *ctx,
                                               const struct sm_carried *carried,
                                               const double *ledger);

#endif
