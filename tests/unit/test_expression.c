/* Expressions of x, y, z: what they are worth, and what is wrong with them. */
#include "base/context.h"
#include "base/machine/machine.h"
#include "case/expression.h"
#include "harness.h"
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

static struct sm_context *ctx;
static char label[] = "flow.initial[1]";

static struct sm_case_expression expression(char *text) {
  return (struct sm_case_expression){
      .number = (double)NAN, .text = text, .label = label, .line = 12};
}

/* Built without the library of expressions: then this is all there is to test. */
static bool have_expressions(void) {
  struct sm_expression_facts facts;
  if (sm_expression_read(ctx, "x", &facts) == SM_OK) return true;
  ck_assert(strstr(sm_context_message(ctx), "built without muParser") != NULL);
  printf("skipped: built without muParser\n");
  return false;
}

START_TEST(an_expression_without_a_place_is_a_number) {
  static const struct {
    const char *text;
    double number;
  } right[] = {{"2 * pi", 6.283185307179586},
               {"-2^2", -4},
               {"2^3^2", 512},
               {"1e-3 + 2", 2.001},
               {"exp(1)", 2.718281828459045},
               {"log(exp(2))", 2},
               {"log10(1000)", 3},
               {"sqrt(2)", 1.4142135623730951},
               {"min(3, 1, 2) + max(3, 1)", 4},
               {"abs(-2) + sign(-3)", 1},
               {"atan2(1, 1)", 0.7853981633974483},
               {"1 > 2 ? 10 : 20", 20},
               {"(1 == 1) && (1 != 2)", 1},
               {" 1\n + 1 ", 2}};
  if (!have_expressions()) return;
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    struct sm_expression_facts facts;
    ck_assert_msg(sm_expression_read(ctx, right[i].text, &facts) == SM_OK, "%s: %s", right[i].text,
                  sm_context_message(ctx));
    ck_assert_double_eq_tol(facts.number, right[i].number, 1e-15 * fabs(right[i].number));
  }
}
END_TEST

START_TEST(an_expression_of_the_place_is_no_number) {
  static const char *const right[] = {"x", "0 * y", "1 - exp(-0.96374 * x) * cos(2 * pi * y)",
                                      "z < 0.5 ? 1 : 0"};
  if (!have_expressions()) return;
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    struct sm_expression_facts facts;
    ck_assert_int_eq(sm_expression_read(ctx, right[i], &facts), SM_OK);
    ck_assert(isnan(facts.number));
  }
}
END_TEST

START_TEST(errors_are_reported_with_their_place) {
  static const struct {
    const char *text, *message;
    int column;
  } wrong[] = {{"", "empty", -1},
               {"   ", "empty", -1},
               {"1 +", "Unexpected end of expression", 2},
               {"sin(x", "Missing parenthesis", 4},
               {"1 + foo * x", "Unexpected token \"foo", 4},
               {"x y", "Unexpected variable \"y\"", 2},
               {"2 pi", "Unexpected value \"pi\"", 2},
               {"t", "Unexpected token \"t", 0},
               {"x = 3", "'=' changes nothing here", 2},
               {"= x", "'=' changes nothing here", 0},
               {"x += 1", "'=' changes nothing here", 3},
               {"1,5", "it has 2 values; decimals follow a point", -1},
               {"1 / 0", "its value is infinite", -1},
               {"sqrt(-1)", "its value is not a number", -1},
               {"sin", "Unexpected token \"sin", 0},
               {"sin()", "Too few", 4},
               {"\"x\"", "Strings", 2},
               {"x ? 1", "", -2},
               {"))", "", -2},
               {"\xc3\xa9 + 1", "Unexpected token", 0},
               {"x;y", "Unexpected token", 1}};
  if (!have_expressions()) return;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct sm_expression_facts facts;
    ck_assert_msg(sm_expression_read(ctx, wrong[i].text, &facts) == SM_ERR_CASE, "%s",
                  wrong[i].text);
    ck_assert_msg(strstr(sm_context_message(ctx), wrong[i].message) != NULL,
                  "%s\nexpected: %s\nfound: %s", wrong[i].text, wrong[i].message,
                  sm_context_message(ctx));
    ck_assert_msg(strstr(sm_context_message(ctx), "position") == NULL, "%s",
                  sm_context_message(ctx));
    if (wrong[i].column > -2)
      ck_assert_msg(facts.column == wrong[i].column, "%s: column %d", wrong[i].text, facts.column);
  }
}
END_TEST

