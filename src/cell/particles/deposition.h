/* cell/particles/deposition.h - mass that particles lose: mass budget, dry deposition to the
 * ground, wet deposition by rain (below-cloud scavenging). */
#ifndef SM_CELL_PARTICLES_DEPOSITION_H
#define SM_CELL_PARTICLES_DEPOSITION_H

#include "cell/particles/particle_step.h"

#endif

#ifdef SM_REAL
/* Adds mass lost by a particle to the budget; `mass`: before decay. */
SM_FN void SM_P(sm_budget_add)(const struct sm_particle_advance *a,
                               const struct SM_P(sm_particle_step) * t, enum sm_budget_term budget,
                               int64_t mass, float age) {
  const int64_t left = sm_mass_fraction(mass, sm_undecayed_fraction(t->kind, age));
  int64_t *row = a->budget + (ptrdiff_t)t->kind->species * SM_BUDGET_TERMS;
  SM_ADD_LONG(row + budget, left);
  if (left != mass) SM_ADD_LONG(row + SM_BUDGET_DECAYED, mass - left);
  int64_t *map = budget == SM_BUDGET_DEPOSITED       ? a->deposit
                 : budget == SM_BUDGET_WET_DEPOSITED ? a->wet_deposit
                                                     : NULL;
  if (!map) return;
  const ptrdiff_t column = t->at.cell[0] + (ptrdiff_t)t->at.cell[1] * a->air.SM_P(grid).n[0];
  const ptrdiff_t columns = (ptrdiff_t)a->air.SM_P(grid).n[0] * a->air.SM_P(grid).n[1];
  SM_ADD_LONG(map + t->kind->species * columns + column, left);
}

/* Deposition velocity, m/s: given, or 1 / (ra + rb + ra rb vs) + vs (Slinn 1982) with ra = u /
 * u*^2, where u is the horizontal speed of the particle. */
SM_FN float SM_P(sm_deposition_velocity)(const struct sm_particle_advance *a,
                                         const struct SM_P(sm_particle_step) * t) {
  if (t->kind->deposition >= 0.0f) return t->kind->deposition;
  const float u = SM_READ(a->air.friction, t->at.cell[0] + t->at.cell[1] * a->air.friction_sy);
  if (!(u > 1e-4f)) return t->kind->settling;
  const float vs = t->kind->settling, stokes = t->kind->impaction * u * u;
  const float hit = stokes > 0.08f ? sm_power(10.0f, -3.0f / stokes) : 0.0f;
  const float along = (float)SM_ROOT(t->v[0] * t->v[0] + t->v[1] * t->v[1]);
  const float ra = along / (u * u), rb = 1.0f / (u * (1.0f / t->kind->laminar + hit));
  return 1.0f / (ra + rb + ra * rb * vs) + vs;
}

/* Dry deposition of mass from a particle in the cell next to the ground, over h s. */
SM_FN void SM_P(sm_dry_deposition)(const struct sm_particle_advance *a,
                                   const struct SM_P(sm_particle_step) * t, float h, float time) {
  const struct SM_P(sm_particle_grid) *g = &a->air.SM_P(grid);
  if (t->kind->deposition == 0.0f ||
      (SM_READ(g->open, SM_P(sm_particle_grid_index)(g, t->at.cell)) & SM_OPEN_DOWN))
    return;
  const float speed = SM_P(sm_deposition_velocity)(a, t);
  const float part = 1.0f - sm_exp(-speed * h / (float)SM_READ(g->h[2], t->at.cell[2]));
  struct sm_particle_tag *tag = &a->tag[t->index];
  const int64_t taken = sm_mass_fraction(tag->mass, part);
  SM_P(sm_budget_add)(a, t, SM_BUDGET_DEPOSITED, taken, time - tag->release_time);
  tag->mass -= taken;
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
  if (t->kind->scavenging == 0.0f || !(SM_P(sm_height_above_ground)(a, &t->at) < a->cloud_base))
    return;
  const float washed = h * t->kind->scavenging * sm_power(a->rain, t->kind->scavenging_exponent);
  const float part = washed * sm_mean_growth(-washed);
  struct sm_particle_tag *tag = &a->tag[t->index];
  const int64_t taken = sm_mass_fraction(tag->mass, part);
  SM_P(sm_budget_add)(a, t, SM_BUDGET_WET_DEPOSITED, taken, time - tag->release_time);
  tag->mass -= taken;
}
#endif
