/* plume.c - additional facts of a plume file, beside the ranges of its variables. */
#include "output/describe/describe.h"

#include "base/text.h"
#include "output/netcdf/plume_file.h"
#include <math.h>
#include <netcdf.h>

struct plume_facts {
  struct sm_plume_content content;
  double maximum[SM_PLUME_SPECIES];  /* largest mean concentration, kg/m3; NAN without boxes */
  double place[SM_PLUME_SPECIES][3]; /* centre of that box */
  double area[SM_PLUME_SPECIES][64]; /* area above each threshold, m2 */
};

/* Finds the largest mean concentration of a species, and its position. */
static enum sm_status find_largest(struct sm_wind_file *file, struct plume_facts *f, int k,
                                   float *block) {
  const size_t nx = file->n[0], ny = file->n[1], plane = nx * ny;
  const struct sm_plume_variable name =
      sm_plume_volume_name(&f->content.layout, SM_PLUME_MAXIMUM, k);
  f->maximum[k] = -INFINITY;
  for (size_t z = 0; z < file->n[2]; z += SM_WIND_FILE_LAYERS) {
    const size_t left = file->n[2] - z;
    const size_t layers = left < SM_WIND_FILE_LAYERS ? left : SM_WIND_FILE_LAYERS;
    const size_t start[3] = {z, 0, 0}, count[3] = {layers, ny, nx};
    SM_TRY(sm_wind_file_floats(file, name.name, start, count, block));
    for (size_t n = 0; n < layers * plane; n++) {
      if (!(block[n] < NC_FILL_FLOAT) || !((double)block[n] > f->maximum[k])) continue;
      const size_t at[3] = {n % nx, n / nx % ny, z + n / plane};
      f->maximum[k] = (double)block[n];
      for (int d = 0; d < 3; d++) f->place[k][d] = file->centre[d][at[d]];
    }
  }
  if (isinf(f->maximum[k])) f->maximum[k] = NAN;
  return SM_OK;
}

static enum sm_status read_plume(struct sm_wind_file *file, struct plume_facts *f) {
  const struct sm_plume_layout *l = &f->content.layout;
  SM_SCOPED float *block = NULL;
  SM_TRY(sm_plume_read(file, &f->content));
  const size_t most = file->n[2] < SM_WIND_FILE_LAYERS ? file->n[2] : SM_WIND_FILE_LAYERS;
  SM_TRY(sm_alloc(file->ctx, file->n[0] * file->n[1] * most, sizeof *block, "boxes", &block));
  for (int k = 0; k < l->species_count; k++) {
    const size_t start[2] = {(size_t)k, 0}, count[2] = {1, (size_t)l->threshold_count};
    f->maximum[k] = NAN;
    if (l->boxes) SM_TRY(find_largest(file, f, k, block));
    if (l->threshold_count > 0)
      SM_TRY(sm_wind_file_doubles(file, "threshold_area", start, count, f->area[k]));
  }
  return SM_OK;
}

static void describe_species(const struct plume_facts *f, int k, const struct sm_display *shown,
                             struct sm_facts *out) {
  const struct sm_plume_budget *l = &f->content.budget[k];
  const double *place = f->place[k];
  const double rest = l->emitted - (l->airborne + l->deposited + l->wet_deposited + l->outflow +
                                    l->decayed + l->lost);
  sm_facts_group(out, NULL);
  sm_facts_text(out, "name", f->content.layout.species[k]);
  sm_facts_number(out, "emitted", l->emitted);
  sm_facts_number(out, "airborne", l->airborne);
  sm_facts_number(out, "deposited", l->deposited);
  if (l->wet_deposited > 0) sm_facts_number(out, "wet_deposited", l->wet_deposited);
  sm_facts_number(out, "outflow", l->outflow);
  sm_facts_number(out, "decayed", l->decayed);
  sm_facts_number(out, "lost", l->lost);
  sm_facts_number(out, "rest", rest);
  sm_facts_line(out, "balance", "%.1e", l->emitted > 0 ? rest / l->emitted : rest);
  sm_facts_number(out, "maximum", f->maximum[k]);
  if (isnan(f->maximum[k])) {
    sm_facts_null(out, "maximum_at");
  } else {
    sm_facts_numbers(out, "maximum_at", place, 3);
    sm_facts_line(out, "largest", "%.5g %s", sm_display_value(shown, f->maximum[k]), shown->unit);
    sm_facts_line(out, "place", "  x %.10g, y %.10g, z %.6g m", place[0], place[1], place[2]);
  }
  sm_facts_integer(out, "particles", l->particles);
  sm_facts_integer(out, "lost_particles", l->lost_particles);
  sm_facts_numbers(out, "threshold_areas", f->area[k], (size_t)f->content.layout.threshold_count);
  sm_facts_close(out);
}

