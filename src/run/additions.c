/* additions.c - sources, receptors, budgets and checkpoints requested by the caller of a
 * simulation. */
#include "domain/sources/releases.h"
#include "physics/compressible/mixture.h"
#include "physics/scalars/scalars.h"
#include "run/options.h"
#include "run/simulation.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- sources --- */

struct sm_added_source {
  struct sm_added_source *next;
  char name[16];
  struct sm_case_source source;
  struct sm_release release;
};

void sm_added_sources_destroy(struct sm_added_source **list) {
  while (*list != NULL) {
    struct sm_added_source *next = (*list)->next;
    sm_free(*list);
    *list = next;
  }
}

/* Scalars of a flow; NULL: none. */
static struct sm_scalars *scalars_of(const struct sm_simulation *s) {
  return s->model->scalars != NULL ? s->model->scalars(s->self) : NULL;
}

static struct sm_scalar *find_scalar(const struct sm_simulation *s, const char *name) {
  struct sm_scalar *tracer;
  for (int n = 0; (tracer = sm_scalars_tracer(scalars_of(s), n)) != NULL; n++)
    if (strcmp(sm_scalar_name(tracer), name) == 0) return tracer;
  return NULL;
}

static int find_species(const struct sm_simulation *s, const char *name) {
  const struct sm_case_particles *p = &s->c->particles;
  if (s->dispersion.particles == NULL) return -1;
  for (size_t i = 0; i < p->species_count; i++)
    if (strcmp(p->species[i].name, name) == 0) return (int)i;
  return -1;
}

static enum sm_status check_source(struct sm_context *ctx, const struct sm_simulation *s,
                                   const struct sm_simulation_source *source) {
  SM_TRY(sm_simulation_check_alive(ctx, s));
  if (s->ended) return sm_fail(ctx, SM_ERR_USAGE, "error: a source in a simulation that has ended");
  if (source->species == NULL || !(source->rate > 0) || !(source->duration >= 0))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: a source needs a species, a rate above 0 kg/s, and no duration below 0");
  return SM_OK;
}

/* Sets a box release that starts now. */
static void set_release(const struct sm_simulation *s, const struct sm_simulation_source *source,
                        struct sm_added_source *added) {
  static const double usual = 10000;
  const double now = sm_simulation_time(s);
  struct sm_case_source *own = &added->source;
  struct sm_release *release = &added->release;
  snprintf(added->name, sizeof added->name, "added");
  *own = (struct sm_case_source){.name = added->name,
                                 .shape = SM_SOURCE_BOX,
                                 .placement = SM_PLACEMENT_RANDOM,
                                 .height = fmin(source->from[2], source->to[2]),
                                 .count = source->particles > 0 ? ceil(source->particles) : usual,
                                 .mass = NAN,
                                 .rate = source->rate,
                                 .velocity = {NAN, NAN, NAN}};
  for (int d = 0; d < 3; d++) own->size[d] = fabs(source->to[d] - source->from[d]);
  *release =
      (struct sm_release){.source = own,
                          .height = own->height,
                          .start = now,
                          .stop = source->duration > 0 ? now + source->duration : (double)INFINITY};
  for (int d = 0; d < 2; d++)
    release->place[d] = 0.5 * (source->from[d] + source->to[d]) - s->domain->grid.origin[d];
}

static enum sm_status check_air(struct sm_context *ctx, const struct sm_domain *domain,
                                const struct sm_simulation_source *source,
                                const struct sm_release *release) {
  const struct sm_axis *axis = domain->grid.axis;
  const double *from = source->from, *to = source->to, *origin = domain->grid.origin;
  struct sm_source_cells cells;
  SM_TRY(sm_source_cells_create(ctx, domain, release, release->start, release->start, &cells));
  const bool any = cells.count > 0;
  sm_source_cells_free(&cells);
  if (any) return SM_OK;
  return sm_fail(
      ctx, SM_ERR_CASE,
      "error: a source of \"%s\" from (%.6g, %.6g, %.6g) m to (%.6g, %.6g, %.6g) m is in "
      "solids or outside of the domain, of x from %.6g to %.6g m, y from %.6g to %.6g m "
      "and %.6g m high",
      source->species, from[0], from[1], from[2], to[0], to[1], to[2], origin[0],
      origin[0] + sm_axis_length(&axis[0]), origin[1], origin[1] + sm_axis_length(&axis[1]),
      sm_axis_length(&axis[2]));
}

