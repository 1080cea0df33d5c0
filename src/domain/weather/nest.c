/* One-way nesting: coarse run around the domain; its place, times and solids
 * (docs/theory/nesting.md). */
#include "domain/weather/internal.h"

#include "base/list.h"
#include "base/text.h"
#include "domain/weather/weather.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double same_time = 1e-3; /* s */
static const double most_ratio = 5;

/* Context of one call. */
struct job {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_horizontal_grid *plan;
  struct sm_domain *domain;
  struct sm_wind_nest *nest;
  const struct sm_winds_file *file;
};

static const char *path_of(const struct job *job) { return job->file->data.path; }
static int line_of(const struct job *job) { return job->c->weather.nest.line; }

void sm_wind_nest_close(struct sm_wind_nest **nest) {
  struct sm_wind_nest *n = *nest;
  if (n == NULL) return;
  sm_wind_levels_close(&n->levels);
  for (int d = 0; d < 3; d++) SM_FREE_ALL(n->face[d], n->centre[d]);
  SM_FREE_ALL(n->time, n->air, n->ground, n);
  *nest = NULL;
}

/* --- place --- */

/* Position of the coarse grid's coordinate 0 in that of the domain, m. */
static double shift_of(const struct job *job, int d) { return -job->domain->grid.origin[d]; }

static enum sm_status check_map(const struct job *job) {
  const struct sm_crs *crs = &job->plan->crs;
  const int epsg = job->file->epsg, own = crs->local ? 0 : crs->epsg;
  if (job->file->form != SM_WINDS_FORMAT_SIMOOM)
    return sm_fail(job->ctx, SM_ERR_DATA, "%s: error: not a wind file of simoom, as nesting needs",
                   path_of(job));
  if (epsg == own) return SM_OK;
  char ours[32] = "\"local\"", theirs[32] = "\"local\"";
  if (own != 0) snprintf(ours, sizeof ours, "EPSG:%d", own);
  if (epsg != 0) snprintf(theirs, sizeof theirs, "EPSG:%d", epsg);
  return sm_fail(job->ctx, SM_ERR_CASE,
                 "%s:%d: error: the crs of the domain is %s, that of the coarser run %s\n"
                 "help: crs = %s in [domain]",
                 job->c->path, line_of(job), ours, theirs, theirs);
}

static enum sm_status check_place(const struct job *job) {
  static const char *const low[3] = {"west", "south", "bottom"}, *const high[3] = {"east", "north",
                                                                                   "top"};
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &job->domain->grid.axis[d];
    const double *face = job->file->face[d], shift = shift_of(job, d);
    const double length = sm_axis_length(axis), slack = 1e-6 * length;
    const double first = face[0] + shift, last = face[job->file->n[d]] + shift;
    const bool below = d < 2 && first > slack, above = last < length - slack;
    if (!below && !above) continue;
    return sm_fail(job->ctx, SM_ERR_CASE,
                   "%s:%d: error: the domain reaches %.6g m beyond the %s of the coarser run: it "
                   "goes from %.9g to %.9g m, the run from %.9g to %.9g m\n"
                   "help: %s",
                   job->c->path, line_of(job), below ? first : length - last,
                   below ? low[d] : high[d], -shift, length - shift, first - shift, last - shift,
                   d == 2 ? "a smaller domain.height, or a higher coarse domain"
                          : "move or shrink [domain]: its origin and the coarse domain are in one "
                            "coordinate system");
  }
  return SM_OK;
}

/* Cells of the coarse grid around the domain, one more on each side. */
static enum sm_status take_axis(const struct job *job, int d) {
  struct sm_wind_nest *nest = job->nest;
  const double *face = job->file->face[d], shift = shift_of(job, d);
  const double length = sm_axis_length(&job->domain->grid.axis[d]);
  int first = 0, last = job->file->n[d];
  while (first + 1 < last && face[first + 1] + shift <= 0) first++;
  while (last - 1 > first && face[last - 1] + shift >= length) last--;
  if (first > 0) first--;
  if (last < job->file->n[d]) last++;
  if (d == 2) first = 0; /* down to the coarse ground */
  nest->low[d] = first;
  nest->n[d] = last - first;
  SM_TRY(
      sm_alloc(job->ctx, (size_t)nest->n[d] + 1, sizeof **nest->face, "the nest", &nest->face[d]));
  SM_TRY(
      sm_alloc(job->ctx, (size_t)nest->n[d], sizeof **nest->centre, "the nest", &nest->centre[d]));
  for (int i = 0; i <= nest->n[d]; i++) nest->face[d][i] = face[first + i] + shift;
  for (int i = 0; i < nest->n[d]; i++)
    nest->centre[d][i] = 0.5 * (nest->face[d][i] + nest->face[d][i + 1]);
  const struct sm_axis *axis = &job->domain->grid.axis[d];
  int at = 0;
  while (at + 1 < nest->n[d] && nest->face[d][at + 1] < 0.5 * length) at++;
  nest->ratio[d] = (nest->face[d][at + 1] - nest->face[d][at]) / axis->width[axis->n / 2];
  return SM_OK;
}

