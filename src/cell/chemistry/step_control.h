/* cell/chemistry/step_control.h - adaptive step size control of the integrators of reacting cells,
 * on a CPU and by thread groups of a GPU (docs/theory/chemistry.md). */
#ifndef SM_CELL_CHEMISTRY_STEP_CONTROL_H
#define SM_CELL_CHEMISTRY_STEP_CONTROL_H

#include "cell/chemistry/rates.h"

/* Where a cell is, s. */
struct sm_chem_step_state {
  double t, end;
  double h; /* that its error would allow */
};

/* First step where none is given: Hairer, Noersett & Wanner (1993), section II.4, without the
 * second evaluation. Norms of the state and of its slope, over what is allowed. */
SM_FN double sm_chem_first_step(double all, double size, double speed) {
  const double h = speed > 0.0 ? 0.01 * (size > 1.0 ? size : 1.0) / speed : all;
  return h > 0.0 && h < all ? h : all;
}

/* Step to try. No tiny rest: the last two steps share what is left. */
SM_FN double sm_chem_step_length(const struct sm_chem_step_state *w) {
  const double left = w->end - w->t;
  return w->h >= left * (1.0 - 1e-12) ? left : w->h > 0.5 * left ? 0.5 * left : w->h;
}

/* A Rosenbrock method's matrix 1/(h gamma) - J has all its pivots above 0 while nothing grows
 * faster than 1/(h gamma). Where something does, as the radicals of an ignition, the step would
 * miss it or make it negative, and its error says nothing of it where there is little of it yet.
 * Refused from half of that on: an error in place of that of the step, 0 where all is well.
 * least_pivot: of the matrix, shift: 1/(h gamma). */
SM_FN double sm_chem_pivot_error(double least_pivot, double shift) {
  return least_pivot >= 0.5 * shift ? 0.0 : 64.0;
}

/* How far a step takes an amount below 0 that was not there before and that no source took, over
 * what is allowed: as an error (Shampine et al. 2005). */
SM_FN double sm_chem_negativity(double before, double after, double source, double h,
                                double allowed) {
  const double taken = source < 0.0 ? h * source : 0.0;
  const double floor = (before < 0.0 ? before : 0.0) + taken;
  return after < floor ? (floor - after) / allowed : 0.0;
}

/* Takes a step of length h (1) or refuses it (0) for its error over what is allowed, of this power
 * of h; -1: no step is short enough. sane: the new state is one. */
SM_FN int sm_chem_step_accept(struct sm_chem_step_state *w, double h, double error, int sane,
                              int order) {
  const int known = sane && error >= 0.0 && error < 1e300;
  const double least = error > 1e-10 ? error : 1e-10;
  const double grow = known ? 0.9 * sm_chem_exp(-sm_chem_log(least) / (double)order) : 0.1;
  const double next = h * (grow > 5.0 ? 5.0 : grow > 0.2 || !known ? grow : 0.2);
  if (known && error <= 1.0) {
    w->t = h >= w->end - w->t ? w->end : w->t + h;
    /* a step cut short at the end says little of what was possible */
    const double kept = w->h < 5.0 * next ? w->h : 5.0 * next;
    w->h = h < w->h && kept > next ? kept : next;
    return 1;
  }
  w->h = next < 0.9 * h ? next : 0.9 * h;
  return w->h > 1e-15 * fabs(w->t) && w->h > 1e-40 ? 0 : -1;
}

#endif
