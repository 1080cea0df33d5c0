/* Completeness of a checkpoint: it has all that the next steps of a flow depend on. A flow whose
 * parts are those of another one, on memory that held rubbish, goes on as that one does, bit by
 * bit. */
#include "base/context.h"
#include "case/case.h"
#include "domain/domain.h"
#include "harness.h"
#include "physics/flow/view.h"
#include "physics/model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sm_context *ctx;

struct run {
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  const struct sm_model *model;
  void *self;
};

static void create(const char *text, struct run *r) {
  enum sm_status status = sm_case_parse(ctx, "./c", text, strlen(text), NULL, true, &r->c);
  if (status == SM_OK) status = sm_domain_build(ctx, r->c, &r->domain);
  if (status == SM_OK) status = sm_device_open(ctx, "cpu", 2, 32, 0, &r->device);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  r->model = sm_model_of(r->c);
  status = sm_model_state(ctx, r->model, r->c, r->domain, r->device, 0, &r->state);
  if (status == SM_OK) status = sm_model_create(ctx, r->model, r->c, r->domain, r->state, &r->self);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static void destroy(struct run *r) {
  sm_model_destroy(r->model, &r->self);
  sm_state_destroy(&r->state);
  sm_device_close(&r->device);
  sm_domain_destroy(&r->domain);
  sm_case_destroy(&r->c);
}

static void advance(struct run *r, int time) {
  struct sm_step_report report;
  ck_assert_msg(sm_model_advance(ctx, r->model, r->self, time, &report) == SM_OK, "%s",
                sm_context_message(ctx));
}

/* The device is the CPU: its memory is that of the host. */
static void copy_parts(struct run *from, struct run *to) {
  struct sm_flow_view *a = calloc(2, sizeof *a), *b = a + 1;
  from->model->look(from->self, a);
  to->model->look(to->self, b);
  ck_assert_int_eq(a->part_count, b->part_count);
  ck_assert_int_lt(a->part_count, SM_FLOW_PARTS);
  for (int p = 0; p < a->part_count; p++) {
    const size_t bytes = a->part[p].count * a->part[p].size;
    ck_assert_str_eq(a->part[p].name, b->part[p].name);
    ck_assert_uint_eq(bytes, b->part[p].count * b->part[p].size);
    ck_assert_uint_lt(strlen(a->part[p].name), sizeof a->part[p].name - 1);
    for (int q = 0; q < p; q++) ck_assert_str_ne(a->part[p].name, a->part[q].name);
    memset(b->part[p].memory, 0x5a, bytes);
    memcpy(b->part[p].memory, a->part[p].memory, bytes);
  }
  free(a);
}

static void assert_same_parts(struct run *from, struct run *to) {
  struct sm_flow_view *a = calloc(2, sizeof *a), *b = a + 1;
  from->model->look(from->self, a);
  to->model->look(to->self, b);
  for (int p = 0; p < a->part_count; p++)
    ck_assert_msg(
        memcmp(a->part[p].memory, b->part[p].memory, a->part[p].count * a->part[p].size) == 0, "%s",
        a->part[p].name);
  free(a);
}

static void assert_goes_on(const char *model, const char *more) {
  char text[3000];
  struct run one = {.c = NULL}, two = {.c = NULL};
  snprintf(text, sizeof text,
           "[domain]\ncrs = 'local'\nsize = [24, 20]\nheight = 16\ncell_size = 2\nstretch = 1\n"
           "[wind]\nmodel = '%s'\nduration = 4\ninterval = 2\n%s",
           model, more);
  create(text, &one);
  advance(&one, 0);
  advance(&one, 1);
  create(text, &two);
  copy_parts(&one, &two);
  advance(&one, 2);
  advance(&two, 2);
  assert_same_parts(&one, &two);
  destroy(&two);
  destroy(&one);
}

#define BOUNDARY(AT, REST) "[[flow.boundary]]\nat = ['" AT "']\n" REST
#define CHANNEL                                                                                    \
  BOUNDARY("west", "kind = 'inflow'\nvelocity = ['2 + z / 16', 0, 0]\nturbulence = 0.1\n"          \
                   "turbulence_length = [6, 4, 4]\n")                                              \
  BOUNDARY("east", "kind = 'outflow'\n")                                                           \
  BOUNDARY("south", "kind = 'periodic'\n")                                                         \
  BOUNDARY("north", "kind = 'periodic'\n")
#define SCALAR                                                                                     \
  "[[flow.scalar]]\nname = 'smoke'\nhalf_life = 60\n"                                              \
  "[[flow.scalar.source]]\nposition = [6, 10]\nheight = 1\nsize = [4, 4, 3]\nrate = 0.01\n"

START_TEST(incompressible_flow_with_all_that_it_carries) {
  assert_goes_on("incompressible", "[flow]\nmean_from = 0\nsubgrid = 'tke'\ninitial = [2, 0, 0]\n"
                                   "[flow.heat]\n" CHANNEL SCALAR);
}
END_TEST

START_TEST(incompressible_flow_driven_and_judged) {
  assert_goes_on("incompressible", "[flow]\ninitial = ['2 + 0.1 * sin(y)', 0, 0]\nsteady = 1e-9\n"
                                   "bulk_velocity = [2, 0]\n"
                                   "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\n"
                                   "kind = 'periodic'\n");
}
END_TEST

START_TEST(compressible_flow) {
  assert_goes_on(
      "compressible",
      "[flow]\nmean_from = 0\ninitial = [2, 0, 0]\n[flow.compressible]\n" CHANNEL SCALAR);
}
END_TEST

/* The wind turns, so that the south side becomes an outflow at 3 s, and the north side an inflow.
 */
#define TURNING_WEATHER                                                                            \
  "[[weather.station]]\nprofile = 'uniform'\nreadings = [\n"                                       \
  "{ time = 2026-05-01T12:00:00Z, speed = 5, from = 225 },\n"                                      \
  "{ time = 2026-05-01T12:00:06Z, speed = 5, from = 315 }]\n"                                      \
  "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\nkind = 'weather'\n"                 \
  "turbulence = 0.1\nturbulence_length = [6, 4, 4]\n"

START_TEST(incompressible_flow_in_weather_that_changes) {
  assert_goes_on("incompressible", TURNING_WEATHER SCALAR);
}
END_TEST

START_TEST(compressible_flow_in_weather_that_changes) {
  assert_goes_on("compressible", TURNING_WEATHER SCALAR);
}
END_TEST

CONTEXT_TEST_MAIN(incompressible_flow_with_all_that_it_carries,
                  incompressible_flow_driven_and_judged, compressible_flow,
                  incompressible_flow_in_weather_that_changes,
                  compressible_flow_in_weather_that_changes)
