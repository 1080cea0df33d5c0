/* cell/chemistry/group_rkc.h - integration of a reacting cell with RKC2 (cell/chemistry/rkc.h) by a
 * thread group. */
#ifndef SM_CELL_CHEMISTRY_GROUP_RKC_H
#define SM_CELL_CHEMISTRY_GROUP_RKC_H

#include "cell/chemistry/group_steps.h"

/* Arguments of a step. */
struct sm_group_rkc {
  const struct sm_group_tables *t;
  const struct sm_thread_group *group;
  const struct sm_group_reactor *p;
  const struct sm_group_control *c;
  const struct sm_group_memory *m;
};

/* Norm of the state: mole fractions, and temperature in units of 1000 K. */
SM_FN double sm_group_state_norm(const struct sm_group_rkc *r, const double *x) {
  double part = 0.0;
  for (int k = r->group->lane; k <= r->t->species; k += r->group->lanes) {
    const double y = x[k] * (k < r->t->species ? 1.0 : 1e-3);
    part += y * y;
  }
  return sqrt(sm_group_sum(r->group, part) / (double)(r->t->species + 1));
}

#define SM_RKC_FN SM_FN
#define SM_RKC_PARAMETERS const struct sm_group_rkc *rkc
#define SM_RKC_ARGUMENTS rkc
#define SM_RKC_EACH(i) for (int i = rkc->group->lane; i <= rkc->t->species; i += rkc->group->lanes)
#define SM_RKC_SYNC SM_GROUP_SYNC(rkc->group)
#define SM_RKC_RHS(y, f) sm_group_rhs(rkc->t, rkc->group, rkc->p, y, rkc->m, f)
#define SM_RKC_NORM(x) sm_group_state_norm(rkc, x)
#define SM_RKC_ERROR_NORM(x, y) sm_group_error_norm(rkc->t, rkc->group, rkc->c, x, y)
#define SM_RKC_NEGATIVITY(y, at, h)                                                                \
  sm_group_negativity(rkc->t, rkc->group, rkc->p, rkc->c, h, y, at)
#include "cell/chemistry/rkc.h"
#undef SM_RKC_FN
#undef SM_RKC_PARAMETERS
#undef SM_RKC_ARGUMENTS
#undef SM_RKC_EACH
#undef SM_RKC_SYNC
#undef SM_RKC_RHS
#undef SM_RKC_NORM
#undef SM_RKC_ERROR_NORM
#undef SM_RKC_NEGATIVITY

enum { SM_GROUP_RKC_STAGES = 4 }; /* number of vectors used, in place of stages */

/* Advances s->y by c->dt; the matrix in the work space is not used. */
SM_GROUP_CALL struct sm_group_result
sm_group_advance_rkc(const struct sm_group_tables *t, const struct sm_thread_group *group,
                     const struct sm_group_reactor *p, const struct sm_group_control *c,
                     const struct sm_group_memory *m, struct sm_group_stage s) {
  const int n = t->species + SM_GROUP_BESIDE;
  const struct sm_group_rkc with = {t, group, p, c, m};
  sm_group_stage_assume_shared(&s);
  const struct sm_rkc_control control = {c->dt, c->first, c->limit, 0.0};
  const struct sm_rkc_result r =
      sm_rkc_advance(&with, &control, s.y, s.f, s.at, s.k, s.k + n, s.k + 2 * n);
  const struct sm_group_result out = {r.steps, r.rejected, r.failed, r.next};
  return out;
}

#endif
