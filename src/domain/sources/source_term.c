/* Source terms of a case: defaults from weather and substance, checks, description. */
#include "domain/sources/internal.h"
#include "domain/sources/terms/terms.h"
#include "domain/weather/weather.h"
#include "lab/facts.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 320 };
static const double day = 86400; /* s: longest time of a run without an end of its own */

/* Roughness length at the first station, or in the middle of the domain, m. */
static double roughness_of(const struct sm_domain *domain) {
  const struct sm_weather *w = &domain->weather;
  const bool measured = w->climate == NULL && w->library == NULL && w->station_count > 0;
  const bool placed = sm_weather_places(w) > 0;
  if (measured && !isnan(w->station[0].z0)) return w->station[0].z0;
  const double x = placed ? w->station[0].x : 0.5 * sm_axis_length(&domain->grid.axis[0]);
  const double y = placed ? w->station[0].y : 0.5 * sm_axis_length(&domain->grid.axis[1]);
  return (double)domain->z0[sm_domain_column(domain, x, y)];
}

void sm_source_weather(const struct sm_case *c, const struct sm_domain *domain,
                       struct sm_dense_weather *out) {
  const struct sm_weather *w = &domain->weather;
  *out = (struct sm_dense_weather){.wind_speed = sm_source_wind(domain),
                                   .height = 10,
                                   .roughness = roughness_of(domain),
                                   .obukhov = INFINITY,
                                   .temperature = sm_source_temperature(c, domain),
                                   .pressure = 101325};
  if (w->library != NULL && w->library[0].per_obukhov != 0)
    out->obukhov = 1 / w->library[0].per_obukhov;
  if (w->climate != NULL || w->library != NULL || w->station_count == 0 ||
      !w->station[0].reading[0].valid)
    return;
  const struct sm_station_reading *r = &w->station[0].reading[0];
  out->wind_speed = hypot(r->u, r->v);
  out->height = r->height;
  out->obukhov = r->obukhov;
}

double sm_source_wind(const struct sm_domain *domain) {
  const struct sm_weather *w = &domain->weather;
  double speed = NAN, height = 10;
  const double z0 = roughness_of(domain);
  if (w->library != NULL && domain->library != NULL) {
    speed = w->library[0].speed;
    height = domain->library->height;
  } else if (w->climate == NULL && w->station_count > 0 && w->station[0].reading[0].valid) {
    const struct sm_station_reading *r = &w->station[0].reading[0];
    speed = hypot(r->u, r->v);
    height = r->height;
  }
  return z0 > 0 && height > 2 * z0 ? speed * log(10 / z0) / log(height / z0) : speed;
}

double sm_source_temperature(const struct sm_case *c, const struct sm_domain *domain) {
  const struct sm_weather *w = &domain->weather;
  const bool measured = w->climate == NULL && w->library == NULL && w->station_count > 0 &&
                        w->station[0].reading[0].valid;
  const double own = measured ? w->station[0].reading[0].temperature : (double)NAN;
  return isnan(own) ? c->weather.temperature : own;
}

static void set(double *value, double otherwise) {
  if (isnan(*value)) *value = otherwise;
}

/* Fills in what the case leaves out. */
static void complete(const struct sm_case *c, const struct sm_domain *domain, double duration,
                     const struct sm_case_source_term *given, struct sm_term *out) {
  struct sm_case_source_term *t = &out->given;
  const struct sm_substance *s = &out->substance;
  *t = *given;
  out->air_temperature = sm_source_temperature(c, domain);
  out->until = isfinite(duration) ? duration : t->start + day;
  const bool liquid = t->model == SM_TERM_LIQUID_LEAK;
  const double cool = fmin(out->air_temperature, s->boiling_point);
  set(&t->duration, (double)INFINITY);
  set(&t->discharge_coefficient, liquid ? 0.62 : 0.85);
  set(&t->tank_temperature, liquid ? cool : out->air_temperature);
  set(&t->tank_pressure,
      liquid ? t->air_pressure : sm_substance_vapour_pressure(s, t->tank_temperature));
  set(&t->pool_temperature, cool);
  set(&t->ground_temperature, out->air_temperature);
  set(&t->wind_speed, sm_source_wind(domain));
}

