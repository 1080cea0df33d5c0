#include "output/gis/export.h"

#include "base/file.h"
#include "base/text.h"
#include "output/analyse/analyse.h"
#include "output/analyse/slice_interpolation.h"
#include <math.h>

/* Adds a number, or nothing for NAN. */
static void add_number(struct sm_text *text, double value) {
  if (isnan(value)) {
    sm_text_add(text, ",");
  } else {
    sm_text_add(text, ",%.6g", value);
  }
}

/* True for wind fields: all wind columns are written. */
static bool is_of_wind(const struct sm_export_job *e) {
  struct sm_plot_quantity field;
  return sm_plot_quantity_find(e->map.field, &field) && !field.cells && !field.map;
}

/* Conversion to the requested unit: value * change[0] + change[1]. */
static enum sm_status choose_unit(const struct sm_export_job *e, double change[2]) {
  char unit[64] = "m s-1";
  change[0] = 1;
  change[1] = 0;
  if (e->options->unit == NULL) return SM_OK;
  if (!is_of_wind(e)) sm_wind_file_text(e->file, e->map.field, "units", unit, sizeof unit);
  SM_TRY(e->file->status);
  return sm_unit_conversion(e->file, e->map.field, unit, e->options->unit, change);
}

/* Columns at each position: u, v, w, speed and direction, or a field. */
enum { COLUMNS = 5 };

/* Probes one file at the positions. Directions keep their unit. */
static enum sm_status probe(const struct sm_export_job *e, const struct sm_wind_file *file,
                            size_t time, const struct sm_export_stations *s,
                            double (*out)[COLUMNS]) {
  const double(*place)[3] = (const double(*)[3])s->place;
  const bool is_wind = is_of_wind(e);
  double(*number)[3] = NULL, change[2];
  SM_TRY(choose_unit(e, change));
  SM_TRY(sm_alloc(e->ctx, s->count, sizeof *number, "places", &number));
  const enum sm_status status =
      is_wind ? sm_probe_wind(e->ctx, file->path, (int)time, s->count, place, number)
              : sm_probe_variable(e->ctx, file->path, e->map.field, (int)time, s->count, place,
                                  number[0]);
  for (size_t p = 0; p < s->count && is_wind; p++) {
    for (int d = 0; d < 3; d++) out[p][d] = number[p][d] * change[0];
    out[p][3] = hypot(number[p][0], number[p][1]) * change[0];
    out[p][4] = sm_wind_direction(number[p][0], number[p][1], file->convergence);
  }
  for (size_t p = 0; p < s->count && !is_wind; p++)
    out[p][0] = number[0][p] * change[0] + change[1];
  sm_free(number);
  return status;
}

/* Probes a file, and subtracts the values of the other file if there is one. */
static enum sm_status probe_difference(const struct sm_export_job *e, size_t time,
                                       const struct sm_export_stations *s, double (*out)[COLUMNS]) {
  const struct sm_wind_file *minus = e->file->minus;
  double(*other)[COLUMNS] = NULL;
  SM_TRY(probe(e, e->file, time, s, out));
  if (minus == NULL) return SM_OK;
  if (!is_of_wind(e)) SM_TRY(sm_difference_check_variable(e->file, e->map.field));
  SM_TRY(sm_alloc(e->ctx, s->count, sizeof *other, "places", &other));
  const enum sm_status status = probe(e, minus, sm_difference_time(e->file, time), s, other);
  for (size_t p = 0; p < s->count && status == SM_OK; p++)
    for (int n = 0; n < COLUMNS; n++) out[p][n] = sm_difference_of(out[p][n], other[p][n], n == 4);
  sm_free(other);
  return status;
}

