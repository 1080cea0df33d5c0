/* step.h - the choice of steps, cell by cell, that all methods of this folder share. */
#ifndef SM_CHEM_LANES_STEP_H
#define SM_CHEM_LANES_STEP_H

#include "chem/lanes/level.h"
#include <math.h>

/* Error allowed of unknown i in every cell. */
static inline void sm_step_allowed(const struct sm_lanes_run *r, int32_t i, double *out) {
  const double *y = row_at(r->y, i), atol = r->atol[i], rtol = r->rtol;
  EACH_LANE out[l] = atol * r->scale[l] + rtol * fabs(y[l]);
}

/* Root of the mean square of x over what is allowed. */
static inline void sm_step_norm(const struct sm_lanes_run *r, const double *x, double *out) {
  double allowed[LANES];
  EACH_LANE out[l] = 0.0;
  for (int32_t i = 0; i < r->problem->n; i++) {
    const double *row = row_at(x, i);
    sm_step_allowed(r, i, allowed);
    EACH_LANE {
      const double part = row[l] / allowed[l];
      out[l] += part * part;
    }
  }
  const double per = 1.0 / r->problem->n;
  EACH_LANE out[l] = sqrt(out[l] * per);
}

/* First steps where none are given: Hairer, Noersett & Wanner (1993), section II.4, without the
 * second evaluation. f: memory for the rates. */
static inline void sm_step_begin(struct sm_lanes_run *r, double *f) {
  double size[LANES], speed[LANES];
  bool any = false;
  for (int l = 0; l < LANES; l++) {
    if (r->state[l] == SM_LANES_ON_WAY && r->h[l] <= 0) any = true;
    r->steps[l] = r->rejected[l] = 0;
  }
  if (!any) return;
  r->problem->rates(r->problem->self, r->y, f);
  r->evaluations++;
  sm_step_norm(r, r->y, size);
  sm_step_norm(r, f, speed);
  for (int l = 0; l < LANES; l++)
    if (!(r->h[l] > 0)) {
      const double all = r->end[l] - r->t[l],
                   h = speed[l] > 0 ? 0.01 * fmax(size[l], 1) / speed[l] : all;
      r->h[l] = h > 0 && h < all ? h : all;
    }
}

/* Steps to try now; false when no cell is on its way. */
static inline bool sm_step_sizes(const struct sm_lanes_run *r, double *h) {
  bool any = false;
  for (int l = 0; l < LANES; l++) {
    const double left = r->end[l] - r->t[l];
    /* no tiny rest: the last two steps share what is left */
    h[l] = r->h[l] >= left * (1 - 1e-12) ? left : r->h[l] > 0.5 * left ? 0.5 * left : r->h[l];
    if (r->state[l] == SM_LANES_ON_WAY)
      any = true;
    else
      h[l] = 1e-30; /* keeps the arithmetic of idle cells tame */
  }
  return any;
}

/* Takes or refuses the steps of the cells: y of those that are good enough, and the next steps. */
static inline void sm_step_judge(struct sm_lanes_run *r, const double *h, const double *y,
                                 const double *error, int order) {
  double norm[LANES], take[LANES];
  const int32_t positive = r->problem->positive;
  sm_step_norm(r, error, norm);
  for (int l = 0; l < LANES; l++) {
    take[l] = 0;
    if (r->state[l] != SM_LANES_ON_WAY) continue;
    const bool sane = isfinite(norm[l]) && (positive < 0 || row_at(y, positive)[l] > 0);
    const double grow = sane ? 0.9 * pow(fmax(norm[l], 1e-10), -1.0 / order) : 0.1;
    double next = h[l] * fmin(5, fmax(sane ? 0.2 : 0.1, grow));
    if (sane && norm[l] <= 1) {
      take[l] = 1;
      r->t[l] = h[l] >= r->end[l] - r->t[l] ? r->end[l] : r->t[l] + h[l];
      r->steps[l]++;
      /* a step cut short at the end says little of what was possible */
      r->h[l] = h[l] < r->h[l] ? fmax(next, fmin(r->h[l], 5 * next)) : next;
      if (r->t[l] >= r->end[l] || (r->until > 0 && r->steps[l] >= r->until))
        r->state[l] = SM_LANES_THERE;
    } else {
      r->rejected[l]++;
      r->h[l] = fmin(next, 0.9 * h[l]);
      if (!(r->h[l] > 1e-15 * fabs(r->t[l])) || !(r->h[l] > 1e-40)) r->state[l] = SM_LANES_FAILED;
    }
    if (r->state[l] == SM_LANES_ON_WAY && r->steps[l] + r->rejected[l] >= r->most_steps)
      r->state[l] = SM_LANES_FAILED;
  }
  for (int32_t i = 0; i < r->problem->n; i++) {
    double *to = row_of(r->y, i);
    const double *from = row_at(y, i);
    EACH_LANE to[l] = take[l] > 0.0 ? from[l] : to[l];
  }
}

#endif
