/* physics/scalars/outputs.h - scalars of a flow: outputs, and what a stopped run keeps.
 */
#ifndef SM_PHYSICS_SCALARS_OUTPUTS_H
#define SM_PHYSICS_SCALARS_OUTPUTS_H

#include "physics/flow/view.h"
#include "physics/scalars/scalars.h"

/* What comes out is that of now: after steps of the compressible solver. */
void sm_scalars_find_outputs(const struct sm_scalars *scalars);

/* What comes out, at most `most`: temperature in K, the scalars of the case, the energy of eddies.
 * The temperature lies in scratch memory until the next step. Returns how many. */
size_t sm_scalars_outputs(const struct sm_scalars *scalars, size_t most,
                          struct sm_flow_output *out);

/* Sets one: values [z][y][x] on cells, in the unit of its output; what is in solids is kept. Mass
 * that this adds counts as emitted. Not of the compressible solver. Errors: ERR_MEMORY, ERR_DEVICE.
 */
SM_CHECKED enum sm_status sm_scalar_set(struct sm_context *ctx, const struct sm_scalars *scalars,
                                        struct sm_scalar *item, const double *values);

/* What the next steps depend on. */
void sm_scalars_parts(struct sm_scalars *scalars, struct sm_flow_view *view);

#endif
