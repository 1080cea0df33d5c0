/* input/weather/grib_set.h - fields of GRIB files as a set: use of the messages, layers, grids. */
#ifndef SM_INPUT_WEATHER_GRIB_SET_H
#define SM_INPUT_WEATHER_GRIB_SET_H

#include "input/grib.h"
#include "input/weather/internal.h"

/* Use of a message. */
enum sm_grib_role {
  SM_GRIB_UNUSED,
  SM_GRIB_U,
  SM_GRIB_V,
  SM_GRIB_SPEED, /* with the direction, where no file has u and v */
  SM_GRIB_DIRECTION,
  SM_GRIB_HEIGHT, /* height, altitude or geopotential of a level */
  SM_GRIB_TEMPERATURE,
  SM_GRIB_HUMIDITY,
  SM_GRIB_LOG_PRESSURE, /* logarithm of the surface pressure */
  SM_GRIB_GROUND,
  SM_GRIB_QUANTITY, /* this plus the index in the list of quantities */
};

/* Kind of vertical coordinate: heights, pressures, hybrid and other levels of models, edges of
 * their layers. */
enum sm_grib_family {
  SM_GRIB_NO_LEVEL,
  SM_GRIB_ABOVE_GROUND,
  SM_GRIB_ABOVE_SEA,
  SM_GRIB_ISOBARIC,
  SM_GRIB_MODEL,
  SM_GRIB_EDGES
};

struct sm_grib_use {
  int role; /* enum sm_grib_role */
  enum sm_grib_family family;
  double level;
  /* grib_staggered.c: whether it lies on the columns or half a step beside them; and half steps
   * from these to the east and along the rows of the file, -1, 0 or 1. */
  bool is_placed;
  int east, along_rows;
};

struct sm_weather_grib {
  const struct sm_grib_module *module;
  struct sm_grib_message *message;
  struct sm_grib_use *use; /* [count] */
  size_t count;
  int grid;          /* message with the grid of all */
  bool by_direction; /* winds are speeds and directions */
  size_t *row_start; /* of a reduced grid, [nj + 1]; else NULL */
  double *values;    /* of one message */
  int **series;      /* lists of messages of the fields */
  int series_count, series_room;
  double *edge;    /* edges of hybrid levels */
  size_t replaced; /* messages that a later analysis replaces */
};

/* grib_staggered.c: Whether two messages lie on the same grid. */
bool sm_grib_same_grid(const struct sm_grib_message *a, const struct sm_grib_message *b);

/* grib_roles.c */

/* Sets the use of all messages, and the list of quantities of the file. */
void sm_grib_find_roles(struct sm_weather_file *file);

/* grib_layers.c */

/* Makes wind layers and the ground from the messages in use. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grib_make_layers(struct sm_weather_file *file);

/* Makes the field of a role on levels of a family, in `unit` (potentials are divided by gravity);
 * `any_time`: values of another time where there are none. *found: number of messages. Errors:
 * ERR_DATA (unit), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grib_make_field(struct sm_weather_file *file, int role,
                                             enum sm_grib_family family, const double *level,
                                             size_t levels, const char *unit, bool any_time,
                                             struct sm_weather_field *out, size_t *found);

/* grib_grid.c: Grids of GRIB messages, with columns in the order of x. */

/* Sets size and coordinates of the grid; of a list of points the size only. Errors: ERR_DATA
 * (values that are none), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grib_grid_load(struct sm_context *ctx,
                                            const struct sm_grib_module *module, const char *path,
                                            const struct sm_grib_message *message,
                                            struct sm_weather_grid *out);

/* True for the reduced Gaussian grids, whose rows have lengths of their own. */
bool sm_grib_is_reduced(const struct sm_grib_grid *grid);

/* Places of all points of another grid, deg, by ecCodes. Errors: ERR_DATA (a kind of grid that is
 * not supported, or winds along it; with the remedy). */
SM_CHECKED enum sm_status sm_grib_list_places(struct sm_context *ctx,
                                              const struct sm_grib_module *module, const char *path,
                                              const struct sm_grib_message *message,
                                              double *latitude, double *longitude);

/* Value at column i of row j from the values in the order of the file; row_start: indices of the
 * first points of the rows of a reduced grid, [nj + 1], or NULL. */
double sm_grib_grid_value(const struct sm_grib_grid *grid, const size_t *row_start, size_t nx,
                          size_t j, size_t i, const double *values);

/* grib_staggered.c */

/* Finds the grid of the columns where winds are staggered, or lie on it beside staggered ones, and
 * the shift of all messages that have one. Returns the number of staggered winds; 0: none, *columns
 * is not set. */
size_t sm_grib_find_staggered(struct sm_weather_grib *grib, struct sm_grib_message *columns);

/* Value of message n, whose values are read, at column i of row j; the mean of both neighbours
 * where it is staggered, the value of one at the rim of the grid. */
double sm_grib_column_value(const struct sm_weather_grib *grib, const struct sm_weather_grid *grid,
                            int n, size_t j, size_t i);

/* grib_projection.c */

/* Latitudes and longitudes of `count` columns of a grid in the plane of a projection (lambert,
 * polar_stereographic, mercator), (*)[nj][ni], i along x; or of a rotated sphere, in place of the
 * rotated ones. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_grib_project(struct sm_context *ctx, const char *path,
                                          const struct sm_grib_grid *grid, size_t count,
                                          double *latitude, double *longitude);

/* The same of the columns at x[ni] and rows at y[nj] of a plane, m from the first point of the
 * grid.
 */
void sm_grib_project_points(const struct sm_grib_grid *grid, const double *x, const double *y,
                            double *latitude, double *longitude);

/* Turns positions from a rotated sphere, in place. */
void sm_grib_unrotate(const double south_pole[2], size_t count, double *latitude,
                      double *longitude);

#endif
