/* Wind layers of GRIB messages: levels at heights, pressures, and of the model, with their heights.
 */
#include "base/list.h"
#include "input/weather/grib_set.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double gravity = 9.80665; /* m s-2 */
static const double same_time = 1e-3;  /* s */

/* ---- fields ---- */

/* Message of a role at a level and time (NAN: any), of the latest analysis; -1: none. */
static int find_message(const struct sm_weather_file *file, int role, enum sm_grib_family family,
                        double level, double time) {
  struct sm_weather_grib *grib = file->grib;
  int best = -1;
  for (size_t n = 0; n < grib->count; n++) {
    const struct sm_grib_use *use = &grib->use[n];
    const struct sm_grib_message *m = &grib->message[n];
    if (use->role != role || use->family != family) continue;
    if (family != SM_GRIB_NO_LEVEL && use->level != level) continue;
    if (!isnan(time) && !(fabs(m->time - time) <= same_time)) continue;
    if (best >= 0 && !isnan(time)) grib->replaced++;
    if (best < 0 || m->reference > grib->message[best].reference) best = (int)n;
  }
  return best;
}

/* Keeps a list of messages until the file is closed. */
static enum sm_status keep_series(struct sm_weather_file *file, size_t count, int **out) {
  struct sm_weather_grib *grib = file->grib;
  if (grib->series_count == grib->series_room) {
    const int room = 2 * grib->series_room + 16;
    int **more = NULL;
    SM_TRY(sm_alloc(file->ctx, (size_t)room, sizeof *more, "GRIB fields", &more));
    for (int s = 0; s < grib->series_count; s++) more[s] = grib->series[s];
    sm_free(grib->series);
    grib->series = more;
    grib->series_room = room;
  }
  SM_TRY(sm_alloc(file->ctx, count, sizeof **out, "GRIB fields", out));
  grib->series[grib->series_count++] = *out;
  return SM_OK;
}

/* Conversion of the unit of a message; geopotentials become heights. */
static enum sm_status convert(struct sm_weather_file *file, const struct sm_grib_message *m,
                              const char *unit, struct sm_ncdata_variable *out) {
  const bool potential = strcmp(unit, "m") == 0 && strchr(m->unit, '2') != NULL;
  snprintf(out->name, sizeof out->name, "%s", m->name);
  out->factor = 1;
  out->offset = 0;
  /* ecCodes has no unit of some parameters, and "(0 - 1)" for some roughness lengths. */
  if (m->unit[0] == '\0' || strcmp(m->unit, "~") == 0 || strcmp(m->unit, "unknown") == 0 ||
      strcmp(m->unit, "(0 - 1)") == 0 || unit[0] == '\0')
    return SM_OK;
  if (sm_ncdata_unit(file->ctx, m->unit, potential ? "m2 s-2" : unit, &out->factor, &out->offset) !=
      SM_OK) {
    char reason[512];
    snprintf(reason, sizeof reason, "%s", sm_context_message(file->ctx));
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: GRIB field '%s': %s",
                   file->request->paths[m->path], m->name, reason);
  }
  if (potential) out->factor /= gravity;
  return SM_OK;
}

enum sm_status sm_grib_make_field(struct sm_weather_file *file, int role,
                                  enum sm_grib_family family, const double *level, size_t levels,
                                  const char *unit, bool any_time, struct sm_weather_field *out,
                                  size_t *found) {
  int *list = NULL, first = -1;
  *found = 0;
  *out = (struct sm_weather_field){
      .t = {-1, -1}, .z = -1, .y = -1, .x = -1, .member = -1, .version = -1};
  out->levels = levels;
  out->variable.factor = 1;
  SM_TRY(keep_series(file, file->time_count * levels, &list));
  for (size_t t = 0; t < file->time_count; t++)
    for (size_t z = 0; z < levels; z++) {
      int n = find_message(file, role, family, level[z], file->time[t]);
      if (n < 0 && any_time) n = find_message(file, role, family, level[z], NAN);
      list[t * levels + z] = n;
      first = first < 0 ? n : first;
      *found += n >= 0 ? 1 : 0;
    }
  out->message = list;
  return first >= 0 ? convert(file, &file->grib->message[first], unit, &out->variable) : SM_OK;
}

/* ---- levels ---- */

/* Levels of winds with the same vertical coordinate and frame of reference. */
struct levels {
  enum sm_grib_family family;
  long relative;
  double *level;
  size_t count;
};

