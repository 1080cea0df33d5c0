/* cell/chemistry/group.h - production rates of the species of one cell by a thread group: a warp or
 * a part of one on a GPU, one thread on a CPU. Lanes process species, then reactions, then species;
 * intermediate results are in memory shared by the group, and every sum has the order of the
 * tables.
 *
 * With SM_GROUP_SPARSE, for large mechanisms, the group is a block of several warps on a GPU, its
 * memory shared or global, and the matrix of a step is sparse (cell/chemistry/group_sparse.h).
 *
 * With g_k = p0/(R T) exp(-G_k/(R T)) and a_k = C_k/g_k a reaction with a reverse rate by
 * equilibrium has the rate of progress q = k prod(g of reactants) (prod(a of reactants) - prod(a of
 * products)). */
#ifndef SM_CELL_CHEMISTRY_GROUP_H
#define SM_CELL_CHEMISTRY_GROUP_H

#include "cell/chemistry/group_tables.h"
#include "cell/chemistry/group_threads.h"
#include "cell/chemistry/rates.h"

#define SM_GROUP_R 8314.46261815324 /* J/(kmol K) */

/* Ambient conditions of a cell, for rate formulas of atmospheric chemistry. */
struct sm_group_ambient {
  double pressure, sun, zenith, water;
};

/* Work space of a group, in shared memory on a GPU. */
struct sm_group_memory {
  double *a, *g;  /* species + 1, the last is 1; a: concentrations at first, kmol/m3 */
  double *h, *cp; /* h/RT, cp/R */
  double *m;      /* colliders */
  double *q;      /* rates of progress */
};
/* Size of the work space without q, and in total, in doubles. */
SM_FN size_t sm_group_state_doubles(const struct sm_group_tables *t) {
  return (size_t)(2 * (t->species + 1) + 2 * t->species + t->colliders);
}
SM_FN size_t sm_group_memory_doubles(const struct sm_group_tables *t) {
  return sm_group_state_doubles(t) + (size_t)t->rows;
}
SM_FN struct sm_group_memory sm_group_memory_at(const struct sm_group_tables *t, double *from) {
  struct sm_group_memory s;
  s.a = from;
  s.g = s.a + t->species + 1;
  s.h = s.g + t->species + 1;
  s.cp = s.h + t->species;
  s.m = s.cp + t->species;
  s.q = s.m + t->colliders;
  return s;
}

/* For called functions: address spaces of tables and work space. */
SM_FN void sm_group_assume_global(struct sm_group_tables *t) {
  SM_GROUP_GLOBAL(t->ranges);
  SM_GROUP_GLOBAL(t->range_first);
  SM_GROUP_GLOBAL(t->log_pressure);
  SM_GROUP_GLOBAL(t->shift);
  SM_GROUP_GLOBAL(t->nonnegative);
  SM_GROUP_GLOBAL(t->row);
  SM_GROUP_GLOBAL(t->rare);
  SM_GROUP_GLOBAL(t->changes);
  SM_GROUP_GLOBAL(t->collider);
  SM_GROUP_GLOBAL(t->gathered);
  SM_GROUP_GLOBAL(t->gather);
  SM_GROUP_GLOBAL(t->of);
  SM_GROUP_GLOBAL(t->numbers);
  SM_GROUP_GLOBAL(t->terms);
  SM_GROUP_GLOBAL(t->target_first);
  SM_GROUP_GLOBAL(t->target);
  SM_GROUP_GLOBAL(t->part);
}
SM_FN void sm_group_assume_shared(struct sm_group_memory *s) {
  SM_GROUP_SHARED(s->a);
  SM_GROUP_SHARED(s->g);
  SM_GROUP_SHARED(s->h);
  SM_GROUP_SHARED(s->cp);
  SM_GROUP_SHARED(s->q);
  SM_GROUP_SHARED(s->m);
}

/* Concentration of species k from its activity. */
SM_FN double sm_group_concentration(const struct sm_group_memory *s, int k) {
  return s->a[k] * s->g[k];
}

