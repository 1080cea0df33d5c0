/* context.h - error messages, warnings, log lines, progress and memory of a context.
 *
 *   return sm_fail(ctx, SM_ERR_CASE, "%s:%d: ...", file, line);    fail
 *   SM_TRY(call(ctx, ...));                                        propagate a failure
 *   SM_SCOPED double *sum = NULL;                                  freed where its block ends
 *   return sm_fail_add(ctx, status, "while reading %s", path);     add where it happened */
#ifndef SM_BASE_CONTEXT_H
#define SM_BASE_CONTEXT_H

#include "lab/warnings.h"
#include "simoom/context.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define SM_TRY(call)                                                                               \
  do {                                                                                             \
    const enum sm_status sm_try_status = (call);                                                   \
    if (sm_try_status != SM_OK) return sm_try_status;                                              \
  } while (0)

/* Like SM_TRY, but jumps to the label `done`, where the function cleans up and returns `status`. */
#define SM_TRY_DONE(call)                                                                          \
  do {                                                                                             \
    status = (call);                                                                               \
    if (status != SM_OK) goto done;                                                                \
  } while (0)

/* Sets the message and returns `status`. */
enum sm_status sm_fail(struct sm_context *ctx, enum sm_status status, const char *format, ...)
    SM_FORMAT(3, 4);

/* Appends a line to the message and returns `status`. */
enum sm_status sm_fail_add(struct sm_context *ctx, enum sm_status status, const char *format, ...)
    SM_FORMAT(3, 4);

/* A context of its own for work whose warnings are known or not wanted; destroyed by the caller.
 * Errors: ERR_MEMORY, told in ctx. */
SM_CHECKED enum sm_status sm_context_create_quiet(struct sm_context *ctx, struct sm_context **out);

void sm_warn(struct sm_context *ctx, const char *format, ...) SM_FORMAT(2, 3);
void sm_info(struct sm_context *ctx, const char *format, ...) SM_FORMAT(2, 3);
void sm_debug(struct sm_context *ctx, const char *format, ...) SM_FORMAT(2, 3);

void sm_progress(struct sm_context *ctx, const char *phase, double fraction);
/* Progress of a subtask: the phases that follow are reported as the part from..to of the phase
 * `larger`, or not at all if from equals to. larger NULL: ends the subtask. */
void sm_progress_part(struct sm_context *ctx, const char *phase, double fraction);
void sm_progress_within(struct sm_context *ctx, const char *larger, double from, double to);

/* Whether a stop was requested. */
bool sm_stop_requested(const struct sm_context *ctx);

/* Of several processes that must stop at the same place: while `held`, sm_stop_requested says
 * whether they have agreed to stop, and sm_context_has_stop whether this one is asked to. */
void sm_context_hold_stop(struct sm_context *ctx, bool held);
bool sm_context_has_stop(const struct sm_context *ctx);
void sm_context_agree_stop(struct sm_context *ctx);

/* Allocates count * size zeroed bytes, aligned to 64 bytes; freed with sm_free. `what` names the
 * data in the message. A count of 0 gives a valid pointer. Errors: ERR_MEMORY (also if the request
 * exceeds the available memory of the machine, before the kernel kills the process). */
SM_CHECKED enum sm_status sm_alloc(struct sm_context *ctx, size_t count, size_t size,
                                   const char *what, void *out_pointer);
void sm_free(void *pointer);

/* Scoped resource: SM_SCOPED before the declaration of a local pointer frees it (sm_free), and
 * SM_SCOPED_BY(sm_text_free) calls a function with the address of the variable, where its block
 * ends, also by SM_TRY. It is initialised where it is declared; the last one ends first. */
#define SM_SCOPED SM_SCOPED_BY(sm_free_scoped)
#define SM_SCOPED_BY(end) __attribute__((cleanup(end)))
static inline void sm_free_scoped(void *pointer_to_pointer) {
  void *pointer;
  memcpy(&pointer, pointer_to_pointer, sizeof pointer);
  sm_free(pointer);
}

/* Current simulation of this context; may be NULL. */
void sm_context_set_simulation(struct sm_context *ctx, const void *simulation);
const void *sm_context_simulation(const struct sm_context *ctx);

/* Files that wait for the end of a run (base/file.h); may be NULL. */
struct sm_file_stage;
void sm_context_set_stage(struct sm_context *ctx, struct sm_file_stage *stage);
struct sm_file_stage *sm_context_stage(const struct sm_context *ctx);

/* Processes of a distributed run (parallel/parallel.h); NULL: none. */
struct sm_parallel;
void sm_context_set_parallel(struct sm_context *ctx, struct sm_parallel *parallel);
struct sm_parallel *sm_context_parallel(const struct sm_context *ctx);

/* Gives log lines to `log` and not to that of the options; NULL: as before. */
void sm_context_divert_log(struct sm_context *ctx,
                           void (*log)(void *user, enum sm_log_level level, const char *text),
                           void *user);

/* For tests: makes the n-th following allocation fail (1: the next one); 0: off. */
void sm_context_fail_allocation(struct sm_context *ctx, long n);

#ifdef SM_ANALYSIS /* for scripts/analyse.sh: properties that the static analyser cannot derive */
#define sm_fail(ctx, status, ...) ((void)sm_fail(ctx, status, __VA_ARGS__), (status))
#define sm_fail_add(ctx, status, ...) ((void)sm_fail_add(ctx, status, __VA_ARGS__), (status))
static inline enum sm_status sm_alloc_known(enum sm_status status, const void *out) {
  if (status == SM_OK && *(void *const *)out == NULL) __builtin_unreachable();
  return status;
}
#define sm_alloc(ctx, count, size, what, out)                                                      \
  sm_alloc_known(sm_alloc(ctx, count, size, what, out), out)
#endif

/* Warnings and log lines that a context keeps for later queries. */

/* Whether all lines could be kept. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_context_kept_all(struct sm_context *ctx);

/* Files being written, for a program that ends in a signal handler. */

struct sm_context;

/* Temporary names of files that a context writes at present, and lock files. Beyond SM_UNFINISHED
 * at once they are not listed. "": the place n is unused. Async-signal-safe: sm_context_unfinished.
 */
enum { SM_UNFINISHED = 24 };
void sm_context_add_unfinished(struct sm_context *ctx, const char *path);
void sm_context_remove_unfinished(struct sm_context *ctx, const char *path); /* also if not there */
const char *sm_context_unfinished(const struct sm_context *ctx, int n);

/* Counting of warnings that come again. */

/* Whether what follows is done again (a trial of a set-up): known warnings are not counted. */
void sm_context_repeat(struct sm_context *ctx, bool repeats);

/* Whether lines of sm_info are left out, since the same work tells them at another time. */
void sm_context_mute(struct sm_context *ctx, bool mute);

#endif
