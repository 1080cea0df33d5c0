/* Roots of Reynolds stresses. */
#include "case/flow.h"

#include "harness.h"
#include <math.h>
#include <string.h>

static const int orders[3][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}};

/* The covariances that a root makes. */
static void square(const double root[3][3], double stress[SM_STRESSES]) {
  static const int pair[SM_STRESSES][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int m = 0; m < SM_STRESSES; m++) {
    stress[m] = 0;
    for (int e = 0; e < 3; e++) stress[m] += root[pair[m][0]][e] * root[pair[m][1]][e];
  }
}

static void assert_root(const double stress[SM_STRESSES]) {
  for (int o = 0; o < 3; o++) {
    double root[3][3], made[SM_STRESSES];
    ck_assert(sm_reynolds_cholesky(stress, orders[o], root));
    square((const double(*)[3])root, made);
    for (int m = 0; m < SM_STRESSES; m++) ck_assert_double_eq_tol(made[m], stress[m], 1e-12);
    for (int i = 0; i < 3; i++)
      for (int j = i + 1; j < 3; j++) ck_assert(!(root[orders[o][i]][orders[o][j]] != 0));
  }
}

START_TEST(numbers_with_a_root_have_the_covariances) {
  assert_root((const double[]){0.65, 0.38, 0.28, 0.02, -0.14, 0.01});
  assert_root((const double[]){1, 1, 1, 0, 0, 0});
  assert_root((const double[]){0, 0, 0, 0, 0, 0});
  assert_root((const double[]){1, 0, 2, 0, 1, 0}); /* nothing across */
  assert_root((const double[]){1, 4, 9, 2, 3, 6}); /* all the same number */
}
END_TEST

START_TEST(impossible_stresses_are_explained) {
  static const struct {
    double stress[SM_STRESSES];
    const char *text;
  } wrong[] = {
      {{-0.1, 1, 1, 0, 0, 0}, "uu = -0.1 m2/s2 is less than 0"},
      {{1, (double)NAN, 1, 0, 0, 0}, "vv = nan m2/s2 is less than 0"},
      {{1, 4, 1, -2.5, 0, 0}, "uv = -2.5 m2/s2 is larger than the root of uu vv, 2 m2/s2"},
      {{1, 0, 1, 0, 0, 0.1}, "vw = 0.1 m2/s2 is larger than the root of vv ww, 0 m2/s2"},
      {{1, 1, 1, 0.9, 0.9, -0.9}, "uv, uw and vw (0.9, 0.9, -0.9 m2/s2) cannot be together"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    for (int o = 0; o < 3; o++) {
      double root[3][3];
      char text[SM_REYNOLDS_TEXT];
      ck_assert(!sm_reynolds_cholesky(wrong[i].stress, orders[o], root));
      sm_reynolds_explain(wrong[i].stress, text);
      ck_assert_str_eq(text, wrong[i].text);
    }
}
END_TEST

int main(void) {
  const TTest *const tests[] = {numbers_with_a_root_have_the_covariances,
                                impossible_stresses_are_explained};
  return run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
}
