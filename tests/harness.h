/* harness.h - main program of a test file: one suite with the named tests. */
#ifndef SM_TESTS_HARNESS_H
#define SM_TESTS_HARNESS_H

#include <check.h>
#include <stdlib.h>

/* Like the macro of Check, but writes nothing if the assertion holds: Check writes its position to
 * a file each time, which dominated the run time of tests that loop over all cells. */
#undef ck_assert_msg
#define ck_assert_msg(expr, ...)                                                                   \
  ((expr) ? (void)0                                                                                \
          : _ck_assert_failed(__FILE__, __LINE__, "Assertion '" #expr "' failed", __VA_ARGS__))

/* Sanitizer builds use samples smaller by this factor, and tolerances of their means larger by its
 * square root: they look for other errors, for which small samples suffice. */
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

/* The same; the tests share one context, `ctx`. */
#define CONTEXT_TEST_MAIN(...)                                                                     \
  int main(void) {                                                                                 \
    const TTest *const tests[] = {__VA_ARGS__};                                                    \
    if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;                               \
    const int code = run_tests(__FILE__, tests, sizeof tests / sizeof *tests);                     \
    sm_context_destroy(&ctx);                                                                      \
    return code;                                                                                   \
  }

#endif
