/* physics/particles/wind/wind_sampler.h - wind sampler of particles: two time levels of wind and
 * turbulence, interpolated in time, on one device (docs/theory/particles-gather.md). */
#ifndef SM_PHYSICS_PARTICLES_WIND_WIND_SAMPLER_H
#define SM_PHYSICS_PARTICLES_WIND_WIND_SAMPLER_H

#include "case/particles.h"
#include "domain/domain.h"
#include "domain/grid/state.h"

struct sm_wind_sampler;

struct sm_wind_sampler_options {
  enum sm_interpolation interpolation;
  bool turbulence;
  double structure; /* C0 */
  bool friction;    /* friction velocities of columns */
  bool reflect[2];  /* sides, top: their open faces are closed to particles */
  bool backward;    /* the wind is turned round */
};

/* Fields of the state that are taken, a bit per enum sm_field. */
unsigned sm_wind_sampler_fields(const struct sm_wind_sampler_options *options);

/* Without levels. The domain and the device must outlive it. Errors: ERR_CASE (too few cells for
 * splines), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_create(struct sm_context *ctx,
                                                 const struct sm_domain *domain,
                                                 struct sm_device *device,
                                                 const struct sm_wind_sampler_options *options,
                                                 struct sm_wind_sampler **out);
void sm_wind_sampler_destroy(struct sm_wind_sampler **sampler);

/* Takes the state as it is for a new level; what was the last level becomes the earlier one. The
 * state may be on another device, of the same precision: then by way of the host. Waits until all
 * is there. Errors: ERR_DIVERGED (a value that is not finite), ERR_USAGE (a field is missing, or
 * the precision differs), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_add(struct sm_context *ctx,
                                              struct sm_wind_sampler *sampler,
                                              const struct sm_state *state);

/* The largest component of the wind of the last level, m/s. */
double sm_wind_sampler_max_speed(const struct sm_wind_sampler *sampler);

/* What kernels of the carrier's device see a part of the way from the earlier level (0) to the last
 * one (1); with one level, that. Valid until the next call or level. Enqueued like any kernel, at
 * 0 and 1 there is nothing to do. Errors: ERR_USAGE (no level, or a part outside of 0..1),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_interpolate(struct sm_context *ctx,
                                                      struct sm_wind_sampler *sampler, double part,
                                                      struct sm_air_view *view);

/* Gives `to`, of the same domain and options on another device, the levels of `from` that it has
 * not yet: after each sm_wind_sampler_add, one. Errors: ERR_USAGE (they differ), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_copy(struct sm_context *ctx,
                                               const struct sm_wind_sampler *from,
                                               struct sm_wind_sampler *to);

#endif
