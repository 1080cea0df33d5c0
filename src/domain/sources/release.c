/* Release of one source: position, path, emission rates and times. */
#include "case/draft.h"
#include "domain/sources/internal.h"
#include "input/stations/stations.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Copies rows of the case, or reads rows of a file. */
static enum sm_status take_rows(const struct sm_place_check *job, const char *file,
                                const double *from, size_t count,
                                const struct sm_number_column *column, int columns, double **out,
                                size_t *rows) {
  if (count == 0 && file[0] != '\0')
    return sm_number_rows_read(job->ctx, file, column, columns, out, rows);
  SM_TRY(sm_alloc(job->ctx, count, (size_t)columns * sizeof **out, "points of a source", out));
  if (count > 0) memcpy(*out, from, count * (size_t)columns * sizeof **out);
  *rows = count;
  return SM_OK;
}

static enum sm_status take_path(struct sm_place_check *job, const struct sm_placed *thing,
                                struct sm_release *r) {
  const bool earth = r->source->position == (int)SM_POSITION_LATLON;
  const struct sm_number_column local[] = {
      {{"time", "t", "s"}, 0, HUGE_VAL},
      {{"x", "easting"}, -HUGE_VAL, HUGE_VAL},
      {{"y", "northing"}, -HUGE_VAL, HUGE_VAL},
      {{"height", "z"}, 0, HUGE_VAL},
  };
  const struct sm_number_column geographic[] = {
      {{"time", "t", "s"}, 0, HUGE_VAL},
      {{"latitude", "lat", "x"}, -90, 90},
      {{"longitude", "lon", "lng", "y"}, -180, 360},
      {{"height", "z"}, 0, HUGE_VAL},
  };
  double *rows = NULL;
  SM_TRY(take_rows(job, r->source->path_file, (const double *)r->source->path,
                   r->source->path_count, earth ? geographic : local, 4, &rows, &r->path_count));
  r->path = (double(*)[4])rows;
  for (size_t i = 0; i < r->path_count; i++) {
    char what[48];
    const double given[2] = {r->path[i][1], r->path[i][2]};
    const int before = job->problems;
    if (r->source->path_count == 0)
      SM_TRY(sm_place_check_row(job, thing, i + 1, r->source->position, given));
    SM_TRY(sm_place_convert(job, thing, r->source->position, given, &r->path[i][1]));
    snprintf(what, sizeof what, "is, at point %zu of its path, ", i + 1);
    if (job->problems == before)
      sm_place_check_air(job, thing, what, &r->path[i][1], r->path[i][3]);
  }
  return SM_OK;
}

static enum sm_status take_rates(struct sm_place_check *job, const struct sm_placed *thing,
                                 struct sm_release *r) {
  static const struct sm_number_column columns[] = {{{"time", "t", "s"}, 0, HUGE_VAL},
                                                    {{"rate", "kg/s"}, 0, 1e15}};
  const struct sm_case_source_term *term = sm_source_term_of(job->c, r->source);
  double *rows = NULL, most = 0;
  if (term != NULL && term->model != SM_TERM_FIRE) return sm_release_take_term(job, thing, term, r);
  SM_TRY(take_rows(job, r->source->rate_file, (const double *)r->source->rates,
                   r->source->rate_count, columns, 2, &rows, &r->rate_count));
  r->rates = (double(*)[2])rows;
  for (size_t i = 0; i < r->rate_count; i++) most = fmax(most, r->rates[i][1]);
  if (r->rate_count > 0 && most == 0)
    sm_place_report(job, thing, "releases nothing: all its rates are 0");
  return SM_OK;
}

/* Sets start and stop times that depend on the rows of a file. */
static void set_times(struct sm_place_check *job, const struct sm_placed *thing,
                      struct sm_release *r) {
  const bool rates = r->rate_count > 0, path = r->path_count > 0;
  const double first = rates ? r->rates[0][0] : path ? r->path[0][0] : 0;
  const double last = rates  ? r->rates[r->rate_count - 1][0]
                      : path ? r->path[r->path_count - 1][0]
                             : first;
  r->start = isnan(r->source->start) ? first : r->source->start;
  r->stop = isnan(r->source->stop) ? last : r->source->stop;
  if (r->source->path_file[0] == '\0' && r->source->rate_file[0] == '\0' &&
      !(rates && r->source->term[0] != '\0'))
    return;
  if (r->start >= job->duration)
    sm_place_report(job, thing, "starts at %g s, when the run, of %g s, is over", r->start,
                    job->duration);
  if (r->stop < r->start)
    sm_place_report(job, thing, "would stop, at %g s, before it starts, at %g s", r->stop,
                    r->start);
}

