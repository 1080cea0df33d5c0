#include "output/gis/export.h"

#include "base/file.h"
#include "simoom/csv.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME, X, Y, HEIGHT, LON, LAT, COLUMNS };

struct table {
  const struct sm_export_job *e;
  const char *path;
  struct sm_csv csv;
  int column[COLUMNS]; /* -1: not there */
  bool on_earth;       /* longitude and latitude instead of x and y */
};

/* Parses a line if there is one. */
static enum sm_status take_line(struct table *t, bool header, bool *there) {
  const enum sm_csv_result result = sm_csv_next(&t->csv, header);
  *there = result == SM_CSV_LINE;
  if (result == SM_CSV_LINE || result == SM_CSV_END) return SM_OK;
  return sm_fail(t->e->ctx, SM_ERR_DATA, "%s:%d: error: %s", t->path, t->csv.line,
                 sm_csv_problem(result));
}

static enum sm_status read_header(struct table *t) {
  static const char *const names[COLUMNS][2] = {{"name", "station"},  {"x", "easting"},
                                                {"y", "northing"},    {"height", "height"},
                                                {"lon", "longitude"}, {"lat", "latitude"}};
  bool there;
  SM_TRY(take_line(t, true, &there));
  for (int c = 0; c < COLUMNS; c++) {
    t->column[c] = -1;
    for (int f = 0; f < t->csv.count && there; f++)
      if (strcasecmp(t->csv.field[f], names[c][0]) == 0 ||
          strcasecmp(t->csv.field[f], names[c][1]) == 0)
        t->column[c] = f;
  }
  t->on_earth = t->column[X] < 0 && t->column[LON] >= 0;
  if (t->column[NAME] < 0 || t->column[HEIGHT] < 0 || t->column[t->on_earth ? LON : X] < 0 ||
      t->column[t->on_earth ? LAT : Y] < 0)
    return sm_fail(t->e->ctx, SM_ERR_DATA,
                   "%s: error: its first line must name the columns\n"
                   "help: name,x,y,height in m, or name,lon,lat,height",
                   t->path);
  if (t->on_earth && t->e->crs.local)
    return sm_fail(t->e->ctx, SM_ERR_DATA,
                   "%s: error: longitudes cannot be used: the coordinates of the result are local\n"
                   "help: name,x,y,height in m",
                   t->path);
  return SM_OK;
}

static enum sm_status read_number(const struct table *t, int column, double *out) {
  const int f = t->column[column];
  const char *text = f < t->csv.count ? t->csv.field[f] : "";
  char *end;
  *out = strtod(text, &end);
  if (end != text && *end == '\0' && isfinite(*out)) return SM_OK;
  return sm_fail(t->e->ctx, SM_ERR_DATA, "%s:%d: error: '%s' in field %d is not a number", t->path,
                 t->csv.line, text, f + 1);
}

static enum sm_status read_rows(struct table *t, struct sm_export_stations *s) {
  const int x = t->on_earth ? LON : X, y = t->on_earth ? LAT : Y;
  for (bool there = true;;) {
    SM_TRY(take_line(t, false, &there));
    if (!there) return SM_OK;
    double *place = s->place[s->count];
    SM_TRY(read_number(t, x, &place[0]));
    SM_TRY(read_number(t, y, &place[1]));
    SM_TRY(read_number(t, HEIGHT, &place[2]));
    if (t->column[NAME] >= t->csv.count)
      return sm_fail(t->e->ctx, SM_ERR_DATA, "%s:%d: error: the place has no name", t->path,
                     t->csv.line);
    if (t->on_earth) {
      double xy[2];
      SM_TRY(sm_gis_project(t->e->ctx, &t->e->crs, place[1], place[0], xy));
      place[0] = xy[0];
      place[1] = xy[1];
    }
    s->name[s->count++] = t->csv.field[t->column[NAME]];
  }
}

enum sm_status sm_export_stations_read(const struct sm_export_job *e,
                                       struct sm_export_stations *out) {
  const struct sm_export_options *o = e->options;
  struct table t = {.e = e, .path = o->stations};
  size_t size = 0, room = o->places;
  *out = (struct sm_export_stations){0};
  if (o->places == 0 && o->stations == NULL)
    return sm_fail(e->ctx, SM_ERR_USAGE,
                   "%s: error: which places?\nhelp: --at NAME=X,Y,HEIGHT, or --stations FILE",
                   e->out);
  if (o->stations != NULL) {
    SM_TRY(sm_file_read(e->ctx, o->stations, &out->text, &size));
    for (size_t c = 0; c < size; c++) room += out->text[c] == '\n' || out->text[c] == '\r';
    room++;
  }
  SM_TRY(sm_alloc(e->ctx, room, sizeof *out->place, "places", &out->place));
  SM_TRY(sm_alloc(e->ctx, room, sizeof *out->name, "places", &out->name));
  for (; out->count < o->places; out->count++) {
    memcpy(out->place[out->count], o->place[out->count], sizeof *out->place);
    out->name[out->count] = o->name[out->count];
  }
  if (o->stations != NULL) {
    sm_csv_begin(&t.csv, out->text, size);
    SM_TRY(read_header(&t));
    SM_TRY(read_rows(&t, out));
  }
  if (out->count == 0)
    return sm_fail(e->ctx, SM_ERR_DATA, "%s: error: there is no place in it", o->stations);
  return SM_OK;
}

void sm_export_stations_free(struct sm_export_stations *stations) {
  sm_free(stations->place);
  sm_free((void *)stations->name);
  sm_free(stations->text);
}
