#include "physics/particles.h"

#include "cell/dust.h"
#include "physics/ground_dust.h"
#include "physics/particle_save.h"
#include "physics/particle_state.h"
#include "physics/particle_steps.h"
#include "physics/plume_rise.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_STEPS = 16, /* of a batch */
  WIND_PARTS = 32, /* of the time between two winds, in which it stays the same */
  NEW_PART = 10,   /* particles are put in order when more than one in so many is new */
  BOUNCES = 8      /* of a particle in a step */
};

/* --- what a case means --- */

static bool is_vortex(const struct sm_case *c) { return c->wind_source.model == SM_WIND_VORTEX; }

static enum sm_way way_of(const struct sm_case *c) {
  static const enum sm_way ways[] = {SM_WAY_FACES, SM_WAY_TRILINEAR, SM_WAY_BSPLINE};
  return is_vortex(c) && !c->particles.turbulence ? SM_WAY_VORTEX
                                                  : ways[c->particles.interpolation];
}

static bool lifts_dust(const struct sm_case *c) {
  for (size_t s = 0; s < c->particles.source_count; s++)
    if (c->particles.source[s].shape == SM_SOURCE_GROUND) return true;
  return false;
}

static bool restarts(const struct sm_case_particles *p) {
  return p->sides == SM_FATE_RESET || p->top == SM_FATE_RESET || p->ground == SM_FATE_RESET ||
         p->walls == SM_FATE_RESET;
}

/* Unless given, that with which the diffusivity sigma^2 T = 2 sigma^4 / (C0 eps) of a neutral
 * surface layer is that of momentum: eps = u*^3 / (k z), k u* z. */
static double structure_of(const struct sm_case *c) {
  const double given = c->particles.structure;
  return isnan(given) ? 2 * pow(c->turbulence.sigma[2], 4) : given;
}

static struct sm_carrier_options carrier_options(const struct sm_case *c) {
  const struct sm_case_particles *p = &c->particles;
  bool friction = lifts_dust(c);
  for (size_t s = 0; s < p->species_count; s++) friction |= isnan(p->species[s].deposition);
  return (struct sm_carrier_options){
      .interpolation = p->interpolation,
      .turbulence = p->turbulence,
      .structure = structure_of(c),
      .friction = friction,
      .reflect = {p->sides == SM_FATE_REFLECT, p->top == SM_FATE_REFLECT},
      .backward = p->backward};
}

unsigned sm_particles_fields(const struct sm_case *c) {
  const struct sm_carrier_options options = carrier_options(c);
  return sm_carrier_fields(&options);
}

/* Plans before anything is known but the case. */
static struct sm_flock_plan plan_of(const struct sm_case *c, const struct sm_domain *domain,
                                    int flocks) {
  const struct sm_case_particles *p = &c->particles;
  return (struct sm_flock_plan){.c = c,
                                .domain = domain,
                                .flocks = flocks,
                                .turbulence = p->turbulence,
                                .restarts = restarts(p),
                                .rises = sm_plume_rises(p),
                                .species = (int)p->species_count};
}

size_t sm_particles_bytes(const struct sm_case *c, const struct sm_domain *domain,
                          int device_count) {
  const struct sm_carrier_options options = carrier_options(c);
  struct sm_flock_plan plan = plan_of(c, domain, device_count);
  struct sm_particle_sources sources = {.count = (int)c->particles.source_count};
  plan.sources = &sources;
  for (size_t s = 0; s < c->particles.source_count; s++)
    plan.total += (int64_t)c->particles.source[s].count;
  return sm_carrier_bytes(domain, &options, domain->weather.time_count == 1) +
         sm_flock_bytes(&plan) + sm_plume_bytes(&plan);
}

/* --- beginning --- */

