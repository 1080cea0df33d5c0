/* Winds for fire spread models: ELMFIRE, FlamMap and ForeFire (docs/export.md). Directions are from
 * the north of the map's grid, in whose coordinates these programs compute. */
#include "output/gis/export.h"

#include "base/clock.h"
#include "base/list.h"
#include "output/analyse/slice_interpolation.h"
#include "output/netcdf/ncfile.h"
#include "simoom/fields.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

static const double twenty_feet = 6.096, mile_per_hour = 0.44704;

/* Speed in mph and direction in degrees of all times, [time][column]; or components in m/s. */
struct winds {
  float *first, *second;
  size_t times;
  double height; /* m above ground */
};

static void free_winds(struct winds *w) { SM_FREE_ALL(w->first, w->second); }

static enum sm_status read_winds(struct sm_export_job *e, bool components, struct winds *w) {
  w->times = e->last - e->first + 1;
  SM_TRY(sm_alloc(e->ctx, w->times * e->columns, sizeof *w->first, "winds", &w->first));
  SM_TRY(sm_alloc(e->ctx, w->times * e->columns, sizeof *w->second, "winds", &w->second));
  for (size_t t = 0; t < w->times; t++) {
    float *a = w->first + t * e->columns, *b = w->second + t * e->columns;
    struct sm_plot_job job;
    const enum sm_status status = sm_export_read(e, e->first + t, &job);
    for (size_t c = 0; c < e->columns && status == SM_OK; c++) {
      const double u = (double)job.picture.arrow_x[c], v = (double)job.picture.arrow_y[c];
      const double from = sm_wind_direction(u, v, 0);
      a[c] = (float)(components ? u : hypot(u, v) / mile_per_hour);
      b[c] = (float)(components ? v : isnan(from) && !isnan(u) ? 0 : from);
    }
    w->height = job.height;
    sm_plot_job_free(&job);
    SM_TRY(status);
  }
  return SM_OK;
}

/* Checks that the file has winds on square cells of a map; `other`: program and what it needs. */
static enum sm_status check(struct sm_export_job *e, const char *program,
                            struct sm_map_window *window) {
  if (e->map.vectors == 0 || sm_wind_file_axes(e->file) < 3)
    return sm_fail(e->ctx, SM_ERR_USAGE, "%s: error: %s needs winds", e->out, program);
  SM_TRY(sm_export_window(e, window));
  if (fabs(window->dx - window->dy) > 1e-6 * window->dx)
    return sm_fail(e->ctx, SM_ERR_USAGE, "%s: error: %s needs square cells, not %g x %g m", e->out,
                   program, window->dx, window->dy);
  if (isnan(e->map.height)) e->map.height = twenty_feet;
  return SM_OK;
}

/* Step of the times, s; 0 for a single one. Errors: ERR_DATA (steps of several lengths). */
static enum sm_status find_step(struct sm_export_job *e, const char *program, double *step) {
  const double *time = e->file->time + e->first;
  const size_t times = e->last - e->first + 1;
  *step = times > 1 ? time[1] - time[0] : 0;
  for (size_t t = 2; t < times; t++)
    if (fabs(time[t] - time[t - 1] - *step) > 1e-3)
      return sm_fail(e->ctx, SM_ERR_DATA,
                     "%s: error: %s needs equal time steps, but the file has %g s and %g s\n"
                     "help: interpolate in [weather] makes equal steps, --time takes one time",
                     e->out, program, *step, time[t] - time[t - 1]);
  return SM_OK;
}

/* Path without its extension, with something added. */
static void beside(const struct sm_export_job *e, const char *what, char out[4096]) {
  const char *dot = strrchr(e->out, '.');
  snprintf(out, 4096, "%.*s_%s.tif", (int)(dot - e->out), e->out, what);
}

