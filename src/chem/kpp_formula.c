#include "chem/kpp_parts.h"

#include <string.h>

enum { DEEPEST = 64 };

/* A formula while it is read. */
struct reading {
  struct sm_kpp *k;
  struct sm_formulas f;
  struct sm_file_line place;
  struct sm_word rest;
  const char *photolysis;
  int depth;
  bool wrong, quiet; /* not understood; and nothing is told of it */
};

typedef struct sm_formula formula;

static void tell(struct reading *g, const char *what, struct sm_word word) {
  if (g->wrong || g->quiet) {
    g->wrong = true;
    return;
  }
  g->wrong = true;
  if (word.size == 0) {
    sm_build_problem(g->k->b, g->place, "%s the end of the rate", what);
  } else {
    sm_build_problem(g->k->b, g->place, "%s '%.*s' in the rate", what, SM_WORD(word));
  }
}

/* --- parts --- */

static formula number(struct reading *g, double value) { return sm_formula_number(&g->f, value); }
static formula variable(struct reading *g, enum sm_term_kind kind) {
  return sm_formula_variable(&g->f, kind);
}
static formula add(struct reading *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_ADD, a, b);
}
static formula multiply(struct reading *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_MULTIPLY, a, b);
}
static formula divide(struct reading *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_DIVIDE, a, b);
}
static formula power(struct reading *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_POWER, a, b);
}
static formula unary(struct reading *g, enum sm_term_kind kind, formula a) {
  return sm_formula_unary(&g->f, kind, a);
}

/* exp(sign b / T) */
static formula exponential(struct reading *g, double sign, formula b) {
  const formula slope = multiply(g, number(g, sign), b);
  return unary(g, SM_TERM_EXP, divide(g, slope, variable(g, SM_TERM_TEMPERATURE)));
}

/* a exp(-b/T) (T/300)^c */
static formula arrhenius(struct reading *g, formula a, formula b, formula c) {
  const formula ratio = divide(g, variable(g, SM_TERM_TEMPERATURE), number(g, 300));
  return multiply(g, multiply(g, a, exponential(g, -1, b)), power(g, ratio, c));
}

/* --- functions of KPP's rate laws (util/UserRateLaws) --- */

static formula law_arr(struct reading *g, const formula *a) {
  return arrhenius(g, a[0], a[1], a[2]);
}

static formula law_arr_ab(struct reading *g, const formula *a) {
  return multiply(g, a[0], exponential(g, -1, a[1]));
}

static formula law_arr_ac(struct reading *g, const formula *a) {
  return arrhenius(g, a[0], number(g, 0), a[1]);
}

/* The second argument has the other sign than that of ARR. */
static formula law_arr2(struct reading *g, const formula *a) {
  return multiply(g, a[0], exponential(g, 1, a[1]));
}

static formula law_ep2(struct reading *g, const formula *a) {
  const formula k0 = law_arr_ab(g, a), k2 = law_arr_ab(g, a + 2);
  const formula k3 = multiply(g, law_arr_ab(g, a + 4), variable(g, SM_TERM_AIR));
  return add(g, k0, divide(g, k3, add(g, number(g, 1), divide(g, k3, k2))));
}

static formula law_ep3(struct reading *g, const formula *a) {
  return add(g, law_arr_ab(g, a), multiply(g, law_arr_ab(g, a + 2), variable(g, SM_TERM_AIR)));
}

/* k0 / (1 + r) fc^(1 / (1 + (log10 r / n)^2)), r = k0 / kinf */
static formula broadened(struct reading *g, formula k0, formula kinf, formula fc, formula n) {
  const formula r = divide(g, k0, kinf), one = number(g, 1);
  const formula log_r = divide(g, unary(g, SM_TERM_LOG10, r), n);
  const formula exponent = divide(g, one, add(g, one, multiply(g, log_r, log_r)));
  return multiply(g, divide(g, k0, add(g, one, r)), power(g, fc, exponent));
}

