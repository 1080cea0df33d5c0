/* chem/kinetics/positivity.h - species that no reaction takes below nothing. */
#ifndef SM_CHEM_KINETICS_POSITIVITY_H
#define SM_CHEM_KINETICS_POSITIVITY_H

#include "simoom/mechanism.h"

/* Marks 1 the species whose every loss is at least proportional to what there is of them: the exact
 * solution never falls below 0. Orders of reaction that are given may do otherwise. */
void sm_mechanism_nonnegative(const struct sm_mechanism *m, int32_t *out);

#endif
