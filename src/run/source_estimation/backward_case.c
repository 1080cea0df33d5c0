#include "run/source_estimation/internal.h"

#include "base/list.h"
#include "base/text.h"
#include "case/particles.h"
#include "domain/positions.h"
#include <math.h>
#include <string.h>

static const char *const no_times =
    "readings without times need a steady wind and are of a source that has been steady for long\n"
    "help: columns time_start and time_end, s after the start of the run";

/* --- readings as adjoint sources --- */

static bool is_same_place(const struct sm_sensor_reading *a, const struct sm_sensor_reading *b) {
  return a->place[0] == b->place[0] && a->place[1] == b->place[1] && a->height == b->height;
}

/* Times of a reading in the backward run, and the time of its start. */
static struct sm_adjoint times_of(const struct sm_sensor_reading *r, bool steady, double last_wind,
                                  double *offset) {
  *offset = isnan(r->until) ? (double)NAN : steady ? r->until : last_wind;
  if (isnan(r->until)) return (struct sm_adjoint){.start = 0, .stop = 1};
  return (struct sm_adjoint){.start = *offset - r->until, .stop = *offset - r->from};
}

static enum sm_status group_readings(struct sm_context *ctx, bool steady, double last_wind,
                                     const struct sm_sensor_readings *readings,
                                     struct sm_backward_plan *out) {
  SM_TRY(sm_alloc(ctx, readings->count, sizeof *out->adjoint, "readings", &out->adjoint));
  SM_TRY(sm_alloc(ctx, readings->count, sizeof *out->of, "readings", &out->of));
  SM_TRY(sm_alloc(ctx, readings->count, sizeof *out->offset, "readings", &out->offset));
  for (size_t i = 0; i < readings->count; i++) {
    struct sm_adjoint own = times_of(&readings->item[i], steady, last_wind, &out->offset[i]);
    size_t a = 0;
    own.reading = i;
    for (; a < out->adjoints; a++)
      if (is_same_place(&readings->item[i], &readings->item[out->adjoint[a].reading]) &&
          own.start == out->adjoint[a].start &&
          fabs(own.stop - out->adjoint[a].stop) < 1e-6 * own.stop)
        break;
    if (a == out->adjoints) out->adjoint[out->adjoints++] = own;
    out->of[i] = a;
  }
  return SM_OK;
}

/* --- texts of the case --- */

static void add_position(struct sm_text *text, const struct sm_sensor_reading *r) {
  static const char *const key[] = {[SM_POSITION_LATLON] = "latitude=%.12g,longitude=%.12g",
                                    [SM_POSITION_CRS] = "easting=%.12g,northing=%.12g",
                                    [SM_POSITION_LOCAL] = "position=[%.12g,%.12g]"};
  char place[96];
  // NOLINTNEXTLINE(clang-diagnostic-format-nonliteral)
  snprintf(place, sizeof place, key[r->position], r->place[0], r->place[1]);
  sm_text_add(text, "%s,height=%.12g", place, r->height);
}

static void add_sources(struct sm_text *text, const struct sm_backward_plan *plan, int particles,
                        const struct sm_sensor_readings *readings) {
  sm_text_add(text, "particles.source=[");
  for (size_t a = 0; a < SM_REPLICATES * plan->adjoints; a++) {
    const struct sm_adjoint *own = &plan->adjoint[a / SM_REPLICATES];
    sm_text_add(text, "%s{species=\"r%zu\",", a > 0 ? "," : "", a);
    add_position(text, &readings->item[own->reading]);
    sm_text_add(text, ",mass=1,count=%d,start=%.12g,stop=%.12g}", particles / SM_REPLICATES,
                own->start, own->stop);
  }
  sm_text_add(text, "]");
}

void sm_source_species_add(struct sm_text *text, const struct sm_case_species *like, size_t count) {
  sm_text_add(text, "particles.species=[");
  for (size_t a = 0; a < count; a++) {
    sm_text_add(text, "%s{name=\"r%zu\"", a > 0 ? "," : "", a);
    if (like != NULL) {
      if (isfinite(like->half_life)) sm_text_add(text, ",half_life=%.12g", like->half_life);
      if (isnan(like->deposition))
        sm_text_add(text, ",deposition_velocity=\"resistance\"");
      else
        sm_text_add(text, ",deposition_velocity=%.12g", like->deposition);
      sm_text_add(text, ",schmidt_number=%.12g", like->schmidt);
    }
    sm_text_add(text, "}");
  }
  sm_text_add(text, "]");
}

