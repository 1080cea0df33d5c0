/* Areas of an ensemble of a release in which hazard levels are exceeded with probabilities. */
#include "output/hazard/hazard.h"

#include "base/context.h"
#include "base/list.h"
#include "output/gis/export.h"
#include "output/netcdf/named_places.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

enum { PROBABILITIES = 3 };
static const double percent[PROBABILITIES] = {10, 50, 90};

/* Area in which a level is exceeded with a probability. */
struct area {
  double area;     /* m2 */
  double range[2]; /* m2, at the probability more and less one standard error */
  double distance; /* of the farthest column from the source, m; NAN: no source */
  double people;   /* NAN: no raster */
  bool at_side;    /* reaches a side of the boxes: goes on beyond */
};

struct level {
  char variable[NC_MAX_NAME + 1], label[64], name[64], unit[24], source[160];
  double value, average;
  float *map;     /* [columns] % */
  double highest; /* % */
  struct area area[PROBABILITIES];
};

struct ensemble {
  struct sm_hazard_maps maps;
  char text[320], species[64], substance[64];
  int members;
  struct level *level;
  size_t count, capacity;
};

/* Standard error of a probability from independent members, %; that of a Latin hypercube is
 * smaller. */
static double error_of(const struct ensemble *e, double probability) {
  return sqrt(probability * (100 - probability) / e->members);
}

/* --- reading --- */

static bool is_wanted(const struct level *level, const struct sm_hazard_options *o) {
  struct sm_hazard_level known = {.average = level->average};
  snprintf(known.name, sizeof known.name, "%.31s", level->name);
  return sm_hazard_is_wanted(&known, o);
}

static enum sm_status read_number(struct sm_wind_file *file, int id, const char *name,
                                  double *out) {
  const int code = sm_nc_number(file->id, id, name, out);
  return code == NC_NOERR ? SM_OK : sm_wind_file_damaged(file, name, code);
}

static enum sm_status read_level(struct ensemble *e, int id, const char *variable) {
  struct sm_wind_file *file = e->maps.file;
  const size_t start[2] = {0, 0}, count[2] = {file->n[1], file->n[0]};
  SM_TRY(sm_list_grow(e->maps.ctx, e->count, sizeof *e->level, "levels", &e->level, &e->capacity));
  struct level *level = &e->level[e->count];
  *level = (struct level){.highest = 0};
  snprintf(level->variable, sizeof level->variable, "%s", variable);
  sm_wind_file_text(file, variable, "level", level->label, sizeof level->label);
  sm_wind_file_text(file, variable, "level_name", level->name, sizeof level->name);
  sm_wind_file_text(file, variable, "level_unit", level->unit, sizeof level->unit);
  sm_wind_file_text(file, variable, "level_source", level->source, sizeof level->source);
  SM_TRY(file->status);
  SM_TRY(read_number(file, id, "level_value", &level->value));
  SM_TRY(read_number(file, id, "level_averaging_time", &level->average));
  if (!is_wanted(level, e->maps.options)) return SM_OK;
  SM_TRY(sm_alloc(e->maps.ctx, e->maps.columns, sizeof *level->map, "map", &level->map));
  e->count++;
  SM_TRY(sm_wind_file_floats(file, variable, start, count, level->map));
  for (size_t c = 0; c < e->maps.columns; c++)
    if (!(level->map[c] >= 0 && level->map[c] <= 100.001F)) level->map[c] = NAN;
  return SM_OK;
}

static enum sm_status read_levels(struct ensemble *e) {
  const char *stem = sm_field_name(SM_FIELD_EXCEEDANCE_PROBABILITY);
  struct sm_wind_file *file = e->maps.file;
  char variable[NC_MAX_NAME + 1], have[512] = "", label[64];
  int variables = 0;
  nc_inq_nvars(file->id, &variables);
  for (int id = 0; id < variables; id++) {
    if (nc_inq_varname(file->id, id, variable) != NC_NOERR ||
        strncmp(variable, stem, strlen(stem)) != 0)
      continue;
    sm_wind_file_text(file, variable, "level", label, sizeof label);
    sm_text_append(have, sizeof have, "%s\"%s\"", have[0] != '\0' ? ", " : "", label);
    SM_TRY(read_level(e, id, variable));
  }
  if (have[0] == '\0')
    return sm_fail(e->maps.ctx, SM_ERR_DATA, "%s: error: the file has no probabilities",
                   file->path);
  if (e->count > 0) return SM_OK;
  return sm_fail(e->maps.ctx, SM_ERR_USAGE, "error: no level '%s' in the file\nhelp: there are %s",
                 e->maps.options->level[0], have);
}

