/* Rate constants as generated source: Arrhenius, falloff, PLOG, Chebyshev, rate formulas;
 * colliders. */
#include "chem/generate/internal.h"

#include <math.h>
#include <string.h>

static bool is_small_integer(double x) { return x == rint(x) && fabs(x) <= 4; }

static struct sm_generator_factor *factor_of(struct sm_generator *g,
                                             const struct sm_arrhenius *rate) {
  for (int32_t i = 0; i < g->factor_count; i++)
    if (g->factor[i].b == rate->b && g->factor[i].e == rate->e) return &g->factor[i];
  return NULL;
}

/* True where the rate is an exponential, which reactions can share. */
static bool is_shared(const struct sm_generator_factor *f) {
  return f != NULL && f->uses > 1 && !(f->e == 0 && is_small_integer(f->b));
}

/* b ln T - e/T + c */
static void add_exponent(struct sm_generator *g, double b, double e, double c) {
  if (b != 0) sm_text_add(g->out, "SM_CHEM_FMA(%a, log_t, ", b);
  if (e != 0)
    sm_text_add(g->out, "SM_CHEM_FMA(%a, per_t, %a)", -e, c);
  else
    sm_text_add(g->out, "%a", c);
  if (b != 0) sm_text_add(g->out, ")");
}

void sm_generate_factor(struct sm_generator *g, const struct sm_arrhenius *rate) {
  struct sm_generator_factor *f = factor_of(g, rate);
  if (!is_shared(f) || f->written) return;
  f->written = true;
  sm_text_add(g->out, "  const double factor_%d = sm_chem_exp(", (int)(f - g->factor));
  add_exponent(g, f->b, f->e, 0.0);
  sm_text_add(g->out, ");\n");
}

void sm_generate_arrhenius(struct sm_generator *g, const struct sm_arrhenius *rate) {
  const struct sm_generator_factor *f = factor_of(g, rate);
  if (rate->a == 0 || (rate->e == 0 && is_small_integer(rate->b))) {
    sm_text_add(g->out, "%a", rate->a);
    for (int i = 0; rate->a != 0 && i < (int)fabs(rate->b); i++)
      sm_text_add(g->out, rate->b > 0 ? " * t" : " * per_t");
  } else if (is_shared(f)) {
    sm_text_add(g->out, "%a * factor_%d", rate->a, (int)(f - g->factor));
  } else {
    sm_text_add(g->out, rate->a < 0 ? "-sm_chem_exp(" : "sm_chem_exp(");
    add_exponent(g, rate->b, rate->e, log(fabs(rate->a)));
    sm_text_add(g->out, ")");
  }
}

void sm_generate_dlnk_dt(struct sm_generator *g, const struct sm_arrhenius *rate) {
  if (rate->e == 0)
    sm_text_add(g->out, "%a * per_t", rate->b);
  else
    sm_text_add(g->out, "SM_CHEM_FMA(%a, per_t, %a) * per_t", rate->e, rate->b);
}

/* Term such as alpha exp(-T/T1) of the Troe form; extreme parameters, for which the exponential is
 * 0 or 1, are common and generate no exponential. */
static void add_decay(struct sm_generator *g, double factor, double scale) {
  if (factor == 0 || fabs(scale) < 1e-10) return;
  if (fabs(scale) > 1e20)
    sm_text_add(g->out, " + %a", factor);
  else
    sm_text_add(g->out, " + %a * sm_chem_exp(%a * t)", factor, -1 / scale);
}

static void add_decay_slope(struct sm_generator *g, double factor, double scale) {
  if (factor == 0 || fabs(scale) < 1e-10 || fabs(scale) > 1e20) return;
  sm_text_add(g->out, " + %a * sm_chem_exp(%a * t)", -factor / scale, -1 / scale);
}

static void add_troe(struct sm_generator *g, const struct sm_falloff *f) {
  const double *p = f->parameters;
  sm_text_add(g->out, "    const double centre = 0.0");
  add_decay(g, 1 - p[0], p[1]);
  add_decay(g, p[0], p[2]);
  if (f->count == 4) sm_text_add(g->out, " + sm_chem_exp(%a * per_t)", -p[3]);
  sm_text_add(g->out, ";\n    const double broad = SM_CHEM_POW10(sm_chem_troe(log_pressure, "
                      "SM_CHEM_LOG10(sm_chem_max(centre, 1e-300))));\n");
}

