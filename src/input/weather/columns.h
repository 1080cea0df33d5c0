/* input/weather/columns.h - from a described weather file to the winds by height of its columns. */
#ifndef SM_INPUT_WEATHER_COLUMNS_H
#define SM_INPUT_WEATHER_COLUMNS_H

#include "input/weather/file.h"

/* Columns of the part of the grid are places of the weather, row by row. */

/* Reads the heights of the ground of the places, those that are not yet known. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_read_ground(struct sm_weather_file *file,
                                                 struct sm_model_weather *weather);

/* Reads time `from` of the file into time `to` of the weather: adds levels, sets what is not yet
 * known of the surface. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_read_time(struct sm_weather_file *file, size_t from, int to,
                                               struct sm_model_weather *weather);

#endif