static enum sm_status create_kinds(struct sm_context *ctx, struct sm_particles *p) {
  SM_TRY(sm_particle_kinds_create(ctx, &p->plan.c->particles, p->h, &p->kinds));
  p->plan.kinds = &p->kinds;
  for (int f = 0; f < p->plan.flocks; f++)
    SM_TRY(sm_flock_create(ctx, &p->plan, p->carrier_device[f], f, &p->flock[f]));
  const int64_t samples = p->every[SM_EVERY_INTERVAL] / p->every[SM_EVERY_SAMPLE] + 1;
  SM_TRY(sm_plume_create(ctx, &p->plan, p->releases, samples, p->flock, &p->plume));
  return sm_particle_tracks_create(ctx, p);
}

/* What steps depend on is known with the first wind. */
static enum sm_status begin(struct sm_context *ctx, struct sm_particles *p) {
  SM_TRY(sm_particle_steps_set(ctx, p));
  SM_TRY(create_kinds(ctx, p));
  if (p->saved != NULL) SM_TRY(sm_particles_resume(ctx, p));
  sm_info(ctx, "particles: %lld steps of %.4g s", (long long)p->steps, p->h);
  p->begun = true;
  return SM_OK;
}

/* --- life --- */

enum sm_status sm_particles_create(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain,
                                   const struct sm_particles_options *options,
                                   struct sm_particles **out) {
  const struct sm_carrier_options carrier = carrier_options(c);
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "particles", out));
  struct sm_particles *p = *out;
  const size_t flocks = (size_t)options->device_count;
  p->plan = plan_of(c, domain, options->device_count);
  p->plan.sources = &p->sources;
  p->last_wind = options->last_wind;
  p->way = way_of(c);
  SM_TRY(sm_particles_check_run(ctx, c, domain, options->last_wind, &p->duration));
  SM_TRY(sm_releases_create(ctx, c, domain, &p->releases));
  SM_TRY(sm_particle_sources_create(ctx, c, p->releases, domain, p->duration, &p->sources));
  for (int s = 0; s < p->sources.count; s++) p->plan.total += p->sources.item[s].total;
  SM_TRY(sm_alloc(ctx, flocks, sizeof *p->flock, "particles", &p->flock));
  SM_TRY(sm_alloc(ctx, flocks, sizeof *p->carrier, "particles", &p->carrier));
  SM_TRY(sm_alloc(ctx, flocks, sizeof *p->carrier_device, "particles", &p->carrier_device));
  SM_TRY(sm_alloc(ctx, 2 * (size_t)p->sources.count, sizeof *p->first, "particles", &p->first));
  p->number = p->first + p->sources.count;
  for (size_t f = 0; f < flocks; f++) {
    p->carrier_device[f] = options->device[f];
    SM_TRY(sm_carrier_create(ctx, domain, options->device[f], &carrier, &p->carrier[f]));
  }
  return SM_OK;
}

void sm_particles_destroy(struct sm_particles **pointer) {
  struct sm_particles *p = *pointer;
  if (p == NULL) return;
  sm_particle_tracks_free(p);
  sm_plume_destroy(&p->plume);
  for (int f = 0; f < p->plan.flocks; f++) {
    if (p->flock != NULL) sm_flock_destroy(&p->flock[f]);
    if (p->carrier != NULL) sm_carrier_destroy(&p->carrier[f]);
  }
  sm_particle_sources_free(&p->sources);
  sm_particle_kinds_free(&p->kinds);
  sm_releases_destroy(&p->releases);
  sm_free(p->flock);
  sm_free(p->carrier);
  sm_free(p->carrier_device);
  sm_free(p->first);
  sm_free(p);
  *pointer = NULL;
}

/* --- wind --- */

enum sm_status sm_particles_take_wind(struct sm_context *ctx, struct sm_particles *p,
                                      const struct sm_state *state, double time) {
  SM_TRY(sm_carrier_take(ctx, p->carrier[0], state));
  for (int f = 1; f < p->plan.flocks; f++)
    SM_TRY(sm_carrier_copy(ctx, p->carrier[0], p->carrier[f]));
  p->wind[0] = p->wind[1];
  p->wind[1] = time;
  p->winds++;
  if (!p->begun) SM_TRY(begin(ctx, p));
  sm_particle_steps_watch(ctx, p);
  if (lifts_dust(p->plan.c)) SM_TRY(sm_ground_dust_update(ctx, p));
  return sm_plume_rise_update(ctx, p, state);
}

