
#include "base/list.h"
#include "output/netcdf/plume_file.h"
#include <math.h>
#include <netcdf.h>
#include <string.h>

static size_t length_of(const struct sm_wind_file *file, const char *dimension) {
  int id;
  size_t length = 0;
  if (nc_inq_dimid(file->id, dimension, &id) != NC_NOERR ||
      nc_inq_dimlen(file->id, id, &length) != NC_NOERR)
    return 0;
  return length;
}

/* Row n of a variable of names; "" when absent. */
static void read_name(struct sm_wind_file *file, const char *variable, size_t n,
                      char out[SM_PLUME_NAME]) {
  const size_t start[2] = {n, 0}, count[2] = {1, SM_PLUME_NAME};
  int id;
  memset(out, 0, SM_PLUME_NAME);
  if (nc_inq_varid(file->id, variable, &id) == NC_NOERR)
    sm_wind_file_set_error(file, variable, nc_get_vara_text(file->id, id, start, count, out));
  out[SM_PLUME_NAME - 1] = '\0';
}

static enum sm_status read_budget(struct sm_wind_file *file, size_t k,
                                  struct sm_plume_budget *out) {
  const size_t one = 1;
  const double most = 9007199254740992; /* largest exact integer of a double */
  double *const mass[SM_PLUME_BUDGET_TERMS] = {&out->emitted,       &out->airborne, &out->deposited,
                                               &out->wet_deposited, &out->outflow,  &out->decayed,
                                               &out->lost};
  for (int m = 0; m < SM_PLUME_BUDGET_TERMS; m++)
    if (mass[m] != &out->wet_deposited || sm_wind_file_has(file, sm_plume_budget_names[m]))
      SM_TRY(sm_wind_file_doubles(file, sm_plume_budget_names[m], &k, &one, mass[m]));
  SM_TRY(sm_wind_file_whole(file, "particles", k, 0, most, &out->particles));
  return sm_wind_file_whole(file, "lost_particles", k, 0, most, &out->lost_particles);
}

enum sm_status sm_plume_read(struct sm_wind_file *file, struct sm_plume_content *out) {
  const size_t zero = 0, species = length_of(file, "species"),
               length = length_of(file, "name_length");
  size_t thresholds = length_of(file, "threshold");
  const size_t most = sizeof out->threshold / sizeof *out->threshold;
  *out = (struct sm_plume_content){.stopped = ""};
  if (species < 1 || species > SM_PLUME_SPECIES || length != SM_PLUME_NAME)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: %zu species with names of %zu bytes",
                   file->path, species, length);
  thresholds = thresholds < most ? thresholds : most;
  out->layout.boxes = file->n[2] > 0;
  out->layout.air = sm_wind_file_has(file, sm_field_name(SM_FIELD_AIR_FRACTION));
  out->layout.other_columns = sm_wind_file_has(file, "ground_x");
  out->layout.species_count = (int)species;
  out->layout.threshold_count = (int)thresholds;
  for (size_t k = 0; k < species; k++) {
    read_name(file, "species_name", k, out->layout.species[k]);
    SM_TRY(read_budget(file, k, &out->budget[k]));
  }
  if (thresholds > 0)
    SM_TRY(sm_wind_file_doubles(file, "threshold", &zero, &thresholds, out->threshold));
  sm_wind_file_text(file, NULL, "simoom_stopped", out->stopped, sizeof out->stopped);
  char direction[16];
  sm_wind_file_text(file, NULL, "simoom_direction", direction, sizeof direction);
  out->backward = strcmp(direction, "backward") == 0;
  return file->status;
}

enum sm_status sm_plume_read_peak(struct sm_wind_file *file, int species, size_t *out) {
  double most = -1;
  *out = 0;
  for (size_t t = 0; t < file->times; t++) {
    const size_t start[2] = {t, (size_t)species}, count[2] = {1, 1};
    double mass = 0;
    SM_TRY(sm_wind_file_doubles(file, "box_mass", start, count, &mass));
    if (mass > most) *out = t;
    most = fmax(most, mass);
  }
  return SM_OK;
}

enum sm_status sm_plume_read_interval(struct sm_wind_file *file, size_t time, double ends[2]) {
  const size_t start[2] = {time, 0}, count[2] = {1, 2};
  return sm_wind_file_doubles(file, "time_bnds", start, count, ends);
}

