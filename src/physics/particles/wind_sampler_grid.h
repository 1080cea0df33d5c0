/* physics/particles/wind_sampler_grid.h - what particles need of the domain on a device, and what
 * levels are made with. */
#ifndef SM_PHYSICS_PARTICLES_WIND_SAMPLER_GRID_H
#define SM_PHYSICS_PARTICLES_WIND_SAMPLER_GRID_H

#include "physics/particles/wind_sampler.h"

/* All pointers lead into `memory`, on the device. Columns: i + nx j; cells: + nx ny k. */
struct sm_wind_sampler_grid {
  struct sm_device *device; /* borrowed */
  int n[3];
  char *memory;
  size_t bytes;
  struct sm_particle_grid grid;
  ptrdiff_t rough_sx, rough_sy;
  const float *rough;                     /* see struct sm_node_wind */
  const struct sm_spline_power *table[3]; /* with splines, else NULL */
  const double *factor[3];                /* see struct sm_spline_lines */
  const struct sm_cut_face_cell *cut;
  int64_t cut_count;
  const int *layer; /* with friction, see struct sm_level_friction; else NULL */
  const float *height;
  double *number; /* of a reduction */
};

size_t sm_wind_sampler_grid_bytes(const struct sm_domain *domain,
                                  const struct sm_wind_sampler_options *options);

/* Errors: ERR_CASE (too few cells for splines), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_grid_create(struct sm_context *ctx,
                                                      const struct sm_domain *domain,
                                                      struct sm_device *device,
                                                      const struct sm_wind_sampler_options *options,
                                                      struct sm_wind_sampler_grid *out);
void sm_wind_sampler_grid_free(struct sm_wind_sampler_grid *grid);

#endif