/* The release starts no earlier than the current time of the particles. */
static enum sm_status release_particles(struct sm_context *ctx, const struct sm_simulation *s,
                                        int species, struct sm_added_source *added) {
  const double there = sm_particles_get_progress(s->dispersion.particles).time;
  added->source.species = species;
  added->release.start = fmax(added->release.start, there);
  return sm_particles_add_source(ctx, s->dispersion.particles, &added->release);
}

enum sm_status sm_simulation_add_source(struct sm_context *ctx, struct sm_simulation *s,
                                        const struct sm_simulation_source *given) {
  struct sm_simulation_source source = {.size = sizeof source};
  struct sm_added_source *added;
  memcpy(&source, given, given->size < sizeof source ? given->size : sizeof source);
  SM_TRY(check_source(ctx, s, &source));
  struct sm_scalar *scalar = find_scalar(s, source.species);
  const int species = find_species(s, source.species);
  if (scalar == NULL && species < 0)
    return sm_fail(ctx, SM_ERR_USAGE, "error: the case has no scalar or species \"%s\"",
                   source.species);
  SM_TRY(sm_alloc(ctx, 1, sizeof *added, "a source", &added));
  added->next = s->added;
  s->added = added; /* freed with the simulation */
  set_release(s, &source, added);
  SM_TRY(check_air(ctx, s->domain, &source, &added->release));
  const enum sm_status status =
      scalar != NULL ? sm_scalar_add_source(ctx, scalars_of(s), scalar, &added->release)
                     : release_particles(ctx, s, species, added);
  s->outputs.has_added_sources |= status == SM_OK;
  return sm_simulation_keep_status(s, status);
}

/* --- receptors --- */

enum sm_status sm_simulation_receptor(struct sm_context *ctx, const struct sm_simulation *s,
                                      const char *receptor, const char *species, double *out) {
  const struct sm_case_particles *p = &s->c->particles;
  const struct sm_dispersion_series *series = &s->dispersion.series;
  const int column = find_species(s, species);
  size_t row = 0;
  while (row < p->receptor_count && strcmp(p->receptor[row].name, receptor) != 0) row++;
  if (column < 0 || row == p->receptor_count)
    return sm_fail(ctx, SM_ERR_USAGE, "error: the case has no receptor \"%s\" of \"%s\"", receptor,
                   species);
  const size_t last =
      (series->count * p->receptor_count - p->receptor_count + row) * p->species_count;
  *out = series->count > 0 ? series->received[last + (size_t)column] : (double)NAN;
  return SM_OK;
}

/* --- budgets --- */

/* Budgets of steady scalars; NULL: none. */
static const struct sm_mass_budget *steady_budgets(const struct sm_simulation *s, int *count) {
  *count = 0;
  return s->model->budgets != NULL ? s->model->budgets(s->self, count) : NULL;
}

static int count_tracers(const struct sm_simulation *s) {
  int count;
  if (steady_budgets(s, &count) != NULL) return count;
  while (sm_scalars_tracer(scalars_of(s), count) != NULL) count++;
  return count;
}

int sm_simulation_budget_count(const struct sm_simulation *s) {
  const bool released = s->dispersion.particles != NULL;
  return count_tracers(s) + (released ? (int)s->c->particles.species_count : 0);
}

