/* Source estimation: readings, backward run, sampler, summary of the posterior. */
#include "run/source_estimation/internal.h"

#include "base/list.h"
#include "input/gis.h"
#include "run/options.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct sm_source_options sm_source_options_default(void) {
  return (struct sm_source_options){.run = sm_run_options_default(),
                                    .sources = 1,
                                    .model_error = 0.3,
                                    .rate = {1e-9, 1e3},
                                    .height = NAN,
                                    .particles = 10000,
                                    .iterations = 10000,
                                    .next_height = NAN};
}

/* The estimate with all that it needs. */
struct estimate {
  struct sm_context *ctx;
  const struct sm_source_options *options;
  struct sm_sensor_readings readings;
  struct sm_source_receptor sr;
  struct sm_source_problem problem;
  struct sm_samples samples;
  struct sm_source_plumes plumes; /* of further sensors */
  struct sm_next_sensors next;
  double (*place)[2]; /* [sources][samples] */
  double *number;     /* [samples] work array */
  struct sm_source_locks locks;
};

/* --- the posterior --- */

/* Median, and credible intervals of 50, 90 and 95 % with equal tails. */
struct interval {
  double median, low[SM_REGION_LEVELS], high[SM_REGION_LEVELS];
};

static struct interval interval_of(double *value, size_t count) {
  struct interval out;
  sm_sort_rising(value, count);
  out.median = value[count / 2];
  for (int l = 0; l < SM_REGION_LEVELS; l++) {
    const double tail = 0.5 * (1 - sm_region_level[l]);
    out.low[l] = value[(size_t)(tail * (double)count)];
    out.high[l] = value[(size_t)((1 - tail) * (double)(count - 1))];
  }
  return out;
}

enum quantity { RATE, START, STOP, MASS, QUANTITIES };

static struct interval quantity_of(const struct estimate *e, int source, enum quantity what) {
  const size_t n = (size_t)e->samples.dimensions;
  for (size_t s = 0; s < e->samples.count; s++) {
    const struct sm_source own = sm_source_of(&e->problem, e->samples.u + s * n, source);
    const double values[QUANTITIES] = {own.rate, own.time[0], own.time[1],
                                       own.rate * (own.time[1] - own.time[0])};
    e->number[s] = values[what];
  }
  return interval_of(e->number, e->samples.count);
}

static void add_interval(struct sm_facts *out, const char *key, const struct interval *i) {
  static const char *const names[SM_REGION_LEVELS] = {"interval_50", "interval_90", "interval_95"};
  sm_facts_group(out, key);
  sm_facts_number(out, "median", i->median);
  for (int l = 0; l < SM_REGION_LEVELS; l++)
    sm_facts_numbers(out, names[l], (const double[]){i->low[l], i->high[l]}, 2);
  sm_facts_close(out);
}

/* A place in m from the south-west corner of the grid. */
static enum sm_status add_place(const struct estimate *e, const double place[2],
                                struct sm_facts *out) {
  const struct sm_domain *domain = e->sr.run->domain;
  const double margin = e->sr.plan.c->domain.margin;
  const double at[2] = {place[0] + domain->grid.origin[0], place[1] + domain->grid.origin[1]};
  double latitude = NAN, longitude = NAN;
  if (!domain->crs.local) SM_TRY(sm_gis_unproject(e->ctx, &domain->crs, at, &latitude, &longitude));
  sm_facts_number(out, "x", place[0] - margin);
  sm_facts_number(out, "y", place[1] - margin);
  sm_facts_number(out, "latitude", latitude);
  sm_facts_number(out, "longitude", longitude);
  return SM_OK;
}

static enum sm_status add_source(const struct estimate *e, int source, struct sm_facts *out) {
  const double(*place)[2] = (const double(*)[2])e->place + (size_t)source * e->samples.count;
  const double column = (e->sr.high[0] - e->sr.low[0]) / e->sr.n[0];
  SM_SCOPED_BY(sm_regions_free) struct sm_regions regions = {0};
  SM_TRY(sm_regions_create(e->ctx, place, e->samples.count, column, &regions));
  sm_facts_group(out, NULL);
  SM_TRY(add_place(e, regions.place, out));
  sm_facts_numbers(out, "region_areas", regions.area, SM_REGION_LEVELS);
  const struct interval rate = quantity_of(e, source, RATE);
  add_interval(out, "rate", &rate);
  if (e->readings.timed) {
    const struct interval start = quantity_of(e, source, START);
    const struct interval stop = quantity_of(e, source, STOP);
    const struct interval mass = quantity_of(e, source, MASS);
    add_interval(out, "start", &start);
    add_interval(out, "stop", &stop);
    add_interval(out, "mass", &mass);
  }
  sm_facts_close(out);
  return SM_OK;
}

