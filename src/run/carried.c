#include "run/carried.h"

#include "base/clock.h"
#include "output/particle_vtk.h"
#include "output/vtk.h"
#include "run/carried_checkpoint.h"
#include "run/carried_left.h"
#include "run/carried_maps.h"
#include "run/flow_files.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned sm_carried_fields(const struct sm_case *c) {
  return c->particles.present ? sm_particles_fields(c) : 0;
}

size_t sm_carried_bytes(const struct sm_case *c, const struct sm_domain *domain) {
  return c->particles.present ? sm_particles_bytes(c, domain, 1) : 0;
}

void sm_carried_path(const struct sm_carried *carried, const char *ending, char *out, size_t size) {
  snprintf(out, size, "%s%s", carried->outputs->base, ending);
}

static const char plume_name[] = "_plume.nc";
static const char tracks_name[] = "_trajectories.nc", snapshots_name[] = "_particles.pvd";
static const char receptors_name[] = "_receptors.csv", sights_name[] = "_sights.csv";
static const char summary_name[] = "_receptors_summary.csv";

/* --- beginning --- */

static enum sm_status claim_names(struct sm_context *ctx, const struct sm_carried *carried,
                                  bool overwrite) {
  const struct sm_case_particles *p = &carried->c->particles;
  const struct {
    const char *name;
    bool wanted;
  } files[] = {{plume_name, carried->c->output.netcdf}, {tracks_name, p->trajectories > 0},
               {snapshots_name, !isnan(p->interval)},   {receptors_name, p->receptor_count > 0},
               {summary_name, p->receptor_count > 0},   {sights_name, p->sight_count > 0}};
  char path[4200];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    sm_carried_path(carried, files[i].name, path, sizeof path);
    if (files[i].wanted) SM_TRY(sm_outputs_claim(ctx, carried->outputs, overwrite, path));
  }
  sm_carried_path(carried, SM_CHECKPOINT_NAME, path, sizeof path);
  return sm_outputs_protect(ctx, carried->c, overwrite, path);
}

/* The first device, and one more for each further name of a list "cuda:0,cuda:1". */
static enum sm_status open_devices(struct sm_context *ctx, const struct sm_run_options *options,
                                   struct sm_device *first, struct sm_carried *out) {
  int count = 1;
  for (const char *at = options->device; *at != '\0'; at++) count += *at == ',';
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof(struct sm_device *), "devices", &out->device));
  out->device[0] = first;
  out->device_count = 1;
  const char *at = strchr(options->device, ',');
  for (; at != NULL; at = strchr(at + 1, ',')) {
    char name[32];
    const size_t length = strcspn(at + 1, ",");
    snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), at + 1);
    SM_TRY(sm_device_open(ctx, name, options->threads, first->bits, 0,
                          &out->device[out->device_count]));
    out->device_count++;
  }
  return SM_OK;
}

static double last_wind_of(const struct sm_weather *weather) {
  const int n = weather->time_count;
  return n > 1 ? weather->time[n - 1] - weather->time[0] : 0;
}

enum sm_status sm_carried_foresee(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain,
                                  struct sm_particles_outlook *out) {
  *out = (struct sm_particles_outlook){0};
  if (!c->particles.present) return SM_OK;
  return sm_particles_foresee(ctx, c, domain, last_wind_of(&domain->weather), out);
}

enum sm_status sm_carried_open(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_domain *domain, const struct sm_run_options *options,
                               struct sm_outputs *outputs, struct sm_device *first,
                               struct sm_flow_files *flow, struct sm_carried *out) {
  const struct sm_case_particles *p = &c->particles;
  *out = (struct sm_carried){.c = c, .domain = domain, .outputs = outputs, .flow = flow};
  if (!p->present) return SM_OK;
  SM_TRY(claim_names(ctx, out, options->overwrite));
  SM_TRY(sm_carried_maps_check(ctx, outputs, options->overwrite));
  SM_TRY(open_devices(ctx, options, first, out));
  SM_TRY(sm_alloc(ctx, p->species_count, sizeof *out->species, "species", &out->species));
  for (size_t s = 0; s < p->species_count; s++) out->species[s] = p->species[s].name;
  out->last_wind = last_wind_of(&domain->weather);
  const struct sm_particles_options own = {out->device, out->device_count, out->last_wind};
  SM_TRY(sm_particles_create(ctx, c, domain, &own, &out->particles));
  if (!options->resume || (flow->c != NULL && flow->mark.particles == 0)) return SM_OK;
  return sm_carried_load(ctx, out);
}

