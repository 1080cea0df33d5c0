/* chem/kinetics/steps.h - the steps of the tables: one per direction of a reaction, or one for
 * both. */
#ifndef SM_CHEM_KINETICS_STEPS_H
#define SM_CHEM_KINETICS_STEPS_H

#include "chem/kinetics/kinetics.h"

/* Adds the steps of all reactions to tables with room for them, sorted so that equal factors
 * follow each other. Errors: ERR_DATA (thermodynamics that a species has not). */
SM_CHECKED enum sm_status
sm_kinetics_add_steps(struct sm_context *ctx, const struct sm_mechanism *m, struct sm_kinetics *k);

#endif
