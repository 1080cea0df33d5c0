/* Extent of a raster or vector file, in its own coordinates and in a CRS. */
#include "input/gis/internal.h"

#include "input/gis/raster/internal.h"
#include "input/gis/vector/internal.h"
#include <math.h>

/* Bounding box in the coordinates of a file, and its pixel size. */
struct box {
  double x[2], y[2];
  double step[2][2]; /* step to the next column and to the next line: x, y; 0: none */
};

static void box_of_raster(const struct sm_raster *raster, struct box *out) {
  const double *t = raster->transform;
  *out = (struct box){
      .x = {INFINITY, -INFINITY}, .y = {INFINITY, -INFINITY}, .step = {{t[1], t[4]}, {t[2], t[5]}}};
  for (int corner = 0; corner < 4; corner++) {
    const double i = (corner & 1) * raster->width, j = (corner >> 1) * raster->height;
    const double x = t[0] + t[1] * i + t[2] * j, y = t[3] + t[4] * i + t[5] * j;
    out->x[0] = fmin(out->x[0], x);
    out->x[1] = fmax(out->x[1], x);
    out->y[0] = fmin(out->y[0], y);
    out->y[1] = fmax(out->y[1], y);
  }
}

/* Bounding box of the buildings among tagged features (the extent of the layer would include woods
 * and borders). With `turned`, longitudes count from 0 to 360. */
static enum sm_status box_of_features(struct sm_gis_session *s, struct sm_vector *vector,
                                      bool turned, OGREnvelope *box) {
  *box = (OGREnvelope){INFINITY, -INFINITY, INFINITY, -INFINITY};
  for (;;) {
    OGRFeatureH feature = NULL;
    const enum sm_status status = sm_vector_next(s, vector, &feature);
    if (status != SM_OK || feature == NULL) return status;
    OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
    if (geometry != NULL && !OGR_G_IsEmpty(geometry)) {
      OGREnvelope one;
      OGR_G_GetEnvelope(geometry, &one);
      const double turn = turned && one.MinX < 0 ? 360 : 0;
      box->MinX = fmin(box->MinX, one.MinX + turn);
      box->MaxX = fmax(box->MaxX, one.MaxX + turn);
      box->MinY = fmin(box->MinY, one.MinY);
      box->MaxY = fmax(box->MaxY, one.MaxY);
    }
    OGR_F_Destroy(feature);
  }
}

/* Joins features on both sides of the date line, so that the box does not span the globe. */
static enum sm_status join_at_date_line(struct sm_gis_session *s, struct sm_vector *vector,
                                        OGREnvelope *box) {
  OGREnvelope turned;
  if (vector->srs == NULL || !OSRIsGeographic(vector->srs) || !(box->MaxX - box->MinX > 180))
    return SM_OK;
  sm_vector_rewind(vector);
  const enum sm_status status = box_of_features(s, vector, true, &turned);
  if (status == SM_OK && turned.MaxX - turned.MinX < 180) *box = turned;
  return status;
}

static enum sm_status box_of_vector(struct sm_gis_session *s, struct sm_vector *vector,
                                    struct box *out) {
  OGREnvelope box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
  enum sm_status status = SM_OK;
  sm_gis_session_clear(s);
  if (vector->tagged || vector->mixed) {
    status = box_of_features(s, vector, false, &box);
  } else if (OGR_L_GetExtent(vector->layer, &box, 1) != OGRERR_NONE && s->failed) {
    status =
        sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: the file cannot be read to its end: %s",
                            vector->path, s->complaint);
  }
  if (status == SM_OK) status = join_at_date_line(s, vector, &box);
  if (status != SM_OK) return status;
  *out = (struct box){.x = {box.MinX, box.MaxX}, .y = {box.MinY, box.MaxY}};
  if (isfinite(box.MinX) && isfinite(box.MinY) && box.MaxX >= box.MinX && box.MaxY >= box.MinY)
    return SM_OK;
  return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: the file contains no footprints",
                             vector->path);
}

static enum sm_status fail_outside(struct sm_gis_session *s, const char *path) {
  return sm_gis_session_fail(s, SM_ERR_DATA,
                             "%s: error: it does not lie in the range of the domain's coordinate "
                             "system: %s",
                             path, s->complaint);
}