/* --- files --- */

/* What the file and the maps of the plume are of; grid must outlive it. */
static struct sm_plume_options plume_options(const struct sm_carried *carried,
                                             struct sm_plume_grid *grid) {
  const struct sm_case_particles *p = &carried->c->particles;
  const struct sm_plume_view view = sm_particles_plume(carried->particles);
  *grid = (struct sm_plume_grid){
      {view.n[0], view.n[1], view.n[2]}, {view.face[0], view.face[1], view.face[2]}, view.air};
  return (struct sm_plume_options){.c = carried->c,
                                   .domain = carried->domain,
                                   .grid = p->concentration.present ? grid : NULL,
                                   .species = carried->species,
                                   .species_count = (int)p->species_count,
                                   .threshold = p->concentration.thresholds,
                                   .threshold_count = (int)p->concentration.threshold_count,
                                   .releases = sm_particles_releases(carried->particles),
                                   .device = carried->device[0]->name};
}

static enum sm_status open_plume(struct sm_context *ctx, struct sm_carried *carried) {
  struct sm_plume_grid grid;
  const struct sm_plume_options options = plume_options(carried, &grid);
  char path[4200];
  if (!carried->c->output.netcdf || carried->plume != NULL) return SM_OK;
  sm_carried_path(carried, plume_name, path, sizeof path);
  if (carried->records > 0)
    return sm_plume_file_resume(ctx, path, &options, carried->records, &carried->plume);
  return sm_plume_file_create(ctx, path, &options, &carried->plume);
}

static enum sm_status open_tracks(struct sm_context *ctx, struct sm_carried *carried,
                                  const struct sm_particle_tracks *tracks) {
  const struct sm_trajectory_options options = {.c = carried->c,
                                                .domain = carried->domain,
                                                .count = tracks->count,
                                                .id = tracks->id,
                                                .species = tracks->species,
                                                .diameter = tracks->diameter,
                                                .names = carried->species,
                                                .species_count =
                                                    (int)carried->c->particles.species_count,
                                                .speed = true,
                                                .device = carried->device[0]->name};
  char path[4200];
  sm_carried_path(carried, tracks_name, path, sizeof path);
  if (carried->samples > 0)
    return sm_trajectory_file_resume(ctx, path, &options, carried->samples, &carried->tracks);
  return sm_trajectory_file_create(ctx, path, &options, &carried->tracks);
}

static enum sm_status end_interval(struct sm_context *ctx, struct sm_carried *carried) {
  const struct sm_case_particles *p = &carried->c->particles;
  const struct sm_particles_status now = sm_particles_status(carried->particles);
  const struct sm_plume_view view = sm_particles_plume(carried->particles);
  struct sm_carried_series *s = &carried->series;
  const size_t received = p->receptor_count * p->species_count;
  SM_TRY(open_plume(ctx, carried));
  if (carried->plume != NULL && p->concentration.present)
    SM_TRY(sm_plume_file_write(ctx, carried->plume, now.interval,
                               (const float *const *)view.concentration));
  SM_TRY(sm_carried_grow_series(ctx, carried));
  memcpy(s->time[s->count], now.interval, sizeof now.interval);
  memcpy(s->received + s->count * received, view.received, received * sizeof *s->received);
  memcpy(s->depth + s->count * p->sight_count, view.depth, p->sight_count * sizeof *s->depth);
  s->count++;
  return SM_OK;
}

static void name_of_snapshot(const struct sm_carried *carried, double time, char *out,
                             size_t size) {
  snprintf(out, size, "%s_particles_%010.3fs.vtp", carried->outputs->base, time);
}

