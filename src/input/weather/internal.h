/* input/weather/internal.h - files of weather models: format, grid, times, rotation of winds,
 * columns. */
#ifndef SM_INPUT_WEATHER_INTERNAL_H
#define SM_INPUT_WEATHER_INTERNAL_H

#include "input/netcdf/ncdata.h"
#include "input/weather/model_weather.h"

/* grid.c */

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

/* file.c */

/* A variable on the grid, and which of its dimensions are times, level, row, column (-1: none). */
struct sm_weather_field {
  struct sm_ncdata_variable variable;
  int t[2], z, y, x;
  int version;   /* dimension of the versions of an archive, of which the first that is there counts
                  */
  size_t levels; /* 1 without z */
  bool staggered_x, staggered_y;
};

/* How high the levels of a layer are. */
enum sm_weather_height {
  SM_HEIGHT_CONSTANT,   /* level[], m above the ground */
  SM_ALTITUDE_CONSTANT, /* level[], m above sea */
  SM_HEIGHT_FIELD,      /* the sum of the fields at[], m above the ground */
  SM_ALTITUDE_FIELD,    /* the same, m above sea; with one level more than the wind: its edges */
};

/* Why what the components of a wind are measured from is not sure. */
enum sm_frame_doubt { SM_FRAME_SURE, SM_FRAME_FLAG_AGAINST_NAME, SM_FRAME_NOT_TOLD };

/* Winds that belong together: one or more levels. */
struct sm_weather_layer {
  struct sm_weather_field u, v;
  bool along_grid; /* measured from the grid, not from east and north */
  bool westward;   /* with along_grid: u is positive against the order of the columns */
  enum sm_frame_doubt doubt;
  enum sm_weather_height kind;
  double *level; /* m, [u.levels] */
  struct sm_weather_field at[2];
  int at_count;
};

/* A quantity of sm_model_surface and where formats keep it. */
struct sm_weather_quantity {
  const char *names[8]; /* of variables, tried in this order; NULL ends them */
  const char *standard; /* standard name, tried after them; NULL: none */
  const char *unit;
  size_t offset;      /* in struct sm_model_surface */
  double sign;        /* -1 where the file counts downwards */
  double least, most; /* what lies outside cannot be, and is not known */
  bool any_unit;      /* another kind of unit is no error: another quantity is meant */
  bool of_class;      /* the file holds numbers of classes of land use */
};
#define SM_QUANTITY(MEMBER, UNIT, SIGN, LEAST, MOST, ...)                                          \
  {                                                                                                \
    .offset = offsetof(struct sm_model_surface, MEMBER), .unit = (UNIT), .sign = (SIGN),           \
    .least = (LEAST), .most = (MOST), __VA_ARGS__                                                  \
  }

struct sm_weather_file {
  struct sm_context *ctx;
  bool again; /* opened before: warnings have been given */
  const struct sm_weather_request *request;
  struct sm_ncdata data;
  struct sm_weather_grid grid;
  int time_dimension[2]; /* ids, of the slower and the faster one; -1: none */
  size_t time_size[2];   /* 1 without the dimension */
  double *time; /* s since 1970-01-01 UTC, in the order of the file; NAN: of no time that counts */
  size_t time_count;
  struct sm_weather_layer *layer;
  int layer_count, layer_room;
  struct sm_weather_field ground; /* m above sea */
  bool has_ground;
  struct sm_weather_field turn[2]; /* cosine and sine of the grid's angle; else found from places */
  bool has_turn, turn_checked;
  const struct sm_weather_quantity *quantity; /* ends with one without unit */
  const double *class_z0; /* m, roughness length by class of land use, from 0 on; NULL: not known */
  int classes;
};

/* Opens a file and lets the format that knows it describe it. On failure nothing is left open.
 * Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_file_open(struct sm_context *ctx,
                                               const struct sm_weather_request *request,
                                               const char *path, bool again,
                                               struct sm_weather_file *out);
void sm_weather_file_close(struct sm_weather_file *file);

/* How many winds by height the file has of one time. */
int sm_weather_file_levels(const struct sm_weather_file *file);

