/* device_tables.h - a mechanism's tables in the memory of a device, for device/reacting_cells.h. */
#ifndef SM_CHEM_GROUP_DEVICE_TABLES_H
#define SM_CHEM_GROUP_DEVICE_TABLES_H

#include "device/array_store.h"
#include "device/reacting_cells.h"
#include "simoom/chem.h"

struct sm_mechanism;

/* The arrays are in the store. dense_species: as of sm_group_tables_create. Errors: as of
 * sm_group_tables_create and sm_store_put. */
SM_CHECKED enum sm_status sm_reacting_tables(struct sm_context *ctx, const struct sm_mechanism *m,
                                             int32_t dense_species, struct sm_store *store,
                                             struct sm_group_tables *out);

/* Mode, method, tolerances and limits as sm_chem_advance takes them of the options (zeros stand for
 * what they do there); not CVODE, and not the options' arrays. */
void sm_reacting_options(const struct sm_chem *chem, const struct sm_chem_options *options,
                         struct sm_reacting_advance_args *out);

#endif
