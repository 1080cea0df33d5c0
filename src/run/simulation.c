#include "run/simulation.h"

#include "base/clock.h"
#include "base/machine/machine.h"
#include "domain/positions.h"
#include "domain/sources/releases.h"
#include "input/gis.h"
#include "physics/flow/time_loop.h"
#include "run/estimate/estimate.h"
#include "run/options.h"
#include "run/record/record.h"
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sm_run_use_threads(int threads) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(sm_threads_choose(threads));
  return before;
}

/* --- set-up --- */

/* Logs what a function describes; frees the facts. */
static enum sm_status log_facts(struct sm_context *ctx, enum sm_status status,
                                struct sm_facts *facts,
                                void (*log)(struct sm_context *ctx, const char *format, ...)) {
  char *text = sm_facts_print(facts);
  if (status == SM_OK && text == NULL)
    status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the list of places");
  for (char *line = text, *end; status == SM_OK && *line != '\0'; line = end) {
    end = line + strcspn(line, "\n");
    if (*end != '\0') *end++ = '\0';
    line += strspn(line, log == sm_info ? " " : "");
    if (*line != '\0') log(ctx, "%s", line);
  }
  free(text);
  sm_facts_free(facts);
  return status;
}

/* Logs the source terms, and in a verbose run the positions of objects. */
static enum sm_status log_places(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain) {
  struct sm_facts terms = {0}, places = {0};
  SM_TRY(log_facts(ctx, sm_source_terms_describe(ctx, c, domain, &terms), &terms, sm_info));
  return log_facts(ctx, sm_locations_describe(ctx, c, domain, &places), &places, sm_debug);
}

static enum sm_status stop_here(struct sm_context *ctx) {
  return sm_stop_requested(ctx) ? sm_fail(ctx, SM_ERR_STOPPED, "stopped before the first step")
                                : SM_OK;
}

static enum sm_status build_domain(struct sm_context *ctx, struct sm_simulation *s) {
  const double start = sm_clock_wall();
  SM_TRY(sm_run_check_names(ctx, s->c, &s->options));
  sm_progress(ctx, "domain", 0);
  if (s->domain == NULL) SM_TRY(sm_domain_build(ctx, s->c, &s->domain));
  SM_TRY(sm_run_check_extent(ctx, s->c, s->domain));
  SM_TRY(log_places(ctx, s->c, s->domain));
  sm_gis_release(); /* frees GDAL's memory for the solver */
  SM_TRY(sm_run_summary_set_domain(ctx, s->domain, &s->summary));
  s->summary.wall_input = sm_clock_wall() - start;
  return SM_OK;
}

/* Opens the first device of the options. */
static enum sm_status open_device(struct sm_context *ctx, struct sm_simulation *s) {
  const struct sm_run_options *options = &s->options;
  SM_TRY(sm_run_open_device(ctx, s->c, s->domain, options, &s->device));
  if (options->profile) SM_TRY(sm_device_begin_profile(ctx, s->device));
  snprintf(s->summary.device, sizeof s->summary.device, "%s", s->device->name);
  return SM_OK;
}

static enum sm_status open_files(struct sm_context *ctx, struct sm_simulation *s) {
  const struct sm_run_options *options = &s->options;
  const char *device = s->device->name;
  SM_TRY(sm_run_outputs_open(ctx, s->c, s->domain, options, !s->inner, device, &s->summary,
                             &s->outputs));
  SM_TRY(sm_flow_files_open(ctx, s->c, s->domain, options, &s->outputs, device, &s->flow));
  SM_TRY(sm_ensemble_open(ctx, s->c, s->domain, options, &s->outputs, &s->ensemble));
  SM_TRY(sm_dispersion_open(ctx, s->c, s->domain, options, &s->outputs, s->device, &s->flow,
                            sm_members_share_particles(s) ? s->members.parallel : NULL,
                            &s->dispersion));
  SM_TRY(sm_run_outputs_stage(ctx, &s->outputs));
  return sm_dispersion_stage(ctx, &s->dispersion);
}

