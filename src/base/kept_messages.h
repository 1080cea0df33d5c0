/* base/kept_messages.h - warnings and log lines that a context keeps for those who ask later. */
#ifndef SM_BASE_KEPT_MESSAGES_H
#define SM_BASE_KEPT_MESSAGES_H

#include "base/context.h"

/* Whether there was memory for all of them. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_context_kept_all(struct sm_context *ctx);

#endif
