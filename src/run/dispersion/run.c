/* Dispersion of a run: particle transport with the wind, and output files. */
#include "run/dispersion/dispersion.h"

#include "base/clock.h"
#include "output/vtk/particles.h"
#include "output/vtk/vtk.h"
#include "run/flow/files.h"
#include "run/schedule.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned sm_dispersion_fields(const struct sm_case *c) {
  return c->particles.present ? sm_particles_fields(c) : 0;
}

void sm_dispersion_path(const struct sm_dispersion *dispersion, const char *ending, char *out,
                        size_t size) {
  snprintf(out, size, "%s%s", dispersion->outputs->base, ending);
}

static const char plume_name[] = "_plume.nc";
static const char trajectories_name[] = "_trajectories.nc", snapshots_name[] = "_particles.pvd";
static const char receptors_name[] = "_receptors.csv",
                  lines_of_sight_name[] = "_lines_of_sight.csv";
static const char summary_name[] = "_receptors_summary.csv";

/* --- set-up --- */

static enum sm_status claim_names(struct sm_context *ctx, const struct sm_dispersion *dispersion,
                                  bool overwrite) {
  const struct sm_case_particles *p = &dispersion->c->particles;
  const struct {
    const char *name;
    bool wanted;
  } files[] = {{plume_name, dispersion->c->output.netcdf},
               {trajectories_name, p->trajectories > 0},
               {snapshots_name, !isnan(p->interval)},
               {receptors_name, p->receptor_count > 0},
               {summary_name, p->receptor_count > 0},
               {lines_of_sight_name, p->line_of_sight_count > 0}};
  char path[4200];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    sm_dispersion_path(dispersion, files[i].name, path, sizeof path);
    if (files[i].wanted) SM_TRY(sm_run_outputs_claim(ctx, dispersion->outputs, overwrite, path));
  }
  sm_dispersion_path(dispersion, SM_CHECKPOINT_NAME, path, sizeof path);
  return sm_run_outputs_check(ctx, dispersion->c, overwrite, path);
}

