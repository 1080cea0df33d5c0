/* input/weather/internal.h - weather model files: format,
 * grid, times, wind rotation, columns. */
#ifndef SM_INPUT_WEATHER_INTERNAL_H
#define SM_INPUT_WEATHER_INTERNAL_H

#include "input/netcdf/ncdata.h"
#include "input/weather/model_weather.h"

struct sm_weather_cells;

/* grid.c */

/* Rows of columns, in the order of the file. */
struct sm_weather_grid {
  struct sm_ncdata_variable latitude_of, longitude_of; /* the variables */
  int x_dimension, y_dimension;                        /* ids */
  int staggered_x, staggered_y;                        /* ids; -1: none */
  double *latitude, *longitude;                        /* deg, [ny][nx] */
  size_t ny, nx;
  size_t time;      /* time index of the coordinates of moving nests */
  bool transposed;  /* x is the dimension of rows */
  bool wraps;       /* global grid: the last column is followed by the first */
  bool is_computed; /* the coordinates are set by the format, not read from variables */
  bool is_list;     /* cells of an unstructured grid: nx of them, until the grid is loaded */
  struct sm_weather_cells *cells; /* from which values are interpolated; NULL: a grid of rows */
  /* Selected part: rows j0 .. j0 + nj - 1, columns i0 .. i0 + ni - 1 modulo nx. */
  size_t j0, nj, i0, ni;
};

/* Sets the coordinate variables and dimensions: latitude and longitude with one dimension each, or
 * with the same two (or three, with time first), in `unit`. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_weather_grid_bind(struct sm_ncdata *file,
                                               const struct sm_ncdata_variable *latitude,
                                               const struct sm_ncdata_variable *longitude,
                                               const char *unit, struct sm_weather_grid *out);

/* Reads the coordinates and selects the columns in the area, with one more on every side where the
 * file has one. `warn`: warns of a corner of the area that is not covered. Errors: ERR_DATA (the
 * file does not cover the centre of the area, invalid coordinates), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_grid_load(struct sm_ncdata *file,
                                               const struct sm_weather_request *request, bool warn,
                                               struct sm_weather_grid *grid);
/* Reads the coordinates of another time of a moving nest. *same: the columns are at the positions
 * of the selected part, whose first and last columns were at `corner` (deg, latitude and
 * longitude); the part then refers to them. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_grid_follow(struct sm_ncdata *file, size_t time,
                                                 const double corner[2][2],
                                                 struct sm_weather_grid *grid, bool *same);
void sm_weather_grid_free(struct sm_weather_grid *grid);

/* Index in latitude[] and longitude[] of column i of row j of the part. */
size_t sm_weather_grid_index(const struct sm_weather_grid *grid, size_t j, size_t i);

/* Cosine and sine of the angle from east to the direction of successive columns (of rows in a
 * transposed grid), counter-clockwise, at column i of row j of the part. */
void sm_weather_grid_direction(const struct sm_weather_grid *grid, size_t j, size_t i,
                               double direction[2]);

/* grid_mapping.c: Latitudes and longitudes from the coordinates of a CF grid mapping, for files
 * without them. *found: there are both. Errors: ERR_DATA (a mapping that is not supported, or
 * incomplete), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_grid_mapping(struct sm_ncdata *file,
                                                  struct sm_weather_grid *out, bool *found);

/* unstructured.c: Unstructured grids (ICON), interpolated to rows of columns. */

/* Area on Earth, deg; west and east are relative to the longitude of the centre. */
struct sm_weather_box {
  double latitude, longitude; /* centre */
  double south, north, west, east;
};

/* True for a NetCDF file with the places of cells (clat, clon) and no wind. */
bool sm_weather_is_grid_file(struct sm_context *ctx, const char *path);

/* Reads the places of cells, deg, from the grid file among the files of a request. Errors: ERR_DATA
 * (absent, or of another grid; names the remedy). */
SM_CHECKED enum sm_status sm_weather_cells_places(struct sm_context *ctx,
                                                  const struct sm_weather_request *request,
                                                  const char *path, size_t count, double *latitude,
                                                  double *longitude);

