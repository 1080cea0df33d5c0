/* source.h - sources of particles, scalars and reacting gas of a case, in SI units.
 *
 * As in case.h, defaults are filled in, optional numbers that are not given are NAN, and strings
 * are never NULL. Times are s after the start of the run (the first wind). */
#ifndef SM_CASE_SOURCE_H
#define SM_CASE_SOURCE_H

#include "cell/particles/source_shape.h"
#include <stdbool.h>
#include <stddef.h>

/* Position in one of three coordinate systems; NAN: not given. */
struct sm_draft_place {
  double position[2];         /* m */
  double latitude, longitude; /* deg */
  double easting, northing;   /* m */
};

/* Source with coordinates as for a station (enum sm_position_kind in `position`): local, m from the
 * south-west corner of the domain without margin, or geographic. */
struct sm_case_source {
  char *name;
  enum sm_source_shape shape;
  struct sm_draft_place given; /* as given; converted to position and place */
  int coordinates;             /* coordinates of the path: enum sm_coordinates; converted to
                                  position */
  int position;                /* enum sm_position_kind, also of the path; NONE for shape DOMAIN,
                                  and for GROUND without a position */
  double place[2], end[2];     /* start or centre; end of a line */
  double height, end_height;   /* m above the ground */
  double size[3];              /* size of a box, m, may be 0; 0 for other shapes */
  double radius, inner_radius; /* m; 0 for other shapes */
  double (*path)[4];           /* s, x, y as for place, m above the ground; times increase */
  size_t path_count;           /* 0: path from path_file */
  char *path_file;             /* CSV of such points; "" if not given */
  double start, stop; /* s; equal: instantaneous release; start -INFINITY: start of spin_up; stop
                         INFINITY: end of the run; NAN: from a path or rate file
                         (domain/sources/releases.h) */
  double mass;        /* total mass, kg; NAN: from rate or rates, or from the wind for GROUND */
  double rate;        /* kg/s; NAN: not given */
  double (*rates)[2]; /* s, kg/s: linear interpolation, 0 outside */
  size_t rate_count;  /* 0: from mass, rate or rate_file */
  char *rate_file;    /* CSV of s, kg/s; "" if not given */
  char *term;         /* name of a source term, from which rates and times are; "" if not given */
  int line;

  /* Particles: */
  char *species_name;
  int species;  /* index of the species */
  double count; /* total number of particles */
  enum sm_placement placement;
  double velocity[3]; /* initial velocity in grid directions, m/s; NAN: that of the wind */
  double exit_velocity, exit_temperature, exit_diameter; /* plume rise: m/s, K, m; NAN: none */
  bool dense_gas;                                        /* slumps, in a shallow layer */
  double temperature;           /* of a dense gas, K; NAN: that of the source term or of the air */
  double grain, clay, moisture; /* GROUND: diameter of saltating sand, m; clay and moisture content
                                   as mass fractions */
};

/* Models of source terms (domain/sources/terms). */
enum sm_term_model {
  SM_TERM_GAS_LEAK,
  SM_TERM_LIQUID_LEAK,
  SM_TERM_TWO_PHASE_LEAK,
  SM_TERM_POOL,
  SM_TERM_FIRE,
  SM_TERM_EXPLOSION,
  SM_TERM_MODELS
};
enum sm_pool_ground { SM_POOL_CONCRETE, SM_POOL_SOIL, SM_POOL_WATER, SM_POOL_INSULATED };

/* Source term: emission of sources from a tank, a pool, a fire or a detonation. NAN: not given. */
struct sm_case_source_term {
  char *name;
  enum sm_term_model model;
  char *substance;        /* "" for fires and explosions */
  double start, duration; /* s */
  double hole_diameter, discharge_coefficient;
  double tank_volume, tank_pressure, tank_temperature; /* m3, Pa, K */
  double liquid_mass, liquid_level;                    /* kg, m above the hole */
  double pool_mass, pool_temperature;                  /* kg, K */
  double bund_area, pool_depth;                        /* m2, m: least depth of a spreading pool */
  enum sm_pool_ground ground;
  double ground_temperature, solar_radiation;                /* K, W/m2 */
  double wind_speed;                                         /* m/s at 10 m */
  double air_pressure;                                       /* Pa */
  double heat_release_rate, fire_diameter;                   /* W, m */
  double fuel_rate, emission_factor, radiative_fraction;     /* kg/s, kg/kg, 1 */
  double explosive_mass, released_mass, respirable_fraction; /* kg, kg, 1 */
  double cloud_radius;                                       /* m */
  double (*cloud_layers)[3]; /* bottom and top as parts of the cloud top, part of the mass */
  size_t cloud_layer_count;
  int line;
};

/* finish/explosion.c: Height above the ground of the top of a detonation's cloud after two minutes,
 * m, of a mass of TNT in kg (Church 1969). */
double sm_explosion_cloud_top(double explosive_mass);

#endif
