/* Plume file writer (output/netcdf/plume_file.h). */
#define _POSIX_C_SOURCE 200809L
#include "output/netcdf/plume_file.h"

#include "base/file.h"
#include "output/hdf5/chunks.h"
#include "output/netcdf/ncfile.h"
#include "output/netcdf/wind_file.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct sm_plume_file {
  char path[4096], temporary[4096];
  struct sm_plume_layout layout;
  struct sm_domain plane; /* data of layout.plane, with boxes */
  float *air;             /* fluid fraction of boxes; NULL: 1 */
  double *threshold;
  struct sm_kept_chunk *kept; /* [species][chunks] without mass */
  size_t chunks;              /* per species */
  size_t records;
  double last; /* end of the last interval, s; NAN: not known */
};

static bool is_empty(const struct sm_chunk_array *self, const struct sm_cell_slab *slab) {
  const struct sm_plume_values *from = self->source;
  bool outside = false;
  for (int n = 0; n < 3; n++) /* z, y, x */
    outside = outside || (int)slab->start[n] >= from->occupied->high[2 - n] ||
              (int)(slab->start[n] + slab->count[n]) <= from->occupied->low[2 - n];
  return outside;
}

static void fill_volume(const struct sm_chunk_array *self, const struct sm_cell_slab *slab,
                        void *out) {
  const struct sm_plume_values *from = self->source;
  const size_t nx = self->shape[2], ny = self->shape[1];
  for (size_t z = 0; z < slab->count[0]; z++)
    for (size_t y = 0; y < slab->count[1]; y++) {
      const size_t row = slab->start[2] + nx * (slab->start[1] + y + ny * (slab->start[0] + z));
      float *to = (float *)out + y * slab->row + z * slab->plane;
      for (size_t x = 0; x < slab->count[2]; x++) {
        const float is = from->single != NULL ? from->single[row + x] : (float)from->wide[row + x];
        const bool none = isnan(is) || (from->air != NULL && !(from->air[row + x] > 0));
        to[x] = none ? NC_FILL_FLOAT : is;
      }
    }
}

static size_t count_boxes(const struct sm_plume_file *file) {
  return (size_t)sm_grid_cells(&file->plane.grid);
}

/* Fails when a box with air has a value that is not finite; `missing` allows NAN. */
static enum sm_status check_volume(struct sm_context *ctx, const struct sm_plume_file *file,
                                   const struct sm_plume_values *volume, bool missing,
                                   const char *name) {
  const size_t boxes = count_boxes(file),
               first = sm_plume_find_wrong(&file->plane, volume, missing);
  const size_t nx = (size_t)file->plane.grid.axis[0].n, ny = (size_t)file->plane.grid.axis[1].n;
  if (first == boxes) return SM_OK;
  return sm_fail(ctx, SM_ERR_FAILED,
                 "%s: error: %s is not a finite number in the box %zu, %zu, %zu (from 0, west to "
                 "east, south to north, up)",
                 file->path, name, first % nx, first / nx % ny, first / nx / ny);
}

static void set_shape(const struct sm_plume_file *file, struct sm_chunk_array *array) {
  for (int n = 0; n < 3; n++) array->shape[n] = (size_t)file->plane.grid.axis[2 - n].n;
  sm_chunks_sides(array->shape, array->chunk);
}

/* Writes volumes whose variables are defined. */
static enum sm_status put_volumes(struct sm_context *ctx, const struct sm_plume_file *file,
                                  const struct sm_plume_variable *names,
                                  const struct sm_plume_values *volumes, bool has_time,
                                  size_t record, int count) {
  struct sm_chunk_array arrays[SM_PLUME_SPECIES];
  for (int a = 0; a < count; a++) {
    arrays[a] = (struct sm_chunk_array){.variable = names[a].name,
                                        .item = sizeof(float),
                                        .has_time = has_time,
                                        .fill = fill_volume,
                                        .source = &volumes[a]};
    set_shape(file, &arrays[a]);
    if (volumes[a].occupied == NULL) continue;
    arrays[a].is_constant = is_empty;
    arrays[a].kept = file->kept + (size_t)a * file->chunks;
  }
  return sm_chunks_write(ctx, file->temporary, file->path, record,
                         file->layout.c->output.compression, arrays, count, false);
}

