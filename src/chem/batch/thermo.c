/* thermo.c - NASA polynomials for a SIMD batch. */
#include "chem/batch/internal.h"
#include <string.h>

enum side { BELOW, ABOVE, MIXED };

static enum side side_of(const double *t, double middle) {
  int above = 0;
  for (int l = 0; l < LANES; l++) above += t[l] > middle;
  return above == 0 ? BELOW : above == LANES ? ABOVE : MIXED;
}

struct properties {
  double cp, h, s; /* cp/R, h/RT, s/R */
};

static inline __attribute__((always_inline)) struct properties nasa7(const double a[7], double t,
                                                                     double per_t, double log_t) {
  const struct properties r = {
      a[0] + t * (a[1] + t * (a[2] + t * (a[3] + t * a[4]))),
      a[0] + t * (a[1] / 2 + t * (a[2] / 3 + t * (a[3] / 4 + t * (a[4] / 5)))) + a[5] * per_t,
      a[0] * log_t + t * (a[1] + t * (a[2] / 2 + t * (a[3] / 3 + t * (a[4] / 4)))) + a[6]};
  return r;
}

static struct properties general(const struct sm_kinetics *k, const struct sm_kinetics_thermo *g,
                                 double t, double log_t) {
  int32_t r = g->first;
  while (r + 1 < g->first + g->count && t > k->ranges[r].high) r++;
  const double *a = k->ranges[r].a, per_t = 1 / t;
  struct properties p = nasa7(a + 2, t, per_t, log_t);
  p.cp += per_t * (a[1] + per_t * a[0]);
  p.h += per_t * (a[1] * log_t - per_t * a[0]);
  p.s += -per_t * (a[1] + 0.5 * per_t * a[0]);
  return p;
}

void OF_LEVEL(sm_batch_thermo)(const struct sm_kinetics *k, const double *t, double *cp, double *h,
                               double *s) {
  double log_t[LANES], per_t[LANES];
  EACH_LANE {
    log_t[l] = sm_chem_log(t[l]);
    per_t[l] = 1.0 / t[l];
  }
  for (int32_t i = 0; i < k->species_count; i++) {
    const struct sm_kinetics_thermo *g = &k->gases[i];
    double *cps = row_of(cp, i), *hs = row_of(h, i), *ss = row_of(s, i);
    if (!g->quick) {
      for (int l = 0; l < LANES; l++) {
        struct properties p = {0, 0, 0};
        if (g->given) p = general(k, g, t[l], log_t[l]);
        cps[l] = p.cp;
        hs[l] = p.h;
        ss[l] = p.s;
      }
      continue;
    }
    const double middle = g->middle, *low = g->two[0], *high = g->two[1];
    EACH_LANE {
      const struct properties a = nasa7(low, t[l], per_t[l], log_t[l]),
                              b = nasa7(high, t[l], per_t[l], log_t[l]);
      cps[l] = t[l] > middle ? b.cp : a.cp;
      hs[l] = t[l] > middle ? b.h : a.h;
      ss[l] = t[l] > middle ? b.s : a.s;
    }
  }
}

void OF_LEVEL(sm_batch_heat_capacity)(const struct sm_kinetics *k, const double *t, const double *n,
                                      double *out) {
  EACH_LANE out[l] = 0.0;
  for (int32_t i = 0; i < k->species_count; i++, n += LANES) {
    const struct sm_kinetics_thermo *g = &k->gases[i];
    if (!g->quick) {
      for (int l = 0; l < LANES && g->given; l++)
        out[l] += n[l] * general(k, g, t[l], sm_chem_log(t[l])).cp;
      continue;
    }
    const double middle = g->middle, *a = g->two[0], *b = g->two[1];
    EACH_LANE {
      const double low = a[0] + t[l] * (a[1] + t[l] * (a[2] + t[l] * (a[3] + t[l] * a[4])));
      const double high = b[0] + t[l] * (b[1] + t[l] * (b[2] + t[l] * (b[3] + t[l] * b[4])));
      out[l] += n[l] * (t[l] > middle ? high : low);
    }
  }
}

static double general_cp_derivative(const struct sm_kinetics *k, const struct sm_kinetics_thermo *g,
                                    double t) {
  int32_t r = g->first;
  while (r + 1 < g->first + g->count && t > k->ranges[r].high) r++;
  const double *a = k->ranges[r].a, per = 1 / t;
  return -per * per * (a[1] + 2 * per * a[0]) +
         (a[3] + t * (2 * a[4] + t * (3 * a[5] + t * 4 * a[6])));
}

void OF_LEVEL(sm_batch_cp_derivative)(const struct sm_kinetics *k, const double *t, const double *n,
                                      double *out) {
  EACH_LANE out[l] = 0.0;
  for (int32_t i = 0; i < k->species_count; i++, n += LANES) {
    const struct sm_kinetics_thermo *g = &k->gases[i];
    if (!g->quick) {
      for (int l = 0; l < LANES && g->given; l++)
        out[l] += n[l] * general_cp_derivative(k, g, t[l]);
      continue;
    }
    const double middle = g->middle, *a = g->two[0], *b = g->two[1];
    EACH_LANE {
      const double low = a[1] + t[l] * (2 * a[2] + t[l] * (3 * a[3] + t[l] * (4 * a[4])));
      const double high = b[1] + t[l] * (2 * b[2] + t[l] * (3 * b[3] + t[l] * (4 * b[4])));
      out[l] += n[l] * (t[l] > middle ? high : low);
    }
  }
}

