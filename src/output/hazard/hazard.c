/* hazard.c - hazard areas of a plume file as text or JSON (docs/hazard.md). */
#include "output/hazard/hazard.h"

#include "base/context.h"
#include "base/list.h"
#include "base/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PROBITS = 3 };
static const double probit_fraction[PROBITS] = {0.01, 0.1, 0.5};

struct sm_hazard_options sm_hazard_options_default(void) {
  return (struct sm_hazard_options){.air_changes = NAN,
                                    .temperature = 293.15,
                                    .pressure = 101325,
                                    .probit = {NAN, NAN, NAN},
                                    .odour = NAN,
                                    .peak_time = 5,
                                    .exponent = 0.35};
}

/* Result of a file. */
struct result {
  struct sm_hazard_maps maps;
  struct sm_hazard_table table;
  struct sm_hazard_area *area;
  struct sm_hazard_shelter *shelter; /* [count]; NULL: not wanted */
  size_t count;
  const char *substance;
  double molar_mass;
};

/* --- levels --- */

static enum sm_status no_substance(const struct result *r) {
  return sm_fail(r->maps.ctx, SM_ERR_USAGE,
                 "error: no hazard levels of '%s'\n"
                 "help: simoom hazard lists the substances; --substance names one, --table gives "
                 "levels of others",
                 r->substance);
}

static enum sm_status no_level(const struct result *r) {
  const struct sm_hazard_options *o = r->maps.options;
  SM_SCOPED_BY(sm_text_free) struct sm_text have = {0};
  char label[64];
  for (size_t n = 0; n < r->table.count; n++)
    if (sm_hazard_is_of(&r->table.level[n], r->substance))
      sm_text_add(&have, "%s\"%s\"", have.size > 0 ? ", " : "",
                  sm_hazard_label(&r->table.level[n], label));
  return sm_fail(r->maps.ctx, SM_ERR_USAGE, "error: no level '%s' of %s\nhelp: there are %s",
                 o->level[0], r->substance, sm_text_string(&have));
}

/* Selects the levels of the substance. */
static enum sm_status choose_levels(struct result *r) {
  const struct sm_hazard_options *o = r->maps.options;
  bool any = false;
  r->substance =
      o->substance != NULL ? o->substance : r->maps.content.layout.species[r->maps.species];
  SM_TRY(sm_alloc(r->maps.ctx, r->table.count, sizeof *r->area, "areas", &r->area));
  for (size_t n = 0; n < r->table.count; n++) {
    const struct sm_hazard_level *level = &r->table.level[n];
    if (!sm_hazard_is_of(level, r->substance)) continue;
    any = true;
    r->molar_mass = level->molar_mass;
    if (sm_hazard_is_wanted(level, o)) r->area[r->count++].level = *level;
  }
  return !any ? no_substance(r) : r->count == 0 ? no_level(r) : SM_OK;
}

/* Warns where the intervals of the file are too long for an averaging time. */
static void warn_times(const struct result *r) {
  const struct sm_hazard_maps *m = &r->maps;
  const double run = m->time[m->times] - m->time[0];
  double longest = 0, shortest = INFINITY, most = 0;
  for (size_t t = 0; t < m->times; t++) longest = fmax(longest, m->time[t + 1] - m->time[t]);
  for (size_t n = 0; n < r->count; n++) {
    const double own = r->area[n].level.average;
    if (own > 0) shortest = fmin(shortest, own);
    most = fmax(most, own);
  }
  if (longest > shortest)
    sm_warn(m->ctx,
            "%s: warning: intervals of %g s are longer than the averaging time of %g s, whose "
            "levels are compared with lower means\n"
            "help: a particles.concentration.interval of a tenth of it",
            m->file->path, longest, shortest);
  if (most > run)
    sm_warn(m->ctx,
            "%s: warning: the run of %g s is shorter than the averaging time of %g s: what comes "
            "after it counts as clean air",
            m->file->path, run, most);
}

/* Areas that the boxes of the file cut off, and a run that was stopped. */
static void warn_cut(const struct result *r) {
  const struct sm_hazard_maps *m = &r->maps;
  const struct sm_hazard_area *first = NULL;
  size_t count = 0;
  for (size_t n = 0; n < r->count; n++) {
    if (!r->area[n].at_side) continue;
    if (first == NULL) first = &r->area[n];
    count++;
  }
  if (count > 0)
    sm_warn(m->ctx,
            "%s: warning: the areas of %zu of %zu levels, such as \"%s\", reach a side of the "
            "boxes: they go on beyond, and so do distance and people\n"
            "help: a larger domain.size or particles.concentration.size",
            m->file->path, count, r->count, first->label);
  if (m->content.stopped[0] != '\0')
    sm_warn(m->ctx, "%s: warning: the run was stopped %s: areas of the part until then",
            m->file->path, m->content.stopped);
}

/* --- facts --- */

