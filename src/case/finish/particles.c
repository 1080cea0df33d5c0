/* Completion of the settings of particles. */
#include "case/draft.h"
#include <math.h>
#include <string.h>

int sm_particles_species(const struct sm_case_draft *draft, const struct sm_case_source *source) {
  if (source->species_name[0] == '\0') return 0;
  for (size_t i = 0; i < draft->species_count; i++)
    if (strcmp(draft->species[i].species.name, source->species_name) == 0) return (int)i;
  return -1;
}

int sm_particles_daughter(const struct sm_case_draft *draft, size_t species) {
  const char *name = draft->species[species].species.daughter_name;
  for (size_t i = 0; i < draft->species_count && name[0] != '\0'; i++)
    if (strcmp(draft->species[i].species.name, name) == 0) return (int)i;
  return -1;
}

/* --- species --- */

double sm_normal_quantile(double share) {
  double low = -10, high = 10;
  for (int i = 0; i < 64; i++) {
    const double middle = 0.5 * (low + high);
    if (0.5 * erfc(-middle / sqrt(2)) < share)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/* Cuts a lognormal distribution into classes of equal mass, each represented by its median. */
static void cut_distribution(const struct sm_draft_species *from, struct sm_size_class *to) {
  for (int i = 0; i < from->classes; i++) {
    const double x = sm_normal_quantile((i + 0.5) / from->classes);
    to[i].diameter = from->median * exp(x * log(from->deviation));
    to[i].share = 1.0 / from->classes;
  }
}

/* Deposits grains on the ground, which they reach by settling, where a case says nothing of it; a
 * gas only where it says so. */
static void finish_deposition(struct sm_case_species *species, bool ground_given) {
  const bool grains = species->size[0].diameter > 0;
  if (species->deposition <= SM_DEPOSITION_BY_KIND) /* not NAN */
    species->deposition = grains && !ground_given ? (double)NAN : 0;
}

static enum sm_status finish_species(struct sm_case_reader *r, const struct sm_draft_species *from,
                                     size_t index, struct sm_case_species *to) {
  const bool lognormal = !isnan(from->median), list = from->diameter_count > 0;
  *to = from->species;
  to->size_count = lognormal ? (size_t)from->classes : list ? from->diameter_count : 1;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, to->size_count, sizeof *to->size, &to->size));
  if (lognormal) {
    cut_distribution(from, to->size);
  } else if (list) {
    for (size_t i = 0; i < to->size_count; i++)
      to->size[i] = (struct sm_size_class){from->diameters[i][0], from->diameters[i][1]};
  } else {
    to->size[0] = (struct sm_size_class){isnan(from->diameter) ? 0 : from->diameter, 1};
  }
  if (isnan(to->density)) to->density = 0;
  return sm_finish_name(r, "species", index, &to->name);
}

/* Adds the default species of sources without one: a gas, like a [[particles.species]] without
   keys. */
static enum sm_status add_gas(struct sm_case_reader *r, struct sm_case_draft *draft) {
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, 1, sizeof *draft->species, &draft->species));
  for (size_t i = 0; i < sm_table_species.key_count; i++)
    SM_TRY(sm_value_default(r, &sm_table_species.keys[i], draft->species));
  draft->species_count = 1;
  return sm_arena_copy(r->ctx, r->arena, "gas", strlen("gas"), &draft->species->species.name);
}

static enum sm_status finish_all_species(struct sm_case_reader *r, struct sm_case_draft *draft,
                                         bool ground_given) {
  struct sm_case_particles *p = &draft->c.particles;
  if (draft->species_count == 0) SM_TRY(add_gas(r, draft));
  p->species_count = draft->species_count;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, p->species_count, sizeof *p->species, &p->species));
  for (size_t i = 0; i < p->species_count; i++) {
    SM_TRY(finish_species(r, &draft->species[i], i, &p->species[i]));
    finish_deposition(&p->species[i], ground_given);
    p->species[i].daughter = sm_particles_daughter(draft, i);
  }
  return SM_OK;
}

