/* trajectory_file.h - trajectories of particles: a CF-1.11 NetCDF-4 file with the sampling
 * geometry "trajectory", in the incomplete multidimensional form (docs/files.md).
 *
 * All are sampled at the same times, s after the start of the run. */
#ifndef SM_OUTPUT_NETCDF_TRAJECTORY_FILE_H
#define SM_OUTPUT_NETCDF_TRAJECTORY_FILE_H

#include "domain/domain.h"

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
 * ERR_IO, ERR_MEMORY, ERR_FAILED (a species that is none,
 * ids that do not rise). */
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

#endif
