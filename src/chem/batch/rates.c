/* rates.c - rates of progress and production rates of a SIMD batch. */
#include "chem/batch/internal.h"
#include <string.h>

static const double *colliders_of(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                                  const struct sm_batch_workspace *a) {
  return s->collider >= 0 && !s->special ? row_at(a->m, s->collider)
                                         : row_at(a->c, k->species_count); /* ones */
}

static void reversible(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                       const struct sm_batch_workspace *a, double *q) {
  const double *x = a->x, *m = colliders_of(k, s, a), times = s->a;
  const double *f0 = row_at(a->f, s->in[0]), *f1 = row_at(a->f, s->in[1]),
               *f2 = row_at(a->f, s->in[2]);
  const double *v0 = row_at(a->v, s->in[0]), *v1 = row_at(a->v, s->in[1]),
               *v2 = row_at(a->v, s->in[2]);
  const double *o0 = row_at(a->v, s->out[0]), *o1 = row_at(a->v, s->out[1]),
               *o2 = row_at(a->v, s->out[2]);
  EACH_LANE q[l] = (times * x[l] * m[l]) * (f0[l] * f1[l] * f2[l]) *
                   (v0[l] * v1[l] * v2[l] - o0[l] * o1[l] * o2[l]);
}

/* Reversible steps with at most two reactants and two products and without colliders. */
static void reversible_two_two(const struct sm_kinetics_step *s, const struct sm_batch_workspace *a,
                               double *q) {
  const double *x = a->x, times = s->a;
  const double *f0 = row_at(a->f, s->in[0]), *f1 = row_at(a->f, s->in[1]);
  const double *v0 = row_at(a->v, s->in[0]), *v1 = row_at(a->v, s->in[1]);
  const double *o0 = row_at(a->v, s->out[0]), *o1 = row_at(a->v, s->out[1]);
  EACH_LANE q[l] = (times * x[l]) * (f0[l] * f1[l]) * (v0[l] * v1[l] - o0[l] * o1[l]);
}

static void irreversible(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                         const struct sm_batch_workspace *a, double *q) {
  const double *x = a->x, *m = colliders_of(k, s, a), times = s->a;
  const double *c0 = row_at(a->c, s->in[0]), *c1 = row_at(a->c, s->in[1]),
               *c2 = row_at(a->c, s->in[2]);
  EACH_LANE q[l] = (times * x[l] * m[l]) * (c0[l] * c1[l] * c2[l]);
}

static void irreversible_two(const struct sm_kinetics_step *s, const struct sm_batch_workspace *a,
                             double *q) {
  const double *x = a->x, times = s->a;
  const double *c0 = row_at(a->c, s->in[0]), *c1 = row_at(a->c, s->in[1]);
  EACH_LANE q[l] = (times * x[l]) * (c0[l] * c1[l]);
}

static void in_orders(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                      const struct sm_batch_workspace *a, double *q) {
  const double *x = a->x, *m = colliders_of(k, s, a), times = s->a;
  EACH_LANE q[l] = times * x[l] * m[l];
  OF_LEVEL(sm_batch_orders)(k, s, a, q);
}

/* Rate of progress of a step whose rate factor is in x. */
static void progress(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                     const struct sm_batch_workspace *a, double *q) {
  const bool bare = s->collider < 0 || s->special;
  switch (s->kind) {
  case SM_STEP_REVERSIBLE:
    if (bare && s->ins <= 2 && s->outs <= 2)
      reversible_two_two(s, a, q);
    else
      reversible(k, s, a, q);
    break;
  case SM_STEP_IRREVERSIBLE:
    if (bare && s->ins <= 2)
      irreversible_two(s, a, q);
    else
      irreversible(k, s, a, q);
    break;
  default: in_orders(k, s, a, q);
  }
}

