/* Construction of a mechanism while files are read: growing lists, problems with location. */
#include "chem/read/internal.h"

#include "base/file.h"
#include "base/text.h"
#include "chem/read/elements.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_ROOM = 8, QUOTED = 100, TEXT = 640, NEAREST_OF = 512 };

/* Converts line ends to line feeds, including lone carriage returns of old Mac files. */
static void end_lines(char *text, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (text[i] != '\r') continue;
    size_t behind = i;
    while (behind < size && text[behind] == '\r') behind++;
    const char end = behind < size && text[behind] == '\n' ? ' ' : '\n';
    if (end == '\n' || behind > i + 1)
      for (; i < behind; i++) text[i] = end;
    i = behind - 1;
  }
}

enum sm_status sm_builder_open(struct sm_mechanism_builder *b, const char *path,
                               const struct sm_builder_file **out) {
  char *text = NULL;
  size_t size = 0;
  if (b->source_count == SM_BUILDER_FILES)
    return sm_fail(b->ctx, SM_ERR_DATA, "%s: error: more than %d files", path, SM_BUILDER_FILES);
  SM_TRY(sm_file_read(b->ctx, path, &text, &size));
  if (sm_text_encoding(text, size) == SM_ENCODING_MARKED) {
    size -= 3; /* byte order mark; blanks in its place would indent YAML */
    memmove(text, text + 3, size + 1);
  }
  struct sm_builder_file *source = &b->source[b->source_count++];
  *source = (struct sm_builder_file){.text = text, .size = size};
  SM_TRY(sm_builder_copy(b, sm_token_of(path), &source->path));
  const char *unreadable = sm_text_unreadable(text, size);
  if (unreadable != NULL) return sm_fail(b->ctx, SM_ERR_DATA, "%s: error: %s", path, unreadable);
  end_lines(text, size);
  *out = source;
  return SM_OK;
}

/* --- problems --- */

static const struct sm_builder_file *source_of(const struct sm_mechanism_builder *b,
                                               const char *file) {
  for (int32_t s = 0; s < b->source_count; s++)
    if (b->source[s].path == file) return &b->source[s];
  return NULL;
}

static void show_plain(char *text) {
  for (; *text != '\0'; text++)
    if (iscntrl((unsigned char)*text)) *text = *text == '\t' ? ' ' : '?';
}

/* Formats the line of a problem, " 12 | text of the line", after a line feed; may be empty. */
static void quote(const struct sm_mechanism_builder *b, struct sm_file_line place, char *out,
                  size_t size) {
  const struct sm_builder_file *source = source_of(b, place.file);
  struct sm_token line;
  out[0] = '\0';
  if (source == NULL || place.line < 1) return;
  struct sm_line_reader lines = sm_line_reader_start(source);
  while (sm_line_reader_next(&lines, &line))
    if (lines.place.line == place.line) {
      char text[QUOTED + 1];
      const bool cut = line.size > QUOTED;
      snprintf(text, sizeof text, "%.*s", (int)(cut ? QUOTED : line.size), line.text);
      show_plain(text);
      snprintf(out, size, "\n%5d | %s%s", (int)place.line, text, cut ? "..." : "");
      return;
    }
}

static void describe(struct sm_file_line place, char *out, size_t size) {
  if (place.line > 0) {
    snprintf(out, size, "%s:%d", place.file, (int)place.line);
  } else {
    snprintf(out, size, "%s", place.file);
  }
}

static void report(struct sm_mechanism_builder *b, struct sm_file_line place, bool warning,
                   const char *format, va_list arguments) {
  char text[TEXT], where[TEXT], line[2 * QUOTED];
  if (!warning && b->problem_count++ >= SM_BUILDER_PROBLEMS) return;
  vsnprintf(text, sizeof text, format, arguments);
  show_plain(text);
  describe(place, where, sizeof where);
  if (warning) {
    sm_warn(b->ctx, "%s: warning: %s", where, text);
  } else {
    enum sm_status (*const tell)(struct sm_context *, enum sm_status, const char *, ...) =
        b->problem_count == 1 ? sm_fail : sm_fail_add;
    quote(b, place, line, sizeof line);
    tell(b->ctx, SM_ERR_DATA, "%s: error: %s%s", where, text, line);
  }
}

void sm_builder_problem(struct sm_mechanism_builder *b, struct sm_file_line place,
                        const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(b, place, false, format, arguments);
  va_end(arguments);
}

void sm_builder_strict_problem(struct sm_mechanism_builder *b, struct sm_file_line place,
                               const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(b, place, b->files->permissive, format, arguments);
  va_end(arguments);
}

void sm_builder_warn(struct sm_mechanism_builder *b, struct sm_file_line place, const char *format,
                     ...) {
  va_list arguments;
  va_start(arguments, format);
  report(b, place, true, format, arguments);
  va_end(arguments);
}

bool sm_builder_too_many(const struct sm_mechanism_builder *b) {
  return b->problem_count >= SM_BUILDER_PROBLEMS;
}

/* --- lists --- */

enum sm_status sm_builder_grow(struct sm_mechanism_builder *b, void *list_pointer, int32_t count,
                               size_t size) {
  char *old = NULL, *list = NULL;
  if (count != 0 && (count < FIRST_ROOM || (count & (count - 1)) != 0)) return SM_OK;
  memcpy(&old, list_pointer, sizeof old);
  const size_t room = count == 0 ? FIRST_ROOM : 2 * (size_t)count;
  SM_TRY(sm_arena_alloc(b->ctx, b->arena, room, size, &list));
  if (count > 0) memcpy(list, old, (size_t)count * size);
  memcpy(list_pointer, &list, sizeof list);
  return SM_OK;
}