/* Writes `bands` bands from a time on. */
static enum sm_status write_bands(struct sm_export_job *e, const struct sm_map_window *window,
                                  const struct winds *w, bool direction, size_t time, size_t bands,
                                  const char *path) {
  const char **name = NULL, **unit = NULL;
  const float **band = NULL;
  char(*label)[96] = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(e->ctx, bands, sizeof *name, "GeoTIFF", &name));
  SM_TRY_DONE(sm_alloc(e->ctx, bands, sizeof *unit, "GeoTIFF", &unit));
  SM_TRY_DONE(sm_alloc(e->ctx, bands, sizeof *band, "GeoTIFF", &band));
  SM_TRY_DONE(sm_alloc(e->ctx, bands, sizeof *label, "GeoTIFF", &label));
  for (size_t b = 0; b < bands; b++) {
    const char *when = e->when[time + b];
    snprintf(label[b], sizeof label[b], "%s at %g m%s%s",
             direction ? "wind from direction, from grid north," : "wind speed", w->height,
             when[0] != '\0' ? " " : "", when);
    name[b] = label[b];
    unit[b] = direction ? "degree" : "mph";
    band[b] = (direction ? w->second : w->first) + (time + b) * e->columns;
  }
  status = sm_gis_write_geotiff(e->ctx, path, &e->crs, window, (int)bands, band, name, unit);
done:
  SM_FREE_ALL(name, unit, band, label);
  return status;
}

void sm_export_tell_north(const struct sm_export_job *e, const char *program) {
  sm_info(e->ctx, "%s: directions are from grid north, which is %.2f deg clockwise of true north",
          program, e->file->convergence);
}

enum sm_status sm_export_elmfire(struct sm_export_job *e) {
  static const char *const what[2] = {"ws", "wd"};
  struct sm_map_window window;
  SM_SCOPED_BY(free_winds) struct winds w = {0};
  double step;
  SM_TRY(check(e, "ELMFIRE", &window));
  SM_TRY(find_step(e, "ELMFIRE", &step));
  SM_TRY(read_winds(e, false, &w));
  for (int n = 0; n < 2; n++) {
    char path[4096];
    beside(e, what[n], path);
    SM_TRY(write_bands(e, &window, &w, n == 1, 0, w.times, path));
  }
  sm_info(e->ctx, "ELMFIRE: DT_METEOROLOGY = %.1f, NUM_METEOROLOGY_TIMES = %zu%s", step, w.times,
          fabs(w.height - 10) < 0.01 ? ", WS_AT_10M = .TRUE." : "");
  sm_export_tell_north(e, "ELMFIRE");
  return SM_OK;
}

enum sm_status sm_export_flammap(struct sm_export_job *e) {
  struct sm_map_window window;
  SM_SCOPED_BY(free_winds) struct winds w = {0};
  SM_TRY(check(e, "FlamMap", &window));
  SM_TRY(read_winds(e, false, &w));
  for (size_t t = 0; t < w.times; t++)
    for (int n = 0; n < 2; n++) {
      char path[4096], what[40];
      snprintf(what, sizeof what, "%s_%04zu", n == 1 ? "direction" : "speed", e->first + t);
      beside(e, what, path);
      SM_TRY(write_bands(e, &window, &w, n == 1, t, 1, path));
    }
  sm_export_tell_north(e, "FlamMap");
  return SM_OK;
}

/* --- ForeFire --- */

static void define_layer(struct sm_ncfile *file, const char *name, size_t times, size_t ny,
                         size_t nx) {
  static const char *const ending[4] = {"NT", "NZ", "NY", "NX"};
  const size_t size[4] = {times, 1, ny, nx};
  int dimension[4];
  for (int d = 0; d < 4; d++) {
    char text[32];
    snprintf(text, sizeof text, "%s%s", name, ending[d]);
    dimension[d] = sm_ncfile_dimension(file, text, size[d]);
  }
  const int variable = sm_ncfile_variable(file, name, NC_DOUBLE, 4, dimension);
  sm_ncfile_text(file, variable, "type", "data");
}

/* Box and period: a value of time k holds from t0 + k step on. */
static void define_domain(struct sm_ncfile *file, const struct sm_map_window *w, double length) {
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"SWx", w->x0},        {"SWy", w->y0}, {"SWz", 0}, {"Lx", w->nx * w->dx},
                 {"Ly", w->ny * w->dy}, {"Lz", 0},      {"t0", 0},  {"Lt", length}};
  const int variable = sm_ncfile_variable(file, "domain", NC_CHAR, 0, NULL);
  sm_ncfile_text(file, variable, "type", "domain");
  for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
    sm_ncfile_numbers(file, variable, numbers[n].name, &numbers[n].value, 1);
}

