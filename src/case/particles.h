/* particles.h - particles (Lagrangian dispersion) of a case, in SI units.
 *
 * As in case.h: defaults are filled in, an optional number that was not given is NAN, strings are
 * never NULL. Times are s after the start of the run, the first of the winds. */
#ifndef SM_CASE_PARTICLES_H
#define SM_CASE_PARTICLES_H

#include <stdbool.h>
#include <stddef.h>

/* Order as in cell/particles/drag.h. */
enum sm_particle_scheme {
  SM_PARTICLES_SEMI_IMPLICIT,
  SM_PARTICLES_EULER,
  SM_PARTICLES_MIDPOINT,
  SM_PARTICLES_ETD2,
  SM_PARTICLES_ETD4
};

enum sm_interpolation { SM_INTERPOLATE_FACES, SM_INTERPOLATE_TRILINEAR, SM_INTERPOLATE_BSPLINE };

/* What becomes of a particle at a side of the domain, or at a solid. */
enum sm_particle_boundary {
  SM_PARTICLE_BC_DELETE,   /* sides and top only */
  SM_PARTICLE_BC_PERIODIC, /* sides only */
  SM_PARTICLE_BC_REFLECT,
  SM_PARTICLE_BC_DEPOSIT, /* it stays where it is, and leaves the air */
  SM_PARTICLE_BC_RESET    /* to where and how it began */
};

/* One size of a species. */
struct sm_size_class {
  double diameter; /* m; 0: a gas */
  double share;    /* of the mass; those of a species add up to 1 */
};

struct sm_case_species {
  char *name;
  struct sm_size_class *size; /* one at least; lognormal distributions are already cut up */
  size_t size_count;
  double density;   /* kg/m3, of the grains; 0: a gas */
  double half_life; /* s; INFINITY: it does not decay */
  double formation; /* s, half-life of what it is made of on its way; NAN: it is there at once */
  /* Velocity of dry deposition, m/s: NAN: from resistances and sizes; 0: none */
  double deposition;
  double schmidt;    /* of a gas, for resistances: viscosity over diffusivity */
  double extinction; /* light missed over the cross section of the grains; default 2 */
  int line;
};

/* Where particles begin. Coordinates as those of a station (enum sm_position_kind in `position`):
 * local m from the south-west corner of the domain without margin, or on Earth. */
enum sm_source_shape {
  SM_SOURCE_POINT,
  SM_SOURCE_LINE,   /* from place to end */
  SM_SOURCE_BOX,    /* place is the middle of its floor, size[2] may be 0 */
  SM_SOURCE_DISK,   /* horizontal, or a ring: inner_radius */
  SM_SOURCE_SPHERE, /* place and height are its middle */
  SM_SOURCE_DOMAIN, /* all of the air */
  SM_SOURCE_PATH,   /* moves along points */
  SM_SOURCE_GROUND  /* dust that the wind lifts, all over the ground or in a disk or box of it */
};

/* How places are chosen within a shape. */
enum sm_placement {
  SM_PLACE_RANDOM,           /* evenly, by chance */
  SM_PLACE_UNIFORM,          /* a regular lattice */
  SM_PLACE_PUBLISHED_RANDOM, /* as printed by Miglio et al. (2016): thick at the low corner */
  SM_PLACE_PUBLISHED_UNIFORM /* as printed: a step beyond the high corner */
};

