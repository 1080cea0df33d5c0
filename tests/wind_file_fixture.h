/* wind_file_fixture.h - wind files of other programs, and cases that read them. */
#ifndef SM_TESTS_WIND_FILE_FIXTURE_H
#define SM_TESTS_WIND_FILE_FIXTURE_H

#include "scratch_folder.h"
#include "wind_source_fixture.h"

#include <math.h>
#include <netcdf.h>

enum { NX = 5, NY = 4, NZ = 3, TIMES = 3 };

static const char *path[2];
static int file; /* that is being written */

static void ok(int code) { ck_assert_msg(code == NC_NOERR, "NetCDF: %s", nc_strerror(code)); }

static void begin(void) {
  scratch_open();
  path[0] = scratch_path("0.nc");
  path[1] = scratch_path("1.nc");
}

static int dimension(const char *name, size_t size) {
  int id;
  ok(nc_def_dim(file, name, size, &id));
  return id;
}

static int variable(const char *name, int rank, const int *dims, const char *units) {
  int id;
  ok(nc_def_var(file, name, NC_DOUBLE, rank, dims, &id));
  if (units != NULL) ok(nc_put_att_text(file, id, "units", strlen(units), units));
  return id;
}

static const char *text_of(const char *before, const char *more) {
  static char text[512];
  snprintf(text, sizeof text, "%s[wind]\nmodel = 'file'\n[wind.file]\nfiles = ['%s']\n%s", before,
           path[0], more);
  return text;
}

static bool warned(const struct blown *b, const char *text) {
  for (int w = 0; w < sm_context_warning_count(b->ctx); w++)
    if (strstr(sm_context_warning(b->ctx, w), text) != NULL) return true;
  return false;
}

#endif
