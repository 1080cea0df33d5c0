#include "output/hazard/hazard.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/list.h"
#include "output/gis/export.h"
#include "output/netcdf/trajectory_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- reading --- */

static enum sm_status choose_species(struct sm_hazard_maps *m) {
  const struct sm_plume_layout *l = &m->content.layout;
  const char *wanted = m->options->species;
  for (m->species = 0; m->species < l->species_count; m->species++)
    if (wanted == NULL || strcmp(wanted, l->species[m->species]) == 0) return SM_OK;
  return sm_fail(m->ctx, SM_ERR_USAGE,
                 "%s: error: no species '%s'\nhelp: simoom info lists the species", m->file->path,
                 wanted);
}

static enum sm_status open_file(struct sm_hazard_maps *m, const char *path) {
  char kind[32];
  SM_TRY(sm_wind_file_kind(m->ctx, path, kind));
  if (strcmp(kind, "plume") != 0)
    return sm_fail(m->ctx, SM_ERR_USAGE,
                   "%s: error: not a plume file\nhelp: <prefix>_plume.nc of a case with particles",
                   path);
  SM_TRY(sm_wind_file_open_any(m->ctx, path, &m->file));
  SM_TRY(sm_plume_read(m->file, &m->content));
  if (m->content.backward)
    return sm_fail(m->ctx, SM_ERR_USAGE,
                   "%s: error: backward dispersion has sensitivities, not concentrations", path);
  if (m->file->times == 0 || m->file->n[2] == 0)
    return sm_fail(m->ctx, SM_ERR_USAGE,
                   "%s: error: the file has no concentrations\n"
                   "help: [particles.concentration] with an interval",
                   path);
  return choose_species(m);
}

/* Ends of the intervals, which are consecutive. */
static enum sm_status read_times(struct sm_hazard_maps *m) {
  SM_TRY(sm_alloc(m->ctx, m->times + 1, sizeof *m->time, "times", &m->time));
  for (size_t t = 0; t < m->times; t++) {
    double ends[2];
    SM_TRY(sm_plume_read_interval(m->file, t, ends));
    if (t == 0) m->time[0] = ends[0];
    m->time[t + 1] = ends[1];
    if (fabs(ends[0] - m->time[t]) > 1e-3 || !(ends[1] > ends[0]))
      return sm_fail(m->ctx, SM_ERR_DATA,
                     "%s: error: interval %zu does not begin where that "
                     "before it ends",
                     m->file->path, t);
  }
  return SM_OK;
}

/* Columns with gas at any time, as the largest means of the run tell; all where they do not. */
static enum sm_status find_window(struct sm_hazard_maps *m, const int *layer, float *map,
                                  struct sm_plume_window *out) {
  const struct sm_plume_variable name =
      sm_plume_volume_name(&m->content.layout, SM_PLUME_MAXIMUM, m->species);
  const size_t nx = m->file->n[0];
  size_t low[2] = {nx, m->file->n[1]}, high[2] = {0, 0};
  *out = (struct sm_plume_window){{0, 0}, {low[0], low[1]}};
  if (!sm_wind_file_has(m->file, name.name)) return SM_OK;
  SM_TRY(sm_plume_read_boxes(m->file, name.name, -1, NULL, layer, map));
  for (size_t c = 0; c < m->columns; c++) {
    const size_t at[2] = {c % nx, c / nx};
    if (!(map[c] > 0)) continue;
    for (int d = 0; d < 2; d++) {
      if (at[d] < low[d]) low[d] = at[d];
      if (at[d] + 1 > high[d]) high[d] = at[d] + 1;
    }
  }
  for (int d = 0; d < 2; d++) {
    out->first[d] = high[d] > 0 ? low[d] : 0;
    out->count[d] = high[d] > 0 ? high[d] - low[d] : 0;
  }
  return SM_OK;
}

static enum sm_status read_series(struct sm_hazard_maps *m) {
  const struct sm_plume_variable name =
      sm_plume_volume_name(&m->content.layout, SM_PLUME_MEAN, m->species);
  struct sm_plume_window window;
  SM_SCOPED float *map = NULL;
  SM_SCOPED int *layer = NULL;
  SM_TRY(sm_alloc(m->ctx, m->columns, sizeof *map, "map", &map));
  SM_TRY(sm_alloc(m->ctx, m->columns, sizeof *layer, "map", &layer));
  SM_TRY(sm_alloc(m->ctx, m->columns * m->times, sizeof *m->value, "series of all columns",
                  &m->value));
  SM_TRY(sm_plume_read_layers(m->file, (double)NAN, layer));
  SM_TRY(find_window(m, layer, map, &window));
  for (size_t c = 0; c < m->columns; c++) map[c] = layer[c] < 0 ? (float)NAN : 0;
  for (size_t t = 0; t < m->times; t++) {
    SM_TRY(sm_plume_read_boxes(m->file, name.name, (long)t, &window, layer, map));
#pragma omp parallel for schedule(static)
    for (size_t c = 0; c < m->columns; c++)
      if (isnan(map[c]) || map[c] > 0) m->value[c * m->times + t] = map[c];
  }
  return SM_OK;
}

