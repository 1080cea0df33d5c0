/* chem/batch/special_rates.c - rate constants other than a T^b exp(-E/T) (falloff, PLOG, Chebyshev)
 * and products of powers, in a SIMD batch. */
#include "chem/batch/internal.h"
#include <string.h>

#define AVOGADRO 6.02214076e26 /* molecules per kmol */

/* The kind of broadening is a compile-time constant at each call: the loop has no branches. */
static inline __attribute__((always_inline)) void
falloff_of(const struct sm_kinetics_special *s, const double *m, struct sm_batch_workspace *a,
           const int form, const bool activated, const bool slopes) {
  const double *t = a->t, *log_t = a->log_t, *log2_t = a->log2_t, *per_t = a->per_t;
  double *x = a->x, *by_t = a->by_t, *by_m = a->by_m;
  const double h0 = s->high[0], h1 = s->high[1], h2 = s->high[2], h2_2 = SM_LOG2_E * h2;
  const double r0 = s->low[0] / h0, r1 = s->low[1] - h1, r2 = s->low[2] - h2, r2_2 = SM_LOG2_E * r2;
  const double p[5] = {s->parameter[0], s->parameter[1], s->parameter[2], s->parameter[3],
                       s->parameter[4]};
  EACH_LANE {
    const double high = h0 * sm_chem_exp2(h1 * log2_t[l] - h2_2 * per_t[l]);
    const double ratio = r0 * sm_chem_exp2(r1 * log2_t[l] - r2_2 * per_t[l]); /* k0/kinf */
    const double pr = ratio * m[l], per = 1.0 / (1.0 + pr);
    struct sm_broadening_factor f = {1.0, 0.0, 0.0};
    if (form == SM_TROE) f = sm_chem_troe(p, t[l], per_t[l], pr);
    if (form == SM_SRI) f = sm_chem_sri(p, t[l], per_t[l], log_t[l], pr);
    x[l] = high * (activated ? ratio : pr) * per * f.f;
    if (slopes) {
      /* ln k = ln high + ln Pr/(1 + Pr) + ln F; activated: ln low + ln 1/(1 + Pr) + ln F */
      const double by_pr = per - (activated ? 1.0 : 0.0) + f.by_pressure;
      const double high_t = per_t[l] * (h1 + h2 * per_t[l]),
                   ratio_t = per_t[l] * (r1 + r2 * per_t[l]);
      by_m[l] = by_pr;
      by_t[l] = high_t + ((activated ? 1.0 : 0.0) + by_pr) * ratio_t + f.by_temperature;
    }
  }
}

static void falloff(const struct sm_kinetics_special *s, const double *m,
                    struct sm_batch_workspace *a, bool slopes) {
  const bool activated = s->kind == SM_RATE_ACTIVATED;
  if (slopes || activated) {
    switch (s->form) {
    case SM_TROE: falloff_of(s, m, a, SM_TROE, activated, true); break;
    case SM_SRI: falloff_of(s, m, a, SM_SRI, activated, true); break;
    default: falloff_of(s, m, a, SM_LINDEMANN, activated, true);
    }
    return;
  }
  switch (s->form) {
  case SM_TROE: falloff_of(s, m, a, SM_TROE, false, false); break;
  case SM_SRI: falloff_of(s, m, a, SM_SRI, false, false); break;
  default: falloff_of(s, m, a, SM_LINDEMANN, false, false);
  }
}

static double arrhenius(const double r[3], double t, double log_t) {
  return r[0] * sm_chem_exp(r[1] * log_t - r[2] / t);
}

