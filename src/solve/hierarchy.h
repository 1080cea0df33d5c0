/* hierarchy.h - how a level is coarsened, and the inverse of the coarsest. */
#ifndef SM_SOLVE_HIERARCHY_H
#define SM_SOLVE_HIERARCHY_H

#include "solve/poisson.h"

/* What the rules of merging look at. */
struct sm_merge {
  double shortest; /* m: the shorter of the horizontal widths that can still be merged */
  double z_scale;  /* widths in z count times this: 1 / sqrt(eta) */
};

double sm_level_width(const struct sm_level *level, int d, int i); /* m */

/* Chooses the cells of the next level: start[d] (n + 2 entries) tells where each begins. False when
 * nothing can be merged. */
bool sm_hierarchy_plan(const struct sm_level *level, double eta, int *const start[3], int count[3]);

/* Inverse of the symmetric n x n matrix a (destroyed), n <= SM_DENSE; rows of SM_DENSE floats. */
void sm_dense_inverse(double *a, int n, float *inverse);

#endif
