#define _POSIX_C_SOURCE 200809L /* for access */
#include "run/dispersion/dispersion.h"

#include "output/checkpoint.h"
#include "run/flow/files.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* State of the output files at a checkpoint. */
struct run_mark {
  int64_t records, samples, intervals, snapshots;
};

enum sm_status sm_dispersion_grow_series(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  struct sm_dispersion_series *s = &dispersion->series;
  const struct sm_case_particles *p = &dispersion->c->particles;
  const size_t received = p->receptor_count * p->species_count;
  if (s->count < s->capacity) return SM_OK;
  const size_t capacity = s->capacity > 0 ? 2 * s->capacity : 64;
  double(*time)[2] = realloc(s->time, capacity * sizeof *time);
  if (time != NULL) s->time = time;
  double *mean = realloc(s->received, (capacity * received + 1) * sizeof *mean);
  if (mean != NULL) s->received = mean;
  double *depth = realloc(s->depth, (capacity * p->line_of_sight_count + 1) * sizeof *depth);
  if (depth != NULL) s->depth = depth;
  if (time == NULL || mean == NULL || depth == NULL)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the series of receptors");
  s->capacity = capacity;
  return SM_OK;
}

/* Reads the parts of the particle engine. */
static enum sm_status read_checkpoint(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  char path[4200];
  struct sm_checkpoint_mark mark = {0};
  sm_dispersion_path(dispersion, SM_CHECKPOINT_NAME, path, sizeof path);
  if (access(path, F_OK) != 0)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: there is no such checkpoint, so no run to go on with\n"
                   "help: leave --resume out, or name the folder of the run that was stopped",
                   path);
  SM_TRY(sm_checkpoint_open(ctx, path, dispersion->c, &mark, &dispersion->resumed));
  sm_particles_name_checkpoint(dispersion->saved);
  for (int i = 0; i < SM_PARTICLE_CHECKPOINT_PARTS; i++) {
    struct sm_particles_checkpoint_part *part = &dispersion->saved[i];
    SM_TRY(sm_checkpoint_count(ctx, dispersion->resumed, part->name, part->size, &part->count));
    SM_TRY(sm_alloc(ctx, part->count, part->size, "a checkpoint", &part->data));
    const struct sm_checkpoint_part own = {part->name, part->data, part->count, part->size};
    SM_TRY(sm_checkpoint_read(ctx, dispersion->resumed, &own, 1));
  }
  sm_info(ctx, "going on from %.6g s", mark.time);
  dispersion->outputs->checkpointed = true;
  sm_particles_load(dispersion->particles, dispersion->saved);
  return SM_OK;
}

static enum sm_status resume_series(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  const struct sm_case_particles *p = &dispersion->c->particles;
  struct sm_dispersion_series *s = &dispersion->series;
  struct run_mark mark;
  const struct sm_checkpoint_part own = {"run_mark", &mark, 1, sizeof mark};
  SM_TRY(sm_checkpoint_read(ctx, dispersion->resumed, &own, 1));
  dispersion->records = (size_t)mark.records;
  dispersion->samples = (size_t)mark.samples;
  const size_t n = (size_t)mark.intervals, received = p->receptor_count * p->species_count;
  for (s->count = 0; s->count < n; s->count++) SM_TRY(sm_dispersion_grow_series(ctx, dispersion));
  const struct sm_checkpoint_part parts[] = {
      {"series_time", s->time, n, sizeof *s->time},
      {"series_received", s->received, n * received, sizeof *s->received},
      {"series_depth", s->depth, n * p->line_of_sight_count, sizeof *s->depth}};
  SM_TRY(sm_checkpoint_read(ctx, dispersion->resumed, parts, 3));
  const size_t shots = (size_t)mark.snapshots;
  dispersion->vtk_time = malloc((shots + 1) * sizeof *dispersion->vtk_time);
  if (dispersion->vtk_time == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: snapshots");
  dispersion->vtk_count = (int)shots;
  const struct sm_checkpoint_part times = {"snapshot_times", dispersion->vtk_time, shots,
                                           sizeof *dispersion->vtk_time};
  return sm_checkpoint_read(ctx, dispersion->resumed, &times, 1);
}

enum sm_status sm_dispersion_load(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  SM_TRY(read_checkpoint(ctx, dispersion));
  return resume_series(ctx, dispersion);
}

enum sm_status sm_dispersion_save(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  const struct sm_case_particles *p = &dispersion->c->particles;
  const struct sm_particles_progress now = sm_particles_get_progress(dispersion->particles);
  const struct sm_dispersion_series *s = &dispersion->series;
  const size_t received = p->receptor_count * p->species_count;
  struct sm_particles_checkpoint_part own[SM_PARTICLE_CHECKPOINT_PARTS];
  struct sm_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS + 5 + SM_FLOW_FILES_PARTS];
  void *copy = NULL;
  int count = 0;
  SM_TRY(sm_particles_save(ctx, dispersion->particles, own));
  for (; count < SM_PARTICLE_CHECKPOINT_PARTS; count++)
    part[count] = (struct sm_checkpoint_part){own[count].name, own[count].data, own[count].count,
                                              own[count].size};
  struct run_mark mark = {(int64_t)dispersion->records, (int64_t)dispersion->samples,
                          (int64_t)s->count, dispersion->vtk_count};
  const struct sm_checkpoint_part series[] = {
      {"run_mark", &mark, 1, sizeof mark},
      {"series_time", s->time, s->count, sizeof *s->time},
      {"series_received", s->received, s->count * received, sizeof *s->received},
      {"series_depth", s->depth, s->count * p->line_of_sight_count, sizeof *s->depth},
      {"snapshot_times", dispersion->vtk_time, (size_t)dispersion->vtk_count,
       sizeof *dispersion->vtk_time}};
  for (size_t i = 0; i < sizeof series / sizeof *series; i++) part[count++] = series[i];
  const struct sm_checkpoint_mark where = {.step = now.steps_done, .time = now.time};
  char path[4200];
  sm_dispersion_path(dispersion, SM_CHECKPOINT_NAME, path, sizeof path);
  enum sm_status status = sm_flow_files_parts(ctx, dispersion->flow, part, &count, &copy);
  if (status == SM_OK) status = sm_checkpoint_write(ctx, path, dispersion->c, &where, part, count);
  if (status == SM_OK) sm_run_outputs_checkpointed(ctx, dispersion->outputs);
  sm_free(copy);
  sm_particles_free_checkpoint(own);
  return status;
}
