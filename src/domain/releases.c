#include "domain/releases.h"

#include "domain/degrees.h"
#include "input/stations/stations.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PROBLEMS = 20 };

/* What a call works on. */
struct job {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_releases *releases;
  int problems; /* in the message of the context, up to MOST_PROBLEMS */
};

/* A thing with places, in messages: source "stack". */
struct thing {
  const char *kind, *name; /* name NULL: there is only one */
  int line;
};

/* Adds a problem of the case to the message. */
static void report(struct job *job, const struct thing *thing, const char *format, ...)
    SM_FORMAT(3, 4);
static void report(struct job *job, const struct thing *thing, const char *format, ...) {
  char text[440];
  va_list arguments;
  if (job->problems++ >= MOST_PROBLEMS) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  enum sm_status (*const tell)(struct sm_context *, enum sm_status, const char *, ...) =
      job->problems == 1 ? sm_fail : sm_fail_add;
  const bool named = thing->name != NULL;
  const char *before = named ? " \"" : "", *name = named ? thing->name : "";
  const char *after = named ? "\"" : "";
  tell(job->ctx, SM_ERR_CASE, "%s:%d: error: %s%s%.60s%s %s", job->c->path, thing->line,
       thing->kind, before, name, after, text);
}

/* Adds that a place in metres was given in degrees. */
static enum sm_status refuse_degrees(struct job *job, const struct thing *thing,
                                     const double place[2]) {
  const struct sm_grid *grid = &job->domain->grid;
  const struct sm_degrees_domain domain = {
      .crs = &job->domain->crs,
      .origin = {grid->origin[0], grid->origin[1]},
      .size = {sm_axis_length(&grid->axis[0]), sm_axis_length(&grid->axis[1])}};
  char who[400];
  snprintf(who, sizeof who, "%s:%d: error: %s \"%.60s\"", job->c->path, thing->line, thing->kind,
           thing->name);
  return sm_degrees_refuse(job->ctx, &domain, place, who);
}

/* Place of a case in m from the south-west corner of the grid. */
static enum sm_status convert(struct job *job, const struct thing *thing, int position,
                              const double from[2], double xy[2]) {
  const double margin = job->c->domain.margin;
  const struct sm_grid *grid = &job->domain->grid;
  const bool local = position == (int)SM_POSITION_LOCAL;
  memcpy(xy, from, 2 * sizeof *xy);
  if (position == (int)SM_POSITION_NONE) return SM_OK;
  if (position == (int)SM_POSITION_LATLON) {
    const enum sm_status status = sm_gis_project(job->ctx, &job->domain->crs, from[0], from[1], xy);
    if (status != SM_OK)
      return sm_fail_add(job->ctx, status, "%s:%d: of %s \"%.60s\"", job->c->path, thing->line,
                         thing->kind, thing->name);
  }
  for (int d = 0; d < 2; d++) xy[d] += local ? margin : -grid->origin[d];
  return local ? refuse_degrees(job, thing, from) : SM_OK;
}

/* What the numbers of a place outside suggest; xy is from the corner of the margin. */
static const char *hint_of(const struct job *job, const double xy[2]) {
  const double margin = job->c->domain.margin, place[2] = {xy[0] - margin, xy[1] - margin};
  return sm_degrees_hint(&job->domain->crs, place);
}

/* Reports a place that is not in the air; `what` tells which one: "begins ", "ends ". */
static void check_spot(struct job *job, const struct thing *thing, const char *what,
                       const double xy[2], double height) {
  const struct sm_axis *axis = job->domain->grid.axis;
  double level;
  switch (sm_point_locate_above(job->domain, xy, height, &level)) {
  case SM_POINT_OUTSIDE:
    report(job, thing,
           "%soutside of the domain: at x = %.6g m, y = %.6g m from the corner of its margin, of "
           "%.6g m by %.6g m%s",
           what, xy[0], xy[1], sm_axis_length(&axis[0]), sm_axis_length(&axis[1]),
           hint_of(job, xy));
    break;
  case SM_POINT_ABOVE_TOP:
    report(job, thing,
           "%sabove the domain top: %.6g m above the ground, where the domain top is at %.6g m\n"
           "help: raise domain.height",
           what, height, sm_domain_top(job->domain) - sm_domain_ground(job->domain, xy[0], xy[1]));
    break;
  case SM_POINT_IN_BUILDING:
    report(job, thing, "%sinside a building: %.6g m above the ground, where a roof is at %.6g m",
           what, height,
           (double)job->domain->building[sm_domain_column(job->domain, xy[0], xy[1])]);
    break;
  default: break;
  }
}

