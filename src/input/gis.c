#include "input/gis.h"

#include <stdio.h>
#include <stdlib.h>
#include "base/module.h"
#include "base/text.h"
#include "input/gis/module.h"

enum { MESSAGE_SIZE = 3072 };

static enum sm_status open_module(struct sm_context *ctx, const struct sm_gis_module **out) {
  void *address = NULL;
  SM_TRY(sm_module_open(ctx, "simoom_gis", "simoom_gis_module", "GDAL (Debian: libgdal-dev)",
                        &address));
  *out = address;
  return SM_OK;
}

/* Hands a failure's message, or a success's warning, to the context. */
static enum sm_status finish(struct sm_context *ctx, enum sm_status status, const char *message) {
  if (status != SM_OK) return sm_fail(ctx, status, "%s", message);
  if (message[0] != '\0') sm_warn(ctx, "%s", message);
  return SM_OK;
}

bool sm_gis_available(struct sm_context *ctx) {
  const struct sm_gis_module *module;
  return open_module(ctx, &module) == SM_OK;
}

void sm_crs_free(struct sm_crs *crs) {
  free(crs->wkt2);
  free(crs->wkt1);
  *crs = (struct sm_crs){0};
}

enum sm_status sm_gis_crs_from_epsg(struct sm_context *ctx, int epsg, struct sm_crs *out) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  *out = (struct sm_crs){0};
  SM_TRY(open_module(ctx, &module));
  return finish(ctx, module->crs_from_epsg(epsg, out, message, sizeof message), message);
}

enum sm_status sm_gis_crs_utm(struct sm_context *ctx, double latitude, double longitude,
                              struct sm_crs *out) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  *out = (struct sm_crs){0};
  SM_TRY(open_module(ctx, &module));
  return finish(ctx, module->crs_utm(latitude, longitude, out, message, sizeof message), message);
}

enum sm_status sm_gis_project(struct sm_context *ctx, const struct sm_crs *crs, double latitude,
                              double longitude, double xy[2]) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  SM_TRY(open_module(ctx, &module));
  return finish(ctx, module->project(crs, latitude, longitude, xy, message, sizeof message),
                message);
}

enum sm_status sm_gis_unproject(struct sm_context *ctx, const struct sm_crs *crs,
                                const double xy[2], double *latitude, double *longitude) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  SM_TRY(open_module(ctx, &module));
  return finish(ctx, module->unproject(crs, xy, latitude, longitude, message, sizeof message),
                message);
}

enum sm_status sm_gis_convergence(struct sm_context *ctx, const struct sm_crs *crs,
                                  const double xy[2], double *deg) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  SM_TRY(open_module(ctx, &module));
  return finish(ctx, module->convergence(crs, xy, deg, message, sizeof message), message);
}

enum sm_status sm_gis_extent(struct sm_context *ctx, const char *path, const char *layer,
                             const char *assumed_crs, const struct sm_crs *crs,
                             struct sm_map_extent *out) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  SM_TRY(open_module(ctx, &module));
  return finish(ctx, module->extent(path, layer, assumed_crs, crs, out, message, sizeof message),
                message);
}

enum sm_status sm_gis_read_raster(struct sm_context *ctx, const char *const *paths,
                                  size_t path_count, const char *assumed_crs,
                                  const struct sm_crs *crs, const struct sm_map_window *window,
                                  enum sm_resample resample, bool fill, float *values,
                                  struct sm_raster_report *report) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  SM_TRY(open_module(ctx, &module));
  return finish(ctx,
                module->read_raster(paths, path_count, assumed_crs, crs, window, resample, fill,
                                    values, report, message, sizeof message),
                message);
}

void sm_footprints_free(struct sm_footprints *footprints) {
  for (size_t i = 0; i < footprints->count; i++) {
    free(footprints->item[i].vertex);
    free(footprints->item[i].ring_start);
  }
  free(footprints->item);
  *footprints = (struct sm_footprints){0};
}

enum sm_status sm_gis_read_footprints(struct sm_context *ctx, const char *path,
                                      const struct sm_crs *crs,
                                      const struct sm_footprint_options *options,
                                      struct sm_footprints *out) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  *out = (struct sm_footprints){0};
  SM_TRY(open_module(ctx, &module));
  const enum sm_status status =
      module->read_footprints(path, crs, options, sm_text_nearest, out, message, sizeof message);
  if (status != SM_OK) sm_footprints_free(out);
  return finish(ctx, status, message);
}

enum sm_status sm_gis_write_geotiff(struct sm_context *ctx, const char *path,
                                    const struct sm_crs *crs, const struct sm_map_window *window,
                                    int bands, const float *const *values, const char *const *names,
                                    const char *const *units) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  SM_TRY(open_module(ctx, &module));
  return finish(ctx,
                module->write_geotiff(path, crs, window, bands, values, names, units, message,
                                      sizeof message),
                message);
}