START_TEST(long_and_deep_texts_do_no_harm) {
  enum { DEEP = 4000 };
  static char deep[2 * DEEP + 2], longest[60000];
  struct sm_expression_facts facts;
  if (!have_expressions()) return;
  memset(deep, '(', DEEP);
  deep[DEEP] = 'x';
  memset(deep + DEEP + 1, ')', DEEP);
  ck_assert_int_eq(sm_expression_read(ctx, deep, &facts), SM_OK);
  for (size_t i = 0; i + 2 < sizeof longest; i += 2) memcpy(longest + i, "1+", 2);
  longest[sizeof longest - 2] = '1';
  ck_assert_int_eq(sm_expression_read(ctx, longest, &facts), SM_ERR_CASE);
}
END_TEST

static double kovasznay(double x, double y) {
  return 1 - exp(-0.96374 * x) * cos(2 * acos(-1) * y);
}

START_TEST(values_on_a_box_are_those_of_its_points) {
  enum { NX = 33, NY = 17, NZ = 9 };
  double x[NX], y[NY], z[NZ], *out = NULL;
  if (!have_expressions()) return;
  for (int i = 0; i < NX; i++) x[i] = 0.03 * i * i;
  for (int j = 0; j < NY; j++) y[j] = -1 + 0.1 * j;
  for (int k = 0; k < NZ; k++) z[k] = 100 * k;
  char text[] = "1 - exp(-0.96374 * x) * cos(2 * pi * y) + z";
  const struct sm_case_expression e = expression(text);
  const struct sm_expression_box box = {{x, y, z}, {NX, NY, NZ}};
  ck_assert_int_eq(sm_alloc(ctx, (size_t)NX * NY * NZ, sizeof *out, "values", &out), SM_OK);
  for (int threads = 1; threads <= 3; threads++) {
    omp_set_num_threads(threads);
    memset(out, 0, (size_t)NX * NY * NZ * sizeof *out);
    ck_assert_int_eq(sm_expression_on_box(ctx, "c", &e, &box, out), SM_OK);
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
          ck_assert_double_eq_tol(out[i + NX * (j + NY * k)], kovasznay(x[i], y[j]) + z[k], 1e-12);
  }
  sm_free(out);
}
END_TEST

START_TEST(values_are_asked_for_at_single_points) {
  static const double point[][3] = {{1, 2, 3}, {-1, 0, 0.5}};
  double out[2];
  struct sm_case_expression e = {.number = 4, .label = label};
  ck_assert_int_eq(sm_expression_at(ctx, "c", &e, 2, point, out), SM_OK);
  ck_assert(out[0] == 4 && out[1] == 4);
  e = (struct sm_case_expression){.number = (double)NAN};
  ck_assert(!sm_expression_given(&e));
  ck_assert_int_eq(sm_expression_at(ctx, "c", &e, 2, point, out), SM_ERR_FAILED);
  if (!have_expressions()) return;
  char text[] = "x + 10 * y + 100 * z";
  e = expression(text);
  ck_assert_int_eq(sm_expression_at(ctx, "c", &e, 2, point, out), SM_OK);
  ck_assert(out[0] == 321 && out[1] == 49);
  ck_assert_int_eq(sm_expression_at(ctx, "c", &e, 0, point, out), SM_OK);
}
END_TEST

START_TEST(a_place_without_a_value_is_reported) {
  static const double x[] = {2, 1, 0}, y[] = {0.25, 0}, z[] = {7};
  const struct sm_expression_box box = {{x, y, z}, {3, 2, 1}};
  double out[6];
  if (!have_expressions()) return;
  for (int threads = 1; threads <= 3; threads++) {
    omp_set_num_threads(threads);
    char text[] = "1 / (x * y)";
    const struct sm_case_expression e = expression(text);
    ck_assert_int_eq(sm_expression_on_box(ctx, "cavity.toml", &e, &box, out), SM_ERR_CASE);
    ck_assert_str_eq(
        sm_context_message(ctx),
        "cavity.toml:12: error: 'flow.initial[1]' is infinite at x = 0 m, y = 0.25 m, z = 7 "
        "m: 1 / (x * y)");
    char root[] = "sqrt(x - 1)";
    const struct sm_case_expression f = expression(root);
    ck_assert_int_eq(sm_expression_on_box(ctx, "c", &f, &box, out), SM_ERR_CASE);
    ck_assert(strstr(sm_context_message(ctx), "is not a number at x = 0 m, y = 0.25 m") != NULL);
  }
}
END_TEST

CONTEXT_TEST_MAIN(an_expression_without_a_place_is_a_number,
                  an_expression_of_the_place_is_no_number, errors_are_reported_with_their_place,
                  long_and_deep_texts_do_no_harm, values_on_a_box_are_those_of_its_points,
                  values_are_asked_for_at_single_points, a_place_without_a_value_is_reported)
