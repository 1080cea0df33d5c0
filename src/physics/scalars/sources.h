/* physics/scalars/sources.h - the cells of a box that releases a scalar. */
#ifndef SM_PHYSICS_SCALARS_SOURCES_H
#define SM_PHYSICS_SCALARS_SOURCES_H

#include "physics/scalars/scalars.h"

/* Fails where a source of a scalar or of a gas that reacts lies in no air. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_scalar_sources_check(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain);

/* The same of one box, of a source of `name`. */
SM_CHECKED enum sm_status sm_scalar_source_check(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain, const char *name,
                                                 const struct sm_case_scalar_source *box);

/* Finds the cells of air of a source, each with the part of its volume that the box takes; its
 * height is above the ground of each column. A point, a line or an area takes the cells that it
 * goes through. Errors: ERR_CASE (there is no air in it), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_source_make(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                const struct sm_case_scalar *scalar,
                                                struct sm_scalar_source *source);
/* One more source of a scalar, while it is carried; c must live as long. Errors: as above. */
SM_CHECKED enum sm_status sm_scalar_add_source(struct sm_context *ctx,
                                               const struct sm_scalars *scalars,
                                               struct sm_scalar *item,
                                               const struct sm_case_scalar_source *c);

/* Seconds of a step from `time` on, s after the first output, in which it releases. */
double sm_scalar_source_active(const struct sm_case_scalar_source *c, double time, double step);

#endif