/* Property that a model needs and the table does not have; NULL: none. */
static const char *missing(const struct sm_term *term) {
  const struct sm_substance *s = &term->substance;
  const bool gas = term->given.model == SM_TERM_GAS_LEAK;
  const struct {
    double value;
    const char *name;
  } need[] = {{gas ? s->vapour_heat_capacity : 0, "heat capacity of the vapour"},
              {gas ? 0 : s->antoine[0], "vapour pressure"},
              {gas ? 0 : s->boiling_point, "boiling point"},
              {gas ? 0 : s->vaporisation_heat, "heat of vaporisation"},
              {gas ? 0 : s->liquid_heat_capacity, "heat capacity of the liquid"},
              {gas ? 0 : s->liquid_density, "density of the liquid"}};
  for (size_t n = 0; n < sizeof need / sizeof *need; n++)
    if (isnan(need[n].value)) return need[n].name;
  return NULL;
}

/* Reports what cannot be computed. */
static void check(struct sm_place_check *job, const struct sm_placed *thing,
                  const struct sm_term *term) {
  const struct sm_case_source_term *t = &term->given;
  const struct sm_substance *s = &term->substance;
  const double saturation = sm_substance_vapour_pressure(s, t->tank_temperature);
  const bool pool = t->model == SM_TERM_POOL || t->model == SM_TERM_LIQUID_LEAK;
  if (missing(term) != NULL)
    sm_place_report(job, thing, "needs the %s of %s, which the table of substances does not have",
                    missing(term), s->name);
  else if (t->model == SM_TERM_GAS_LEAK && t->tank_temperature < s->critical_temperature &&
           t->tank_pressure > 1.05 * saturation)
    sm_place_report(job, thing,
                    "would be liquid: above %.3g bar at %.4g K; model = \"two-phase-leak\"",
                    1e-5 * saturation, t->tank_temperature);
  else if (t->model == SM_TERM_GAS_LEAK && !(t->tank_pressure > t->air_pressure))
    sm_place_report(job, thing, "releases nothing: its pressure is that of the air");
  else if (t->model == SM_TERM_TWO_PHASE_LEAK && t->tank_temperature >= s->critical_temperature)
    sm_place_report(job, thing, "is not a liquid above its critical temperature of %.4g K",
                    s->critical_temperature);
  else if (t->model == SM_TERM_TWO_PHASE_LEAK && t->tank_temperature <= s->boiling_point)
    sm_place_report(job, thing,
                    "does not flash below its boiling point of %.4g K; model = \"liquid-leak\"",
                    s->boiling_point);
  else if (t->model == SM_TERM_LIQUID_LEAK && t->tank_temperature > s->boiling_point + 1)
    sm_place_report(job, thing,
                    "flashes above its boiling point of %.4g K; model = \"two-phase-leak\"",
                    s->boiling_point);
  else if (t->model == SM_TERM_LIQUID_LEAK && t->tank_pressure <= t->air_pressure &&
           !(t->liquid_level > 0))
    sm_place_report(job, thing, "does not flow: liquid_level or tank_pressure is missing");
  else if (pool && isnan(t->wind_speed))
    sm_place_report(job, thing, "needs a wind_speed: the weather has no station");
}

/* Computes a term; *made: false where something was reported. */
static enum sm_status compute(struct sm_place_check *job, const struct sm_placed *thing,
                              const struct sm_case_source_term *given, struct sm_term *term,
                              struct sm_term_result *result, bool *made) {
  struct sm_substance_table table;
  const int before = job->problems;
  *made = false;
  SM_TRY(sm_substance_table_read(job->ctx, &table));
  const struct sm_substance *s = sm_substance_find(&table, given->substance);
  if (s == NULL) {
    sm_place_report(job, thing, "has a substance that the table does not have: \"%.60s\"",
                    given->substance);
  } else {
    term->substance = *s;
    complete(job->c, job->domain, job->duration, given, term);
    check(job, thing, term);
  }
  sm_substance_table_free(&table);
  if (job->problems > before) return SM_OK;
  *made = true;
  return sm_term_make(job->ctx, term, result);
}

enum sm_status sm_release_take_term(struct sm_place_check *job, const struct sm_placed *thing,
                                    const struct sm_case_source_term *given,
                                    struct sm_release *release) {
  struct sm_term term;
  struct sm_term_result result;
  bool made;
  SM_TRY(compute(job, thing, given, &term, &result, &made));
  if (!made) return SM_OK;
  release->rates = result.rate;
  release->rate_count = result.count;
  release->density = result.density;
  release->temperature = result.temperature;
  release->liquid = isnan(result.flash_fraction) ? 0 : 1 - result.flash_fraction;
  release->pool_radius = result.pool_radius;
  return SM_OK;
}