/* Opens the first device, and one more for each further name of a list "cuda:0,cuda:1". */
static enum sm_status open_devices(struct sm_context *ctx, const struct sm_run_options *options,
                                   struct sm_device *first, struct sm_dispersion *out) {
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

enum sm_status sm_dispersion_estimate(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain,
                                      struct sm_particles_workload *out) {
  *out = (struct sm_particles_workload){0};
  if (!c->particles.present) return SM_OK;
  return sm_particles_estimate(ctx, c, domain, last_wind_of(&domain->weather), out);
}

enum sm_status sm_dispersion_open(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain,
                                  const struct sm_run_options *options,
                                  struct sm_run_outputs *outputs, struct sm_device *first,
                                  struct sm_flow_files *flow, struct sm_dispersion *out) {
  const struct sm_case_particles *p = &c->particles;
  *out = (struct sm_dispersion){.c = c, .domain = domain, .outputs = outputs, .flow = flow};
  if (!p->present) return SM_OK;
  SM_TRY(claim_names(ctx, out, options->overwrite));
  SM_TRY(sm_dispersion_maps_check(ctx, outputs, options->overwrite));
  SM_TRY(open_devices(ctx, options, first, out));
  SM_TRY(sm_alloc(ctx, p->species_count, sizeof *out->species, "species", &out->species));
  for (size_t s = 0; s < p->species_count; s++) out->species[s] = p->species[s].name;
  out->last_wind = last_wind_of(&domain->weather);
  const struct sm_particles_options own = {out->device, out->device_count, out->last_wind};
  SM_TRY(sm_particles_create(ctx, c, domain, &own, &out->particles));
  if (!options->resume || (flow->c != NULL && flow->mark.particles == 0)) return SM_OK;
  return sm_dispersion_load(ctx, out);
}

/* --- files --- */

/* Options of the plume file and maps; grid must outlive them. */
static struct sm_plume_options plume_options(const struct sm_dispersion *dispersion,
                                             struct sm_plume_grid *grid) {
  const struct sm_case_particles *p = &dispersion->c->particles;
  const struct sm_plume_view view = sm_particles_plume(dispersion->particles);
  *grid = (struct sm_plume_grid){
      {view.n[0], view.n[1], view.n[2]}, {view.face[0], view.face[1], view.face[2]}, view.air};
  return (struct sm_plume_options){.c = dispersion->c,
                                   .domain = dispersion->domain,
                                   .grid = p->concentration.present ? grid : NULL,
                                   .species = dispersion->species,
                                   .species_count = (int)p->species_count,
                                   .threshold = p->concentration.thresholds,
                                   .threshold_count = (int)p->concentration.threshold_count,
                                   .releases = sm_particles_releases(dispersion->particles),
                                   .device = dispersion->device[0]->name};
}

static enum sm_status open_plume(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  struct sm_plume_grid grid;
  const struct sm_plume_options options = plume_options(dispersion, &grid);
  char path[4200];
  if (!dispersion->c->output.netcdf || dispersion->plume != NULL) return SM_OK;
  sm_dispersion_path(dispersion, plume_name, path, sizeof path);
  if (dispersion->records > 0)
    return sm_plume_file_resume(ctx, path, &options, dispersion->records, &dispersion->plume);
  return sm_plume_file_create(ctx, path, &options, &dispersion->plume);
}

static enum sm_status open_trajectories(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                        const struct sm_particle_trajectories *trajectories) {
  const struct sm_trajectory_options options = {.c = dispersion->c,
                                                .domain = dispersion->domain,
                                                .count = trajectories->count,
                                                .id = trajectories->id,
                                                .species = trajectories->species,
                                                .diameter = trajectories->diameter,
                                                .names = dispersion->species,
                                                .species_count =
                                                    (int)dispersion->c->particles.species_count,
                                                .speed = true,
                                                .device = dispersion->device[0]->name};
  char path[4200];
  sm_dispersion_path(dispersion, trajectories_name, path, sizeof path);
  if (dispersion->samples > 0)
    return sm_trajectory_file_resume(ctx, path, &options, dispersion->samples,
                                     &dispersion->trajectories);
  return sm_trajectory_file_create(ctx, path, &options, &dispersion->trajectories);
}

static enum sm_status end_interval(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  const struct sm_case_particles *p = &dispersion->c->particles;
  const struct sm_particles_progress now = sm_particles_get_progress(dispersion->particles);
  const struct sm_plume_view view = sm_particles_plume(dispersion->particles);
  struct sm_dispersion_series *s = &dispersion->series;
  const size_t received = p->receptor_count * p->species_count;
  SM_TRY(open_plume(ctx, dispersion));
  if (dispersion->plume != NULL && p->concentration.present)
    SM_TRY(sm_plume_file_write(ctx, dispersion->plume, now.interval,
                               (const float *const *)view.concentration));
  SM_TRY(sm_dispersion_grow_series(ctx, dispersion));
  memcpy(s->time[s->count], now.interval, sizeof now.interval);
  memcpy(s->received + s->count * received, view.received, received * sizeof *s->received);
  memcpy(s->depth + s->count * p->line_of_sight_count, view.depth,
         p->line_of_sight_count * sizeof *s->depth);
  s->count++;
  return SM_OK;
}

static void name_of_snapshot(const struct sm_dispersion *dispersion, double time, char *out,
                             size_t size) {
  snprintf(out, size, "%s_particles_%010.3fs.vtp", dispersion->outputs->base, time);
}

static enum sm_status snapshot(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  const double time = sm_particles_get_progress(dispersion->particles).moment;
  struct sm_particle_list list;
  char path[4300];
  double *grown =
      realloc(dispersion->vtk_time, ((size_t)dispersion->vtk_count + 1) * sizeof *grown);
  if (grown == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  dispersion->vtk_time = grown;
  SM_TRY(sm_particles_list(ctx, dispersion->particles, &list));
  const struct sm_particle_cloud cloud = {
      list.count, (const double(*)[3])list.place,   list.id, list.species, list.diameter,
      list.mass,  (const float(*)[3])list.velocity, list.age};
  name_of_snapshot(dispersion, time, path, sizeof path);
  const enum sm_status status = sm_particle_vtk_write(ctx, path, dispersion->domain, &cloud);
  sm_particle_list_free(&list);
  if (status != SM_OK) return status;
  grown[dispersion->vtk_count++] = time;
  return sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path);
}

static enum sm_status write_trajectory_sample(struct sm_context *ctx,
                                              struct sm_dispersion *dispersion) {
  struct sm_particle_trajectories trajectories;
  SM_TRY(sm_particles_track(ctx, dispersion->particles, &trajectories));
  if (trajectories.count == 0) return SM_OK;
  if (dispersion->trajectories == NULL) SM_TRY(open_trajectories(ctx, dispersion, &trajectories));
  return sm_trajectory_file_add(ctx, dispersion->trajectories,
                                sm_particles_get_progress(dispersion->particles).moment,
                                trajectories.place, trajectories.speed);
}

static enum sm_status write_series(struct sm_context *ctx, const struct sm_dispersion *dispersion) {
  const struct sm_case_particles *p = &dispersion->c->particles;
  const struct sm_releases *releases = sm_particles_releases(dispersion->particles);
  const struct sm_dispersion_series *s = &dispersion->series;
  const size_t most =
      p->receptor_count > p->line_of_sight_count ? p->receptor_count : p->line_of_sight_count;
  const char **name = NULL;
  double *number = NULL, *time = NULL;
  char path[4200];
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, most, sizeof *name, "receptors", &name));
  SM_TRY_DONE(sm_alloc(ctx, most, sizeof *number, "receptors", &number));
  SM_TRY_DONE(sm_alloc(ctx, s->count, sizeof *time, "lines of sight", &time));
  if (p->receptor_count > 0) {
    for (size_t r = 0; r < p->receptor_count; r++) name[r] = p->receptor[r].name;
    const struct sm_receptor_series series = {
        .receptor = name,
        .receptor_count = (int)p->receptor_count,
        .species = dispersion->species,
        .species_count = (int)p->species_count,
        .intervals = s->count,
        .time = (const double(*)[2])s->time,
        .concentration = s->received,
        .arrival_time = sm_particles_plume(dispersion->particles).received_arrival_time};
    sm_dispersion_path(dispersion, receptors_name, path, sizeof path);
    SM_TRY_DONE(sm_plume_csv_receptors(ctx, path, &series));
    SM_TRY_DONE(sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path));
    sm_dispersion_path(dispersion, summary_name, path, sizeof path);
    SM_TRY_DONE(sm_plume_csv_summary(ctx, path, &series));
    SM_TRY_DONE(sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path));
  }
  if (p->line_of_sight_count > 0) {
    for (size_t r = 0; r < p->line_of_sight_count; r++) {
      const double *a = releases->line_of_sight[r][0].place,
                   *b = releases->line_of_sight[r][1].place;
      name[r] = p->line_of_sight[r].name;
      number[r] = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) +
                       (b[2] - a[2]) * (b[2] - a[2]));
    }
    for (size_t i = 0; i < s->count; i++) time[i] = s->time[i][1];
    const struct sm_line_of_sight_series series = {
        name, (int)p->line_of_sight_count, number, s->count, time, s->depth};
    sm_dispersion_path(dispersion, lines_of_sight_name, path, sizeof path);
    SM_TRY_DONE(sm_plume_csv_lines_of_sight(ctx, path, &series));
    SM_TRY_DONE(sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path));
  }
