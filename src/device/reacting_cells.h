/* reacting_cells.h - many reacting cells on a device, by tables (cell/chemistry/group_cells.h): a
 * warp or a part of one per cell on a GPU, a block per cell of a large mechanism; a thread per cell
 * on a CPU. */
#ifndef SM_DEVICE_REACTING_CELLS_H
#define SM_DEVICE_REACTING_CELLS_H

#include "base/context.h"
#include "cell/chemistry/group_cells.h"

struct sm_device;

/* All arrays are in the device's memory; on a GPU the calls may return before it is done.
 * Errors: ERR_DATA (a temperature shall change, and species have no thermodynamics), ERR_DEVICE
 * (more species than fit into the shared memory of a GPU), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reacting_rates(struct sm_context *ctx, struct sm_device *device,
                                            const struct sm_reacting_rates_args *args);
SM_CHECKED enum sm_status sm_reacting_advance(struct sm_context *ctx, struct sm_device *device,
                                              const struct sm_reacting_advance_args *args);

/* Doubles of work memory that the arguments ask for beside their cells, enough for rates too: of a
 * large mechanism on a GPU, for all blocks that run at a time; else 0. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_reacting_workspace_doubles(struct sm_context *ctx,
                                                        struct sm_device *device,
                                                        const struct sm_reacting_advance_args *args,
                                                        size_t *doubles);

/* Bytes that a group works on while it takes a cell through a time by RODAS4, of tables of which
 * only the counts are needed: species, rows, colliders, chunk, values. */
size_t sm_reacting_cell_bytes(const struct sm_group_tables *tables);
/* Groups that work at a time on a GPU with the most multiprocessors, where the matrix is sparse. */
enum { SM_REACTING_MOST_BLOCKS = 148 };

/* Whether the device has room for it, before there are cells. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_reacting_fits(struct sm_context *ctx, struct sm_device *device,
                                           const struct sm_reacting_advance_args *args);

/* The arguments with the coefficients of their method: of what goes past sm_reacting_advance. */
struct sm_reacting_advance_args sm_reacting_complete(const struct sm_reacting_advance_args *args);

/* The order in which cells that took so many steps last time are best taken: those that take long
 * first, like beside like; -1, those that failed, come first of all. Where cells of like numbers of
 * steps lie among each other is left open. room: SM_REACTING_BINS counts. */
enum { SM_REACTING_BINS = 256 };
SM_CHECKED enum sm_status sm_reacting_order(struct sm_context *ctx, struct sm_device *device,
                                            int64_t count, const int32_t *steps, int32_t *order,
                                            uint32_t *room);

/* Registers of a thread, bytes of a thread in memory, blocks that a multiprocessor runs. */
struct sm_reacting_cost {
  int registers, blocks;
  size_t local_bytes, shared_bytes;
};

/* reacting_blocks.c: the same of large mechanisms, whose matrix is sparse, on a CPU. args:
 * complete. Errors: ERR_MEMORY. */
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
/* Each returns NULL, or what went wrong. cost: NULL, or what the kernel takes. */
const char *sm_cuda_reacting_rates(struct sm_device *device,
                                   const struct sm_reacting_rates_args *args,
                                   struct sm_reacting_cost *cost);
/* args: complete. */
const char *sm_cuda_reacting_advance(struct sm_device *device,
                                     const struct sm_reacting_advance_args *args,
                                     struct sm_reacting_cost *cost);
/* Of large mechanisms. */
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
