/* row_exchange.h - sums of a device over rows that are divided among processes, for its back end.
 */
#ifndef SM_DEVICE_ROW_EXCHANGE_H
#define SM_DEVICE_ROW_EXCHANGE_H

#include "device/backend.h"
#ifdef __cplusplus
extern "C" {
#endif

/* Rows of a reduction over a box of so many rows, with those of all processes. */
int sm_device_rows_of_all(const struct sm_device *device, int rows);

/* Gets the groups of all processes, all[column + columns * plane], with those of this one in `own`.
 */
void sm_device_gather_groups(struct sm_device *device, int planes, double *own, double *all);

#ifdef __cplusplus
}
#endif
#endif
