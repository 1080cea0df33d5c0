/* inject.h - fault injection: which call fails. Its symbols are hidden, so that they take the place
 * of none of the program's. */
#ifndef SM_TESTS_INJECT_H
#define SM_TESTS_INJECT_H

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

enum kind { ALLOC, WRITE, SYNC, CLOSE, RENAME, READ, OPEN, KINDS };

extern HIDDEN char inject_root[PATH_MAX]; /* files outside of this folder are left alone */

/* Counts a call; true when it is to fail. descriptor: -1 for none; path: NULL for none. */
HIDDEN bool inject_fails(enum kind kind, const void *address, int descriptor, const char *path);

HIDDEN bool inject_is_output(int descriptor);

#define HERE __builtin_return_address(0)

/* The function of the library behind this one. */
#define REAL(name)                                                                                 \
  static __typeof__(name) *real;                                                                   \
  if (real == NULL) {                                                                              \
    void *symbol = dlsym(RTLD_NEXT, #name);                                                        \
    memcpy(&real, &symbol, sizeof real);                                                           \
  }

#endif
