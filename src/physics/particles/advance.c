/* Time loop of particles: release, transport, binning and events, up to the next output. */
#include "physics/particles/particles.h"

#include "base/list.h"
#include "physics/particles/internal.h"
#include <math.h>
#include <string.h>

enum {
  NEW_PART = 10, /* particles are sorted when more than one in this number is new */
  BOUNCES = 8    /* per particle and step */
};

/* --- what a case means --- */

static enum sm_wind_sampling way_of(const struct sm_case *c) {
  static const enum sm_wind_sampling methods[] = {SM_SAMPLE_FACES, SM_SAMPLE_TRILINEAR,
                                                  SM_SAMPLE_BSPLINE};
  return c->wind_source.model == SM_WIND_VORTEX && !c->particles.turbulence
             ? SM_SAMPLE_VORTEX
             : methods[c->particles.interpolation];
}

static bool lifts_dust(const struct sm_case *c) {
  for (size_t s = 0; s < c->particles.source_count; s++)
    if (c->particles.source[s].shape == SM_SOURCE_GROUND) return true;
  return false;
}

static bool restarts(const struct sm_case_particles *p) {
  return p->lateral_boundary == SM_PARTICLE_BC_RESET || p->top == SM_PARTICLE_BC_RESET ||
         p->ground == SM_PARTICLE_BC_RESET || p->walls == SM_PARTICLE_BC_RESET;
}

/* Kolmogorov constant C0: given, or such that the diffusivity sigma^2 T = 2 sigma^4 / (C0 eps) of a
 * neutral surface layer equals that of momentum, k u* z, with eps = u*^3 / (k z). */
static double structure_of(const struct sm_case *c) {
  const double given = c->particles.structure;
  return isnan(given) ? 2 * pow(c->turbulence.sigma[2], 4) : given;
}

static struct sm_wind_sampler_options wind_sampler_options(const struct sm_case *c) {
  const struct sm_case_particles *p = &c->particles;
  bool friction = lifts_dust(c);
  for (size_t s = 0; s < p->species_count; s++) friction |= isnan(p->species[s].deposition);
  return (struct sm_wind_sampler_options){
      .interpolation = p->interpolation,
      .turbulence = p->turbulence,
      .structure = structure_of(c),
      .friction = friction,
      .reflect = {p->lateral_boundary == SM_PARTICLE_BC_REFLECT, p->top == SM_PARTICLE_BC_REFLECT},
      .backward = p->backward,
      .f64 = p->precision == SM_PARTICLES_F64};
}

unsigned sm_particles_fields(const struct sm_case *c) {
  const struct sm_wind_sampler_options options = wind_sampler_options(c);
  return sm_wind_sampler_fields(&options);
}

static struct sm_particle_set_plan plan_of(const struct sm_case *c, const struct sm_domain *domain,
                                           const struct sm_particles_options *options) {
  const struct sm_case_particles *p = &c->particles;
  const struct sm_parallel *parallel = options->parallel;
  const int sets = options->device_count;
  return (struct sm_particle_set_plan){.c = c,
                                       .domain = domain,
                                       .sets = sets,
                                       .shares = sets * sm_parallel_count(parallel),
                                       .first_share = sets * sm_parallel_rank(parallel),
                                       .parallel = parallel,
                                       .turbulence = p->turbulence,
                                       .restarts = restarts(p),
                                       .rises = sm_plume_rises(p),
                                       .collides = p->collisions.present,
                                       .couples = p->two_way,
                                       .hindered = p->hindered != SM_HINDERED_NONE,
                                       .f64 = p->precision == SM_PARTICLES_F64,
                                       .chains = sm_case_has_chains(p),
                                       .species = (int)p->species_count,
                                       .deposit_maps =
                                           (int)p->species_count * (c->rain.present ? 2 : 1)};
}

/* --- beginning --- */