/* --- beginning --- */

static void release(struct sm_plume_file **file) {
  if ((*file)->layout.boxes) sm_plume_plane_free(&(*file)->plane);
  sm_chunks_free_kept((*file)->kept, (*file)->chunks * (size_t)(*file)->layout.species_count);
  sm_free((*file)->air);
  sm_free((*file)->threshold);
  sm_free(*file);
  *file = NULL;
}

static enum sm_status take_grid(struct sm_context *ctx, struct sm_plume_file *file,
                                const struct sm_plume_grid *grid) {
  struct sm_plume_layout *l = &file->layout;
  l->plane = &file->plane;
  l->boxes = true;
  SM_TRY(sm_plume_plane_create(ctx, l->domain, grid, &file->plane, &l->other_columns));
  struct sm_chunk_array array;
  set_shape(file, &array);
  file->chunks = sm_chunks_count(&array);
  SM_TRY(sm_alloc(ctx, file->chunks * (size_t)l->species_count, sizeof *file->kept,
                  "chunks of the plume", &file->kept));
  if (grid->air == NULL) return SM_OK;
  const size_t boxes = count_boxes(file);
  SM_TRY(sm_alloc(ctx, boxes, sizeof *file->air, "air of the boxes", &file->air));
  memcpy(file->air, grid->air, boxes * sizeof *file->air);
  l->air = true;
  return SM_OK;
}

/* Creates a writer without a file. */
static enum sm_status prepare(struct sm_context *ctx, const char *path,
                              const struct sm_plume_options *o, struct sm_plume_file **out) {
  struct sm_plume_file *file = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  if (o->species_count < 1 || o->species_count > SM_PLUME_SPECIES)
    return sm_fail(ctx, SM_ERR_FAILED, "%s: error: %d species; 1 to %d fit in a file", path,
                   o->species_count, SM_PLUME_SPECIES);
  SM_TRY(sm_alloc(ctx, 1, sizeof *file, "writer of the plumes", &file));
  file->layout =
      (struct sm_plume_layout){.c = o->c,
                               .domain = o->domain,
                               .plane = o->domain,
                               .releases = o->releases,
                               .species_count = o->species_count,
                               .threshold_count = o->grid == NULL ? 0 : o->threshold_count};
  file->last = (double)NAN;
  for (int k = 0; k < o->species_count; k++)
    snprintf(file->layout.species[k], sizeof file->layout.species[k], "%s", o->species[k]);
  snprintf(file->path, sizeof file->path, "%s", path);
  SM_TRY_DONE(sm_file_temporary(ctx, path, file->temporary, sizeof file->temporary));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)o->threshold_count, sizeof *file->threshold, "thresholds",
                       &file->threshold));
  for (int n = 0; n < o->threshold_count; n++) file->threshold[n] = o->threshold[n];
  if (o->grid != NULL) SM_TRY_DONE(take_grid(ctx, file, o->grid));
  *out = file;
done:
  if (status != SM_OK) release(&file);
  return status;
}

/* Writes all data known at the start. */
static enum sm_status put_head(struct sm_context *ctx, struct sm_plume_file *writer,
                               const char *device) {
  const struct sm_plume_layout *l = &writer->layout;
  const size_t columns = (size_t)l->plane->grid.axis[0].n * (size_t)l->plane->grid.axis[1].n;
  struct sm_ncfile file;
  sm_ncfile_create(ctx, writer->temporary, writer->path,
                   ((size_t)1 << 18) + columns * 3 * sizeof(float), &file);
  sm_plume_define(&file, l, device);
  if (file.status == SM_OK) file.status = sm_netcdf_put_plane(&file, l->plane, l->boxes ? 3 : 2);
  if (file.status == SM_OK && l->other_columns)
    file.status = sm_netcdf_put_axes(&file, l->domain, "ground_", 2, false);
  sm_plume_put_places(&file, l);
  if (l->threshold_count > 0) sm_ncfile_put(&file, "threshold", writer->threshold);
  for (int k = 0; k < l->species_count; k++) {
    const size_t start[2] = {(size_t)k, 0}, count[2] = {1, SM_PLUME_NAME};
    sm_ncfile_put_part(&file, "species_name", start, count, l->species[k]);
  }
  SM_TRY(sm_ncfile_close(&file));
  if (writer->air == NULL) return SM_OK;
  const struct sm_plume_values air = {.single = writer->air};
  struct sm_plume_variable name;
  snprintf(name.name, sizeof name.name, "%s", sm_field_name(SM_FIELD_AIR_FRACTION));
  return put_volumes(ctx, writer, &name, &air, false, 0, 1);
}

