#include "output/gis/export.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/list.h"
#include "base/text.h"
#include "output/netcdf/trajectory_file.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Exported trajectories, forward in time; their positions are stored one after another. */
struct export_trajectories {
  struct sm_context *ctx;
  const char *out;
  struct sm_trajectories trajectories;
  size_t count, *start; /* [count + 1] first index into place and when */
  size_t *trajectory;   /* [count] index of the trajectory in the file */
  double (*place)[3], *when, *duration;
  const char **name, **begin, **end;
  char (*text)[2][SM_EXPORT_TIME];
};

/* Formats a time as ISO 8601, with milliseconds if needed; a number without a calendar. */
static void format_time(const struct export_trajectories *x, double time,
                        char out[SM_EXPORT_TIME]) {
  const double whole = floor(time + 0.0005);
  const int thousandths = (int)lround(1000 * (time - whole));
  if (!x->trajectories.has_calendar) {
    snprintf(out, SM_EXPORT_TIME, "%.9g", time);
    return;
  }
  sm_clock_format(whole, out, SM_EXPORT_TIME);
  const size_t length = strlen(out);
  if (thousandths > 0 && length > 0 && length + 5 < SM_EXPORT_TIME)
    snprintf(out + length - 1, SM_EXPORT_TIME - length, ".%03dZ", thousandths);
}

/* Adds the positions of a trajectory; drops it when it has fewer than two. */
static void add_trajectory(struct export_trajectories *x, size_t p) {
  const struct sm_trajectories *w = &x->trajectories;
  const size_t first = x->start[x->count], n = w->samples;
  size_t at = first;
  for (size_t t = 0; t < n; t++) {
    const size_t s = p * n + t;
    if (isnan(w->value[SM_TRAJECTORY_X][s] + w->value[SM_TRAJECTORY_Y][s] +
              w->value[SM_TRAJECTORY_Z][s] + w->value[SM_TRAJECTORY_TIME][s]))
      continue;
    for (int d = 0; d < 3; d++) x->place[at][d] = w->value[SM_TRAJECTORY_X + d][s];
    x->when[at++] = w->value[SM_TRAJECTORY_TIME][s];
  }
  if (at < first + 2) return;
  const bool falls = x->when[first] > x->when[at - 1]; /* run backward in time */
  for (size_t a = first, b = at - 1; a < b && falls; a++, b--) {
    double place[3];
    const double when = x->when[a];
    memcpy(place, x->place[a], sizeof place);
    memcpy(x->place[a], x->place[b], sizeof place);
    memcpy(x->place[b], place, sizeof place);
    x->when[a] = x->when[b];
    x->when[b] = when;
  }
  const size_t c = x->count++;
  x->trajectory[c] = p;
  x->name[c] = w->name[w->species[p]];
  x->duration[c] = x->when[at - 1] - x->when[first];
  format_time(x, x->when[first], x->text[c][0]);
  format_time(x, x->when[at - 1], x->text[c][1]);
  x->begin[c] = x->text[c][0];
  x->end[c] = x->text[c][1];
  x->start[x->count] = at;
}

static enum sm_status read_trajectories(struct export_trajectories *x,
                                        const struct sm_export_options *o) {
  const struct sm_trajectories *w = &x->trajectories;
  const size_t all = w->count * w->samples;
  const char *what = "trajectories";
  int species;
  SM_TRY(sm_trajectories_find_species(w, o->species, &species));
  SM_TRY(sm_alloc(x->ctx, w->count + 1, sizeof *x->start, what, &x->start));
  SM_TRY(sm_alloc(x->ctx, w->count, sizeof *x->trajectory, what, &x->trajectory));
  SM_TRY(sm_alloc(x->ctx, w->count, sizeof *x->duration, what, &x->duration));
  SM_TRY(sm_alloc(x->ctx, w->count, sizeof *x->name, what, &x->name));
  SM_TRY(sm_alloc(x->ctx, w->count, sizeof *x->begin, what, &x->begin));
  SM_TRY(sm_alloc(x->ctx, w->count, sizeof *x->end, what, &x->end));
  SM_TRY(sm_alloc(x->ctx, w->count, sizeof *x->text, what, &x->text));
  SM_TRY(sm_alloc(x->ctx, all, sizeof *x->place, what, &x->place));
  SM_TRY(sm_alloc(x->ctx, all, sizeof *x->when, what, &x->when));
  for (size_t p = 0; p < w->count; p++)
    if (species < 0 || w->species[p] == species) add_trajectory(x, p);
  if (x->count > 0) return SM_OK;
  return sm_fail(x->ctx, SM_ERR_DATA, "%s: error: no particle is on its way for two samples",
                 w->path);
}