/* Makes the grid one of rows around an area. *covered: the cells reach its centre; else the grid is
 * as before. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_cells_interpolate(struct sm_context *ctx, const char *path,
                                                       const struct sm_weather_box *box,
                                                       struct sm_weather_grid *grid, bool *covered);
void sm_weather_cells_free(struct sm_weather_cells **cells);
size_t sm_weather_cells_count(const struct sm_weather_cells *cells);

/* Value at a place (of ny rows of nx) from those of all cells; NAN beside missing ones. */
double sm_weather_cells_value(const struct sm_weather_cells *cells, size_t place,
                              const double *values);

/* file.c */

/* Variable on the grid, and its dimensions for times, level, row and column (-1: none); of GRIB
 * files the messages instead, of which `variable` has the name and conversion of units. */
struct sm_weather_field {
  const int *message; /* [time][levels], -1: absent; NULL: NetCDF */
  struct sm_ncdata_variable variable;
  int t[2], z, y, x;
  int member;    /* member dimension of an ensemble */
  size_t chosen; /* index along it */
  int version;   /* version dimension of an archive; the first
                  * version with a value is used */
  size_t levels; /* 1 without z */
  bool staggered_x, staggered_y;
};

/* Definition of the heights of a layer. */
enum sm_weather_height {
  SM_HEIGHT_CONSTANT,    /* level[], m above the ground */
  SM_ALTITUDE_CONSTANT,  /* level[], m above sea */
  SM_HEIGHT_FIELD,       /* sum of the fields at[], m above ground */
  SM_ALTITUDE_FIELD,     /* sum of the fields, m above sea; with one more level: layer edges */
  SM_HEIGHT_HYDROSTATIC, /* at[]: temperature and, if known, humidity of hybrid levels in order from
                          * the ground; file->surface_pressure */
};

/* Doubt about the frame of reference of wind components. */
enum sm_frame_doubt { SM_FRAME_SURE, SM_FRAME_FLAG_AGAINST_NAME, SM_FRAME_NOT_TOLD };

/* Wind components on one or more levels. */
struct sm_weather_layer {
  struct sm_weather_field u, v;
  bool along_grid;   /* components along the grid, else east and north */
  bool westward;     /* with along_grid: u is positive against the column order */
  bool by_direction; /* u and v are speed and the direction that the wind comes from, deg */
  enum sm_frame_doubt doubt;
  enum sm_weather_height kind;
  double *level; /* m, [u.levels] */
  struct sm_weather_field at[2];
  int at_count;
  /* Air temperature, or potential temperature less 300 K and two parts of the pressure (WRF). */
  struct sm_weather_field warmth[3];
  int warmth_count;   /* 0: none */
  const double *edge; /* [2 * (levels + 1)]: a (Pa) and b of the edges of hybrid levels */
};

/* Surface quantity and its variables in the file formats. */
struct sm_weather_quantity {
  const char *names[8]; /* variable names in order of preference, ends with NULL */
  const char *standard; /* standard name, tried last; may be NULL */
  const char *unit;
  size_t offset;      /* offset in struct sm_model_surface */
  double sign;        /* -1 for fluxes that are positive downwards */
  double least, most; /* valid range; other values become NAN */
  bool any_unit;      /* skip variables with another kind of unit instead of failing */
  bool of_class;      /* values are land-use classes */
};
#define SM_QUANTITY(MEMBER, UNIT, SIGN, LEAST, MOST, ...)                                          \
  {                                                                                                \
    .offset = offsetof(struct sm_model_surface, MEMBER), .unit = (UNIT), .sign = (SIGN),           \
    .least = (LEAST), .most = (MOST), __VA_ARGS__                                                  \
  }

struct sm_weather_grib;

struct sm_weather_file {
  struct sm_context *ctx;
  bool again; /* file opened again: suppress warnings */
  const struct sm_weather_request *request;
  struct sm_ncdata data;
  struct sm_weather_grid grid;
  int time_dimension[2]; /* dimension ids, slower one first; -1: none */
  size_t time_size[2];   /* 1 without the dimension */
  double *time;          /* s since 1970-01-01 UTC, in file order; NAN: ignored */
  size_t time_count;
  struct sm_weather_layer *layer;
  int layer_count, layer_room;
  struct sm_weather_field ground; /* m above sea */
  bool has_ground;
  struct sm_weather_field turn[2]; /* cosine and sine of the grid angle; else from positions */
  bool has_turn, turn_checked;
  bool marks_told;                          /* warned of marks of missing values among the winds */
  bool level_marks_told;                    /* the same of temperatures and humidity of levels */
  struct sm_weather_field surface_pressure; /* Pa, or its logarithm */
  bool of_logarithm;
  struct sm_weather_grib *grib;               /* fields of GRIB files; NULL: NetCDF */
  const struct sm_weather_quantity *quantity; /* list that ends with an item without unit */
  const double *class_z0; /* roughness length by land-use class from 0, m; may be NULL */
  int classes;
};