struct sm_case_source {
  char *name;
  int species; /* index */
  enum sm_source_shape shape;
  enum sm_placement placement;
  int position;                /* enum sm_position_kind, of the path too; NONE: of DOMAIN, and of
                                  GROUND everywhere */
  double place[2], end[2];     /* see above; end: of a line */
  double height, end_height;   /* m above the ground */
  double size[3];              /* m, of a box; 0: absent */
  double radius, inner_radius; /* m; 0: absent */
  double (*path)[4];           /* s, x, y as place, m above the ground; times rise */
  size_t path_count;           /* 0: of path_file */
  char *path_file;             /* CSV of such points, "" when none */
  double count;                /* particles in all */
  double start, stop; /* s; at once when equal; stop INFINITY: until the end of the run; NAN: of
                         the file of a path or of rates, see domain/releases.h */
  double mass;        /* kg in all; NAN: rate or rates tell, or the wind, of GROUND */
  double rate;        /* kg/s; NAN */
  double (*rates)[2]; /* s, kg/s: linear between them, 0 outside */
  size_t rate_count;  /* 0: mass, rate, or rate_file tells */
  char *rate_file;    /* CSV of s, kg/s, "" when none */
  double velocity[3]; /* m/s, in grid directions; NAN: that of the wind */
  /* Of a stack: plume rise; NAN: none. */
  double exit_velocity, exit_temperature, exit_diameter; /* m/s, K, m */
  /* Soil of a ground source: */
  double grain, clay, moisture; /* m, diameter of the saltating sand; parts of the mass */
  int line;
};

/* Mass in boxes of a grid of its own, averaged over time. */
struct sm_case_concentration {
  bool present;
  double cell_size[3]; /* m; NAN: cells of the domain */
  double origin[2];    /* m from the south-west corner without margin; NAN: all of the domain */
  double size[2];      /* m; NAN */
  double height;       /* m, of the highest box above the lowest ground; NAN: the domain top */
  double interval; /* s, over which is averaged and after which is written; NAN: all of the run */
  double sample;   /* s between samples; NAN: chosen */
  double *thresholds; /* kg/m3: arrival times and areas are told of them */
  size_t threshold_count;
  int line;
};

/* A box whose concentration is kept in time. */
struct sm_case_particle_receptor {
  char *name;
  int position; /* enum sm_position_kind */
  double place[2];
  double height;    /* m above the ground, of its middle */
  double size[3];   /* m */
  double threshold; /* kg/m3, for the time of arrival; NAN: none */
  int line;
};

/* From where to where somebody looks. */
struct sm_case_line_of_sight {
  char *name;
  int position; /* enum sm_position_kind */
  double place[2], end[2], height, end_height;
  int line;
};

/* Collisions of grains with each other. */
struct sm_case_collisions {
  bool present;
  double restitution; /* normal, of grains */
  int line;
};

struct sm_case_particles {
  bool present;
  double duration;                     /* s; NAN: until the last wind */
  double step;                         /* s; NAN: chosen from grid and wind */
  enum sm_particle_scheme scheme;      /* default MIDPOINT */
  enum sm_interpolation interpolation; /* default FACES */
  bool turbulence;                     /* default: where there is a model of it */
  double structure; /* C0 of Kolmogorov's structure function; NAN: 2 sigma_up^4 */
  int drag;         /* enum sm_drag_model; default SCHILLER_NAUMANN */
  double air_density, air_viscosity, free_path; /* kg/m3, Pa s, m */
  double gravity;                               /* m/s2 */
  enum sm_particle_boundary lateral_boundary, top, ground,
      walls;                    /* ground: what looks up; walls: all other solids */
  double restitution, friction; /* parts of the velocity that a bounce leaves: across, along */
  bool backward;
  double seed;            /* a whole number, 0 .. 2^53 */
  double interval;        /* s between snapshots of all particles in files; NAN: none */
  double trajectories;    /* particles whose trajectories are written; 0: none */
  double trajectory_step; /* s */
  double checkpoint;      /* s of the run between checkpoints; NAN: at its end only if stopped */
  struct sm_case_species *species;
  size_t species_count;
  struct sm_case_source *source;
  size_t source_count;
  struct sm_case_collisions collisions;
  struct sm_case_concentration concentration;
  struct sm_case_particle_receptor *receptor;
  size_t receptor_count;
  struct sm_case_line_of_sight *line_of_sight;
  size_t line_of_sight_count;
  int line;
};

#endif
