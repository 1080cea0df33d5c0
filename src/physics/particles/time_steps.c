/* Particle time step: length and number of the steps of a run (physics/particles/particles.h). */
#include "physics/particles/internal.h"

#include <math.h>

enum {
  SAMPLES = 64,    /* default number of samples per interval */
  QUANTILES = 16,  /* quantiles of the releases of a source */
  MOST_STEPS = 16, /* per batch */
  WIND_PARTS = 32  /* parts of the time between two winds; the wind is constant within one */
};
static const double max_steps = 4294967295; /* random numbers count steps in 32 bits */
static const double warn_steps = 1e7;
static const double max_courant = 2; /* largest number of cells that the fastest air may cross in a
                                        step */

/* --- does it fit? --- */

static enum sm_status check_times(struct sm_context *ctx, const struct sm_case *c, double last_wind,
                                  double *duration) {
  const struct sm_case_particles *p = &c->particles;
  *duration = isnan(p->duration) ? last_wind : p->duration;
  if (p->two_way && *duration > last_wind)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: 'particles.duration' of %.4g s is longer than the flow, %.4g s, "
                   "which would take no momentum then\nhelp: 'wind.duration' of %.4g s",
                   c->path, p->line, *duration, last_wind, *duration);
  if (*duration > 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: there is one wind only, and no 'particles.duration'\n"
                 "help: duration = \"1 h\"",
                 c->path, p->line);
}

static enum sm_status check_grid(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain) {
  for (int d = 0; d < 3; d++)
    if (domain->grid.axis[d].n > SM_PARTICLE_CELLS_MAX)
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: particles move in grids of up to %d cells along an axis, this "
                     "has %d",
                     c->path, c->domain.line, SM_PARTICLE_CELLS_MAX, domain->grid.axis[d].n);
  return SM_OK;
}

enum sm_status sm_particles_check_run(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain, double last_wind,
                                      double *duration) {
  const struct sm_case_particles *p = &c->particles;
  if (domain->weather.climate != NULL)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: a wind rose has directions, not times: particles need a wind in "
                   "time\nhelp: give a station with the wind of a day",
                   c->path, p->line);
  SM_TRY(check_times(ctx, c, last_wind, duration));
  SM_TRY(sm_particles_check_lid(ctx, c, domain));
  return check_grid(ctx, c, domain);
}

/* --- the wind that is expected --- */

/* Largest wind speed over all stations and heights at a time, m/s. */
static double max_station_wind(const struct sm_weather *weather, int time) {
  double most = 0;
  for (int s = 0; s < weather->station_count; s++) {
    const struct sm_station *station = &weather->station[s];
    for (int l = 0; l < station->level_count; l++) {
      const struct sm_station_reading *r = &station->reading[time * station->level_count + l];
      if (r->valid) most = fmax(most, hypot(r->u, r->v));
    }
  }
  return most;
}

/* Largest induced velocity in the disc of a rotor by momentum theory, plus the ambient wind,
 * m/s. */
static double induced_velocity(const struct sm_case_wind_source *source) {
  static const double pi = 3.14159265358979324;
  double most = 0;
  for (size_t r = 0; r < source->rotor_count; r++) {
    const struct sm_case_rotor *rotor = &source->rotor[r];
    const double disk = pi * rotor->radius * rotor->radius;
    most = fmax(most, sqrt(rotor->thrust / (2 * rotor->air_density * disk)));
  }
  return most + hypot(source->ambient[0], source->ambient[1]);
}

/* Upper estimate of the speed of all winds, m/s, from that of the first one, `now` (0: unknown).
 * Winds from files are unknown before they are read. */
