#include "case/schema/schema.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 90 };

/* Adds the unit, " m"; nothing for numbers without a unit. */
static void add_unit(const struct sm_schema_key *key, struct sm_text *out) {
  if (key->unit != NULL && strcmp(key->unit, "1") != 0) sm_text_add(out, " %s", key->unit);
}

void sm_describe_range(const struct sm_schema_key *key, struct sm_text *out) {
  const bool below = isfinite(key->high), above = isfinite(key->low);
  if (!below && !above) {
    if (key->not_zero) sm_text_add(out, "not 0");
    return;
  }
  if (!below) {
    sm_text_add(out, "%s %g", key->low_open ? "more than" : "at least", key->low);
  } else if (key->low_open || key->high_open) {
    sm_text_add(out, "%s %g and %s %g", key->low_open ? "more than" : "at least", key->low,
                key->high_open ? "less than" : "at most", key->high);
  } else if (key->low < key->high) {
    sm_text_add(out, "%.8g to %.8g", key->low, key->high);
  } else if (key->low != 0) {
    sm_text_add(out, "%g", key->low);
  } else {
    return; /* not a number */
  }
  add_unit(key, out);
}

void sm_describe_place(const struct sm_schema_key *key, struct sm_text *out) {
  if (key->in_domain == SM_KEY_IN_DOMAIN) sm_text_add(out, "in the domain");
}

/* Example of a text with a unit for a key in `unit`; NULL if none is common. */
static const char *example_of(const char *unit) {
  static const char *const examples[][2] = {
      {"m", "20 ft"}, {"m/s", "10 kt"}, {"s", "10 min"}, {"K", "20 degC"}, {"1", "50 %"}};
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
    if (strcmp(unit, examples[i][0]) == 0) return examples[i][1];
  return NULL;
}

static void add_words(const struct sm_schema_key *key, const char *last, struct sm_text *out) {
  for (size_t i = 0; key->words[i] != NULL; i++)
    sm_text_add(out, "%s\"%s\"",
                i == 0                      ? ""
                : key->words[i + 1] == NULL ? last
                                            : ", ",
                key->words[i]);
}

/* Adds the units of the columns of rows: [s, m, m, m]. */
static void add_columns(const struct sm_schema_key *key, struct sm_text *out) {
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference) rows have a word for each column
  for (int i = 0; i < key->count; i++) sm_text_add(out, "%s%s", i == 0 ? "[" : ", ", key->words[i]);
  sm_text_add(out, "]");
}

void sm_describe_value(const struct sm_schema_key *key, struct sm_text *out) {
  static const char *const texts[SM_KEY_TYPES] = {
      [SM_KEY_NUMBER] = "a number",
      [SM_KEY_INTEGER] = "a whole number",
      [SM_KEY_FLAG] = "true or false",
      [SM_KEY_TEXT] = "a text",
      [SM_KEY_NAME] = "a text",
      [SM_KEY_BAND] = "a number from 1, or a text",
      [SM_KEY_PATH] = "a file name",
      [SM_KEY_PATHS] = "a file name, or a list of file names",
      [SM_KEY_TEXTS] = "a text, or a list of texts",
      [SM_KEY_WORD] = "",
      [SM_KEY_WORDS] = "a list of ",
      [SM_KEY_TIME] = "a date and time such as 2026-05-01T12:00:00Z",
      [SM_KEY_VECTOR] = "a list of ",
      [SM_KEY_EXTENT] = "a number",
      [SM_KEY_LIST] = "a list of numbers",
      [SM_KEY_POINTS] = "a list of points [x, y]",
      [SM_KEY_ROWS] = "a list of rows ",
      [SM_KEY_EPSG] = "a text such as \"EPSG:32614\"",
      [SM_KEY_CRS] = "\"local\", \"auto-utm\" or a text such as \"EPSG:32614\"",
      [SM_KEY_RULES] = "a list of texts such as \"height\" or \"levels * 3.0\"",
      [SM_KEY_CLASSES] = "a table of class = length",
      [SM_KEY_EXPRESSION] = "",
  };
  sm_text_add(out, "%s", texts[key->type]);
  if (key->type == SM_KEY_VECTOR)
    sm_text_add(out, "%s%s numbers", key->least == 2 ? "two or " : "",
                key->count == 2 ? "two" : "three");
  if (key->type == SM_KEY_EXPRESSION)
    sm_text_add(out, "%s%s",
                key->count == 0  ? "a number"
                : key->least > 0 ? "a number or a list of "
                                 : "a list of ",
                key->count == 0   ? ""
                : key->count == 3 ? "three numbers"
                                  : "six numbers");
  if (key->type == SM_KEY_EXTENT)
    sm_text_add(out, key->count == 2 ? " or [x, y]" : ", [xy, z] or [x, y, z]");
  if (key->unit != NULL) {
    if (strcmp(key->unit, "1") != 0) sm_text_add(out, " in %s", key->unit);
    const char *example = example_of(key->unit);
    if (example != NULL) sm_text_add(out, ", or as \"%s\"", example);
  }
  if (key->type == SM_KEY_EXPRESSION)
    sm_text_add(out, ", or %s such as \"1 + sin(2 * pi * x)\"",
                key->count == 0 ? "an expression" : "expressions");
  if (key->words != NULL && key->type == SM_KEY_NUMBER) sm_text_add(out, ", or ");
  if (key->type == SM_KEY_ROWS)
    add_columns(key, out);
  else if (key->words != NULL && key->type != SM_KEY_RULES)
    add_words(key, " or ", out);
}

