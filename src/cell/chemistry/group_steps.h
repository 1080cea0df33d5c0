/* cell/chemistry/group_steps.h - integration of a reacting cell with adaptive steps
 * (cell/chemistry/step_control.h) by a thread group (cell/chemistry/group_rhs.h): the methods of
 * cell/chemistry/tableau.h. */
#ifndef SM_CELL_CHEMISTRY_GROUP_STEPS_H
#define SM_CELL_CHEMISTRY_GROUP_STEPS_H

#include "cell/chemistry/group_rhs.h"
#include "cell/chemistry/step_control.h"
#include "cell/chemistry/tableau.h"

/* Takes multiples of the rows k .. k + pivots - 1 from the rows below them, in the columns right of
 * the pivots. Lanes have columns, and read four rows before they write them: what they wait for is
 * memory. */
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

/* Factors of the matrix in its place, two pivots at a time; the inverse pivots in the column after
 * the last. No row is exchanged: the diagonal has 1/(gamma h). The least pivot. */
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

SM_FN double sm_group_lu_factor(const struct sm_thread_group *group,
                                const struct sm_group_matrix *j) {
  return sm_group_lu_factor_called(*group, *j);
}

#ifdef __CUDA_ARCH__
/* The same as below where every lane can have its part of x in registers: `parts` numbers, a
 * constant, and all loops over them are written out. */
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

/* x becomes the solution of the system with right-hand side x. */
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

SM_FN void sm_group_lu_solve(const struct sm_thread_group *group, const struct sm_group_matrix *j,
                             double *x) {
  sm_group_lu_solve_called(*group, *j, x);
}

struct sm_group_control {
  double dt;           /* s, to be gone through */
  double first;        /* s, first step; 0: from the slope */
  double rtol, atol;   /* of shares of molecules; rtol of the temperature too */
  int32_t limit;       /* steps at most */
  int32_t fixed_steps; /* of a method without an error; 0: 1 */
};

struct sm_group_result {
  int32_t steps, rejected; /* of which the error allowed, and did not */
  int32_t failed;          /* 1: not at the end; the state is where it came to */
  double next;             /* s, the step that the error would allow next */
};

/* Room of a group, after that of the rates; a method of no stages has no matrix. What the Jacobian
 * takes is free again before the step. */
struct sm_group_stage {
  double *y, *at, *f, *k; /* species + 1; k: one of each stage */
  double *source;         /* of the problem, where there is one */
  double *room;           /* of the Jacobian */
  struct sm_group_matrix j;
};
SM_FN size_t sm_group_spare_doubles(const struct sm_group_tables *t, int stages) {
  const size_t vectors = (size_t)(stages + 1) * (size_t)(t->species + 1);
  const size_t jacobian = sm_group_jacobian_doubles(t);
  return vectors > jacobian ? vectors : jacobian;
}
SM_FN size_t sm_group_stage_doubles(const struct sm_group_tables *t, int stages, int matrix,
                                    int source) {
  const size_t n = (size_t)t->species + 1, vectors = (size_t)stages + 1;
  return (source ? 3 : 2) * n + (matrix ? sm_group_spare_doubles(t, stages) : vectors * n) +
         (matrix ? n * (size_t)sm_group_ld((int)n) : 0);
}
SM_FN struct sm_group_stage sm_group_stage_at(const struct sm_group_tables *t, int stages,
                                              int source, double *from) {
  const int n = t->species + 1;
  struct sm_group_stage s;
  s.y = from;
  s.f = s.y + n;
  s.source = s.f + n;
  s.at = source ? s.source + n : s.source;
  s.k = s.at + n;
  s.room = s.at;
  s.j.at = s.at + sm_group_spare_doubles(t, stages);
  s.j.n = n;
  s.j.ld = sm_group_ld(n);
  return s;
}

/* Root of the mean square of x over what is allowed at y, of the species, of the sum of them, and
 * of the temperature: 1 is just allowed. */
SM_FN double sm_group_error_norm(const struct sm_group_tables *t,
                                 const struct sm_thread_group *group,
                                 const struct sm_group_control *c, const double *x,
                                 const double *y) {
  const int n = t->species;
  double part = 0.0, off = 0.0, moles = 0.0;
  for (int k = group->lane; k < n; k += group->lanes) {
    const double over = x[k] / (c->atol + c->rtol * fabs(y[k]));
    part += over * over;
    off += x[k];
    moles += y[k];
  }
  const double all =
      sm_group_sum(group, off) / (c->atol + c->rtol * fabs(sm_group_sum(group, moles)));
  const double warm = x[n] / (c->rtol * fabs(y[n]));
  return sqrt((sm_group_sum(group, part) + all * all + warm * warm) / (double)(n + 2));
}

/* The largest of what species fall below 0 by from s->y to s->at in a step of h
 * (cell/chemistry/step_control.h). */
