/* gis_files.h - folder of map files written by a test, and checks of the map readers' messages. For
 * one test program at a time. */
#ifndef SM_TESTS_GIS_FILES_H
#define SM_TESTS_GIS_FILES_H

#include "base/context.h"
#include "input/gis.h"
#include "scratch_folder.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct sm_context *ctx;

static inline void begin(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
}

static inline void end(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static inline const char *put(const char *name, const char *format, ...) SM_FORMAT(2, 3);
static inline const char *put(const char *name, const char *format, ...) {
  const char *path = scratch_path(name);
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(file, format, arguments);
  va_end(arguments);
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

static inline void good(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static inline void says(enum sm_status status, const char *part) {
  ck_assert_int_eq(status, SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), part) != NULL, "'%s' is not in:\n%s", part,
                sm_context_message(ctx));
}

static inline void near(double a, double b, double tolerance) {
  ck_assert_msg(fabs(a - b) <= tolerance, "%.17g is not %.17g", a, b);
}

static inline struct sm_crs utm12(void) {
  struct sm_crs crs;
  good(sm_gis_crs_from_epsg(ctx, 32612, &crs));
  return crs;
}

/* Path in the folder of real data; NULL, with a printed reason, if absent. */
static inline const char *real_data(const char *name) {
  static char path[4096];
  const char *data = getenv("SIMOOM_DATA");
  snprintf(path, sizeof path, "%s/%s", data != NULL ? data : "../shared/data", name);
  if (access(path, R_OK) == 0) return path;
  printf("skipped: %s is not there\n", path);
  return NULL;
}

#endif
