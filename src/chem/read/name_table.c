/* Hash table of names with case-insensitive lookup. */
#include "chem/read/internal.h"

#include "base/context.h"

#include <ctype.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

/* FNV-1a hash of the lower-case name. */
static uint32_t hash(struct sm_token token) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < token.size; i++)
    h = (h ^ (uint32_t)tolower((unsigned char)token.text[i])) * 16777619u;
  return h;
}

static void put(struct sm_name_table *names, int32_t index) {
  const uint32_t mask = (uint32_t)names->slots - 1;
  uint32_t s = hash(sm_token_of(names->name[index])) & mask;
  while (names->slot[s] != 0) s = (s + 1) & mask;
  names->slot[s] = index + 1;
}

static enum sm_status grow(struct sm_context *ctx, struct sm_arena *arena,
                           struct sm_name_table *names) {
  const int32_t slots = names->slots > 0 ? 2 * names->slots : FIRST_SLOTS;
  const char **name = NULL;
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)slots / 2, sizeof *name, &name));
  if (names->count > 0) memcpy(name, names->name, (size_t)names->count * sizeof *name);
  names->name = name;
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)slots, sizeof *names->slot, &names->slot));
  names->slots = slots;
  for (int32_t i = 0; i < names->count; i++) put(names, i);
  return SM_OK;
}

enum sm_status sm_name_table_add(struct sm_context *ctx, struct sm_arena *arena,
                                 struct sm_name_table *names, const char *name) {
  if (2 * (names->count + 1) > names->slots) SM_TRY(grow(ctx, arena, names));
  names->name[names->count] = name;
  put(names, names->count++);
  return SM_OK;
}

static int32_t find(const struct sm_name_table *names, struct sm_token token, bool exactly) {
  int32_t found = -1;
  if (names->slots == 0) return -1;
  const uint32_t mask = (uint32_t)names->slots - 1;
  bool several = false;
  for (uint32_t s = hash(token) & mask; names->slot[s] != 0; s = (s + 1) & mask) {
    const int32_t index = names->slot[s] - 1;
    if (!sm_token_is(token, names->name[index])) continue;
    if (memcmp(names->name[index], token.text, token.size) == 0) return index;
    several = several || found >= 0;
    found = index;
  }
  return exactly || several ? -1 : found;
}

int32_t sm_name_table_find(const struct sm_name_table *names, struct sm_token token) {
  return find(names, token, false);
}

int32_t sm_name_table_find_exactly(const struct sm_name_table *names, struct sm_token token) {
  return find(names, token, true);
}
