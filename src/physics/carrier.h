/* carrier.h - the air that carries particles: two levels in time of wind and turbulence, and the
 * one between them that particles see, on one device (docs/theory/particles-gather.md). */
#ifndef SM_PHYSICS_CARRIER_H
#define SM_PHYSICS_CARRIER_H

#include "case/particles.h"
#include "domain/domain.h"
#include "domain/state.h"

struct sm_carrier;

struct sm_carrier_options {
  enum sm_interpolation interpolation;
  bool turbulence;
  double structure; /* C0 */
  bool friction;    /* friction velocities of columns */
  bool reflect[2];  /* sides, top: their open faces are closed to particles */
  bool backward;    /* the wind is turned round */
};

/* Fields of the state that are taken, a bit per enum sm_field. */
unsigned sm_carrier_fields(const struct sm_carrier_options *options);

/* Bytes of the device; steady: one level is all that is ever taken. */
size_t sm_carrier_bytes(const struct sm_domain *domain, const struct sm_carrier_options *options,
                        bool steady);

/* Without levels. The domain and the device must outlive it. Errors: ERR_CASE (too few cells for
 * splines), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_carrier_create(struct sm_context *ctx, const struct sm_domain *domain,
                                            struct sm_device *device,
                                            const struct sm_carrier_options *options,
                                            struct sm_carrier **out);
void sm_carrier_destroy(struct sm_carrier **carrier);

/* Takes the state as it is for a new level; what was the last level becomes the earlier one. The
 * state may be on another device, of the same precision: then by way of the host. Waits until all
 * is there. Errors: ERR_DIVERGED (a value that is not finite), ERR_USAGE (a field is missing, or
 * the precision differs), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_carrier_take(struct sm_context *ctx, struct sm_carrier *carrier,
                                          const struct sm_state *state);

/* The largest component of the wind of the last level, m/s. */
double sm_carrier_fastest(const struct sm_carrier *carrier);

/* What kernels of the carrier's device see a part of the way from the earlier level (0) to the last
 * one (1); with one level, that. Valid until the next call or level. Enqueued like any kernel, at
 * 0 and 1 there is nothing to do. Errors: ERR_USAGE (no level, or a part outside of 0..1),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_carrier_between(struct sm_context *ctx, struct sm_carrier *carrier,
                                             double part, struct sm_carrier_view *view);

/* Gives `to`, of the same domain and options on another device, the levels of `from` that it has
 * not yet: after each sm_carrier_take, one. Errors: ERR_USAGE (they differ), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_carrier_copy(struct sm_context *ctx, const struct sm_carrier *from,
                                          struct sm_carrier *to);

#endif