/* For formats. Finds the dimensions of a variable; `z` may be none. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_weather_field_bind(struct sm_weather_file *file,
                                                const struct sm_ncdata_variable *variable,
                                                const char *unit, struct sm_weather_field *out);

/* True when a variable lies on the grid: has its rows and columns. */
bool sm_weather_field_fits(const struct sm_weather_file *file,
                           const struct sm_ncdata_variable *variable);

/* The first variable on the grid with a CF standard name, with one level, and whose unit can be
 * converted to `unit`; false: absent. */
bool sm_weather_find_standard(struct sm_weather_file *file, const char *standard, const char *unit,
                              struct sm_ncdata_variable *out);

/* As sm_weather_field_bind for altitudes (m) or geopotentials, which are divided by `gravity`. */
SM_CHECKED enum sm_status sm_weather_field_bind_altitude(struct sm_weather_file *file,
                                                         const struct sm_ncdata_variable *variable,
                                                         double gravity,
                                                         struct sm_weather_field *out);

/* Adds a layer of two variables of wind; the rest of it is zero and its levels NAN. Errors:
 * ERR_DATA (other dimensions or units), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_file_add_layer(struct sm_weather_file *file,
                                                    const struct sm_ncdata_variable *u,
                                                    const struct sm_ncdata_variable *v,
                                                    struct sm_weather_layer **out);

/* grid_rotation.c */

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

/* times.c */

/* Reads the times from a variable of numbers or texts, with no, one or two dimensions. A time that
 * stands for nothing, or for which there is a later forecast in the file, becomes NAN. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_times_read(struct sm_weather_file *file,
                                                struct sm_ncdata_variable *variable);

/* The same of numbers without a date: counted in `unit`, where the variable names none, since a
 * text such as "2012-10-30_12:00:00". */
SM_CHECKED enum sm_status sm_weather_times_since(struct sm_weather_file *file,
                                                 struct sm_ncdata_variable *variable,
                                                 const char *unit, const char *since);

/* Finds the times by the CF conventions: valid_time, the standard names time,
 * forecast_reference_time and forecast_period, and usual names. Errors: as above. */
SM_CHECKED enum sm_status sm_weather_times_find(struct sm_weather_file *file);

/* A date and time as weather files write it: "2012-10-30_12:00:00", "2026-05-01T12", "2026050112";
 * false: not a time. Out: s since 1970-01-01 UTC. */
bool sm_weather_time_parse(const char *text, double *seconds);

/* cf.c */

/* Fills a file whose data is open: grid, times, layers, ground, quantities. Errors: ERR_DATA,
 * ERR_MEMORY; what was allocated is freed by sm_weather_file_close. */
SM_CHECKED enum sm_status sm_weather_cf_describe(struct sm_weather_file *file);

/* hrrr.c */

bool sm_weather_is_hrrr(struct sm_ncdata *file);

/* Fills a file whose data is open: grid, times, layers, ground, quantities. Errors: ERR_DATA,
 * ERR_MEMORY; what was allocated is freed by sm_weather_file_close. */
SM_CHECKED enum sm_status sm_weather_hrrr_describe(struct sm_weather_file *file);

/* wrf.c */

bool sm_weather_is_wrf(struct sm_ncdata *file);

/* Fills a file whose data is open: grid, times, layers, ground, quantities. Errors: ERR_DATA,
 * ERR_MEMORY; what was allocated is freed by sm_weather_file_close. */
SM_CHECKED enum sm_status sm_weather_wrf_describe(struct sm_weather_file *file);

/* columns.c */

/* Columns of the part of the grid are places of the weather, row by row. */

/* Reads the heights of the ground of the places, those that are not yet known. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_read_ground(struct sm_weather_file *file,
                                                 struct sm_model_weather *weather);

/* Reads time `from` of the file into time `to` of the weather: adds levels, sets what is not yet
 * known of the surface. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_read_time(struct sm_weather_file *file, size_t from, int to,
                                               struct sm_model_weather *weather);

/* moving_nest.c */

/* Reads time number `from` of the file as time `to` of the weather, whose places are those of
 * another time. *told: false, until a warning says that the grid moves. Errors: ERR_DATA (the grid
 * is not round the domain then), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_moving_read(struct sm_weather_file *file, size_t from, int to,
                                                 struct sm_model_weather *weather, bool *told);

#endif