void sm_hazard_go_indoors(struct sm_hazard_maps *m) {
  for (size_t c = 0; c < m->columns; c++) {
    float *own = m->value + c * m->times;
    const struct sm_exposure e = {m->times, m->time, own};
    if (!isnan(own[0])) sm_exposure_indoor(&e, m->options->air_changes / 3600, own);
  }
}

static enum sm_status make_grid(struct sm_hazard_maps *m) {
  for (int d = 0; d < 2; d++) {
    const size_t n = m->file->n[d];
    double *face = NULL;
    SM_TRY(sm_alloc(m->ctx, n + 1, sizeof *face, "axis", &face));
    *(d == 0 ? &m->grid.x : &m->grid.y) = face;
    *(d == 0 ? &m->grid.nx : &m->grid.ny) = (int)n;
    for (size_t i = 0; i < n; i++) face[i] = m->file->centre[d][i] - 0.5 * m->file->width[d][i];
    face[n] = m->file->centre[d][n - 1] + 0.5 * m->file->width[d][n - 1];
  }
  return sm_ncfile_crs(m->ctx, m->file->id, m->file->path, &m->crs);
}

/* First source of the species. */
static void find_source(struct sm_hazard_maps *m) {
  struct sm_plume_source source[64];
  m->source[0] = m->source[1] = NAN;
  const int count = sm_plume_read_sources(m->file, 64, source);
  for (int n = count - 1; n >= 0; n--)
    if (source[n].species == m->species) {
      m->source[0] = source[n].x;
      m->source[1] = source[n].y;
    }
}

double sm_hazard_column_area(const struct sm_hazard_maps *m, size_t c) {
  const size_t nx = m->file->n[0];
  return m->file->width[0][c % nx] * m->file->width[1][c / nx];
}

/* People of a raster in each column: those of a cell of the raster are spread evenly over it. */
static enum sm_status read_people(struct sm_hazard_maps *m) {
  const char *path = m->options->population;
  const struct sm_raster_options options = {.kind = SM_RASTER_POPULATION,
                                            .resample = SM_RESAMPLE_BILINEAR};
  const double *const *width = (const double *const *)m->file->width;
  const struct sm_map_window window = {m->grid.x[0], m->grid.y[0], width[0][0],
                                       width[1][0],  m->grid.nx,   m->grid.ny};
  struct sm_map_extent extent;
  struct sm_raster_report report;
  SM_SCOPED float *map = NULL;
  if (path == NULL) return SM_OK;
  for (int d = 0; d < 2; d++)
    for (size_t i = 1; i < m->file->n[d]; i++)
      if (fabs(width[d][i] - width[d][0]) > 1e-6 * width[d][0])
        return sm_fail(m->ctx, SM_ERR_USAGE,
                       "%s: error: people are counted in columns of one size\n"
                       "help: particles.concentration.cell_size",
                       m->file->path);
  SM_TRY(sm_gis_extent(m->ctx, path, NULL, NULL, &m->crs, &extent));
  const double cell = extent.cell[0] * extent.cell[1];
  if (!(cell > 0)) return sm_fail(m->ctx, SM_ERR_DATA, "%s: error: not a raster", path);
  SM_TRY(sm_alloc(m->ctx, m->columns, sizeof *map, "people", &map));
  SM_TRY(sm_alloc(m->ctx, m->columns, sizeof *m->people, "people", &m->people));
  SM_TRY(sm_gis_read_raster(m->ctx, &path, 1, &options, &m->crs, &window, map, &report));
  m->covered = 1 - (double)report.missing / (double)m->columns;
  for (size_t c = 0; c < m->columns; c++)
    m->people[c] = map[c] > 0 ? (double)map[c] * sm_hazard_column_area(m, c) / cell : 0;
  return SM_OK;
}

enum sm_status sm_hazard_maps_read(struct sm_hazard_maps *m, const char *path) {
  SM_TRY(open_file(m, path));
  m->columns = m->file->n[0] * m->file->n[1];
  m->times = m->file->times;
  SM_TRY(read_times(m));
  SM_TRY(read_series(m));
  if (!isnan(m->options->air_changes) && !m->options->shelter) sm_hazard_go_indoors(m);
  find_source(m);
  return sm_hazard_plan_read(m);
}

enum sm_status sm_hazard_plan_read(struct sm_hazard_maps *m) {
  m->columns = m->file->n[0] * m->file->n[1];
  SM_TRY(make_grid(m));
  return read_people(m);
}

void sm_hazard_maps_free(struct sm_hazard_maps *m) {
  SM_FREE_ALL(m->time, m->value, m->people);
  sm_free((void *)m->grid.x);
  sm_free((void *)m->grid.y);
  free(m->crs.wkt2);
  sm_wind_file_close(&m->file);
}

/* --- a level --- */

double sm_hazard_unit(const struct sm_hazard_level *level, double temperature, double pressure) {
  if (strcmp(level->unit, "mg/m3") == 0) return 1e-6;
  return sm_ppm_in_kg_m3(level->molar_mass, temperature, pressure);
}