/* Prints a source, from its facts. */
static void show_interval(struct sm_facts *out, const struct sm_fact *source, const char *key,
                          const char *unit) {
  const struct sm_fact *own = sm_fact_at(source, key), *bounds = sm_fact_at(own, "interval_95");
  if (own == NULL) return;
  sm_facts_line(out, key, "%.4g %s, 95 %% from %.4g to %.4g", sm_fact_number(own, "median"), unit,
                sm_fact_number(bounds, "0"), sm_fact_number(bounds, "1"));
}

static void show_place(struct sm_facts *out, const struct sm_fact *of, const char *what,
                       int number) {
  char label[32];
  snprintf(label, sizeof label, "%s %d", what, number);
  sm_facts_line(out, label, "x %.1f m, y %.1f m from the south-west corner",
                sm_fact_number(of, "x"), sm_fact_number(of, "y"));
  if (sm_fact_at(of, "latitude") != NULL)
    sm_facts_line(out, "coordinates", "latitude %.6f, longitude %.6f",
                  sm_fact_number(of, "latitude"), sm_fact_number(of, "longitude"));
}

static void show_source(struct sm_facts *out, const struct sm_fact *source, int number) {
  show_place(out, source, "source", number);
  sm_facts_line(out, "credible regions", "50 %%: %.4g m2, 90 %%: %.4g m2, 95 %%: %.4g m2",
                sm_fact_number(source, "region_areas.0"), sm_fact_number(source, "region_areas.1"),
                sm_fact_number(source, "region_areas.2"));
  show_interval(out, source, "rate", "kg/s");
  show_interval(out, source, "start", "s");
  show_interval(out, source, "stop", "s");
  show_interval(out, source, "mass", "kg");
}

/* --- further sensors --- */

/* Averaging time, detection limit and error of a further sensor are those of the last reading. */
static const struct sm_sensor_reading *last_reading(const struct estimate *e) {
  return &e->readings.item[e->readings.count - 1];
}

static double next_height(const struct estimate *e) {
  return isnan(e->options->next_height) ? last_reading(e)->height : e->options->next_height;
}

static enum sm_status find_next(struct estimate *e) {
  const struct sm_sensor_reading *like = last_reading(e);
  if (e->options->next == 0) return SM_OK;
  SM_TRY(
      sm_source_plumes_create(e->ctx, &e->problem, &e->samples, like, next_height(e), &e->plumes));
  return sm_next_sensors_find(e->ctx, e->options, like, &e->plumes, e->options->next, &e->next);
}

