/* solve/sor/red_black.h - red-black successive over-relaxation with the solver's own operator and
 * layout. */
#ifndef SM_SOLVE_SOR_RED_BLACK_H
#define SM_SOLVE_SOR_RED_BLACK_H

#include "solve/poisson.h"

/* Sweeps with options->omega. Works on the correction to x in float: every check_every iterations
 * it is added to x and the true residual computed, which changes nothing in exact arithmetic. norm:
 * of the residual in level 0's b; reference: of the right-hand side. Errors: ERR_DEVICE,
 * ERR_MEMORY, ERR_STOPPED, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_sor_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                       const struct sm_poisson_problem *problem,
                                       const struct sm_poisson_options *options, double norm,
                                       double reference, struct sm_poisson_result *result);

#endif
