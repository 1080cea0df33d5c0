/* chem/integrate/reduction.h - dynamic reduction of a mechanism (DRGEP) during the integration of a
 * batch: species without importance for the targets are frozen for a step. */
#ifndef SM_CHEM_INTEGRATE_REDUCTION_H
#define SM_CHEM_INTEGRATE_REDUCTION_H

#include "chem/batch/batch.h"
#include "chem/reduce/reduced_tables.h"

/* Reducer of one thread; must not move in memory. */
struct sm_chem_reducer {
  const struct sm_chem_reduction *options;
  const struct sm_interaction_graph *graph;
  const struct sm_batch_table *table;
  struct sm_batch_reactor *whole; /* all species, borrowed */
  struct sm_reduced_tables tables;
  struct sm_batch_reactor reactor; /* active species only */
  struct sm_batch_problem problem;
  struct sm_batch_frozen frozen;
  struct sm_importance_heap heap;
  double atol, *tolerances, *loose; /* tolerances of the reduced problem (sm_batch_run) */
  double *y;                        /* rows of the reduced unknowns */
  double *reference;                /* state at the last selection: rows of all unknowns */
  double *memory;                   /* work array for the graph */
  double *strength, *importance;
  bool *active, *selection;               /* [species]: present selection, and that of the tables */
  bool selected;                          /* the tables hold a selection */
  bool chosen, reduced;                   /* species were selected; some are frozen */
  int64_t reductions;                     /* number of graph searches */
  int64_t active_species[SM_BATCH_CELLS]; /* summed over accepted steps */
};

SM_CHECKED enum sm_status
sm_chem_reducer_create(struct sm_context *ctx, const struct sm_chem_options *options,
                       const struct sm_interaction_graph *graph, const struct sm_batch_table *table,
                       const struct sm_batch_problem *whole_problem, struct sm_batch_reactor *whole,
                       struct sm_chem_reducer **out);
void sm_chem_reducer_destroy(struct sm_chem_reducer **reducer);

/* Resets selection and counts for new cells. */
void sm_chem_reducer_reset(struct sm_chem_reducer *reducer);

/* Integrates step by step like sm_batch_integrate; the rows before and after contain all
 * species. */
void sm_chem_reducer_run(struct sm_chem_reducer *reducer, struct sm_batch_run *run,
                         enum sm_chem_method method);

#endif