static enum sm_status create_kinds(struct sm_context *ctx, struct sm_particles *p) {
  SM_TRY(sm_particle_kinds_create(ctx, &p->plan.c->particles, p->h, &p->kinds));
  p->plan.kinds = &p->kinds;
  for (int f = 0; f < p->plan.sets; f++)
    SM_TRY(sm_particle_set_create(ctx, &p->plan, p->set_device[f], p->plan.first_share + f,
                                  &p->set[f]));
  const int64_t samples = p->every[SM_EVENT_INTERVAL] / p->every[SM_EVENT_SAMPLE] + 1;
  SM_TRY(sm_plume_create(ctx, &p->plan, p->releases, samples, p->set, &p->plume));
  return sm_particle_tracking_create(ctx, p);
}

/* Prepares the time steps, which depend on the first wind. */
static enum sm_status begin(struct sm_context *ctx, struct sm_particles *p) {
  SM_TRY(sm_particles_share_saved(ctx, p));
  SM_TRY(sm_particle_steps_set(ctx, p));
  SM_TRY(create_kinds(ctx, p));
  if (p->saved != NULL) SM_TRY(sm_particles_resume(ctx, p));
  sm_info(ctx, "particles: %lld steps of %.4g s", (long long)p->steps, p->h);
  p->begun = true;
  return SM_OK;
}

/* --- life --- */

/* Allocates the release lists of a batch, one entry per source. */
static enum sm_status make_lists(struct sm_context *ctx, struct sm_particles *p) {
  sm_free(p->first);
  p->first = NULL;
  SM_TRY(sm_alloc(ctx, 2 * (size_t)p->sources.count, sizeof *p->first, "particles", &p->first));
  p->number = p->first + p->sources.count;
  return SM_OK;
}

enum sm_status sm_particles_create(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain,
                                   const struct sm_particles_options *options,
                                   struct sm_particles **out) {
  const struct sm_wind_sampler_options sampler = wind_sampler_options(c);
  const size_t sets = (size_t)options->device_count;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "particles", out));
  struct sm_particles *p = *out;
  p->plan = plan_of(c, domain, options);
  p->plan.sources = &p->sources;
  SM_TRY(sm_dense_gas_find(ctx, c, domain, &p->plan.dense));
  p->last_wind = options->last_wind;
  p->way = way_of(c);
  SM_TRY(sm_particles_check_run(ctx, c, domain, options->last_wind, &p->duration));
  SM_TRY(sm_particles_check_devices(ctx, c, p->plan.shares));
  SM_TRY(sm_releases_create(ctx, c, domain, &p->releases));
  SM_TRY(sm_particle_sources_create(ctx, c, p->releases, domain, p->duration, &p->sources));
  SM_TRY(sm_contacts_check(ctx, c, domain, &p->sources));
  for (int s = 0; s < p->sources.count; s++) p->plan.total += p->sources.item[s].total;
  SM_TRY(sm_alloc(ctx, sets, sizeof *p->set, "particles", &p->set));
  SM_TRY(sm_alloc(ctx, sets, sizeof *p->sampler, "particles", &p->sampler));
  SM_TRY(sm_alloc(ctx, sets, sizeof *p->set_device, "particles", &p->set_device));
  SM_TRY(make_lists(ctx, p));
  for (size_t f = 0; f < sets; f++) {
    p->set_device[f] = options->device[f];
    SM_TRY(sm_wind_sampler_create(ctx, domain, options->device[f], &sampler, &p->sampler[f]));
  }
  return SM_OK;
}

void sm_particles_destroy(struct sm_particles **pointer) {
  struct sm_particles *p = *pointer;
  if (p == NULL) return;
  sm_particle_tracking_free(p);
  sm_plume_destroy(&p->plume);
  for (int f = 0; f < p->plan.sets; f++) {
    if (p->set != NULL) sm_particle_set_destroy(&p->set[f]);
    if (p->sampler != NULL) sm_wind_sampler_destroy(&p->sampler[f]);
  }
  sm_particle_sources_free(&p->sources);
  sm_particle_kinds_free(&p->kinds);
  sm_releases_destroy(&p->releases);
  sm_particles_free_checkpoint(p->received);
  SM_FREE_ALL(p->set, p->sampler, p->set_device, p->first, p);
  *pointer = NULL;
}

