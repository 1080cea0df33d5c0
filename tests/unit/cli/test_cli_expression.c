/* Expressions over lists of numbers. */
#include "harness.h"
#include "validation/runner/expression.h"
#include <math.h>
#include <string.h>

static struct cli_scope *scope;

static double value_of(const char *text) {
  double out = NAN;
  ck_assert_msg(cli_evaluate_number(scope, text, &out), "%s", cli_scope_reason(scope));
  return out;
}

static void open_scope(void) {
  const double three[3] = {3, 1, 2};
  struct cli_value list;
  scope = cli_scope_create(NULL, NULL);
  ck_assert_ptr_nonnull(scope);
  ck_assert(cli_scope_list(scope, three, 3, &list) && cli_scope_set(scope, "a", &list));
  ck_assert(cli_scope_set_number(scope, "t.x", 4));
}

#define EQUAL(TEXT, NUMBER) ck_assert_double_eq(value_of(TEXT), NUMBER)

START_TEST(operators_bind_as_in_c) {
  open_scope();
  EQUAL("1 + 2 * 3 - 4 / 2", 5);
  EQUAL("-2^2", -4);
  EQUAL("2^3^2", 512);
  EQUAL("7 % 4 - 1", 2);
  EQUAL("1 < 2 && 2 <= 2 || 0", 1);
  EQUAL("1 > 2 ? 3 : 2 == 2 ? 4 : 5", 4);
  EQUAL("(1 + 2) * 3 != 9", 0);
  EQUAL("t.x - 1.5e1", -11);
  cli_scope_destroy(&scope);
}
END_TEST

START_TEST(lists_are_computed_number_by_number) {
  open_scope();
  EQUAL("sum(a * a + 1)", 17);
  EQUAL("a[0] - a[2]", 1);
  EQUAL("sum(a > 1 ? a : 0)", 5);
  EQUAL("last(join(a, 7, range(3)))", 2);
  EQUAL("length(pick(a, a >= 2))", 2);
  EQUAL("take(a, 1, 2)[1]", 2);
  EQUAL("at(a, 2 - range(3))[0]", 2);
  EQUAL("interleave(a, -a)[3]", -1);
  EQUAL("largest(running_sum(a))", 6);
  EQUAL("sum_each(join(a, a), 3)[1]", 6);
  EQUAL("place_of_largest(a)", 0);
  EQUAL("least(max(a, 2))", 2);
  ck_assert(isnan(value_of("largest(a / 0 - a / 0)")));
  cli_scope_destroy(&scope);
}
END_TEST

START_TEST(functions_find_peaks_and_changes) {
  open_scope();
  ck_assert_double_eq_tol(value_of("peak(9 - (range(9) - 3.5) * (range(9) - 3.5))"), 9, 1e-12);
  ck_assert_double_eq_tol(value_of("dip((range(9) - 3.5) * (range(9) - 3.5))"), 0, 1e-12);
  EQUAL("last_rise(range(5), range(5) - 2.5)", 2.5);
  EQUAL("first_fall(range(5), 1.5 - range(5))", 1.5);
  EQUAL("time_mean(range(3), range(3), 0)", 1.5);
  ck_assert_double_eq_tol(value_of("frequency(range(900) / 10, sin(range(900) / 10), 5)"),
                          1 / (2 * acos(-1.0)), 1e-5);
  EQUAL("digits(1 / 3, 3)", 0.333);
  EQUAL("hit_rate(a, a + 1, 0.25, 0)", 1.0 / 3);
  cli_scope_destroy(&scope);
}
END_TEST

START_TEST(errors_are_reported) {
  static const struct {
    const char *text, *reason;
  } wrong[] = {{"1 +", "no number"},
               {"b + 1", "no such name"},
               {"sum(a", "no ','"},
               {"a + range(2)", "3 and 2 numbers"},
               {"sum()", "no function sum"},
               {"a[3]", "no such number"},
               {"1 2", "no operator"},
               {"a", "3 numbers, not one"},
               {"'text", "no end"},
               {"none(1)", "no function none"},
               {"sqrt('a')", "a text"},
               {"1 + 'a'", "a text"},
               {"sum('a')", "argument 1"},
               {"take(a, range(0), 1)", "argument 2"},
               {"range(a)", "argument 1"},
               {"last_rise(a, range(2))", "argument 2"},
               {"rmse(a, 1)", "argument 2"},
               {"time_mean(a, range(2), 0)", "argument 2"},
               {"sum_each(a, 2)", "3 numbers in groups of 2"},
               {"0 ? 'a' : 1", "a text"},
               {"rmse(range(2000), range(2000))", "2000 pairs"},
               {"rmse(a / join(0, 1, 0), a)", "2 of 3 pairs have no finite computed number"},
               {"a_name_of_more_than_47_characters_is_no_longer_cut", "too long a name"}};
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    double out;
    open_scope();
    ck_assert(!cli_evaluate_number(scope, wrong[w].text, &out));
    ck_assert_msg(strstr(cli_scope_reason(scope), wrong[w].reason) != NULL, "%s: %s", wrong[w].text,
                  cli_scope_reason(scope));
    cli_scope_destroy(&scope);
  }
}
END_TEST

START_TEST(what_is_no_number_stays_so) {
  static const char *const texts[] = {
      "largest(join(0 / 0, a))", "least(join(0 / 0, a))", "largest(join(a, 0 / 0))",
      "least(join(a, 0 / 0))",   "max(0, 0 / 0)",         "min(0 / 0, 0)",
      "largest(pick(a, 0))",     "least(pick(a, 0))",     "largest_each(join(0 / 0, a), 4)"};
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    double out = 0;
    open_scope();
    ck_assert_msg(cli_evaluate_number(scope, texts[t], &out) && isnan(out), "%s is %g", texts[t],
                  out);
    cli_scope_destroy(&scope);
  }
}
END_TEST

START_TEST(texts_take_numbers_and_texts) {
  char out[64];
  open_scope();
  ck_assert(cli_scope_set(scope, "word", &(struct cli_value){NULL, 0, "hllc"}));
  ck_assert(cli_expand(scope, "x={y=[${a}], z=\"${word}\", n=${1 / 4}}", out, sizeof out));
  ck_assert_str_eq(out, "x={y=[3, 1, 2], z=\"hllc\", n=0.25}");
  ck_assert(!cli_expand(scope, "x=[${a}]", out, 8));
  ck_assert(strstr(cli_scope_reason(scope), "too long") != NULL);
  ck_assert(cli_scope_append(scope, "a", cli_scope_find(scope, "t.x")));
  EQUAL("length(a)", 4);
  EQUAL("length(join(a, a))", 8);
  cli_scope_destroy(&scope);
}
END_TEST

TEST_MAIN(operators_bind_as_in_c, lists_are_computed_number_by_number,
          functions_find_peaks_and_changes, errors_are_reported, texts_take_numbers_and_texts,
          what_is_no_number_stays_so)
