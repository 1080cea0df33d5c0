/* input/weather/grid.h - the horizontal grid of a weather file, and the part of it around an area.
 */
#ifndef SM_INPUT_WEATHER_GRID_H
#define SM_INPUT_WEATHER_GRID_H

#include "input/netcdf/ncdata.h"
#include "input/weather/netcdf.h"

/* Rows of columns, row by row as in the file. */
struct sm_weather_grid {
  struct sm_ncdata_variable latitude_of, longitude_of; /* the variables */
  int x_dimension, y_dimension;                        /* ids */
  int staggered_x, staggered_y;                        /* ids; -1: none */
  double *latitude, *longitude;                        /* deg, [ny][nx] */
  size_t ny, nx;
  size_t time;     /* of coordinates that change with time (moving nests): which one they are of */
  bool transposed; /* x runs along the rows' dimension: from row to row */
  bool wraps;      /* round the Earth: the column after the last is the first */
  /* The part: rows j0 .. j0 + nj - 1, columns i0 .. i0 + ni - 1 modulo nx. */
  size_t j0, nj, i0, ni;
};

/* Takes the variables of latitude and longitude, of one dimension each, or of the same two (or,
 * with a first one of time, three), and sets the dimensions. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_weather_grid_bind(struct sm_ncdata *file,
                                               const struct sm_ncdata_variable *latitude,
                                               const struct sm_ncdata_variable *longitude,
                                               struct sm_weather_grid *out);

/* Reads latitudes and longitudes and finds the columns in the area, with one more on every side
 * where the file has one. Errors: ERR_DATA (the file does not cover the middle of the area, no good
 * coordinates), ERR_MEMORY. With `warn`, warns of a corner of the area that is not covered. */
SM_CHECKED enum sm_status sm_weather_grid_load(struct sm_ncdata *file,
                                               const struct sm_weather_request *request, bool warn,
                                               struct sm_weather_grid *grid);
/* Takes the coordinates of another time where they change with time. *same: whether columns then
 * stand where those of the part stood, whose first and last column were at `corner` (deg, latitude
 * and longitude): the part is theirs. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_grid_follow(struct sm_ncdata *file, size_t time,
                                                 const double corner[2][2],
                                                 struct sm_weather_grid *grid, bool *same);
void sm_weather_grid_free(struct sm_weather_grid *grid);

/* Index in latitude[] and longitude[] of column i of row j of the part. */
size_t sm_weather_grid_index(const struct sm_weather_grid *grid, size_t j, size_t i);

/* Cosine and sine of the angle from east to the direction in which columns (of a transposed grid:
 * rows) follow one another, counter-clockwise, at column i of row j of the part. */
void sm_weather_grid_direction(const struct sm_weather_grid *grid, size_t j, size_t i,
                               double direction[2]);

#endif
