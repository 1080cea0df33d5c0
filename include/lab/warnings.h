/* warnings.h - how often the warnings of a context came; a warning is logged the first time only.
 */
#ifndef LAB_WARNINGS_H
#define LAB_WARNINGS_H

#include "simoom/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Times that warning i (sm_context_warning) came; a trial of what was done before does not count.
 */
SM_PUBLIC int sm_context_warning_times(const struct sm_context *context, int i);

/* Starts the list of warnings again, for another case in the same context. */
SM_PUBLIC void sm_context_forget_warnings(struct sm_context *context);

#ifdef __cplusplus
}
#endif
#endif
