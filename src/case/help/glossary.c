#include "case/help/glossary.h"

#include "base/context.h"
#include "case/schema/schema.h"
#include <ctype.h>
#include <string.h>

enum { MOST_STEMS = 8, STEM_SIZE = 32, MOST_KEYS = 12, COLUMN = 12 };

/* Word stems, without case, plural and suffix: "emissions" and "emission" give "emiss". */
struct stems {
  char item[MOST_STEMS][STEM_SIZE];
  int count;
};

/* Removes a suffix if at least three letters remain. */
static void cut_ending(char *word, const char *ending) {
  const size_t length = strlen(word), cut = strlen(ending);
  if (length >= cut + 3 && strcmp(word + length - cut, ending) == 0) word[length - cut] = '\0';
}

static void make_stem(char *word) {
  static const char *const endings[] = {"s", "ing", "ed", "al", "ion", "ie", "y", "e"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) cut_ending(word, endings[i]);
}

/* Stem of the next word of a text; British and American spelling agree ("z" becomes "s"). Returns
 * the rest of the text; NULL: no more words. */
static const char *next_stem(const char *text, char out[STEM_SIZE]) {
  size_t length = 0;
  while (*text != '\0' && !isalnum((unsigned char)*text)) text++;
  if (*text == '\0') return NULL;
  for (; isalnum((unsigned char)*text); text++) {
    const char letter = (char)tolower((unsigned char)*text);
    if (length + 1 < STEM_SIZE) out[length++] = letter;
    if (length > 1 && letter == 'z') out[length - 1] = 's';
  }
  out[length] = '\0';
  make_stem(out);
  return text;
}

static struct stems stems_of(const char *text) {
  struct stems out = {.count = 0};
  while (out.count < MOST_STEMS && (text = next_stem(text, out.item[out.count])) != NULL)
    out.count++;
  return out;
}

/* Bit mask of the stems that occur in a text. */
static unsigned marks_in(const char *text, const struct stems *stems) {
  char stem[STEM_SIZE];
  unsigned marks = 0;
  while ((text = next_stem(text, stem)) != NULL)
    for (int i = 0; i < stems->count; i++)
      if (strcmp(stem, stems->item[i]) == 0) marks |= 1u << i;
  return marks;
}

/* Whether the first `length` bytes of a text consist of these stems in this order. */
static bool is_phrase(const char *text, size_t length, const struct stems *stems) {
  const char *end = text + length;
  char stem[STEM_SIZE];
  int n = 0;
  while ((text = next_stem(text, stem)) != NULL && text <= end) {
    if (n >= stems->count || strcmp(stem, stems->item[n]) != 0) return false;
    n++;
  }
  return n == stems->count;
}

static bool has_synonym(const char *list, const struct stems *stems) {
  for (; *list != '\0'; list += *list == ',') {
    const size_t length = strcspn(list, ",");
    if (is_phrase(list, length, stems)) return true;
    list += length;
  }
  return false;
}

enum sm_glossary_fit sm_glossary_fit(const struct sm_glossary_term *term, const char *words) {
  const struct stems stems = stems_of(words);
  const unsigned all = (1u << stems.count) - 1;
  if (stems.count == 0) return SM_GLOSSARY_NO_FIT;
  if (is_phrase(term->term, strlen(term->term), &stems)) return SM_GLOSSARY_TERM;
  if (has_synonym(term->synonyms, &stems)) return SM_GLOSSARY_SYNONYM;
  const unsigned names = marks_in(term->term, &stems) | marks_in(term->synonyms, &stems);
  if (names == all) return SM_GLOSSARY_IN_NAMES;
  const unsigned text = names | marks_in(term->meaning, &stems);
  return text == all ? SM_GLOSSARY_IN_MEANING : SM_GLOSSARY_NO_FIT;
}

/* --- for help --- */

/* Adds a line "  keys      a, b" of names with a prefix. */
static void add_names(struct sm_text *out, const char *title, const char *names,
                      const char *before) {
  SM_SCOPED_BY(sm_text_free) struct sm_text line = {0};
  for (; *names != '\0'; names += strcspn(names, " "), names += *names == ' ')
    sm_text_add(&line, "%s%s%.*s", line.size > 0 ? ", " : "", before, (int)strcspn(names, " "),
                names);
  if (line.size > 0) sm_describe_field(out, title, COLUMN, sm_text_string(&line));
  out->failed = out->failed || line.failed;
}

