/* simulation_fixture.h - small cases of every model, stepped as simulations. */
#ifndef SM_TESTS_SIMULATION_FIXTURE_H
#define SM_TESTS_SIMULATION_FIXTURE_H

#include "base/context.h"
#include "case/case.h"
#include "scratch_folder.h"
#include "simoom/simoom.h"
#include <stddef.h>
#include <string.h>

#define BOX                                                                                        \
  "[case]\nname = 'a'\n[domain]\nsize = [60, 40]\nheight = 30\ncell_size = 5\nstretch = 1\n"       \
  "[[buildings.box]]\ncorner = [20, 10]\nsize = 10\nheight = 10\n"
#define FLOW                                                                                       \
  "[wind]\nmodel = 'incompressible'\nspin_up = 1\nduration = 4\ninterval = 2\n[flow]\n"            \
  "initial = [2, 0, 0]\n[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\n"              \
  "kind = 'periodic'\n[[flow.scalar]]\nname = 'smoke'\n"                                           \
  "[flow.heat]\nreference = 290\ngravity = 9.81\n"
#define AIR                                                                                        \
  "[wind]\nmodel = 'compressible'\nduration = 0.2\ninterval = 0.1\n[flow]\n"                       \
  "initial = [2, 0, 0]\n[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\n"              \
  "kind = 'periodic'\n[[flow.boundary]]\nat = 'top'\nkind = 'slip'\n"
#define WINDS                                                                                      \
  "[[weather.station]]\nposition = [1, 1]\nreadings = [\n"                                         \
  "{ time = 2026-05-01T10:00:00Z, speed = 4, from = 270 },\n"                                      \
  "{ time = 2026-05-01T10:01:00Z, speed = 5, from = 280 },\n"                                      \
  "{ time = 2026-05-01T10:02:00Z, speed = 4, from = 270 }]\n"
#define DUST                                                                                       \
  "[particles]\nstep = 1\n[[particles.species]]\nname = 'dust'\n[[particles.source]]\n"            \
  "name = 'leak'\nposition = [10, 20]\nheight = 5\nrate = 1\ncount = 600\n"                        \
  "[particles.concentration]\ninterval = 30\ncell_size = 5\n"                                      \
  "[[particles.receptor]]\nname = 'door'\nposition = [40, 20]\nheight = 5\nsize = 10\n"
#define NO_FILES "[output]\nformats = []\n"

static struct sm_context *ctx;
static struct sm_case *c;
static struct sm_run_options options;
static struct sm_run_summary summary = {.size = sizeof summary};

static void assert_good(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static void setup(const char *text) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  options = sm_run_options_default();
  options.folder = scratch_folder;
  options.device = "cpu";
  options.threads = 2;
  options.overwrite = true;
  assert_good(sm_case_parse(ctx, "./case.toml", text, strlen(text), NULL, true, &c));
}

static void teardown(void) {
  sm_run_summary_free(&summary);
  sm_case_destroy(&c);
  scratch_leave();
  sm_context_destroy(&ctx);
}

static struct sm_simulation *create(void) {
  struct sm_simulation *s = NULL;
  assert_good(sm_simulation_create(ctx, c, &options, &s));
  return s;
}

static struct sm_array field(struct sm_simulation *s, const char *name) {
  struct sm_array a = {.size = sizeof a};
  assert_good(sm_simulation_field(ctx, s, name, &a));
  return a;
}

static double at(const struct sm_array *a, int64_t i, int64_t j, int64_t k) {
  const char *data = (const char *)a->data + i * a->stride[0] + j * a->stride[1] + k * a->stride[2];
  return a->type == SM_ARRAY_F64 ? *(const double *)(const void *)data
                                 : (double)*(const float *)(const void *)data;
}

#endif