static void describe_area(const struct sm_hazard_area *a, struct sm_facts *out) {
  sm_facts_group(out, NULL);
  sm_facts_text(out, "level", a->label);
  sm_facts_number(out, "averaging_time", a->level.average);
  sm_facts_number(out, "value", a->level.value);
  sm_facts_text(out, "unit", a->level.unit);
  sm_facts_number(out, "maximum", a->maximum);
  sm_facts_number(out, "area", a->area);
  sm_facts_number(out, "distance", a->distance);
  if (!isnan(a->people)) sm_facts_number(out, "people", a->people);
  sm_facts_text(out, "from", a->from_text);
  sm_facts_text(out, "until", a->until_text);
  sm_facts_flag(out, "above_at_end", a->at_end);
  sm_facts_flag(out, "reaches_side", a->at_side);
  sm_facts_text(out, "source", a->level.source);
  sm_facts_close(out);
}

static void describe_areas(const struct result *r, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {
      {"level", "level", NULL, -16},    {"value", "value", "%.4g", 9},
      {"unit", "unit", NULL, -9},       {"maximum", "maximum", "%.3g", 9},
      {"area", "area, m2", "%.0f", 10}, {"distance", "distance, m", "%.0f", 12},
      {"people", "people", "%.0f", 8},  {"from", "  from", NULL, -23},
      {"until", "until", NULL, -1},     {0}};
  bool at_end = false;
  const struct sm_fact *list = sm_facts_list(out, "levels");
  for (size_t n = 0; n < r->count; n++) {
    describe_area(&r->area[n], out);
    at_end = at_end || r->area[n].at_end;
  }
  sm_facts_close(out);
  sm_facts_table(out, list, NULL, columns);
  sm_facts_note(out, "  maximum: largest running mean in the lowest boxes, over the averaging time "
                     "after the level's name");
  if (at_end)
    sm_facts_note(out, "  a last time at the end of the run: still above the level there");
}

/* Fraction of people affected, by a probit of the toxic load. */
static enum sm_status describe_probit(const struct result *r, struct sm_facts *out) {
  const struct sm_hazard_maps *m = &r->maps;
  const double *p = m->options->probit;
  const double unit = sm_ppm_in_kg_m3(r->molar_mass, m->options->temperature, m->options->pressure);
  double area[PROBITS] = {0}, expected = 0, most = 0;
  if (isnan(p[0])) return SM_OK;
  for (size_t c = 0; c < m->columns; c++) {
    const struct sm_exposure e = {m->times, m->time, m->value + c * m->times};
    if (isnan(e.value[0])) continue;
    const double load = sm_exposure_toxic_load(&e, 1 / unit, p[2]) / 60;
    const double part = load > 0 ? sm_probit_fraction(p[0] + p[1] * log(load)) : 0;
    const size_t nx = m->file->n[0];
    const double own = m->file->width[0][c % nx] * m->file->width[1][c / nx];
    most = fmax(most, part);
    for (int n = 0; n < PROBITS; n++) area[n] += part > probit_fraction[n] ? own : 0;
    if (m->people != NULL) expected += part * m->people[c];
  }
  sm_facts_group(out, "probit");
  sm_facts_numbers(out, "coefficients", p, 3);
  sm_facts_number(out, "maximum", most);
  sm_facts_numbers(out, "fractions", probit_fraction, PROBITS);
  sm_facts_numbers(out, "areas", area, PROBITS);
  if (m->people != NULL) sm_facts_number(out, "expected_people", expected);
  sm_facts_close(out);
  sm_facts_note(out,
                "\n  probit %g + %g ln(integral of C^%g dt): fraction affected at most %.3g, above "
                "1 %% on %.0f m2, 10 %% on %.0f m2, 50 %% on %.0f m2",
                p[0], p[1], p[2], most, area[0], area[1], area[2]);
  if (m->people != NULL) sm_facts_note(out, "  people affected: %.3g", expected);
  return SM_OK;
}

enum sm_status sm_hazard_print(struct sm_context *ctx, struct sm_facts *facts, int json,
                               char **out) {
  *out = facts->failed ? NULL : json ? sm_facts_json(facts, true) : sm_facts_print(facts);
  sm_facts_free(facts);
  return *out != NULL ? SM_OK : sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
}

static enum sm_status describe(const struct result *r, int json, char **out) {
  const struct sm_hazard_maps *m = &r->maps;
  struct sm_facts facts = {0};
  sm_facts_schema(&facts, "hazard");
  sm_fact_show(sm_facts_text(&facts, "file", m->file->path), "file", NULL, NULL);
  sm_fact_show(sm_facts_text(&facts, "substance", r->area[0].level.substance), "substance", NULL,
               NULL);
  sm_fact_show(sm_facts_text(&facts, "cas", r->area[0].level.cas), "CAS number", NULL, NULL);
  sm_fact_show(sm_facts_number(&facts, "molar_mass", r->molar_mass), "molar mass", "g/mol", NULL);
  if (!isnan(m->options->air_changes))
    sm_fact_show(sm_facts_number(&facts, "air_changes", m->options->air_changes),
                 "indoors, air changes", "1/h", NULL);
  if (m->people != NULL) {
    sm_fact_show(sm_facts_text(&facts, "population", m->options->population), "population", NULL,
                 NULL);
    sm_facts_number(&facts, "population_covered", m->covered);
  }
  if (r->shelter != NULL)
    sm_hazard_shelter_describe(r->area, r->shelter, r->count, &facts);
  else
    describe_areas(r, &facts);
  const enum sm_status status = describe_probit(r, &facts);
  if (status != SM_OK) sm_facts_free(&facts);
  return status == SM_OK ? sm_hazard_print(m->ctx, &facts, json, out) : status;
}