/* --- sources --- */

/* Copies rows of the case, or reads those of a file. */
static enum sm_status take_rows(const struct job *job, const char *file, const double *from,
                                size_t count, const struct sm_number_column *column, int columns,
                                double **out, size_t *rows) {
  if (count == 0 && file[0] != '\0')
    return sm_number_rows_read(job->ctx, file, column, columns, out, rows);
  SM_TRY(sm_alloc(job->ctx, count, (size_t)columns * sizeof **out, "points of a source", out));
  if (count > 0) memcpy(*out, from, count * (size_t)columns * sizeof **out);
  *rows = count;
  return SM_OK;
}

static enum sm_status take_path(struct job *job, const struct thing *thing, struct sm_release *r) {
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
    SM_TRY(convert(job, thing, r->source->position, given, &r->path[i][1]));
    snprintf(what, sizeof what, "is, at point %zu of its path, ", i + 1);
    check_spot(job, thing, what, &r->path[i][1], r->path[i][3]);
  }
  return SM_OK;
}

static enum sm_status take_rates(struct job *job, const struct thing *thing, struct sm_release *r) {
  static const struct sm_number_column columns[] = {{{"time", "t", "s"}, 0, HUGE_VAL},
                                                    {{"rate", "kg/s"}, 0, 1e15}};
  double *rows = NULL, most = 0;
  SM_TRY(take_rows(job, r->source->rate_file, (const double *)r->source->rates,
                   r->source->rate_count, columns, 2, &rows, &r->rate_count));
  r->rates = (double(*)[2])rows;
  for (size_t i = 0; i < r->rate_count; i++) most = fmax(most, r->rates[i][1]);
  if (r->rate_count > 0 && most == 0) report(job, thing, "releases nothing: all its rates are 0");
  return SM_OK;
}

/* Times that are known only now, since a file tells them. */
static void set_times(struct job *job, const struct thing *thing, struct sm_release *r) {
  const double duration = job->c->particles.duration;
  const bool rates = r->rate_count > 0, path = r->path_count > 0;
  const double first = rates ? r->rates[0][0] : path ? r->path[0][0] : 0;
  const double last = rates  ? r->rates[r->rate_count - 1][0]
                      : path ? r->path[r->path_count - 1][0]
                             : first;
  r->start = isnan(r->source->start) ? first : r->source->start;
  r->stop = isnan(r->source->stop) ? last : r->source->stop;
  if (r->source->path_file[0] == '\0' && r->source->rate_file[0] == '\0') return;
  if (r->start >= duration)
    report(job, thing, "starts at %g s, when the run, of %g s, is over", r->start, duration);
  if (r->stop < r->start)
    report(job, thing, "would stop, at %g s, before it starts, at %g s", r->stop, r->start);
}

/* A place within the sides; what is there is looked at as a whole. */
static void check_inside(struct job *job, const struct thing *thing, const double xy[2]) {
  const struct sm_axis *axis = job->domain->grid.axis;
  double level;
  if (sm_point_locate_above(job->domain, xy, 0, &level) == SM_POINT_OUTSIDE)
    report(job, thing,
           "has its middle outside of the domain: at x = %.6g m, y = %.6g m from the corner of its "
           "margin, of %.6g m by %.6g m%s",
           xy[0], xy[1], sm_axis_length(&axis[0]), sm_axis_length(&axis[1]), hint_of(job, xy));
}

