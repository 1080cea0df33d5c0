/* solve/sor/sor.h - successive over-relaxation (SOR): red-black, and the published solvers in
 * natural order. */
#ifndef SM_SOLVE_SOR_SOR_H
#define SM_SOLVE_SOR_SOR_H

#include "solve/poisson.h"

/* relaxation_factor.c */

/* Spectral radius mu of the Jacobi iteration on the box without obstacles, with its spacings, eta
 * and open sides: 1 - (v, A v) / (v, D v), with the diagonal D and the product v of the lowest
 * modes of the axes. v is exact except for closed sides, where the error is of second order.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_jacobi_spectral_radius(struct sm_context *ctx,
                                                    const struct sm_poisson *poisson, double *mu);

/* Relaxation factor: `given`, or if that is NAN 2 / (1 + sqrt(1 - mu^2)) (Young 1954), at most
 * 1.999.
 * Errors: as above. */
SM_CHECKED enum sm_status sm_sor_optimal_omega(struct sm_context *ctx,
                                               const struct sm_poisson *poisson, double given,
                                               double *omega);

/* red_black.c */

/* Sweeps with options->omega until the residual, or the change of an iteration, is small enough.
 * Works on the correction to x in float: every check_every iterations it is added to x and the true
 * residual computed, which changes nothing in exact arithmetic; if changes are measured also one
 * iteration before. norm: residual in level 0's b; reference: right-hand side.
 * Errors: ERR_DEVICE, ERR_MEMORY, ERR_STOPPED, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_sor_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                       const struct sm_poisson_problem *problem,
                                       const struct sm_poisson_options *options, double norm,
                                       double reference, struct sm_poisson_result *result);

/* natural.c */

/* Solves with options->solver, one of SM_SOLVER_SOR, _SOR_GLOBAL, _SOR_SHARED, _SOR_DYNAMIC,
 * _SOR_GRAPH and _SOR_COPIED, from the residual in level 0's b; reference: the 2-norm of the
 * right-hand side. lambda is a correction in float, which is added to x when its change has fallen
 * by a factor of 1000, or when the tolerance is expected to be reached; then the true residual
 * decides. With options->change_tolerance it is added only at the end, as published. Needs
 * sm_sor_natural_bytes of the device while it runs. Fills result->changes. Errors: ERR_DEVICE,
 * ERR_MEMORY, ERR_STOPPED, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_sor_natural_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                               const struct sm_poisson_problem *problem,
                                               const struct sm_poisson_options *options,
                                               double norm, double reference,
                                               struct sm_poisson_result *result);

/* Takes the device memory of such a solve, and gives it back. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_sor_natural_reserve(struct sm_context *ctx, struct sm_poisson *poisson,
                                                 const struct sm_poisson_options *options);

/* ERR_DEVICE, with an alternative, if the solver does not run on the device. */
SM_CHECKED enum sm_status sm_sor_natural_check(struct sm_context *ctx,
                                               const struct sm_device *device,
                                               enum sm_wind_solver solver);

#endif
