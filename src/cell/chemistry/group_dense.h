/* cell/chemistry/group_dense.h - dense matrix of an implicit step: Jacobian, LU factors and
 * solution, by a thread group. */
#ifndef SM_CELL_CHEMISTRY_GROUP_DENSE_H
#define SM_CELL_CHEMISTRY_GROUP_DENSE_H

#include "cell/chemistry/group_rhs.h"

/* Size of the matrix in doubles. */
SM_FN size_t sm_group_matrix_doubles(const struct sm_group_tables *t) {
  const int n = t->species + SM_GROUP_BESIDE;
  return (size_t)n * (size_t)sm_group_ld(n);
}
SM_FN struct sm_group_matrix sm_group_matrix_at(const struct sm_group_tables *t, double *at) {
  const int n = t->species + SM_GROUP_BESIDE;
  const struct sm_group_matrix j = {at, n, sm_group_ld(n)};
  return j;
}

/* Adds the derivatives of row r, which has explicit orders. */
SM_FN void sm_group_add_general_row(const struct sm_group_tables *t,
                                    const struct sm_thread_group *group, int r,
                                    const struct sm_group_jacobian_target *place,
                                    const struct sm_group_memory *s,
                                    const struct sm_group_matrix *j) {
  const struct sm_group_row *row = &t->row[r];
  const struct sm_group_row_extra *rare = &t->rare[r];
  const struct sm_group_change *change = t->changes + rare->change_first;
  const struct sm_group_general_row x = sm_group_general_derivatives(t, r, place, s);
  if (group->lane == 0) s->q[r] = x.q;
  for (int c = group->lane; c < rare->change_count; c += group->lanes) {
    double *const line = j->at + change[c].species * j->ld;
    const double amount = change[c].amount;
    for (int o = rare->order_first; o < rare->order_first + rare->order_count; o++)
      line[t->changes[o].species] += amount * sm_group_order_slope(&t->changes[o], x.q, s);
    line[t->species + 1] += amount * x.by_t;
    if (row->collider < 0) {
      line[t->species] += amount * x.by_m;
      continue;
    }
    const struct sm_group_collider *m = &t->collider[row->collider];
    line[t->species] += amount * x.by_m * m->base;
    for (int e = m->first; e < m->first + m->count; e++)
      line[t->changes[e].species] += amount * x.by_m * t->changes[e].amount;
  }
  SM_GROUP_SYNC(group);
}

/* Derivatives of the rates w for the activities and colliders in the work space, and the rates of
 * progress: with respect to concentrations and, in the column after that of the temperature, with
 * respect to temperature. The common dependence on all concentrations is first accumulated in the
 * temperature column. */
SM_FN void sm_group_rates_jacobian(const struct sm_group_tables *t,
                                   const struct sm_thread_group *group,
                                   const struct sm_group_jacobian_target *place,
                                   const struct sm_group_memory *s, double *d,
                                   const struct sm_group_matrix *j) {
  for (int i = group->lane; i < j->n * j->ld; i += group->lanes) j->at[i] = 0.0;
  SM_GROUP_SYNC(group);
  sm_group_add_plain_rows(t, group, place, s, d, j->at);
  for (int r = t->plain_rows; r < t->rows; r++) sm_group_add_general_row(t, group, r, place, s, j);
}

/* Temperature row of the Jacobian from the species rows. */
SM_FN void sm_group_temperature_row(const struct sm_group_tables *t,
                                    const struct sm_thread_group *group,
                                    const struct sm_group_reactor *p, const double *y,
                                    const struct sm_group_rhs_sums *r,
                                    const struct sm_group_memory *s, const double *f,
                                    const struct sm_group_matrix *j) {
  const int n = t->species;
  const double less = p->mode == SM_GROUP_VOLUME ? 1.0 : 0.0, T = y[n];
  double part = 0.0; /* temperature derivative of heat capacities and energies */
  for (int k = group->lane; k < n; k += group->lanes)
    part += (s->cp[k] - less) * f[k] + r->heating * y[k] * sm_group_cp_derivative(t, k, T);
  const double own = sm_group_sum(group, part);
  for (int m = group->lane; m <= n; m += group->lanes) {
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += (s->h[k] - less) * j->at[k * j->ld + m];
    const double slope = T * sum + (m < n ? r->heating * (s->cp[m] - less) : own);
    j->at[n * j->ld + m] = p->mode == SM_GROUP_ISOTHERMAL ? 0.0 : -slope / r->capacity;
  }
  SM_GROUP_SYNC(group);
}

