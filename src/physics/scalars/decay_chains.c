/* Decay chains of scalars. */
#include "physics/scalars/scalars.h"

#include <math.h>

/* Members of the chain that starts with a scalar of the case; returns their number. */
static int find_members(const struct sm_scalars *scalars, int first, struct sm_decay_chain *chain,
                        struct sm_scalar *member[SM_CHAIN_MEMBERS]) {
  const struct sm_case_flow *c = &scalars->c->flow;
  struct sm_scalar *tracers = scalars->item + (scalars->heat ? 1 : 0);
  int members = 0;
  for (int m = first; m >= 0 && members < SM_CHAIN_MEMBERS; m = c->scalar[m].daughter) {
    member[members] = &tracers[m];
    chain->rate[members] = log(2) / c->scalar[m].half_life;
    chain->yield[members++] = sm_case_scalar_yield(c, (size_t)m);
  }
  chain->members = members;
  return members;
}

/* Books the mass of all members as decayed with a weight, which before and after their decay are
 * opposite. */
static void book_all(const struct sm_scalars *scalars, struct sm_scalar *const *member, int members,
                     double left, double weight) {
  for (int m = 0; m < members; m++)
    sm_scalar_book_integral(scalars, member[m],
                            sm_scalar_per_volume(scalars, member[m], member[m]->now, left), true,
                            SM_BOOK_DECAYED, weight);
}

void sm_scalars_decay(const struct sm_scalars *scalars, double step, double share, double left) {
  const struct sm_case_flow *c = &scalars->c->flow;
  const struct sm_flow *flow = scalars->flow;
  const struct sm_box box = sm_flow_cells(flow);
  for (size_t first = 0; first < c->scalar_count; first++) {
    struct sm_decay_chain chain = {0};
    struct sm_scalar *member[SM_CHAIN_MEMBERS];
    if (c->scalar[first].daughter < 0 || sm_case_scalar_parent(c, first) >= 0) continue;
    const int members = find_members(scalars, (int)first, &chain, member);
    struct sm_scalar_decay args = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                   .members = members};
    for (int m = 0; m < members; m++) args.member[m] = member[m]->now;
    sm_decay_step_of(&chain, share * step, &args.decay);
    book_all(scalars, member, members, left, 1 / step);
    flow->device->backend->scalar_decay(flow->device, &box, &args);
    for (int m = 0; m < members; m++) sm_scalar_ghosts(scalars, member[m], member[m]->now);
    book_all(scalars, member, members, left, -1 / step);
  }
}