/* Thermodynamics at temperature T, and activities from the concentrations. */
SM_FN void sm_group_thermo(const struct sm_group_tables *t, const struct sm_thread_group *group,
                           double T, const struct sm_group_memory *s) {
  const double log_t = sm_chem_log(T), per_t = 1.0 / T;
  for (int k = group->lane; k < t->species; k += group->lanes) {
    int r = t->range_first[k];
    const int end = t->range_first[k + 1];
    s->g[k] = 1.0;
    s->h[k] = s->cp[k] = 0.0;
    if (r < end) {
      while (r + 1 < end && T > t->ranges[r].high) r++;
      const double *a = t->ranges[r].a;
      const double square = per_t * per_t;
      const double h =
          a[2] + T * (a[3] * 0.5 + T * (a[4] / 3.0 + T * (a[5] * 0.25 + T * a[6] * 0.2)));
      const double entropy = T * (a[3] + T * (a[4] * 0.5 + T * (a[5] / 3.0 + T * a[6] * 0.25)));
      s->h[k] = h + a[7] * per_t + a[1] * log_t * per_t - a[0] * square;
      s->cp[k] =
          a[2] + T * (a[3] + T * (a[4] + T * (a[5] + T * a[6]))) + a[1] * per_t + a[0] * square;
      const double potential =
          a[8] + entropy + a[2] * log_t - a[1] * per_t - 0.5 * a[0] * square - s->h[k];
      s->g[k] = sm_chem_exp(potential + t->log_pressure[k] + t->shift[k] * per_t - log_t);
    }
    s->a[k] /= s->g[k];
  }
  if (group->lane == 0) s->a[t->species] = s->g[t->species] = 1.0;
  SM_GROUP_SYNC(group);
}

SM_FN void sm_group_colliders(const struct sm_group_tables *t, const struct sm_thread_group *group,
                              const struct sm_group_memory *s) {
  double part = 0.0;
  for (int k = group->lane; k < t->species; k += group->lanes) part += sm_group_concentration(s, k);
  const double all = sm_group_sum(group, part);
  for (int i = group->lane; i < t->colliders; i += group->lanes) {
    const struct sm_group_collider *c = &t->collider[i];
    double m = c->base * all;
    for (int n = c->first; n < c->first + c->count; n++)
      m += t->changes[n].amount * sm_group_concentration(s, t->changes[n].species);
    s->m[i] = m;
  }
  SM_GROUP_SYNC(group);
}

/* Temperature, its inverse and its logarithm. */
struct sm_group_temperature {
  double t, per, log;
};

SM_FN double sm_group_arrhenius(const double r[3], const struct sm_group_temperature *heat) {
  return r[0] * sm_chem_exp(r[1] * heat->log - r[2] * heat->per);
}

/* ln of the sum of the rates from entry i on that have the same pressure. */
SM_FN double sm_group_plog_sum(const double *entry, int i, int count,
                               const struct sm_group_temperature *heat) {
  double sum = 0.0;
  for (int n = i; n < count && entry[4 * n] == entry[4 * i]; n++)
    sum += sm_group_arrhenius(entry + 4 * n + 1, heat);
  return sm_chem_log(sum > SM_LOG_ARGUMENT_MIN ? sum : SM_LOG_ARGUMENT_MIN);
}

/* Pressure-dependent Arrhenius (PLOG). Entries: ln p, a, b, e. */
SM_FN double sm_group_plog(const double *entry, int count, double log_p,
                           const struct sm_group_temperature *heat) {
  int low = 0, high = 0; /* first entries of the enclosing pressures */
  for (int n = 0; n < count; n++) {
    if (n > 0 && entry[4 * n] == entry[4 * n - 4]) continue;
    if (entry[4 * n] <= log_p) low = high = n;
    if (entry[4 * n] > log_p && high == low && n > low && entry[4 * low] <= log_p) high = n;
  }
  const double from = sm_group_plog_sum(entry, low, count, heat);
  if (high == low) return sm_chem_exp(from);
  const double to = sm_group_plog_sum(entry, high, count, heat);
  const double part = (log_p - entry[4 * low]) / (entry[4 * high] - entry[4 * low]);
  return sm_chem_exp(from + (to - from) * part);
}

/* Chebyshev rate. Numbers: slope and offset of the reduced inverse temperature, of the reduced
 * log10 p, then the coefficients. */
SM_FN double sm_group_chebyshev(const double *number, int rows, int columns, double log_p,
                                const struct sm_group_temperature *heat) {
  const double x = number[0] * heat->per + number[1];
  const double y = number[2] * (log_p * (1.0 / SM_LN_10)) + number[3];
  double one = 0.0, two = 0.0, sum = 0.0;
  for (int i = rows - 1; i >= 0; i--) {
    const double *c = number + 4 + i * columns;
    double p = 0.0, q = 0.0;
    for (int j = columns - 1; j > 0; j--) {
      const double next = 2.0 * y * p - q + c[j];
      q = p;
      p = next;
    }
    const double row = y * p - q + c[0];
    if (i == 0) {
      sum = x * one - two + row;
    } else {
      const double next = 2.0 * x * one - two + row;
      two = one;
      one = next;
    }
  }
  return sm_chem_exp(SM_LN_10 * sum);
}

