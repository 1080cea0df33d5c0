/* fake_gis.h - stand-in for input/gis.h and input/stations/stations.h: terrain and map projection
 * by formulas, footprints and stations from the test. Replaces the real functions in the test
 * program that includes it. */
#ifndef SM_TESTS_FAKE_GIS_H
#define SM_TESTS_FAKE_GIS_H

#include "input/gis.h"
#include "input/stations/stations.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Content of the fake files, set by a test. */
static struct {
  double (*ground)(double x, double y); /* m; NAN: no data */
  double (*band)(enum sm_raster_kind kind, double x,
                 double y);                /* of canopies, in place of ground */
  unsigned absent;                         /* bit of every kind without a band */
  double x[2], y[2];                       /* m, extent of rasters and of the footprint file */
  double convergence;                      /* deg */
  bool no_crs;                             /* the files have no coordinate reference system */
  const struct sm_case_building *building; /* content of the footprint file, in the CRS */
  size_t building_count;
  const struct sm_feature *feature; /* content of the vegetation file, in the CRS */
  size_t feature_count;
  const struct sm_case_station *station; /* content of the station file */
  size_t station_count;
} fake;

void sm_crs_free(struct sm_crs *crs) { *crs = (struct sm_crs){0}; }

enum sm_status sm_gis_ready(struct sm_context *ctx) {
  (void)ctx;
  return SM_OK;
}

enum sm_status sm_gis_crs_from_epsg(struct sm_context *ctx, int epsg, struct sm_crs *out) {
  if (epsg <= 0) return sm_fail(ctx, SM_ERR_DATA, "EPSG:%d: no such coordinate system", epsg);
  *out = (struct sm_crs){.epsg = epsg};
  return SM_OK;
}

enum sm_status sm_gis_crs_utm(struct sm_context *ctx, double latitude, double longitude,
                              struct sm_crs *out) {
  (void)ctx;
  const int zone = (int)floor((longitude + 180) / 6) + 1;
  *out = (struct sm_crs){.epsg = (latitude < 0 ? 32700 : 32600) + zone};
  return SM_OK;
}

/* Projection: 100 km per degree, from (0, 0). Some metres from latitudes of whole thousandths of a
 * degree, the meridian is turned by the convergence. */
enum sm_status sm_gis_project(struct sm_context *ctx, const struct sm_crs *crs, double latitude,
                              double longitude, double xy[2]) {
  (void)ctx, (void)crs;
  xy[0] = 1e5 * longitude;
  xy[1] = 1e5 * latitude;
  return SM_OK;
}

enum sm_status sm_gis_project_all(struct sm_context *ctx, const struct sm_crs *crs, size_t count,
                                  const double *latitude, const double *longitude, double *x,
                                  double *y) {
  (void)ctx, (void)crs;
  for (size_t i = 0; i < count; i++) {
    const double beside = latitude[i] - floor(1e3 * latitude[i] + 0.5) / 1e3;
    const double skew = tan(fake.convergence * acos(-1.0) / 180);
    x[i] = 1e5 * longitude[i] - (fabs(beside) < 2e-4 ? skew * 1e5 * beside : 0);
    y[i] = 1e5 * latitude[i];
  }
  return SM_OK;
}

enum sm_status sm_gis_unproject(struct sm_context *ctx, const struct sm_crs *crs,
                                const double xy[2], double *latitude, double *longitude) {
  (void)ctx, (void)crs;
  *longitude = 1e-5 * xy[0];
  *latitude = 1e-5 * xy[1];
  return SM_OK;
}

enum sm_status sm_gis_convergence(struct sm_context *ctx, const struct sm_crs *crs,
                                  const double xy[2], double *deg) {
  (void)ctx, (void)crs, (void)xy;
  *deg = fake.convergence;
  return SM_OK;
}

