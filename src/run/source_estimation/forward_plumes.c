/* Plumes of sources of the posterior, forward in the same wind: what a further sensor would read.
 */
#include "run/source_estimation/internal.h"

#include "base/list.h"
#include "run/estimate/estimate.h"
#include <math.h>

enum {
  PLUMES = 50,   /* sources drawn from the posterior */
  SHARE = 5,     /* particles of a reading over those of a plume */
  LEAST = 100,   /* particles of a plume */
  INTERVALS = 8, /* of the averaging time of the reading */
};

/* The forward run. */
struct forward {
  struct sm_context *ctx;
  const struct sm_source_problem *p;
  struct sm_source_plumes *out;
  double height;
  double origin;    /* s, start of the forward run */
  double window[2]; /* s of the forward run; NAN: whole run, of a pulse of one second */
  struct sm_source_state *draw;
  struct sm_domain plane;
  bool planned;
  int *layer;  /* [columns] */
  float *half; /* [columns][plumes] kg/m3, half the difference of the replicates */
};

/* --- sources of the posterior --- */

/* Whether the cells have air at a place in m from the south-west corner of the grid. */
static bool has_air(const struct sm_domain *domain, const double place[2], double height) {
  const int i = sm_axis_find(&domain->grid.axis[0], place[0]);
  const int j = sm_axis_find(&domain->grid.axis[1], place[1]);
  return i >= 0 && j >= 0 && sm_height_weights_at(domain, i, j, height).low >= 0;
}

static double height_of(const struct forward *f, const struct sm_source *s) {
  return f->p->sr->height[sm_source_column(f->p->sr, s->place)];
}

static bool is_possible(const struct forward *f, const double *u, struct sm_source_state *out) {
  if (!sm_source_state_of(f->p, u, out)) return false;
  for (int n = 0; n < f->p->sources; n++)
    if (!has_air(f->p->sr->run->domain, out->source[n].place, height_of(f, &out->source[n])))
      return false;
  return true;
}

/* Sources at equal distances in the samples, or the next one in air. */
static enum sm_status draw_sources(struct forward *f, const struct sm_samples *samples) {
  SM_TRY(sm_alloc(f->ctx, PLUMES, sizeof *f->draw, "sources", &f->draw));
  for (size_t k = 0; k < PLUMES; k++) {
    const size_t first = (2 * k + 1) * samples->count / (2 * PLUMES);
    size_t tries = 0;
    for (; tries < samples->count; tries++) {
      const size_t s = (first + tries) % samples->count;
      if (is_possible(f, samples->u + s * (size_t)samples->dimensions, &f->draw[k])) break;
    }
    if (tries == samples->count)
      return sm_fail(f->ctx, SM_ERR_DATA, "error: no source of the estimate is in the air");
  }
  return SM_OK;
}

/* --- the case --- */

/* Times of the forward run: in a steady wind from the first release on. */
static void choose_times(struct forward *f, const struct sm_sensor_reading *like) {
  f->window[0] = f->window[1] = NAN;
  if (isnan(like->until)) return;
  if (f->p->sr->run->domain->weather.time_count == 1) {
    f->origin = like->from;
    for (int k = 0; k < PLUMES; k++)
      for (int n = 0; n < f->p->sources; n++)
        f->origin = fmin(f->origin, f->draw[k].source[n].time[0]);
  }
  f->window[0] = like->from - f->origin;
  f->window[1] = like->until - f->origin;
}

static void add_source(struct sm_text *text, const struct forward *f, const struct sm_source *s,
                       size_t species) {
  const bool steady = isnan(s->time[0]);
  const double margin = f->p->sr->plan.c->domain.margin;
  const double start = steady ? 0 : s->time[0] - f->origin;
  const double length = steady ? 1 : fmax(s->time[1] - s->time[0], 1e-3);
  sm_text_add(text,
              "{species=\"r%zu\",position=[%.12g,%.12g],height=%.12g,mass=%.12g,count=%d,"
              "start=%.12g,stop=%.12g},",
              species, s->place[0] - margin, s->place[1] - margin, height_of(f, s),
              s->rate * length, f->out->particles / SM_REPLICATES, start, start + length);
}