static enum sm_status create_model(struct sm_context *ctx, struct sm_simulation *s) {
  SM_TRY(sm_model_state(ctx, s->model, s->c, s->domain, s->device, sm_dispersion_fields(s->c),
                        &s->state));
  s->state->base = s->outputs.base;
  s->state->independent_times = s->members.parallel != NULL;
  SM_TRY(stop_here(ctx));
  SM_TRY(sm_model_create(ctx, s->model, s->c, s->domain, s->state, &s->self));
  SM_TRY(stop_here(ctx));
  SM_TRY(sm_flow_files_begin(ctx, &s->flow, s->model, s->self, &s->dispersion, s->state));
  return sm_members_resume(ctx, s);
}

static enum sm_status choose_device(struct sm_context *ctx, struct sm_simulation *s) {
  sm_progress(ctx, "set-up", 0);
  SM_TRY(stop_here(ctx));
  SM_TRY(
      sm_members_check(ctx, s->c, s->domain, &s->options, sm_parallel_count(s->members.parallel)));
  const bool idle = sm_members_is_worker(s) && sm_members_undivided(s->c, s->domain);
  return idle ? SM_OK : open_device(ctx, s);
}

static enum sm_status set_up(struct sm_context *ctx, struct sm_simulation *s) {
  enum sm_status status = build_domain(ctx, s);
  const double start = sm_clock_wall();
  if (status == SM_OK) status = choose_device(ctx, s);
  SM_TRY(sm_members_group(ctx, s, status));
  if (sm_members_is_worker(s) && s->members.undivided) {
    sm_domain_destroy(&s->domain);
    s->ended = true;
    return SM_OK;
  }
  SM_TRY(sm_members_is_worker(s) ? sm_members_join_particles(ctx, s) : open_files(ctx, s));
  SM_TRY(stop_here(ctx));
  sm_progress_within(ctx, "set-up", 0.1, 1); /* of the solve for the initial wind of a flow */
  status = create_model(ctx, s);
  sm_progress_within(ctx, NULL, 0, 0);
  SM_TRY(status);
  s->next = (int)s->flow.mark.next;
  s->ended = s->next >= s->domain->weather.time_count;
  s->summary.device_memory = s->device->peak;
  s->summary.residual = s->summary.divergence = 0;
  s->summary.wall_setup = sm_clock_wall() - start;
  sm_progress(ctx, "wind", 0);
  return SM_OK;
}

enum sm_status sm_simulation_check_free(struct sm_context *ctx) {
  if (sm_context_simulation(ctx) == NULL) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: the context is in use by a running simulation\n"
                 "help: finish or destroy that one first, or use another context");
}

static enum sm_status open_with(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_run_options *options, struct sm_domain **domain,
                                struct sm_simulation **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the run", out));
  struct sm_simulation *s = *out;
  sm_context_set_simulation(ctx, s);
  *s = (struct sm_simulation){
      .ctx = ctx, .c = c, .options = *options, .model = sm_model_of(c), .time = -1, .shown = true};
  s->inner = domain != NULL;
  if (s->inner) {
    s->domain = *domain;
    *domain = NULL;
  }
  s->members.parallel = sm_parallel_of(ctx);
  s->options.overwrite |= options->resume; /* the current time is computed and written again */
  s->summary = sm_run_summary_begin();
  s->summary.model = s->model->name;
  s->summary.solver = c->wind_source.model == SM_WIND_DIAGNOSTIC
                          ? sm_wind_solver_name(c->wind.solver)
                          : s->model->name;
  s->failed = set_up(ctx, s);
  s->options.folder = s->options.device = NULL; /* their texts need not live longer */
  return s->failed;
}

enum sm_status sm_simulation_open(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_run_options *options,
                                  struct sm_simulation **out) {
  return open_with(ctx, c, options, NULL, out);
}

enum sm_status sm_simulation_open_inner(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_run_options *options,
                                        struct sm_domain **domain, struct sm_simulation **out) {
  return open_with(ctx, c, options, domain, out);
}

