#include "output/describe/describe.h"

#include "base/clock.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>

/* The largest of the means of a species, and where. */
static enum sm_status find_largest(struct sm_wind_file *file, struct sm_plume_facts *f, int k,
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

enum sm_status sm_describe_plume_read(struct sm_wind_file *file, struct sm_plume_facts *f) {
  const struct sm_plume_layout *l = &f->content.layout;
  float *block = NULL;
  enum sm_status status;
  SM_TRY(sm_plume_read(file, &f->content));
  SM_TRY(sm_alloc(file->ctx, file->times, sizeof *f->interval, "intervals", &f->interval));
  for (size_t t = 0; t < file->times; t++) SM_TRY(sm_plume_read_interval(file, t, f->interval[t]));
  const size_t most = file->n[2] < SM_WIND_FILE_LAYERS ? file->n[2] : SM_WIND_FILE_LAYERS;
  SM_TRY(sm_alloc(file->ctx, file->n[0] * file->n[1] * most, sizeof *block, "boxes", &block));
  for (int k = 0; k < l->species_count; k++) {
    const size_t start[2] = {(size_t)k, 0}, count[2] = {1, (size_t)l->threshold_count};
    f->maximum[k] = NAN;
    if (l->boxes) SM_TRY_DONE(find_largest(file, f, k, block));
    if (l->threshold_count > 0)
      SM_TRY_DONE(sm_wind_file_doubles(file, "threshold_area", start, count, f->area[k]));
  }
  status = SM_OK;
done:
  sm_free(block);
  return status;
}

void sm_describe_plume_free(struct sm_plume_facts *facts) { sm_free(facts->interval); }

static double rest_of(const struct sm_plume_budget *l) {
  return l->emitted - (l->airborne + l->deposited + l->outflow + l->decayed + l->lost);
}

static void end_text(const struct sm_wind_file *file, double time, char *out, size_t size) {
  if (file->has_calendar)
    sm_clock_format(time, out, size);
  else
    snprintf(out, size, "%g", time);
}

/* --- for people --- */

static void text_budget(const struct sm_plume_content *c, struct sm_text *out) {
  sm_text_add(out, "\n  %-16s %11s %11s %11s %11s %11s %11s %11s %10s\n", "mass (kg)", "particles",
              "emitted", "airborne", "deposited", "outflow", "decayed", "lost", "balance");
  for (int k = 0; k < c->layout.species_count; k++) {
    const struct sm_plume_budget *l = &c->budget[k];
    const double part = l->emitted > 0 ? rest_of(l) / l->emitted : rest_of(l);
    sm_text_add(out, "  %-16s %11lld %11.5g %11.5g %11.5g %11.5g %11.5g %11.5g %10.1e\n",
                c->layout.species[k], (long long)l->particles, l->emitted, l->airborne,
                l->deposited, l->outflow, l->decayed, l->lost, part);
    if (l->lost_particles > 0)
      sm_text_add(out, "  %lld particles of %s went wrong\n", (long long)l->lost_particles,
                  c->layout.species[k]);
  }
  sm_text_add(out, "  balance: what is missing of the mass emitted, as a part of it\n");
}

static void text_largest(const struct sm_plume_facts *f, struct sm_text *out) {
  const struct sm_plume_layout *l = &f->content.layout;
  sm_text_add(out, "\n  %-16s %12s   %s\n", "largest mean", "kg/m3", "in the box at");
  for (int k = 0; k < l->species_count; k++) {
    sm_text_add(out, "  %-16s ", l->species[k]);
    if (isnan(f->maximum[k]))
      sm_text_add(out, "%12s\n", "-");
    else
      sm_text_add(out, "%12.5g   x %.10g, y %.10g, z %.6g m\n", f->maximum[k], f->place[k][0],
                  f->place[k][1], f->place[k][2]);
  }
  if (l->threshold_count == 0) return;
  sm_text_add(out, "\n  %-16s", "area above (m2)");
  for (int n = 0; n < l->threshold_count; n++) sm_text_add(out, " %11.4g", f->content.threshold[n]);
  sm_text_add(out, " kg/m3\n");
  for (int k = 0; k < l->species_count; k++) {
    sm_text_add(out, "  %-16s", l->species[k]);
    for (int n = 0; n < l->threshold_count; n++) sm_text_add(out, " %11.6g", f->area[k][n]);
    sm_text_add(out, "\n");
  }
}

void sm_describe_plume_text(const struct sm_wind_file *file, const struct sm_plume_facts *f,
                            struct sm_text *out) {
  const char *stopped = f->content.stopped;
  if (file->n[2] > 0) text_largest(f, out);
  text_budget(&f->content, out);
  if (file->times > 0) sm_text_add(out, "\n  %-20s %s\n", "interval from", "to");
  for (size_t t = 0; t < file->times; t++) {
    char from[48], to[48];
    end_text(file, f->interval[t][0], from, sizeof from);
    end_text(file, f->interval[t][1], to, sizeof to);
    sm_text_add(out, "  %-20s %s\n", from, to);
  }
  if (file->times == 0) sm_text_add(out, "\n  no intervals\n");
  sm_text_add(out, "\n  %s%s\n", stopped[0] != '\0' ? "stopped " : "The run went to its end.",
              stopped);
}

/* --- for programs --- */

static void json_species(const struct sm_plume_facts *f, int k, struct sm_text *out) {
  const struct sm_plume_budget *l = &f->content.budget[k];
  const struct {
    const char *key;
    double value;
  } numbers[] = {{"emitted", l->emitted}, {"airborne", l->airborne}, {"deposited", l->deposited},
                 {"outflow", l->outflow}, {"decayed", l->decayed},   {"lost", l->lost},
                 {"rest", rest_of(l)},    {"maximum", f->maximum[k]}};
  sm_text_add(out, "{");
  sm_describe_string(out, "name", f->content.layout.species[k]);
  for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
    sm_text_add(out, ",");
    sm_describe_number(out, numbers[n].key, numbers[n].value);
  }
  if (isnan(f->maximum[k]))
    sm_text_add(out, ",\"maximum_at\":null");
  else
    sm_text_add(out, ",\"maximum_at\":[%.17g,%.17g,%.17g]", f->place[k][0], f->place[k][1],
                f->place[k][2]);
  sm_text_add(out, ",\"particles\":%lld,\"lost_particles\":%lld,\"threshold_areas\":[",
              (long long)l->particles, (long long)l->lost_particles);
  for (int n = 0; n < f->content.layout.threshold_count; n++)
    sm_text_add(out, "%s%.17g", n > 0 ? "," : "", f->area[k][n]);
  sm_text_add(out, "]}");
}