static enum sm_status load(const struct forward *f, struct sm_text *text, struct sm_case **out) {
  const struct sm_case_particles *like = &f->p->sr->plan.c->particles;
  struct sm_text *const list[SM_SOURCE_TEXTS] = {&text[0], &text[1], &text[2], &text[3]};
  size_t count = 2;
  sm_source_species_add(&text[0], &like->species[0], SM_REPLICATES * PLUMES);
  sm_text_add(&text[1], "particles.source=[");
  for (size_t a = 0; a < SM_REPLICATES * PLUMES; a++)
    for (int n = 0; n < f->p->sources; n++)
      add_source(&text[1], f, &f->draw[a / SM_REPLICATES].source[n], a);
  sm_text_add(&text[1], "]");
  if (!isnan(f->window[0])) {
    const double interval = (f->window[1] - f->window[0]) / INTERVALS;
    sm_text_add(&text[count++], "particles.duration=%.12g", f->window[1]);
    sm_text_add(&text[count++], "particles.concentration.interval=%.12g", interval);
  }
  SM_TRY(sm_source_case_load(f->ctx, f->p->options, SM_SOURCE_FORWARD, list, count, out));
  memcpy((*out)->particles.concentration.cell_size, like->concentration.cell_size,
         sizeof like->concentration.cell_size);
  return SM_OK;
}

/* --- the run --- */

/* Columns in whose centre a sensor can stand. */
static enum sm_status find_places(struct forward *f, const struct sm_plume_view *view) {
  const struct sm_source_receptor *sr = f->p->sr;
  struct sm_source_plumes *out = f->out;
  bool any = false;
  f->planned = true;
  SM_TRY(sm_alloc(f->ctx, out->columns, sizeof *f->layer, "columns", &f->layer));
  SM_TRY(sm_dispersion_columns(f->ctx, sr->run->domain, view, f->height, &f->plane, f->layer));
  for (size_t c = 0; c < out->columns; c++) {
    const size_t nx = (size_t)sr->n[0];
    const double centre[2] = {sr->centre[0][c % nx], sr->centre[1][c / nx]};
    out->place[c] = f->layer[c] >= 0 && has_air(sr->run->domain, centre, f->height);
    any |= out->place[c];
  }
  if (any) return SM_OK;
  return sm_fail(f->ctx, SM_ERR_USAGE,
                 "error: no box of [particles.concentration] has air at %g m above the ground, "
                 "where a further sensor would stand\n"
                 "help: --next-height, or particles.concentration.height",
                 f->height);
}

/* Adds the means of an interval, by its part of the averaging time. */
static enum sm_status add_interval(struct sm_context *ctx, void *user,
                                   const struct sm_particles *particles) {
  struct forward *f = user;
  const struct sm_plume_view view = sm_particles_plume(particles);
  const struct sm_particles_progress now = sm_particles_get_progress(particles);
  (void)ctx;
  if (f->layer == NULL) SM_TRY(find_places(f, &view));
  const bool timed = !isnan(f->window[0]);
  const double from = timed ? fmax(now.interval[0], f->window[0]) : now.interval[0];
  const double until = timed ? fmin(now.interval[1], f->window[1]) : now.interval[1];
  const float weight =
      (float)(fmax(until - from, 0) / (timed ? f->window[1] - f->window[0] : 1) / SM_REPLICATES);
  for (size_t k = 0; k < PLUMES; k++)
    for (size_t c = 0; c < f->out->columns; c++) {
      if (f->layer[c] < 0) continue;
      const size_t box = c + (size_t)f->layer[c] * f->out->columns, to = c * PLUMES + k;
      const float one = view.concentration[SM_REPLICATES * k][box];
      const float other = view.concentration[SM_REPLICATES * k + 1][box];
      f->out->mean[to] += weight * (one + other);
      f->half[to] += weight * (one - other);
    }
  return SM_OK;
}

/* A replicate has all the mass: the mean of both is that of the plume, and half their difference
 * its error. */
static enum sm_status find_errors(const struct forward *f) {
  struct sm_source_plumes *out = f->out;
  double all[2] = {0, 0};
  for (size_t k = 0; k < PLUMES; k++) {
    double square = 0, sum = 0;
    for (size_t c = 0; c < out->columns; c++) {
      const double half = (double)f->half[c * PLUMES + k];
      square += half * half;
      sum += (double)out->mean[c * PLUMES + k];
    }
    out->particle[k] = sum > 0 ? square / sum : 0;
    all[0] += square;
    all[1] += sum;
  }
  if (!(all[0] > 0))
    return sm_fail(f->ctx, SM_ERR_DATA,
                   "error: no particle of the estimated sources has come to %g m above the ground, "
                   "where a further sensor would stand\nhelp: --next-height, --particles",
                   f->height);
  for (size_t k = 0; k < PLUMES; k++)
    if (!(out->particle[k] > 0)) out->particle[k] = all[0] / all[1];
  return SM_OK;
}

