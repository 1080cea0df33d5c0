/* names.h - names that are looked up without regard to the case of their letters. */
#ifndef SM_CHEM_NAMES_H
#define SM_CHEM_NAMES_H

#include "base/arena.h"
#include "chem/words.h"
#include <stdint.h>

/* Start from {0}; the memory is the arena's. */
struct sm_names {
  const char **name; /* [count] */
  int32_t count;
  int32_t *slot; /* [slots]: index + 1 of a name, 0: empty */
  int32_t slots;
};

/* Adds a name, which must outlive the list; its index is the count before. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_names_add(struct sm_context *ctx, struct sm_arena *arena,
                                       struct sm_names *names, const char *name);

/* Index of the name that is the same letter for letter, else of the only one that differs in
 * nothing but case; -1: there is none, or there are several. */
int32_t sm_names_find(const struct sm_names *names, struct sm_word word);

/* The same, letter for letter. */
int32_t sm_names_find_exactly(const struct sm_names *names, struct sm_word word);

#endif
