/* Rasters resampled to the cells of a window. */
#include "input/gis/raster/internal.h"

#include "input/gis/internal.h"
#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal_alg.h>
#include <gdalwarper.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Maximum error of interpolated positions within a row, pixels. */
static const double position_error = 0.01;

/* Context of one call. */
struct job {
  struct sm_gis_session *s;
  const struct sm_map_window *window;
  OGRSpatialReferenceH srs; /* SRS of the window; NULL: local */
  const struct sm_raster_options *options;
  unsigned char *inside; /* [ny][nx]: cell centre is inside a file */
  bool found;            /* a file has the band */
};

/* Position of the window on a raster, in pixels. */
struct footing {
  size_t inside;          /* cells */
  double low[2], high[2]; /* range of the centres of those cells */
  double step[2];         /* pixels per cell */
};

static void window_transform(const struct sm_map_window *window, double transform[6]) {
  const double t[6] = {window->x0, window->dx, 0, window->y0, 0, window->dy};
  memcpy(transform, t, sizeof t);
}

/* Creates a transformer between pixels of a raster (or a part of it, with its own geotransform) and
 * cells of the window; destroyed with GDALDestroyApproxTransformer. */
static enum sm_status create_transformer(struct job *job, const struct sm_raster *raster,
                                         const double raster_transform[6], void **out) {
  double to[6];
  window_transform(job->window, to);
  sm_gis_session_clear(job->s);
  *out = NULL;
  char centre[64] = "CENTER_LONG=";
  const char *const options[] = {centre, NULL};
  CPLsnprintf(centre + strlen(centre), 40, "%.12f", raster->centre);
  OGRSpatialReferenceH none = OSRNewSpatialReference(NULL); /* GDAL does not accept NULL */
  void *exact = GDALCreateGenImgProjTransformer4(
      raster->srs != NULL ? raster->srs : none, raster_transform,
      job->srs != NULL ? job->srs : none, to, isnan(raster->centre) ? NULL : options);
  sm_srs_free(none);
  if (exact != NULL)
    *out = GDALCreateApproxTransformer(GDALGenImgProjTransform, exact, position_error);
  if (*out == NULL) {
    if (exact != NULL) GDALDestroyGenImgProjTransformer(exact);
    return sm_gis_session_fail(job->s, SM_ERR_DATA,
                               "%s: error: its coordinates cannot be turned into the domain's: %s",
                               raster->path, job->s->complaint);
  }
  GDALApproxTransformerOwnsSubtransformer(*out, 1);
  return SM_OK;
}

/* Pixels between neighbouring cells in the middle of the window. */
static void find_step(const struct job *job, void *transformer, struct footing *footing) {
  const double i = job->window->nx * 0.5, j = job->window->ny * 0.5;
  double x[3] = {i, i + 1, i}, y[3] = {j, j, j + 1}, z[3] = {0};
  int good[3] = {0};
  GDALApproxTransform(transformer, 1, 3, x, y, z, good);
  footing->step[0] = footing->step[1] = 1;
  if (!good[0] || !good[1] || !good[2]) return;
  footing->step[0] = fmax(fabs(x[1] - x[0]), fabs(x[2] - x[0]));
  footing->step[1] = fmax(fabs(y[1] - y[0]), fabs(y[2] - y[0]));
}

