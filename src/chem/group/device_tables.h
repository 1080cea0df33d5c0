/* device_tables.h - mechanism tables in device memory, for device/reacting_cells.h. */
#ifndef SM_CHEM_GROUP_DEVICE_TABLES_H
#define SM_CHEM_GROUP_DEVICE_TABLES_H

#include "device/array_store.h"
#include "device/reacting_cells.h"
#include "simoom/chem.h"

struct sm_mechanism;

/* Copies the tables; the store owns the arrays. dense_species: as in sm_group_tables_create.
 * Errors: those of sm_group_tables_create and sm_store_put. */
SM_CHECKED enum sm_status sm_reacting_tables(struct sm_context *ctx, const struct sm_mechanism *m,
                                             int32_t dense_species, struct sm_store *store,
                                             struct sm_group_tables *out);

/* Sets mode, method, tolerances and limits from the options, with the defaults of sm_chem_advance
 * for zeros; not CVODE, and not the arrays of the options. */
void sm_reacting_options(const struct sm_chem *chem, const struct sm_chem_options *options,
                         struct sm_reacting_advance_args *out);

#endif