/* Reads some layers of a box variable. */
static enum sm_status read_layers(struct sm_wind_file *file, const char *variable, long leading,
                                  size_t k, size_t layers, const struct sm_plume_window *w,
                                  float *out) {
  const size_t start[4] = {leading > 0 ? (size_t)leading : 0, k, w->first[1], w->first[0]},
               count[4] = {1, layers, w->count[1], w->count[0]};
  const int skip = leading < 0 ? 1 : 0;
  return sm_wind_file_floats(file, variable, start + skip, count + skip, out);
}

static struct sm_plume_window all_columns(const struct sm_wind_file *file) {
  return (struct sm_plume_window){{0, 0}, {file->n[0], file->n[1]}};
}

static size_t layers_at(const struct sm_wind_file *file, size_t k) {
  const size_t left = file->n[2] - k;
  return left < SM_WIND_FILE_LAYERS ? left : SM_WIND_FILE_LAYERS;
}

static enum sm_status find_layers(struct sm_wind_file *file, double height, float *block,
                                  float *terrain, double *face, int *layer) {
  const size_t zero[2] = {0, 0}, count[2] = {file->n[1], file->n[0]};
  const size_t columns = count[0] * count[1];
  const bool air = sm_wind_file_has(file, sm_field_name(SM_FIELD_AIR_FRACTION));
  const struct sm_plume_window all = all_columns(file);
  size_t left = columns;
  struct sm_plume_layers of = {columns, face, terrain, air ? block : NULL, height};
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_TERRAIN), zero, count, terrain));
  for (size_t k = 0; k < file->n[2]; k++) face[k] = file->centre[2][k] - 0.5 * file->width[2][k];
  face[file->n[2]] = face[file->n[2] - 1] + file->width[2][file->n[2] - 1];
  for (size_t c = 0; c < columns; c++) layer[c] = -1;
  for (size_t k = 0; k < file->n[2] && left > 0; k += SM_WIND_FILE_LAYERS) {
    const size_t layers = layers_at(file, k);
    if (air)
      SM_TRY(read_layers(file, sm_field_name(SM_FIELD_AIR_FRACTION), -1, k, layers, &all, block));
    for (size_t l = 0; l < layers; l++) {
      if (air) of.air = block + l * columns;
      left -= sm_plume_layers_select(&of, (int)(k + l), layer);
    }
  }
  return SM_OK;
}

static enum sm_status pick_layers(struct sm_wind_file *file, const char *variable, long leading,
                                  const struct sm_plume_window *w, float *block, const int *layer,
                                  float *out) {
  const size_t nx = file->n[0], plane = w->count[0] * w->count[1];
  int lowest = (int)file->n[2], highest = -1;
  for (size_t n = 0; n < plane; n++) {
    const size_t c = w->first[0] + n % w->count[0] + nx * (w->first[1] + n / w->count[0]);
    out[c] = NAN;
    if (layer[c] >= 0 && layer[c] < lowest) lowest = layer[c];
    if (layer[c] > highest) highest = layer[c];
  }
  for (int k = lowest - lowest % SM_WIND_FILE_LAYERS; k <= highest; k += SM_WIND_FILE_LAYERS) {
    const int layers = (int)layers_at(file, (size_t)k);
    SM_TRY(read_layers(file, variable, leading, (size_t)k, (size_t)layers, w, block));
#pragma omp parallel for schedule(static)
    for (size_t n = 0; n < plane; n++) {
      const size_t c = w->first[0] + n % w->count[0] + nx * (w->first[1] + n / w->count[0]);
      if (layer[c] < k || layer[c] >= k + layers) continue;
      const float value = block[n + plane * (size_t)(layer[c] - k)];
      out[c] = value >= NC_FILL_FLOAT ? (float)NAN : value;
    }
  }
  return SM_OK;
}

enum sm_status sm_plume_read_layers(struct sm_wind_file *file, double height, int *layer) {
  const size_t columns = file->n[0] * file->n[1];
  SM_SCOPED float *block = NULL, *terrain = NULL;
  SM_SCOPED double *face = NULL;
  SM_TRY(sm_alloc(file->ctx, columns * layers_at(file, 0), sizeof *block, "boxes", &block));
  SM_TRY(sm_alloc(file->ctx, columns, sizeof *terrain, "the ground", &terrain));
  SM_TRY(sm_alloc(file->ctx, file->n[2] + 1, sizeof *face, "layers", &face));
  return find_layers(file, height, block, terrain, face, layer);
}

