/* key_text.h - a key of the schema in words. */
#ifndef SM_CASE_SCHEMA_KEY_TEXT_H
#define SM_CASE_SCHEMA_KEY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "case/schema/schema.h"

/* Each adds to *out. */

/* Where the places of the key must be; nothing when they may be anywhere. */
void sm_describe_place(const struct sm_schema_key *key, struct sm_text *out);

/* The allowed range, "more than 0 m"; nothing when every number is allowed. */
void sm_describe_range(const struct sm_schema_key *key, struct sm_text *out);

/* What to write, "a number in m or texts such as \"20 ft\"". */
void sm_describe_value(const struct sm_schema_key *key, struct sm_text *out);

/* What holds when the key is not there, "0 m", "see position"; "required". */
void sm_describe_default(const struct sm_schema_key *key, struct sm_text *out);

/* The key or table of a condition, "wind.model", "[mesh]". */
void sm_describe_subject(const struct sm_schema_condition *c, struct sm_text *out);

/* `wind.model = "file" or "rotor"`, "[mesh]". */
void sm_describe_condition(const struct sm_schema_condition *c, struct sm_text *out);

/* "only with [mesh]; not with [weather.rose]"; nothing for NULL. */
void sm_describe_conditions(const struct sm_schema_condition *c, struct sm_text *out);

/* "[domain]", "[[weather.station]]", "the top of the file". */
void sm_describe_table(const struct sm_schema_table *table, struct sm_text *out);

/* Words, broken into lines of 90 columns; the first begins at `column`, the others at `indent`. */
void sm_describe_wrapped(struct sm_text *out, const char *words, int column, int indent);

/* "  title     words", with the words from `column` on. */
void sm_describe_field(struct sm_text *out, const char *title, int column, const char *words);

/* renamed.c: Tables and keys of case files that were renamed: errors name the new one. */

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
