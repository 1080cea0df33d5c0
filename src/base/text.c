#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct sm_text *text, size_t more) {
  if (text->failed) return false;
  const size_t need = text->size + more + 1;
  if (need <= text->capacity) return true;
  const size_t capacity = need < 128 ? 128 : need * 2;
  char *data = realloc(text->data, capacity);
  if (data == NULL) {
    text->failed = true;
    return false;
  }
  text->data = data;
  text->capacity = capacity;
  return true;
}

void sm_text_append(char *out, size_t size, const char *format, ...) {
  va_list arguments;
  const size_t length = strlen(out);
  va_start(arguments, format);
  vsnprintf(out + length, size - length, format, arguments);
  va_end(arguments);
}

void sm_text_add_bytes(struct sm_text *text, const char *bytes, size_t count) {
  if (!reserve(text, count)) return;
  memcpy(text->data + text->size, bytes, count);
  text->size += count;
  text->data[text->size] = '\0';
}

void sm_text_add_list(struct sm_text *text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  if (length < 0) {
    text->failed = true;
  } else if (reserve(text, (size_t)length)) {
    vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
    text->size += (size_t)length;
  }
  va_end(again);
}

void sm_text_add(struct sm_text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  sm_text_add_list(text, format, arguments);
  va_end(arguments);
}

void sm_text_add_csv(struct sm_text *text, const char *field) {
  if (strpbrk(field, ",\"\r\n") == NULL) {
    sm_text_add(text, "%s", field);
    return;
  }
  sm_text_add(text, "\"");
  for (; *field != '\0'; field++)
    sm_text_add_bytes(text, *field == '"' ? "\"\"" : field, *field == '"' ? 2 : 1);
  sm_text_add(text, "\"");
}

/* A failure stays: what was cleared may have been a part of something larger. */
void sm_text_clear(struct sm_text *text) {
  text->size = 0;
  if (text->data != NULL) text->data[0] = '\0';
}

void sm_text_free(struct sm_text *text) {
  free(text->data);
  *text = (struct sm_text){0};
}

const char *sm_text_string(const struct sm_text *text) { return text->size > 0 ? text->data : ""; }

char *sm_text_copy(const char *string) {
  const size_t size = strlen(string) + 1;
  char *copy = malloc(size);
  if (copy != NULL) memcpy(copy, string, size);
  return copy;
}

static int min3(int a, int b, int c) {
  const int ab = a < b ? a : b;
  return ab < c ? ab : c;
}

bool sm_text_ends_with(const char *string, const char *ending) {
  const size_t length = strlen(string), own = strlen(ending);
  return length > own && strcmp(string + length - own, ending) == 0;
}

/* Set of the letters of a word: bit c % 64. */
static uint64_t letters_of(const char *word) {
  uint64_t set = 0;
  for (; *word != '\0'; word++) set |= (uint64_t)1 << (*word & 63);
  return set;
}

/* Whether a set has fewer than `limit` elements. */
static bool has_fewer(uint64_t set, int limit) {
  for (int i = 0; i < limit - 1 && set != 0; i++) set &= set - 1;
  return set == 0;
}

/* Optimal string alignment distance if it is less than `limit`; else a number of at least `limit`.
 * An edit changes the length by one at most, and removes one letter from those that `b` lacks. */
static int distance_below(const char *a, const char *b, int limit) {
  enum { LONGEST = 63 };
  const size_t na = strlen(a), nb = strlen(b);
  if (na > LONGEST || nb > LONGEST) return LONGEST;
  if (na >= nb + (size_t)limit || nb >= na + (size_t)limit) return limit;
  const uint64_t letters_a = letters_of(a), letters_b = letters_of(b);
  if (!has_fewer(letters_a & ~letters_b, limit) || !has_fewer(letters_b & ~letters_a, limit))
    return limit;
  int rows[3][LONGEST + 1], *before = rows[0], *last = rows[1], *row = rows[2];
  for (size_t j = 0; j <= nb; j++) last[j] = (int)j;
  for (size_t i = 1; i <= na; i++) {
    int least = row[0] = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      const int replace = last[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = min3(last[j] + 1, row[j - 1] + 1, replace);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          before[j - 2] + 1 < row[j])
        row[j] = before[j - 2] + 1;
      least = row[j] < least ? row[j] : least;
    }
    if (least >= limit) return limit; /* the distance never decreases again */
    int *spare = before;
    before = last;
    last = row;
    row = spare;
  }
  return last[nb];
}

/* Length of the shorter word if it exceeds `most` and the longer one begins or ends with it, else
 * 0. */
static size_t part_above(size_t most, const char *a, const char *b) {
  const size_t na = strlen(a), nb = strlen(b), less = na < nb ? na : nb;
  const char *whole = na < nb ? b : a, *part = na < nb ? a : b;
  if (less <= most) return 0;
  const bool within = strncmp(whole, part, less) == 0 ||
                      strcmp(whole + (na < nb ? nb - less : na - less), part) == 0;
  return within ? less : 0;
}

const char *sm_text_nearest(const char *word, const char *const *candidates, size_t count) {
  const char *nearest = NULL;
  int best = 3;
  for (size_t i = 0; i < count; i++) {
    const int distance = distance_below(word, candidates[i], best);
    if (distance < best && (size_t)distance < strlen(word)) {
      best = distance;
      nearest = candidates[i];
    }
  }
  size_t most = SM_TEXT_PART - 1; /* letters shared by the word and a candidate */
  for (size_t i = 0; i < count && best == 3; i++) {
    const size_t shared = part_above(most, word, candidates[i]);
    if (shared == 0) continue;
    most = shared;
    nearest = candidates[i];
  }
  return nearest;
}

bool sm_text_same_word(const char *a, const char *b) {
  while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
  return *a == *b;
}

enum sm_encoding sm_text_encoding(const char *bytes, size_t size) {
  if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)
    return memchr(bytes, '\0', size) == NULL ? SM_ENCODING_MARKED : SM_ENCODING_NONE;
  if (size < 2) return size == 1 && bytes[0] == '\0' ? SM_ENCODING_NONE : SM_ENCODING_PLAIN;
  if (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0)
    return SM_ENCODING_UTF16;
  if (memchr(bytes, '\0', size) == NULL) return SM_ENCODING_PLAIN;
  /* Whether ASCII characters alternate with NUL bytes, as in UTF-16 without a byte order mark. */
  bool wide = size >= 4 && size % 2 == 0;
  const int letter = bytes[0] == '\0' ? 1 : 0;
  for (size_t i = 0; i + 1 < size && i < 8; i += 2)
    wide = wide && bytes[i + (size_t)letter] > 0 && bytes[i + 1 - (size_t)letter] == '\0';
  return wide ? SM_ENCODING_UTF16 : SM_ENCODING_NONE;
}

const char *sm_text_unreadable(const char *bytes, size_t size) {
  switch (sm_text_encoding(bytes, size)) {
  case SM_ENCODING_UTF16: return "the text is UTF-16: save it as UTF-8";
  case SM_ENCODING_NONE: return "this is not a text file";
  default: return NULL;
  }
}

bool sm_text_drop_percent(char *text) {
  size_t length = strlen(text);
  if (length < 2 || text[length - 1] != '%') return false;
  for (length--; length > 0 && text[length - 1] == ' ';) length--;
  text[length] = '\0';
  return true;
}
