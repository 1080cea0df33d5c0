/* linear.c - LU factorisation and solution for a SIMD batch (chem/integrate/sparse_lu.h). */
#include "chem/batch/internal.h"
#include <math.h>

static void invert(double *pivot, double *least) {
  EACH_LANE {
    least[l] = pivot[l] < least[l] ? pivot[l] : least[l];
    pivot[l] = 1.0 / pivot[l];
  }
}

void OF_LEVEL(sm_batch_lu_factor)(const struct sm_sparse_lu *s, double *values, double *least) {
  int32_t last = -1;
  EACH_LANE least[l] = HUGE_VAL;
  for (int32_t r = 0; r < s->row_count; r++) {
    const struct sm_sparse_row *row = &s->rows[r];
    double *pivot = row_of(values, row->pivot), *lower = row_of(values, row->lower);
    if (row->pivot != last) { /* stored as its inverse */
      invert(pivot, least);
      last = row->pivot;
    }
    EACH_LANE lower[l] *= pivot[l];
    for (int32_t p = 0; p < row->count; p++) {
      double *target = row_of(values, s->pairs[row->first + p].target);
      const double *source = row_of(values, s->pairs[row->first + p].source);
      EACH_LANE target[l] -= lower[l] * source[l];
    }
  }
  /* pivots without rows to eliminate */
  for (int32_t k = 0, r = 0; k < s->n; k++) {
    const int32_t at = s->diagonal[s->order[k]];
    if (r < s->row_count && s->rows[r].pivot == at) {
      while (r < s->row_count && s->rows[r].pivot == at) r++;
      continue;
    }
    invert(row_of(values, at), least);
  }
}

void OF_LEVEL(sm_batch_lu_solve)(const struct sm_sparse_lu *s, double *values, double *x) {
  for (int32_t i = 0; i < s->lower_count; i++) {
    const double *value = row_of(values, s->lower[i].value), *from = row_of(x, s->lower[i].column);
    double *to = row_of(x, s->lower[i].row);
    EACH_LANE to[l] -= value[l] * from[l];
  }
  for (int32_t k = s->n - 1; k >= 0; k--) {
    double *to = row_of(x, s->order[k]);
    for (int32_t i = s->upper_first[k]; i < s->upper_first[k + 1]; i++) {
      const double *value = row_of(values, s->upper[i].value),
                   *from = row_of(x, s->upper[i].column);
      EACH_LANE to[l] -= value[l] * from[l];
    }
    const double *pivot = row_of(values, s->diagonal[s->order[k]]);
    EACH_LANE to[l] *= pivot[l];
  }
}
