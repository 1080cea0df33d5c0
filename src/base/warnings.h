/* warnings.h - counting of warnings that come again (context.c). */
#ifndef SM_BASE_WARNINGS_H
#define SM_BASE_WARNINGS_H

#include "lab/warnings.h"
#include <stdbool.h>

/* Whether what follows is done again (a trial of a set-up): known warnings are not counted. */
void sm_context_repeat(struct sm_context *ctx, bool repeats);

#endif
