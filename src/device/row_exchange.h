/* row_exchange.h - domain decomposition of arrays of a device (parallel/rows.h), counted in its
 * profile: halo exchange, gathering, sums over the rows of all processes. */
#ifndef SM_DEVICE_ROW_EXCHANGE_H
#define SM_DEVICE_ROW_EXCHANGE_H

#include "base/context.h"
#include "device/backend.h"
#ifdef __cplusplus
extern "C" {
#endif

struct sm_row_array;

/* Halo exchange of the `width` rows next to those of this process. */
void sm_device_exchange_rows(struct sm_device *device, const struct sm_rows *rows,
                             const struct sm_row_array *array, int count, int width);
/* Gets the rows of all processes, and row 0 of one of them. */
void sm_device_gather_rows(struct sm_device *device, const struct sm_rows *rows,
                           const struct sm_row_array *array);
void sm_device_broadcast_row(struct sm_device *device, const struct sm_rows *rows,
                             const struct sm_row_array *array, int from);

/* Refuses more rows than the groups of a sum over all of them have. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_device_check_rows(struct sm_context *ctx, int rows);
/* Divides rows among the processes of a device, between groups of a sum. cut: processes + 1
 * numbers. Errors: ERR_USAGE (too many rows or processes), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_device_cut_rows(struct sm_context *ctx, const struct sm_device *device,
                                             int rows, int *cut);

/* Sums from now on are those of boxes that each process has whole, as sides and lists. Returns
 * device->rows, to be set again. */
const struct sm_rows *sm_device_sum_alone(struct sm_device *device);

/* For back ends: rows of a reduction over a box of so many rows, with those of all processes. */
int sm_device_rows_of_all(const struct sm_device *device, int rows);

/* Gets the groups of all processes, all[column + columns * plane], with those of this one in `own`.
 */
void sm_device_gather_groups(struct sm_device *device, int planes, double *own, double *all);

#ifdef __cplusplus
}
#endif
#endif
