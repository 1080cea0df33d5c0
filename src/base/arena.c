#include "base/arena.h"
#undef sm_arena_alloc

#include "base/context.h"
#include <stdint.h>
#include <string.h>

enum { ALIGNMENT = 16, BLOCK_BYTES = 16 << 10 };

/* Block of the arena; blocks are linked through their first bytes. */
struct block {
  struct block *next;
};

struct sm_arena {
  struct block *blocks;
  char *free;
  size_t left; /* bytes left at `free` */
};

enum sm_status sm_arena_create(struct sm_context *ctx, struct sm_arena **out) {
  return sm_alloc(ctx, 1, sizeof **out, "case", out);
}

void sm_arena_destroy(struct sm_arena **arena) {
  if (*arena == NULL) return;
  for (struct block *block = (*arena)->blocks, *next; block != NULL; block = next) {
    next = block->next;
    sm_free(block);
  }
  sm_free(*arena);
  *arena = NULL;
}

static enum sm_status add_block(struct sm_context *ctx, struct sm_arena *arena, size_t bytes) {
  const size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
  char *memory = NULL;
  SM_TRY(sm_alloc(ctx, 1, ALIGNMENT + size, "case", &memory));
  struct block *block = (void *)memory;
  block->next = arena->blocks;
  arena->blocks = block;
  arena->free = memory + ALIGNMENT;
  arena->left = size;
  return SM_OK;
}

enum sm_status sm_arena_alloc(struct sm_context *ctx, struct sm_arena *arena, size_t count,
                              size_t size, void *out_pointer) {
  char *taken = NULL;
  memcpy(out_pointer, &taken, sizeof taken);
  if (size > 0 && count > (SIZE_MAX / 2 - ALIGNMENT) / size)
    return sm_fail(ctx, SM_ERR_MEMORY, "case: more than any machine's memory");
  const size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (bytes > arena->left || arena->free == NULL) SM_TRY(add_block(ctx, arena, bytes));
  taken = arena->free;
  arena->free += bytes;
  arena->left -= bytes;
  memcpy(out_pointer, &taken, sizeof taken);
  return SM_OK;
}

enum sm_status sm_arena_copy(struct sm_context *ctx, struct sm_arena *arena, const char *bytes,
                             size_t size, char **out) {
  SM_TRY(sm_arena_alloc(ctx, arena, size + 1, 1, out));
  if (size > 0) memcpy(*out, bytes, size);
  return SM_OK;
}
