/* trajectory_file.h - particle trajectories: CF-1.11 NetCDF-4 file with sampling geometry
 * "trajectory", in the incomplete multidimensional form (docs/files.md).
 *
 * All trajectories are sampled at the same times, s after the start of the run. */
#ifndef SM_OUTPUT_NETCDF_TRAJECTORY_FILE_H
#define SM_OUTPUT_NETCDF_TRAJECTORY_FILE_H

#include "domain/domain.h"
#include "input/gis.h"

/* Comment of `z` in cases without terrain. */
#define SM_TRAJECTORY_FLAT "above flat ground at 0 m"

struct sm_trajectory_options {
  const struct sm_case *c;
  const struct sm_domain *domain;
  size_t count;             /* number of trajectories, at least 1 */
  const int64_t *id;        /* [count] particle ids, rising */
  const int *species;       /* [count] */
  const float *diameter;    /* [count] m; NULL: all are gases */
  const char *const *names; /* species names */
  int species_count;        /* 1 .. 127 */
  bool speed;               /* write the speed of samples */
  const char *device;       /* device name, a file attribute */
};

struct sm_trajectory_file;

/* Creates `path` under a temporary name. Case and domain must outlive the writer. Errors: ERR_IO,
 * ERR_MEMORY, ERR_FAILED (an invalid species, ids that do not increase). */
SM_CHECKED enum sm_status sm_trajectory_file_create(struct sm_context *ctx, const char *path,
                                                    const struct sm_trajectory_options *options,
                                                    struct sm_trajectory_file **out);

/* Continues a file of a stopped run after its first `samples`. Errors: ERR_DATA (no such file,
 * another case, other particles, fewer samples), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_trajectory_file_resume(struct sm_context *ctx, const char *path,
                                                    const struct sm_trajectory_options *options,
                                                    size_t samples,
                                                    struct sm_trajectory_file **out);

/* Appends a sample. place: [count] x, y (m from the south-west corner of the grid of the
 * domain) and z (m above its origin[2]); all three NAN while the particle is inactive
 * (not yet released, deposited, gone). speed: [count] m/s of active particles; may be
 * NULL. Samples are buffered before writing. Errors: ERR_FAILED (times not monotonic;
 * position only partly finite), ERR_IO. */
SM_CHECKED enum sm_status sm_trajectory_file_add(struct sm_context *ctx,
                                                 struct sm_trajectory_file *file, double time,
                                                 const double (*place)[3], const float *speed);

/* Writes the buffered samples. */
SM_CHECKED enum sm_status sm_trajectory_file_flush(struct sm_context *ctx,
                                                   struct sm_trajectory_file *file);

/* Number of samples added. */
size_t sm_trajectory_file_samples(const struct sm_trajectory_file *file);

/* Saves the file like sm_plume_file_save, with the buffered samples. */
SM_CHECKED enum sm_status sm_trajectory_file_save(struct sm_context *ctx,
                                                  struct sm_trajectory_file *file);

/* Like sm_plume_file_finish and sm_plume_file_abandon. */
SM_CHECKED enum sm_status
sm_trajectory_file_finish(struct sm_context *ctx, struct sm_trajectory_file **file, double stopped);
void sm_trajectory_file_abandon(struct sm_trajectory_file **file);

/* trajectory_read.c: Reader of particle trajectories (output/netcdf/trajectory_file.h). */

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
  size_t count, samples;               /* trajectories; samples per trajectory */
  double *value[SM_TRAJECTORY_VALUES]; /* [count][samples] s, m, m/s; NAN while a particle is
                                        * inactive; speed NULL: not known */
  long long *number;                   /* [count] particle id */
  signed char *species;                /* [count] */
  float *diameter;                     /* [count] m; NULL: not known */
  char words[8192];                    /* storage of the names */
  char *name[128];                     /* species names */
  int names;
  bool has_calendar;             /* times in s since 1970-01-01 UTC */
  bool flat;                     /* no terrain: altitude is height above ground */
  char title[256], stopped[128]; /* stopped: time of a stop; "" for a complete run */
  double convergence;            /* deg */
  struct sm_crs crs;
};

/* Errors: ERR_DATA (damaged), ERR_MEMORY. Closed with sm_trajectories_close, also after an error.
 */
SM_CHECKED enum sm_status sm_trajectories_open(struct sm_context *ctx, const char *path,
                                               struct sm_trajectories *out);
void sm_trajectories_close(struct sm_trajectories *trajectories);

/* Index of a species; blanks in its name may be written '_'. NULL: -1. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_trajectories_find_species(const struct sm_trajectories *trajectories,
                                                       const char *name, int *out);

/* Coordinate system of an open simoom file; its wkt2 is freed with free(). Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ncfile_crs(struct sm_context *ctx, int id, const char *path,
                                        struct sm_crs *out);

#endif