/* Evaluates a sequence of terms, enum sm_rate_term_kind (simoom/mechanism.h), with a stack. */
SM_RARE double sm_group_expression(const struct sm_group_term *term, int count,
                                   const struct sm_group_ambient *air, double T) {
  double stack[SM_GROUP_STACK];
  int top = 0;
  for (int i = 0; i < count; i++) {
    const int kind = term[i].kind;
    if (kind <= 6) {
      const double value = kind == 0   ? term[i].value
                           : kind == 1 ? T
                           : kind == 2 ? air->pressure
                           : kind == 3 ? air->pressure / T * 7.2429705160399e16 /* 1e-6/kB */
                           : kind == 4 ? air->sun
                           : kind == 5 ? air->zenith
                                       : air->water;
      stack[top++] = value;
    } else if (kind == 12 || (kind >= 13 && kind <= 17)) {
      const double x = stack[top - 1];
      stack[top - 1] = kind == 12   ? -x
                       : kind == 13 ? sm_chem_exp(x)
                       : kind == 14 ? sm_chem_log(x)
                       : kind == 15 ? sm_chem_log(x) * (1.0 / SM_LN_10)
                       : kind == 16 ? sqrt(x)
                                    : cos(x);
    } else if (kind == 20) {
      top -= 2;
      stack[top - 1] = stack[top - 1] > 0.0 ? stack[top] : stack[top + 1];
    } else {
      const double y = stack[--top], x = stack[top - 1];
      stack[top - 1] = kind == 7    ? x + y
                       : kind == 8  ? x - y
                       : kind == 9  ? x * y
                       : kind == 10 ? x / y
                       : kind == 11 ? pow(x, y)
                       : kind == 18 ? (x < y ? x : y)
                                    : (x > y ? x : y);
    }
  }
  // cppcheck-suppress uninitvar ; a program leaves one number, which its reader has checked
  return stack[0];
}

/* Rate constant k and derivatives of ln k with respect to ln [M], T (1/K) and ln p. */
struct sm_group_rate_constant {
  double k, by_m, by_t, by_p;
};

/* Rate constant of a row of a special form, without analytic derivatives. */
SM_GROUP_CALL double sm_group_special_rate(struct sm_group_tables t, int r, double T,
                                           struct sm_group_ambient air) {
  sm_group_assume_global(&t);
  const struct sm_group_row_extra *rare = &t.rare[r];
  const struct sm_group_temperature heat = {T, 1.0 / T, sm_chem_log(T)};
  if (t.row[r].rate == SM_GROUP_PLOG)
    return sm_group_plog(t.numbers + rare->number_first, rare->number_count / 4,
                         sm_chem_log(air.pressure), &heat);
  if (t.row[r].rate == SM_GROUP_CHEBYSHEV)
    return sm_group_chebyshev(t.numbers + rare->number_first, rare->rows, rare->columns,
                              sm_chem_log(air.pressure), &heat);
  return sm_group_expression(t.terms + rare->number_first, rare->number_count, &air, T);
}

/* Their derivatives by finite differences, accurate to 1e-9: rare forms, smooth functions. */
SM_FN void sm_group_special_derivatives(const struct sm_group_tables *t, int r, double T,
                                        const struct sm_group_ambient *air,
                                        struct sm_group_rate_constant *k) {
  const double d = 1e-5, per = fabs(k->k) > SM_LOG_ARGUMENT_MIN ? 1.0 / (2.0 * d * k->k) : 0.0;
  struct sm_group_ambient more = *air, less = *air;
  more.pressure *= 1.0 + d;
  less.pressure *= 1.0 - d;
  const double warm = sm_group_special_rate(*t, r, T * (1.0 + d), *air);
  const double cold = sm_group_special_rate(*t, r, T * (1.0 - d), *air);
  k->by_t = (warm - cold) * per / T;
  k->by_p = (sm_group_special_rate(*t, r, T, more) - sm_group_special_rate(*t, r, T, less)) * per;
}

/* Rate constant of a falloff or chemically activated row; k on entry: high-pressure limit. */
SM_FN void sm_group_falloff(const struct sm_group_row *row, const struct sm_group_row_extra *rare,
                            const struct sm_group_temperature *heat,
                            const struct sm_group_memory *s, struct sm_group_rate_constant *k) {
  const double low = sm_group_arrhenius(rare->low, heat), pr = low * s->m[row->collider] / k->k;
  struct sm_broadening_factor broad = {1.0, 0.0, 0.0};
  if (rare->form == SM_GROUP_TROE) broad = sm_chem_troe(rare->parameter, heat->t, heat->per, pr);
  if (rare->form == SM_GROUP_SRI)
    broad = sm_chem_sri(rare->parameter, heat->t, heat->per, heat->log, pr);
  const double share = 1.0 / (1.0 + pr), activated = row->rate == SM_GROUP_FALLOFF ? 0.0 : 1.0;
  const double low_t = heat->per * (rare->low[1] + rare->low[2] * heat->per);
  k->by_m = share - activated + broad.by_pressure;
  k->by_t += (activated + k->by_m) * (low_t - k->by_t) + broad.by_temperature;
  k->k = (activated > 0.0 ? low : k->k * pr) * share * broad.f;
}

