/* solve/amg/amg.h - algebraic multigrid for hard geometry: coarse unknowns follow the connectivity
 * of the air.
 *
 * The levels of sm_poisson average the open faces of coarse cells; where rooms are joined by holes
 * of one cell they join what is not joined, and conjugate gradients take a hundred iterations. Here
 * level 0 is the same, and an unknown of a coarser level is a well connected part of a coarse cell:
 * a coarse cell may hold several. Levels below 0 are sparse matrices. See docs/theory/poisson.md,
 * "Algebraic multigrid". */
#ifndef SM_SOLVE_AMG_AMG_H
#define SM_SOLVE_AMG_AMG_H

#include "solve/poisson.h"

struct sm_amg;

/* Builds the levels, on the host, from the geometry that `poisson` has on its device. `poisson` is
 * borrowed and must outlive the graph. Errors: ERR_MEMORY, ERR_DEVICE, ERR_FAILED (more than 2^32
 * elements on level 0, or links below it). */
SM_CHECKED enum sm_status sm_amg_create(struct sm_context *ctx, struct sm_poisson *poisson,
                                        struct sm_amg **out);
void sm_amg_destroy(struct sm_amg **amg);

/* Approximates A x = b on level 0 of the poisson: level[0].x from level[0].b, by one W(2,2) cycle;
 * uses level[0].defect. Linear, symmetric and positive; the result does not depend on the number of
 * threads. */
void sm_amg_cycle(struct sm_amg *amg);

/* Bytes on the device. */
size_t sm_amg_bytes(const struct sm_amg *amg);

/* Levels below 0, and the number of unknowns of level l, 1 <= l <= sm_amg_levels. */
int sm_amg_levels(const struct sm_amg *amg);
int sm_amg_unknowns(const struct sm_amg *amg, int l);

#endif