static formula law_fall(struct reading *g, const formula *a) {
  const formula k0 = multiply(g, law_arr(g, a), variable(g, SM_TERM_AIR));
  return broadened(g, k0, law_arr(g, a + 3), a[6], number(g, 1));
}

/* k_3rd(temp, cair, k0, n, kinf, m, fc): k0 (300/T)^n cair and kinf (300/T)^m */
static formula third_body(struct reading *g, const formula *a, formula width) {
  const formula ratio = divide(g, number(g, 300), a[0]);
  const formula k0 = multiply(g, multiply(g, a[2], power(g, ratio, a[3])), a[1]);
  return broadened(g, k0, multiply(g, a[4], power(g, ratio, a[5])), a[6], width);
}

static formula law_third(struct reading *g, const formula *a) {
  return third_body(g, a, number(g, 1));
}

static formula law_third_iupac(struct reading *g, const formula *a) {
  const formula slope = multiply(g, number(g, -1.27), unary(g, SM_TERM_LOG10, a[6]));
  return third_body(g, a, add(g, number(g, 0.75), slope));
}

/* TROE(k0, n, kinf, m, temp, cair): the same with fc = 0.6; TROEE(a, b, ...): times a exp(-b/T) */
static formula law_troe(struct reading *g, const formula *a) {
  const formula turned[] = {a[4], a[5], a[0], a[1], a[2], a[3], number(g, 0.6)};
  return law_third(g, turned);
}

static formula law_troee(struct reading *g, const formula *a) {
  return multiply(g, law_arr_ab(g, a), law_troe(g, a + 2));
}

/* THERMAL_T2(c, d, temp) = c T^2 exp(-d/T) */
static formula law_thermal(struct reading *g, const formula *a) {
  const formula t = variable(g, SM_TERM_TEMPERATURE);
  return multiply(g, multiply(g, t, t), law_arr_ab(g, a));
}

/* k_arr(k298, tdep, temp) = k298 exp(tdep (1/T - 1/298.15)), with KPP's digits */
static formula law_k_arr(struct reading *g, const formula *a) {
  const formula inverse = add(g, divide(g, number(g, 1), a[2]), number(g, -3.3540e-3));
  return multiply(g, a[0], unary(g, SM_TERM_EXP, multiply(g, a[1], inverse)));
}

static formula law_exp(struct reading *g, const formula *a) { return unary(g, SM_TERM_EXP, a[0]); }
static formula law_log(struct reading *g, const formula *a) { return unary(g, SM_TERM_LOG, a[0]); }
static formula law_log10(struct reading *g, const formula *a) {
  return unary(g, SM_TERM_LOG10, a[0]);
}
static formula law_sqrt(struct reading *g, const formula *a) {
  return unary(g, SM_TERM_SQRT, a[0]);
}
static formula law_cos(struct reading *g, const formula *a) { return unary(g, SM_TERM_COS, a[0]); }
static formula law_power(struct reading *g, const formula *a) { return power(g, a[0], a[1]); }
static formula law_same(struct reading *g, const formula *a) {
  (void)g;
  return a[0];
}
static formula law_min(struct reading *g, const formula *a) {
  return sm_formula_binary(&g->f, SM_TERM_MIN, a[0], a[1]);
}
static formula law_max(struct reading *g, const formula *a) {
  return sm_formula_binary(&g->f, SM_TERM_MAX, a[0], a[1]);
}

