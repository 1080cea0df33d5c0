#include "chem/read/chemkin/internal.h"

#include <string.h>

enum { NUMBERS = 8 };

/* Auxiliary keyword: number of values and handler. */
struct keyword {
  const char *name;
  size_t enough; /* minimum length of an abbreviation */
  int least, most;
  enum sm_status (*take)(struct sm_chemkin_reactions *c, struct sm_file_line place,
                         const double *number, int count);
};

static void refuse_second(struct sm_chemkin_reactions *c, struct sm_file_line place, bool *seen,
                          const char *name) {
  if (*seen) sm_builder_problem(c->b, place, "a second %s of one reaction", name);
  *seen = true;
}

static enum sm_status take_low(struct sm_chemkin_reactions *c, struct sm_file_line place,
                               const double *n, int count) {
  (void)count;
  refuse_second(c, place, &c->low, "LOW");
  c->r->falloff.low = (struct sm_arrhenius){n[0], n[1], n[2]};
  return SM_OK;
}

static enum sm_status take_high(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                const double *n, int count) {
  (void)count;
  refuse_second(c, place, &c->high, "HIGH");
  c->r->falloff.low = (struct sm_arrhenius){n[0], n[1], n[2]};
  return SM_OK;
}

static enum sm_status take_troe(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                const double *n, int count) {
  refuse_second(c, place, &c->troe, "TROE");
  c->r->falloff.form = SM_TROE;
  c->r->falloff.count = count == 4 && n[3] == 0 ? 3 : count; /* T2 = 0: term omitted */
  memcpy(c->r->falloff.parameters, n, (size_t)count * sizeof *n);
  return SM_OK;
}

static enum sm_status take_sri(struct sm_chemkin_reactions *c, struct sm_file_line place,
                               const double *n, int count) {
  refuse_second(c, place, &c->sri, "SRI");
  if (count == 4) sm_builder_problem(c->b, place, "SRI has 4 numbers: 3 or 5 are expected");
  c->r->falloff.form = SM_SRI;
  c->r->falloff.count = count;
  c->r->falloff.parameters[3] = 1; /* defaults of d and e */
  memcpy(c->r->falloff.parameters, n, (size_t)count * sizeof *n);
  return SM_OK;
}

static enum sm_status take_reverse(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                   const double *n, int count) {
  (void)count;
  refuse_second(c, place, &c->reverse, "REV");
  if (!c->equation.reversible) return SM_OK;
  c->r->reverse_rate = (struct sm_arrhenius){n[0], n[1], n[2]};
  c->r->reverse = n[0] == 0 ? SM_REVERSE_NONE : SM_REVERSE_GIVEN;
  return SM_OK;
}

static enum sm_status take_plog(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                const double *n, int count) {
  (void)count;
  struct sm_reaction *r = c->r;
  const double pressure = n[0] * SM_ATMOSPHERE;
  if (n[0] <= 0)
    sm_builder_problem(c->b, place, "the pressure of PLOG must be positive, not %g", n[0]);
  SM_TRY(sm_builder_grow(c->b, &r->plog, r->plog_count, sizeof *r->plog));
  struct sm_plog *list = (struct sm_plog *)r->plog;
  int32_t at = r->plog_count++;
  for (; at > 0 && list[at - 1].pressure > pressure; at--) list[at] = list[at - 1];
  list[at] = (struct sm_plog){pressure, {n[1], n[2], n[3]}};
  return SM_OK;
}

static enum sm_status take_temperatures(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                        const double *n, int count) {
  (void)count;
  if (n[0] <= 0 || n[1] <= n[0])
    sm_builder_problem(c->b, place, "TCHEB needs two increasing temperatures, K");
  memcpy(c->r->chebyshev.temperature, n, 2 * sizeof *n);
  return SM_OK;
}

static enum sm_status take_pressures(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                     const double *n, int count) {
  (void)count;
  if (n[0] <= 0 || n[1] <= n[0])
    sm_builder_problem(c->b, place, "PCHEB needs two increasing pressures, atm");
  for (int i = 0; i < 2; i++) c->r->chebyshev.pressure[i] = n[i] * SM_ATMOSPHERE;
  return SM_OK;
}