enum sm_status sm_source_case_load(struct sm_context *ctx, const struct sm_source_options *options,
                                   enum sm_source_direction direction, struct sm_text *const *text,
                                   size_t count, struct sm_case **out) {
  const char *set[4 + SM_SOURCE_TEXTS] = {
      direction == SM_SOURCE_BACKWARD ? "particles.direction=backward"
                                      : "particles.direction=forward",
      "output.formats=[]", "particles.receptor=[]", "particles.trajectories=0"};
  for (size_t n = 0; n < count; n++) {
    if (text[n]->failed) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: readings");
    set[4 + n] = sm_text_string(text[n]);
  }
  SM_TRY(options->load(options->user, set, 4 + count, out));
  (*out)->statistics.present = false;
  (*out)->particles.checkpoint = NAN;
  return SM_OK;
}

/* --- the plan --- */

static enum sm_status find_species(struct sm_context *ctx, const struct sm_case *c,
                                   const char *name, const struct sm_case_species **out) {
  const struct sm_case_particles *p = &c->particles;
  *out = p->species_count > 0 ? &p->species[0] : NULL;
  for (size_t s = 0; name != NULL && s < p->species_count; s++)
    if (strcmp(name, p->species[s].name) == 0) *out = &p->species[s];
  if (name != NULL && (*out == NULL || strcmp(name, (*out)->name) != 0))
    return sm_fail(ctx, SM_ERR_USAGE, "%s: error: no species '%s'", c->path, name);
  for (size_t s = 0; *out != NULL && s < p->species_count; s++)
    if (p->species[s].daughter >= 0 && &p->species[p->species[s].daughter] == *out)
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: %s forms of %s during transport, which cannot be followed "
                     "backward\n"
                     "help: --species %s with readings of it, or the case without 'daughter'",
                     c->path, p->species[s].line, (*out)->name, p->species[s].name,
                     p->species[s].name);
  if (*out != NULL && ((*out)->size_count > 1 || (*out)->size[0].diameter > 0))
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: source estimation is of gases: grains cannot be followed "
                   "backward",
                   c->path, (*out)->line);
  return SM_OK;
}

static enum sm_status check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_sensor_readings *readings, bool steady,
                            double last_wind, double start) {
  if (!c->particles.concentration.present)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: source estimation needs [particles.concentration], whose columns "
                   "are the places of the source",
                   c->path, c->particles.line);
  if (!readings->timed)
    return steady ? SM_OK : sm_fail(ctx, SM_ERR_USAGE, "%s: error: %s", c->path, no_times);
  for (size_t i = 0; i < readings->count; i++) {
    const struct sm_sensor_reading *r = &readings->item[i];
    if (!steady && (r->until > last_wind || r->from < 0))
      return sm_fail(ctx, SM_ERR_DATA,
                     "error: reading %s from %g to %g s is not within the winds, 0 to %g s",
                     r->name, r->from, r->until, last_wind);
    if (!(r->until > start))
      return sm_fail(ctx, SM_ERR_DATA,
                     "error: reading %s ends at %g s, before the earliest release at %g s", r->name,
                     r->until, start);
  }
  return SM_OK;
}

/* Places of the sensors are in the domain: said of the readings, which are sources only later. */
static enum sm_status check_places(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain,
                                   const struct sm_sensor_readings *readings) {
  const struct sm_domain_map map = sm_domain_map(c, &domain->crs, &domain->grid);
  for (size_t i = 0; i < readings->count; i++) {
    const struct sm_sensor_reading *r = &readings->item[i];
    const struct sm_case_location place = {.coordinates = sm_position_coordinates(r->position),
                                           .at = {r->place[0], r->place[1], r->height},
                                           .in_domain = true,
                                           .has_degrees = true};
    struct sm_position_problem problem;
    SM_TRY(sm_position_check(ctx, &map, &place, &problem));
    if (problem.text[0] != '\0')
      return sm_fail(ctx, SM_ERR_DATA, "%s:%d: error: sensor '%s' %s\nhelp: %s", readings->path,
                     r->line, r->name, problem.text, problem.help);
  }
  return SM_OK;
}

