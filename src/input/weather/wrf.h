/* input/weather/wrf.h - the output of WRF (wrfout), with winds on the faces of its cells. */
#ifndef SM_INPUT_WEATHER_WRF_H
#define SM_INPUT_WEATHER_WRF_H

#include "input/weather/file.h"

bool sm_weather_is_wrf(struct sm_ncdata *file);

/* Fills a file whose data is open: grid, times, layers, ground, quantities. Errors: ERR_DATA,
 * ERR_MEMORY; what was allocated is freed by sm_weather_file_close. */
SM_CHECKED enum sm_status sm_weather_wrf_describe(struct sm_weather_file *file);

#endif
