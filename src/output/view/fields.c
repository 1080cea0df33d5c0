/* output/view/fields.c - viewer data of gridded files: wind, statistics, plumes. */
#include "output/view/view.h"

#include "output/analyse/analyse.h"
#include "output/netcdf/named_places.h"
#include "output/netcdf/plume_file.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PLACES = 200 }; /* per kind of named points */

struct sm_view_field *sm_view_add_field(struct sm_view_source *source, const char *name,
                                        const char *label, const char *unit) {
  if (source->fields == SM_VIEW_FIELDS) return NULL;
  struct sm_view_field *field = &source->field[source->fields++];
  *field = (struct sm_view_field){.components = 1, .records = 1};
  snprintf(field->name, sizeof field->name, "%s", name);
  snprintf(field->label, sizeof field->label, "%.*s", (int)sizeof field->label - 1, label);
  snprintf(field->unit, sizeof field->unit, "%.*s", (int)sizeof field->unit - 1, unit);
  return field;
}

/* Variables shown in other ways or not useful in a view. */
static bool is_left_out(const char *name) {
  const enum sm_field field = sm_field_find(name);
  return field <= SM_FIELD_W || field == SM_FIELD_ZONE || field == SM_FIELD_CELL_TYPE ||
         field == SM_FIELD_OPEN_FACES || field == SM_FIELD_AIR_FRACTION;
}

static bool spans_decades(const char *unit) {
  return strcmp(unit, "kg m-3") == 0 || strcmp(unit, "kg s m-3") == 0 ||
         strcmp(unit, "kg m-2") == 0;
}

/* Colours of a concentration for all its times, log10: four decades below the largest. */
static void set_range(const struct sm_view_source *source, struct sm_view_field *field) {
  float range[2];
  size_t length = 0;
  int id;
  if (!field->logarithmic || source->file->minus != NULL ||
      nc_inq_varid(source->file->id, field->name, &id) != NC_NOERR ||
      nc_inq_attlen(source->file->id, id, "actual_range", &length) != NC_NOERR || length != 2 ||
      nc_get_att_float(source->file->id, id, "actual_range", range) != NC_NOERR ||
      !(range[1] > 0) || !isfinite(range[1]))
    return;
  field->range[1] = ceil(log10((double)range[1]) - 0.15);
  field->range[0] = field->range[1] - 4;
}

/* Adds a field for a variable [record]? [z]? [y][x]. */
static void add_variable(struct sm_view_source *source, const struct sm_ncdata_variable *variable) {
  char dimension[4][SM_NCDATA_NAME], label[SM_NCDATA_TEXT], unit[SM_NCDATA_TEXT];
  const int rank = variable->rank;
  if (!variable->numeric || rank < 2 || rank > 4 || strlen(variable->name) >= 96 ||
      is_left_out(variable->name))
    return;
  for (int d = 0; d < rank; d++)
    sm_ncdata_dimension_name(&source->data, variable->dimension[d], dimension[d]);
  const bool own = rank == 2 && strcmp(dimension[1], "ground_x") == 0; /* deposition: own columns */
  if (!own && (strcmp(dimension[rank - 1], "x") != 0 || strcmp(dimension[rank - 2], "y") != 0))
    return;
  for (int d = 0; d < rank; d++)
    if (variable->size[d] == 0) return; /* run ended before its first output time */
  const bool map = rank == 2 || strcmp(dimension[rank - 3], "z") != 0;
  if (rank == 4 && map) return; /* slices are computed by the page */
  if (!sm_ncdata_text(&source->data, variable, "long_name", label) || label[0] == '\0')
    snprintf(label, sizeof label, "%.200s", variable->name);
  sm_ncdata_text(&source->data, variable, "units", unit);
  struct sm_view_field *field = sm_view_add_field(source, variable->name, label, unit);
  if (field == NULL) return;
  field->map = map;
  for (int d = 0; d < 2 && own; d++) field->ground[d] = variable->size[1 - d];
  field->logarithmic = spans_decades(unit);
  set_range(source, field);
  if (rank == 2 || (rank == 3 && !map)) return;
  snprintf(field->along, sizeof field->along, "%.31s", dimension[0]);
  field->records = variable->size[0];
}