static enum sm_status snapshot(struct sm_context *ctx, struct sm_carried *carried) {
  const double time = sm_particles_status(carried->particles).moment;
  struct sm_particle_list list;
  char path[4300];
  double *grown = realloc(carried->vtk_time, ((size_t)carried->vtk_count + 1) * sizeof *grown);
  if (grown == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  carried->vtk_time = grown;
  SM_TRY(sm_particles_list(ctx, carried->particles, &list));
  const struct sm_particle_cloud cloud = {
      list.count, (const double(*)[3])list.place,   list.id, list.species, list.diameter,
      list.mass,  (const float(*)[3])list.velocity, list.age};
  name_of_snapshot(carried, time, path, sizeof path);
  const enum sm_status status = sm_particle_vtk_write(ctx, path, carried->domain, &cloud);
  sm_particle_list_free(&list);
  if (status != SM_OK) return status;
  grown[carried->vtk_count++] = time;
  return sm_outputs_keep_name(ctx, carried->outputs->summary, path);
}

static enum sm_status track(struct sm_context *ctx, struct sm_carried *carried) {
  struct sm_particle_tracks tracks;
  SM_TRY(sm_particles_follow(ctx, carried->particles, &tracks));
  if (tracks.count == 0) return SM_OK;
  if (carried->tracks == NULL) SM_TRY(open_tracks(ctx, carried, &tracks));
  return sm_trajectory_file_add(ctx, carried->tracks,
                                sm_particles_status(carried->particles).moment, tracks.place,
                                tracks.speed);
}

static enum sm_status write_series(struct sm_context *ctx, const struct sm_carried *carried) {
  const struct sm_case_particles *p = &carried->c->particles;
  const struct sm_releases *releases = sm_particles_releases(carried->particles);
  const struct sm_carried_series *s = &carried->series;
  const size_t most = p->receptor_count > p->sight_count ? p->receptor_count : p->sight_count;
  const char **name = NULL;
  double *number = NULL, *time = NULL;
  char path[4200];
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, most, sizeof *name, "receptors", &name));
  SM_TRY_DONE(sm_alloc(ctx, most, sizeof *number, "receptors", &number));
  SM_TRY_DONE(sm_alloc(ctx, s->count, sizeof *time, "sights", &time));
  if (p->receptor_count > 0) {
    for (size_t r = 0; r < p->receptor_count; r++) name[r] = p->receptor[r].name;
    const struct sm_receptor_series series = {
        .receptor = name,
        .receptor_count = (int)p->receptor_count,
        .species = carried->species,
        .species_count = (int)p->species_count,
        .intervals = s->count,
        .time = (const double(*)[2])s->time,
        .concentration = s->received,
        .arrival = sm_particles_plume(carried->particles).received_arrival};
    sm_carried_path(carried, receptors_name, path, sizeof path);
    SM_TRY_DONE(sm_plume_csv_receptors(ctx, path, &series));
    SM_TRY_DONE(sm_outputs_keep_name(ctx, carried->outputs->summary, path));
    sm_carried_path(carried, summary_name, path, sizeof path);
    SM_TRY_DONE(sm_plume_csv_summary(ctx, path, &series));
    SM_TRY_DONE(sm_outputs_keep_name(ctx, carried->outputs->summary, path));
  }
  if (p->sight_count > 0) {
    for (size_t r = 0; r < p->sight_count; r++) {
      const double *a = releases->sight[r][0].place, *b = releases->sight[r][1].place;
      name[r] = p->sight[r].name;
      number[r] = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) +
                       (b[2] - a[2]) * (b[2] - a[2]));
    }
    for (size_t i = 0; i < s->count; i++) time[i] = s->time[i][1];
    const struct sm_sight_series series = {name,    (int)p->sight_count, number, s->count, time,
                                           s->depth};
    sm_carried_path(carried, sights_name, path, sizeof path);
    SM_TRY_DONE(sm_plume_csv_sights(ctx, path, &series));
    SM_TRY_DONE(sm_outputs_keep_name(ctx, carried->outputs->summary, path));
  }
done:
  sm_free(name);
  sm_free(number);
  sm_free(time);
  return status;
}