/* Areas above the thresholds, one line per species. */
static void note_areas(const struct plume_facts *f, const struct sm_display *shown,
                       struct sm_facts *out) {
  const struct sm_plume_layout *l = &f->content.layout;
  SM_SCOPED_BY(sm_text_free) struct sm_text line = {0};
  if (l->threshold_count == 0) return;
  for (int k = -1; k < l->species_count; k++) {
    sm_text_clear(&line);
    for (int n = 0; n < l->threshold_count; n++)
      sm_text_add(&line, k < 0 ? " %11.4g" : " %11.6g",
                  k < 0 ? sm_display_value(shown, f->content.threshold[n]) : f->area[k][n]);
    sm_facts_note(out, "%s  %-16s%s %s", k < 0 ? "\n" : "",
                  k < 0 ? "area above (m2)" : l->species[k], sm_text_string(&line),
                  k < 0 ? shown->unit : "");
  }
  out->failed = out->failed || line.failed;
}

static void show_species(const struct plume_facts *f, bool boxes, const struct sm_fact *list,
                         const struct sm_display *shown, struct sm_facts *out) {
  static const struct sm_fact_column largest[] = {{"name", "largest mean", NULL, -16},
                                                  {"largest", "value", NULL, 18},
                                                  {"place", "  in the box at", NULL, -1},
                                                  {0}};
  static const struct sm_fact_column budget[] = {{"name", "mass (kg)", NULL, -16},
                                                 {"particles", "particles", NULL, 11},
                                                 {"emitted", "emitted", "%.5g", 11},
                                                 {"airborne", "airborne", "%.5g", 11},
                                                 {"deposited", "deposited", "%.5g", 11},
                                                 {"wet_deposited", "by rain", "%.5g", 11},
                                                 {"outflow", "outflow", "%.5g", 11},
                                                 {"decayed", "decayed", "%.5g", 11},
                                                 {"lost", "lost", "%.5g", 11},
                                                 {"balance", "balance", NULL, 10},
                                                 {0}};
  const struct sm_plume_layout *l = &f->content.layout;
  if (boxes) sm_facts_table(out, list, NULL, largest);
  if (boxes) note_areas(f, shown, out);
  sm_facts_table(out, list, NULL, budget);
  for (int k = 0; k < l->species_count; k++)
    if (f->content.budget[k].lost_particles > 0)
      sm_facts_note(out, "  %lld particles of %s went wrong",
                    (long long)f->content.budget[k].lost_particles, l->species[k]);
  sm_facts_note(out, "  balance: what is missing of the mass emitted, as a part of it");
}

static enum sm_status describe_intervals(struct sm_wind_file *file, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {
      {"from", "interval from", NULL, -20}, {"to", "to", NULL, -1}, {0}};
  const struct sm_fact *list = sm_facts_list(out, "intervals");
  for (size_t t = 0; t < file->times; t++) {
    double end[2];
    char from[48], to[48];
    SM_TRY(sm_plume_read_interval(file, t, end));
    sm_describe_time(file->has_calendar, end[0], from, sizeof from);
    sm_describe_time(file->has_calendar, end[1], to, sizeof to);
    sm_facts_group(out, NULL);
    sm_facts_text(out, "from", from);
    sm_facts_text(out, "to", to);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  sm_facts_table(out, list, "intervals", columns);
  return SM_OK;
}

static enum sm_status describe(struct sm_wind_file *file, struct plume_facts *f,
                               const struct sm_display_units *units, struct sm_facts *out) {
  const struct sm_plume_layout *l = &f->content.layout;
  const struct sm_display shown = sm_display_find(file->ctx, units, "kg/m3");
  SM_TRY(read_plume(file, f));
  const struct sm_fact *list = sm_facts_list(out, "species");
  for (int k = 0; k < l->species_count; k++) describe_species(f, k, &shown, out);
  sm_facts_close(out);
  sm_facts_numbers(out, "thresholds", f->content.threshold, (size_t)l->threshold_count);
  show_species(f, file->n[2] > 0, list, &shown, out);
  SM_TRY(describe_intervals(file, out));
  sm_describe_end(out, f->content.stopped);
  return SM_OK;
}

enum sm_status sm_describe_plume(struct sm_wind_file *file, const struct sm_display_units *units,
                                 struct sm_facts *out) {
  SM_SCOPED struct plume_facts *f = NULL;
  SM_TRY(sm_alloc(file->ctx, 1, sizeof *f, "a plume", &f));
  return describe(file, f, units, out);
}
