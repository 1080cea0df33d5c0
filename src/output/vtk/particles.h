/* output/vtk/particles.h - particles at one time for ParaView: .vtp, points with what is known of
 * each. A series of them is listed by sm_vtk_write_series (output/vtk/vtk.h). */
#ifndef SM_OUTPUT_VTK_PARTICLES_H
#define SM_OUTPUT_VTK_PARTICLES_H

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

#endif
