/* Names in formulas of KPP: constants of the inlined code, variables of the model, photolysis
 * rates. */
#include "chem/read/kpp/formula_reader.h"

#include <string.h>

typedef struct sm_formula formula;

static formula number(struct sm_kpp_formula_reader *g, double value) {
  return sm_kpp_number_of(g, value);
}
static formula variable(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind) {
  return sm_formula_variable(&g->f, kind);
}
static formula multiply(struct sm_kpp_formula_reader *g, formula a, formula b) {
  return sm_kpp_binary(g, SM_TERM_MULTIPLY, a, b);
}

/* --- constants --- */

enum sm_status sm_kpp_define_constant(struct sm_kpp *k, struct sm_token name,
                                      struct sm_formula value, const char *why) {
  SM_TRY(sm_builder_grow(k->b, &k->constants, k->constant_count, sizeof *k->constants));
  struct sm_kpp_named_constant *out = &k->constants[k->constant_count++];
  *out = (struct sm_kpp_named_constant){.value = value};
  if (why != NULL) SM_TRY(sm_builder_copy(k->b, sm_token_of(why), &out->why));
  return sm_builder_copy(k->b, name, &out->name);
}

const struct sm_kpp_named_constant *sm_kpp_find_among(const struct sm_kpp_named_constant *list,
                                                      int32_t count, struct sm_token name) {
  for (int32_t i = count - 1; i >= 0; i--)
    if (sm_token_is(name, list[i].name)) return &list[i];
  return NULL;
}

const struct sm_kpp_named_constant *sm_kpp_find_constant(const struct sm_kpp *k,
                                                         struct sm_token name) {
  return sm_kpp_find_among(k->constants, k->constant_count, name);
}

/* --- photolysis --- */

static formula photolysis(struct sm_kpp_formula_reader *g, struct sm_token name) {
  const struct sm_kpp_photolysis *found = NULL;
  for (int32_t i = 0; i < g->k->photolysis_count; i++)
    if (sm_token_is(name, g->k->photolysis[i].name)) found = &g->k->photolysis[i];
  if (found == NULL) {
    sm_kpp_set_reason(g, "photolysis rate '%.*s' has no number: give it (--photolysis)",
                      SM_TOKEN(name));
    return number(g, 0);
  }
  g->photolysis = found->name;
  const formula sun = variable(g, SM_TERM_SUN);
  const formula light = multiply(g, number(g, found->l), sun);
  if (!found->angle) return light;
  const formula cosine =
      sm_formula_binary(&g->f, SM_TERM_MAX,
                        sm_kpp_unary(g, SM_TERM_COS, variable(g, SM_TERM_ZENITH)), number(g, 1e-6));
  /* exactly zero below the horizon, not the smallest value of exp */
  const formula path =
      sm_formula_binary(&g->f, SM_TERM_MAX,
                        sm_formula_binary(&g->f, SM_TERM_SUBTRACT,
                                          sm_kpp_unary(g, SM_TERM_EXP,
                                                       sm_kpp_binary(g, SM_TERM_DIVIDE,
                                                                     number(g, -found->n), cosine)),
                                          number(g, 1e-300)),
                        number(g, 0));
  return multiply(
      g, multiply(g, light, sm_kpp_binary(g, SM_TERM_POWER, cosine, number(g, found->m))), path);
}

/* Photolysis rate: j(pj_no2), J(4), PHOTOL(4), RJCELL( IJ_NO2 ) */
formula sm_kpp_read_photolysis(struct sm_kpp_formula_reader *g) {
  const char *end = memchr(g->rest.text, ')', g->rest.size);
  if (end == NULL) {
    sm_kpp_set_reason_token(g, "a bracket is not closed in", g->rest);
    return number(g, 0);
  }
  const size_t size = (size_t)(end - g->rest.text);
  const struct sm_token name = sm_token_trim((struct sm_token){g->rest.text, size});
  g->rest = (struct sm_token){end + 1, g->rest.size - size - 1};
  return photolysis(g, name);
}

/* --- variables --- */