enum sm_status sm_simulation_create(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_run_options *given,
                                    struct sm_simulation **out) {
  const struct sm_run_options complete = sm_run_options_complete(given), *options = &complete;
  *out = NULL;
  if (c->mesh.present || c->wind.mesh == SM_WIND_PRISMS)
    return sm_fail(ctx, SM_ERR_USAGE, "%s: error: a case of prisms has no time to step through",
                   c->path);
  if (c->ensemble.present)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s:%d: error: [ensemble] is of whole runs, not of a simulation that is stepped",
                   c->path, c->ensemble.line);
  SM_TRY(sm_simulation_check_free(ctx));
  SM_TRY(sm_run_check_devices(ctx, c, options->device));
  const int threads_before = sm_run_use_threads(options->threads);
  enum sm_status status = sm_simulation_open(ctx, c, options, out);
  if (status != SM_OK && *out != NULL) status = sm_simulation_close(ctx, *out, status);
  sm_run_use_threads(threads_before);
  if (status != SM_OK) sm_simulation_destroy(out);
  return status;
}

/* Removes unfinished files, but keeps the last checkpoint. */
static void abandon_files(struct sm_simulation *s) {
  if (s->finished) return;
  sm_context_set_simulation(s->ctx, NULL);
  if (sm_context_stage(s->ctx) == &s->outputs.stage)
    sm_file_stage_close(s->ctx, s->outputs.checkpointed);
  sm_run_outputs_end_saving(&s->outputs);
}

void sm_simulation_destroy(struct sm_simulation **pointer) {
  struct sm_simulation *s = *pointer;
  if (s == NULL) return;
  abandon_files(s);
  sm_result_destroy(&s->result);
  sm_dispersion_free(&s->dispersion);
  sm_flow_files_free(&s->flow);
  sm_ensemble_free(&s->ensemble);
  sm_members_free(&s->members);
  sm_run_outputs_free(&s->outputs);
  if (s->model != NULL) sm_model_destroy(s->model, &s->self);
  sm_added_sources_destroy(&s->added);
  sm_state_destroy(&s->state);
  sm_device_close(&s->device);
  sm_domain_destroy(&s->domain);
  sm_run_summary_free(&s->summary);
  sm_free(s);
  *pointer = NULL;
}

/* --- time --- */

double sm_simulation_moment(const struct sm_simulation *s, int time) {
  const double *t = s->domain->weather.time;
  return time < 0 || isnan(t[time]) ? 0 : t[time] - t[0];
}

/* Backward particles need the last wind first. */
static int weather_time(const struct sm_simulation *s, int number) {
  const int times = s->domain->weather.time_count;
  return s->c->particles.backward ? times - 1 - number : number;
}

double sm_simulation_start_time(const struct sm_simulation *s) {
  return s->model->time != NULL ? 0 - s->c->wind_source.spin_up
                                : sm_simulation_moment(s, weather_time(s, 0));
}

double sm_simulation_end_time(const struct sm_simulation *s) {
  return sm_simulation_moment(s, weather_time(s, s->domain->weather.time_count - 1));
}

double sm_simulation_time(const struct sm_simulation *s) {
  if (s->model->time != NULL) return s->model->time(s->self);
  return s->time < 0 ? sm_simulation_start_time(s) : sm_simulation_moment(s, s->time);
}

double sm_simulation_time_step(const struct sm_simulation *s) { return s->step; }

bool sm_simulation_has_ended(const struct sm_simulation *s) { return s->ended; }

/* --- steps --- */

enum sm_status sm_simulation_check_alive(struct sm_context *ctx, const struct sm_simulation *s) {
  if (s->finished) return sm_fail(ctx, SM_ERR_USAGE, "error: the simulation is finished");
  if (s->failed == SM_OK) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: the simulation has failed: it can only be finished or destroyed");
}

enum sm_status sm_simulation_keep_status(struct sm_simulation *s, enum sm_status status) {
  if (status != SM_ERR_USAGE && status != SM_ERR_CASE) s->failed = status;
  return status;
}

/* Starts the next weather time. */
static enum sm_status begin_time(struct sm_context *ctx, struct sm_simulation *s) {
  const int times = s->domain->weather.time_count;
  if (sm_stop_requested(ctx))
    return sm_fail(ctx, SM_ERR_STOPPED, "stopped after %d of %d times", s->next, times);
  const double before = sm_simulation_moment(s, s->time);
  s->time = weather_time(s, s->next);
  s->step = fabs(sm_simulation_moment(s, s->time) - before);
  s->report = sm_step_report_begin();
  s->underway = true;
  return SM_OK;
}