static double plog(const struct sm_kinetics *k, const struct sm_kinetics_special *s, double t,
                   double p) {
  const double *n = k->numbers + s->first, log_t = sm_chem_log(t), log_p = sm_chem_log(p);
  const int32_t last = s->count - 1;
  int32_t low = 0; /* first entry of the next lower pressure */
  for (int32_t i = 1; i <= last; i++)
    if (n[4 * i] <= log_p && n[4 * i] != n[4 * low]) low = i;
  int32_t high = low;
  while (high <= last && n[4 * high] == n[4 * low]) high++;
  double below = 0, above = 0;
  for (int32_t i = low; i < high; i++) below += arrhenius(n + 4 * i + 1, t, log_t);
  if (high > last || log_p <= n[4 * low]) return below;
  for (int32_t i = high; i <= last && n[4 * i] == n[4 * high]; i++)
    above += arrhenius(n + 4 * i + 1, t, log_t);
  const double share = (log_p - n[4 * low]) / (n[4 * high] - n[4 * low]);
  const double log_below = sm_chem_log(below > SM_LOG_ARGUMENT_MIN ? below : SM_LOG_ARGUMENT_MIN),
               log_above = sm_chem_log(above > SM_LOG_ARGUMENT_MIN ? above : SM_LOG_ARGUMENT_MIN);
  return sm_chem_exp(log_below + share * (log_above - log_below));
}

static double chebyshev(const struct sm_kinetics *k, const struct sm_kinetics_special *s, double t,
                        double p) {
  const double *c = k->numbers + s->first;
  const double x = s->temperature[0] / t + s->temperature[1];
  const double y = s->pressure[0] * sm_chem_log(p) / SM_LN_10 + s->pressure[1];
  double sum = 0, t0 = 1, t1 = x;
  for (int32_t i = 0; i < s->rows; i++) {
    double row = 0, p0 = 1, p1 = y;
    for (int32_t j = 0; j < s->columns; j++) {
      row += c[i * s->columns + j] * p0;
      const double p2 = 2 * y * p1 - p0;
      p0 = p1;
      p1 = p2;
    }
    sum += row * t0;
    const double t2 = 2 * x * t1 - t0;
    t0 = t1;
    t1 = t2;
  }
  return sm_chem_exp(SM_LN_10 * sum);
}

static double unary_term(const struct sm_rate_term *term, double x) {
  switch (term->kind) {
  case SM_TERM_NEGATE: return -x;
  case SM_TERM_EXP: return sm_chem_exp(x);
  case SM_TERM_LOG: return log(x);
  case SM_TERM_LOG10: return log10(x);
  case SM_TERM_SQRT: return sqrt(x);
  default: return cos(x);
  }
}

static double binary_term(const struct sm_rate_term *term, double x, double y) {
  switch (term->kind) {
  case SM_TERM_ADD: return x + y;
  case SM_TERM_SUBTRACT: return x - y;
  case SM_TERM_MULTIPLY: return x * y;
  case SM_TERM_DIVIDE: return x / y;
  case SM_TERM_POWER: return pow(x, y);
  case SM_TERM_MIN: return x < y ? x : y;
  default: return x > y ? x : y;
  }
}

static double expression(const struct sm_kinetics *k, const struct sm_kinetics_special *s,
                         const struct sm_batch_workspace *a, int l, double t, double p) {
  double stack[SM_CHEM_STACK] = {0};
  int top = 0;
  for (int32_t i = 0; i < s->count; i++) {
    const struct sm_rate_term *term = &k->terms[s->first + i];
    switch (term->kind) {
    case SM_TERM_NUMBER: stack[top++] = term->value; break;
    case SM_TERM_TEMPERATURE: stack[top++] = t; break;
    case SM_TERM_PRESSURE: stack[top++] = p; break;
    case SM_TERM_AIR: stack[top++] = p / (SM_GAS_CONSTANT * t) * (AVOGADRO * 1e-6); break;
    case SM_TERM_SUN: stack[top++] = a->sun[l]; break;
    case SM_TERM_ZENITH: stack[top++] = a->zenith[l]; break;
    case SM_TERM_WATER: stack[top++] = a->water[l]; break;
    case SM_TERM_NEGATE:
    case SM_TERM_EXP:
    case SM_TERM_LOG:
    case SM_TERM_LOG10:
    case SM_TERM_SQRT:
    case SM_TERM_COS: stack[top - 1] = unary_term(term, stack[top - 1]); break;
    case SM_TERM_SELECT:
      top -= 2;
      stack[top - 1] = stack[top - 1] > 0 ? stack[top] : stack[top + 1];
      break;
    default: top--; stack[top - 1] = binary_term(term, stack[top - 1], stack[top]);
    }
  }
  return stack[0];
}

