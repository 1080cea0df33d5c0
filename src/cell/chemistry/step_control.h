/* cell/chemistry/step_control.h - adaptive step size control for the integration of reacting cells,
 * on a CPU and by thread groups of a GPU (docs/theory/chemistry.md). */
#ifndef SM_CELL_CHEMISTRY_STEP_CONTROL_H
#define SM_CELL_CHEMISTRY_STEP_CONTROL_H

#include "cell/chemistry/rates.h"

/* Progress of the integration of a cell, s. */
struct sm_chem_step_state {
  double t, end;
  double h; /* next step allowed by the error */
};

/* Estimated first step: Hairer, Noersett & Wanner (1993), section II.4, without the second
 * evaluation. Arguments: norms of the state and of its slope, over the tolerance. */
SM_FN double sm_chem_first_step(double all, double size, double speed) {
  const double h = speed > 0.0 ? 0.01 * (size > 1.0 ? size : 1.0) / speed : all;
  return h > 0.0 && h < all ? h : all;
}

/* Step to try. The last two steps share the rest, so that no tiny one remains. */
SM_FN double sm_chem_step_length(const struct sm_chem_step_state *w) {
  const double left = w->end - w->t;
  return w->h >= left * (1.0 - 1e-12) ? left : w->h > 0.5 * left ? 0.5 * left : w->h;
}

/* Pivot test of a Rosenbrock step. The matrix 1/(h gamma) - J has positive pivots while no mode
 * grows faster than 1/(h gamma). Faster growth, as of radicals in an ignition, would be missed or
 * made negative by the step, without effect on its error while amounts are small. Growth from half
 * of that on is rejected: returns an error in place of that of the step, or 0. least_pivot: of the
 * matrix, shift: 1/(h gamma). */
SM_FN double sm_chem_pivot_error(double least_pivot, double shift) {
  return least_pivot >= 0.5 * shift ? 0.0 : 64.0;
}

/* Amount by which a step makes a species negative, beyond the initial value and sinks, over the
 * tolerance: used as an error (Shampine et al. 2005). */
SM_FN double sm_chem_negativity(double before, double after, double source, double h,
                                double allowed) {
  const double taken = source < 0.0 ? h * source : 0.0;
  const double floor = (before < 0.0 ? before : 0.0) + taken;
  return after < floor ? (floor - after) / allowed : 0.0;
}

/* Accepts a step of length h (1) or rejects it (0) by its error over the tolerance, which is of
 * this order in h; -1: no step is short enough. sane: the new state is valid. */
SM_FN int sm_chem_step_accept(struct sm_chem_step_state *w, double h, double error, int sane,
                              int order) {
  const int known = sane && error >= 0.0 && error < 1e300;
  const double least = error > 1e-10 ? error : 1e-10;
  const double grow = known ? 0.9 * sm_chem_exp(-sm_chem_log(least) / (double)order) : 0.1;
  const double next = h * (grow > 5.0 ? 5.0 : grow > 0.2 || !known ? grow : 0.2);
  if (known && error <= 1.0) {
    w->t = h >= w->end - w->t ? w->end : w->t + h;
    /* a step shortened at the end says little about the possible length */
    const double kept = w->h < 5.0 * next ? w->h : 5.0 * next;
    w->h = h < w->h && kept > next ? kept : next;
    return 1;
  }
  w->h = next < 0.9 * h ? next : 0.9 * h;
  return w->h > 1e-15 * fabs(w->t) && w->h > 1e-40 ? 0 : -1;
}

#endif
