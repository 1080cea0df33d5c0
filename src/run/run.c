/* run.c - a case from its domain to its files. */
#include "simoom/run.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "domain/locations.h"
#include "input/gis.h"
#include "run/dispersion/checkpoint.h"
#include "run/dispersion/dispersion.h"
#include "run/ensemble.h"
#include "run/estimate/extent_check.h"
#include "run/estimate/requirements.h"
#include "run/flow/files.h"
#include "run/outputs.h"
#include "run/prism/run.h"
#include "run/record/kernel_profile.h"
#include "run/record/result.h"
#include "run/record/solver_history.h"
#include "run/record/station_misfit.h"
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sm_run_options sm_run_options_default(void) {
  return (struct sm_run_options){
      .folder = ".", .device = "auto", .precision = SM_PRECISION_DEFAULT};
}

void sm_run_summary_free(struct sm_run_summary *summary) {
  for (int i = 0; i < summary->output_count; i++) free(summary->output[i]);
  free(summary->output);
  sm_free(summary->kernel);
  sm_free(summary->budget);
  sm_free(summary->station);
  sm_free(summary->changes);
  sm_free(summary->residuals);
  *summary = (struct sm_run_summary){0};
}

/* What a run holds while it goes on. */
struct run {
  const struct sm_case *c;
  const struct sm_run_options *options;
  const struct sm_model *model;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  void *self; /* of the model */
  struct sm_run_outputs outputs;
  struct sm_ensemble ensemble;
  struct sm_dispersion dispersion;
  struct sm_flow_files flow;
  struct sm_run_summary *summary;
  struct sm_step_report report; /* of the last time that was computed */
  int time;                     /* its index */
};

/* Stations with a place: one that has none is nowhere in particular. */
static enum sm_status record_stations(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain,
                                      struct sm_run_summary *summary) {
  const struct sm_weather *weather = &domain->weather;
  const int count = weather->station_count - weather->grid[0] * weather->grid[1];
  const bool everywhere = count == 1 && c->weather.station_count == 1 &&
                          c->weather.station[0].position == SM_POSITION_NONE &&
                          c->weather.station[0].file[0] == '\0';
  if (count <= 0 || weather->climate != NULL || everywhere) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *summary->station, "stations", &summary->station));
  summary->station_count = count;
  for (int s = 0; s < count; s++) {
    struct sm_run_station *station = &summary->station[s];
    snprintf(station->name, sizeof station->name, "%.63s", weather->station[s].name);
    station->x = domain->grid.origin[0] + weather->station[s].x;
    station->y = domain->grid.origin[1] + weather->station[s].y;
    station->height = station->reading = station->wind = station->misfit = NAN;
  }
  return SM_OK;
}

static void describe_domain(const struct sm_domain *domain, struct sm_run_summary *summary) {
  summary->cells = sm_grid_cells(&domain->grid);
  summary->fluid_cells = domain->fluid_count;
  summary->nx = domain->grid.axis[0].n;
  summary->ny = domain->grid.axis[1].n;
  summary->nz = domain->grid.axis[2].n;
  summary->lid = sm_domain_top(domain);
}

/* The first of a list of devices. */
static const char *first_device(const struct sm_run_options *options, char *name, size_t size) {
  snprintf(name, size, "%.*s", (int)strcspn(options->device, ","), options->device);
  return name;
}

/* Tells where everything is, in a verbose run. */
static enum sm_status log_places(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain) {
  struct sm_text text = {0};
  enum sm_status status = sm_locations_describe(ctx, c, domain, &text);
  if (status == SM_OK && text.failed)
    status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the list of places");
  for (char *line = text.data, *end; status == SM_OK && line != NULL && *line != '\0'; line = end) {
    end = line + strcspn(line, "\n");
    if (*end != '\0') *end++ = '\0';
    sm_debug(ctx, "%s", line);
  }
  sm_text_free(&text);
  return status;
}

static enum sm_status stop_here(struct sm_context *ctx) {
  return sm_stop_requested(ctx) ? sm_fail(ctx, SM_ERR_STOPPED, "stopped before the first step")
                                : SM_OK;
}

