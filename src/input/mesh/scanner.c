/* Scanner of numbers and words in a mesh file: text, or text with binary parts. */
#include "input/mesh/internal.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum sm_status sm_mesh_scan_fail(const struct sm_mesh_scan *s, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  for (char *c = text; *c != '\0'; c++)
    if (((unsigned char)*c < ' ' && *c != '\n') || *c == 127) *c = '?';
  if (s->binary)
    return sm_fail(s->ctx, SM_ERR_DATA, "%s: error: at byte %zu: %s", s->path, s->at, text);
  return sm_fail(s->ctx, SM_ERR_DATA, "%s:%d: error: %s", s->path, s->line, text);
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool sm_mesh_scan_blanks(struct sm_mesh_scan *s) {
  for (; s->at < s->size && is_blank(s->text[s->at]); s->at++) s->line += s->text[s->at] == '\n';
  return s->at < s->size;
}

void sm_mesh_scan_end_line(struct sm_mesh_scan *s) {
  while (s->at < s->size && s->text[s->at] != '\n') s->at++;
  if (s->at == s->size) return;
  s->at++;
  s->line++;
}

void sm_mesh_scan_word(struct sm_mesh_scan *s, char out[SM_MESH_SCAN_WORD]) {
  size_t length = 0;
  sm_mesh_scan_blanks(s);
  for (; s->at < s->size && !is_blank(s->text[s->at]); s->at++)
    if (length < SM_MESH_SCAN_WORD - 1) out[length++] = s->text[s->at];
  out[length] = '\0';
}

static enum sm_status no_number(const struct sm_mesh_scan *s, const char *what, const char *word) {
  if (word[0] == '\0') return sm_mesh_scan_fail(s, "the file ends where %s should be", what);
  return sm_mesh_scan_fail(s, "%s is expected, not '%.40s'", what, word);
}

enum sm_status sm_mesh_scan_text_integer(struct sm_mesh_scan *s, long long *out) {
  char word[SM_MESH_SCAN_WORD], *end;
  sm_mesh_scan_word(s, word);
  errno = 0;
  *out = strtoll(word, &end, 10);
  return end != word && *end == '\0' && errno == 0 ? SM_OK : no_number(s, "a whole number", word);
}

/* Reads the next bytes of a binary file. */
static enum sm_status take(struct sm_mesh_scan *s, size_t bytes, unsigned char *out) {
  if (s->size - s->at < bytes)
    return sm_mesh_scan_fail(s, "the file ends where a number should be");
  for (size_t b = 0; b < bytes; b++)
    out[s->swapped ? bytes - 1 - b : b] = (unsigned char)s->text[s->at + b];
  s->at += bytes;
  return SM_OK;
}

enum sm_status sm_mesh_scan_integer(struct sm_mesh_scan *s, int bytes, long long *out) {
  unsigned char raw[8];
  int32_t small;
  int64_t large;
  *out = 0;
  if (!s->binary) return sm_mesh_scan_text_integer(s, out);
  SM_TRY(take(s, (size_t)bytes, raw));
  if (bytes == 4) {
    memcpy(&small, raw, sizeof small);
    *out = small;
  } else {
    memcpy(&large, raw, sizeof large);
    *out = large;
  }
  return SM_OK;
}

enum sm_status sm_mesh_scan_real(struct sm_mesh_scan *s, double *out) {
  char word[SM_MESH_SCAN_WORD], *end;
  unsigned char raw[8];
  *out = 0;
  if (s->binary) {
    SM_TRY(take(s, sizeof raw, raw));
    memcpy(out, raw, sizeof raw);
    return isfinite(*out) ? SM_OK : sm_mesh_scan_fail(s, "%g is not a coordinate", *out);
  }
  sm_mesh_scan_word(s, word);
  *out = strtod(word, &end);
  return end != word && *end == '\0' && isfinite(*out) ? SM_OK : no_number(s, "a number", word);
}

enum sm_status sm_mesh_scan_check_count(struct sm_mesh_scan *s, long long count, const char *what,
                                        size_t least) {
  const size_t left = s->size - s->at;
  if (count >= 0 && count <= INT_MAX && (size_t)count <= left / least) return SM_OK;
  if (count < 0) return sm_mesh_scan_fail(s, "there cannot be %lld %s", count, what);
  return sm_mesh_scan_fail(
      s,
      "%lld %s cannot be in the %zu bytes that are left: the file is truncated "
      "or damaged",
      count, what, left);
}

bool sm_mesh_scan_find(struct sm_mesh_scan *s, const char *word) {
  const size_t length = strlen(word);
  for (; s->size - s->at >= length; s->at++) {
    if (memcmp(s->text + s->at, word, length) == 0) {
      s->at += length;
      return true;
    }
    s->line += s->text[s->at] == '\n';
  }
  return false;
}