enum sm_status sm_builder_copy(struct sm_mechanism_builder *b, struct sm_token token,
                               const char **out) {
  char *copy = NULL;
  SM_TRY(sm_arena_copy(b->ctx, b->arena, token.text, token.size, &copy));
  *out = copy;
  return SM_OK;
}

enum sm_status sm_builder_copy_collapsed(struct sm_mechanism_builder *b, struct sm_token token,
                                         const char **out) {
  char *copy = NULL;
  size_t size = 0;
  token = sm_token_trim(token);
  SM_TRY(sm_arena_copy(b->ctx, b->arena, token.text, token.size, &copy));
  for (size_t i = 0; i < token.size; i++) {
    const bool blank = sm_is_blank(token.text[i]);
    if (blank && copy[size - 1] == ' ') continue;
    copy[size++] = blank ? ' ' : token.text[i];
  }
  copy[size] = '\0';
  *out = copy;
  return SM_OK;
}

static struct sm_amount *amount_of(const struct sm_amounts *list, int32_t index) {
  for (int32_t i = 0; i < list->count; i++)
    if (list->list[i].index == index) return (struct sm_amount *)&list->list[i];
  return NULL;
}

enum sm_status sm_builder_add_amount(struct sm_mechanism_builder *b, struct sm_amounts *list,
                                     int32_t index, double amount) {
  struct sm_amount *there = amount_of(list, index);
  if (there != NULL) {
    there->amount += amount;
    return SM_OK;
  }
  SM_TRY(sm_builder_grow(b, &list->list, list->count, sizeof *list->list));
  ((struct sm_amount *)list->list)[list->count++] = (struct sm_amount){index, amount};
  return SM_OK;
}

enum sm_status sm_builder_set_amount(struct sm_mechanism_builder *b, struct sm_amounts *list,
                                     int32_t index, double amount) {
  struct sm_amount *there = amount_of(list, index);
  if (there == NULL) return sm_builder_add_amount(b, list, index, amount);
  there->amount = amount;
  return SM_OK;
}

enum sm_status sm_builder_element(struct sm_mechanism_builder *b, struct sm_file_line place,
                                  struct sm_token symbol, double weight) {
  const struct sm_known_element *known = sm_element_find(symbol);
  if (sm_name_table_find(&b->element_names, symbol) >= 0) return SM_OK;
  if (known == NULL && weight <= 0)
    sm_builder_problem(b, place, "unknown element '%.*s', and no weight of it", SM_TOKEN(symbol));
  struct sm_element *element;
  const int32_t count = b->element_names.count;
  SM_TRY(sm_builder_grow(b, &b->elements, count, sizeof *b->elements));
  element = &b->elements[count];
  SM_TRY(sm_builder_copy(b, known != NULL ? sm_token_of(known->name) : symbol, &element->name));
  element->weight = weight > 0 ? weight : known != NULL ? known->weight : 1;
  return sm_name_table_add(b->ctx, b->arena, &b->element_names, element->name);
}

enum sm_status sm_builder_species(struct sm_mechanism_builder *b, struct sm_file_line place,
                                  struct sm_token name, struct sm_species **out) {
  const int32_t count = b->species_names.count;
  *out = NULL;
  if (sm_name_table_find_exactly(&b->species_names, name) >= 0) return SM_OK;
  SM_TRY(sm_builder_grow(b, &b->species, count, sizeof *b->species));
  struct sm_species *species = &b->species[count];
  *species = (struct sm_species){.place = place};
  SM_TRY(sm_builder_copy(b, name, &species->name));
  SM_TRY(sm_name_table_add(b->ctx, b->arena, &b->species_names, species->name));
  *out = species;
  return SM_OK;
}

enum sm_status sm_builder_reaction(struct sm_mechanism_builder *b, struct sm_file_line place,
                                   struct sm_reaction **out) {
  SM_TRY(sm_builder_grow(b, &b->reactions, b->reaction_count, sizeof *b->reactions));
  *out = &b->reactions[b->reaction_count++];
  **out = (struct sm_reaction){.place = place, .default_efficiency = 1};
  return SM_OK;
}

int32_t sm_builder_find_species(const struct sm_mechanism_builder *b, struct sm_token name) {
  return sm_name_table_find(&b->species_names, name);
}

const char *sm_builder_nearest(const struct sm_mechanism_builder *b, struct sm_token name,
                               char *out, size_t size) {
  char text[SM_TOKEN_SHOWN + 1];
  const int32_t count = b->species_names.count < NEAREST_OF ? b->species_names.count : NEAREST_OF;
  snprintf(text, sizeof text, "%.*s", SM_TOKEN(name));
  const char *nearest =
      sm_text_nearest(text, (const char *const *)b->species_names.name, (size_t)count);
  out[0] = '\0';
  if (nearest != NULL) snprintf(out, size, "; did you mean '%.60s'?", nearest);
  return out;
}

/* --- lines --- */

struct sm_line_reader sm_line_reader_start(const struct sm_builder_file *source) {
  return (struct sm_line_reader){source, 0, {source->path, 0}};
}

bool sm_line_reader_next(struct sm_line_reader *lines, struct sm_token *out) {
  const struct sm_builder_file *s = lines->source;
  if (lines->at >= s->size) return false;
  const char *start = s->text + lines->at;
  const char *end = memchr(start, '\n', s->size - lines->at);
  *out = (struct sm_token){start, end != NULL ? (size_t)(end - start) : s->size - lines->at};
  lines->at += out->size + 1;
  lines->place.line++;
  if (out->size > 0 && out->text[out->size - 1] == '\r') out->size--;
  return true;
}