static enum sm_status add_time(struct sm_export_job *e, const struct sm_export_stations *s,
                               size_t time, double (*value)[COLUMNS], struct sm_text *text) {
  const struct sm_wind_file *file = e->file;
  SM_TRY(probe_difference(e, time, s, value));
  for (size_t p = 0; p < s->count; p++) {
    if (file->has_calendar) {
      sm_text_add(text, "%s,", e->when[time - e->first]);
    } else {
      sm_text_add(text, "%.15g,", file->time[time]);
    }
    sm_text_add_csv(text, s->name[p]);
    sm_text_add(text, ",%.12g,%.12g,%.12g", s->place[p][0], s->place[p][1], s->place[p][2]);
    for (int n = 0; n < (is_of_wind(e) ? COLUMNS : 1); n++) add_number(text, value[p][n]);
    sm_text_add(text, "\n");
  }
  return SM_OK;
}

/* Column names, with "_difference" where applicable. */
static void add_header(const struct sm_export_job *e, struct sm_text *text) {
  static const enum sm_field wind[COLUMNS] = {SM_FIELD_U, SM_FIELD_V, SM_FIELD_W,
                                              SM_FIELD_WIND_SPEED, SM_FIELD_WIND_FROM_DIRECTION};
  const char *ending = e->options->minus != NULL ? "_difference" : "";
  sm_text_add(text, "time,place,x,y,height");
  const char *unit = e->options->unit != NULL ? e->options->unit : "", *line = *unit ? "_" : "";
  for (int n = 0; n < COLUMNS && is_of_wind(e); n++) {
    const bool direction = wind[n] == SM_FIELD_WIND_FROM_DIRECTION;
    sm_text_add(text, ",%s%s%s%s", sm_field_name(wind[n]), ending, direction ? "" : line,
                direction ? "" : unit);
  }
  if (!is_of_wind(e)) sm_text_add(text, ",%s%s%s", e->column, line, unit);
  sm_text_add(text, "\n");
}

/* Rejects positions outside the domain. */
static enum sm_status check_place(const struct sm_export_job *e, const char *name,
                                  const double place[3]) {
  const struct sm_contour_grid *g = &e->grid;
  const struct sm_wind_file *file = e->file;
  const size_t top = file->n[2] - 1;
  const double depth = file->centre[2][top] + 0.5 * file->width[2][top] - file->centre[2][0] +
                       0.5 * file->width[2][0];
  if (!(place[0] >= g->x[0] && place[0] <= g->x[g->nx] && place[1] >= g->y[0] &&
        place[1] <= g->y[g->ny]))
    return sm_fail(e->ctx, SM_ERR_USAGE,
                   "%s: error: %s at %.12g, %.12g is outside of the domain\n"
                   "help: that is x from %.12g to %.12g and y from %.12g to %.12g",
                   file->path, name, place[0], place[1], g->x[0], g->x[g->nx], g->y[0],
                   g->y[g->ny]);
  if (place[2] >= 0 && place[2] <= depth) return SM_OK;
  return sm_fail(e->ctx, SM_ERR_USAGE,
                 "%s: error: %s at a height of %g m is outside of the domain, which is %g m high",
                 file->path, name, place[2], depth);
}

enum sm_status sm_export_places(struct sm_export_job *e) {
  struct sm_export_stations stations = {0};
  struct sm_text text = {0};
  double(*value)[COLUMNS] = NULL;
  enum sm_status status = SM_OK;
  if (e->file->plume || sm_wind_file_axes(e->file) < 3)
    return sm_fail(e->ctx, SM_ERR_USAGE,
                   "%s: error: .csv is for winds; receptors of the case have tables of their own",
                   e->out);
  SM_TRY_DONE(sm_export_stations_read(e, &stations));
  for (size_t p = 0; p < stations.count; p++)
    SM_TRY_DONE(check_place(e, stations.name[p], stations.place[p]));
  SM_TRY_DONE(sm_alloc(e->ctx, stations.count, sizeof *value, "places", &value));
  add_header(e, &text);
  for (size_t n = e->first; n <= e->last; n++) SM_TRY_DONE(add_time(e, &stations, n, value, &text));
  if (text.failed) SM_TRY_DONE(sm_fail(e->ctx, SM_ERR_MEMORY, "out of memory: %s", e->out));
  SM_TRY_DONE(sm_file_write(e->ctx, e->out, text.data, text.size));
done:
  sm_export_stations_free(&stations);
  sm_text_free(&text);
  sm_free(value);
  return status;
}
