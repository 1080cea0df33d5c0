/* chem_team_slope.h - how a cell that reacts alone changes, and how that changes with its state, by
 * a team of lanes (chem_team.h).
 *
 * The state is y_k = moles of species k in what was a mole of gas at the begin and, last, T:
 *   dy_k/dt = w_k/rho + s_k,   dT/dt = (s_T - sum(H_k dy_k/dt)) / sum(y_k Cp_k),   C_k = rho y_k
 * with rho = p/(R T sum(y)) at constant pressure; at constant volume rho stays, and internal
 * energies and heat capacities at constant volume take the places of H and Cp. s, a source of
 * species and of energy, is constant. */
#ifndef SM_CELL_CHEM_TEAM_SLOPE_H
#define SM_CELL_CHEM_TEAM_SLOPE_H

#include "cell/chem_team.h"

enum { SM_TEAM_VOLUME, SM_TEAM_PRESSURE, SM_TEAM_ISOTHERMAL };

struct sm_team_problem {
  int32_t mode;   /* isothermal: at constant volume and the pressure that is told */
  double density; /* kmol/m3 at the begin */
  struct sm_team_air air;
  /* What the cell gains of each species, 1/s of what was a mole at the begin, and of energy over R,
   * K/s of it; NULL: nothing. Species + 1 numbers that the team shares. */
  const double *source;
};

/* What the slope was made of. */
struct sm_team_slope {
  double density, moles;    /* kmol/m3; sum of y */
  double capacity, heating; /* sum(y Cp/R); dT/dt, K/s */
};

/* Concentrations of the state y to the memory; density, moles and, in *air, the pressure. */
SM_FN struct sm_team_slope sm_team_begin(const struct sm_team_tables *t, const struct sm_team *team,
                                         const struct sm_team_problem *p, const double *y,
                                         const struct sm_team_memory *s, struct sm_team_air *air) {
  const int n = t->species;
  struct sm_team_slope r = {0.0, 0.0, 0.0, 0.0};
  double part = 0.0;
  *air = p->air;
  for (int k = team->lane; k < n; k += team->lanes) part += y[k];
  r.moles = sm_team_sum(team, part);
  const double gas = SM_TEAM_R * y[n] * r.moles;
  r.density = p->mode == SM_TEAM_PRESSURE ? air->pressure / gas : p->density;
  if (p->mode == SM_TEAM_VOLUME) air->pressure = r.density * gas;
  for (int k = team->lane; k < n; k += team->lanes) s->a[k] = r.density * y[k];
  SM_TEAM_SYNC(team);
  return r;
}

/* Rates of production in f become dy/dt. */
SM_FN void sm_team_end(const struct sm_team_tables *t, const struct sm_team *team,
                       const struct sm_team_problem *p, const double *y,
                       const struct sm_team_memory *s, double *f, struct sm_team_slope *r) {
  const int n = t->species;
  const double volume = 1.0 / r->density, less = p->mode == SM_TEAM_VOLUME ? 1.0 : 0.0;
  double made = 0.0, capacity = 0.0;
  for (int k = team->lane; k < n; k += team->lanes) {
    f[k] *= volume;
    if (p->source != NULL) f[k] += p->source[k];
    made += (s->h[k] - less) * f[k];
    capacity += (s->cp[k] - less) * y[k];
  }
  r->capacity = sm_team_sum(team, capacity);
  const double warmth = (p->source != NULL ? p->source[n] : 0.0) - y[n] * sm_team_sum(team, made);
  r->heating = p->mode == SM_TEAM_ISOTHERMAL ? 0.0 : warmth / r->capacity;
  if (team->lane == 0) f[n] = r->heating;
  SM_TEAM_SYNC(team);
}

/* All by value: what is called has it in registers, and knows where it leads to. */
SM_TEAM_CALL void sm_team_slope_of(struct sm_team_tables tables, struct sm_team team,
                                   struct sm_team_problem p, const double *y,
                                   struct sm_team_memory s, double *f) {
  struct sm_team_tables t = tables;
  struct sm_team_air air;
  sm_team_tables_lie(&t);
  sm_team_memory_lies(&s);
  SM_TEAM_SHARED(y);
  SM_TEAM_SHARED(f);
  struct sm_team_slope r = sm_team_begin(&t, &team, &p, y, &s, &air);
  sm_team_rates(&t, &team, y[t.species], &air, &s, f);
  sm_team_end(&t, &team, &p, y, &s, f, &r);
}