/* Adds the production of steps that convert two species into two others. */
static void exchange(const struct sm_kinetics_step *s, const struct sm_amount *c,
                     const struct sm_batch_workspace *a, double *w) {
  const double *x = a->x, times = s->a;
  const double *f0 = row_at(a->f, s->in[0]), *f1 = row_at(a->f, s->in[1]);
  const double *v0 = row_at(a->v, s->in[0]), *v1 = row_at(a->v, s->in[1]);
  const double *o0 = row_at(a->v, s->out[0]), *o1 = row_at(a->v, s->out[1]);
  double *w0 = row_of(w, c[0].index), *w1 = row_of(w, c[1].index), *w2 = row_of(w, c[2].index),
         *w3 = row_of(w, c[3].index);
  EACH_LANE {
    const double q = (times * x[l]) * (f0[l] * f1[l]) * (v0[l] * v1[l] - o0[l] * o1[l]);
    w0[l] -= q;
    w1[l] -= q;
    w2[l] += q;
    w3[l] += q;
  }
}

static void exchange_irreversible(const struct sm_kinetics_step *s, const struct sm_amount *c,
                                  const struct sm_batch_workspace *a, double *w) {
  const double *x = a->x, times = s->a;
  const double *c0 = row_at(a->c, s->in[0]), *c1 = row_at(a->c, s->in[1]);
  double *w0 = row_of(w, c[0].index), *w1 = row_of(w, c[1].index), *w2 = row_of(w, c[2].index),
         *w3 = row_of(w, c[3].index);
  EACH_LANE {
    const double q = (times * x[l]) * (c0[l] * c1[l]);
    w0[l] -= q;
    w1[l] -= q;
    w2[l] += q;
    w3[l] += q;
  }
}

static void produce(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                    const struct sm_batch_workspace *a, double *w) {
  const struct sm_amount *c = k->changes + s->change_first;
  const bool bare = s->collider < 0 || s->special;
  if (s->plain && bare && s->kind <= SM_STEP_REVERSIBLE) {
    if (s->kind == SM_STEP_REVERSIBLE)
      exchange(s, c, a, w);
    else
      exchange_irreversible(s, c, a, w);
    return;
  }
  const double *q = a->q;
  progress(k, s, a, a->q);
  for (int32_t i = 0; i < s->change_count; i++) {
    double *row = row_of(w, c[i].index);
    const double n = c[i].amount;
    EACH_LANE row[l] += n * q[l];
  }
}

void OF_LEVEL(sm_batch_rate_factor)(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                                    struct sm_batch_workspace *a) {
  double *x = a->x = a->one;
  const double *t = a->t, *log2_t = a->log2_t, *per_t = a->per_t;
  if (s->special) {
    OF_LEVEL(sm_batch_special_rate)
    (k, &k->specials[s->factor], s->collider >= 0 ? row_of(a->m, s->collider) : NULL, a, false);
    return;
  }
  const struct sm_kinetics_factor *f = &k->factors[s->factor];
  const double b = f->b, e2 = f->e2;
  const int power = (int)f->power;
  switch (f->form) {
  case SM_FACTOR_ONE: EACH_LANE x[l] = 1.0; break;
  case SM_FACTOR_POWER: EACH_LANE x[l] = sm_chem_power(t[l], per_t[l], power); break;
  default: EACH_LANE x[l] = sm_chem_exp2(b * log2_t[l] - e2 * per_t[l]);
  }
}

/* Evaluates several exponential factors from `first` in one loop, with constants in registers. */
static int32_t several(const struct sm_kinetics *k, int32_t first, struct sm_batch_workspace *a) {
  const double *log2_t = a->log2_t, *per_t = a->per_t;
  double *x = a->several;
  int32_t count = 0;
  while (count < SM_CHEM_SEVERAL && first + count < k->factor_count &&
         k->factors[first + count].form == SM_FACTOR_EXP) {
    const double b = k->factors[first + count].b, e2 = k->factors[first + count].e2;
    double *row = row_of(x, count++);
    EACH_LANE row[l] = b * log2_t[l] - e2 * per_t[l];
  }
  const ptrdiff_t size = (ptrdiff_t)count * LANES;
  _Pragma("omp simd") for (ptrdiff_t i = 0; i < size; i++) x[i] = sm_chem_exp2(x[i]);
  return count;
}

static bool same_factor(const struct sm_kinetics_step *s, const struct sm_kinetics_step *t) {
  return t != NULL && s->special == t->special && s->factor == t->factor;
}

