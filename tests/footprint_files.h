/* footprint_files.h - building footprints written by a test and read by the map reader. For one
 * test program at a time. */
#ifndef SM_TESTS_FOOTPRINT_FILES_H
#define SM_TESTS_FOOTPRINT_FILES_H

#include "gis_files.h"

static struct sm_footprints found;
static const struct sm_attribute_rule heights[] = {{"height", 1}, {"building:levels", 3}};

static inline struct sm_footprint_options any_where(void) {
  return (struct sm_footprint_options){.layer = "",
                                       .assumed_crs = "",
                                       .height = {heights, 2},
                                       .default_height = (double)NAN,
                                       .x = {399000, 402000},
                                       .y = {4499000, 4502000}};
}

static inline enum sm_status read_with(const char *path,
                                       const struct sm_footprint_options *options) {
  sm_footprints_free(&found);
  struct sm_crs crs = utm12();
  const enum sm_status status = sm_gis_read_footprints(ctx, path, &crs, options, &found);
  sm_crs_free(&crs);
  return status;
}

static inline enum sm_status read_it(const char *path) {
  const struct sm_footprint_options options = any_where();
  return read_with(path, &options);
}

/* Area of a polygon with holes: that of the first ring minus the others. */
static inline double area_of(const struct sm_footprint *f) {
  double total = 0;
  for (int r = 0; r < f->ring_count; r++) {
    double twice = 0;
    const int from = f->ring_start[r], to = f->ring_start[r + 1];
    for (int i = from; i < to; i++) {
      const double *a = f->vertex[i], *b = f->vertex[i + 1 < to ? i + 1 : from];
      twice += (a[0] - 4e5) * (b[1] - 4.5e6) - (b[0] - 4e5) * (a[1] - 4.5e6);
    }
    total += (r == 0 ? 0.5 : -0.5) * fabs(twice);
  }
  return total;
}

#define CRS_12                                                                                     \
  "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::32612\"}}"

/* Writes a GeoJSON file in EPSG:32612 with the given features. */
static inline const char *put_json(const char *name, const char *features) {
  return put(name, "{\"type\":\"FeatureCollection\"," CRS_12 ",\"features\":[%s]}", features);
}

#define FEATURE(PROPERTIES, TYPE, COORDINATES)                                                     \
  "{\"type\":\"Feature\",\"properties\":{" PROPERTIES "},\"geometry\":{\"type\":\"" TYPE           \
  "\",\"coordinates\":" COORDINATES "}}"
#define SQUARE(X0, X1)                                                                             \
  "[[" #X0 ",4500000],[" #X1 ",4500000],[" #X1 ",4500010],[" #X0 ",4500010],[" #X0 ",4500000]]"

static inline void warns(const char *part) {
  for (int w = 0; w < sm_context_warning_count(ctx); w++)
    if (strstr(sm_context_warning(ctx, w), part) != NULL) return;
  ck_abort_msg("no warning says '%s'", part);
}

#endif
