/* cell/chemistry/group_rhs.h - right-hand side and Jacobian of a closed reacting cell, by a thread
 * group (cell/chemistry/group.h).
 *
 * The state is y_k = moles of species k per mole of gas at the start and, last, T:
 *   dy_k/dt = w_k/rho + s_k,   dT/dt = (s_T - sum(H_k dy_k/dt)) / sum(y_k Cp_k),   C_k = rho y_k
 * with rho = p/(R T sum(y)) at constant pressure; at constant volume rho is constant, and internal
 * energies and heat capacities at constant volume replace H and Cp. s, a source of species and
 * energy, is constant. With a sparse matrix the sum of the y_k is one more unknown, after T. */
#ifndef SM_CELL_CHEMISTRY_GROUP_RHS_H
#define SM_CELL_CHEMISTRY_GROUP_RHS_H

#include "cell/chemistry/group.h"

enum { SM_GROUP_VOLUME, SM_GROUP_PRESSURE, SM_GROUP_ISOTHERMAL };

/* Number of unknowns besides the species. */
#ifdef SM_GROUP_SPARSE
enum { SM_GROUP_BESIDE = 2 };
#else
enum { SM_GROUP_BESIDE = 1 };
#endif

struct sm_group_reactor {
  int32_t mode;   /* isothermal: at constant volume and the given pressure */
  double density; /* kmol/m3 at the start */
  struct sm_group_ambient air;
  /* Source of each species, 1/s per mole at the start, and of energy over R, K/s; NULL: none.
   * Species + 1 numbers in memory shared by the group. */
  const double *source;
};

/* Sums of the right-hand side. */
struct sm_group_rhs_sums {
  double density, moles;    /* kmol/m3; sum of y */
  double capacity, heating; /* sum(y Cp/R); dT/dt, K/s */
};

/* Writes the concentrations of state y to the work space; returns density and moles, and the
 * pressure in *air. */
SM_FN struct sm_group_rhs_sums sm_group_load_state(const struct sm_group_tables *t,
                                                   const struct sm_thread_group *group,
                                                   const struct sm_group_reactor *p,
                                                   const double *y, const struct sm_group_memory *s,
                                                   struct sm_group_ambient *air) {
  const int n = t->species;
  struct sm_group_rhs_sums r = {0.0, 0.0, 0.0, 0.0};
  double part = 0.0;
  *air = p->air;
  for (int k = group->lane; k < n; k += group->lanes) part += y[k];
  r.moles = sm_group_sum(group, part);
  const double gas = SM_GROUP_R * y[n] * r.moles;
  r.density = p->mode == SM_GROUP_PRESSURE ? air->pressure / gas : p->density;
  if (p->mode == SM_GROUP_VOLUME) air->pressure = r.density * gas;
  for (int k = group->lane; k < n; k += group->lanes) s->a[k] = r.density * y[k];
  SM_GROUP_SYNC(group);
  return r;
}

/* Converts the production rates in f to dy/dt. */
SM_FN void sm_group_rates_to_rhs(const struct sm_group_tables *t,
                                 const struct sm_thread_group *group,
                                 const struct sm_group_reactor *p, const double *y,
                                 const struct sm_group_memory *s, double *f,
                                 struct sm_group_rhs_sums *r) {
  const int n = t->species;
  const double volume = 1.0 / r->density, less = p->mode == SM_GROUP_VOLUME ? 1.0 : 0.0;
  double made = 0.0, capacity = 0.0, gained = 0.0;
  for (int k = group->lane; k < n; k += group->lanes) {
    f[k] *= volume;
    if (p->source != NULL) f[k] += p->source[k];
    gained += f[k];
    made += (s->h[k] - less) * f[k];
    capacity += (s->cp[k] - less) * y[k];
  }
  r->capacity = sm_group_sum(group, capacity);
  const double warmth = (p->source != NULL ? p->source[n] : 0.0) - y[n] * sm_group_sum(group, made);
  r->heating = p->mode == SM_GROUP_ISOTHERMAL ? 0.0 : warmth / r->capacity;
  if (group->lane == 0) f[n] = r->heating;
#ifdef SM_GROUP_SPARSE
  gained = sm_group_sum(group, gained);
  if (group->lane == 0) f[n + 1] = gained;
#endif
  (void)gained;
  SM_GROUP_SYNC(group);
}

