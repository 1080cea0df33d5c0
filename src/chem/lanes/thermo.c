/* thermo.c - polynomials of NASA in rows. */
#include "chem/lanes/level.h"

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

static struct properties general(const struct sm_kinetics *k, const struct sm_gas *g, double t,
                                 double log_t) {
  int32_t r = g->first;
  while (r + 1 < g->first + g->count && t > k->ranges[r].high) r++;
  const double *a = k->ranges[r].a, per_t = 1 / t;
  struct properties p = nasa7(a + 2, t, per_t, log_t);
  p.cp += per_t * (a[1] + per_t * a[0]);
  p.h += per_t * (a[1] * log_t - per_t * a[0]);
  p.s += -per_t * (a[1] + 0.5 * per_t * a[0]);
  return p;
}

void OF_LEVEL(sm_lanes_thermo)(const struct sm_kinetics *k, const double *t, double *cp, double *h,
                               double *s) {
  double log_t[LANES], per_t[LANES];
  EACH_LANE {
    log_t[l] = sm_chem_log(t[l]);
    per_t[l] = 1.0 / t[l];
  }
  for (int32_t i = 0; i < k->species_count; i++) {
    const struct sm_gas *g = &k->gases[i];
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

/* Coefficients of g/RT = a (1 - ln T) + T (b + T (c + T (d + T e))) + f/T - s. */
struct gibbs {
  double a, b, c, d, e, f, s;
};

static struct gibbs gibbs_of(const struct sm_gas *g, int side) {
  const double *a = g->two[side];
  const struct gibbs r = {a[0],       -a[1] / 2,          -a[2] / 6,         -a[3] / 12,
                          -a[4] / 20, a[5] - g->shift[0], a[6] + g->shift[1]};
  return r;
}

static inline __attribute__((always_inline)) double gibbs_at(const struct gibbs *g, double t,
                                                             double per_t, double log_t) {
  return g->a * (1.0 - log_t) + t * (g->b + t * (g->c + t * (g->d + t * g->e))) + g->f * per_t -
         g->s;
}

/* ln f = ln(p0/RT) - g/RT of a species. */
static void log_equilibrium(const struct sm_kinetics *k, const struct sm_gas *g,
                            const struct sm_lanes_space *a, double *out) {
  const double *t = a->t, *log_t = a->log_t, *per_t = a->per_t, p0 = g->log_pressure;
  if (!g->quick) {
    for (int l = 0; l < LANES; l++) {
      const struct properties x = general(k, g, t[l], log_t[l]);
      out[l] = p0 - log_t[l] - (x.h - x.s - g->shift[0] * per_t[l] - g->shift[1]);
    }
    return;
  }
  const struct gibbs low = gibbs_of(g, 0), high = gibbs_of(g, 1);
  const double middle = g->middle;
  switch (side_of(t, middle)) {
  case BELOW: EACH_LANE out[l] = p0 - log_t[l] - gibbs_at(&low, t[l], per_t[l], log_t[l]); break;
  case ABOVE: EACH_LANE out[l] = p0 - log_t[l] - gibbs_at(&high, t[l], per_t[l], log_t[l]); break;
  default:
    EACH_LANE {
      const double below = gibbs_at(&low, t[l], per_t[l], log_t[l]);
      const double above = gibbs_at(&high, t[l], per_t[l], log_t[l]);
      out[l] = p0 - log_t[l] - (t[l] > middle ? above : below);
    }
  }
}

static void colliders(const struct sm_kinetics *k, struct sm_lanes_space *a) {
  double sum[LANES] = {0};
  for (int32_t i = 0; i < k->species_count; i++) {
    const double *c = row_of(a->c, i);
    EACH_LANE sum[l] += c[l];
  }
  for (int32_t j = 0; j < k->collider_count; j++) {
    const struct sm_collider *x = &k->colliders[j];
    double *m = row_of(a->m, j);
    const double base = x->base;
    EACH_LANE m[l] = base * sum[l];
    for (int32_t i = 0; i < x->count; i++) {
      const struct sm_amount *e = &k->extras[x->first + i];
      const double *c = row_of(a->c, e->index), more = e->amount;
      EACH_LANE m[l] += more * c[l];
    }
  }
}

void OF_LEVEL(sm_lanes_begin)(const struct sm_kinetics *k, struct sm_lanes_space *a) {
  double *log_t = a->log_t, *per_t = a->per_t;
  const double *t = a->t;
  EACH_LANE {
    log_t[l] = sm_chem_log(t[l]);
    per_t[l] = 1.0 / t[l];
  }
  if (k->collider_count > 0) colliders(k, a);
  if (!k->equilibrium) return;
  for (int32_t i = 0; i < k->species_count; i++) {
    double *f = row_of(a->f, i), *v = row_of(a->v, i);
    const double *c = row_of(a->c, i);
    if (!k->gases[i].given) continue;
    log_equilibrium(k, &k->gases[i], a, f);
    EACH_LANE {
      f[l] = sm_chem_exp(f[l]);
      v[l] = c[l] / f[l];
    }
  }
}
