/* netcdf_scene.h - a wind file of a small domain, written and read back. For one test program at a
 * time. */
#ifndef SM_TESTS_NETCDF_SCENE_H
#define SM_TESTS_NETCDF_SCENE_H

#include "cf_rules.h"
#include "output/hdf5/chunks.h"
#include "output/netcdf/wind_file.h"
#include "scratch_folder.h"
#include "simoom/simoom.h"
#include "support_domain.h"
#include <math.h>
#include <netcdf.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const struct made_options town = {.n = {150, 37, 21},
                                         .width = {2, 3, 2},
                                         .ratio = 1.05,
                                         .slope = 0.02,
                                         .building = {60, 75, 10, 20, 0, 8},
                                         .utm = true};

static double heights[2] = {2, 10};

static struct sm_case make_case(bool faces) {
  struct sm_case c = {
      .path = "town/case.toml", .text = "[case]\nname = \"town\"\n", .name = "town", .title = ""};
  c.output.faces = faces;
  c.output.heights = heights;
  c.output.height_count = 2;
  c.output.compression = 1;
  return c;
}

static struct sm_context *ctx;
static const char *path, *part;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("wind.nc");
  part = scratch_path("wind.nc.part");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static enum sm_status write_file(struct made *m, const struct sm_case *c, int times) {
  struct sm_netcdf_writer *writer = NULL;
  enum sm_status status = sm_netcdf_create(ctx, path, c, &m->domain, "cpu", &writer);
  for (int t = 0; t < times && status == SM_OK; t++) {
    const struct sm_wind_record record = {
        .time = m->domain.weather.time != NULL ? m->domain.weather.time[t] : (double)NAN,
        .converged = true,
        .iterations = 7 + t,
        .residual = 1e-7,
        .divergence = 1e-8};
    status = sm_netcdf_write(ctx, writer, &m->wind, &record);
  }
  if (status == SM_OK) return sm_netcdf_close(ctx, &writer);
  sm_netcdf_abandon(&writer);
  return status;
}

static int open_file(void) {
  int id = -1;
  ck_assert_int_eq(nc_open(path, NC_NOWRITE, &id), NC_NOERR);
  return id;
}

#endif
