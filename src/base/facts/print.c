/* print.c - prints a tree of facts as text: labelled lines and tables. */
#include "lab/facts.h"

#include "base/context.h"
#include "base/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 8, LINE = 100 }; /* minimum width of labels; maximum width of lines of a list */

static const char *text_or(const char *text, const char *other) {
  return text != NULL ? text : other;
}

static void add_number(struct sm_text *out, const char *format, double value) {
  char digits[64];
  snprintf(digits, sizeof digits, text_or(format, "%.6g"), value);
  sm_text_add(out, "%s", digits);
}

/* Adds the value of a fact, or the items of a list. */
static void add_value(struct sm_text *out, const struct sm_fact *fact, const char *format) {
  switch (fact->kind) {
  case SM_FACT_NULL: sm_text_add(out, "-"); return;
  case SM_FACT_FLAG: sm_text_add(out, fact->integer != 0 ? "yes" : "NO"); return;
  case SM_FACT_INTEGER: sm_text_add(out, "%" PRId64, fact->integer); return;
  case SM_FACT_NUMBER: add_number(out, format, fact->number); return;
  case SM_FACT_TEXT: sm_text_add(out, "%s", fact->text); return;
  default: break;
  }
  for (const struct sm_fact *item = fact->first; item != NULL; item = item->next) {
    if (item != fact->first) sm_text_add(out, "%s", text_or(fact->joint, ", "));
    add_value(out, item, format);
  }
}

/* --- tables --- */

/* Adds the value of a row in a column; "" if absent. */
static void add_cell(struct sm_text *out, const struct sm_fact *row,
                     const struct sm_fact_column *column) {
  sm_text_clear(out);
  for (const struct sm_fact *fact = row->first; fact != NULL; fact = fact->next)
    if (strcmp(text_or(fact->key, text_or(fact->label, "")), column->key) == 0) {
      add_value(out, fact, column->format);
      return;
    }
}

/* Width of a column in the text; 0: no row has a value. */
static int width_of(const struct sm_fact *table, const struct sm_fact_column *column,
                    struct sm_text *cell) {
  size_t width = (size_t)abs(column->width);
  bool any = false;
  for (const struct sm_fact *row = table->first; row != NULL; row = row->next) {
    if (row->hidden) continue;
    add_cell(cell, row, column);
    any = any || (cell->size > 0 && strcmp(cell->data, "-") != 0);
    if (cell->size > width) width = cell->size;
  }
  return any ? (int)width : 0;
}

static void add_padded(struct sm_text *out, const struct sm_fact_column *column, int width,
                       const char *text) {
  sm_text_add(out, " %*s", column->width < 0 ? -width : width, text);
}

static void end_line(struct sm_text *out) {
  while (out->size > 0 && out->data[out->size - 1] == ' ') out->data[--out->size] = '\0';
  sm_text_add(out, "\n");
}

static void add_table(struct sm_text *out, const struct sm_fact *table) {
  enum { MOST = 16 };
  SM_SCOPED_BY(sm_text_free) struct sm_text cell = {0};
  int width[MOST], count = 0;
  if (table->first == NULL) {
    if (table->label != NULL) sm_text_add(out, "\n  no %s\n", table->label);
    return;
  }
  while (count < MOST && table->column[count].key != NULL) {
    width[count] = width_of(table, &table->column[count], &cell);
    count++;
  }
  sm_text_add(out, "\n ");
  for (int c = 0; c < count; c++)
    if (width[c] > 0) add_padded(out, &table->column[c], width[c], table->column[c].head);
  end_line(out);
  for (const struct sm_fact *row = table->first; row != NULL; row = row->next) {
    if (row->hidden) continue;
    sm_text_add(out, " ");
    for (int c = 0; c < count; c++) {
      if (width[c] == 0) continue;
      add_cell(&cell, row, &table->column[c]);
      add_padded(out, &table->column[c], width[c], sm_text_string(&cell));
    }
    end_line(out);
  }
  out->failed = out->failed || cell.failed;
}

/* --- groups --- */

static bool is_line(const struct sm_fact *fact) {
  return fact->label != NULL && fact->label[0] != '\0' && fact->column == NULL &&
         fact->kind != SM_FACT_NULL && fact->kind != SM_FACT_GROUP &&
         (fact->kind != SM_FACT_LIST || fact->first != NULL) &&
         (fact->kind != SM_FACT_TEXT || fact->text[0] != '\0');
}

/* Adds the items of a list, on several lines if necessary. */
static void add_list(struct sm_text *out, const struct sm_fact *list, int indent) {
  const char *joint = text_or(list->joint, ", ");
  SM_SCOPED_BY(sm_text_free) struct sm_text item = {0};
  size_t column = (size_t)indent;
  for (const struct sm_fact *fact = list->first; fact != NULL; fact = fact->next) {
    sm_text_clear(&item);
    add_value(&item, fact, list->format);
    if (fact->next != NULL) sm_text_add(&item, "%s", joint);
    if (column > (size_t)indent && column + item.size > LINE) {
      end_line(out);
      sm_text_add(out, "%*s", indent, "");
      column = (size_t)indent;
    }
    sm_text_add(out, "%s", sm_text_string(&item));
    column += item.size;
  }
  out->failed = out->failed || item.failed;
}

static void add_group(struct sm_text *out, const struct sm_fact *group) {
  size_t wide = LABEL;
  for (const struct sm_fact *fact = group->first; fact != NULL; fact = fact->next)
    if (is_line(fact) && strlen(fact->label) >= wide) wide = strlen(fact->label) + 1;
  for (const struct sm_fact *fact = group->first; fact != NULL; fact = fact->next) {
    if (fact->column != NULL) {
      add_table(out, fact);
    } else if (fact->kind == SM_FACT_GROUP && fact->label != NULL) {
      sm_text_add(out, "\n");
      add_group(out, fact);
    } else if (is_line(fact)) {
      sm_text_add(out, "  %-*s ", (int)wide, fact->label);
      if (fact->kind == SM_FACT_LIST)
        add_list(out, fact, (int)wide + 3);
      else
        add_value(out, fact, fact->format);
      sm_text_add(out, "%s%s\n", fact->unit != NULL ? " " : "", text_or(fact->unit, ""));
    } else if (fact->kind == SM_FACT_TEXT && fact->label != NULL && fact->label[0] == '\0') {
      sm_text_add(out, "%s\n", fact->text);
    }
  }
}

char *sm_facts_print(const struct sm_facts *facts) {
  struct sm_text out = {0};
  if (facts->root != NULL) add_group(&out, facts->root);
  if (!facts->failed && !out.failed) return out.data != NULL ? out.data : sm_text_copy("");
  sm_text_free(&out);
  return NULL;
}
