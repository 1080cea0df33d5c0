/* wind.c - facts of a wind file, and those shared with statistics and plume files. */
#include "output/describe/describe.h"

#include "base/text.h"
#include "output/analyse/analyse.h"
#include <math.h>
#include <stdio.h>

static void describe_axis(const struct sm_wind_file *file, int d, struct sm_facts *out) {
  const char key[] = {"xyz"[d], '\0'};
  const double *centre = file->centre[d], *width = file->width[d];
  const size_t last = file->n[d] - 1;
  double range[2] = {width[0], width[0]};
  char key_width[16], most[32] = "";
  for (size_t i = 1; i <= last; i++) {
    range[0] = fmin(range[0], width[i]);
    range[1] = fmax(range[1], width[i]);
  }
  const double edge[2] = {centre[0] - 0.5 * width[0], centre[last] + 0.5 * width[last]};
  snprintf(key_width, sizeof key_width, "%s_width", key);
  sm_facts_numbers(out, key, edge, 2);
  sm_facts_numbers(out, key_width, range, 2);
  if (range[1] - range[0] > 1e-9 * range[1]) snprintf(most, sizeof most, " to %.6g", range[1]);
  sm_facts_line(out, key, "%.10g to %.10g m, %s of %.6g%s m", edge[0], edge[1],
                file->plume ? "boxes" : "cells", range[0], most);
}

static void describe_head(const struct sm_wind_file *file, struct sm_facts *out) {
  static const char *const sides[3] = {"nx", "ny", "nz"};
  const size_t *n = file->n;
  sm_describe_origin(out,
                     file->plume        ? "plume"
                     : file->statistics ? "statistics"
                     : file->ensemble   ? "ensemble"
                                        : NULL,
                     file->path,
                     file->statistics ? "statistics of winds"
                     : file->ensemble ? "ensemble of a release: probabilities of exceedance"
                     : file->plume    ? "plume concentrations"
                                      : "wind",
                     file->version);
  sm_fact_show(sm_facts_text(out, "title", file->title), "title", NULL, NULL);
  sm_fact_show(sm_facts_text(out, "case", file->name), "case", NULL, NULL);
  sm_fact_show(sm_facts_text(out, "device", file->device), "device", NULL, NULL);
  sm_fact_show(sm_facts_text(out, "crs", file->crs), "map", NULL, NULL);
  sm_fact_show(sm_facts_text(out, "weather", file->weather), "weather", NULL, NULL);
  for (int d = 0; d < 3; d++) sm_facts_integer(out, sides[d], (int64_t)n[d]);
  if (sm_wind_file_axes(file) < 3)
    sm_facts_line(out, "grid", "%zu x %zu columns", n[0], n[1]);
  else
    sm_facts_line(out, "grid", "%zu x %zu x %zu = %zu %s", n[0], n[1], n[2], n[0] * n[1] * n[2],
                  file->plume ? "boxes" : "cells");
  for (int d = 0; d < sm_wind_file_axes(file); d++) describe_axis(file, d, out);
}

/* Number of cells of each type. */
static enum sm_status describe_cells(struct sm_wind_file *file, struct sm_facts *out) {
  static const char *const names[4] = {"air", "building", "terrain", "canopy"};
  size_t count[256] = {0}, types[4] = {0};
  char words[160] = "";
  if (!file->statistics)
    SM_TRY(sm_wind_file_count(file, sm_field_name(SM_FIELD_CELL_TYPE), false, 0, count));
  for (int type = 0; type < 256; type++) types[type & 3] += count[type];
  sm_facts_group(out, "cells");
  for (int type = 0; type < 4; type++) {
    sm_facts_integer(out, names[type], (int64_t)types[type]);
    if (types[type] > 0 || type == 0)
      sm_text_append(words, sizeof words, "%s%s %zu", words[0] != '\0' ? ", " : "", names[type],
                     types[type]);
  }
  sm_facts_close(out);
  if (!file->statistics) sm_facts_line(out, "cells", "%s", words);
  return SM_OK;
}