static void add_sri(struct sm_generator *g, const struct sm_falloff *f) {
  const double *p = f->parameters, d = f->count == 5 ? p[3] : 1, e = f->count == 5 ? p[4] : 0;
  sm_text_add(g->out, "    const double base = %a * sm_chem_exp(%a * per_t)", p[0], -p[1]);
  add_decay(g, 1.0, p[2]);
  sm_text_add(g->out,
              ";\n    const double broad = %a * sm_chem_exp(SM_CHEM_FMA(%a, log_t, "
              "sm_chem_log(sm_chem_max(base, 1e-300)) * "
              "sm_chem_inverse(SM_CHEM_FMA(log_pressure, log_pressure, 1.0))));\n",
              d, e);
}

static void add_falloff(struct sm_generator *g, const struct sm_reaction *r) {
  sm_text_add(g->out, "    const double high = ");
  sm_generate_arrhenius(g, &r->rate);
  sm_text_add(g->out, ", low = ");
  sm_generate_arrhenius(g, &r->falloff.low);
  sm_text_add(g->out, ";\n    const double reduced = low * m_%d * sm_chem_inverse(high);\n",
              (int)sm_generate_collider(g, r));
  if (r->falloff.form != SM_LINDEMANN)
    sm_text_add(g->out, "    const double log_pressure = "
                        "SM_CHEM_LOG10(sm_chem_max(reduced, 1e-300));\n");
  if (r->falloff.form == SM_TROE) add_troe(g, &r->falloff);
  if (r->falloff.form == SM_SRI) add_sri(g, &r->falloff);
  sm_text_add(g->out, "    const double k = %s * sm_chem_inverse(1.0 + reduced)%s;\n",
              r->kind == SM_RATE_FALLOFF ? "high * reduced" : "low",
              r->falloff.form == SM_LINDEMANN ? "" : " * broad");
}

/* Derivatives of the broadening by ln of reduced pressure, and by temperature at constant reduced
 * pressure. */
static void add_troe_slopes(struct sm_generator *g, const struct sm_falloff *f) {
  const double *p = f->parameters;
  sm_text_add(g->out, "    const double some = sm_chem_max(centre, 1e-300), fall = 0.0");
  add_decay_slope(g, 1 - p[0], p[1]);
  add_decay_slope(g, p[0], p[2]);
  if (f->count == 4)
    sm_text_add(g->out, " + %a * per_t * per_t * sm_chem_exp(%a * per_t)", p[3], -p[3]);
  sm_text_add(g->out, ";\n    double by_pressure, by_centre;\n"
                      "    sm_chem_troe_slopes(log_pressure, SM_CHEM_LOG10(some), &by_pressure,\n"
                      "                        &by_centre);\n"
                      "    const double by_broad = by_centre * fall * sm_chem_inverse(some);\n");
}

static void add_sri_slopes(struct sm_generator *g, const struct sm_falloff *f) {
  const double *p = f->parameters, e = f->count == 5 ? p[4] : 0;
  sm_text_add(g->out,
              "    const double some = sm_chem_max(base, 1e-300), fall = %a * per_t * per_t *\n"
              "        sm_chem_exp(%a * per_t)",
              p[0] * p[1], -p[1]);
  add_decay_slope(g, 1.0, p[2]);
  sm_text_add(g->out,
              ";\n    const double power = "
              "sm_chem_inverse(SM_CHEM_FMA(log_pressure, log_pressure, 1.0));\n"
              "    const double by_pressure = -2.0 * log_pressure * power * power * "
              "SM_CHEM_LOG10(some);\n"
              "    const double by_broad = SM_CHEM_FMA(%a, per_t, power * fall * "
              "sm_chem_inverse(some));\n",
              e);
}

void sm_generate_falloff_partials(struct sm_generator *g, const struct sm_reaction *r) {
  const bool broad = r->falloff.form != SM_LINDEMANN, activated = r->kind == SM_RATE_ACTIVATED;
  if (r->falloff.form == SM_TROE) add_troe_slopes(g, &r->falloff);
  if (r->falloff.form == SM_SRI) add_sri_slopes(g, &r->falloff);
  sm_text_add(g->out, "    const double own = ");
  sm_generate_dlnk_dt(g, &r->rate);
  sm_text_add(g->out, ", other = ");
  sm_generate_dlnk_dt(g, &r->falloff.low);
  sm_text_add(g->out,
              ";\n    const double by_m = %ssm_chem_inverse(1.0 + reduced)%s;\n"
              "    const double by_t = %s + by_m * (other - own)%s;\n",
              activated ? "-reduced * " : "", broad ? " + by_pressure" : "",
              activated ? "other" : "own", broad ? " + by_broad" : "");
}

