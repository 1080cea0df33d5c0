#include "case/check/internal.h"

#include <stdio.h>
#include <string.h>

/* Whether the species include any gas, and only gases; sources without species count as gas. */
static void classify_species(const struct sm_toml_node *particles, bool *any_gas,
                             bool *any_grains) {
  struct sm_toml_node *list = sm_toml_get(particles, "species");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  *any_gas = node == NULL;
  *any_grains = false;
  for (; node != NULL && node != list->next; node = node->next) { /* a single table is not in a
                                                                     list */
    const bool grains = sm_check_has_grains(node);
    *any_grains = *any_grains || grains;
    *any_gas = *any_gas || !grains;
  }
}

/* Warns of particles without turbulent dispersion: a cloud does not spread, and particles released
 * near the ground stay there, so that deposition is overestimated. No warning if the case sets it
 * explicitly. */
static void warn_no_turbulence(const struct sm_case_reader *r, const struct sm_toml_node *particles,
                               const struct sm_case_draft *draft) {
  const bool mean_wind = draft->c.wind_source.model == SM_WIND_DIAGNOSTIC;
  if (!mean_wind || draft->c.turbulence.model != SM_TURBULENCE_NONE ||
      sm_toml_has(particles, "turbulence"))
    return;
  sm_warn(
      r->ctx,
      "%s:%d: warning: [particles] without [turbulence]: particles follow the mean wind alone. "
      "Their cloud does not spread, and near the ground far more of it deposits\n"
      "help: [turbulence] with model = \"local\"; or turbulence = false in [particles], if that "
      "is intended",
      r->report->name, particles->span.line);
}

/* Where a scheme has its order. */
static void check_scheme(struct sm_case_reader *r, const struct sm_toml_node *particles,
                         const struct sm_case_draft *draft, bool turbulence) {
  const struct sm_case_particles *p = &draft->c.particles;
  const bool stokes = p->drag == 0; /* the first of its words */
  const bool smooth =
      draft->c.wind_source.model == SM_WIND_VORTEX || p->interpolation == SM_INTERPOLATE_BSPLINE;
  bool any_gas, any_grains;
  classify_species(particles, &any_gas, &any_grains);
  if (p->scheme == SM_PARTICLES_SEMI_IMPLICIT && any_gas)
    sm_check_report(r, particles, "scheme", "scheme = \"midpoint\", or a diameter for the species",
                    "'particles.scheme': \"semi-implicit\" requires particles with inertia; for a "
                    "gas its stable time step is 0");
  if (p->scheme == SM_PARTICLES_ETD4 && (turbulence || !smooth))
    sm_check_report(r, particles, "scheme",
                    "interpolation = \"bspline\" without turbulence; or scheme = \"midpoint\"",
                    "'particles.scheme': \"etd4\" is of order 4 in a smooth wind only: %s",
                    turbulence ? "turbulence is not" : "this one has kinks at faces of cells");
  else if (p->scheme == SM_PARTICLES_ETD4 && any_grains && !stokes)
    sm_check_report(r, particles, "scheme", "drag = \"stokes\"; or scheme = \"midpoint\"",
                    "'particles.scheme': \"etd4\" is of order 4 with Stokes drag only; with "
                    "another drag law \"midpoint\" is more accurate");
}

static void check_motion(struct sm_case_reader *r, const struct sm_toml_node *particles,
                         const struct sm_case_draft *draft) {
  const struct sm_case_particles *p = &draft->c.particles;
  const bool model = draft->c.turbulence.model != SM_TURBULENCE_NONE;
  const bool turbulence = sm_toml_has(particles, "turbulence") ? p->turbulence : model;
  bool any_gas, any_grains;
  classify_species(particles, &any_gas, &any_grains);
  if (turbulence && !model)
    sm_check_report(r, particles, "turbulence", "[turbulence] with model = \"local\"",
                    "'particles.turbulence' requires a turbulence model");
  if (turbulence && p->interpolation == SM_INTERPOLATE_BSPLINE)
    sm_check_report(r, particles, "interpolation",
                    "turbulence = false in [particles], or interpolation = \"trilinear\"",
                    "'particles.interpolation': \"bspline\" cannot be combined with turbulence, "
                    "whose stresses are trilinear");
  const bool closed = p->lateral_boundary == SM_PARTICLE_BC_REFLECT || draft->particle_top == 1;
  if (closed && (int)p->walls != 0) /* default word: completed later */
    sm_check_report(
        r, particles, "walls", "walls = \"reflect\"",
        "'particles.walls' must be \"reflect\" with a reflecting lateral boundary or top");
  check_scheme(r, particles, draft, turbulence);
  if (draft->particle_direction != 0 && any_grains)
    sm_check_report(r, particles, "direction", "species without a diameter",
                    "'particles.direction': particles with inertia cannot be followed backward, "
                    "where their drag is unstable");
}

/* Particles in f64 (cell/particles/advance.h) neither collide nor return their
 * drag to the air. */