size_t sm_view_map_factor(const size_t *n) {
  size_t by = 1;
  while (sm_view_coarse(n[0], by) > SM_VIEW_MAP || sm_view_coarse(n[1], by) > SM_VIEW_MAP) by *= 2;
  return by;
}

static void choose_levels(struct sm_view_source *source) {
  const size_t *n = source->file->n;
  size_t before = 0;
  source->finest = source->coarsest = 0;
  for (int level = 0; level < 16 && n[2] > 0; level++) {
    const struct sm_view_coarsening factors = sm_view_level_factors(n, level);
    size_t cells = 1;
    for (int d = 0; d < 3; d++) cells *= sm_view_coarse(n[d], factors.by[d]);
    if (cells == before) break;
    if (cells > SM_VIEW_CELLS) source->finest = level + 1;
    source->coarsest = level;
    if (cells < SM_VIEW_FEWEST) break;
    before = cells;
  }
  if (source->finest > source->coarsest) source->finest = source->coarsest;
  source->map_by = sm_view_map_factor(n);
}

static void add_of_time(struct sm_view_source *source, const char *name, const char *label,
                        const char *unit, int components) {
  struct sm_view_field *field = sm_view_add_field(source, name, label, unit);
  field->components = components;
  field->records = source->file->times;
  snprintf(field->along, sizeof field->along, "time");
}

/* Adds the wind as vectors; as scalars for a difference of files (speeds are subtracted). */
static void add_wind(struct sm_view_source *source) {
  static const enum sm_field parts[] = {SM_FIELD_WIND_SPEED, SM_FIELD_WIND_FROM_DIRECTION,
                                        SM_FIELD_U, SM_FIELD_V, SM_FIELD_W};
  if (source->file->minus == NULL) add_of_time(source, "wind", "wind", "m s-1", 3);
  for (size_t n = 0; n < sizeof parts / sizeof *parts && source->file->minus != NULL; n++) {
    const struct sm_field_info *info = sm_field_get(parts[n]);
    add_of_time(source, info->name, info->long_name, info->unit, 1);
  }
}

/* Marks the fields as differences and removes classes. */
static void mark_differences(struct sm_view_source *source) {
  char label[sizeof source->field->label], a[SM_DIFFERENCE_NAME], b[SM_DIFFERENCE_NAME];
  int kept = 0;
  for (int f = 0; f < source->fields; f++) {
    struct sm_view_field *field = &source->field[f];
    const bool domain = sm_difference_is_domain(source->file, field->name);
    const bool held = sm_wind_file_has(source->file, field->name);
    if (!domain && held && !sm_wind_file_is_real(source->file, field->name)) continue;
    field->difference = !domain;
    if (!domain) field->logarithmic = false;
    snprintf(label, sizeof label, domain ? "%.140s" : "%.140s difference", field->label);
    memcpy(field->label, label, sizeof label);
    source->field[kept++] = *field;
  }
  source->fields = kept;
  sm_difference_names(source->path, source->file->minus->path, a, b);
  snprintf(source->title, sizeof source->title, "%.120s minus %.120s", a, b);
}

enum sm_status sm_view_grid_open(struct sm_context *ctx, struct sm_view_source *source,
                                 const char *minus) {
  SM_TRY(sm_difference_open(ctx, source->path, minus, &source->file));
  const struct sm_wind_file *file = source->file;
  snprintf(source->title, sizeof source->title, "%s", file->title);
  if (minus != NULL && file->times > 0)
    SM_TRY(sm_difference_check_times(source->file, 0, file->times - 1));
  if (sm_wind_file_axes(file) == 3 && !file->plume && file->times > 0) add_wind(source);
  for (int i = 0; i < source->data.variable_count; i++) {
    struct sm_ncdata_variable variable;
    if (sm_ncdata_inquire(&source->data, i, &variable)) add_variable(source, &variable);
  }
  if (minus != NULL) mark_differences(source);
  choose_levels(source);
  return SM_OK;
}

static void describe_counts(struct sm_facts *out, const char *key, const size_t n[3]) {
  sm_facts_list(out, key);
  for (int d = 0; d < 3; d++) sm_facts_integer(out, NULL, (int64_t)n[d]);
  sm_facts_close(out);
}

