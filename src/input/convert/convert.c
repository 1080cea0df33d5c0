/* Conversion of the inputs of other programs to a case (lab/convert.h): files, kinds, head of the
 * case. */
#include "base/file.h"
#include "case/foreign.h"
#include "input/convert/internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 400 }; /* kinds of keys in the head of the case */

char *sm_convert_trim(char *text) {
  while (isspace((unsigned char)*text)) text++;
  size_t length = strlen(text);
  while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
  return text;
}

static const char *file_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

/* Lines and line numbers of a kind of keys: "line 12", "line 12 and 3 more". */
static void place_of(const struct sm_convert_left *left, const char *first, char *out,
                     size_t size) {
  const char *file = left->file != first ? file_of(left->file) : "";
  const int used = snprintf(out, size, left->line > 0 ? "%s%sline %d" : "%s%s", file,
                            file[0] != '\0' ? ", " : "", left->line);
  if (left->count > 1 && used > 0 && (size_t)used < size)
    snprintf(out + used, size - (size_t)used, " and %zu more", left->count - 1);
}

/* Head of the case: where it is from, and what was not taken over; the latter is also warned of. */
static void write_head(struct sm_convert *c, const char *first, enum sm_foreign kind,
                       struct sm_text *out) {
  sm_text_add(out, "# Case made by 'simoom convert' from %s, %s.\n", file_of(first),
              sm_foreign_name(kind));
  sm_text_add(out, "# Comments beside keys say where they are from and what differs.\n");
  if (c->dropped == 0) {
    sm_text_add(out, "# All %zu keys are taken over.\n", c->keys);
    return;
  }
  sm_text_add(out, "#\n# Not taken over, %zu of %zu keys:\n", c->dropped, c->keys);
  for (size_t i = 0; i < c->left_count; i++) {
    const struct sm_convert_left *left = &c->left[i];
    char place[400];
    place_of(left, first, place, sizeof place);
    if (i < SHOWN) sm_text_add(out, "#   %s: %s: %s\n", place, left->name, left->why);
    char more[40] = "";
    if (left->count > 1) snprintf(more, sizeof more, " (%zu times)", left->count);
    if (left->line > 0)
      sm_warn(c->ctx, "%s:%d: %s%s is not taken over: %s", left->file, left->line, left->name, more,
              left->why);
    else
      sm_warn(c->ctx, "%s: %s%s is not taken over: %s", left->file, left->name, more, left->why);
  }
  if (c->left_count > SHOWN) sm_text_add(out, "#   and %zu kinds more\n", c->left_count - SHOWN);
}

/* Folder of a path, with '/' at its end; "" for none. */
static enum sm_status folder_of(struct sm_convert *c, char **folder) {
  const size_t length = sm_file_is_stream(c->path) ? 0 : strlen(c->path) - strlen(file_of(c->path));
  SM_TRY(sm_alloc(c->ctx, length + 1, 1, "the name of a folder", folder));
  memcpy(*folder, c->path, length);
  c->folder = *folder;
  return SM_OK;
}

/* Converts inputs whose kinds are known. */
static enum sm_status convert_kinds(struct sm_convert *c, struct sm_convert_input *input,
                                    const enum sm_foreign *kind, size_t count) {
  const struct sm_convert_input *winds = NULL, *plume = NULL;
  for (size_t i = 0; i < count; i++) {
    if (kind[i] == SM_FOREIGN_QES_WINDS) winds = &input[i];
    if (kind[i] == SM_FOREIGN_QES_PLUME) plume = &input[i];
  }
  if (winds != NULL && (count == 1 || plume != NULL)) return sm_convert_qes(c, winds, plume);
  if (plume != NULL)
    return sm_fail(c->ctx, SM_ERR_DATA,
                   "%s: a plume of QES needs its winds\n"
                   "help: simoom convert WINDS.xml %s",
                   plume->name, plume->name);
  if (count == 1 && kind[0] == SM_FOREIGN_WINDNINJA) return sm_convert_windninja(c, input->text);
  if (count == 1 && kind[0] == SM_FOREIGN_QUIC) return sm_convert_quic(c, input);
  for (size_t i = 0; i < count; i++) {
    if (kind[i] == SM_FOREIGN_QES_SENSOR)
      return sm_fail(c->ctx, SM_ERR_DATA,
                     "%s: a sensor is part of a case of QES-Winds\n"
                     "help: convert the file that names it by sensorName",
                     input[i].name);
    if (kind[i] == SM_FOREIGN_STATIONS)
      return sm_fail(c->ctx, SM_ERR_DATA,
                     "%s: a station list needs no conversion\n"
                     "help: name it by 'file' of [[weather.station]] in a case",
                     input[i].name);
    if (kind[i] == SM_FOREIGN_QUIC)
      return sm_fail(c->ctx, SM_ERR_DATA,
                     "%s: of a QUIC project one file is named, QU_simparams.inp: the others are "
                     "read from its folder",
                     input[i].name);
  }
  return sm_fail(c->ctx, SM_ERR_DATA,
                 "%s: not an input of another program that simoom knows\n"
                 "help: 'simoom help convert' says which are",
                 input[count - 1].name);
}

