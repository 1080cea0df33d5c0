/* Output files of a dispersion: plume, trajectories, snapshots, receptors; mass budget. */
#include "base/list.h"
#include "output/vtk/particles.h"
#include "output/vtk/vtk.h"
#include "run/dispersion/dispersion.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char plume_name[] = "_plume.nc";
static const char trajectories_name[] = "_trajectories.nc", snapshots_name[] = "_particles.pvd";
static const char receptors_name[] = "_receptors.csv",
                  lines_of_sight_name[] = "_lines_of_sight.csv";
static const char summary_name[] = "_receptors_summary.csv";

enum sm_status sm_dispersion_claim_files(struct sm_context *ctx,
                                         const struct sm_dispersion *dispersion, bool overwrite) {
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

enum sm_status sm_dispersion_end_interval(struct sm_context *ctx,
                                          struct sm_dispersion *dispersion) {
  const struct sm_case_particles *p = &dispersion->c->particles;
  const struct sm_particles_progress now = sm_particles_get_progress(dispersion->particles);
  const struct sm_plume_view view = sm_particles_plume(dispersion->particles);
  struct sm_dispersion_series *s = &dispersion->series;
  const size_t received = p->receptor_count * p->species_count;
  SM_TRY(sm_dispersion_check_pure(ctx, dispersion));
  SM_TRY(open_plume(ctx, dispersion));
  if (dispersion->plume != NULL && p->concentration.present)
    SM_TRY(sm_plume_file_write(ctx, dispersion->plume, now.interval,
                               (const float *const *)view.concentration, &view.occupied));
  SM_TRY(sm_dispersion_grow_series(ctx, dispersion));
  memcpy(s->time[s->count], now.interval, sizeof now.interval);
  memcpy(s->received + s->count * received, view.received, received * sizeof *s->received);
  memcpy(s->depth + s->count * p->line_of_sight_count, view.depth,
         p->line_of_sight_count * sizeof *s->depth);
  s->count++;
  return dispersion->observe != NULL
             ? dispersion->observe(ctx, dispersion->observer, dispersion->particles)
             : SM_OK;
}

static void name_of_snapshot(const struct sm_dispersion *dispersion, double time, char *out,
                             size_t size) {
  snprintf(out, size, "%s_particles_%010.3fs.vtp", dispersion->outputs->base, time);
}

enum sm_status sm_dispersion_add_snapshot(struct sm_context *ctx,
                                          struct sm_dispersion *dispersion) {
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

enum sm_status sm_dispersion_add_sample(struct sm_context *ctx, struct sm_dispersion *dispersion) {
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
  SM_SCOPED const char **name = NULL;
  SM_SCOPED double *number = NULL, *time = NULL;
  char path[4200];
  SM_TRY(sm_alloc(ctx, most, sizeof *name, "receptors", &name));
  SM_TRY(sm_alloc(ctx, most, sizeof *number, "receptors", &number));
  SM_TRY(sm_alloc(ctx, s->count, sizeof *time, "lines of sight", &time));
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
    SM_TRY(sm_plume_csv_receptors(ctx, path, &series));
    SM_TRY(sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path));
    sm_dispersion_path(dispersion, summary_name, path, sizeof path);
    SM_TRY(sm_plume_csv_summary(ctx, path, &series));
    SM_TRY(sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path));
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
    SM_TRY(sm_plume_csv_lines_of_sight(ctx, path, &series));
    SM_TRY(sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path));
  }
  return SM_OK;
}

static struct sm_mass_budget mass_budget(const struct sm_dispersion *dispersion, size_t species,
                                         const double *row) {
  return (struct sm_mass_budget){.size = sizeof(struct sm_mass_budget),
                                 .species = dispersion->species[species],
                                 .emitted = row[SM_BUDGET_EMITTED],
                                 .airborne = row[SM_BUDGET_AIRBORNE],
                                 .deposited = row[SM_BUDGET_DEPOSITED],
                                 .wet_deposited = row[SM_BUDGET_WET_DEPOSITED],
                                 .outflow = row[SM_BUDGET_OUTFLOW],
                                 .decayed = row[SM_BUDGET_DECAYED],
                                 .lost = row[SM_BUDGET_LOST],
                                 .particles = (int64_t)row[SM_BUDGET_COUNT_EMITTED],
                                 .lost_particles = (int64_t)row[SM_BUDGET_COUNT_LOST]};
}