/* In the wind of the backward run, which it still holds if it is steady. */
static enum sm_status run_in_wind(struct forward *f, const struct sm_case *c) {
  struct sm_simulation *wind = f->p->sr->run;
  struct sm_dispersion own;
  enum sm_status status = sm_run_check_extent(f->ctx, c, wind->domain);
  if (status != SM_OK) return status;
  sm_context_mute(f->ctx, true);
  status = sm_dispersion_open(f->ctx, c, wind->domain, &f->p->options->run, &wind->outputs,
                              wind->device, &wind->flow, NULL, &own);
  sm_context_mute(f->ctx, false);
  own.observe = add_interval;
  own.observer = f;
  if (status == SM_OK) status = sm_dispersion_advance(f->ctx, &own, wind->state, 0);
  sm_dispersion_free(&own);
  return status;
}

/* Winds that change are not kept, and are computed again. */
static enum sm_status run_with_winds(struct forward *f, const struct sm_case *c) {
  SM_SCOPED_BY(sm_simulation_destroy) struct sm_simulation *run = NULL;
  struct sm_domain *domain = NULL;
  sm_context_mute(f->ctx, true);
  const enum sm_status opened =
      sm_simulation_open_inner(f->ctx, c, &f->p->options->run, &domain, &run);
  sm_context_mute(f->ctx, false);
  SM_TRY(opened);
  run->dispersion.observe = add_interval;
  run->dispersion.observer = f;
  while (!run->ended) SM_TRY(sm_simulation_step(f->ctx, run));
  return SM_OK;
}

static enum sm_status run(struct forward *f, const struct sm_case *c) {
  const bool steady = f->p->sr->run->domain->weather.time_count == 1;
  SM_TRY(steady ? run_in_wind(f, c) : run_with_winds(f, c));
  if (f->layer == NULL) return sm_fail(f->ctx, SM_ERR_FAILED, "the forward run had no interval");
  return find_errors(f);
}

enum sm_status sm_source_plumes_create(struct sm_context *ctx, const struct sm_source_problem *p,
                                       const struct sm_samples *samples,
                                       const struct sm_sensor_reading *like, double height,
                                       struct sm_source_plumes *out) {
  struct forward f = {.ctx = ctx, .p = p, .out = out, .height = height};
  struct sm_text text[SM_SOURCE_TEXTS] = {{0}};
  struct sm_case *c = NULL;
  enum sm_status status;
  const int own = p->options->particles / SHARE;
  *out = (struct sm_source_plumes){
      .plumes = PLUMES, .columns = p->sr->columns, .particles = own > LEAST ? own : LEAST};
  SM_TRY_DONE(sm_alloc(ctx, out->columns * PLUMES, sizeof *out->mean, "plumes", &out->mean));
  SM_TRY_DONE(sm_alloc(ctx, out->columns * PLUMES, sizeof *f.half, "plumes", &f.half));
  SM_TRY_DONE(sm_alloc(ctx, PLUMES, sizeof *out->particle, "plumes", &out->particle));
  SM_TRY_DONE(sm_alloc(ctx, out->columns, sizeof *out->place, "plumes", &out->place));
  SM_TRY_DONE(draw_sources(&f, samples));
  choose_times(&f, like);
  SM_TRY_DONE(load(&f, text, &c));
  SM_TRY_DONE(run(&f, c));
done:
  for (int n = 0; n < SM_SOURCE_TEXTS; n++) sm_text_free(&text[n]);
  if (f.planned) sm_plume_plane_free(&f.plane);
  SM_FREE_ALL(f.draw, f.layer, f.half);
  sm_case_destroy(&c);
  return status;
}

void sm_source_plumes_free(struct sm_source_plumes *plumes) {
  SM_FREE_ALL(plumes->mean, plumes->particle, plumes->place);
  *plumes = (struct sm_source_plumes){0};
}