enum sm_status sm_plume_read_boxes(struct sm_wind_file *file, const char *variable, long leading,
                                   const struct sm_plume_window *window, const int *layer,
                                   float *out) {
  const struct sm_plume_window all = all_columns(file), *w = window != NULL ? window : &all;
  SM_SCOPED float *block = NULL;
  if (w->count[0] == 0 || w->count[1] == 0) return SM_OK;
  SM_TRY(sm_alloc(file->ctx, w->count[0] * w->count[1] * layers_at(file, 0), sizeof *block, "boxes",
                  &block));
  return pick_layers(file, variable, leading, w, block, layer, out);
}

enum sm_status sm_plume_read_map(struct sm_wind_file *file, const char *variable, long leading,
                                 double height, float *out, int *layer) {
  SM_TRY(sm_plume_read_layers(file, height, layer));
  return sm_plume_read_boxes(file, variable, leading, NULL, layer, out);
}

/* Reads a variable at the columns of a section. */
static enum sm_status read_columns(struct sm_wind_file *file, const char *variable, long leading,
                                   const struct sm_plume_section *s, float *column, float *out) {
  const size_t nz = file->n[2];
  const int skip = leading < 0 ? 1 : 0;
  for (size_t p = 0; p < s->count; p++) {
    const size_t start[4] = {leading > 0 ? (size_t)leading : 0, 0, s->column[p] / file->n[0],
                             s->column[p] % file->n[0]},
                 count[4] = {1, nz, 1, 1};
    SM_TRY(sm_wind_file_floats(file, variable, start + skip, count + skip, column));
    for (size_t k = 0; k < nz; k++)
      out[k * s->count + p] = column[k] >= NC_FILL_FLOAT ? (float)NAN : column[k];
  }
  return SM_OK;
}

enum sm_status sm_plume_read_section(struct sm_wind_file *file, const char *variable, long leading,
                                     const struct sm_plume_section *s) {
  const bool air = sm_wind_file_has(file, sm_field_name(SM_FIELD_AIR_FRACTION));
  SM_SCOPED float *column = NULL;
  SM_TRY(sm_alloc(file->ctx, file->n[2], sizeof *column, "column", &column));
  SM_TRY(read_columns(file, variable, leading, s, column, s->value));
  for (size_t n = 0; n < s->count * file->n[2] && !air; n++) s->air[n] = 1;
  if (air) SM_TRY(read_columns(file, sm_field_name(SM_FIELD_AIR_FRACTION), -1, s, column, s->air));
  for (size_t p = 0; p < s->count; p++) {
    const size_t start[2] = {s->column[p] / file->n[0], s->column[p] % file->n[0]},
                 count[2] = {1, 1};
    SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_TERRAIN), start, count, &s->ground[p]));
    SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_BUILDING_HEIGHT), start, count,
                               &s->building[p]));
  }
  return SM_OK;
}

int sm_plume_read_sources(struct sm_wind_file *file, int most, struct sm_plume_source *out) {
  const size_t count = length_of(file, "source");
  int read = 0;
  for (size_t n = 0; n < count && read < most; n++) {
    double *const place[3] = {&out[read].x, &out[read].y, &out[read].height};
    static const char *const names[3] = {"source_x", "source_y", "source_height"};
    int id;
    bool there = nc_inq_varid(file->id, "source_species", &id) == NC_NOERR;
    if (there)
      sm_wind_file_set_error(file, "source_species",
                             nc_get_var1_int(file->id, id, &n, &out[read].species));
    for (int d = 0; d < 3 && there; d++) {
      there = nc_inq_varid(file->id, names[d], &id) == NC_NOERR;
      if (there)
        sm_wind_file_set_error(file, names[d], nc_get_var1_double(file->id, id, &n, place[d]));
    }
    if (!there || !(fabs(*place[0]) < 1e30) || !(fabs(*place[1]) < 1e30)) continue;
    read_name(file, "source_name", n, out[read].name);
    read++;
  }
  return read;
}
