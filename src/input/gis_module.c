/* Calls into the module simoom_gis, which is loaded at the first use (input/gis.h). */
#define _GNU_SOURCE /* dl_iterate_phdr, madvise */
#include "input/gis.h"

#include "base/file.h"
#include "base/module.h"
#include "base/text.h"
#include "input/gis/module.h"
#include <link.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MESSAGE_SIZE = 8192 };

static enum sm_status open_module(struct sm_context *ctx, const struct sm_gis_module **out) {
  void *address = NULL;
  SM_TRY(sm_module_open(ctx, "simoom_gis", "simoom_gis_module", "GDAL (Debian: libgdal-dev)",
                        &address));
  *out = address;
  return SM_OK;
}

/* Passes the error message, or the warnings of a successful call, to the context. */
static enum sm_status finish(struct sm_context *ctx, enum sm_status status, const char *message) {
  if (status != SM_OK) return sm_fail(ctx, status, "%s", message);
  while (message[0] != '\0') {
    const size_t length = strcspn(message, SM_GIS_NEXT);
    if (message[0] == SM_GIS_NOTE[0])
      sm_debug(ctx, "%.*s", (int)length - 1, message + 1);
    else
      sm_warn(ctx, "%.*s", (int)length, message);
    message += length + (message[length] != '\0');
  }
  return SM_OK;
}

/* Calls a function of the module, and passes its messages on. */
#define CALL(function, ...)                                                                        \
  do {                                                                                             \
    const struct sm_gis_module *module;                                                            \
    char message[MESSAGE_SIZE];                                                                    \
    SM_TRY(open_module(ctx, &module));                                                             \
    return finish(ctx, module->function(__VA_ARGS__, message, sizeof message), message);           \
  } while (0)

enum sm_status sm_gis_ready(struct sm_context *ctx) {
  const struct sm_gis_module *module;
  return open_module(ctx, &module);
}

/* True when the code of a library was modified in memory: its pages could not be reloaded. */
static bool has_changed_code(const struct dl_phdr_info *library) {
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[i];
    if (part->p_type != PT_DYNAMIC) continue;
    const ElfW(Addr) address = library->dlpi_addr + part->p_vaddr;
    for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *)address; entry->d_tag != DT_NULL; entry++)
      if (entry->d_tag == DT_TEXTREL ||
          (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL) != 0))
        return true;
  }
  return false;
}

/* Lets the kernel drop the unmodified pages of a library. */
static int drop_code(struct dl_phdr_info *library, size_t size, void *user) {
  (void)size;
  (void)user;
  if (library->dlpi_name[0] == '\0' || has_changed_code(library)) return 0;
  const ElfW(Addr) page = (ElfW(Addr))sysconf(_SC_PAGESIZE);
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W) != 0) continue;
    const ElfW(Addr) from = (library->dlpi_addr + part->p_vaddr) / page * page;
    const ElfW(Addr) to = library->dlpi_addr + part->p_vaddr + part->p_memsz;
    madvise((void *)from, to - from, MADV_DONTNEED);
  }
  return 0;
}

void sm_gis_release(void) {
  dl_iterate_phdr(drop_code, NULL);
  malloc_trim(0);
}

void sm_crs_free(struct sm_crs *crs) {
  free(crs->wkt2);
  free(crs->wkt1);
  *crs = (struct sm_crs){0};
}

enum sm_status sm_gis_crs_from_epsg(struct sm_context *ctx, int epsg, struct sm_crs *out) {
  *out = (struct sm_crs){0};
  CALL(crs_from_epsg, epsg, out);
}

enum sm_status sm_gis_crs_utm(struct sm_context *ctx, double latitude, double longitude,
                              struct sm_crs *out) {
  *out = (struct sm_crs){0};
  CALL(crs_utm, latitude, longitude, out);
}

enum sm_status sm_gis_project(struct sm_context *ctx, const struct sm_crs *crs, double latitude,
                              double longitude, double xy[2]) {
  return sm_gis_project_all(ctx, crs, 1, &latitude, &longitude, &xy[0], &xy[1]);
}

enum sm_status sm_gis_project_all(struct sm_context *ctx, const struct sm_crs *crs, size_t count,
                                  const double *latitude, const double *longitude, double *x,
                                  double *y) {
  CALL(project, crs, count, latitude, longitude, x, y);
}

enum sm_status sm_gis_unproject_all(struct sm_context *ctx, const struct sm_crs *crs, size_t count,
                                    double *x_longitude, double *y_latitude) {
  CALL(unproject, crs, count, x_longitude, y_latitude);
}

enum sm_status sm_gis_unproject(struct sm_context *ctx, const struct sm_crs *crs,
                                const double xy[2], double *latitude, double *longitude) {
  *longitude = xy[0];
  *latitude = xy[1];
  return sm_gis_unproject_all(ctx, crs, 1, longitude, latitude);
}

enum sm_status sm_gis_convergence(struct sm_context *ctx, const struct sm_crs *crs,
                                  const double xy[2], double *deg) {
  CALL(convergence, crs, xy, deg);
}

enum sm_status sm_gis_extent(struct sm_context *ctx, const char *path, const char *layer,
                             const char *assumed_crs, const struct sm_crs *crs,
                             struct sm_map_extent *out) {
  CALL(extent, path, layer, assumed_crs, crs, out);
}