/* Duration of the backward run with times; s. */
static double duration_of(const struct sm_backward_plan *plan, size_t readings) {
  double longest = 0;
  for (size_t i = 0; i < readings; i++) longest = fmax(longest, plan->offset[i] - plan->start);
  for (size_t a = 0; a < plan->adjoints; a++) longest = fmax(longest, plan->adjoint[a].stop);
  return longest;
}

/* Boxes where the case has none of its own: so many columns that each has some particles of a
 * plume, 0.3 for each particle as in the twins of docs/source-estimation.md; with fewer particles
 * in each the luckiest column is the likeliest. About 3 m high. */
static void choose_boxes(const struct sm_domain *domain, int particles,
                         struct sm_case_concentration *boxes) {
  static const double columns_of_a_particle = 0.3, height = 3;
  double length[2], *size = boxes->cell_size;
  if (!isnan(size[0])) return;
  for (int d = 0; d < 2; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    length[d] = isnan(boxes->size[d]) ? axis->face[axis->n] - axis->face[0] : boxes->size[d];
  }
  const double wanted = sqrt(length[0] * length[1] / (columns_of_a_particle * particles));
  for (int d = 0; d < 3; d++) {
    const double cell = domain->grid.axis[d].width[0];
    size[d] = cell * fmax(1, ceil((d < 2 ? wanted : height) / cell - 0.5));
  }
}

static enum sm_status make(struct sm_context *ctx, const struct sm_source_options *options,
                           const struct sm_sensor_readings *readings, struct sm_text *text,
                           struct sm_backward_plan *out) {
  const struct sm_weather *w = &out->domain->weather;
  const bool steady = w->time_count == 1;
  const double last = steady ? 0 : w->time[w->time_count - 1] - w->time[0];
  const struct sm_case_species *like;
  struct sm_text *const list[SM_SOURCE_TEXTS] = {&text[0], &text[1], &text[2], &text[3]};
  size_t count = 2;
  SM_TRY(find_species(ctx, out->site, options->species, &like));
  SM_TRY(check(ctx, out->site, readings, steady, last, options->start));
  SM_TRY(group_readings(ctx, steady, last, readings, out));
  out->start = options->start;
  for (size_t n = 0; n < SM_SOURCE_TEXTS; n++) sm_text_clear(&text[n]);
  sm_source_species_add(&text[0], like, SM_REPLICATES * out->adjoints);
  add_sources(&text[1], out, options->particles, readings);
  if (readings->timed) {
    const double duration = duration_of(out, readings->count);
    sm_text_add(&text[count++], "particles.duration=%.12g", duration);
    if (isnan(out->site->particles.concentration.interval))
      sm_text_add(&text[count++], "particles.concentration.interval=%.12g", duration / 50);
  }
  SM_TRY(sm_source_case_load(ctx, options, SM_SOURCE_BACKWARD, list, count, &out->c));
  choose_boxes(out->domain, options->particles, &out->c->particles.concentration);
  return SM_OK;
}

enum sm_status sm_backward_plan_create(struct sm_context *ctx,
                                       const struct sm_source_options *options,
                                       const struct sm_sensor_readings *readings,
                                       struct sm_backward_plan *out) {
  struct sm_text text[SM_SOURCE_TEXTS] = {{0}};
  *out = (struct sm_backward_plan){0};
  /* A source without a place, for the first load of the case, which tells its species and winds.
   * Forward, since what formed of the species that is looked for does not matter. */
  sm_text_add(&text[0], "particles.source=[{shape=\"domain\",mass=1,count=1}]");
  enum sm_status status = sm_source_case_load(ctx, options, SM_SOURCE_FORWARD,
                                              &(struct sm_text *){&text[0]}, 1, &out->site);
  if (status == SM_OK) status = sm_domain_build(ctx, out->site, &out->domain);
  if (status == SM_OK) status = check_places(ctx, out->site, out->domain, readings);
  if (status == SM_OK) status = make(ctx, options, readings, text, out);
  for (int n = 0; n < SM_SOURCE_TEXTS; n++) sm_text_free(&text[n]);
  return status;
}

void sm_backward_plan_free(struct sm_backward_plan *plan) {
  SM_FREE_ALL(plan->adjoint, plan->of, plan->offset);
  sm_domain_destroy(&plan->domain);
  sm_case_destroy(&plan->c);
  sm_case_destroy(&plan->site);
  *plan = (struct sm_backward_plan){0};
}
