#include "base/context.h"
#include "simoom/run.h"

_Static_assert((int)SM_RUN_UNFINISHED == (int)SM_UNFINISHED, "all unfinished files are listed");

const char *sm_run_unfinished(const struct sm_context *ctx, int n) {
  return sm_context_unfinished(ctx, n);
}