static const struct keyword keywords[] = {
    {"LOW", 3, 3, 3, take_low},
    {"HIGH", 4, 3, 3, take_high},
    {"TROE", 4, 3, 4, take_troe},
    {"SRI", 3, 3, 5, take_sri},
    {"REV", 3, 3, 3, take_reverse},
    {"PLOG", 4, 4, 4, take_plog},
    {"TCHEB", 4, 2, 2, take_temperatures},
    {"PCHEB", 4, 2, 2, take_pressures},
};

/* Unsupported rate keywords, by their shortest abbreviation. */
static const struct {
  const char *name;
  size_t enough;
  const char *what;
} refused[] = {
    {"MOMENTUM", 4, "momentum transfer by electrons (MOME)"},
    {"XSMI", 4, "collisions of ions (XSMI)"},
    {"EXCITATION", 4, "losses by excitation (EXCI)"},
    {"JANEV", 3, "Janev's fit (JAN)"},
    {"FIT1", 4, "the fit FIT1"},
    {"LT", 2, "Landau-Teller rates (LT)"},
    {"RLT", 3, "Landau-Teller rates (RLT)"},
    {"TDEPENDENT", 4, "the temperature of a species (TDEP)"},
    {"USRPROG", 3, "rates of a user's routine (USRPROG)"},
    {"HV", 2, "radiation (HV)"},
    {"COLLEFF", 4, "efficiencies that depend on temperature (COLLEFF)"},
    {"STICK", 5, "sticking coefficients of surfaces (STICK)"},
    {"COVERAGE", 3, "coverages of surfaces (COV)"},
};

/* Reads the numbers of an item; -1, with a problem, for an invalid number or too many. */
static int read_numbers(struct sm_chemkin_reactions *c, struct sm_file_line place,
                        const struct sm_chemkin_slash_item *item, const struct keyword *k,
                        double *out) {
  struct sm_token rest = item->values, token;
  int count = 0;
  while (sm_chemkin_next_token(&rest, &token)) {
    if (count == NUMBERS || !sm_token_number(token, &out[count])) {
      sm_builder_problem(c->b, place, "'%.*s' of %s is not a number", SM_TOKEN(token), k->name);
      return -1;
    }
    count++;
  }
  if (count >= k->least && count <= k->most) return count;
  if (k->least == k->most) {
    sm_builder_problem(c->b, place, "%s has %d numbers: %d are expected", k->name, count, k->least);
  } else {
    sm_builder_problem(c->b, place, "%s has %d numbers: %d or %d are expected", k->name, count,
                       k->least, k->most);
  }
  return -1;
}

/* CHEB/ n m c11 c12 ... / may extend over several lines. */
static enum sm_status take_chebyshev(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                     struct sm_token values) {
  struct sm_token token;
  double number;
  if (!c->chebyshev) { /* default ranges of CHEMKIN */
    struct sm_chebyshev *p = &c->r->chebyshev;
    c->chebyshev = true;
    if (p->temperature[1] == 0)
      memcpy(p->temperature, (double[2]){300, 2500}, sizeof p->temperature);
    for (int i = 0; i < 2 && p->pressure[1] <= p->pressure[0]; i++)
      p->pressure[i] = (i == 0 ? 1e-3 : 100) * SM_ATMOSPHERE;
  }
  while (sm_chemkin_next_token(&values, &token)) {
    if (!sm_token_number(token, &number)) {
      sm_builder_problem(c->b, place, "'%.*s' of CHEB is not a number", SM_TOKEN(token));
      continue;
    }
    SM_TRY(sm_builder_grow(c->b, &c->chebyshev_number, c->chebyshev_count, sizeof number));
    c->chebyshev_number[c->chebyshev_count++] = number;
  }
  return SM_OK;
}

/* FORD/ species order / and RORD: lists all orders, explicit
 * ones and those of the equation. */
