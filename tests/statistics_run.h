/* statistics_run.h - runs of small cases with statistics of the wind, into a folder of their own.
 */
#ifndef SM_TESTS_STATISTICS_RUN_H
#define SM_TESTS_STATISTICS_RUN_H

#define _DEFAULT_SOURCE
#include "base/context.h"
#include "plplot_leaks.h"
#include "scratch_folder.h"
#include "simoom/simoom.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DOMAIN                                                                                     \
  "[domain]\nsize = [200, 160]\ncell_size = [10, 10, 2]\nheight = 60\n[output]\nprefix = 'a'\n"
#define HOUSE "[[buildings.box]]\ncorner = [80, 60]\nsize = [40, 30]\nheight = 15\n"
#define ROSE "[weather.rose]\nfile = 'rose.csv'\n"

static const char one_sector[] = "from,frequency,A,k\n270,1,6,2\n";
static const char sectors[] =
    "from,0-4,4-8,8-12\nN,10,5,1\nE,6,3,1\nS,20,10,4\nW,12,10,8\ncalm,10\n";

static struct sm_context *ctx;
static const char *file;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  file = scratch_path("a_statistics.nc");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

/* Runs a case in the folder; returns how it ends, and how many files were written. */
static enum sm_status run(const char *text, const char *rose, int *outputs) {
  struct sm_case *c = NULL;
  struct sm_run_summary summary = {.size = sizeof summary};
  struct sm_run_options options = sm_run_options_default();
  const char *path = scratch_write("case.toml", text);
  scratch_write("rose.csv", rose);
  options.folder = scratch_folder;
  options.device = "cpu";
  options.threads = 2;
  options.overwrite = outputs == NULL;
  enum sm_status status = sm_case_load(ctx, path, NULL, &c);
  if (status == SM_OK) status = sm_run(ctx, c, &options, &summary);
  if (outputs != NULL) *outputs = summary.output_count;
  sm_run_summary_free(&summary);
  sm_case_destroy(&c);
  return status;
}

static void must_run(const char *text, const char *rose) {
  ck_assert_msg(run(text, rose, NULL) == SM_OK, "%s", sm_context_message(ctx));
}

/* Reads a whole variable; returns how many numbers it has. */
static size_t read_all(const char *name, double *out, size_t most) {
  int nc, id, rank, dims[NC_MAX_VAR_DIMS];
  size_t count = 1, length;
  ck_assert_int_eq(nc_open(file, NC_NOWRITE, &nc), NC_NOERR);
  ck_assert_msg(nc_inq_varid(nc, name, &id) == NC_NOERR, "no variable %s", name);
  nc_inq_varndims(nc, id, &rank);
  nc_inq_vardimid(nc, id, dims);
  for (int d = 0; d < rank; d++) {
    nc_inq_dimlen(nc, dims[d], &length);
    count *= length;
  }
  ck_assert_uint_le(count, most);
  ck_assert_int_eq(nc_get_var_double(nc, id, out), NC_NOERR);
  nc_close(nc);
  return count;
}

#define CITY DOMAIN HOUSE ROSE "directions = 36\n"
#define WANTED "[statistics]\nheights = [2, 10]\npercentiles = [50, 95]\nexceedance = 5\n"

#define SERIES                                                                                     \
  "[[weather.station]]\nreadings = [\n{ time = 2026-05-01T00:00:00Z, speed = 2, from = 180 },\n"   \
  "{ time = 2026-05-01T01:00:00Z, speed = 8, from = 270 },\n"                                      \
  "{ time = 2026-05-01T02:00:00Z, speed = 4, from = 270 },\n"                                      \
  "{ time = 2026-05-01T03:00:00Z, speed = 6, from = 180 }]\n"

#endif
