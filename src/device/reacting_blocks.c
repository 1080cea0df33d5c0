/* reacting_blocks.c - reacting cells of large mechanisms on a CPU, by the block functions of a GPU
 * (cell/chemistry/group_sparse.h): one thread per cell. */
#define SM_GROUP_SPARSE
#include "device/device.h"
#include "device/reacting_cells.h"
#include <omp.h>

static const struct sm_thread_group alone = {.lane = 0, .lanes = 1, .mask = 1, .fold = NULL};

static enum sm_status allocate_workspace(struct sm_context *ctx, const struct sm_device *device,
                                         size_t doubles, double **out) {
  return sm_alloc(ctx, (size_t)device->threads * doubles, sizeof **out, "chemistry of a cell", out);
}

size_t sm_reacting_blocks_doubles(const struct sm_reacting_advance_args *args, int kind) {
  return sm_reacting_advance_doubles(args, kind);
}

enum sm_status sm_reacting_blocks_rates(struct sm_context *ctx, struct sm_device *device,
                                        const struct sm_reacting_rates_args *args) {
  const size_t doubles = sm_reacting_rates_doubles(&args->cells.tables);
  SM_SCOPED double *room = NULL;
  SM_TRY(allocate_workspace(ctx, device, doubles, &room));
#pragma omp parallel for schedule(dynamic, 1) num_threads(device->threads)
  for (int64_t i = 0; i < args->cells.count; i++) {
    double *const from = room + (size_t)omp_get_thread_num() * doubles;
    const struct sm_reacting_room own = sm_reacting_rates_room(&args->cells.tables, from);
    sm_reacting_cell_rates(args, &alone, i, &own);
  }
  return SM_OK;
}

enum sm_status sm_reacting_blocks_advance(struct sm_context *ctx, struct sm_device *device,
                                          const struct sm_reacting_advance_args *args) {
  const int kind = sm_reacting_kind_of(args->method);
  const size_t doubles = sm_reacting_advance_doubles(args, kind);
  SM_SCOPED double *room = NULL;
  SM_TRY(allocate_workspace(ctx, device, doubles, &room));
#pragma omp parallel for schedule(dynamic, 1) num_threads(device->threads)
  for (int64_t i = 0; i < args->cells.count; i++) {
    double *const from = room + (size_t)omp_get_thread_num() * doubles;
    const struct sm_reacting_room own = sm_reacting_room_at(args, kind, from);
    sm_reacting_cell_advance(args, &alone, kind, args->order != NULL ? args->order[i] : i, &own);
  }
  return SM_OK;
}
