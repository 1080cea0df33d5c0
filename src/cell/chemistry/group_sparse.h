/* cell/chemistry/group_sparse.h - sparse matrix of an implicit step for large mechanisms: Jacobian,
 * LU factors and solution, by a thread group.
 *
 * The unknowns are those of the CPU (chem/integrate/jacobian_pattern.c): with the sum of the
 * species as an extra unknown, colliders and density leave the matrix sparse. Its pattern and pivot
 * order are also the same; lists made with the tables (chem/group/sparse_lists.c) tell which pivots
 * are independent. */
#ifndef SM_CELL_CHEMISTRY_GROUP_SPARSE_H
#define SM_CELL_CHEMISTRY_GROUP_SPARSE_H

#include "cell/chemistry/group_rhs.h"

/* Size of the matrix in doubles. */
SM_FN size_t sm_group_matrix_doubles(const struct sm_group_tables *t) { return (size_t)t->values; }
SM_FN struct sm_group_matrix sm_group_matrix_at(const struct sm_group_tables *t, double *at) {
  const struct sm_group_matrix j = {at, t->species + SM_GROUP_BESIDE, 0};
  return j;
}

SM_FN double *sm_group_diagonal(const struct sm_group_tables *t, const struct sm_group_matrix *j,
                                int i) {
  return j->at + t->sparse->diagonal[i];
}

/* --- the Jacobian --- */

/* Adds the derivatives of row r, which has explicit orders. */
SM_FN void sm_group_add_general_row(const struct sm_group_tables *t,
                                    const struct sm_thread_group *group, int r,
                                    const struct sm_group_jacobian_target *place,
                                    const struct sm_group_memory *s, double *at) {
  const struct sm_group_row_extra *rare = &t->rare[r];
  const struct sm_group_general_row x = sm_group_general_derivatives(t, r, place, s);
  const struct sm_group_collider *m =
      t->row[r].collider < 0 ? NULL : &t->collider[t->row[r].collider];
  const int efficiencies = m != NULL ? m->count : 0, all = rare->order_count + 2 + efficiencies;
  const int32_t *const values = t->sparse->general + t->sparse->general_first[r - t->plain_rows];
  if (group->lane == 0) s->q[r] = x.q;
  for (int c = group->lane; c < rare->change_count; c += group->lanes) {
    const int32_t *value = values + c * all;
    const double amount = t->changes[rare->change_first + c].amount;
    for (int o = rare->order_first; o < rare->order_first + rare->order_count; o++)
      at[*value++] += amount * sm_group_order_slope(&t->changes[o], x.q, s);
    at[*value++] += amount * x.by_m * (m != NULL ? m->base : 1.0);
    at[*value++] += amount * x.by_t;
    for (int e = 0; e < efficiencies; e++)
      at[*value++] += amount * x.by_m * t->changes[m->first + e].amount;
  }
  SM_GROUP_SYNC(group);
}

/* Species rows of df/dy from the derivatives of the rates. */
SM_FN void sm_group_species_rows(const struct sm_group_tables *t,
                                 const struct sm_thread_group *group,
                                 const struct sm_group_reactor *p,
                                 const struct sm_group_rhs_sums *r, double T,
                                 const struct sm_group_memory *s, const double *f, double *at) {
  const struct sm_group_sparse *const sparse = t->sparse;
  for (int k = group->lane; k < t->species; k += group->lanes) {
    const int by_t = sparse->row_first[k + 1] - 1, by_sum = by_t - 1;
    if (sparse->column[by_t] != t->species) continue; /* no reaction changes this species */
    at[by_t] /= r->density;
    if (p->mode != SM_GROUP_PRESSURE) continue;
    /* density decreases with moles per mass and with temperature */
    double sum = at[by_sum] * r->density * r->moles;
    for (int v = sparse->row_first[k]; v < by_sum; v++)
      sum += at[v] * sm_group_concentration(s, sparse->column[v]);
    const double made = p->source != NULL ? f[k] - p->source[k] : f[k];
    const double by_density = (made - sum / r->density) / r->moles;
    at[by_sum] += by_density;
    at[by_t] += by_density * r->moles / T;
  }
  SM_GROUP_SYNC(group);
}

/* Quantities of the temperature row. */
struct sm_group_heat_row {
  double T, less, heating, capacity; /* less: 1 for internal energies, 0 for enthalpies */
  int still;                         /* 1: constant temperature */
};