enum sm_status sm_source_terms_check(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain) {
  struct sm_substance_table table;
  if (c->source_term_count == 0) return SM_OK;
  SM_TRY(sm_substance_table_read(ctx, &table));
  for (size_t n = 0; n < c->source_term_count; n++) {
    const struct sm_case_source_term *t = &c->source_term[n];
    const struct sm_substance *s = sm_substance_find(&table, t->substance);
    const double own =
        isnan(t->tank_temperature) ? sm_source_temperature(c, domain) : t->tank_temperature;
    if (t->model != SM_TERM_TWO_PHASE_LEAK || s == NULL ||
        !(own < s->antoine_range[0] || own > s->antoine_range[1]))
      continue;
    sm_warn(ctx,
            "%s:%d: warning: source term \"%.60s\": %.4g K is outside of the range of the vapour "
            "pressure of %s, %.4g to %.4g K",
            c->path, t->line, t->name, own, s->name, s->antoine_range[0], s->antoine_range[1]);
  }
  sm_substance_table_free(&table);
  return SM_OK;
}

static void put(struct sm_facts *out, const char *name, double value) {
  if (!isnan(value)) sm_facts_number(out, name, value);
}

static void describe(const struct sm_term *term, const struct sm_term_result *r,
                     struct sm_facts *out, char line[LINE]) {
  static const char *const models[] = {"gas-leak", "liquid-leak", "two-phase-leak", "pool"};
  const struct sm_case_source_term *t = &term->given;
  const double last = r->rate[r->count - 1][0];
  char more[120] = "";
  sm_facts_group(out, NULL);
  sm_facts_text(out, "name", t->name);
  sm_facts_text(out, "model", models[t->model]);
  sm_facts_text(out, "substance", term->substance.name);
  put(out, "contents", r->contents);
  put(out, "leak_rate", r->leak_rate);
  sm_facts_number(out, "emitted", r->mass);
  sm_facts_number(out, "rate_maximum", r->maximum);
  sm_facts_number(out, "start", t->start);
  sm_facts_number(out, "stop", last);
  put(out, "choked_until", r->choked_until);
  put(out, "flash_fraction", r->flash_fraction);
  put(out, "pool_radius", r->pool_radius);
  put(out, "temperature", r->temperature);
  put(out, "density", r->density);
  sm_facts_close(out);
  if (!isnan(r->choked_until))
    snprintf(more, sizeof more, ", choked until %.4g s", r->choked_until);
  if (!isnan(r->flash_fraction))
    snprintf(more, sizeof more, ", of which %.3g %% flash to vapour", 100 * r->flash_fraction);
  if (!isnan(r->pool_radius))
    snprintf(more, sizeof more, ", pool of up to %.3g m radius%s", r->pool_radius,
             r->boils ? ", boiling" : "");
  snprintf(line, LINE,
           "\"%s\", %s of %s: %.4g of %.4g kg in the air from %.4g to %.4g s, at most %.4g kg/s%s",
           t->name, models[t->model], term->substance.name, r->mass, r->contents, t->start, last,
           r->maximum, more);
}

static void describe_fire(const struct sm_case_source_term *t, struct sm_facts *out,
                          char line[LINE]) {
  const double rate = t->fuel_rate * t->emission_factor;
  sm_facts_group(out, NULL);
  sm_facts_text(out, "name", t->name);
  sm_facts_text(out, "model", "fire");
  sm_facts_number(out, "heat_release_rate", t->heat_release_rate);
  sm_facts_number(out, "emitted", rate * t->duration);
  sm_facts_number(out, "rate_maximum", rate);
  sm_facts_number(out, "start", t->start);
  sm_facts_number(out, "stop", t->start + t->duration);
  sm_facts_close(out);
  snprintf(line, LINE, "\"%s\", fire of %.4g MW: %.4g kg from %.4g to %.4g s, %.4g kg/s", t->name,
           1e-6 * t->heat_release_rate, rate * t->duration, t->start, t->start + t->duration, rate);
}

/* Reports a cloud above the domain top, and warns where it is so above high ground. */
static void check_cloud(struct sm_place_check *job, const struct sm_case_source_term *t,
                        double cloud) {
  const struct sm_placed thing = {"source term", t->name, t->line};
  const struct sm_domain *domain = job->domain;
  const size_t columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  float low = domain->terrain[0], high = domain->terrain[0];
  for (size_t i = 1; i < columns; i++) {
    low = fminf(low, domain->terrain[i]);
    high = fmaxf(high, domain->terrain[i]);
  }
  const double top = sm_domain_top(domain), room = top - (double)low, least = top - (double)high;
  if (cloud > room)
    sm_place_report(job, &thing,
                    "has a cloud up to %.4g m above the ground, but the domain ends %.4g m above it"
                    "\nhelp: domain.height = %.0f or more",
                    cloud, room, ceil(cloud / 50) * 50);
  else if (cloud > least)
    sm_warn(job->ctx,
            "%s:%d: warning: source term \"%.60s\": its cloud reaches %.4g m above the ground, and "
            "the domain ends %.4g m above the highest ground: there the layers are cut\n"
            "help: a larger domain.height",
            job->c->path, t->line, t->name, cloud, least);
}