/* Arguments by value: they stay in registers, and their address spaces are known. */
SM_GROUP_CALL void sm_group_rhs_called(struct sm_group_tables tables, struct sm_thread_group group,
                                       struct sm_group_reactor p, const double *y,
                                       struct sm_group_memory s, double *f) {
  struct sm_group_tables t = tables;
  struct sm_group_ambient air;
  sm_group_assume_global(&t);
  sm_group_assume_shared(&s);
  SM_GROUP_SHARED(y);
  SM_GROUP_SHARED(f);
  struct sm_group_rhs_sums r = sm_group_load_state(&t, &group, &p, y, &s, &air);
  sm_group_rates(&t, &group, y[t.species], &air, &s, f);
  sm_group_rates_to_rhs(&t, &group, &p, y, &s, f, &r);
}

/* Computes f = dy/dt; concentrations, thermodynamics and rates stay in the work space s. */
SM_FN void sm_group_rhs(const struct sm_group_tables *t, const struct sm_thread_group *group,
                        const struct sm_group_reactor *p, const double *y,
                        const struct sm_group_memory *s, double *f) {
  sm_group_rhs_called(*t, *group, *p, y, *s, f);
}

/* A square matrix with leading dimension `ld`, or a sparse one with `ld` values. */
struct sm_group_matrix {
  double *at;
  int n, ld;
};

/* State at which derivatives are evaluated. all: sum of the concentrations if the pressure follows
 * from it and T, 0 if the pressure is given. */
struct sm_group_jacobian_target {
  struct sm_group_temperature heat;
  struct sm_group_ambient air;
  double all;
};

/* Contribution of amounts of a species to d ln Kc / dT, n(h/RT - 1)/T. */
SM_FN double sm_group_kc_derivative(const struct sm_group_memory *s, int species, int k,
                                    const struct sm_group_temperature *heat) {
  return k < species ? (s->h[k] - 1.0) * heat->per : 0.0;
}

/* Derivatives of a rate q with respect to colliders (or all concentrations) and temperature;
 * `back`: its reverse part, by an equilibrium with derivative `balance`. */
SM_FN void sm_group_other_derivatives(const struct sm_group_row *row,
                                      const struct sm_group_rate_constant *k,
                                      const struct sm_group_jacobian_target *at,
                                      const struct sm_group_memory *s, double q, double back,
                                      double balance, double *by_m, double *by_t) {
  const double m = row->collider >= 0 ? s->m[row->collider] : at->all;
  const double follows =
      row->collider >= 0 ? k->by_m + (row->rate == SM_GROUP_THREE_BODY ? 1.0 : 0.0) : k->by_p;
  *by_m = m > SM_LOG_ARGUMENT_MIN ? q * follows / m : 0.0;
  *by_t = q * k->by_t + back * balance + (at->all > 0.0 ? q * k->by_p * at->heat.per : 0.0);
}

/* Rate of progress of row r and its derivatives, in the order of SM_GROUP_DERIVATIVES. */
SM_FN double sm_group_row_derivatives(const struct sm_group_tables *t, int r,
                                      const struct sm_group_jacobian_target *at,
                                      const struct sm_group_memory *s,
                                      double d[SM_GROUP_DERIVATIVES]) {
  const struct sm_group_row *row = &t->row[r];
  const struct sm_group_rate_constant k =
      sm_group_rate_constant_of(t, r, &at->heat, &at->air, s, 1);
  double factor, balance = 0.0;
  const double q = sm_group_progress(t, r, k.k, s, &factor);
  const double back =
      row->direction == SM_GROUP_REVERSIBLE ? factor * sm_group_product(s->g, row->in) : 0.0;
  double in[SM_GROUP_SLOTS], out[SM_GROUP_SLOTS],
      per[SM_GROUP_SLOTS]; /* stored before d is overwritten */
  for (int i = 0; i < SM_GROUP_SLOTS; i++) {
    in[i] = sm_group_concentration(s, row->in[i]);
    out[i] = s->a[row->out[i]];
    per[i] = -back / s->g[row->out[i]];
    balance += sm_group_kc_derivative(s, t->species, row->out[i], &at->heat) -
               sm_group_kc_derivative(s, t->species, row->in[i], &at->heat);
  }
  for (int i = 0; i < SM_GROUP_SLOTS; i++) {
    const int next = (i + 1) % SM_GROUP_SLOTS, last = (i + 2) % SM_GROUP_SLOTS;
    d[i] = factor * in[next] * in[last];
    d[SM_GROUP_SLOTS + i] = per[i] * out[next] * out[last];
  }
  sm_group_other_derivatives(row, &k, at, s, q, back * out[0] * out[1] * out[2], balance,
                             &d[SM_GROUP_BY_COLLIDERS], &d[SM_GROUP_BY_TEMPERATURE]);
  return q;
}

