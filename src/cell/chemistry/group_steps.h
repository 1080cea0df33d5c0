/* cell/chemistry/group_steps.h - adaptive time integration of a reacting cell
 * (cell/chemistry/step_control.h) by a thread group (cell/chemistry/group_rhs.h), with the methods
 * of cell/chemistry/tableau.h. */
#ifndef SM_CELL_CHEMISTRY_GROUP_STEPS_H
#define SM_CELL_CHEMISTRY_GROUP_STEPS_H

#ifdef SM_GROUP_SPARSE
#include "cell/chemistry/group_sparse.h"
#else
#include "cell/chemistry/group_dense.h"
#endif
#include "cell/chemistry/step_control.h"
#include "cell/chemistry/tableau.h"

struct sm_group_control {
  double dt;           /* time span, s */
  double first;        /* first step, s; 0: estimated */
  double rtol, atol;   /* relative and absolute tolerance of mole fractions; rtol also of the
                          temperature */
  int32_t limit;       /* largest number of steps */
  int32_t fixed_steps; /* for a method without error estimate; 0: 1 */
};

struct sm_group_result {
  int32_t steps, rejected; /* accepted and rejected steps */
  int32_t failed;          /* 1: the end was not reached; the state is the last one */
  double next;             /* step that the error would allow next, s */
};

/* Work space of a group besides those of the rates and the matrix. The part of the Jacobian is free
 * again before the step. */
struct sm_group_stage {
  double *y, *at, *f, *k; /* vectors of unknowns; k: one per stage */
  double *source;         /* source of the problem, if any: species + 1 */
  double *room;           /* work space of the Jacobian */
  struct sm_group_matrix j;
};
SM_FN size_t sm_group_spare_doubles(const struct sm_group_tables *t, int stages) {
  const size_t vectors = (size_t)(stages + 1) * (size_t)(t->species + SM_GROUP_BESIDE);
  const size_t jacobian = sm_group_jacobian_doubles(t);
  return vectors > jacobian ? vectors : jacobian;
}
SM_FN size_t sm_group_stage_doubles(const struct sm_group_tables *t, int stages, int matrix,
                                    int source) {
  const size_t n = (size_t)(t->species + SM_GROUP_BESIDE), vectors = (size_t)stages + 1;
  return (source ? 3 : 2) * n + (matrix ? sm_group_spare_doubles(t, stages) : vectors * n);
}
SM_FN struct sm_group_stage sm_group_stage_at(const struct sm_group_tables *t, int source,
                                              double *from, double *matrix) {
  const int n = t->species + SM_GROUP_BESIDE;
  struct sm_group_stage s;
  s.y = from;
  s.f = s.y + n;
  s.source = s.f + n;
  s.at = source ? s.source + n : s.source;
  s.k = s.at + n;
  s.room = s.at;
  s.j = sm_group_matrix_at(t, matrix);
  return s;
}

/* Root mean square of x over the tolerance at y, of the species, their sum, and the temperature: 1
 * is just allowed. */
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

/* Largest decrease of a species below 0 from s->y to s->at in a step of h
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

/* to = y + times sum of a_i k_i over the first `count` stages. */
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

/* Rosenbrock step from s->y, with f and the matrix computed, to s->at; returns the error. */
SM_FN double
sm_group_rosenbrock_step(const struct sm_group_tables *t, const struct sm_thread_group *group,
                         const struct sm_group_reactor *p, const struct sm_group_control *c,
                         const struct sm_chem_tableau *x, double h, const struct sm_group_memory *m,
                         const struct sm_group_stage *s) {
  const int n = t->species + SM_GROUP_BESIDE;
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
    sm_group_lu_solve(t, group, m, &s->j, k);
  }
  const double *const last = s->k + (x->stages - 1) * n;
  for (int i = group->lane; i < n; i += group->lanes) s->at[i] += last[i];
  SM_GROUP_SYNC(group);
  return sm_group_error_norm(t, group, c, last, s->y);
}

/* Runge-Kutta step from s->y, with f computed, to s->at; returns the error, 0 if the method has no
 * estimate. */
SM_FN double
sm_group_runge_kutta_step(const struct sm_group_tables *t, const struct sm_thread_group *group,
                          const struct sm_group_reactor *p, const struct sm_group_control *c,
                          const struct sm_chem_tableau *x, double h,
                          const struct sm_group_memory *m, const struct sm_group_stage *s) {
  const int n = t->species + SM_GROUP_BESIDE;
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
    s->k[i] = h * sum; /* the first stage is not read again in this row */
  }
  SM_GROUP_SYNC(group);
  return sm_group_error_norm(t, group, c, s->k, s->y);
}

