/* step.h - the choice of steps, cell by cell, that all methods of this folder share. */
#ifndef SM_CHEM_LANES_STEP_H
#define SM_CHEM_LANES_STEP_H

#include "cell/chem_step.h"
#include "chem/lanes/level.h"
#include <math.h>
#include <string.h>

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

/* First steps where none are given. f: memory for the rates. */
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
    if (!(r->h[l] > 0)) r->h[l] = sm_chem_first_step(r->end[l] - r->t[l], size[l], speed[l]);
}

static inline struct sm_chem_way sm_step_way(const struct sm_lanes_run *r, int l) {
  return (struct sm_chem_way){r->t[l], r->end[l], r->h[l]};
}

/* Steps to try now; false when no cell is on its way. */
static inline bool sm_step_sizes(const struct sm_lanes_run *r, double *h) {
  bool any = false;
  for (int l = 0; l < LANES; l++) {
    const struct sm_chem_way way = sm_step_way(r, l);
    h[l] = sm_chem_step_length(&way);
    if (r->state[l] == SM_LANES_ON_WAY)
      any = true;
    else
      h[l] = 1e-30; /* keeps the arithmetic of idle cells tame */
  }
  return any;
}

/* error: at least what the amounts fall below 0 by. */
static inline void sm_step_below(const struct sm_lanes_run *r, const double *h, const double *y,
                                 double *error) {
  double source[LANES] = {0};
  for (int32_t i = 0; i < r->problem->amounts; i++) {
    const double *before = row_at(r->y, i), *after = row_at(y, i), atol = r->atol[i];
    if (!r->problem->guarded[i]) continue;
    if (r->source != NULL) memcpy(source, row_at(r->source, i), sizeof source);
    EACH_LANE {
      const double below = sm_chem_below(before[l], after[l], source[l], h[l], atol * r->scale[l]);
      error[l] = below > error[l] ? below : error[l];
    }
  }
}

/* Takes or refuses the steps of the cells: y of those that are good enough, and the next steps.
 * least: where it is not 0, the error is that (sm_chem_missed); NULL: nowhere. */
static inline void sm_step_judge(struct sm_lanes_run *r, const double *h, const double *y,
                                 const double *error, const double *least, int order) {
  double norm[LANES], take[LANES];
  const int32_t positive = r->problem->positive;
  sm_step_norm(r, error, norm);
  sm_step_below(r, h, y, norm);
  for (int l = 0; l < LANES; l++) {
    take[l] = 0;
    if (r->state[l] != SM_LANES_ON_WAY) continue;
    const bool missed = least != NULL && least[l] > 0;
    const bool sane = missed || positive < 0 || row_at(y, positive)[l] > 0;
    struct sm_chem_way way = sm_step_way(r, l);
    const int judged = sm_chem_step_judge(&way, h[l], missed ? least[l] : norm[l], sane, order);
    r->t[l] = way.t;
    r->h[l] = way.h;
    if (judged > 0) {
      take[l] = 1;
      r->steps[l]++;
      if (r->t[l] >= r->end[l] || (r->until > 0 && r->steps[l] >= r->until))
        r->state[l] = SM_LANES_THERE;
    } else {
      r->rejected[l]++;
      if (judged < 0) r->state[l] = SM_LANES_FAILED;
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