/* Number of cells of each zone by time; minimum, mean and maximum in text output. */
static void describe_zones(const struct sm_zone_counts *counts, struct sm_facts *out) {
  static const struct sm_fact_column once[] = {
      {"name", "flow zone", NULL, -20}, {"least", "cells", NULL, 12}, {0}};
  static const struct sm_fact_column often[] = {{"name", "flow zone", NULL, -20},
                                                {"least", "least", NULL, 12},
                                                {"mean", "mean", "%.0f", 12},
                                                {"most", "most", NULL, 12},
                                                {0}};
  if (counts->cells == NULL) {
    sm_facts_null(out, "zones");
    return;
  }
  sm_facts_group(out, "zones");
  for (size_t z = 0; z < SM_ZONE_COUNTS; z++) {
    if (counts->name[z][0] == '\0') continue;
    sm_facts_list(out, counts->name[z]);
    for (size_t t = 0; t < counts->times; t++)
      sm_facts_integer(out, NULL, (int64_t)counts->cells[t][z]);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  const struct sm_fact *rows = sm_facts_list(out, NULL);
  for (size_t z = 0; z < SM_ZONE_COUNTS; z++) {
    size_t least = SIZE_MAX, most = 0;
    double mean = 0;
    for (size_t t = 0; t < counts->times; t++) {
      const size_t cells = counts->cells[t][z];
      least = cells < least ? cells : least;
      most = cells > most ? cells : most;
      mean += (double)cells / (double)counts->times;
    }
    if (most == 0) continue;
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", counts->name[z]);
    sm_facts_integer(out, "least", (int64_t)least);
    sm_facts_number(out, "mean", mean);
    sm_facts_integer(out, "most", (int64_t)most);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  sm_facts_table(out, rows, NULL, counts->times == 1 ? once : often);
}

static enum sm_status describe_time(struct sm_wind_file *file, size_t t,
                                    const struct sm_display_units *units, struct sm_facts *out) {
  const char *heat = sm_field_name(SM_FIELD_HEAT_RELEASE);
  struct sm_wind_file_record_info record;
  struct sm_file_mass_balance balance = {.divergence = NAN, .closed_flux = NAN};
  struct sm_combustion combustion;
  char when[48];
  sm_describe_time(file->has_calendar, file->time[t], when, sizeof when);
  SM_TRY(sm_wind_file_read_record(file, t, &record));
  if (file->has_faces) SM_TRY(sm_wind_file_balance(file, t, &balance));
  sm_facts_group(out, NULL);
  sm_facts_text(out, "time", when);
  sm_facts_flag(out, "converged", record.converged);
  sm_facts_integer(out, "iterations", record.iterations);
  sm_facts_number(out, "residual", record.residual);
  sm_facts_number(out, "divergence", record.divergence);
  sm_facts_number(out, "recomputed_divergence", balance.divergence);
  sm_facts_number(out, "closed_flux", balance.closed_flux);
  if (sm_wind_file_has(file, heat) && sm_wind_file_has(file, sm_field_name(SM_FIELD_TEMPERATURE))) {
    SM_TRY(sm_wind_file_combustion(file, t, &combustion));
    sm_facts_number(out, "total_heat_release", combustion.heat_release);
    sm_facts_number(out, "temperature_maximum", combustion.temperature_maximum);
    const struct sm_display kelvin = sm_display_find(file->ctx, units, "K");
    sm_facts_line(out, "hottest", "%.5g %s",
                  sm_display_value(&kelvin, combustion.temperature_maximum), kelvin.unit);
  }
  sm_facts_close(out);
  return SM_OK;
}

static enum sm_status describe_times(struct sm_wind_file *file,
                                     const struct sm_display_units *units, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {
      {"time", "time", NULL, -20},
      {"converged", "converged", NULL, -10},
      {"iterations", "iterations", NULL, 10},
      {"residual", "residual", "%.2e", 10},
      {"divergence", "|div u|h/U", "%.2e", 12},
      {"recomputed_divergence", "recomputed", "%.2e", 12},
      {"closed_flux", "closed m3/s", "%.2e", 12},
      {"total_heat_release", "heat W", "%.4g", 12},
      {"hottest", "max. T", NULL, 10},
      {0}};
  const struct sm_fact *list = sm_facts_list(out, "times");
  for (size_t t = 0; t < file->times && !file->statistics; t++)
    SM_TRY(describe_time(file, t, units, out));
  sm_facts_close(out);
  if (file->statistics) return SM_OK;
  sm_facts_table(out, list, "times", columns);
  sm_facts_note(out,
                file->has_faces
                    ? "\n  recomputed: largest |div u| h / U of a cell of air, h its smallest "
                      "edge, U the largest\n  velocity on a face; closed: largest flux "
                      "through a closed face"
                    : "\n  The divergence cannot be recomputed: the file contains no velocities "
                      "on faces (output.faces = true).");
  return SM_OK;
}

static enum sm_status describe(struct sm_wind_file *file, const struct sm_display_units *units,
                               struct sm_facts *out) {
  struct sm_zone_counts zones;
  describe_head(file, out);
  if (!file->plume && !file->ensemble) SM_TRY(describe_cells(file, out));
  SM_TRY(sm_describe_ranges(file, units, out));
  if (file->ensemble) return SM_OK;
  if (file->plume) return sm_describe_plume(file, units, out);
  const enum sm_status status = sm_zone_counts_read(file, &zones);
  if (status == SM_OK) describe_zones(&zones, out);
  sm_zone_counts_free(&zones);
  SM_TRY(status);
  SM_TRY(describe_times(file, units, out));
  if (file->statistics) sm_describe_statistics(file, units, out);
  return SM_OK;
}

enum sm_status sm_describe_wind(struct sm_context *ctx, const char *path,
                                const struct sm_display_units *units, struct sm_facts *out) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open_any(ctx, path, &file));
  enum sm_status status = describe(file, units, out);
  if (status == SM_OK) status = file->status;
  return status;
}