static enum sm_status set_up(struct sm_context *ctx, struct run *run) {
  struct sm_run_summary *summary = run->summary;
  double start = sm_clock_wall();
  sm_progress(ctx, "domain", 0);
  SM_TRY(sm_domain_build(ctx, run->c, &run->domain));
  SM_TRY(sm_run_check_extent(ctx, run->c, run->domain));
  SM_TRY(log_places(ctx, run->c, run->domain));
  sm_gis_release(); /* the solver needs the memory more than GDAL's code does */
  describe_domain(run->domain, summary);
  SM_TRY(record_stations(ctx, run->c, run->domain, summary));
  summary->wall_input = sm_clock_wall() - start;
  start = sm_clock_wall();
  sm_progress(ctx, "set-up", 0);
  SM_TRY(stop_here(ctx));
  size_t need;
  SM_TRY(sm_run_bytes(ctx, run->c, run->domain, run->options, &need));
  char name[64];
  SM_TRY(sm_device_open(ctx, first_device(run->options, name, sizeof name), run->options->threads,
                        sm_run_bits(run->options), need, &run->device));
  if (run->options->profile) SM_TRY(sm_device_begin_profile(ctx, run->device));
  snprintf(summary->device, sizeof summary->device, "%s", run->device->name);
  SM_TRY(sm_run_outputs_open(ctx, run->c, run->domain, run->options, run->device->name, summary,
                             &run->outputs));
  SM_TRY(sm_flow_files_open(ctx, run->c, run->domain, run->options, &run->outputs,
                            run->device->name, &run->flow));
  SM_TRY(sm_ensemble_open(ctx, run->c, run->domain, run->options, &run->outputs, &run->ensemble));
  SM_TRY(sm_dispersion_open(ctx, run->c, run->domain, run->options, &run->outputs, run->device,
                            &run->flow, &run->dispersion));
  SM_TRY(sm_run_outputs_stage(ctx, &run->outputs));
  SM_TRY(sm_dispersion_stage(ctx, &run->dispersion));
  SM_TRY(stop_here(ctx));
  SM_TRY(sm_model_state(ctx, run->model, run->c, run->domain, run->device,
                        sm_dispersion_fields(run->c), &run->state));
  run->state->base = run->outputs.base;
  SM_TRY(stop_here(ctx));
  SM_TRY(sm_model_create(ctx, run->model, run->c, run->domain, run->state, &run->self));
  SM_TRY(stop_here(ctx));
  SM_TRY(sm_flow_files_begin(ctx, &run->flow, run->model, run->self, &run->dispersion, run->state));
  summary->device_memory = run->device->peak;
  summary->wall_setup = sm_clock_wall() - start;
  return SM_OK;
}

static void print_history(struct sm_context *ctx, const struct sm_step_report *report) {
  for (int i = 0; i < report->history_count; i++)
    sm_info(ctx, "iteration %d: relative residual %.3e", (i + 1) * report->history_every,
            report->history[i]);
  for (int i = 0; i < report->change_count; i++)
    sm_info(ctx, "iteration %d: largest change %.3e", (i + 1) * report->change_every,
            report->changes[i]);
}

/* Keeps the worst residual and divergence of all times; a NaN stays. */
static void update_summary(struct sm_run_summary *summary, const struct sm_step_report *report) {
  summary->times++;
  summary->iterations = report->iterations;
  summary->change = report->change;
  summary->wall_solver += report->seconds;
  summary->wall_zones += report->zone_seconds;
  summary->iteration_bytes = report->iteration_bytes;
  if (!(report->residual <= summary->residual)) summary->residual = report->residual;
  if (!(report->divergence <= summary->divergence)) summary->divergence = report->divergence;
}

static enum sm_status keep_history(struct sm_context *ctx, const struct run *run,
                                   const struct sm_step_report *report) {
  struct sm_run_summary *summary = run->summary;
  summary->residual_every = report->history_every;
  SM_TRY(sm_solver_history_keep(ctx, report->history, report->history_count, &summary->residuals,
                                &summary->residual_count));
  if (!run->c->wind.history) return SM_OK;
  print_history(ctx, report);
  summary->change_every = report->change_every;
  return sm_solver_history_keep(ctx, report->changes, report->change_count, &summary->changes,
                                &summary->change_count);
}