enum sm_status sm_gis_extent(struct sm_context *ctx, const char *path, const char *layer,
                             const char *assumed_crs, const struct sm_crs *crs,
                             struct sm_map_extent *out) {
  (void)ctx, (void)path, (void)layer, (void)crs;
  *out = (struct sm_map_extent){.has_crs = !fake.no_crs || assumed_crs[0] != '\0',
                                .latitude = 0.5e-5 * (fake.y[0] + fake.y[1]),
                                .longitude = 0.5e-5 * (fake.x[0] + fake.x[1]),
                                .x = {fake.x[0], fake.x[1]},
                                .y = {fake.y[0], fake.y[1]},
                                .cell = {1, 1}};
  return SM_OK;
}

static double value_of(const struct sm_raster_options *options, double x, double y) {
  if (options->optional && (fake.absent >> options->kind & 1) != 0) return (double)NAN;
  return fake.band != NULL ? fake.band(options->kind, x, y) : fake.ground(x, y);
}

enum sm_status sm_gis_read_raster(struct sm_context *ctx, const char *const *paths,
                                  size_t path_count, const struct sm_raster_options *options,
                                  const struct sm_crs *crs, const struct sm_map_window *window,
                                  float *values, struct sm_raster_report *report) {
  (void)crs;
  if (path_count == 0 || strcmp(paths[0], "missing.tif") == 0)
    return sm_fail(ctx, SM_ERR_DATA, "missing.tif: no such file");
  *report = (struct sm_raster_report){.x = {INFINITY, -INFINITY}, .y = {INFINITY, -INFINITY}};
  size_t inside = 0;
  for (int j = 0; j < window->ny; j++)
    for (int i = 0; i < window->nx; i++) {
      const double x = window->x0 + (i + 0.5) * window->dx, y = window->y0 + (j + 0.5) * window->dy;
      const bool in = x >= fake.x[0] && x <= fake.x[1] && y >= fake.y[0] && y <= fake.y[1];
      float *value = &values[(size_t)i + (size_t)window->nx * (size_t)j];
      *value = in ? (float)value_of(options, x, y) : NAN;
      inside += in ? 1 : 0;
      report->missing += isnan(*value) ? 1 : 0;
      if (in) continue;
      report->x[0] = fmin(report->x[0], x - 0.5 * window->dx);
      report->x[1] = fmax(report->x[1], x + 0.5 * window->dx);
      report->y[0] = fmin(report->y[0], y - 0.5 * window->dy);
      report->y[1] = fmax(report->y[1], y + 0.5 * window->dy);
    }
  report->covered = (double)inside / ((double)window->nx * window->ny);
  report->absent = options->optional && (fake.absent >> options->kind & 1) != 0;
  return SM_OK;
}

void sm_footprints_free(struct sm_footprints *footprints) {
  for (size_t f = 0; f < footprints->count; f++) {
    sm_free(footprints->item[f].vertex);
    sm_free(footprints->item[f].ring_start);
  }
  sm_free(footprints->item);
  *footprints = (struct sm_footprints){0};
}

enum sm_status sm_gis_read_footprints(struct sm_context *ctx, const char *path,
                                      const struct sm_crs *crs,
                                      const struct sm_footprint_options *options,
                                      struct sm_footprints *out) {
  (void)path, (void)crs, (void)options;
  *out = (struct sm_footprints){0};
  enum sm_status status =
      sm_alloc(ctx, fake.building_count, sizeof *out->item, "footprints", &out->item);
  for (size_t f = 0; f < fake.building_count && status == SM_OK; f++) {
    const struct sm_case_building *from = &fake.building[f];
    struct sm_footprint *to = &out->item[out->count++];
    const size_t count = (size_t)from->vertex_count;
    status = sm_alloc(ctx, count, sizeof *to->vertex, "a footprint", &to->vertex);
    if (status == SM_OK) status = sm_alloc(ctx, 2, sizeof(int), "a footprint", &to->ring_start);
    if (status != SM_OK) break;
    memcpy(to->vertex, from->vertex, count * sizeof *to->vertex);
    to->ring_start[1] = from->vertex_count;
    to->ring_count = 1;
    to->height = from->height;
    to->base = from->base;
    to->porosity = from->porosity;
    to->storey = from->storey;
    to->feature = (long)f;
  }
  if (status != SM_OK) sm_footprints_free(out);
  return status;
}

