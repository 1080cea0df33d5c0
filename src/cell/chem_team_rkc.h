/* chem_team_rkc.h - a reacting cell through RKC2 (chem_rkc.h) by a team of lanes. */
#ifndef SM_CELL_CHEM_TEAM_RKC_H
#define SM_CELL_CHEM_TEAM_RKC_H

#include "cell/chem_team_steps.h"

/* All that a step asks for. */
struct sm_team_rkc {
  const struct sm_team_tables *t;
  const struct sm_team *team;
  const struct sm_team_problem *p;
  const struct sm_team_control *c;
  const struct sm_team_memory *m;
};

/* Size by shares of molecules and by the temperature in 1000 K. */
SM_FN double sm_team_size(const struct sm_team_rkc *r, const double *x) {
  double part = 0.0;
  for (int k = r->team->lane; k <= r->t->species; k += r->team->lanes) {
    const double y = x[k] * (k < r->t->species ? 1.0 : 1e-3);
    part += y * y;
  }
  return sqrt(sm_team_sum(r->team, part) / (double)(r->t->species + 1));
}

#define SM_RKC_FN SM_FN
#define SM_RKC_WITH const struct sm_team_rkc *rkc
#define SM_RKC_HAND rkc
#define SM_RKC_EACH(i) for (int i = rkc->team->lane; i <= rkc->t->species; i += rkc->team->lanes)
#define SM_RKC_SYNC SM_TEAM_SYNC(rkc->team)
#define SM_RKC_SLOPE(y, f) sm_team_slope(rkc->t, rkc->team, rkc->p, y, rkc->m, f)
#define SM_RKC_SIZE(x) sm_team_size(rkc, x)
#define SM_RKC_OVER(x, y) sm_team_norm(rkc->t, rkc->team, rkc->c, x, y)
#define SM_RKC_BELOW(y, at, h) sm_team_below(rkc->t, rkc->team, rkc->p, rkc->c, h, y, at)
#include "cell/chem_rkc.h"
#undef SM_RKC_FN
#undef SM_RKC_WITH
#undef SM_RKC_HAND
#undef SM_RKC_EACH
#undef SM_RKC_SYNC
#undef SM_RKC_SLOPE
#undef SM_RKC_SIZE
#undef SM_RKC_OVER
#undef SM_RKC_BELOW

enum { SM_TEAM_RKC_STAGES = 4 }; /* vectors that it takes in place of stages */

/* Advances s->y by c->dt; of the room of a stage, that of the matrix is not touched. */
SM_TEAM_CALL struct sm_team_result
sm_team_advance_rkc(const struct sm_team_tables *t, const struct sm_team *team,
                    const struct sm_team_problem *p, const struct sm_team_control *c,
                    const struct sm_team_memory *m, struct sm_team_stage s) {
  const int n = t->species + 1;
  const struct sm_team_rkc with = {t, team, p, c, m};
  sm_team_stage_lies(&s);
  const struct sm_rkc_control control = {c->dt, c->first, c->limit, 0.0};
  const struct sm_rkc_result r =
      sm_rkc_advance(&with, &control, s.y, s.f, s.at, s.k, s.k + n, s.k + 2 * n);
  const struct sm_team_result out = {r.steps, r.rejected, r.failed, r.next};
  return out;
}

#endif
