/* Version of the library. */
#include "simoom/simoom.h"

const char *sm_version(void) { return SM_VERSION; }
