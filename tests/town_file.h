/* town_file.h - a wind file of a small town with a building, in a folder of its own. */
#ifndef SM_TESTS_TOWN_FILE_H
#define SM_TESTS_TOWN_FILE_H

#include "output/netcdf/wind_file.h"
#include "scratch_folder.h"
#include "support_domain.h"
#include <math.h>

static const struct made_options town = {.n = {60, 40, 20},
                                         .width = {2, 3, 2},
                                         .ratio = 1.05,
                                         .slope = 0.05,
                                         .building = {20, 30, 10, 20, 0, 12},
                                         .utm = true};

static struct sm_context *ctx;
static const char *path;

static inline void town_open(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("wind.nc");
}

static inline void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

/* The same wind at some times, with a level of compression. */
static inline void town_write(const struct made *m, char *title, int times, int level) {
  struct sm_case c = {.path = "case.toml", .text = "", .name = "town", .title = title};
  c.output.compression = level;
  struct sm_netcdf_writer *writer = NULL;
  const struct sm_wind_record record = {(double)NAN, true, 9, 1e-7, 2e-8, false};
  ck_assert_int_eq(sm_netcdf_create(ctx, path, &c, &m->domain, "cpu", &writer), SM_OK);
  for (int t = 0; t < times; t++)
    ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m->wind, &record), SM_OK);
  ck_assert_int_eq(sm_netcdf_close(ctx, &writer), SM_OK);
}

#endif
