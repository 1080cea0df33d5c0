/* Output files of a run (run/outputs.h). */
#define _POSIX_C_SOURCE 200809L
#include "run/outputs.h"

#include "base/clock.h"
#include "base/list.h"
#include "base/text.h"
#include "case/case.h"
#include "domain/weather/climate.h"
#include "output/gis/maps.h"
#include "output/vtk/vtk.h"
#include "run/dispersion/dispersion.h"
#include "run/record/record.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum sm_status sm_run_outputs_make_folder(struct sm_context *ctx, const char *path) {
  char part[4096];
  const size_t length = strlen(path);
  if (length >= sizeof part)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: the name is too long", path);
  for (size_t i = 1; i <= length; i++) {
    if (path[i] != '/' && path[i] != '\0') continue;
    memcpy(part, path, i);
    part[i] = '\0';
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
      return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot make the folder: %s", part,
                     strerror(errno));
  }
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
    return sm_fail(ctx, SM_ERR_IO, "%s: error: not a folder", path);
  return SM_OK;
}

static enum sm_status refuse_overwrite(struct sm_context *ctx, const char *path) {
  if (access(path, F_OK) != 0) return SM_OK;
  return sm_fail(
      ctx, SM_ERR_USAGE,
      "%s: error: exists already\nhelp: --overwrite replaces it, -o DIR writes elsewhere", path);
}

enum sm_status sm_run_outputs_check(struct sm_context *ctx, const struct sm_case *c, bool overwrite,
                                    const char *path) {
  if (sm_case_is_input(c, path))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: the case reads this file, and would write it too\n"
                   "help: -o DIR writes elsewhere, output.prefix names the files otherwise",
                   path);
  return overwrite ? SM_OK : refuse_overwrite(ctx, path);
}

enum sm_status sm_run_outputs_claim(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                    bool overwrite, const char *path) {
  char saved[SM_FILE_SAVED_NAME];
  SM_TRY(sm_run_outputs_check(ctx, outputs->c, overwrite, path));
  sm_file_saved_name(path, saved);
  /* unsaved files of a resumed run are its own */
  if (access(path, F_OK) == 0 && (!outputs->resumed || access(saved, F_OK) == 0))
    outputs->replaces = true;
  return SM_OK;
}

/* Whether dates with seconds distinguish the times. */
static bool are_dates(const struct sm_weather *weather) {
  for (int t = 0; t < weather->time_count; t++)
    if (weather->time[t] != floor(weather->time[t])) return false;
  return !weather->relative;
}

/* File name of one wind: "town_20260501T120000Z"; "town_000012.040s" after the first time (in
 * nanoseconds if outputs are closer than a millisecond); "town_022.5deg" for a direction; or "town"
 * for a single time. */
static void name_of_time(const struct sm_run_outputs *outputs, int time, char *out, size_t size) {
  const struct sm_weather *weather = &outputs->domain->weather;
  char stamp[32];
  if (weather->time_count == 1) {
    snprintf(out, size, "%s", outputs->base);
    return;
  }
  if (weather->climate != NULL) {
    snprintf(out, size, "%s_%05.1fdeg", outputs->base, weather->climate->from[time]);
    return;
  }
  if (!are_dates(weather)) {
    const bool close = weather->time[1] - weather->time[0] < 1e-3; /* combustion, acoustics */
    snprintf(out, size, "%s_%0*.*fs", outputs->base, close ? 16 : 10, close ? 9 : 3,
             weather->time[time] - weather->time[0]);
    return;
  }
  sm_clock_format(weather->time[time], stamp, sizeof stamp); /* 2026-05-01T12:00:00Z */
  snprintf(out, size, "%s_%.4s%.2s%.2sT%.2s%.2s%.2sZ", outputs->base, stamp, stamp + 5, stamp + 8,
           stamp + 11, stamp + 14, stamp + 17);
}

enum { NAMES_OF_TIME = 3 };
static const char *const endings_of_time[NAMES_OF_TIME] = {".vti", ".vtr", ".tif"};

static bool has_time_file(const struct sm_case *c, int ending) {
  return ending < 2 ? c->output.vtk : c->output.geotiff;
}

static void path_of_time(const struct sm_run_outputs *outputs, int time, const char *ending,
                         char *out, size_t size) {
  char name[4160];
  name_of_time(outputs, time, name, sizeof name);
  snprintf(out, size, "%s%s", name, ending);
}

static enum sm_status claim(struct sm_context *ctx, struct sm_run_outputs *outputs, bool overwrite,
                            const char *ending) {
  char path[4200];
  snprintf(path, sizeof path, "%s%s", outputs->base, ending);
  return sm_run_outputs_claim(ctx, outputs, overwrite, path);
}

