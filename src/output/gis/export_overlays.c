#include "output/gis/export.h"

#include "base/clock.h"
#include "base/list.h"
#include "base/text.h"
#include "output/netcdf/plume_file.h"
#include "output/picture/module_interface.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Position on the colour scale, 0..1; NAN: not painted. */
static double part_of(const struct sm_plot_picture *p, float value) {
  const double v = (double)value;
  if (!p->logarithmic) return (v - p->low) / (p->high - p->low);
  return v < p->low ? (double)NAN : log(v / p->low) / log(p->high / p->low);
}

/* Colours of a map; missing values and values below a logarithmic scale are transparent. */
static void paint(const struct sm_plot_picture *p, const float *value, size_t columns,
                  uint8_t *rgba) {
  memset(rgba, 0, 4 * columns);
  for (size_t c = 0; c < columns; c++) {
    const double part = isnan(value[c]) ? (double)NAN : part_of(p, value[c]);
    int rgb[3];
    if (isnan(part)) continue;
    sm_colour_map_rgb(p, fmin(fmax(part, 0), 1), rgb);
    for (int k = 0; k < 3; k++) rgba[4 * c + (size_t)k] = (uint8_t)rgb[k];
    rgba[4 * c + 3] = 200;
  }
}

/* Legend of the colours in HTML. */
static void describe(const struct sm_plot_picture *p, const char *label, struct sm_text *text) {
  enum { ROWS = 6 };
  sm_text_add(text, "%s<table>", label);
  for (int row = ROWS; row >= 0; row--) {
    const double part = row / (double)ROWS;
    int rgb[3];
    sm_colour_map_rgb(p, part, rgb);
    sm_text_add(
        text, "<tr><td bgcolor=\"#%02x%02x%02x\" width=\"24\">&nbsp;</td><td>%.3g</td></tr>",
        rgb[0], rgb[1], rgb[2],
        p->logarithmic ? p->low * pow(p->high / p->low, part) : p->low + part * (p->high - p->low));
  }
  sm_text_add(text, "</table>");
}

/* Reads the maps of all times, finds a common scale, and adds what is drawn above them. */
static enum sm_status read_all(struct sm_export_job *e, const struct sm_overlay *overlay,
                               float *value, struct sm_plot_picture *scale, char label[256],
                               struct sm_text *places) {
  for (size_t t = e->first; t <= e->last; t++) {
    struct sm_plot_job job;
    enum sm_status status = sm_export_read(e, t, &job);
    const struct sm_plot_picture *p = &job.picture;
    if (status == SM_OK) {
      memcpy(value + (t - e->first) * e->columns, p->value, e->columns * sizeof *value);
      sm_export_extend_range(scale, p, t == e->first);
      snprintf(label, 256, job.height > 0 ? "%s (%s) at %g m above the ground" : "%s (%s)",
               job.field.longer, job.field.units, job.height);
      status = sm_kmz_arrows(e, p, &overlay[t - e->first], places);
      if (status == SM_OK && t == e->first) status = sm_kmz_marks(e, &job, places);
    }
    sm_plot_job_free(&job);
    SM_TRY(status);
  }
  return SM_OK;
}

/* Display interval of each map: the averaging interval of a mean, else until the next time; the
 * last map as long as the one before. */
static enum sm_status set_times(const struct sm_export_job *e, struct sm_overlay *overlay,
                                char (*end)[2][SM_EXPORT_TIME]) {
  const size_t count = e->last - e->first + 1;
  const double *time = e->file->time + e->first;
  const bool means = sm_wind_file_has(e->file, "time_bnds");
  for (size_t n = 0; n < count && (count > 1 || means) && e->when[n][0] != '\0'; n++) {
    double ends[2] = {time[n], 0};
    if (means)
      SM_TRY(sm_plume_read_interval(e->file, e->first + n, ends));
    else
      ends[1] = n + 1 < count ? time[n + 1] : 2 * time[n] - time[n - 1];
    for (int k = 0; k < 2; k++) sm_clock_format(ends[k], end[n][k], sizeof end[n][k]);
    overlay[n].begin = end[n][0];
    overlay[n].end = end[n][1];
  }
  return SM_OK;
}

enum sm_status sm_export_overlays(struct sm_export_job *e) {
  const size_t count = e->last - e->first + 1;
  struct sm_map_window window;
  struct sm_overlay *overlay = NULL;
  struct sm_plot_picture scale = {0};
  struct sm_text text = {0}, places = {0};
  char label[256] = "", (*end)[2][SM_EXPORT_TIME] = NULL;
  const char *title = e->file->title[0] != '\0' ? e->file->title : e->file->name;
  float *value = NULL;
  uint8_t *rgba = NULL, *legend = NULL;
  int size[2];
  enum sm_status status = SM_OK;
  SM_TRY(sm_export_window(e, &window));
  SM_TRY_DONE(sm_alloc(e->ctx, count * e->columns, sizeof *value, "pictures", &value));
  SM_TRY_DONE(sm_alloc(e->ctx, count * e->columns, 4, "pictures", &rgba));
  SM_TRY_DONE(sm_alloc(e->ctx, count, sizeof *overlay, "pictures", &overlay));
  SM_TRY_DONE(sm_alloc(e->ctx, count, sizeof *end, "pictures", &end));
  SM_TRY_DONE(set_times(e, overlay, end));
  SM_TRY_DONE(read_all(e, overlay, value, &scale, label, &places));
  if (scale.classes > 0)
    SM_TRY_DONE(sm_fail(e->ctx, SM_ERR_USAGE,
                        "%s: error: kinds have no colours here\n"
                        "help: .tif has their numbers",
                        e->out));
  for (size_t n = 0; n < count; n++) {
    paint(&scale, value + n * e->columns, e->columns, rgba + 4 * n * e->columns);
    overlay[n].rgba = rgba + 4 * n * e->columns;
    overlay[n].name = e->when[n][0] != '\0' ? e->when[n] : label;
  }
  SM_TRY_DONE(sm_kmz_legend(e->ctx, &scale, label, &legend, size));
  describe(&scale, label, &text);
  if (text.failed || places.failed)
    SM_TRY_DONE(sm_fail(e->ctx, SM_ERR_MEMORY, "out of memory: %s", e->out));
  const struct sm_overlay_page page = {title,  sm_text_string(&text), sm_text_string(&places),
                                       legend, {size[0], size[1]},    (int)count,
                                       overlay};
  SM_TRY_DONE(sm_gis_write_overlays(e->ctx, e->out, &e->crs, &window, &page));
done:
  sm_text_free(&text);
  sm_text_free(&places);
  SM_FREE_ALL(value, rgba, legend, overlay, end);
  return status;
}