static enum sm_status tracer_budget(struct sm_context *ctx, const struct sm_simulation *s, int n,
                                    struct sm_mass_budget *out) {
  struct sm_scalars *scalars = scalars_of(s);
  struct sm_scalar_budget b;
  int count;
  const struct sm_mass_budget *steady = steady_budgets(s, &count);
  if (steady != NULL) {
    *out = steady[n];
    out->species = s->c->flow.scalar[n].name; /* that of another process is not known here */
    return SM_OK;
  }
  const struct sm_scalar *tracer = sm_scalars_tracer(scalars, n);
  SM_TRY(sm_scalars_budget(ctx, scalars, (size_t)(tracer - scalars->item), &b));
  *out = (struct sm_mass_budget){.size = sizeof *out,
                                 .species = b.name,
                                 .initial = b.initial,
                                 .emitted = b.emitted,
                                 .produced = b.made,
                                 .airborne = b.air,
                                 .deposited = b.deposited,
                                 .wet_deposited = b.wet_deposited,
                                 .outflow = b.left,
                                 .decayed = b.decayed};
  return SM_OK;
}

enum sm_status sm_simulation_budget(struct sm_context *ctx, struct sm_simulation *s, int n,
                                    struct sm_mass_budget *out) {
  const int tracers = count_tracers(s);
  struct sm_mass_budget own;
  SM_TRY(sm_struct_check(ctx, out, "struct sm_mass_budget"));
  if (n < 0 || n >= sm_simulation_budget_count(s))
    return sm_fail(ctx, SM_ERR_USAGE, "error: the simulation has no budget %d", n);
  SM_TRY(n < tracers ? tracer_budget(ctx, s, n, &own)
                     : sm_dispersion_budget(ctx, &s->dispersion, n - tracers, &own));
  sm_struct_give(&own, out);
  return SM_OK;
}

/* Element names are copied behind the budgets, since the mechanism is freed before the summary. */
static enum sm_status record_elements(struct sm_context *ctx, struct sm_simulation *s) {
  struct sm_run_summary *summary = &s->summary;
  const struct sm_mixture *mixture = s->model->mixture != NULL ? s->model->mixture(s->self) : NULL;
  if (mixture == NULL) return SM_OK;
  const struct sm_mechanism *mechanism = mixture->mechanism;
  const size_t count = (size_t)mechanism->element_count;
  size_t size = count * sizeof *summary->element_budget;
  for (size_t e = 0; e < count; e++) size += strlen(mechanism->elements[e].name) + 1;
  SM_TRY(sm_alloc(ctx, 1, size, "mass budgets", &summary->element_budget));
  summary->element_budget_count = (int)count;
  char *name = (char *)&summary->element_budget[count];
  for (size_t e = 0; e < count; e++) {
    struct sm_mass_budget *own = &summary->element_budget[e];
    SM_TRY(sm_mixture_element_budget(ctx, mixture, (int32_t)e, own));
    const size_t length = strlen(own->species) + 1;
    own->species = memcpy(name, own->species, length);
    name += length;
  }
  return SM_OK;
}

enum sm_status sm_simulation_record_budgets(struct sm_context *ctx, struct sm_simulation *s) {
  struct sm_run_summary *summary = &s->summary;
  const int count = count_tracers(s);
  if (count > 0)
    SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *summary->scalar_budget, "mass budgets",
                    &summary->scalar_budget));
  summary->scalar_budget_count = count;
  for (int n = 0; n < count; n++) SM_TRY(tracer_budget(ctx, s, n, &summary->scalar_budget[n]));
  return record_elements(ctx, s);
}

/* --- checkpoints --- */

/* Particles are created with the first wind. */
static bool can_be_saved(const struct sm_simulation *s) {
  const struct sm_particles *particles = s->dispersion.particles;
  return s->flow.model != NULL ||
         (particles != NULL && sm_particles_get_progress(particles).steps > 0);
}

enum sm_status sm_simulation_save(struct sm_context *ctx, struct sm_simulation *s) {
  SM_TRY(sm_simulation_check_alive(ctx, s));
  if (!can_be_saved(s))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: only a flow, or particles from the first wind on, can be saved");
  sm_simulation_forget_result(s);
  return s->flow.model != NULL ? sm_flow_files_save(ctx, &s->flow)
                               : sm_dispersion_checkpoint(ctx, &s->dispersion);
}
