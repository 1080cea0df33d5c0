/* Consistency of decay chains: daughters of the species of particles and of scalars. */
#include "case/check/internal.h"

#include "case/draft.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_MEMBERS = 4 }; /* of a chain, SM_CHAIN_MEMBERS in cell/elementary.h */

/* Ratio of half-lives below which the mass of a daughter is too small for the integer masses of
 * particles. */
static const double least_ratio = 1e-7;

/* Species of particles, or scalars. */
struct list {
  const struct sm_case_draft *draft;
  const char *table; /* of the case */
  bool scalars;
  size_t count;
};

static const char *name_at(const struct list *l, size_t i) {
  return l->scalars ? l->draft->c.flow.scalar[i].name : l->draft->species[i].species.name;
}
static const char *daughter_at(const struct list *l, size_t i) {
  return l->scalars ? l->draft->c.flow.scalar[i].daughter_name
                    : l->draft->species[i].species.daughter_name;
}
static double half_life_at(const struct list *l, size_t i) {
  return l->scalars ? l->draft->c.flow.scalar[i].half_life : l->draft->species[i].species.half_life;
}

/* Index of the daughter; -1: none, or of an unknown name. */
static int find_daughter(const struct list *l, size_t i) {
  const char *name = daughter_at(l, i);
  for (size_t d = 0; d < l->count && name[0] != '\0'; d++)
    if (strcmp(name_at(l, d), name) == 0) return (int)d;
  return -1;
}

static void report_unknown(const struct sm_check *c, const struct sm_toml_node *node,
                           const struct list *l, size_t i) {
  enum { MOST = 64 };
  const char *names[MOST];
  char help[128];
  size_t count = 0;
  for (; count < l->count && count < MOST; count++) names[count] = name_at(l, count);
  const char *nearest = sm_text_nearest(daughter_at(l, i), names, count);
  snprintf(help, sizeof help, nearest != NULL ? "did you mean \"%.80s\"?" : "[[%s]] with this name",
           nearest != NULL ? nearest : l->table);
  sm_check_report(c->r, node, "daughter", help, "'%s.daughter': none is called \"%.60s\"", l->table,
                  daughter_at(l, i));
}

/* Checks the name of the daughter and the length of the chain from here on; false: reported. */
static bool check_members(const struct sm_check *c, const struct sm_toml_node *node,
                          const struct list *l, size_t i) {
  int members = 1;
  if (find_daughter(l, i) < 0) {
    report_unknown(c, node, l, i);
    return false;
  }
  for (int d = find_daughter(l, i); d >= 0 && members <= MOST_MEMBERS; members++) {
    if (d == (int)i) {
      sm_check_report(c->r, node, "daughter", "a chain ends with a species that has no daughter",
                      "'%s.daughter': the chain of \"%.60s\" leads back to it", l->table,
                      name_at(l, i));
      return false;
    }
    d = find_daughter(l, (size_t)d);
  }
  if (members > MOST_MEMBERS)
    sm_check_report(c->r, node, "daughter",
                    "leave out members whose half-life is short against the time of the run: they "
                    "have the activity of their parent",
                    "'%s.daughter': the chain of \"%.60s\" has more than %d members", l->table,
                    name_at(l, i), MOST_MEMBERS);
  return members <= MOST_MEMBERS;
}

/* Scalars of a chain are advanced together, each once. */
static void check_one_parent(const struct sm_check *c, const struct sm_toml_node *node,
                             const struct list *l, size_t i) {
  for (size_t other = 0; other < i; other++)
    if (find_daughter(l, other) == find_daughter(l, i))
      sm_check_report(c->r, node, "daughter",
                      "a scalar of its own for the daughter of each, such as \"cs-138 of xe-138\"",
                      "'flow.scalar.daughter': \"%.60s\" already forms of \"%.60s\"",
                      daughter_at(l, i), name_at(l, other));
}

static size_t sizes_of(const struct sm_draft_species *s) {
  return !isnan(s->median) ? (size_t)s->classes : s->diameter_count > 0 ? s->diameter_count : 1;
}

/* A particle moves as the species that was released, and has the masses of all members. */
static void check_particles(const struct sm_check *c, const struct sm_toml_node *node,
                            const struct list *l, size_t i) {
  const struct sm_case_draft *draft = c->draft;
  const size_t d = (size_t)find_daughter(l, i);
  const size_t own = sizes_of(&draft->species[i]), other = sizes_of(&draft->species[d]);
  if (other > 1 && other != own)
    sm_check_report(c->r, node, "daughter",
                    "one diameter for the daughter, or the sizes of its "
                    "parent",
                    "'particles.species.daughter': \"%.60s\" has %zu sizes, its parent %zu",
                    name_at(l, d), other, own);
  if (draft->particle_direction != 0)
    sm_check_report(
        c->r, node, "daughter",
        "without 'daughter' the run is of this species alone; its half-life counts",
        "'particles.species.daughter': what formed cannot be followed backward in time");
  if (draft->particle_coupling != 0 || draft->c.particles.hindered != 0 ||
      sm_toml_has(sm_toml_get(c->root, "particles"), "collisions"))
    sm_check_report(c->r, node, "daughter", NULL,
                    "'particles.species.daughter' cannot be combined with "
                    "particles.coupling = \"two-way\", hindered settling or collisions, which know "
                    "of one mass of a particle");
  if (half_life_at(l, d) < least_ratio * half_life_at(l, i))
    sm_check_report(c->r, node, "daughter",
                    "leave the daughter out: it has the activity of its parent times the branching "
                    "fraction",
                    "'particles.species.daughter': the half-life of \"%.60s\" is %.2g of that of "
                    "its parent, less than %g: its mass is too small to be counted",
                    name_at(l, d), half_life_at(l, d) / half_life_at(l, i), least_ratio);
}

static void check_list(const struct sm_check *c, const struct list *l,
                       const struct sm_toml_node *node) {
  for (size_t i = 0; i < l->count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    if (daughter_at(l, i)[0] == '\0' || !check_members(c, node, l, i)) continue;
    if (l->scalars)
      check_one_parent(c, node, l, i);
    else
      check_particles(c, node, l, i);
  }
}

void sm_check_decay_chains(const struct sm_check *c) {
  const struct list species = {c->draft, "particles.species", false, c->draft->species_count},
                    scalars = {c->draft, "flow.scalar", true, c->draft->c.flow.scalar_count};
  check_list(c, &species,
             sm_toml_element(sm_toml_get(sm_toml_get(c->root, "particles"), "species"), 0));
  check_list(c, &scalars, sm_toml_element(sm_toml_get(c->flow, "scalar"), 0));
}