static enum sm_status take_places(struct job *job, const struct thing *thing,
                                  struct sm_release *r) {
  const struct sm_case_source *s = r->source;
  const bool line = s->shape == SM_SOURCE_LINE;
  r->height = s->height;
  r->end_height = s->end_height;
  if (s->shape == SM_SOURCE_PATH) return take_path(job, thing, r);
  if (s->position == (int)SM_POSITION_NONE) return SM_OK;
  SM_TRY(convert(job, thing, s->position, s->place, r->place));
  if (line) SM_TRY(convert(job, thing, s->position, s->end, r->end));
  if (line || s->shape == SM_SOURCE_POINT)
    check_spot(job, thing, line ? "begins " : "is ", r->place, r->height);
  else
    check_inside(job, thing, r->place);
  if (line) check_spot(job, thing, "ends ", r->end, r->end_height);
  return SM_OK;
}

static enum sm_status take_source(struct job *job, const struct sm_case_source *source,
                                  struct sm_release *r) {
  const struct thing thing = {"source", source->name, source->line};
  const int before = job->problems;
  r->source = source;
  SM_TRY(take_places(job, &thing, r));
  SM_TRY(take_rates(job, &thing, r));
  set_times(job, &thing, r);
  if (job->problems > before) return SM_OK;
  const double share = sm_release_fluid_fraction(job->domain, r);
  if (share == 0)
    report(job, &thing, "has no part in the air of the domain");
  else if (share < 1)
    sm_warn(job->ctx,
            "%s:%d: warning: %.2g %% of source \"%.60s\" is in solids or beyond the domain",
            job->c->path, source->line, 100 * (1 - share), source->name);
  return SM_OK;
}

/* --- what is kept --- */

/* x, y and z of a place of the case. */
static enum sm_status take_spot(struct job *job, const struct thing *thing, int position,
                                const double place[2], double height,
                                struct sm_named_location *to) {
  to->name = thing->name;
  SM_TRY(convert(job, thing, position, place, to->place));
  to->place[2] = sm_domain_ground(job->domain, to->place[0], to->place[1]) + height;
  return SM_OK;
}

static enum sm_status take_receptor(struct job *job, const struct sm_case_particle_receptor *from,
                                    struct sm_named_location *to) {
  const struct thing thing = {"receptor", from->name, from->line};
  const int before = job->problems;
  SM_TRY(take_spot(job, &thing, from->position, from->place, from->height, to));
  check_inside(job, &thing, to->place);
  if (job->problems == before && sm_box_fluid_fraction(job->domain, to->place, from->size) == 0)
    report(job, &thing, "has no air of the domain in its box");
  return SM_OK;
}

static enum sm_status take_line_of_sight(struct job *job, const struct sm_case_line_of_sight *from,
                                         struct sm_named_location to[2]) {
  const struct thing thing = {"line of sight", from->name, from->line};
  const int before = job->problems;
  SM_TRY(take_spot(job, &thing, from->position, from->place, from->height, &to[0]));
  SM_TRY(take_spot(job, &thing, from->position, from->end, from->end_height, &to[1]));
  check_spot(job, &thing, "begins ", to[0].place, from->height);
  check_spot(job, &thing, "ends ", to[1].place, from->end_height);
  if (job->problems == before && sm_line_fluid_fraction(job->domain, to[0].place, to[1].place) < 1)
    sm_warn(job->ctx, "%s:%d: warning: ground or buildings are in the line of sight \"%.60s\"",
            job->c->path, from->line, from->name);
  return SM_OK;
}

/* The boxes reach to a height above the lowest ground: where hills are higher there are none. */
static void check_hills(const struct job *job) {
  const struct sm_case_concentration *k = &job->c->particles.concentration;
  const struct sm_axis *x = &job->domain->grid.axis[0], *y = &job->domain->grid.axis[1];
  double all = 0, hidden = 0;
  for (int j = 0; j < y->n; j++)
    for (int i = 0; i < x->n; i++) {
      const double east = x->centre[i] - job->c->domain.margin - k->origin[0];
      const double north = y->centre[j] - job->c->domain.margin - k->origin[1];
      if (east < 0 || east > k->size[0] || north < 0 || north > k->size[1]) continue;
      all++;
      hidden += (double)job->domain->terrain[(size_t)i + (size_t)x->n * (size_t)j] >= k->height;
    }
  if (hidden > 0)
    sm_warn(
        job->ctx,
        "%s:%d: warning: the ground of %.2g %% of [particles.concentration] is above its boxes: "
        "'height' is above the lowest ground",
        job->c->path, k->line, 100 * hidden / all);
}

