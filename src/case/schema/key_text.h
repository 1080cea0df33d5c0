/* key_text.h - a key of the schema in words. */
#ifndef SM_CASE_SCHEMA_KEY_TEXT_H
#define SM_CASE_SCHEMA_KEY_TEXT_H

#include "base/text.h"
#include "case/schema/schema.h"

/* Each adds to *out. */

/* The allowed range, "more than 0 m"; nothing when every number is allowed. */
void sm_describe_range(const struct sm_schema_key *key, struct sm_text *out);

/* What to write, "a number in m or texts such as \"20 ft\"". */
void sm_describe_value(const struct sm_schema_key *key, struct sm_text *out);

/* What holds when the key is not there, "0 m", "see position"; "required". */
void sm_describe_default(const struct sm_schema_key *key, struct sm_text *out);

/* "[domain]", "[[weather.station]]", "the top of the file". */
void sm_describe_table(const struct sm_schema_table *table, struct sm_text *out);

/* Words, broken into lines of 90 columns; the first begins at `column`, the others at `indent`. */
void sm_describe_wrapped(struct sm_text *out, const char *words, int column, int indent);

/* "  title     words", with the words from `column` on. */
void sm_describe_field(struct sm_text *out, const char *title, int column, const char *words);

#endif
