/* input/weather/model_weather.h - winds by height from files of weather models: WRF (wrfout), HRRR
 * and other GRIB2 files converted to NetCDF by wgrib2, CF conventions (ERA5). */
#ifndef SM_INPUT_WEATHER_MODEL_WEATHER_H
#define SM_INPUT_WEATHER_MODEL_WEATHER_H

#include "base/context.h"
#include "input/gis.h"

/* profiles.c: Winds by height at many places and times: the columns of a weather model, a tower, a
 * sonde. */

/* Where a profile stands. */
struct sm_model_column {
  double latitude, longitude; /* deg, WGS 84, longitude -180..180; NAN without a map */
  double xy[2];               /* m in the CRS of the domain; NAN when none was given */
  double ground;              /* m above sea, of the model's own ground; NAN: not known */
};

/* The wind at a height. */
struct sm_model_level {
  double height;   /* m above the ground of the place; NAN: only the altitude is known */
  double altitude; /* m above sea; NAN: only the height is known */
  double u, v;     /* m/s to the true east and to the true north */
};

/* What else is known at a place and time; NAN: not known. */
struct sm_model_surface {
  double temperature;           /* K, of the air near the ground */
  double pressure;              /* Pa, at the ground */
  double z0;                    /* m, roughness length */
  double friction_velocity;     /* m/s */
  double heat_flux;             /* W m-2, sensible, positive upwards */
  double boundary_layer_height; /* m above the ground */
  double cloud;                 /* part of the sky, 0..1 */
  double short_wave;            /* W m-2, down at the ground */
  double obukhov_inverse;       /* 1/m, 0: neutral, positive: stable */
};

struct sm_model_weather {
  double *time; /* s since 1970-01-01 UTC, rising; NAN when the single time has none */
  int time_count;
  struct sm_model_column *place;
  int place_count;
  int row_length;                   /* places that follow one another in a row of a grid; 0: none */
  int most_levels;                  /* room for levels, of every place and time */
  int *level_count;                 /* [place][time]; 0: nothing is known then */
  struct sm_model_level *level;     /* [place][time][most_levels], rising in height */
  struct sm_model_surface *surface; /* [place][time] */
};

/* Makes room; places are without position, surfaces not known, levels none. Errors: ERR_MEMORY, and
 * ERR_DATA where that many readings cannot be counted. */
SM_CHECKED enum sm_status sm_model_weather_create(struct sm_context *ctx, int place_count,
                                                  int time_count, int most_levels,
                                                  struct sm_model_weather *out);
void sm_model_weather_free(struct sm_model_weather *weather);

struct sm_model_surface *sm_model_weather_surface(const struct sm_model_weather *weather, int place,
                                                  int time);

/* The levels of a place at a time, and how many. */
const struct sm_model_level *sm_model_weather_levels(const struct sm_model_weather *weather,
                                                     int place, int time, int *count);

/* Adds a level; one without wind, or for which there is no room, is left out. */
void sm_model_weather_add(struct sm_model_weather *weather, int place, int time,
                          struct sm_model_level level);

/* When all is read: heights from altitudes and the ground of the places; levels at or below the
 * ground, or without height, left out; the others rising, one of equal heights kept; 1/L from the
 * friction velocity, the heat flux and the temperature where it is not known. Returns how many
 * levels had no height because the ground is not known. */
size_t sm_model_weather_finish(struct sm_model_weather *weather);

/* 1/L = -k g H / (rho cp T u*^3), 1/m, within -1 .. 1 (Stull, An Introduction to Boundary Layer
 * Meteorology, 1988, eq. 5.7c); NAN where H, u* or T is not known. The density is that of dry air;
 * a pressure of NAN is the standard one at the altitude `ground` (m; NAN: 0). */
double sm_obukhov_inverse(const struct sm_model_surface *surface, double ground);

/* The U.S. Standard Atmosphere of 1976 below 11 km: altitude (m) of a pressure (Pa), and back. */
double sm_standard_altitude(double pressure);
double sm_standard_pressure(double altitude);

/* What the components of the wind in a file are measured from. */
enum sm_wind_frame {
  SM_FRAME_AUTO,  /* what the format says: WRF and wgrib2 the grid, CF by the standard name */
  SM_FRAME_GRID,  /* along the rows of the grid and across them */
  SM_FRAME_EARTH, /* to the true east and north */
};

struct sm_weather_request {
  const char *const *paths; /* files of one grid: of several times, or of several quantities */
  size_t path_count;
  const struct sm_crs *crs; /* the box below is in it, m; NULL or local: in degrees */
  double x[2], y[2];        /* of the area: x or longitude, y or latitude; least, greatest */
  double margin;            /* m, how far outside the area columns count too */
  double start, end;        /* s since 1970-01-01 UTC; NAN: no limit */
  double ground; /* m above sea, where the files do not tell the height of their ground; NAN: an
                    error when heights depend on it */
  enum sm_wind_frame frame;
};

/* Limits are NAN, margin 0, everything else 0. */
struct sm_weather_request sm_weather_request_default(void);

/* Reads every column in the area and its margin, and the ones next to them all round, so that the
 * area lies between columns. Times are those inside the limits, and the last before and the first
 * after them where the files have them. Files may hold other times, or other quantities of the same
 * times: they are joined. Where a file says nothing of a quantity it stays NAN.
 *
 * Errors: ERR_DATA (a file that is missing or damaged; no wind, or none known; no coordinates; a
 * wrong unit; the area outside the file; no time inside the limits; unlike grids), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_netcdf_read(struct sm_context *ctx,
                                                 const struct sm_weather_request *request,
                                                 struct sm_model_weather *out);

#endif