enum sm_status sm_gis_read_raster(struct sm_context *ctx, const char *const *paths,
                                  size_t path_count, const struct sm_raster_options *options,
                                  const struct sm_crs *crs, const struct sm_map_window *window,
                                  float *values, struct sm_raster_report *report) {
  CALL(read_raster, paths, path_count, options, crs, window, values, report);
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

void sm_features_free(struct sm_features *features) {
  for (size_t i = 0; i < features->count; i++) {
    free(features->item[i].vertex);
    free(features->item[i].ring_start);
  }
  free(features->item);
  *features = (struct sm_features){0};
}

enum sm_status sm_gis_read_features(struct sm_context *ctx, const char *path,
                                    const struct sm_crs *crs,
                                    const struct sm_feature_options *options,
                                    struct sm_features *out) {
  const struct sm_gis_module *module;
  char message[MESSAGE_SIZE];
  *out = (struct sm_features){0};
  SM_TRY(open_module(ctx, &module));
  const enum sm_status status =
      module->read_features(path, crs, options, out, message, sizeof message);
  if (status != SM_OK) sm_features_free(out);
  return finish(ctx, status, message);
}

/* --- files that are written --- */

/* Output file under a temporary name, so that it appears complete or not at all. */
struct writing {
  const struct sm_gis_module *module;
  char name[4096], message[MESSAGE_SIZE];
};

static enum sm_status begin(struct sm_context *ctx, const char *path, struct writing *w) {
  SM_TRY(open_module(ctx, &w->module));
  SM_TRY(sm_file_temporary(ctx, path, w->name, sizeof w->name));
  return sm_file_reserve(ctx, w->name, path, 0);
}

/* True when the file lacks its proper end: GDAL does not report a full disk for GeoJSON and
 * archives. */
static bool is_cut(const char *path, const char *name) {
  static const struct {
    const char *ending;
    long before;
    const char *bytes;
  } ends[] = {{".geojson", 4, "]\n}\n"}, {".kmz", 22, "PK\5\6"}};
  for (size_t n = 0; n < sizeof ends / sizeof *ends; n++) {
    char tail[5] = "";
    if (!sm_text_ends_with(path, ends[n].ending)) continue;
    FILE *file = fopen(name, "rb");
    if (file == NULL) return true;
    const bool there = fseek(file, -ends[n].before, SEEK_END) == 0 && fread(tail, 1, 4, file) == 4;
    fclose(file);
    return !there || strcmp(tail, ends[n].bytes) != 0;
  }
  return false;
}

/* Renames the file to its final name, or removes it after a failure. */
static enum sm_status end(struct sm_context *ctx, const char *path, enum sm_status status,
                          const struct writing *w) {
  const size_t own = strlen(w->name);
  const bool named = strncmp(w->message, w->name, own) == 0;
  if (status == SM_OK && !is_cut(path, w->name)) {
    SM_TRY(finish(ctx, status, w->message));
    return sm_file_commit(ctx, w->name, path);
  }
  unlink(w->name);
  if (status == SM_OK || strstr(w->message, "sqlite3_exec(") != NULL) /* pages of SQL */
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written to its end: is the disk full?",
                   path);
  return sm_fail(ctx, status, "%s%s", named ? path : "", w->message + (named ? own : 0));
}

/* Writes a file with a function of the module. */
#define WRITE(function, ...)                                                                       \
  do {                                                                                             \
    struct writing w;                                                                              \
    SM_TRY(begin(ctx, path, &w));                                                                  \
    return end(ctx, path, w.module->function(w.name, __VA_ARGS__, w.message, sizeof w.message),    \
               &w);                                                                                \
  } while (0)

enum sm_status sm_gis_write_geotiff(struct sm_context *ctx, const char *path,
                                    const struct sm_crs *crs, const struct sm_map_window *window,
                                    int bands, const float *const *values, const char *const *names,
                                    const char *const *units) {
  WRITE(write_geotiff, crs, window, bands, values, names, units);
}

enum sm_status sm_gis_write_contours(struct sm_context *ctx, const char *path,
                                     const struct sm_crs *crs, const struct sm_contour_grid *grid,
                                     int count, const struct sm_contour_map *maps,
                                     const struct sm_contour_legend *legend) {
  WRITE(write_contours, crs, grid, count, maps, legend);
}

enum sm_status sm_gis_write_points(struct sm_context *ctx, const char *path,
                                   const struct sm_crs *crs, const struct sm_point_table *table) {
  WRITE(write_points, crs, table);
}

enum sm_status sm_gis_write_lines(struct sm_context *ctx, const char *path,
                                  const struct sm_crs *crs, const struct sm_line_table *table) {
  WRITE(write_lines, crs, table);
}

enum sm_status sm_gis_write_kmz(struct sm_context *ctx, const char *path, const char *text,
                                size_t bytes) {
  WRITE(write_kmz, text, bytes);
}

enum sm_status sm_gis_write_overlays(struct sm_context *ctx, const char *path,
                                     const struct sm_crs *crs, const struct sm_map_window *window,
                                     const struct sm_overlay_page *page) {
  WRITE(write_overlays, crs, window, page);
}