done:
  sm_free(name);
  sm_free(number);
  sm_free(time);
  return status;
}

static struct sm_mass_budget mass_budget(const struct sm_dispersion *dispersion, size_t species,
                                         const double *row) {
  return (struct sm_mass_budget){.size = sizeof(struct sm_mass_budget),
                                 .species = dispersion->species[species],
                                 .emitted = row[SM_BUDGET_EMITTED],
                                 .airborne = row[SM_BUDGET_AIRBORNE],
                                 .deposited = row[SM_BUDGET_DEPOSITED],
                                 .outflow = row[SM_BUDGET_OUTFLOW],
                                 .decayed = row[SM_BUDGET_DECAYED],
                                 .lost = row[SM_BUDGET_LOST],
                                 .particles = (int64_t)row[SM_BUDGET_COUNT_EMITTED],
                                 .lost_particles = (int64_t)row[SM_BUDGET_COUNT_LOST]};
}

enum sm_status sm_dispersion_budget(struct sm_context *ctx, const struct sm_dispersion *dispersion,
                                    int n, struct sm_mass_budget *out) {
  double *rows = NULL;
  *out = (struct sm_mass_budget){.size = sizeof *out, .species = dispersion->species[n]};
  if (sm_particles_get_progress(dispersion->particles).steps == 0) return SM_OK; /* no wind yet */
  SM_TRY(sm_alloc(ctx, dispersion->c->particles.species_count * SM_BUDGET_TERMS, sizeof *rows,
                  "the budget", &rows));
  const enum sm_status status = sm_particles_budget(ctx, dispersion->particles, rows, NULL);
  if (status == SM_OK) *out = mass_budget(dispersion, (size_t)n, rows + n * SM_BUDGET_TERMS);
  sm_free(rows);
  return status;
}