SM_FN double sm_group_negativity(const struct sm_group_tables *t,
                                 const struct sm_thread_group *group,
                                 const struct sm_group_reactor *p, const struct sm_group_control *c,
                                 double h, const double *y, const double *at) {
  double most = 0.0;
  for (int k = group->lane; k < t->species; k += group->lanes) {
    const double below =
        sm_chem_negativity(y[k], at[k], p->source != NULL ? p->source[k] : 0.0, h, c->atol);
    most = t->nonnegative[k] && below > most ? below : most;
  }
  return sm_group_max(group, most);
}

/* to = y + times sum of a_i k_i of the first so many stages. */
SM_FN void sm_group_combine_stages(const struct sm_thread_group *group, int n,
                                   const struct sm_group_stage *s, double times, const double *a,
                                   int count, double *to) {
  for (int i = group->lane; i < n; i += group->lanes) {
    double sum = 0.0;
    for (int j = 0; j < count; j++) sum += a[j] * s->k[j * n + i];
    to[i] = s->y[i] + times * sum;
  }
  SM_GROUP_SYNC(group);
}

/* One step of Rosenbrock from s->y, whose slope f and matrix are there, to s->at; the error. */
SM_FN double
sm_group_rosenbrock_step(const struct sm_group_tables *t, const struct sm_thread_group *group,
                         const struct sm_group_reactor *p, const struct sm_group_control *c,
                         const struct sm_chem_tableau *x, double h, const struct sm_group_memory *m,
                         const struct sm_group_stage *s) {
  const int n = t->species + 1;
  for (int i = 0; i < x->stages; i++) {
    double *const k = s->k + i * n;
    const int fresh = i > 0 && i != x->stale;
    if (fresh) {
      sm_group_combine_stages(group, n, s, 1.0, x->a[i], i, s->at);
      sm_group_rhs(t, group, p, s->at, m, k);
    }
    for (int l = group->lane; l < n; l += group->lanes) {
      double sum = fresh ? k[l] : s->f[l];
      for (int j = 0; j < i; j++) sum += x->c[i][j] / h * s->k[j * n + l];
      k[l] = sum;
    }
    SM_GROUP_SYNC(group);
    sm_group_lu_solve(group, &s->j, k);
  }
  const double *const last = s->k + (x->stages - 1) * n;
  for (int i = group->lane; i < n; i += group->lanes) s->at[i] += last[i];
  SM_GROUP_SYNC(group);
  return sm_group_error_norm(t, group, c, last, s->y);
}

/* One step of Runge and Kutta from s->y, whose slope f is there, to s->at; the error, 0 where the
 * method has none. */
SM_FN double
sm_group_runge_kutta_step(const struct sm_group_tables *t, const struct sm_thread_group *group,
                          const struct sm_group_reactor *p, const struct sm_group_control *c,
                          const struct sm_chem_tableau *x, double h,
                          const struct sm_group_memory *m, const struct sm_group_stage *s) {
  const int n = t->species + 1;
  for (int l = group->lane; l < n; l += group->lanes) s->k[l] = s->f[l];
  SM_GROUP_SYNC(group);
  for (int i = 1; i < x->stages; i++) {
    sm_group_combine_stages(group, n, s, h, x->a[i], i, s->at);
    sm_group_rhs(t, group, p, s->at, m, s->k + i * n);
  }
  sm_group_combine_stages(group, n, s, h, x->b, x->stages, s->at);
  if (x->order == 0) return 0.0;
  for (int i = group->lane; i < n; i += group->lanes) {
    double sum = 0.0;
    for (int j = 0; j < x->stages; j++) sum += x->e[j] * s->k[j * n + i];
    s->k[i] = h * sum; /* of this row, nobody reads the first stage any more */
  }
  SM_GROUP_SYNC(group);
  return sm_group_error_norm(t, group, c, s->k, s->y);
}

/* The matrix 1/(h gamma) - J in the place of J, factored. What sm_chem_pivot_error says of it. */
SM_FN double sm_group_prepare_matrix(const struct sm_thread_group *group, double shift,
                                     const struct sm_group_matrix *j) {
  for (int i = group->lane; i < j->n * j->ld; i += group->lanes) j->at[i] = -j->at[i];
  SM_GROUP_SYNC(group);
  for (int i = group->lane; i < j->n; i += group->lanes) j->at[i * j->ld + i] += shift;
  SM_GROUP_SYNC(group);
  return sm_chem_pivot_error(sm_group_lu_factor(group, j), shift);
}

/* Start of a step: df/dt at s->y and, for Rosenbrock, the Jacobian. */
SM_FN void sm_group_begin_step(const struct sm_group_tables *t, const struct sm_thread_group *group,
                               const struct sm_group_reactor *p, int rosenbrock,
                               const struct sm_group_memory *m, const struct sm_group_stage *s) {
  if (rosenbrock)
    sm_group_jacobian(t, group, p, s->y, m, s->room, s->f, &s->j);
  else
    sm_group_rhs(t, group, p, s->y, m, s->f);
}

