#include "chem/words.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool sm_is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct sm_word sm_word_of(const char *string) {
  return (struct sm_word){string, strlen(string)};
}

struct sm_word sm_word_trim(struct sm_word word) {
  for (; word.size > 0 && sm_is_blank(word.text[0]); word.size--) word.text++;
  while (word.size > 0 && sm_is_blank(word.text[word.size - 1])) word.size--;
  return word;
}

bool sm_word_next(struct sm_word *rest, struct sm_word *out) {
  for (; rest->size > 0 && sm_is_blank(rest->text[0]); rest->size--) rest->text++;
  *out = (struct sm_word){rest->text, 0};
  while (out->size < rest->size && !sm_is_blank(rest->text[out->size])) out->size++;
  rest->text += out->size;
  rest->size -= out->size;
  return out->size > 0;
}

static int upper(char c) { return toupper((unsigned char)c); }

static bool begins(struct sm_word word, const char *other) {
  for (size_t i = 0; i < word.size; i++)
    if (other[i] == '\0' || upper(word.text[i]) != upper(other[i])) return false;
  return true;
}

bool sm_word_is(struct sm_word word, const char *other) {
  return begins(word, other) && other[word.size] == '\0';
}

bool sm_word_is_short(struct sm_word word, const char *keyword, size_t enough) {
  return word.size >= enough && begins(word, keyword);
}

bool sm_word_number(struct sm_word word, double *out) {
  char text[64], *end;
  size_t size = 0;
  if (word.size == 0 || word.size > sizeof text - 2) return false;
  for (size_t i = 0; i < word.size; i++) {
    const char c = (char)upper(word.text[i]);
    const bool sign = c == '+' || c == '-';
    if (!sign && !isdigit((unsigned char)c) && c != '.' && c != 'E' && c != 'D') return false;
    /* Fortran may leave the letter of the exponent out. */
    if (sign && i > 0 && text[size - 1] != 'E') text[size++] = 'E';
    if (size >= sizeof text - 2) return false;
    text[size++] = c == 'D' ? 'E' : c;
  }
  text[size] = '\0';
  *out = strtod(text, &end);
  return end == text + size && isfinite(*out);
}
