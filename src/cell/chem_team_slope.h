/* chem_team_slope.h - how a cell that reacts alone changes, and how that changes with its state, by
 * a team of lanes (chem_team.h).
 *
 * The state is y_k = moles of species k in what was a mole of gas at the begin and, last, T:
 *   dy_k/dt = w_k/rho,   dT/dt = -sum(H_k dy_k/dt) / sum(y_k Cp_k),   C_k = rho y_k
 * with rho = p/(R T sum(y)) at constant pressure; at constant volume rho stays, and internal
 * energies and heat capacities at constant volume take the places of H and Cp. */
#ifndef SM_CELL_CHEM_TEAM_SLOPE_H
#define SM_CELL_CHEM_TEAM_SLOPE_H

#include "cell/chem_team.h"

enum { SM_TEAM_VOLUME, SM_TEAM_PRESSURE, SM_TEAM_ISOTHERMAL };

struct sm_team_problem {
  int32_t mode;   /* isothermal: at constant volume and the pressure that is told */
  double density; /* kmol/m3 at the begin */
  struct sm_team_air air;
};

/* What the slope was made of. */
struct sm_team_slope {
  double density, moles;    /* kmol/m3; sum of y */
  double capacity, heating; /* sum(y Cp/R); dT/dt, K/s */
};

/* Concentrations of the state y to the memory; density, moles and, in *air, the pressure. Negative
 * moles count as none. */
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
  for (int k = team->lane; k < n; k += team->lanes) s->a[k] = y[k] > 0.0 ? r.density * y[k] : 0.0;
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
    made += (s->h[k] - less) * f[k];
    capacity += (s->cp[k] - less) * y[k];
  }
  r->capacity = sm_team_sum(team, capacity);
  r->heating = p->mode == SM_TEAM_ISOTHERMAL ? 0.0 : -y[n] * sm_team_sum(team, made) / r->capacity;
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

/* The rate of progress of row r and its slopes, in the order of SM_TEAM_SLOPES. */
SM_FN double sm_team_row_slopes(const struct sm_team_tables *t, int r,
                                const struct sm_team_heat *heat, const struct sm_team_air *air,
                                const struct sm_team_memory *s, double d[SM_TEAM_SLOPES]) {
  const struct sm_team_row *row = &t->row[r];
  double by_m, factor;
  const double k = sm_team_constant(t, r, heat, air, s, &by_m);
  const double q = sm_team_progress(t, r, k, s, &factor);
  const double m = row->collider >= 0 ? s->m[row->collider] : 1.0;
  if (row->rate == SM_TEAM_THREE_BODY) by_m += 1.0;
  d[SM_TEAM_SLOPES - 1] = m > SM_LEAST ? q * by_m / m : 0.0;
  const double back = row->way == SM_TEAM_BOTH ? -factor * sm_team_product(s->g, row->in) : 0.0;
  double in[SM_TEAM_SLOTS], out[SM_TEAM_SLOTS], per[SM_TEAM_SLOTS]; /* read before d is written */
  for (int i = 0; i < SM_TEAM_SLOTS; i++) {
    in[i] = sm_team_concentration(s, row->in[i]);
    out[i] = s->a[row->out[i]];
    per[i] = back / s->g[row->out[i]];
  }
  for (int i = 0; i < SM_TEAM_SLOTS; i++) {
    const int next = (i + 1) % SM_TEAM_SLOTS, last = (i + 2) % SM_TEAM_SLOTS;
    d[i] = factor * in[next] * in[last];
    d[SM_TEAM_SLOTS + i] = per[i] * out[next] * out[last];
  }
  return q;
}

/* A square matrix, rows apart by `ld`. */
struct sm_team_matrix {
  double *at;
  int n, ld;
};

/* Adds what row r, which has orders of its own, does to dw/dC; of its q, dq/dC = q order/C. */
SM_FN void sm_team_add_general(const struct sm_team_tables *t, const struct sm_team *team, int r,
                               const struct sm_team_memory *s, const struct sm_team_matrix *j) {
  const struct sm_team_rare *rare = &t->rare[r];
  const struct sm_team_change *change = t->changes + rare->change_first;
  for (int c = team->lane; c < rare->change_count; c += team->lanes)
    for (int o = rare->order_first; o < rare->order_first + rare->order_count; o++) {
      const double at = sm_team_concentration(s, t->changes[o].species);
      if (at > SM_LEAST)
        j->at[change[c].species * j->ld + t->changes[o].species] +=
            change[c].amount * s->q[r] * t->changes[o].amount / at;
    }
  SM_TEAM_SYNC(team);
}

/* dw/dC of the activities and colliders that the memory has, all entries, and the rates of
 * progress; d: room for SM_TEAM_SLOPES numbers per row of a chunk. What all concentrations do alike
 * is first gathered in the column of the temperature. */
