/* input/netcdf/winds_format.h - what a file of winds is, and where its grid lies. */
#ifndef SM_INPUT_NETCDF_WINDS_FORMAT_H
#define SM_INPUT_NETCDF_WINDS_FORMAT_H

#include "input/netcdf/winds_file.h"

/* Finds the components of the wind, the form and the faces of the cells. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_winds_format_find(struct sm_winds_file *file);

#endif
