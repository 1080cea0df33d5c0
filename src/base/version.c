/* Version of the library, and optional libraries that it was built without. */
#include "lab/version.h"
#include "simoom/simoom.h"

const char *sm_version(void) { return SM_VERSION; }

const char *sm_version_without(void) { return SM_WITHOUT; }
