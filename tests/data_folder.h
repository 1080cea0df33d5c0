/* data_folder.h - where real data and reference numbers are. */
#ifndef SM_TESTS_DATA_FOLDER_H
#define SM_TESTS_DATA_FOLDER_H

#include <stdlib.h>

/* The folder that SIMOOM_DATA names; NULL where it names none. */
static inline const char *data_folder(void) {
  const char *folder = getenv("SIMOOM_DATA");
  return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

#endif
