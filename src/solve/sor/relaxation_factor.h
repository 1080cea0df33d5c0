/* solve/sor/relaxation_factor.h - the best relaxation factor of SOR. */
#ifndef SM_SOLVE_SOR_RELAXATION_FACTOR_H
#define SM_SOLVE_SOR_RELAXATION_FACTOR_H

#include "solve/poisson.h"

/* Spectral radius mu of Jacobi's iteration on the box without obstacles, with its spacings, eta and
 * open sides: 1 - (v, A v) / (v, D v), D the diagonal, for the mode v that is the product of the
 * lowest modes of the axes. v is exact but for closed sides, where the error is of second order.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_jacobi_spectral_radius(struct sm_context *ctx,
                                                    const struct sm_poisson *poisson, double *mu);

/* given; or, when that is NAN, 2 / (1 + sqrt(1 - mu^2)) (Young 1954), at most 1.999.
 * Errors: as above. */
SM_CHECKED enum sm_status sm_sor_optimal_omega(struct sm_context *ctx,
                                               const struct sm_poisson *poisson, double given,
                                               double *omega);

#endif