/* Writes the totals to the file and the summary. */
static enum sm_status finish_plume(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                   double stopped, struct sm_run_summary *summary) {
  const struct sm_grid *grid = &dispersion->domain->grid;
  const size_t species = dispersion->c->particles.species_count;
  const size_t columns = (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  const struct sm_plume_view view = sm_particles_plume(dispersion->particles);
  const bool boxes = dispersion->c->particles.concentration.present;
  const bool thresholds = dispersion->c->particles.concentration.threshold_count > 0;
  struct sm_plume_total *total = NULL;
  double *budget = NULL, *deposition = NULL;
  char path[4200];
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, species, sizeof *total, "the budget", &total));
  SM_TRY_DONE(sm_alloc(ctx, species * SM_BUDGET_TERMS, sizeof *budget, "the budget", &budget));
  SM_TRY_DONE(sm_alloc(ctx, species * columns, sizeof *deposition, "deposits", &deposition));
  SM_TRY_DONE(sm_particles_budget(ctx, dispersion->particles, budget, deposition));
  SM_TRY_DONE(sm_dispersion_warn_outflow(ctx, dispersion, budget));
  SM_TRY_DONE(sm_particles_report_collisions(ctx, dispersion->particles));
  sm_particles_report_coupling(ctx, dispersion->particles);
  SM_TRY_DONE(sm_alloc(ctx, species, sizeof *summary->budget, "the budget", &summary->budget));
  summary->budget_count = (int)species;
  for (size_t s = 0; s < species; s++) {
    const double *row = budget + s * SM_BUDGET_TERMS;
    total[s] = (struct sm_plume_total){
        .deposition = deposition + s * columns,
        .dose = boxes ? view.dose[s] : NULL,
        .maximum = boxes ? view.maximum[s] : NULL,
        .arrival_time = boxes && thresholds ? view.arrival_time[s] : NULL,
        .budget = {row[SM_BUDGET_EMITTED], row[SM_BUDGET_AIRBORNE], row[SM_BUDGET_DEPOSITED],
                   row[SM_BUDGET_OUTFLOW], row[SM_BUDGET_DECAYED], row[SM_BUDGET_LOST],
                   (int64_t)row[SM_BUDGET_COUNT_EMITTED], (int64_t)row[SM_BUDGET_COUNT_LOST]}};
    if (row[SM_BUDGET_COUNT_LOST] > 0)
      sm_warn(ctx,
              "%lld particles of %s were lost, %.3g kg: their source had no air for them, or their "
              "step was not a number",
              (long long)row[SM_BUDGET_COUNT_LOST], dispersion->species[s], row[SM_BUDGET_LOST]);
    summary->budget[s] = mass_budget(dispersion, s, row);
  }
  SM_TRY_DONE(open_plume(ctx, dispersion));
  if (dispersion->plume != NULL) {
    dispersion->records =
        sm_plume_file_records(dispersion->plume); /* records up to the last checkpoint, too */
    sm_dispersion_path(dispersion, plume_name, path, sizeof path);
    SM_TRY_DONE(sm_plume_file_finish(ctx, &dispersion->plume, total, stopped));
    SM_TRY_DONE(sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path));
  }
  struct sm_plume_grid plume_grid;
  const struct sm_plume_options options = plume_options(dispersion, &plume_grid);
  SM_TRY_DONE(sm_dispersion_maps_write(ctx, dispersion->outputs, &options, total));
done:
  sm_free(total);
  sm_free(budget);
  sm_free(deposition);
  return status;
}

/* Closes the trajectories. A file left by an earlier part of the run is reopened to mark it as
 * stopped. */
