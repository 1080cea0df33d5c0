/* chem/group/tables.h - mechanism tables for thread groups (cell/chemistry/group.h), from those of
 * kinetics.h, in the order in which threads read them. */
#ifndef SM_CHEM_GROUP_TABLES_H
#define SM_CHEM_GROUP_TABLES_H

#include "base/arena.h"
#include "base/context.h"
#include "cell/chemistry/group.h"

struct sm_mechanism;

struct sm_group_host_tables {
  struct sm_group_tables tables; /* arrays of the arena */
  int32_t range_count, change_count, of_count, number_count, term_count;
  int32_t chunk_count, target_count, part_count;
};

/* Errors: ERR_DATA (something that needs thermodynamics has none), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_group_tables_create(struct sm_context *ctx, struct sm_arena *arena,
                                                 const struct sm_mechanism *m,
                                                 struct sm_group_host_tables *out);

/* The last two steps of it: from species to the rows that change them, and from entries of dw/dC to
 * the slopes of rows, chunk by chunk. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_group_make_gather_lists(struct sm_context *ctx, struct sm_arena *arena,
                                                     struct sm_group_host_tables *out);
SM_CHECKED enum sm_status sm_group_make_jacobian_lists(struct sm_context *ctx,
                                                       struct sm_arena *arena,
                                                       struct sm_group_host_tables *out);

#endif
