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

#include "device/device.h"
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

/* csr_levels.c: Sparse-matrix levels of a multigrid cycle, on a device; shared by algebraic
 * multigrid on the grid and the solver on prisms (solve/prism/poisson.h), which have their own
 * level 0. */

struct sm_csr_levels;

/* Description of a level, on the host: rows as in cell/poisson/csr.h; colour of every unknown for
 * sweeps by colour, or NULL for Chebyshev sweeps; and the unknowns of the finer level that each one
 * combines. */
struct sm_csr_level_data {
  int count;
  const uint32_t *start;
  const struct sm_csr_link *link;
  const float *own;
  const int *colour;
  int colours;
  const uint32_t *part_start, *part; /* on level 1, elements of the arrays of level 0 */
};

/* Makes an empty hierarchy; `device` is borrowed. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_csr_levels_create(struct sm_context *ctx, struct sm_device *device,
                                               struct sm_csr_levels **out);
void sm_csr_levels_destroy(struct sm_csr_levels **levels);

/* Adds the next coarser level; at most SM_CSR_LEVELS of them. A level with at most SM_CSR_DENSE
 * unknowns is the last, and solved by its inverse. Errors: ERR_MEMORY, ERR_DEVICE. */
enum { SM_CSR_LEVELS = 48 };
SM_CHECKED enum sm_status sm_csr_levels_add(struct sm_context *ctx, struct sm_csr_levels *levels,
                                            const struct sm_csr_level_data *given);

/* Chebyshev smoother: momentum and weight of each sweep x_new = x + momentum (x - x_before) +
 * weight (b - A x) / diagonal, whose polynomial is small except on the lowest `part`-th of the
 * spectrum of A over its diagonal, bounded by 2 (Gershgorin). */
void sm_chebyshev_weights(double part, int sweeps, float *momentum, float *weight);

/* Adds to x of level 0 an approximate solution of A x = defect, by one W(2,2) cycle. Does nothing
 * without levels. */
void sm_csr_levels_correct(const struct sm_csr_levels *levels, const float *defect, float *x);

/* Minimum memory traffic of sm_csr_levels_correct, bytes. */
double sm_csr_levels_cycle_bytes(const struct sm_csr_levels *levels);

/* Device memory, bytes; number of levels; number of unknowns of level l, from 1 on. */
size_t sm_csr_levels_bytes(const struct sm_csr_levels *levels);
int sm_csr_levels_count(const struct sm_csr_levels *levels);
int sm_csr_levels_unknowns(const struct sm_csr_levels *levels, int l);

#endif