static enum sm_status refuse_options(const struct ensemble *e, const char *path) {
  const struct sm_hazard_options *o = e->maps.options, usual = sm_hazard_options_default();
  const bool other = o->species != NULL || o->substance != NULL || o->table != NULL ||
                     !isnan(o->air_changes) || o->shelter || !isnan(o->probit[0]) ||
                     !isnan(o->odour) || fabs(o->temperature - usual.temperature) > 0 ||
                     fabs(o->pressure - usual.pressure) > 0;
  if (!other) return SM_OK;
  return sm_fail(e->maps.ctx, SM_ERR_USAGE,
                 "%s: error: the levels of an ensemble are those of its run: --level, --population "
                 "and --output remain",
                 path);
}

static enum sm_status read_file(struct ensemble *e, const char *path) {
  struct sm_hazard_maps *m = &e->maps;
  struct sm_place source;
  double members = 0;
  SM_TRY(refuse_options(e, path));
  SM_TRY(sm_wind_file_open_any(m->ctx, path, &m->file));
  SM_TRY(sm_hazard_plan_read(m));
  m->source[0] = m->source[1] = NAN;
  if (sm_places_read(m->file, "source", 1, &source) > 0)
    memcpy(m->source, source.at, sizeof m->source);
  sm_wind_file_text(m->file, NULL, "simoom_ensemble", e->text, sizeof e->text);
  sm_wind_file_text(m->file, NULL, "simoom_species", e->species, sizeof e->species);
  sm_wind_file_text(m->file, NULL, "simoom_substance", e->substance, sizeof e->substance);
  SM_TRY(m->file->status);
  SM_TRY(read_number(m->file, NC_GLOBAL, "simoom_members", &members));
  if (!(members >= 1 && members <= 1e6))
    return sm_fail(m->ctx, SM_ERR_DATA, "%s: error: the number of members is damaged", path);
  e->members = (int)members;
  return read_levels(e);
}

/* --- areas --- */

static void add_column(const struct sm_hazard_maps *m, size_t c, struct area *out) {
  const size_t nx = m->file->n[0], ny = m->file->n[1], i = c % nx, j = c / nx;
  out->area += sm_hazard_column_area(m, c);
  out->at_side = out->at_side || i == 0 || i + 1 == nx || j == 0 || j + 1 == ny;
  if (m->people != NULL) out->people += m->people[c];
  if (!isnan(m->source[0]))
    out->distance = fmax(out->distance, hypot(m->file->centre[0][i] - m->source[0],
                                              m->file->centre[1][j] - m->source[1]));
}

static void make_areas(const struct ensemble *e, struct level *level) {
  const struct sm_hazard_maps *m = &e->maps;
  for (int p = 0; p < PROBABILITIES; p++) {
    struct area *out = &level->area[p];
    const double error = error_of(e, percent[p]);
    *out = (struct area){.distance = isnan(m->source[0]) ? (double)NAN : 0,
                         .people = m->people != NULL ? 0 : (double)NAN};
    for (size_t c = 0; c < m->columns; c++) {
      const double own = (double)level->map[c], rounding = 1e-4;
      if (isnan(own)) continue;
      level->highest = fmax(level->highest, own);
      if (own >= percent[p] - rounding) add_column(m, c, out);
      if (own > 0 && own >= percent[p] + error - rounding)
        out->range[0] += sm_hazard_column_area(m, c);
      if (own > 0 && own >= percent[p] - error - rounding)
        out->range[1] += sm_hazard_column_area(m, c);
    }
  }
}

static void warn_cut(const struct ensemble *e) {
  size_t count = 0;
  const char *first = NULL;
  for (size_t n = 0; n < e->count; n++) {
    if (!e->level[n].area[0].at_side) continue;
    if (first == NULL) first = e->level[n].label;
    count++;
  }
  if (count > 0)
    sm_warn(e->maps.ctx,
            "%s: warning: the areas of %zu of %zu levels, such as \"%s\", reach a side of the "
            "boxes: they go on beyond, and so do distance and people\n"
            "help: a larger library, or particles.concentration.size",
            e->maps.file->path, count, e->count, first);
}

static enum sm_status write_areas(const struct ensemble *e) {
  SM_SCOPED struct sm_contour_map *map = NULL;
  SM_SCOPED char(*label)[96] = NULL;
  const size_t count = e->count * PROBABILITIES;
  if (e->maps.options->areas == NULL) return SM_OK;
  SM_TRY(sm_alloc(e->maps.ctx, count, sizeof *map, "areas", &map));
  SM_TRY(sm_alloc(e->maps.ctx, count, sizeof *label, "areas", &label));
  for (size_t n = 0; n < count; n++) {
    const struct level *level = &e->level[n / PROBABILITIES];
    const int p = (int)(n % PROBABILITIES);
    snprintf(label[n], sizeof label[n], "%s, probability %g %%", level->label, percent[p]);
    map[n] = (struct sm_contour_map){.value = level->map,
                                     .level = percent[p],
                                     .name = e->species,
                                     .quantity = "probability of exceedance in the lowest boxes",
                                     .unit = "%",
                                     .linear = true,
                                     .label = label[n],
                                     .from = "",
                                     .until = "",
                                     .people = level->area[p].people};
  }
  return sm_areas_write(e->maps.ctx, e->maps.options->areas, &e->maps.crs, &e->maps.grid,
                        (int)count, map);
}

