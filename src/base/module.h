/* module.h - optional modules of simoom (GDAL, ecCodes, PLplot), loaded on first use. */
#ifndef SM_BASE_MODULE_H
#define SM_BASE_MODULE_H

#include "base/context.h"

/* Loads module `name` ("simoom_gis") and returns the address of `symbol`. Search order: the folder
 * in SIMOOM_MODULES, the installation folder, the folder of the library. `need`: package to install
 * ("GDAL (Debian: libgdal32)"). Errors: ERR_DATA ("simoom was built without ..., or it is not
 * installed: <message of the loader>"; or the module was compiled with other struct layouts than
 * this library). */
SM_CHECKED enum sm_status sm_module_open(struct sm_context *ctx, const char *name,
                                         const char *symbol, const char *need, void **out);

#endif
