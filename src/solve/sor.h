/* sor.h - successive over-relaxation: the reference solvers of Bozorgmehr et al. 2021. */
#ifndef SM_SOLVE_SOR_H
#define SM_SOLVE_SOR_H

#include "solve/poisson.h"

/* Sweeps with options->omega: red-black, or (SM_SOLVER_SOR, CPU only) in lexicographic order. Works
 * on the correction to x in float: every check_every iterations it is added to x and the true
 * residual computed, which changes nothing in exact arithmetic. norm: of the residual in
 * poisson->r; reference: of the right-hand side. Errors: ERR_DEVICE, ERR_STOPPED, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_sor_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                       const struct sm_poisson_problem *problem,
                                       const struct sm_poisson_options *options, double norm,
                                       double reference, struct sm_poisson_result *result);

#endif