static void define_date(struct sm_ncfile *file, double time, double length) {
  char date[32], text[32];
  int year = 0, month = 0, day = 0;
  const int variable = sm_ncfile_variable(file, "parameters", NC_CHAR, 0, NULL);
  sm_clock_format(time, date, sizeof date);
  sm_ncfile_text(file, variable, "type", "parameters");
  if (sscanf(date, "%d-%d-%d", &year, &month, &day) != 3) return;
  snprintf(text, sizeof text, "%.10s_%.8s", date, date + 11);
  static const int before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const int of_year = before[(month - 1) % 12] + day + (leap && month > 2);
  const int duration = (int)length;
  sm_ncfile_text(file, variable, "date", text);
  sm_ncfile_integers(file, variable, "duration", &duration, 1);
  sm_ncfile_integers(file, variable, "refYear", &year, 1);
  sm_ncfile_integers(file, variable, "refDay", &of_year, 1);
  sm_ncfile_integers(file, variable, "year", &year, 1);
  sm_ncfile_integers(file, variable, "month", &month, 1);
  sm_ncfile_integers(file, variable, "day", &day, 1);
}

/* Puts floats as the doubles that ForeFire reads; cells without wind, in buildings, are calm. */
static enum sm_status put(struct sm_export_job *e, struct sm_ncfile *file, const char *name,
                          const float *from, size_t count) {
  SM_SCOPED double *value = NULL;
  SM_TRY(sm_alloc(e->ctx, count, sizeof *value, "winds", &value));
  for (size_t q = 0; q < count; q++) value[q] = isnan(from[q]) ? 0 : (double)from[q];
  sm_ncfile_put(file, name, value);
  return SM_OK;
}

static enum sm_status write_forefire(struct sm_export_job *e, const struct sm_map_window *window,
                                     const struct winds *w, const float *ground, double step) {
  static const char *const name[2] = {"windU", "windV"};
  const size_t nx = (size_t)window->nx, ny = (size_t)window->ny;
  const double length = step > 0 ? step * (double)w->times : 86400;
  struct sm_ncfile file;
  sm_ncfile_create(e->ctx, e->out, e->out, (2 * w->times + 1) * e->columns * sizeof(double), &file);
  sm_ncfile_text(&file, NC_GLOBAL, "version", "FF.1.0");
  define_domain(&file, window, length);
  define_date(&file, e->file->time[e->first], length);
  define_layer(&file, "altitude", 1, ny, nx);
  for (int n = 0; n < 2; n++) define_layer(&file, name[n], w->times, ny, nx);
  enum sm_status status = put(e, &file, "altitude", ground, e->columns);
  for (int n = 0; n < 2 && status == SM_OK; n++)
    status = put(e, &file, name[n], n == 0 ? w->first : w->second, w->times * e->columns);
  const enum sm_status closed = sm_ncfile_close(&file);
  return status != SM_OK ? status : closed;
}

enum sm_status sm_export_forefire(struct sm_export_job *e) {
  struct sm_map_window window;
  SM_SCOPED_BY(free_winds) struct winds w = {0};
  SM_SCOPED float *ground = NULL;
  const size_t start[2] = {0, 0}, count[2] = {e->file->n[1], e->file->n[0]};
  double step;
  SM_TRY(check(e, "ForeFire", &window));
  SM_TRY(find_step(e, "ForeFire", &step));
  if (!e->file->has_calendar)
    return sm_fail(e->ctx, SM_ERR_DATA,
                   "%s: error: ForeFire needs a date, and the file has none\n"
                   "help: weather.station.time",
                   e->out);
  SM_TRY(read_winds(e, true, &w));
  SM_TRY(sm_alloc(e->ctx, e->columns, sizeof *ground, "the ground", &ground));
  SM_TRY(sm_wind_file_floats(e->file, sm_field_name(SM_FIELD_TERRAIN), start, count, ground));
  return write_forefire(e, &window, &w, ground, step);
}
