#include "device/reacting_cells.h"

#include "device/device.h"
#include <omp.h>

static const struct sm_thread_group alone = {.lane = 0, .lanes = 1, .mask = 1};

/* Work memory for all CPU threads. */
static enum sm_status allocate_workspace(struct sm_context *ctx, const struct sm_device *device,
                                         size_t doubles, double **out) {
  return sm_alloc(ctx, (size_t)device->threads * doubles, sizeof **out, "chemistry of a cell", out);
}

static enum sm_status failed(struct sm_context *ctx, const struct sm_device *device,
                             const char *error) {
  return error == NULL ? SM_OK
                       : sm_fail(ctx, SM_ERR_DEVICE, "error: %s: chemistry: %s\nhelp: --device cpu",
                                 device->name, error);
}

#ifdef SM_HAVE_CUDA
static const char *rates_on_gpu(struct sm_device *device,
                                const struct sm_reacting_rates_args *args) {
  return args->cells.tables.values > 0 ? sm_cuda_reacting_blocks_rates(device, args, NULL)
                                       : sm_cuda_reacting_rates(device, args, NULL);
}

static const char *advance_on_gpu(struct sm_device *device,
                                  const struct sm_reacting_advance_args *args,
                                  struct sm_reacting_cost *cost) {
  return args->cells.tables.values > 0 ? sm_cuda_reacting_blocks_advance(device, args, cost)
                                       : sm_cuda_reacting_advance(device, args, cost);
}
#endif

enum sm_status sm_reacting_rates(struct sm_context *ctx, struct sm_device *device,
                                 const struct sm_reacting_rates_args *args) {
  const struct sm_group_tables *t = &args->cells.tables;
#ifdef SM_HAVE_CUDA
  if (!sm_device_is_host(device)) return failed(ctx, device, rates_on_gpu(device, args));
#endif
  if (t->values > 0) return sm_reacting_blocks_rates(ctx, device, args);
  const size_t doubles = sm_reacting_rates_doubles(t);
  double *room = NULL;
  SM_TRY(allocate_workspace(ctx, device, doubles, &room));
#pragma omp parallel for schedule(dynamic, 64) num_threads(device->threads)
  for (int64_t i = 0; i < args->cells.count; i++) {
    const struct sm_reacting_room own =
        sm_reacting_rates_room(t, room + (size_t)omp_get_thread_num() * doubles);
    sm_reacting_cell_rates(args, &alone, i, &own);
  }
  sm_free(room);
  return failed(ctx, device, NULL);
}

struct sm_reacting_advance_args sm_reacting_complete(const struct sm_reacting_advance_args *args) {
  struct sm_reacting_advance_args all = *args;
  all.tableau[0] = args->method == SM_REACTING_RK4 ? sm_chem_rk4 : sm_chem_rkck45;
  all.tableau[1] = args->method == SM_REACTING_RODAS3 ? sm_chem_rodas3 : sm_chem_rodas4;
  return all;
}

size_t sm_reacting_cell_bytes(const struct sm_group_tables *tables) {
  const struct sm_reacting_advance_args args = {.cells.tables = *tables,
                                                .method = SM_REACTING_RODAS4};
  const struct sm_reacting_advance_args all = sm_reacting_complete(&args);
  const int kind = sm_reacting_kind_of(all.method);
  return sizeof(double) * (tables->values > 0 ? sm_reacting_blocks_doubles(&all, kind)
                                              : sm_reacting_advance_doubles(&all, kind));
}

enum sm_status sm_reacting_workspace_doubles(struct sm_context *ctx, struct sm_device *device,
                                             const struct sm_reacting_advance_args *args,
                                             size_t *doubles) {
  const struct sm_group_tables *tables = &args->cells.tables;
  *doubles = 0;
  if (!sm_device_has_data(device) && tables->values > 0)
    *doubles = SM_REACTING_MOST_BLOCKS * sm_reacting_cell_bytes(tables) / sizeof(double);
  if (!sm_device_has_data(device)) return SM_OK;
#ifdef SM_HAVE_CUDA
  const struct sm_reacting_advance_args all = sm_reacting_complete(args);
  if (!sm_device_is_host(device) && all.cells.tables.values > 0)
    return failed(ctx, device, sm_cuda_reacting_blocks_workspace(device, &all, doubles));
#endif
  return failed(ctx, device, NULL);
}

enum sm_status sm_reacting_fits(struct sm_context *ctx, struct sm_device *device,
                                const struct sm_reacting_advance_args *args) {
#ifdef SM_HAVE_CUDA
  const struct sm_reacting_advance_args all = sm_reacting_complete(args);
  struct sm_reacting_cost cost;
  if (!sm_device_is_host(device)) return failed(ctx, device, advance_on_gpu(device, &all, &cost));
#else
  (void)args;
#endif
  return failed(ctx, device, NULL);
}

enum sm_status sm_reacting_advance(struct sm_context *ctx, struct sm_device *device,
                                   const struct sm_reacting_advance_args *args) {
  if (args->mode != SM_GROUP_ISOTHERMAL && !args->cells.tables.energy)
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: a temperature that changes asks for thermodynamics of all species");
  const struct sm_reacting_advance_args all = sm_reacting_complete(args);
#ifdef SM_HAVE_CUDA
  if (!sm_device_is_host(device)) return failed(ctx, device, advance_on_gpu(device, &all, NULL));
#endif
  if (all.cells.tables.values > 0) return sm_reacting_blocks_advance(ctx, device, &all);
  const int kind = sm_reacting_kind_of(all.method);
  const size_t doubles = sm_reacting_advance_doubles(&all, kind);
  double *room = NULL;
  SM_TRY(allocate_workspace(ctx, device, doubles, &room));
#pragma omp parallel for schedule(dynamic, 1) num_threads(device->threads)
  for (int64_t i = 0; i < all.cells.count; i++) {
    const struct sm_reacting_room own =
        sm_reacting_room_at(&all, kind, room + (size_t)omp_get_thread_num() * doubles);
    sm_reacting_cell_advance(&all, &alone, kind, all.order != NULL ? all.order[i] : i, &own);
  }
  sm_free(room);
  return failed(ctx, device, NULL);
}

enum sm_status sm_reacting_order(struct sm_context *ctx, struct sm_device *device, int64_t count,
                                 const int32_t *steps, int32_t *order, uint32_t *room) {
#ifdef SM_HAVE_CUDA
  if (!sm_device_is_host(device))
    return failed(ctx, device, sm_cuda_reacting_order(device, count, steps, order, room));
#endif
  for (int b = 0; b < SM_REACTING_BINS; b++) room[b] = 0;
  for (int64_t i = 0; i < count; i++) room[sm_reacting_work_bin(steps[i], SM_REACTING_BINS)]++;
  uint32_t before = 0;
  for (int b = 0; b < SM_REACTING_BINS; b++) {
    const uint32_t own = room[b];
    room[b] = before;
    before += own;
  }
  for (int64_t i = 0; i < count; i++)
    order[room[sm_reacting_work_bin(steps[i], SM_REACTING_BINS)]++] = (int32_t)i;
  return failed(ctx, device, NULL);
}