/* The totals, into the file and into the summary. */
static enum sm_status finish_plume(struct sm_context *ctx, struct sm_carried *carried,
                                   double stopped, struct sm_run_summary *summary) {
  const struct sm_grid *grid = &carried->domain->grid;
  const size_t species = carried->c->particles.species_count;
  const size_t columns = (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  const struct sm_plume_view view = sm_particles_plume(carried->particles);
  const bool boxes = carried->c->particles.concentration.present;
  const bool thresholds = carried->c->particles.concentration.threshold_count > 0;
  struct sm_plume_total *total = NULL;
  double *ledger = NULL, *deposition = NULL;
  char path[4200];
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, species, sizeof *total, "the ledger", &total));
  SM_TRY_DONE(sm_alloc(ctx, species * SM_ACCOUNTS, sizeof *ledger, "the ledger", &ledger));
  SM_TRY_DONE(sm_alloc(ctx, species * columns, sizeof *deposition, "deposits", &deposition));
  SM_TRY_DONE(sm_particles_balance(ctx, carried->particles, ledger, deposition));
  SM_TRY_DONE(sm_carried_tell_left(ctx, carried, ledger));
  SM_TRY_DONE(sm_alloc(ctx, species, sizeof *summary->ledger, "the ledger", &summary->ledger));
  summary->ledger_count = (int)species;
  for (size_t s = 0; s < species; s++) {
    const double *row = ledger + s * SM_ACCOUNTS;
    total[s] = (struct sm_plume_total){.deposition = deposition + s * columns,
                                       .dose = boxes ? view.dose[s] : NULL,
                                       .largest = boxes ? view.largest[s] : NULL,
                                       .arrival = boxes && thresholds ? view.arrival[s] : NULL,
                                       .ledger = {row[SM_EMITTED], row[SM_AIRBORNE],
                                                  row[SM_DEPOSITED], row[SM_LEFT], row[SM_DECAYED],
                                                  row[SM_LOST], (int64_t)row[SM_COUNT_EMITTED],
                                                  (int64_t)row[SM_COUNT_LOST]}};
    if (row[SM_COUNT_LOST] > 0)
      sm_warn(ctx,
              "%lld particles of %s were lost, %.3g kg: their source had no air for them, or their "
              "step was not a number",
              (long long)row[SM_COUNT_LOST], carried->species[s], row[SM_LOST]);
    summary->ledger[s] = (struct sm_run_ledger){carried->c->particles.species[s].name,
                                                row[SM_EMITTED],
                                                row[SM_AIRBORNE],
                                                row[SM_DEPOSITED],
                                                row[SM_LEFT],
                                                row[SM_DECAYED],
                                                row[SM_LOST],
                                                (int64_t)row[SM_COUNT_EMITTED],
                                                (int64_t)row[SM_COUNT_LOST]};
  }
  SM_TRY_DONE(open_plume(ctx, carried));
  if (carried->plume != NULL) {
    carried->records = sm_plume_file_records(carried->plume); /* of the last checkpoint, too */
    sm_carried_path(carried, plume_name, path, sizeof path);
    SM_TRY_DONE(sm_plume_file_finish(ctx, &carried->plume, total, stopped));
    SM_TRY_DONE(sm_outputs_keep_name(ctx, carried->outputs->summary, path));
  }
  struct sm_plume_grid plume_grid;
  const struct sm_plume_options options = plume_options(carried, &plume_grid);
  SM_TRY_DONE(sm_carried_maps_write(ctx, carried->outputs, &options, total));
done:
  sm_free(total);
  sm_free(ledger);
  sm_free(deposition);
  return status;
}

/* Ends the trajectories. A file that an earlier part of the run has left is opened once more: it
 * says that the run was stopped then. */
static enum sm_status finish_tracks(struct sm_context *ctx, struct sm_carried *carried,
                                    double stopped) {
  if (carried->tracks == NULL && carried->samples > 0) {
    struct sm_particle_tracks tracks;
    SM_TRY(sm_particles_follow(ctx, carried->particles, &tracks));
    SM_TRY(open_tracks(ctx, carried, &tracks));
  }
  if (carried->tracks == NULL) return SM_OK;
  carried->samples = sm_trajectory_file_samples(carried->tracks);
  return sm_trajectory_file_finish(ctx, &carried->tracks, stopped);
}

/* --- checkpoints --- */

/* Saves files to which something was added since they were saved. */
static enum sm_status save_files(struct sm_context *ctx, struct sm_carried *carried) {
  if (carried->plume != NULL && sm_plume_file_records(carried->plume) != carried->records) {
    SM_TRY(sm_plume_file_save(ctx, carried->plume));
    carried->records = sm_plume_file_records(carried->plume);
  }
  if (carried->tracks != NULL && sm_trajectory_file_samples(carried->tracks) != carried->samples) {
    SM_TRY(sm_trajectory_file_save(ctx, carried->tracks));
    carried->samples = sm_trajectory_file_samples(carried->tracks);
  }
  return SM_OK;
}

enum sm_status sm_carried_checkpoint(struct sm_context *ctx, struct sm_carried *carried) {
  sm_outputs_begin_saving(carried->outputs);
  SM_TRY(save_files(ctx, carried));
  return sm_carried_save(ctx, carried);
}

/* --- going on --- */

static enum sm_status march(struct sm_context *ctx, struct sm_carried *carried) {
  for (;;) {
    unsigned due;
    SM_TRY(sm_particles_march(ctx, carried->particles, &due));
    const struct sm_particles_status now = sm_particles_status(carried->particles);
    sm_progress(ctx, "particles", now.duration > 0 ? now.time / now.duration : 1);
    if (due & SM_DUE_INTERVAL) SM_TRY(end_interval(ctx, carried));
    if (due & SM_DUE_TRACK) SM_TRY(track(ctx, carried));
    if (due & SM_DUE_SNAPSHOT) SM_TRY(snapshot(ctx, carried));
    if ((due & SM_DUE_CHECKPOINT) && !(due & SM_DUE_END))
      SM_TRY(sm_carried_checkpoint(ctx, carried));
    if (due & SM_DUE_END) carried->done = true;
    if (due & (SM_DUE_END | SM_DUE_WIND)) return SM_OK;
  }
}

