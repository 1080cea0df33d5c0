/* input/weather/file.h - a file of a weather model as its format describes it: which variables hold
 * the winds, their heights and what else is known. Formats fill it; reading is alike for all. */
#ifndef SM_INPUT_WEATHER_FILE_H
#define SM_INPUT_WEATHER_FILE_H

#include "input/weather/grid.h"
#include "input/weather/netcdf.h"
#include "input/weather/profiles.h"

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
 * turned into `unit`; false when there is none. */
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

#endif
