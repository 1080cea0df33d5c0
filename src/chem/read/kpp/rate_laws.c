#include "chem/read/kpp/formula_reader.h"

#include <math.h>

typedef struct sm_formula formula;

/* --- parts --- */

static formula number(struct sm_kpp_formula_reader *g, double value) {
  return sm_kpp_number_of(g, value);
}
static formula variable(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind) {
  return sm_formula_variable(&g->f, kind);
}
static formula add(struct sm_kpp_formula_reader *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_ADD, a, b);
}
static formula multiply(struct sm_kpp_formula_reader *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_MULTIPLY, a, b);
}
static formula divide(struct sm_kpp_formula_reader *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_DIVIDE, a, b);
}
static formula power(struct sm_kpp_formula_reader *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_POWER, a, b);
}
static formula unary(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind, formula a) {
  return sm_formula_unary(&g->f, kind, a);
}

/* exp(sign b / T) */
static formula exponential(struct sm_kpp_formula_reader *g, double sign, formula b) {
  const formula slope = multiply(g, number(g, sign), b);
  return unary(g, SM_TERM_EXP, divide(g, slope, variable(g, SM_TERM_TEMPERATURE)));
}

/* a exp(-b/T) (T/300)^c */
static formula arrhenius(struct sm_kpp_formula_reader *g, formula a, formula b, formula c) {
  const formula ratio = divide(g, variable(g, SM_TERM_TEMPERATURE), number(g, 300));
  return multiply(g, multiply(g, a, exponential(g, -1, b)), power(g, ratio, c));
}

/* --- functions of KPP's rate laws (util/UserRateLaws) --- */

static formula law_arr(struct sm_kpp_formula_reader *g, const formula *a) {
  return arrhenius(g, a[0], a[1], a[2]);
}

static formula law_arr_ab(struct sm_kpp_formula_reader *g, const formula *a) {
  return multiply(g, a[0], exponential(g, -1, a[1]));
}

static formula law_arr_ac(struct sm_kpp_formula_reader *g, const formula *a) {
  return arrhenius(g, a[0], number(g, 0), a[1]);
}

/* ARR2: the second argument has the opposite sign of ARR. */
static formula law_arr2(struct sm_kpp_formula_reader *g, const formula *a) {
  return multiply(g, a[0], exponential(g, 1, a[1]));
}

static formula law_ep2(struct sm_kpp_formula_reader *g, const formula *a) {
  const formula k0 = law_arr_ab(g, a), k2 = law_arr_ab(g, a + 2);
  const formula k3 = multiply(g, law_arr_ab(g, a + 4), variable(g, SM_TERM_AIR));
  return add(g, k0, divide(g, k3, add(g, number(g, 1), divide(g, k3, k2))));
}

static formula law_ep3(struct sm_kpp_formula_reader *g, const formula *a) {
  return add(g, law_arr_ab(g, a), multiply(g, law_arr_ab(g, a + 2), variable(g, SM_TERM_AIR)));
}

/* Troe falloff: k0 / (1 + r) fc^(1 / (1 + (log10 r / n)^2)), r = k0 / kinf */
static formula broadened(struct sm_kpp_formula_reader *g, formula k0, formula kinf, formula fc,
                         formula n) {
  const formula r = divide(g, k0, kinf), one = number(g, 1);
  const formula log_r = divide(g, unary(g, SM_TERM_LOG10, r), n);
  const formula exponent = divide(g, one, add(g, one, multiply(g, log_r, log_r)));
  return multiply(g, divide(g, k0, add(g, one, r)), power(g, fc, exponent));
}

static formula law_fall(struct sm_kpp_formula_reader *g, const formula *a) {
  const formula k0 = multiply(g, law_arr(g, a), variable(g, SM_TERM_AIR));
  return broadened(g, k0, law_arr(g, a + 3), a[6], number(g, 1));
}

/* k_3rd(temp, cair, k0, n, kinf, m, fc): k0 (300/T)^n cair and kinf (300/T)^m */
static formula third_body(struct sm_kpp_formula_reader *g, const formula *a, formula width) {
  const formula ratio = divide(g, number(g, 300), a[0]);
  const formula k0 = multiply(g, multiply(g, a[2], power(g, ratio, a[3])), a[1]);
  return broadened(g, k0, multiply(g, a[4], power(g, ratio, a[5])), a[6], width);
}

static formula law_third(struct sm_kpp_formula_reader *g, const formula *a) {
  return third_body(g, a, number(g, 1));
}

static formula law_third_iupac(struct sm_kpp_formula_reader *g, const formula *a) {
  const formula slope = multiply(g, number(g, -1.27), unary(g, SM_TERM_LOG10, a[6]));
  return third_body(g, a, add(g, number(g, 0.75), slope));
}

/* TROE(k0, n, kinf, m, temp, cair): k_3rd with fc = 0.6; TROEE(a, b, ...): times a exp(-b/T) */
static formula law_troe(struct sm_kpp_formula_reader *g, const formula *a) {
  const formula turned[] = {a[4], a[5], a[0], a[1], a[2], a[3], number(g, 0.6)};
  return law_third(g, turned);
}

static formula law_troee(struct sm_kpp_formula_reader *g, const formula *a) {
  return multiply(g, law_arr_ab(g, a), law_troe(g, a + 2));
}

/* THERMAL_T2(c, d, temp) = c T^2 exp(-d/T) */
static formula law_thermal(struct sm_kpp_formula_reader *g, const formula *a) {
  const formula t = variable(g, SM_TERM_TEMPERATURE);
  return multiply(g, multiply(g, t, t), law_arr_ab(g, a));
}

