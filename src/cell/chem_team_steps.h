/* chem_team_steps.h - a reacting cell advanced through a time, in steps that its error allows
 * (chem_step.h), by a team of lanes (chem_team_slope.h): the methods of chem_tableau.h. */
#ifndef SM_CELL_CHEM_TEAM_STEPS_H
#define SM_CELL_CHEM_TEAM_STEPS_H

#include "cell/chem_step.h"
#include "cell/chem_tableau.h"
#include "cell/chem_team_slope.h"

/* Takes multiples of the rows k .. k + pivots - 1 from the rows below them, in the columns right of
 * the pivots. Lanes have columns, and read four rows before they write them: what they wait for is
 * memory. */
SM_FN void sm_team_eliminate(const struct sm_team *team, const struct sm_team_matrix *j, int k,
                             int pivots) {
  const int n = j->n, ld = j->ld, first = k + pivots, second = pivots > 1 ? k + 1 : k;
  double *const at = j->at;
  for (int m = first + team->lane; m < n; m += team->lanes) {
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
SM_TEAM_CALL double sm_team_factorise_of(struct sm_team own, struct sm_team_matrix matrix) {
  const struct sm_team *const team = &own;
  const struct sm_team_matrix *const j = &matrix;
  SM_TEAM_SHARED(matrix.at);
  const int n = matrix.n, ld = matrix.ld;
  double *const at = matrix.at;
  double least = at[0];
  for (int k = 0; k < n; k += 2) {
    const int pivots = k + 1 < n ? 2 : 1;
    double *const top = at + k * ld, *const next = top + ld;
    const double inverse = 1.0 / top[k], beside = pivots > 1 ? top[k + 1] : 0.0;
    least = top[k] < least ? top[k] : least;
    for (int i = k + 1 + team->lane; i < n; i += team->lanes) {
      const double left = at[i * ld + k] * inverse;
      at[i * ld + k] = left;
      at[i * ld + k + 1] -= left * beside;
    }
    if (team->lane == 0) top[n] = inverse;
    SM_TEAM_SYNC(team);
    if (pivots > 1) {
      const double second = 1.0 / next[k + 1], left = next[k];
      least = next[k + 1] < least ? next[k + 1] : least;
      for (int m = k + 2 + team->lane; m < n; m += team->lanes) {
        next[m] -= left * top[m];
        at[m * ld + k + 1] *= second;
      }
      if (team->lane == 0) next[n] = second;
      SM_TEAM_SYNC(team);
    }
    sm_team_eliminate(team, j, k, pivots);
    SM_TEAM_SYNC(team);
  }
  return least;
}

SM_FN double sm_team_factorise(const struct sm_team *team, const struct sm_team_matrix *j) {
  return sm_team_factorise_of(*team, *j);
}

#ifdef __CUDA_ARCH__
/* The same as below where every lane can have its part of x in registers: `parts` numbers, a
 * constant, and all loops over them are written out. */
enum { SM_TEAM_PARTS = 4 };
static __device__ __forceinline__ void sm_team_solve_parts(const struct sm_team *team,
                                                           const struct sm_team_matrix *j,
                                                           double *x, const int parts) {
  const int n = j->n, ld = j->ld, lanes = team->lanes;
  double part[SM_TEAM_PARTS];
#pragma unroll
  for (int p = 0; p < parts; p++)
    part[p] = p * lanes + team->lane < n ? x[p * lanes + team->lane] : 0.0;
#pragma unroll
  for (int p = 0; p < parts; p++)
    for (int k = p * lanes; k < n && k < (p + 1) * lanes; k++) {
      const double known = __shfl_sync(team->mask, part[p], k - p * lanes, lanes);
#pragma unroll
      for (int q = p; q < parts; q++) {
        const int i = q * lanes + team->lane;
        if (i > k && i < n) part[q] -= j->at[i * ld + k] * known;
      }
    }
#pragma unroll
  for (int p = parts - 1; p >= 0; p--)
    for (int k = (n < (p + 1) * lanes ? n : (p + 1) * lanes) - 1; k >= p * lanes; k--) {
      const double known =
          __shfl_sync(team->mask, part[p], k - p * lanes, lanes) * j->at[k * ld + n];
      if (team->lane == k - p * lanes) part[p] = known;
#pragma unroll
      for (int q = 0; q <= p; q++) {
        const int i = q * lanes + team->lane;
        if (i < k) part[q] -= j->at[i * ld + k] * known;
      }
    }
#pragma unroll
  for (int p = 0; p < parts; p++)
    if (p * lanes + team->lane < n) x[p * lanes + team->lane] = part[p];
  SM_TEAM_SYNC(team);
}
#endif

/* x becomes the solution of the system with right-hand side x. */
SM_TEAM_CALL void sm_team_solve_of(struct sm_team own, struct sm_team_matrix matrix, double *x) {
  const struct sm_team *const team = &own;
  const struct sm_team_matrix *const j = &matrix;
  const int n = matrix.n, ld = matrix.ld;
  SM_TEAM_SHARED(matrix.at);
  SM_TEAM_SHARED(x);
#ifdef __CUDA_ARCH__
  if (n <= 2 * team->lanes) {
    sm_team_solve_parts(team, j, x, 2);
    return;
  }
  if (n <= SM_TEAM_PARTS * team->lanes) {
    sm_team_solve_parts(team, j, x, SM_TEAM_PARTS);
    return;
  }
#endif
  for (int k = 0; k < n - 1; k++) {
    const double known = x[k];
    for (int i = k + 1 + team->lane; i < n; i += team->lanes) x[i] -= j->at[i * ld + k] * known;
    SM_TEAM_SYNC(team);
  }
  for (int k = n - 1; k >= 0; k--) {
    const double known = x[k] * j->at[k * ld + n];
    SM_TEAM_SYNC(team);
    if (team->lane == 0) x[k] = known;
    for (int i = team->lane; i < k; i += team->lanes) x[i] -= j->at[i * ld + k] * known;
    SM_TEAM_SYNC(team);
  }
}

SM_FN void sm_team_solve(const struct sm_team *team, const struct sm_team_matrix *j, double *x) {
  sm_team_solve_of(*team, *j, x);
}

struct sm_team_control {
  double dt;           /* s, to be gone through */
  double first;        /* s, first step; 0: from the slope */
  double rtol, atol;   /* of shares of molecules; rtol of the temperature too */
  int32_t limit;       /* steps at most */
  int32_t fixed_steps; /* of a method without an error; 0: 1 */
};

struct sm_team_result {
  int32_t steps, rejected; /* of which the error allowed, and did not */
  int32_t failed;          /* 1: not at the end; the state is where it came to */
  double next;             /* s, the step that the error would allow next */
};

/* Room of a team, after that of the rates; a method of no stages has no matrix. What the Jacobian
 * takes is free again before the step. */
struct sm_team_stage {
  double *y, *at, *f, *k; /* species + 1; k: one of each stage */
  double *source;         /* of the problem, where there is one */
  double *room;           /* of the Jacobian */
  struct sm_team_matrix j;
};
SM_FN size_t sm_team_spare_doubles(const struct sm_team_tables *t, int stages) {
  const size_t vectors = (size_t)(stages + 1) * (size_t)(t->species + 1);
  const size_t jacobian = sm_team_jacobian_doubles(t);
  return vectors > jacobian ? vectors : jacobian;
}
SM_FN size_t sm_team_stage_doubles(const struct sm_team_tables *t, int stages, int matrix,
                                   int source) {
  const size_t n = (size_t)t->species + 1, vectors = (size_t)stages + 1;
  return (source ? 3 : 2) * n + (matrix ? sm_team_spare_doubles(t, stages) : vectors * n) +
         (matrix ? n * (size_t)sm_team_ld((int)n) : 0);
}
SM_FN struct sm_team_stage sm_team_stage_at(const struct sm_team_tables *t, int stages, int source,
                                            double *from) {
  const int n = t->species + 1;
  struct sm_team_stage s;
  s.y = from;
  s.f = s.y + n;
  s.source = s.f + n;
  s.at = source ? s.source + n : s.source;
  s.k = s.at + n;
  s.room = s.at;
  s.j.at = s.at + sm_team_spare_doubles(t, stages);
  s.j.n = n;
  s.j.ld = sm_team_ld(n);
  return s;
}

/* Root of the mean square of x over what is allowed at y, of the species, of the sum of them, and
 * of the temperature: 1 is just allowed. */
SM_FN double sm_team_norm(const struct sm_team_tables *t, const struct sm_team *team,
                          const struct sm_team_control *c, const double *x, const double *y) {
  const int n = t->species;
  double part = 0.0, off = 0.0, moles = 0.0;
  for (int k = team->lane; k < n; k += team->lanes) {
    const double over = x[k] / (c->atol + c->rtol * fabs(y[k]));
    part += over * over;
    off += x[k];
    moles += y[k];
  }
  const double all = sm_team_sum(team, off) / (c->atol + c->rtol * fabs(sm_team_sum(team, moles)));
  const double warm = x[n] / (c->rtol * fabs(y[n]));
  return sqrt((sm_team_sum(team, part) + all * all + warm * warm) / (double)(n + 2));
}

/* The largest of what species fall below 0 by from s->y to s->at in a step of h (chem_step.h). */
SM_FN double sm_team_below(const struct sm_team_tables *t, const struct sm_team *team,
                           const struct sm_team_problem *p, const struct sm_team_control *c,
                           double h, const double *y, const double *at) {
  double most = 0.0;
  for (int k = team->lane; k < t->species; k += team->lanes) {
    const double below =
        sm_chem_below(y[k], at[k], p->source != NULL ? p->source[k] : 0.0, h, c->atol);
    most = t->guarded[k] && below > most ? below : most;
  }
  return sm_team_most(team, most);
}

/* to = y + times sum of a_i k_i of the first so many stages. */
SM_FN void sm_team_combine(const struct sm_team *team, int n, const struct sm_team_stage *s,
                           double times, const double *a, int count, double *to) {
  for (int i = team->lane; i < n; i += team->lanes) {
    double sum = 0.0;
    for (int j = 0; j < count; j++) sum += a[j] * s->k[j * n + i];
    to[i] = s->y[i] + times * sum;
  }
  SM_TEAM_SYNC(team);
}

/* One step of Rosenbrock from s->y, whose slope f and matrix are there, to s->at; the error. */
SM_FN double sm_team_rosenbrock(const struct sm_team_tables *t, const struct sm_team *team,
                                const struct sm_team_problem *p, const struct sm_team_control *c,
                                const struct sm_chem_tableau *x, double h,
                                const struct sm_team_memory *m, const struct sm_team_stage *s) {
  const int n = t->species + 1;
  for (int i = 0; i < x->stages; i++) {
    double *const k = s->k + i * n;
    const int fresh = i > 0 && i != x->stale;
    if (fresh) {
      sm_team_combine(team, n, s, 1.0, x->a[i], i, s->at);
      sm_team_slope(t, team, p, s->at, m, k);
    }
    for (int l = team->lane; l < n; l += team->lanes) {
      double sum = fresh ? k[l] : s->f[l];
      for (int j = 0; j < i; j++) sum += x->c[i][j] / h * s->k[j * n + l];
      k[l] = sum;
    }
    SM_TEAM_SYNC(team);
    sm_team_solve(team, &s->j, k);
  }
  const double *const last = s->k + (x->stages - 1) * n;
  for (int i = team->lane; i < n; i += team->lanes) s->at[i] += last[i];
  SM_TEAM_SYNC(team);
  return sm_team_norm(t, team, c, last, s->y);
}

/* One step of Runge and Kutta from s->y, whose slope f is there, to s->at; the error, 0 where the
 * method has none. */
SM_FN double sm_team_runge_kutta(const struct sm_team_tables *t, const struct sm_team *team,
                                 const struct sm_team_problem *p, const struct sm_team_control *c,
                                 const struct sm_chem_tableau *x, double h,
                                 const struct sm_team_memory *m, const struct sm_team_stage *s) {
  const int n = t->species + 1;
  for (int l = team->lane; l < n; l += team->lanes) s->k[l] = s->f[l];
  SM_TEAM_SYNC(team);
  for (int i = 1; i < x->stages; i++) {
    sm_team_combine(team, n, s, h, x->a[i], i, s->at);
    sm_team_slope(t, team, p, s->at, m, s->k + i * n);
  }
  sm_team_combine(team, n, s, h, x->b, x->stages, s->at);
  if (x->order == 0) return 0.0;
  for (int i = team->lane; i < n; i += team->lanes) {
    double sum = 0.0;
    for (int j = 0; j < x->stages; j++) sum += x->e[j] * s->k[j * n + i];
    s->k[i] = h * sum; /* of this row, nobody reads the first stage any more */
  }
  SM_TEAM_SYNC(team);
  return sm_team_norm(t, team, c, s->k, s->y);
}

/* The matrix 1/(h gamma) - J in the place of J, factored. What sm_chem_missed says of it. */
SM_FN double sm_team_prepare(const struct sm_team *team, double shift,
                             const struct sm_team_matrix *j) {
  for (int i = team->lane; i < j->n * j->ld; i += team->lanes) j->at[i] = -j->at[i];
  SM_TEAM_SYNC(team);
  for (int i = team->lane; i < j->n; i += team->lanes) j->at[i * j->ld + i] += shift;
  SM_TEAM_SYNC(team);
  return sm_chem_missed(sm_team_factorise(team, j), shift);
}

/* What a step begins with: df/dt at s->y and, for Rosenbrock, the Jacobian. */
SM_FN void sm_team_look(const struct sm_team_tables *t, const struct sm_team *team,
                        const struct sm_team_problem *p, int rosenbrock,
                        const struct sm_team_memory *m, const struct sm_team_stage *s) {
  if (rosenbrock)
    sm_team_jacobian(t, team, p, s->y, m, s->room, s->f, &s->j);
  else
    sm_team_slope(t, team, p, s->y, m, s->f);
}

/* One step; the error. */
SM_FN double sm_team_try(const struct sm_team_tables *t, const struct sm_team *team,
                         const struct sm_team_problem *p, const struct sm_team_control *c,
                         const struct sm_chem_tableau *x, int rosenbrock, double h,
                         const struct sm_team_memory *m, const struct sm_team_stage *s) {
  double error;
  if (rosenbrock) {
    const double missed = sm_team_prepare(team, 1.0 / (h * x->gamma), &s->j);
    if (missed > 0.0) { /* no new state: it is the old one */
      for (int i = team->lane; i <= t->species; i += team->lanes) s->at[i] = s->y[i];
      SM_TEAM_SYNC(team);
      return missed;
    }
    error = sm_team_rosenbrock(t, team, p, c, x, h, m, s);
  } else {
    error = sm_team_runge_kutta(t, team, p, c, x, h, m, s);
  }
  const double below = sm_team_below(t, team, p, c, h, s->y, s->at);
  return below > error ? below : error;
}

/* Advances s->y by c->dt; rosenbrock: 1 or 0, as a constant. */
SM_FN struct sm_team_result
sm_team_advance_by(const struct sm_team_tables *t, const struct sm_team *team,
                   const struct sm_team_problem *p, const struct sm_team_control *c,
                   const struct sm_chem_tableau *x, int rosenbrock, const struct sm_team_memory *m,
                   const struct sm_team_stage *s) {
  const int n = t->species + 1;
  struct sm_team_result r = {0, 0, 0, 0.0};
  struct sm_chem_way way = {0.0, c->dt, c->first};
  int judged = 0;
  while (way.t < way.end && r.steps + r.rejected < c->limit && judged >= 0) {
    sm_team_look(t, team, p, rosenbrock, m, s);
    if (!(way.h > 0.0))
      way.h = sm_chem_first_step(c->dt, sm_team_norm(t, team, c, s->y, s->y),
                                 sm_team_norm(t, team, c, s->f, s->y));
    const double h = sm_chem_step_length(&way);
    const double error = sm_team_try(t, team, p, c, x, rosenbrock, h, m, s);
    judged = sm_chem_step_judge(&way, h, error, s->at[n - 1] > 0.0, x->order);
    SM_TEAM_SYNC(team); /* all have seen the state */
    if (judged > 0) {
      for (int i = team->lane; i < n; i += team->lanes) s->y[i] = s->at[i];
      r.steps++;
    } else {
      r.rejected++;
    }
    SM_TEAM_SYNC(team);
  }
  r.next = way.h;
  r.failed = way.t < way.end;
  return r;
}

/* In functions that are called: where the vectors of a stage lie. */
SM_FN void sm_team_stage_lies(struct sm_team_stage *s) {
  SM_TEAM_SHARED(s->y);
  SM_TEAM_SHARED(s->at);
  SM_TEAM_SHARED(s->f);
  SM_TEAM_SHARED(s->k);
  SM_TEAM_SHARED(s->room);
  SM_TEAM_SHARED(s->j.at);
}

/* By a method of Rosenbrock, whose matrix is in s. */
SM_TEAM_CALL struct sm_team_result
sm_team_advance_rosenbrock(const struct sm_team_tables *t, const struct sm_team *team,
                           const struct sm_team_problem *p, const struct sm_team_control *c,
                           const struct sm_chem_tableau *x, const struct sm_team_memory *m,
                           struct sm_team_stage s) {
  sm_team_stage_lies(&s);
  return sm_team_advance_by(t, team, p, c, x, 1, m, &s);
}

/* By one of Runge and Kutta; in so many equal steps where it has no error. */
SM_TEAM_CALL struct sm_team_result
sm_team_advance_runge_kutta(const struct sm_team_tables *t, const struct sm_team *team,
                            const struct sm_team_problem *p, const struct sm_team_control *c,
                            const struct sm_chem_tableau *x, const struct sm_team_memory *m,
                            struct sm_team_stage s) {
  const int n = t->species + 1, steps = c->fixed_steps > 0 ? c->fixed_steps : 1;
  struct sm_team_result r = {steps, 0, 0, c->dt / (double)steps};
  double part = 0.0;
  sm_team_stage_lies(&s);
  if (x->order > 0) return sm_team_advance_by(t, team, p, c, x, 0, m, &s);
  for (int step = 0; step < steps; step++) {
    sm_team_slope(t, team, p, s.y, m, s.f);
    sm_team_runge_kutta(t, team, p, c, x, r.next, m, &s);
    for (int i = team->lane; i < n; i += team->lanes) s.y[i] = s.at[i];
    SM_TEAM_SYNC(team);
  }
  for (int i = team->lane; i < n; i += team->lanes) part += 0.0 * s.y[i]; /* none a number: NaN */
  r.failed = !(sm_team_sum(team, part) == 0.0) || !(s.y[n - 1] > 0.0);
  return r;
}

#endif
