/* version.h - optional libraries that simoom was built without. Not installed. */
#ifndef LAB_VERSION_H
#define LAB_VERSION_H

#include "simoom/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Their names, separated by ", "; "": none is missing. */
SM_PUBLIC const char *sm_version_without(void);

#ifdef __cplusplus
}
#endif

#endif
