/* csr_levels.h - the levels of a multigrid cycle that are sparse matrices, on a device; shared by
 * the solver of hard geometry (solve/amg/amg.h) and that on prisms (prism.h). What they have above,
 * their level 0, is their own. */
#ifndef SM_SOLVE_AMG_CSR_LEVELS_H
#define SM_SOLVE_AMG_CSR_LEVELS_H

#include "device/device.h"

struct sm_csr_levels;

/* A level as it is given, on the host: rows as in cell/poisson/csr.h; proper colours, of every
 * unknown, for sweeps by colours, or NULL for Chebyshev's; and the unknowns of the finer level that
 * each is the union of. */
struct sm_csr_level_data {
  int count;
  const uint32_t *start;
  const struct sm_csr_link *link;
  const float *own;
  const int *colour;
  int colours;
  const uint32_t *part_start, *part; /* of level 1, elements of the arrays of level 0 */
};

/* Levels without any; `device` is borrowed. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_csr_levels_create(struct sm_context *ctx, struct sm_device *device,
                                               struct sm_csr_levels **out);
void sm_csr_levels_destroy(struct sm_csr_levels **levels);

/* Adds the next coarser level; at most SM_CSR_LEVELS of them. One of at most SM_CSR_DENSE unknowns
 * is the last, and solved by its inverse. Errors: ERR_MEMORY, ERR_DEVICE. */
enum { SM_CSR_LEVELS = 48 };
SM_CHECKED enum sm_status sm_csr_levels_add(struct sm_context *ctx, struct sm_csr_levels *levels,
                                            const struct sm_csr_level_data *given);

/* Momentum and weight of each sweep x_new = x + momentum (x - x_before) + weight (b - A x) /
 * diagonal, whose polynomial is small on all but the lowest `part`-th of the spectrum of A over its
 * diagonal, which Gershgorin's theorem ends at 2. */
void sm_chebyshev_weights(double part, int sweeps, float *momentum, float *weight);

/* Adds to x of level 0 an approximation of what A x = defect leaves, by one W(2,2) cycle. Does
 * nothing without levels. */
void sm_csr_levels_correct(const struct sm_csr_levels *levels, const float *defect, float *x);

/* Minimum memory traffic of sm_csr_levels_correct, bytes. */
double sm_csr_levels_cycle_bytes(const struct sm_csr_levels *levels);

/* Bytes on the device; levels; unknowns of level l, from 1 on. */
size_t sm_csr_levels_bytes(const struct sm_csr_levels *levels);
int sm_csr_levels_count(const struct sm_csr_levels *levels);
int sm_csr_levels_unknowns(const struct sm_csr_levels *levels, int l);

#endif
