/* lab/facts.h - facts as a tree (key, label, value, unit; groups, lists, tables), printed as text
 * for people or as JSON for programs, and read from JSON. Not installed. */
#ifndef SIMOOM_LAB_FACTS_H
#define SIMOOM_LAB_FACTS_H

#include "simoom/context.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sm_fact_kind {
  SM_FACT_NULL,
  SM_FACT_FLAG,
  SM_FACT_INTEGER,
  SM_FACT_NUMBER,
  SM_FACT_TEXT,
  SM_FACT_LIST,
  SM_FACT_GROUP /* an object of JSON */
};

/* Column of a table in text: the members of its rows with this key, or this label. A column without
 * any value is left out. */
struct sm_fact_column {
  const char *key, *head; /* key NULL: after the last */
  const char *format;     /* printf's, of a number; NULL: "%.6g" */
  int width;              /* least one; negative: to the left */
};

struct sm_fact {
  enum sm_fact_kind kind;
  const char *key;                     /* in JSON; NULL: an item of a list, or text only */
  const char *label;                   /* in text; NULL: JSON only; "": a line as it is */
  const char *unit;                    /* in text; "": none */
  const char *format;                  /* printf's, of numbers in text; NULL: "%.6g" */
  const char *joint;                   /* between the items of a list in text; NULL: ", " */
  const char *text;                    /* TEXT */
  double number;                       /* NUMBER, INTEGER and FLAG */
  int64_t integer;                     /* INTEGER and FLAG */
  const struct sm_fact_column *column; /* of a table, a LIST in text alone; never freed */
  struct sm_fact *first, *last, *next, *up;
  bool hidden; /* a row that tables of text leave out */
};

struct sm_fact_block;

/* A tree. Starts from {0}: an empty group. Out of memory is remembered in `failed`; further
 * additions do nothing, and printing gives NULL. */
struct sm_facts {
  struct sm_fact *root, *open; /* open: the group or list that is added to */
  struct sm_fact_block *block;
  struct sm_fact spare; /* what additions return after a failure */
  bool failed;
};
SM_PUBLIC void sm_facts_free(struct sm_facts *facts);

/* --- building: each adds to the open group or list --- */

/* Texts are copied. key: NULL in lists. A NULL text and a number that is not finite are null. */
SM_PUBLIC struct sm_fact *sm_facts_text(struct sm_facts *facts, const char *key, const char *value);
SM_PUBLIC struct sm_fact *sm_facts_number(struct sm_facts *facts, const char *key, double value);
SM_PUBLIC struct sm_fact *sm_facts_integer(struct sm_facts *facts, const char *key, int64_t value);
SM_PUBLIC struct sm_fact *sm_facts_flag(struct sm_facts *facts, const char *key, bool value);
SM_PUBLIC struct sm_fact *sm_facts_null(struct sm_facts *facts, const char *key);

/* A list of numbers. */
SM_PUBLIC struct sm_fact *sm_facts_numbers(struct sm_facts *facts, const char *key,
                                           const double *value, size_t count);

/* Opens a group or a list, in which all further facts are until it is closed. */
SM_PUBLIC struct sm_fact *sm_facts_group(struct sm_facts *facts, const char *key);
SM_PUBLIC struct sm_fact *sm_facts_list(struct sm_facts *facts, const char *key);
SM_PUBLIC void sm_facts_close(struct sm_facts *facts);

/* Shows a fact in text too. label, unit (NULL: none) and format are never freed. */
SM_PUBLIC struct sm_fact *sm_fact_show(struct sm_fact *fact, const char *label, const char *unit,
                                       const char *format);

/* A labelled line of text alone, and a line without a label. */
SM_PUBLIC void sm_facts_line(struct sm_facts *facts, const char *label, const char *format, ...)
    SM_FORMAT(3, 4);
SM_PUBLIC void sm_facts_note(struct sm_facts *facts, const char *format, ...) SM_FORMAT(2, 3);

/* Shows a list of groups as a table in text, which may be done by more than one; "no LABEL" where
 * it is empty (NULL: nothing). columns are never freed. */
SM_PUBLIC void sm_facts_table(struct sm_facts *facts, const struct sm_fact *list, const char *label,
                              const struct sm_fact_column *columns);

/* The members with which every tree starts that a command prints: "schema", "simoom.NAME/1", and
 * "version"; and the list "warnings" of a context. */
SM_PUBLIC void sm_facts_schema(struct sm_facts *facts, const char *name);
SM_PUBLIC void sm_facts_warnings(struct sm_facts *facts, const struct sm_context *context);

/* --- printing: freed with free(); NULL: out of memory --- */

SM_PUBLIC char *sm_facts_print(const struct sm_facts *facts);

/* In one line, or indented by two blanks. A number is the shortest that reads back the same; bytes
 * that are no UTF-8 become U+FFFD. */
SM_PUBLIC char *sm_facts_json(const struct sm_facts *facts, bool indented);

/* --- reading --- */

/* Parses a text of JSON; false: invalid, with *reason. The caller frees `facts` in both cases. */
SM_PUBLIC bool sm_facts_read(struct sm_facts *facts, const char *text, const char **reason);

/* Member at a path, "wall_s.total"; NULL: it is not there, or null. */
SM_PUBLIC const struct sm_fact *sm_fact_at(const struct sm_fact *fact, const char *path);

/* Text of a fact, "": not a text; its number, NAN: not a number; a flag is 0 or 1. */
SM_PUBLIC const char *sm_fact_text(const struct sm_fact *fact, const char *path);
SM_PUBLIC double sm_fact_number(const struct sm_fact *fact, const char *path);

/* Length and items of a list; 0 and NULL: not a list. */
SM_PUBLIC size_t sm_fact_count(const struct sm_fact *list);
SM_PUBLIC const struct sm_fact *sm_fact_item(const struct sm_fact *list, size_t i);

/* What a file of simoom holds, as sm_describe_file tells it. Errors: as that. *out is freed with
 * sm_facts_free. */
SM_PUBLIC SM_CHECKED enum sm_status sm_describe_facts(struct sm_context *ctx, const char *path,
                                                      struct sm_facts *out);

/* Length of the UTF-8 sequence at the start of a text, 0: invalid (also overlong forms,
 * surrogates and numbers beyond U+10FFFF). */
SM_PUBLIC int sm_utf8_length(const char *text);

#ifdef __cplusplus
}
#endif
#endif