/* ln of the sum of the `plog` rates from i on at one pressure; returns the index after them. */
static int32_t add_plog_sum(struct sm_generator *g, const struct sm_reaction *r, int32_t i) {
  const double pressure = r->plog[i].pressure;
  if ((i + 1 == r->plog_count || r->plog[i + 1].pressure != pressure) && r->plog[i].rate.a > 0) {
    add_exponent(g, r->plog[i].rate.b, r->plog[i].rate.e, log(r->plog[i].rate.a));
    return i + 1;
  }
  sm_text_add(g->out, "sm_chem_log(sm_chem_max(1e-300, 0.0");
  for (; i < r->plog_count && r->plog[i].pressure == pressure; i++) {
    sm_text_add(g->out, " + ");
    sm_generate_arrhenius(g, &r->plog[i].rate);
  }
  sm_text_add(g->out, "))");
  return i;
}

static void add_plog(struct sm_generator *g, const struct sm_reaction *r) {
  sm_text_add(g->out, "    double log_k;\n    ");
  int32_t i = 0;
  for (;;) {
    int32_t next = i;
    while (next < r->plog_count && r->plog[next].pressure == r->plog[i].pressure) next++;
    const double p = r->plog[i].pressure;
    if (i == 0) {
      sm_text_add(g->out, "if (log_p <= %a) {\n      log_k = ", log(p));
      add_plog_sum(g, r, i);
      sm_text_add(g->out, ";\n    } else ");
    }
    if (next == r->plog_count) {
      sm_text_add(g->out, "{\n      log_k = ");
      add_plog_sum(g, r, i);
      sm_text_add(g->out, ";\n    }\n    const double k = sm_chem_exp(log_k);\n");
      return;
    }
    const double q = r->plog[next].pressure;
    sm_text_add(g->out, "if (log_p < %a) {\n      const double from = ", log(q));
    add_plog_sum(g, r, i);
    sm_text_add(g->out, ", to = ");
    add_plog_sum(g, r, next);
    sm_text_add(g->out, ";\n      log_k = from + (to - from) * ((log_p - %a) * %a);\n    } else ",
                log(p), 1 / (log(q) - log(p)));
    i = next;
  }
}

/* Clenshaw recurrence over a row in reduced pressure, then over the rows in reduced temperature. */
static void add_chebyshev(struct sm_generator *g, const struct sm_reaction *r) {
  const struct sm_chebyshev *c = &r->chebyshev;
  const double low = 1 / c->temperature[0], high = 1 / c->temperature[1];
  const double bottom = log10(c->pressure[0]), top = log10(c->pressure[1]);
  sm_text_add(g->out,
              "    const double x = (2.0 * per_t - %a) * %a;\n"
              "    const double y = (2.0 * SM_CHEM_LOG10(air->pressure) - %a) * %a;\n"
              "    double one = 0.0, two = 0.0, row, here, before, next;\n",
              low + high, 1 / (high - low), bottom + top, 1 / (top - bottom));
  for (int32_t i = c->rows - 1; i >= 0; i--) {
    sm_text_add(g->out, "    here = 0.0;\n    before = 0.0;\n");
    for (int32_t j = c->columns - 1; j > 0; j--)
      sm_text_add(
          g->out,
          "    next = 2.0 * y * here - before + %a;\n    before = here;\n    here = next;\n",
          c->coefficient[i * c->columns + j]);
    sm_text_add(g->out, "    row = y * here - before + %a;\n", c->coefficient[i * c->columns]);
    if (i > 0)
      sm_text_add(g->out,
                  "    next = 2.0 * x * one - two + row;\n    two = one;\n    one = next;\n");
  }
  sm_text_add(g->out, "    const double k = SM_CHEM_POW10(x * one - two + row);\n");
}

static const char *operand(enum sm_rate_term_kind kind) {
  switch (kind) {
  case SM_TERM_TEMPERATURE: return "t";
  case SM_TERM_PRESSURE: return "air->pressure";
  case SM_TERM_AIR: return "(air->pressure * per_t * 0x1.01526edf45996p+56)"; /* 1e-6 / kB */
  case SM_TERM_SUN: return "air->sun";
  case SM_TERM_ZENITH: return "air->zenith";
  case SM_TERM_WATER: return "air->water";
  default: return NULL;
  }
}