enum sm_status sm_particles_add_source(struct sm_context *ctx, struct sm_particles *p,
                                       const struct sm_release *release) {
  const struct sm_particle_set_plan *plan = &p->plan;
  const struct sm_case_collisions *collisions = &plan->c->particles.collisions;
  const bool grains = collisions->present && collisions->model == SM_COLLISIONS_CONTACT;
  if (plan->c->particles.backward || plan->restarts || plan->rises || p->tracking.count > 0 ||
      grains || release->source->dense_gas)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: no source can be added to particles that go back in time, are followed, "
                   "begin anew at sides, rise from stacks, slump or are single grains");
  SM_TRY(sm_particle_sources_add(ctx, plan->c, release, plan->domain, p->duration, &p->sources));
  p->plan.total += p->sources.item[p->sources.count - 1].total;
  SM_TRY(make_lists(ctx, p));
  for (int f = 0; f < plan->sets && p->begun; f++) {
    struct sm_particle_source_arrays *arrays = &p->set[f]->arrays;
    sm_particle_source_release(arrays);
    SM_TRY(sm_particle_source_upload(ctx, p->set_device[f], &p->sources, &p->kinds, plan->domain,
                                     arrays));
    SM_TRY(sm_collisions_set_grains(ctx, p->set[f]));
    SM_TRY(sm_coupling_set_grains(ctx, p->set[f]));
    SM_TRY(sm_dense_layer_set_sources(ctx, p->set[f]));
  }
  return SM_OK;
}

/* --- wind --- */

enum sm_status sm_particles_take_wind(struct sm_context *ctx, struct sm_particles *p,
                                      const struct sm_state *state, double time) {
  SM_TRY(sm_wind_sampler_share(ctx, p->plan.parallel, p->sampler[0]));
  for (int f = 1; f < p->plan.sets; f++)
    SM_TRY(sm_wind_sampler_copy(ctx, p->sampler[0], p->sampler[f]));
  p->wind[0] = p->wind[1];
  p->wind[1] = time;
  p->winds++;
  if (!p->begun) SM_TRY(begin(ctx, p));
  if (!sm_device_has_data(p->set_device[0])) return SM_OK;
  sm_particle_steps_check(ctx, p);
  if (lifts_dust(p->plan.c)) SM_TRY(sm_dust_emission_update(ctx, p));
  return sm_plume_rise_update(ctx, p, state);
}

enum sm_status sm_particles_add_wind(struct sm_context *ctx, struct sm_particles *p,
                                     const struct sm_state *state, double time) {
  SM_TRY(sm_wind_sampler_add(ctx, p->sampler[0], state));
  sm_particles_order(p, SM_ORDER_ADD_WIND, 0, time);
  return sm_particles_agree(ctx, p, sm_particles_take_wind(ctx, p, state, time));
}

enum sm_status sm_particles_reserve(struct sm_context *ctx, struct sm_particles *p,
                                    const struct sm_state *state, int processes) {
  const int winds = p->plan.domain->weather.time_count > 1 ? 2 : 1;
  struct sm_air_view view;
  p->plan.shares = p->plan.sets * processes;
  for (int m = 0; m < winds; m++) SM_TRY(sm_particles_add_wind(ctx, p, state, m));
  for (int f = 0; f < p->plan.sets; f++) {
    if (winds > 1) SM_TRY(sm_wind_sampler_interpolate(ctx, p->sampler[f], 0.5, &view));
    SM_TRY(sm_particle_set_reserve(ctx, p->set[f]));
  }
  return SM_OK;
}

/* --- a batch --- */

/* Time in the sequence of winds for a time of the run, which may go backward. */
static double moment_of(const struct sm_particles *p, double time) {
  if (!p->plan.c->particles.backward) return time;
  return (p->last_wind > 0 ? p->last_wind : p->duration) - time;
}

/* Position of the vortex axis along x or y, m. */
static double foot_of(const struct sm_particles *p, int d) {
  const double given = p->plan.c->wind_source.vortex.center[d];
  return isnan(given) ? 0.5 * sm_axis_length(&p->plan.domain->grid.axis[d])
                      : given + p->plan.c->domain.margin;
}