static const struct law {
  const char *name;
  int arguments; /* KPP's; others hand the temperature, and the air, on behind them */
  int more;
  formula (*make)(struct reading *g, const formula *a);
} laws[] = {
    {"ARR", 3, 1, law_arr},
    {"ARR_abc", 3, 1, law_arr},
    {"ARR_ab", 2, 1, law_arr_ab},
    {"ARR_ac", 2, 1, law_arr_ac},
    {"ARR2", 2, 1, law_arr2},
    {"EP2", 6, 2, law_ep2},
    {"EP3", 4, 2, law_ep3},
    {"FALL", 7, 2, law_fall},
    {"k_3rd", 7, 0, law_third},
    {"k_3rd_iupac", 7, 0, law_third_iupac},
    {"TROE", 6, 0, law_troe},
    {"TROEE", 8, 0, law_troee},
    {"THERMAL_T2", 2, 1, law_thermal},
    {"k_arr", 3, 0, law_k_arr},
    {"EXP", 1, 0, law_exp},
    {"DEXP", 1, 0, law_exp},
    {"LOG", 1, 0, law_log},
    {"LOG10", 1, 0, law_log10},
    {"SQRT", 1, 0, law_sqrt},
    {"COS", 1, 0, law_cos},
    {"POW", 2, 0, law_power},
    {"DBLE", 1, 0, law_same},
    {"REAL", 1, 0, law_same},
    {"MIN", 2, 0, law_min},
    {"MAX", 2, 0, law_max},
};

/* --- photolysis --- */

static formula photolysis(struct reading *g, struct sm_word name) {
  const struct sm_kpp_photolysis *found = NULL;
  for (int32_t i = 0; i < g->k->photolysis_count; i++)
    if (sm_word_is(name, g->k->photolysis[i].name)) found = &g->k->photolysis[i];
  if (found == NULL) {
    if (!g->wrong && !g->quiet)
      sm_build_problem(g->k->b, g->place,
                       "photolysis rate '%.*s' has no number: give it (--photolysis)",
                       SM_WORD(name));
    g->wrong = true;
    return number(g, 0);
  }
  g->photolysis = found->name;
  const formula sun = variable(g, SM_TERM_SUN);
  const formula light = multiply(g, number(g, found->l), sun);
  if (!found->angle) return light;
  const formula cosine = sm_formula_binary(
      &g->f, SM_TERM_MAX, unary(g, SM_TERM_COS, variable(g, SM_TERM_ZENITH)), number(g, 1e-6));
  /* below the horizon exactly nothing, not the least that exp gives */
  const formula path = sm_formula_binary(
      &g->f, SM_TERM_MAX,
      sm_formula_binary(&g->f, SM_TERM_SUBTRACT,
                        unary(g, SM_TERM_EXP, divide(g, number(g, -found->n), cosine)),
                        number(g, 1e-300)),
      number(g, 0));
  return multiply(g, multiply(g, light, power(g, cosine, number(g, found->m))), path);
}

/* --- the grammar --- */

static formula read_sum(struct reading *g);

static bool take(struct reading *g, const char *sign) {
  const size_t size = strlen(sign);
  g->rest = sm_word_trim(g->rest);
  if (g->rest.size < size || memcmp(g->rest.text, sign, size) != 0) return false;
  g->rest.text += size;
  g->rest.size -= size;
  return true;
}

/* A warning, once: the same call means two things. */
static void warn_of_signs(struct reading *g) {
  if (g->k->signs_warned || g->quiet) return;
  g->k->signs_warned = true;
  sm_build_warn(g->k->b, g->place,
                "ARR2(A, B, TEMP) is taken for A exp(B/T), as KPP has it without "
                "TEMP; the functions of some models have A exp(-B/T)");
}

/* The arguments between brackets, of which the first one is passed. */
static int read_arguments(struct reading *g, struct sm_word name, formula *argument) {
  int count = 0;
  do {
    if (count == SM_KPP_ARGUMENTS) break;
    argument[count++] = read_sum(g);
  } while (!g->wrong && take(g, ","));
  if (!take(g, ")")) tell(g, "a bracket is not closed behind", name);
  return count;
}