/* --- formats --- */

static enum sm_status write_lines(struct export_trajectories *x) {
  long long *number = NULL;
  SM_TRY(sm_alloc(x->ctx, x->count, sizeof *number, "trajectories", &number));
  for (size_t n = 0; n < x->count; n++) number[n] = x->trajectories.number[x->trajectory[n]];
  const struct sm_line_table table = {.count = x->count,
                                      .start = x->start,
                                      .place = (const double(*)[3])x->place,
                                      .number = number,
                                      .name = x->name,
                                      .begin = x->begin,
                                      .end = x->end,
                                      .duration = x->duration};
  const enum sm_status status = sm_gis_write_lines(x->ctx, x->out, &x->trajectories.crs, &table);
  sm_free(number);
  return status;
}

/* Writes all samples as a table, in the order of the file. */
static enum sm_status write_table(struct export_trajectories *x, struct sm_text *text) {
  const struct sm_trajectories *w = &x->trajectories;
  const bool speed = w->value[SM_TRAJECTORY_SPEED] != NULL;
  char when[SM_EXPORT_TIME];
  sm_text_add(text, "particle,species,%stime,x,y,altitude%s\n",
              w->diameter != NULL ? "diameter," : "", speed ? ",speed" : "");
  for (size_t c = 0; c < x->count; c++) {
    const size_t p = x->trajectory[c];
    for (size_t s = p * w->samples; s < (p + 1) * w->samples; s++) {
      if (isnan(w->value[SM_TRAJECTORY_X][s] + w->value[SM_TRAJECTORY_TIME][s])) continue;
      format_time(x, w->value[SM_TRAJECTORY_TIME][s], when);
      sm_text_add(text, "%lld,%s,", w->number[p], x->name[c]);
      if (w->diameter != NULL) sm_text_add(text, "%.6g,", (double)w->diameter[p]);
      sm_text_add(text, "%s,%.12g,%.12g,%.9g", when, w->value[SM_TRAJECTORY_X][s],
                  w->value[SM_TRAJECTORY_Y][s], w->value[SM_TRAJECTORY_Z][s]);
      if (speed) sm_text_add(text, ",%.6g", w->value[SM_TRAJECTORY_SPEED][s]);
      sm_text_add(text, "\n");
    }
  }
  return SM_OK;
}

static void add_escaped(struct sm_text *text, const char *string) {
  for (; *string != '\0'; string++) {
    if (*string == '&' || *string == '<')
      sm_text_add(text, *string == '&' ? "&amp;" : "&lt;");
    else
      sm_text_add_bytes(text, string, 1);
  }
}

/* Adds a track with times, or a line without a calendar. */
static void add_track(const struct export_trajectories *x, size_t c, const double *longitude,
                      const double *latitude, struct sm_text *text) {
  const bool times = x->trajectories.has_calendar;
  char when[SM_EXPORT_TIME];
  sm_text_add(text, "<Placemark><name>%lld</name><styleUrl>#s%d</styleUrl><%s>",
              x->trajectories.number[x->trajectory[c]], x->trajectories.species[x->trajectory[c]],
              times ? "gx:Track" : "LineString");
  sm_text_add(text, "<altitudeMode>%s</altitudeMode>%s",
              x->trajectories.flat ? "relativeToGround" : "absolute",
              times ? "\n" : "<coordinates>");
  for (size_t s = x->start[c]; s < x->start[c + 1] && times; s++) {
    format_time(x, x->when[s], when);
    sm_text_add(text, "<when>%s</when>\n", when);
  }
  for (size_t s = x->start[c]; s < x->start[c + 1]; s++)
    sm_text_add(text, times ? "<gx:coord>%.8f %.8f %.2f</gx:coord>\n" : "%.8f,%.8f,%.2f\n",
                longitude[s], latitude[s], x->place[s][2]);
  sm_text_add(text,
              times ? "</gx:Track></Placemark>\n" : "</coordinates></LineString></Placemark>\n");
}

