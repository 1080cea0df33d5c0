/* python.h - reads files with Python libraries, if installed. */
#ifndef SM_TESTS_PYTHON_H
#define SM_TESTS_PYTHON_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

/* Runs a script of tests/system on a file; tests run in the root of the source tree. It exits with
 * 77 if a library is missing. */
static inline void check_with_python(const char *script, const char *file) {
  char command[512];
  snprintf(command, sizeof command,
           "python=/usr/bin/python3; [ -x $python ] || python=python3; "
           "command -v $python >/dev/null || exit 77; $python tests/system/%s %s",
           script, file);
  const int status = system(command);
  ck_assert(status != -1 && WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) {
    printf("%s: skipped: Python or a library of it is missing\n", script);
    return;
  }
  ck_assert_msg(WEXITSTATUS(status) == 0, "%s refuses the file", script);
}

#endif
