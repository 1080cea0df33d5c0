/* input/weather/hrrr.h - NetCDF that wgrib2 made of GRIB2 (HRRR, RAP, NAM, GFS): a variable for
 * each quantity and level, such as UGRD_10maboveground. */
#ifndef SM_INPUT_WEATHER_HRRR_H
#define SM_INPUT_WEATHER_HRRR_H

#include "input/weather/file.h"

bool sm_weather_is_hrrr(struct sm_ncdata *file);

/* Fills a file whose data is open: grid, times, layers, ground, quantities. Errors: ERR_DATA,
 * ERR_MEMORY; what was allocated is freed by sm_weather_file_close. */
SM_CHECKED enum sm_status sm_weather_hrrr_describe(struct sm_weather_file *file);

#endif