/* Fails if an output file exists, or is an input file of the case. */
static enum sm_status claim_all(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                bool overwrite) {
  const struct sm_case_output *wanted = &outputs->c->output;
  if (!wanted->members) return SM_OK;
  if (wanted->netcdf) SM_TRY(claim(ctx, outputs, overwrite, SM_BEGUN_WIND));
  if (wanted->vtk) SM_TRY(claim(ctx, outputs, overwrite, ".pvd"));
  for (int t = 0; t < outputs->domain->weather.time_count; t++)
    for (int e = 0; e < NAMES_OF_TIME; e++) {
      char path[4200];
      if (!has_time_file(outputs->c, e)) continue;
      path_of_time(outputs, t, endings_of_time[e], path, sizeof path);
      SM_TRY(sm_run_outputs_claim(ctx, outputs, overwrite, path));
    }
  return SM_OK;
}

/* --- files that wait for the end of the run, or for a resume --- */

static void remove_saved(const char *path) {
  char saved[SM_FILE_SAVED_NAME];
  sm_file_saved_name(path, saved);
  remove(saved);
}

/* Removes the saved files and the checkpoint. */
static void forget_saved(const struct sm_run_outputs *outputs) {
  static const char *const endings[] = {SM_BEGUN_WIND,   "_plume.nc",     "_trajectories.nc",
                                        SM_BEGUN_PROBES, SM_BEGUN_SERIES, SM_BEGUN_FORCES};
  const struct sm_case *c = outputs->c;
  char path[4200];
  if (!sm_wind_is_flow(c->wind_source.model) && !c->particles.present) return;
  snprintf(path, sizeof path, "%s%s", outputs->base, SM_CHECKPOINT_NAME);
  remove(path);
  for (size_t e = 0; e < sizeof endings / sizeof *endings; e++) {
    snprintf(path, sizeof path, "%s%s", outputs->base, endings[e]);
    remove_saved(path);
  }
  for (int t = 0; t < outputs->domain->weather.time_count; t++)
    for (int e = 0; e < NAMES_OF_TIME; e++) {
      if (!has_time_file(c, e)) continue;
      path_of_time(outputs, t, endings_of_time[e], path, sizeof path);
      remove_saved(path);
    }
}

void sm_run_outputs_begin_saving(struct sm_run_outputs *outputs) {
  if (!outputs->resumed && !outputs->saves) forget_saved(outputs);
  outputs->saves = true;
}

void sm_run_outputs_checkpointed(struct sm_context *ctx, struct sm_run_outputs *outputs) {
  outputs->checkpointed = true;
  if (outputs->has_added_sources && !outputs->warned)
    sm_warn(ctx,
            "%s: warning: checkpoints do not have the sources that were added: add them again "
            "to go on from one",
            outputs->base);
  outputs->warned = outputs->has_added_sources;
}

void sm_run_outputs_end_saving(struct sm_run_outputs *outputs) {
  if (outputs->saves && !outputs->checkpointed) forget_saved(outputs);
}

enum sm_status sm_run_outputs_save(struct sm_context *ctx, struct sm_run_outputs *outputs) {
  if (outputs->netcdf == NULL || outputs->written == outputs->saved_times) return SM_OK;
  SM_TRY(sm_netcdf_save(ctx, outputs->netcdf));
  outputs->saved_times = outputs->written;
  return SM_OK;
}

enum sm_status sm_run_outputs_stage(struct sm_context *ctx, struct sm_run_outputs *outputs) {
  if (!outputs->replaces) return SM_OK;
  sm_file_stage_open(ctx, outputs->base, &outputs->stage);
  for (int t = 0; t < outputs->written; t++)
    for (int e = 0; e < NAMES_OF_TIME; e++) {
      char path[4200], style[4210];
      if (!has_time_file(outputs->c, e)) continue;
      path_of_time(outputs, t, endings_of_time[e], path, sizeof path);
      snprintf(style, sizeof style, "%.*s.qml", (int)(strlen(path) - 4), path);
      SM_TRY(sm_file_stage_adopt(ctx, path));
      SM_TRY(sm_file_stage_adopt(ctx, style));
    }
  return SM_OK;
}

enum sm_status sm_run_outputs_commit(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                     enum sm_run_end end) {
  if (end == SM_RUN_FAILED && outputs->replaces) return SM_OK;
  SM_TRY(sm_file_stage_commit(ctx));
  if (end == SM_RUN_DONE) forget_saved(outputs); /* nothing left to resume */
  return SM_OK;
}

