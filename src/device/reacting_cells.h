/* reacting_cells.h - chemistry of many cells on a device, by mechanism tables
 * (cell/chemistry/group_cells.h). GPU: a warp or part of a warp per cell, a block per cell for
 * large mechanisms; CPU: a thread per cell. */
#ifndef SM_DEVICE_REACTING_CELLS_H
#define SM_DEVICE_REACTING_CELLS_H

#include "base/context.h"
#include "cell/chemistry/group_cells.h"

struct sm_device;

/* Production rates and time integration. All arrays are in device memory; on a GPU the calls may
 * return before completion. Errors: ERR_DATA (variable temperature without thermodynamic data),
 * ERR_DEVICE (more species than fit into the shared memory of a GPU), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reacting_rates(struct sm_context *ctx, struct sm_device *device,
                                            const struct sm_reacting_rates_args *args);
SM_CHECKED enum sm_status sm_reacting_advance(struct sm_context *ctx, struct sm_device *device,
                                              const struct sm_reacting_advance_args *args);

/* Doubles of additional work memory, sufficient for rates too: for a large mechanism on a GPU that
 * of all concurrent blocks; else 0. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_reacting_workspace_doubles(struct sm_context *ctx,
                                                        struct sm_device *device,
                                                        const struct sm_reacting_advance_args *args,
                                                        size_t *doubles);

/* Work memory, bytes, of a group for integrating a cell by RODAS4; only the counts of the tables
 * are used: species, rows, colliders, chunk, values. */
size_t sm_reacting_cell_bytes(const struct sm_group_tables *tables);
/* Maximum number of concurrent groups with a sparse matrix, on the GPU with the most
   multiprocessors. */
enum { SM_REACTING_MOST_BLOCKS = 148 };

/* Checks that the device has enough memory, before cells exist. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_reacting_fits(struct sm_context *ctx, struct sm_device *device,
                                           const struct sm_reacting_advance_args *args);

/* Adds the coefficients of the method to the arguments; for callers that bypass
   sm_reacting_advance. */
struct sm_reacting_advance_args sm_reacting_complete(const struct sm_reacting_advance_args *args);

/* Order of the cells by their number of steps in the last call: expensive cells first, similar
 * cells adjacent; failed cells (-1) come first of all. The order among cells with similar numbers
 * is undefined. room: SM_REACTING_BINS counts. */
enum { SM_REACTING_BINS = 256 };
SM_CHECKED enum sm_status sm_reacting_order(struct sm_context *ctx, struct sm_device *device,
                                            int64_t count, const int32_t *steps, int32_t *order,
                                            uint32_t *room);

/* Registers per thread, local memory per thread (bytes), concurrent blocks per multiprocessor. */
struct sm_reacting_cost {
  int registers, blocks;
  size_t local_bytes, shared_bytes;
};

/* reacting_blocks.c: large mechanisms with sparse matrices on a CPU. args: complete. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reacting_blocks_rates(struct sm_context *ctx, struct sm_device *device,
                                                   const struct sm_reacting_rates_args *args);
SM_CHECKED enum sm_status sm_reacting_blocks_advance(struct sm_context *ctx,
                                                     struct sm_device *device,
                                                     const struct sm_reacting_advance_args *args);
size_t sm_reacting_blocks_doubles(const struct sm_reacting_advance_args *args, int kind);

#ifdef SM_HAVE_CUDA
#ifdef __cplusplus
extern "C" {
#endif
/* Each returns NULL, or an error. cost: may be NULL; resources of the kernel. */
const char *sm_cuda_reacting_rates(struct sm_device *device,
                                   const struct sm_reacting_rates_args *args,
                                   struct sm_reacting_cost *cost);
/* args: as completed by sm_reacting_complete. */
const char *sm_cuda_reacting_advance(struct sm_device *device,
                                     const struct sm_reacting_advance_args *args,
                                     struct sm_reacting_cost *cost);
/* For large mechanisms. */
const char *sm_cuda_reacting_blocks_rates(struct sm_device *device,
                                          const struct sm_reacting_rates_args *args,
                                          struct sm_reacting_cost *cost);
const char *sm_cuda_reacting_blocks_advance(struct sm_device *device,
                                            const struct sm_reacting_advance_args *args,
                                            struct sm_reacting_cost *cost);
const char *sm_cuda_reacting_blocks_workspace(struct sm_device *device,
                                              const struct sm_reacting_advance_args *args,
                                              size_t *doubles);
const char *sm_cuda_reacting_order(struct sm_device *device, int64_t count, const int32_t *steps,
                                   int32_t *order, uint32_t *room);
#ifdef __cplusplus
}
#endif
#endif

#endif
