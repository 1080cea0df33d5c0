#define _POSIX_C_SOURCE 200809L
#include "output/netcdf/trajectory_file.h"

#include "output/netcdf/ncfile.h"

#include "base/file.h"
#include "output/netcdf/wind_file.h"
#include <ctype.h>
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
  BLOCK = 128,         /* maximum number of buffered samples */
  GATHERED = 64 << 20, /* approximate size of the buffer, bytes */
  MOST_SPECIES = 127,  /* limit of a byte variable */
  CHUNK = 1 << 17      /* approximate number of values per chunk */
};

enum { TIME, X, Y, Z, COORDINATES };
static const char *const coordinate[COORDINATES] = {"time", "x", "y", "z"};

struct sm_trajectory_file {
  char path[4096], temporary[4096];
  const struct sm_case *c;
  const struct sm_domain *domain;
  size_t count, block;        /* trajectories; samples per block */
  size_t written, held;       /* samples written; samples buffered */
  int64_t *id;                /* particle ids */
  double *value[COORDINATES]; /* [count][block], as in the file */
  float *speed;               /* [count][block]; NULL: not written */
  double last;                /* time of the last sample, s; NAN: not known */
};

/* --- beginning --- */

static void release(struct sm_trajectory_file **file) {
  for (int v = 0; v < COORDINATES; v++) sm_free((*file)->value[v]);
  sm_free((*file)->speed);
  sm_free((*file)->id);
  sm_free(*file);
  *file = NULL;
}

/* Number of buffered samples: as many as fit the buffer, up to BLOCK. */
static size_t samples_of_block(size_t count) {
  const size_t fit = GATHERED / (count * (COORDINATES * sizeof(double) + sizeof(float)));
  return fit < 1 ? 1 : fit > BLOCK ? BLOCK : fit;
}

/* Creates a writer without a file. */
static enum sm_status prepare(struct sm_context *ctx, const char *path,
                              const struct sm_trajectory_options *o,
                              struct sm_trajectory_file **out) {
  struct sm_trajectory_file *file = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  if (o->count == 0 || o->species_count > MOST_SPECIES)
    return sm_fail(ctx, SM_ERR_FAILED, "%s: error: %zu trajectories of %d species", path, o->count,
                   o->species_count);
  for (size_t n = 1; n < o->count; n++)
    if (o->id[n] <= o->id[n - 1])
      return sm_fail(ctx, SM_ERR_FAILED, "%s: error: particle %lld after particle %lld", path,
                     (long long)o->id[n], (long long)o->id[n - 1]);
  for (size_t n = 0; n < o->count; n++)
    if (o->species[n] < 0 || o->species[n] >= o->species_count)
      return sm_fail(ctx, SM_ERR_FAILED, "%s: error: particle %lld is of species %d of %d", path,
                     (long long)o->id[n], o->species[n], o->species_count);
  SM_TRY(sm_alloc(ctx, 1, sizeof *file, "writer of the trajectories", &file));
  file->c = o->c;
  file->domain = o->domain;
  file->count = o->count;
  file->block = samples_of_block(o->count);
  file->last = (double)NAN;
  snprintf(file->path, sizeof file->path, "%s", path);
  SM_TRY_DONE(sm_file_temporary(ctx, path, file->temporary, sizeof file->temporary));
  SM_TRY_DONE(sm_alloc(ctx, o->count, sizeof *file->id, "trajectories", &file->id));
  memcpy(file->id, o->id, o->count * sizeof *file->id);
  for (int v = 0; v < COORDINATES; v++)
    SM_TRY_DONE(sm_alloc(ctx, o->count * file->block, sizeof(double), "samples of trajectories",
                         &file->value[v]));
  if (o->speed)
    SM_TRY_DONE(sm_alloc(ctx, o->count * file->block, sizeof(float), "samples of trajectories",
                         &file->speed));
  *out = file;
done:
  if (status != SM_OK) release(&file);
  return status;
}

