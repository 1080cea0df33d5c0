/* case/input_files.h - input files of a case. */
#ifndef SM_CASE_INPUT_FILES_H
#define SM_CASE_INPUT_FILES_H

#include "case/case.h"

/* Whether a file, by any path to it, is an input file of the case (maps, winds,
 * mesh). */
bool sm_case_is_input(const struct sm_case *c, const char *path);

#endif