/* Conversion factor CFACTOR; initial values may define another one than the rates use. */
static formula conversion(struct sm_kpp_formula_reader *g) {
  struct sm_kpp *k = g->k;
  if (k->cfactor > 0 && (k->cfactor < 1e13 || k->cfactor > 4e13) && !k->cfactor_warned) {
    sm_builder_warn(
        k->b, g->place,
        "CFACTOR is taken for a millionth of the molecules of air per cm3, not for the %g "
        "of the initial values",
        k->cfactor);
    k->cfactor_warned = true;
  }
  return multiply(g, number(g, 1e-6), variable(g, SM_TERM_AIR));
}

/* Variables that models pass to their rates. */
static const struct {
  const char *name;
  enum sm_rate_term_kind kind;
} known[] = {{"TEMP", SM_TERM_TEMPERATURE}, {"SUN", SM_TERM_SUN},   {"M", SM_TERM_AIR},
             {"C_M", SM_TERM_AIR},          {"CAIR", SM_TERM_AIR},  {"NUMDEN", SM_TERM_AIR},
             {"PRESS", SM_TERM_PRESSURE},   {"H2O", SM_TERM_WATER}, {"C_H2O", SM_TERM_WATER}};

bool sm_kpp_is_variable(struct sm_token name) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (sm_token_is(name, known[i].name)) return true;
  return sm_token_is(name, "CFACTOR");
}

/* GEOS-Chem variable derived from temperature: a T^power. */
static bool of_temperature(struct sm_token name, double *a, double *power) {
  static const struct {
    const char *name;
    double a, power;
  } names[] = {{"INV_TEMP", 1, -1},
               {"TEMP_OVER_K300", 1 / 300.0, 1},
               {"K300_OVER_TEMP", 300, -1},
               {"SR_TEMP", 1, 0.5}};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    if (!sm_token_is(name, names[n].name)) continue;
    *a = names[n].a;
    *power = names[n].power;
    return true;
  }
  return false;
}

/* O2 and N2 in MCM rates: concentrations in dry air by default. */
static formula part_of_air(struct sm_kpp_formula_reader *g, struct sm_token name) {
  if (!g->k->air_warned)
    sm_builder_warn(g->k->b, g->place,
                    "O2 and N2 in rates are taken for 0.20946 and 0.78084 of the molecules of air: "
                    "set them in #INLINE F90_RCONST where they are others");
  g->k->air_warned = true;
  return multiply(g, number(g, sm_token_is(name, "O2") ? 0.20946 : 0.78084),
                  variable(g, SM_TERM_AIR));
}

/* Reports an unknown name, with the Fortran module whose file is missing, if any. */
void sm_kpp_set_reason_unknown(struct sm_kpp_formula_reader *g, const char *what,
                               struct sm_token name) {
  if (g->k->module == NULL) {
    sm_kpp_set_reason_token(g, what, name);
  } else {
    sm_kpp_set_reason(g,
                      "%s '%.*s' in the rate; modules are not read (USE %.40s): put its lines into "
                      "#INLINE F90_RCONST or F90_RATES",
                      what, SM_TOKEN(name), g->k->module);
  }
}

formula sm_kpp_read_variable(struct sm_kpp_formula_reader *g, struct sm_token name) {
  const struct sm_kpp_named_constant *own = sm_kpp_find_constant(g->k, name);
  double a, power;
  if (own != NULL && own->why != NULL && g->quiet && !g->wrong) { /* keep the first cause */
    sm_kpp_set_reason(g, "%.190s", own->why);
    g->inherited = true;
  } else if (own != NULL && own->why != NULL) {
    sm_kpp_set_reason(g, "'%.*s' has no formula: %.140s", SM_TOKEN(name), own->why);
  }
  if (own != NULL) return own->value;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (sm_token_is(name, known[i].name)) return variable(g, known[i].kind);
  if (sm_token_is(name, "CFACTOR")) return conversion(g); /* ppm to molecules/cm3 */
  if (of_temperature(name, &a, &power))
    return multiply(
        g, number(g, a),
        sm_kpp_binary(g, SM_TERM_POWER, variable(g, SM_TERM_TEMPERATURE), number(g, power)));
  if (sm_token_is(name, "O2") || sm_token_is(name, "N2")) return part_of_air(g, name);
  sm_kpp_set_reason_unknown(g, "unknown name", name);
  return number(g, 0);
}