/* A function of the files themselves. */
static formula call_own(struct reading *g, struct sm_word name,
                        const struct sm_kpp_function *function) {
  formula argument[SM_KPP_ARGUMENTS], out;
  bool good = true;
  const int count = read_arguments(g, name, argument);
  if (count != function->arguments) tell(g, "a wrong number of arguments of", name);
  if (g->wrong || g->f.status != SM_OK) return number(g, 0);
  g->f.status = sm_kpp_call(g->k, g->place, function, argument, &out, &good);
  if (g->f.status == SM_OK && !good)
    tell(g, "a formula cannot be made of the lines of the function", name);
  return good ? out : number(g, 0);
}

static formula call(struct reading *g, struct sm_word name) {
  formula argument[SM_KPP_ARGUMENTS];
  const struct law *law = NULL;
  const struct sm_kpp_function *own = sm_kpp_find_function(g->k, name);
  if (own != NULL) return call_own(g, name, own);
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    if (sm_word_is(name, laws[l].name)) law = &laws[l];
  if (law == NULL) {
    tell(g, "unknown function", name);
    return number(g, 0);
  }
  const int count = read_arguments(g, name, argument);
  if (count < law->arguments || count > law->arguments + law->more)
    tell(g, "a wrong number of arguments of", name);
  if (g->wrong) return number(g, 0);
  if (law->make == law_arr2 && count == 3) warn_of_signs(g);
  return law->make(g, argument);
}

static formula read_variable(struct reading *g, struct sm_word name) {
  static const struct {
    const char *name;
    enum sm_term_kind kind;
  } known[] = {{"TEMP", SM_TERM_TEMPERATURE}, {"SUN", SM_TERM_SUN},    {"M", SM_TERM_AIR},
               {"C_M", SM_TERM_AIR},          {"CAIR", SM_TERM_AIR},   {"PRESS", SM_TERM_PRESSURE},
               {"H2O", SM_TERM_WATER},        {"C_H2O", SM_TERM_WATER}};
  for (int32_t i = g->k->constant_count - 1; i >= 0; i--)
    if (sm_word_is(name, g->k->constants[i].name)) return g->k->constants[i].value;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (sm_word_is(name, known[i].name)) return variable(g, known[i].kind);
  if (sm_word_is(name, "CFACTOR")) /* molecules per cm3 of a part per million */
    return multiply(g, number(g, 1e-6), variable(g, SM_TERM_AIR));
  tell(g, "unknown name", name);
  return number(g, 0);
}

/* j(pj_no2), J(4), PHOTOL(4) */
static formula read_photolysis(struct reading *g) {
  const char *end = memchr(g->rest.text, ')', g->rest.size);
  if (end == NULL) {
    tell(g, "a bracket is not closed in", g->rest);
    return number(g, 0);
  }
  const size_t size = (size_t)(end - g->rest.text);
  const struct sm_word name = sm_word_trim((struct sm_word){g->rest.text, size});
  g->rest = (struct sm_word){end + 1, g->rest.size - size - 1};
  return photolysis(g, name);
}

static formula read_primary(struct reading *g) {
  struct sm_word name;
  double value;
  if (sm_kpp_number(&g->rest, &value)) return number(g, value);
  if (take(g, "(")) {
    const formula inside = read_sum(g);
    if (!take(g, ")")) tell(g, "a bracket is not closed before", g->rest);
    return inside;
  }
  if (!sm_kpp_name(&g->rest, &name)) {
    tell(g, "a number, a name or a bracket is expected at", g->rest);
    return number(g, 0);
  }
  if (!take(g, "(")) return read_variable(g, name);
  if (sm_word_is(name, "J") || sm_word_is(name, "PHOTOL")) return read_photolysis(g);
  return call(g, name);
}

/* A sign is weaker than a power: -a**b is -(a**b). */
static formula read_factor(struct reading *g) {
  if (g->depth >= DEEPEST) tell(g, "brackets are in each other too deep at", g->rest);
  if (g->wrong || g->f.status != SM_OK) return (formula){0};
  g->depth++;
  formula out;
  if (take(g, "-")) {
    out = unary(g, SM_TERM_NEGATE, read_factor(g));
  } else if (take(g, "+")) {
    out = read_factor(g);
  } else {
    out = read_primary(g);
    if (take(g, "**") || take(g, "^")) out = power(g, out, read_factor(g));
  }
  g->depth--;
  return out;
}