enum sm_status sm_plume_file_create(struct sm_context *ctx, const char *path,
                                    const struct sm_plume_options *options,
                                    struct sm_plume_file **out) {
  SM_TRY(prepare(ctx, path, options, out));
  const enum sm_status status = put_head(ctx, *out, options->device);
  if (status != SM_OK) sm_plume_file_abandon(out);
  return status;
}

enum sm_status sm_plume_file_resume(struct sm_context *ctx, const char *path,
                                    const struct sm_plume_options *options, size_t records,
                                    struct sm_plume_file **out) {
  struct sm_resumable sampled;
  SM_TRY(prepare(ctx, path, options, out));
  const struct sm_plume_layout *l = &(*out)->layout;
  sm_resumable_open(ctx, (*out)->path, "plume", l->c, &sampled);
  sm_resumable_expect(&sampled, "x", (size_t)l->plane->grid.axis[0].n, false);
  sm_resumable_expect(&sampled, "y", (size_t)l->plane->grid.axis[1].n, false);
  sm_resumable_expect(&sampled, "species", (size_t)l->species_count, false);
  if (l->boxes) sm_resumable_expect(&sampled, "z", (size_t)l->plane->grid.axis[2].n, false);
  if (l->boxes) sm_resumable_expect(&sampled, "time", records, true);
  (*out)->records = records;
  const enum sm_status status = sm_resumable_resume(&sampled, (*out)->temporary, (*out)->path);
  if (status != SM_OK) release(out); /* the file on the disk is kept for another attempt */
  return status;
}

/* --- intervals --- */

size_t sm_plume_file_records(const struct sm_plume_file *file) { return file->records; }

/* Fails unless times continue from the last interval, forward or backward as in the case. */
static enum sm_status check_time(struct sm_context *ctx, const struct sm_plume_file *file,
                                 const double time[2]) {
  const double sense = file->layout.c->particles.backward ? -1 : 1;
  if (!isfinite(time[0]) || !(sense * (time[1] - time[0]) > 0))
    return sm_fail(ctx, SM_ERR_FAILED, "%s: error: an interval from %g s to %g s", file->path,
                   time[0], time[1]);
  if (sense * (time[0] - file->last) < -1e-9 * (1 + fabs(file->last)))
    return sm_fail(ctx, SM_ERR_FAILED, "%s: error: an interval from %g s after one to %g s",
                   file->path, time[0], file->last);
  return SM_OK;
}

/* Grain volume fraction of all species with a density, from their concentrations. */
static enum sm_status put_grain_fraction(struct sm_context *ctx, const struct sm_plume_file *file,
                                         const float *const *concentration) {
  const struct sm_case_species *species = file->layout.c->particles.species;
  struct sm_plume_variable name;
  SM_SCOPED float *fraction = NULL;
  if (!sm_plume_has_grain_fraction(&file->layout)) return SM_OK;
  snprintf(name.name, sizeof name.name, "%s", sm_field_name(SM_FIELD_GRAIN_FRACTION));
  SM_TRY(sm_alloc(ctx, count_boxes(file), sizeof *fraction, "volume fraction", &fraction));
  for (int k = 0; k < file->layout.species_count; k++)
    for (size_t n = 0; n < count_boxes(file) && species[k].density > 0; n++)
      fraction[n] += (float)((double)concentration[k][n] / species[k].density);
  const struct sm_plume_values volume = {.single = fraction, .air = file->air};
  return put_volumes(ctx, file, &name, &volume, true, file->records, 1);
}