/* Coefficients of log2 f = (ln(p0/RT) - g/RT) / ln 2 of a species: s + a log2 T + T (b + T (c + T
 * (d + T e))) + f/T. */
struct gibbs {
  double a, b, c, d, e, f, s;
};

static struct gibbs gibbs_of(const struct sm_kinetics_thermo *g, int side) {
  const double *a = g->two[side], l = SM_LOG2_E;
  const struct gibbs r = {a[0] - 1,
                          l * a[1] / 2,
                          l * a[2] / 6,
                          l * a[3] / 12,
                          l * a[4] / 20,
                          l * (g->shift[0] - a[5]),
                          l * (g->log_pressure - a[0] + a[6] + g->shift[1])};
  return r;
}

static inline __attribute__((always_inline)) double gibbs_at(const struct gibbs *g, double t,
                                                             double per_t, double log2_t) {
  return g->s + g->a * log2_t + t * (g->b + t * (g->c + t * (g->d + t * g->e))) + g->f * per_t;
}

static void log2_equilibrium(const struct sm_kinetics *k, const struct sm_kinetics_thermo *g,
                             const struct sm_batch_workspace *a, double *out) {
  const double *t = a->t, *log_t = a->log_t, *log2_t = a->log2_t, *per_t = a->per_t;
  if (!g->quick) {
    for (int l = 0; l < LANES; l++) {
      const struct properties x = general(k, g, t[l], log_t[l]);
      const double gibbs = x.h - x.s - g->shift[0] * per_t[l] - g->shift[1];
      out[l] = SM_LOG2_E * (g->log_pressure - gibbs) - log2_t[l];
    }
    return;
  }
  const struct gibbs low = gibbs_of(g, 0), high = gibbs_of(g, 1);
  const double middle = g->middle;
  switch (side_of(t, middle)) {
  case BELOW: EACH_LANE out[l] = gibbs_at(&low, t[l], per_t[l], log2_t[l]); break;
  case ABOVE: EACH_LANE out[l] = gibbs_at(&high, t[l], per_t[l], log2_t[l]); break;
  default:
    EACH_LANE {
      const double below = gibbs_at(&low, t[l], per_t[l], log2_t[l]);
      const double above = gibbs_at(&high, t[l], per_t[l], log2_t[l]);
      out[l] = t[l] > middle ? above : below;
    }
  }
}

static void colliders(const struct sm_kinetics *k, struct sm_batch_workspace *a) {
  double sum[LANES] = {0};
  if (a->frozen != NULL) memcpy(sum, a->frozen, sizeof sum);
  for (int32_t i = 0; i < k->species_count; i++) {
    const double *c = row_of(a->c, i);
    EACH_LANE sum[l] += c[l];
  }
  for (int32_t j = 0; j < k->collider_count; j++) {
    const struct sm_kinetics_collider *x = &k->colliders[j];
    double *m = row_of(a->m, j);
    const double base = x->base;
    EACH_LANE m[l] = base * sum[l];
    for (int32_t i = 0; i < x->count; i++) {
      const struct sm_amount *e = &k->extras[x->first + i];
      const double *c = row_of(a->c, e->index), more = e->amount;
      EACH_LANE m[l] += more * c[l];
    }
    if (a->frozen == NULL) continue;
    const double *more = row_at(a->frozen, 1 + j);
    EACH_LANE m[l] += more[l];
  }
}

/* Invalidates the cache when the conditions that it depends on have changed. */
static void check_cache(struct sm_batch_workspace *a) {
  const double *const rows[SM_BATCH_CACHE_KEYS] = {a->t, a->p, a->sun, a->zenith, a->water};
  bool same = true;
  for (int i = 0; i < SM_BATCH_CACHE_KEYS; i++) {
    double *of = row_of(a->cached_key, i);
    const double *now = rows[i];
    int other = 0;
    for (int l = 0; l < LANES; l++) other |= !(of[l] == now[l]);
    if (other == 0) continue;
    memcpy(of, now, LANES * sizeof *of);
    same = false;
  }
  a->turn += !same;
}

void OF_LEVEL(sm_batch_prepare)(const struct sm_kinetics *k, struct sm_batch_workspace *a) {
  double *log_t = a->log_t, *log2_t = a->log2_t, *per_t = a->per_t;
  const double *t = a->t;
  EACH_LANE {
    log_t[l] = sm_chem_log(t[l]);
    log2_t[l] = SM_LOG2_E * log_t[l];
    per_t[l] = 1.0 / t[l];
  }
  if (k->special_count > 0) check_cache(a);
  if (k->collider_count > 0) colliders(k, a);
  if (!k->equilibrium) return;
  for (int32_t i = 0; i < k->species_count; i++) {
    double *f = row_of(a->f, i);
    if (k->gases[i].given) {
      log2_equilibrium(k, &k->gases[i], a, f);
    } else {
      EACH_LANE f[l] = 0.0;
    }
  }
  double *f = a->f, *v = a->v;
  const double *c = a->c;
  const ptrdiff_t size = (ptrdiff_t)k->species_count * LANES;
  _Pragma("omp simd") for (ptrdiff_t i = 0; i < size; i++) {
    const double concentration = sm_chem_exp2(f[i]);
    f[i] = concentration;
    v[i] = c[i] / concentration;
  }
}