/* Lists the levels of a family and frame, rising. */
static enum sm_status find_levels(struct sm_weather_file *file, enum sm_grib_family family,
                                  long relative, struct levels *out) {
  const struct sm_weather_grib *grib = file->grib;
  const int role = grib->by_direction ? SM_GRIB_SPEED : SM_GRIB_U;
  size_t kept = 0;
  *out = (struct levels){family, relative, NULL, 0};
  SM_TRY(sm_alloc(file->ctx, grib->count, sizeof *out->level, "GRIB levels", &out->level));
  for (size_t n = 0; n < grib->count; n++)
    if (grib->use[n].role == role && grib->use[n].family == family &&
        (grib->message[n].relative == 1) == (relative == 1))
      out->level[out->count++] = grib->use[n].level;
  qsort(out->level, out->count, sizeof *out->level, sm_by_value);
  for (size_t n = 0; n < out->count; n++)
    if (kept == 0 || out->level[n] > out->level[kept - 1]) out->level[kept++] = out->level[n];
  out->count = kept;
  return SM_OK;
}

/* Fails when a component is missing, or the two have different frames. */
static enum sm_status check_pairs(struct sm_weather_file *file,
                                  const struct sm_weather_layer *layer) {
  const struct sm_weather_grib *grib = file->grib;
  for (size_t n = 0; n < file->time_count * layer->u.levels; n++) {
    const int a = layer->u.message[n], b = layer->v.message[n];
    if (a < 0 && b < 0) continue;
    const struct sm_grib_message *m = &grib->message[a >= 0 ? a : b];
    if (a < 0 || b < 0)
      return sm_fail(file->ctx, SM_ERR_DATA,
                     "%s: error: '%s' at %s %g stands alone: its other component is in none of the "
                     "GRIB files at this time",
                     file->request->paths[m->path], m->name, m->level_type,
                     grib->use[a >= 0 ? a : b].level);
    if (m->relative != grib->message[b].relative && file->request->frame == SM_FRAME_AUTO)
      return sm_fail(file->ctx, SM_ERR_DATA,
                     "%s: error: uvRelativeToGrid is %ld of '%s' at %s %g, but %ld of '%s'\n"
                     "help: components = \"grid\" or \"earth\" in [weather.model] says what holds",
                     file->request->paths[m->path], m->relative, m->name, m->level_type,
                     grib->use[a].level, grib->message[b].relative, grib->message[b].name);
  }
  return SM_OK;
}

/* Adds a layer of some levels; its heights are set by the caller. */
static enum sm_status add_layer(struct sm_weather_file *file, const struct levels *levels,
                                size_t first, size_t count, struct sm_weather_layer **out) {
  const bool polar = file->grib->by_direction; /* directions are from true north */
  struct sm_weather_layer layer = {
      .along_grid = levels->relative == 1 && !polar, .by_direction = polar, .doubt = SM_FRAME_SURE};
  const double *level = levels->level + first;
  size_t found;
  SM_TRY(sm_grib_make_field(file, polar ? SM_GRIB_SPEED : SM_GRIB_U, levels->family, level, count,
                            "m s-1", false, &layer.u, &found));
  SM_TRY(sm_grib_make_field(file, polar ? SM_GRIB_DIRECTION : SM_GRIB_V, levels->family, level,
                            count, polar ? "degree" : "m s-1", false, &layer.v, &found));
  SM_TRY(check_pairs(file, &layer));
  SM_TRY(sm_grib_make_field(file, SM_GRIB_TEMPERATURE, levels->family, level, count, "K", false,
                            &layer.warmth[0], &found));
  layer.warmth_count = found > 0 ? 1 : 0;
  SM_TRY(sm_weather_file_keep_layer(file, &layer, out));
  for (size_t z = 0; z < count; z++) (*out)->level[z] = level[z];
  return SM_OK;
}

/* True when each wind of the layer has a height of its level. */
static bool covers(const struct sm_weather_file *file, const struct sm_weather_layer *layer,
                   const struct sm_weather_field *height) {
  for (size_t n = 0; n < file->time_count * layer->u.levels; n++)
    if (layer->u.message[n] >= 0 && height->message[n] < 0) return false;
  return true;
}

