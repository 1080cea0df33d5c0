/* weather_time.c - events at a weather time: outputs, statistics, particles. */
#include "base/clock.h"
#include "run/record/record.h"
#include "run/simulation.h"

/* A steady wind, or the first scalar that is not steady. */
static void tell_unsteady(struct sm_context *ctx, const struct sm_simulation *s) {
  const struct sm_step_report *report = &s->report;
  const struct sm_case_rans *c = &s->c->rans;
  const int times = s->domain->weather.time_count;
  if (report->scalar == 0 || report->residual > c->tolerance)
    sm_warn(ctx,
            "time %d of %d is not steady after %d iterations: %.2g of the fastest wind remain (at "
            "most %.2g), asked for %.2g",
            s->time + 1, times, report->iterations, report->residual, report->change, c->tolerance);
  if (report->scalar > 0)
    sm_warn(ctx,
            "time %d of %d: the concentration of %s did not converge in %d iterations: residual "
            "%.2g, asked for %.2g",
            s->time + 1, times, s->c->flow.scalar[report->scalar - 1].name, c->max_iterations,
            report->scalar_residual, c->scalar_tolerance);
}

/* Warns of a wind that did not converge: divergence for a flow, else change or residual. */
static void tell_unconverged(struct sm_context *ctx, const struct sm_simulation *s) {
  const struct sm_step_report *report = &s->report;
  const int times = s->domain->weather.time_count;
  if (s->flow.model != NULL)
    sm_warn(ctx, "time %d of %d did not converge: divergence %.2e after %d iterations", s->time + 1,
            times, report->divergence, report->iterations);
  else if (s->c->wind_source.model == SM_WIND_RANS)
    tell_unsteady(ctx, s);
  else if (s->c->wind.change_tolerance > 0)
    sm_warn(ctx,
            "time %d of %d did not converge: largest change %.2e m2/s in the last of %d "
            "iterations, asked for %.2e",
            s->time + 1, times, report->change, report->iterations, s->c->wind.change_tolerance);
  else
    sm_warn(ctx,
            "time %d of %d did not converge: relative residual %.2e after %d iterations, "
            "asked for %.2e",
            s->time + 1, times, report->residual, report->iterations, s->c->wind.tolerance);
}

static enum sm_status write_wind(struct sm_context *ctx, struct sm_simulation *s) {
  const double start = sm_clock_wall();
  struct sm_flow_view view;
  sm_progress_part(ctx, "output", s->domain->weather.time_count > 1);
  if (s->outputs.zone != NULL && !s->members.received)
    SM_TRY(s->model->zones(ctx, s->self, s->outputs.zone));
  const bool is_flow = sm_simulation_view(s, &view);
  SM_TRY(sm_run_outputs_write(ctx, &s->outputs, s->state, s->time, &s->report,
                              is_flow ? &view : NULL));
  SM_TRY(sm_flow_files_wind_written(ctx, &s->flow, s->state, s->time));
  SM_TRY(sm_ensemble_add(ctx, &s->ensemble, &s->outputs, s->state, s->time, &s->report));
  s->summary.wall_output += sm_clock_wall() - start;
  return SM_OK;
}

/* After a stop in the middle of a time: the files end before it. */
static enum sm_status drop_time(struct sm_context *ctx, struct sm_simulation *s) {
  s->summary.times--;
  s->outputs.written--;
  if (s->outputs.netcdf == NULL) return SM_OK;
  return sm_netcdf_keep(ctx, s->outputs.netcdf, (size_t)s->outputs.written);
}

static enum sm_status tell_caller(struct sm_context *ctx, struct sm_simulation *s) {
  const struct sm_result *result;
  if (s->options.wind == NULL) return SM_OK;
  SM_TRY(sm_simulation_result(ctx, s, &result));
  s->options.wind(s->options.user, result);
  sm_simulation_forget_result(s);
  return SM_OK;
}

enum sm_status sm_simulation_reach(struct sm_context *ctx, struct sm_simulation *s) {
  const struct sm_step_report *report = &s->report;
  SM_TRY(sm_run_summary_add(ctx, s->c, report, &s->summary));
  if (!report->converged) {
    s->unconverged++;
    if (report->scalar > 0) s->unsteady_scalar = report->scalar;
    tell_unconverged(ctx, s);
  }
  sm_debug(ctx, "time %d of %d: %d iterations, residual %.2e, divergence %.2e", s->time + 1,
           s->domain->weather.time_count, report->iterations, report->residual, report->divergence);
  SM_TRY(sm_flow_files_check(ctx, &s->flow));
  const enum sm_status written = write_wind(ctx, s);
  if (written == SM_ERR_STOPPED) SM_TRY(drop_time(ctx, s));
  SM_TRY(written);
  SM_TRY(tell_caller(ctx, s)); /* before particles, which may take much longer */
  SM_TRY(sm_dispersion_advance(ctx, &s->dispersion, s->state, s->time));
  if (s->c->particles.two_way)
    s->model->take_impulse(s->self, sm_particles_impulse(s->dispersion.particles));
  s->summary.device_memory = s->device->peak;
  return SM_OK;
}
