/* step_control.h - step size control, cell by cell, for all integrators of this folder. */
#ifndef SM_CHEM_BATCH_STEP_CONTROL_H
#define SM_CHEM_BATCH_STEP_CONTROL_H

#include "cell/chemistry/step_control.h"
#include "chem/batch/internal.h"
#include <math.h>
#include <string.h>

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