static enum sm_status make(struct result *r, const char *path) {
  struct sm_hazard_maps *m = &r->maps;
  SM_TRY(sm_hazard_table_read(m->ctx, m->options->table, &r->table));
  SM_TRY(sm_hazard_maps_read(m, path));
  SM_TRY(choose_levels(r));
  warn_times(r);
  if (m->people != NULL && m->covered < 0.999)
    sm_warn(m->ctx, "%s: warning: covers %.3g %% of the map; elsewhere nobody is counted",
            m->options->population, 100 * m->covered);
  for (size_t n = 0; n < r->count; n++) SM_TRY(sm_hazard_area_make(m, &r->area[n]));
  warn_cut(r);
  if (!m->options->shelter) return SM_OK;
  SM_TRY(sm_alloc(m->ctx, r->count, sizeof *r->shelter, "areas", &r->shelter));
  return sm_hazard_shelter_make(m, r->area, r->count, r->shelter);
}

/* Writes the polygons: of shelter the areas outdoors, and within them those of rooms. */
static enum sm_status write_areas(const struct result *r) {
  SM_SCOPED struct sm_hazard_area *both = NULL;
  if (r->shelter == NULL) return sm_hazard_areas_write(&r->maps, r->area, r->count);
  SM_TRY(sm_alloc(r->maps.ctx, 2 * r->count, sizeof *both, "areas", &both));
  for (size_t n = 0; n < r->count; n++) {
    both[2 * n] = r->area[n];
    both[2 * n + 1] = r->shelter[n].indoors;
    snprintf(both[2 * n + 1].label, sizeof both->label, "%.50s, indoors", r->area[n].label);
  }
  return sm_hazard_areas_write(&r->maps, both, 2 * r->count);
}

int sm_case_has_ensemble(const struct sm_case *c) { return c->ensemble.present; }

enum sm_status sm_hazard_file(struct sm_context *ctx, const char *path,
                              const struct sm_hazard_options *options, int json, char **out) {
  struct result r = {.maps = {.ctx = ctx, .options = options}};
  char kind[32];
  *out = NULL;
  SM_TRY(sm_wind_file_kind(ctx, path, kind));
  if (strcmp(kind, "ensemble") == 0) return sm_ensemble_hazard(ctx, path, options, json, out);
  if (!isnan(options->odour)) return sm_hazard_odour(ctx, path, options, json, out);
  enum sm_status status = make(&r, path);
  if (status == SM_OK) status = describe(&r, json, out);
  if (status == SM_OK && options->areas != NULL) status = write_areas(&r);
  for (size_t n = 0; n < r.count; n++) {
    sm_free(r.area[n].map);
    if (r.shelter != NULL) sm_free(r.shelter[n].indoors.map);
  }
  SM_FREE_ALL(r.area, r.shelter);
  sm_hazard_table_free(&r.table);
  sm_hazard_maps_free(&r.maps);
  return status;
}

enum sm_status sm_hazard_list(struct sm_context *ctx, const struct sm_hazard_options *options,
                              int json, char **out) {
  static const struct sm_fact_column columns[] = {{"substance", "substance", NULL, -30},
                                                  {"cas", "CAS number", NULL, -12},
                                                  {"level", "level", NULL, -16},
                                                  {"value", "value", "%.5g", 10},
                                                  {"unit", "unit", NULL, -10},
                                                  {"source", "source", NULL, -1},
                                                  {0}};
  struct sm_hazard_table table;
  SM_SCOPED_BY(sm_facts_free) struct sm_facts facts = {0};
  char label[64];
  *out = NULL;
  enum sm_status status = sm_hazard_table_read(ctx, options->table, &table);
  sm_facts_schema(&facts, "hazard_levels");
  const struct sm_fact *list = sm_facts_list(&facts, "levels");
  for (size_t n = 0; n < table.count && status == SM_OK; n++) {
    const struct sm_hazard_level *level = &table.level[n];
    if (options->substance != NULL && !sm_hazard_is_of(level, options->substance)) continue;
    sm_facts_group(&facts, NULL);
    sm_facts_text(&facts, "substance", level->substance);
    sm_facts_text(&facts, "cas", level->cas);
    sm_facts_text(&facts, "level", sm_hazard_label(level, label));
    sm_facts_number(&facts, "value", level->value);
    sm_facts_text(&facts, "unit", level->unit);
    sm_facts_text(&facts, "source", level->source);
    sm_facts_close(&facts);
  }
  sm_facts_close(&facts);
  sm_facts_table(&facts, list, NULL, columns);
  sm_hazard_table_free(&table);
  if (status == SM_OK) return sm_hazard_print(ctx, &facts, json, out);
  return status;
}