static formula read_product(struct reading *g) {
  formula out = read_factor(g);
  for (bool on = true; on && !g->wrong;) {
    on = false;
    if (take(g, "*")) {
      out = multiply(g, out, read_factor(g));
      on = true;
    } else if (take(g, "/")) {
      out = divide(g, out, read_factor(g));
      on = true;
    }
  }
  return out;
}

static formula read_sum(struct reading *g) {
  formula out = read_product(g);
  for (bool on = true; on && !g->wrong;) {
    on = false;
    if (take(g, "+")) {
      out = add(g, out, read_product(g));
      on = true;
    } else if (take(g, "-")) {
      out = sm_formula_binary(&g->f, SM_TERM_SUBTRACT, out, read_product(g));
      on = true;
    }
  }
  return out;
}

static enum sm_status read_formula(struct reading *g, struct sm_word text, formula *out) {
  g->rest = text;
  *out = read_sum(g);
  if (!g->wrong && sm_word_trim(g->rest).size > 0)
    tell(g, "not understood:", sm_word_trim(g->rest));
  if (g->f.status == SM_ERR_DATA) {
    tell(g, "the formula is too long:", sm_word_trim(text));
    return SM_OK;
  }
  return g->f.status;
}

static bool varies(const struct sm_formula *a) {
  for (int32_t i = 0; i < a->count; i++)
    if (a->terms[i].kind > SM_TERM_NUMBER && a->terms[i].kind < SM_TERM_ADD) return true;
  return false;
}

enum sm_status sm_kpp_formula(struct sm_kpp *k, struct sm_file_line place, struct sm_word text,
                              struct sm_formula *out, const char **photolysis_name, bool *good) {
  struct reading g = {.k = k, .f = {.b = k->b}, .place = place};
  SM_TRY(read_formula(&g, text, out));
  if (!g.wrong && !out->is_arrhenius && !varies(out)) /* 1/0 */
    tell(&g, "no finite number is", sm_word_trim(text));
  *photolysis_name = g.photolysis;
  *good = !g.wrong;
  return SM_OK;
}

/* One line "name = formula". */
static enum sm_status read_constant(struct sm_kpp *k, struct sm_file_line place,
                                    struct sm_word line) {
  struct reading g = {.k = k, .f = {.b = k->b}, .place = place, .quiet = true};
  struct sm_word name;
  formula value;
  line = sm_word_trim(line);
  if (line.size > 0 && line.text[line.size - 1] == ';') line.size--;
  if (!sm_kpp_name(&line, &name)) return SM_OK;
  line = sm_word_trim(line);
  if (line.size == 0 || line.text[0] != '=') return SM_OK;
  SM_TRY(read_formula(&g, (struct sm_word){line.text + 1, line.size - 1}, &value));
  return g.wrong ? SM_OK : sm_kpp_constant(k, name, value);
}

enum sm_status sm_kpp_constants(struct sm_kpp *k, struct sm_file_line place, struct sm_word text) {
  struct sm_text joined = {0};
  struct sm_word line;
  enum sm_status status = SM_OK;
  while (status == SM_OK && sm_kpp_line(&text, &line)) {
    const bool on = line.size > 0 && line.text[line.size - 1] == '&';
    if (line.size > 0 && line.text[0] == '&') line = (struct sm_word){line.text + 1, line.size - 1};
    sm_text_add_bytes(&joined, line.text, line.size - (on && line.size > 0));
    if (on) continue;
    if (joined.failed) {
      status = sm_fail(k->b->ctx, SM_ERR_MEMORY, "out of memory");
    } else {
      status = read_constant(k, place, sm_word_of(sm_text_string(&joined)));
    }
    sm_text_clear(&joined);
  }
  sm_text_free(&joined);
  return status;
}
