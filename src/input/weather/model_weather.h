/* input/weather/model_weather.h - wind profiles from weather model files: GRIB, and NetCDF of WRF
 * (wrfout), of wgrib2, and of the CF conventions (ERA5). */
#ifndef SM_INPUT_WEATHER_MODEL_WEATHER_H
#define SM_INPUT_WEATHER_MODEL_WEATHER_H

#include "base/context.h"
#include "input/gis.h"

struct sm_grib_message;

/* profiles.c: Wind profiles at many positions and times: weather model columns, a tower, a
 * sonde. */

/* Position of a profile. */
struct sm_model_column {
  double latitude, longitude; /* deg, WGS 84, longitude -180..180; NAN without a map */
  double xy[2];               /* m in the CRS of the domain; NAN without a CRS */
  double ground;              /* altitude of the model terrain, m; NAN: not known */
};

/* Wind and temperature at a height. */
struct sm_model_level {
  double height;      /* m above ground; NAN: only the altitude is known */
  double altitude;    /* m above sea; NAN: only the height is known */
  double u, v;        /* m/s to true east and true north */
  double temperature; /* K, of the air; NAN: not known */
};

/* Surface quantities at a position and time; NAN: not known. */
struct sm_model_surface {
  double temperature;           /* K, near-surface air temperature */
  double pressure;              /* Pa, surface pressure */
  double z0;                    /* m, roughness length */
  double friction_velocity;     /* m/s */
  double heat_flux;             /* W m-2, sensible heat flux, positive upwards */
  double boundary_layer_height; /* m above the ground */
  double cloud;                 /* cloud cover, 0..1 */
  double short_wave;            /* W m-2, downwelling at the surface */
  double rain;                  /* mm/h, precipitation rate */
  double obukhov_inverse;       /* 1/L, 1/m; 0: neutral, positive: stable */
};

struct sm_model_weather {
  double *time; /* s since 1970-01-01 UTC, rising; NAN for a single undated time */
  int time_count;
  struct sm_model_column *place;
  int place_count;
  int row_length;                   /* places per grid row; 0: not a grid */
  int most_levels;                  /* capacity for levels of each place and time */
  int *level_count;                 /* [place][time]; 0: no data */
  struct sm_model_level *level;     /* [place][time][most_levels], rising in height */
  struct sm_model_surface *surface; /* [place][time] */
};

/* Allocates profiles without positions, surface quantities and levels. Errors: ERR_MEMORY, and
 * ERR_DATA when the number of readings overflows. */
SM_CHECKED enum sm_status sm_model_weather_create(struct sm_context *ctx, int place_count,
                                                  int time_count, int most_levels,
                                                  struct sm_model_weather *out);
void sm_model_weather_free(struct sm_model_weather *weather);

struct sm_model_surface *sm_model_weather_surface(const struct sm_model_weather *weather, int place,
                                                  int time);

/* Levels of a place at a time, and their number. */
const struct sm_model_level *sm_model_weather_levels(const struct sm_model_weather *weather,
                                                     int place, int time, int *count);

/* Adds a level; ignored without wind or beyond the capacity. */
void sm_model_weather_add(struct sm_model_weather *weather, int place, int time,
                          struct sm_model_level level);

/* Completes the profiles: heights from altitudes and ground; drops levels at or below the ground or
 * without height; sorts by height and drops duplicates; 1/L from friction velocity, heat flux and
 * temperature where it is not known. Returns the number of levels without height because the ground
 * is not known. */
size_t sm_model_weather_finish(struct sm_model_weather *weather);

/* 1/L = -k g H / (rho cp T u*^3), 1/m, within -1 .. 1 (Stull, An Introduction to Boundary Layer
 * Meteorology, 1988, eq. 5.7c); NAN when H, u* or T is not known. Density of dry air; a pressure of
 * NAN becomes the standard pressure at the altitude `ground` (m; NAN: 0). */
double sm_obukhov_inverse(const struct sm_model_surface *surface, double ground);

/* U.S. Standard Atmosphere 1976 below 11 km: altitude (m) of a pressure (Pa), and its inverse. */
double sm_standard_altitude(double pressure);
double sm_standard_pressure(double altitude);

/* Frame of reference of the wind components in a file. */
enum sm_wind_frame {
  SM_FRAME_AUTO,  /* by format: grid for WRF and wgrib2, standard name for CF */
  SM_FRAME_GRID,  /* along rows and columns of the grid */
  SM_FRAME_EARTH, /* true east and north */
};

enum { SM_MEMBER_ANY = -2 };

/* List of the messages of the GRIB files of a request; starts as {0}. */
struct sm_grib_scan {
  struct sm_grib_message *message;
  size_t count;
};
void sm_grib_scan_free(struct sm_grib_scan *scan);

struct sm_weather_request {
  const char *const *paths; /* files of one grid, with several times or quantities */
  size_t path_count;
  const struct sm_crs *crs; /* CRS of the box below, m; NULL or local: degrees */
  double x[2], y[2];        /* area: x or longitude, y or latitude; minimum, maximum */
  double margin;            /* m, columns this far outside the area are included */
  double start, end;        /* s since 1970-01-01 UTC; NAN: no limit */
  double ground; /* altitude of the ground, m, for files without it; NAN: an error when heights need
                  * it */
  enum sm_wind_frame frame;
  long member; /* of an ensemble; -1: the files have one; SM_MEMBER_ANY: one of them */
  struct sm_grib_scan *scan; /* messages of GRIB files, kept between calls; NULL: not kept */
};

/* Default: limits NAN, margin 0, member -1, all else 0. */
struct sm_weather_request sm_weather_request_default(void);

/* Reads all columns in the area and its margin, and the next ones around them, so that columns
 * enclose the area. Times are those inside the limits, with the last one before and the first one
 * after where available. Files may hold different times, or different quantities at the same times;
 * they are merged. Quantities missing in all files stay NAN.
 *
 * Errors: ERR_DATA (a missing or damaged file; no wind; no coordinates; a wrong unit; the area
 * outside the file; no time inside the limits; different grids), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_files_read(struct sm_context *ctx,
                                                const struct sm_weather_request *request,
                                                struct sm_model_weather *out);

/* members.c: Lists the numbers of the members of an ensemble, rising; none when the files have no
 * members. *out: freed with sm_free. Errors: those of sm_weather_files_read. */
SM_CHECKED enum sm_status sm_weather_members_find(struct sm_context *ctx,
                                                  const struct sm_weather_request *request,
                                                  long **out, int *count);

#endif
