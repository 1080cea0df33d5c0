/* output/netcdf/trajectory_read.h - reading the particle trajectories back
 * (output/netcdf/trajectory_file.h). */
#ifndef SM_OUTPUT_NETCDF_TRAJECTORY_READ_H
#define SM_OUTPUT_NETCDF_TRAJECTORY_READ_H

#include "input/gis.h"

enum sm_trajectory_value {
  SM_TRAJECTORY_TIME,
  SM_TRAJECTORY_X,
  SM_TRAJECTORY_Y,
  SM_TRAJECTORY_Z,
  SM_TRAJECTORY_SPEED,
  SM_TRAJECTORY_VALUES
};

struct sm_trajectories {
  struct sm_context *ctx;
  const char *path;
  int id;
  size_t count, samples;               /* trajectories; samples of each */
  double *value[SM_TRAJECTORY_VALUES]; /* [count][samples] s, m, m/s; NAN where a particle is not on
                                   its way; speed NULL: not known */
  long long *number;                   /* [count] of the particle */
  signed char *species;                /* [count] */
  float *diameter;                     /* [count] m; NULL: not known */
  char words[8192];                    /* that names lie in */
  char *name[128];                     /* of the species */
  int names;
  bool has_calendar;             /* times are s since 1970-01-01 UTC */
  bool flat;                     /* no terrain: altitudes are heights above the ground */
  char title[256], stopped[128]; /* stopped: when; "" for a run that went to its end */
  double convergence;            /* deg */
  struct sm_crs crs;
};

/* Errors: ERR_DATA (damaged), ERR_MEMORY. Closed with sm_trajectories_close, also after an error.
 */
SM_CHECKED enum sm_status sm_trajectories_open(struct sm_context *ctx, const char *path,
                                               struct sm_trajectories *out);
void sm_trajectories_close(struct sm_trajectories *trajectories);

/* Index of a species, in the name of which blanks may be '_'; NULL: -1. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_trajectories_find_species(const struct sm_trajectories *trajectories,
                                                       const char *name, int *out);

/* The coordinate system of an open file of simoom, of which wkt2 is freed with free(). Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ncfile_crs(struct sm_context *ctx, int id, const char *path,
                                        struct sm_crs *out);

#endif
