/* chem/integrate/sparse_lu.h - sparse LU factorisation for a fixed pattern, by lists made once.
 *
 * Pivots are on the diagonal, ordered by the Markowitz criterion, which is sufficient for matrices
 * 1/(h gamma) - J of chemistry. Entries of the matrix and of the fill share one list of values. */
#ifndef SM_CHEM_INTEGRATE_SPARSE_LU_H
#define SM_CHEM_INTEGRATE_SPARSE_LU_H

#include "chem/kinetics/kinetics.h"
#include "simoom/chem.h"
#include "simoom/context.h"
#include <stdbool.h>
#include <stdint.h>

/* Row eliminated by a pivot: value `lower` becomes the factor; then each target in pairs[first..]
 * is reduced by the factor times its source. */
struct sm_sparse_row {
  int32_t pivot; /* index of the pivot value */
  int32_t lower;
  int32_t first, count; /* range in `pairs` */
};

struct sm_sparse_pair {
  int32_t target, source; /* indices of values */
};

/* x[row] is reduced by value `value` times x[column]. */
struct sm_sparse_solve {
  int32_t row, column, value;
};

struct sm_sparse_lu {
  int32_t n, value_count;
  int32_t *place;    /* n x n: index in the values, -1: zero */
  bool *given;       /* n x n: true for entries of the pattern without the fill */
  int32_t *diagonal; /* n: of values */
  int32_t *order;    /* n: unknown of each pivot, in elimination order */
  struct sm_sparse_row *rows;
  struct sm_sparse_pair *pairs;
  struct sm_sparse_solve *lower, *upper; /* substitution: forward; backward for order[p] */
  int32_t *upper_first;                  /* n + 1, by pivot */
  int32_t row_count, pair_count, lower_count, upper_count;
  struct sm_arena *arena;
};

/* pattern: n x n, row by row, true for entries that may be nonzero; the diagonal always counts. The
 * fill is added to it. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_sparse_lu_create(struct sm_context *ctx, int32_t n, bool *pattern,
                                              struct sm_sparse_lu **out);
void sm_sparse_lu_destroy(struct sm_sparse_lu **sparse);

/* jacobian_pattern.c */

/* Pattern of the reactor Jacobian for all modes. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reactor_jacobian_pattern(struct sm_context *ctx,
                                                      const struct sm_kinetics *k,
                                                      struct sm_sparse_lu **out);

#endif
