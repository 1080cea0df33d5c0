/* wind_source.h - wind model of a case, and settings of prescribed winds, in SI units. As in
 * case.h: an optional number that was not given is NAN. */
#ifndef SM_CASE_WIND_SOURCE_H
#define SM_CASE_WIND_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct sm_string_list {
  char **item;
  size_t count;
};

/* In the order of the words of the key wind.model. */
enum sm_wind_model {
  SM_WIND_DIAGNOSTIC,
  SM_WIND_VORTEX,
  SM_WIND_ROTOR,
  SM_WIND_FILE,
  SM_WIND_POINTS,
  SM_WIND_INCOMPRESSIBLE,
  SM_WIND_COMPRESSIBLE
};

/* True for models that solve the equations of motion in time, which [flow] tells of: their wind
 * changes of itself, between sides where the weather may act on it. */
static inline bool sm_wind_is_flow(enum sm_wind_model model) {
  return model == SM_WIND_INCOMPRESSIBLE || model == SM_WIND_COMPRESSIBLE;
}

struct sm_case_wind_file {
  struct sm_string_list files; /* in the order of their times */
  double times[2];             /* s after the first wind of the files: from, to; NAN: all */
  double offset;               /* s, added to the times of the files */
  int line;
};

/* Winds at scattered points. */
struct sm_case_wind_points {
  struct sm_string_list files; /* in the order of their times */
  double *times;               /* s, of each file; one file: none */
  size_t time_count;
  int coordinates; /* enum sm_coordinates */
  int line;
};

/* The analytic field of cell/particles/vortex_field.h. */
struct sm_case_vortex {
  double strength;  /* m2/s, A; below 0: down on the axis */
  double size;      /* m, L */
  int solenoidal;   /* 1: without divergence; 0: as printed */
  double center[2]; /* m from the south-west corner without margin; NAN: the middle of the domain */
  int line;
};

/* How the vortex rings of rotors move, in the order of the words of the key wind.wake. */
enum sm_rotor_wake {
  SM_WAKE_AXISYMMETRIC, /* each rotor's about its upright shaft: physics/prescribed/vortex_rings.c
                         */
  SM_WAKE_FREE          /* in three dimensions, all together: physics/prescribed/free_wake.c */
};

/* Rotors of a free wake. */
enum { SM_FREE_ROTORS = 16 };

/* A rotor. Tables in time are linear between their rows and constant before and after. */
struct sm_case_rotor {
  double place[2];    /* m from the south-west corner without margin; of a path: at its start */
  double height;      /* m, of the disk above the ground; likewise */
  double radius;      /* m */
  double thrust;      /* N; of a table: at its start */
  double (*path)[4];  /* s, m, m, m: time, place, height */
  double (*tilts)[3]; /* s, deg, deg: time, angles of the thrust to the vertical, toward x and y */
  double (*thrusts)[2]; /* s, N */
  size_t path_count, tilt_count, thrust_count;
  double torque; /* N m, of the shaft, that turns the wake; HUGE_VAL: of momentum theory */
  int clockwise; /* 1: it turns clockwise, seen from above */
  double speed;  /* rad/s */
  int blades;
  double air_density; /* kg/m3 */
  int line;
};

/* A rotor at a time. */
struct sm_rotor_pose {
  double place[3]; /* m: x, y from the south-west corner without margin, height above the ground */
  double tilt[2];  /* deg, as in the table */
  double thrust;   /* N */
};
struct sm_rotor_pose sm_case_rotor_at(const struct sm_case_rotor *rotor, double time);

/* Height of the lowest point of the disk, m above the ground. */
double sm_rotor_lowest_edge(const struct sm_rotor_pose *pose, double radius);

struct sm_case_wind_source {
  enum sm_wind_model model;
  struct sm_case_wind_file file;
  struct sm_case_wind_points points;
  bool grid_of_file; /* there is no [domain]: grid and solids are those of the files */
  struct sm_case_vortex vortex;
  struct sm_case_rotor *rotor;
  size_t rotor_count;
  double ambient[2]; /* m/s along x and y, added to the wind of rotors everywhere */
  int wake;          /* enum sm_rotor_wake */
  /* Of winds that change of themselves, rotors' and the flow solvers': */
  double interval, duration; /* s, between two winds that are written, and from first to last */
  double spin_up;            /* s before the first of them */
};

#endif
