/* Domains from real files: the town that comes with the program, and shared data where it is. */
#include "case/case.h"
#include "domain/domain.h"
#include "domain_invariants.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct sm_context *ctx;
static struct sm_case *parsed;
static struct sm_domain *domain;

static const char *data_folder(void) {
  const char *data = getenv("SIMOOM_DATA");
  return data != NULL ? data : "../shared/data";
}

/* True when the file is there; else says that the test is skipped. */
static bool have(const char *file) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", data_folder(), file);
  FILE *opened = fopen(path, "rb");
  if (opened == NULL)
    printf("skipped: no %s (set SIMOOM_DATA)\n", path);
  else
    fclose(opened);
  return opened != NULL;
}

static void begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }

static void end(void) {
  sm_domain_destroy(&domain);
  sm_case_destroy(&parsed);
  sm_context_destroy(&ctx);
}

static enum sm_status build_text(const char *text) {
  sm_domain_destroy(&domain);
  sm_case_destroy(&parsed);
  const struct sm_case_options options = {.size = sizeof options, .data = data_folder()};
  const enum sm_status status =
      sm_case_parse(ctx, "./case.toml", text, strlen(text), &options, true, &parsed);
  return status == SM_OK ? sm_domain_build(ctx, parsed, &domain) : status;
}

static enum sm_status build_file(const char *path, const char *const *set, size_t count) {
  sm_domain_destroy(&domain);
  sm_case_destroy(&parsed);
  const struct sm_case_options options = {
      .size = sizeof options, .data = data_folder(), .set = set, .set_count = count};
  const enum sm_status status = sm_case_load(ctx, path, &options, &parsed);
  return status == SM_OK ? sm_domain_build(ctx, parsed, &domain) : status;
}

static void assert_built(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_msg(domain_is_valid(ctx, domain), "%s", sm_context_message(ctx));
  struct sm_facts facts = {0};
  sm_domain_describe(domain, &facts);
  char *text = sm_facts_print(&facts);
  ck_assert(text != NULL && strlen(text) > 100);
  if (getenv("SM_TEST_VERBOSE") != NULL) {
    printf("%s", text);
    for (int w = 0; w < sm_context_warning_count(ctx); w++) puts(sm_context_warning(ctx, w));
  }
  free(text);
  sm_facts_free(&facts);
}

static void assert_refused(enum sm_status status, enum sm_status expected, const char *text) {
  ck_assert_msg(status == expected && strstr(sm_context_message(ctx), text) != NULL,
                "status %d, '%s' not in: %s", (int)status, text, sm_context_message(ctx));
}

START_TEST(the_town_is_built_both_ways) {
  begin();
  const char *const stair = "domain.solids=\"stair\"", *const cut = "domain.solids=\"cut\"";
  assert_built(build_file("cases/town/case.toml", &stair, 1));
  ck_assert_uint_gt(domain->building_count, 100);
  const int64_t fluid = domain->fluid_count;
  assert_built(build_file("cases/town/case.toml", &cut, 1));
  ck_assert_int_gt(domain->cut_count, 0);
  ck_assert_double_eq_tol((double)domain->fluid_count, (double)fluid, 0.1 * (double)fluid);
  end();
}
END_TEST

START_TEST(cities_and_hills_are_built) {
  begin();
  if (have("oklahoma-city/OKCSmallDomainJU2003.shp")) {
    const char *const set[] = {"domain.cell_size=[\"8 m\",\"8 m\",\"8 m\"]",
                               "domain.solids=\"cut\""};
    assert_built(build_file("cases/oklahoma-city/case.toml", set, 2));
    ck_assert_uint_gt(domain->building_count, 50);
  }
  if (have("big-butte/big_butte.tif")) {
    const char *const set = "domain.cell_size=[\"300 m\",\"300 m\",\"50 m\"]";
    assert_built(build_file("cases/big-butte/case.toml", &set, 1));
    ck_assert_double_gt(domain->highest_ground, 700);
    ck_assert_double_ge(sm_domain_top(domain), 5 * domain->highest_ground);
  }
  if (have("askervein/askervein.tif")) {
    const char *const set = "domain.cell_size=[\"50 m\",\"50 m\",\"10 m\"]";
    assert_built(build_file("cases/askervein/case.toml", &set, 1));
    ck_assert_double_gt(domain->highest_ground, 100);
  }
  end();
}
END_TEST

#define STATION "[[weather.station]]\nspeed = 5\nfrom = 220\nheight = \"10 m\"\n"

/* A case of nothing but a raster. */
static enum sm_status build_raster(const char *crs, const char *cell, const char *file,
                                   const char *more) {
  char text[1024];
  snprintf(text, sizeof text,
           "[domain]\ncrs = \"%s\"\ncell_size = %s\n[terrain]\nfile = \"$data/edge-case-dems/%s\"\n"
           "%s\n" STATION,
           crs, cell, file, more);
  return build_text(text);
}

START_TEST(odd_rasters_run_or_say_what_is_wrong) {
  if (!have("edge-case-dems/geog.tif")) return;
  begin();
  assert_built(build_raster("auto-utm", "[300, 300, 50]", "geog.tif", ""));
  ck_assert_int_gt(domain->grid.axis[0].n, 50);
  assert_built(build_raster("auto-utm", "[50, 50, 20]", "mackay_skinny_x.tif", ""));
  assert_built(build_raster("auto-utm", "[50, 50, 20]", "mackay_skinny_y.tif", ""));
  assert_built(build_raster("auto-utm", "[30, 30, 10]", "tiny.tif", ""));
  assert_built(build_raster("auto-utm", "[10, 10, 5]", "palouse_hires.tif", ""));
  assert_built(build_raster("local", "[30, 30, 10]", "no_srs.tif", ""));
  assert_refused(build_raster("auto-utm", "[30, 30, 10]", "no_srs.tif", ""), SM_ERR_DATA,
                 "coordinate system");
  assert_built(build_raster("auto-utm", "[30, 30, 10]", "no_srs.tif", "crs = \"EPSG:32611\""));
  assert_refused(build_raster("auto-utm", "[300, 300, 50]", "nodata.tif", ""), SM_ERR_DATA,
                 "no ground");
  assert_refused(build_raster("auto-utm", "[300, 300, 50]", "nodata.tif", "fill = \"interpolate\""),
                 SM_ERR_DATA, "value to fill");
  assert_built(
      build_raster("auto-utm", "[300, 300, 50]", "some_nodata.tif", "fill = \"interpolate\""));
  assert_refused(build_raster("auto-utm", "[300, 300, 50]", "some_nodata.tif", ""), SM_ERR_DATA,
                 "terrain.fill");
  end();
}
END_TEST

TEST_MAIN(the_town_is_built_both_ways, cities_and_hills_are_built,
          odd_rasters_run_or_say_what_is_wrong)
