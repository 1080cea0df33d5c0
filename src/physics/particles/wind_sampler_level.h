/* physics/particles/wind_sampler_level.h - the air at one time in the form in which particles
 * gather it, taken from a state. */
#ifndef SM_PHYSICS_PARTICLES_WIND_SAMPLER_LEVEL_H
#define SM_PHYSICS_PARTICLES_WIND_SAMPLER_LEVEL_H

#include "physics/particles/wind_sampler_grid.h"

/* What a level is made of, and where its parts begin, in fours of floats. */
struct sm_wind_sampler_plan {
  const struct sm_domain *domain; /* borrowed */
  struct sm_wind_sampler_options options;
  size_t faces[3], nodes, turbulence, friction; /* a part that is not wanted is empty */
  size_t size; /* fours; a multiple of SM_LEVEL_ROW, as the sizes of all parts are */
};
struct sm_wind_sampler_plan sm_wind_sampler_plan_of(const struct sm_domain *domain,
                                                    const struct sm_wind_sampler_options *options);

/* What particles see of a level. */
struct sm_air_view sm_wind_sampler_level_view(const struct sm_wind_sampler_plan *plan,
                                              const struct sm_wind_sampler_grid *grid,
                                              struct sm_float4 *level);

/* Fills a level. Errors as of sm_wind_sampler_add. */
SM_CHECKED enum sm_status sm_wind_sampler_level_fill(struct sm_context *ctx,
                                                     const struct sm_wind_sampler_plan *plan,
                                                     const struct sm_wind_sampler_grid *grid,
                                                     const struct sm_state *state,
                                                     struct sm_float4 *level);

#endif
