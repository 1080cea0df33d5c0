/* Decay chains of species (case/particles.h) and scalars (case/flow.h). */
#include "case/case.h"

#include <math.h>

bool sm_case_has_chains(const struct sm_case_particles *p) {
  for (size_t s = 0; s < p->species_count; s++)
    if (p->species[s].daughter >= 0) return true;
  return false;
}

bool sm_case_species_has_relatives(const struct sm_case_particles *p, int species) {
  if (p->species[species].daughter >= 0) return true;
  for (size_t s = 0; s < p->species_count; s++)
    if (p->species[s].daughter == species) return true;
  return false;
}

int sm_case_last_daughter(const struct sm_case_particles *p, int species) {
  while (p->species[species].daughter >= 0) species = p->species[species].daughter;
  return species;
}

/* Of nuclei that decay the number counts: their mass goes by the molar masses, if both are given.
 */
static double yield_of(double branching, double parent, double daughter) {
  const double ratio = daughter / parent;
  return branching * (isnan(ratio) ? 1 : ratio);
}

double sm_case_daughter_yield(const struct sm_case_particles *p, int species) {
  const struct sm_case_species *own = &p->species[species];
  if (own->daughter < 0) return 0;
  return yield_of(own->branching, own->molar_mass, p->species[own->daughter].molar_mass);
}

int sm_case_scalar_parent(const struct sm_case_flow *flow, size_t scalar) {
  for (size_t m = 0; m < flow->scalar_count; m++)
    if (flow->scalar[m].daughter == (int)scalar) return (int)m;
  return -1;
}

double sm_case_scalar_yield(const struct sm_case_flow *flow, size_t scalar) {
  const struct sm_case_scalar *own = &flow->scalar[scalar];
  if (own->daughter < 0) return 0;
  return yield_of(own->branching, own->molar_mass, flow->scalar[own->daughter].molar_mass);
}

double sm_case_largest_yield(const struct sm_case_particles *p, int species) {
  double largest = 1, yield = 1;
  for (int s = species; p->species[s].daughter >= 0; s = p->species[s].daughter) {
    yield *= sm_case_daughter_yield(p, s);
    largest = fmax(largest, yield);
  }
  return largest;
}

double sm_case_specific_activity(const struct sm_case_species *species) {
  static const double avogadro = 6.02214076e26; /* 1/kmol */
  return log(2) / species->half_life * avogadro / species->molar_mass;
}
