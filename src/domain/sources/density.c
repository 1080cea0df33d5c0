/* Sources whose gas is too dense for a passive release: warnings, and plumes on flat ground. */
#include "base/text.h"
#include "case/draft.h"
#include "domain/sources/internal.h"
#include "domain/sources/terms/terms.h"
#include "lab/facts.h"
#include <math.h>
#include <string.h>

static const double pressure = 101325; /* Pa */

/* A source with its gas. */
struct dense {
  const struct sm_case_source *source;
  struct sm_release release;
  const char *substance;                       /* NULL: not known */
  double density, temperature, liquid, radius; /* kg/m3, K, 1, m */
  double amount, criterion, most; /* kg or kg/s; of Britter and McQuaid, and its limit */
  bool puff;
};

/* Gas of a source without a term: its species at the temperature of the air, if that is a
 * substance; density NAN: not known. */
static enum sm_status find_gas(struct sm_context *ctx, const struct sm_case *c, struct dense *d) {
  const struct sm_case_source *s = d->source;
  const struct sm_case_particles *p = &c->particles;
  struct sm_substance_table table;
  if (!isnan(s->temperature)) d->temperature = s->temperature;
  if (s->term[0] != '\0' || s->shape == SM_SOURCE_GROUND || !isnan(s->exit_velocity) ||
      s->species < 0 || (size_t)s->species >= p->species_count ||
      p->species[s->species].density > 0)
    return SM_OK;
  SM_TRY(sm_substance_table_read(ctx, &table));
  const struct sm_substance *own = sm_substance_find(&table, p->species[s->species].name);
  if (own != NULL) {
    d->substance = p->species[s->species].name;
    d->density = sm_substance_vapour_density(own, d->temperature, pressure);
  }
  sm_substance_table_free(&table);
  return SM_OK;
}

static void compare(const struct sm_case *c, const struct sm_domain *domain, struct dense *d) {
  const struct sm_release *r = &d->release;
  const struct sm_case_source *s = d->source;
  const double wind = sm_source_wind(domain);
  const double air = sm_air_density(sm_source_temperature(c, domain), pressure);
  d->puff = !(r->stop > r->start);
  d->amount = d->puff ? s->mass : isnan(s->rate) ? s->mass / (r->stop - r->start) : s->rate;
  for (size_t n = 0; n < r->rate_count; n++)
    d->amount = n == 0 ? r->rates[n][1] : fmax(d->amount, r->rates[n][1]);
  d->criterion = d->puff ? sm_dense_instantaneous(d->amount, d->density, air, wind)
                         : sm_dense_continuous(d->amount, d->density, air, wind);
  d->most = d->puff ? SM_PASSIVE_INSTANTANEOUS : SM_PASSIVE_CONTINUOUS;
}

/* Fills *d; criterion NAN: not known. Sources that cannot be made are told elsewhere. */
static enum sm_status examine(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_domain *domain, const struct sm_case_source *source,
                              bool particles, struct dense *d) {
  const struct sm_case_source_term *term = sm_source_term_of(c, source);
  const double duration = particles ? c->particles.duration : c->wind_source.duration;
  SM_SCOPED_BY(sm_context_destroy) struct sm_context *quiet = NULL;
  *d = (struct dense){.source = source,
                      .density = NAN,
                      .temperature = sm_source_temperature(c, domain),
                      .radius = source->radius,
                      .criterion = NAN};
  SM_TRY(sm_context_create_quiet(ctx, &quiet));
  const enum sm_status made = sm_release_create(quiet, c, domain, source, duration, &d->release);
  enum sm_status status = SM_OK;
  if (made == SM_OK && term != NULL && term->model != SM_TERM_FIRE) {
    d->substance = term->substance;
    d->density = d->release.density;
    d->temperature = d->release.temperature;
    d->liquid = d->release.liquid;
    if (!isnan(d->release.pool_radius)) d->radius = d->release.pool_radius;
  } else if (made == SM_OK && particles) {
    status = find_gas(ctx, c, d);
  }
  if (!isnan(d->density) && !isnan(sm_source_wind(domain))) compare(c, domain, d);
  if (made == SM_OK) sm_release_free(&d->release);
  return status;
}

/* Warns where a source term is of another substance than the species, whose hazard levels are
 * those that count. */
