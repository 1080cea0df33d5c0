/* chem_team_steps.h - a reacting cell advanced through a time, in steps that its error allows, by a
 * team of lanes (chem_team_slope.h): RODAS3, of order 3 and stiffly accurate (Sandu et al. 1997).
 *
 * With M = I/(gamma h) - J, gamma = 1/2:
 *   M k1 = f(y)                     M k3 = f(y + 2 k1) + (k1 - k2)/h
 *   M k2 = f(y) + 4 k1/h            M k4 = f(y + 2 k1 + k3) + (k1 - k2 - 8/3 k3)/h
 *   y' = y + 2 k1 + k3 + k4,        error k4 */
#ifndef SM_CELL_CHEM_TEAM_STEPS_H
#define SM_CELL_CHEM_TEAM_STEPS_H

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
 * the last. No row is exchanged: the diagonal has 1/(gamma h). */
SM_TEAM_CALL void sm_team_factorise_of(struct sm_team own, struct sm_team_matrix matrix) {
  const struct sm_team *const team = &own;
  const struct sm_team_matrix *const j = &matrix;
  SM_TEAM_SHARED(matrix.at);
  const int n = matrix.n, ld = matrix.ld;
  double *const at = matrix.at;
  for (int k = 0; k < n; k += 2) {
    const int pivots = k + 1 < n ? 2 : 1;
    double *const top = at + k * ld, *const next = top + ld;
    const double inverse = 1.0 / top[k], beside = pivots > 1 ? top[k + 1] : 0.0;
    for (int i = k + 1 + team->lane; i < n; i += team->lanes) {
      const double left = at[i * ld + k] * inverse;
      at[i * ld + k] = left;
      at[i * ld + k + 1] -= left * beside;
    }
    if (team->lane == 0) top[n] = inverse;
    SM_TEAM_SYNC(team);
    if (pivots > 1) {
      const double second = 1.0 / next[k + 1], left = next[k];
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
}

SM_FN void sm_team_factorise(const struct sm_team *team, const struct sm_team_matrix *j) {
  sm_team_factorise_of(*team, *j);
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
  double dt;         /* s, to be gone through */
  double first;      /* s, first step; 0: from the slope */
  double rtol, atol; /* of shares of molecules and of the temperature (K) */
  int32_t limit;     /* steps at most */
};

struct sm_team_result {
  int32_t steps, rejected; /* of which the error allowed, and did not */
  int32_t failed;          /* 1: not at the end; the state is where it came to */
  double next;             /* s, the step that the error would allow next */
};

/* Room of a team, after that of the rates. What the Jacobian takes is free again before the step.
 */
struct sm_team_stage {
  double *y, *at, *f, *k1, *k2, *k3, *k4; /* species + 1 */
  double *room;                           /* of the Jacobian */
  struct sm_team_matrix j;
};
SM_FN size_t sm_team_spare_doubles(const struct sm_team_tables *t) {
  const size_t vectors = 5 * (size_t)(t->species + 1), jacobian = sm_team_jacobian_doubles(t);
  return vectors > jacobian ? vectors : jacobian;
}
SM_FN size_t sm_team_stage_doubles(const struct sm_team_tables *t) {
  const size_t n = (size_t)t->species + 1;
  return sm_team_spare_doubles(t) + 2 * n + n * (size_t)sm_team_ld((int)n);
}
SM_FN struct sm_team_stage sm_team_stage_at(const struct sm_team_tables *t, double *from) {
  const int n = t->species + 1;
  struct sm_team_stage s;
  s.y = from;
  s.f = s.y + n;
  s.at = s.f + n;
  s.k1 = s.at + n;
  s.k2 = s.k1 + n;
  s.k3 = s.k2 + n;
  s.k4 = s.k3 + n;
  s.room = s.at;
  s.j.at = s.at + sm_team_spare_doubles(t);
  s.j.n = n;
  s.j.ld = sm_team_ld(n);
  return s;
}

/* Root of the mean square of x over what is tolerated at y: 1 is just allowed. */
SM_FN double sm_team_norm(const struct sm_team_tables *t, const struct sm_team *team,
                          const struct sm_team_control *c, const double *x, const double *y,
                          const double *other) {
  double part = 0.0;
  for (int k = team->lane; k <= t->species; k += team->lanes) {
    const double a = fabs(y[k]), b = fabs(other[k]), size = a > b ? a : b;
    const double over = x[k] / (c->atol + c->rtol * size);
    part += over * over;
  }
  return sqrt(sm_team_sum(team, part) / (double)(t->species + 1));
}

/* One step from s->y to s->at, whose slope f and matrix are there; returns the error. */
SM_FN double sm_team_rodas(const struct sm_team_tables *t, const struct sm_team *team,
                           const struct sm_team_problem *p, const struct sm_team_control *c,
                           double h, const struct sm_team_memory *m,
                           const struct sm_team_stage *s) {
  const int n = t->species + 1;
  const double per = 1.0 / h;
  for (int i = team->lane; i < n; i += team->lanes) s->k1[i] = s->f[i];
  SM_TEAM_SYNC(team);
  sm_team_solve(team, &s->j, s->k1);
  for (int i = team->lane; i < n; i += team->lanes) s->k2[i] = s->f[i] + 4.0 * per * s->k1[i];
  SM_TEAM_SYNC(team);
  sm_team_solve(team, &s->j, s->k2);
  for (int i = team->lane; i < n; i += team->lanes) s->at[i] = s->y[i] + 2.0 * s->k1[i];
  SM_TEAM_SYNC(team);
  sm_team_slope(t, team, p, s->at, m, s->k3);
  for (int i = team->lane; i < n; i += team->lanes) s->k3[i] += per * (s->k1[i] - s->k2[i]);
  SM_TEAM_SYNC(team);
  sm_team_solve(team, &s->j, s->k3);
  for (int i = team->lane; i < n; i += team->lanes) s->at[i] += s->k3[i];
  SM_TEAM_SYNC(team);
  sm_team_slope(t, team, p, s->at, m, s->k4);
  for (int i = team->lane; i < n; i += team->lanes)
    s->k4[i] += per * (s->k1[i] - s->k2[i] - 8.0 / 3.0 * s->k3[i]);
  SM_TEAM_SYNC(team);
  sm_team_solve(team, &s->j, s->k4);
  for (int i = team->lane; i < n; i += team->lanes) s->at[i] += s->k4[i];
  SM_TEAM_SYNC(team);
  return sm_team_norm(t, team, c, s->k4, s->y, s->at);
}

/* The factor of the step after an error of order 3: between 1/5 and 6. */
SM_FN double sm_team_growth(double error) {
  const double root = error > 1e-12 ? sm_chem_exp(-sm_chem_log(error) / 3.0) : 1e4;
  const double factor = 0.9 * root;
  return factor > 6.0 ? 6.0 : factor > 0.2 ? factor : 0.2;
}

/* Advances s->y by c->dt. */
SM_FN struct sm_team_result
sm_team_advance(const struct sm_team_tables *t, const struct sm_team *team,
                const struct sm_team_problem *p, const struct sm_team_control *c,
                const struct sm_team_memory *m, const struct sm_team_stage *s) {
  const int n = t->species + 1;
  struct sm_team_result r = {0, 0, 0, c->first > 0.0 ? c->first : c->dt};
  double time = 0.0;
  int again = 0;
  while (time < c->dt && r.steps + r.rejected < c->limit) {
    sm_team_jacobian(t, team, p, s->y, m, s->room, s->f, &s->j);
    if (r.steps + r.rejected == 0 && c->first <= 0.0) {
      const double slope = sm_team_norm(t, team, c, s->f, s->y, s->y);
      r.next = slope * c->dt > 1.0 ? 1.0 / slope : c->dt;
    }
    const double left = c->dt - time, h = r.next < left ? r.next : left;
    for (int i = team->lane; i < n * s->j.ld; i += team->lanes) s->j.at[i] = -s->j.at[i];
    SM_TEAM_SYNC(team);
    for (int i = team->lane; i < n; i += team->lanes) s->j.at[i * s->j.ld + i] += 2.0 / h;
    SM_TEAM_SYNC(team);
    sm_team_factorise(team, &s->j);
    const double error = sm_team_rodas(t, team, p, c, h, m, s);
    const int good = error <= 1.0 && s->at[n - 1] > 0.0;
    const double factor = error >= 0.0 && error < 1e30 ? sm_team_growth(error) : 0.1;
    if (good) {
      for (int i = team->lane; i < n; i += team->lanes) s->y[i] = s->at[i];
      time = h < left ? time + h : c->dt;
      r.steps++;
    } else {
      r.rejected++;
    }
    /* A step cut short by the end says little of what the error allows. */
    const double next = h * (good && again && factor > 1.0 ? 1.0
                             : good                        ? factor
                             : factor < 1.0                ? factor
                                                           : 0.5);
    r.next = good && h < r.next && next < r.next ? r.next : next;
    again = !good;
    SM_TEAM_SYNC(team);
    if (!(h > 1e-16 * c->dt)) break;
  }
  r.failed = time < c->dt;
  return r;
}

#endif