/* Defines the trajectory variables: particle id, species and diameter. */
static void define_particles(struct sm_ncfile *file, const struct sm_trajectory_options *o,
                             int trajectory) {
  char meanings[4096] = "";
  signed char values[MOST_SPECIES];
  size_t length = 0;
  for (int k = 0; k < o->species_count; k++) {
    const size_t start = length + (k > 0);
    values[k] = (signed char)k;
    length += (size_t)snprintf(meanings + length, sizeof meanings - length, "%s%.30s",
                               k > 0 ? " " : "", o->names[k]);
    for (size_t c = start; c < length; c++) /* flag meanings are separated by blanks */
      if (!isalnum((unsigned char)meanings[c])) meanings[c] = '_';
  }
  const int id = sm_netcdf_variable(
      file, "trajectory", NC_INT64, 1, &trajectory,
      (struct sm_cf_attributes){"", "number of the particle, in order of release", ""});
  sm_ncfile_text(file, id, "cf_role", "trajectory_id");
  const int species =
      sm_netcdf_variable(file, "species", NC_BYTE, 1, &trajectory,
                         (struct sm_cf_attributes){"", "species of the particle", ""});
  sm_ncfile_bytes(file, species, "flag_values", values, (size_t)o->species_count);
  sm_ncfile_text(file, species, "flag_meanings", meanings);
  if (o->diameter == NULL) return;
  const int size =
      sm_netcdf_variable(file, "diameter", NC_FLOAT, 1, &trajectory,
                         (struct sm_cf_attributes){"", "diameter of the particle", "m"});
  sm_ncfile_text(file, size, "comment", "0: a gas");
}

/* Defines compression and chunks of a sample variable. */
static void set_samples(struct sm_ncfile *file, const struct sm_trajectory_file *writer, int id) {
  const size_t most = CHUNK / writer->block;
  const size_t chunk[2] = {writer->count < most ? writer->count : most, writer->block};
  sm_ncfile_compress(file, id, chunk, writer->c->output.compression);
}

static bool is_flat(const struct sm_case_terrain *terrain) {
  return terrain->files.count == 0 && terrain->elevation == 0; /* exactly: neither is given */
}

static void define_samples(struct sm_ncfile *file, const struct sm_trajectory_file *writer,
                           const int dims[2]) {
  const bool local = writer->domain->crs.local;
  const double missing = NC_FILL_DOUBLE;
  const struct sm_cf_attributes words[COORDINATES] = {
      {0},
      {"projection_x_coordinate", local ? "x in local coordinates" : "easting", "m"},
      {"projection_y_coordinate", local ? "y in local coordinates" : "northing", "m"},
      {"altitude", "altitude", "m"}};
  for (int v = 0; v < COORDINATES; v++) {
    const int id = v == TIME
                       ? sm_run_time_define(file, writer->domain, 2, dims)
                       : sm_netcdf_variable(file, coordinate[v], NC_DOUBLE, 2, dims, words[v]);
    sm_ncfile_numbers(file, id, "_FillValue", &missing, 1);
    if (v == Z) sm_ncfile_text(file, id, "positive", "up");
    if (v == Z && is_flat(&writer->c->terrain))
      sm_ncfile_text(file, id, "comment", SM_TRAJECTORY_FLAT);
    set_samples(file, writer, id);
  }
  if (writer->speed == NULL) return;
  const int id =
      sm_netcdf_variable(file, "speed", NC_FLOAT, 2, dims,
                         (struct sm_cf_attributes){"", "speed of the particle", "m s-1"});
  sm_netcdf_fill(file, id);
  sm_ncfile_text(file, id, "coordinates", "time x y z");
  if (!local) sm_ncfile_text(file, id, "grid_mapping", "crs");
  set_samples(file, writer, id);
}

static enum sm_status put_species(struct sm_ncfile *file, const struct sm_trajectory_options *o) {
  SM_SCOPED signed char *species = NULL;
  SM_TRY(sm_alloc(file->ctx, o->count, 1, "trajectories", &species));
  for (size_t n = 0; n < o->count; n++) species[n] = (signed char)o->species[n];
  sm_ncfile_put(file, "species", species);
  return file->status;
}