/* --- a batch --- */

static int64_t next_multiple(int64_t step, int64_t every) {
  return every > 0 ? (step / every + 1) * every : INT64_MAX;
}

/* Steps until something is due, or the wind must change. */
static int steps_of_batch(const struct sm_particles *p) {
  int64_t until = p->steps;
  for (int e = 0; e < SM_EVERY_COUNT; e++) {
    const int64_t next = next_multiple(p->step, p->every[e]);
    if (next < until) until = next;
  }
  int64_t most = until - p->step < MOST_STEPS ? until - p->step : MOST_STEPS;
  if (p->winds > 1 && p->step_time < p->wind[1]) {
    const double parts = floor((p->wind[1] - p->wind[0]) / WIND_PARTS / p->h);
    const double left = ceil((p->wind[1] - p->step_time) / p->h - 0.5);
    if (parts < (double)most) most = parts > 1 ? (int64_t)parts : 1;
    if (left < (double)most) most = left > 1 ? (int64_t)left : 1;
  }
  return (int)most;
}

/* Of the axis of the vortex, m. */
static double foot_of(const struct sm_particles *p, int d) {
  const double given = p->plan.c->wind_source.vortex.center[d];
  return isnan(given) ? 0.5 * sm_axis_length(&p->plan.domain->grid.axis[d])
                      : given + p->plan.c->domain.margin;
}

static struct sm_carry carry_of(const struct sm_particles *p, int steps) {
  const struct sm_case *c = p->plan.c;
  const struct sm_case_particles *own = &c->particles;
  const struct sm_case_vortex *vortex = &c->wind_source.vortex;
  const struct sm_wall_law bounce = {(float)own->restitution, (float)own->friction, 0.0f, BOUNCES};
  const struct sm_wall_law hold = {0.0f, 0.0f, 1e30f, BOUNCES};
  return (struct sm_carry){
      .h = (float)p->h,
      .steps = steps,
      .first_step = (uint32_t)p->step,
      .time = (float)p->step_time,
      .scheme = (int)own->scheme,
      .meander = (float)c->turbulence.meander,
      .meander_kept = (float)exp(-2 * p->h / c->turbulence.meander_time),
      .seed = (uint64_t)own->seed,
      .sides = (int)own->sides,
      .top = (int)own->top,
      .ground = (int)own->ground,
      .walls = (int)own->walls,
      .law = {own->walls == SM_FATE_REFLECT ? bounce : hold,
              own->ground == SM_FATE_REFLECT ? bounce : hold},
      .deposits = p->kinds.deposited,
      .vortex = {(float)(own->backward ? -vortex->strength : vortex->strength), (float)vortex->size,
                 vortex->solenoidal ? 1.0f : 0.0f},
  };
}

static enum sm_status move_all(struct sm_context *ctx, struct sm_particles *p, int steps) {
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
  for (int f = 0; f < p->plan.flocks; f++) {
    struct sm_flock *flock = p->flock[f];
    struct sm_carry carry = carry_of(p, steps);
    bool births;
    SM_TRY(sm_flock_emit(ctx, flock, p->step_time, p->first, p->number, &births));
    carry.births = births;
    if (flock->count - flock->sorted > flock->sorted / NEW_PART) sm_flock_sort(flock);
    SM_TRY(sm_carrier_between(ctx, p->carrier[f], part, &carry.air));
    for (int d = 0; d < 3; d++) {
      carry.place[d] = flock->place[d];
      carry.foot[d] = d < 2 ? (float)foot_of(p, d) : 0.0f;
    }
    sm_flock_move(flock, p->way, &carry);
    p->moves += flock->count * steps;
  }
  p->step += steps;
  p->step_time = (double)p->step * p->h;
  return SM_OK;
}

/* --- the march --- */

static bool is_due(const struct sm_particles *p, enum sm_every e) {
  return p->every[e] > 0 &&
         (p->step % p->every[e] == 0 || (e == SM_EVERY_INTERVAL && p->step == p->steps) ||
          (e == SM_EVERY_SAMPLE && p->step == p->steps));
}