/* The cloud of a detonation, and the heights between which its layers are. */
static void describe_explosion(struct sm_place_check *job, const struct sm_case_source_term *t,
                               struct sm_facts *out, char line[LINE]) {
  static const double measured[2] = {54, 1270}; /* kg of TNT, by Church (1969) */
  const double top = sm_explosion_cloud_top(t->explosive_mass);
  const double mass = t->released_mass * t->respirable_fraction;
  double highest = 0;
  int length;
  sm_facts_group(out, NULL);
  sm_facts_text(out, "name", t->name);
  sm_facts_text(out, "model", "explosion");
  sm_facts_number(out, "cloud_top", top);
  sm_facts_number(out, "cloud_radius", t->cloud_radius);
  sm_facts_number(out, "emitted", mass);
  sm_facts_number(out, "start", t->start);
  sm_facts_list(out, "layers");
  length = snprintf(line, LINE,
                    "\"%s\", explosion: cloud top %.4g m, radius %.4g m, %.4g kg at %g s:", t->name,
                    top, t->cloud_radius, mass, t->start);
  for (size_t n = 0; n < t->cloud_layer_count; n++) {
    const double *own = t->cloud_layers[n];
    highest = fmax(highest, own[1] * top);
    sm_facts_group(out, NULL);
    sm_facts_number(out, "bottom", own[0] * top);
    sm_facts_number(out, "top", own[1] * top);
    sm_facts_number(out, "fraction", own[2]);
    sm_facts_close(out);
    if (length < LINE)
      length += snprintf(line + length, (size_t)(LINE - length), "%s %.3g %% from %.4g to %.4g m",
                         n > 0 ? "," : "", 100 * own[2], own[0] * top, own[1] * top);
  }
  sm_facts_close(out);
  sm_facts_close(out);
  check_cloud(job, t, highest);
  if (t->explosive_mass < measured[0] || t->explosive_mass > measured[1])
    sm_warn(job->ctx,
            "%s:%d: warning: source term \"%.60s\": heights of clouds were measured of %g to %g kg "
            "of TNT; of %g kg the height is extrapolated",
            job->c->path, t->line, t->name, measured[0], measured[1], t->explosive_mass);
}

/* Describes one term; the line stays empty where something was reported. */
static enum sm_status describe_one(struct sm_place_check *job,
                                   const struct sm_case_source_term *given, struct sm_facts *out,
                                   char line[LINE]) {
  const struct sm_placed thing = {"source term", given->name, given->line};
  struct sm_term term;
  struct sm_term_result result;
  bool made;
  if (given->model == SM_TERM_FIRE) {
    describe_fire(given, out, line);
    return SM_OK;
  }
  if (given->model == SM_TERM_EXPLOSION) {
    describe_explosion(job, given, out, line);
    return SM_OK;
  }
  SM_TRY(compute(job, &thing, given, &term, &result, &made));
  if (!made) return SM_OK;
  describe(&term, &result, out, line);
  sm_term_result_free(&result);
  return SM_OK;
}

enum sm_status sm_source_terms_describe(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain, struct sm_facts *out) {
  const size_t count = c->source_term_count;
  const double duration =
      c->particles.source_count > 0 ? c->particles.duration : c->wind_source.duration;
  struct sm_place_check job = {.ctx = ctx, .c = c, .domain = domain, .duration = duration};
  enum sm_status status = SM_OK;
  char(*line)[LINE];
  if (count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, count, sizeof *line, "source terms", &line));
  sm_facts_list(out, "source_terms");
  for (size_t n = 0; n < count && status == SM_OK; n++)
    status = describe_one(&job, &c->source_term[n], out, line[n]);
  sm_facts_close(out);
  for (size_t n = 0; n < count; n++)
    if (line[n][0] != '\0') sm_facts_line(out, "source term", "%s", line[n]);
  sm_free(line);
  return status == SM_OK && job.problems > 0 ? SM_ERR_CASE : status;
}
