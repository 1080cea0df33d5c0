/* output/view/particles.c - viewer data of particle snapshots, from .vtp files and their .pvd
 * list. */
#define _POSIX_C_SOURCE 200809L
#include "output/view/view.h"

#include "base/list.h"
#include "output/netcdf/plume_file.h"
#include "output/picture/places.h"
#include "output/vtk/particles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Maximum number of particles in a page, and approximate number at the coarsest level. */
enum { MOST = 200000, FEWEST = 4000 };

static const struct {
  const char *name, *label, *unit;
  enum sm_particle_array array;
} fields[] = {{"places", "places of particles", "m", SM_PARTICLE_POINTS},
              {"id", "number of the particle", "", SM_PARTICLE_ID},
              {"speed", "speed of the particle", "m s-1", SM_PARTICLE_VELOCITY},
              {"diameter", "diameter", "m", SM_PARTICLE_DIAMETER},
              {"age", "time since the release", "s", SM_PARTICLE_AGE},
              {"mass", "mass that a particle stands for", "kg", SM_PARTICLE_MASS},
              {"species", "species", "", SM_PARTICLE_SPECIES}};
enum { FIELDS = sizeof fields / sizeof *fields };

bool sm_view_is_particles(const char *path) {
  return sm_text_ends_with(path, ".pvd") || sm_text_ends_with(path, ".vtp");
}

/* --- opening --- */

static enum sm_status add_shot(struct sm_context *ctx, struct sm_view_snapshots *shots, int n,
                               const char *path, double time) {
  struct sm_particle_snapshot file;
  SM_TRY(sm_particle_vtk_open(ctx, path, &file));
  shots->time[n] = time;
  shots->number[n] = (double)file.count;
  sm_particle_vtk_close(&file);
  shots->path[n] = sm_text_copy(path);
  if (shots->path[n] == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: particles");
  shots->count = n + 1;
  return SM_OK;
}

static enum sm_status add_shots(struct sm_context *ctx, struct sm_view_source *source) {
  struct sm_view_snapshots *shots = &source->shots;
  const bool list = sm_text_ends_with(source->path, ".pvd");
  char path[4096];
  double time = 0;
  int count = 1;
  if (list) SM_TRY(sm_particle_vtk_list(ctx, source->path, 0, &count, path, sizeof path, &time));
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *shots->path, "times of particles", &shots->path));
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *shots->time, "times of particles", &shots->time));
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *shots->number, "times of particles", &shots->number));
  if (!list) return add_shot(ctx, shots, 0, source->path, 0);
  for (int n = 0; n < count; n++) {
    int all;
    SM_TRY(sm_particle_vtk_list(ctx, source->path, n, &all, path, sizeof path, &time));
    SM_TRY(add_shot(ctx, shots, n, path, time));
  }
  return SM_OK;
}

/* Reads title, start time and species names from files
 * of the same run, if present. */
static void read_run_file(struct sm_context *ctx, struct sm_view_source *source) {
  struct sm_view_snapshots *shots = &source->shots;
  struct sm_wind_file *file = NULL;
  struct sm_plume_content *content = NULL;
  double start = NAN, ends[2];
  if (!sm_plot_find_ground_file(ctx, source->path, &file)) return;
  snprintf(source->title, sizeof source->title, "%s", file->title);
  if (file->has_calendar && !file->plume && file->times > 0) start = file->time[0];
  sm_wind_file_close(&file);
  if (sm_plot_find_plume_file(ctx, source->path, &file)) {
    if (file->has_calendar && isnan(start) && file->times > 0 &&
        sm_plume_read_interval(file, 0, ends) == SM_OK)
      start = ends[0];
    if (sm_alloc(ctx, 1, sizeof *content, "names of species", &content) == SM_OK &&
        sm_plume_read(file, content) == SM_OK)
      for (int n = 0; n < content->layout.species_count && n < SM_PLUME_SPECIES; n++)
        snprintf(shots->species[shots->species_count++], SM_PLUME_NAME, "%s",
                 content->layout.species[n]);
    sm_free(content);
    sm_wind_file_close(&file);
  }
  if (isnan(start)) return;
  shots->calendar = true;
  for (int n = 0; n < shots->count; n++) shots->time[n] += start;
}

enum sm_status sm_view_particles_open(struct sm_context *ctx, struct sm_view_source *source) {
  struct sm_view_snapshots *shots = &source->shots;
  struct sm_particle_snapshot file;
  double most = 0;
  SM_TRY(add_shots(ctx, source));
  read_run_file(ctx, source);
  for (int n = 0; n < shots->count; n++) most = fmax(most, shots->number[n]);
  /* Random selection of one in `every`; the margin of 5 % is for statistical variation. */
  shots->every = most > MOST ? (size_t)ceil(1.05 * most / MOST) : 1;
  source->finest = source->coarsest = 0;
  while (most / (double)(shots->every << source->coarsest) > 2 * FEWEST) source->coarsest++;
  SM_TRY(sm_particle_vtk_open(ctx, shots->path[0], &file));
  for (int f = 0; f < FIELDS; f++) {
    if (file.offset[fields[f].array] < 0) continue;
    struct sm_view_field *field =
        sm_view_add_field(source, fields[f].name, fields[f].label, fields[f].unit);
    if (field == NULL) break;
    snprintf(field->along, sizeof field->along, "time");
    field->records = (size_t)shots->count;
    field->components = fields[f].array == SM_PARTICLE_POINTS ? 3 : 1;
    field->whole = fields[f].array == SM_PARTICLE_ID;
  }
  sm_particle_vtk_close(&file);
  return SM_OK;
}