static enum sm_status finish_trajectories(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                          double stopped) {
  if (dispersion->trajectories == NULL && dispersion->samples > 0) {
    struct sm_particle_trajectories trajectories;
    SM_TRY(sm_particles_track(ctx, dispersion->particles, &trajectories));
    SM_TRY(open_trajectories(ctx, dispersion, &trajectories));
  }
  if (dispersion->trajectories == NULL) return SM_OK;
  dispersion->samples = sm_trajectory_file_samples(dispersion->trajectories);
  return sm_trajectory_file_finish(ctx, &dispersion->trajectories, stopped);
}

/* --- checkpoints --- */

/* Saves files that have grown since they were last saved. */
static enum sm_status save_files(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  if (dispersion->plume != NULL &&
      sm_plume_file_records(dispersion->plume) != dispersion->records) {
    SM_TRY(sm_plume_file_save(ctx, dispersion->plume));
    dispersion->records = sm_plume_file_records(dispersion->plume);
  }
  if (dispersion->trajectories != NULL &&
      sm_trajectory_file_samples(dispersion->trajectories) != dispersion->samples) {
    SM_TRY(sm_trajectory_file_save(ctx, dispersion->trajectories));
    dispersion->samples = sm_trajectory_file_samples(dispersion->trajectories);
  }
  return SM_OK;
}

enum sm_status sm_dispersion_checkpoint(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  sm_run_outputs_begin_saving(dispersion->outputs);
  SM_TRY(save_files(ctx, dispersion));
  return sm_dispersion_save(ctx, dispersion);
}

/* --- time stepping --- */

/* Handles the events after the current particle step. */
static enum sm_status handle_events(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                    const struct sm_schedule *schedule, int64_t before) {
  struct sm_particles *p = dispersion->particles;
  const struct sm_particles_progress now = sm_particles_get_progress(p);
  const bool ends = now.steps_done == now.steps;
  bool due[SM_PARTICLE_EVENTS], seen = ends;
  for (int e = 0; e < SM_PARTICLE_EVENTS; e++) {
    due[e] = sm_schedule_is_due(schedule, e, (double)before, (double)now.steps_done);
    seen = seen || (due[e] && e != SM_EVENT_SAMPLE);
  }
  if (due[SM_EVENT_SAMPLE]) SM_TRY(sm_particles_sample(ctx, p));
  if (due[SM_EVENT_INTERVAL]) SM_TRY(sm_particles_end_interval(ctx, p));
  if (!seen) return SM_OK;
  SM_TRY(sm_particles_settle(ctx, p));
  sm_progress(ctx, "particles", now.duration > 0 ? now.time / now.duration : 1);
  if (due[SM_EVENT_INTERVAL]) SM_TRY(end_interval(ctx, dispersion));
  if (due[SM_EVENT_TRAJECTORY]) SM_TRY(write_trajectory_sample(ctx, dispersion));
  if (due[SM_EVENT_SNAPSHOT]) SM_TRY(snapshot(ctx, dispersion));
  return due[SM_EVENT_CHECKPOINT] && !ends ? sm_dispersion_checkpoint(ctx, dispersion) : SM_OK;
}

/* Advances particles to the next wind, or to the end. */
static enum sm_status advance_particles(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  struct sm_particles *p = dispersion->particles;
  struct sm_particles_progress now = sm_particles_get_progress(p);
  double every[SM_PARTICLE_EVENTS];
  for (int e = 0; e < SM_PARTICLE_EVENTS; e++) every[e] = (double)now.every[e];
  const struct sm_schedule schedule = {every, SM_PARTICLE_EVENTS, SM_PARTICLE_EVENTS_AT_END,
                                       (double)now.steps};
  while (now.steps_done < now.steps && !sm_particles_need_wind(p)) {
    const int64_t before = now.steps_done;
    const int64_t next = (int64_t)sm_schedule_next(&schedule, (double)before);
    SM_TRY(sm_particles_advance(ctx, p, next));
    now = sm_particles_get_progress(p);
    if (now.steps_done == next) SM_TRY(handle_events(ctx, dispersion, &schedule, before));
  }
  dispersion->done = now.steps_done == now.steps;
  sm_progress(ctx, "particles", now.duration > 0 ? now.time / now.duration : 1);
  return SM_OK;
}

