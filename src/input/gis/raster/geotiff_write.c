/* Writing of GeoTIFF rasters: cloud-optimised (COG), tiled with overviews. */
#include "input/gis/raster/internal.h"

#include "input/gis/internal.h"
#include <gdal.h>
#include <math.h>

/* Writes one band, from the northern edge southwards. */
static bool write_band(GDALRasterBandH band, const struct sm_map_window *window,
                       const float *values, const char *name, const char *unit) {
  const size_t nx = (size_t)window->nx, ny = (size_t)window->ny;
  float *north = (float *)values + nx * (ny - 1); /* only read by GDAL */
  GDALSetDescription(band, name);
  GDALSetRasterUnitType(band, unit);
  GDALSetRasterNoDataValue(band, (double)NAN);
  return GDALRasterIOEx(band, GF_Write, 0, 0, window->nx, window->ny, north, window->nx, window->ny,
                        GDT_Float32, 0, -(GSpacing)(nx * sizeof *north), NULL) == CE_None;
}

static bool write_all(GDALDatasetH data, OGRSpatialReferenceH srs,
                      const struct sm_map_window *window, int bands, const float *const *values,
                      const char *const *names, const char *const *units) {
  double transform[6] = {window->x0, window->dx, 0, window->y0 + window->dy * window->ny,
                         0,          -window->dy};
  bool good = GDALSetGeoTransform(data, transform) == CE_None;
  if (good && srs != NULL) good = GDALSetSpatialRef(data, srs) == CE_None;
  for (int b = 0; good && b < bands; b++)
    good = write_band(GDALGetRasterBand(data, b + 1), window, values[b], names[b], units[b]);
  return good;
}

/* Writes a cloud-optimised GeoTIFF, with overviews, from bands in memory. Overviews of directions
 * must not be means. */
static bool write_optimised(GDALDatasetH memory, const char *path) {
  static const char *const options[] = {"COMPRESS=DEFLATE", "PREDICTOR=FLOATING_POINT",
                                        "BIGTIFF=IF_SAFER", "OVERVIEW_RESAMPLING=NEAREST", NULL};
  GDALDriverH driver = GDALGetDriverByName("COG");
  GDALDatasetH data =
      driver != NULL ? GDALCreateCopy(driver, path, memory, 0, (char **)options, NULL, NULL) : NULL;
  if (data == NULL) return false;
  GDALClose(data); /* flushes to disk; errors may occur */
  return true;
}

enum sm_status sm_module_write_geotiff(const char *path, const struct sm_crs *crs,
                                       const struct sm_map_window *window, int bands,
                                       const float *const *values, const char *const *names,
                                       const char *const *units, char *message, size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  OGRSpatialReferenceH srs = NULL;
  enum sm_status status = sm_srs_create(&s, crs, &srs);
  if (status == SM_OK) {
    GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", window->nx, window->ny, bands,
                                   GDT_Float32, NULL);
    const bool good = data != NULL && write_all(data, srs, window, bands, values, names, units) &&
                      write_optimised(data, path);
    if (data != NULL) GDALClose(data);
    if (!good || s.failed)
      status =
          sm_gis_session_fail(&s, SM_ERR_IO, "%s: error: cannot be written: %s", path, s.complaint);
  }
  sm_srs_free(srs);
  sm_gis_session_end(&s);
  return status;
}