/* --- sources --- */

static enum sm_status finish_sources(struct sm_case_reader *r, const struct sm_toml_node *particles,
                                     struct sm_case_draft *draft) {
  struct sm_case_particles *p = &draft->c.particles;
  struct sm_toml_node *list = sm_toml_get(particles, "source");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < p->source_count && node != NULL; i++, node = node->next) {
    SM_TRY(sm_finish_source(r, &draft->c, node, i, 0, &p->source[i]));
    p->source[i].species = sm_particles_species(draft, &p->source[i]);
  }
  return sm_finish_explosions(r, &draft->c);
}

/* --- outputs --- */

static enum sm_status finish_receptors(struct sm_case_reader *r, struct sm_case_draft *draft) {
  static const double width = 10, most_height = 3.5; /* m, default box size */
  struct sm_case_particles *p = &draft->c.particles;
  p->receptor_count = draft->particle_receptor_count;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, p->receptor_count, sizeof *p->receptor, &p->receptor));
  for (size_t i = 0; i < p->receptor_count; i++) {
    const struct sm_draft_particle_receptor *from = &draft->particle_receptor[i];
    struct sm_case_particle_receptor *to = &p->receptor[i];
    *to = from->receptor;
    to->position = (int)sm_finish_place(&from->place, to->place);
    if (isnan(to->size[0])) {
      to->size[0] = to->size[1] = width;
      to->size[2] = fmin(most_height, 2 * to->height);
    }
    SM_TRY(sm_finish_name(r, "receptor", i, &to->name));
  }
  return SM_OK;
}

static enum sm_status finish_lines_of_sight(struct sm_case_reader *r, struct sm_case_draft *draft) {
  struct sm_case_particles *p = &draft->c.particles;
  p->line_of_sight_count = draft->line_of_sight_count;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, p->line_of_sight_count, sizeof *p->line_of_sight,
                        &p->line_of_sight));
  for (size_t i = 0; i < p->line_of_sight_count; i++) {
    const struct sm_draft_line_of_sight *from = &draft->line_of_sight[i];
    struct sm_case_line_of_sight *to = &p->line_of_sight[i];
    *to = from->line_of_sight;
    to->position = (int)sm_finish_place(&from->place, to->place);
    if (isnan(to->end_height)) to->end_height = to->height;
    SM_TRY(sm_finish_name(r, "line of sight", i, &to->name));
  }
  return SM_OK;
}

enum sm_status sm_finish_particles(struct sm_case_reader *r, const struct sm_toml_node *root,
                                   struct sm_case_draft *draft) {
  static const enum sm_particle_boundary at_top[] = {SM_PARTICLE_BC_DELETE, SM_PARTICLE_BC_REFLECT,
                                                     SM_PARTICLE_BC_RESET};
  const struct sm_toml_node *particles = sm_toml_get(root, "particles");
  struct sm_case_particles *p = &draft->c.particles;
  p->present = particles != NULL;
  if (!p->present) return SM_OK;
  p->collisions.present = sm_toml_has(particles, "collisions");
  p->concentration.present = sm_toml_has(particles, "concentration");
  p->backward = draft->particle_direction != 0;
  p->two_way = draft->particle_coupling != 0;
  p->top = at_top[draft->particle_top];
  p->ground =
      (enum sm_particle_boundary)(p->ground + SM_PARTICLE_BC_REFLECT); /* first word of this key */
  p->walls = (enum sm_particle_boundary)(p->walls + SM_PARTICLE_BC_REFLECT);
  if (!sm_toml_has(particles, "turbulence"))
    p->turbulence = draft->c.turbulence.model != SM_TURBULENCE_NONE;
  SM_TRY(finish_all_species(r, draft, sm_toml_has(particles, "ground")));
  SM_TRY(finish_sources(r, particles, draft));
  SM_TRY(finish_receptors(r, draft));
  return finish_lines_of_sight(r, draft);
}
