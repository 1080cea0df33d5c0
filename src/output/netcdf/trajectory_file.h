/* trajectory_file.h - trajectories of particles: a CF-1.11 NetCDF-4 file with the sampling
 * geometry "trajectory", in the incomplete multidimensional form (docs/files.md).
 *
 * All are sampled at the same times, s after the start of the run. */
#ifndef SM_OUTPUT_NETCDF_TRAJECTORY_FILE_H
#define SM_OUTPUT_NETCDF_TRAJECTORY_FILE_H

#include "domain/domain.h"
#include "input/gis.h"

/* What the altitudes are of a case without terrain: a comment of `z`. */
#define SM_TRAJECTORY_FLAT "above flat ground at 0 m"

struct sm_trajectory_options {
  const struct sm_case *c;
  const struct sm_domain *domain;
  size_t count;             /* trajectories, at least 1 */
  const int64_t *id;        /* [count] of the particles, rising */
  const int *species;       /* [count] */
  const float *diameter;    /* [count] m; NULL: all are gases */
  const char *const *names; /* of the species */
  int species_count;        /* 1 .. 127 */
  bool speed;               /* samples have speeds */
  const char *device;       /* for the record */
};

struct sm_trajectory_file;

/* Creates `path` through a temporary name. The case and the domain must outlive the writer. Errors:
 * ERR_IO, ERR_MEMORY, ERR_FAILED (an invalid species, ids that do not increase). */
SM_CHECKED enum sm_status sm_trajectory_file_create(struct sm_context *ctx, const char *path,
                                                    const struct sm_trajectory_options *options,
                                                    struct sm_trajectory_file **out);

/* Goes on with a file that a stopped run has left, after its first `samples`. Errors: ERR_DATA (no
 * such file, of another case or of other particles, or shorter), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_trajectory_file_resume(struct sm_context *ctx, const char *path,
                                                    const struct sm_trajectory_options *options,
                                                    size_t samples,
                                                    struct sm_trajectory_file **out);

/* Appends a sample. place: [count] x, y (m from the south-west corner of the domain's grid) and z
 * (m above its origin[2]); all three NAN while the particle is not on its way (not released yet,
 * deposited, gone). speed: [count] m/s, of those on their way; NULL without. Written to the disk
 * when a good deal has gathered. Errors: ERR_FAILED (a time that does not rise, nor fall; part of a
 * place not finite), ERR_IO. */
SM_CHECKED enum sm_status sm_trajectory_file_add(struct sm_context *ctx,
                                                 struct sm_trajectory_file *file, double time,
                                                 const double (*place)[3], const float *speed);

/* Writes what has gathered. */
SM_CHECKED enum sm_status sm_trajectory_file_flush(struct sm_context *ctx,
                                                   struct sm_trajectory_file *file);

/* Samples added so far. */
size_t sm_trajectory_file_samples(const struct sm_trajectory_file *file);

/* As of sm_plume_file; what has gathered is written first. */
SM_CHECKED enum sm_status sm_trajectory_file_save(struct sm_context *ctx,
                                                  struct sm_trajectory_file *file);

/* As of sm_plume_file. */
SM_CHECKED enum sm_status
sm_trajectory_file_finish(struct sm_context *ctx, struct sm_trajectory_file **file, double stopped);
void sm_trajectory_file_abandon(struct sm_trajectory_file **file);

/* trajectory_read.c: Reading the particle trajectories back (output/netcdf/trajectory_file.h). */

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
