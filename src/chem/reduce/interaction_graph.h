/* chem/reduce/interaction_graph.h - directed relation graph with error propagation (DRGEP) of a
 * mechanism: which species act directly on which, and how important each is for the targets
 * (Pepiot-Desjardins and Pitsch 2008; docs/theory/chemistry.md). */
#ifndef SM_CHEM_REDUCE_INTERACTION_GRAPH_H
#define SM_CHEM_REDUCE_INTERACTION_GRAPH_H

#include "chem/kinetics/kinetics.h"
#include "simoom/context.h"
#include <stdbool.h>
#include <stdint.h>

/* A reaction that changes a species by `amount`; links[first..]: the edges of the species, counted
 * from its first, to the others that the reaction involves. */
struct sm_interaction_term {
  int32_t reaction, first, count;
  double amount;
};

struct sm_interaction_graph {
  int32_t species_count, reaction_count, edge_count;
  int32_t most_edges;                 /* of a species */
  int32_t *edge_first, *edge_to;      /* [species + 1]; [edge] species */
  int32_t *term_first;                /* [species + 1] */
  struct sm_interaction_term *terms;  /* of each species, one per reaction that changes it */
  int32_t *links;                     /* of the terms */
  int32_t *involved_first, *involved; /* [reaction + 1]; species on both sides and in orders */
  bool *fixed;                        /* [species]: takes part in reactions, changed by none */
  struct sm_arena *arena;
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_interaction_graph_create(struct sm_context *ctx,
                                                      const struct sm_kinetics *k,
                                                      struct sm_interaction_graph **out);
void sm_interaction_graph_destroy(struct sm_interaction_graph **graph);

/* importance.c */

/* Binary heap of species, the most important on top. */
struct sm_importance_heap {
  int32_t *list, *place; /* [species]; place of a species in the list, -1: not in it */
  int32_t count;
};

/* Overall importance of each species, 1 of targets: the largest product of the edges' strengths
 * along a path from a target, by Dijkstra's search. Those below the threshold may be too small.
 * strength: [edge], 0..1. */
void sm_interaction_importance(const struct sm_interaction_graph *graph, const double *strength,
                               const int32_t *targets, int32_t target_count, double threshold,
                               struct sm_importance_heap *heap, double *importance);

#endif