static enum sm_status take_order(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                 struct sm_token values, bool reverse) {
  struct sm_amounts *orders = reverse ? &c->r->reverse_orders : &c->r->orders;
  const struct sm_amounts *side = reverse ? &c->r->products : &c->r->reactants;
  const char *name = reverse ? "RORD" : "FORD";
  struct sm_token token, last;
  double order;
  char help[96];
  if (orders->count == 0)
    for (int32_t i = 0; i < side->count; i++)
      SM_TRY(sm_builder_add_amount(c->b, orders, side->list[i].index, side->list[i].amount));
  if (!sm_chemkin_next_token(&values, &token) || !sm_chemkin_next_token(&values, &last) ||
      !sm_token_number(last, &order)) {
    sm_builder_problem(c->b, place, "%s needs a species and its order", name);
    return SM_OK;
  }
  const int32_t species = sm_builder_find_species(c->b, token);
  if (species >= 0) return sm_builder_set_amount(c->b, orders, species, order);
  sm_builder_problem(c->b, place, "unknown species '%.*s' of %s%s", SM_TOKEN(token), name,
                     sm_builder_nearest(c->b, token, help, sizeof help));
  return SM_OK;
}

static enum sm_status take_units(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                 struct sm_token values) {
  struct sm_token token;
  while (sm_token_next(&values, &token))
    if (!sm_chemkin_unit(&c->units, token))
      sm_builder_problem(c->b, place, "unknown unit '%.*s' of UNITS", SM_TOKEN(token));
  return SM_OK;
}

static enum sm_status take_efficiency(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                      const struct sm_chemkin_slash_item *item) {
  const int32_t species = sm_builder_find_species(c->b, item->name);
  double efficiency;
  char help[96];
  if (!item->slashed) {
    sm_builder_problem(c->b, place,
                       "'%.*s' is not understood: neither a reaction nor an auxiliary line",
                       SM_TOKEN(item->name));
    return SM_OK;
  }
  if (species < 0) {
    sm_builder_strict_problem(c->b, place, "unknown species or keyword '%.*s'%s",
                              SM_TOKEN(item->name),
                              sm_builder_nearest(c->b, item->name, help, sizeof help));
    return SM_OK;
  }
  if (!sm_token_number(item->values, &efficiency) || efficiency < 0) {
    sm_builder_problem(c->b, place, "'%.*s' is not an efficiency of %s", SM_TOKEN(item->values),
                       c->b->species[species].name);
    return SM_OK;
  }
  for (int32_t i = 0; i < c->r->efficiencies.count; i++)
    if (c->r->efficiencies.list[i].index == species)
      sm_builder_warn(c->b, place, "a second efficiency of %s: it is the one that counts",
                      c->b->species[species].name);
  return sm_builder_set_amount(c->b, &c->r->efficiencies, species, efficiency);
}

static const struct keyword *find_keyword(struct sm_token name) {
  for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
    if (sm_token_is_short(name, keywords[k].name, keywords[k].enough)) return &keywords[k];
  return NULL;
}

static bool refuse(struct sm_chemkin_reactions *c, struct sm_file_line place,
                   struct sm_token name) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (sm_token_is_short(name, refused[i].name, refused[i].enough)) {
      sm_builder_problem(c->b, place, "not supported: %s", refused[i].what);
      return true;
    }
  return false;
}

enum sm_status sm_chemkin_auxiliary(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                    const struct sm_chemkin_slash_item *item) {
  double number[NUMBERS];
  const struct sm_token name = item->name;
  if (item->open) {
    sm_builder_problem(c->b, place, "the slash behind '%.*s' has no second one", SM_TOKEN(name));
    return SM_OK;
  }
  if (sm_token_is_short(name, "DUPLICATE", 3)) {
    c->r->duplicate = true;
    return SM_OK;
  }
  const struct keyword *keyword = find_keyword(name);
  if (keyword != NULL) {
    const int count = read_numbers(c, place, item, keyword, number);
    c->spoiled = c->spoiled || count < 0;
    return count < 0 ? SM_OK : keyword->take(c, place, number, count);
  }
  if (item->slashed && sm_token_is_short(name, "CHEB", 4))
    return take_chebyshev(c, place, item->values);
  if (item->slashed && sm_token_is(name, "FORD")) return take_order(c, place, item->values, false);
  if (item->slashed && sm_token_is(name, "RORD")) return take_order(c, place, item->values, true);
  if (item->slashed && sm_token_is_short(name, "UNITS", 4))
    return take_units(c, place, item->values);
  if (sm_builder_find_species(c->b, name) < 0 && refuse(c, place, name)) return SM_OK;
  return take_efficiency(c, place, item);
}