static enum sm_status step_to(struct sm_context *ctx, struct run *run, int time,
                              struct sm_step_report *report) {
  *report = sm_step_report_begin();
  while (!report->reached) {
    SM_TRY(run->model->step(ctx, run->self, time, report));
    SM_TRY(sm_flow_files_step(ctx, &run->flow));
  }
  return run->model->reach != NULL ? run->model->reach(ctx, run->self, time, report) : SM_OK;
}

static enum sm_status make_wind(struct sm_context *ctx, struct run *run, int time,
                                struct sm_step_report *report) {
  const double start = sm_clock_wall();
  const enum sm_status status = step_to(ctx, run, time, report);
  run->summary->wall_solve += sm_clock_wall() - start;
  return status;
}

/* The wind as it is now; the run must live as long. */
static enum sm_status make_result(struct sm_context *ctx, struct run *run, struct sm_result **out) {
  struct sm_flow_view view;
  const bool is_flow = sm_flow_files_view(&run->flow, &view);
  const struct sm_result_source source = {.c = run->c,
                                          .domain = run->domain,
                                          .outputs = &run->outputs,
                                          .state = run->state,
                                          .view = is_flow ? &view : NULL,
                                          .report = &run->report,
                                          .time = run->time,
                                          .device = run->device->name};
  return sm_result_make(ctx, &source, out);
}

static enum sm_status report_result(struct sm_context *ctx, struct run *run) {
  struct sm_result *result;
  if (run->options->wind == NULL) return SM_OK;
  SM_TRY(make_result(ctx, run, &result));
  run->options->wind(run->options->user, result);
  sm_result_destroy(&result);
  return SM_OK;
}

/* A flow asks for a divergence, or by the scheme of Griebel et al. for a residual of its own. */
static void tell_unconverged(struct sm_context *ctx, const struct run *run, int t,
                             const struct sm_step_report *report) {
  const int times = run->domain->weather.time_count;
  if (run->flow.model != NULL)
    sm_warn(ctx, "time %d of %d did not converge: divergence %.2e after %d iterations", t + 1,
            times, report->divergence, report->iterations);
  else
    sm_warn(ctx,
            "time %d of %d did not converge: relative residual %.2e after %d iterations, "
            "asked for %.2e",
            t + 1, times, report->residual, report->iterations, run->c->wind.tolerance);
}

static enum sm_status fail_unconverged(struct sm_context *ctx, const struct run *run, int count) {
  const struct sm_run_summary *summary = run->summary;
  if (run->flow.model == NULL)
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: %d of %d times did not converge to %.2e: residual %.2e; the outputs "
                   "are written and marked\n"
                   "help: raise wind.max_iterations, or wind.tolerance",
                   count, summary->times, run->c->wind.tolerance, summary->residual);
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: %d of %d times did not converge: divergence %.2e; the outputs are written "
                 "and marked\n"
                 "help: raise %s",
                 count, summary->times, summary->divergence,
                 run->c->flow.mac_sor
                     ? "flow.griebel.tolerance or flow.griebel.iterations; or --precision f64"
                     : "flow.divergence, or wind.max_iterations");
}

static enum sm_status compute_times(struct sm_context *ctx, struct run *run, int *unconverged) {
  struct sm_run_summary *summary = run->summary;
  sm_progress(ctx, "wind", 0);
  const int times = run->domain->weather.time_count;
  for (int done = (int)run->flow.mark.next; done < times; done++) {
    /* Particles that go back in time need the last wind first. */
    const int t = run->c->particles.backward ? times - 1 - done : done;
    if (sm_stop_requested(ctx))
      return sm_fail(ctx, SM_ERR_STOPPED, "stopped after %d of %d times", done, times);
    struct sm_step_report report;
    if (run->flow.model != NULL) /* which tells itself how far it is */
      sm_progress_within(ctx, "flow", 0, 0);
    else if (times > 1)
      sm_progress_within(ctx, "winds", (double)done / times, (done + 1.0) / times);
    SM_TRY(make_wind(ctx, run, t, &report));
    run->report = report;
    run->time = t;
    update_summary(summary, &report);
    SM_TRY(keep_history(ctx, run, &report));
    if (!report.converged) {
      (*unconverged)++;
      tell_unconverged(ctx, run, t, &report);
    }
    sm_debug(ctx, "time %d of %d: %d iterations, residual %.2e, divergence %.2e", t + 1, times,
             report.iterations, report.residual, report.divergence);
    SM_TRY(sm_flow_files_check(ctx, &run->flow));
    const double start = sm_clock_wall();
    sm_progress_part(ctx, "output", times > 1);
    if (run->outputs.zone != NULL) SM_TRY(run->model->zones(ctx, run->self, run->outputs.zone));
    struct sm_flow_view view;
    const bool is_flow = sm_flow_files_view(&run->flow, &view);
    SM_TRY(
        sm_run_outputs_write(ctx, &run->outputs, run->state, t, &report, is_flow ? &view : NULL));
    SM_TRY(sm_flow_files_wind_written(ctx, &run->flow, run->state, t));
    SM_TRY(sm_ensemble_add(ctx, &run->ensemble, run->state, t, &report));
    summary->wall_output += sm_clock_wall() - start;
    SM_TRY(report_result(ctx, run)); /* what it carries may take much longer */
    SM_TRY(sm_dispersion_advance(ctx, &run->dispersion, run->state, t));
    summary->device_memory = run->device->peak;
    if (report.steady) break;
  }
  return SM_OK;
}

