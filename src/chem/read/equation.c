#include "chem/read/equation.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { TERMS = 64 }; /* maximum terms per side */

/* Term of an equation: species index, M, or light (hv). */
enum { TERM_M = -2, TERM_LIGHT = -3 };

struct term {
  int32_t species;
  double amount;
};

struct side {
  struct sm_token text; /* text without blanks and without (+M) */
  struct term term[TERMS];
  int32_t count;
  enum sm_equation_collider collider;
  int32_t collider_species;
  bool light;
};

/* Parses a coefficient of `size` letters followed by a species. */
static bool read_amount(const struct sm_mechanism_builder *b, struct sm_token token, size_t size,
                        struct term *out) {
  const struct sm_token name = {token.text + size, token.size - size};
  out->species = sm_builder_find_species(b, sm_token_trim(name));
  return out->species >= 0 && sm_token_number((struct sm_token){token.text, size}, &out->amount);
}

/* Number of leading digits and points of a word. */
static size_t mantissa_of(struct sm_token token) {
  size_t size = 0;
  while (size < token.size && (isdigit((unsigned char)token.text[size]) || token.text[size] == '.'))
    size++;
  return size;
}

/* Shortest exponent after a mantissa of `size` letters, "E-1" or "e2"; 0 without exponent. */
static size_t exponent_of(struct sm_token token, size_t size) {
  size_t at = size;
  if (size == 0 || at >= token.size || strchr("eEdD", token.text[at]) == NULL) return 0;
  at++;
  if (at < token.size && (token.text[at] == '+' || token.text[at] == '-')) at++;
  return at < token.size && isdigit((unsigned char)token.text[at]) ? at + 1 - size : 0;
}

static bool read_term(const struct sm_mechanism_builder *b, struct sm_token token,
                      struct term *out);

/* Parses a coefficient with exponent before a species: "5.0E-1O2". The longest species name wins; a
 * plus sign after the electron E or a species 2E separates terms. */
static bool read_power(const struct sm_mechanism_builder *b, struct sm_token token, size_t mantissa,
                       struct term *out) {
  const size_t least = exponent_of(token, mantissa);
  struct term before;
  if (least == 0) return false;
  if (token.text[mantissa + 1] == '+' &&
      read_term(b, (struct sm_token){token.text, mantissa + 1}, &before))
    return false;
  for (size_t size = mantissa + least; size < token.size; size++) {
    if (read_amount(b, token, size, out)) return true;
    if (!isdigit((unsigned char)token.text[size])) return false;
  }
  return false;
}

/* Parses a species, M or hv with an optional coefficient; false for other text. */
static bool read_term(const struct sm_mechanism_builder *b, struct sm_token token,
                      struct term *out) {
  *out = (struct term){sm_builder_find_species(b, token), 1};
  if (out->species >= 0) return true;
  if (sm_token_is(token, "M")) out->species = TERM_M;
  if (sm_token_is(token, "HV")) out->species = TERM_LIGHT;
  if (out->species != -1) return true;
  const size_t digits = mantissa_of(token);
  if (digits < token.size && token.text[digits] == ' ') return read_amount(b, token, digits, out);
  for (size_t size = 1; size <= digits; size++) /* 2OH; but 21CH2 is 2 1CH2 if 1CH2 is a species */
    if (read_amount(b, token, size, out)) return true;
  return read_power(b, token, digits, out);
}

/* Splits the rest of a side into terms at plus signs. Species names may contain plus signs (H3O+),
 * so the longest possible term is tried first. */
static bool read_terms(const struct sm_mechanism_builder *b, struct side *side, size_t from) {
  const struct sm_token text = side->text;
  if (side->count == TERMS) return false;
  for (size_t end = text.size; end > from; end--) {
    if (end < text.size && text.text[end] != '+') continue;
    const struct sm_token token = {text.text + from, end - from};
    if (!read_term(b, token, &side->term[side->count])) continue;
    side->count++;
    if (end == text.size || read_terms(b, side, end + 1)) return true;
    side->count--;
  }
  return false;
}

/* First part between plus signs that is not a term, for the message. */
static struct sm_token first_unknown(const struct sm_mechanism_builder *b, struct sm_token text) {
  struct term term;
  for (size_t from = 0; from < text.size;) {
    size_t end = from;
    while (end < text.size && text.text[end] != '+') end++;
    const struct sm_token token = {text.text + from, end - from};
    if (!read_term(b, token, &term)) return token;
    from = end + 1;
  }
  return (struct sm_token){text.text, 0};
}