/* Species rows of df/dy from the derivatives of the rates. */
SM_FN void sm_group_species_rows(const struct sm_group_tables *t,
                                 const struct sm_thread_group *group,
                                 const struct sm_group_reactor *p,
                                 const struct sm_group_rhs_sums *r, double T,
                                 const struct sm_group_memory *s, const double *f,
                                 const struct sm_group_matrix *j) {
  const int n = t->species;
  for (int k = group->lane; k < n; k += group->lanes) {
    double *row = j->at + k * j->ld, all = row[n], by_t = row[n + 1] / r->density;
    if (p->mode == SM_GROUP_PRESSURE) {
      /* density decreases with moles per mass and with temperature */
      double sum = 0.0;
      for (int m = 0; m < n; m++) sum += (row[m] + all) * sm_group_concentration(s, m);
      const double made = p->source != NULL ? f[k] - p->source[k] : f[k];
      const double by_density = (made - sum / r->density) / r->moles;
      all += by_density;
      by_t += by_density * r->moles / T;
    }
    for (int m = 0; m < n; m++) row[m] += all;
    row[n] = by_t;
  }
  SM_GROUP_SYNC(group);
}

/* Computes df/dy and f at y. */
SM_GROUP_CALL void sm_group_jacobian_called(struct sm_group_tables tables,
                                            struct sm_thread_group group, struct sm_group_reactor p,
                                            const double *y, struct sm_group_memory s, double *room,
                                            double *f, struct sm_group_matrix j) {
  struct sm_group_tables t = tables;
  sm_group_assume_global(&t);
  sm_group_assume_shared(&s);
  SM_GROUP_SHARED(y);
  SM_GROUP_SHARED(room);
  SM_GROUP_SHARED(f);
  SM_GROUP_SHARED(j.at);
  const double T = y[t.species];
  struct sm_group_jacobian_target place = {{T, 1.0 / T, sm_chem_log(T)}, p.air, 0.0};
  struct sm_group_rhs_sums r = sm_group_load_state(&t, &group, &p, y, &s, &place.air);
  if (p.mode == SM_GROUP_VOLUME) place.all = r.density * r.moles;
  sm_group_thermo(&t, &group, T, &s);
  sm_group_colliders(&t, &group, &s);
  sm_group_rates_jacobian(&t, &group, &place, &s, room, &j);
  sm_group_gather(&t, &group, &s, f);
  sm_group_rates_to_rhs(&t, &group, &p, y, &s, f, &r);
  sm_group_species_rows(&t, &group, &p, &r, T, &s, f, &j);
  sm_group_temperature_row(&t, &group, &p, y, &r, &s, f, &j);
}
SM_FN void sm_group_jacobian(const struct sm_group_tables *t, const struct sm_thread_group *group,
                             const struct sm_group_reactor *p, const double *y,
                             const struct sm_group_memory *s, double *room, double *f,
                             const struct sm_group_matrix *j) {
  sm_group_jacobian_called(*t, *group, *p, y, *s, room, f, *j);
}

/* --- LU factors --- */

/* Eliminates the rows below with the pivot rows k .. k + pivots - 1, in the columns right of the
 * pivots. Each lane has columns, and reads four rows before writing them, to hide the memory
 * latency. */
SM_FN void sm_group_eliminate(const struct sm_thread_group *group, const struct sm_group_matrix *j,
                              int k, int pivots) {
  const int n = j->n, ld = j->ld, first = k + pivots, second = pivots > 1 ? k + 1 : k;
  double *const at = j->at;
  for (int m = first + group->lane; m < n; m += group->lanes) {
    const double up = at[k * ld + m], next = pivots > 1 ? at[second * ld + m] : 0.0;
    int i = first;
    for (; i + 3 < n; i += 4) {
      double to[4];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
      for (int r = 0; r < 4; r++) {
        const double *const row = at + (i + r) * ld;
        to[r] = row[m] - row[k] * up - row[second] * next;
      }
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
      for (int r = 0; r < 4; r++) at[(i + r) * ld + m] = to[r];
    }
    for (; i < n; i++) at[i * ld + m] -= at[i * ld + k] * up + at[i * ld + second] * next;
  }
}

/* In-place LU decomposition, two pivots at a time; inverse pivots are in the column after the last.
 * No pivoting, since the diagonal has 1/(gamma h). Returns the smallest pivot. */
SM_GROUP_CALL double sm_group_lu_factor_called(struct sm_thread_group own,
                                               struct sm_group_matrix matrix) {
  const struct sm_thread_group *const group = &own;
  const struct sm_group_matrix *const j = &matrix;
  SM_GROUP_SHARED(matrix.at);
  const int n = matrix.n, ld = matrix.ld;
  double *const at = matrix.at;
  double least = at[0];
  for (int k = 0; k < n; k += 2) {
    const int pivots = k + 1 < n ? 2 : 1;
    double *const top = at + k * ld, *const next = top + ld;
    const double inverse = 1.0 / top[k], beside = pivots > 1 ? top[k + 1] : 0.0;
    least = top[k] < least ? top[k] : least;
    for (int i = k + 1 + group->lane; i < n; i += group->lanes) {
      const double left = at[i * ld + k] * inverse;
      at[i * ld + k] = left;
      at[i * ld + k + 1] -= left * beside;
    }
    if (group->lane == 0) top[n] = inverse;
    SM_GROUP_SYNC(group);
    if (pivots > 1) {
      const double second = 1.0 / next[k + 1], left = next[k];
      least = next[k + 1] < least ? next[k + 1] : least;
      for (int m = k + 2 + group->lane; m < n; m += group->lanes) {
        next[m] -= left * top[m];
        at[m * ld + k + 1] *= second;
      }
      if (group->lane == 0) next[n] = second;
      SM_GROUP_SYNC(group);
    }
    sm_group_eliminate(group, j, k, pivots);
    SM_GROUP_SYNC(group);
  }
  return least;
}