static double max_wind_speed(const struct sm_case *c, const struct sm_domain *domain, double now) {
  static const double above_stations = 1.5; /* allowance for stronger wind aloft */
  const struct sm_case_wind_source *source = &c->wind_source;
  const struct sm_weather *weather = &domain->weather;
  if (source->model == SM_WIND_VORTEX)
    return now > 0 ? now : 3.14159265358979324 * source->vortex.strength / source->vortex.size;
  if (source->model == SM_WIND_ROTOR) { /* twice that in the wake, more near the vortices */
    const double disk = induced_velocity(source);
    return now > 2 * disk ? now : 3 * disk;
  }
  if (source->model == SM_WIND_FILE || source->model == SM_WIND_POINTS) return now;
  const double first =
      max_station_wind(weather, c->particles.backward ? weather->time_count - 1 : 0);
  double most = 0;
  for (int t = 0; t < weather->time_count; t++) most = fmax(most, max_station_wind(weather, t));
  return now > 0 && first > 0 ? now * (most / first) : fmax(now, above_stations * most);
}

/* --- how long --- */

/* Time in which air of speed `fastest` (m/s) crosses half a cell, s; 1 for air at rest. */
static double half_cell_step(const struct sm_domain *domain, double fastest) {
  double least = HUGE_VAL;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    const double slack = d < 2 ? 1 : 3; /* vertical velocities are small */
    for (int i = 0; i < axis->n; i++) least = fmin(least, slack * axis->width[i]);
  }
  return fastest > 0 ? 0.5 * least / fastest : 1;
}

/* Smallest relaxation time of all grains, s, for the semi-implicit scheme; HUGE_VAL for other
 * schemes. */
static double min_relaxation_time(const struct sm_case_particles *p) {
  double least = HUGE_VAL;
  for (size_t s = 0; s < p->species_count && p->scheme == SM_PARTICLES_SEMI_IMPLICIT; s++)
    for (size_t m = 0; m < p->species[s].size_count; m++) {
      const double d = p->species[s].size[m].diameter;
      least = fmin(least, p->species[s].density * d * d / (18 * p->air_viscosity));
    }
  return least;
}

/* Time step: given, or such that the fastest air crosses at most half a cell, no wind is skipped,
 * and the semi-implicit scheme is stable. */
static double wanted_step(const struct sm_case *c, const struct sm_domain *domain, double now) {
  const struct sm_case_particles *p = &c->particles;
  const struct sm_weather *weather = &domain->weather;
  if (!isnan(p->step)) return p->step;
  double step = half_cell_step(domain, max_wind_speed(c, domain, now));
  for (int t = 1; t < weather->time_count; t++)
    step = fmin(step, weather->time[t] - weather->time[t - 1]);
  return fmin(step, min_relaxation_time(p));
}

/* Greatest common divisor of two times, at least `least`; `whole` if none exists or `other` is
 * NAN. */
static double common_divisor(double whole, double other, double least) {
  for (int n = 1; whole / n >= least; n++) {
    const double times = other * n / whole;
    if (isnan(times) || n == 1000) break;
    if (times >= 1 - 1e-9 && fabs(times - floor(times + 0.5)) < 1e-9 * times) return whole / n;
  }
  return whole;
}

/* Makes steps divide the averaging interval, or else the run; and the time between snapshots,
 * unless this would need shorter steps. */
static double fitted_step(const struct sm_case *c, double duration, double wanted) {
  const double interval = c->particles.concentration.interval;
  const double one = interval < duration ? interval : duration; /* NAN: none */
  const double whole = common_divisor(one, c->particles.interval, wanted);
  return whole / fmax(1, ceil(whole / wanted - 1e-9));
}

static double steps_of(double duration, double h) { return fmax(1, ceil(duration / h - 1e-6)); }

static enum sm_status check_steps(struct sm_context *ctx, const struct sm_case *c, double steps,
                                  double h) {
  const struct sm_case_particles *p = &c->particles;
  const double relaxation = min_relaxation_time(p);
  if (!(steps <= max_steps && (float)h > 0))
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: the run of particles has %.3g steps of %.3g s; %.10g is the most"
                   "\nhelp: a shorter 'particles.duration', a longer 'particles.step' or "
                   "'particles.concentration.interval'",
                   c->path, p->line, steps, h, max_steps);
  if (steps > warn_steps)
    sm_warn(ctx, "%s:%d: warning: %.3g steps of particles, of %.3g s, will take long", c->path,
            p->line, steps, h);
  if (h > 2 * relaxation)
    sm_warn(
        ctx,
        "%s:%d: warning: the scheme \"paper\" is not stable: its steps are of %.3g s, and twice "
        "the relaxation time of the smallest grains is %.3g s\n"
        "help: scheme = \"midpoint\", or step = \"auto\"",
        c->path, p->line, h, 2 * relaxation);
  return SM_OK;
}

