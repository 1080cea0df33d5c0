/* Writer of a case file with comments, and list of what was not taken over. */
#define _XOPEN_SOURCE 700 /* for realpath */
#include "input/convert/internal.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMENT_COLUMN = 33, WIDTH = 110, ERRORS = 20 };

void sm_convert_free(struct sm_convert *c) {
  sm_text_free(&c->text);
  free(c->left);
  sm_arena_destroy(&c->arena);
  c->left = NULL;
}

void sm_convert_table(struct sm_convert *c, const char *head, const char *comment) {
  sm_text_add(&c->text, "\n%s", head);
  if (comment != NULL)
    sm_text_add(&c->text, "%*s# %s",
                (int)strlen(head) < COMMENT_COLUMN - 1 ? COMMENT_COLUMN - (int)strlen(head) : 1, "",
                comment);
  sm_text_add(&c->text, "\n");
}

void sm_convert_key(struct sm_convert *c, const char *key, const char *value, const char *comment) {
  const int length = (int)(strlen(key) + 3 + strlen(value));
  sm_text_add(&c->text, "%s = %s", key, value);
  if (comment != NULL)
    sm_text_add(&c->text, "%*s# %s", length < COMMENT_COLUMN - 1 ? COMMENT_COLUMN - length : 1, "",
                comment);
  sm_text_add(&c->text, "\n");
}

void sm_convert_number(struct sm_convert *c, const char *key, double value, const char *comment) {
  char text[40];
  snprintf(text, sizeof text, "%.10g", value);
  sm_convert_key(c, key, text, comment);
}

void sm_convert_numbers(struct sm_convert *c, const char *key, const double *value, int count,
                        const char *comment) {
  char text[400] = "[";
  for (int i = 0; i < count; i++)
    sm_text_append(text, sizeof text, "%s%.10g", i > 0 ? ", " : "", value[i]);
  sm_text_append(text, sizeof text, "]");
  sm_convert_key(c, key, text, comment);
}

void sm_convert_string(struct sm_convert *c, const char *key, const char *value,
                       const char *comment) {
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  sm_text_add(&text, "\"");
  for (; *value != '\0'; value++) {
    if (*value == '"' || *value == '\\') sm_text_add(&text, "\\");
    sm_text_add_bytes(&text, iscntrl((unsigned char)*value) ? " " : value, 1);
  }
  sm_text_add(&text, "\"");
  c->failed = c->failed || text.failed;
  sm_convert_key(c, key, sm_text_string(&text), comment);
}

void sm_convert_quantity(struct sm_convert *c, const char *key, double value, const char *unit,
                         const char *comment) {
  char text[80];
  if (unit[0] == '\0') {
    sm_convert_number(c, key, value, comment);
    return;
  }
  snprintf(text, sizeof text, "\"%.10g %s\"", value, unit);
  sm_convert_key(c, key, text, comment);
}

void sm_convert_comment(struct sm_convert *c, const char *format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  size_t column = 0;
  for (char *word = line; *word != '\0';) {
    const size_t length = strcspn(word, " ");
    if (column > 0 && column + 1 + length > WIDTH) {
      sm_text_add(&c->text, "\n");
      column = 0;
    }
    sm_text_add(&c->text, "%s%.*s", column == 0 ? "# " : " ", (int)length, word);
    column += length + (column == 0 ? 2 : 1);
    word += length;
    while (*word == ' ') word++;
  }
  sm_text_add(&c->text, "\n");
}

bool sm_convert_find(const struct sm_convert *c, const char *file, char *out, size_t size) {
  const bool absolute = file[0] == '/';
  snprintf(out, size, "%s%s", absolute ? "" : c->folder, file);
  if (access(out, F_OK) == 0) return true;
  if (absolute || access(file, F_OK) != 0) return false;
  snprintf(out, size, "%s", file);
  return true;
}