/* Heights or altitudes in the files of the one level of a layer; *found: for all its winds. */
static enum sm_status take_heights(struct sm_weather_file *file, struct sm_weather_layer *layer,
                                   enum sm_grib_family family, bool *found) {
  struct sm_weather_field at;
  size_t count;
  SM_TRY(sm_grib_make_field(file, SM_GRIB_HEIGHT, family, layer->level, 1, "m",
                            family == SM_GRIB_MODEL, &at, &count));
  *found = count > 0 && covers(file, layer, &at);
  if (!*found) return SM_OK;
  layer->kind = SM_ALTITUDE_FIELD;
  layer->at[0] = at;
  layer->at_count = 1;
  return SM_OK;
}

static enum sm_status add_isobaric(struct sm_weather_file *file, const struct levels *levels) {
  size_t standard = 0;
  for (size_t z = 0; z < levels->count; z++) {
    struct sm_weather_layer *layer;
    bool found;
    SM_TRY(add_layer(file, levels, z, 1, &layer));
    SM_TRY(take_heights(file, layer, SM_GRIB_ISOBARIC, &found));
    if (found) continue;
    layer->kind = SM_ALTITUDE_CONSTANT;
    layer->level[0] = sm_standard_altitude(levels->level[z]);
    standard++;
  }
  if (standard > 0 && !file->again)
    sm_warn(file->ctx,
            "%s: warning: no heights of %zu pressure levels (gh or z in the GRIB files): those of "
            "the standard atmosphere are taken",
            file->data.path, standard);
  return SM_OK;
}

/* ---- levels of the model ---- */

/* Heights by the edges of the layer of the one level: levels k and k + 1. */
static enum sm_status take_edges(struct sm_weather_file *file, struct sm_weather_layer *layer,
                                 bool *found) {
  const double edge[2] = {layer->level[0], layer->level[0] + 1};
  struct sm_weather_field at;
  size_t count;
  SM_TRY(sm_grib_make_field(file, SM_GRIB_HEIGHT, SM_GRIB_EDGES, edge, 2, "m", true, &at, &count));
  *found = count == 2 * file->time_count;
  if (!*found) return SM_OK;
  layer->kind = SM_ALTITUDE_FIELD;
  layer->at[0] = at;
  layer->at_count = 1;
  return SM_OK;
}

/* Reads a and b of the edges of the layers from the ground upwards: level n of N lies between edges
 * n - 1 and n of the list. */
static enum sm_status read_edges(struct sm_weather_file *file, const struct sm_grib_message *m,
                                 size_t levels, double **out) {
  const size_t count = (size_t)m->parameters / 2; /* N + 1 */
  SM_SCOPED double *all = NULL;
  char text[512] = "";
  SM_TRY(sm_alloc(file->ctx, 2 * count, sizeof *all, "vertical coordinates", &all));
  const char *path = file->request->paths[m->path];
  enum sm_status status = sm_grib_finish(
      file->ctx, file->grib->module->vertical(path, m, all, text, sizeof text), path, text);
  sm_free(file->grib->edge);
  file->grib->edge = NULL;
  if (status == SM_OK)
    status = sm_alloc(file->ctx, 2 * (levels + 1), sizeof **out, "vertical coordinates", out);
  for (size_t z = 0; z <= levels && status == SM_OK; z++) {
    (*out)[z] = all[count - 1 - z];
    (*out)[levels + 1 + z] = all[2 * count - 1 - z];
  }
  if (status == SM_OK) file->grib->edge = *out;
  return status;
}

/* Adds hybrid levels whose heights follow from temperature and surface pressure; *found false: not
 * all is there. They must reach to the ground without a gap. */