static double numeric_rate(const struct sm_kinetics *k, const struct sm_kinetics_special *s,
                           const struct sm_batch_workspace *a, int l, double t, double p) {
  switch (s->kind) {
  case SM_RATE_PLOG: return plog(k, s, t, p);
  case SM_RATE_CHEBYSHEV: return chebyshev(k, s, t, p);
  default: return expression(k, s, a, l, t, p);
  }
}

/* Finite-difference derivatives of rare rate laws, which are smooth; accurate to 1e-9. */
static void numeric_derivatives(const struct sm_kinetics *k, const struct sm_kinetics_special *s,
                                struct sm_batch_workspace *a) {
  const double d = 1e-5;
  for (int l = 0; l < LANES; l++) {
    const double t = a->t[l], p = a->p[l], per = 1 / (2 * d * a->x[l]);
    if (!(fabs(a->x[l]) > SM_LOG_ARGUMENT_MIN)) { /* e.g. photolysis below the horizon */
      a->by_t[l] = a->by_p[l] = 0;
      continue;
    }
    a->by_t[l] =
        (numeric_rate(k, s, a, l, t * (1 + d), p) - numeric_rate(k, s, a, l, t * (1 - d), p)) *
        per / t;
    a->by_p[l] =
        (numeric_rate(k, s, a, l, t, p * (1 + d)) - numeric_rate(k, s, a, l, t, p * (1 - d))) * per;
  }
}

void OF_LEVEL(sm_batch_special_rate)(const struct sm_kinetics *k,
                                     const struct sm_kinetics_special *s, const double *m,
                                     struct sm_batch_workspace *a, bool slopes) {
  a->x = a->one;
  if (s->kind == SM_RATE_FALLOFF || s->kind == SM_RATE_ACTIVATED) {
    falloff(s, m, a, slopes);
    EACH_LANE a->by_p[l] = 0.0;
    return;
  }
  const ptrdiff_t at = s - k->specials;
  double *rows = row_of(a->cached, 3 * at), *by_t = row_of(rows, 1), *by_p = row_of(rows, 2);
  a->x = rows;
  if (a->cached_turn[2 * at] != a->turn)
    for (int l = 0; l < LANES; l++) a->x[l] = numeric_rate(k, s, a, l, a->t[l], a->p[l]);
  a->cached_turn[2 * at] = a->turn;
  EACH_LANE a->by_m[l] = 0.0;
  if (!slopes) return;
  if (a->cached_turn[2 * at + 1] != a->turn) {
    numeric_derivatives(k, s, a);
    memcpy(by_t, a->by_t, LANES * sizeof *by_t);
    memcpy(by_p, a->by_p, LANES * sizeof *by_p);
  }
  a->cached_turn[2 * at + 1] = a->turn;
  memcpy(a->by_t, by_t, LANES * sizeof *by_t);
  memcpy(a->by_p, by_p, LANES * sizeof *by_p);
}

void OF_LEVEL(sm_batch_orders)(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                               const struct sm_batch_workspace *a, double *q) {
  for (int32_t i = 0; i < s->order_count; i++) {
    const struct sm_kinetics_order *o = &k->orders[s->order_first + i];
    const double *c = a->c + (ptrdiff_t)o->index * LANES;
    EACH_LANE q[l] *= sm_chem_order(c[l], o->amount, o->taken);
  }
  if (s->kind != SM_STEP_REVERSE) return;
  for (int32_t i = 0; i < s->balance_count; i++) {
    const struct sm_amount *b = &k->changes[s->balance_first + i];
    const double *f = a->f + (ptrdiff_t)b->index * LANES, n = b->amount;
    EACH_LANE q[l] *= sm_chem_exp(n * sm_chem_log(f[l]));
  }
}
