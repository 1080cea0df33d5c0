/* domain_fixture.h - small case without files, and helpers of the domain tests. */
#ifndef SM_TESTS_DOMAIN_FIXTURE_H
#define SM_TESTS_DOMAIN_FIXTURE_H

#include "domain/domain.h"
#include "domain_invariants.h"
#include "fake_gis.h"
#include <check.h>
#include <stdlib.h>

#define MOST_BUILDINGS 4096

/* Case in memory and the domain built from it. */
struct fixture {
  struct sm_context *ctx;
  struct sm_case c;
  struct sm_domain *domain;
  struct sm_case_reading reading;
  struct sm_case_station station;
  struct sm_case_building building[MOST_BUILDINGS];
  double corner[MOST_BUILDINGS][4][2];
  char *files[1];
};

static char fixture_name[] = "case.toml", fixture_none[] = "", fixture_file[] = "ground.tif";

/* Creates a flat domain of 100 m x 80 m with cells of 5 m, without buildings, wind from the west at
   10 m. */
static void fixture_create(struct fixture *f) {
  memset(f, 0, sizeof *f);
  memset(&fake, 0, sizeof fake);
  ck_assert_int_eq(sm_context_create(NULL, &f->ctx), SM_OK);
  f->reading = (struct sm_case_reading){.height = 10, .speed = 5, .from = 270, .obukhov = INFINITY};
  f->station = (struct sm_case_station){.name = fixture_name,
                                        .file = fixture_none,
                                        .radius = INFINITY,
                                        .profile = SM_PROFILE_LOG,
                                        .z0 = NAN,
                                        .exponent = 0.2,
                                        .reading = &f->reading,
                                        .reading_count = 1};
  f->files[0] = fixture_file;
  f->c = (struct sm_case){.path = fixture_name,
                          .text = fixture_none,
                          .name = fixture_name,
                          .title = fixture_none,
                          .domain = {.crs = SM_CRS_LOCAL,
                                     .size = {100, 80},
                                     .cell_size = {5, 5, 5},
                                     .height = NAN,
                                     .stretch = 1,
                                     .max_cell_z = INFINITY,
                                     .line = 3},
                          .terrain = {.crs = fixture_none, .files = {f->files, 0}},
                          .buildings = {.file = fixture_none,
                                        .layer = fixture_none,
                                        .crs = fixture_none,
                                        .default_height = NAN,
                                        .inline_building = f->building},
                          .roughness = {.z0 = 0.1, .file = fixture_none},
                          .weather = {.station = &f->station,
                                      .station_count = 1,
                                      .start = NAN,
                                      .end = NAN,
                                      .interpolate = NAN,
                                      .line = 30}};
}

/* Adds plants to the case, with the height as the only known trait. */
static inline struct sm_case_plant fixture_plant(struct fixture *f, enum sm_plant_kind kind,
                                                 double (*vertex)[2], int count, double height) {
  static char none[] = "";
  const double nan = (double)NAN;
  f->c.vegetation.present = f->c.vegetation.wakes = true;
  if (f->c.vegetation.file == NULL)
    f->c.vegetation.file = f->c.vegetation.layer = f->c.vegetation.crs =
        f->c.vegetation.canopy_height = f->c.vegetation.canopy_lai = f->c.vegetation.landscape =
            none;
  f->c.vegetation.fallback = (struct sm_plant_traits){nan, 0, nan, 3, nan, 0.5, nan, nan, 0};
  return (struct sm_case_plant){.kind = kind,
                                .vertex = vertex,
                                .vertex_count = count,
                                .traits = {height, 0, nan, nan, nan, nan, nan, nan, 0},
                                .line = 40};
}

static void fixture_destroy(struct fixture *f) {
  sm_domain_destroy(&f->domain);
  sm_context_destroy(&f->ctx);
}

/* Adds terrain to the case: a formula over the rectangle. */
static inline void fixture_terrain(struct fixture *f, double (*ground)(double, double), double x0,
                                   double x1, double y0, double y1) {
  fake.ground = ground;
  fake.x[0] = x0;
  fake.x[1] = x1;
  fake.y[0] = y0;
  fake.y[1] = y1;
  f->c.terrain.present = true;
  f->c.terrain.files.count = 1;
}

static inline struct sm_case_building *fixture_polygon(struct fixture *f, double (*vertex)[2],
                                                       int count, double height) {
  ck_assert_uint_lt(f->c.buildings.inline_count, MOST_BUILDINGS);
  struct sm_case_building *b = &f->building[f->c.buildings.inline_count++];
  *b = (struct sm_case_building){.vertex = vertex,
                                 .vertex_count = count,
                                 .height = height,
                                 .line = 10 + (int)f->c.buildings.inline_count};
  f->c.buildings.present = true;
  return b;
}

/* Adds a box rotated by `deg` about its south-west corner. */
static inline struct sm_case_building *fixture_turned(struct fixture *f, double x, double y,
                                                      double w, double d, double height,
                                                      double deg) {
  double(*corner)[2] = f->corner[f->c.buildings.inline_count];
  const double s = sin(deg * acos(-1.0) / 180), c = cos(deg * acos(-1.0) / 180);
  const double box[4][2] = {{0, 0}, {w, 0}, {w, d}, {0, d}};
  for (int v = 0; v < 4; v++) {
    corner[v][0] = x + c * box[v][0] - s * box[v][1];
    corner[v][1] = y + s * box[v][0] + c * box[v][1];
  }
  return fixture_polygon(f, corner, 4, height);
}

static inline struct sm_case_building *fixture_box(struct fixture *f, double x, double y, double w,
                                                   double d, double height) {
  return fixture_turned(f, x, y, w, d, height, 0);
}

static inline void fixture_build(struct fixture *f) {
  sm_domain_destroy(&f->domain);
  const enum sm_status status = sm_domain_build(f->ctx, &f->c, &f->domain);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(f->ctx));
  ck_assert_msg(domain_is_valid(f->ctx, f->domain), "%s", sm_context_message(f->ctx));
}

/* Checks that building the domain fails with this status and a message that contains the text. */
static inline void fixture_fails(struct fixture *f, enum sm_status expected, const char *text) {
  sm_domain_destroy(&f->domain);
  const enum sm_status status = sm_domain_build(f->ctx, &f->c, &f->domain);
  ck_assert_ptr_null(f->domain);
  ck_assert_msg(status == expected && strstr(sm_context_message(f->ctx), text) != NULL,
                "status %d, '%s' not in: %s", (int)status, text, sm_context_message(f->ctx));
}

static inline bool fixture_warned(const struct fixture *f, const char *text) {
  for (int w = 0; w < sm_context_warning_count(f->ctx); w++)
    if (strstr(sm_context_warning(f->ctx, w), text) != NULL) return true;
  return false;
}

static inline int64_t fixture_count(const struct fixture *f, enum sm_cell_type type) {
  int64_t count = 0;
  for (int64_t q = 0; q < sm_grid_cells(&f->domain->grid); q++)
    count += SM_CELL_TYPE(f->domain->cell[q]) == type ? 1 : 0;
  return count;
}

#endif