SM_FN void sm_team_jacobian_of_rates(const struct sm_team_tables *t, const struct sm_team *team,
                                     const struct sm_team_air *air, double T,
                                     const struct sm_team_memory *s, double *d,
                                     const struct sm_team_matrix *j) {
  const struct sm_team_heat heat = {T, 1.0 / T, sm_chem_log(T)};
  for (int i = team->lane; i < j->n * j->ld; i += team->lanes) j->at[i] = 0.0;
  for (int base = 0, chunk = 0; base < t->plain_rows; base += t->chunk, chunk++) {
    for (int r = team->lane; r < t->chunk && base + r < t->plain_rows; r += team->lanes)
      s->q[base + r] = sm_team_row_slopes(t, base + r, &heat, air, s, d + r * SM_TEAM_SLOPES);
    SM_TEAM_SYNC(team);
    const int end = t->target_first[chunk + 1];
    for (int i = t->target_first[chunk] + team->lane; i < end; i += team->lanes) {
      double sum = 0.0;
      for (int n = t->target[i].first; n < t->target[i + 1].first; n++)
        sum += (double)t->part[n].amount * d[t->part[n].slope];
      j->at[t->target[i].at] += sum;
    }
    SM_TEAM_SYNC(team);
  }
  for (int r = t->plain_rows + team->lane; r < t->rows; r += team->lanes) {
    double by_m, factor;
    const double k = sm_team_constant(t, r, &heat, air, s, &by_m);
    s->q[r] = sm_team_progress(t, r, k, s, &factor);
  }
  SM_TEAM_SYNC(team);
  for (int r = t->plain_rows; r < t->rows; r++) sm_team_add_general(t, team, r, s, j);
}

/* Memory besides that of the rates: the slope at a somewhat higher temperature, and the slopes of
 * the rows of a chunk. */
SM_FN size_t sm_team_jacobian_doubles(const struct sm_team_tables *t) {
  return (size_t)(t->species + 1 + t->chunk * SM_TEAM_SLOPES);
}

/* The rows of df/dy of dw/dC: of species, whose column of the temperature is a difference of
 * slopes; and, last, of the temperature. */
SM_FN void sm_team_jacobian_rows(const struct sm_team_tables *t, const struct sm_team *team,
                                 const struct sm_team_problem *p, const struct sm_team_slope *r,
                                 double T, const struct sm_team_memory *s, const double *f,
                                 const double *warm, double step, const struct sm_team_matrix *j) {
  const int n = t->species;
  for (int k = team->lane; k < n; k += team->lanes) {
    double *row = j->at + k * j->ld, all = row[n];
    if (p->mode == SM_TEAM_PRESSURE) { /* the density falls as the moles per mass rise */
      double sum = 0.0;
      for (int m = 0; m < n; m++) sum += (row[m] + all) * sm_team_concentration(s, m);
      all += (f[k] - sum / r->density) / r->moles;
    }
    for (int m = 0; m < n; m++) row[m] += all;
    row[n] = (warm[k] - f[k]) / step;
  }
  SM_TEAM_SYNC(team);
  const double less = p->mode == SM_TEAM_VOLUME ? 1.0 : 0.0;
  for (int m = team->lane; m <= n; m += team->lanes) {
    double sum = 0.0;
    for (int k = 0; m < n && k < n; k++) sum += (s->h[k] - less) * j->at[k * j->ld + m];
    const double slope =
        m < n ? -(T * sum + r->heating * (s->cp[m] - less)) / r->capacity : (warm[n] - f[n]) / step;
    j->at[n * j->ld + m] = p->mode == SM_TEAM_ISOTHERMAL ? 0.0 : slope;
  }
  SM_TEAM_SYNC(team);
}

/* df/dy at y, and f there. The column of the temperature is a difference: of every form of a rate
 * it costs one more evaluation. y is changed and restored. */
SM_TEAM_CALL void sm_team_jacobian_of(struct sm_team_tables tables, struct sm_team team,
                                      struct sm_team_problem p, double *y, struct sm_team_memory s,
                                      double *room, double *f, struct sm_team_matrix j) {
  struct sm_team_tables t = tables;
  sm_team_tables_lie(&t);
  sm_team_memory_lies(&s);
  SM_TEAM_SHARED(y);
  SM_TEAM_SHARED(room);
  SM_TEAM_SHARED(f);
  SM_TEAM_SHARED(j.at);
  const int n = t.species;
  double *const warm = room, *const d = room + n + 1;
  const double T = y[n], more = 1e-7 * T, warmer = T + more, step = warmer - T;
  struct sm_team_air air;
  SM_TEAM_SYNC(&team);
  if (team.lane == 0) y[n] = warmer;
  SM_TEAM_SYNC(&team);
  sm_team_slope(&tables, &team, &p, y, &s, warm);
  if (team.lane == 0) y[n] = T;
  SM_TEAM_SYNC(&team);
  struct sm_team_slope r = sm_team_begin(&t, &team, &p, y, &s, &air);
  sm_team_thermo(&t, &team, T, &s);
  sm_team_colliders(&t, &team, &s);
  sm_team_jacobian_of_rates(&t, &team, &air, T, &s, d, &j);
  sm_team_gather(&t, &team, &s, f);
  sm_team_end(&t, &team, &p, y, &s, f, &r);
  sm_team_jacobian_rows(&t, &team, &p, &r, T, &s, f, warm, step, &j);
}
SM_FN void sm_team_jacobian(const struct sm_team_tables *t, const struct sm_team *team,
                            const struct sm_team_problem *p, double *y,
                            const struct sm_team_memory *s, double *room, double *f,
                            const struct sm_team_matrix *j) {
  sm_team_jacobian_of(*t, *team, *p, y, *s, room, f, *j);
}

#endif