void sm_view_particles_close(struct sm_view_source *source) {
  for (int n = 0; n < source->shots.count; n++) free(source->shots.path[n]);
  SM_FREE_ALL(source->shots.path, source->shots.time, source->shots.number);
}

void sm_view_particles_describe(const struct sm_view_source *source,
                                const struct sm_view_choice *choice, struct sm_facts *out) {
  const struct sm_view_snapshots *shots = &source->shots;
  const int level = sm_view_level(source, choice);
  sm_facts_numbers(out, "times", shots->time, (size_t)shots->count);
  sm_facts_numbers(out, "numbers", shots->number, (size_t)shots->count);
  sm_facts_flag(out, "calendar", shots->calendar);
  sm_facts_integer(out, "level", level);
  sm_facts_integer(out, "every", (int64_t)(shots->every << level));
  sm_facts_list(out, "species");
  for (int n = 0; n < shots->species_count; n++) {
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", shots->species[n]);
    sm_facts_close(out);
  }
  sm_facts_close(out);
}

/* --- blocks --- */

/* Reads an array for the particles shown, with memory for these only. */
static enum sm_status read_some(struct sm_context *ctx, const struct sm_view_source *source,
                                size_t record, int level, enum sm_particle_array array,
                                double **out, size_t *count) {
  const size_t every = source->shots.every << level, parts = array == SM_PARTICLE_POINTS ? 3 : 1;
  struct sm_particle_snapshot file;
  SM_TRY(sm_particle_vtk_open(ctx, source->shots.path[record], &file));
  const size_t room = file.count < MOST ? file.count : MOST;
  enum sm_status status = sm_alloc(ctx, room * parts + 1, sizeof **out, "particles of a page", out);
  if (status == SM_OK && file.offset[array] < 0)
    status = sm_fail(ctx, SM_ERR_DATA, "%s: error: other arrays than in the first file", file.path);
  if (status == SM_OK) status = sm_particle_vtk_some(&file, array, every, room, *out, count);
  sm_particle_vtk_close(&file);
  return status;
}

/* Encodes particle ids as 32-bit integers, which distinguish particles. */
static enum sm_status encode_ids(struct sm_context *ctx, const double *id, size_t count,
                                 const struct sm_view_block_request *want, void **out,
                                 size_t *size) {
  struct sm_view_values values = {.components = 1, .count = count};
  int32_t *number = NULL;
  SM_TRY(sm_alloc(ctx, count + 1, sizeof *number, "particles of a page", &number));
  for (size_t n = 0; n < count; n++) /* ids of 2^63 and more are invalid: they exceed int64_t */
    number[n] = fabs(id[n]) < 9e18 ? (int32_t)((int64_t)id[n] & 0x7FFFFFFF) : -1;
  values.number = number;
  const enum sm_status status = sm_view_encode(ctx, &values, 32, want->effort, out, size);
  sm_free(number);
  return status;
}

enum sm_status sm_view_particles_make(struct sm_context *ctx, const struct sm_view_source *source,
                                      const struct sm_view_block_request *want, void **out,
                                      size_t *size) {
  const struct sm_view_field *field = &source->field[want->field];
  const size_t parts = (size_t)field->components;
  SM_SCOPED double *value = NULL, *axis = NULL;
  size_t count = 0;
  int f = 0;
  while (f < FIELDS - 1 && strcmp(fields[f].name, field->name) != 0) f++;
  SM_TRY(read_some(ctx, source, want->record, want->level, fields[f].array, &value, &count));
  if (field->whole) {
    SM_TRY(encode_ids(ctx, value, count, want, out, size));
    return SM_OK;
  }
  SM_TRY(sm_alloc(ctx, parts * count + 1, sizeof *axis, "particles of a page", &axis));
  struct sm_view_values values = {.components = field->components, .count = count};
  for (size_t c = 0; c < parts; c++) {
    for (size_t n = 0; n < count; n++) axis[c * count + n] = value[n * parts + c];
    values.exact[c] = axis + c * count;
  }
  return sm_view_encode(ctx, &values, 16, want->effort, out, size);
}

enum sm_status sm_view_particles_corner(struct sm_context *ctx, const struct sm_view_source *source,
                                        double corner[3]) {
  SM_SCOPED double *value = NULL;
  size_t count = 0;
  for (int d = 0; d < 3; d++) corner[d] = 0;
  const enum sm_status status = read_some(ctx, source, (size_t)source->shots.count - 1,
                                          source->coarsest, SM_PARTICLE_POINTS, &value, &count);
  for (size_t n = 0; n < 3 * count && status == SM_OK; n++)
    corner[n % 3] = n < 3 ? value[n] : fmin(corner[n % 3], value[n]);
  return status;
}