static enum sm_status add_hydrostatic(struct sm_weather_file *file, struct levels *levels,
                                      bool *found) {
  struct sm_weather_grib *grib = file->grib;
  struct sm_weather_field pressure, t, q;
  size_t count, n = levels->count;
  const double none = 0, bottom = levels->level[n - 1];
  double *edge = NULL;
  *found = false;
  const int u = find_message(file, SM_GRIB_U, SM_GRIB_MODEL, bottom, NAN);
  const struct sm_grib_message *m = u >= 0 ? &grib->message[u] : NULL;
  if (m == NULL || m->parameters < 4 || bottom != (double)(m->parameters / 2 - 1)) return SM_OK;
  for (size_t z = 1; z < n; z++)
    if (levels->level[z] != levels->level[z - 1] + 1) return SM_OK;
  for (size_t z = 0; z < n / 2; z++) { /* from the ground */
    const double swap = levels->level[z];
    levels->level[z] = levels->level[n - 1 - z];
    levels->level[n - 1 - z] = swap;
  }
  SM_TRY(sm_grib_make_field(file, SM_GRIB_LOG_PRESSURE, SM_GRIB_NO_LEVEL, &none, 1, "", false,
                            &pressure, &count));
  file->of_logarithm = count == file->time_count;
  if (!file->of_logarithm) {
    int sp = 0;
    while (file->quantity[sp].unit != NULL && strcmp(file->quantity[sp].names[0], "sp") != 0) sp++;
    SM_TRY(sm_grib_make_field(file, SM_GRIB_QUANTITY + sp, SM_GRIB_NO_LEVEL, &none, 1, "Pa", false,
                              &pressure, &count));
    if (count < file->time_count) return SM_OK;
  }
  SM_TRY(sm_grib_make_field(file, SM_GRIB_TEMPERATURE, SM_GRIB_MODEL, levels->level, n, "K", false,
                            &t, &count));
  if (count < n * file->time_count) return SM_OK;
  SM_TRY(sm_grib_make_field(file, SM_GRIB_HUMIDITY, SM_GRIB_MODEL, levels->level, n, "1", false, &q,
                            &count));
  SM_TRY(read_edges(file, m, n, &edge));
  struct sm_weather_layer *layer;
  SM_TRY(add_layer(file, levels, 0, n, &layer));
  file->surface_pressure = pressure;
  layer->kind = SM_HEIGHT_HYDROSTATIC;
  layer->at[0] = t;
  layer->at[1] = q;
  layer->at_count = count == n * file->time_count ? 2 : 1;
  layer->edge = edge;
  *found = true;
  return SM_OK;
}

static enum sm_status add_model_levels(struct sm_weather_file *file, struct levels *levels) {
  size_t lost = 0;
  bool found;
  SM_TRY(add_hydrostatic(file, levels, &found));
  for (size_t z = 0; z < levels->count && !found; z++) {
    struct sm_weather_layer *layer;
    bool has_height;
    SM_TRY(add_layer(file, levels, z, 1, &layer));
    SM_TRY(take_heights(file, layer, SM_GRIB_MODEL, &has_height));
    if (!has_height) SM_TRY(take_edges(file, layer, &has_height));
    if (has_height) continue;
    sm_weather_file_drop_layer(file);
    lost++;
  }
  if (lost > 0 && !file->again)
    sm_warn(file->ctx,
            "%s: warning: winds on %zu of %zu model levels are left out: their heights are not in "
            "the GRIB files\n"
            "help: add gh, z or h (HHL) of these levels, or temperature of all levels down to the "
            "ground with lnsp or sp",
            file->data.path, lost, levels->count);
  return SM_OK;
}

/* ---- all ---- */

static enum sm_status add_family(struct sm_weather_file *file, struct levels *levels) {
  struct sm_weather_layer *layer;
  if (levels->count == 0) return SM_OK;
  if (levels->family == SM_GRIB_ISOBARIC) return add_isobaric(file, levels);
  if (levels->family == SM_GRIB_MODEL) return add_model_levels(file, levels);
  SM_TRY(add_layer(file, levels, 0, levels->count, &layer));
  layer->kind = levels->family == SM_GRIB_ABOVE_GROUND ? SM_HEIGHT_CONSTANT : SM_ALTITUDE_CONSTANT;
  return SM_OK;
}

enum sm_status sm_grib_make_layers(struct sm_weather_file *file) {
  static const enum sm_grib_family families[] = {SM_GRIB_ABOVE_GROUND, SM_GRIB_ABOVE_SEA,
                                                 SM_GRIB_ISOBARIC, SM_GRIB_MODEL};
  const double none = 0;
  size_t found;
  for (size_t f = 0; f < sizeof families / sizeof *families; f++)
    for (long relative = 0; relative < 2; relative++) {
      struct levels levels;
      enum sm_status status = find_levels(file, families[f], relative, &levels);
      if (status == SM_OK) status = add_family(file, &levels);
      sm_free(levels.level);
      SM_TRY(status);
    }
  if (file->layer_count == 0)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: no GRIB wind at a known height",
                   file->data.path);
  if (file->grib->replaced > 0 && !file->again)
    sm_warn(
        file->ctx,
        "%s: warning: %zu GRIB fields stand for a time, level and quantity that another one has, "
        "too: that of the later analysis is taken",
        file->data.path, file->grib->replaced);
  SM_TRY(sm_grib_make_field(file, SM_GRIB_GROUND, SM_GRIB_NO_LEVEL, &none, 1, "m", true,
                            &file->ground, &found));
  file->has_ground = found > 0;
  return SM_OK;
}
