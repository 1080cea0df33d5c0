/* Two-way coupling and hindered settling of particles (physics/particles/set.h, particles.h). */
#include "physics/particles/internal.h"

#include <math.h>

static bool is_wanted(const struct sm_particle_set_plan *plan) {
  return plan->couples || plan->hindered;
}

static size_t cells_of(const struct sm_particle_set_plan *plan) {
  return (size_t)sm_grid_cells(&plan->domain->grid);
}

/* Faces of all components: cells + 1 along each axis. */
static size_t faces_of(const struct sm_particle_set_plan *plan) {
  size_t count = 1;
  for (int d = 0; d < 3; d++) count *= (size_t)plan->domain->grid.axis[d].n + 1;
  return plan->couples ? count : 0;
}

/* --- tables --- */

/* Inverse air volume of each cell, 1/m3; 0: no air. */
static enum sm_status put_volumes(struct sm_context *ctx, struct sm_particle_set *set) {
  const struct sm_domain *domain = set->plan->domain;
  const struct sm_axis *axis = domain->grid.axis;
  const size_t cells = cells_of(set->plan);
  SM_SCOPED float *inverse = NULL;
  if (!sm_device_has_data(set->device))
    return sm_store_put(ctx, &set->store, NULL, cells, sizeof *inverse, &set->coupling.per_volume);
  SM_TRY(sm_alloc(ctx, cells, sizeof *inverse, "coupling", &inverse));
  size_t c = 0;
  for (int k = 0; k < axis[2].n; k++)
    for (int j = 0; j < axis[1].n; j++)
      for (int i = 0; i < axis[0].n; i++, c++)
        if ((domain->cell[c] & SM_OPEN_ALL) != 0)
          inverse[c] = (float)(1 / (axis[0].width[i] * axis[1].width[j] * axis[2].width[k]));
  return sm_store_put(ctx, &set->store, inverse, cells, sizeof *inverse, &set->coupling.per_volume);
}

enum sm_status sm_coupling_set_grains(struct sm_context *ctx, struct sm_particle_set *set) {
  const struct sm_particle_set_plan *plan = set->plan;
  const size_t kinds = (size_t)plan->kinds->count;
  SM_SCOPED struct sm_coupled_grain *grain = NULL;
  if (!is_wanted(plan)) return SM_OK;
  SM_TRY(sm_alloc(ctx, kinds, sizeof *grain, "coupling", &grain));
  for (size_t m = 0; m < kinds; m++) {
    const int species = plan->kinds->kind[m].species;
    const double quantum = plan->sources->quantum[species];
    if (plan->kinds->diameter[m] > 0)
      grain[m] =
          (struct sm_coupled_grain){quantum / plan->c->particles.species[species].density, quantum};
  }
  sm_store_drop(&set->store, &set->coupling.grain);
  return sm_store_put(ctx, &set->store, grain, kinds, sizeof *grain, &set->coupling.grain);
}

/* Momentum quantum: changes the velocity of the air in the smallest cell by 2^-40 m/s. */
static double quantum_of(const struct sm_domain *domain) {
  double volume = ldexp(1, -40);
  for (int d = 0; d < 3; d++) {
    double least = INFINITY;
    for (int i = 0; i < domain->grid.axis[d].n; i++)
      least = fmin(least, domain->grid.axis[d].width[i]);
    volume *= least;
  }
  return volume;
}

/* --- memory --- */

static enum sm_status create_impulse(struct sm_context *ctx, struct sm_particle_set *set) {
  const struct sm_axis *axis = set->plan->domain->grid.axis;
  struct sm_impulse_field *own = &set->coupling.impulse;
  if (!set->plan->couples) return SM_OK;
  own->sy = axis[0].n + 1;
  own->sz = own->sy * (axis[1].n + 1);
  own->count = faces_of(set->plan);
  own->quantum = quantum_of(set->plan->domain);
  for (int d = 0; d < 3; d++)
    SM_TRY(sm_store_put(ctx, &set->store, NULL, own->count, sizeof *own->component[d],
                        &own->component[d]));
  return SM_OK;
}

enum sm_status sm_coupling_create(struct sm_context *ctx, struct sm_particle_set *set) {
  struct sm_coupling_arrays *own = &set->coupling;
  const size_t cells = cells_of(set->plan);
  if (!is_wanted(set->plan)) return SM_OK;
  SM_TRY(put_volumes(ctx, set));
  SM_TRY(sm_coupling_set_grains(ctx, set));
  SM_TRY(sm_store_put(ctx, &set->store, NULL, cells, sizeof *own->solids, &own->solids));
  SM_TRY(sm_store_put(ctx, &set->store, NULL, 1, sizeof *own->dropped, &own->dropped));
  SM_TRY(sm_store_put(ctx, &set->store, NULL, 1, sizeof *own->number, &own->number));
  return create_impulse(ctx, set);
}

/* --- a step --- */

static bool is_periodic(const struct sm_case *c, int d) {
  return c->flow.boundary[2 * d].kind == SM_BOUNDARY_PERIODIC;
}