SM_FN double sm_group_heat_slope(const struct sm_group_heat_row *x, double gained, double more) {
  return x->still ? 0.0 : -(x->T * gained + more) / x->capacity;
}

/* Species columns in the rows of the sum and of the temperature. */
SM_FN void sm_group_sum_columns(const struct sm_group_tables *t,
                                const struct sm_thread_group *group,
                                const struct sm_group_heat_row *x, const struct sm_group_memory *s,
                                double *at) {
  const struct sm_group_sparse *const sparse = t->sparse;
  for (int j = group->lane; j < t->species; j += group->lanes) {
    double moles = 0.0, heat = 0.0;
    for (int e = sparse->column_first[j]; e < sparse->column_first[j + 1]; e++) {
      const double value = at[sparse->entry[e].value];
      moles += value;
      heat += (s->h[sparse->entry[e].row] - x->less) * value;
    }
    at[sparse->moles_row + j] = moles;
    at[sparse->heat_row + j] = sm_group_heat_slope(x, heat, x->heating * (s->cp[j] - x->less));
  }
}

/* Columns of the sum and the temperature in these rows; every species contributes, so all lanes
 * share the work. */
SM_FN void sm_group_sum_corner(const struct sm_group_tables *t, const struct sm_thread_group *group,
                               const struct sm_group_heat_row *x, const double *y,
                               const struct sm_group_memory *s, const double *f, double *at) {
  const struct sm_group_sparse *const sparse = t->sparse;
  const int n = t->species;
  double moles[2] = {0.0, 0.0}, heat[2] = {0.0, 0.0}, own = 0.0;
  for (int k = group->lane; k < n; k += group->lanes) {
    const int by_t = sparse->row_first[k + 1] - 1;
    own += (s->cp[k] - x->less) * f[k] + x->heating * y[k] * sm_group_cp_derivative(t, k, x->T);
    if (sparse->column[by_t] != n) continue;
    for (int c = 0; c < 2; c++) {
      moles[c] += at[by_t - 1 + c];
      heat[c] += (s->h[k] - x->less) * at[by_t - 1 + c];
    }
  }
  own = sm_group_sum(group, own);
  for (int c = 0; c < 2; c++) {
    const double sum = sm_group_sum(group, moles[c]), gained = sm_group_sum(group, heat[c]);
    if (group->lane == 0) at[sparse->moles_row + n + c] = sum;
    if (group->lane == 0)
      at[sparse->heat_row + n + c] = sm_group_heat_slope(x, gained, c > 0 ? own : 0.0);
  }
  SM_GROUP_SYNC(group);
}

/* Computes df/dy and f at y. */
SM_GROUP_CALL void sm_group_jacobian(const struct sm_group_tables *t,
                                     const struct sm_thread_group *group,
                                     const struct sm_group_reactor *p, const double *y,
                                     const struct sm_group_memory *s, double *room, double *f,
                                     const struct sm_group_matrix *j) {
  const double T = y[t->species];
  double *const at = j->at;
  struct sm_group_jacobian_target place = {{T, 1.0 / T, sm_chem_log(T)}, p->air, 0.0};
  struct sm_group_rhs_sums r = sm_group_load_state(t, group, p, y, s, &place.air);
  if (p->mode == SM_GROUP_VOLUME) place.all = r.density * r.moles;
  sm_group_thermo(t, group, T, s);
  sm_group_colliders(t, group, s);
  for (int i = group->lane; i < t->values; i += group->lanes) at[i] = 0.0;
  SM_GROUP_SYNC(group);
  sm_group_add_plain_rows(t, group, &place, s, room, at);
  for (int i = t->plain_rows; i < t->rows; i++)
    sm_group_add_general_row(t, group, i, &place, s, at);
  sm_group_gather(t, group, s, f);
  sm_group_rates_to_rhs(t, group, p, y, s, f, &r);
  sm_group_species_rows(t, group, p, &r, T, s, f, at);
  const struct sm_group_heat_row heat = {T, p->mode == SM_GROUP_VOLUME ? 1.0 : 0.0, r.heating,
                                         r.capacity, p->mode == SM_GROUP_ISOTHERMAL};
  sm_group_sum_columns(t, group, &heat, s, at);
  sm_group_sum_corner(t, group, &heat, y, s, f, at);
}

/* --- LU factors --- */