static enum sm_status check_ratio(const struct job *job) {
  const double *ratio = job->nest->ratio;
  for (int d = 0; d < 2; d++)
    if (ratio[d] < 1 - 1e-6)
      return sm_fail(job->ctx, SM_ERR_CASE,
                     "%s:%d: error: the cells of the coarser run are finer than those of the "
                     "domain, 1:%.3g along %c",
                     job->c->path, line_of(job), ratio[d], 'x' + d);
  if (ratio[0] > most_ratio + 1e-6 || ratio[1] > most_ratio + 1e-6)
    sm_warn(job->ctx,
            "%s:%d: warning: the cells of the domain are 1:%.3g of those of the coarser run; from "
            "1:2 to 1:5 is usual",
            job->c->path, line_of(job), fmax(ratio[0], ratio[1]));
  return SM_OK;
}

/* --- ground and solids --- */

/* Copies the window from a map or field of the coarse grid. */
static ptrdiff_t element(const struct job *job, int i, int j, int k) {
  const int *n = job->file->n, *low = job->nest->low;
  return (low[0] + i) + n[0] * ((low[1] + j) + (ptrdiff_t)n[1] * (low[2] + k));
}

static enum sm_status take_ground(const struct job *job) {
  struct sm_wind_nest *nest = job->nest;
  struct sm_winds_file *file = &nest->levels->file;
  const double shift = shift_of(job, 2);
  SM_SCOPED double *map = NULL;
  bool known;
  SM_TRY(
      sm_alloc(job->ctx, (size_t)file->n[0] * (size_t)file->n[1], sizeof *map, "the nest", &map));
  const enum sm_status status =
      sm_winds_file_map(file, sm_field_name(SM_FIELD_TERRAIN), &known, map);
  for (int j = 0; j < nest->n[1] && status == SM_OK; j++)
    for (int i = 0; i < nest->n[0]; i++) {
      const size_t at =
          (size_t)(nest->low[0] + i) + (size_t)file->n[0] * (size_t)(nest->low[1] + j);
      nest->ground[i + nest->n[0] * j] = (known ? map[at] : file->face[2][0]) + shift;
    }
  return status;
}

static enum sm_status take_solids(const struct job *job) {
  struct sm_wind_nest *nest = job->nest;
  struct sm_winds_file *file = &nest->levels->file;
  const size_t cells = (size_t)file->n[0] * (size_t)file->n[1] * (size_t)file->n[2];
  SM_SCOPED uint8_t *type = NULL, *open = NULL;
  bool known, with_faces;
  SM_TRY(sm_alloc(job->ctx, cells, 1, "the nest", &type));
  SM_TRY(sm_alloc(job->ctx, cells, 1, "the nest", &open));
  SM_TRY(sm_winds_file_solids(file, &known, type, &with_faces, open));
  uint8_t *air = nest->air;
  for (int k = 0; k < nest->n[2]; k++)
    for (int j = 0; j < nest->n[1]; j++)
      for (int i = 0; i < nest->n[0]; i++) *air++ = !known || type[element(job, i, j, k)] == 0;
  return SM_OK;
}

static enum sm_status take_grid(const struct job *job) {
  struct sm_wind_nest *nest = job->nest;
  for (int d = 0; d < 3; d++) SM_TRY(take_axis(job, d));
  SM_TRY(check_ratio(job));
  const size_t columns = (size_t)nest->n[0] * (size_t)nest->n[1];
  SM_TRY(sm_alloc(job->ctx, columns, sizeof *nest->ground, "the nest", &nest->ground));
  SM_TRY(sm_alloc(job->ctx, columns * (size_t)nest->n[2], 1, "the nest", &nest->air));
  SM_TRY(take_ground(job));
  return take_solids(job);
}

/* --- times --- */