static enum sm_status put_head(struct sm_context *ctx, const struct sm_trajectory_file *writer,
                               const struct sm_trajectory_options *o) {
  struct sm_ncfile file;
  char text[512];
  sm_ncfile_create(ctx, writer->temporary, writer->path, ((size_t)1 << 18) + o->count * 16, &file);
  sm_netcdf_define_case(&file, o->c, o->domain, o->device, "Lagrangian particle dispersion");
  snprintf(text, sizeof text, "Particle trajectories in the wind of the case %s", o->c->name);
  if (o->c->title[0] == '\0') sm_ncfile_text(&file, NC_GLOBAL, "title", text);
  sm_ncfile_text(&file, NC_GLOBAL, "references", "Thomson (1987), J. Fluid Mech. 180, 529-556");
  sm_ncfile_text(&file, NC_GLOBAL, "featureType", "trajectory");
  sm_ncfile_text(&file, NC_GLOBAL, "simoom_kind", "trajectories");
  int dims[2];
  dims[0] = sm_ncfile_dimension(&file, "trajectory", o->count);
  dims[1] = sm_ncfile_dimension(&file, "obs", 0);
  define_particles(&file, o, dims[0]);
  define_samples(&file, writer, dims);
  sm_ncfile_put(&file, "trajectory", o->id);
  if (file.status == SM_OK) file.status = put_species(&file, o);
  if (o->diameter != NULL) sm_ncfile_put(&file, "diameter", o->diameter);
  return sm_ncfile_close(&file);
}

enum sm_status sm_trajectory_file_create(struct sm_context *ctx, const char *path,
                                         const struct sm_trajectory_options *options,
                                         struct sm_trajectory_file **out) {
  SM_TRY(prepare(ctx, path, options, out));
  const enum sm_status status = put_head(ctx, *out, options);
  if (status != SM_OK) sm_trajectory_file_abandon(out);
  return status;
}

/* Fails unless the file has the same particles. */
static enum sm_status check_particles(struct sm_ncfile *file, const struct sm_trajectory_file *w) {
  int variable;
  int64_t *id = NULL;
  SM_TRY(sm_alloc(file->ctx, w->count, sizeof *id, "trajectories", &id));
  const bool alike = nc_inq_varid(file->id, "trajectory", &variable) == NC_NOERR &&
                     nc_get_var(file->id, variable, id) == NC_NOERR &&
                     memcmp(id, w->id, w->count * sizeof *id) == 0;
  sm_free(id);
  if (alike) return SM_OK;
  return sm_fail(file->ctx, SM_ERR_DATA,
                 "%s: error: cannot be resumed: it has the trajectories of other particles",
                 file->name);
}

enum sm_status sm_trajectory_file_resume(struct sm_context *ctx, const char *path,
                                         const struct sm_trajectory_options *options,
                                         size_t samples, struct sm_trajectory_file **out) {
  struct sm_resumable sampled;
  SM_TRY(prepare(ctx, path, options, out));
  sm_resumable_open(ctx, (*out)->path, "trajectories", (*out)->c, &sampled);
  sm_resumable_expect(&sampled, "trajectory", (*out)->count, false);
  sm_resumable_expect(&sampled, "obs", samples, true);
  if (sampled.file.status == SM_OK) sampled.file.status = check_particles(&sampled.file, *out);
  (*out)->written = samples;
  const enum sm_status status = sm_resumable_resume(&sampled, (*out)->temporary, (*out)->path);
  if (status != SM_OK) release(out); /* the file on the disk is kept for another attempt */
  return status;
}

/* --- samples --- */

size_t sm_trajectory_file_samples(const struct sm_trajectory_file *file) {
  return file->written + file->held;
}

