/* chem/reduce/reduced_tables.h - kinetics tables of a reduced mechanism: active species and the
 * reactions between them. */
#ifndef SM_CHEM_REDUCE_REDUCED_TABLES_H
#define SM_CHEM_REDUCE_REDUCED_TABLES_H

#include "chem/integrate/sparse_lu.h"
#include "chem/reduce/interaction_graph.h"

struct sm_reduced_tables {
  const struct sm_kinetics *whole;     /* borrowed, also the next member */
  const struct sm_sparse_lu *whole_lu; /* factorisation of the reactor Jacobian */
  const struct sm_interaction_graph *graph;
  struct sm_kinetics k;      /* active species; colliders and special rates keep the numbers of the
                              * full mechanism */
  struct sm_kinetics frozen; /* frozen species: thermodynamics only */
  struct sm_sparse_lu lu;    /* LU pattern of the reduced reactor */
  int32_t *species;          /* [species]: index in the full mechanism, active species first */
  int32_t *row;              /* [species + 1]: inverse of `species`; last: row of ones */
  int32_t *value;            /* value index of the full lu -> index in lu, -1 if absent */
  struct sm_arena *arena;
};

/* Allocates memory for any selection; the tables are not valid yet. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reduced_tables_create(struct sm_context *ctx,
                                                   const struct sm_kinetics *whole,
                                                   const struct sm_sparse_lu *lu,
                                                   const struct sm_interaction_graph *graph,
                                                   struct sm_reduced_tables *out);
void sm_reduced_tables_free(struct sm_reduced_tables *tables);

/* Builds the tables for the species marked active. */
void sm_reduced_tables_select(struct sm_reduced_tables *tables, const bool *active);

#endif
