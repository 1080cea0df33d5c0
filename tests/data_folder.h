/* data_folder.h - folder of measured data and reference numbers. */
#ifndef SM_TESTS_DATA_FOLDER_H
#define SM_TESTS_DATA_FOLDER_H

#include <stdlib.h>

/* Folder in the environment variable SIMOOM_DATA; NULL if it is not set. */
static inline const char *data_folder(void) {
  const char *folder = getenv("SIMOOM_DATA");
  return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

#endif
