/* ways_file.h - reading the ways of particles back (output/trajectory_file.h). */
#ifndef SM_OUTPUT_WAYS_FILE_H
#define SM_OUTPUT_WAYS_FILE_H

#include "input/gis.h"

enum sm_way_value { SM_WAY_TIME, SM_WAY_X, SM_WAY_Y, SM_WAY_Z, SM_WAY_SPEED, SM_WAY_VALUES };

struct sm_ways {
  struct sm_context *ctx;
  const char *path;
  int id;
  size_t count, samples;        /* ways; places of each */
  double *value[SM_WAY_VALUES]; /* [count][samples] s, m, m/s; NAN where a particle is not on its
                                   way; speed NULL: not known */
  long long *number;            /* [count] of the particle */
  signed char *species;         /* [count] */
  float *diameter;              /* [count] m; NULL: not known */
  char words[8192];             /* that names lie in */
  char *name[128];              /* of the species */
  int names;
  bool has_calendar;             /* times are s since 1970-01-01 UTC */
  bool flat;                     /* no terrain: altitudes are heights above the ground */
  char title[256], stopped[128]; /* stopped: when; "" for a run that went to its end */
  double convergence;            /* deg */
  struct sm_crs crs;
};

/* Errors: ERR_DATA (damaged), ERR_MEMORY. Closed with sm_ways_close, also after an error. */
SM_CHECKED enum sm_status sm_ways_open(struct sm_context *ctx, const char *path,
                                       struct sm_ways *out);
void sm_ways_close(struct sm_ways *ways);

/* Index of a species, in the name of which blanks may be '_'; NULL: -1. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_ways_find_species(const struct sm_ways *ways, const char *name,
                                               int *out);

/* The coordinate system of an open file of simoom, of which wkt2 is freed with free(). Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ncfile_crs(struct sm_context *ctx, int id, const char *path,
                                        struct sm_crs *out);

#endif
