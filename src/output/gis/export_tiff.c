#include "output/gis/export.h"

#include "base/list.h"
#include "output/analyse/slice_interpolation.h"
#include <stdio.h>
#include <string.h>

/* Bands of all times: a field, or speed and direction. */
struct bands {
  float *value;
  const float **band;
  struct label {
    char name[160], unit[32];
  } * label;
  const char **name, **unit;
};

static enum sm_status allocate(struct sm_export_job *e, size_t count, struct bands *b) {
  SM_TRY(sm_alloc(e->ctx, e->columns * count, sizeof *b->value, "GeoTIFF", &b->value));
  SM_TRY(sm_alloc(e->ctx, count, sizeof *b->band, "GeoTIFF", &b->band));
  SM_TRY(sm_alloc(e->ctx, count, sizeof *b->label, "GeoTIFF", &b->label));
  SM_TRY(sm_alloc(e->ctx, count, sizeof *b->name, "GeoTIFF", &b->name));
  return sm_alloc(e->ctx, count, sizeof *b->unit, "GeoTIFF", &b->unit);
}

/* Reads all times and extends the scale to their range. */
static enum sm_status fill(struct sm_export_job *e, size_t per, struct bands *b,
                           struct sm_plot_picture *scale) {
  for (size_t t = e->first; t <= e->last; t++) {
    struct sm_plot_job job;
    const size_t n = per * (t - e->first);
    const char *when = e->when[t - e->first], *space = when[0] != '\0' ? " " : "";
    char height[32] = "";
    const enum sm_status status = sm_export_read(e, t, &job);
    if (status == SM_OK) sm_export_extend_range(scale, &job.picture, t == e->first);
    if (job.height > 0) snprintf(height, sizeof height, " at %g m", job.height);
    for (size_t k = n; k < n + per && status == SM_OK; k++) {
      const bool direction = k > n;
      b->band[k] = b->value + k * e->columns;
      struct label *label = &b->label[k];
      snprintf(label->unit, sizeof label->unit, "%s",
               direction ? "degree" : (&job)->field.cf_units);
      snprintf(label->name, sizeof label->name, "%.60s%s%s%s",
               direction ? "wind from direction" : job.field.longer, height, space, when);
      b->name[k] = label->name;
      b->unit[k] = label->unit;
      if (!direction) memcpy(b->value + k * e->columns, job.picture.value, e->columns * 4);
      for (size_t c = 0; c < e->columns && direction; c++)
        b->value[k * e->columns + c] = (float)sm_wind_direction(
            (double)job.picture.arrow_x[c], (double)job.picture.arrow_y[c], e->file->convergence);
    }
    sm_plot_job_free(&job);
    SM_TRY(status);
  }
  return SM_OK;
}

enum sm_status sm_export_tiff(struct sm_export_job *e) {
  const size_t per = e->map.vectors > 0 ? 2 : 1, count = per * (e->last - e->first + 1);
  struct sm_map_window window;
  struct sm_plot_picture scale = {0};
  struct bands b = {0};
  enum sm_status status = SM_OK;
  SM_TRY(sm_export_window(e, &window));
  SM_TRY_DONE(allocate(e, count, &b));
  SM_TRY_DONE(fill(e, per, &b, &scale));
  SM_TRY_DONE(
      sm_gis_write_geotiff(e->ctx, e->out, &e->crs, &window, (int)count, b.band, b.name, b.unit));
  if (scale.classes == 0) SM_TRY_DONE(sm_qgis_style_write(e->ctx, e->out, &scale));
done:
  SM_FREE_ALL(b.value, b.band, b.label, b.name, b.unit);
  return status;
}
