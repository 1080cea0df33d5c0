/* input/weather/cf.h - files of the CF conventions, variables found by their standard names or by
 * the names that weather centres give them (ERA5, ICON, COSMO, AROME, CMIP). */
#ifndef SM_INPUT_WEATHER_CF_H
#define SM_INPUT_WEATHER_CF_H

#include "input/weather/file.h"

/* Fills a file whose data is open: grid, times, layers, ground, quantities. Errors: ERR_DATA,
 * ERR_MEMORY; what was allocated is freed by sm_weather_file_close. */
SM_CHECKED enum sm_status sm_weather_cf_describe(struct sm_weather_file *file);

#endif