enum sm_status sm_dispersion_follow(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                    const struct sm_state *state, double at) {
  if (dispersion->particles == NULL || dispersion->done) return SM_OK;
  const double start = sm_clock_wall();
  enum sm_status status = sm_particles_add_wind(ctx, dispersion->particles, state, at);
  if (status == SM_OK) status = advance_particles(ctx, dispersion);
  dispersion->seconds += sm_clock_wall() - start;
  return status;
}

enum sm_status sm_dispersion_advance(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                     const struct sm_state *state, int time) {
  const struct sm_weather *weather = &dispersion->domain->weather;
  const double at = weather->time_count == 1 ? 0
                    : dispersion->c->particles.backward
                        ? dispersion->last_wind - (weather->time[time] - weather->time[0])
                        : weather->time[time] - weather->time[0];
  return sm_dispersion_follow(ctx, dispersion, state, at);
}

static enum sm_status write_snapshots(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  char path[4300];
  const size_t count = (size_t)dispersion->vtk_count;
  if (count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, count, sizeof *dispersion->vtk, "names of files", &dispersion->vtk));
  for (size_t i = 0; i < count; i++) {
    name_of_snapshot(dispersion, dispersion->vtk_time[i], path, sizeof path);
    const char *slash = strrchr(path, '/');
    dispersion->vtk[i] = sm_text_copy(slash != NULL ? slash + 1 : path);
    if (dispersion->vtk[i] == NULL)
      return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  }
  sm_dispersion_path(dispersion, snapshots_name, path, sizeof path);
  SM_TRY(
      sm_vtk_write_series(ctx, path, dispersion->vtk_count, dispersion->vtk, dispersion->vtk_time));
  return sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path);
}

enum sm_status sm_dispersion_stage(struct sm_context *ctx, const struct sm_dispersion *dispersion) {
  char path[4300];
  for (int i = 0; i < dispersion->vtk_count; i++) {
    name_of_snapshot(dispersion, dispersion->vtk_time[i], path, sizeof path);
    SM_TRY(sm_file_stage_adopt(ctx, path));
  }
  return SM_OK;
}

enum sm_status sm_dispersion_close(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                   enum sm_run_end end, struct sm_run_summary *summary) {
  char path[4200];
  if (dispersion->particles == NULL) return SM_OK;
  const struct sm_particles_progress now = sm_particles_get_progress(dispersion->particles);
  if (now.steps == 0) return SM_OK; /* no wind yet */
  summary->wall_particles = dispersion->seconds;
  summary->particle_steps = (double)now.particle_steps;
  const bool trajectories = dispersion->trajectories != NULL || dispersion->samples > 0;
  const double until = end == SM_RUN_DONE ? (double)NAN : now.moment;
  SM_TRY(finish_plume(ctx, dispersion, until, summary));
  SM_TRY(finish_trajectories(ctx, dispersion, until));
  sm_dispersion_path(dispersion, trajectories_name, path, sizeof path);
  if (trajectories) SM_TRY(sm_run_outputs_add_name(ctx, summary, path));
  SM_TRY(write_series(ctx, dispersion));
  SM_TRY(write_snapshots(ctx, dispersion));
  if (end == SM_RUN_FAILED) return SM_OK;
  if (end == SM_RUN_DONE) return SM_OK;
  sm_dispersion_path(dispersion, SM_CHECKPOINT_NAME, path, sizeof path);
  SM_TRY(sm_dispersion_save(ctx, dispersion));
  return sm_run_outputs_add_name(ctx, summary, path);
}

void sm_dispersion_free(struct sm_dispersion *dispersion) {
  sm_plume_file_abandon(&dispersion->plume);
  sm_trajectory_file_abandon(&dispersion->trajectories);
  sm_checkpoint_close(&dispersion->resumed);
  sm_particles_free_checkpoint(dispersion->saved);
  sm_particles_destroy(&dispersion->particles);
  for (int d = 1; d < dispersion->device_count; d++) sm_device_close(&dispersion->device[d]);
  for (int i = 0; dispersion->vtk != NULL && i < dispersion->vtk_count; i++)
    free(dispersion->vtk[i]);
  sm_free(dispersion->vtk);
  free(dispersion->vtk_time);
  free(dispersion->series.time);
  free(dispersion->series.received);
  free(dispersion->series.depth);
  sm_free(dispersion->species);
  sm_free(dispersion->device);
  *dispersion = (struct sm_dispersion){0};
}
