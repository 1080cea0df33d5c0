/* input/weather/grid_rotation.h - grid-relative winds: whether the components of a wind are along
 * the grid of a weather model or to the true east and north, and how the grid lies
 * (GRIB_uvRelativeToGrid, standard names, COSALPHA and SINALPHA). */
#ifndef SM_INPUT_WEATHER_GRID_ROTATION_H
#define SM_INPUT_WEATHER_GRID_ROTATION_H

#include "input/weather/file.h"

/* Sets along_grid, westward and doubt of a layer of the CF conventions, of which `named` is what
 * its names tell. Errors: ERR_DATA (u and v differ). */
SM_CHECKED enum sm_status sm_weather_frame_find(struct sm_weather_file *file,
                                                enum sm_wind_frame named,
                                                struct sm_weather_layer *layer);

/* Finds which dimension of the grid x runs along, and COSALPHA and SINALPHA. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_weather_frame_bind(struct sm_weather_file *file);

/* True when a layer is along the grid, as the case or else the file says. */
bool sm_weather_frame_is_grid(const struct sm_weather_file *file,
                              const struct sm_weather_layer *layer);

/* Warns of what was assumed of the layers where the grid, which is loaded, makes a difference. */
void sm_weather_frame_warn(struct sm_weather_file *file);

/* Warns where the cosine and sine of the file, [place], are not the turn of the columns' places. */
void sm_weather_frame_check(struct sm_weather_file *file, const struct sm_weather_layer *layer,
                            const double *cosine, const double *sine);

/* Cosine and sine of the angle from east to the grid's x, counter-clockwise, at column i of row j
 * of the part; turn: the file's own cosine and sine there, or NULL. */
void sm_weather_frame_direction(const struct sm_weather_file *file,
                                const struct sm_weather_layer *layer, size_t j, size_t i,
                                const double *turn, double direction[2]);

#endif
