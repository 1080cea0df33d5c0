/* output/vtk/particles.h - particle snapshots for ParaView: .vtp, points with attributes. A series
 * of them is listed by sm_vtk_write_series (output/vtk/vtk.h). */
#ifndef SM_OUTPUT_VTK_PARTICLES_H
#define SM_OUTPUT_VTK_PARTICLES_H

#include <stdio.h>

#include "base/context.h"
#include "domain/domain.h"

/* Arrays of the airborne particles, [count]; NULL: not in the file. */
struct sm_particle_cloud {
  size_t count;             /* may be 0 */
  const double (*place)[3]; /* m: x, y from the south-west corner of the domain's grid, z above its
                               origin[2]; finite */
  const int64_t *id;        /* particle id */
  const int *species;       /* index */
  const float *diameter;    /* m */
  const float *mass;        /* mass represented by a particle, kg */
  const float (*velocity)[3]; /* m/s */
  const float *age;           /* time since release, s */
};

/* Writes `path` (ending in .vtp), through a temporary name. Positions are
 * complete map coordinates, as doubles. Errors: ERR_IO, ERR_MEMORY,
 * ERR_FAILED (a position that is not finite). */
SM_CHECKED enum sm_status sm_particle_vtk_write(struct sm_context *ctx, const char *path,
                                                const struct sm_domain *domain,
                                                const struct sm_particle_cloud *cloud);

/* particles_read.c: Reader of particle snapshots (.vtp) written by simoom, and their list
 * (.pvd). */

/* Particle attributes; of the velocity the speed is read. */
enum sm_particle_array {
  SM_PARTICLE_ID,
  SM_PARTICLE_SPECIES,
  SM_PARTICLE_DIAMETER,
  SM_PARTICLE_MASS,
  SM_PARTICLE_VELOCITY,
  SM_PARTICLE_AGE,
  SM_PARTICLE_POINTS,
  SM_PARTICLE_ARRAYS
};

struct sm_particle_snapshot {
  struct sm_context *ctx;
  const char *path;
  FILE *file;
  size_t count;
  long start;                      /* start of the appended data */
  long offset[SM_PARTICLE_ARRAYS]; /* offset of each array; -1: absent */
};

/* Errors: ERR_DATA (not readable, not of simoom, truncated). */
SM_CHECKED enum sm_status sm_particle_vtk_open(struct sm_context *ctx, const char *path,
                                               struct sm_particle_snapshot *out);
void sm_particle_vtk_close(struct sm_particle_snapshot *snapshot);

/* Reads an array, [count], or [count][3] for the points. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particle_vtk_read(const struct sm_particle_snapshot *snapshot,
                                               enum sm_particle_array array, double *out);

/* Reads an array for about one in `every` particles, at most `room`. The selection depends on the
 * ids only, so that it is the same at every time and in every array; the selection for 2 n is a
 * subset of that for n. Errors: those of sm_particle_vtk_read. */
SM_CHECKED enum sm_status sm_particle_vtk_some(const struct sm_particle_snapshot *snapshot,
                                               enum sm_particle_array array, size_t every,
                                               size_t room, double *out, size_t *count);

/* File, time and number of entries of a .pvd for entry `index`, from
 * 0; -1: the last. Errors: ERR_DATA (not a list, or not of
 * particles), ERR_USAGE (no such entry). */
SM_CHECKED enum sm_status sm_particle_vtk_list(struct sm_context *ctx, const char *path, int index,
                                               int *count, char *file, size_t size, double *time);

#endif