/* Times of the flow, and those of the coarse winds between them. */
static enum sm_status find_times(const struct job *job) {
  const struct sm_case *c = job->c;
  struct sm_wind_nest *nest = job->nest;
  struct sm_weather *w = &job->domain->weather;
  const struct sm_wind_levels *levels = nest->levels;
  const bool timed = levels->count > 1 || levels->has_calendar;
  const double given = !isnan(c->weather.start) ? c->weather.start : c->start;
  const double base = levels->has_calendar || isnan(given) ? 0 : given;
  SM_TRY(sm_alloc(job->ctx, (size_t)levels->count, sizeof *nest->time, "the nest", &nest->time));
  for (int t = 0; t < levels->count; t++) nest->time[t] = base + levels->time[t];
  const double first = timed ? nest->time[0] : 0, start = isnan(given) ? first : given;
  w->relative = isnan(given) && !levels->has_calendar;
  w->members = 1;
  SM_TRY(sm_times_evolve(job->ctx, c, start, &w->time, &w->time_count));
  if (levels->count == 1) return SM_OK;
  const double end = w->time[w->time_count - 1], last = nest->time[levels->count - 1];
  if (start >= first - same_time && end <= last + same_time) return SM_OK;
  return sm_fail(job->ctx, SM_ERR_CASE,
                 "%s:%d: error: the coarser run has winds from %.10g to %.10g s of this run only, "
                 "which lasts %.10g s\n"
                 "help: wind.duration, weather.start, or weather.nest.offset",
                 c->path, line_of(job), first - start, last - start, end - start);
}

/* Says which scalars come from the coarse run, and warns of those that do not. */
static enum sm_status tell_scalars(const struct job *job) {
  const struct sm_case *c = job->c;
  struct sm_winds_file *file = &job->nest->levels->file;
  char absent[256] = "";
  const bool heat = c->flow.heat || c->wind_source.model == SM_WIND_COMPRESSIBLE;
  bool known = sm_flow_follows_temperature(c);
  if (heat && known) SM_TRY(sm_wind_nest_has(file, NULL, &known));
  if (heat && !known) sm_text_append(absent, sizeof absent, "the temperature");
  for (size_t m = 0; m < c->flow.scalar_count; m++) {
    SM_TRY(sm_wind_nest_has(file, c->flow.scalar[m].name, &known));
    if (!known)
      sm_text_append(absent, sizeof absent, "%s'%s'", absent[0] != '\0' ? ", " : "",
                     c->flow.scalar[m].name);
  }
  if (absent[0] != '\0')
    sm_warn(job->ctx,
            "%s:%d: warning: %s does not come from the coarser run, whose file has none: start and "
            "inflow are those of the case",
            c->path, line_of(job), absent);
  return SM_OK;
}

static enum sm_status force(const struct job *job) {
  const struct sm_wind_nest *nest = job->nest;
  struct sm_weather *w = &job->domain->weather, *forcing = NULL;
  const double first = w->time[0], last = w->time[w->time_count - 1];
  if (!(last > first)) return SM_OK;
  struct sm_weather_change change = {.is = true, .line = line_of(job)};
  snprintf(change.what, sizeof change.what, "winds of a coarser run");
  SM_TRY(sm_weather_change_check(job->ctx, job->c, &change));
  SM_TRY(tell_scalars(job));
  if (!sm_flow_follows_weather(job->c)) return SM_OK;
  SM_TRY(sm_alloc(job->ctx, 1, sizeof *forcing, "the nest", &forcing));
  w->forcing = forcing;
  forcing->members = 1;
  forcing->relative = w->relative;
  SM_TRY(sm_alloc(job->ctx, (size_t)nest->levels->count + 2, sizeof *forcing->time, "the nest",
                  &forcing->time));
  forcing->time[forcing->time_count++] = first;
  for (int t = 0; t < nest->levels->count; t++)
    if (nest->time[t] > first + same_time && nest->time[t] < last - same_time)
      forcing->time[forcing->time_count++] = nest->time[t];
  forcing->time[forcing->time_count++] = last;
  return SM_OK;
}

static enum sm_status name_source(const struct job *job) {
  struct sm_text text = {0};
  const double *ratio = job->nest->ratio;
  sm_text_add(&text, "the coarser run %s, cells 1:%.3g x 1:%.3g x 1:%.3g", path_of(job), ratio[0],
              ratio[1], ratio[2]);
  job->domain->weather.source = text.data;
  return text.failed ? sm_fail(job->ctx, SM_ERR_MEMORY, "out of memory: the source of the wind")
                     : SM_OK;
}