enum sm_status sm_run_outputs_add_name(struct sm_context *ctx, struct sm_run_summary *summary,
                                       const char *path) {
  char **grown =
      realloc(summary->output, ((size_t)summary->output_count + 1) * sizeof *summary->output);
  if (grown == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  summary->output = grown;
  grown[summary->output_count] = sm_text_copy(path);
  if (grown[summary->output_count] == NULL)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  summary->output_count++;
  return SM_OK;
}

enum sm_status sm_run_outputs_open(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain,
                                   const struct sm_run_options *options, bool reserves,
                                   const char *device, struct sm_run_summary *summary,
                                   struct sm_run_outputs *out) {
  *out = (struct sm_run_outputs){
      .c = c, .domain = domain, .summary = summary, .resumed = options->resume};
  snprintf(out->device, sizeof out->device, "%s", device);
  out->field_count = sm_cell_fields(c, out->field);
  if (c->output.netcdf && sm_zones_requested(c, domain))
    SM_TRY(sm_alloc(ctx, (size_t)sm_grid_cells(&domain->grid), 1, "the zones", &out->zone));
  const char *folder = options->folder != NULL ? options->folder : ".";
  SM_TRY(sm_run_outputs_make_folder(ctx, folder));
  const int length = snprintf(out->base, sizeof out->base - 64, "%s/%s", folder, c->output.prefix);
  if (length < 0 || (size_t)length >= sizeof out->base - 64)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: the name is too long", folder);
  if (reserves) SM_TRY(sm_file_lock_acquire(ctx, out->base, &out->lock));
  sm_progress(ctx, "set-up", 0.1); /* this run now owns the files */
  out->live = options->live;
  SM_TRY(claim_all(ctx, out, options->overwrite));
  if (!c->output.members) return SM_OK;
  const size_t times = (size_t)domain->weather.time_count;
  if (c->output.vtk) {
    SM_TRY(sm_alloc(ctx, times, sizeof *out->vtk, "names of files", &out->vtk));
    SM_TRY(sm_alloc(ctx, times, sizeof *out->vtk_time, "times of files", &out->vtk_time));
  }
  if (options->resume && sm_wind_is_flow(c->wind_source.model)) return SM_OK;
  return sm_run_outputs_resume(ctx, out, device, 0);
}

/* Whether the run has written or saved the file. */
static bool is_written(const char *path) {
  char from[SM_FILE_SAVED_NAME];
  sm_file_find_saved(path, from);
  return access(from, F_OK) == 0;
}

/* Finds the snapshot of an earlier time. */
static enum sm_status find_vtk(struct sm_context *ctx, struct sm_run_outputs *outputs, int time) {
  char path[4200];
  const double *t = outputs->domain->weather.time;
  path_of_time(outputs, time, ".vti", path, sizeof path);
  if (!is_written(path)) path_of_time(outputs, time, ".vtr", path, sizeof path);
  if (!is_written(path))
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the series cannot be resumed: no such file", path);
  outputs->vtk[outputs->vtk_count] = sm_text_copy(strrchr(path, '/') + 1);
  if (outputs->vtk[outputs->vtk_count] == NULL)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  outputs->vtk_time[outputs->vtk_count++] = isnan(t[time]) ? time : t[time] - t[0];
  return SM_OK;
}

enum sm_status sm_run_outputs_resume(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                     const char *device, int written) {
  const struct sm_case *c = outputs->c;
  char path[4200];
  outputs->written = outputs->saved_times = written;
  if (!c->output.members) return SM_OK;
  for (int t = 0; t < written && c->output.vtk; t++) SM_TRY(find_vtk(ctx, outputs, t));
  if (!c->output.netcdf) return SM_OK;
  snprintf(path, sizeof path, "%s" SM_BEGUN_WIND, outputs->base);
  if (written > 0)
    return sm_netcdf_resume(ctx, path, c, outputs->domain, (size_t)written, &outputs->netcdf);
  return sm_netcdf_create(ctx, path, c, outputs->domain, device, &outputs->netcdf);
}

static enum sm_status write_vtk(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                const struct sm_face_wind *wind, int time, bool may_stop,
                                const char *name) {
  char written[4200];
  SM_TRY(sm_vtk_write(ctx, name, outputs->domain, wind, may_stop, written, sizeof written));
  const char *slash = strrchr(written, '/');
  outputs->vtk[outputs->vtk_count] = sm_text_copy(slash != NULL ? slash + 1 : written);
  if (outputs->vtk[outputs->vtk_count] == NULL)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  const double *t = outputs->domain->weather.time;
  outputs->vtk_time[outputs->vtk_count++] = isnan(t[time]) ? time : t[time] - t[0];
  return sm_run_outputs_add_name(ctx, outputs->summary, written);
}

#define SM_LIVE_NAME "_live.nc"

/* Replaces the live file of the previous time. */
static enum sm_status write_live(struct sm_context *ctx, const struct sm_run_outputs *outputs,
                                 const struct sm_face_wind *wind,
                                 const struct sm_wind_record *record) {
  char path[4200];
  struct sm_netcdf_writer *writer;
  snprintf(path, sizeof path, "%s" SM_LIVE_NAME, outputs->base);
  SM_TRY(sm_netcdf_create(ctx, path, outputs->c, outputs->domain, outputs->device, &writer));
  const enum sm_status status = sm_netcdf_write(ctx, writer, wind, record);
  if (status == SM_OK) return sm_netcdf_close_at_once(ctx, &writer);
  sm_netcdf_abandon(&writer);
  return status;
}

enum sm_status sm_run_outputs_write(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                    const struct sm_state *state, int time,
                                    const struct sm_step_report *report,
                                    const struct sm_flow_view *view) {
  const struct sm_case_output *wanted = &outputs->c->output;
  struct sm_face_wind wind;
  const bool any = wanted->netcdf || wanted->vtk || wanted->geotiff;
  const bool written = outputs->live || (wanted->members && any);
  const bool steady = sm_wind_is_steady(outputs->c->wind_source.model);
  const bool compared =
      steady && outputs->summary->station_count > 0; /* with stations, on any device */
  if (outputs->replaces) sm_run_outputs_begin_saving(outputs);
  outputs->written++;
  if (!written && !compared && !sm_device_is_host(state->device)) return SM_OK;
  const struct sm_wind_record record = {outputs->domain->weather.time[time],
                                        report->converged,
                                        report->iterations,
                                        report->residual,
                                        report->divergence,
                                        steady};
  SM_TRY(sm_run_outputs_on_host(ctx, outputs, state, view, &wind));
  if (compared) sm_misfit_add(ctx, outputs->domain, &wind, time, outputs->summary);
  if (outputs->live) SM_TRY(write_live(ctx, outputs, &wind, &record));
  if (!wanted->members) return SM_OK;
  if (outputs->netcdf != NULL) SM_TRY(sm_netcdf_write(ctx, outputs->netcdf, &wind, &record));
  char name[4160], path[4200];
  name_of_time(outputs, time, name, sizeof name);
  if (wanted->vtk) SM_TRY(write_vtk(ctx, outputs, &wind, time, steady, name));
  if (wanted->geotiff) {
    snprintf(path, sizeof path, "%s.tif", name);
    SM_TRY(
        sm_geotiff_write(ctx, path, outputs->domain, &wind, wanted->heights, wanted->height_count));
    SM_TRY(sm_run_outputs_add_name(ctx, outputs->summary, path));
  }
  return SM_OK;
}

enum sm_status sm_run_outputs_close(struct sm_context *ctx, struct sm_run_outputs *outputs) {
  char path[4200];
  if (outputs->netcdf != NULL && outputs->written == 0) sm_netcdf_abandon(&outputs->netcdf);
  if (outputs->netcdf != NULL) {
    SM_TRY(sm_netcdf_close(ctx, &outputs->netcdf));
    snprintf(path, sizeof path, "%s" SM_BEGUN_WIND, outputs->base);
    SM_TRY(sm_run_outputs_add_name(ctx, outputs->summary, path));
  }
  if (outputs->vtk_count > 0) {
    snprintf(path, sizeof path, "%s.pvd", outputs->base);
    SM_TRY(sm_vtk_write_series(ctx, path, outputs->vtk_count, outputs->vtk, outputs->vtk_time));
    SM_TRY(sm_run_outputs_add_name(ctx, outputs->summary, path));
  }
  return SM_OK;
}

void sm_run_outputs_release(struct sm_run_outputs *outputs) {
  if (outputs->live) {
    char path[4200];
    snprintf(path, sizeof path, "%s" SM_LIVE_NAME, outputs->base);
    remove(path);
  }
  outputs->live = false;
  sm_file_lock_release(outputs->base, &outputs->lock);
}

void sm_run_outputs_free(struct sm_run_outputs *outputs) {
  if (outputs->netcdf != NULL) sm_netcdf_abandon(&outputs->netcdf);
  sm_run_outputs_release(outputs);
  for (int i = 0; i < outputs->vtk_count; i++) free(outputs->vtk[i]);
  SM_FREE_ALL(outputs->vtk, outputs->vtk_time, outputs->host, outputs->zone);
  *outputs = (struct sm_run_outputs){0};
}
