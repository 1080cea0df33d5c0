/* wind_source.h - wind model of a case, and settings of prescribed winds, in SI units. As in
 * case.h, optional numbers that are not given are NAN. */
#ifndef SM_CASE_WIND_SOURCE_H
#define SM_CASE_WIND_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct sm_string_list {
  char **item;
  size_t count;
};

/* Wind models in the order of the words of the key wind.model. */
enum sm_wind_model {
  SM_WIND_DIAGNOSTIC,
  SM_WIND_VORTEX,
  SM_WIND_ROTOR,
  SM_WIND_FILE,
  SM_WIND_POINTS,
  SM_WIND_INCOMPRESSIBLE,
  SM_WIND_COMPRESSIBLE,
  SM_WIND_RANS,
  SM_WIND_LIBRARY
};

/* Whether a model solves the equations of motion in time ([flow]); the weather acts on its
 * boundaries only. */
static inline bool sm_wind_is_flow(enum sm_wind_model model) {
  return model == SM_WIND_INCOMPRESSIBLE || model == SM_WIND_COMPRESSIBLE;
}

/* Whether a model solves the momentum equations, in time or steady. */
static inline bool sm_wind_has_momentum(enum sm_wind_model model) {
  return sm_wind_is_flow(model) || model == SM_WIND_RANS;
}

/* Whether a model computes the steady wind of each weather time. */
static inline bool sm_wind_is_steady(enum sm_wind_model model) {
  return model == SM_WIND_DIAGNOSTIC || model == SM_WIND_RANS;
}

struct sm_case_wind_file {
  struct sm_string_list files; /* in order of time */
  double times[2];             /* start and end, s after the first wind of the files; NAN: all */
  double offset;               /* offset added to the times of the files, s */
  bool overview;               /* of a library: the winds of its overview */
  int line;
};

/* Wind interpolated from scattered points. */
struct sm_case_wind_points {
  struct sm_string_list files; /* in order of time */
  double *times;               /* time of each file, s; empty for a single file */
  size_t time_count;
  int coordinates; /* enum sm_coordinates */
  int line;
};

/* Analytic vortex of cell/particles/vortex_field.h. */
struct sm_case_vortex {
  double strength;  /* strength A, m2/s; negative: downward flow on the axis */
  double size;      /* length L, m */
  int solenoidal;   /* 1: divergence-free; 0: as published */
  double center[2]; /* m from the south-west corner without margin; NAN: centre of the domain */
  int line;
};

/* Motion of the vortex rings of rotors, in the order of the words of the key wind.wake. */
enum sm_rotor_wake {
  SM_WAKE_AXISYMMETRIC, /* axisymmetric, each rotor about its vertical axis:
                           physics/prescribed/vortex_rings.c */
  SM_WAKE_FREE          /* three-dimensional, all rotors together: physics/prescribed/free_wake.c */
};

/* Maximum number of rotors with a free wake. */
enum { SM_FREE_ROTORS = 16 };

/* Rotor. Tables in time are linear between rows and constant before and after. */
struct sm_case_rotor {
  double place[2];      /* m from the south-west corner without margin; start of a path */
  double height;        /* height of the disc above the ground, m; start of a path */
  double radius;        /* radius, m */
  double thrust;        /* thrust, N; first value of a table */
  double (*path)[4];    /* s, m, m, m: time, place, height */
  double (*tilts)[3];   /* s, deg, deg: time, tilt of the thrust from the vertical toward x and y */
  double (*thrusts)[2]; /* s, N: time, thrust */
  size_t path_count, tilt_count, thrust_count;
  double torque; /* shaft torque, N m, for the swirl of the wake; HUGE_VAL: from momentum theory */
  int clockwise; /* 1: clockwise rotation, seen from above */
  double speed;  /* rotation rate, rad/s */
  int blades;
  double air_density; /* kg/m3 */
  int line;
};

/* Position, tilt and thrust of a rotor at a given time. */
struct sm_rotor_pose {
  double place[3]; /* m: x, y from the south-west corner without margin, height above the ground */
  double tilt[2];  /* deg, as in the table */
  double thrust;   /* N */
};
struct sm_rotor_pose sm_case_rotor_at(const struct sm_case_rotor *rotor, double time);

/* Lowest point of the disc, m above the ground. */
double sm_rotor_lowest_edge(const struct sm_rotor_pose *pose, double radius);

struct sm_case_wind_source {
  enum sm_wind_model model;
  struct sm_case_wind_file file; /* of model "library": the library, a single file */
  struct sm_case_wind_points points;
  bool grid_of_file; /* no [domain], or a library: grid and solids are those of the files */
  struct sm_case_vortex vortex;
  struct sm_case_rotor *rotor;
  size_t rotor_count;
  double ambient[2]; /* uniform wind along x and y added to the wind of rotors, m/s */
  int wake;          /* enum sm_rotor_wake */
  /* Unsteady winds (rotors and flow solvers): */
  double interval, duration; /* s: output interval, and time from first to last output */
  double spin_up;            /* spin-up before the first output, s */
};

#endif
