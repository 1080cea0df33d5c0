/* context.h - failing with a message, warnings, log lines, progress and memory.
 *
 *   return sm_fail(ctx, SM_ERR_CASE, "%s:%d: ...", file, line);    fail
 *   SM_TRY(call(ctx, ...));                                       hand a failure on
 *   return sm_fail_add(ctx, status, "while reading %s", path);         add where it happened */
#ifndef SM_BASE_CONTEXT_H
#define SM_BASE_CONTEXT_H

#include "simoom/context.h"
#include <stdbool.h>
#include <stddef.h>

#define SM_TRY(call)                                                                               \
  do {                                                                                             \
    const enum sm_status sm_try_status = (call);                                                   \
    if (sm_try_status != SM_OK) return sm_try_status;                                              \
  } while (0)

/* Jumps to the label `done`, where the function frees and returns `status`. */
#define SM_TRY_DONE(call)                                                                          \
  do {                                                                                             \
    status = (call);                                                                               \
    if (status != SM_OK) goto done;                                                                \
  } while (0)

/* Replaces the message and returns `status`. */
enum sm_status sm_fail(struct sm_context *ctx, enum sm_status status, const char *format, ...)
    SM_FORMAT(3, 4);

/* Appends a line to the message and returns `status`. */
enum sm_status sm_fail_add(struct sm_context *ctx, enum sm_status status, const char *format, ...)
    SM_FORMAT(3, 4);

void sm_warn(struct sm_context *ctx, const char *format, ...) SM_FORMAT(2, 3);
void sm_info(struct sm_context *ctx, const char *format, ...) SM_FORMAT(2, 3);
void sm_debug(struct sm_context *ctx, const char *format, ...) SM_FORMAT(2, 3);

void sm_progress(struct sm_context *ctx, const char *phase, double fraction);
/* The same of what may be a part of something larger, of which it is told then as the way from..to;
 * not at all where these are the same. larger NULL: from now on it is no part of anything. */
void sm_progress_part(struct sm_context *ctx, const char *phase, double fraction);
void sm_progress_within(struct sm_context *ctx, const char *larger, double from, double to);

/* True once a stop was requested. */
bool sm_stop_requested(const struct sm_context *ctx);

/* Allocates count * size zeroed bytes on a 64-byte boundary; freed with sm_free. `what` names the
 * thing in the message. A count of 0 gives a valid pointer. Errors: ERR_MEMORY (also when the
 * machine has less memory available than asked for: better a message than the kernel's kill). */
SM_CHECKED enum sm_status sm_alloc(struct sm_context *ctx, size_t count, size_t size,
                                   const char *what, void *out_pointer);
void sm_free(void *pointer);

/* The running simulation of this context; NULL: none. */
void sm_context_set_simulation(struct sm_context *ctx, const void *simulation);
const void *sm_context_simulation(const struct sm_context *ctx);

/* The files that wait for the end of a run (base/file.h); NULL: there are none. */
struct sm_file_stage;
void sm_context_set_stage(struct sm_context *ctx, struct sm_file_stage *stage);
struct sm_file_stage *sm_context_stage(const struct sm_context *ctx);

/* For tests: the n-th allocation from now on fails (1: the next one); 0 switches it off. */
void sm_context_fail_allocation(struct sm_context *ctx, long n);

#ifdef SM_ANALYSIS /* scripts/analyse.sh: what an analysis of another file cannot know of these */
#define sm_fail(ctx, status, ...) ((void)sm_fail(ctx, status, __VA_ARGS__), (status))
#define sm_fail_add(ctx, status, ...) ((void)sm_fail_add(ctx, status, __VA_ARGS__), (status))
static inline enum sm_status sm_alloc_known(enum sm_status status, const void *out) {
  if (status == SM_OK && *(void *const *)out == NULL) __builtin_unreachable();
  return status;
}
#define sm_alloc(ctx, count, size, what, out)                                                      \
  sm_alloc_known(sm_alloc(ctx, count, size, what, out), out)
#endif

/* Warnings and log lines that a context keeps for those who ask later. */

/* Whether there was memory for all of them. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_context_kept_all(struct sm_context *ctx);

#endif
