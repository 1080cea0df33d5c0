/* geotiff_write.c - writing of GeoTIFF rasters: cloud-optimised, with tiles and overviews,
 * directories first, so that clients read parts of them by HTTP. */
#include "input/gis/raster/internal.h"

#include "input/gis/internal.h"
#include <gdal.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { UNREDUCED = 512 }; /* pixels; a larger raster has overviews */

/* Adds one band, from the northern edge southwards, without a copy of the values. */
static bool add_band(GDALDatasetH data, const struct sm_map_window *window, const float *values,
                     const char *name, const char *unit) {
  const size_t nx = (size_t)window->nx, ny = (size_t)window->ny;
  char pointer[64], line[64];
  snprintf(pointer, sizeof pointer, "DATAPOINTER=0x%" PRIxPTR,
           (uintptr_t)(values + nx * (ny - 1))); /* only read by GDAL */
  snprintf(line, sizeof line, "LINEOFFSET=-%zu", nx * sizeof *values);
  char *options[] = {pointer, line, NULL};
  if (GDALAddBand(data, GDT_Float32, options) != CE_None) return false;
  GDALRasterBandH band = GDALGetRasterBand(data, GDALGetRasterCount(data));
  GDALSetDescription(band, name);
  GDALSetRasterUnitType(band, unit);
  GDALSetRasterNoDataValue(band, (double)NAN);
  return true;
}

/* Halves the raster until it is small; the nearest values, since directions have no mean. */
static bool add_overviews(GDALDatasetH data, const struct sm_map_window *window) {
  int factor[30], count = 0;
  const int size = window->nx > window->ny ? window->nx : window->ny;
  for (int by = 2; size / (by / 2) > UNREDUCED; by *= 2) factor[count++] = by;
  return count == 0 ||
         GDALBuildOverviews(data, "NEAREST", count, factor, 0, NULL, NULL, NULL) == CE_None;
}

static bool fill(GDALDatasetH data, OGRSpatialReferenceH srs, const struct sm_map_window *window,
                 int bands, const float *const *values, const char *const *names,
                 const char *const *units) {
  double transform[6] = {window->x0, window->dx, 0, window->y0 + window->dy * window->ny,
                         0,          -window->dy};
  bool good = GDALSetGeoTransform(data, transform) == CE_None;
  if (good && srs != NULL) good = GDALSetSpatialRef(data, srs) == CE_None;
  for (int b = 0; good && b < bands; b++)
    good = add_band(data, window, values[b], names[b], units[b]);
  return good && add_overviews(data, window);
}

/* Writes the raster of the memory driver to a file. */
static bool write_file(GDALDatasetH data, const char *path) {
  static const char *const options[] = {"COMPRESS=DEFLATE",
                                        "PREDICTOR=3",
                                        "BIGTIFF=IF_SAFER",
                                        "INTERLEAVE=BAND",
                                        "TILED=YES",
                                        "BLOCKXSIZE=256",
                                        "BLOCKYSIZE=256",
                                        "COPY_SRC_OVERVIEWS=YES",
                                        NULL};
  GDALDatasetH file =
      GDALCreateCopy(GDALGetDriverByName("GTiff"), path, data, FALSE, (char **)options, NULL, NULL);
  if (file != NULL) GDALClose(file); /* flushes to disk; errors may occur */
  return file != NULL;
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
    GDALDatasetH data =
        GDALCreate(GDALGetDriverByName("MEM"), "", window->nx, window->ny, 0, GDT_Float32, NULL);
    const bool good = data != NULL && fill(data, srs, window, bands, values, names, units) &&
                      write_file(data, path);
    if (data != NULL) GDALClose(data);
    if (!good || s.failed)
      status =
          sm_gis_session_fail(&s, SM_ERR_IO, "%s: error: cannot be written: %s", path, s.complaint);
  }
  sm_srs_free(srs);
  sm_gis_session_end(&s);
  return status;
}
