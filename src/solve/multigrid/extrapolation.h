/* solve/multigrid/extrapolation.h - a start for a solve, made of the last two solutions. */
#ifndef SM_SOLVE_MULTIGRID_EXTRAPOLATION_H
#define SM_SOLVE_MULTIGRID_EXTRAPOLATION_H

#include "solve/poisson.h"

/* The solution before the one that is in poisson->x. */
struct sm_extrapolation {
  struct sm_poisson *poisson; /* borrowed */
  double *before, *memory;    /* device: as poisson->x; what it lies in */
  size_t size;
};

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_extrapolation_create(struct sm_context *ctx,
                                                  struct sm_poisson *poisson,
                                                  struct sm_extrapolation **out);
void sm_extrapolation_destroy(struct sm_extrapolation **extrapolation);

/* Makes poisson->x into a times itself plus b times the solution before, and keeps what it was as
 * the new solution before. Enqueued like any kernel. */
void sm_extrapolation_make(const struct sm_extrapolation *extrapolation, double a, double b);

#endif
