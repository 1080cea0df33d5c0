#include "output/gis/export.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "output/analyse/slice_interpolation.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Gridded weather of FARSITE (Finney 2004): wind 20 ft above the vegetation, in whole miles per
 * hour, from the north of the landscape's grid; cloud cover in %. */
static const double twenty_feet = 6.096, mile_per_hour = 0.44704;
enum { NO_DATA = -9999 };

/* Writes an ESRI grid, starting in the north. Cells without fluid have no value. */
static enum sm_status write_grid(struct sm_export_job *e, const struct sm_map_window *w,
                                 const char *path, const float *value) {
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  sm_text_add(&text,
              "ncols %d\nnrows %d\nxllcorner %.3f\nyllcorner %.3f\ncellsize %.9g\n"
              "NODATA_value %d\n",
              w->nx, w->ny, w->x0, w->y0, w->dx, NO_DATA);
  for (int j = w->ny - 1; j >= 0; j--)
    for (int i = 0; i < w->nx; i++) {
      const float v = value[(size_t)i + (size_t)w->nx * (size_t)j];
      sm_text_add(&text, "%ld%c", isnan(v) ? NO_DATA : lroundf(v), i + 1 < w->nx ? ' ' : '\n');
    }
  return text.failed ? sm_fail(e->ctx, SM_ERR_MEMORY, "out of memory: %s", path)
                     : sm_file_write(e->ctx, path, text.data, text.size);
}

/* File name, such as "out/a_speed_0003.asc". Returns the name without its folder. */
static const char *name_grid(const struct sm_export_job *e, const char *what, size_t number,
                             char out[4096]) {
  const int stem = (int)(strrchr(e->out, '.') - e->out);
  snprintf(out, 4096, "%.*s_%s_%04zu.asc", stem, e->out, what, number);
  const char *slash = strrchr(out, '/');
  return slash != NULL ? slash + 1 : out;
}

static enum sm_status write_time(struct sm_export_job *e, const struct sm_map_window *w,
                                 size_t time, float *value, struct sm_text *text) {
  static const char *const what[3] = {"speed", "direction", "clouds"};
  struct sm_plot_job job;
  char path[4096], local[SM_EXPORT_TIME];
  enum sm_status status = sm_export_read(e, time, &job);
  int month = 0, day = 0, hour = 0, minute = 0;
  sm_clock_format(e->file->time[time] + 3600 * e->options->utc_offset, local, sizeof local);
  if (sscanf(local, "%*d-%d-%dT%d:%d", &month, &day, &hour, &minute) != 4 && status == SM_OK)
    status = sm_fail(e->ctx, SM_ERR_FAILED, "'%s' is not a time", local);
  sm_text_add(text, "%d %d %d", month, day, 100 * hour + minute);
  for (int n = 0; n < 3 && status == SM_OK; n++) {
    for (size_t c = 0; c < e->columns; c++) {
      const double u = (double)job.picture.arrow_x[c], v = (double)job.picture.arrow_y[c];
      const double from = sm_wind_direction(u, v, 0);
      value[c] = (float)(n == 0                     ? hypot(u, v) / mile_per_hour
                         : n == 2                   ? 0
                         : isnan(from) && !isnan(u) ? 0
                                                    : from);
    }
    sm_text_add(text, " %s", name_grid(e, what[n], time, path));
    status = write_grid(e, w, path, value);
  }
  sm_text_add(text, "\n");
  sm_plot_job_free(&job);
  return status;
}

enum sm_status sm_export_farsite(struct sm_export_job *e) {
  struct sm_map_window window;
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  SM_SCOPED float *value = NULL;
  if (e->map.vectors == 0 || sm_wind_file_axes(e->file) < 3)
    return sm_fail(e->ctx, SM_ERR_USAGE, "%s: error: .atm is for winds", e->out);
  if (!e->file->has_calendar || e->file->local)
    return sm_fail(e->ctx, SM_ERR_DATA,
                   "%s: error: FARSITE asks for %s, and the file has none\nhelp: %s", e->out,
                   e->file->local ? "a map of the earth" : "months, days and hours",
                   e->file->local ? "domain.crs" : "weather.station.time");
  SM_TRY(sm_export_window(e, &window));
  if (fabs(window.dx - window.dy) > 1e-6 * window.dx)
    return sm_fail(e->ctx, SM_ERR_USAGE, "%s: error: FARSITE's cells are squares, not %g x %g m",
                   e->out, window.dx, window.dy);
  if (isnan(e->map.height)) e->map.height = twenty_feet;
  SM_TRY(sm_alloc(e->ctx, e->columns, sizeof *value, "grids", &value));
  sm_text_add(&text, "WINDS_AND_CLOUDS\nENGLISH\n");
  for (size_t t = e->first; t <= e->last; t++) SM_TRY(write_time(e, &window, t, value, &text));
  if (text.failed) return sm_fail(e->ctx, SM_ERR_MEMORY, "out of memory: %s", e->out);
  SM_TRY(sm_file_write(e->ctx, e->out, text.data, text.size));
  sm_export_tell_north(e, "FARSITE");
  return SM_OK;
}
