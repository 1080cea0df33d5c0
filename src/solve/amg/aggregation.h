/* solve/amg/aggregation.h - joining the unknowns of a level into those of the next; on the host. */
#ifndef SM_SOLVE_AMG_AGGREGATION_H
#define SM_SOLVE_AMG_AGGREGATION_H

#include "solve/amg/unknowns.h"

/* The unknowns of the level whose boxes are those of the plan. Every unknown of the finer level
 * becomes part of one of them, but those without links, which the smoother solves: coarse->count
 * may be 0. After an error too, coarse is to be freed. Errors: ERR_MEMORY, ERR_FAILED (too many
 * links). */
SM_CHECKED enum sm_status sm_unknowns_aggregate(struct sm_context *ctx,
                                                const struct sm_unknowns *fine,
                                                const struct sm_coarsening *plan,
                                                struct sm_unknowns *coarse);

#endif