/* Rate factors in the order of the steps: the previous step, and the available factors. */
struct factors {
  const struct sm_kinetics_step *last;
  int32_t first, end;
};

/* Finds x of the next step. */
static inline void find_factor(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                               struct factors *f, struct sm_batch_workspace *a) {
  if (!s->special && k->factors[s->factor].form == SM_FACTOR_EXP) {
    if (s->factor >= f->end) {
      f->first = s->factor;
      f->end = f->first + several(k, f->first, a);
    }
    a->x = row_of(a->several, s->factor - f->first);
  } else if (!same_factor(s, f->last))
    OF_LEVEL(sm_batch_rate_factor)(k, s, a);
  f->last = s;
}

void OF_LEVEL(sm_batch_rates)(const struct sm_kinetics *k, struct sm_batch_workspace *a,
                              double *w) {
  OF_LEVEL(sm_batch_prepare)(k, a);
  memset(w, 0, (size_t)k->species_count * LANES * sizeof *w);
  struct factors f = {0};
  for (int32_t i = 0; i < k->step_count; i++) {
    find_factor(k, &k->steps[i], &f, a);
    produce(k, &k->steps[i], a, w);
  }
}

void OF_LEVEL(sm_batch_net_progress)(const struct sm_kinetics *k, struct sm_batch_workspace *a,
                                     double *q) {
  OF_LEVEL(sm_batch_prepare)(k, a);
  memset(q, 0, (size_t)k->reaction_count * LANES * sizeof *q);
  struct factors f = {0};
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_kinetics_step *s = &k->steps[i];
    double *net = row_of(q, s->reaction);
    const double *own = a->q, sign = s->backward ? -1.0 : 1.0;
    find_factor(k, s, &f, a);
    progress(k, s, a, a->q);
    EACH_LANE net[l] += sign * own[l];
  }
}

/* Rate constants of a step, and its forward and reverse rates of progress. */
static void produce_separately(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                               const struct sm_batch_workspace *a,
                               const struct sm_chem_progress_rates *out) {
  const double *x = a->x, *m = colliders_of(k, s, a);
  const ptrdiff_t at = (ptrdiff_t)s->reaction * LANES;
  for (int l = 0; l < LANES; l++) {
    const double kf = s->a * x[l];
    double per_kc = 1;
    for (int32_t i = 0; k->equilibrium && i < s->balance_count; i++) {
      const struct sm_amount *b = &k->changes[s->balance_first + i];
      per_kc *= pow(a->f[(ptrdiff_t)b->index * LANES + l], s->backward ? b->amount : -b->amount);
    }
    double there = m[l], back = m[l];
    for (int i = 0; i < SM_CHEM_SIDES; i++) {
      there *= a->c[(ptrdiff_t)s->in[i] * LANES + l];
      back *= a->c[(ptrdiff_t)s->out[i] * LANES + l];
    }
    if (s->backward) {
      out->kr[at + l] = s->kind == SM_STEP_REVERSE ? kf * per_kc : kf;
      out->qr[at + l] = a->q[l];
    } else if (s->kind == SM_STEP_REVERSIBLE) {
      out->kf[at + l] = kf;
      out->kr[at + l] = kf * per_kc;
      out->qf[at + l] = kf * there;
      out->qr[at + l] = kf * per_kc * back;
    } else {
      out->kf[at + l] = kf;
      out->qf[at + l] = a->q[l];
    }
  }
}

void OF_LEVEL(sm_batch_progress)(const struct sm_kinetics *k, struct sm_batch_workspace *a,
                                 const struct sm_chem_progress_rates *out) {
  const size_t size = (size_t)k->reaction_count * LANES * sizeof(double);
  double *const all[4] = {out->kf, out->kr, out->qf, out->qr};
  for (int i = 0; i < 4; i++) memset(all[i], 0, size);
  OF_LEVEL(sm_batch_prepare)(k, a);
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_kinetics_step *s = &k->steps[i];
    OF_LEVEL(sm_batch_rate_factor)(k, s, a);
    progress(k, s, a, a->q);
    produce_separately(k, s, a, out);
  }
}
