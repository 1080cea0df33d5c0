/* harness.h - the main program of a test file: one suite of the tests it names. */
#ifndef SM_TESTS_HARNESS_H
#define SM_TESTS_HARNESS_H

#include <check.h>
#include <stdlib.h>

/* As Check has it, but nothing is written where it holds: Check sends its place to a file each
 * time, which for loops over all cells took most of the time of a test. */
#undef ck_assert_msg
#define ck_assert_msg(expr, ...)                                                                   \
  ((expr) ? (void)0                                                                                \
          : _ck_assert_failed(__FILE__, __LINE__, "Assertion '" #expr "' failed", __VA_ARGS__))

/* Under sanitizers samples are so many times smaller, and what their means may be off is wider by
 * the root of that: they look for other faults, a hundred numbers find them as a thousand do. */
#ifdef __SANITIZE_ADDRESS__
enum { FEWER = 9, WIDER = 3 };
#else
enum { FEWER = 1, WIDER = 1 };
#endif

static int run_tests(const char *name, const TTest *const tests[], size_t count) {
  Suite *suite = suite_create(name);
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 600);
  for (size_t i = 0; i < count; i++) tcase_add_test(tcase, tests[i]);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#define TEST_MAIN(...)                                                                             \
  int main(void) {                                                                                 \
    const TTest *const tests[] = {__VA_ARGS__};                                                    \
    return run_tests(__FILE__, tests, sizeof tests / sizeof *tests);                               \
  }

#endif
