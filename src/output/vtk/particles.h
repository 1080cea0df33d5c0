/* output/vtk/particles.h - particles at one time for ParaView: .vtp, points with the attributes of
 * each. A series of them is listed by sm_vtk_write_series (output/vtk/vtk.h). */
#ifndef SM_OUTPUT_VTK_PARTICLES_H
#define SM_OUTPUT_VTK_PARTICLES_H

#include <stdio.h>

#include "base/context.h"
#include "domain/domain.h"

/* Arrays of the particles in the air, [count]; NULL: not in the file. */
struct sm_particle_cloud {
  size_t count;             /* may be 0 */
  const double (*place)[3]; /* m: x, y from the south-west corner of the domain's grid, z above its
                               origin[2]; finite */
  const int64_t *id;        /* of the particle */
  const int *species;       /* index */
  const float *diameter;    /* m */
  const float *mass;        /* kg that the particle stands for */
  const float (*velocity)[3]; /* m/s */
  const float *age;           /* s since its release */
};

/* Writes `path` (with its ending .vtp), through a temporary name. Places are full coordinates of
 * the map, as doubles. Errors: ERR_IO, ERR_MEMORY, ERR_FAILED (a place that is not finite: which).
 */
SM_CHECKED enum sm_status sm_particle_vtk_write(struct sm_context *ctx, const char *path,
                                                const struct sm_domain *domain,
                                                const struct sm_particle_cloud *cloud);

/* particles_read.c: Reading particles at one time back, of a .vtp that simoom wrote, and the list
 * of them, a .pvd. */

/* What is known of each particle; of the velocity the speed is read. */
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
  long start;                      /* of the appended data */
  long offset[SM_PARTICLE_ARRAYS]; /* of each array in it; -1: not there */
};

/* Errors: ERR_DATA (cannot be read, not of simoom, truncated). */
SM_CHECKED enum sm_status sm_particle_vtk_open(struct sm_context *ctx, const char *path,
                                               struct sm_particle_snapshot *out);
void sm_particle_vtk_close(struct sm_particle_snapshot *snapshot);

/* The numbers of an array, [count], or [count][3] of the points. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particle_vtk_read(const struct sm_particle_snapshot *snapshot,
                                               enum sm_particle_array array, double *out);

/* The same of about one in `every` particles, at most `room` of them: which is told by their ids,
 * so that they are the same ones at every time and in every array, and those of 2 n are among those
 * of n. Errors: as above. */
SM_CHECKED enum sm_status sm_particle_vtk_some(const struct sm_particle_snapshot *snapshot,
                                               enum sm_particle_array array, size_t every,
                                               size_t room, double *out, size_t *count);

/* The file and the time of entry `index` of a .pvd, counted from 0, from the end where it is -1;
 * and how many there are. Errors: ERR_DATA (no list, of no particles), ERR_USAGE (no such entry).
 */
SM_CHECKED enum sm_status sm_particle_vtk_list(struct sm_context *ctx, const char *path, int index,
                                               int *count, char *file, size_t size, double *time);

#endif
