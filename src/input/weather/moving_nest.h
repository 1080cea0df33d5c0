/* input/weather/moving_nest.h - moving nests: columns of a weather model that stand elsewhere at
 * another time. Where they do not stand on the columns of the first time, bilinear interpolation
 * brings their winds there, level by level. */
#ifndef SM_INPUT_WEATHER_MOVING_NEST_H
#define SM_INPUT_WEATHER_MOVING_NEST_H

#include "input/weather/file.h"

/* Reads time number `from` of the file as time `to` of the weather, whose places are those of
 * another time. *told: false, until a warning says that the grid moves. Errors: ERR_DATA (the grid
 * is not round the domain then), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_moving_read(struct sm_weather_file *file, size_t from, int to,
                                                 struct sm_model_weather *weather, bool *told);

#endif
