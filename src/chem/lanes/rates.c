/* rates.c - rates of progress and of production in rows. */
#include "chem/lanes/level.h"
#include <string.h>

/* The rows that a step multiplies. */
struct rows {
  const double *x, *m, *c[SM_CHEM_SIDES], *f[SM_CHEM_SIDES], *v[SM_CHEM_SIDES], *out[SM_CHEM_SIDES];
  double a;
};

static struct rows rows_of(const struct sm_kinetics *k, const struct sm_step_of_reaction *s,
                           const struct sm_lanes_space *a) {
  struct rows r = {.x = a->x, .a = s->a};
  const double *ones = a->c + (ptrdiff_t)k->species_count * LANES;
  r.m = s->collider >= 0 && !s->special ? a->m + (ptrdiff_t)s->collider * LANES : ones;
  for (int i = 0; i < SM_CHEM_SIDES; i++) {
    const ptrdiff_t in = (ptrdiff_t)s->in[i] * LANES, out = (ptrdiff_t)s->out[i] * LANES;
    r.c[i] = a->c + in;
    r.f[i] = a->f + in;
    r.v[i] = a->v + in;
    r.out[i] = a->v + out;
  }
  return r;
}

static void both(const struct rows *r, double *q) {
  const double a = r->a;
  const double *x = r->x, *m = r->m, *f0 = r->f[0], *f1 = r->f[1], *f2 = r->f[2];
  const double *v0 = r->v[0], *v1 = r->v[1], *v2 = r->v[2];
  const double *o0 = r->out[0], *o1 = r->out[1], *o2 = r->out[2];
  EACH_LANE q[l] =
      (a * x[l] * m[l]) * (f0[l] * f1[l] * f2[l]) * (v0[l] * v1[l] * v2[l] - o0[l] * o1[l] * o2[l]);
}

/* At most two reactants and two products, no colliders. */
static void both_of_two(const struct rows *r, double *q) {
  const double a = r->a;
  const double *x = r->x, *f0 = r->f[0], *f1 = r->f[1];
  const double *v0 = r->v[0], *v1 = r->v[1], *o0 = r->out[0], *o1 = r->out[1];
  EACH_LANE q[l] = (a * x[l]) * (f0[l] * f1[l]) * (v0[l] * v1[l] - o0[l] * o1[l]);
}

static void one_way(const struct rows *r, double *q) {
  const double a = r->a;
  const double *x = r->x, *m = r->m, *c0 = r->c[0], *c1 = r->c[1], *c2 = r->c[2];
  EACH_LANE q[l] = (a * x[l] * m[l]) * (c0[l] * c1[l] * c2[l]);
}

static void one_way_of_two(const struct rows *r, double *q) {
  const double a = r->a;
  const double *x = r->x, *c0 = r->c[0], *c1 = r->c[1];
  EACH_LANE q[l] = (a * x[l]) * (c0[l] * c1[l]);
}

static void in_orders(const struct sm_kinetics *k, const struct sm_step_of_reaction *s,
                      const struct sm_lanes_space *a, const struct rows *r, double *q) {
  EACH_LANE q[l] = r->a * r->x[l] * r->m[l];
  OF_LEVEL(sm_lanes_orders)(k, s, a, q);
}

/* Rate of progress of a step whose factor is in x. */
static void progress(const struct sm_kinetics *k, const struct sm_step_of_reaction *s,
                     const struct sm_lanes_space *a, double *q) {
  const struct rows r = rows_of(k, s, a);
  const bool two = s->ins <= 2 && s->outs <= 2 && (s->collider < 0 || s->special);
  switch (s->kind) {
  case SM_STEP_BOTH: two ? both_of_two(&r, q) : both(&r, q); break;
  case SM_STEP_ONE_WAY: s->ins <= 2 && two ? one_way_of_two(&r, q) : one_way(&r, q); break;
  default: in_orders(k, s, a, &r, q);
  }
}

static void four(double *w, const struct sm_amount *c, const double *q) {
  double *w0 = row_of(w, c[0].index), *w1 = row_of(w, c[1].index), *w2 = row_of(w, c[2].index),
         *w3 = row_of(w, c[3].index);
  EACH_LANE {
    w0[l] -= q[l];
    w1[l] -= q[l];
    w2[l] += q[l];
    w3[l] += q[l];
  }
}