/* Rate constant of row r, without the factor of colliders; derivatives if asked for (compile-time
 * constant). */
SM_FN struct sm_group_rate_constant sm_group_rate_constant_of(
    const struct sm_group_tables *t, int r, const struct sm_group_temperature *heat,
    const struct sm_group_ambient *air, const struct sm_group_memory *s, int slopes) {
  const struct sm_group_row *row = &t->row[r];
  const double high[3] = {row->a, row->b, row->e};
  struct sm_group_rate_constant k = {0.0, 0.0, 0.0, 0.0};
  if (row->rate >= SM_GROUP_PLOG) {
    k.k = sm_group_special_rate(*t, r, heat->t, *air);
    if (slopes) sm_group_special_derivatives(t, r, heat->t, air, &k);
    return k;
  }
  k.k = sm_group_arrhenius(high, heat);
  k.by_t = heat->per * (row->b + row->e * heat->per);
  if (row->rate >= SM_GROUP_FALLOFF) sm_group_falloff(row, &t->rare[r], heat, s, &k);
  return k;
}

/* Product of C^order for a row with explicit orders, times the equilibrium constant for a reverse
 * row. */
SM_FN double sm_group_order_product(const struct sm_group_tables *t, int r,
                                    const struct sm_group_memory *s) {
  const struct sm_group_row_extra *rare = &t->rare[r];
  double product = 1.0;
  for (int n = rare->order_first; n < rare->order_first + rare->order_count; n++) {
    const struct sm_group_change *o = &t->changes[n];
    product *= sm_chem_order(sm_group_concentration(s, o->species), o->amount, o->taken);
  }
  if (t->row[r].direction == SM_GROUP_REVERSE)
    for (int n = rare->balance_first; n < rare->balance_first + rare->balance_count; n++)
      product *= sm_chem_exp(-t->changes[n].amount * sm_chem_log(s->g[t->changes[n].species]));
  return product;
}

SM_FN double sm_group_product(const double *of, const int16_t slot[SM_GROUP_SLOTS]) {
  return of[slot[0]] * of[slot[1]] * of[slot[2]];
}

/* Rate of progress of row r; *factor: k times the colliders where they are a factor. */
SM_FN double sm_group_progress(const struct sm_group_tables *t, int r, double k,
                               const struct sm_group_memory *s, double *factor) {
  const struct sm_group_row *row = &t->row[r];
  *factor = row->rate == SM_GROUP_THREE_BODY ? k * s->m[row->collider] : k;
  if (r >= t->plain_rows) return *factor * sm_group_order_product(t, r, s);
  const double back =
      row->direction == SM_GROUP_REVERSIBLE ? sm_group_product(s->a, row->out) : 0.0;
  return *factor * sm_group_product(s->g, row->in) * (sm_group_product(s->a, row->in) - back);
}

/* Production rates from the rates of progress in the work space. Several lanes share a species,
 * since one may take part in most reactions. */
SM_FN void sm_group_gather(const struct sm_group_tables *t, const struct sm_thread_group *group,
                           const struct sm_group_memory *s, double *rates) {
  const int beside = group->lanes < SM_GROUP_LANES_PER_SUM ? 1 : SM_GROUP_LANES_PER_SUM;
  const int first = group->lane / beside, part = group->lane % beside;
  for (int base = 0; base < t->species; base += group->lanes / beside) {
    const int at = base + first;
    double w = 0.0;
    if (at < t->species)
      for (int n = t->gather[at] + part; n < t->gather[at + 1]; n += beside)
        w += t->of[n].amount * s->q[t->of[n].species];
#ifdef __CUDA_ARCH__
    for (int step = beside / 2; step > 0; step /= 2) w += __shfl_xor_sync(group->mask, w, step, 32);
#endif
    if (part == 0 && at < t->species) rates[t->gathered[at]] = w;
  }
  SM_GROUP_SYNC(group);
}

/* Production rates, kmol/(m3 s), from the concentrations in the work space; intermediate results
 * stay there. */
SM_FN void sm_group_rates(const struct sm_group_tables *t, const struct sm_thread_group *group,
                          double T, const struct sm_group_ambient *air,
                          const struct sm_group_memory *s, double *rates) {
  const struct sm_group_temperature heat = {T, 1.0 / T, sm_chem_log(T)};
  sm_group_thermo(t, group, T, s);
  sm_group_colliders(t, group, s);
  for (int r = group->lane; r < t->rows; r += group->lanes) {
    double factor;
    const struct sm_group_rate_constant k = sm_group_rate_constant_of(t, r, &heat, air, s, 0);
    s->q[r] = sm_group_progress(t, r, k.k, s, &factor);
  }
  SM_GROUP_SYNC(group);
  sm_group_gather(t, group, s, rates);
}

#endif
