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

/* dy/dt in f; leaves concentrations, thermodynamics and rates in the memory s. Negative moles count
 * as none. */
SM_TEAM_CALL struct sm_team_slope sm_team_slope(const struct sm_team_tables *t,
                                                const struct sm_team *team,
                                                const struct sm_team_problem *p, const double *y,
                                                const struct sm_team_memory *s, double *f) {
  const int n = t->species, fixed = p->mode == SM_TEAM_VOLUME;
  const double T = y[n];
  struct sm_team_slope r;
  struct sm_team_air air = p->air;
  double part = 0.0;
  for (int k = team->lane; k < n; k += team->lanes) part += y[k];
  r.moles = sm_team_sum(team, part);
  const double gas = SM_TEAM_R * T * r.moles;
  r.density = p->mode == SM_TEAM_PRESSURE ? air.pressure / gas : p->density;
  if (fixed) air.pressure = r.density * gas;
  for (int k = team->lane; k < n; k += team->lanes) s->a[k] = y[k] > 0.0 ? r.density * y[k] : 0.0;
  SM_TEAM_SYNC(team);
  sm_team_rates(t, team, T, &air, s, f);
  const double volume = 1.0 / r.density, less = fixed ? 1.0 : 0.0;
  double made = 0.0, capacity = 0.0;
  for (int k = team->lane; k < n; k += team->lanes) {
    f[k] *= volume;
    made += (s->h[k] - less) * f[k];
    capacity += (s->cp[k] - less) * y[k];
  }
  r.capacity = sm_team_sum(team, capacity);
  r.heating = p->mode == SM_TEAM_ISOTHERMAL ? 0.0 : -T * sm_team_sum(team, made) / r.capacity;
  if (team->lane == 0) f[n] = r.heating;
  SM_TEAM_SYNC(team);
  return r;
}

/* The slopes of a row, in the order of SM_TEAM_SLOPES. */
SM_FN void sm_team_row_slopes(const struct sm_team_tables *t, const struct sm_team_row *row,
                              const struct sm_team_heat *heat, const struct sm_team_air *air,
                              const struct sm_team_memory *s, double d[SM_TEAM_SLOPES]) {
  double by_m, factor;
  const double k = sm_team_constant(t, row, heat, air, s, &by_m);
  const double q = sm_team_progress(t, row, k, s, &factor);
  const double m = row->collider >= 0 ? s->m[row->collider] : 1.0;
  d[SM_TEAM_SLOPES - 1] = m > SM_LEAST ? q * (by_m + (double)row->times) / m : 0.0;
  const double back = row->way == SM_TEAM_BOTH ? -factor * sm_team_product(s->g, row->in) : 0.0;
  for (int i = 0; i < SM_TEAM_SLOTS; i++) {
    double in = factor, out = back / s->g[row->out[i]];
    for (int j = 0; j < SM_TEAM_SLOTS; j++) {
      if (j != i) in *= sm_team_concentration(s, row->in[j]);
      if (j != i) out *= s->a[row->out[j]];
    }
    d[i] = in;
    d[SM_TEAM_SLOTS + i] = out;
  }
}

/* A square matrix, rows apart by `ld`. */
struct sm_team_matrix {
  double *at;
  int n, ld;
};

/* Adds what a row with orders of its own does to dw/dC; of its q, dq/dC = q order/C. */
SM_FN void sm_team_add_general(const struct sm_team_tables *t, const struct sm_team *team,
                               const struct sm_team_row *row, double q,
                               const struct sm_team_memory *s, const struct sm_team_matrix *j) {
  const struct sm_team_change *change = t->changes + row->change_first;
  for (int c = team->lane; c < row->change_count; c += team->lanes)
    for (int o = row->order_first; o < row->order_first + row->order_count; o++) {
      const double at = sm_team_concentration(s, t->changes[o].species);
      if (at > SM_LEAST)
        j->at[change[c].species * j->ld + t->changes[o].species] +=
            change[c].amount * q * t->changes[o].amount / at;
    }
  SM_TEAM_SYNC(team);
}

/* dw/dC of the state that the memory has, all entries; d: room for SM_TEAM_SLOPES numbers per row
 * of a chunk. What all concentrations do alike is first gathered in the column of the temperature.
 */