/* to[target] -= left times right for the targets of a stage, one lane each, in the order of the
 * list. Lanes process several targets at a time to hide the memory latency. */
enum { SM_GROUP_TARGETS = 4 };
SM_FN void sm_group_update(const struct sm_thread_group *group,
                           const struct sm_group_update_list *list, int stage, double *to,
                           const double *left, const double *right) {
  const struct sm_group_target *const target = list->target;
  const struct sm_group_product *const product = list->product;
  const int end = list->stage_first[stage + 1], lanes = group->lanes;
  for (int base = list->stage_first[stage] + group->lane; base < end;
       base += SM_GROUP_TARGETS * lanes) {
    double rest[SM_GROUP_TARGETS], by[SM_GROUP_TARGETS];
    int at[SM_GROUP_TARGETS], n[SM_GROUP_TARGETS], last[SM_GROUP_TARGETS];
    for (int r = 0; r < SM_GROUP_TARGETS; r++) {
      const int i = base + r * lanes < end ? base + r * lanes : base;
      at[r] = target[i].at;
      n[r] = target[i].first;
      last[r] = target[i + 1].first;
    }
    for (int r = 0; r < SM_GROUP_TARGETS; r++) {
      const struct sm_group_product first = product[n[r]];
      rest[r] = to[at[r]];
      by[r] = left[first.left] * right[first.right];
    }
    for (int r = 0; r < SM_GROUP_TARGETS; r++) {
      rest[r] -= by[r];
      while (++n[r] < last[r]) rest[r] -= left[product[n[r]].left] * right[product[n[r]].right];
    }
    for (int r = 0; r < SM_GROUP_TARGETS; r++)
      if (r == 0 || base + r * lanes < end) to[at[r]] = rest[r];
  }
}

/* In-place LU decomposition with inverse pivots; returns the smallest pivot. No pivoting, since the
 * diagonal has 1/(gamma h). */
SM_GROUP_CALL double sm_group_lu_factor(const struct sm_group_tables *t,
                                        const struct sm_thread_group *group,
                                        const struct sm_group_matrix *j) {
  const struct sm_group_sparse *const sparse = t->sparse;
  double *const at = j->at;
  double most = -1e300; /* of the negated pivots */
  for (int s = 0; s < sparse->stages; s++) {
    for (int i = sparse->lower_first[s] + group->lane; i < sparse->lower_first[s + 1];
         i += group->lanes)
      at[sparse->lower[i].left] *= 1.0 / at[sparse->lower[i].right];
    SM_GROUP_SYNC(group);
    for (int p = sparse->pivot_first[s] + group->lane; p < sparse->pivot_first[s + 1];
         p += group->lanes) {
      double *const pivot = at + sparse->pivot[p].value;
      most = sm_group_larger(most, -*pivot);
      *pivot = 1.0 / *pivot;
    }
    sm_group_update(group, &sparse->factor, s, at, at, at);
    SM_GROUP_SYNC(group);
  }
  return -sm_group_max(group, most);
}

/* Solves the system; x: right-hand side, then solution. Uses the work space of the rates, which is
 * free and the fastest memory. */
SM_GROUP_CALL void sm_group_lu_solve(const struct sm_group_tables *t,
                                     const struct sm_thread_group *group,
                                     const struct sm_group_memory *m,
                                     const struct sm_group_matrix *j, double *x) {
  const struct sm_group_sparse *const sparse = t->sparse;
  double *const near = m->a; /* m->a and m->g: room for all unknowns */
  for (int i = group->lane; i < j->n; i += group->lanes) near[i] = x[i];
  SM_GROUP_SYNC(group);
  for (int s = 0; s < sparse->stages; s++) {
    sm_group_update(group, &sparse->forward, s, near, j->at, near);
    SM_GROUP_SYNC(group);
  }
  for (int s = sparse->stages - 1; s >= 0; s--) {
    for (int p = sparse->pivot_first[s] + group->lane; p < sparse->pivot_first[s + 1];
         p += group->lanes)
      near[sparse->pivot[p].row] *= j->at[sparse->pivot[p].value];
    SM_GROUP_SYNC(group);
    sm_group_update(group, &sparse->backward, s, near, j->at, near);
    SM_GROUP_SYNC(group);
  }
  for (int i = group->lane; i < j->n; i += group->lanes) x[i] = near[i];
  SM_GROUP_SYNC(group);
}

#endif
