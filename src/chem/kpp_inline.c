#include "chem/kpp_parts.h"

#include <string.h>

enum { DEEPEST = 16, CALLS = 200000 };

bool sm_kpp_line(struct sm_word *text, struct sm_word *out) {
  if (text->size == 0) return false;
  const char *end = memchr(text->text, '\n', text->size);
  *out = (struct sm_word){text->text, end != NULL ? (size_t)(end - text->text) : text->size};
  text->text += out->size + (end != NULL);
  text->size -= out->size + (end != NULL);
  const char *remark = memchr(out->text, '!', out->size);
  if (remark != NULL) out->size = (size_t)(remark - out->text);
  *out = sm_word_trim(*out);
  return true;
}

enum sm_status sm_kpp_constant(struct sm_kpp *k, struct sm_word name, struct sm_formula value) {
  SM_TRY(sm_build_grow(k->b, &k->constants, k->constant_count, sizeof *k->constants));
  struct sm_kpp_constant *out = &k->constants[k->constant_count++];
  out->value = value;
  return sm_build_copy(k->b, name, &out->name);
}

/* --- functions --- */

/* The words behind FUNCTION: "k46(TEMP, M)"; false: the line begins none, or has too many. */
static bool find_head(struct sm_word line, struct sm_word *head) {
  struct sm_word rest = line, word;
  while (sm_word_next(&rest, &word)) {
    if (sm_word_is(word, "END") || sm_word_is(word, "ENDFUNCTION")) return false;
    if (!sm_word_is(word, "FUNCTION")) continue;
    *head = sm_word_trim(rest);
    return true;
  }
  return false;
}

static enum sm_status read_head(struct sm_kpp *k, struct sm_word head, bool *good) {
  struct sm_word name, argument;
  SM_TRY(sm_build_grow(k->b, &k->functions, k->function_count, sizeof *k->functions));
  struct sm_kpp_function *f = &k->functions[k->function_count];
  *f = (struct sm_kpp_function){0};
  *good = sm_kpp_name(&head, &name);
  head = sm_word_trim(head);
  *good = *good && head.size > 0 && head.text[0] == '(';
  if (!*good) return SM_OK;
  SM_TRY(sm_build_copy(k->b, name, &f->name));
  do {
    head = (struct sm_word){head.text + 1, head.size - 1};
    if (!sm_kpp_name(&head, &argument)) break; /* there may be none */
    SM_TRY(sm_build_copy(k->b, argument, &f->argument[f->arguments++]));
    head = sm_word_trim(head);
  } while (head.size > 0 && head.text[0] == ',' && f->arguments < SM_KPP_ARGUMENTS);
  *good = head.size > 0 && head.text[0] == ')';
  return SM_OK;
}

static bool is_end(struct sm_word line) {
  struct sm_word rest = line, word;
  return sm_word_next(&rest, &word) &&
         (sm_word_is(word, "END") || sm_word_is(word, "ENDFUNCTION")) &&
         (!sm_word_next(&rest, &word) || sm_word_is(word, "FUNCTION"));
}

enum sm_status sm_kpp_functions(struct sm_kpp *k, struct sm_word text) {
  struct sm_word line, head;
  while (sm_kpp_line(&text, &line)) {
    bool good = false;
    if (!find_head(line, &head)) continue;
    SM_TRY(read_head(k, head, &good));
    const char *begin = text.text;
    const char *end = begin;
    while (sm_kpp_line(&text, &line) && !is_end(line)) end = line.text + line.size;
    if (!good) continue;
    k->functions[k->function_count++].body = (struct sm_word){begin, (size_t)(end - begin)};
  }
  return SM_OK;
}

const struct sm_kpp_function *sm_kpp_find_function(const struct sm_kpp *k, struct sm_word name) {
  for (int32_t f = k->function_count - 1; f >= 0; f--)
    if (sm_word_is(name, k->functions[f].name)) return &k->functions[f];
  return NULL;
}

/* Only declarations and "name = formula": what decides or repeats is no formula. */
static bool is_plain(struct sm_word body) {
  static const char *const words[] = {"IF",    "ELSE", "ELSEIF", "ENDIF",  "DO",   "ENDDO",
                                      "WHERE", "CALL", "SELECT", "RETURN", "GOTO", "WHILE"};
  struct sm_word line, word;
  while (sm_kpp_line(&body, &line)) {
    if (!sm_kpp_name(&line, &word)) continue;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
      if (sm_word_is(word, words[w])) return false;
  }
  return true;
}

enum sm_status sm_kpp_call(struct sm_kpp *k, struct sm_file_line place,
                           const struct sm_kpp_function *function,
                           const struct sm_formula *argument, struct sm_formula *out, bool *good) {
  const struct sm_kpp_function f = *function;
  const int32_t outer = k->constant_count;
  *good = k->call_depth < DEEPEST && k->calls++ < CALLS && is_plain(f.body);
  if (!*good) return SM_OK;
  for (int a = 0; a < f.arguments; a++)
    SM_TRY(sm_kpp_constant(k, sm_word_of(f.argument[a]), argument[a]));
  const int32_t inner = k->constant_count;
  k->call_depth++;
  const enum sm_status status = sm_kpp_constants(k, place, f.body);
  k->call_depth--;
  *good = false;
  for (int32_t c = inner; c < k->constant_count; c++) { /* the last line of its name */
    if (!sm_word_is(sm_word_of(f.name), k->constants[c].name)) continue;
    *out = k->constants[c].value;
    *good = true;
  }
  k->constant_count = outer;
  return status;
}
