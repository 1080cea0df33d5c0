/* diagnostic.c - mass-consistent wind: a first guess from stations, then the nearest
 * divergence-free wind (docs/theory/diagnostic.md). */
#include "base/clock.h"
#include "domain/domain.h"
#include "domain/weather/weather.h"
#include "physics/diagnostic/internal.h"
#include "physics/model.h"
#include "physics/prescribed/host_wind.h"
#include "physics/projection.h"
#include "physics/turbulence/closure.h"
#include "physics/urban/urban.h"
#include "physics/vegetation/vegetation.h"
#include "solve/sor/sor.h"
#include <math.h>
#include <string.h>

struct diagnostic {
  const struct sm_case *c;
  const struct sm_case_wind *options;
  const struct sm_domain *given;  /* that of the case */
  const struct sm_domain *domain; /* with the weather of a node of the spread */
  struct sm_state *state;
  struct sm_direction_spread *spread; /* may be NULL */
  struct sm_projection projection;
  struct sm_urban_model *urban;     /* may be NULL */
  double zone_seconds;              /* zone time not yet reported */
  struct sm_lee_model *lee;         /* may be NULL */
  struct sm_slope_flow *slope_flow; /* may be NULL */
  double eta;
  double above; /* height above the domain top at which the potential is 0, m (solve/poisson.h) */
  struct sm_first_guess_model *guess;
  struct sm_station_match *match; /* may be NULL */
  struct sm_warm_start *start;
  struct sm_poisson_result result;
  struct sm_vegetation *vegetation;  /* may be NULL */
  struct sm_turbine_model *turbines; /* may be NULL */
  struct sm_closure *closure;        /* turbulence closure; may be NULL */
};

static enum sm_status make_solver(struct sm_context *ctx, struct diagnostic *d) {
  const struct sm_domain *domain = d->domain;
  const struct sm_poisson_setup setup = {.grid = &domain->grid,
                                         .eta = d->eta,
                                         .cell = domain->cell,
                                         .cut = domain->cut,
                                         .cut_count = domain->cut_count,
                                         .above = d->above,
                                         .own_rows = sm_poisson_is_divided(d->options->solver)};
  sm_warm_start_destroy(&d->start);
  SM_TRY(sm_projection_set_solver(ctx, &d->projection, &setup));
  return sm_warm_start_create(ctx, domain, d->projection.poisson, &d->start);
}

/* --- the model --- */

static void destroy(void *self) {
  struct diagnostic *d = self;
  sm_urban_destroy(&d->urban);
  sm_first_guess_destroy(&d->guess);
  sm_station_match_destroy(&d->match);
  sm_closure_destroy(&d->closure);
  sm_warm_start_destroy(&d->start);
  sm_projection_free(&d->projection);
  sm_vegetation_destroy(&d->vegetation);
  sm_turbine_model_destroy(&d->turbines);
  sm_lee_destroy(&d->lee);
  sm_slope_flow_destroy(&d->slope_flow);
  sm_direction_spread_destroy(&d->spread);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct diagnostic *d = self;
  SM_TRY(sm_sor_natural_check(ctx, state->device, c->wind.solver));
  d->given = domain;
  SM_TRY(sm_direction_spread_create(ctx, c, domain, state, &d->spread));
  if (d->spread != NULL) domain = sm_direction_spread_domain(d->spread);
  d->c = c;
  d->options = &c->wind;
  d->domain = domain;
  d->state = state;
  double alpha = 1;
  enum sm_status status = sm_alpha_find(ctx, c, domain, 0, &alpha);
  d->eta = alpha * alpha;
  d->above = c->wind.top == SM_TOP_UNBOUNDED ? sm_domain_top_zero_height(domain) : 0;
  if (status == SM_OK)
    status = sm_first_guess_create(ctx, domain, state, c->wind.internal_boundary_layers, &d->guess);
  if (status == SM_OK) status = sm_station_match_create(ctx, c, d->given, state, &d->match);
  if (status == SM_OK)
    status = sm_projection_create(ctx, state->device, &domain->grid, &d->projection);
  for (int a = 0; a < 3; a++) d->projection.u[a] = state->field[SM_FIELD_U + a];
  d->projection.sy = state->sy;
  d->projection.sz = state->sz;
  if (status == SM_OK) status = make_solver(ctx, d);
  const double start = sm_clock_wall();
  if (status == SM_OK) status = sm_urban_create(ctx, &c->zones, domain, state, &d->urban);
  if (d->urban != NULL) d->zone_seconds = sm_clock_wall() - start;
  if (status == SM_OK) status = sm_vegetation_create(ctx, c, domain, state, &d->vegetation);
  if (status == SM_OK) status = sm_turbine_model_create(ctx, domain, state, &d->turbines);
  if (status == SM_OK) status = sm_lee_create(ctx, c, domain, state->device, &d->lee);
  if (status == SM_OK) status = sm_slope_flow_create(ctx, c, domain, state->device, &d->slope_flow);
  if (status == SM_OK) status = sm_closure_create(ctx, c, domain, state, &d->closure);
  return status;
}

