/* case/schema/renamed.h - tables and keys of case files that were renamed: errors name the new one.
 */
#ifndef SM_CASE_SCHEMA_RENAMED_H
#define SM_CASE_SCHEMA_RENAMED_H

#include <stdbool.h>
#include <stddef.h>

/* A dotted name of a table or key, before and after. */
struct sm_schema_renamed {
  const char *before, *after;
};
extern const struct sm_schema_renamed sm_schema_renamed[];
extern const size_t sm_schema_renamed_count;

/* The new dotted name of the key or table that was called `key` in the table `path` (its name of
 * today); NULL: there was none. */
const char *sm_schema_renamed_in(const char *path, const char *key);

/* The name of today for a dotted name, or for the last part of one, that is outdated. Returns
 * whether there is one. */
bool sm_schema_renamed_find(const char *name, char *after, size_t size);

#endif