enum sm_status sm_dispersion_budget(struct sm_context *ctx, const struct sm_dispersion *dispersion,
                                    int n, struct sm_mass_budget *out) {
  SM_SCOPED double *rows = NULL;
  *out = (struct sm_mass_budget){.size = sizeof *out, .species = dispersion->species[n]};
  if (sm_particles_get_progress(dispersion->particles).steps == 0) return SM_OK; /* no wind yet */
  SM_TRY(sm_alloc(ctx, dispersion->c->particles.species_count * SM_BUDGET_TERMS, sizeof *rows,
                  "the budget", &rows));
  const enum sm_status status = sm_particles_budget(ctx, dispersion->particles, rows, NULL);
  if (status == SM_OK) *out = mass_budget(dispersion, (size_t)n, rows + n * SM_BUDGET_TERMS);
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
  const size_t maps = species * (dispersion->c->rain.present ? 2 : 1);
  const bool thresholds = dispersion->c->particles.concentration.threshold_count > 0;
  SM_SCOPED struct sm_plume_total *total = NULL;
  SM_SCOPED double *budget = NULL, *deposition = NULL;
  char path[4200];
  SM_TRY(sm_alloc(ctx, species, sizeof *total, "the budget", &total));
  SM_TRY(sm_alloc(ctx, species * SM_BUDGET_TERMS, sizeof *budget, "the budget", &budget));
  SM_TRY(sm_alloc(ctx, maps * columns, sizeof *deposition, "deposits", &deposition));
  SM_TRY(sm_particles_budget(ctx, dispersion->particles, budget, deposition));
  SM_TRY(sm_dispersion_warn_outflow(ctx, dispersion, budget));
  SM_TRY(sm_particles_report_collisions(ctx, dispersion->particles));
  sm_particles_report_coupling(ctx, dispersion->particles);
  SM_TRY(sm_alloc(ctx, species, sizeof *summary->budget, "the budget", &summary->budget));
  summary->budget_count = (int)species;
  for (size_t s = 0; s < species; s++) {
    const double *row = budget + s * SM_BUDGET_TERMS;
    total[s] = (struct sm_plume_total){
        .deposition = deposition + s * columns,
        .wet_deposition = maps > species ? deposition + (species + s) * columns : NULL,
        .dose = boxes ? view.dose[s] : NULL,
        .maximum = boxes ? view.maximum[s] : NULL,
        .arrival_time = boxes && thresholds ? view.arrival_time[s] : NULL,
        .budget = {row[SM_BUDGET_EMITTED], row[SM_BUDGET_AIRBORNE], row[SM_BUDGET_DEPOSITED],
                   row[SM_BUDGET_WET_DEPOSITED], row[SM_BUDGET_OUTFLOW], row[SM_BUDGET_DECAYED],
                   row[SM_BUDGET_LOST], (int64_t)row[SM_BUDGET_COUNT_EMITTED],
                   (int64_t)row[SM_BUDGET_COUNT_LOST]}};
    if (row[SM_BUDGET_COUNT_LOST] > 0)
      sm_warn(ctx,
              "%lld particles of %s were lost, %.3g kg: their source had no air for them, or their "
              "step was not a number",
              (long long)row[SM_BUDGET_COUNT_LOST], dispersion->species[s], row[SM_BUDGET_LOST]);
    summary->budget[s] = mass_budget(dispersion, s, row);
  }
  SM_TRY(open_plume(ctx, dispersion));
  if (dispersion->plume != NULL) {
    dispersion->records =
        sm_plume_file_records(dispersion->plume); /* records up to the last checkpoint, too */
    sm_dispersion_path(dispersion, plume_name, path, sizeof path);
    SM_TRY(sm_plume_file_finish(ctx, &dispersion->plume, total, stopped));
    SM_TRY(sm_run_outputs_add_name(ctx, dispersion->outputs->summary, path));
  }
  struct sm_plume_grid plume_grid;
  const struct sm_plume_options options = plume_options(dispersion, &plume_grid);
  return sm_dispersion_maps_write(ctx, dispersion->outputs, &options, total);
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

enum sm_status sm_dispersion_save_files(struct sm_context *ctx, struct sm_dispersion *dispersion) {
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

enum sm_status sm_dispersion_finish_files(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                          double stopped, struct sm_run_summary *summary) {
  char path[4200];
  const bool trajectories = dispersion->trajectories != NULL || dispersion->samples > 0;
  SM_TRY(finish_plume(ctx, dispersion, stopped, summary));
  SM_TRY(finish_trajectories(ctx, dispersion, stopped));
  sm_dispersion_path(dispersion, trajectories_name, path, sizeof path);
  if (trajectories) SM_TRY(sm_run_outputs_add_name(ctx, summary, path));
  SM_TRY(write_series(ctx, dispersion));
  return write_snapshots(ctx, dispersion);
}