/* Opens a file and describes it by the matching format. Nothing stays open on failure. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_file_open(struct sm_context *ctx,
                                               const struct sm_weather_request *request,
                                               const char *path, bool again,
                                               struct sm_weather_file *out);
void sm_weather_file_close(struct sm_weather_file *file);

/* Number of wind levels in the file at one time. */
int sm_weather_file_levels(const struct sm_weather_file *file);

/* For formats: finds the dimensions of a variable; `z` is optional. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_weather_field_bind(struct sm_weather_file *file,
                                                const struct sm_ncdata_variable *variable,
                                                const char *unit, struct sm_weather_field *out);

/* Number of a member: the coordinate of its dimension, else its index. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_weather_member_number(struct sm_weather_file *file, int dimension,
                                                   size_t index, double *number);

/* True when a variable has the row and column dimensions of the grid. */
bool sm_weather_field_fits(const struct sm_weather_file *file,
                           const struct sm_ncdata_variable *variable);

/* Finds the first variable on the grid with a CF standard name, one level and a unit that converts
 * to `unit`; false: absent. */
bool sm_weather_find_standard(struct sm_weather_file *file, const char *standard, const char *unit,
                              struct sm_ncdata_variable *out);

/* Like sm_weather_field_bind for altitudes (m) or geopotentials, which are divided by `gravity`. */
SM_CHECKED enum sm_status sm_weather_field_bind_altitude(struct sm_weather_file *file,
                                                         const struct sm_ncdata_variable *variable,
                                                         double gravity,
                                                         struct sm_weather_field *out);

/* Adds a layer of two wind variables; other members are zero and its levels NAN. Errors: ERR_DATA
 * (different dimensions or units), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_file_add_layer(struct sm_weather_file *file,
                                                    const struct sm_ncdata_variable *u,
                                                    const struct sm_ncdata_variable *v,
                                                    struct sm_weather_layer **out);

/* Adds a copy of a layer, with levels of NAN. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_file_keep_layer(struct sm_weather_file *file,
                                                     const struct sm_weather_layer *layer,
                                                     struct sm_weather_layer **out);
/* Takes the last layer back. */
void sm_weather_file_drop_layer(struct sm_weather_file *file);

/* grid_rotation.c */

/* Sets along_grid, westward and doubt of a CF layer; `named`: frame by its standard names. Errors:
 * ERR_DATA (u and v differ). */
SM_CHECKED enum sm_status sm_weather_frame_find(struct sm_weather_file *file,
                                                enum sm_wind_frame named,
                                                struct sm_weather_layer *layer);

/* Finds the grid dimension of x, and COSALPHA and SINALPHA. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_weather_frame_bind(struct sm_weather_file *file);

/* True when the components of a layer follow the grid, by the case or else by the file. */
bool sm_weather_frame_is_grid(const struct sm_weather_file *file,
                              const struct sm_weather_layer *layer);

/* Warns of assumed frames of layers where the rotation of the grid matters; needs the grid. */
void sm_weather_frame_warn(struct sm_weather_file *file);

/* Warns when cosine and sine in the file, [place], disagree with the positions of the columns. */
void sm_weather_frame_check(struct sm_weather_file *file, const struct sm_weather_layer *layer,
                            const double *cosine, const double *sine);

/* Cosine and sine of the angle from east to the x axis of the grid, counter-clockwise, at column i
 * of row j of the part; turn: cosine and sine in the file there, or NULL. */
void sm_weather_frame_direction(const struct sm_weather_file *file,
                                const struct sm_weather_layer *layer, size_t j, size_t i,
                                const double *turn, double direction[2]);

/* times.c */

/* Reads the times from a numeric or text variable with zero to two
 * dimensions. Missing times, and times with a later forecast in the file,
 * become NAN. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_times_read(struct sm_weather_file *file,
                                                struct sm_ncdata_variable *variable);

/* Reads times without a reference date: in `unit` unless the variable has one, since a text such as
 * "2012-10-30_12:00:00". */