/* Ends the files. A run that is stopped or fails keeps the times that it has computed, but has no
 * statistics: these are of all of them. */
static enum sm_status close_files(struct sm_context *ctx, struct run *run, enum sm_status status) {
  const double start = sm_clock_wall();
  const enum sm_run_end end = status == SM_OK            ? SM_RUN_DONE
                              : status == SM_ERR_STOPPED ? SM_RUN_STOPPED
                                                         : SM_RUN_FAILED;
  sm_run_outputs_begin_saving(&run->outputs);
  sm_file_stage_open(ctx, run->outputs.base, &run->outputs.stage);
  enum sm_status closed = sm_run_outputs_close(ctx, &run->outputs);
  if (closed == SM_OK) closed = sm_flow_files_close(ctx, &run->flow, end, run->summary);
  if (closed == SM_OK) closed = sm_dispersion_close(ctx, &run->dispersion, end, run->summary);
  if (closed == SM_OK && status == SM_OK)
    closed = sm_ensemble_close(ctx, &run->ensemble, &run->outputs, run->device->name);
  if (closed == SM_OK) closed = sm_run_outputs_commit(ctx, &run->outputs, end);
  sm_run_outputs_release(&run->outputs);
  run->summary->wall_output += sm_clock_wall() - start;
  return closed != SM_OK ? closed : status;
}

/* All that a run holds but its wind: the state, the domain, and what files are written from. */
static void free_extras(struct run *run) {
  sm_dispersion_free(&run->dispersion);
  sm_flow_files_free(&run->flow);
  sm_ensemble_free(&run->ensemble);
}

static void free_state(struct run *run) {
  sm_model_destroy(run->model, &run->self);
  sm_state_destroy(&run->state);
  sm_device_close(&run->device);
}

static void tear_down(struct run *run) {
  free_extras(run);
  sm_run_outputs_free(&run->outputs);
  free_state(run);
  sm_domain_destroy(&run->domain);
}

static void free_run(void *run) {
  tear_down(run);
  sm_free(run);
}

/* Makes the result, which from here on holds what is left of the run: of a GPU nothing, of a model
 * only what its fields need. */
static enum sm_status keep_result(struct sm_context *ctx, struct run *run, struct sm_result **out) {
  SM_TRY(make_result(ctx, run, out));
  free_extras(run);
  if (!sm_device_is_host(run->device)) {
    free_state(run);
  } else if (run->model->look == NULL && run->state->distance == NULL) {
    sm_model_destroy(run->model, &run->self);
  }
  sm_result_own(*out, run, free_run);
  return SM_OK;
}

/* Lets this thread's loops use so many threads; returns how many they used before. */
static int use_threads(int threads) {
  const int before = omp_get_max_threads();
  if (threads > 0) omp_set_num_threads(threads);
  return before;
}

/* Of a run that failed stays what one that goes on needs, and what a flow had written. */
static enum sm_status keep_saved_files(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                       enum sm_status status, bool diverged) {
  sm_file_stage_close(ctx, outputs->checkpointed || diverged);
  if (!diverged) sm_run_outputs_end_saving(outputs);
  if (diverged && outputs->replaces)
    return sm_fail_add(
        ctx, status,
        "note: the earlier results are as they were; what this run has written is in "
        "%s*.saved",
        outputs->base);
  if (status == SM_OK || status == SM_ERR_STOPPED || diverged || !outputs->checkpointed)
    return status;
  return sm_fail_add(ctx, status,
                     "note: the last checkpoint is kept, and --resume goes on from it: %s%s",
                     outputs->base, SM_CHECKPOINT_NAME);
}

