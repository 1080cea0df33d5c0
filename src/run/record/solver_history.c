#include "run/record/record.h"

#include <string.h>

enum sm_status sm_solver_history_keep(struct sm_context *ctx, const double *number, int count,
                                      double **out, int *out_count) {
  sm_free(*out);
  *out = NULL;
  *out_count = 0;
  if (count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof **out, "the history", out));
  memcpy(*out, number, (size_t)count * sizeof **out);
  *out_count = count;
  return SM_OK;
}