static struct sm_particle_advance particle_advance_of(const struct sm_particles *p, int steps) {
  const struct sm_case *c = p->plan.c;
  const struct sm_case_particles *own = &c->particles;
  const struct sm_case_vortex *vortex = &c->wind_source.vortex;
  const double strength = own->backward ? -vortex->strength : vortex->strength;
  const double middle = moment_of(p, p->step_time + 0.5 * steps * p->h);
  const float e = (float)own->restitution, f = (float)own->friction;
  const struct sm_wall_rebound bounce = {e, f, 0.0f, BOUNCES}, hold = {0.0f, 0.0f, 1e30f, BOUNCES};
  return (struct sm_particle_advance){
      .h_f32 = (float)p->h,
      .h_f64 = p->h,
      .steps = steps,
      .first_step = (uint32_t)p->step,
      .time = (float)p->step_time,
      .scheme = (int)own->scheme,
      .meander = (float)c->turbulence.meander,
      .meander_kept = (float)exp(-2 * p->h / c->turbulence.meander_time),
      .seed = (uint64_t)own->seed,
      .sides = (int)own->lateral_boundary,
      .top = (int)own->top,
      .ground = (int)own->ground,
      .walls = (int)own->walls,
      .rebound = {own->walls == SM_PARTICLE_BC_REFLECT ? bounce : hold,
                  own->ground == SM_PARTICLE_BC_REFLECT ? bounce : hold},
      .deposits = p->kinds.deposited,
      .rain = (float)sm_rain_rate(c, p->plan.domain, middle),
      .cloud_base = (float)c->rain.cloud_base,
      .mixing_height = (float)own->mixing_height,
      .entrainment = (float)own->entrainment,
      .vortex_f32 = {(float)strength, (float)vortex->size, vortex->solenoidal ? 1.0f : 0.0f},
      .vortex_f64 = {strength, vortex->size, vortex->solenoidal ? 1 : 0},
  };
}

static enum sm_status advance_batch(struct sm_context *ctx, struct sm_particles *p, int steps) {
  const double middle = p->step_time + 0.5 * steps * p->h, span = p->wind[1] - p->wind[0];
  const double along = p->winds > 1 && span > 0 ? (middle - p->wind[0]) / span : 1;
  const double part = along < 0 ? 0 : along > 1 ? 1 : along;
  for (int s = 0; s < p->sources.count; s++) {
    const struct sm_particle_source *source = &p->sources.item[s];
    const bool last = p->step + steps >= p->steps;
    p->first[s] = p->step == 0 ? 0 : sm_particle_source_count(source, p->step_time);
    const double end = last ? HUGE_VAL : p->step_time + steps * p->h;
    p->number[s] = sm_particle_source_count(source, end) - p->first[s];
  }
  for (int f = 0; f < p->plan.sets; f++) {
    struct sm_particle_set *set = p->set[f];
    struct sm_particle_advance advance = particle_advance_of(p, steps);
    bool released;
    SM_TRY(sm_particle_set_emit(ctx, set, p->step_time, p->first, p->number, &released));
    advance.released = released;
    if (set->count - set->sorted > set->sorted / NEW_PART) sm_particle_set_sort(set);
    SM_TRY(sm_wind_sampler_interpolate(ctx, p->sampler[f], part, &advance.air));
    for (int d = 0; d < 3; d++) {
      advance.face_f32[d] = set->place[d];
      advance.face_f64[d] = set->arrays.face[d];
      advance.foot_f64[d] = d < 2 ? foot_of(p, d) : 0;
      advance.foot_f32[d] = (float)advance.foot_f64[d];
    }
    SM_TRY(sm_particle_set_advance(ctx, set, p->way, &advance));
    if (p->plan.collides) SM_TRY(sm_particle_set_collide(ctx, set, p->step, p->h));
    p->moves += set->count * steps;
  }
  p->step += steps;
  p->step_time = (double)p->step * p->h;
  return SM_OK;
}

/* --- the march --- */

enum sm_status sm_particles_sample(struct sm_context *ctx, struct sm_particles *p) {
  const double moment[2] = {moment_of(p, p->sampled), moment_of(p, p->step_time)};
  sm_particles_order(p, SM_ORDER_SAMPLE, 0, 0);
  p->sampled = p->step_time;
  return sm_particles_agree(ctx, p, sm_plume_sample(ctx, p->plume, p->set, p->step_time, moment));
}

