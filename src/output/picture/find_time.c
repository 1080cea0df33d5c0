/* output/picture/find_time.c - time selection: index, date or seconds to the index of a time of a
 * result file. */
#include "base/clock.h"
#include "base/text.h"
#include "output/picture/plot.h"
#include "output/vtk/particles.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Times of a file. */
struct times {
  struct sm_context *ctx;
  const char *path;
  bool calendar;
  size_t count;
  double *time;
  double (*ends)[2]; /* averaging intervals; NULL: instants */
};

static enum sm_status refuse_timeless(const struct times *t) {
  return sm_fail(t->ctx, SM_ERR_USAGE, "%s: error: the file has no times to choose from", t->path);
}

/* Times of the snapshots in a list (.pvd). */
static enum sm_status read_list(struct times *t) {
  char name[4096];
  double time;
  int count = 0;
  SM_TRY(sm_particle_vtk_list(t->ctx, t->path, -1, &count, name, sizeof name, &time));
  t->count = (size_t)count;
  SM_TRY(sm_alloc(t->ctx, t->count, sizeof *t->time, "times", &t->time));
  for (int n = 0; n < (int)t->count; n++)
    SM_TRY(sm_particle_vtk_list(t->ctx, t->path, n, &count, name, sizeof name, &t->time[n]));
  return SM_OK;
}

static enum sm_status copy_times(struct times *t, struct sm_wind_file *file) {
  const size_t zero[2] = {0, 0}, both[2] = {file->times, 2};
  if (file->times == 0) return refuse_timeless(t);
  if (sm_wind_file_has(file, "member_from"))
    return sm_fail(t->ctx, SM_ERR_USAGE,
                   "%s: error: the times of the file are winds of a wind rose, without dates\n"
                   "help: they are chosen by their number, from 0 to %zu",
                   t->path, file->times - 1);
  t->calendar = file->has_calendar;
  t->count = file->times;
  SM_TRY(sm_alloc(t->ctx, t->count, sizeof *t->time, "times", &t->time));
  memcpy(t->time, file->time, t->count * sizeof *t->time);
  if (!sm_wind_file_has(file, "time_bnds")) return SM_OK;
  SM_TRY(sm_alloc(t->ctx, t->count, sizeof *t->ends, "times", &t->ends));
  return sm_wind_file_doubles(file, "time_bnds", zero, both, &t->ends[0][0]);
}

static enum sm_status read_times(struct times *t) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  enum sm_plot_source source;
  const char *field;
  SM_TRY(sm_plot_find_source(t->ctx, t->path, &source, &field));
  if (sm_text_ends_with(t->path, ".pvd")) return read_list(t);
  if (source != SM_PLOT_GRID) return refuse_timeless(t);
  SM_TRY(sm_wind_file_open_any(t->ctx, t->path, &file));
  return copy_times(t, file);
}

static const char *time_text(const struct times *t, double time, char out[48]) {
  if (t->calendar)
    sm_clock_format(time, out, 48);
  else
    snprintf(out, 48, "%.10g s", time);
  return out;
}

static size_t nearest(const struct times *t, double wanted) {
  size_t best = 0;
  for (size_t n = 1; n < t->count; n++)
    if (fabs(t->time[n] - wanted) < fabs(t->time[best] - wanted)) best = n;
  return best;
}

/* Interval that contains a time: of two that meet there the later one. False: none. */
static bool find_interval(const struct times *t, double wanted, size_t *out) {
  bool found = false;
  for (size_t n = 0; n < t->count; n++) {
    if (!(wanted >= t->ends[n][0] && wanted <= t->ends[n][1])) continue;
    *out = n;
    found = true;
  }
  return found;
}

/* Nearest instant, if it is within half an interval of the file (of a single time: half a second).
 */
static bool find_instant(const struct times *t, double wanted, size_t *out) {
  const size_t n = nearest(t, wanted), other = n > 0 ? n - 1 : 1;
  const double interval = t->count > 1 ? fabs(t->time[n] - t->time[other]) : 1;
  *out = n;
  return (n > 0 && n + 1 < t->count) || fabs(t->time[n] - wanted) <= 0.5 * interval;
}