void sm_features_free(struct sm_features *features) {
  for (size_t f = 0; f < features->count; f++) {
    sm_free(features->item[f].vertex);
    sm_free(features->item[f].ring_start);
  }
  sm_free(features->item);
  *features = (struct sm_features){0};
}

enum sm_status sm_gis_read_features(struct sm_context *ctx, const char *path,
                                    const struct sm_crs *crs,
                                    const struct sm_feature_options *options,
                                    struct sm_features *out) {
  (void)path, (void)crs, (void)options;
  *out = (struct sm_features){0};
  enum sm_status status =
      sm_alloc(ctx, fake.feature_count, sizeof *out->item, "features", &out->item);
  for (size_t f = 0; f < fake.feature_count && status == SM_OK; f++) {
    const struct sm_feature *from = &fake.feature[f];
    struct sm_feature *to = &out->item[out->count++];
    const size_t rings = (size_t)from->ring_count, count = (size_t)from->ring_start[rings];
    *to = *from;
    to->vertex = NULL;
    to->ring_start = NULL;
    status = sm_alloc(ctx, count, sizeof *to->vertex, "a feature", &to->vertex);
    if (status == SM_OK)
      status = sm_alloc(ctx, rings + 1, sizeof(int), "a feature", &to->ring_start);
    if (status != SM_OK) break;
    memcpy(to->vertex, from->vertex, count * sizeof *to->vertex);
    memcpy(to->ring_start, from->ring_start, (rings + 1) * sizeof(int));
  }
  if (status != SM_OK) sm_features_free(out);
  return status;
}

enum sm_status sm_gis_write_geotiff(struct sm_context *ctx, const char *path,
                                    const struct sm_crs *crs, const struct sm_map_window *window,
                                    int bands, const float *const *values, const char *const *names,
                                    const char *const *units) {
  (void)path, (void)crs, (void)window, (void)bands, (void)values, (void)names, (void)units;
  return sm_fail(ctx, SM_ERR_IO, "the fake writes nothing");
}

enum sm_status sm_gis_write_contours(struct sm_context *ctx, const char *path,
                                     const struct sm_crs *crs, const struct sm_contour_grid *grid,
                                     int count, const struct sm_contour_map *maps,
                                     const struct sm_contour_legend *legend) {
  (void)path, (void)crs, (void)grid, (void)count, (void)maps, (void)legend;
  return sm_fail(ctx, SM_ERR_IO, "the fake writes nothing");
}

enum sm_status sm_gis_write_points(struct sm_context *ctx, const char *path,
                                   const struct sm_crs *crs, const struct sm_point_table *table) {
  (void)path, (void)crs, (void)table;
  return sm_fail(ctx, SM_ERR_IO, "the fake writes nothing");
}

enum sm_status sm_gis_write_overlays(struct sm_context *ctx, const char *path,
                                     const struct sm_crs *crs, const struct sm_map_window *window,
                                     const struct sm_overlay_page *page) {
  (void)path, (void)crs, (void)window, (void)page;
  return sm_fail(ctx, SM_ERR_IO, "the fake writes nothing");
}

enum sm_status sm_stations_read(struct sm_context *ctx, const char *path,
                                const struct sm_case_station *like, struct sm_case_station **out,
                                size_t *count) {
  (void)path, (void)like;
  *count = 0;
  const enum sm_status status = sm_alloc(ctx, fake.station_count, sizeof **out, "stations", out);
  if (status != SM_OK) return status;
  if (fake.station_count > 0) memcpy(*out, fake.station, fake.station_count * sizeof **out);
  *count = fake.station_count;
  return SM_OK;
}

void sm_stations_free(struct sm_case_station **stations, size_t count) {
  (void)count; /* names and readings are owned by the test */
  sm_free(*stations);
  *stations = NULL;
}

#endif
