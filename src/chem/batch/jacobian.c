/* jacobian.c - Jacobian of the production rates of a SIMD batch by concentrations and
 * temperature. */
#include "chem/batch/internal.h"
#include <string.h>

/* Context for the derivatives of one step, and the values of the Jacobian. */
struct slopes {
  const struct sm_kinetics *k;
  const struct sm_sparse_lu *sparse;
  const struct sm_kinetics_step *s;
  struct sm_batch_workspace *a;
  double *values;
};

/* values(i, column) += change of i times d, for all species changed by the step. */
static void add(const struct slopes *x, int32_t column, double times, const double *d) {
  const struct sm_amount *c = x->k->changes + x->s->change_first;
  for (int32_t i = 0; i < x->s->change_count; i++) {
    double *to = row_of(x->values, x->sparse->place[c[i].index * x->sparse->n + column]);
    const double n = times * c[i].amount;
    EACH_LANE to[l] += n * d[l];
  }
}

/* Derivatives by the concentrations of one side: k times the product of the others. */
static void by_side(const struct slopes *x, const int32_t side[SM_CHEM_SIDES], double sign,
                    const double *constant) {
  const double *c = x->a->c;
  double d[LANES];
  for (int i = 0; i < SM_CHEM_SIDES; i++) {
    if (side[i] == x->k->species_count) continue;
    const double *one = c + (ptrdiff_t)side[(i + 1) % 3] * LANES,
                 *two = c + (ptrdiff_t)side[(i + 2) % 3] * LANES;
    EACH_LANE d[l] = constant[l] * (one[l] * two[l]);
    add(x, side[i], sign, d);
  }
}

static void by_orders(const struct slopes *x, const double *q) {
  double d[LANES];
  for (int32_t i = 0; i < x->s->order_count; i++) {
    const struct sm_kinetics_order *o = &x->k->orders[x->s->order_first + i];
    const double *c = x->a->c + (ptrdiff_t)o->index * LANES;
    EACH_LANE d[l] = q[l] * sm_chem_order_derivative(c[l], o->amount, o->taken);
    add(x, o->index, 1, d);
  }
}

/* Contribution of frozen colliders, with d = dq/d[M]. */
static void by_frozen_colliders(const struct slopes *x, const double *d) {
  const struct sm_amount *c = x->k->changes + x->s->change_first;
  const double *m = row_of(x->a->frozen, 1 + x->s->collider);
  for (int32_t i = 0; i < x->s->change_count; i++) {
    double *to = row_of(x->a->frozen_slopes, c[i].index);
    const double n = c[i].amount;
    EACH_LANE to[l] += n * d[l] * m[l];
  }
}

/* Derivatives by collider concentrations; by_m: d ln q / d ln M. */
static void by_colliders(const struct slopes *x, const double *q, const double *by_m) {
  const struct sm_kinetics_collider *c = &x->k->colliders[x->s->collider];
  const double *m = row_of(x->a->m, x->s->collider);
  double d[LANES];
  EACH_LANE d[l] = q[l] * by_m[l] / (m[l] > SM_LOG_ARGUMENT_MIN ? m[l] : SM_LOG_ARGUMENT_MIN);
  if (c->base != 0) add(x, x->k->species_count, c->base, d);
  for (int32_t i = 0; i < c->count; i++) {
    const struct sm_amount *e = &x->k->extras[c->first + i];
    add(x, e->index, e->amount, d);
  }
  if (x->a->frozen != NULL) by_frozen_colliders(x, d);
}

/* Reverse rate constant k/Kc, from 1/Kc = product of f^-change. */
static void backward_constant(const struct slopes *x, const double *kf, double *kr) {
  const struct sm_kinetics_step *s = x->s;
  const double *f = x->a->f;
  const double *i0 = f + (ptrdiff_t)s->in[0] * LANES, *i1 = f + (ptrdiff_t)s->in[1] * LANES,
               *i2 = f + (ptrdiff_t)s->in[2] * LANES, *o0 = f + (ptrdiff_t)s->out[0] * LANES,
               *o1 = f + (ptrdiff_t)s->out[1] * LANES, *o2 = f + (ptrdiff_t)s->out[2] * LANES;
  EACH_LANE kr[l] = kf[l] * (i0[l] * i1[l] * i2[l]) / (o0[l] * o1[l] * o2[l]);
}

/* d ln Kc / dT as the sum of balance (h/RT - 1)/T; for
 * reverse steps that of the step itself. */
