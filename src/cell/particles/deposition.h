/* cell/particles/deposition.h - mass that particles lose: mass budget, dry deposition to the
 * ground, wet deposition by rain (below-cloud scavenging). */
#ifndef SM_CELL_PARTICLES_DEPOSITION_H
#define SM_CELL_PARTICLES_DEPOSITION_H

#include "cell/particles/particle_step.h"

#endif

#ifdef SM_REAL
/* Decay and formation of daughters in a whole step of a particle. A step that its release shortens
 * is counted at the release (emission.h). */
SM_FN void SM_P(sm_chain_step)(const struct sm_particle_advance *a,
                               const struct SM_P(sm_particle_step) * t, float h) {
  const int members = sm_chain_members(a->chain, t->now);
  if (members > 1 && !(h < a->h_f32))
    sm_chain_decay(&a->chain[t->now].step, members, &a->tag[t->index].mass,
                   &a->daughters[t->index]);
}

/* Kind of a member of the chain of a particle, 0: the particle itself. */
SM_FN const struct sm_particle_kind *SM_P(sm_member_kind)(const struct sm_particle_advance *a,
                                                          const struct SM_P(sm_particle_step) * t,
                                                          int member) {
  return member == 0 ? t->kind : &a->kind[a->chain[t->now].kind[member]];
}
SM_FN int64_t *SM_P(sm_member_mass)(const struct sm_particle_advance *a,
                                    const struct SM_P(sm_particle_step) * t, int member) {
  return member == 0 ? &a->tag[t->index].mass : &a->daughters[t->index].mass[member - 1];
}

/* Counts mass of a member of the chain of a particle in a term of the budget, and returns it;
 * `mass`: before decay. */
SM_FN int64_t SM_P(sm_budget_count)(const struct sm_particle_advance *a,
                                    const struct SM_P(sm_particle_step) * t, int member, int term,
                                    int64_t mass, float age) {
  const int species = SM_P(sm_member_kind)(a, t, member)->species;
  const float part = member == 0 ? sm_undecayed_fraction(t->kind, age) : 1.0f;
  const int64_t left = sm_mass_fraction(mass, part);
  SM_ADD_LONG(a->budget + (ptrdiff_t)species * SM_BUDGET_TERMS + term, left);
  return left;
}

/* Adds mass that a member of the chain of a particle loses to the budget and to the maps of
 * deposits; `mass`: before decay. */
SM_FN void SM_P(sm_budget_add)(const struct sm_particle_advance *a,
                               const struct SM_P(sm_particle_step) * t, int member,
                               enum sm_budget_term budget, int64_t mass, float age) {
  const int species = SM_P(sm_member_kind)(a, t, member)->species;
  const int64_t left = SM_P(sm_budget_count)(a, t, member, budget, mass, age);
  if (left != mass)
    SM_ADD_LONG(a->budget + (ptrdiff_t)species * SM_BUDGET_TERMS + SM_BUDGET_DECAYED, mass - left);
  int64_t *map = budget == SM_BUDGET_DEPOSITED       ? a->deposit
                 : budget == SM_BUDGET_WET_DEPOSITED ? a->wet_deposit
                                                     : NULL;
  if (!map) return;
  const ptrdiff_t column = t->at.cell[0] + (ptrdiff_t)t->at.cell[1] * a->air.SM_P(grid).n[0];
  const ptrdiff_t columns = (ptrdiff_t)a->air.SM_P(grid).n[0] * a->air.SM_P(grid).n[1];
  SM_ADD_LONG(map + species * columns + column, left);
}

/* Takes a part of the mass of a member of the chain of a particle. */
SM_FN void SM_P(sm_deposit_part)(const struct sm_particle_advance *a,
                                 const struct SM_P(sm_particle_step) * t, int member,
                                 enum sm_budget_term budget, float part, float time) {
  int64_t *mass = SM_P(sm_member_mass)(a, t, member);
  const int64_t taken = sm_mass_fraction(*mass, part);
  SM_P(sm_budget_add)(a, t, member, budget, taken, time - a->tag[t->index].release_time);
  *mass -= taken;
}