/* dy/dt in f; leaves concentrations, thermodynamics and rates in the memory s. */
SM_FN void sm_team_slope(const struct sm_team_tables *t, const struct sm_team *team,
                         const struct sm_team_problem *p, const double *y,
                         const struct sm_team_memory *s, double *f) {
  sm_team_slope_of(*t, *team, *p, y, *s, f);
}

/* A square matrix, rows apart by `ld`. */
struct sm_team_matrix {
  double *at;
  int n, ld;
};

/* Where the slopes of rates are taken. all: the sum of the concentrations where the pressure
 * follows it and T, 0 where it is given. */
struct sm_team_place {
  struct sm_team_heat heat;
  struct sm_team_air air;
  double all;
};

/* d ln Kc / dT of amounts of species that come, n(h/RT - 1)/T, and go. */
SM_FN double sm_team_balance(const struct sm_team_memory *s, int species, int k,
                             const struct sm_team_heat *heat) {
  return k < species ? (s->h[k] - 1.0) * heat->per : 0.0;
}

/* Slopes by colliders, or all concentrations, and by the temperature of a rate q, of which back
 * goes backwards by an equilibrium of slope balance. */
SM_FN void sm_team_other_slopes(const struct sm_team_row *row, const struct sm_team_constant *k,
                                const struct sm_team_place *at, const struct sm_team_memory *s,
                                double q, double back, double balance, double *by_m, double *by_t) {
  const double m = row->collider >= 0 ? s->m[row->collider] : at->all;
  const double follows =
      row->collider >= 0 ? k->by_m + (row->rate == SM_TEAM_THREE_BODY ? 1.0 : 0.0) : k->by_p;
  *by_m = m > SM_LEAST ? q * follows / m : 0.0;
  *by_t = q * k->by_t + back * balance + (at->all > 0.0 ? q * k->by_p * at->heat.per : 0.0);
}

/* The rate of progress of row r and its slopes, in the order of SM_TEAM_SLOPES. */
SM_FN double sm_team_row_slopes(const struct sm_team_tables *t, int r,
                                const struct sm_team_place *at, const struct sm_team_memory *s,
                                double d[SM_TEAM_SLOPES]) {
  const struct sm_team_row *row = &t->row[r];
  const struct sm_team_constant k = sm_team_constant(t, r, &at->heat, &at->air, s, 1);
  double factor, balance = 0.0;
  const double q = sm_team_progress(t, r, k.k, s, &factor);
  const double back = row->way == SM_TEAM_BOTH ? factor * sm_team_product(s->g, row->in) : 0.0;
  double in[SM_TEAM_SLOTS], out[SM_TEAM_SLOTS], per[SM_TEAM_SLOTS]; /* read before d is written */
  for (int i = 0; i < SM_TEAM_SLOTS; i++) {
    in[i] = sm_team_concentration(s, row->in[i]);
    out[i] = s->a[row->out[i]];
    per[i] = -back / s->g[row->out[i]];
    balance += sm_team_balance(s, t->species, row->out[i], &at->heat) -
               sm_team_balance(s, t->species, row->in[i], &at->heat);
  }
  for (int i = 0; i < SM_TEAM_SLOTS; i++) {
    const int next = (i + 1) % SM_TEAM_SLOTS, last = (i + 2) % SM_TEAM_SLOTS;
    d[i] = factor * in[next] * in[last];
    d[SM_TEAM_SLOTS + i] = per[i] * out[next] * out[last];
  }
  sm_team_other_slopes(row, &k, at, s, q, back * out[0] * out[1] * out[2], balance,
                       &d[SM_TEAM_BY_COLLIDERS], &d[SM_TEAM_BY_TEMPERATURE]);
  return q;
}

