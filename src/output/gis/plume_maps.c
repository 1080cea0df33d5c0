#include "output/gis/maps.h"

#include "base/list.h"
#include "output/gis/export.h"
#include "output/netcdf/plume_file.h"
#include <math.h>
#include <stdio.h>

enum { LABEL = 160, VALUES = 2 };

/* Concentration boxes, the ground below them, and their maps. */
struct maps {
  const struct sm_plume_options *o;
  const struct sm_plume_total *total;
  struct sm_domain plane;
  size_t columns, count; /* count: maps */
  double *face;          /* altitude of the layer faces, m */
  int *layer;            /* [columns] layer of the current map */
  float *value;          /* [count][columns] */
  const float **map;
  const char **name, **unit;
  char (*label)[LABEL];
};

static void release(struct maps *m) {
  if (m->o->grid != NULL) sm_plume_plane_free(&m->plane);
  SM_FREE_ALL(m->face, m->layer, m->value, m->map, m->name, m->unit, m->label);
}

static enum sm_status allocate(struct sm_context *ctx, struct maps *m, size_t columns,
                               size_t count) {
  m->columns = columns;
  m->count = count;
  SM_TRY(sm_alloc(ctx, columns, sizeof *m->layer, "maps", &m->layer));
  SM_TRY(sm_alloc(ctx, columns * count, sizeof *m->value, "maps", &m->value));
  SM_TRY(sm_alloc(ctx, count, sizeof *m->map, "maps", &m->map));
  SM_TRY(sm_alloc(ctx, count, sizeof *m->name, "maps", &m->name));
  SM_TRY(sm_alloc(ctx, count, sizeof *m->unit, "maps", &m->unit));
  SM_TRY(sm_alloc(ctx, count, sizeof *m->label, "maps", &m->label));
  for (size_t n = 0; n < count; n++) {
    m->map[n] = m->value + n * columns;
    m->name[n] = m->label[n];
    m->unit[n] = "kg m-3";
  }
  return SM_OK;
}

/* Averages the ground over the columns of boxes, and allocates their maps. */
static enum sm_status prepare(struct sm_context *ctx, struct maps *m, size_t count) {
  const struct sm_plume_grid *grid = m->o->grid;
  bool other;
  SM_TRY(sm_plume_plane_create(ctx, m->o->domain, grid, &m->plane, &other));
  SM_TRY(sm_alloc(ctx, (size_t)grid->n[2] + 1, sizeof *m->face, "layers", &m->face));
  for (int k = 0; k <= grid->n[2]; k++) m->face[k] = grid->face[2][k] - grid->face[2][0];
  return allocate(ctx, m, (size_t)grid->n[0] * (size_t)grid->n[1], count);
}

/* Selects the boxes of a map: the lowest with air (height NAN), or those at a height. */
static void choose_layers(struct maps *m, double height) {
  const struct sm_plume_grid *grid = m->o->grid;
  struct sm_plume_layers of = {m->columns, m->face, m->plane.terrain, NULL, height};
  for (size_t c = 0; c < m->columns; c++) m->layer[c] = -1;
  for (int k = 0; k < grid->n[2]; k++) {
    if (grid->air != NULL) of.air = grid->air + (size_t)k * m->columns;
    sm_plume_layers_select(&of, k, m->layer);
  }
}

/* Extracts the selected boxes from single or double volumes. */
static void take(const struct maps *m, const float *single, const double *wide, float *out) {
  for (size_t c = 0; c < m->columns; c++) {
    const size_t at = c + (m->layer[c] > 0 ? (size_t)m->layer[c] : 0) * m->columns;
    // cppcheck-suppress nullPointer ; single or wide is there
    out[c] = m->layer[c] < 0 ? (float)NAN : single != NULL ? single[at] : (float)wide[at];
  }
}

/* Maximum over the boxes of each column with air. */
static void take_most(const struct maps *m, const float *single, float *out) {
  const struct sm_plume_grid *grid = m->o->grid;
  for (size_t c = 0; c < m->columns; c++) {
    out[c] = NAN;
    for (int k = 0; k < grid->n[2]; k++) {
      const size_t at = c + (size_t)k * m->columns;
      if (grid->air != NULL && !(grid->air[at] > 0)) continue;
      out[c] = fmaxf(out[c], single[at]);
    }
  }
}

/* Writes the maps. Non-uniform columns cannot be a raster: a warning, since the run is already
 * complete. */
static enum sm_status write_tiff(struct sm_context *ctx, const char *path, struct maps *m,
                                 const struct sm_domain *domain, bool *written) {
  const struct sm_axis *x = &domain->grid.axis[0], *y = &domain->grid.axis[1];
  const struct sm_map_window window = {
      domain->grid.origin[0], domain->grid.origin[1], x->width[0], y->width[0], x->n, y->n};
  *written = x->uniform && y->uniform;
  if (!*written) {
    sm_warn(ctx, "%s: not written: a GeoTIFF cannot hold columns of several sizes", path);
    return SM_OK;
  }
  SM_TRY(sm_gis_write_geotiff(ctx, path, &domain->crs, &window, (int)m->count, m->map, m->name,
                              m->unit));
  return sm_qgis_style_write_map(ctx, path, m->value, (size_t)x->n, (size_t)y->n, true);
}

