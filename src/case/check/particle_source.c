#include "case/check/internal.h"

#include "case/draft.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double share_tolerance = 1e-6; /* tolerance of a sum of fractions that should be 1 */

/* --- species --- */

bool sm_check_has_grains(const struct sm_toml_node *species) {
  return sm_toml_has(species, "diameter") || sm_toml_has(species, "diameters") ||
         sm_toml_has(species, "median_diameter");
}

static void check_sizes(struct sm_case_reader *r, const struct sm_toml_node *node,
                        const struct sm_draft_species *s) {
  const struct sm_toml_node *list = sm_check_whole_list(node, "diameters", s->diameter_count);
  double sum = 0;
  if (list == NULL) return;
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < s->diameter_count; i++, item = item->next) {
    const double diameter = s->diameters[i][0];
    const bool sized = diameter > 0 && diameter <= 1, shared = s->diameters[i][1] > 0;
    sum += s->diameters[i][1];
    if (!sized || !shared)
      sm_report_add(r->report, &item->span, "rows are [diameter, mass fraction]",
                    "'particles.species.diameters': a %s",
                    sized ? "mass fraction must be more than 0"
                          : "diameter must be more than 0 and at most 1 m");
    if (!sized || !shared) return;
  }
  if (s->diameter_count == 0)
    sm_check_report(r, node, "diameters", NULL, "'particles.species.diameters' is empty");
  else if (!(fabs(sum - 1) <= share_tolerance))
    sm_check_report(
        r, node, "diameters", NULL,
        "'particles.species.diameters': the mass fractions must add up to 1, but their sum is %.8g",
        sum);
}

static void check_density(struct sm_case_reader *r, const struct sm_toml_node *node,
                          const struct sm_case_draft *draft, const struct sm_draft_species *s) {
  const bool grains = sm_check_has_grains(node);
  if (grains && !sm_toml_has(node, "density"))
    sm_check_report(r, node, "density", "density = 2650, in kg/m3",
                    "'particles.species.density' is missing: required with a diameter");
  if (!grains && sm_toml_has(node, "density"))
    sm_check_report(
        r, node, "density", "a diameter, or no density",
        "'particles.species.density': a species without a diameter is a gas, which has no inertia");
  if (grains && s->species.density <= draft->c.particles.air_density)
    sm_check_report(r, node, "density", NULL,
                    "'particles.species.density' is %g kg/m3, but particles must be denser than "
                    "the air, %g kg/m3",
                    s->species.density, draft->c.particles.air_density);
}

void sm_check_species(const struct sm_check *c) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(c->root, "particles"), "species");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->species_count && node != NULL; i++, node = node->next) {
    const struct sm_draft_species *s = &c->draft->species[i];
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    check_sizes(c->r, node, s);
    check_density(c->r, node, c->draft, s);
  }
}

/* --- sources --- */

/* A ground source covers all of the ground, or a disc or box of it. */
static void check_ground(struct sm_case_reader *r, const struct sm_toml_node *root,
                         const struct sm_case_draft *draft, const struct sm_toml_node *node,
                         const struct sm_case_source *s) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(root, "particles"), "species");
  const int species = sm_particles_species(draft, s);
  if (sm_toml_has(node, "radius") && sm_toml_has(node, "size"))
    sm_check_report(r, node, "size", NULL,
                    "'particles.source.size' and 'radius' are mutually exclusive");
  if (sm_toml_has(node, "radius") || sm_toml_has(node, "size"))
    sm_check_place(r, root, draft, node, "part of the ground",
                   "position = [x, y], or no radius and size: all of the ground");
  else if (sm_toml_has(node, "position") || sm_toml_has(node, "latitude") ||
           sm_toml_has(node, "easting"))
    sm_check_report(r, node, "position", "radius = \"10 m\"",
                    "this part of the ground has a position, but no radius or size");
  if (species >= 0 && !sm_check_has_grains(sm_toml_element(list, (size_t)species)))
    sm_check_report(r, node, "shape", "[[particles.species]] with a diameter and a density",
                    "this source is dust from the ground, but its species is a gas");
}

/* What the shallow layer of a dense gas cannot be combined with; NULL: nothing that the case has.
 */