/* Finds and marks the cells whose centres are on the raster. */
static enum sm_status find_footing(struct job *job, const struct sm_raster *raster,
                                   struct footing *out) {
  const struct sm_map_window *window = job->window;
  const size_t nx = (size_t)window->nx;
  *out = (struct footing){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
  void *transformer = NULL;
  enum sm_status status = create_transformer(job, raster, raster->transform, &transformer);
  if (status != SM_OK) return status;
  double *row = malloc(3 * nx * sizeof *row);
  int *good = malloc(nx * sizeof *good);
  if (row == NULL || good == NULL) status = sm_gis_session_no_memory(job->s);
  const double rim = 1e-6; /* tolerance for rounding, pixels */
  for (int j = 0; status == SM_OK && j < window->ny; j++) {
    double *x = row, *y = row + nx, *z = row + 2 * nx;
    for (size_t i = 0; i < nx; i++) {
      x[i] = (double)i + 0.5;
      y[i] = j + 0.5;
      z[i] = 0;
      good[i] = 0;
    }
    GDALApproxTransform(transformer, 1, window->nx, x, y, z, good);
    for (size_t i = 0; i < nx; i++) {
      if (!good[i] || !(x[i] >= -rim && x[i] <= raster->width + rim && y[i] >= -rim &&
                        y[i] <= raster->height + rim))
        continue;
      job->inside[(size_t)j * nx + i] = 1;
      out->inside++;
      out->low[0] = fmin(out->low[0], x[i]);
      out->low[1] = fmin(out->low[1], y[i]);
      out->high[0] = fmax(out->high[0], x[i]);
      out->high[1] = fmax(out->high[1], y[i]);
    }
  }
  find_step(job, transformer, out);
  free(row);
  free(good);
  GDALDestroyApproxTransformer(transformer);
  return status;
}

/* Pixels needed along an axis: first, count, and number of values to read them as. */
static void choose_span(double low, double high, double step, int pixels, int *first, int *count,
                        int *values) {
  const double reach = 3 * fmax(step, 1) + 1; /* half-width of the widest kernel */
  const int from = (int)fmax(floor(low - reach), 0);
  const int to = (int)fmin(ceil(high + reach), pixels);
  const int shrink = step >= 4 ? (int)(fmin(step, 1e6) / 2) : 1;
  *first = from < pixels ? from : pixels - 1;
  *count = to > *first ? to - *first : 1;
  *values = (*count + shrink - 1) / shrink;
}

/* In-memory raster around an array of floats; NULL when out of memory. */
static GDALDatasetH wrap(void *values, GDALDataType type, int width, int height,
                         const double transform[6]) {
  char address[64] = "DATAPOINTER=", *const options[] = {address, NULL};
  const int start = (int)strlen(address);
  address[start + CPLPrintPointer(address + start, values, (int)sizeof address - start - 1)] = '\0';
  GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", width, height, 0, type, NULL);
  if (data != NULL && GDALAddBand(data, type, (char **)options) == CE_None) {
    double copy[6];
    memcpy(copy, transform, sizeof copy);
    GDALSetGeoTransform(data, copy);
    if (type == GDT_Float32) GDALSetRasterNoDataValue(GDALGetRasterBand(data, 1), (double)NAN);
    return data;
  }
  if (data != NULL) GDALClose(data);
  return NULL;
}

static GDALWarpOptions *warp_options(enum sm_resample resample, GDALDatasetH from, GDALDatasetH to,
                                     void *transformer) {
  GDALWarpOptions *options = GDALCreateWarpOptions();
  options->hSrcDS = from;
  options->hDstDS = to;
  options->eResampleAlg = resample == SM_RESAMPLE_NEAREST ? GRA_NearestNeighbour
                          : resample == SM_RESAMPLE_CUBIC ? GRA_Cubic
                                                          : GRA_Bilinear;
  options->dfWarpMemoryLimit = 32e6;
  options->nBandCount = 1;
  options->panSrcBands = CPLMalloc(sizeof(int));
  options->panDstBands = CPLMalloc(sizeof(int));
  options->padfSrcNoDataReal = CPLMalloc(sizeof(double));
  options->padfDstNoDataReal = CPLMalloc(sizeof(double));
  options->panSrcBands[0] = options->panDstBands[0] = 1;
  options->padfSrcNoDataReal[0] = options->padfDstNoDataReal[0] = (double)NAN;
  options->papszWarpOptions = CSLSetNameValue(NULL, "INIT_DEST", "NO_DATA");
  options->pfnTransformer = GDALApproxTransform;
  options->pTransformerArg = transformer;
  return options;
}

/* Interpolates an in-memory part of a raster to the window. */
static enum sm_status warp(struct job *job, const struct sm_raster *raster,
                           const struct sm_raster_part *part, float *pixels, float *values) {
  const double *t = raster->transform, x = part->x0, y = part->y0;
  const double sx = (double)part->width / part->columns, sy = (double)part->height / part->lines;
  const double from_transform[6] = {t[0] + t[1] * x + t[2] * y, t[1] * sx, t[2] * sy,
                                    t[3] + t[4] * x + t[5] * y, t[4] * sx, t[5] * sy};
  double to_transform[6];
  window_transform(job->window, to_transform);
  void *transformer = NULL;
  enum sm_status status = create_transformer(job, raster, from_transform, &transformer);
  if (status != SM_OK) return status;
  GDALDatasetH from = wrap(pixels, GDT_Float32, part->columns, part->lines, from_transform);
  GDALDatasetH to = wrap(values, GDT_Float32, job->window->nx, job->window->ny, to_transform);
  bool good = from != NULL && to != NULL;
  if (good) {
    GDALWarpOptions *options = warp_options(job->options->resample, from, to, transformer);
    GDALWarpOperationH operation = GDALCreateWarpOperation(options);
    good = operation != NULL &&
           GDALChunkAndWarpImage(operation, 0, 0, job->window->nx, job->window->ny) == CE_None;
    if (operation != NULL) GDALDestroyWarpOperation(operation);
    GDALDestroyWarpOptions(options);
  }
  if (from != NULL) GDALClose(from);
  if (to != NULL) GDALClose(to);
  GDALDestroyApproxTransformer(transformer);
  if (good && !job->s->failed) return SM_OK;
  return sm_gis_session_fail(job->s, SM_ERR_DATA,
                             "%s: error: it cannot be brought into the domain: %s", raster->path,
                             job->s->complaint);
}

/* Longitude (deg) of the middle of the window; false when it cannot be transformed. */
static bool find_longitude(const struct job *job, OGRSpatialReferenceH degrees, double *longitude) {
  const struct sm_map_window *w = job->window;
  double x = w->x0 + 0.5 * w->nx * w->dx, y = w->y0 + 0.5 * w->ny * w->dy;
  OGRCoordinateTransformationH change = OCTNewCoordinateTransformation(job->srs, degrees);
  const bool good = change != NULL && OCTTransform(change, 1, &x, &y, NULL) && isfinite(x);
  OCTDestroyCoordinateTransformation(change);
  *longitude = x;
  return good;
}

/* Handles longitudes past 180, which PROJ does not return. A global raster is rotated so that its
 * seam is opposite to the window. */
static void turn_to_window(const struct job *job, struct sm_raster *raster) {
  double *t = raster->transform, longitude;
  if (raster->srs == NULL || job->srs == NULL || !OSRIsGeographic(raster->srs)) return;
  const double half = 0.5 * (fabs(t[1]) * raster->width + fabs(t[2]) * raster->height);
  const double middle = t[0] + 0.5 * (t[1] * raster->width + t[2] * raster->height);
  const double turn = round(360 / fabs(t[1]));
  const bool whole = t[2] == 0 && t[4] == 0 && turn <= raster->width && turn > 1 &&
                     fabs(turn * fabs(t[1]) - 360) < 0.1 * fabs(t[1]);
  if (whole && find_longitude(job, raster->srs, &longitude)) {
    const double shift = floor((longitude - t[0]) / t[1]) - floor(0.5 * turn);
    raster->width = (int)turn;
    raster->first = (int)(shift - turn * floor(shift / turn));
    t[0] += shift * t[1];
    raster->centre = longitude;
  } else if (fabs(middle) + half > 180) {
    raster->centre = middle;
  }
}

/* Checks the heights of a part around the window for outliers. */
static enum sm_status remove_outliers(struct job *job, const struct sm_raster *raster,
                                      const struct sm_raster_part *part,
                                      const struct footing *footing, float *pixels) {
  const struct sm_map_window *w = job->window;
  struct sm_height_check heights = {.raster = raster,
                                    .part = part,
                                    .value = pixels,
                                    .srs = job->srs,
                                    .cell =
                                        fmax(w->dx / footing->step[0], w->dy / footing->step[1]),
                                    .remove = job->options->fill};
  for (int d = 0; d < 2; d++) {
    heights.low[d] = (int)floor(footing->low[d]) - 1;
    heights.high[d] = (int)floor(footing->high[d]) + 1;
  }
  return sm_outliers_check(job->s, &heights);
}

/* Reads one file into the window; NAN where it has no value. */
static enum sm_status read_file(struct job *job, const struct sm_raster *raster, float *values) {
  const size_t cells = (size_t)job->window->nx * (size_t)job->window->ny;
  for (size_t i = 0; i < cells; i++) values[i] = NAN;
  struct footing footing;
  enum sm_status status = find_footing(job, raster, &footing);
  if (status != SM_OK || footing.inside == 0) return status;
  struct sm_raster_part part = {.nearest = job->options->resample == SM_RESAMPLE_NEAREST};
  choose_span(footing.low[0], footing.high[0], footing.step[0], raster->width, &part.x0,
              &part.width, &part.columns);
  choose_span(footing.low[1], footing.high[1], footing.step[1], raster->height, &part.y0,
              &part.height, &part.lines);
  float *pixels = malloc((size_t)part.columns * (size_t)part.lines * sizeof *pixels);
  if (pixels == NULL) return sm_gis_session_no_memory(job->s);
  status = sm_raster_read(job->s, raster, &part, pixels);
  if (status == SM_OK && job->options->kind == SM_RASTER_ELEVATION)
    status = remove_outliers(job, raster, &part, &footing, pixels);
  if (status == SM_OK) status = warp(job, raster, &part, pixels, values);
  free(pixels);
  return status;
}

/* Counts the cells outside the files, and those inside without a value. */
static void write_report(const struct job *job, const float *values, struct sm_raster_report *out) {
  const struct sm_map_window *w = job->window;
  size_t inside = 0;
  *out = (struct sm_raster_report){.x = {INFINITY, -INFINITY}, .y = {INFINITY, -INFINITY}};
  for (int j = 0; j < w->ny; j++)
    for (int i = 0; i < w->nx; i++) {
      const size_t cell = (size_t)j * (size_t)w->nx + (size_t)i;
      out->missing += isnan(values[cell]) != 0;
      inside += job->inside[cell];
      if (job->inside[cell]) continue;
      out->x[0] = fmin(out->x[0], w->x0 + i * w->dx);
      out->x[1] = fmax(out->x[1], w->x0 + (i + 1) * w->dx);
      out->y[0] = fmin(out->y[0], w->y0 + j * w->dy);
      out->y[1] = fmax(out->y[1], w->y0 + (j + 1) * w->dy);
    }
  const size_t cells = (size_t)w->nx * (size_t)w->ny;
  out->absent = !job->found;
  out->covered = (double)inside / (double)cells;
  if (inside == cells) out->x[0] = out->x[1] = out->y[0] = out->y[1] = (double)NAN;
}

/* Interpolates cells without a value inside the files. */
static enum sm_status fill_gaps(struct job *job, const char *path, size_t missing, float *values) {
  const int nx = job->window->nx, ny = job->window->ny;
  const size_t cells = (size_t)nx * (size_t)ny;
  if (missing == 0) return SM_OK;
  if (missing == cells)
    return sm_gis_session_fail(
        job->s, SM_ERR_DATA, "%s: error: no cell of the domain has a value to fill the others from",
        path);
  unsigned char *known = malloc(cells);
  if (known == NULL) return sm_gis_session_no_memory(job->s);
  for (size_t i = 0; i < cells; i++) known[i] = isnan(values[i]) ? 0 : 255;
  double transform[6];
  window_transform(job->window, transform);
  GDALDatasetH data = wrap(values, GDT_Float32, nx, ny, transform);
  GDALDatasetH mask = wrap(known, GDT_Byte, nx, ny, transform);
  const char *const options[] = {"TEMP_FILE_DRIVER=MEM", NULL};
  const bool good = data != NULL && mask != NULL &&
                    GDALFillNodata(GDALGetRasterBand(data, 1), GDALGetRasterBand(mask, 1),
                                   hypot(nx, ny), 0, 0, (char **)options, NULL, NULL) == CE_None;
  if (data != NULL) GDALClose(data);
  if (mask != NULL) GDALClose(mask);
  free(known);
  if (!good)
    return sm_gis_session_fail(job->s, SM_ERR_DATA, "%s: error: the gaps cannot be filled: %s",
                               path, job->s->complaint);
  for (size_t i = 0; i < cells; i++)
    if (!job->inside[i]) values[i] = NAN;
  return SM_OK;
}

/* Reads the files in turn; each fills cells that the previous ones left without a value. */
static enum sm_status read_files(struct job *job, const char *const *paths, size_t path_count,
                                 const struct sm_crs *crs, float *values) {
  const size_t cells = (size_t)job->window->nx * (size_t)job->window->ny;
  float *more = path_count > 1 ? malloc(cells * sizeof *more) : NULL;
  if (path_count > 1 && more == NULL) return sm_gis_session_no_memory(job->s);
  enum sm_status status = SM_OK;
  for (size_t f = 0; status == SM_OK && f < path_count; f++) {
    struct sm_raster raster;
    status = sm_raster_open(job->s, paths[f], job->options, crs, &raster);
    float *const to = f == 0 ? values : more;
    if (status == SM_OK && raster.band != NULL) {
      turn_to_window(job, &raster);
      status = read_file(job, &raster, to);
      job->found = true;
    } else {
      for (size_t i = 0; i < cells; i++) to[i] = NAN;
    }
    sm_raster_close(&raster);
    for (size_t i = 0; status == SM_OK && f > 0 && i < cells; i++)
      if (isnan(values[i])) values[i] = more[i];
  }
  free(more);
  return status;
}

enum sm_status sm_module_read_raster(const char *const *paths, size_t path_count,
                                     const struct sm_raster_options *options,
                                     const struct sm_crs *crs, const struct sm_map_window *window,
                                     float *values, struct sm_raster_report *report, char *message,
                                     size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  struct job job = {.s = &s, .window = window, .options = options};
  job.inside = calloc((size_t)window->nx * (size_t)window->ny, 1);
  enum sm_status status =
      job.inside != NULL ? sm_srs_create(&s, crs, &job.srs) : sm_gis_session_no_memory(&s);
  if (status == SM_OK) status = read_files(&job, paths, path_count, crs, values);
  if (status == SM_OK) write_report(&job, values, report);
  if (status == SM_OK && options->fill) status = fill_gaps(&job, paths[0], report->missing, values);
  if (status == SM_OK && options->quiet) message[0] = '\0';
  sm_srs_free(job.srs);
  free(job.inside);
  sm_gis_session_end(&s);
  return status;
}