/* k_arr(k298, tdep, temp) = k298 exp(tdep (1/T - 1/298.15)), with the constant of KPP */
static formula law_k_arr(struct sm_kpp_formula_reader *g, const formula *a) {
  const formula inverse = add(g, divide(g, number(g, 1), a[2]), number(g, -3.3540e-3));
  return multiply(g, a[0], unary(g, SM_TERM_EXP, multiply(g, a[1], inverse)));
}

static formula law_exp(struct sm_kpp_formula_reader *g, const formula *a) {
  return unary(g, SM_TERM_EXP, a[0]);
}
static formula law_log(struct sm_kpp_formula_reader *g, const formula *a) {
  return unary(g, SM_TERM_LOG, a[0]);
}
static formula law_log10(struct sm_kpp_formula_reader *g, const formula *a) {
  return unary(g, SM_TERM_LOG10, a[0]);
}
static formula law_sqrt(struct sm_kpp_formula_reader *g, const formula *a) {
  return unary(g, SM_TERM_SQRT, a[0]);
}
static formula law_cos(struct sm_kpp_formula_reader *g, const formula *a) {
  return unary(g, SM_TERM_COS, a[0]);
}
static formula law_power(struct sm_kpp_formula_reader *g, const formula *a) {
  return power(g, a[0], a[1]);
}
static formula law_min(struct sm_kpp_formula_reader *g, const formula *a) {
  return sm_kpp_binary(g, SM_TERM_MIN, a[0], a[1]);
}
static formula law_max(struct sm_kpp_formula_reader *g, const formula *a) {
  return sm_kpp_binary(g, SM_TERM_MAX, a[0], a[1]);
}

static formula law_real(struct sm_kpp_formula_reader *g, const formula *a) {
  formula out = a[0];
  (void)g;
  out.is_whole = false;
  return out;
}

static formula law_abs(struct sm_kpp_formula_reader *g, const formula *a) {
  formula out = sm_formula_binary(&g->f, SM_TERM_MAX, a[0], unary(g, SM_TERM_NEGATE, a[0]));
  out.is_whole = a[0].is_whole;
  return out;
}

/* SIGN(a, b): |a| with the sign of b */
static formula law_sign(struct sm_kpp_formula_reader *g, const formula *a) {
  const formula size = law_abs(g, a), below = unary(g, SM_TERM_NEGATE, a[1]);
  return sm_formula_select(&g->f, below, unary(g, SM_TERM_NEGATE, size), size);
}

/* INT and NINT of a constant; variables have no integer type here. */
static formula whole_of(struct sm_kpp_formula_reader *g, formula a, bool nearest) {
  double value;
  if (!sm_formula_is_number(&a, &value)) {
    sm_kpp_set_reason(g, "a whole number of something that varies is not supported");
    return a;
  }
  formula out = number(g, nearest ? round(value) : trunc(value));
  out.is_whole = true;
  return out;
}
static formula law_int(struct sm_kpp_formula_reader *g, const formula *a) {
  return whole_of(g, a[0], false);
}
static formula law_nint(struct sm_kpp_formula_reader *g, const formula *a) {
  return whole_of(g, a[0], true);
}

struct sm_kpp_rate_law {
  const char *name;
  int arguments; /* number of arguments in KPP; temperature and air may follow */
  int more;
  formula (*make)(struct sm_kpp_formula_reader *g, const formula *a);
};

static const struct sm_kpp_rate_law laws[] = {
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
    {"DLOG", 1, 0, law_log},
    {"DLOG10", 1, 0, law_log10},
    {"DSQRT", 1, 0, law_sqrt},
    {"SQRT", 1, 0, law_sqrt},
    {"COS", 1, 0, law_cos},
    {"POW", 2, 0, law_power},
    {"DBLE", 1, 0, law_real},
    {"REAL", 1, 0, law_real},
    {"FLOAT", 1, 0, law_real},
    {"ABS", 1, 0, law_abs},
    {"DABS", 1, 0, law_abs},
    {"SIGN", 2, 0, law_sign},
    {"DSIGN", 2, 0, law_sign},
    {"INT", 1, 0, law_int},
    {"NINT", 1, 0, law_nint},
    {"DMIN1", 2, 0, law_min},
    {"DMAX1", 2, 0, law_max},
    {"MIN", 2, 0, law_min},
    {"MAX", 2, 0, law_max},
};

const struct sm_kpp_rate_law *sm_kpp_find_rate_law(struct sm_token name) {
  for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
    if (sm_token_is(name, laws[l].name)) return &laws[l];
  return NULL;
}

bool sm_kpp_rate_law_accepts(const struct sm_kpp_rate_law *law, int count) {
  return count >= law->arguments && count <= law->arguments + law->more;
}

/* Warns once of the ambiguous sign convention. */
static void warn_of_signs(struct sm_kpp_formula_reader *g) {
  if (g->k->signs_warned || g->quiet) return;
  g->k->signs_warned = true;
  sm_builder_warn(g->k->b, g->place,
                  "ARR2(A, B, TEMP) is taken for A exp(B/T), as KPP has it without "
                  "TEMP; the functions of some models have A exp(-B/T)");
}

formula sm_kpp_call_rate_law(struct sm_kpp_formula_reader *g, const struct sm_kpp_rate_law *law,
                             const formula *argument, int count) {
  if (law->make == law_arr2 && count == 3) warn_of_signs(g);
  return law->make(g, argument);
}