enum sm_status sm_plume_maps_geotiff(struct sm_context *ctx, const char *path,
                                     const struct sm_plume_options *o,
                                     const struct sm_plume_total *total, bool *written) {
  SM_SCOPED_BY(release) struct maps m = {.o = o, .total = total};
  const size_t given = o->c->output.height_count, heights = given > 0 ? given : 1;
  size_t n = 0;
  SM_TRY(prepare(ctx, &m, heights * VALUES * (size_t)o->species_count));
  for (size_t h = 0; h < heights; h++) {
    char where[64] = "in the lowest boxes";
    choose_layers(&m, given > 0 ? o->c->output.heights[h] : (double)NAN);
    if (given > 0) snprintf(where, sizeof where, "at %g m", o->c->output.heights[h]);
    for (int k = 0; k < o->species_count; k++, n += VALUES) {
      take(&m, total[k].maximum, NULL, m.value + n * m.columns);
      take(&m, NULL, total[k].dose, m.value + (n + 1) * m.columns);
      m.unit[n + 1] = "kg s m-3";
      snprintf(m.label[n], LABEL, "maximum of mean concentration of %s %s", o->species[k], where);
      snprintf(m.label[n + 1], LABEL, "dose of %s %s", o->species[k], where);
    }
  }
  return write_tiff(ctx, path, &m, &m.plane, written);
}

enum sm_status sm_plume_maps_deposition(struct sm_context *ctx, const char *path,
                                        const struct sm_plume_options *o,
                                        const struct sm_plume_total *total, bool *written) {
  struct sm_plume_options ground = *o;
  ground.grid = NULL;
  SM_SCOPED_BY(release) struct maps m = {.o = &ground, .total = total};
  const struct sm_axis *axis = o->domain->grid.axis;
  const int kinds = o->c->rain.present ? 2 : 1; /* dry, wet */
  SM_TRY(
      allocate(ctx, &m, (size_t)axis[0].n * (size_t)axis[1].n, (size_t)(kinds * o->species_count)));
  for (int k = 0; k < kinds * o->species_count; k++) {
    const struct sm_plume_total *own = &total[k % o->species_count];
    const bool wet = k >= o->species_count;
    const double *from = wet ? own->wet_deposition : own->deposition;
    float *to = m.value + (size_t)k * m.columns;
    for (size_t c = 0; c < m.columns; c++) to[c] = (float)from[c];
    m.unit[k] = "kg m-2";
    snprintf(m.label[k], LABEL, "%s deposition of %s", wet ? "wet" : "dry",
             o->species[k % o->species_count]);
  }
  return write_tiff(ctx, path, &m, o->domain, written);
}

/* Column faces in the CRS. */
static enum sm_status make_faces(struct sm_context *ctx, const struct sm_grid *grid, int d,
                                 double **out) {
  const struct sm_axis *axis = &grid->axis[d];
  SM_TRY(sm_alloc(ctx, (size_t)axis->n + 1, sizeof **out, "faces", out));
  for (int i = 0; i <= axis->n; i++) (*out)[i] = grid->origin[d] + axis->face[i];
  return SM_OK;
}

enum sm_status sm_plume_maps_thresholds(struct sm_context *ctx, const char *path,
                                        const struct sm_plume_options *o,
                                        const struct sm_plume_total *total, bool *written) {
  static const char *const quantity[VALUES] = {"maximum of mean concentration in the lowest boxes",
                                               "maximum of mean concentration in the column"};
  struct maps m = {.o = o, .total = total};
  const size_t count = (size_t)o->species_count * (size_t)o->threshold_count * VALUES;
  struct sm_contour_map *contour = NULL;
  double *face[2] = {NULL, NULL};
  size_t n = 0;
  enum sm_status status;
  SM_TRY_DONE(prepare(ctx, &m, (size_t)o->species_count * VALUES));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *contour, "areas", &contour));
  for (int d = 0; d < 2; d++) SM_TRY_DONE(make_faces(ctx, &m.plane.grid, d, &face[d]));
  choose_layers(&m, (double)NAN);
  for (int k = 0; k < o->species_count; k++) {
    float *lowest = m.value + (size_t)k * VALUES * m.columns, *most = lowest + m.columns;
    take(&m, total[k].maximum, NULL, lowest);
    take_most(&m, total[k].maximum, most);
    for (int v = 0; v < VALUES; v++)
      for (int t = 0; t < o->threshold_count; t++)
        contour[n++] = (struct sm_contour_map){.value = v == 0 ? lowest : most,
                                               .level = o->threshold[t],
                                               .name = o->species[k],
                                               .quantity = quantity[v],
                                               .unit = "kg m-3"};
  }
  const struct sm_contour_grid grid = {m.plane.grid.axis[0].n, m.plane.grid.axis[1].n, face[0],
                                       face[1]};
  *written = true;
  SM_TRY_DONE(sm_gis_write_contours(ctx, path, &m.plane.crs, &grid, (int)count, contour, NULL));
done:
  release(&m);
  SM_FREE_ALL(contour, face[0], face[1]);
  return status;
}