void sm_particle_set_couple(struct sm_particle_set *set,
                            const struct sm_particle_advance *advance) {
  const struct sm_particle_set_plan *plan = set->plan;
  const struct sm_coupling_arrays *own = &set->coupling;
  const struct sm_backend *backend = set->device->backend;
  struct sm_particle_coupling c = {.advance = *advance,
                                   .grain = own->grain,
                                   .per_volume = own->per_volume,
                                   .solids = own->solids,
                                   .dropped = own->dropped,
                                   .sy = own->impulse.sy,
                                   .sz = own->impulse.sz,
                                   .hindered = plan->hindered};
  for (int d = 0; d < 3; d++) {
    c.impulse[d] = own->impulse.component[d];
    c.periodic[d] = plan->couples && is_periodic(plan->c, d);
  }
  if (plan->couples) c.per_quantum = 1 / (own->impulse.quantum * plan->c->particles.air_density);
  const struct sm_box box = sm_particle_set_box((set->count - 1) / SM_COUPLING_CHUNK + 1);
  backend->clear(set->device, own->solids, cells_of(plan) * sizeof *own->solids);
  backend->coupling_solids(set->device, &box, &c);
  backend->coupling_advance(set->device, &box, &c);
}

/* Largest volume fraction of grains at the start of the last step, and number of dropped impulses
 * so far; waits. */
static enum sm_status measure(struct sm_context *ctx, const struct sm_particle_set *set,
                              double *densest, int64_t *dropped) {
  const struct sm_coupling_arrays *own = &set->coupling;
  struct sm_device *device = set->device;
  const struct sm_axis *axis = set->plan->domain->grid.axis;
  const struct sm_coupling_densest args = {own->solids, axis[0].n,
                                           (ptrdiff_t)axis[0].n * axis[1].n};
  const struct sm_box box = {{0, 0, 0}, {axis[0].n, axis[1].n, axis[2].n}};
  device->backend->coupling_densest(device, &box, &args, own->number);
  SM_TRY(sm_device_download(ctx, device, densest, own->number, sizeof *densest));
  return sm_device_download(ctx, device, dropped, own->dropped, sizeof *dropped);
}

/* --- limits --- */

/* Stiffest kind of grain: mass ratio of grains to air at volume fraction 1, and relaxation time. */
struct stiffest {
  double loading, tau;
};

/* Finds the kind with the largest momentum transfer (loading times lost slip) in `interval` s. */
static struct stiffest find_stiffest(const struct sm_particles *p, double interval) {
  const struct sm_case_particles *c = &p->plan.c->particles;
  struct stiffest worst = {0, 1};
  double most = 0;
  for (int m = 0; m < p->kinds.count; m++) {
    const double tau = (double)p->kinds.kind[m].grain.tau;
    if (!(tau > 0)) continue;
    const double loading = c->species[p->kinds.kind[m].species].density / c->air_density;
    const double lost = loading * -expm1(-interval / tau);
    if (lost > most) worst = (struct stiffest){loading, tau};
    most = fmax(most, lost);
  }
  return worst;
}

/* Stability of the explicit coupling: grains s times as heavy as the air change its velocity by s
 * (1 - e^-z) of the slip in one exchange; above 1 the air overtakes them. */
static void check_stiffness(struct sm_context *ctx, struct sm_particles *p, double densest) {
  const double interval = fmax(p->wind[1] - p->wind[0], p->h);
  if (!p->plan.couples || p->warned_stiff || p->winds < 2) return;
  const struct stiffest worst = find_stiffest(p, interval);
  const double loading = worst.loading * densest;
  if (!(loading * -expm1(-interval / worst.tau) > 1)) return;
  p->warned_stiff = true;
  sm_warn(
      ctx,
      "%s:%d: warning: at %.4g s grains of a cell are %.3g times as heavy as its air: in a step "
      "of %.3g s their drag turns the difference of velocities round\n"
      "help: 'flow.max_time_step' and 'particles.step' of %.2g s, larger cells, or more "
      "particles",
      p->plan.c->path, p->plan.c->particles.line, p->step_time, loading, interval,
      -worst.tau * log1p(-1 / loading));
}

enum sm_status sm_particle_coupling_check(struct sm_context *ctx, struct sm_particles *p) {
  double densest;
  int64_t dropped;
  if (!p->begun || !is_wanted(&p->plan)) return SM_OK;
  SM_TRY(measure(ctx, p->set[0], &densest, &dropped));
  p->densest = fmax(p->densest, densest);
  check_stiffness(ctx, p, densest);
  if (dropped == 0) return SM_OK;
  return sm_fail(
      ctx, SM_ERR_DIVERGED,
      "%s:%d: error: two-way coupling: the drag of %lld particles is beyond the range of "
      "what their cells can take, at %.4g s\nhelp: more particles of less mass, or "
      "larger cells",
      p->plan.c->path, p->plan.c->particles.line, (long long)dropped, p->step_time);
}

const struct sm_impulse_field *sm_particles_impulse(const struct sm_particles *p) {
  return p->begun && p->plan.couples ? &p->set[0]->coupling.impulse : NULL;
}

/* --- report --- */

void sm_particles_report_coupling(struct sm_context *ctx, const struct sm_particles *p) {
  static const double colliding = 1e-3; /* fraction above which grains collide (Elghobashi 1994) */
  const struct sm_case *c = p->plan.c;
  if (!is_wanted(&p->plan)) return;
  sm_info(ctx, "grains: at most %.3g of the volume of a cell", p->densest);
  if (p->densest > (double)SM_COLLISION_DENSEST)
    sm_warn(ctx,
            "%s:%d: warning: grains fill up to %.3g of a cell, more than fits (%.2g)\n"
            "help: less mass in 'particles.source', larger cells, or more particles",
            c->path, c->particles.line, p->densest, (double)SM_COLLISION_DENSEST);
  else if (p->plan.couples && !p->plan.collides && p->densest > colliding)
    sm_warn(
        ctx,
        "%s:%d: warning: grains fill up to %.3g of a cell and do not collide; above %g they do\n"
        "help: [particles.collisions]",
        c->path, c->particles.line, p->densest, colliding);
}
