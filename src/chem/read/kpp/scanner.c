/* chem/read/kpp/scanner.c - tokens of KPP files: names and numbers. */
#include "chem/read/kpp/internal.h"
#include <ctype.h>
#include <string.h>

void sm_kpp_next_char(struct sm_kpp_text *t) {
  if (t->text[t->at] == '\n') t->place.line++;
  t->at++;
}

bool sm_kpp_skip_blanks(struct sm_kpp_text *t) {
  while (t->at < t->size && sm_is_blank(t->text[t->at])) sm_kpp_next_char(t);
  return t->at < t->size;
}

bool sm_kpp_read_until(struct sm_kpp_text *t, char letter, struct sm_token *out,
                       struct sm_file_line *place) {
  (void)sm_kpp_skip_blanks(t);
  *place = t->place;
  const size_t from = t->at;
  while (t->at < t->size && t->text[t->at] != letter && t->text[t->at] != '#') sm_kpp_next_char(t);
  *out = sm_token_trim((struct sm_token){t->text + from, t->at - from});
  if (t->at == t->size || t->text[t->at] == '#') return false;
  sm_kpp_next_char(t);
  return true;
}

bool sm_kpp_name(struct sm_token *rest, struct sm_token *out) {
  *rest = sm_token_trim(*rest);
  *out = (struct sm_token){rest->text, 0};
  if (rest->size == 0 || (!isalpha((unsigned char)*rest->text) && *rest->text != '_')) return false;
  while (out->size < rest->size &&
         (isalnum((unsigned char)out->text[out->size]) || out->text[out->size] == '_'))
    out->size++;
  rest->text += out->size;
  rest->size -= out->size;
  return true;
}

static size_t digits_at(struct sm_token token, size_t at) {
  size_t count = 0;
  while (at + count < token.size && isdigit((unsigned char)token.text[at + count])) count++;
  return count;
}

/* True for the point of an operator after a number: "300.GT.". */
static bool is_operator(struct sm_token token, size_t point) {
  static const char *const names[] = {".GT.", ".LT.", ".GE.",  ".LE.",
                                      ".EQ.", ".NE.", ".AND.", ".OR."};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    const size_t size = strlen(names[n]);
    if (point + size <= token.size &&
        sm_token_is((struct sm_token){token.text + point, size}, names[n]))
      return true;
  }
  return false;
}

bool sm_kpp_literal(struct sm_token *rest, double *out, bool *whole) {
  *rest = sm_token_trim(*rest);
  const struct sm_token w = *rest;
  const size_t before = digits_at(w, 0);
  size_t size = before, part = 0;
  if (size < w.size && w.text[size] == '.' && !is_operator(w, size)) {
    part = digits_at(w, size + 1);
    size += 1 + part;
  }
  if (before + part == 0) return false;
  if (size < w.size && strchr("eEdD", w.text[size]) != NULL) {
    const bool sign = size + 1 < w.size && (w.text[size + 1] == '+' || w.text[size + 1] == '-');
    const size_t exponent = digits_at(w, size + 1 + sign);
    if (exponent > 0) size += 1 + sign + exponent;
  }
  if (!sm_token_number((struct sm_token){w.text, size}, out)) return false;
  *whole = size == before && *out <= 2147483647; /* larger values are reals */
  if (size < w.size && w.text[size] == '_')      /* a kind: 1.0_dp */
    while (size < w.size && (isalnum((unsigned char)w.text[size]) || w.text[size] == '_')) size++;
  rest->text += size;
  rest->size -= size;
  return true;
}

bool sm_kpp_number(struct sm_token *rest, double *out) {
  bool whole;
  return sm_kpp_literal(rest, out, &whole);
}

void sm_kpp_skip_to_command(struct sm_kpp_text *t) {
  while (t->at < t->size && t->text[t->at] != '#') sm_kpp_next_char(t);
}

bool sm_kpp_line(struct sm_token *text, struct sm_token *out) {
  if (text->size == 0) return false;
  const char *end = memchr(text->text, '\n', text->size);
  *out = (struct sm_token){text->text, end != NULL ? (size_t)(end - text->text) : text->size};
  text->text += out->size + (end != NULL);
  text->size -= out->size + (end != NULL);
  const char *remark = memchr(out->text, '!', out->size);
  if (remark != NULL && remark + 1 < out->text + out->size && remark[1] == '=')
    remark = NULL; /* != of C */
  if (remark != NULL) out->size = (size_t)(remark - out->text);
  *out = sm_token_trim(*out);
  return true;
}

bool sm_kpp_statement(struct sm_kpp_block *block, struct sm_text *joined, struct sm_token *out,
                      struct sm_file_line *place) {
  struct sm_token line;
  bool begun = false;
  sm_text_clear(joined);
  *place = block->place;
  while (block->text.size > 0) {
    const struct sm_file_line here = block->place;
    const bool ends = memchr(block->text.text, '\n', block->text.size) != NULL;
    if (!sm_kpp_line(&block->text, &line)) break;
    block->place.line += ends;
    if (line.size == 0) continue; /* blank lines may separate them */
    if (!begun) *place = here;
    begun = true;
    if (line.text[0] == '&') line = sm_token_trim((struct sm_token){line.text + 1, line.size - 1});
    const bool on = line.size > 0 && line.text[line.size - 1] == '&';
    sm_text_add_bytes(joined, line.text, line.size - on);
    sm_text_add_bytes(joined, " ", 1);
    if (!on) break;
  }
  *out = sm_token_trim(sm_token_of(sm_text_string(joined)));
  return begun;
}
