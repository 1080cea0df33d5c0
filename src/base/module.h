/* module.h - optional modules of simoom (GDAL, PLplot), loaded on first use. */
#ifndef SM_BASE_MODULE_H
#define SM_BASE_MODULE_H

#include "base/context.h"

/* Opens module `name` ("simoom_gis") and gives the address of `symbol`. Looked for in the folder
 * named by SIMOOM_MODULES, then where simoom was installed, then beside the library. Errors:
 * ERR_DATA: "simoom was built without ..., or it is not installed: <what the loader says>"; `need`
 * says what the user should install ("GDAL (Debian: libgdal32)"); or the module was compiled with
 * other structures than this library. */
SM_CHECKED enum sm_status sm_module_open(struct sm_context *ctx, const char *name,
                                         const char *symbol, const char *need, void **out);

#endif