/* Replaces J by the factored matrix 1/(h gamma) - J. Returns sm_chem_pivot_error. */
SM_FN double sm_group_prepare_matrix(const struct sm_group_tables *t,
                                     const struct sm_thread_group *group, double shift,
                                     const struct sm_group_matrix *j) {
  const int numbers = (int)sm_group_matrix_doubles(t);
  for (int i = group->lane; i < numbers; i += group->lanes) j->at[i] = -j->at[i];
  SM_GROUP_SYNC(group);
  for (int i = group->lane; i < j->n; i += group->lanes) *sm_group_diagonal(t, j, i) += shift;
  SM_GROUP_SYNC(group);
  return sm_chem_pivot_error(sm_group_lu_factor(t, group, j), shift);
}

/* Start of a step: f at s->y and, for Rosenbrock, the Jacobian. */
SM_FN void sm_group_begin_step(const struct sm_group_tables *t, const struct sm_thread_group *group,
                               const struct sm_group_reactor *p, int rosenbrock,
                               const struct sm_group_memory *m, const struct sm_group_stage *s) {
  if (rosenbrock)
    sm_group_jacobian(t, group, p, s->y, m, s->room, s->f, &s->j);
  else
    sm_group_rhs(t, group, p, s->y, m, s->f);
}

/* Tries one step; returns the error. */
SM_FN double sm_group_try_step(const struct sm_group_tables *t, const struct sm_thread_group *group,
                               const struct sm_group_reactor *p, const struct sm_group_control *c,
                               const struct sm_chem_tableau *x, int rosenbrock, double h,
                               const struct sm_group_memory *m, const struct sm_group_stage *s) {
  double error;
  if (rosenbrock) {
    const double missed = sm_group_prepare_matrix(t, group, 1.0 / (h * x->gamma), &s->j);
    if (missed > 0.0) { /* keeps the old state */
      for (int i = group->lane; i < s->j.n; i += group->lanes) s->at[i] = s->y[i];
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

/* Advances s->y by c->dt; rosenbrock: 1 or 0, a compile-time constant. */
SM_FN struct sm_group_result
sm_group_advance_adaptive(const struct sm_group_tables *t, const struct sm_thread_group *group,
                          const struct sm_group_reactor *p, const struct sm_group_control *c,
                          const struct sm_chem_tableau *x, int rosenbrock,
                          const struct sm_group_memory *m, const struct sm_group_stage *s) {
  const int n = t->species + SM_GROUP_BESIDE;
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
    judged = sm_chem_step_accept(&progress, h, error, s->at[t->species] > 0.0, x->order);
    SM_GROUP_SYNC(group); /* all lanes have read the state */
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

/* For called functions: address spaces of the vectors of a stage. */
SM_FN void sm_group_stage_assume_shared(struct sm_group_stage *s) {
  SM_GROUP_SHARED(s->y);
  SM_GROUP_SHARED(s->at);
  SM_GROUP_SHARED(s->f);
  SM_GROUP_SHARED(s->k);
  SM_GROUP_SHARED(s->room);
  SM_GROUP_SHARED(s->j.at);
}

/* Advances with a Rosenbrock method, whose matrix is in s. */
SM_GROUP_CALL struct sm_group_result
sm_group_advance_rosenbrock(const struct sm_group_tables *t, const struct sm_thread_group *group,
                            const struct sm_group_reactor *p, const struct sm_group_control *c,
                            const struct sm_chem_tableau *x, const struct sm_group_memory *m,
                            struct sm_group_stage s) {
  sm_group_stage_assume_shared(&s);
  return sm_group_advance_adaptive(t, group, p, c, x, 1, m, &s);
}

/* Advances with a Runge-Kutta method; in fixed equal steps if it has no error estimate. */
SM_GROUP_CALL struct sm_group_result
sm_group_advance_runge_kutta(const struct sm_group_tables *t, const struct sm_thread_group *group,
                             const struct sm_group_reactor *p, const struct sm_group_control *c,
                             const struct sm_chem_tableau *x, const struct sm_group_memory *m,
                             struct sm_group_stage s) {
  const int n = t->species + SM_GROUP_BESIDE, steps = c->fixed_steps > 0 ? c->fixed_steps : 1;
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
  for (int i = group->lane; i < n; i += group->lanes) part += 0.0 * s.y[i]; /* NaN if not finite */
  r.failed = !(sm_group_sum(group, part) == 0.0) || !(s.y[t->species] > 0.0);
  return r;
}

#endif