SM_FN void sm_team_jacobian_of_rates(const struct sm_team_tables *t, const struct sm_team *team,
                                     const struct sm_team_air *air, double T,
                                     const struct sm_team_memory *s, double *d,
                                     const struct sm_team_matrix *j) {
  const struct sm_team_heat heat = {T, 1.0 / T, sm_chem_log(T)};
  for (int i = team->lane; i < j->n * j->ld; i += team->lanes) j->at[i] = 0.0;
  for (int base = 0, chunk = 0; base < t->plain_rows; base += t->chunk, chunk++) {
    for (int r = team->lane; r < t->chunk && base + r < t->plain_rows; r += team->lanes)
      sm_team_row_slopes(t, &t->row[base + r], &heat, air, s, d + r * SM_TEAM_SLOPES);
    SM_TEAM_SYNC(team);
    const int end = t->target_first[chunk + 1];
    for (int i = t->target_first[chunk] + team->lane; i < end; i += team->lanes) {
      double sum = 0.0;
      for (int n = t->target[i].first; n < t->target[i + 1].first; n++)
        sum += t->part[n].amount * d[t->part[n].species];
      j->at[t->target[i].at] += sum;
    }
    SM_TEAM_SYNC(team);
  }
  for (int r = t->plain_rows; r < t->rows; r++)
    sm_team_add_general(t, team, &t->row[r], s->q[r], s, j);
  for (int k = team->lane; k < t->species; k += team->lanes) {
    const double all = j->at[k * j->ld + t->species];
    for (int m = 0; m < t->species; m++) j->at[k * j->ld + m] += all;
  }
  SM_TEAM_SYNC(team);
}

/* Memory besides that of the rates: the slope at a somewhat higher temperature, and the slopes of
 * the rows of a chunk. */
SM_FN size_t sm_team_jacobian_doubles(const struct sm_team_tables *t) {
  return (size_t)(t->species + 1 + t->chunk * SM_TEAM_SLOPES);
}

/* df/dy at y, and f there. The column of the temperature is a difference: of every form of a rate
 * it costs one more evaluation. y is changed and restored. */
SM_FN struct sm_team_slope sm_team_jacobian(const struct sm_team_tables *t,
                                            const struct sm_team *team,
                                            const struct sm_team_problem *p, double *y,
                                            const struct sm_team_memory *s, double *room, double *f,
                                            const struct sm_team_matrix *j) {
  const int n = t->species, fixed = p->mode == SM_TEAM_VOLUME;
  double *const warm = room, *const d = room + n + 1;
  const double T = y[n], more = 1e-7 * T, warmer = T + more, step = warmer - T;
  SM_TEAM_SYNC(team);
  if (team->lane == 0) y[n] = warmer;
  SM_TEAM_SYNC(team);
  sm_team_slope(t, team, p, y, s, warm);
  if (team->lane == 0) y[n] = T;
  SM_TEAM_SYNC(team);
  const struct sm_team_slope r = sm_team_slope(t, team, p, y, s, f);
  struct sm_team_air air = p->air;
  if (fixed) air.pressure = r.density * SM_TEAM_R * T * r.moles;
  sm_team_jacobian_of_rates(t, team, &air, T, s, d, j);
  for (int k = team->lane; k < n; k += team->lanes) {
    double *row = j->at + k * j->ld, by_density = 0.0;
    if (p->mode == SM_TEAM_PRESSURE) { /* the density falls as the moles per mass rise */
      for (int m = 0; m < n; m++) by_density += row[m] * sm_team_concentration(s, m);
      by_density = (f[k] - by_density / r.density) / r.moles;
      for (int m = 0; m < n; m++) row[m] += by_density;
    }
    row[n] = (warm[k] - f[k]) / step;
  }
  SM_TEAM_SYNC(team);
  const double less = fixed ? 1.0 : 0.0;
  for (int m = team->lane; m <= n; m += team->lanes) {
    double sum = 0.0;
    for (int k = 0; m < n && k < n; k++) sum += (s->h[k] - less) * j->at[k * j->ld + m];
    const double slope =
        m < n ? -(T * sum + r.heating * (s->cp[m] - less)) / r.capacity : (warm[n] - f[n]) / step;
    j->at[n * j->ld + m] = p->mode == SM_TEAM_ISOTHERMAL ? 0.0 : slope;
  }
  SM_TEAM_SYNC(team);
  return r;
}

#endif
