/* chem/reduce/reduce.h - mechanism reduction: importance of species, and tables of those that stay.
 */
#ifndef SM_CHEM_REDUCE_REDUCE_H
#define SM_CHEM_REDUCE_REDUCE_H

#include "chem/integrate/sparse_lu.h"
#include "chem/kinetics/kinetics.h"
#include "simoom/context.h"
#include <stdbool.h>
#include <stdint.h>

/* interaction_graph.c: Directed relation graph with error propagation (DRGEP) of a mechanism:
 * direct interactions of species, and their importance for the targets (Pepiot-Desjardins and
 * Pitsch 2008; docs/theory/chemistry.md). */

/* A reaction that changes a species by `amount`; links[first..]: edges of the species, relative to
 * its first one, to the other species of the reaction. */
struct sm_interaction_term {
  int32_t reaction, first, count;
  double amount;
};

struct sm_interaction_graph {
  int32_t species_count, reaction_count, edge_count;
  int32_t most_edges;                 /* maximum edges of a species */
  int32_t *edge_first, *edge_to;      /* [species + 1]; [edge] target species */
  int32_t *term_first;                /* [species + 1] */
  struct sm_interaction_term *terms;  /* per species, one for each reaction that changes it */
  int32_t *links;                     /* edges of the terms */
  int32_t *involved_first, *involved; /* [reaction + 1]; species of both sides and of the orders */
  bool *fixed;                        /* [species]: takes part in reactions but is never changed */
  struct sm_arena *arena;
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_interaction_graph_create(struct sm_context *ctx,
                                                      const struct sm_kinetics *k,
                                                      struct sm_interaction_graph **out);
void sm_interaction_graph_destroy(struct sm_interaction_graph **graph);

/* importance.c */

/* Binary max-heap of species by importance. */
struct sm_importance_heap {
  int32_t *list, *place; /* [species]; position of a species in the list, -1 if absent */
  int32_t count;
};

/* Overall importance of each species (1 for targets): largest product of edge strengths along a
 * path from a target, by Dijkstra's algorithm. Values below the threshold may be too small.
 * strength: [edge], 0..1. */
void sm_interaction_importance(const struct sm_interaction_graph *graph, const double *strength,
                               const int32_t *targets, int32_t target_count, double threshold,
                               struct sm_importance_heap *heap, double *importance);

/* reduced_tables.c: Kinetics tables of a reduced mechanism: active species and the reactions
 * between them. */

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