static enum sm_status add_next(const struct estimate *e, struct sm_facts *out) {
  const struct sm_sensor_reading *like = last_reading(e);
  sm_facts_group(out, "next_sensors");
  sm_facts_number(out, "height", next_height(e));
  sm_facts_number(out, "from", like->from);
  sm_facts_number(out, "until", like->until);
  sm_facts_number(out, "detection_limit", sm_sensor_limit(like));
  sm_facts_number(out, "error", like->error);
  sm_facts_integer(out, "plumes", (int64_t)e->plumes.plumes);
  sm_facts_integer(out, "particles", (int64_t)e->plumes.plumes * e->plumes.particles);
  const struct sm_fact *list = sm_facts_list(out, "places");
  for (size_t n = 0; n < e->next.count; n++) {
    const size_t nx = (size_t)e->sr.n[0], column = e->next.item[n].column;
    const double place[2] = {e->sr.centre[0][column % nx], e->sr.centre[1][column / nx]};
    sm_facts_group(out, NULL);
    SM_TRY(add_place(e, place, out));
    sm_facts_number(out, "information_gain", e->next.item[n].gain);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  sm_facts_close(out);
  for (size_t n = 0; n < e->next.count && !out->failed; n++) {
    const struct sm_fact *own = sm_fact_item(list, n);
    show_place(out, own, "next sensor", (int)n + 1);
    sm_facts_line(out, "information gain", "%.2f bits%s", sm_fact_number(own, "information_gain"),
                  n == 0 ? "" : ", given the sensors above");
  }
  return SM_OK;
}

/* --- readings and sampler --- */

/* The sample with the largest likelihood. */
static size_t best_of(const struct sm_samples *samples) {
  size_t best = 0;
  for (size_t s = 1; s < samples->count; s++)
    if (samples->log_likelihood[s] > samples->log_likelihood[best]) best = s;
  return best;
}

/* Readings and what the best sample predicts; returns the number of those that are within two
 * standard deviations, or below their limit with a probability above 0.05. */
static size_t add_readings(const struct estimate *e, struct sm_facts *out) {
  const struct sm_source_options *o = e->options;
  const double *u = e->samples.u + best_of(&e->samples) * (size_t)e->samples.dimensions;
  struct sm_source_state state;
  size_t within = 0;
  if (!sm_source_state_of(&e->problem, u, &state)) return 0;
  sm_facts_list(out, "readings");
  for (size_t i = 0; i < e->readings.count; i++) {
    const struct sm_sensor_reading *r = &e->readings.item[i];
    const struct sm_source_sensitivity own = sm_source_predict(&e->problem, &state, i);
    const double z = sm_source_misfit(o, r, own.mean, own.variance);
    const bool good = isnan(r->value) ? z > -1.645 : fabs(z) < 2;
    within += good;
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", r->name);
    sm_facts_number(out, "from", r->from);
    sm_facts_number(out, "until", r->until);
    sm_facts_number(out, "value", r->value);
    sm_facts_number(out, "detection_limit", r->limit);
    sm_facts_number(out, "predicted", own.mean);
    sm_facts_number(out, "deviation", z);
    sm_facts_flag(out, "explained", good);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  return within;
}

static void warn(const struct estimate *e, size_t within, double sampling) {
  const size_t count = e->readings.count;
  if (!(e->samples.r_hat < SM_SAMPLER_AGREED))
    sm_warn(e->ctx,
            "warning: the chains do not agree after %d iterations (Gelman-Rubin %.3f, wanted below "
            "%.2f): regions and intervals are uncertain\n"
            "help: --iterations",
            e->samples.iterations, e->samples.r_hat, SM_SAMPLER_AGREED);
  if (sampling > 0.5)
    sm_warn(e->ctx,
            "warning: %.0f %% of the variance of the detected readings comes from the number of "
            "particles: regions may be too small, and beside the source\nhelp: more --particles",
            100 * sampling);
  if ((double)within < 0.8 * (double)count)
    sm_warn(e->ctx,
            "warning: the most likely source explains %zu of %zu readings within two standard "
            "deviations: wind, number of sources or errors are not those of the estimate\n"
            "help: --json lists the readings; --sources, --model-error",
            within, count);
  if (2 * e->next.coarse > e->plumes.plumes)
    sm_warn(e->ctx,
            "warning: in %zu of %zu plumes for the further sensors half a particle is above the "
            "detection limit: beside such a plume its readings are not known, and count as no "
            "information\nhelp: more --particles",
            e->next.coarse, e->plumes.plumes);
  if (e->next.count < (size_t)e->options->next)
    sm_warn(e->ctx,
            "warning: %zu of %d further sensors have a place: then no other place tells anything "
            "more\nhelp: a lower detection_limit in the last line of the readings, --next-height",
            e->next.count, e->options->next);
  if (!e->readings.timed && e->sr.airborne > 0.01)
    sm_warn(e->ctx,
            "warning: %.3g %% of the particles were still in the air at the end of the backward "
            "run: of far sources only a part is counted\n"
            "help: a longer particles.duration",
            100 * e->sr.airborne);
}

static size_t detected(const struct sm_sensor_readings *readings) {
  size_t count = 0;
  for (size_t i = 0; i < readings->count; i++) count += (size_t)!isnan(readings->item[i].value);
  return count;
}

static enum sm_status describe(const struct estimate *e, const char *sensors_path,
                               struct sm_facts *out) {
  const struct sm_samples *s = &e->samples;
  const size_t count = e->readings.count;
  const double sampling = sm_source_sampling_part(&e->problem, &e->samples);
  sm_facts_schema(out, "source_estimation");
  sm_fact_show(sm_facts_text(out, "sensors", sensors_path), "sensors", NULL, NULL);
  sm_facts_integer(out, "readings_detected", (int64_t)detected(&e->readings));
  sm_facts_line(out, "readings", "%zu, %zu above the detection limit; %zu backward plumes", count,
                detected(&e->readings), e->sr.plan.adjoints);
  const double *boxes = e->sr.plan.c->particles.concentration.cell_size;
  sm_facts_numbers(out, "boxes", boxes, 3);
  sm_facts_line(out, "boxes", "%.4g m x %.4g m x %.4g m", boxes[0], boxes[1], boxes[2]);
  const struct sm_fact *list = sm_facts_list(out, "sources");
  for (int n = 0; n < e->problem.sources; n++) SM_TRY(add_source(e, n, out));
  sm_facts_close(out);
  for (int n = 0; n < e->problem.sources && !out->failed; n++)
    show_source(out, sm_fact_item(list, (size_t)n), n + 1);
  if (e->options->next > 0) SM_TRY(add_next(e, out));
  const size_t within = add_readings(e, out);
  sm_facts_integer(out, "readings_explained", (int64_t)within);
  sm_facts_line(out, "explained", "%zu of %zu readings within two standard deviations", within,
                count);
  sm_facts_group(out, "sampler");
  sm_facts_number(out, "gelman_rubin", s->r_hat);
  sm_facts_integer(out, "iterations", s->iterations);
  sm_facts_integer(out, "chains", s->chains);
  sm_facts_integer(out, "temperatures", s->levels);
  sm_facts_number(out, "acceptance", s->acceptance);
  sm_facts_number(out, "exchanges", s->swaps);
  sm_facts_number(out, "particles_variance", sampling);
  sm_facts_close(out);
  sm_facts_line(out, "sampler",
                "Gelman-Rubin %.3f after %d iterations, %d chains at %d temperatures, %.0f %% "
                "accepted, %.0f %% exchanged",
                s->r_hat, s->iterations, s->chains, s->levels, 100 * s->acceptance, 100 * s->swaps);
  warn(e, within, sampling);
  sm_facts_warnings(out, e->ctx);
  return SM_OK;
}

/* --- files --- */

static enum sm_status write_files(const struct estimate *e) {
  const struct sm_source_options *o = e->options;
  const double(*place)[2] = (const double(*)[2])e->place;
  const size_t count = e->samples.count * (size_t)e->problem.sources;
  const double column = (e->sr.high[0] - e->sr.low[0]) / e->sr.n[0];
  struct sm_regions regions;
  if (o->map != NULL)
    SM_TRY(sm_source_maps_write(e->ctx, o->map, &e->problem, place, count, e->next.gain));
  if (o->areas == NULL) return SM_OK;
  enum sm_status status = sm_regions_create(e->ctx, place, count, column, &regions);
  if (status == SM_OK) status = sm_source_areas_write(e->ctx, o->areas, &e->sr, &regions, &e->next);
  sm_regions_free(&regions);
  return status;
}

/* --- the estimate --- */

static enum sm_status sample(struct estimate *e) {
  e->problem =
      (struct sm_source_problem){.sr = &e->sr,
                                 .readings = &e->readings,
                                 .options = e->options,
                                 .sources = e->options->sources,
                                 .parameters = e->readings.timed ? SM_SOURCE_PARAMETERS : 3};
  const struct sm_sampler_problem p = {.dimensions = e->problem.sources * e->problem.parameters,
                                       .log_likelihood = sm_source_log_likelihood,
                                       .user = &e->problem,
                                       .seed = (uint64_t)e->options->seed,
                                       .least = 1000,
                                       .iterations = e->options->iterations};
  SM_TRY(sm_sampler_run(e->ctx, &p, &e->samples));
  const size_t count = e->samples.count, n = (size_t)e->samples.dimensions;
  SM_TRY(
      sm_alloc(e->ctx, count * (size_t)e->problem.sources, sizeof *e->place, "samples", &e->place));
  SM_TRY(sm_alloc(e->ctx, count, sizeof *e->number, "samples", &e->number));
  for (int source = 0; source < e->problem.sources; source++)
    for (size_t s = 0; s < count; s++) {
      const struct sm_source own = sm_source_of(&e->problem, e->samples.u + s * n, source);
      memcpy(e->place[(size_t)source * count + s], own.place, sizeof own.place);
    }
  return SM_OK;
}

static enum sm_status make(struct estimate *e, const char *sensors_path, int json, char **out) {
  struct sm_facts facts = {0};
  SM_TRY(sm_sensors_read(e->ctx, sensors_path, &e->readings));
  SM_TRY(sm_source_receptor_create(e->ctx, e->options, &e->readings, &e->sr));
  SM_TRY(sample(e));
  SM_TRY(find_next(e));
  const enum sm_status status = describe(e, sensors_path, &facts);
  if (status == SM_OK)
    *out = facts.failed ? NULL : json ? sm_facts_json(&facts, true) : sm_facts_print(&facts);
  sm_facts_free(&facts);
  if (status != SM_OK) return status;
  return *out != NULL ? write_files(e) : sm_fail(e->ctx, SM_ERR_MEMORY, "out of memory");
}

enum sm_status sm_source_estimate(struct sm_context *ctx, const char *sensors_path,
                                  const struct sm_source_options *given, int json, char **out) {
  struct sm_source_options options = *given;
  struct estimate e = {.ctx = ctx, .options = &options};
  options.run = sm_run_options_complete(&given->run);
  *out = NULL;
  SM_TRY(sm_simulation_check_free(ctx));
  const int threads_before = sm_run_use_threads(options.run.threads);
  enum sm_status status = sm_source_files_reserve(ctx, &options, &e.locks);
  if (status == SM_OK) status = make(&e, sensors_path, json, out);
  sm_source_files_release(&options, &e.locks);
  sm_run_use_threads(threads_before);
  SM_FREE_ALL(e.place, e.number);
  sm_next_sensors_free(&e.next);
  sm_source_plumes_free(&e.plumes);
  sm_samples_free(&e.samples);
  sm_source_receptor_free(&e.sr);
  sm_sensors_free(&e.readings);
  return status;
}