SM_FN double sm_group_lu_factor(const struct sm_group_tables *t,
                                const struct sm_thread_group *group,
                                const struct sm_group_matrix *j) {
  (void)t;
  return sm_group_lu_factor_called(*group, *j);
}

#ifdef __CUDA_ARCH__
/* As below, if every lane can hold its part of x in registers: `parts` numbers, a compile-time
 * constant; all loops over them are unrolled. */
enum { SM_GROUP_PARTS = 4 };
static __device__ __forceinline__ void
sm_group_lu_solve_registers(const struct sm_thread_group *group, const struct sm_group_matrix *j,
                            double *x, const int parts) {
  const int n = j->n, ld = j->ld, lanes = group->lanes;
  double part[SM_GROUP_PARTS];
#pragma unroll
  for (int p = 0; p < parts; p++)
    part[p] = p * lanes + group->lane < n ? x[p * lanes + group->lane] : 0.0;
#pragma unroll
  for (int p = 0; p < parts; p++)
    for (int k = p * lanes; k < n && k < (p + 1) * lanes; k++) {
      const double known = __shfl_sync(group->mask, part[p], k - p * lanes, lanes);
#pragma unroll
      for (int q = p; q < parts; q++) {
        const int i = q * lanes + group->lane;
        if (i > k && i < n) part[q] -= j->at[i * ld + k] * known;
      }
    }
#pragma unroll
  for (int p = parts - 1; p >= 0; p--)
    for (int k = (n < (p + 1) * lanes ? n : (p + 1) * lanes) - 1; k >= p * lanes; k--) {
      const double known =
          __shfl_sync(group->mask, part[p], k - p * lanes, lanes) * j->at[k * ld + n];
      if (group->lane == k - p * lanes) part[p] = known;
#pragma unroll
      for (int q = 0; q <= p; q++) {
        const int i = q * lanes + group->lane;
        if (i < k) part[q] -= j->at[i * ld + k] * known;
      }
    }
#pragma unroll
  for (int p = 0; p < parts; p++)
    if (p * lanes + group->lane < n) x[p * lanes + group->lane] = part[p];
  SM_GROUP_SYNC(group);
}
#endif

/* Solves the system; x: right-hand side, then solution. */
SM_GROUP_CALL void sm_group_lu_solve_called(struct sm_thread_group own,
                                            struct sm_group_matrix matrix, double *x) {
  const struct sm_thread_group *const group = &own;
  const struct sm_group_matrix *const j = &matrix;
  const int n = matrix.n, ld = matrix.ld;
  SM_GROUP_SHARED(matrix.at);
  SM_GROUP_SHARED(x);
#ifdef __CUDA_ARCH__
  if (n <= 2 * group->lanes) {
    sm_group_lu_solve_registers(group, j, x, 2);
    return;
  }
  if (n <= SM_GROUP_PARTS * group->lanes) {
    sm_group_lu_solve_registers(group, j, x, SM_GROUP_PARTS);
    return;
  }
#endif
  for (int k = 0; k < n - 1; k++) {
    const double known = x[k];
    for (int i = k + 1 + group->lane; i < n; i += group->lanes) x[i] -= j->at[i * ld + k] * known;
    SM_GROUP_SYNC(group);
  }
  for (int k = n - 1; k >= 0; k--) {
    const double known = x[k] * j->at[k * ld + n];
    SM_GROUP_SYNC(group);
    if (group->lane == 0) x[k] = known;
    for (int i = group->lane; i < k; i += group->lanes) x[i] -= j->at[i * ld + k] * known;
    SM_GROUP_SYNC(group);
  }
}

SM_FN void sm_group_lu_solve(const struct sm_group_tables *t, const struct sm_thread_group *group,
                             const struct sm_group_memory *m, const struct sm_group_matrix *j,
                             double *x) {
  (void)t;
  (void)m;
  sm_group_lu_solve_called(*group, *j, x);
}

SM_FN double *sm_group_diagonal(const struct sm_group_tables *t, const struct sm_group_matrix *j,
                                int i) {
  (void)t;
  return j->at + i * j->ld + i;
}

#endif
