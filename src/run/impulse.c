/* impulse.c - momentum that particles give back to the air of a flow (two-way coupling), in several
 * processes: process 0 moves the particles, the others get their momentum before each step. */
#include "physics/flow/share.h"
#include "physics/particles/particles.h"
#include "run/simulation.h"

static enum sm_status make_copy(struct sm_context *ctx, const struct sm_flow *flow,
                                const struct sm_impulse_field *from, struct sm_impulse_field *out) {
  *out = *from;
  for (int d = 0; d < 3; d++)
    SM_TRY(sm_flow_put(ctx, flow, NULL, from->count, sizeof *out->component[d],
                       "the momentum of particles", &out->component[d]));
  return SM_OK;
}

enum sm_status sm_members_share_impulse(struct sm_context *ctx, struct sm_simulation *s) {
  struct sm_impulse_field *own = &s->members.impulse, of_particles = {.count = 0};
  const bool worker = sm_members_is_worker(s);
  const struct sm_particles *particles = s->dispersion.particles;
  struct sm_flow_view view;
  if (!s->c->particles.two_way) return SM_OK;
  s->model->look(s->self, &view);
  if (!worker && particles != NULL && sm_particles_impulse(particles) != NULL)
    of_particles = *sm_particles_impulse(particles);
  sm_flow_get_memory(view.flow, &of_particles, sizeof of_particles, true);
  if (of_particles.count == 0) return SM_OK; /* the first wind is still to come */
  enum sm_status status = SM_OK;
  if (worker && own->count == 0) status = make_copy(ctx, view.flow, &of_particles, own);
  SM_TRY(sm_processes_agree(ctx, status));
  if (worker) s->model->take_impulse(s->self, own);
  for (int d = 0; d < 3; d++)
    sm_flow_get_memory(view.flow, (worker ? own : &of_particles)->component[d],
                       of_particles.count * sizeof *own->component[d], false);
  return SM_OK;
}
