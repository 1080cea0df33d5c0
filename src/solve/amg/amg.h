/* solve/amg/amg.h - algebraic multigrid for complex geometry: coarse unknowns follow the
 * connectivity of the air.
 *
 * The geometric levels of sm_poisson average the open faces of coarse cells. Where rooms are
 * connected by openings of one cell this couples unconnected air, and conjugate gradients need a
 * hundred iterations. Here level 0 is the same, and an unknown of a coarser level is a well
 * connected part of a coarse cell, which may hold several. Levels below 0 are sparse matrices. See
 * docs/theory/poisson.md, "Algebraic multigrid". */
#ifndef SM_SOLVE_AMG_AMG_H
#define SM_SOLVE_AMG_AMG_H

#include "solve/poisson.h"

struct sm_amg;

/* Builds the levels, on the host, from the geometry that `poisson` has on its device. `poisson` is
 * borrowed and must outlive them. Errors: ERR_MEMORY, ERR_DEVICE, ERR_FAILED (more than 2^32
 * elements on level 0, or links below it). */
SM_CHECKED enum sm_status sm_amg_create(struct sm_context *ctx, struct sm_poisson *poisson,
                                        struct sm_amg **out);
void sm_amg_destroy(struct sm_amg **amg);

/* Approximates A x = b on level 0 of the poisson by one W(2,2) cycle: level[0].x from level[0].b;
 * overwrites level[0].defect. Linear, symmetric and positive; the result does not depend on the
 * number of threads. */
void sm_amg_cycle(struct sm_amg *amg);

/* Device memory, bytes. */
size_t sm_amg_bytes(const struct sm_amg *amg);

/* Number of levels below 0, and of unknowns on level l, 1 <= l <= sm_amg_levels. */
int sm_amg_levels(const struct sm_amg *amg);
int sm_amg_unknowns(const struct sm_amg *amg, int l);

#endif
