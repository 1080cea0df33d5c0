/* unfinished.h - files being written, for a program that ends in a signal handler (context.c). */
#ifndef SM_BASE_UNFINISHED_H
#define SM_BASE_UNFINISHED_H

struct sm_context;

/* Temporary names of files that a context writes at present, and lock files. Beyond SM_UNFINISHED
 * at once they are not listed. "": the place n is unused. Async-signal-safe: sm_context_unfinished.
 */
enum { SM_UNFINISHED = 24 };
void sm_context_add_unfinished(struct sm_context *ctx, const char *path);
void sm_context_remove_unfinished(struct sm_context *ctx, const char *path); /* also if not there */
const char *sm_context_unfinished(const struct sm_context *ctx, int n);

#endif