/* --- facts --- */

static void describe_area(const struct area *a, const struct ensemble *e, int p,
                          struct sm_facts *out) {
  sm_facts_group(out, NULL);
  sm_facts_number(out, "probability", percent[p]);
  sm_facts_number(out, "standard_error", error_of(e, percent[p]));
  sm_facts_number(out, "area", a->area);
  sm_facts_numbers(out, "area_range", a->range, 2);
  sm_facts_number(out, "distance", a->distance);
  if (!isnan(a->people)) sm_facts_number(out, "people", a->people);
  sm_facts_flag(out, "reaches_side", a->at_side);
  sm_facts_close(out);
}

static void describe_level(const struct level *level, const struct ensemble *e,
                           struct sm_facts *out) {
  static const char *const areas[PROBABILITIES] = {"area_10", "area_50", "area_90"};
  static const char *const distances[PROBABILITIES] = {"distance_10", "distance_50", "distance_90"};
  sm_facts_group(out, NULL);
  sm_facts_text(out, "level", level->label);
  sm_facts_number(out, "averaging_time", level->average);
  sm_facts_number(out, "value", level->value);
  sm_facts_text(out, "unit", level->unit);
  sm_facts_text(out, "field", level->variable);
  sm_facts_number(out, "highest_probability", level->highest);
  for (int p = 0; p < PROBABILITIES; p++) sm_facts_number(out, areas[p], level->area[p].area);
  for (int p = 0; p < PROBABILITIES; p++)
    sm_facts_number(out, distances[p], level->area[p].distance);
  sm_facts_list(out, "probabilities");
  for (int p = 0; p < PROBABILITIES; p++) describe_area(&level->area[p], e, p, out);
  sm_facts_close(out);
  sm_facts_text(out, "source", level->source);
  sm_facts_close(out);
}

static enum sm_status describe(const struct ensemble *e, int json, char **out) {
  static const struct sm_fact_column columns[] = {{"level", "level", NULL, -16},
                                                  {"value", "value", "%.4g", 9},
                                                  {"unit", "unit", NULL, -9},
                                                  {"highest_probability", "highest", "%.0f %%", 8},
                                                  {"area_10", "10 %, m2", "%.0f", 10},
                                                  {"area_50", "50 %, m2", "%.0f", 10},
                                                  {"area_90", "90 %, m2", "%.0f", 10},
                                                  {"distance_10", "10 %, m", "%.0f", 9},
                                                  {"distance_50", "50 %, m", "%.0f", 9},
                                                  {"distance_90", "90 %, m", "%.0f", 9},
                                                  {0}};
  struct sm_facts facts = {0};
  sm_facts_schema(&facts, "ensemble");
  sm_fact_show(sm_facts_text(&facts, "file", e->maps.file->path), "file", NULL, NULL);
  sm_fact_show(sm_facts_text(&facts, "substance", e->substance), "substance", NULL, NULL);
  sm_fact_show(sm_facts_text(&facts, "ensemble", e->text), "ensemble", NULL, NULL);
  sm_facts_integer(&facts, "members", e->members);
  const struct sm_fact *list = sm_facts_list(&facts, "levels");
  for (size_t n = 0; n < e->count; n++) describe_level(&e->level[n], e, &facts);
  sm_facts_close(&facts);
  sm_facts_table(&facts, list, NULL, columns);
  sm_facts_note(&facts,
                "  highest: largest probability of exceedance in a lowest box; areas and distances "
                "where it is 10, 50 and 90 %%\n  or more; standard error with %d members at most "
                "%.1f %% at 10 and 90 %%, %.1f %% at 50 %%",
                e->members, error_of(e, 10), error_of(e, 50));
  return sm_hazard_print(e->maps.ctx, &facts, json, out);
}

enum sm_status sm_ensemble_hazard(struct sm_context *ctx, const char *path,
                                  const struct sm_hazard_options *options, int json, char **out) {
  struct ensemble e = {.maps = {.ctx = ctx, .options = options}};
  *out = NULL;
  enum sm_status status = read_file(&e, path);
  for (size_t n = 0; n < e.count && status == SM_OK; n++) make_areas(&e, &e.level[n]);
  if (status == SM_OK) {
    warn_cut(&e);
    status = describe(&e, json, out);
  }
  if (status == SM_OK) status = write_areas(&e);
  for (size_t n = 0; n < e.count; n++) sm_free(e.level[n].map);
  sm_free(e.level);
  sm_hazard_maps_free(&e.maps);
  return status;
}
