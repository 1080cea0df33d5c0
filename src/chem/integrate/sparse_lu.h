/* chem/integrate/sparse_lu.h - LU factors of sparse matrices of one pattern, by lists made once.
 *
 * Pivots are the diagonal, in the order of Markowitz's count: matrices 1/(h gamma) - J of chemistry
 * need no other. Entries of the matrix and of the fill share one list of values. */
#ifndef SM_CHEM_INTEGRATE_SPARSE_LU_H
#define SM_CHEM_INTEGRATE_SPARSE_LU_H

#include "chem/kinetics/kinetics.h"
#include "simoom/chem.h"
#include "simoom/context.h"
#include <stdbool.h>
#include <stdint.h>

/* One row that a pivot eliminates: value `lower` becomes a factor; then targets[first..] of the
 * list `pairs` lose it times the sources. */
struct sm_sparse_row {
  int32_t pivot; /* place of the pivot's value */
  int32_t lower;
  int32_t first, count; /* of pairs */
};

struct sm_sparse_pair {
  int32_t target, source; /* of values */
};

/* x[row] loses value `value` times x[column]. */
struct sm_sparse_solve {
  int32_t row, column, value;
};

struct sm_sparse_lu {
  int32_t n, value_count;
  int32_t *place;    /* n x n: of values, -1: zero */
  bool *given;       /* n x n: true where the pattern was, before the fill */
  int32_t *diagonal; /* n: of values */
  int32_t *order;    /* n: unknown of each pivot */
  struct sm_sparse_row *rows;
  struct sm_sparse_pair *pairs;
  struct sm_sparse_solve *lower, *upper; /* forwards; of unknown order[p] backwards, upper_first */
  int32_t *upper_first;                  /* n + 1, by pivot */
  int32_t row_count, pair_count, lower_count, upper_count;
  struct sm_arena *arena;
};

/* pattern: n x n, row by row, true where an entry may be other than 0; the diagonal counts as such.
 * It gets the fill. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_sparse_lu_create(struct sm_context *ctx, int32_t n, bool *pattern,
                                              struct sm_sparse_lu **out);
void sm_sparse_lu_destroy(struct sm_sparse_lu **sparse);

/* jacobian_pattern.c */

/* Pattern of the Jacobian of all modes. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reactor_jacobian_pattern(struct sm_context *ctx,
                                                      const struct sm_kinetics *k,
                                                      struct sm_sparse_lu **out);

#endif
