/* context.h - context of calls: messages, progress, cancellation.
 *
 * A context is the first argument of every call that can fail. One thread at a time may use it;
 * only sm_context_request_stop may be called from other threads and from signal handlers. */
#ifndef SIMOOM_CONTEXT_H
#define SIMOOM_CONTEXT_H

#include "simoom/status.h"
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm_context;

enum sm_log_level { SM_LOG_ERROR, SM_LOG_WARNING, SM_LOG_INFO, SM_LOG_DEBUG };

struct sm_context_options {
  size_t size; /* sizeof this struct, for compatibility with later versions */
  /* Receives one message, without a final newline. NULL: messages are dropped. */
  void (*log)(void *user, enum sm_log_level level, const char *text);
  /* Receives the progress of a phase, 0 <= fraction <= 1. May be NULL. */
  void (*progress)(void *user, const char *phase, double fraction);
  void *user;
};

/* Log function for these options that prints warnings and errors to stderr. */
static inline void sm_log_to_stderr(void *user, enum sm_log_level level, const char *text) {
  (void)user;
  if (level <= SM_LOG_WARNING) fprintf(stderr, "%s\n", text);
}

/* Creates a context. options: may be NULL (messages are dropped; sm_context_warning lists the
 * warnings). Errors: ERR_USAGE (options without a size), ERR_MEMORY; *out is then NULL. */
SM_PUBLIC SM_CHECKED enum sm_status sm_context_create(const struct sm_context_options *options,
                                                      struct sm_context **out);
SM_PUBLIC void sm_context_destroy(struct sm_context **context);

/* Message of the last failure, with several lines for several problems; "" if there was no
   failure. */
SM_PUBLIC const char *sm_context_message(const struct sm_context *context);

/* Number of warnings logged so far, and the text of warning i (0 <= i < count). */
SM_PUBLIC int sm_context_warning_count(const struct sm_context *context);
SM_PUBLIC const char *sm_context_warning(const struct sm_context *context, int i);

/* Asks a running call to return SM_ERR_STOPPED at the next safe point. Async-signal-safe. */
SM_PUBLIC void sm_context_request_stop(struct sm_context *context);

#ifdef __cplusplus
}
#endif
#endif
