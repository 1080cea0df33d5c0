/* plplot_leaks.h - leaks that the leak sanitizer finds in the libraries below PLplot and GDAL,
 * which are not ours. */
#ifndef SM_TESTS_PLPLOT_LEAKS_H
#define SM_TESTS_PLPLOT_LEAKS_H

__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libfontconfig\nleak:libltdl\nleak:libplplot\nleak:libpango\nleak:libglib\n"
         "leak:libcairo\nleak:libgdal\nleak:libproj\n";
}

#endif
