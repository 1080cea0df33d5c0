/* key_text.h - text descriptions of a key of the schema. */
#ifndef SM_CASE_SCHEMA_KEY_TEXT_H
#define SM_CASE_SCHEMA_KEY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "case/schema/schema.h"

/* Each adds to *out. */

/* Where the places of the key must be; nothing when they may be anywhere. */
void sm_describe_place(const struct sm_schema_key *key, struct sm_text *out);

/* Adds the allowed range, "more than 0 m"; nothing if every number is allowed. */
void sm_describe_range(const struct sm_schema_key *key, struct sm_text *out);

/* Adds the type of the value, "a number in m or texts such as \"20 ft\"". */
void sm_describe_value(const struct sm_schema_key *key, struct sm_text *out);

/* Adds the default, "0 m", "see position"; or "required". */
void sm_describe_default(const struct sm_schema_key *key, struct sm_text *out);

/* Adds the keys of which `key` needs one, each in quotes: "'file' or 'files'". */
void sm_describe_needed(const struct sm_schema_key *key, const char *quote, struct sm_text *out);

/* Adds the key or table of a condition, "wind.model", "[mesh]". */
void sm_describe_subject(const struct sm_schema_condition *c, struct sm_text *out);

/* Adds a condition: `wind.model = "file" or "rotor"`, "[mesh]". */
void sm_describe_condition(const struct sm_schema_condition *c, struct sm_text *out);

/* Adds conditions: "only with [mesh]; not with [weather.rose]"; nothing for NULL. */
void sm_describe_conditions(const struct sm_schema_condition *c, struct sm_text *out);

/* Adds the name of a table: "[domain]", "[[weather.station]]", "the top of the file". */
void sm_describe_table(const struct sm_schema_table *table, struct sm_text *out);

/* Adds words in lines of 90 columns; the first line starts at `column`, others at `indent`. */
void sm_describe_wrapped(struct sm_text *out, const char *words, int column, int indent);

/* Adds "  title     words", the words starting at `column`. */
void sm_describe_field(struct sm_text *out, const char *title, int column, const char *words);

/* renamed.c: Renamed tables and keys of case files: errors name the new one. */

/* Dotted name of a table or key, before and after renaming. */
struct sm_schema_renamed {
  const char *before, *after;
};
extern const struct sm_schema_renamed sm_schema_renamed[];
extern const size_t sm_schema_renamed_count;

/* New dotted name of the former key `key` in the table `path` (its current name); NULL: not a
 * former name. */
const char *sm_schema_renamed_in(const char *path, const char *key);

/* Current name for a former dotted name or its last part. Returns whether it was
 * found. */
bool sm_schema_renamed_find(const char *name, char *after, size_t size);

#endif
