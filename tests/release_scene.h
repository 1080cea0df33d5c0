/* release_scene.h - releases and receptors of a case in a small domain. */
#ifndef SM_TESTS_RELEASE_SCENE_H
#define SM_TESTS_RELEASE_SCENE_H

#include "domain/sources/releases.h"
#include "domain_fixture.h"
#include "harness.h"
#include <math.h>

enum { MOST = 8 };
static const double nan_ = (double)NAN;
static struct fixture f;
static struct sm_case_source source[MOST];
static struct sm_case_particle_receptor receptor[MOST];
static struct sm_case_line_of_sight line_of_sight[MOST];
static struct sm_releases *releases;
static char names[MOST][8], none[] = "";

/* 100 m x 80 m of 5 m cells, flat, with the domain top at 50 m. */
static void begin(void) {
  fixture_create(&f);
  f.c.domain.height = 50;
  f.c.particles = (struct sm_case_particles){.present = true,
                                             .duration = nan_,
                                             .source = source,
                                             .receptor = receptor,
                                             .line_of_sight = line_of_sight,
                                             .concentration = {.origin = {nan_, nan_}}};
}

static void finish(void) {
  sm_releases_destroy(&releases);
  fixture_destroy(&f);
}

static struct sm_case_source *add(enum sm_source_shape shape, double x, double y, double height) {
  const size_t i = f.c.particles.source_count++;
  snprintf(names[i], sizeof names[i], "s%zu", i + 1);
  source[i] = (struct sm_case_source){.name = names[i],
                                      .shape = shape,
                                      .position = SM_POSITION_LOCAL,
                                      .place = {x, y},
                                      .height = height,
                                      .path_file = none,
                                      .rate_file = none,
                                      .term = none,
                                      .mass = 1,
                                      .rate = nan_,
                                      .line = 61 + (int)i};
  return &source[i];
}

static struct sm_case_particle_receptor *add_receptor(double x, double y, double height,
                                                      double size) {
  struct sm_case_particle_receptor *r = &receptor[f.c.particles.receptor_count++];
  *r = (struct sm_case_particle_receptor){
      .name = none, .position = SM_POSITION_LOCAL, .place = {x, y}, .height = height, .line = 81};
  for (int d = 0; d < 3; d++) r->size[d] = size;
  return r;
}

static struct sm_case_line_of_sight *add_sight(double x, double y, double height, double to_x,
                                               double to_y, double to_height) {
  struct sm_case_line_of_sight *s = &line_of_sight[f.c.particles.line_of_sight_count++];
  *s = (struct sm_case_line_of_sight){.name = none,
                                      .position = SM_POSITION_LOCAL,
                                      .place = {x, y},
                                      .end = {to_x, to_y},
                                      .height = height,
                                      .end_height = to_height,
                                      .line = 91};
  return s;
}

static void create(void) {
  sm_releases_destroy(&releases);
  const enum sm_status status = sm_releases_create(f.ctx, &f.c, f.domain, &releases);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(f.ctx));
}

static void fails_as(enum sm_status expected, const char *text) {
  sm_releases_destroy(&releases);
  const enum sm_status status = sm_releases_create(f.ctx, &f.c, f.domain, &releases);
  ck_assert_ptr_null(releases);
  ck_assert_msg(status == expected && strstr(sm_context_message(f.ctx), text) != NULL,
                "status %d, '%s' not in: %s", (int)status, text, sm_context_message(f.ctx));
}

static void fails(const char *text) { fails_as(SM_ERR_CASE, text); }

#endif
