/* row_exchange.h - domain decomposition of arrays of a device, whose rows are divided among
 * processes (parallel/rows.h): halo exchange, gathering, and sums. In the profile. */
#ifndef SM_DEVICE_ROW_EXCHANGE_H
#define SM_DEVICE_ROW_EXCHANGE_H

#include "device/backend.h"
#ifdef __cplusplus
extern "C" {
#endif

struct sm_row_array;

/* Halo exchange of the `width` rows next to those of this process. */
void sm_device_exchange_rows(struct sm_device *device, const struct sm_rows *rows,
                             const struct sm_row_array *array, int count, int width);

/* Gets the rows of all processes. */
void sm_device_gather_rows(struct sm_device *device, const struct sm_rows *rows,
                           const struct sm_row_array *array);

/* For back ends: rows of a reduction over a box of so many rows, with those of all processes; and
 * gets the groups of all, all[column + columns * plane], with those of this process in `own`. */
int sm_device_rows_of_all(const struct sm_device *device, int rows);
void sm_device_gather_groups(struct sm_device *device, int planes, double *own, double *all);

#ifdef __cplusplus
}
#endif
#endif
