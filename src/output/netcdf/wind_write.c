#define _POSIX_C_SOURCE 200809L
#include "output/netcdf/wind_file.h"

#include "base/file.h"
#include "output/analyse/slice_interpolation.h"
#include "output/hdf5/chunks.h"
#include "output/netcdf/named_places.h"
#include "output/netcdf/ncfile.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct sm_netcdf_writer {
  char path[4096], temporary[4096];
  const struct sm_case *c;
  const struct sm_domain *domain;
  size_t records;
  bool mean;
  double since;                 /* s, of means */
  struct sm_overview *overview; /* of a library; else NULL */
};

static void destroy(struct sm_netcdf_writer **writer) {
  sm_overview_destroy(&(*writer)->overview);
  sm_free(*writer);
  *writer = NULL;
}

/* Source of the velocity chunks. */
struct velocities {
  const struct sm_domain *domain;
  const struct sm_face_wind *wind;
  int bits; /* to which mantissas of face velocities are rounded; 0: not */
  const struct sm_overview *overview; /* its velocities; NULL: those of the grid */
};

static void fill_centres(const struct sm_chunk_array *self, const struct sm_cell_slab *slab,
                         void *out) {
  const struct velocities *from = self->source;
  sm_cells_velocity(from->domain, from->wind, self->component, slab, NC_FILL_FLOAT, out);
}

static void fill_faces(const struct sm_chunk_array *self, const struct sm_cell_slab *slab,
                       void *out) {
  const struct velocities *from = self->source;
  if (from->overview != NULL)
    sm_overview_faces(from->overview, from->wind, self->component, slab, out);
  else
    sm_cells_faces(from->wind, self->component, slab, out);
  if (from->bits == 0) return;
  for (size_t z = 0; z < slab->count[0]; z++)
    for (size_t y = 0; y < slab->count[1]; y++)
      sm_round_bits((unsigned char *)out + self->item * (y * slab->row + z * slab->plane),
                    slab->count[2], self->item, from->bits);
}

static void fill_field(const struct sm_chunk_array *self, const struct sm_cell_slab *slab,
                       void *out) {
  const struct velocities *from = self->source;
  sm_cells_field(from->domain, from->wind, &from->wind->field[self->component], slab, NC_FILL_FLOAT,
                 out);
}

static void fill_zone(const struct sm_chunk_array *self, const struct sm_cell_slab *slab,
                      void *out) {
  const struct velocities *from = self->source;
  const size_t nx = (size_t)from->domain->grid.axis[0].n, ny = (size_t)from->domain->grid.axis[1].n;
  for (size_t z = 0; z < slab->count[0]; z++)
    for (size_t y = 0; y < slab->count[1]; y++)
      memcpy((uint8_t *)out + y * slab->row + z * slab->plane,
             from->wind->zone + slab->start[2] +
                 nx * (slab->start[1] + y + ny * (slab->start[0] + z)),
             slab->count[2]);
}

static enum sm_status put_cells(struct sm_context *ctx, const struct sm_netcdf_writer *writer) {
  static const char *const name[2] = {SM_OVERVIEW "/cell_type", SM_OVERVIEW "/open_faces"};
  const char *const own[2] = {sm_field_name(SM_FIELD_CELL_TYPE),
                              sm_field_name(SM_FIELD_OPEN_FACES)};
  struct sm_chunk_array arrays[4];
  int count = sm_netcdf_cell_arrays(writer->c, writer->domain, own, arrays);
  if (writer->overview != NULL)
    count += sm_netcdf_cell_arrays(writer->c, &writer->overview->domain, name, arrays + count);
  return sm_chunks_write(ctx, writer->temporary, writer->path, 0, writer->c->output.compression,
                         arrays, count, false);
}

/* Upper bound for the data of sm_netcdf_create without the cells, bytes. */
static size_t head_bytes(const struct sm_domain *domain) {
  const size_t columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  return ((size_t)1 << 18) + columns * 3 * sizeof(float) +
         (size_t)domain->cut_count * sizeof *domain->cut;
}

static enum sm_status make_writer(struct sm_context *ctx, const char *path, const struct sm_case *c,
                                  const struct sm_domain *domain, struct sm_netcdf_writer **out) {
  struct stat info;
  *out = NULL;
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: a folder has this name", path);
  struct sm_netcdf_writer *writer = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *writer, "writer of the NetCDF file", &writer));
  enum sm_status status = sm_file_temporary(ctx, path, writer->temporary, sizeof writer->temporary);
  if (status == SM_OK && c->weather.library.wind.present && c->output.faces)
    status = sm_overview_create(ctx, domain, &writer->overview);
  if (status != SM_OK) {
    destroy(&writer);
    return status;
  }
  snprintf(writer->path, sizeof writer->path, "%s", path);
  writer->c = c;
  writer->domain = domain;
  *out = writer;
  return SM_OK;
}

