/* natural.h - the solvers of Bozorgmehr et al. (2021), as published: SOR in natural order with
 * six coefficients per cell, in lexicographic order on the CPU; red-black in global memory; through
 * shared memory; and with the loop on the GPU. Here for comparison (docs/theory/poisson.md). */
#ifndef SM_SOLVE_SOR_NATURAL_H
#define SM_SOLVE_SOR_NATURAL_H

#include "solve/poisson.h"

/* Solves with options->solver, one of SM_SOLVER_SOR, _SOR_GLOBAL, _SOR_SHARED, _SOR_DYNAMIC and
 * _SOR_GRAPH, from the residual in level 0's b; reference: the 2-norm of the right-hand side.
 * lambda is a correction in float, which is added to x when it has changed by 1000 times less than
 * at first, or is thought to have reached the tolerance; then the true residual decides. Takes
 * sm_sor_natural_bytes of the device while it runs. Fills result->changes.
 * Errors: ERR_DEVICE, ERR_MEMORY, ERR_STOPPED, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_sor_natural_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                               const struct sm_poisson_problem *problem,
                                               const struct sm_poisson_options *options,
                                               double norm, double reference,
                                               struct sm_poisson_result *result);

/* ERR_DEVICE, and what to use instead, when the solver, any, does not run on the device. */
SM_CHECKED enum sm_status sm_sor_natural_check(struct sm_context *ctx,
                                               const struct sm_device *device,
                                               enum sm_wind_solver solver);

/* Bytes of the device that a solver takes beside those of sm_poisson_bytes; 0 for other solvers. */
size_t sm_sor_natural_bytes(enum sm_wind_solver solver, const struct sm_grid *grid);

#endif