/* Adds the default words of a set: ["tke", "dissipation"]. */
static void add_chosen(const struct sm_schema_key *key, struct sm_text *out) {
  const char *before = "[";
  for (int i = 0; key->words[i] != NULL; i++) {
    if (((unsigned)key->fallback >> i & 1) == 0) continue;
    sm_text_add(out, "%s\"%s\"", before, key->words[i]);
    before = ", ";
  }
  sm_text_add(out, "]");
}

/* Adds the default of a number, integer, flag or word (`fallback`). */
static void add_fallback(const struct sm_schema_key *key, struct sm_text *out) {
  switch (key->type) {
  case SM_KEY_FLAG: sm_text_add(out, key->fallback != 0 ? "true" : "false"); break;
  case SM_KEY_WORD: sm_text_add(out, "\"%s\"", key->words[(int)key->fallback]); break;
  case SM_KEY_WORDS: add_chosen(key, out); break;
  case SM_KEY_RULES:
    sm_text_add(out, "[");
    add_words(key, ", ", out);
    sm_text_add(out, "]");
    break;
  case SM_KEY_NUMBER:
  case SM_KEY_INTEGER:
  case SM_KEY_VECTOR:
  case SM_KEY_EXTENT:
    sm_text_add(out, "%g", key->fallback);
    add_unit(key, out);
    break;
  default: sm_text_add(out, "none"); break;
  }
}

void sm_describe_default(const struct sm_schema_key *key, struct sm_text *out) {
  if (key->required) {
    sm_text_add(out, "required");
  } else if (key->otherwise != NULL) {
    sm_text_add(out, "%s", key->otherwise);
  } else {
    add_fallback(key, out);
  }
}

void sm_describe_table(const struct sm_schema_table *table, struct sm_text *out) {
  if (table->path[0] == '\0') {
    sm_text_add(out, "top of the file");
  } else {
    sm_text_add(out, table->element_size > 0 ? "[[%s]]" : "[%s]", table->path);
  }
}

void sm_describe_subject(const struct sm_schema_condition *c, struct sm_text *out) {
  const struct sm_schema_table *table = sm_schema_find_table(c->on);
  if (table != NULL)
    sm_describe_table(table, out);
  else
    sm_text_add(out, c->words != NULL ? "%s" : "'%s'", c->on);
}

void sm_describe_condition(const struct sm_schema_condition *c, struct sm_text *out) {
  sm_describe_subject(c, out);
  for (const char *word = c->words; word != NULL && *word != '\0';) {
    const size_t length = strcspn(word, " ");
    const bool last = word[length] == '\0';
    sm_text_add(out, "%s\"%.*s\"",
                word == c->words ? " = "
                : last           ? " or "
                                 : ", ",
                (int)length, word);
    word += length + !last;
  }
}

void sm_describe_needed(const struct sm_schema_key *key, const char *quote, struct sm_text *out) {
  for (const char *name = key->needs; name != NULL && *name != '\0'; name += *name == ' ') {
    const size_t length = strcspn(name, " ");
    sm_text_add(out, "%s%s%.*s%s", name == key->needs ? "" : " or ", quote, (int)length, name,
                quote);
    name += length;
  }
}

void sm_describe_conditions(const struct sm_schema_condition *c, struct sm_text *out) {
  for (const char *before = ""; c != NULL && c->on != NULL; c++, before = "; ") {
    sm_text_add(out, "%s%s with ", before, c->negated ? "not" : "only");
    sm_describe_condition(c, out);
  }
}

void sm_describe_wrapped(struct sm_text *out, const char *words, int column, int indent) {
  while (*words != '\0') {
    const int length = (int)strcspn(words, " ");
    if (column > indent && column + length > WIDTH) {
      sm_text_add(out, "\n%*s", indent, "");
      column = indent;
    }
    sm_text_add_bytes(out, words, (size_t)length);
    words += length;
    column += length;
    if (*words == ' ') {
      words++;
      if (*words != '\0' && column + 1 + (int)strcspn(words, " ") <= WIDTH) {
        sm_text_add_bytes(out, " ", 1);
        column++;
      } else if (*words != '\0') {
        column = WIDTH + 1;
      }
    }
  }
  sm_text_add(out, "\n");
}

void sm_describe_field(struct sm_text *out, const char *title, int column, const char *words) {
  sm_text_add(out, "  %-*s", column - 2, title);
  sm_describe_wrapped(out, words, column, column);
}