static void report_unknown(struct sm_mechanism_builder *b, struct sm_file_line place,
                           struct sm_token text) {
  char help[96];
  struct sm_token token = first_unknown(b, text);
  if (token.size == 0) {
    sm_builder_problem(b, place, "a plus sign without a species in '%.*s'", SM_TOKEN(text));
    return;
  }
  size_t number = mantissa_of(token);
  number += exponent_of(token, number);
  if (number < token.size)
    token = sm_token_trim((struct sm_token){token.text + number, token.size - number});
  sm_builder_problem(b, place, "unknown species '%.*s'%s", SM_TOKEN(token),
                     sm_builder_nearest(b, token, help, sizeof help));
}

static bool is_m(struct sm_token name) { return sm_token_is(name, "M"); }

/* Removes "(+M)" or "(+H2O)" from a side. */
static bool take_falloff(struct sm_mechanism_builder *b, struct sm_file_line place,
                         struct side *side, char *text) {
  for (char *at = strstr(text, "(+"); at != NULL; at = strstr(at + 1, "(+")) {
    const char *end = strchr(at, ')');
    if (end == NULL || end == at + 2) continue; /* ion names: NO(+) */
    struct sm_token name = {at + 2, (size_t)(end - at) - 2};
    int32_t species = sm_builder_find_species(b, name);
    /* names with brackets: (+CH2(S)) */
    for (const char *next = strchr(end + 1, ')'); species < 0 && next != NULL && !is_m(name);
         next = strchr(next + 1, ')')) {
      const struct sm_token longer = {at + 2, (size_t)(next - at) - 2};
      species = sm_builder_find_species(b, longer);
      if (species < 0) continue;
      name = longer;
      end = next;
    }
    if (species < 0 && !is_m(name)) {
      char help[96];
      sm_builder_problem(b, place, "unknown species '%.*s' as collider%s", SM_TOKEN(name),
                         sm_builder_nearest(b, name, help, sizeof help));
      return false;
    }
    side->collider = species >= 0 ? SM_COLLIDER_FALLOFF_ONE : SM_COLLIDER_FALLOFF;
    side->collider_species = species;
    memmove(at, end + 1, strlen(end));
    break;
  }
  side->text = sm_token_of(text);
  return true;
}

/* Removes M and hv from the terms, as they are not species. */
static bool take_marks(struct sm_mechanism_builder *b, struct sm_file_line place,
                       struct side *side) {
  int32_t count = 0;
  for (int32_t t = 0; t < side->count; t++) {
    if (side->term[t].species == TERM_LIGHT) {
      side->light = true;
    } else if (side->term[t].species == TERM_M) {
      if (side->collider != SM_COLLIDER_NONE) {
        sm_builder_problem(b, place, "two colliders M on one side of the equation");
        return false;
      }
      side->collider = SM_COLLIDER_ANY;
    } else {
      side->term[count++] = side->term[t];
    }
  }
  side->count = count;
  return true;
}

static enum sm_status read_side(struct sm_mechanism_builder *b, struct sm_file_line place,
                                char *text, struct sm_amounts *out, struct side *side, bool *good) {
  *side = (struct side){.text = sm_token_of(text)};
  *good = take_falloff(b, place, side, text);
  if (*good && side->text.size == 0) {
    sm_builder_problem(b, place, "a side of the equation is empty");
    *good = false;
  }
  if (*good && !read_terms(b, side, 0)) {
    report_unknown(b, place, side->text);
    *good = false;
  }
  *good = *good && take_marks(b, place, side);
  for (int32_t t = 0; *good && t < side->count; t++)
    SM_TRY(sm_builder_add_amount(b, out, side->term[t].species, side->term[t].amount));
  return SM_OK;
}

/* Splits the equation at its arrow; NULL without a known arrow. */
static char *cut(char *text, bool *reversible) {
  char *equal = strchr(text, '='), *right;
  if (equal == NULL) return NULL;
  right = equal + 1;
  const bool forward = *right == '>', backward = equal > text && equal[-1] == '<';
  if (forward) right++;
  if (backward && !forward) return NULL;
  *reversible = backward || !forward;
  equal[backward ? -1 : 0] = '\0';
  return right;
}

static void check_colliders(struct sm_mechanism_builder *b, struct sm_file_line place,
                            const struct side *left, const struct side *right,
                            struct sm_equation *out) {
  out->collider = left->collider;
  out->collider_species = left->collider_species;
  if (left->collider == right->collider && left->collider_species == right->collider_species)
    return;
  sm_builder_problem(b, place, "the two sides of the equation have not the same collider M");
  out->collider = SM_COLLIDER_WRONG;
}

static bool is_mantissa(char c) { return isdigit((unsigned char)c) || c == '.'; }

/* Start of the number that ends before `end`: "2", "0.5", "5.00E-01"; `end` without a number. A
 * sign belongs to it only after an exponent letter. */
