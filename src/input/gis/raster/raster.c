/* Georeferenced raster band, and reading of windows. */
#include "input/gis/raster/internal.h"

#include "input/gis/internal.h"
#include "input/gis/module.h"
#include <cpl_string.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum sm_status find_transform(struct sm_gis_session *s, struct sm_raster *raster) {
  double *t = raster->transform;
  if (GDALGetGeoTransform(raster->data, t) != CE_None)
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "%s: error: the raster does not say where it lies\n"
                               "help: give it coordinates (a world file, or gdal_edit.py -a_ullr)",
                               raster->path);
  bool good = fabs(t[1] * t[5] - t[2] * t[4]) > 0;
  for (int i = 0; i < 6; i++) good = good && isfinite(t[i]);
  if (good) return SM_OK;
  return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: the raster has pixels of no size",
                             raster->path);
}

static enum sm_status find_srs(struct sm_gis_session *s, const char *assumed_crs,
                               const struct sm_crs *crs, struct sm_raster *raster) {
  static const char key[] = "terrain.crs";
  const enum sm_status status =
      sm_srs_of_file(s, GDALGetSpatialRef(raster->data), assumed_crs, key, &raster->srs);
  if (status != SM_OK) return status;
  const bool degrees = raster->srs != NULL && OSRIsGeographic(raster->srs);
  return sm_srs_fit(s, raster->path, key, crs, degrees, &raster->srs);
}

enum sm_status sm_raster_attach(struct sm_gis_session *s, const char *path, GDALDatasetH data,
                                const char *assumed_crs, const struct sm_crs *crs,
                                struct sm_raster *out) {
  *out = (struct sm_raster){.path = path, .data = data, .centre = (double)NAN};
  if (GDALGetRasterCount(data) == 0) {
    char **parts = GDALGetMetadata(data, "SUBDATASETS");
    const char *first = CSLFetchNameValue(parts, "SUBDATASET_1_NAME");
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "%s: error: the file contains no raster of its own%s%s\n"
                               "help: copy the part that is meant into a file (gdal_translate)",
                               path, first != NULL ? ", but several, such as " : "",
                               first != NULL ? first : "");
  }
  GDALDriverH driver = GDALGetDatasetDriver(data);
  out->landscape = driver != NULL && EQUAL(GDALGetDriverShortName(driver), "LCP");
  out->width = GDALGetRasterXSize(data);
  out->height = GDALGetRasterYSize(data);
  const enum sm_status status = find_transform(s, out);
  return status == SM_OK ? find_srs(s, assumed_crs, crs, out) : status;
}

/* True for quantities that have a unit. */
static bool have_unit(enum sm_raster_kind kind) {
  return kind == SM_RASTER_ELEVATION || kind == SM_RASTER_CANOPY_HEIGHT ||
         kind == SM_RASTER_CANOPY_BASE_HEIGHT || kind == SM_RASTER_CANOPY_COVER ||
         kind == SM_RASTER_CANOPY_BULK_DENSITY || kind == SM_RASTER_ROUGHNESS;
}

static enum sm_status choose_values(struct sm_gis_session *s,
                                    const struct sm_raster_options *options,
                                    struct sm_raster *raster) {
  enum sm_status status = sm_bands_choose(s, options, raster);
  double unit = 1;
  int has_scale = 0, has_offset = 0;
  if (status != SM_OK || raster->band == NULL) return status;
  if (GDALDataTypeIsComplex(GDALGetRasterDataType(raster->band)))
    return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: the raster's values are complex numbers",
                               raster->path);
  if (have_unit(options->kind)) status = sm_raster_unit_find(s, raster, options, &unit);
  const double scale = GDALGetRasterScale(raster->band, &has_scale);
  const double offset = GDALGetRasterOffset(raster->band, &has_offset);
  raster->scale = (has_scale ? scale : 1) * unit;
  raster->offset = (has_offset ? offset : 0) * unit;
  return status;
}