/* Boxes that are too many for any machine, or beyond the domain, where they would stay empty. */
static void check_concentration(struct job *job) {
  static const double most_boxes = 4e9;
  const struct sm_case_concentration *k = &job->c->particles.concentration;
  const struct thing thing = {"[particles.concentration]", NULL, k->line};
  double boxes = 1;
  for (int d = 0; d < 3; d++) {
    const double given = d < 2 ? k->size[d] : k->height;
    const double whole = sm_axis_length(&job->domain->grid.axis[d]);
    if (k->cell_size[d] > 0) boxes *= (given < whole ? given : whole) / k->cell_size[d];
  }
  if (k->present && !(boxes < most_boxes))
    report(job, &thing, "has %.3g boxes: 'cell_size' must be larger", boxes);
  if (k->present && k->height < sm_axis_length(&job->domain->grid.axis[2])) check_hills(job);
  if (!k->present || isnan(k->origin[0])) return;
  for (int d = 0; d < 2; d++) {
    const struct sm_axis *axis = &job->domain->grid.axis[d];
    const double first = k->origin[d] + job->c->domain.margin, last = first + k->size[d];
    const double slack = 1e-6 * axis->width[0], length = sm_axis_length(axis);
    if (!(first >= -slack && last <= length + slack))
      report(job, &thing, "reaches beyond the domain: along %s from %.6g to %.6g m, of %.6g m",
             d == 0 ? "x" : "y", first, last, length);
  }
}

static enum sm_status take_all(struct job *job) {
  const struct sm_case_particles *p = &job->c->particles;
  struct sm_releases *to = job->releases;
  for (size_t i = 0; i < p->source_count; i++)
    SM_TRY(take_source(job, &p->source[i], &to->source[i]));
  for (size_t i = 0; i < p->receptor_count; i++)
    SM_TRY(take_receptor(job, &p->receptor[i], &to->receptor[i]));
  for (size_t i = 0; i < p->line_of_sight_count; i++)
    SM_TRY(take_line_of_sight(job, &p->line_of_sight[i], to->line_of_sight[i]));
  check_concentration(job);
  return job->problems > 0 ? SM_ERR_CASE : SM_OK;
}

static enum sm_status allocate(struct sm_context *ctx, const struct sm_case_particles *p,
                               struct sm_releases *to) {
  SM_TRY(sm_alloc(ctx, p->source_count, sizeof *to->source, "the sources", &to->source));
  SM_TRY(sm_alloc(ctx, p->receptor_count, sizeof *to->receptor, "the receptors", &to->receptor));
  SM_TRY(sm_alloc(ctx, p->line_of_sight_count, sizeof *to->line_of_sight, "the lines of sight",
                  &to->line_of_sight));
  to->source_count = p->source_count;
  to->receptor_count = p->receptor_count;
  to->line_of_sight_count = p->line_of_sight_count;
  return SM_OK;
}

enum sm_status sm_releases_create(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain, struct sm_releases **out) {
  struct job job = {.ctx = ctx, .c = c, .domain = domain};
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *job.releases, "the sources", &job.releases));
  enum sm_status status = allocate(ctx, &c->particles, job.releases);
  if (status == SM_OK) status = take_all(&job);
  if (status != SM_OK) sm_releases_destroy(&job.releases);
  *out = job.releases;
  return status;
}

void sm_releases_destroy(struct sm_releases **releases) {
  struct sm_releases *r = *releases;
  if (r == NULL) return;
  for (size_t i = 0; i < r->source_count; i++) {
    sm_free(r->source[i].path);
    sm_free(r->source[i].rates);
  }
  sm_free(r->source);
  sm_free(r->receptor);
  sm_free(r->line_of_sight);
  sm_free(r);
  *releases = NULL;
}
