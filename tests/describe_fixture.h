/* describe_fixture.h - a wind file of a small town, to be described. */
#ifndef SM_TESTS_DESCRIBE_FIXTURE_H
#define SM_TESTS_DESCRIBE_FIXTURE_H

#include "output/analyse/analyse.h"
#include "output/netcdf/wind_file.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include "support_domain.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>

static const struct made_options town = {.n = {140, 135, 20},
                                         .width = {2, 3, 2},
                                         .ratio = 1.05,
                                         .slope = 0.02,
                                         .building = {60, 75, 10, 20, 0, 8},
                                         .is_double = true,
                                         .utm = true};

static struct sm_context *ctx;
static const char *path;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("wind.nc");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static void write_file(const struct made *m, bool faces) {
  static double heights[1] = {10};
  struct sm_case c = {.path = "town/case.toml", .text = "[case]\n", .name = "to\"wn", .title = ""};
  c.output.faces = faces;
  c.output.heights = heights;
  c.output.height_count = 1;
  c.output.compression = 1;
  c.output.zones = c.zones.on = m->wind.zone != NULL;
  struct sm_netcdf_writer *writer = NULL;
  const struct sm_wind_record record = {(double)NAN, true, 9, 1e-7, 2e-8, false};
  ck_assert_int_eq(sm_netcdf_create(ctx, path, &c, &m->domain, "cpu", &writer), SM_OK);
  ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m->wind, &record), SM_OK);
  ck_assert_int_eq(sm_netcdf_close(ctx, &writer), SM_OK);
}

#endif
