#include "output/gis/maps.h"

#include "base/list.h"
#include "output/analyse/slice_interpolation.h"
#include "output/gis/export.h"
#include <stdio.h>

enum { LABEL = 64 };

/* Memory of the bands. */
struct bands {
  float *wind;         /* u, v, w at one height */
  float *values;       /* speed and direction at every height */
  const float **value; /* pointers to the bands */
  const char **name, **unit;
  char (*label)[LABEL];
};

static void free_bands(struct bands *b) {
  SM_FREE_ALL(b->wind, b->values, b->value, b->name, b->unit, b->label);
}

static enum sm_status allocate(struct sm_context *ctx, size_t columns, size_t count,
                               struct bands *b) {
  SM_TRY(sm_alloc(ctx, columns, 3 * sizeof *b->wind, "GeoTIFF", &b->wind));
  SM_TRY(sm_alloc(ctx, columns * count, sizeof *b->values, "GeoTIFF", &b->values));
  SM_TRY(sm_alloc(ctx, count, sizeof *b->value, "GeoTIFF", &b->value));
  SM_TRY(sm_alloc(ctx, count, sizeof *b->name, "GeoTIFF", &b->name));
  SM_TRY(sm_alloc(ctx, count, sizeof *b->unit, "GeoTIFF", &b->unit));
  return sm_alloc(ctx, count, sizeof *b->label, "GeoTIFF", &b->label);
}

/* Adds the bands of flow fields from `band` on: all fields at each height. */
static void add_fields(const struct sm_domain *domain, const struct sm_face_wind *wind,
                       const double *heights, size_t height_count, size_t band, struct bands *b) {
  const size_t columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  for (size_t h = 0; h < height_count; h++)
    for (int f = 0; f < wind->field_count; f++) {
      const struct sm_cell_field *field = &wind->field[f];
      if (field->field != SM_CELL_FLOW) continue;
      sm_slice_field(domain, wind, field, heights[h], b->values + band * columns);
      snprintf(b->label[band], LABEL, "%.40s at %g m", field->info.name, heights[h]);
      b->unit[band] = field->info.unit;
      b->value[band] = b->values + band * columns;
      b->name[band] = b->label[band];
      band++;
    }
}

enum sm_status sm_geotiff_write(struct sm_context *ctx, const char *path,
                                const struct sm_domain *domain, const struct sm_face_wind *wind,
                                const double *heights, size_t height_count) {
  const struct sm_axis *x = &domain->grid.axis[0], *y = &domain->grid.axis[1];
  const size_t columns = (size_t)x->n * (size_t)y->n;
  SM_SCOPED_BY(free_bands) struct bands b = {0};
  if (height_count == 0)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: a GeoTIFF needs output.heights\n"
                   "help: heights = [\"10 m\"]",
                   path);
  if (!x->uniform || !y->uniform)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: a GeoTIFF cannot hold cells of several sizes\n"
                   "help: set output.geotiff = false",
                   path);
  size_t fields = 0;
  for (int f = 0; f < wind->field_count; f++) fields += wind->field[f].field == SM_CELL_FLOW;
  const size_t count = (2 + fields) * height_count;
  SM_TRY(allocate(ctx, columns, count, &b));
  for (size_t h = 0; h < height_count; h++) {
    float *u = b.wind, *v = u + columns, *w = v + columns;
    float *speed = b.values + 2 * h * columns, *from = speed + columns;
    sm_slice_wind(domain, wind, heights[h], u, v, w);
    sm_slice_speed_direction(domain, u, v, speed, from);
    snprintf(b.label[2 * h], LABEL, "horizontal wind speed at %g m", heights[h]);
    snprintf(b.label[2 * h + 1], LABEL, "wind from direction at %g m", heights[h]);
    b.unit[2 * h] = "m s-1";
    b.unit[2 * h + 1] = "degree";
    for (size_t band = 2 * h; band < 2 * h + 2; band++) {
      b.value[band] = b.values + band * columns;
      b.name[band] = b.label[band];
    }
  }
  add_fields(domain, wind, heights, height_count, 2 * height_count, &b);
  const struct sm_map_window window = {
      domain->grid.origin[0], domain->grid.origin[1], x->width[0], y->width[0], x->n, y->n};
  SM_TRY(
      sm_gis_write_geotiff(ctx, path, &domain->crs, &window, (int)count, b.value, b.name, b.unit));
  return sm_qgis_style_write_map(ctx, path, b.values, (size_t)x->n, (size_t)y->n, false);
}
