/* The keys of a case of prisms: what they mean, and what does not fit together. */
#include "base/context.h"
#include "case/case.h"
#include "case/expression.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MESH "[mesh]\nblock = [4, 3]\n"                               /* lines 1 and 2 */
#define LAYERS "[prisms]\nlayers = 5\nbottom = 0\nsurface = '1 km'\n" /* lines 3 to 6 */
#define BASE MESH LAYERS "[poisson]\n"                                /* line 7 */
#define BOUNDARY BASE "[[poisson.boundary]]\n"                        /* line 8 */

static struct sm_context *ctx;

static enum sm_status try_case(const char *text, struct sm_case **c) {
  *c = NULL;
  return sm_case_parse(ctx, "c", text, strlen(text), NULL, false, c);
}

static struct sm_case *read_case(const char *text) {
  struct sm_case *c;
  ck_assert_msg(try_case(text, &c) == SM_OK, "%s: %s", text, sm_context_message(ctx));
  return c;
}

START_TEST(prisms_need_little) {
  struct sm_case *c = read_case(BASE);
  ck_assert(c->mesh.present && c->mesh.reorder && c->mesh.section == 0 && c->mesh.file[0] == '\0');
  ck_assert(c->mesh.block[0] == 4 && c->mesh.block[1] == 3 && c->mesh.size[0] == 1);
  ck_assert_int_eq(c->mesh.shape, SM_MESH_SQUARE);
  ck_assert(c->prisms.layers == 5 && c->prisms.stretch == 1 && c->prisms.surface.number == 1000);
  ck_assert(!sm_expression_given(&c->poisson.coefficient));
  ck_assert(!sm_expression_given(&c->poisson.solution));
  ck_assert(c->poisson.solver == 0 && c->poisson.boundary_count == 0);
  ck_assert(isnan(c->poisson.tolerance) && c->poisson.max_iterations == 0);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(boundaries_name_their_parts) {
  struct sm_case *c = read_case(BOUNDARY "at = 'bottom'\nslope = 2\n"
                                         "[[poisson.boundary]]\nat = ['surface', 'a side']\n"
                                         "value = -0.5\n");
  const struct sm_case_poisson_boundary *b = c->poisson.boundary;
  ck_assert_uint_eq(c->poisson.boundary_count, 2);
  ck_assert(b[0].at.count == 1 && strcmp(b[0].at.item[0], "bottom") == 0 && b[0].line == 8);
  ck_assert(b[0].slope.number == 2 && !sm_expression_given(&b[0].value));
  ck_assert(b[1].at.count == 2 && strcmp(b[1].at.item[1], "a side") == 0);
  ck_assert(b[1].value.number == -0.5 && !sm_expression_given(&b[1].slope));
  sm_case_destroy(&c);
}
END_TEST

START_TEST(errors_are_reported) {
  static const char *const wrong[][2] = {
      {LAYERS "[poisson]\n", "c:1:2: error: 'prisms' requires [mesh]"},
      {"[poisson]\n", "c:1:2: error: 'poisson' requires [mesh]"},
      {"[mesh]\n" LAYERS "[poisson]\n", "c:1:2: error: 'mesh' has no file, section or block"},
      {"[mesh]\nsection = 4\n" LAYERS "[poisson]\n", "'mesh.section' is 4, but must be 1 to 3"},
      {"[mesh]\nsection = 1\nsize = 2\n" LAYERS "[poisson]\n",
       "c:3:1: error: 'mesh.size' requires 'block'"},
      {"[mesh]\nsection = 1\nblock = [2, 2]\n" LAYERS "[poisson]\n",
       "c:3:1: error: 'mesh.section' and 'block' are mutually exclusive"},
      {"[mesh]\nblock = [2, 2.5]\n" LAYERS "[poisson]\n",
       "c:2:13: error: 'mesh.block': 2.5 is not a whole number"},
      {"[mesh]\nblock = [0, 2]\n" LAYERS "[poisson]\n", "'mesh.block' is 0, but must be 1"},
      {MESH "[poisson]\n", "c:1:2: error: 'prisms' is missing: required with [mesh]"},
      {MESH "[prisms]\nlayers = 5\nbottom = 0\n[poisson]\n",
       "c:3:2: error: 'prisms.surface' is missing"},
      {MESH "[prisms]\nlayers = 5\nsurface = 0\n[poisson]\n",
       "c:3:2: error: 'prisms.bottom' is missing"},
      {MESH "[prisms]\nlayers = 1\nbottom = 0\nsurface = 1\n[poisson]\n",
       "c:4:10: error: 'prisms.layers' is 1, but must be 2"},
      {MESH LAYERS, "c:1:2: error: 'poisson' is missing"},
      {BASE "[domain]\nsize = 10\n", "c:8:2: error: 'domain' and 'mesh' are mutually exclusive"},
      {BASE "[wind]\n[particles]\n", "c:9:2: error: 'particles' and 'mesh' are mutually exclusive"},
      {BASE "coefficient = 0\n", "'poisson.coefficient' is 0, but must be more than 0"},
      {BASE "memory = 'global'\n",
       "c:8:1: error: 'poisson.memory' has no meaning with solver = \"krylov\""},
      {BASE "omega = 1.5\n",
       "c:8:1: error: 'poisson.omega' has no meaning with solver = \"krylov\""},
      {BASE "omega = 1.5\n", "help: solver = \"sor\" or \"colour-sor\""},
      {BASE "omega = 2\nsolver = 'sor'\n", "'poisson.omega' is 2, but must be more than 0"},
      {BOUNDARY "value = 1\n", "c:8:1: error: 'poisson.boundary[1].at' is missing"},
      {BOUNDARY "at = []\nvalue = 1\n", "c:9:6: error: 'poisson.boundary[1].at' is empty"},
      {BOUNDARY "at = [1]\nvalue = 1\n", "c:9:7: error: 'poisson.boundary[1].at': expected a text"},
      {BOUNDARY "at = ['a', 'a']\nvalue = 1\n", "\"a\" is a duplicate"},
      {BOUNDARY "at = 'a'\n", "this boundary has neither 'value' nor 'slope'"},
      {BOUNDARY "at = 'a'\nvalue = 1\nslope = 1\n",
       "'poisson.boundary[1].value' and 'slope' are mutually exclusive"},
      {BOUNDARY "at = 'a'\nvalue = 1\n[[poisson.boundary]]\nat = 'a'\nvalue = 2\n",
       "c:12:6: error: 'poisson.boundary.at': \"a\" is already set in line 8"},
      {BASE "[output]\nformats = ['geojson']\n",
       "c:9:11: error: 'output.formats': \"geojson\" has no meaning with prisms"},
      {BASE "[output]\nfaces = true\n", "c:9:9: error: 'output.faces' has no meaning with prisms"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct sm_case *c;
    const enum sm_status status = try_case(wrong[i][0], &c);
    ck_assert_msg(status == SM_ERR_CASE && strstr(sm_context_message(ctx), wrong[i][1]) != NULL,
                  "%s\nexpected: %s\nfound: %s", wrong[i][0], wrong[i][1],
                  status == SM_OK ? "nothing wrong" : sm_context_message(ctx));
  }
}
END_TEST

/* An expression that is asked point by point, by several threads. */
START_TEST(expressions_are_kept_ready) {
  struct sm_expression_compiled *ready = NULL;
  const struct sm_case_expression number = {.number = 3, .label = "a"};
  ck_assert_int_eq(sm_expression_open(ctx, &number, &ready), SM_OK);
  ck_assert(sm_expression_value(ready, (const double[]){1, 2, 3}) == 3);
  sm_expression_close(&ready);
  struct sm_expression_facts facts;
  if (sm_expression_read(ctx, "x", &facts) == SM_OK) {
    const struct sm_case_expression e = {
        .number = (double)NAN, .text = "x + 10 * y / z", .label = "poisson.source", .line = 7};
    int wrong = 0;
    ck_assert_int_eq(sm_expression_open(ctx, &e, &ready), SM_OK);
#pragma omp parallel for reduction(+ : wrong)
    for (int i = 0; i < 1000; i++)
      wrong += sm_expression_value(ready, (const double[]){i, 2, 4}) != i + 5;
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_eq(sm_expression_verify(ctx, "c", ready), SM_OK);
    ck_assert(!isfinite(sm_expression_value(ready, (const double[]){1, 2, 0})));
    ck_assert_int_eq(sm_expression_verify(ctx, "c", ready), SM_ERR_CASE);
    ck_assert_str_eq(sm_context_message(ctx),
                     "c:7: error: 'poisson.source' is infinite at x = 1 m, y = 2 m, z = 0 m: "
                     "x + 10 * y / z");
    sm_expression_close(&ready);
  }
}
END_TEST

CONTEXT_TEST_MAIN(prisms_need_little, boundaries_name_their_parts, errors_are_reported,
                  expressions_are_kept_ready)