/* Deposition velocity, m/s: given, or 1 / (ra + rb + ra rb vs) + vs (Slinn 1982) with ra = u /
 * u*^2, where u is the horizontal speed of the particle. */
SM_FN float SM_P(sm_deposition_velocity)(const struct sm_particle_advance *a,
                                         const struct SM_P(sm_particle_step) * t,
                                         const struct sm_particle_kind *kind) {
  if (kind->deposition >= 0.0f) return kind->deposition;
  const float u = SM_READ(a->air.friction, t->at.cell[0] + t->at.cell[1] * a->air.friction_sy);
  if (!(u > 1e-4f)) return kind->settling;
  const float vs = kind->settling, stokes = kind->impaction * u * u;
  const float hit = stokes > 0.08f ? sm_power(10.0f, -3.0f / stokes) : 0.0f;
  const float along = (float)SM_ROOT(t->v[0] * t->v[0] + t->v[1] * t->v[1]);
  const float ra = along / (u * u), rb = 1.0f / (u * (1.0f / kind->laminar + hit));
  return 1.0f / (ra + rb + ra * rb * vs) + vs;
}

/* Dry deposition of mass from a particle in the cell next to the ground, over h s. */
SM_FN void SM_P(sm_dry_deposition)(const struct sm_particle_advance *a,
                                   const struct SM_P(sm_particle_step) * t, float h, float time) {
  const struct SM_P(sm_particle_grid) *g = &a->air.SM_P(grid);
  const int members = sm_chain_members(a->chain, t->now);
  if (members == 1 && t->kind->deposition == 0.0f) return;
  if (SM_READ(g->open, SM_P(sm_particle_grid_index)(g, t->at.cell)) & SM_OPEN_DOWN) return;
  const float height = (float)SM_READ(g->h[2], t->at.cell[2]);
  for (int m = 0; m < members; m++) {
    const struct sm_particle_kind *kind = SM_P(sm_member_kind)(a, t, m);
    if (kind->deposition == 0.0f) continue;
    const float speed = SM_P(sm_deposition_velocity)(a, t, kind);
    const float gone = speed * h / height, part = gone * sm_mean_growth(-gone);
    SM_P(sm_deposit_part)(a, t, m, SM_BUDGET_DEPOSITED, part, time);
  }
}

/* Height above the ground below, m. */
SM_FN float SM_P(sm_height_above_ground)(const struct sm_particle_advance *a,
                                         const struct SM_P(sm_grid_position) * position) {
  const struct sm_grid_position_f32 at = SM_P(sm_position_rounded)(position);
  const ptrdiff_t column = at.cell[0] + (ptrdiff_t)at.cell[1] * a->air.grid_f32.n[0];
  return SM_READ(a->face_f32[2], at.cell[2]) +
         sm_fraction_below_f32(at.part[2]) * SM_READ(a->air.grid_f32.h[2], at.cell[2]) -
         SM_READ(a->terrain, column);
}

/* Wet deposition of mass from a particle below the cloud base, over h s: the fraction 1 - exp(-A
 * R^B h) at the rain rate R. */
SM_FN void SM_P(sm_wet_deposition)(const struct sm_particle_advance *a,
                                   const struct SM_P(sm_particle_step) * t, float h, float time) {
  const int members = sm_chain_members(a->chain, t->now);
  if (members == 1 && t->kind->scavenging == 0.0f) return;
  if (!(SM_P(sm_height_above_ground)(a, &t->at) < a->cloud_base)) return;
  for (int m = 0; m < members; m++) {
    const struct sm_particle_kind *kind = SM_P(sm_member_kind)(a, t, m);
    if (kind->scavenging == 0.0f) continue;
    const float washed = h * kind->scavenging * sm_power(a->rain, kind->scavenging_exponent);
    const float part = washed * sm_mean_growth(-washed);
    SM_P(sm_deposit_part)(a, t, m, SM_BUDGET_WET_DEPOSITED, part, time);
  }
}
#endif