/* Adds time, position and speed of one particle to the block. */
static enum sm_status add_one(struct sm_context *ctx, struct sm_trajectory_file *file, size_t n,
                              double time, const double place[3], const float *speed) {
  const double *origin = file->domain->grid.origin;
  const size_t at = n * file->block + file->held;
  const bool gone = isnan(place[0]) && isnan(place[1]) && isnan(place[2]);
  if (!gone && !(isfinite(place[0]) && isfinite(place[1]) && isfinite(place[2]) &&
                 (speed == NULL || isfinite(speed[n]))))
    return sm_fail(ctx, SM_ERR_FAILED,
                   "%s: error: place or speed of particle %lld at %g s is not a finite number",
                   file->path, (long long)file->id[n], time);
  file->value[TIME][at] = gone ? NC_FILL_DOUBLE : sm_run_time_value(file->domain, time);
  for (int d = 0; d < 3; d++) file->value[X + d][at] = gone ? NC_FILL_DOUBLE : origin[d] + place[d];
  if (file->speed != NULL) file->speed[at] = gone ? NC_FILL_FLOAT : speed[n];
  return SM_OK;
}

enum sm_status sm_trajectory_file_add(struct sm_context *ctx, struct sm_trajectory_file *file,
                                      double time, const double (*place)[3], const float *speed) {
  const double sense = file->c->particles.backward ? -1 : 1;
  if (!isfinite(time) || sense * (time - file->last) <= 0)
    return sm_fail(ctx, SM_ERR_FAILED, "%s: error: a sample at %g s after one at %g s", file->path,
                   time, file->last);
  if ((speed != NULL) != (file->speed != NULL))
    return sm_fail(ctx, SM_ERR_FAILED, "%s: error: speeds in some of the samples only", file->path);
  for (size_t n = 0; n < file->count; n++) SM_TRY(add_one(ctx, file, n, time, place[n], speed));
  file->last = time;
  file->held++;
  if ((file->written + file->held) % file->block != 0) return SM_OK; /* wait for a complete chunk */
  return sm_trajectory_file_flush(ctx, file);
}

/* Packs rows of `from` values to rows of `to` values. */
static void pack(char *values, size_t rows, size_t from, size_t to) {
  for (size_t n = 1; n < rows && from != to; n++) memmove(values + n * to, values + n * from, to);
}

enum sm_status sm_trajectory_file_flush(struct sm_context *ctx, struct sm_trajectory_file *file) {
  const size_t start[2] = {0, file->written}, count[2] = {file->count, file->held};
  struct sm_ncfile out;
  if (file->held == 0) return SM_OK;
  sm_ncfile_open(ctx, file->temporary, file->path, true, &out);
  for (int v = 0; v < COORDINATES; v++) {
    pack((char *)file->value[v], file->count, file->block * sizeof(double),
         file->held * sizeof(double));
    sm_ncfile_put_part(&out, coordinate[v], start, count, file->value[v]);
  }
  if (file->speed != NULL) {
    pack((char *)file->speed, file->count, file->block * sizeof(float), file->held * sizeof(float));
    sm_ncfile_put_part(&out, "speed", start, count, file->speed);
  }
  file->written += file->held;
  file->held = 0;
  return sm_ncfile_close(&out);
}

/* --- end --- */

static enum sm_status put_end(struct sm_context *ctx, struct sm_trajectory_file *file,
                              double stopped) {
  struct sm_ncfile out;
  SM_TRY(sm_trajectory_file_flush(ctx, file));
  sm_ncfile_open(ctx, file->temporary, file->path, true, &out);
  sm_resumable_stopped(&out, stopped);
  return sm_ncfile_close(&out);
}

enum sm_status sm_trajectory_file_save(struct sm_context *ctx, struct sm_trajectory_file *file) {
  SM_TRY(sm_trajectory_file_flush(ctx, file));
  return sm_file_save(ctx, file->temporary, file->path, false);
}

enum sm_status sm_trajectory_file_finish(struct sm_context *ctx, struct sm_trajectory_file **file,
                                         double stopped) {
  enum sm_status status = put_end(ctx, *file, stopped);
  if (status != SM_OK) {
    sm_trajectory_file_abandon(file);
    return status;
  }
  status = sm_file_commit(ctx, (*file)->temporary, (*file)->path);
  release(file);
  return status;
}

void sm_trajectory_file_abandon(struct sm_trajectory_file **file) {
  if (*file == NULL) return;
  unlink((*file)->temporary);
  release(file);
}