double sm_hazard_value(const struct sm_exposure *e, const struct sm_hazard_level *level,
                       double unit, double times[2]) {
  times[0] = times[1] = NAN;
  if (level->exponent > 0) return sm_exposure_toxic_load(e, 1 / unit, level->exponent) / 60;
  const struct sm_hazard_exceedance own =
      sm_exposure_exceedance(e, level->average, level->value * unit);
  times[0] = own.from;
  times[1] = own.until;
  return own.maximum / unit;
}

void sm_hazard_area_add(const struct sm_hazard_maps *m, size_t c, const double times[2],
                        struct sm_hazard_area *out) {
  const size_t nx = m->file->n[0], ny = m->file->n[1], i = c % nx, j = c / nx;
  const double x = m->file->centre[0][i], y = m->file->centre[1][j];
  out->area += sm_hazard_column_area(m, c);
  out->at_side = out->at_side || i == 0 || i + 1 == nx || j == 0 || j + 1 == ny;
  if (m->people != NULL) out->people += m->people[c];
  if (!isnan(m->source[0]))
    out->distance = fmax(out->distance, hypot(x - m->source[0], y - m->source[1]));
  out->from = fmin(out->from, times[0]); /* NAN: the other one */
  out->until = fmax(out->until, times[1]);
}

/* A level in a column. */
struct column {
  double value;    /* in the unit of the level; NAN: no air */
  double times[2]; /* of the exceedance, s; NAN: none */
};

static struct column evaluate(const struct sm_hazard_maps *m, const struct sm_hazard_level *level,
                              double unit, size_t c) {
  const struct sm_exposure e = {m->times, m->time, m->value + c * m->times};
  struct column out = {isnan(e.value[0]) ? (double)NAN : 0, {NAN, NAN}};
  bool reached = false; /* most columns have no gas at any time */
  for (size_t t = 0; t < e.count && !reached; t++) reached = e.value[t] > 0;
  if (reached && !isnan(e.value[0])) out.value = sm_hazard_value(&e, level, unit, out.times);
  return out;
}

void sm_hazard_write_time(const struct sm_hazard_maps *m, double time, char out[48]) {
  out[0] = '\0';
  if (isnan(time)) return;
  if (m->file->has_calendar)
    sm_clock_format(time, out, 48);
  else
    snprintf(out, 48, time < 100 ? "%.3g s" : "%.0f s", time); /* known to a part of an interval */
}

enum sm_status sm_hazard_area_make(const struct sm_hazard_maps *m, struct sm_hazard_area *out) {
  const struct sm_hazard_level *level = &out->level;
  const double unit = sm_hazard_unit(level, m->options->temperature, m->options->pressure);
  sm_hazard_label(level, out->label);
  out->maximum = out->area = 0;
  out->people = m->people != NULL ? 0 : (double)NAN;
  out->distance = isnan(m->source[0]) ? (double)NAN : 0;
  out->from = out->until = NAN;
  out->at_side = false;
  SM_SCOPED struct column *column = NULL;
  SM_TRY(sm_alloc(m->ctx, m->columns, sizeof *column, "columns of a level", &column));
  SM_TRY(sm_alloc(m->ctx, m->columns, sizeof *out->map, "map", &out->map));
#pragma omp parallel for schedule(dynamic, 1024)
  for (size_t c = 0; c < m->columns; c++) column[c] = evaluate(m, level, unit, c);
  for (size_t c = 0; c < m->columns; c++) { /* in order: sums do not depend on threads */
    out->map[c] = (float)column[c].value;
    out->maximum = fmax(out->maximum, column[c].value);
    if (column[c].value > level->value) sm_hazard_area_add(m, c, column[c].times, out);
  }
  out->at_end = out->until >= m->time[m->times];
  sm_hazard_write_time(m, out->from, out->from_text);
  sm_hazard_write_time(m, out->until, out->until_text);
  return SM_OK;
}

enum sm_status sm_hazard_areas_write(const struct sm_hazard_maps *m,
                                     const struct sm_hazard_area *area, size_t count) {
  SM_SCOPED struct sm_contour_map *map = NULL;
  SM_TRY(sm_alloc(m->ctx, count, sizeof *map, "areas", &map));
  for (size_t n = 0; n < count; n++) {
    const bool share = strcmp(area[n].level.unit, "%") == 0;
    map[n] = (struct sm_contour_map){.value = area[n].map,
                                     .level = area[n].level.value,
                                     .name = m->content.layout.species[m->species],
                                     .quantity = share ? "odour hours in the lowest boxes"
                                                 : area[n].level.exponent > 0
                                                     ? "toxic load in the lowest boxes"
                                                     : "maximum of running mean in the lowest "
                                                       "boxes",
                                     .unit = area[n].level.unit,
                                     .linear = share,
                                     .label = area[n].label,
                                     .from = area[n].from_text,
                                     .until = area[n].until_text,
                                     .people = area[n].people};
  }
  return sm_areas_write(m->ctx, m->options->areas, &m->crs, &m->grid, (int)count, map);
}
