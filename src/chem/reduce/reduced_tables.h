/* chem/reduce/reduced_tables.h - tables of a part of a mechanism: some of its species and the
 * reactions that involve no other ones. */
#ifndef SM_CHEM_REDUCE_REDUCED_TABLES_H
#define SM_CHEM_REDUCE_REDUCED_TABLES_H

#include "chem/integrate/sparse_lu.h"
#include "chem/reduce/interaction_graph.h"

struct sm_reduced_tables {
  const struct sm_kinetics *whole;     /* borrowed, as the next ones */
  const struct sm_sparse_lu *whole_lu; /* of the reactor's Jacobian */
  const struct sm_interaction_graph *graph;
  struct sm_kinetics k;      /* of the active species; colliders and special rates are those of the
                                whole mechanism, by their numbers */
  struct sm_kinetics frozen; /* of the frozen species: thermodynamics alone */
  struct sm_sparse_lu lu;    /* of k's reactor */
  int32_t *species;          /* [species]: of the whole, active ones first, in their order */
  int32_t *row;              /* [species + 1]: the other way round; of the row of ones: the last */
  int32_t *value;            /* of the whole lu: place in that of lu, -1: none */
  struct sm_arena *arena;
};

/* Memory for any part; the tables are those of no part yet. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reduced_tables_create(struct sm_context *ctx,
                                                   const struct sm_kinetics *whole,
                                                   const struct sm_sparse_lu *lu,
                                                   const struct sm_interaction_graph *graph,
                                                   struct sm_reduced_tables *out);
void sm_reduced_tables_free(struct sm_reduced_tables *tables);

/* Tables of the species that are marked active. */
void sm_reduced_tables_select(struct sm_reduced_tables *tables, const bool *active);

#endif