enum sm_status sm_plume_file_write(struct sm_context *ctx, struct sm_plume_file *file,
                                   const double time[2], const float *const *concentration,
                                   const struct sm_cell_range *occupied) {
  const struct sm_plume_layout *l = &file->layout;
  struct sm_plume_variable names[SM_PLUME_SPECIES];
  struct sm_plume_values volumes[SM_PLUME_SPECIES];
  if (!l->boxes) return sm_fail(ctx, SM_ERR_FAILED, "%s: error: it has no boxes", file->path);
  SM_TRY(check_time(ctx, file, time));
  for (int k = 0; k < l->species_count; k++) {
    names[k] = sm_plume_volume_name(l, SM_PLUME_MEAN, k);
    volumes[k] = (struct sm_plume_values){
        .single = concentration[k], .air = file->air, .occupied = occupied};
    SM_TRY(check_volume(ctx, file, &volumes[k], false, names[k].name));
  }
  const size_t start[2] = {file->records, 0}, count[2] = {1, 2};
  const double ends[2] = {sm_run_time_value(l->domain, time[0]),
                          sm_run_time_value(l->domain, time[1])};
  const double middle = sm_run_time_value(l->domain, 0.5 * (time[0] + time[1]));
  struct sm_ncfile out;
  sm_ncfile_open(ctx, file->temporary, file->path, true, &out);
  sm_ncfile_put_part(&out, "time", start, count, &middle);
  sm_ncfile_put_part(&out, "time_bnds", start, count, ends);
  for (int k = 0; k < l->species_count; k++) {
    const size_t place[2] = {file->records, (size_t)k}, one[2] = {1, 1};
    const double mass = sm_plume_box_mass(&file->plane, file->air, concentration[k], occupied);
    sm_ncfile_put_part(&out, "box_mass", place, one, &mass);
  }
  SM_TRY(sm_ncfile_close(&out));
  SM_TRY(put_volumes(ctx, file, names, volumes, true, file->records, l->species_count));
  SM_TRY(put_grain_fraction(ctx, file, concentration));
  file->records++;
  file->last = time[1];
  return SM_OK;
}

/* --- end --- */

static void put_budget(struct sm_ncfile *out, const struct sm_plume_file *file, int species,
                       const struct sm_plume_total *total) {
  const struct sm_plume_budget *is = &total->budget;
  const double masses[SM_PLUME_BUDGET_TERMS] = {is->emitted,       is->airborne, is->deposited,
                                                is->wet_deposited, is->outflow,  is->decayed,
                                                is->lost};
  const size_t at = (size_t)species, one = 1;
  for (int m = 0; m < SM_PLUME_BUDGET_TERMS; m++) {
    if (!isfinite(masses[m]) && out->status == SM_OK)
      out->status =
          sm_fail(out->ctx, SM_ERR_FAILED, "%s: error: the mass '%s' of %s is %g", file->path,
                  sm_plume_budget_names[m], file->layout.species[species], masses[m]);
    sm_ncfile_put_part(out, sm_plume_budget_names[m], &at, &one, &masses[m]);
  }
  sm_ncfile_put_part(out, "particles", &at, &one, &is->particles);
  sm_ncfile_put_part(out, "lost_particles", &at, &one, &is->lost_particles);
  for (int n = 0; n < file->layout.threshold_count && total->maximum != NULL; n++) {
    const size_t start[2] = {at, (size_t)n}, count[2] = {1, 1};
    const double area =
        sm_plume_area_above(&file->plane, file->air, total->maximum, file->threshold[n]);
    sm_ncfile_put_part(out, "threshold_area", start, count, &area);
  }
}

static enum sm_status put_deposition(struct sm_ncfile *out, const struct sm_plume_file *file,
                                     bool wet, int species, const double *deposition) {
  const struct sm_axis *axis = file->layout.domain->grid.axis;
  const size_t nx = (size_t)axis[0].n, columns = nx * (size_t)axis[1].n;
  const struct sm_plume_variable name = sm_plume_deposition_name(&file->layout, wet, species);
  SM_SCOPED float *map = NULL;
  if (deposition == NULL) return out->status;
  SM_TRY(sm_alloc(out->ctx, columns, sizeof *map, "map of the deposition", &map));
  for (size_t c = 0; c < columns; c++) {
    map[c] = (float)deposition[c];
    if (isfinite(map[c])) continue;
    return sm_fail(out->ctx, SM_ERR_FAILED,
                   "%s: error: %s is not a finite number in the column %zu, %zu (from 0)",
                   file->path, name.name, c % nx, c / nx);
  }
  sm_ncfile_put(out, name.name, map);
  return out->status;
}