static size_t number_before(struct sm_token text, size_t end) {
  size_t from = end;
  double value;
  for (; from > 0; from--) {
    const char c = text.text[from - 1];
    const bool exponent =
        from >= 2 && strchr("eEdD", c) != NULL && is_mantissa(text.text[from - 2]);
    const bool sign = from >= 3 && (c == '+' || c == '-') &&
                      strchr("eEdD", text.text[from - 2]) != NULL &&
                      is_mantissa(text.text[from - 3]);
    if (!is_mantissa(c) && !exponent && !sign) break;
  }
  if (!sm_token_number((struct sm_token){text.text + from, end - from}, &value)) return end;
  return from == 0 || strchr("+=> \t", text.text[from - 1]) != NULL ? from : end;
}

/* True for a significant blank: one that ends a number, as in "2 1CH2". */
static bool says_something(struct sm_token text, size_t blank) {
  size_t behind = blank;
  while (behind < text.size && sm_is_blank(text.text[behind])) behind++;
  return number_before(text, blank) < blank && behind < text.size &&
         strchr("+=<)", text.text[behind]) == NULL;
}

/* True for a plus sign within a number, as in "1.0E+01 O2": in a file with blanks between species
 * and signs, or without a species E. */
static bool is_exponent_sign(const struct sm_mechanism_builder *b, struct sm_token text,
                             size_t plus) {
  struct sm_token token = {text.text + plus, 0};
  struct term term;
  double value;
  while (token.text > text.text && !sm_is_blank(token.text[-1])) token.text--;
  const size_t before = plus - (size_t)(token.text - text.text);
  token.size = before + 1;
  while (token.text + token.size < text.text + text.size && !sm_is_blank(token.text[token.size]))
    token.size++;
  if (before < 2 || strchr("eEdD", text.text[plus - 1]) == NULL || !is_mantissa(token.text[0]) ||
      !sm_token_number(token, &value))
    return false;
  return strcmp(b->format, "Cantera YAML") == 0 ||
         !read_term(b, (struct sm_token){token.text, before}, &term);
}

/* Removes insignificant blanks and plus signs of exponents from the text. */
static void make_dense(const struct sm_mechanism_builder *b, struct sm_token text, char *dense) {
  size_t size = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (text.text[i] == '+' && is_exponent_sign(b, text, i)) continue;
    if (!sm_is_blank(text.text[i])) {
      dense[size++] = text.text[i];
    } else if (says_something(text, i)) {
      dense[size++] = ' ';
    }
  }
  dense[size] = '\0';
}

enum sm_status sm_equation_read(struct sm_mechanism_builder *b, struct sm_file_line place,
                                struct sm_token text, struct sm_equation *out, bool *good) {
  struct side left, right;
  char *dense = NULL;
  *out = (struct sm_equation){0};
  *good = false;
  SM_TRY(sm_arena_copy(b->ctx, b->arena, text.text, text.size, &dense));
  make_dense(b, text, dense);
  char *products = cut(dense, &out->reversible);
  if (products == NULL) {
    sm_builder_problem(b, place, "no '=', '<=>' or '=>' in the equation");
    return SM_OK;
  }
  SM_TRY(read_side(b, place, dense, &out->reactants, &left, good));
  if (!*good) return SM_OK;
  SM_TRY(read_side(b, place, products, &out->products, &right, good));
  if (!*good) return SM_OK;
  check_colliders(b, place, &left, &right, out);
  out->photolysis = left.light;
  *good = out->collider != SM_COLLIDER_WRONG;
  return SM_OK;
}

/* Cantera equations have blanks between species and signs. */
bool sm_equation_species_known(const struct sm_mechanism_builder *b, struct sm_token text) {
  struct sm_token token;
  struct term term;
  double number;
  while (sm_token_next(&text, &token)) {
    if (token.size > 2 && token.text[0] == '(' && token.text[1] == '+') /* (+M) */
      token = (struct sm_token){token.text + 2, token.size - 3};
    if (sm_token_is(token, "+") || memchr(token.text, '=', token.size) != NULL ||
        sm_token_number(token, &number) || sm_token_is(token, "(+") || sm_token_is(token, "M)"))
      continue;
    if (!read_term(b, token, &term)) return false;
  }
  return true;
}

double sm_amounts_sum(const struct sm_amounts *amounts) {
  double sum = 0;
  for (int32_t i = 0; i < amounts->count; i++) sum += amounts->list[i].amount;
  return sum;
}

double sm_rate_unit(const struct sm_rate_units *units, double order) {
  return pow(units->concentration, 1 - order) / units->time;
}

struct sm_arrhenius sm_arrhenius_convert(struct sm_arrhenius rate,
                                         const struct sm_rate_units *units, double order) {
  rate.a *= sm_rate_unit(units, order);
  rate.e *= units->energy;
  return rate;
}