static void check_precision(struct sm_case_reader *r, const struct sm_toml_node *particles,
                            const struct sm_case_draft *draft) {
  const struct sm_case_particles *p = &draft->c.particles;
  const char *excludes = sm_toml_has(particles, "collisions") ? "[particles.collisions]"
                         : draft->particle_coupling != 0      ? "'particles.coupling'"
                         : p->hindered != SM_HINDERED_NONE    ? "'particles.hindered_settling'"
                                                              : NULL;
  if (p->precision == SM_PARTICLES_F64 && excludes != NULL)
    sm_check_report(r, particles, "precision", "precision = \"f32\"",
                    "'particles.precision': %s is in f32 only", excludes);
}

static void check_collisions(struct sm_case_reader *r, const struct sm_toml_node *particles) {
  bool any_gas, any_grains;
  classify_species(particles, &any_gas, &any_grains);
  if (sm_toml_has(particles, "collisions") && !any_grains)
    sm_check_report(r, particles, "collisions", "diameter and density in [[particles.species]]",
                    "[particles.collisions] requires a species with a diameter: gas does not "
                    "collide");
}

/* Limits the number of output times (each is a record or a file); more indicate a typing error, as
   in wind.interval. */
static void check_often(struct sm_case_reader *r, const struct sm_toml_node *table,
                        const char *path, const char *key, double duration, double interval) {
  const double most = 1e6;
  char help[64];
  if (!(duration / interval > most)) return; /* also true for NAN */
  snprintf(help, sizeof help, "%s = %.3g", key, duration / most);
  sm_check_report(r, table, key, help, "'%s.%s' gives %.3g outputs, at most %g", path, key,
                  duration / interval, most);
}

static void check_concentration(struct sm_case_reader *r, const struct sm_toml_node *particles,
                                const struct sm_case_concentration *c) {
  const struct sm_toml_node *table = sm_toml_get(particles, "concentration");
  if (table == NULL || table->type != SM_TOML_TABLE) return;
  if (c->cell_size[0] > c->size[0] || c->cell_size[1] > c->size[1])
    sm_check_report(r, table, "cell_size", NULL,
                    "'particles.concentration.cell_size' is larger than the size");
  if (c->cell_size[2] > c->height)
    sm_check_report(r, table, "cell_size", NULL,
                    "'particles.concentration.cell_size' is higher than the height");
  if (c->sample > c->interval)
    sm_check_report(r, table, "sample", NULL,
                    "'particles.concentration.sample' is longer than the interval");
}

static void check_receptors(struct sm_case_reader *r, const struct sm_toml_node *root,
                            const struct sm_case_draft *draft) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(root, "particles"), "receptor");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < draft->particle_receptor_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    sm_check_place(r, root, draft, node, "receptor",
                   "position = [x, y], or latitude and longitude");
  }
}

static void check_lines_of_sight(struct sm_case_reader *r, const struct sm_toml_node *root,
                                 const struct sm_case_draft *draft) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(root, "particles"), "line_of_sight");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < draft->line_of_sight_count && node != NULL; i++, node = node->next) {
    const struct sm_draft_line_of_sight *s = &draft->line_of_sight[i];
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    sm_check_place(r, root, draft, node, "line of sight",
                   "position = [x, y], or latitude and longitude");
    sm_check_end(r, node, "particles.line_of_sight", &s->place, s->line_of_sight.end,
                 s->line_of_sight.height, s->line_of_sight.end_height);
  }
}

/* Areas of exceedance require thresholds. */
static void check_areas(struct sm_case_reader *r, const struct sm_toml_node *root,
                        const struct sm_case_draft *draft) {
  const struct sm_toml_node *output = sm_toml_get(root, "output");
  if (!draft->c.output.geojson || output == NULL ||
      draft->c.particles.concentration.threshold_count > 0)
    return;
  sm_check_report(r, output, "formats", "thresholds = [1e-6] in [particles.concentration]",
                  "'output.formats': \"geojson\" requires 'particles.concentration.thresholds'");
}

void sm_check_particles(const struct sm_check *c) {
  const struct sm_toml_node *particles = sm_toml_get(c->root, "particles");
  const struct sm_case_particles *p = &c->draft->c.particles;
  bool any_gas, any_grains;
  check_areas(c->r, c->root, c->draft);
  if (particles == NULL || particles->type != SM_TOML_TABLE) return;
  if (sm_toml_element(sm_toml_get(particles, "source"), 0) == NULL)
    sm_check_report(c->r, particles, "source",
                    "[[particles.source]] with position = [x, y] and count = 1e5 (simoom help "
                    "particles.source)",
                    "[particles] has no [[particles.source]], so no particles");
  check_motion(c->r, particles, c->draft);
  check_collisions(c->r, particles);
  check_precision(c->r, particles, c->draft);
  classify_species(particles, &any_gas, &any_grains);
  sm_check_particle_coupling(c->r, c->root, c->draft, any_grains);
  warn_no_turbulence(c->r, particles, c->draft);
  check_concentration(c->r, particles, &p->concentration);
  check_often(c->r, particles, "particles", "snapshots", p->duration, p->interval);
  check_often(c->r, sm_toml_get(particles, "concentration"), "particles.concentration", "interval",
              p->duration, p->concentration.interval);
  sm_check_species(c);
  sm_check_sources(c);
  check_receptors(c->r, c->root, c->draft);
  check_lines_of_sight(c->r, c->root, c->draft);
}
