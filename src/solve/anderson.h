/* solve/anderson.h - Anderson acceleration of a fixed-point iteration x <- x + f(x) (Anderson 1965;
 * Walker and Ni 2011): among the combinations of the last iterates that with the smallest residual
 * f, and from there a step by the residual that is left. For linear f it is equivalent to GMRES
 * with as many vectors. */
#ifndef SM_SOLVE_ANDERSON_H
#define SM_SOLVE_ANDERSON_H

#include "base/context.h"

struct sm_anderson;

/* most: largest number of unknowns; history: number of earlier iterates that are used. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_anderson_create(struct sm_context *ctx, int most, int history,
                                             struct sm_anderson **out);
void sm_anderson_destroy(struct sm_anderson **anderson);

/* Forgets earlier iterates; the next have n unknowns. */
void sm_anderson_start(struct sm_anderson *anderson, int n);

/* Replaces the iterate x by the next one; f: its residual, overwritten. */
void sm_anderson_step(struct sm_anderson *anderson, double *x, double *f);

#endif
