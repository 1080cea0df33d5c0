/* internal.h - functions shared by the files of this folder, which are compiled once per x86-64
 * level. */
#ifndef SM_CHEM_BATCH_INTERNAL_H
#define SM_CHEM_BATCH_INTERNAL_H

#include "cell/chemistry/rates.h"
#include "cell/chemistry/step_control.h"
#include "chem/batch/batch.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

#ifdef SM_LEVEL
#define JOIN_(A, B) A##_##B
#define JOIN(A, B) JOIN_(A, B)
#define OF_LEVEL(NAME) JOIN(NAME, SM_LEVEL)
#else
#define OF_LEVEL(NAME) NAME
#endif

#ifdef SM_BATCH_ONE
enum { LANES = 1 };
#else
enum { LANES = SM_BATCH_CELLS };
#endif
#define EACH_LANE _Pragma("omp simd") for (int l = 0; l < LANES; l++)

#define X(NAME, RESULT, ...) RESULT OF_LEVEL(sm_batch_##NAME)(__VA_ARGS__);
SM_BATCH_FUNCTIONS(X)
#undef X

static inline double *row_of(double *rows, ptrdiff_t i) { return rows + i * LANES; }
static inline const double *row_at(const double *rows, ptrdiff_t i) { return rows + i * LANES; }

/* Functions shared between files of the folder. */

/* Temperature, pressure, concentrations and volume of a reactor at y. */
void OF_LEVEL(sm_batch_set_space)(struct sm_batch_reactor *r, const double *y);
/* Net rates of progress of all reactions (forward - reverse). */
void OF_LEVEL(sm_batch_net_progress)(const struct sm_kinetics *k, struct sm_batch_workspace *a,
                                     double *q);
/* Sum of n_i cp_i/R. */
void OF_LEVEL(sm_batch_heat_capacity)(const struct sm_kinetics *k, const double *t, const double *n,
                                      double *out);

/* ln T, 1/T, f and v, concentrations of colliders. */
void OF_LEVEL(sm_batch_prepare)(const struct sm_kinetics *k, struct sm_batch_workspace *a);
/* x: rate factor of a step without its factor a, or the constant of a special step. */
void OF_LEVEL(sm_batch_rate_factor)(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                                    struct sm_batch_workspace *a);
/* Rate factor with the derivatives by_t, by_m and by_p. */
void OF_LEVEL(sm_batch_factor_derivatives)(const struct sm_kinetics *k,
                                           const struct sm_kinetics_step *s,
                                           struct sm_batch_workspace *a);
/* x of a special rate constant; with its derivatives if `slopes`. */
void OF_LEVEL(sm_batch_special_rate)(const struct sm_kinetics *k,
                                     const struct sm_kinetics_special *s, const double *m,
                                     struct sm_batch_workspace *a, bool slopes);
/* Multiplies q by the product of powers of concentrations, and by 1/Kc for reverse steps. */
void OF_LEVEL(sm_batch_orders)(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                               const struct sm_batch_workspace *a, double *q);

/* Derivatives of production rates by concentrations, by the total concentration (colliders and,
 * with `pressure`, pressure-dependent constants), and by temperature. h: h/RT of the species. */
void OF_LEVEL(sm_batch_rate_derivatives)(const struct sm_kinetics *k,
                                         const struct sm_sparse_lu *sparse,
                                         struct sm_batch_workspace *a, const double *h,
                                         bool pressure, double *values);
/* Sum of n_i d(cp_i/R)/dT. */
void OF_LEVEL(sm_batch_cp_derivative)(const struct sm_kinetics *k, const double *t, const double *n,
                                      double *out);
/* LU factorisation in place, with the smallest pivot of each cell; solution in place of the
 * right-hand side. */
void OF_LEVEL(sm_batch_lu_factor)(const struct sm_sparse_lu *s, double *values, double *least);
void OF_LEVEL(sm_batch_lu_solve)(const struct sm_sparse_lu *s, double *values, double *x);

/* Step size control, cell by cell, for all integrators of this folder. */

/* Error tolerance of unknown i in every cell. */
static inline void sm_batch_tolerance(const struct sm_batch_run *r, int32_t i, double *out) {
  const double *y = row_at(r->y, i), atol = r->atol[i];
  const double rtol = r->loose != NULL ? r->rtol * r->loose[i] : r->rtol;
  EACH_LANE out[l] = atol * r->scale[l] + rtol * fabs(y[l]);
}