enum sm_status sm_particles_end_interval(struct sm_context *ctx, struct sm_particles *p) {
  sm_particles_order(p, SM_ORDER_END_INTERVAL, 0, 0);
  p->interval[0] = p->interval[1];
  p->interval[1] = p->step_time;
  return sm_particles_agree(ctx, p,
                            sm_plume_end_interval(ctx, p->plume, moment_of(p, p->interval[0]),
                                                  moment_of(p, p->interval[1])));
}

enum sm_status sm_particles_settle(struct sm_context *ctx, struct sm_particles *p) {
  enum sm_status status = SM_OK;
  sm_particles_order(p, SM_ORDER_SETTLE, 0, 0);
  for (int f = 0; f < p->plan.sets && status == SM_OK; f++) {
    status = sm_particle_set_compact(ctx, p->set[f]);
    if (status == SM_OK) status = sm_device_sync(ctx, p->set[f]->device);
  }
  return sm_particles_agree(ctx, p, status);
}

/* Particles are sorted when the fastest may have crossed this number of cells: neighbours in memory
 * are then no longer neighbours in the air. */
enum { CELLS_BETWEEN_SORTS = 8, STEPS_BETWEEN_SORTS = 128 };

static void sort_all(struct sm_particles *p) {
  if (p->plan.collides) return; /* sorted in every step */
  const double steps = (double)(p->step - p->sorted_step);
  const double way = sm_wind_sampler_max_speed(p->sampler[0]) * p->h * steps;
  const double far = CELLS_BETWEEN_SORTS * p->plan.domain->grid.axis[0].width[0];
  if (way < far && steps < STEPS_BETWEEN_SORTS) return;
  for (int f = 0; f < p->plan.sets; f++) sm_particle_set_sort(p->set[f]);
  p->sorted_step = p->step;
}

bool sm_particles_need_wind(const struct sm_particles *p) {
  return p->winds == 0 || (p->wind[1] < p->last_wind && p->step_time + 0.5 * p->h > p->wind[1]);
}

enum sm_status sm_particles_advance_batch(struct sm_context *ctx, struct sm_particles *p,
                                          int steps) {
  SM_TRY(advance_batch(ctx, p, steps));
  sort_all(p);
  return SM_OK;
}

enum sm_status sm_particles_advance(struct sm_context *ctx, struct sm_particles *p, int64_t until) {
  enum sm_status status = SM_OK;
  bool stops = false;
  while (status == SM_OK && p->step < until && !sm_particles_need_wind(p)) {
    const bool follows = p->plan.couples && p->step_time < p->wind[1];
    const int steps = sm_particle_steps_of_batch(p, until);
    stops = sm_stop_requested(ctx) && !follows;
    if (stops) break;
    sm_particles_order(p, SM_ORDER_BATCH, steps, 0);
    status = sm_particles_advance_batch(ctx, p, steps);
  }
  sm_particles_order(p, SM_ORDER_END_ADVANCE, 0, 0);
  SM_TRY(sm_particles_end_advance(ctx, p, status));
  if (stops) return sm_fail(ctx, SM_ERR_STOPPED, "stopped at %.6g s", p->step_time);
  return sm_particle_coupling_check(ctx, p);
}

struct sm_particles_progress sm_particles_get_progress(const struct sm_particles *p) {
  return (struct sm_particles_progress){
      .time = p->step_time,
      .duration = p->duration,
      .step = p->h,
      .steps_done = p->step,
      .steps = p->steps,
      .every = p->every,
      .moment = moment_of(p, p->step_time),
      .interval = {moment_of(p, p->interval[0]), moment_of(p, p->interval[1])},
      .particle_steps = p->moves - p->moves_before};
}

struct sm_plume_view sm_particles_plume(const struct sm_particles *p) {
  return sm_plume_view_of(p->plume);
}
const struct sm_releases *sm_particles_releases(const struct sm_particles *p) {
  return p->releases;
}
