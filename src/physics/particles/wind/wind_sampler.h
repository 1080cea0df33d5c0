/* physics/particles/wind/wind_sampler.h - wind sampler of particles: two time levels of wind and
 * turbulence, interpolated in time, on one device (docs/theory/particles-gather.md). */
#ifndef SM_PHYSICS_PARTICLES_WIND_WIND_SAMPLER_H
#define SM_PHYSICS_PARTICLES_WIND_WIND_SAMPLER_H

#include "case/particles.h"
#include "domain/domain.h"
#include "domain/grid/state.h"
#include "parallel/parallel.h"

struct sm_wind_sampler;

struct sm_wind_sampler_options {
  enum sm_interpolation interpolation;
  bool turbulence;
  double structure; /* C0 */
  bool friction;    /* needs friction velocities of columns */
  bool reflect[2];  /* sides, top: their open faces are closed to particles */
  bool backward;    /* the wind is reversed */
  bool f64;         /* for particles in f64, too */
};

/* Fields of the state that are used, a bit per enum sm_field. */
unsigned sm_wind_sampler_fields(const struct sm_wind_sampler_options *options);

/* Makes a sampler without levels. The domain and the device must outlive it. Errors: ERR_CASE (too
 * few cells for splines), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_create(struct sm_context *ctx,
                                                 const struct sm_domain *domain,
                                                 struct sm_device *device,
                                                 const struct sm_wind_sampler_options *options,
                                                 struct sm_wind_sampler **out);
void sm_wind_sampler_destroy(struct sm_wind_sampler **sampler);

/* Adds the current state as a new level; the last level becomes the earlier one. The state may be
 * on another device of the same precision; it is then copied via the host. Waits. Errors:
 * ERR_DIVERGED (a value that is not finite), ERR_USAGE (a field is missing, or the precision
 * differs), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_add(struct sm_context *ctx,
                                              struct sm_wind_sampler *sampler,
                                              const struct sm_state *state);

/* Largest component of the wind of the last level, m/s. */
double sm_wind_sampler_max_speed(const struct sm_wind_sampler *sampler);

/* View for kernels of the sampler's device at the fraction `part` between the earlier level (0) and
 * the last one (1); with a single level, that one. Valid until the next call or level. Enqueued
 * like any kernel; at 0 and 1 nothing is computed. Errors: ERR_USAGE (no level, or a part outside
 * of 0..1), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_interpolate(struct sm_context *ctx,
                                                      struct sm_wind_sampler *sampler, double part,
                                                      struct sm_air_view *view);

/* Copies to `to`, of the same domain and options on another device, the levels of `from` that it
 * lacks: one after each sm_wind_sampler_add. Errors: ERR_USAGE (they differ), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_copy(struct sm_context *ctx,
                                               const struct sm_wind_sampler *from,
                                               struct sm_wind_sampler *to);

/* Copies the level that process 0 has added to all others, of the same domain and options; all call
 * it together. Errors: ERR_MEMORY, ERR_DEVICE, those of another process. */
SM_CHECKED enum sm_status sm_wind_sampler_share(struct sm_context *ctx,
                                                const struct sm_parallel *parallel,
                                                struct sm_wind_sampler *sampler);

#endif