static enum sm_status put_volume(struct sm_context *ctx, const struct sm_plume_file *file,
                                 const struct sm_plume_variable *name,
                                 const struct sm_plume_values *volume, bool has_time,
                                 size_t record) {
  SM_TRY(check_volume(ctx, file, volume, has_time, name->name));
  return put_volumes(ctx, file, name, volume, has_time, record, 1);
}

/* Writes the available volumes of a species. */
static enum sm_status put_totals(struct sm_context *ctx, const struct sm_plume_file *file,
                                 int species, const struct sm_plume_total *total) {
  const struct sm_plume_layout *l = &file->layout;
  struct sm_plume_values volume = {.wide = total->dose, .air = file->air};
  struct sm_plume_variable name = sm_plume_volume_name(l, SM_PLUME_DOSE, species);
  if (total->dose != NULL) SM_TRY(put_volume(ctx, file, &name, &volume, false, 0));
  volume = (struct sm_plume_values){.single = total->maximum, .air = file->air};
  name = sm_plume_volume_name(l, SM_PLUME_MAXIMUM, species);
  if (total->maximum != NULL) SM_TRY(put_volume(ctx, file, &name, &volume, false, 0));
  name = sm_plume_volume_name(l, SM_PLUME_ARRIVAL_TIME, species);
  for (int n = 0; n < l->threshold_count && total->arrival_time != NULL; n++) {
    volume.single = total->arrival_time + (size_t)n * count_boxes(file);
    SM_TRY(put_volume(ctx, file, &name, &volume, true, (size_t)n)); /* NAN: never */
  }
  return SM_OK;
}

/* Range of the concentration over all intervals (CF: actual_range), for colours. */
static void put_range(struct sm_ncfile *out, const struct sm_plume_file *file, int species,
                      const float *maximum) {
  const struct sm_plume_variable name = sm_plume_volume_name(&file->layout, SM_PLUME_MEAN, species);
  int id = -1;
  if (maximum == NULL || out->status != SM_OK) return;
  const float range[2] = {0, sm_plume_largest(maximum, file->air, count_boxes(file))};
  sm_ncfile_check(out, nc_inq_varid(out->id, name.name, &id));
  if (out->status == SM_OK)
    sm_ncfile_check(out, nc_put_att_float(out->id, id, "actual_range", NC_FLOAT, 2, range));
}

static enum sm_status put_end(struct sm_context *ctx, const struct sm_plume_file *file,
                              const struct sm_plume_total *total, double stopped) {
  const struct sm_plume_layout *l = &file->layout;
  struct sm_ncfile out;
  sm_ncfile_open(ctx, file->temporary, file->path, true, &out);
  sm_resumable_stopped(&out, stopped);
  for (int k = 0; k < l->species_count; k++) {
    put_budget(&out, file, k, &total[k]);
    if (l->boxes) put_range(&out, file, k, total[k].maximum);
    if (out.status == SM_OK) out.status = put_deposition(&out, file, false, k, total[k].deposition);
    if (out.status == SM_OK && l->c->rain.present)
      out.status = put_deposition(&out, file, true, k, total[k].wet_deposition);
  }
  SM_TRY(sm_ncfile_close(&out));
  for (int k = 0; k < l->species_count && l->boxes; k++)
    SM_TRY(put_totals(ctx, file, k, &total[k]));
  return SM_OK;
}

enum sm_status sm_plume_file_save(struct sm_context *ctx, const struct sm_plume_file *file) {
  return sm_file_save(ctx, file->temporary, file->path, false);
}

enum sm_status sm_plume_file_finish(struct sm_context *ctx, struct sm_plume_file **file,
                                    const struct sm_plume_total *total, double stopped) {
  enum sm_status status = put_end(ctx, *file, total, stopped);
  if (status == SM_OK)
    status = sm_file_commit(ctx, (*file)->temporary, (*file)->path);
  else
    unlink((*file)->temporary);
  release(file);
  return status;
}

void sm_plume_file_abandon(struct sm_plume_file **file) {
  if (*file == NULL) return;
  unlink((*file)->temporary);
  release(file);
}