static enum sm_status compare_names(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_case_source *s) {
  const struct sm_case_source_term *term = sm_source_term_of(c, s);
  const struct sm_case_particles *p = &c->particles;
  struct sm_substance_table table;
  if (term == NULL || term->model == SM_TERM_FIRE || s->species < 0 ||
      (size_t)s->species >= p->species_count)
    return SM_OK;
  SM_TRY(sm_substance_table_read(ctx, &table));
  const struct sm_substance *own = sm_substance_find(&table, p->species[s->species].name);
  const struct sm_substance *given = sm_substance_find(&table, term->substance);
  if (own != NULL && given != NULL && own != given)
    sm_warn(ctx,
            "%s:%d: warning: source \"%.60s\" releases %s as the species \"%.60s\", whose hazard "
            "levels are those of another substance\n"
            "help: species = \"%s\", with a [[particles.species]] of this name",
            c->path, s->line, s->name, given->name, p->species[s->species].name, given->name);
  sm_substance_table_free(&table);
  return SM_OK;
}

static enum sm_status check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain, const struct sm_case_source *source,
                            bool particles) {
  struct dense d;
  SM_TRY(examine(ctx, c, domain, source, particles, &d));
  if (source->dense_gas && d.density <= sm_air_density(sm_source_temperature(c, domain), pressure))
    sm_warn(
        ctx,
        "%s:%d: warning: source \"%.60s\" has dense_gas, but its gas of %.3g kg/m3 is not denser "
        "than air: it is passive\n"
        "help: temperature of the gas at its release, or a source term",
        c->path, source->line, source->name, d.density);
  if (!(d.criterion > d.most) || source->dense_gas) return SM_OK;
  sm_warn(
      ctx,
      "%s:%d: warning: source \"%.60s\" is not a passive release: %.4g %s of %.3g kg/m3 in a wind "
      "of %.3g m/s at 10 m have a Richardson criterion of %.2g, above %g (Britter and McQuaid "
      "1988)\n"
      "help: its cloud slumps: near the source it is wider, lower and slower than computed, and "
      "may reach upwind%s%s",
      c->path, source->line, source->name, d.amount, d.puff ? "kg at once" : "kg/s", d.density,
      sm_source_wind(domain), d.criterion, d.most,
      d.puff ? "" : "; simoom check estimates its plume on flat ground",
      particles ? "; dense_gas = true in [[particles.source]] computes it"
                : "; density in [[flow.scalar]] computes it");
  return SM_OK;
}

enum sm_status sm_sources_check_density(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain) {
  const struct sm_case_particles *p = &c->particles;
  const struct sm_case_flow *flow = &c->flow;
  SM_TRY(sm_source_terms_check(ctx, c, domain));
  for (size_t n = 0; n < p->source_count; n++) {
    SM_TRY(compare_names(ctx, c, &p->source[n]));
    if (!p->backward) SM_TRY(check(ctx, c, domain, &p->source[n], true));
  }
  for (size_t n = 0; n < flow->scalar_count; n++)
    for (size_t k = 0; k < flow->scalar[n].source_count && isnan(flow->scalar[n].density); k++)
      SM_TRY(check(ctx, c, domain, &flow->scalar[n].source[k], false));
  return SM_OK;
}

/* --- the shallow layer --- */

static enum sm_status fail_at(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_case_source *s, const char *what) {
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: 'particles.source.dense_gas' of \"%.60s\": %s",
                 c->path, s->line, s->name, what);
}

/* Takes the gas of one source, which must be that of the others. */
static enum sm_status take_gas(struct sm_context *ctx, const struct sm_case *c,
                               const struct dense *d, const struct sm_substance *s,
                               const struct sm_dense_weather *air, struct sm_dense_gas *out) {
  const struct sm_case_source *own = d->source;
  const struct sm_case_source_term *term = sm_source_term_of(c, own);
  const double at = term != NULL && !isnan(term->air_pressure) ? term->air_pressure : air->pressure;
  if (s == NULL || isnan(s->vapour_heat_capacity))
    return fail_at(ctx, c, own,
                   "the density and heat capacity of its gas are not known\n"
                   "help: term = \"...\", a [[source_term]] with a substance, or a species with "
                   "the name of a substance of the table (docs/hazard.md)");
  const double heat = sm_dense_heat(s, d->temperature, d->liquid, air->temperature);
  if (out->present && (s->molar_mass != out->mixture.molar_mass || fabs(heat - out->heat) > 1))
    return fail_at(ctx, c, own,
                   "its gas or temperature differs from that of another source with dense_gas\n"
                   "help: a run for each gas");
  *out = (struct sm_dense_gas){true, sm_dense_mixture(s, d->liquid, air->temperature, at), heat,
                               isfinite(air->obukhov) && air->obukhov != 0 ? 1 / air->obukhov : 0};
  return SM_OK;
}