static void set_progress(struct sm_context *ctx, const struct sm_simulation *s) {
  const int times = s->domain->weather.time_count;
  if (s->flow.model != NULL) /* a flow reports its own progress */
    sm_progress_within(ctx, "flow", 0, 0);
  else if (times > 1)
    sm_progress_within(ctx, "winds", (double)s->next / times, (s->next + 1.0) / times);
}

/* Two-way coupling: particles follow each step of the flow, with its current wind. At a
 * weather time they do so with the outputs (sm_simulation_reach), where the first one starts
 * them. */
static enum sm_status couple_particles(struct sm_context *ctx, struct sm_simulation *s) {
  const double time = s->model->time != NULL ? s->model->time(s->self) : 0;
  if (!s->c->particles.two_way || s->report.reached || !(time > 0)) return SM_OK;
  SM_TRY(s->model->show(ctx, s->self));
  s->shown = true;
  return sm_dispersion_follow(ctx, &s->dispersion, s->state, time);
}

/* Advances the model by a step, and handles events between steps. */
static enum sm_status make_step(struct sm_context *ctx, struct sm_simulation *s, double until) {
  const struct sm_model *model = s->model;
  const double before = model->time != NULL ? model->time(s->self) : 0;
  SM_TRY(model->step(ctx, s->self, s->time, until, &s->report));
  if (s->report.step > 0) s->step = s->report.step;
  s->shown = model->show == NULL;
  SM_TRY(sm_members_end_step(ctx, s, before));
  SM_TRY(couple_particles(ctx, s));
  const bool followed = !s->c->particles.two_way || !s->report.reached;
  SM_TRY(sm_flow_files_step(ctx, &s->flow, followed));
  if (!s->report.reached || model->reach == NULL) return SM_OK;
  s->shown = true;
  return model->reach(ctx, s->self, s->time, &s->report);
}

static enum sm_status step(struct sm_context *ctx, struct sm_simulation *s, double until) {
  sm_simulation_forget_result(s);
  SM_TRY(sm_members_begin_step(ctx, s));
  if (!s->underway) SM_TRY(begin_time(ctx, s));
  set_progress(ctx, s);
  const double start = sm_clock_wall();
  enum sm_status status = sm_members_is_own(s) ? make_step(ctx, s, until) : SM_OK;
  status = sm_members_exchange(ctx, s, status);
  s->summary.wall_solve += sm_clock_wall() - start;
  if (status != SM_OK || !s->report.reached) return status;
  s->underway = false;
  s->next++;
  s->ended = s->report.steady || s->next == s->domain->weather.time_count || s->members.ended;
  return sm_members_reach(ctx, s);
}

/* Whether a flow has reached its initial weather time, which needs no time step. */
static bool has_not_moved(const struct sm_simulation *s) {
  return s->model->time != NULL && s->report.steps == 0 && !s->ended;
}

static enum sm_status step_until(struct sm_context *ctx, struct sm_simulation *s, double until) {
  SM_TRY(sm_simulation_check_alive(ctx, s));
  if (s->ended)
    return sm_fail(ctx, SM_ERR_USAGE, "error: the simulation has ended: there is no step left");
  const int threads_before = sm_run_use_threads(s->options.threads);
  do s->failed = step(ctx, s, until);
  while (s->failed == SM_OK && has_not_moved(s));
  sm_run_use_threads(threads_before);
  return s->failed;
}

enum sm_status sm_simulation_step(struct sm_context *ctx, struct sm_simulation *s) {
  return step_until(ctx, s, INFINITY);
}

/* Whether the next step does not go beyond `time`. */
static bool comes_before(const struct sm_simulation *s, double time) {
  if (s->model->time != NULL) return !sm_flow_time_reached(sm_simulation_time(s), time);
  const double next = sm_simulation_moment(s, weather_time(s, s->next));
  return s->c->particles.backward ? next >= time : next <= time;
}

enum sm_status sm_simulation_advance_to(struct sm_context *ctx, struct sm_simulation *s,
                                        double time) {
  const double now = sm_simulation_time(s);
  if (!(s->c->particles.backward ? time <= now : time >= now)) /* also for NAN */
    return sm_fail(ctx, SM_ERR_USAGE, "error: %.6g s is not ahead: the simulation is at %.6g s",
                   time, now);
  while (!s->ended && comes_before(s, time)) SM_TRY(step_until(ctx, s, time));
  return SM_OK;
}