void sm_describe_plume_json(const struct sm_wind_file *file, const struct sm_plume_facts *f,
                            struct sm_text *out) {
  const struct sm_plume_layout *l = &f->content.layout;
  sm_text_add(out, ",\"species\":[");
  for (int k = 0; k < l->species_count; k++) {
    if (k > 0) sm_text_add(out, ",");
    json_species(f, k, out);
  }
  sm_text_add(out, "],\"thresholds\":[");
  for (int n = 0; n < l->threshold_count; n++)
    sm_text_add(out, "%s%.17g", n > 0 ? "," : "", f->content.threshold[n]);
  sm_text_add(out, "],\"intervals\":[");
  for (size_t t = 0; t < file->times; t++) {
    char from[48], to[48];
    end_text(file, f->interval[t][0], from, sizeof from);
    end_text(file, f->interval[t][1], to, sizeof to);
    sm_text_add(out, t > 0 ? ",{" : "{");
    sm_describe_string(out, "from", from);
    sm_text_add(out, ",");
    sm_describe_string(out, "to", to);
    sm_text_add(out, "}");
  }
  sm_text_add(out, "],");
  if (f->content.stopped[0] != '\0')
    sm_describe_string(out, "stopped", f->content.stopped);
  else
    sm_text_add(out, "\"stopped\":null");
}