enum sm_status sm_dense_gas_find(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain, struct sm_dense_gas *out) {
  const struct sm_case_particles *p = &c->particles;
  struct sm_substance_table table;
  struct sm_dense_weather air;
  enum sm_status status = SM_OK;
  int species = -1;
  *out = (struct sm_dense_gas){0};
  sm_source_weather(c, domain, &air);
  SM_TRY(sm_substance_table_read(ctx, &table));
  for (size_t n = 0; n < p->source_count && status == SM_OK; n++) {
    struct dense d;
    if (!p->source[n].dense_gas) continue;
    if (species >= 0 && p->source[n].species != species)
      status = fail_at(ctx, c, &p->source[n],
                       "all sources with dense_gas must be of one species\nhelp: a run for each");
    species = p->source[n].species;
    if (status == SM_OK) status = examine(ctx, c, domain, &p->source[n], true, &d);
    if (status == SM_OK)
      status =
          take_gas(ctx, c, &d, d.substance != NULL ? sm_substance_find(&table, d.substance) : NULL,
                   &air, out);
  }
  sm_substance_table_free(&table);
  return status;
}

/* --- plumes on flat ground --- */

enum { STATIONS = 6 };

static void put_station(const struct sm_dense_station *s, struct sm_facts *out) {
  sm_facts_group(out, NULL);
  sm_facts_number(out, "distance", s->distance);
  sm_facts_number(out, "volume_fraction", s->concentration);
  sm_facts_number(out, "half_width", s->half_width);
  sm_facts_number(out, "depth", s->depth);
  sm_facts_number(out, "temperature", s->temperature);
  sm_facts_number(out, "richardson", s->richardson);
  sm_facts_close(out);
}

static enum sm_status describe(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_domain *domain, const struct dense *d,
                               struct sm_facts *out, struct sm_text *lines) {
  static const double at[STATIONS] = {20, 50, 100, 200, 500, 1000};
  const struct sm_dense_release release = {d->substance, d->amount, d->radius, d->temperature,
                                           d->liquid};
  struct sm_dense_station station[STATIONS];
  struct sm_dense_weather weather;
  double passive;
  for (int n = 0; n < STATIONS; n++) station[n].distance = at[n];
  sm_source_weather(c, domain, &weather);
  SM_TRY(sm_dense_plume(ctx, &release, &weather, station, STATIONS, &passive));
  sm_facts_group(out, NULL);
  sm_facts_text(out, "source", d->source->name);
  sm_facts_number(out, "criterion", d->criterion);
  sm_facts_number(out, "passive_from", passive);
  sm_facts_list(out, "stations");
  for (int n = 0; n < STATIONS; n++) put_station(&station[n], out);
  sm_facts_close(out);
  sm_facts_close(out);
  sm_text_add(lines, "\"%s\" on flat ground: ", d->source->name);
  for (int n = 0; n < STATIONS; n++)
    sm_text_add(lines, "%s%.3g ppm at %g m", n > 0 ? ", " : "", 1e6 * station[n].concentration,
                at[n]);
  sm_text_add(lines, "; %.3g m wide and %.2g m deep at %g m; Richardson number below 1 from %.3g m",
              2 * station[2].half_width, station[2].depth, at[2], passive);
  sm_text_add(lines, "\n");
  return SM_OK;
}

/* Adds the lines of the text. */
static void show(const char *text, struct sm_facts *out) {
  for (const char *at = text; *at != '\0';) {
    const char *end = strchr(at, '\n');
    sm_facts_line(out, "dense gas", "%.*s", (int)(end - at), at);
    at = end + 1;
  }
}

enum sm_status sm_dense_plumes_describe(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain, struct sm_facts *out) {
  const struct sm_case_particles *p = &c->particles;
  SM_SCOPED_BY(sm_text_free) struct sm_text lines = {0};
  enum sm_status status = SM_OK;
  sm_facts_list(out, "dense_plumes");
  for (size_t n = 0; n < p->source_count && !p->backward && status == SM_OK; n++) {
    struct dense d;
    status = examine(ctx, c, domain, &p->source[n], true, &d);
    if (status == SM_OK && d.criterion > d.most && !d.puff)
      status = describe(ctx, c, domain, &d, out, &lines);
  }
  sm_facts_close(out);
  if (status == SM_OK && lines.failed)
    status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory: dense plumes");
  if (status == SM_OK) show(sm_text_string(&lines), out);
  return status;
}
