/* solve/multigrid/coarsening.h - coarsening of a multigrid level, and the inverse of the
 * coarsest. */
#ifndef SM_SOLVE_MULTIGRID_COARSENING_H
#define SM_SOLVE_MULTIGRID_COARSENING_H

#include "solve/poisson.h"

/* Length scales of the merging rules. */
struct sm_coarsening_scales {
  double shortest; /* the shorter of the horizontal cell widths that can still be merged, m */
  double z_scale;  /* factor of vertical widths: 1 / sqrt(eta) */
};

double sm_mg_level_width(const struct sm_mg_level *level, int d, int i); /* m */

/* Distance of the centres on both sides of low face i of axis d, 0 <= i <= n, m. */
double sm_mg_level_spacing(const struct sm_mg_level *level, int d, int i);

/* Sets size and axes of level 0, or of a level of count[] cells that start at start[] of the finer
 * one; nothing else. above, periodic: as in struct sm_poisson_setup; periodic may be NULL.
 * level->host_axes is freed with sm_free. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mg_level_finest(struct sm_context *ctx, const struct sm_grid *grid,
                                             double above, const bool periodic[3],
                                             struct sm_mg_level *level);
SM_CHECKED enum sm_status sm_mg_level_coarser(struct sm_context *ctx,
                                              const struct sm_mg_level *fine, int *const start[3],
                                              const int count[3], struct sm_mg_level *coarse);

/* Cells of the next level: cell i of axis d starts at start[d][i] of the finer level; count[d]:
 * their number. */
struct sm_coarsening {
  int *starts, *start[3];
  int count[3];
};

/* Allocates room for the levels below `finest`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_coarsening_begin(struct sm_context *ctx,
                                              const struct sm_mg_level *finest,
                                              struct sm_coarsening *plan);
void sm_coarsening_end(struct sm_coarsening *plan);

/* Chooses the cells of the level below `last`, the lowest of `levels`; false if there is no further
 * level. There are at least two levels, even if nothing can be merged. */
bool sm_coarsening_next(struct sm_coarsening *plan, const struct sm_mg_level *last, int levels,
                        double eta);

/* open_faces.c: Makes the open faces, and with cut cells the open fractions, of level 0, and counts
 * poisson->floating. Errors: ERR_FAILED (the ends of a periodic axis differ), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mg_open_faces(struct sm_context *ctx, struct sm_poisson *poisson,
                                           const struct sm_poisson_setup *setup);

/* Inverse of the symmetric n x n matrix a (destroyed), n <= SM_POISSON_DENSE; rows of
 * SM_POISSON_DENSE floats. */
void sm_poisson_dense_inverse(double *a, int n, float *inverse);

#endif