/* Creates the file; takes ownership of the writer. */
static enum sm_status create(struct sm_context *ctx, struct sm_netcdf_writer *writer,
                             const char *device, struct sm_netcdf_writer **out) {
  const struct sm_case *c = writer->c;
  const struct sm_domain *domain = writer->domain;
  struct sm_ncfile file;
  sm_ncfile_create(ctx, writer->temporary, writer->path, head_bytes(domain), &file);
  sm_netcdf_define(&file, c, domain, device, writer->mean, false);
  if (file.status == SM_OK) file.status = sm_netcdf_put_grid(&file, c, domain);
  if (c->output.height_count > 0) sm_ncfile_put(&file, "height", c->output.heights);
  sm_places_put_wind(&file, c, domain);
  if (writer->overview != NULL) sm_overview_define(&file, writer->overview, c, device);
  enum sm_status status = sm_ncfile_close(&file);
  if (status == SM_OK) status = put_cells(ctx, writer);
  *out = writer;
  if (status != SM_OK) sm_netcdf_abandon(out);
  return status;
}

enum sm_status sm_netcdf_create(struct sm_context *ctx, const char *path, const struct sm_case *c,
                                const struct sm_domain *domain, const char *device,
                                struct sm_netcdf_writer **out) {
  struct sm_netcdf_writer *writer;
  *out = NULL;
  SM_TRY(make_writer(ctx, path, c, domain, &writer));
  return create(ctx, writer, device, out);
}

enum sm_status sm_netcdf_create_mean(struct sm_context *ctx, const char *path,
                                     const struct sm_case *c, const struct sm_domain *domain,
                                     const char *device, double since,
                                     struct sm_netcdf_writer **out) {
  struct sm_netcdf_writer *writer;
  *out = NULL;
  SM_TRY(make_writer(ctx, path, c, domain, &writer));
  writer->mean = true;
  writer->since = since;
  return create(ctx, writer, device, out);
}

enum sm_status sm_netcdf_resume(struct sm_context *ctx, const char *path, const struct sm_case *c,
                                const struct sm_domain *domain, size_t records,
                                struct sm_netcdf_writer **out) {
  static const char *const axis[3] = {"x", "y", "z"};
  struct sm_resumable sampled;
  SM_TRY(make_writer(ctx, path, c, domain, out));
  struct sm_netcdf_writer *writer = *out;
  writer->records = records;
  sm_resumable_open(ctx, writer->path, "", c, &sampled);
  for (int d = 0; d < 3; d++)
    sm_resumable_expect(&sampled, axis[d], (size_t)domain->grid.axis[d].n, false);
  sm_resumable_expect(&sampled, "time", records, true);
  const enum sm_status status = sm_resumable_resume(&sampled, writer->temporary, writer->path);
  if (status == SM_OK) return SM_OK;
  destroy(out); /* the file on the disk is kept for another attempt */
  return status;
}

/* Writes the time and the solver statistics. */
static void put_record(struct sm_ncfile *file, const struct sm_netcdf_writer *writer,
                       const struct sm_wind_record *record) {
  const size_t start[1] = {writer->records}, count[1] = {1};
  const signed char converged = record->converged ? 1 : 0;
  const double time = isnan(record->time) ? (double)writer->records : record->time;
  sm_ncfile_put_part(file, "time", start, count, &time);
  const double bounds[2] = {writer->since, time};
  if (writer->mean)
    sm_ncfile_put_part(file, "time_bnds", (const size_t[]){0, 0}, (const size_t[]){1, 2}, bounds);
  sm_netcdf_put_member(file, writer->domain, writer->records);
  sm_ncfile_put_part(file, "converged", start, count, &converged);
  sm_ncfile_put_part(file, "iterations", start, count, &record->iterations);
  sm_ncfile_put_part(file, "residual", start, count, &record->residual);
  sm_ncfile_put_part(file, "divergence", start, count, &record->divergence);
}

static void put_overview_record(struct sm_ncfile *file, const struct sm_netcdf_writer *writer,
                                const struct sm_face_wind *wind,
                                const struct sm_wind_record *record) {
  if (writer->overview == NULL) return;
  struct sm_ncfile group = sm_overview_group(file);
  if (writer->records == 0)
    sm_netcdf_define_faces(&group, writer->c, &writer->overview->domain, wind->is_double);
  put_record(&group, writer, record);
  file->status = group.status;
}

static void nan_to_fill(float *values, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (isnan(values[i])) values[i] = NC_FILL_FLOAT;
}

static enum sm_status put_slices(struct sm_ncfile *file, const struct sm_netcdf_writer *writer,
                                 const struct sm_face_wind *wind) {
  const struct sm_domain *domain = writer->domain;
  const size_t nx = (size_t)domain->grid.axis[0].n, ny = (size_t)domain->grid.axis[1].n;
  const size_t columns = nx * ny;
  SM_SCOPED float *maps = NULL;
  if (writer->c->output.height_count == 0) return SM_OK;
  SM_TRY(sm_alloc(file->ctx, columns, 5 * sizeof *maps, "slices", &maps));
  float *u = maps, *v = u + columns, *w = v + columns, *speed = w + columns,
        *from = speed + columns;
  for (size_t h = 0; h < writer->c->output.height_count; h++) {
    const size_t start[4] = {writer->records, h, 0, 0}, count[4] = {1, 1, ny, nx};
    sm_slice_wind(domain, wind, writer->c->output.heights[h], u, v, w);
    sm_slice_speed_direction(domain, u, v, speed, from);
    nan_to_fill(speed, columns);
    nan_to_fill(from, columns);
    sm_ncfile_put_part(file, sm_field_name(SM_FIELD_WIND_SPEED), start, count, speed);
    sm_ncfile_put_part(file, sm_field_name(SM_FIELD_WIND_FROM_DIRECTION), start, count, from);
  }
  return file->status;
}

