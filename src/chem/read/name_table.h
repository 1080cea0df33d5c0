/* chem/read/name_table.h - names that are looked up without regard to the case of their letters. */
#ifndef SM_CHEM_READ_NAME_TABLE_H
#define SM_CHEM_READ_NAME_TABLE_H

#include "base/arena.h"
#include "chem/read/tokens.h"
#include <stdint.h>

/* Start from {0}; the memory is the arena's. */
struct sm_name_table {
  const char **name; /* [count] */
  int32_t count;
  int32_t *slot; /* [slots]: index + 1 of a name, 0: empty */
  int32_t slots;
};

/* Adds a name, which must outlive the list; its index is the count before. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_name_table_add(struct sm_context *ctx, struct sm_arena *arena,
                                            struct sm_name_table *names, const char *name);

/* Index of the name that is the same letter for letter, else of the only one that differs in
 * nothing but case; -1: there is none, or there are several. */
int32_t sm_name_table_find(const struct sm_name_table *names, struct sm_token token);

/* The same, letter for letter. */
int32_t sm_name_table_find_exactly(const struct sm_name_table *names, struct sm_token token);

#endif
