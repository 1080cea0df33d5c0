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
  SM_FACT_GROUP /* a JSON object */
};

/* Column of a text table: the members of its rows that have this key or this label. Columns without
 * values are left out. */
struct sm_fact_column {
  const char *key, *head; /* key NULL: placed after the last column */
  const char *format;     /* printf format of numbers; NULL: "%.6g" */
  int width;              /* minimum width; negative: aligned left */
};

struct sm_fact {
  enum sm_fact_kind kind;
  const char *key;                     /* JSON key; NULL: item of a list, or text output only */
  const char *label;                   /* label in text; NULL: JSON only; "": a line without
                                          label */
  const char *unit;                    /* unit in text; "": no unit */
  const char *format;                  /* printf format of numbers in text; NULL: "%.6g" */
  const char *joint;                   /* separator of list items in text; NULL: ", " */
  const char *text;                    /* value of a TEXT */
  double number;                       /* value of a NUMBER, INTEGER or FLAG */
  int64_t integer;                     /* value of an INTEGER or FLAG */
  const struct sm_fact_column *column; /* columns of a table (a LIST in text only); never freed */
  struct sm_fact *first, *last, *next, *up;
  bool hidden; /* row that text tables leave out */
};

struct sm_fact_block;

/* Tree of facts. Starts from {0}: an empty group. When memory runs out, `failed` is set, further
 * additions do nothing, and printing returns NULL. */
struct sm_facts {
  struct sm_fact *root, *open; /* open: the group or list that receives additions */
  struct sm_fact_block *block;
  struct sm_fact spare; /* returned by additions after a failure */
  bool failed;
};
SM_PUBLIC void sm_facts_free(struct sm_facts *facts);

/* --- building: each adds to the open group or list --- */

/* Adds a fact; texts are copied. key: NULL in lists. A NULL text or a non-finite number becomes
   null. */
SM_PUBLIC struct sm_fact *sm_facts_text(struct sm_facts *facts, const char *key, const char *value);
SM_PUBLIC struct sm_fact *sm_facts_number(struct sm_facts *facts, const char *key, double value);
SM_PUBLIC struct sm_fact *sm_facts_integer(struct sm_facts *facts, const char *key, int64_t value);
SM_PUBLIC struct sm_fact *sm_facts_flag(struct sm_facts *facts, const char *key, bool value);
SM_PUBLIC struct sm_fact *sm_facts_null(struct sm_facts *facts, const char *key);

/* Adds a list of numbers. */
SM_PUBLIC struct sm_fact *sm_facts_numbers(struct sm_facts *facts, const char *key,
                                           const double *value, size_t count);

/* Opens a group or a list, which receives all further facts until it is closed. */
SM_PUBLIC struct sm_fact *sm_facts_group(struct sm_facts *facts, const char *key);
SM_PUBLIC struct sm_fact *sm_facts_list(struct sm_facts *facts, const char *key);
SM_PUBLIC void sm_facts_close(struct sm_facts *facts);

/* Shows a fact in text as well as in JSON. label, unit (may be NULL) and format are never freed. */
SM_PUBLIC struct sm_fact *sm_fact_show(struct sm_fact *fact, const char *label, const char *unit,
                                       const char *format);

/* Adds a labelled line to the text output only; then a line without a label. */
SM_PUBLIC void sm_facts_line(struct sm_facts *facts, const char *label, const char *format, ...)
    SM_FORMAT(3, 4);
SM_PUBLIC void sm_facts_note(struct sm_facts *facts, const char *format, ...) SM_FORMAT(2, 3);

/* Shows a list of groups as a table in text; several tables may show one list. An empty list prints
 * "no LABEL" (NULL: nothing). columns are never freed. */
SM_PUBLIC void sm_facts_table(struct sm_facts *facts, const struct sm_fact *list, const char *label,
                              const struct sm_fact_column *columns);

/* Adds the first members of every printed tree: "schema" ("simoom.NAME/1") and "version"; and the
 * list "warnings" of a context. */
SM_PUBLIC void sm_facts_schema(struct sm_facts *facts, const char *name);
SM_PUBLIC void sm_facts_warnings(struct sm_facts *facts, const struct sm_context *context);

/* --- printing: freed with free(); NULL: out of memory --- */

SM_PUBLIC char *sm_facts_print(const struct sm_facts *facts);

/* Prints JSON on one line, or indented by two blanks. Numbers are the shortest decimals that read
 * back exactly; invalid UTF-8 bytes become U+FFFD. */
SM_PUBLIC char *sm_facts_json(const struct sm_facts *facts, bool indented);

/* --- reading --- */

/* Parses JSON text; returns false and sets *reason if it is invalid. The caller frees `facts` in
   both cases. */
SM_PUBLIC bool sm_facts_read(struct sm_facts *facts, const char *text, const char **reason);

/* Member at a path such as "wall_s.total" or "times.0"; NULL if absent or null. */
SM_PUBLIC const struct sm_fact *sm_fact_at(const struct sm_fact *fact, const char *path);

/* Text of a fact ("" if it is not a text), and its number (NAN if it is not a number; a flag is 0
   or 1). */
SM_PUBLIC const char *sm_fact_text(const struct sm_fact *fact, const char *path);
SM_PUBLIC double sm_fact_number(const struct sm_fact *fact, const char *path);

/* Length and items of a list; 0 and NULL if it is not a list. */
SM_PUBLIC size_t sm_fact_count(const struct sm_fact *list);
SM_PUBLIC const struct sm_fact *sm_fact_item(const struct sm_fact *list, size_t i);

/* Display units (--unit): a quantity is shown in the first of them that it can be converted to. */
struct sm_display_units {
  const char *const *unit;
  size_t count;
  bool *used;  /* [count] set where a quantity was converted */
  char *there; /* [SM_DISPLAY_THERE] quantities met, with the units that they take, as a list */
};
enum { SM_DISPLAY_THERE = 512 };

/* Display of a quantity: value * factor + offset, in `unit`. */
struct sm_display {
  double factor, offset;
  const char *unit;
};

static inline double sm_display_value(const struct sm_display *display, double value) {
  return value * display->factor + display->offset;
}

/* Display of a quantity whose unit is `from`; unchanged if none of the units fits. units NULL:
 * none. */
SM_PUBLIC struct sm_display sm_display_find(struct sm_context *ctx,
                                            const struct sm_display_units *units, const char *from);

/* Unit of a column of a time series ("u_2": m/s); "" if it is not known. */
enum { SM_COLUMN_UNIT = 32 };
SM_PUBLIC void sm_column_unit(const char *column, char out[SM_COLUMN_UNIT]);

/* Description of a file of simoom as a tree; see sm_describe_file, also for the errors. units
 * (NULL: those of the file): of the text, and of the list "variables", which names them; all other
 * members keep theirs. *out is freed with sm_facts_free. */
SM_PUBLIC SM_CHECKED enum sm_status sm_describe_facts(struct sm_context *ctx, const char *path,
                                                      const struct sm_display_units *units,
                                                      struct sm_facts *out);

/* Length of the UTF-8 sequence at the start of a text; 0 if invalid (including overlong forms,
 * surrogates and numbers beyond U+10FFFF). */
SM_PUBLIC int sm_utf8_length(const char *text);

#ifdef __cplusplus
}
#endif
#endif