enum sm_status sm_carried_go(struct sm_context *ctx, struct sm_carried *carried,
                             const struct sm_state *state, int time) {
  const struct sm_weather *weather = &carried->domain->weather;
  if (carried->particles == NULL || carried->done) return SM_OK;
  const double at = weather->time_count == 1 ? 0
                    : carried->c->particles.backward
                        ? carried->last_wind - (weather->time[time] - weather->time[0])
                        : weather->time[time] - weather->time[0];
  const double start = sm_clock_wall();
  enum sm_status status = sm_particles_take_wind(ctx, carried->particles, state, at);
  if (status == SM_OK) status = march(ctx, carried);
  carried->seconds += sm_clock_wall() - start;
  return status;
}

static enum sm_status write_snapshots(struct sm_context *ctx, struct sm_carried *carried) {
  char path[4300];
  const size_t count = (size_t)carried->vtk_count;
  if (count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, count, sizeof *carried->vtk, "names of files", &carried->vtk));
  for (size_t i = 0; i < count; i++) {
    name_of_snapshot(carried, carried->vtk_time[i], path, sizeof path);
    const char *slash = strrchr(path, '/');
    carried->vtk[i] = sm_text_copy(slash != NULL ? slash + 1 : path);
    if (carried->vtk[i] == NULL)
      return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  }
  sm_carried_path(carried, snapshots_name, path, sizeof path);
  SM_TRY(sm_vtk_write_series(ctx, path, carried->vtk_count, carried->vtk, carried->vtk_time));
  return sm_outputs_keep_name(ctx, carried->outputs->summary, path);
}

enum sm_status sm_carried_stage(struct sm_context *ctx, const struct sm_carried *carried) {
  char path[4300];
  for (int i = 0; i < carried->vtk_count; i++) {
    name_of_snapshot(carried, carried->vtk_time[i], path, sizeof path);
    SM_TRY(sm_file_stage_adopt(ctx, path));
  }
  return SM_OK;
}

enum sm_status sm_carried_close(struct sm_context *ctx, struct sm_carried *carried,
                                enum sm_run_end end, struct sm_run_summary *summary) {
  char path[4200];
  if (carried->particles == NULL) return SM_OK;
  const struct sm_particles_status now = sm_particles_status(carried->particles);
  if (now.steps == 0) return SM_OK; /* there was no wind yet */
  summary->wall_particles = carried->seconds;
  summary->particle_steps = (double)now.particle_steps;
  const bool tracks = carried->tracks != NULL || carried->samples > 0;
  const double until = end == SM_RUN_DONE ? (double)NAN : now.moment;
  SM_TRY(finish_plume(ctx, carried, until, summary));
  SM_TRY(finish_tracks(ctx, carried, until));
  sm_carried_path(carried, tracks_name, path, sizeof path);
  if (tracks) SM_TRY(sm_outputs_keep_name(ctx, summary, path));
  SM_TRY(write_series(ctx, carried));
  SM_TRY(write_snapshots(ctx, carried));
  if (end == SM_RUN_FAILED) return SM_OK;
  if (end == SM_RUN_DONE) return SM_OK;
  sm_carried_path(carried, SM_CHECKPOINT_NAME, path, sizeof path);
  SM_TRY(sm_carried_save(ctx, carried));
  return sm_outputs_keep_name(ctx, summary, path);
}

void sm_carried_free(struct sm_carried *carried) {
  sm_plume_file_abandon(&carried->plume);
  sm_trajectory_file_abandon(&carried->tracks);
  sm_checkpoint_close(&carried->resumed);
  sm_particles_free_parts(carried->saved);
  sm_particles_destroy(&carried->particles);
  for (int d = 1; d < carried->device_count; d++) sm_device_close(&carried->device[d]);
  for (int i = 0; carried->vtk != NULL && i < carried->vtk_count; i++) free(carried->vtk[i]);
  sm_free(carried->vtk);
  free(carried->vtk_time);
  free(carried->series.time);
  free(carried->series.received);
  free(carried->series.depth);
  sm_free(carried->species);
  sm_free(carried->device);
  *carried = (struct sm_carried){0};
}
