#include "chem/read/kpp/formula_reader.h"

enum { DEEPEST = 64 };

typedef struct sm_formula formula;

/* --- conditions: numbers that are above 0 where they hold --- */

static formula opposite(struct sm_kpp_formula_reader *g, formula a) {
  return sm_formula_select(&g->f, a, sm_kpp_number_of(g, -1), sm_kpp_number_of(g, 1));
}

static formula above(struct sm_kpp_formula_reader *g, formula a, formula b) {
  return sm_formula_binary(&g->f, SM_TERM_SUBTRACT, a, b);
}

enum relation { NONE, LESS, LESS_EQUAL, MORE, MORE_EQUAL, EQUAL, OTHER };

static enum relation read_relation(struct sm_kpp_formula_reader *g) {
  static const struct {
    const char *sign;
    enum relation relation;
  } signs[] = {{">=", MORE_EQUAL},   {"<=", LESS_EQUAL}, {"==", EQUAL},   {"/=", OTHER},
               {"!=", OTHER},        {">", MORE},        {"<", LESS},     {".GE.", MORE_EQUAL},
               {".LE.", LESS_EQUAL}, {".EQ.", EQUAL},    {".NE.", OTHER}, {".GT.", MORE},
               {".LT.", LESS}};
  for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
    if (sm_kpp_accept(g, signs[s].sign)) return signs[s].relation;
  return NONE;
}

static formula compare(struct sm_kpp_formula_reader *g, formula a, enum relation relation,
                       formula b) {
  if (a.pool != NULL || b.pool != NULL) sm_kpp_refuse_species_sum(g);
  switch (relation) {
  case MORE: return above(g, a, b);
  case LESS: return above(g, b, a);
  case MORE_EQUAL: return opposite(g, above(g, b, a));
  case LESS_EQUAL: return opposite(g, above(g, a, b));
  default: break;
  }
  const formula either = sm_formula_binary(&g->f, SM_TERM_MAX, above(g, a, b), above(g, b, a));
  return relation == OTHER ? either : opposite(g, either);
}

/* Parses .NOT. a, a relation, or a condition in brackets; relations may start with brackets too. */
static formula read_basic(struct sm_kpp_formula_reader *g) {
  if (g->depth >= DEEPEST)
    sm_kpp_set_reason_token(g, "brackets are in each other too deep at", g->rest);
  if (g->wrong || g->f.status != SM_OK) return sm_kpp_number_of(g, 0);
  g->depth++;
  formula out;
  if (sm_kpp_accept(g, ".NOT.")) {
    out = opposite(g, read_basic(g));
  } else {
    struct sm_kpp_formula_reader trial = *g;
    trial.quiet = true;
    out = sm_kpp_read_sum(&trial);
    const enum relation relation = trial.wrong ? NONE : read_relation(&trial);
    if (relation != NONE) {
      g->rest = trial.rest;
      g->f = trial.f;
      out = compare(g, out, relation, sm_kpp_read_sum(g));
    } else if (sm_kpp_accept(g, "(")) {
      out = sm_kpp_read_condition(g);
      if (!sm_kpp_accept(g, ")"))
        sm_kpp_set_reason_token(g, "a bracket is not closed before", g->rest);
    } else {
      sm_kpp_set_reason(g, "%.*s", SM_KPP_REASON - 1,
                        trial.wrong ? trial.reason : "a condition is not understood");
    }
  }
  g->depth--;
  return out;
}

formula sm_kpp_read_condition(struct sm_kpp_formula_reader *g) {
  formula any = {0};
  bool first = true;
  do {
    formula all = read_basic(g);
    while (!g->wrong && (sm_kpp_accept(g, ".AND.") || sm_kpp_accept(g, "&&")))
      all = sm_formula_binary(&g->f, SM_TERM_MIN, all, read_basic(g));
    any = first ? all : sm_formula_binary(&g->f, SM_TERM_MAX, any, all);
    first = false;
  } while (!g->wrong && (sm_kpp_accept(g, ".OR.") || sm_kpp_accept(g, "||")));
  return any;
}