static void describe_levels(const struct sm_wind_file *file, const char *key, int first, int last,
                            struct sm_facts *out) {
  sm_facts_list(out, key);
  for (int level = first; level <= last; level++) {
    const struct sm_view_coarsening factors = sm_view_level_factors(file->n, level);
    sm_facts_group(out, NULL);
    sm_facts_integer(out, "level", level);
    describe_counts(out, "by", factors.by);
    sm_facts_close(out);
  }
  sm_facts_close(out);
}

static void describe_axes(const struct sm_wind_file *file, struct sm_facts *out) {
  const int axes = sm_wind_file_axes(file);
  for (int d = 0; d < 2; d++) {
    const size_t last = file->n[d] - 1;
    const double ends[2] = {file->centre[d][0] - 0.5 * file->width[d][0],
                            file->centre[d][last] + 0.5 * file->width[d][last]};
    sm_facts_numbers(out, d == 0 ? "x" : "y", ends, 2);
  }
  const double *z = file->centre[2], *width = file->width[2];
  const size_t n = axes == 3 ? file->n[2] : 0;
  sm_facts_list(out, "z");
  for (size_t k = 0; k < n; k++) sm_facts_number(out, NULL, z[k] - 0.5 * width[k]);
  if (n > 0) sm_facts_number(out, NULL, z[n - 1] + 0.5 * width[n - 1]);
  sm_facts_close(out);
}

/* Named points: stations, receptors, probes, turbines, sources. */
static void describe_places(struct sm_wind_file *file, struct sm_facts *out) {
  static const char *const kinds[] = {"station", "receptor", "probe", "turbine", "source"};
  struct sm_place place[MOST_PLACES];
  sm_facts_list(out, "places");
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const size_t count = sm_places_read(file, kinds[k], MOST_PLACES, place);
    for (size_t n = 0; n < count; n++) {
      sm_facts_group(out, NULL);
      sm_facts_text(out, "kind", kinds[k]);
      sm_facts_text(out, "name", place[n].name);
      sm_facts_numbers(out, "at", place[n].at, 3);
      sm_facts_close(out);
    }
  }
  sm_facts_close(out);
}

void sm_view_grid_describe(const struct sm_view_source *source, const struct sm_view_choice *choice,
                           struct sm_facts *out) {
  struct sm_wind_file *file = source->file;
  sm_facts_text(out, "what",
                file->statistics || file->ensemble ? "statistics"
                : file->plume                      ? "plume"
                                                   : "wind");
  describe_counts(out, "n", file->n);
  describe_axes(file, out);
  sm_facts_flag(out, "calendar", file->has_calendar);
  sm_facts_integer(out, "mapBy", (int64_t)source->map_by);
  sm_facts_text(out, "crs", file->crs);
  sm_facts_text(out, "weather", file->weather);
  sm_facts_number(out, "convergence", file->convergence);
  sm_facts_numbers(out, "times", file->time, file->times);
  size_t peak = 0;
  if (file->plume && file->minus == NULL && file->times > 1 && sm_wind_file_has(file, "box_mass") &&
      sm_plume_read_peak(file, 0, &peak) == SM_OK)
    sm_facts_number(out, "peak", file->time[peak]);
  const int first = sm_view_level(source, choice);
  describe_levels(file, "levels", first, choice->server ? source->coarsest : first, out);
  describe_levels(file, "finer", 0, choice->server ? source->finest - 1 : -1, out);
  describe_places(file, out);
}

/* --- blocks --- */

static void forget(struct sm_view *view) {
  for (int c = 0; c < SM_VIEW_COMPONENTS; c++) {
    sm_free(view->kept.value[c]);
    view->kept.value[c] = NULL;
  }
  view->kept.source = -1;
}

static size_t cells_of(const size_t n[3], const struct sm_view_coarsening *factors) {
  size_t cells = 1;
  for (int d = 0; d < 3; d++) cells *= sm_view_coarse(n[d], factors->by[d]);
  return cells;
}