/* Where a time of the march lies among the winds. */
static double moment_of(const struct sm_particles *p, double time) {
  if (!p->plan.c->particles.backward) return time;
  return (p->last_wind > 0 ? p->last_wind : p->duration) - time;
}

static enum sm_status end_batch(struct sm_context *ctx, struct sm_particles *p, unsigned *due) {
  if (is_due(p, SM_EVERY_SAMPLE)) {
    const double moment[2] = {moment_of(p, p->sampled), moment_of(p, p->step_time)};
    SM_TRY(sm_plume_sample(ctx, p->plume, p->flock, p->step_time, moment));
    p->sampled = p->step_time;
  }
  if (is_due(p, SM_EVERY_INTERVAL)) {
    p->interval[0] = p->interval[1];
    p->interval[1] = p->step_time;
    SM_TRY(sm_plume_end_interval(ctx, p->plume, moment_of(p, p->interval[0]),
                                 moment_of(p, p->interval[1])));
    *due |= SM_DUE_INTERVAL;
  }
  if (is_due(p, SM_EVERY_SNAPSHOT)) *due |= SM_DUE_SNAPSHOT;
  if (is_due(p, SM_EVERY_TRACK)) *due |= SM_DUE_TRACK;
  if (is_due(p, SM_EVERY_CHECKPOINT)) *due |= SM_DUE_CHECKPOINT;
  if (p->step == p->steps) *due |= SM_DUE_END;
  return SM_OK;
}

/* Particles are put in order when the fastest may have come through so many cells: then their
 * neighbours in memory are no more those in the air. */
enum { CELLS_BETWEEN_SORTS = 8, STEPS_BETWEEN_SORTS = 128 };

static void sort_all(struct sm_particles *p) {
  const double steps = (double)(p->step - p->sorted_step);
  const double way = sm_carrier_fastest(p->carrier[0]) * p->h * steps;
  const double far = CELLS_BETWEEN_SORTS * p->plan.domain->grid.axis[0].width[0];
  if (way < far && steps < STEPS_BETWEEN_SORTS) return;
  for (int f = 0; f < p->plan.flocks; f++) sm_flock_sort(p->flock[f]);
  p->sorted_step = p->step;
}

enum sm_status sm_particles_march(struct sm_context *ctx, struct sm_particles *p, unsigned *due) {
  *due = 0;
  while (*due == 0) {
    if (sm_stopping(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped at %.6g s", p->step_time);
    const bool more = p->wind[1] < p->last_wind;
    if (p->winds == 0 || (more && p->step_time + 0.5 * p->h > p->wind[1])) {
      *due = SM_DUE_WIND;
      return SM_OK;
    }
    if (p->step >= p->steps) {
      *due = SM_DUE_END;
      return SM_OK;
    }
    SM_TRY(move_all(ctx, p, steps_of_batch(p)));
    sort_all(p);
    SM_TRY(end_batch(ctx, p, due));
  }
  for (int f = 0; f < p->plan.flocks; f++) {
    SM_TRY(sm_flock_trim(ctx, p->flock[f]));
    SM_TRY(sm_device_sync(ctx, p->flock[f]->device));
  }
  return SM_OK;
}

struct sm_particles_status sm_particles_status(const struct sm_particles *p) {
  return (struct sm_particles_status){
      .time = p->step_time,
      .duration = p->duration,
      .step = p->h,
      .steps_done = p->step,
      .steps = p->steps,
      .moment = moment_of(p, p->step_time),
      .interval = {moment_of(p, p->interval[0]), moment_of(p, p->interval[1])},
      .particle_steps = p->moves - p->moves_before};
}

struct sm_plume_view sm_particles_plume(const struct sm_particles *p) {
  return sm_plume_look(p->plume);
}
const struct sm_particle_kinds *sm_particles_kinds(const struct sm_particles *p) {
  return &p->kinds;
}
const struct sm_releases *sm_particles_releases(const struct sm_particles *p) {
  return p->releases;
}
