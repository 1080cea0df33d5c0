/* weather.h - weather of a case: stations, weather model, wind rose, library of winds, rain
 * (case/case.h). */
#ifndef SM_CASE_WEATHER_H
#define SM_CASE_WEATHER_H

#include "case/wind_source.h"
#include <stdbool.h>
#include <stddef.h>

enum sm_profile_kind {
  SM_PROFILE_UNIFORM, /* u = u_ref */
  SM_PROFILE_LOG,     /* logarithmic with Monin-Obukhov stability */
  SM_PROFILE_POWER,   /* u = u_ref (z / z_ref)^p */
  SM_PROFILE_CANOPY,  /* exponential below the canopy top, displaced log above */
  SM_PROFILE_TOWER,   /* interpolated between measurements at several heights */
};

enum sm_position_kind { SM_POSITION_NONE, SM_POSITION_LOCAL, SM_POSITION_LATLON, SM_POSITION_CRS };

/* Measurement of a station; a tower has several at the same time. */
struct sm_case_reading {
  bool has_time;
  double time;        /* s since 1970-01-01 UTC */
  double height;      /* m above ground */
  double speed;       /* m/s */
  double from;        /* direction that the wind comes from, deg clockwise from true north */
  double obukhov;     /* m, Obukhov length; INFINITY: neutral */
  double temperature; /* K; NAN if not given */
  double cloud;       /* fraction 0..1; NAN if not given */
};

struct sm_case_station {
  char *name;
  char *file; /* CSV with readings, "" for an inline station */
  enum sm_position_kind position;
  double place[2]; /* local: x, y m from the south-west corner; latlon: lat, lon deg; crs: x, y m */
  double radius;   /* radius of influence, m; INFINITY: everywhere */
  enum sm_profile_kind profile;
  double z0;                                /* roughness length at the station, m; NAN: that of the
                                               domain */
  double exponent;                          /* exponent of the power law */
  double canopy_height, canopy_attenuation; /* m; dimensionless */
  double obukhov; /* m, for readings from a file, which have none; INFINITY: neutral */
  struct sm_case_reading *reading;
  size_t reading_count;
  int line;
};

/* Reference of the wind components in a weather file: as defined by its format; along the rows of
 * its grid; true east and north. */
enum sm_wind_components { SM_COMPONENTS_AUTO, SM_COMPONENTS_GRID, SM_COMPONENTS_EARTH };

/* Output of a weather model (input/weather/model_weather.h). */
struct sm_case_model {
  struct sm_string_list files; /* files on one common grid; empty: no model */
  enum sm_wind_components components;
  bool fluxes;   /* stability from the heat fluxes of the model; else neutral */
  bool model_z0; /* roughness length of the model for its columns; else that of the domain */
  double ground; /* ground elevation of the model, m above sea level, if not in the files; NAN:
                    unknown */
  double member; /* number of the member of an ensemble; INFINITY: all; NAN: not chosen */
  int line;
};

/* True when the winds of all members of a forecast are computed. */
static inline bool sm_case_all_members(const struct sm_case_model *model) {
  return model->member > 1e9;
}

/* Directions and vertical profile of the winds of a rose or library, whose speeds are in the middle
 * of the domain. */
struct sm_case_reference_wind {
  bool present;
  double *direction;      /* directions that the wind comes from, deg clockwise from true north */
  size_t direction_count; /* 0: see even_count */
  int even_count;         /* number of equally spaced directions from north; 0: those of the rose */
  double height;          /* height of the speeds, m above ground; default 10 */
  int profile;            /* enum sm_profile_kind: uniform, log or power */
  double z0;              /* roughness length of that profile, m; NAN: that of the domain */
  double exponent;        /* exponent of the power law */
  int line;
};

/* Wind climate instead of stations: frequency of wind directions and speeds. */
struct sm_case_rose {
  struct sm_case_reference_wind wind;
  char *file;   /* CSV: input/stations/rose_table.c */
  double speed; /* speed of the computed winds, m/s; default 5 */
};

/* Winds of a library (docs/wind-library.md) instead of stations: all combinations of directions,
 * speeds and stabilities. */
struct sm_case_library {
  struct sm_case_reference_wind wind; /* default 36 directions */
  double *speed;                      /* m/s; none: 5 m/s */
  size_t speed_count;
  double *obukhov; /* Obukhov lengths, m; INFINITY: neutral; none: neutral */
  size_t obukhov_count;
  int significant_bits; /* of the mantissas of the stored velocities */
};

/* Ensemble of a release (docs/wind-library.md): uncertainty of its wind and of its rate. */
struct sm_case_ensemble {
  bool present;
  int members;
  double (*wind)[2]; /* direction (deg) and speed (m/s) of the members of a forecast, in turn */
  size_t wind_count; /* 0: all have the wind of the station */
  double direction_spread; /* standard deviation of the direction, deg */
  double speed_factor;     /* geometric standard deviation of the speed */
  double stability_spread; /* standard deviation of the inverse Obukhov length, 1/m */
  double rate_factor;      /* geometric standard deviation of the rate of the sources */
  double seed;             /* integer, 0 .. 2^53 */
  int line;
};

/* Rain, which washes particles and scalars out of the air (below-cloud scavenging). */
struct sm_case_rain {
  bool present;
  double rate;        /* mm/h; NAN: from rates */
  double (*rates)[2]; /* s, mm/h: linear interpolation, 0 outside */
  size_t rate_count;
  bool from_weather; /* rates of the weather files (struct sm_weather) */
  double cloud_base; /* m above the ground; INFINITY: rain falls through all air */
  int line;
};

/* rain.c: Rain rate of a table, mm/h, at a time in s; 0 outside of it. */
double sm_rain_interpolate(const double (*rates)[2], size_t count, double time);

struct sm_case_weather {
  struct sm_case_station *station;
  size_t station_count;
  struct sm_case_model model;
  /* stations[0..] with a file represent all stations and times in that file
   * (input/stations/stations.h) */
  double start, end;  /* s since 1970-01-01 UTC: readings outside this period are ignored; NAN: no
                         limit */
  double interpolate; /* interval of computed times, s; NAN: times of the readings */
  double temperature; /* K, if no station has one; default 288.15 */
  double cloud;       /* 0 to 1, if no station has one; default 0 */
  double vertical_scale;          /* of differences between stations, m; NAN: from their spacing */
  double match_tolerance;         /* of the wind at stations, m/s; default 0.1 */
  bool match;                     /* the first guess is corrected until the stations are met */
  struct sm_case_wind_file nest;  /* winds of a coarser run around the domain; replaces stations */
  struct sm_case_rose rose;       /* replaces stations */
  struct sm_case_library library; /* replaces stations */
  int line;
};

#endif