static const char *function_of(enum sm_rate_term_kind kind) {
  switch (kind) {
  case SM_TERM_EXP: return "sm_chem_exp";
  case SM_TERM_LOG: return "sm_chem_log";
  case SM_TERM_LOG10: return "SM_CHEM_LOG10";
  case SM_TERM_SQRT: return "sqrt";
  case SM_TERM_COS: return "cos";
  case SM_TERM_NEGATE: return "-";
  default: return NULL;
  }
}

/* Stack entries of the formula become variables s_0, s_1, ... of the block. */
static void add_expression(struct sm_generator *g, const struct sm_reaction *r) {
  int top = 0, highest = 0;
  for (int32_t i = 0; i < r->term_count; i++) {
    const enum sm_rate_term_kind kind = r->terms[i].kind;
    if (kind == SM_TERM_NUMBER || operand(kind) != NULL) {
      if (top == highest) sm_text_add(g->out, "    double s_%d;\n", highest++);
      if (kind == SM_TERM_NUMBER)
        sm_text_add(g->out, "    s_%d = %a;\n", top++, r->terms[i].value);
      else
        sm_text_add(g->out, "    s_%d = %s;\n", top++, operand(kind));
    } else if (function_of(kind) != NULL) {
      sm_text_add(g->out, "    s_%d = %s(s_%d);\n", top - 1, function_of(kind), top - 1);
    } else if (kind == SM_TERM_SELECT) {
      top -= 2;
      sm_text_add(g->out, "    s_%d = s_%d > 0.0 ? s_%d : s_%d;\n", top - 1, top - 1, top, top + 1);
    } else {
      top--;
      const int a = top - 1, b = top;
      switch (kind) {
      case SM_TERM_ADD: sm_text_add(g->out, "    s_%d += s_%d;\n", a, b); break;
      case SM_TERM_SUBTRACT: sm_text_add(g->out, "    s_%d -= s_%d;\n", a, b); break;
      case SM_TERM_MULTIPLY: sm_text_add(g->out, "    s_%d *= s_%d;\n", a, b); break;
      case SM_TERM_DIVIDE: sm_text_add(g->out, "    s_%d /= s_%d;\n", a, b); break;
      case SM_TERM_MIN:
        sm_text_add(g->out, "    s_%d = sm_chem_min(s_%d, s_%d);\n", a, a, b);
        break;
      case SM_TERM_MAX:
        sm_text_add(g->out, "    s_%d = sm_chem_max(s_%d, s_%d);\n", a, a, b);
        break;
      default: sm_text_add(g->out, "    s_%d = pow(s_%d, s_%d);\n", a, a, b);
      }
    }
  }
  sm_text_add(g->out, "    const double k = s_0;\n");
}

void sm_generate_constant(struct sm_generator *g, const struct sm_reaction *r) {
  switch (r->kind) {
  case SM_RATE_FALLOFF:
  case SM_RATE_ACTIVATED: add_falloff(g, r); break;
  case SM_RATE_PLOG: add_plog(g, r); break;
  case SM_RATE_CHEBYSHEV: add_chebyshev(g, r); break;
  case SM_RATE_EXPRESSION: add_expression(g, r); break;
  default:
    sm_text_add(g->out, "    const double k = ");
    sm_generate_arrhenius(g, &r->rate);
    sm_text_add(g->out, ";\n");
  }
}

static bool same_amounts(const struct sm_amounts *a, const struct sm_amounts *b) {
  if (a->count != b->count) return false;
  for (int32_t i = 0; i < a->count; i++)
    if (a->list[i].index != b->list[i].index || a->list[i].amount != b->list[i].amount)
      return false;
  return true;
}

bool sm_generate_has_collider(const struct sm_reaction *r) {
  return r->kind == SM_RATE_THREE_BODY || r->kind == SM_RATE_FALLOFF ||
         r->kind == SM_RATE_ACTIVATED;
}

int32_t sm_generate_collider(const struct sm_generator *g, const struct sm_reaction *r) {
  for (int32_t i = 0; i < g->collider_count; i++)
    if (g->collider[i].other == r->default_efficiency &&
        same_amounts(g->collider[i].efficiencies, &r->efficiencies))
      return i;
  return -1;
}