static const char *dense_conflict(const struct sm_case_draft *draft, const char **help) {
  const struct sm_case_particles *p = &draft->c.particles;
  const enum sm_wind_model model = draft->c.wind_source.model;
  *help = model == SM_WIND_INCOMPRESSIBLE ? "density in [[flow.scalar]]" : "another wind.model";
  if (model == SM_WIND_INCOMPRESSIBLE || model == SM_WIND_COMPRESSIBLE) return "wind of a flow";
  if (model == SM_WIND_VORTEX) return "analytic vortex";
  *help = "direction = \"forward\"";
  if (draft->particle_direction != 0) return "run backward in time";
  *help = "precision = \"f32\"";
  if (p->precision != SM_PARTICLES_F32) return "particles in f64";
  *help = "interpolation = \"trilinear\"";
  if (p->interpolation == SM_INTERPOLATE_BSPLINE) return "interpolation with splines";
  *help = "no [particles.collisions], no hindered_settling";
  if (p->collisions.present || p->hindered != SM_HINDERED_NONE) return "collisions of grains";
  *help = "lateral_boundary = \"delete\"";
  if (p->lateral_boundary != SM_PARTICLE_BC_DELETE) return "closed or periodic sides";
  return NULL;
}

static void check_dense(struct sm_case_reader *r, const struct sm_case_draft *draft,
                        const struct sm_toml_node *node, const struct sm_case_source *s) {
  const char *help = NULL, *conflict = dense_conflict(draft, &help);
  if (s->height > 0)
    sm_check_report(r, node, "height", "height = 0",
                    "'particles.source.dense_gas': the layer is on the ground, this source %g m "
                    "above it",
                    s->height);
  if (conflict != NULL)
    sm_check_report(r, node, "dense_gas", help,
                    "'particles.source.dense_gas' cannot be combined with: %s", conflict);
}

/* Checks of particle sources only: ground sources, placements, and no time before the first
 * wind. */
static void check_own(struct sm_case_reader *r, const struct sm_toml_node *root,
                      const struct sm_case_draft *draft, const struct sm_toml_node *node,
                      const struct sm_case_source *s) {
  const int shape = sm_source_shape(node, s);
  if (s->count != floor(s->count))
    sm_check_report(r, node, "count", NULL, "'particles.source.count' must be a whole number");
  if (shape == SM_SOURCE_GROUND) check_ground(r, root, draft, node, s);
  if (s->dense_gas) check_dense(r, draft, node, s);
  if (s->placement >= SM_PLACEMENT_PUBLISHED_RANDOM && shape != SM_SOURCE_BOX)
    sm_check_report(r, node, "placement", "placement = \"random\" or \"uniform\"",
                    "'particles.source.placement': \"published-\" requires shape = \"box\"");
  if (s->start < 0)
    sm_check_report(r, node, "start", NULL,
                    "'particles.source.start' must be at least 0 s: particles begin with the first "
                    "wind");
  if (draft->particle_direction != 0 && sm_toml_has(node, "exit_velocity"))
    sm_check_report(r, node, "exit_velocity", NULL,
                    "'particles.source.exit_velocity': a plume cannot rise backward in time");
}

/* Checks that the species of a source exists. */
static void check_name(struct sm_case_reader *r, const struct sm_toml_node *node,
                       const struct sm_case_draft *draft, const struct sm_case_source *s) {
  enum { MOST = 64 };
  const char *names[MOST];
  char help[128];
  size_t count = 0;
  if (sm_particles_species(draft, s) >= 0) return;
  for (; count < draft->species_count && count < MOST; count++)
    names[count] = draft->species[count].species.name;
  const char *nearest = sm_text_nearest(s->species_name, names, count);
  snprintf(help, sizeof help, nearest != NULL ? "did you mean \"%.80s\"?" : "%s",
           nearest != NULL ? nearest : "[[particles.species]] with this name");
  sm_check_report(r, node, "species", help,
                  "'particles.source.species': no species is called "
                  "\"%.60s\"",
                  s->species_name);
}

void sm_check_sources(const struct sm_check *c) {
  const struct sm_toml_node *particles = sm_toml_get(c->root, "particles");
  const struct sm_toml_node *node = sm_toml_element(sm_toml_get(particles, "source"), 0);
  for (size_t i = 0; i < c->draft->c.particles.source_count && node != NULL;
       i++, node = node->next) {
    const struct sm_case_source *s = &c->draft->c.particles.source[i];
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    check_name(c->r, node, c->draft, s);
    check_own(c->r, c->root, c->draft, node, s);
    sm_check_source(&(struct sm_source_check){c->r, c->root, node, c->draft, &sm_table_source, s,
                                              c->draft->c.particles.duration});
  }
}
