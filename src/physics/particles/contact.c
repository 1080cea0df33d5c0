/* Contact collisions of single grains (physics/particles/set.h). */
#include "physics/particles/set.h"

#include <math.h>

enum { ROUNDS = 4 }; /* rounds per step; a grain collides at most once in each */
static const double pi = 3.14159265358979324;
static const double near = 1e-3; /* relative tolerance of a grain's mass */

/* --- single grains --- */

static double grain_mass(const struct sm_case_species *species, double diameter) {
  return pi / 6 * diameter * diameter * diameter * species->density;
}

static enum sm_status check_source(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_particle_sources *sources, int s) {
  const struct sm_particle_source *own = &sources->item[s];
  const struct sm_case_source *source = own->release->source;
  const struct sm_case_species *species = &c->particles.species[source->species];
  const double mass = (double)own->mass * sources->quantum[source->species];
  for (size_t m = 0; m < species->size_count; m++) {
    const double grain = grain_mass(species, species->size[m].diameter);
    if (!(grain > 0) || fabs(mass - grain) < near * grain) continue;
    return sm_fail(
        ctx, SM_ERR_CASE,
        "%s:%d: error: a particle of source \"%s\" has %.6g kg, a grain of %.4g m %.6g kg: "
        "with 'particles.collisions.model' \"contact\" particles are single grains\n"
        "help: mass = %.9g for its %lld particles of that size; or model = \"dsmc\"",
        c->path, source->line, source->name, mass, species->size[m].diameter, grain,
        grain * (double)own->total, (long long)own->total);
  }
  return SM_OK;
}

enum sm_status sm_contacts_check(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain,
                                 const struct sm_particle_sources *sources) {
  const struct sm_case_particles *p = &c->particles;
  double widest = 0, least = INFINITY;
  if (!p->collisions.present || p->collisions.model != SM_COLLISIONS_CONTACT) return SM_OK;
  for (int s = 0; s < sources->count; s++) SM_TRY(check_source(ctx, c, sources, s));
  for (size_t s = 0; s < p->species_count; s++)
    for (size_t m = 0; m < p->species[s].size_count; m++)
      widest = fmax(widest, p->species[s].size[m].diameter);
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < domain->grid.axis[d].n; i++)
      least = fmin(least, domain->grid.axis[d].width[i]);
  if (widest <= least) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: [particles.collisions]: grains of %.3g m are wider than cells of "
                 "%.3g m\nhelp: larger cells",
                 c->path, p->collisions.line, widest, least);
}

/* --- a step --- */

void sm_particle_set_meet(struct sm_particle_set *set, double h) {
  const struct sm_case_particles *p = &set->plan->c->particles;
  const struct sm_backend *backend = set->device->backend;
  struct sm_particle_contacts c = {.bins = set->bins,
                                   .particle = set->particle,
                                   .tag = set->tag,
                                   .grain = set->collisions.grain,
                                   .choice = (int32_t *)(void *)set->collisions.order,
                                   .counts = set->collisions.counts,
                                   .h = (float)h,
                                   .restitution = (float)p->collisions.restitution,
                                   .friction = (float)p->collisions.friction};
  c.bins.count = set->count;
  c.bins.bin = set->bin;
  for (int d = 0; d < 3; d++) {
    const bool periodic = d < 2 && p->lateral_boundary == SM_PARTICLE_BC_PERIODIC;
    c.face[d] = set->arrays.face[d];
    c.length[d] = periodic ? sm_axis_length(&set->plan->domain->grid.axis[d]) : 0;
  }
  const struct sm_box box = sm_particle_set_box(set->count);
  for (int round = 0; round < ROUNDS; round++) {
    backend->contact_choose(set->device, &box, &c);
    backend->contact_collide(set->device, &box, &c);
  }
  c.ends = 1;
  backend->contact_choose(set->device, &box, &c);
}