static struct sm_poisson_options options_of(const struct diagnostic *d) {
  struct sm_poisson_options options = sm_poisson_options_default();
  options.solver = d->options->solver;
  options.tolerance = d->options->tolerance;
  options.change_tolerance = d->options->change_tolerance;
  options.measure_change = d->options->history;
  options.max_iterations = d->options->max_iterations;
  options.omega = d->options->omega;
  options.check_every = d->options->check_every;
  return options;
}

static enum sm_status reserve(struct sm_context *ctx, void *self) {
  struct diagnostic *d = self;
  const struct sm_poisson_options options = options_of(d);
  SM_TRY(sm_urban_reserve(ctx, d->urban));
  SM_TRY(sm_vegetation_reserve(ctx, d->vegetation));
  SM_TRY(sm_turbine_model_reserve(ctx, d->turbines));
  if (sm_poisson_is_divided(options.solver)) return SM_OK;
  return sm_sor_natural_reserve(ctx, d->projection.poisson, &options);
}

/* Applies the building zones and measures their time. */
static enum sm_status apply_zones(struct sm_context *ctx, struct diagnostic *d) {
  if (d->urban == NULL) return SM_OK;
  SM_TRY(sm_device_sync(ctx, d->state->device));
  const double start = sm_clock_wall();
  SM_TRY(sm_urban_apply(ctx, d->urban, &d->projection.poisson->whole));
  SM_TRY(sm_device_sync(ctx, d->state->device));
  d->zone_seconds += sm_clock_wall() - start;
  return SM_OK;
}

static enum sm_status stop_here(struct sm_context *ctx, const struct diagnostic *d) {
  return sm_device_check_stop(ctx, d->state->device, "the first guess was made");
}

/* First guess of a nest: the wind of the coarser run on the faces, with what its hills did to it;
 * that of its columns has no vertical wind. */
static enum sm_status take_coarse_wind(struct sm_context *ctx, const struct diagnostic *d,
                                       int time) {
  SM_SCOPED_BY(sm_host_wind_free) struct sm_host_wind wind = {.u = {NULL}};
  if (d->given->nest == NULL) return SM_OK;
  enum sm_status status = sm_host_wind_create(ctx, d->state, &wind);
  if (status == SM_OK)
    status =
        sm_wind_nest_wind(ctx, d->given, d->given->weather.time[time], wind.u, wind.sy, wind.sz);
  if (status == SM_OK) {
    sm_host_wind_close_faces(d->given, &wind);
    status = sm_host_wind_store(ctx, &wind, d->state);
  }
  return status;
}

/* Adds the first guess of a node of the spread of directions, with all parameterisations, and its
 * projection to the report. */
static enum sm_status solve(struct sm_context *ctx, struct diagnostic *d, int time, int node,
                            struct sm_step_report *report) {
  const struct sm_weather *weather =
      d->match != NULL ? sm_station_match_weather(d->match) : &d->given->weather;
  const struct sm_mg_level *level = &d->projection.poisson->whole;
  const float *ground = sm_first_guess_ground(d->guess), *z = sm_first_guess_layers(d->guess);
  if (d->spread != NULL) {
    SM_TRY(sm_direction_spread_turn(ctx, d->spread, weather, time, node));
    weather = &d->domain->weather;
  }
  SM_TRY(sm_first_guess_make(ctx, d->guess, weather, level, time, d->urban));
  SM_TRY(take_coarse_wind(ctx, d, time));
  SM_TRY(stop_here(ctx, d));
  SM_TRY(sm_lee_apply(ctx, d->lee, time, level, ground, z, d->state));
  SM_TRY(sm_slope_flow_add(ctx, d->slope_flow, time, level, ground, d->state));
  SM_TRY(sm_vegetation_canopy(ctx, d->vegetation));
  SM_TRY(stop_here(ctx, d));
  SM_TRY(apply_zones(ctx, d));
  SM_TRY(stop_here(ctx, d));
  SM_TRY(sm_vegetation_wakes(ctx, d->vegetation));
  SM_TRY(sm_turbine_model_apply(ctx, d->turbines));
  struct sm_poisson_options options = options_of(d);
  options.warm = sm_warm_start_prepare(d->start, time);
  SM_TRY(sm_projection_solve(ctx, &d->projection, &options, &d->result, &report->divergence));
  report->converged &= d->result.converged;
  report->iterations += d->result.iterations;
  report->residual = fmax(report->residual, d->result.residual);
  report->seconds += d->result.seconds;
  return sm_device_check_stop(ctx, d->state->device, "the wind was projected");
}