/* Error norm: root mean square of x over the tolerances. */
static inline void sm_batch_error_norm(const struct sm_batch_run *r, const double *x, double *out) {
  double allowed[LANES];
  EACH_LANE out[l] = 0.0;
  for (int32_t i = 0; i < r->problem->n; i++) {
    const double *row = row_at(x, i);
    sm_batch_tolerance(r, i, allowed);
    EACH_LANE {
      const double part = row[l] / allowed[l];
      out[l] += part * part;
    }
  }
  const double per = 1.0 / r->problem->n;
  EACH_LANE out[l] = sqrt(out[l] * per);
}

/* Estimates first step sizes where none are given. f: work array for the rates. */
static inline void sm_batch_first_steps(struct sm_batch_run *r, double *f) {
  double size[LANES], speed[LANES];
  bool any = false;
  for (int l = 0; l < LANES; l++) {
    if (r->state[l] == SM_BATCH_ACTIVE && r->h[l] <= 0) any = true;
    r->steps[l] = r->rejected[l] = 0;
  }
  if (!any) return;
  r->problem->rates(r->problem->self, r->y, f);
  r->evaluations++;
  sm_batch_error_norm(r, r->y, size);
  sm_batch_error_norm(r, f, speed);
  for (int l = 0; l < LANES; l++)
    if (!(r->h[l] > 0)) r->h[l] = sm_chem_first_step(r->end[l] - r->t[l], size[l], speed[l]);
}

static inline struct sm_chem_step_state sm_batch_step_state(const struct sm_batch_run *r, int l) {
  return (struct sm_chem_step_state){r->t[l], r->end[l], r->h[l]};
}

/* Step sizes to try; false when no cell is active. */
static inline bool sm_batch_step_sizes(const struct sm_batch_run *r, double *h) {
  bool any = false;
  for (int l = 0; l < LANES; l++) {
    const struct sm_chem_step_state progress = sm_batch_step_state(r, l);
    h[l] = sm_chem_step_length(&progress);
    if (r->state[l] == SM_BATCH_ACTIVE)
      any = true;
    else
      h[l] = 1e-30; /* prevents overflow in idle cells */
  }
  return any;
}

/* Raises the error to at least the amounts below 0 over their tolerances. */
static inline void sm_batch_negativity(const struct sm_batch_run *r, const double *h,
                                       const double *y, double *error) {
  double source[LANES] = {0};
  for (int32_t i = 0; i < r->problem->amounts; i++) {
    const double *before = row_at(r->y, i), *after = row_at(y, i), atol = r->atol[i];
    if (!r->problem->nonnegative[i]) continue;
    if (r->source != NULL) memcpy(source, row_at(r->source, i), sizeof source);
    EACH_LANE {
      const double below =
          sm_chem_negativity(before[l], after[l], source[l], h[l], atol * r->scale[l]);
      error[l] = below > error[l] ? below : error[l];
    }
  }
}

/* Accepts or rejects the steps of the cells: updates y of accepted ones, and the next step sizes.
 * least: where not 0, the error is this (sm_chem_pivot_error); may be NULL. */
static inline void sm_batch_accept_steps(struct sm_batch_run *r, const double *h, const double *y,
                                         const double *error, const double *least, int order) {
  double norm[LANES], take[LANES];
  const int32_t positive = r->problem->positive;
  sm_batch_error_norm(r, error, norm);
  sm_batch_negativity(r, h, y, norm);
  for (int l = 0; l < LANES; l++) {
    take[l] = 0;
    if (r->state[l] != SM_BATCH_ACTIVE) continue;
    const bool missed = least != NULL && least[l] > 0;
    const bool sane = missed || positive < 0 || row_at(y, positive)[l] > 0;
    struct sm_chem_step_state progress = sm_batch_step_state(r, l);
    const int judged =
        sm_chem_step_accept(&progress, h[l], missed ? least[l] : norm[l], sane, order);
    r->t[l] = progress.t;
    r->h[l] = progress.h;
    if (judged > 0) {
      take[l] = 1;
      r->steps[l]++;
      if (r->t[l] >= r->end[l] || (r->until > 0 && r->steps[l] >= r->until))
        r->state[l] = SM_BATCH_DONE;
    } else {
      r->rejected[l]++;
      if (judged < 0) r->state[l] = SM_BATCH_FAILED;
    }
    if (r->state[l] == SM_BATCH_ACTIVE && r->steps[l] + r->rejected[l] >= r->most_steps)
      r->state[l] = SM_BATCH_FAILED;
  }
  for (int32_t i = 0; i < r->problem->n; i++) {
    double *to = row_of(r->y, i);
    const double *from = row_at(y, i);
    EACH_LANE to[l] = take[l] > 0.0 ? from[l] : to[l];
  }
}

#endif
