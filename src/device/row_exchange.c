/* row_exchange.c - halo exchange and gathering of arrays of a device, whose rows are divided among
 * processes; sums over the rows of all. */
#include "device/row_exchange.h"

#include "device/device_profile.h"
#include "parallel/rows.h"

/* Of a GPU the profile does not count the kernels before. */
static double start_of_messages(const struct sm_device *device) {
  if (device->profile != NULL && device->carrier.wait != NULL)
    device->carrier.wait(device->carrier.device);
  return sm_device_profile_start(device);
}

static void end_of_messages(struct sm_device *device, const char *name, double start,
                            size_t bytes) {
  if (device->profile != NULL && device->carrier.wait != NULL)
    device->carrier.wait(device->carrier.device);
  sm_device_profile_stop(device, name, start, (double)bytes);
}

void sm_device_exchange_rows(struct sm_device *device, const struct sm_rows *rows,
                             const struct sm_row_array *array, int count, int width) {
  if (device->counts) return;
  const double start = start_of_messages(device);
  const size_t bytes = sm_rows_exchange(rows, array, count, width);
  end_of_messages(device, SM_HALO_EXCHANGE, start, bytes);
}

void sm_device_gather_rows(struct sm_device *device, const struct sm_rows *rows,
                           const struct sm_row_array *array) {
  if (device->counts) return;
  const double start = start_of_messages(device);
  const size_t bytes = sm_rows_gather(rows, array);
  end_of_messages(device, SM_GATHER, start, bytes);
}

void sm_device_broadcast_row(struct sm_device *device, const struct sm_rows *rows,
                             const struct sm_row_array *array, int from) {
  if (device->counts) return;
  const double start = start_of_messages(device);
  const size_t bytes = sm_rows_broadcast(rows, array, from);
  end_of_messages(device, SM_GATHER, start, bytes);
}

enum sm_status sm_device_check_rows(struct sm_context *ctx, int rows) {
  if (rows <= SM_REDUCTION_GROUPS * SM_REDUCTION_SLOTS) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: several processes compute a wind of at most %d rows of cells in y, and "
                 "this one has %d\n"
                 "help: turn the domain, or run it in one process",
                 SM_REDUCTION_GROUPS * SM_REDUCTION_SLOTS, rows);
}

enum sm_status sm_device_cut_rows(struct sm_context *ctx, const struct sm_device *device, int rows,
                                  int *cut) {
  const int processes = sm_parallel_count(device->group), last = rows - SM_ROWS_LEAST;
  int count = 0;
  SM_SCOPED int *allowed = NULL;
  SM_TRY(sm_device_check_rows(ctx, rows));
  SM_TRY(sm_alloc(ctx, (size_t)(rows / SM_REDUCTION_SLOTS + 1), sizeof *allowed, "cuts", &allowed));
  for (int j = SM_REDUCTION_SLOTS; j <= last; j += SM_REDUCTION_SLOTS) allowed[count++] = j;
  if (sm_rows_cut(rows, allowed, count, processes, cut)) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: %d processes for %d rows of cells in y, which are divided at multiples of "
                 "%d rows\nhelp: at most %d processes",
                 processes, rows, SM_REDUCTION_SLOTS, count + 1);
}

const struct sm_rows *sm_device_sum_alone(struct sm_device *device) {
  const struct sm_rows *rows = device->rows;
  device->rows = NULL;
  return rows;
}

int sm_device_rows_of_all(const struct sm_device *device, int rows) {
  return device->rows != NULL ? device->rows->n : rows;
}

void sm_device_gather_groups(struct sm_device *device, int planes, double *own, double *all) {
  sm_rows_gather_chunks(device->rows, SM_REDUCTION_SLOTS, planes, own, all);
}
