/* source.h - sources of a case, in SI units: of particles, of scalars and of reacting gas.
 *
 * As in case.h: defaults are filled in, an optional number that was not given is NAN, strings are
 * never NULL. Times are s after the start of the run, the first of the winds. */
#ifndef SM_CASE_SOURCE_H
#define SM_CASE_SOURCE_H

#include "cell/particles/source_shape.h"
#include <stddef.h>

/* Position in one of three forms; NAN: not given. */
struct sm_draft_place {
  double position[2];         /* m */
  double latitude, longitude; /* deg */
  double easting, northing;   /* m */
};

/* Coordinates as those of a station (enum sm_position_kind in `position`): local m from the
 * south-west corner of the domain without margin, or on Earth. */
struct sm_case_source {
  char *name;
  enum sm_source_shape shape;
  struct sm_draft_place given; /* becomes position and place */
  int coordinates;             /* of the path: enum sm_coordinates; becomes position */
  int position;                /* enum sm_position_kind, of the path too; NONE: of DOMAIN, and of
                                  GROUND everywhere */
  double place[2], end[2];     /* see above; end: of a line */
  double height, end_height;   /* m above the ground */
  double size[3];              /* m, of a box, may be 0; 0: absent */
  double radius, inner_radius; /* m; 0: absent */
  double (*path)[4];           /* s, x, y as place, m above the ground; times rise */
  size_t path_count;           /* 0: of path_file */
  char *path_file;             /* CSV of such points, "" when none */
  double start, stop; /* s; at once when equal; start -INFINITY: from the start of spin_up; stop
                         INFINITY: until the end of the run; NAN: of the file of a path or of
                         rates, see domain/sources/releases.h */
  double mass;        /* kg in all; NAN: rate or rates tell, or the wind, of GROUND */
  double rate;        /* kg/s; NAN */
  double (*rates)[2]; /* s, kg/s: linear between them, 0 outside */
  size_t rate_count;  /* 0: mass, rate, or rate_file tells */
  char *rate_file;    /* CSV of s, kg/s, "" when none */
  int line;

  /* Of particles: */
  char *species_name;
  int species;  /* index */
  double count; /* in all */
  enum sm_placement placement;
  double velocity[3]; /* m/s, in grid directions; NAN: that of the wind */
  double exit_velocity, exit_temperature, exit_diameter; /* m/s, K, m: plume rise; NAN: none */
  double grain, clay, moisture; /* of GROUND: m, diameter of saltating sand; parts of the mass */
};

#endif
