/* physics/scalars/sources.h - sources of scalars and of reacting gas, on the device of a flow. */
#ifndef SM_PHYSICS_SCALARS_SOURCES_H
#define SM_PHYSICS_SCALARS_SOURCES_H

#include "physics/scalars/scalars.h"

/* Fails if a source of a scalar or reacting gas is outside the domain or contains no fluid cells.
 * Errors: those of sm_release_create. */
SM_CHECKED enum sm_status sm_scalar_sources_check(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain);

/* Finds release and cells of a source of the case. Errors: those of sm_release_create,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_source_make(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                const struct sm_case_source *from,
                                                struct sm_scalar_source *source);

/* Rate and, for a moving source, cells in a step of `step` s from `time` on, s after the first
 * output. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_source_step(struct sm_context *ctx, const struct sm_flow *flow,
                                                double time, double step,
                                                struct sm_scalar_source *source);

/* Adds a source to a scalar during the run: copies the release, whose source must outlive it.
 * Errors: as above. */
SM_CHECKED enum sm_status sm_scalar_add_source(struct sm_context *ctx,
                                               const struct sm_scalars *scalars,
                                               struct sm_scalar *item,
                                               const struct sm_release *release);

#endif