static enum sm_status find(struct times *t, double wanted, int *out) {
  char text[48], first[48], last[48], near[48];
  size_t n = nearest(t, wanted);
  time_text(t, wanted, text);
  if (!(t->ends != NULL ? find_interval(t, wanted, &n) : find_instant(t, wanted, &n)))
    return sm_fail(t->ctx, SM_ERR_USAGE,
                   "%s: error: no time %s\nhelp: there are %zu, from %s to %s; the nearest is %s",
                   t->path, text, t->count, time_text(t, t->time[0], first),
                   time_text(t, t->time[t->count - 1], last), time_text(t, t->time[n], near));
  if (t->ends == NULL && fabs(t->time[n] - wanted) > 0.5)
    sm_warn(t->ctx, "%s: warning: no time %s: taken is the nearest, %s", t->path, text,
            time_text(t, t->time[n], near));
  *out = (int)n;
  return SM_OK;
}

/* First time of a period, or first interval that overlaps it. With several, a warning names it. */
static enum sm_status find_in_period(struct times *t, double start, double length, int *out) {
  char text[48], first[48], last[48], near[48];
  size_t count = 0, found = 0;
  for (size_t n = 0; n < t->count; n++) {
    const double low = t->ends != NULL ? t->ends[n][0] : t->time[n];
    const double high = t->ends != NULL ? t->ends[n][1] : t->time[n];
    const bool within = low >= start && low < start + length;
    if (!within && !(low < start && high > start)) continue;
    if (count++ == 0) found = n;
  }
  const char *period = length > 3600 ? "on the day" : "in the hour";
  time_text(t, start, text);
  if (count == 0)
    return sm_fail(t->ctx, SM_ERR_USAGE,
                   "%s: error: no time %s from %s\nhelp: there are %zu, from %s to %s; the nearest "
                   "is %s",
                   t->path, period, text, t->count, time_text(t, t->time[0], first),
                   time_text(t, t->time[t->count - 1], last),
                   time_text(t, t->time[nearest(t, start + 0.5 * length)], near));
  if (count > 1)
    sm_warn(t->ctx,
            "%s: warning: %zu times %s from %s: the first, %s, is used\nhelp: give the time to the "
            "minute, as in 2026-05-01T12:00Z",
            t->path, count, period, text, time_text(t, t->time[found], near));
  *out = (int)found;
  return SM_OK;
}

/* Seconds such as "600 s". */
static bool read_seconds(const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  if (end == text || !isfinite(*out)) return false;
  end += strspn(end, " ");
  return strcmp(end, "s") == 0;
}

static bool read_index(const char *text, int *out) {
  char *end;
  const double number = strtod(text, &end);
  if (end == text || *end != '\0' || !(number >= 0 && number <= INT_MAX) || number > floor(number))
    return false;
  *out = (int)number;
  return true;
}

/* Whether `text` is the number of a time: 20260501 is a date. */
static bool is_index(const char *text, int *out) {
  double start, length;
  return !sm_clock_parse_period(text, &start, &length) && read_index(text, out);
}

static enum sm_status find_by_text(struct times *t, const char *text, int *out) {
  double wanted, length = 0;
  const bool date = sm_clock_parse_period(text, &wanted, &length);
  if (!date && !read_seconds(text, &wanted))
    return sm_fail(
        t->ctx, SM_ERR_USAGE,
        "error: '%s' is not a time: expected a whole number from 0, a date (UTC) such as "
        "2026-05-01T12:00Z, 2026-05-01T12 or 2026-05-01, or seconds such as \"600 s\"\n"
        "help: 'simoom info' lists the times of a file",
        text);
  SM_TRY(read_times(t));
  if (date != t->calendar)
    return sm_fail(t->ctx, SM_ERR_USAGE,
                   date ? "%s: error: the file has no dates: its times are seconds\n"
                          "help: as in \"600 s\""
                        : "%s: error: the times of the file are dates, and no seconds\n"
                          "help: as in 2026-05-01T12:00Z",
                   t->path);
  return length > 0 ? find_in_period(t, wanted, length, out) : find(t, wanted, out);
}

enum sm_status sm_find_time(struct sm_context *ctx, const char *path, const char *text, int *out) {
  struct times t = {.ctx = ctx, .path = path};
  if (is_index(text, out)) return SM_OK;
  const enum sm_status status = find_by_text(&t, text, out);
  sm_free(t.time);
  sm_free(t.ends);
  return status;
}