/* Kinds of the inputs, whose texts are cleaned. */
static enum sm_status find_kinds(struct sm_convert *c, struct sm_convert_input *input, size_t count,
                                 enum sm_foreign *kind) {
  for (size_t i = 0; i < count; i++) {
    const char *unreadable = sm_text_unreadable(input[i].text, input[i].size);
    if (unreadable != NULL)
      return sm_fail(c->ctx, SM_ERR_DATA, "%s: %s", input[i].name, unreadable);
    sm_convert_clean(input[i].text, input[i].size);
    kind[i] = sm_foreign_find(input[i].text, input[i].size);
  }
  return SM_OK;
}

static enum sm_status convert(struct sm_convert *c, struct sm_convert_input *input, size_t count,
                              struct sm_converted *out) {
  struct sm_text whole = {0};
  enum sm_foreign kind[SM_CONVERT_INPUTS] = {SM_FOREIGN_NONE};
  SM_TRY(find_kinds(c, input, count, kind));
  SM_TRY(convert_kinds(c, input, kind, count));
  if (c->errors > 0) return SM_ERR_DATA;
  const enum sm_foreign first = kind[0] == SM_FOREIGN_QES_PLUME ? SM_FOREIGN_QES_WINDS : kind[0];
  write_head(c, c->path, first, &whole);
  sm_text_add(&whole, "%s", sm_text_string(&c->text));
  if (c->failed || c->text.failed || whole.failed) {
    sm_text_free(&whole);
    return sm_fail(c->ctx, SM_ERR_MEMORY, "out of memory: the case of %s", c->path);
  }
  sm_convert_clean(whole.data, whole.size); /* comments may be cut within a character */
  *out = (struct sm_converted){sm_foreign_name(first), whole.data, c->keys, c->dropped};
  return SM_OK;
}

enum sm_status sm_convert_texts(struct sm_context *ctx, struct sm_convert_input *input,
                                size_t count, const struct sm_convert_options *options,
                                struct sm_converted *out) {
  SM_SCOPED_BY(sm_convert_free)
  struct sm_convert c = {.ctx = ctx, .options = options, .path = input[0].name};
  SM_SCOPED char *folder = NULL;
  *out = (struct sm_converted){0};
  SM_TRY(sm_arena_create(ctx, &c.arena));
  SM_TRY(folder_of(&c, &folder));
  return convert(&c, input, count, out);
}

enum sm_status sm_convert_memory(struct sm_context *ctx, const char *name, const char *text,
                                 size_t size, const struct sm_convert_options *options,
                                 struct sm_converted *out) {
  struct sm_convert_input input = {name, NULL, size};
  *out = (struct sm_converted){0};
  SM_TRY(sm_alloc(ctx, size + 1, 1, "a copy of the input", &input.text));
  memcpy(input.text, text, size);
  const enum sm_status status = sm_convert_texts(ctx, &input, 1, options, out);
  sm_free(input.text);
  return status;
}

enum sm_status sm_convert(struct sm_context *ctx, const char *const *path, size_t count,
                          const struct sm_convert_options *options, struct sm_converted *out) {
  *out = (struct sm_converted){0};
  if (options == NULL || options->size != sizeof *options || count == 0 ||
      count > SM_CONVERT_INPUTS)
    return sm_fail(ctx, SM_ERR_USAGE, "sm_convert: no options, or a wrong number of inputs");
  struct sm_convert_input input[SM_CONVERT_INPUTS] = {{0}};
  enum sm_status status = SM_OK;
  for (size_t i = 0; i < count; i++) {
    input[i].name = path[i];
    SM_TRY_DONE(sm_file_read(ctx, path[i], &input[i].text, &input[i].size));
  }
  SM_TRY_DONE(sm_convert_texts(ctx, input, count, options, out));
done:
  for (size_t i = 0; i < count; i++) sm_free(input[i].text);
  return status;
}