enum sm_status sm_raster_open(struct sm_gis_session *s, const char *path,
                              const struct sm_raster_options *options, const struct sm_crs *crs,
                              struct sm_raster *out) {
  *out = (struct sm_raster){0};
  GDALDatasetH data = NULL;
  enum sm_status status = sm_gis_session_open(s, path, GDAL_OF_RASTER, &data);
  if (status == SM_OK) status = sm_raster_attach(s, path, data, options->crs, crs, out);
  if (status == SM_OK) status = choose_values(s, options, out);
  const int count = status == SM_OK ? GDALGetRasterCount(data) : 0;
  if (count > 1 && out->band != NULL)
    sm_gis_session_warn(s, SM_GIS_NOTE "%s: band %d of %d, '%s', is read", path,
                        GDALGetBandNumber(out->band), count, sm_band_description(out->band));
  return status;
}

void sm_raster_close(struct sm_raster *raster) {
  if (raster->data != NULL) GDALClose(raster->data);
  sm_srs_free(raster->srs);
  *raster = (struct sm_raster){0};
}

/* Reads `count` columns from x0 of a part of the band,
 * as `columns` values per line. */
static CPLErr read_columns(GDALRasterBandH band, const struct sm_raster_part *part, int x0,
                           int count, int columns, float *values) {
  GDALRasterIOExtraArg extra;
  INIT_RASTERIO_EXTRA_ARG(extra);
  extra.eResampleAlg = part->nearest ? GRIORA_NearestNeighbour : GRIORA_Average;
  return GDALRasterIOEx(band, GF_Read, x0, part->y0, count, part->height, values, columns,
                        part->lines, GDT_Float32, 0, (GSpacing)sizeof(float) * part->columns,
                        &extra);
}

/* No height or code is as large; a mean of such floats would overflow. */
static const double beyond_any_value = 1e30;

/* Reads a part of the band as floats. GDAL may report a truncated file as an error and still return
 * success. */
static enum sm_status read_band(struct sm_gis_session *s, const struct sm_raster *raster,
                                GDALRasterBandH band, const struct sm_raster_part *part,
                                float *values) {
  const int x0 = (int)(((int64_t)part->x0 + raster->first) % raster->width);
  const int left = raster->width - x0; /* columns before the wrap-around */
  sm_gis_session_clear(s);
  CPLErr error = CE_None;
  if (left >= part->width || part->columns < 2) {
    error = read_columns(band, part, x0, left < part->width ? left : part->width, part->columns,
                         values);
  } else {
    const int most = part->columns - 1;
    const int share = (int)((int64_t)part->columns * left / part->width);
    const int columns = share < 1 ? 1 : share > most ? most : share;
    error = read_columns(band, part, x0, left, columns, values);
    if (error == CE_None)
      error = read_columns(band, part, 0, part->width - left, part->columns - columns,
                           values + columns);
  }
  if (error == CE_None && !s->failed) return SM_OK;
  return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: the raster cannot be read to its end: %s",
                             raster->path, s->complaint);
}

enum sm_status sm_raster_read(struct sm_gis_session *s, const struct sm_raster *raster,
                              const struct sm_raster_part *part, float *values) {
  enum sm_status status = read_band(s, raster, raster->band, part, values);
  if (status != SM_OK) return status;
  const size_t count = (size_t)part->columns * (size_t)part->lines;
  int has_nodata = 0;
  double nodata = GDALGetRasterNoDataValue(raster->band, &has_nodata);
  if (raster->landscape && !has_nodata) { /* the convention of landscape files */
    nodata = -9999;
    has_nodata = 1;
  }
  /* huge nodata values, such as -3.402823e+38, are often written with fewer digits than stored */
  const double slack = fabs(nodata) > 1e30 ? 1e-6 * fabs(nodata) : 0;
  const double mark = fabs(nodata) > 1e30 ? nodata : (double)(float)nodata;
  for (size_t i = 0; i < count; i++) {
    const double value = (double)values[i], scaled = value * raster->scale + raster->offset;
    const bool none = has_nodata && fabs(value - mark) <= slack;
    values[i] = none || !(fabs(scaled) < beyond_any_value) ? NAN : (float)scaled;
  }
  if ((GDALGetMaskFlags(raster->band) & (GMF_ALL_VALID | GMF_NODATA)) != 0) return SM_OK;
  float *mask = malloc(count * sizeof *mask);
  if (mask == NULL) return sm_gis_session_no_memory(s);
  status = read_band(s, raster, GDALGetMaskBand(raster->band), part, mask);
  for (size_t i = 0; status == SM_OK && i < count; i++)
    if (!(mask[i] > 0)) values[i] = NAN;
  free(mask);
  return status;
}