/* --- with the first wind --- */

static int64_t steps_in(double time, double h) {
  const double steps = floor(time / h + 0.5);
  if (isnan(time)) return 0;
  return steps < 1 ? 1 : steps < max_steps ? (int64_t)steps : (int64_t)max_steps;
}

/* Warns that an output interval shorter than the step is replaced by the step. */
static void tell_rare(struct sm_context *ctx, const struct sm_case *c, const char *key, double time,
                      double h) {
  const double near = 0.999;
  if (!(time < near * h)) return; /* or NAN */
  sm_warn(ctx,
          "%s:%d: warning: 'particles.%s' is %.3g s, shorter than the time step of %.3g s, which "
          "replaces it\n"
          "help: 'particles.step' of %.3g s, or a longer %s",
          c->path, c->particles.line, key, time, h, time, key);
}

static void tell_all_rare(struct sm_context *ctx, const struct sm_case *c, double h) {
  const double usual = 1; /* default of trajectory_step */
  const struct sm_case_particles *p = &c->particles;
  tell_rare(ctx, c, "snapshots", p->interval, h);
  tell_rare(ctx, c, "concentration.sample", p->concentration.sample, h);
  if (p->trajectories > 0 && fabs(p->trajectory_step - usual) > 0)
    tell_rare(ctx, c, "trajectory_step", p->trajectory_step, h);
}

enum sm_status sm_particle_steps_set(struct sm_context *ctx, struct sm_particles *p) {
  const struct sm_case *c = p->plan.c;
  const struct sm_case_particles *own = &c->particles;
  const struct sm_case_concentration *boxes = &own->concentration;
  const double now = sm_wind_sampler_max_speed(p->sampler[0]);
  p->h = fitted_step(c, p->duration, wanted_step(c, p->plan.domain, now));
  const double saved = sm_particles_saved_step(p);
  if (p->plan.couples && !isnan(saved)) p->h = saved; /* the first wind is not known any more */
  const double steps = steps_of(p->duration, p->h);
  SM_TRY(check_steps(ctx, c, steps, p->h));
  tell_all_rare(ctx, c, p->h);
  p->steps = (int64_t)steps;
  p->every[SM_EVENT_INTERVAL] = isnan(boxes->interval) ? p->steps : steps_in(boxes->interval, p->h);
  p->every[SM_EVENT_SNAPSHOT] = steps_in(own->interval, p->h);
  p->every[SM_EVENT_TRAJECTORY] = own->trajectories > 0 ? steps_in(own->trajectory_step, p->h) : 0;
  p->every[SM_EVENT_CHECKPOINT] = steps_in(own->checkpoint, p->h);
  const int64_t interval = p->every[SM_EVENT_INTERVAL];
  int64_t sample = isnan(boxes->sample) ? interval / SAMPLES : steps_in(boxes->sample, p->h);
  if (sample < 1) sample = 1;
  p->every[SM_EVENT_SAMPLE] = sample < interval ? sample : interval;
  return SM_OK;
}

/* Horizontal Courant number only: layers may be thin, and vertical velocities are small. */
void sm_particle_steps_check(struct sm_context *ctx, struct sm_particles *p) {
  const struct sm_axis *axis = p->plan.domain->grid.axis;
  const double fastest = sm_wind_sampler_max_speed(p->sampler[0]);
  const double edge = fmin(axis[0].width[0], axis[1].width[0]);
  const double cells = p->h * fastest / edge;
  if (p->warned || !(cells > max_courant)) return;
  p->warned = true;
  sm_warn(ctx,
          "%s:%d: warning: in a step of %.3g s air of %.3g m/s comes through %.3g cells: what is "
          "between them is not seen\nhelp: 'particles.step' of %.2g s",
          p->plan.c->path, p->plan.c->particles.line, p->h, fastest, cells, 0.5 * edge / fastest);
}