/* The wind, or its mean over the directions of a spread. */
static enum sm_status make_wind(struct sm_context *ctx, struct diagnostic *d, int time,
                                struct sm_step_report *report) {
  report->converged = true;
  report->residual = 0;
  if (d->spread == NULL) return solve(ctx, d, time, 0, report);
  for (int node = 0; node < SM_DIRECTION_NODES; node++) {
    SM_TRY(solve(ctx, d, time, node, report));
    sm_direction_spread_add(d->spread, node);
  }
  return sm_projection_measure(ctx, &d->projection, &report->divergence);
}

/* The wind of a time, again until it meets the stations; iterations and seconds are of all. */
static enum sm_status meet_stations(struct sm_context *ctx, struct diagnostic *d, int time,
                                    struct sm_step_report *report) {
  bool again = false;
  if (d->match != NULL) SM_TRY(sm_station_match_begin(ctx, d->match, time));
  do {
    SM_TRY(make_wind(ctx, d, time, report));
    if (d->match != NULL) SM_TRY(sm_station_match_correct(ctx, d->match, &again));
  } while (again);
  return SM_OK;
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  (void)until;
  struct diagnostic *d = self;
  double alpha;
  SM_TRY(sm_alpha_find(ctx, d->c, d->domain, time, &alpha));
  if (alpha * alpha != d->eta) {
    d->eta = alpha * alpha;
    SM_TRY(make_solver(ctx, d));
  }
  if (d->state->independent_times) sm_warm_start_forget(d->start);
  *report = (struct sm_step_report){.reached = true};
  SM_TRY(meet_stations(ctx, d, time, report));
  if (d->urban != NULL) {
    size_t blocks;
    const struct sm_urban_block *block = sm_urban_blocks(d->urban, &blocks);
    SM_TRY(sm_closure_set_blocks(ctx, d->closure, block, blocks));
  }
  SM_TRY(sm_closure_step(ctx, d->closure, time));
  SM_TRY(sm_device_sync(ctx, d->state->device));
  report->zone_seconds = d->zone_seconds;
  report->iteration_bytes = d->result.iteration_bytes;
  report->change = d->result.change;
  report->history = d->result.history;
  report->history_count = d->result.history_count;
  report->history_every = d->result.history_every;
  report->changes = d->result.changes;
  report->change_count = d->result.change_count;
  report->change_every = d->result.history_every;
  d->zone_seconds = 0;
  return SM_OK;
}

static unsigned fields(const struct sm_case *c) {
  const unsigned spread = c->wind.direction_spread != 0 ? 1u << SM_FIELD_WIND_SPEED_MEAN : 0;
  return 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W | spread | sm_closure_fields(c);
}

static enum sm_status zones(struct sm_context *ctx, void *self, uint8_t *zone) {
  struct diagnostic *d = self;
  memset(zone, SM_ZONE_NONE, (size_t)sm_grid_cells(&d->domain->grid));
  if (d->urban != NULL) SM_TRY(sm_urban_map(ctx, d->urban, &d->projection.poisson->whole, zone));
  SM_TRY(sm_vegetation_map(ctx, d->vegetation, zone));
  return sm_turbine_model_map(ctx, d->turbines, zone);
}

const struct sm_model sm_model_diagnostic = {.name = "diagnostic",
                                             .size = sizeof(struct diagnostic),
                                             .fields = fields,
                                             .create = create,
                                             .reserve = reserve,
                                             .step = step,
                                             .zones = zones,
                                             .destroy = destroy};