static void produce(const struct sm_kinetics *k, const struct sm_step_of_reaction *s,
                    const double *q, double *w) {
  const struct sm_amount *c = k->changes + s->change_first;
  if (s->plain) {
    four(w, c, q);
    return;
  }
  for (int32_t i = 0; i < s->change_count; i++) {
    double *row = row_of(w, c[i].index);
    const double n = c[i].amount;
    EACH_LANE row[l] += n * q[l];
  }
}

void OF_LEVEL(sm_lanes_factor)(const struct sm_kinetics *k, const struct sm_step_of_reaction *s,
                               struct sm_lanes_space *a) {
  double *x = a->x;
  const double *t = a->t, *log2_t = a->log2_t, *per_t = a->per_t;
  if (s->special) {
    OF_LEVEL(sm_lanes_special)
    (k, &k->specials[s->factor], s->collider >= 0 ? row_of(a->m, s->collider) : NULL, a, false);
    return;
  }
  const struct sm_factor *f = &k->factors[s->factor];
  const double b = f->b, e2 = f->e2;
  const int power = (int)f->power;
  switch (f->form) {
  case SM_FACTOR_ONE: EACH_LANE x[l] = 1.0; break;
  case SM_FACTOR_POWER: EACH_LANE x[l] = sm_chem_power(t[l], per_t[l], power); break;
  default: EACH_LANE x[l] = sm_chem_exp2(b * log2_t[l] - e2 * per_t[l]);
  }
}

static bool same_factor(const struct sm_step_of_reaction *s, const struct sm_step_of_reaction *t) {
  return t != NULL && s->special == t->special && s->factor == t->factor;
}

void OF_LEVEL(sm_lanes_rates)(const struct sm_kinetics *k, struct sm_lanes_space *a, double *w) {
  OF_LEVEL(sm_lanes_begin)(k, a);
  memset(w, 0, (size_t)k->species_count * LANES * sizeof *w);
  const struct sm_step_of_reaction *last = NULL;
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_step_of_reaction *s = &k->steps[i];
    if (!same_factor(s, last)) OF_LEVEL(sm_lanes_factor)(k, s, a);
    last = s;
    progress(k, s, a, a->q);
    produce(k, s, a->q, w);
  }
}

/* Constants of a step and its rates of progress forwards and backwards. */
static void apart(const struct sm_kinetics *k, const struct sm_step_of_reaction *s,
                  const struct sm_lanes_space *a, const struct sm_chem_progress *out) {
  const struct rows r = rows_of(k, s, a);
  const ptrdiff_t at = (ptrdiff_t)s->reaction * LANES;
  for (int l = 0; l < LANES; l++) {
    const double kf = r.a * r.x[l];
    double per_kc = 1;
    for (int32_t i = 0; k->equilibrium && i < s->balance_count; i++) {
      const struct sm_amount *b = &k->changes[s->balance_first + i];
      per_kc *= pow(a->f[(ptrdiff_t)b->index * LANES + l], s->backward ? b->amount : -b->amount);
    }
    double back = 1;
    for (int i = 0; i < SM_CHEM_SIDES; i++) back *= a->c[(ptrdiff_t)s->out[i] * LANES + l];
    if (s->backward) {
      out->kr[at + l] = s->kind == SM_STEP_BACKWARDS ? kf * per_kc : kf;
      out->qr[at + l] = a->q[l];
    } else if (s->kind == SM_STEP_BOTH) {
      out->kf[at + l] = kf;
      out->kr[at + l] = kf * per_kc;
      out->qf[at + l] = kf * r.m[l] * r.c[0][l] * r.c[1][l] * r.c[2][l];
      out->qr[at + l] = kf * per_kc * r.m[l] * back;
    } else {
      out->kf[at + l] = kf;
      out->qf[at + l] = a->q[l];
    }
  }
}

void OF_LEVEL(sm_lanes_progress)(const struct sm_kinetics *k, struct sm_lanes_space *a,
                                 const struct sm_chem_progress *out) {
  const size_t size = (size_t)k->reaction_count * LANES * sizeof(double);
  double *const all[4] = {out->kf, out->kr, out->qf, out->qr};
  for (int i = 0; i < 4; i++) memset(all[i], 0, size);
  OF_LEVEL(sm_lanes_begin)(k, a);
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_step_of_reaction *s = &k->steps[i];
    OF_LEVEL(sm_lanes_factor)(k, s, a);
    progress(k, s, a, a->q);
    apart(k, s, a, out);
  }
}
