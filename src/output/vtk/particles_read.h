/* output/vtk/particles_read.h - reading particles at one time back, of a .vtp that simoom wrote,
 * and the list of them, a .pvd. */
#ifndef SM_OUTPUT_VTK_PARTICLES_READ_H
#define SM_OUTPUT_VTK_PARTICLES_READ_H

#include "base/context.h"
#include <stdio.h>

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
