/* shared_particles.c - particles of a run of several processes: each moves its share. Process 0
 * adds the winds, takes the particles from event to event and writes; the others do what it orders.
 */
#include "run/simulation.h"

bool sm_members_share_particles(const struct sm_simulation *s) {
  return sm_parallel_count(s->members.parallel) > 1 && !s->members.undivided &&
         sm_particles_can_be_shared(s->c);
}

enum sm_status sm_members_join_particles(struct sm_context *ctx, struct sm_simulation *s) {
  const int times = s->domain->weather.time_count;
  const double *time = s->domain->weather.time;
  const struct sm_particles_options own = {&s->device, 1, times > 1 ? time[times - 1] - time[0] : 0,
                                           s->members.parallel};
  if (!sm_members_share_particles(s)) return SM_OK;
  return sm_particles_create(ctx, s->c, s->domain, &own, &s->members.particles);
}

void sm_members_order(const struct sm_simulation *s, int to, enum sm_member_order order) {
  const struct sm_particles_order message = {.kind = (int)order};
  sm_parallel_send(s->members.parallel, to, &message, sizeof message);
}

/* Lines that particles log are those of process 0. */
enum sm_status sm_members_listen(struct sm_context *ctx, struct sm_simulation *s,
                                 enum sm_member_order *out) {
  struct sm_parallel *parallel = s->members.parallel;
  const size_t lines = sm_parallel_line_bytes(parallel);
  for (;;) {
    struct sm_particles_order order;
    sm_parallel_receive(parallel, 0, &order, sizeof order);
    *out = (enum sm_member_order)order.kind;
    if (order.kind < 0) return SM_OK;
    const enum sm_status status = sm_particles_obey(ctx, s->members.particles, &order);
    sm_parallel_drop_lines(parallel, lines);
    SM_TRY(status);
  }
}

void sm_members_go_on(struct sm_simulation *s) {
  if (!s->members.listening || !sm_members_is_own(s)) return;
  for (int i = 1; i < sm_parallel_count(s->members.parallel); i++)
    sm_members_order(s, i, SM_MEMBER_GO_ON);
  s->members.listening = false;
}

enum sm_status sm_members_reach(struct sm_context *ctx, struct sm_simulation *s) {
  enum sm_member_order order;
  if (!sm_members_is_worker(s)) {
    s->members.listening = s->members.shares_particles;
    return sm_simulation_reach(ctx, s);
  }
  if (!s->members.shares_particles || !s->members.together || s->ended) return SM_OK;
  SM_TRY(sm_members_listen(ctx, s, &order));
  s->members.ended = order == SM_MEMBER_END;
  return SM_OK;
}