/* Adds what row r, which has orders of its own, does. */
SM_FN void sm_team_add_general(const struct sm_team_tables *t, const struct sm_team *team, int r,
                               const struct sm_team_place *place, const struct sm_team_memory *s,
                               const struct sm_team_matrix *j) {
  const struct sm_team_row *row = &t->row[r];
  const struct sm_team_rare *rare = &t->rare[r];
  const struct sm_team_change *change = t->changes + rare->change_first;
  const struct sm_team_constant k = sm_team_constant(t, r, &place->heat, &place->air, s, 1);
  double factor, by_m, by_t, balance = 0.0;
  const double q = sm_team_progress(t, r, k.k, s, &factor);
  if (team->lane == 0) s->q[r] = q;
  for (int b = rare->balance_first; b < rare->balance_first + rare->balance_count; b++)
    balance -=
        t->changes[b].amount * sm_team_balance(s, t->species, t->changes[b].species, &place->heat);
  sm_team_other_slopes(row, &k, place, s, q, q, balance, &by_m, &by_t);
  for (int c = team->lane; c < rare->change_count; c += team->lanes) {
    double *const line = j->at + change[c].species * j->ld;
    const double amount = change[c].amount;
    for (int o = rare->order_first; o < rare->order_first + rare->order_count; o++) {
      const struct sm_team_change *order = &t->changes[o];
      const double at = sm_team_concentration(s, order->species);
      line[order->species] += amount * q * sm_chem_order_slope(at, order->amount, order->taken);
    }
    line[t->species + 1] += amount * by_t;
    if (row->collider < 0) {
      line[t->species] += amount * by_m;
      continue;
    }
    const struct sm_team_collider *m = &t->collider[row->collider];
    line[t->species] += amount * by_m * m->base;
    for (int e = m->first; e < m->first + m->count; e++)
      line[t->changes[e].species] += amount * by_m * t->changes[e].amount;
  }
  SM_TEAM_SYNC(team);
}

/* Slopes of the rates w of the activities and colliders that the memory has, and the rates of
 * progress: by the concentrations and, in the column after that of the temperature, by the
 * temperature. d: room for SM_TEAM_SLOPES numbers per row of a chunk. What all concentrations do
 * alike is first gathered in the column of the temperature. */
SM_FN void sm_team_jacobian_of_rates(const struct sm_team_tables *t, const struct sm_team *team,
                                     const struct sm_team_place *place,
                                     const struct sm_team_memory *s, double *d,
                                     const struct sm_team_matrix *j) {
  for (int i = team->lane; i < j->n * j->ld; i += team->lanes) j->at[i] = 0.0;
  for (int base = 0, chunk = 0; base < t->plain_rows; base += t->chunk, chunk++) {
    for (int r = team->lane; r < t->chunk && base + r < t->plain_rows; r += team->lanes)
      s->q[base + r] = sm_team_row_slopes(t, base + r, place, s, d + r * SM_TEAM_SLOPES);
    SM_TEAM_SYNC(team);
    const int end = t->target_first[chunk + 1];
    for (int i = t->target_first[chunk] + team->lane; i < end; i += team->lanes) {
      double sum = 0.0;
      for (int n = t->target[i].first; n < t->target[i + 1].first; n++)
        sum += t->part[n].amount * d[t->part[n].slope];
      j->at[t->target[i].at] += sum;
    }
    SM_TEAM_SYNC(team);
  }
  for (int r = t->plain_rows; r < t->rows; r++) sm_team_add_general(t, team, r, place, s, j);
}

/* Memory besides that of the rates: the slopes of the rows of a chunk. */
SM_FN size_t sm_team_jacobian_doubles(const struct sm_team_tables *t) {
  return (size_t)(t->chunk * SM_TEAM_SLOPES);
}

/* d(Cp/R)/dT of species k, 1/K. */
SM_FN double sm_team_heat_slope(const struct sm_team_tables *t, int k, double T) {
  int r = t->range_first[k];
  const int end = t->range_first[k + 1];
  const double per = 1.0 / T;
  if (r >= end) return 0.0;
  while (r + 1 < end && T > t->ranges[r].high) r++;
  const double *a = t->ranges[r].a;
  return a[3] + T * (2.0 * a[4] + T * (3.0 * a[5] + T * 4.0 * a[6])) -
         (a[1] + 2.0 * a[0] * per) * per * per;
}

