#include "chem/read/tokens.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool sm_is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct sm_token sm_token_of(const char *string) {
  return (struct sm_token){string, strlen(string)};
}

struct sm_token sm_token_trim(struct sm_token token) {
  for (; token.size > 0 && sm_is_blank(token.text[0]); token.size--) token.text++;
  while (token.size > 0 && sm_is_blank(token.text[token.size - 1])) token.size--;
  return token;
}

bool sm_token_next(struct sm_token *rest, struct sm_token *out) {
  for (; rest->size > 0 && sm_is_blank(rest->text[0]); rest->size--) rest->text++;
  *out = (struct sm_token){rest->text, 0};
  while (out->size < rest->size && !sm_is_blank(rest->text[out->size])) out->size++;
  rest->text += out->size;
  rest->size -= out->size;
  return out->size > 0;
}

static int upper(char c) { return toupper((unsigned char)c); }

static bool begins(struct sm_token token, const char *other) {
  for (size_t i = 0; i < token.size; i++)
    if (other[i] == '\0' || upper(token.text[i]) != upper(other[i])) return false;
  return true;
}

bool sm_token_is(struct sm_token token, const char *other) {
  return begins(token, other) && other[token.size] == '\0';
}

bool sm_token_is_short(struct sm_token token, const char *keyword, size_t enough) {
  return token.size >= enough && begins(token, keyword);
}

bool sm_token_number(struct sm_token token, double *out) {
  char text[64], *end;
  size_t size = 0;
  if (token.size == 0 || token.size > sizeof text - 2) return false;
  for (size_t i = 0; i < token.size; i++) {
    const char c = (char)upper(token.text[i]);
    const bool sign = c == '+' || c == '-';
    if (!sign && !isdigit((unsigned char)c) && c != '.' && c != 'E' && c != 'D') return false;
    /* Fortran permits an exponent without letter */
    if (sign && i > 0 && text[size - 1] != 'E') text[size++] = 'E';
    if (size >= sizeof text - 2) return false;
    text[size++] = c == 'D' ? 'E' : c;
  }
  text[size] = '\0';
  *out = strtod(text, &end);
  return end == text + size && isfinite(*out);
}