static enum sm_status compute(struct sm_context *ctx, struct run *run, int *unconverged) {
  struct sm_run_summary *summary = run->summary;
  enum sm_status status = set_up(ctx, run);
  if (status == SM_OK) {
    summary->residual = summary->divergence = 0;
    status = compute_times(ctx, run, unconverged);
    sm_progress_within(ctx, NULL, 0, 0);
    if (summary->times == 0) summary->residual = summary->divergence = (double)NAN;
  }
  if (run->domain != NULL) sm_misfit_warn(ctx, run->c, run->domain, summary);
  const bool goes_on = run->flow.model != NULL; /* by a checkpoint, also before the first time */
  if (status == SM_ERR_STOPPED && sm_flow_files_check(ctx, &run->flow) != SM_OK)
    status = SM_ERR_DIVERGED; /* in its last step: no checkpoint of that */
  const bool failed = status == SM_ERR_DIVERGED;
  if (failed) status = sm_flow_files_fail(ctx, &run->flow, status);
  if (status == SM_OK || ((status == SM_ERR_STOPPED || failed) && (summary->times > 0 || goes_on)))
    status = close_files(ctx, run, status);
  status = keep_saved_files(ctx, &run->outputs, status, failed);
  if (summary->wall_solve > 0)
    summary->cell_rate = (summary->flow_cell_steps > 0 ? summary->flow_cell_steps
                                                       : (double)summary->cells * summary->times) /
                         summary->wall_solve;
  if (status == SM_OK) status = sm_run_profile_report(ctx, run->device, summary);
  summary->peak_memory = sm_clock_peak_memory();
  return status;
}

static enum sm_status run_wind(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_run_options *given, struct sm_run_summary *summary,
                               struct sm_result **out) {
  struct sm_run_options options = *given;
  struct run *run;
  options.overwrite |= options.resume; /* the wind is computed and written again */
  summary->model = sm_model_of(c)->name;
  summary->solver = c->wind_source.model == SM_WIND_DIAGNOSTIC ? sm_wind_solver_name(c->wind.solver)
                                                               : sm_model_of(c)->name;
  SM_TRY(sm_alloc(ctx, 1, sizeof *run, "the run", &run));
  *run = (struct run){.c = c, .options = &options, .model = sm_model_of(c), .summary = summary};
  int unconverged = 0;
  enum sm_status status = compute(ctx, run, &unconverged);
  if (status == SM_ERR_MEMORY && run->domain != NULL)
    status = sm_fail_add(ctx, status,
                         "help: larger cells or a smaller domain; 'simoom check' tells "
                         "what a run needs");
  if (status == SM_OK && out != NULL && summary->times > 0) status = keep_result(ctx, run, out);
  if (status == SM_OK && unconverged > 0) status = fail_unconverged(ctx, run, unconverged);
  if (out == NULL || *out == NULL) free_run(run);
  return status;
}

enum sm_status sm_run_keep(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_run_options *options, struct sm_run_summary *summary,
                           struct sm_result **out) {
  const int threads_before = use_threads(options->threads);
  if (out != NULL) *out = NULL;
  *summary = (struct sm_run_summary){.lid = NAN,
                                     .residual = NAN,
                                     .divergence = NAN,
                                     .change = NAN,
                                     .iteration_bytes = NAN,
                                     .cell_rate = NAN,
                                     .error_maximum = NAN,
                                     .error_mean = NAN,
                                     .sweep_change = NAN};
  enum sm_status status = sm_run_check_devices(ctx, c, options->device);
  if (status == SM_OK)
    status = c->mesh.present ? sm_prism_run(ctx, c, options, summary)
                             : run_wind(ctx, c, options, summary, out);
  use_threads(threads_before);
  if (status == SM_OK) status = sm_context_kept_all(ctx);
  return status;
}

enum sm_status sm_run(struct sm_context *ctx, const struct sm_case *c,
                      const struct sm_run_options *options, struct sm_run_summary *summary) {
  return sm_run_keep(ctx, c, options, summary, NULL);
}