static enum sm_status write_tracks(struct export_trajectories *x, struct sm_text *text) {
  static const char *const colours[6] = {"ff00a5ff", "ffff8000", "ff00c000",
                                         "ffc000c0", "ff0000ff", "ffc0c000"}; /* abgr */
  const size_t all = x->start[x->count];
  SM_SCOPED double *longitude = NULL, *latitude = NULL;
  if (x->trajectories.crs.local)
    return sm_fail(x->ctx, SM_ERR_DATA,
                   "%s: error: the coordinates are local: nobody knows where on earth that is\n"
                   "help: domain.crs",
                   x->out);
  SM_TRY(sm_alloc(x->ctx, all, sizeof *longitude, "trajectories", &longitude));
  SM_TRY(sm_alloc(x->ctx, all, sizeof *latitude, "trajectories", &latitude));
  for (size_t s = 0; s < all; s++) {
    longitude[s] = x->place[s][0];
    latitude[s] = x->place[s][1];
  }
  SM_TRY(sm_gis_unproject_all(x->ctx, &x->trajectories.crs, all, longitude, latitude));
  sm_text_add(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<kml xmlns=\"http://www.opengis.net/kml/2.2\" "
                    "xmlns:gx=\"http://www.google.com/kml/ext/2.2\"><Document><name>");
  add_escaped(text, x->trajectories.title);
  sm_text_add(text, "</name>\n");
  for (int n = 0; n < x->trajectories.names; n++)
    sm_text_add(text,
                "<Style id=\"s%d\"><IconStyle><color>%s</color><scale>0.4</scale></IconStyle>"
                "<LabelStyle><scale>0</scale></LabelStyle>"
                "<LineStyle><color>%s</color><width>2</width></LineStyle></Style>\n",
                n, colours[n % 6], colours[n % 6]);
  for (int n = 0; n < x->trajectories.names; n++) {
    sm_text_add(text, "<Folder><name>%s</name>\n", x->trajectories.name[n]);
    for (size_t c = 0; c < x->count; c++)
      if (x->trajectories.species[x->trajectory[c]] == n)
        add_track(x, c, longitude, latitude, text);
    sm_text_add(text, "</Folder>\n");
  }
  sm_text_add(text, "</Document></kml>\n");
  return SM_OK;
}

static enum sm_status write_text(struct export_trajectories *x,
                                 enum sm_status (*fill)(struct export_trajectories *x,
                                                        struct sm_text *text)) {
  const bool packed = strcmp(strrchr(x->out, '.'), ".kmz") == 0;
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  SM_TRY(fill(x, &text));
  if (text.failed) return sm_fail(x->ctx, SM_ERR_MEMORY, "out of memory: %s", x->out);
  return packed ? sm_gis_write_kmz(x->ctx, x->out, text.data, text.size)
                : sm_file_write(x->ctx, x->out, text.data, text.size);
}

static enum sm_status write_trajectories(struct export_trajectories *x) {
  const char *ending = strrchr(x->out, '.');
  if (strcmp(ending, ".geojson") == 0 || strcmp(ending, ".gpkg") == 0) return write_lines(x);
  return write_text(x, strcmp(ending, ".csv") == 0 ? write_table : write_tracks);
}

enum sm_status sm_export_trajectories(struct sm_context *ctx, const char *path,
                                      const struct sm_export_options *o, const char *out) {
  struct export_trajectories x = {.ctx = ctx, .out = out};
  static const char *const endings[] = {".geojson", ".gpkg", ".kml", ".kmz", ".csv"};
  bool fits = false;
  for (size_t n = 0; n < sizeof endings / sizeof *endings; n++)
    fits = fits || strcmp(strrchr(out, '.'), endings[n]) == 0;
  if (!fits)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: particle trajectories are not maps\n"
                   "help: .geojson, .gpkg, .kml, .kmz and .csv take them",
                   out);
  if (o->field != NULL || !isnan(o->height) || o->time >= 0 || o->levels > 0 || o->every > 0 ||
      o->places > 0 || o->stations != NULL)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: particle trajectories are written whole: only --species chooses",
                   path);
  enum sm_status status = sm_trajectories_open(ctx, path, &x.trajectories);
  if (status == SM_OK) status = read_trajectories(&x, o);
  if (status == SM_OK) status = write_trajectories(&x);
  sm_trajectories_close(&x.trajectories);
  SM_FREE_ALL(x.start, x.trajectory, x.place, x.when, x.duration);
  sm_free((void *)x.name);
  sm_free((void *)x.begin);
  sm_free((void *)x.end);
  sm_free(x.text);
  return status;
}
