/* Particle kinds from the species of a case: one per grain size. */
#include "physics/particles/sources/sources.h"

#include "base/list.h"
#include <math.h>

static const double pi = 3.14159265358979324;
static const double karman = 0.4;
static const double prandtl = 0.72;           /* of air */
static const double boltzmann = 1.380649e-23; /* J/K */
static const double temperature = 288.15;     /* K, for Brownian motion */

/* Resistance of the laminar layer over a surface, times u*: 2 / k (Sc / Pr)^(2/3) for gases (Hicks
 * et al. 1987), Sc^(2/3) for grains (Slinn 1982) with the Schmidt number of Brownian motion. */
static double laminar_resistance(const struct sm_case_particles *p,
                                 const struct sm_case_species *species, double diameter) {
  if (!(diameter > 0)) return 2 / karman * pow(species->schmidt / prandtl, 2.0 / 3);
  const double mean = 2 * p->free_path, mu = p->air_viscosity;
  const double slip = mean > 0 ? mean * (1.257 + 0.4 * exp(-1.1 * diameter / mean)) : 0;
  const double diffusivity =
      boltzmann * temperature * (diameter + slip) / (3 * pi * mu * diameter * diameter);
  return pow(mu / p->air_density / diffusivity, 2.0 / 3);
}

/* Sphere of a species, with the drag law of the case; a gas if its diameter is 0. The semi-implicit
 * scheme, as in its paper, neglects buoyancy. */
struct grain {
  struct sm_air_properties air;
  double diameter, density;
  enum sm_drag_model law;
};
static struct grain grain_of(const struct sm_case_particles *p, int species, double diameter) {
  const struct sm_air_properties air = {p->air_density, p->air_viscosity, p->free_path};
  const struct sm_air_properties weightless = {0, p->air_viscosity, 0};
  const bool paper = p->scheme == SM_PARTICLES_SEMI_IMPLICIT;
  if (!(diameter > 0)) return (struct grain){air, 0, 0, SM_DRAG_STOKES};
  return (struct grain){paper ? weightless : air, diameter, p->species[species].density,
                        paper ? SM_DRAG_STOKES : (enum sm_drag_model)p->drag};
}

static struct sm_particle_kind_f64 kind_f64_of(const struct sm_case_particles *p, int species,
                                               double diameter, double h) {
  const struct grain g = grain_of(p, species, diameter);
  const struct sm_particle_drag_f64 grain =
      sm_particle_drag_of_f64(&g.air, g.diameter, g.density, p->gravity, g.law);
  return (struct sm_particle_kind_f64){grain,
                                       sm_relaxation_of_f64(sm_relaxation_number_f64(grain, h, 1))};
}

static struct sm_particle_kind kind_of(const struct sm_case_particles *p, int species,
                                       double diameter, double h) {
  const struct sm_case_species *own = &p->species[species];
  const struct grain g = grain_of(p, species, diameter);
  const struct sm_particle_drag_f32 grain =
      sm_particle_drag_of_f32(&g.air, g.diameter, g.density, p->gravity, g.law);
  const bool gas = !(diameter > 0);
  const double settling = (double)sm_settling_velocity_f32(grain);
  const bool by_resistance = isnan(own->deposition);
  return (struct sm_particle_kind){
      .grain = grain,
      .relaxed = sm_relaxation_of_f32(sm_relaxation_number_f32(grain, (float)h, 1.0f)),
      .settling = (float)settling,
      .decay = own->daughter < 0 ? (float)(log(2) / own->half_life) : 0,
      .deposition = by_resistance ? SM_DEPOSITION_RESISTANCE : (float)own->deposition,
      .laminar = (float)laminar_resistance(p, own, diameter),
      .impaction = p->gravity > 0
                       ? (float)(settling * p->air_density / (p->gravity * p->air_viscosity))
                       : 0.0f,
      .scavenging = (float)own->scavenging,
      .scavenging_exponent = (float)own->scavenging_exponent,
      .extinction = gas ? 0.0f : (float)(1.5 * own->extinction / (own->density * diameter)),
      .species = species};
}

/* Decay chains of all kinds. A daughter has the sizes of its parent, or one. */
static enum sm_status create_chains(struct sm_context *ctx, const struct sm_case_particles *p,
                                    struct sm_particle_kinds *out) {
  if (!sm_case_has_chains(p)) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)out->count, sizeof *out->chain, "kinds of particles", &out->chain));
  for (int k = 0; k < out->count; k++) {
    struct sm_particle_chain *chain = &out->chain[k];
    const int own = out->kind[k].species, size = k - out->first[own];
    int members = 0;
    for (int s = own; s >= 0 && members < SM_CHAIN_MEMBERS; s = p->species[s].daughter) {
      chain->kind[members] = out->first[s] + (p->species[s].size_count > 1 ? size : 0);
      chain->decay.rate[members] = log(2) / p->species[s].half_life;
      chain->decay.yield[members++] = sm_case_daughter_yield(p, s);
    }
    chain->decay.members = members;
    sm_decay_step_of(&chain->decay, out->h, &chain->step);
  }
  return SM_OK;
}

enum sm_status sm_particle_kinds_create(struct sm_context *ctx, const struct sm_case_particles *p,
                                        double h, struct sm_particle_kinds *out) {
  *out = (struct sm_particle_kinds){.h = h};
  size_t count = 0;
  for (size_t s = 0; s < p->species_count; s++) count += p->species[s].size_count;
  if (count > SM_KINDS_MAX)
    return sm_fail(ctx, SM_ERR_CASE, "error: %zu sizes of particles are more than %d", count,
                   SM_KINDS_MAX);
  SM_TRY(sm_alloc(ctx, count, sizeof *out->kind, "kinds of particles", &out->kind));
  if (p->precision == SM_PARTICLES_F64)
    SM_TRY(sm_alloc(ctx, count, sizeof *out->kind_f64, "kinds of particles", &out->kind_f64));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->share, "kinds of particles", &out->share));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->diameter, "kinds of particles", &out->diameter));
  SM_TRY(sm_alloc(ctx, p->species_count + 1, sizeof *out->first, "species", &out->first));
  for (size_t s = 0; s < p->species_count; s++) {
    const struct sm_case_species *species = &p->species[s];
    double share = 0;
    for (size_t m = 0; m < species->size_count; m++, out->count++) {
      share += species->size[m].share;
      const double diameter = species->size[m].diameter;
      out->kind[out->count] = kind_of(p, (int)s, diameter, h);
      if (out->kind_f64 != NULL) out->kind_f64[out->count] = kind_f64_of(p, (int)s, diameter, h);
      out->share[out->count] = m + 1 < species->size_count ? (float)share : 1.0f;
      out->diameter[out->count] = (float)diameter;
    }
    out->first[s + 1] = out->count;
    out->deposited |= species->deposition != 0; /* also if it is NAN */
    out->friction |= isnan(species->deposition);
  }
  return create_chains(ctx, p, out);
}

void sm_particle_kinds_free(struct sm_particle_kinds *kinds) {
  SM_FREE_ALL(kinds->kind, kinds->kind_f64, kinds->chain, kinds->share, kinds->diameter,
              kinds->first);
  *kinds = (struct sm_particle_kinds){0};
}