/* --- columns of a diagnostic wind --- */

/* Times of the coarse winds in the window of the case. level: the first of them. */
static enum sm_status take_times(const struct job *job, int *level) {
  const struct sm_case_weather *window = &job->c->weather;
  struct sm_weather *w = &job->domain->weather;
  const struct sm_wind_levels *levels = job->nest->levels;
  const bool timed = levels->count > 1 || levels->has_calendar;
  w->relative = timed && !levels->has_calendar;
  w->members = 1;
  const size_t count = (size_t)levels->count;
  SM_TRY(sm_alloc(job->ctx, count, sizeof *w->time, "the times", &w->time));
  SM_TRY(sm_alloc(job->ctx, count, sizeof *w->time, "the nest", &job->nest->time));
  for (int t = 0; t < levels->count; t++) {
    const double time = job->nest->time[t] = levels->time[t];
    if (timed && (time < window->start - same_time || time > window->end + same_time)) continue;
    if (w->time_count == 0) *level = t;
    w->time[w->time_count++] = timed ? time : (double)NAN;
  }
  if (w->time_count > 0) return SM_OK;
  return sm_fail(job->ctx, SM_ERR_CASE,
                 "%s:%d: error: no wind of the coarser run lies between weather.start and "
                 "weather.end",
                 job->c->path, line_of(job));
}

static enum sm_status create_column(const struct job *job, int i, int j, struct sm_station *out) {
  const struct sm_wind_nest *nest = job->nest;
  const double x = nest->centre[0][i], y = nest->centre[1][j];
  char name[64];
  snprintf(name, sizeof name, "coarse column %d of row %d", nest->low[0] + i + 1,
           nest->low[1] + j + 1);
  *out = (struct sm_station){.name = sm_text_copy(name),
                             .x = x,
                             .y = y,
                             .radius = INFINITY,
                             .profile = SM_PROFILE_TOWER,
                             .z0 = (double)job->domain->z0[sm_domain_column(job->domain, x, y)],
                             .level_count = nest->n[2]};
  if (out->name == NULL)
    return sm_fail(job->ctx, SM_ERR_MEMORY, "out of memory: a column of the coarser run");
  return sm_alloc(job->ctx, (size_t)job->domain->weather.time_count * (size_t)nest->n[2],
                  sizeof *out->reading, "the weather", &out->reading);
}

static enum sm_status take_columns(const struct job *job) {
  const struct sm_wind_nest *nest = job->nest;
  struct sm_weather *w = &job->domain->weather;
  const int count = nest->n[0] * nest->n[1], most = 20000;
  int level = 0;
  if (count > most)
    return sm_fail(job->ctx, SM_ERR_CASE,
                   "%s:%d: error: %d columns of the coarser run lie around the domain, at most %d "
                   "can serve a diagnostic wind\n"
                   "help: coarser cells there, or a smaller domain",
                   job->c->path, line_of(job), count, most);
  SM_TRY(take_times(job, &level));
  SM_TRY(sm_alloc(job->ctx, (size_t)count, sizeof *w->station, "the stations", &w->station));
  for (int j = 0; j < nest->n[1]; j++)
    for (int i = 0; i < nest->n[0]; i++)
      SM_TRY(create_column(job, i, j, &w->station[w->station_count++]));
  for (int d = 0; d < 2; d++) w->grid[d] = nest->n[d];
  w->vertical_scale = NAN;
  for (int t = 0; t < w->time_count; t++)
    SM_TRY(sm_wind_nest_columns(job->ctx, job->domain, level + t, t, w->station));
  return sm_weather_fill_gaps(job->ctx, w->station, count, w->time_count);
}

enum sm_status sm_wind_nest_read(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_horizontal_grid *plan, struct sm_domain *domain) {
  struct job job = {.ctx = ctx, .c = c, .plan = plan, .domain = domain};
  SM_TRY(sm_alloc(ctx, 1, sizeof *domain->nest, "the nest", &domain->nest));
  job.nest = domain->nest;
  SM_TRY(sm_wind_levels_open(ctx, c, &c->weather.nest, &job.nest->levels));
  job.file = &job.nest->levels->file;
  SM_TRY(check_map(&job));
  SM_TRY(check_place(&job));
  SM_TRY(take_grid(&job));
  SM_TRY(name_source(&job));
  if (c->wind_source.model == SM_WIND_DIAGNOSTIC) return take_columns(&job);
  SM_TRY(find_times(&job));
  return force(&job);
}