/* One step; the error. */
SM_FN double sm_group_try_step(const struct sm_group_tables *t, const struct sm_thread_group *group,
                               const struct sm_group_reactor *p, const struct sm_group_control *c,
                               const struct sm_chem_tableau *x, int rosenbrock, double h,
                               const struct sm_group_memory *m, const struct sm_group_stage *s) {
  double error;
  if (rosenbrock) {
    const double missed = sm_group_prepare_matrix(group, 1.0 / (h * x->gamma), &s->j);
    if (missed > 0.0) { /* no new state: it is the old one */
      for (int i = group->lane; i <= t->species; i += group->lanes) s->at[i] = s->y[i];
      SM_GROUP_SYNC(group);
      return missed;
    }
    error = sm_group_rosenbrock_step(t, group, p, c, x, h, m, s);
  } else {
    error = sm_group_runge_kutta_step(t, group, p, c, x, h, m, s);
  }
  const double below = sm_group_negativity(t, group, p, c, h, s->y, s->at);
  return below > error ? below : error;
}

/* Advances s->y by c->dt; rosenbrock: 1 or 0, as a constant. */
SM_FN struct sm_group_result
sm_group_advance_adaptive(const struct sm_group_tables *t, const struct sm_thread_group *group,
                          const struct sm_group_reactor *p, const struct sm_group_control *c,
                          const struct sm_chem_tableau *x, int rosenbrock,
                          const struct sm_group_memory *m, const struct sm_group_stage *s) {
  const int n = t->species + 1;
  struct sm_group_result r = {0, 0, 0, 0.0};
  struct sm_chem_step_state progress = {0.0, c->dt, c->first};
  int judged = 0;
  while (progress.t < progress.end && r.steps + r.rejected < c->limit && judged >= 0) {
    sm_group_begin_step(t, group, p, rosenbrock, m, s);
    if (!(progress.h > 0.0))
      progress.h = sm_chem_first_step(c->dt, sm_group_error_norm(t, group, c, s->y, s->y),
                                      sm_group_error_norm(t, group, c, s->f, s->y));
    const double h = sm_chem_step_length(&progress);
    const double error = sm_group_try_step(t, group, p, c, x, rosenbrock, h, m, s);
    judged = sm_chem_step_accept(&progress, h, error, s->at[n - 1] > 0.0, x->order);
    SM_GROUP_SYNC(group); /* all have seen the state */
    if (judged > 0) {
      for (int i = group->lane; i < n; i += group->lanes) s->y[i] = s->at[i];
      r.steps++;
    } else {
      r.rejected++;
    }
    SM_GROUP_SYNC(group);
  }
  r.next = progress.h;
  r.failed = progress.t < progress.end;
  return r;
}

/* In functions that are called: where the vectors of a stage lie. */
SM_FN void sm_group_stage_assume_shared(struct sm_group_stage *s) {
  SM_GROUP_SHARED(s->y);
  SM_GROUP_SHARED(s->at);
  SM_GROUP_SHARED(s->f);
  SM_GROUP_SHARED(s->k);
  SM_GROUP_SHARED(s->room);
  SM_GROUP_SHARED(s->j.at);
}

/* By a method of Rosenbrock, whose matrix is in s. */
SM_GROUP_CALL struct sm_group_result
sm_group_advance_rosenbrock(const struct sm_group_tables *t, const struct sm_thread_group *group,
                            const struct sm_group_reactor *p, const struct sm_group_control *c,
                            const struct sm_chem_tableau *x, const struct sm_group_memory *m,
                            struct sm_group_stage s) {
  sm_group_stage_assume_shared(&s);
  return sm_group_advance_adaptive(t, group, p, c, x, 1, m, &s);
}

/* By one of Runge and Kutta; in so many equal steps where it has no error. */
SM_GROUP_CALL struct sm_group_result
sm_group_advance_runge_kutta(const struct sm_group_tables *t, const struct sm_thread_group *group,
                             const struct sm_group_reactor *p, const struct sm_group_control *c,
                             const struct sm_chem_tableau *x, const struct sm_group_memory *m,
                             struct sm_group_stage s) {
  const int n = t->species + 1, steps = c->fixed_steps > 0 ? c->fixed_steps : 1;
  struct sm_group_result r = {steps, 0, 0, c->dt / (double)steps};
  double part = 0.0;
  sm_group_stage_assume_shared(&s);
  if (x->order > 0) return sm_group_advance_adaptive(t, group, p, c, x, 0, m, &s);
  for (int step = 0; step < steps; step++) {
    sm_group_rhs(t, group, p, s.y, m, s.f);
    sm_group_runge_kutta_step(t, group, p, c, x, r.next, m, &s);
    for (int i = group->lane; i < n; i += group->lanes) s.y[i] = s.at[i];
    SM_GROUP_SYNC(group);
  }
  for (int i = group->lane; i < n; i += group->lanes) part += 0.0 * s.y[i]; /* none a number: NaN */
  r.failed = !(sm_group_sum(group, part) == 0.0) || !(s.y[n - 1] > 0.0);
  return r;
}

#endif