/* The row of the temperature, of those of the species. */
SM_FN void sm_team_warming(const struct sm_team_tables *t, const struct sm_team *team,
                           const struct sm_team_problem *p, const double *y,
                           const struct sm_team_slope *r, const struct sm_team_memory *s,
                           const double *f, const struct sm_team_matrix *j) {
  const int n = t->species;
  const double less = p->mode == SM_TEAM_VOLUME ? 1.0 : 0.0, T = y[n];
  double part = 0.0; /* what the temperature does to capacities and energies */
  for (int k = team->lane; k < n; k += team->lanes)
    part += (s->cp[k] - less) * f[k] + r->heating * y[k] * sm_team_heat_slope(t, k, T);
  const double own = sm_team_sum(team, part);
  for (int m = team->lane; m <= n; m += team->lanes) {
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += (s->h[k] - less) * j->at[k * j->ld + m];
    const double slope = T * sum + (m < n ? r->heating * (s->cp[m] - less) : own);
    j->at[n * j->ld + m] = p->mode == SM_TEAM_ISOTHERMAL ? 0.0 : -slope / r->capacity;
  }
  SM_TEAM_SYNC(team);
}

/* The rows of df/dy of the species, of the slopes of the rates. */
SM_FN void sm_team_jacobian_rows(const struct sm_team_tables *t, const struct sm_team *team,
                                 const struct sm_team_problem *p, const struct sm_team_slope *r,
                                 double T, const struct sm_team_memory *s, const double *f,
                                 const struct sm_team_matrix *j) {
  const int n = t->species;
  for (int k = team->lane; k < n; k += team->lanes) {
    double *row = j->at + k * j->ld, all = row[n], by_t = row[n + 1] / r->density;
    if (p->mode == SM_TEAM_PRESSURE) {
      /* the density falls as the moles per mass rise, and as the temperature does */
      double sum = 0.0;
      for (int m = 0; m < n; m++) sum += (row[m] + all) * sm_team_concentration(s, m);
      const double made = p->source != NULL ? f[k] - p->source[k] : f[k];
      const double by_density = (made - sum / r->density) / r->moles;
      all += by_density;
      by_t += by_density * r->moles / T;
    }
    for (int m = 0; m < n; m++) row[m] += all;
    row[n] = by_t;
  }
  SM_TEAM_SYNC(team);
}

/* df/dy at y, and f there. */
SM_TEAM_CALL void sm_team_jacobian_of(struct sm_team_tables tables, struct sm_team team,
                                      struct sm_team_problem p, const double *y,
                                      struct sm_team_memory s, double *room, double *f,
                                      struct sm_team_matrix j) {
  struct sm_team_tables t = tables;
  sm_team_tables_lie(&t);
  sm_team_memory_lies(&s);
  SM_TEAM_SHARED(y);
  SM_TEAM_SHARED(room);
  SM_TEAM_SHARED(f);
  SM_TEAM_SHARED(j.at);
  const double T = y[t.species];
  struct sm_team_place place = {{T, 1.0 / T, sm_chem_log(T)}, p.air, 0.0};
  struct sm_team_slope r = sm_team_begin(&t, &team, &p, y, &s, &place.air);
  if (p.mode == SM_TEAM_VOLUME) place.all = r.density * r.moles;
  sm_team_thermo(&t, &team, T, &s);
  sm_team_colliders(&t, &team, &s);
  sm_team_jacobian_of_rates(&t, &team, &place, &s, room, &j);
  sm_team_gather(&t, &team, &s, f);
  sm_team_end(&t, &team, &p, y, &s, f, &r);
  sm_team_jacobian_rows(&t, &team, &p, &r, T, &s, f, &j);
  sm_team_warming(&t, &team, &p, y, &r, &s, f, &j);
}
SM_FN void sm_team_jacobian(const struct sm_team_tables *t, const struct sm_team *team,
                            const struct sm_team_problem *p, const double *y,
                            const struct sm_team_memory *s, double *room, double *f,
                            const struct sm_team_matrix *j) {
  sm_team_jacobian_of(*t, *team, *p, y, *s, room, f, *j);
}

#endif
