#define _POSIX_C_SOURCE 200809L /* access */
#include "run/carried_checkpoint.h"

#include "output/checkpoint.h"
#include "run/flow_files.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where a stopped run was: how much its files held. */
struct run_mark {
  int64_t records, samples, intervals, snapshots;
};

enum sm_status sm_carried_grow_series(struct sm_context *ctx, struct sm_carried *carried) {
  struct sm_carried_series *s = &carried->series;
  const struct sm_case_particles *p = &carried->c->particles;
  const size_t received = p->receptor_count * p->species_count;
  if (s->count < s->room) return SM_OK;
  const size_t room = s->room > 0 ? 2 * s->room : 64;
  double(*time)[2] = realloc(s->time, room * sizeof *time);
  if (time != NULL) s->time = time;
  double *mean = realloc(s->received, (room * received + 1) * sizeof *mean);
  if (mean != NULL) s->received = mean;
  double *depth = realloc(s->depth, (room * p->sight_count + 1) * sizeof *depth);
  if (depth != NULL) s->depth = depth;
  if (time == NULL || mean == NULL || depth == NULL)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the series of receptors");
  s->room = room;
  return SM_OK;
}

/* The engine's parts of a checkpoint. */
static enum sm_status read_checkpoint(struct sm_context *ctx, struct sm_carried *carried) {
  char path[4200];
  struct sm_checkpoint_mark mark = {0};
  sm_carried_path(carried, SM_CHECKPOINT_NAME, path, sizeof path);
  if (access(path, F_OK) != 0)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: there is no such checkpoint, so no run to go on with\n"
                   "help: leave --resume out, or name the folder of the run that was stopped",
                   path);
  SM_TRY(sm_checkpoint_open(ctx, path, carried->c, &mark, &carried->resumed));
  sm_particles_name_parts(carried->saved);
  for (int i = 0; i < SM_PARTICLES_PARTS; i++) {
    struct sm_particles_part *part = &carried->saved[i];
    SM_TRY(sm_checkpoint_count(ctx, carried->resumed, part->name, part->size, &part->count));
    SM_TRY(sm_alloc(ctx, part->count, part->size, "a checkpoint", &part->data));
    const struct sm_checkpoint_part own = {part->name, part->data, part->count, part->size};
    SM_TRY(sm_checkpoint_read(ctx, carried->resumed, &own, 1));
  }
  sm_info(ctx, "going on from %.6g s", mark.time);
  carried->outputs->checkpointed = true;
  sm_particles_load(carried->particles, carried->saved);
  return SM_OK;
}

static enum sm_status resume_series(struct sm_context *ctx, struct sm_carried *carried) {
  const struct sm_case_particles *p = &carried->c->particles;
  struct sm_carried_series *s = &carried->series;
  struct run_mark mark;
  const struct sm_checkpoint_part own = {"run_mark", &mark, 1, sizeof mark};
  SM_TRY(sm_checkpoint_read(ctx, carried->resumed, &own, 1));
  carried->records = (size_t)mark.records;
  carried->samples = (size_t)mark.samples;
  const size_t n = (size_t)mark.intervals, received = p->receptor_count * p->species_count;
  for (s->count = 0; s->count < n; s->count++) SM_TRY(sm_carried_grow_series(ctx, carried));
  const struct sm_checkpoint_part parts[] = {
      {"series_time", s->time, n, sizeof *s->time},
      {"series_received", s->received, n * received, sizeof *s->received},
      {"series_depth", s->depth, n * p->sight_count, sizeof *s->depth}};
  SM_TRY(sm_checkpoint_read(ctx, carried->resumed, parts, 3));
  const size_t shots = (size_t)mark.snapshots;
  carried->vtk_time = malloc((shots + 1) * sizeof *carried->vtk_time);
  if (carried->vtk_time == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: snapshots");
  carried->vtk_count = (int)shots;
  const struct sm_checkpoint_part times = {"snapshot_times", carried->vtk_time, shots,
                                           sizeof *carried->vtk_time};
  return sm_checkpoint_read(ctx, carried->resumed, &times, 1);
}

enum sm_status sm_carried_load(struct sm_context *ctx, struct sm_carried *carried) {
  SM_TRY(read_checkpoint(ctx, carried));
  return resume_series(ctx, carried);
}

enum sm_status sm_carried_save(struct sm_context *ctx, struct sm_carried *carried) {
  const struct sm_case_particles *p = &carried->c->particles;
  const struct sm_particles_status now = sm_particles_status(carried->particles);
  const struct sm_carried_series *s = &carried->series;
  const size_t received = p->receptor_count * p->species_count;
  struct sm_particles_part own[SM_PARTICLES_PARTS];
  struct sm_checkpoint_part part[SM_PARTICLES_PARTS + 5 + SM_FLOW_FILES_PARTS];
  void *copy = NULL;
  int count = 0;
  SM_TRY(sm_particles_save(ctx, carried->particles, own));
  for (; count < SM_PARTICLES_PARTS; count++)
    part[count] = (struct sm_checkpoint_part){own[count].name, own[count].data, own[count].count,
                                              own[count].size};
  struct run_mark mark = {(int64_t)carried->records, (int64_t)carried->samples, (int64_t)s->count,
                          carried->vtk_count};
  const struct sm_checkpoint_part series[] = {
      {"run_mark", &mark, 1, sizeof mark},
      {"series_time", s->time, s->count, sizeof *s->time},
      {"series_received", s->received, s->count * received, sizeof *s->received},
      {"series_depth", s->depth, s->count * p->sight_count, sizeof *s->depth},
      {"snapshot_times", carried->vtk_time, (size_t)carried->vtk_count, sizeof *carried->vtk_time}};
  for (size_t i = 0; i < sizeof series / sizeof *series; i++) part[count++] = series[i];
  const struct sm_checkpoint_mark where = {.step = now.steps_done, .time = now.time};
  char path[4200];
  sm_carried_path(carried, SM_CHECKPOINT_NAME, path, sizeof path);
  enum sm_status status = sm_flow_files_parts(ctx, carried->flow, part, &count, &copy);
  if (status == SM_OK) status = sm_checkpoint_write(ctx, path, carried->c, &where, part, count);
  if (status == SM_OK) carried->outputs->checkpointed = true;
  sm_free(copy);
  sm_particles_free_parts(own);
  return status;
}
