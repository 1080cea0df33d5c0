/* arena.h - arena allocator: many small objects that are freed together. */
#ifndef SM_BASE_ARENA_H
#define SM_BASE_ARENA_H

#include "simoom/context.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm_arena;

SM_CHECKED enum sm_status sm_arena_create(struct sm_context *ctx, struct sm_arena **out);
void sm_arena_destroy(struct sm_arena **arena);

/* Allocates zeroed memory for count items of `size` bytes, valid until the arena is destroyed. A
 * count of 0 gives a valid pointer. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_arena_alloc(struct sm_context *ctx, struct sm_arena *arena,
                                         size_t count, size_t size, void *out_pointer);

/* Copies `size` bytes and adds a NUL. */
SM_CHECKED enum sm_status sm_arena_copy(struct sm_context *ctx, struct sm_arena *arena,
                                        const char *bytes, size_t size, char **out);

#ifdef __cplusplus
}
#endif

#ifdef SM_ANALYSIS
#define sm_arena_alloc(ctx, arena, count, size, out)                                               \
  sm_alloc_known(sm_arena_alloc(ctx, arena, count, size, out), out)
#endif

#endif