/* Adds to the derivatives in `at` those of the rows without explicit orders, for the activities and
 * colliders in the work space; rates of progress stay there. d: room for SM_GROUP_DERIVATIVES
 * numbers per row of a chunk. */
SM_FN void sm_group_add_plain_rows(const struct sm_group_tables *t,
                                   const struct sm_thread_group *group,
                                   const struct sm_group_jacobian_target *place,
                                   const struct sm_group_memory *s, double *d, double *at) {
  const struct sm_group_target *const target = t->target;
  const struct sm_group_part *const part = t->part;
  for (int base = 0, chunk = 0; base < t->plain_rows; base += t->chunk, chunk++) {
    for (int r = group->lane; r < t->chunk && base + r < t->plain_rows; r += group->lanes)
      s->q[base + r] =
          sm_group_row_derivatives(t, base + r, place, s, d + r * SM_GROUP_DERIVATIVES);
    SM_GROUP_SYNC(group);
    const int end = t->target_first[chunk + 1];
    for (int i = t->target_first[chunk] + group->lane; i < end; i += group->lanes) {
      double sum = 0.0;
      for (int n = target[i].first; n < target[i + 1].first; n++)
        sum += part[n].amount * d[part[n].slope];
      at[target[i].at] += sum;
    }
    SM_GROUP_SYNC(group);
  }
}

/* A row with explicit orders: rate of progress, and derivatives with respect to colliders (or all
 * concentrations) and temperature. */
struct sm_group_general_row {
  double q, by_m, by_t;
};
SM_FN struct sm_group_general_row
sm_group_general_derivatives(const struct sm_group_tables *t, int r,
                             const struct sm_group_jacobian_target *place,
                             const struct sm_group_memory *s) {
  const struct sm_group_row_extra *rare = &t->rare[r];
  const struct sm_group_rate_constant k =
      sm_group_rate_constant_of(t, r, &place->heat, &place->air, s, 1);
  struct sm_group_general_row x;
  double factor, balance = 0.0;
  x.q = sm_group_progress(t, r, k.k, s, &factor);
  for (int b = rare->balance_first; b < rare->balance_first + rare->balance_count; b++)
    balance -= t->changes[b].amount *
               sm_group_kc_derivative(s, t->species, t->changes[b].species, &place->heat);
  sm_group_other_derivatives(&t->row[r], &k, place, s, x.q, x.q, balance, &x.by_m, &x.by_t);
  return x;
}

/* Derivative with respect to the concentration of one of its orders. */
SM_FN double sm_group_order_slope(const struct sm_group_change *order, double q,
                                  const struct sm_group_memory *s) {
  const double at = sm_group_concentration(s, order->species);
  return q * sm_chem_order_derivative(at, order->amount, order->taken);
}

/* Work space besides that of the rates: derivatives of the rows of a chunk. */
SM_FN size_t sm_group_jacobian_doubles(const struct sm_group_tables *t) {
  return (size_t)(t->chunk * SM_GROUP_DERIVATIVES);
}

/* d(Cp/R)/dT of species k, 1/K. */
SM_FN double sm_group_cp_derivative(const struct sm_group_tables *t, int k, double T) {
  int r = t->range_first[k];
  const int end = t->range_first[k + 1];
  const double per = 1.0 / T;
  if (r >= end) return 0.0;
  while (r + 1 < end && T > t->ranges[r].high) r++;
  const double *a = t->ranges[r].a;
  return a[3] + T * (2.0 * a[4] + T * (3.0 * a[5] + T * 4.0 * a[6])) -
         (a[1] + 2.0 * a[0] * per) * per * per;
}

#endif
