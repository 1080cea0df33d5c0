/* library_caches.h - fuzz targets of readers whose libraries keep caches: what an input leaves
 * there looks like a leak, and libFuzzer would look for leaks after each, which takes half of the
 * time. They are looked for at the end of the process instead. */
#ifndef SM_TESTS_LIBRARY_CACHES_H
#define SM_TESTS_LIBRARY_CACHES_H

enum { LIBRARY_CACHES_ARGUMENTS = 64 };

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  static char *all[LIBRARY_CACHES_ARGUMENTS], option[] = "-detect_leaks=0";
  if (*argc >= LIBRARY_CACHES_ARGUMENTS - 1) return 0;
  for (int i = 0; i < *argc; i++) all[i] = (*argv)[i];
  all[(*argc)++] = option;
  *argv = all;
  return 0;
}

#endif
