/* output/combustion.h - how much of the air of a wind file burns. */
#ifndef SM_OUTPUT_COMBUSTION_H
#define SM_OUTPUT_COMBUSTION_H

#include "output/netcdf/wind_read.h"

struct sm_burnt {
  double heat;    /* W, released by reactions in all of the air */
  double hottest; /* K */
};

/* Of a file that holds heat_release and temperature. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_wind_file_burnt(struct sm_wind_file *file, size_t time,
                                             struct sm_burnt *out);

#endif
