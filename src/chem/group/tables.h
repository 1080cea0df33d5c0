/* chem/group/tables.h - mechanism tables for thread groups (cell/chemistry/group.h), built from
 * those of kinetics.h, in the order in which threads read them. */
#ifndef SM_CHEM_GROUP_TABLES_H
#define SM_CHEM_GROUP_TABLES_H

#include "base/arena.h"
#include "base/context.h"
#include "cell/chemistry/group.h"

struct sm_mechanism;
struct sm_sparse_lu;

struct sm_group_list_counts {
  int32_t targets, products;
};
struct sm_group_sparse_counts {
  int32_t entries, general, lower;
  struct sm_group_list_counts factor, forward, backward;
};

struct sm_group_host_tables {
  struct sm_group_tables tables; /* arrays owned by the arena */
  int32_t range_count, change_count, of_count, number_count, term_count;
  int32_t chunk_count, target_count, part_count;
  struct sm_group_sparse_counts sparse; /* for a sparse matrix */
};

/* dense_species: maximum number of species with a dense matrix; SM_GROUP_DENSE_SPECIES except in
 * tests. Errors: ERR_DATA (missing thermodynamics), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_group_tables_create(struct sm_context *ctx, struct sm_arena *arena,
                                                 const struct sm_mechanism *m,
                                                 int32_t dense_species,
                                                 struct sm_group_host_tables *out);

/* Last steps of the construction: lists from species to the rows that change them; from entries of
 * dw/dC to the derivatives of rows, chunk by chunk (lu: NULL for a dense matrix); the sparse
 * matrix. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_group_make_gather_lists(struct sm_context *ctx, struct sm_arena *arena,
                                                     struct sm_group_host_tables *out);
SM_CHECKED enum sm_status sm_group_make_jacobian_lists(struct sm_context *ctx,
                                                       struct sm_arena *arena,
                                                       const struct sm_sparse_lu *lu,
                                                       struct sm_group_host_tables *out);
SM_CHECKED enum sm_status sm_group_make_sparse_lists(struct sm_context *ctx, struct sm_arena *arena,
                                                     const struct sm_sparse_lu *lu,
                                                     struct sm_group_host_tables *out);

#endif