/* Finds latitude and longitude of the centre. */
static enum sm_status find_centre(struct sm_gis_session *s, const char *path, const struct box *box,
                                  OGRSpatialReferenceH srs, struct sm_map_extent *out) {
  OGRSpatialReferenceH wgs84 = NULL;
  enum sm_status status = sm_srs_wgs84(s, &wgs84);
  if (status != SM_OK) return status;
  OGRCoordinateTransformationH change = OCTNewCoordinateTransformation(srs, wgs84);
  out->longitude = (box->x[0] + box->x[1]) / 2;
  out->latitude = (box->y[0] + box->y[1]) / 2;
  if (change == NULL || !OCTTransform(change, 1, &out->longitude, &out->latitude, NULL))
    status = fail_outside(s, path);
  OCTDestroyCoordinateTransformation(change);
  sm_srs_free(wgs84);
  return status;
}

/* Transforms box and pixel size to the coordinates of `to`. */
static enum sm_status move_box(struct sm_gis_session *s, const char *path, struct box *box,
                               OGRSpatialReferenceH from, OGRSpatialReferenceH to) {
  enum { POINTS_PER_EDGE = 21 };
  OGRCoordinateTransformationH change = OCTNewCoordinateTransformation(from, to);
  double x[3], y[3], low[2], high[2];
  x[0] = (box->x[0] + box->x[1]) / 2;
  y[0] = (box->y[0] + box->y[1]) / 2;
  for (int i = 0; i < 2; i++) {
    x[i + 1] = x[0] + box->step[i][0];
    y[i + 1] = y[0] + box->step[i][1];
  }
  const bool good = change != NULL && OCTTransform(change, 3, x, y, NULL) &&
                    OCTTransformBounds(change, box->x[0], box->y[0], box->x[1], box->y[1], &low[0],
                                       &low[1], &high[0], &high[1], POINTS_PER_EDGE);
  OCTDestroyCoordinateTransformation(change);
  if (!good || !isfinite(low[0] + low[1] + high[0] + high[1])) return fail_outside(s, path);
  *box = (struct box){.x = {low[0], high[0]},
                      .y = {low[1], high[1]},
                      .step = {{x[1] - x[0], y[1] - y[0]}, {x[2] - x[0], y[2] - y[0]}}};
  return SM_OK;
}

static enum sm_status describe(struct sm_gis_session *s, const char *path, struct box *box,
                               OGRSpatialReferenceH srs, const struct sm_crs *crs,
                               struct sm_map_extent *out) {
  *out = (struct sm_map_extent){.has_crs = srs != NULL, .latitude = NAN, .longitude = NAN};
  enum sm_status status = SM_OK;
  if (srs != NULL) status = find_centre(s, path, box, srs, out);
  OGRSpatialReferenceH to = NULL;
  if (status == SM_OK && srs != NULL && crs != NULL) status = sm_srs_create(s, crs, &to);
  if (status == SM_OK && to != NULL) status = move_box(s, path, box, srs, to);
  sm_srs_free(to);
  for (int i = 0; i < 2; i++) {
    out->x[i] = box->x[i];
    out->y[i] = box->y[i];
    const double cell = hypot(box->step[i][0], box->step[i][1]);
    out->cell[i] = cell > 0 ? cell : (double)NAN;
  }
  return status;
}

static enum sm_status find_extent(struct sm_gis_session *s, const char *path, const char *layer,
                                  const char *assumed_crs, const struct sm_crs *crs,
                                  struct sm_map_extent *out) {
  GDALDatasetH data = NULL;
  enum sm_status status = sm_gis_session_open(s, path, GDAL_OF_RASTER | GDAL_OF_VECTOR, &data);
  if (status != SM_OK) return status;
  struct box box;
  if (GDALGetRasterCount(data) > 0) {
    struct sm_raster raster;
    status = sm_raster_attach(s, path, data, assumed_crs, crs, &raster);
    if (status == SM_OK) box_of_raster(&raster, &box);
    if (status == SM_OK) status = describe(s, path, &box, raster.srs, crs, out);
    sm_raster_close(&raster);
  } else {
    struct sm_vector vector;
    status = sm_vector_attach(s, path, data, layer, assumed_crs, crs, false, &vector);
    if (status == SM_OK) status = box_of_vector(s, &vector, &box);
    if (status == SM_OK) status = describe(s, path, &box, vector.srs, crs, out);
    sm_vector_close(&vector);
  }
  return status;
}

enum sm_status sm_module_extent(const char *path, const char *layer, const char *assumed_crs,
                                const struct sm_crs *crs, struct sm_map_extent *out, char *message,
                                size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  const enum sm_status status = find_extent(&s, path, layer, assumed_crs, crs, out);
  sm_gis_session_end(&s);
  return status;
}
