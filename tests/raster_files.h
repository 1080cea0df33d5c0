/* raster_files.h - rasters of a plane written by a test and read by the map reader. For one test
 * program at a time. */
#ifndef SM_TESTS_RASTER_FILES_H
#define SM_TESTS_RASTER_FILES_H

#include "gis_files.h"

enum { MOST = 4096 };
static float values[MOST];
static struct sm_raster_report report;

static inline double plane(double x, double y) {
  return 100 + 0.01 * (x - 400000) + 0.02 * (y - 4500000);
}

/* Writes a plane as an Arc/Info ASCII grid with its south-west corner at x0, y0. */
static inline const char *put_plane(const char *name, double x0, double y0, double cell, int nx,
                                    int ny) {
  const char *path = scratch_path(name);
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "ncols %d\nnrows %d\nxllcorner %.6f\nyllcorner %.6f\ncellsize %g\n", nx, ny, x0, y0,
          cell);
  fprintf(file, "NODATA_value -9999\n");
  for (int j = ny - 1; j >= 0; j--)
    for (int i = 0; i < nx; i++)
      fprintf(file, "%.4f%c", plane(x0 + (i + 0.5) * cell, y0 + (j + 0.5) * cell),
              i + 1 < nx ? ' ' : '\n');
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

static inline void put_prj(const char *name, int epsg) {
  struct sm_crs crs;
  good(sm_gis_crs_from_epsg(ctx, epsg, &crs));
  put(name, "%s", crs.wkt1);
  sm_crs_free(&crs);
}

static double unit_of_case;      /* m per unit; 0: from the file */
static const char *band_of_case; /* NULL: from the file */
static enum sm_raster_kind kind_of_case = SM_RASTER_ELEVATION;

static inline enum sm_status read_one(const char *path, const char *assumed,
                                      const struct sm_crs *crs, struct sm_map_window window,
                                      enum sm_resample resample, bool fill) {
  const char *const paths[] = {path};
  const struct sm_raster_options options = {.kind = kind_of_case,
                                            .resample = resample,
                                            .crs = assumed,
                                            .fill = fill,
                                            .unit = unit_of_case,
                                            .band = band_of_case,
                                            .band_key = "terrain.band",
                                            .unit_key = "terrain.unit"};
  ck_assert_int_le(window.nx * window.ny, MOST);
  return sm_gis_read_raster(ctx, paths, 1, &options, crs, &window, values, &report);
}

static inline void is_plane(struct sm_map_window w, int rim, double tolerance) {
  for (int j = rim; j < w.ny - rim; j++)
    for (int i = rim; i < w.nx - rim; i++)
      near((double)values[j * w.nx + i], plane(w.x0 + (i + 0.5) * w.dx, w.y0 + (j + 0.5) * w.dy),
           tolerance);
}

/* Writes a VRT around the grid "a.asc", with additions in `dataset` and `band`. */
static inline const char *put_vrt(const char *name, const char *dataset, const char *band) {
  return put(name,
             "<VRTDataset rasterXSize=\"20\" rasterYSize=\"20\">%s"
             "<VRTRasterBand dataType=\"Float32\" band=\"1\">%s<SimpleSource>"
             "<SourceFilename relativeToVRT=\"1\">a.asc</SourceFilename><SourceBand>1</SourceBand>"
             "<SrcRect xOff=\"0\" yOff=\"0\" xSize=\"20\" ySize=\"20\"/>"
             "<DstRect xOff=\"0\" yOff=\"0\" xSize=\"20\" ySize=\"20\"/>"
             "</SimpleSource></VRTRasterBand></VRTDataset>",
             dataset, band);
}

static const struct sm_map_window all_of_it = {400000, 4500000, 10, 10, 20, 20};
static const char its_place[] = "<GeoTransform>400000,10,0,4500200,0,-10</GeoTransform>";

#endif