/* --- a batch --- */

/* Whether velocities are written after a step. */
static bool writes_velocities(const struct sm_particles *p, int64_t step) {
  const int64_t snapshot = p->every[SM_EVENT_SNAPSHOT], track = p->every[SM_EVENT_TRAJECTORY];
  return step == p->steps || (snapshot > 0 && step % snapshot == 0) ||
         (track > 0 && step % track == 0);
}

int sm_particle_steps_of_batch(const struct sm_particles *p, int64_t until) {
  if (p->plan.collides || p->plan.couples || p->plan.hindered || p->plan.dense.present) return 1;
  int64_t most = until - p->step < MOST_STEPS ? until - p->step : MOST_STEPS;
  if (p->winds > 1 && p->step_time < p->wind[1]) {
    const int64_t half = (until - p->step + 1) / 2;
    if (writes_velocities(p, until) && half < most) most = half;
    const double parts = floor((p->wind[1] - p->wind[0]) / WIND_PARTS / p->h);
    const double left = ceil((p->wind[1] - p->step_time) / p->h - 0.5);
    if (parts < (double)most) most = parts > 1 ? (int64_t)parts : 1;
    if (left < (double)most) most = left > 1 ? (int64_t)left : 1;
  }
  return (int)most;
}

/* --- before --- */

/* Residence time of particles in the domain, s: unlimited or, with open sides, the time to cross
 * the domain in the mean wind of the stations. */
static double residence_time(const struct sm_case *c, const struct sm_domain *domain) {
  double wind = 0;
  for (int t = 0; t < domain->weather.time_count; t++)
    wind += max_station_wind(&domain->weather, t) / domain->weather.time_count;
  if (c->particles.lateral_boundary != SM_PARTICLE_BC_DELETE || !(wind > 0)) return HUGE_VAL;
  return fmax(sm_axis_length(&domain->grid.axis[0]), sm_axis_length(&domain->grid.axis[1])) / wind;
}

static double particle_steps_of(const struct sm_particle_source *source, double duration,
                                double air, double h) {
  const double first = source->at[0], last = source->at[source->moments - 1];
  double moves = 0;
  for (int q = 0; q < QUANTILES; q++) {
    const double release = first + (q + 0.5) / QUANTILES * (last - first);
    moves += fmin(duration - release, air) / h * (double)source->total / QUANTILES;
  }
  return moves;
}

enum sm_status sm_particles_estimate(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain, double last_wind,
                                     struct sm_particles_workload *out) {
  SM_SCOPED_BY(sm_releases_destroy) struct sm_releases *releases = NULL;
  SM_SCOPED_BY(sm_particle_sources_free) struct sm_particle_sources sources = {0};
  double duration;
  *out = (struct sm_particles_workload){0};
  SM_TRY(sm_particles_check_run(ctx, c, domain, last_wind, &duration));
  SM_TRY(sm_releases_create(ctx, c, domain, &releases));
  SM_TRY(sm_particle_sources_create(ctx, c, releases, domain, duration, &sources));
  SM_TRY(sm_contacts_check(ctx, c, domain, &sources));
  out->step = fitted_step(c, duration, wanted_step(c, domain, 0));
  out->steps = steps_of(duration, out->step);
  SM_TRY(check_steps(ctx, c, out->steps, out->step));
  const double air = residence_time(c, domain), interval = c->particles.concentration.interval;
  out->columns = (double)sm_plume_box_columns(c, domain);
  out->boxes = out->columns * (double)sm_plume_box_layers(c, domain);
  out->intervals = isnan(interval) ? 1 : ceil(duration / interval);
  for (int s = 0; s < sources.count; s++) {
    out->particles += (double)sources.item[s].total;
    out->moves += particle_steps_of(&sources.item[s], duration, air, out->step);
  }
  return SM_OK;
}

double sm_particles_fastest_wind(const struct sm_particles *p) {
  return sm_wind_sampler_max_speed(p->sampler[0]);
}
