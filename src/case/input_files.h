/* case/input_files.h - the files that a case reads. */
#ifndef SM_CASE_INPUT_FILES_H
#define SM_CASE_INPUT_FILES_H

#include "case/case.h"

/* Whether a file is one that the case reads its maps, winds or mesh from, whatever path names it.
 */
bool sm_case_is_input(const struct sm_case *c, const char *path);

#endif