/* Path `to` seen from the folder `from`, both absolute. */
static void relative_path(const char *from, const char *to, struct sm_text *out) {
  size_t common = 0; /* length of the folders that both share, with the last '/' */
  for (size_t i = 0;; i++) {
    const char a = from[i], b = to[i];
    if (b == '/' && (a == '/' || a == '\0')) common = i + 1;
    if (a != b || a == '\0') break;
  }
  if (common <= 1) { /* nothing but the root in common */
    sm_text_add(out, "%s", to);
    return;
  }
  for (const char *rest = from + common - 1; *rest != '\0'; rest++)
    if (*rest == '/' && rest[1] != '\0') sm_text_add(out, "../");
  sm_text_add(out, "%s", to + common);
}

void sm_convert_file(struct sm_convert *c, const char *key, const char *file, const char *comment) {
  char path[4096];
  const char *const place = c->options->folder;
  const bool there = sm_convert_find(c, file, path, sizeof path);
  char *folder = realpath(place != NULL && place[0] != '\0' ? place : ".", NULL);
  char *whole = there ? realpath(path, NULL) : NULL;
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  if (folder != NULL && whole != NULL && file[0] != '/')
    relative_path(folder, whole, &text);
  else
    sm_text_add(&text, "%s", path);
  free(folder);
  free(whole);
  if (!there) {
    sm_warn(c->ctx, "%s: there is no file '%s', which the case needs", c->path, path);
    comment = "no such file when this case was made";
  }
  c->failed = c->failed || text.failed;
  sm_convert_string(c, key, sm_text_string(&text), comment);
}

void sm_convert_leave(struct sm_convert *c, int line, const char *name, const char *format, ...) {
  struct sm_convert_left left = {.file = c->path, .line = line, .count = 1};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(left.why, sizeof left.why, format, arguments);
  va_end(arguments);
  snprintf(left.name, sizeof left.name, "%s", name);
  sm_convert_clean(left.name, strlen(left.name)); /* the end may be cut within a character */
  sm_convert_clean(left.why, strlen(left.why));
  c->dropped++;
  for (size_t i = c->left_count; i-- > 0;) /* lines that are repeated lie close together */
    if (c->left[i].file == left.file && c->left[i].name[0] == left.name[0] &&
        strcmp(c->left[i].name, left.name) == 0 && strcmp(c->left[i].why, left.why) == 0) {
      c->left[i].count++;
      return;
    }
  if (c->left_count == c->left_capacity) {
    const size_t capacity = c->left_capacity * 2 + 32;
    struct sm_convert_left *larger = realloc(c->left, capacity * sizeof *larger);
    if (larger == NULL) {
      c->failed = true;
      return;
    }
    c->left = larger;
    c->left_capacity = capacity;
  }
  c->left[c->left_count++] = left;
}

void sm_convert_wrong(struct sm_convert *c, int line, const char *format, ...) {
  char text[800], at[32] = "";
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (c->errors++ >= ERRORS) return;
  enum sm_status (*const tell)(struct sm_context *, enum sm_status, const char *, ...) =
      c->errors == 1 ? sm_fail : sm_fail_add;
  if (line > 0) snprintf(at, sizeof at, ":%d", line);
  tell(c->ctx, SM_ERR_DATA, "%s%s: error: %s", c->path, at, text);
}

/* Length of the UTF-8 character at the start of a text; 0: none. */
static size_t character(const unsigned char *s, size_t size) {
  const size_t length = s[0] < 0x80    ? 1
                        : s[0] >= 0xf0 ? 4
                        : s[0] >= 0xe0 ? 3
                        : s[0] >= 0xc2 ? 2
                                       : 0;
  if (length == 0 || length > size || s[0] > 0xf4) return 0;
  for (size_t i = 1; i < length; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
  const bool outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
  return overlong || outside ? 0 : length;
}

void sm_convert_clean(char *text, size_t size) {
  for (size_t i = 0, length; i < size; i += length) {
    length = character((const unsigned char *)text + i, size - i);
    if (length == 0) {
      text[i] = '?';
      length = 1;
    } else if (length == 1 && iscntrl((unsigned char)text[i]) && text[i] != '\n' &&
               text[i] != '\t') {
      text[i] = ' ';
    }
  }
}

bool sm_convert_parse(const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  if (end == text) return false;
  while (isspace((unsigned char)*end)) end++;
  return *end == '\0' && isfinite(*out);
}