enum sm_status sm_netcdf_write(struct sm_context *ctx, struct sm_netcdf_writer *writer,
                               const struct sm_face_wind *wind,
                               const struct sm_wind_record *record) {
  const bool with_faces = writer->c->output.faces;
  struct sm_ncfile file;
  sm_ncfile_open(ctx, writer->temporary, writer->path, true, &file);
  if (writer->records == 0) {
    if (with_faces) sm_netcdf_define_faces(&file, writer->c, writer->domain, wind->is_double);
    sm_netcdf_define_fields(&file, writer->c, writer->domain, wind);
  }
  put_record(&file, writer, record);
  put_overview_record(&file, writer, wind, record);
  if (file.status == SM_OK) file.status = put_slices(&file, writer, wind);
  SM_TRY(sm_ncfile_close(&file));

  const struct velocities from = {writer->domain, wind,
                                  sm_netcdf_significant_bits(writer->c, wind->is_double), NULL};
  struct velocities merged = from;
  merged.overview = writer->overview;
  struct sm_chunk_array arrays[SM_CHUNKS_ARRAYS];
  const bool centres = !writer->c->weather.library.wind.present;
  const int winds = (centres ? 3 : 0) + (with_faces ? 3 : 0);
  for (int a = 0; a < winds; a++) {
    const bool face = a >= 3 || !centres;
    const int field = (face ? SM_FIELD_U_FACE : SM_FIELD_U) + a % 3;
    const size_t item = face && wind->is_double ? sizeof(double) : sizeof(float);
    arrays[a] = (struct sm_chunk_array){.variable = sm_field_name((enum sm_field)field),
                                        .item = item,
                                        .has_time = true,
                                        .fill = face ? fill_faces : fill_centres,
                                        .source = &from,
                                        .component = a % 3};
    sm_netcdf_shape(writer->domain, face ? a % 3 : -1, &arrays[a]);
  }
  for (int f = 0; f < wind->field_count; f++) {
    arrays[winds + f] = (struct sm_chunk_array){.variable = wind->field[f].info.name,
                                                .item = sizeof(float),
                                                .has_time = true,
                                                .fill = fill_field,
                                                .source = &from,
                                                .component = f};
    sm_netcdf_shape(writer->domain, -1, &arrays[winds + f]);
  }
  int count = winds + wind->field_count;
  for (int d = 0; d < 3 && writer->overview != NULL; d++) {
    static const char *const names[3] = {SM_OVERVIEW "/u_face", SM_OVERVIEW "/v_face",
                                         SM_OVERVIEW "/w_face"};
    arrays[count] =
        (struct sm_chunk_array){.variable = names[d],
                                .item = wind->is_double ? sizeof(double) : sizeof(float),
                                .has_time = true,
                                .fill = fill_faces,
                                .source = &merged,
                                .component = d};
    sm_netcdf_shape(&writer->overview->domain, d, &arrays[count++]);
  }
  if (wind->zone != NULL) {
    arrays[count] = (struct sm_chunk_array){.variable = sm_field_name(SM_FIELD_ZONE),
                                            .item = 1,
                                            .has_time = true,
                                            .fill = fill_zone,
                                            .source = &from};
    sm_netcdf_shape(writer->domain, -1, &arrays[count++]);
  }
  SM_TRY(sm_chunks_write(ctx, writer->temporary, writer->path, writer->records,
                         writer->c->output.compression, arrays, count, record->may_stop));
  writer->records++;
  return SM_OK;
}

enum sm_status sm_netcdf_keep(struct sm_context *ctx, struct sm_netcdf_writer *writer,
                              size_t records) {
  writer->records = records;
  return sm_chunks_keep(ctx, writer->temporary, writer->path, records);
}

enum sm_status sm_netcdf_save(struct sm_context *ctx, const struct sm_netcdf_writer *writer) {
  return sm_file_save(ctx, writer->temporary, writer->path, false);
}

enum sm_status sm_netcdf_close(struct sm_context *ctx, struct sm_netcdf_writer **writer) {
  const enum sm_status status = sm_file_commit(ctx, (*writer)->temporary, (*writer)->path);
  destroy(writer);
  return status;
}

enum sm_status sm_netcdf_close_at_once(struct sm_context *ctx, struct sm_netcdf_writer **writer) {
  const enum sm_status status = sm_file_commit_at_once(ctx, (*writer)->temporary, (*writer)->path);
  destroy(writer);
  return status;
}

void sm_netcdf_abandon(struct sm_netcdf_writer **writer) {
  if (*writer == NULL) return;
  unlink((*writer)->temporary);
  destroy(writer);
}