static enum sm_status take_places(struct sm_place_check *job, const struct sm_placed *thing,
                                  struct sm_release *r) {
  const struct sm_case_source *s = r->source;
  const bool line = s->shape == SM_SOURCE_LINE;
  r->height = s->height;
  r->end_height = s->end_height;
  if (s->shape == SM_SOURCE_PATH) return take_path(job, thing, r);
  if (s->position == (int)SM_POSITION_NONE) return SM_OK;
  SM_TRY(sm_place_convert(job, thing, s->position, s->place, r->place));
  if (line) SM_TRY(sm_place_convert(job, thing, s->position, s->end, r->end));
  if (line || s->shape == SM_SOURCE_POINT)
    sm_place_check_air(job, thing, line ? "begins " : "is ", r->place, r->height);
  if (line) sm_place_check_air(job, thing, "ends ", r->end, r->end_height);
  return SM_OK;
}

/* Warns of a mass that is not released in full, as the run ends before the release. */
static void check_end(const struct sm_place_check *job, const struct sm_release *r) {
  const struct sm_case_source *s = r->source;
  if (isnan(s->mass) || !(r->stop > job->duration)) return;
  sm_warn(job->ctx,
          "%s:%d: warning: %.3g %% of the mass of source \"%.60s\" is not released: it stops at %g "
          "s, after the end of the run at %g s\n"
          "help: a longer run, or an earlier stop",
          job->c->path, s->line, 100 * (r->stop - job->duration) / (r->stop - r->start), s->name,
          r->stop, job->duration);
}

/* Warns of parts of a source in solids and beyond the domain. */
static void warn_of_parts(const struct sm_place_check *job, const struct sm_release *r,
                          const struct sm_source_parts *parts) {
  static const double rounding = 1e-9;
  const struct {
    double part;
    const char *where, *help;
  } each[] = {{1 - parts->air - parts->beyond, "in solids", ""},
              {parts->beyond, "beyond the domain",
               "\nhelp: enlarge the domain, or make the source smaller"}};
  for (size_t k = 0; k < sizeof each / sizeof *each; k++)
    if (each[k].part > rounding)
      sm_warn(job->ctx, "%s:%d: warning: %.2g %% of source \"%.60s\" is %s: %s%s", job->c->path,
              r->source->line, 100 * each[k].part, r->source->name, each[k].where,
              r->source->shape == SM_SOURCE_GROUND ? "nothing is released there"
                                                   : "the rest of it releases the whole mass",
              each[k].help);
}

enum sm_status sm_release_take(struct sm_place_check *job, const struct sm_case_source *source,
                               struct sm_release *r) {
  const struct sm_placed thing = {"source", source->name, source->line};
  const int before = job->problems;
  r->source = source;
  r->density = r->temperature = r->liquid = r->pool_radius = NAN;
  SM_TRY(take_places(job, &thing, r));
  SM_TRY(take_rates(job, &thing, r));
  set_times(job, &thing, r);
  if (job->problems > before) return SM_OK;
  check_end(job, r);
  const struct sm_source_parts parts = sm_release_parts(job->domain, r);
  if (parts.air == 0)
    sm_place_report(job, &thing, "has no part in the air of the domain");
  else
    warn_of_parts(job, r, &parts);
  return SM_OK;
}

enum sm_status sm_release_create(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain,
                                 const struct sm_case_source *source, double duration,
                                 struct sm_release *out) {
  struct sm_place_check job = {.ctx = ctx, .c = c, .domain = domain, .duration = duration};
  *out = (struct sm_release){.source = source};
  enum sm_status status = sm_release_take(&job, source, out);
  if (status == SM_OK && job.problems > 0) status = SM_ERR_CASE;
  if (status != SM_OK) sm_release_free(out);
  return status;
}

void sm_release_free(struct sm_release *release) {
  sm_free(release->path);
  sm_free(release->rates);
  release->path = NULL;
  release->rates = NULL;
}

/* Emitted mass between two times, kg, for piecewise linear rates. */
static double integrate_rates(const struct sm_release *r, double from, double to) {
  double mass = 0;
  for (size_t i = 1; i < r->rate_count; i++) {
    const double *a = r->rates[i - 1], *b = r->rates[i];
    const double low = fmax(from, a[0]), high = fmin(to, b[0]);
    if (!(high > low)) continue;
    const double middle = (0.5 * (low + high) - a[0]) / (b[0] - a[0]);
    mass += (high - low) * (a[1] + middle * (b[1] - a[1]));
  }
  return mass;
}

double sm_release_mean_rate(const struct sm_release *r, double time, double step) {
  const struct sm_case_source *s = r->source;
  if (r->rate_count > 0) return integrate_rates(r, time, time + step) / step;
  if (!(r->stop > r->start)) return r->start >= time && r->start < time + step ? s->mass / step : 0;
  const double active = fmax(fmin(time + step, r->stop) - fmax(time, r->start), 0) / step;
  return (isnan(s->mass) ? s->rate : s->mass / (r->stop - r->start)) * active;
}
