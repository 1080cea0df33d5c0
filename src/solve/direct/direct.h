/* solve/direct/direct.h - direct Poisson solver (fast Fourier transforms along x and y, tridiagonal
 * systems along z) for boxes without obstacles, on a CPU. Method: docs/theory/poisson.md. */
#ifndef SM_SOLVE_DIRECT_DIRECT_H
#define SM_SOLVE_DIRECT_DIRECT_H

#include "solve/poisson.h"

/* Why a problem cannot be solved directly; NULL: it can. setup->cell may be NULL: open faces are
 * then not looked at. */
const char *sm_direct_obstacle(const struct sm_device *device,
                               const struct sm_poisson_setup *setup);

/* Whether numbers of cells along x and y have prime factors so large that multigrid takes less
 * time. */
bool sm_direct_is_slow(const struct sm_grid *grid);

/* Makes poisson->direct for a level 0 without an obstacle. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_direct_create(struct sm_context *ctx, struct sm_poisson *poisson);
void sm_direct_destroy(struct sm_poisson *poisson);

/* Lends the memory of sm_poisson_setup, whose contents are lost, until the solution is used. */
void sm_direct_lend(struct sm_poisson *poisson, void *memory);

/* Adds the solution of A e = r to poisson->x; r is level 0's b. */
void sm_direct_correct(struct sm_poisson *poisson);

/* Solves until the criterion of `options` and `problem` is met, or rounding ends progress: usually
 * one iteration. norm: of the initial residual in level 0's b. Errors: ERR_DEVICE, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_direct_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                          const struct sm_poisson_problem *problem,
                                          const struct sm_poisson_options *options, double norm,
                                          double reference, struct sm_poisson_result *result);

#endif