static void add_term(const struct sm_glossary_term *term, struct sm_text *out) {
  sm_text_add(out, "%s%s\n", out->size > 0 ? "\n" : "", term->term);
  sm_describe_field(out, "what", COLUMN, term->meaning);
  sm_describe_field(out, "synonyms", COLUMN, term->synonyms);
  add_names(out, "keys", term->keys, "");
  add_names(out, "commands", term->commands, "simoom ");
  add_names(out, "pages", term->pages, "docs/");
}

const struct sm_glossary_term *sm_glossary_term_at(size_t n) {
  if (n < sm_glossary_count) return &sm_glossary[n];
  n -= sm_glossary_count;
  if (n < sm_glossary_program_count) return &sm_glossary_program[n];
  n -= sm_glossary_program_count;
  return n < sm_glossary_absent_count ? &sm_glossary_absent[n] : NULL;
}

int sm_glossary_add_terms(const char *words, enum sm_glossary_fit least, struct sm_text *out) {
  enum sm_glossary_fit best = least;
  int count = 0;
  const struct sm_glossary_term *term;
  for (size_t i = 0; (term = sm_glossary_term_at(i)) != NULL; i++) {
    const enum sm_glossary_fit fit = sm_glossary_fit(term, words);
    if (fit > best) best = fit;
  }
  for (size_t i = 0; (term = sm_glossary_term_at(i)) != NULL; i++) {
    if (sm_glossary_fit(term, words) != best) continue;
    add_term(term, out);
    count++;
  }
  return count;
}

static unsigned marks_in_key(const struct sm_schema_key *key, const struct stems *stems) {
  unsigned marks = marks_in(key->name, stems) | marks_in(key->meaning, stems);
  for (size_t i = 0; key->words != NULL && key->words[i] != NULL; i++)
    marks |= marks_in(key->words[i], stems);
  return marks;
}

int sm_glossary_add_keys(const char *words, struct sm_text *out) {
  const struct stems stems = stems_of(words);
  int count = 0;
  for (size_t i = 0; i < sm_schema_table_count && stems.count > 0; i++) {
    const struct sm_schema_table *table = sm_schema_tables[i];
    for (size_t j = 0; j < table->key_count && count < MOST_KEYS; j++) {
      if (marks_in_key(&table->keys[j], &stems) != (1u << stems.count) - 1) continue;
      sm_text_add(out, "%s.%s\n", table->path, table->keys[j].name);
      sm_describe_field(out, "", COLUMN, table->keys[j].meaning);
      count++;
    }
  }
  return count;
}

/* --- for docs/glossary.md --- */

/* Adds a table cell of names in backticks, "`a`, `b`"; page names become links. */
static void add_cell(struct sm_text *out, const char *names, const char *before, bool links) {
  for (; *names != '\0'; names += strcspn(names, " "), names += *names == ' ') {
    const int length = (int)strcspn(names, " ");
    if (links)
      sm_text_add(out, "[%.*s](%.*s)", length - 3, names, length, names); /* without .md */
    else
      sm_text_add(out, "`%s%.*s`", before, length, names);
    if (names[length] != '\0') sm_text_add(out, ", ");
  }
}

static void add_rows(struct sm_text *out, const struct sm_glossary_term *terms, size_t count) {
  sm_text_add(
      out,
      "| term | meaning | other words | keys | commands | pages |\n|---|---|---|---|---|---|\n");
  for (size_t i = 0; i < count; i++) {
    const struct sm_glossary_term *t = &terms[i];
    sm_text_add(out, "| %s | %s | %s | ", t->term, t->meaning, t->synonyms);
    add_cell(out, t->keys, "", false);
    sm_text_add(out, " | ");
    add_cell(out, t->commands, "simoom ", false);
    sm_text_add(out, " | ");
    add_cell(out, t->pages, "", true);
    sm_text_add(out, " |\n");
  }
}

void sm_document_glossary(struct sm_text *out) {
  sm_text_add(
      out, "# Glossary\n\n"
           "Terms of the field with other words for them, and the keys of [case files](case.md), "
           "the [commands](commands.md) and\nthe pages that are about them. `simoom help WORD` "
           "finds a term by any of its words.\n\n");
  add_rows(out, sm_glossary, sm_glossary_count);
  sm_text_add(out, "\n## The program, computers and files\n\n");
  add_rows(out, sm_glossary_program, sm_glossary_program_count);
  sm_text_add(out, "\n## What is not in simoom\n\n"
                   "What people ask for and do not find, with what comes nearest.\n\n");
  add_rows(out, sm_glossary_absent, sm_glossary_absent_count);
}