SM_CHECKED enum sm_status sm_weather_times_since(struct sm_weather_file *file,
                                                 struct sm_ncdata_variable *variable,
                                                 const char *unit, const char *since);

/* Finds the times by the CF conventions: valid_time, standard names time, forecast_reference_time
 * and forecast_period, and usual names. Errors: those of sm_weather_times_read. */
SM_CHECKED enum sm_status sm_weather_times_find(struct sm_weather_file *file);

/* Parses a date and time in formats of weather files: "2012-10-30_12:00:00", "2026-05-01T12",
 * "2026050112"; false: invalid. Out: s since 1970-01-01 UTC. */
bool sm_weather_time_parse(const char *text, double *seconds);

/* cf.c */

/* Describes an open file: grid, times, layers, ground, quantities. Errors: ERR_DATA, ERR_MEMORY;
 * sm_weather_file_close frees the memory in any case. */
SM_CHECKED enum sm_status sm_weather_cf_describe(struct sm_weather_file *file);

/* hrrr.c */

bool sm_weather_is_hrrr(struct sm_ncdata *file);

/* Describes an open file: grid, times, layers, ground, quantities. Errors: ERR_DATA, ERR_MEMORY;
 * sm_weather_file_close frees the memory in any case. */
SM_CHECKED enum sm_status sm_weather_hrrr_describe(struct sm_weather_file *file);

/* wrf.c */

bool sm_weather_is_wrf(struct sm_ncdata *file);

/* Describes an open file: grid, times, layers, ground, quantities. Errors: ERR_DATA, ERR_MEMORY;
 * sm_weather_file_close frees the memory in any case. */
SM_CHECKED enum sm_status sm_weather_wrf_describe(struct sm_weather_file *file);

/* grib.c: Sets of GRIB messages. */

/* Reads the list of messages, grid, times. Errors: ERR_DATA, ERR_MEMORY; sm_weather_file_close
 * frees the memory in any case. */
SM_CHECKED enum sm_status sm_weather_grib_describe(struct sm_weather_file *file);
void sm_weather_grib_free(struct sm_weather_grib *grib);

/* Finds the field of a quantity; *found false: absent. */
SM_CHECKED enum sm_status sm_weather_grib_quantity(struct sm_weather_file *file,
                                                   const struct sm_weather_quantity *quantity,
                                                   struct sm_weather_field *out, bool *found);

/* Reads a field of one time into out[levels][nj][ni]; absent values are NAN. */
SM_CHECKED enum sm_status sm_weather_grib_read(struct sm_weather_file *file,
                                               const struct sm_weather_field *field, size_t time,
                                               double *out);

/* True when values are interpolated along rows of different lengths. */
bool sm_weather_grib_is_reduced(const struct sm_weather_grib *grib);

/* Lists the numbers of the members in the files, at most `most`. Errors: ERR_DATA (more). */
SM_CHECKED enum sm_status sm_weather_grib_members(const struct sm_weather_file *file, long *out,
                                                  int most, int *count);

/* hydrostatic.c */

/* Heights above ground of hybrid levels by the hydrostatic equation, (*out)[levels][place]. Errors:
 * those of reading. */
SM_CHECKED enum sm_status sm_weather_hydrostatic(struct sm_weather_file *file,
                                                 const struct sm_weather_layer *layer, size_t time,
                                                 double **out);

/* columns.c */

/* Reads a field of one time around the area: (*out)[levels][nj][ni], at column centres. Freed with
 * sm_free. */
SM_CHECKED enum sm_status sm_weather_read_field(struct sm_weather_file *file,
                                                const struct sm_weather_field *field, size_t time,
                                                double **out);

/* The places of the weather are the columns of the selected part, row by row. */

/* Reads the ground height of places where it is not yet
 * known. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_read_ground(struct sm_weather_file *file,
                                                 struct sm_model_weather *weather);

/* Reads time `from` of the file into time `to` of the weather: adds levels, sets unknown surface
 * quantities. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_read_time(struct sm_weather_file *file, size_t from, int to,
                                               struct sm_model_weather *weather);

/* moving_nest.c */

/* Reads time `from` of a moving nest as time `to` of the weather, at the places of another time.
 * *told: the warning of a moving grid was given. Errors: ERR_DATA (the grid does not cover the
 * domain at this time), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_moving_read(struct sm_weather_file *file, size_t from, int to,
                                                 struct sm_model_weather *weather, bool *told);

#endif