/* Reads a field at its finest level, unless it is cached. */
static enum sm_status cache_field(struct sm_context *ctx, struct sm_view *view,
                                  const struct sm_view_block_request *want) {
  struct sm_view_source *source = view->source[want->source];
  const struct sm_view_field *field = &source->field[want->field];
  struct sm_view_cache *kept = &view->kept;
  if (kept->source == want->source && kept->field == want->field && kept->record == want->record)
    return SM_OK;
  forget(view);
  struct sm_view_read_request request = {
      .record = field->along[0] != '\0' ? (long)want->record : -1,
      .factors = sm_view_level_factors(source->file->n, source->finest)};
  const size_t cells = cells_of(source->file->n, &request.factors);
  for (int c = 0; c < field->components; c++) {
    request.variable =
        field->components == 3 ? sm_field_name((enum sm_field)(SM_FIELD_U + (int)c)) : field->name;
    SM_TRY(sm_alloc(ctx, cells, sizeof(float), "cells of a page", &kept->value[c]));
    SM_TRY(sm_view_read(source->file, &request, kept->value[c]));
    sm_view_convert_units(field, kept->value[c], cells);
  }
  kept->source = want->source;
  kept->field = want->field;
  kept->record = want->record;
  return SM_OK;
}

/* Makes a map, which has no levels. */
static enum sm_status make_map(struct sm_context *ctx, const struct sm_view_source *source,
                               const struct sm_view_block_request *want, void **out, size_t *size) {
  const struct sm_view_field *field = &source->field[want->field];
  const bool building = strcmp(field->name, sm_field_name(SM_FIELD_BUILDING_HEIGHT)) == 0,
             own = field->ground[0] > 0;
  const size_t *n = own ? field->ground : source->file->n, by = sm_view_map_factor(n);
  const struct sm_view_read_request request = {
      .variable = field->name,
      .record = field->along[0] != '\0' ? (long)want->record : -1,
      .map = true,
      .factors = {{by, by, 1}},
      .box = {{0, 0, 0}, {n[0], n[1], 1}},
      .pooling = building ? SM_VIEW_MAXIMUM : SM_VIEW_MEAN};
  const size_t count = sm_view_coarse(n[0], by) * sm_view_coarse(n[1], by);
  SM_SCOPED float *value = NULL;
  enum sm_status status = sm_alloc(ctx, count, sizeof *value, "map of a page", &value);
  if (status == SM_OK) status = sm_view_read(source->file, &request, value);
  const struct sm_view_values values = {
      .components = 1, .count = count, .value = {value}, .logarithmic = field->logarithmic};
  if (status == SM_OK) status = sm_view_encode(ctx, &values, 16, want->effort, out, size);
  return status;
}

enum sm_status sm_view_grid_make(struct sm_context *ctx, struct sm_view *view,
                                 const struct sm_view_block_request *want, void **out,
                                 size_t *size) {
  const struct sm_view_source *source = view->source[want->source];
  const struct sm_view_field *field = &source->field[want->field];
  if (field->map) return make_map(ctx, source, want, out, size);
  const struct sm_view_coarsening fine = sm_view_level_factors(source->file->n, source->finest);
  const struct sm_view_coarsening coarse = sm_view_level_factors(source->file->n, want->level);
  struct sm_view_coarsening ratio = {{1, 1, 1}};
  struct sm_view_values values = {.components = field->components,
                                  .count = cells_of(source->file->n, &coarse),
                                  .logarithmic = field->logarithmic};
  size_t n[3];
  float *own[SM_VIEW_COMPONENTS] = {NULL};
  enum sm_status status;
  SM_TRY_DONE(cache_field(ctx, view, want));
  for (int d = 0; d < 3; d++) {
    n[d] = sm_view_coarse(source->file->n[d], fine.by[d]);
    ratio.by[d] = coarse.by[d] / fine.by[d];
  }
  for (int c = 0; c < field->components; c++) {
    values.value[c] = view->kept.value[c];
    if (want->level == source->finest) continue;
    SM_TRY_DONE(sm_alloc(ctx, values.count, sizeof(float), "cells of a page", &own[c]));
    SM_TRY_DONE(sm_view_coarsen(ctx, n, &ratio, view->kept.value[c], own[c]));
    values.value[c] = own[c];
  }
  SM_TRY_DONE(sm_view_encode(ctx, &values, want->bits, want->effort, out, size));
done:
  for (int c = 0; c < SM_VIEW_COMPONENTS; c++) sm_free(own[c]);
  if (status != SM_OK) forget(view);
  return status;
}