static void by_equilibrium(const struct slopes *x, const double *h, double *out) {
  const double *per_t = x->a->per_t;
  memset(out, 0, LANES * sizeof *out);
  for (int32_t i = 0; i < x->s->balance_count; i++) {
    const struct sm_amount *b = &x->k->changes[x->s->balance_first + i];
    const double *hs = h + (ptrdiff_t)b->index * LANES, n = b->amount;
    EACH_LANE out[l] += n * (hs[l] - 1.0) * per_t[l];
  }
}

static void product(const struct slopes *x, const int32_t side[SM_CHEM_SIDES],
                    const double *constant, double *q) {
  const double *c = x->a->c, *c0 = c + (ptrdiff_t)side[0] * LANES,
               *c1 = c + (ptrdiff_t)side[1] * LANES, *c2 = c + (ptrdiff_t)side[2] * LANES;
  EACH_LANE q[l] = constant[l] * (c0[l] * c1[l] * c2[l]);
}

static void step(const struct slopes *x, const double *h, bool pressure) {
  const struct sm_kinetics_step *s = x->s;
  struct sm_batch_workspace *a = x->a;
  const bool bodies = s->collider >= 0 && !s->special;
  double kf[LANES], kr[LANES], q[LANES], qr[LANES] = {0}, by_k[LANES] = {0}, one[LANES], d[LANES];
  const double *m =
      bodies ? row_of(a->m, s->collider) : a->c + (ptrdiff_t)x->k->species_count * LANES;
  EACH_LANE {
    kf[l] = s->a * a->x[l] * m[l];
    one[l] = 1.0;
  }
  if (s->kind == SM_STEP_REVERSIBLE || s->kind == SM_STEP_REVERSE) by_equilibrium(x, h, by_k);
  if (s->kind == SM_STEP_ORDERS || s->kind == SM_STEP_REVERSE) {
    EACH_LANE q[l] = kf[l];
    OF_LEVEL(sm_batch_orders)(x->k, s, a, q);
    by_orders(x, q);
    EACH_LANE qr[l] = s->kind == SM_STEP_REVERSE ? q[l] : 0.0;
  } else {
    by_side(x, s->in, 1, kf);
    product(x, s->in, kf, q);
  }
  if (s->kind == SM_STEP_REVERSIBLE) {
    backward_constant(x, kf, kr);
    by_side(x, s->out, -1, kr);
    product(x, s->out, kr, qr);
    EACH_LANE q[l] -= qr[l];
  }
  EACH_LANE d[l] = q[l] * a->by_t[l] + qr[l] * by_k[l];
  if (s->special && pressure && s->collider < 0) {
    const double *n = a->total;
    EACH_LANE d[l] += q[l] * a->by_p[l] * a->per_t[l];
    add(x, x->k->species_count + 1, 1, d);
    EACH_LANE d[l] = q[l] * a->by_p[l] / n[l];
    add(x, x->k->species_count, 1, d);
  } else
    add(x, x->k->species_count + 1, 1, d);
  if (s->collider >= 0) by_colliders(x, q, bodies ? one : a->by_m);
}

void OF_LEVEL(sm_batch_rate_derivatives)(const struct sm_kinetics *k,
                                         const struct sm_sparse_lu *sparse,
                                         struct sm_batch_workspace *a, const double *h,
                                         bool pressure, double *values) {
  memset(values, 0, (size_t)sparse->value_count * LANES * sizeof *values);
  if (a->frozen != NULL)
    memset(a->frozen_slopes, 0, (size_t)k->species_count * LANES * sizeof *values);
  int32_t special = -1, factor = -1;
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct slopes x = {k, sparse, &k->steps[i], a, values};
    if (x.s->special != special || x.s->factor != factor)
      OF_LEVEL(sm_batch_factor_derivatives)(k, x.s, a);
    special = x.s->special;
    factor = x.s->factor;
    step(&x, h, pressure);
  }
}

void OF_LEVEL(sm_batch_factor_derivatives)(const struct sm_kinetics *k,
                                           const struct sm_kinetics_step *s,
                                           struct sm_batch_workspace *a) {
  if (s->special) {
    OF_LEVEL(sm_batch_special_rate)
    (k, &k->specials[s->factor], s->collider >= 0 ? row_of(a->m, s->collider) : NULL, a, true);
    return;
  }
  OF_LEVEL(sm_batch_rate_factor)(k, s, a);
  const struct sm_kinetics_factor *f = &k->factors[s->factor];
  const double b = f->b, e = f->e, *per_t = a->per_t;
  EACH_LANE {
    a->by_t[l] = per_t[l] * (b + e * per_t[l]);
    a->by_m[l] = a->by_p[l] = 0.0;
  }
}
