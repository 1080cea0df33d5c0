/* chem/integrate/reduction.h - dynamic reduction of a mechanism (DRGEP) while rows of cells are
 * integrated: species without importance for the targets are frozen for a step. */
#ifndef SM_CHEM_INTEGRATE_REDUCTION_H
#define SM_CHEM_INTEGRATE_REDUCTION_H

#include "chem/batch/batch.h"
#include "chem/reduce/reduced_tables.h"

/* One thread's; it stays where it was created. */
struct sm_chem_reducer {
  const struct sm_chem_reduction *options;
  const struct sm_interaction_graph *graph;
  const struct sm_batch_table *table;
  struct sm_batch_reactor *whole; /* of all species, borrowed */
  struct sm_reduced_tables tables;
  struct sm_batch_reactor reactor; /* of the active species */
  struct sm_batch_problem problem;
  struct sm_batch_frozen frozen;
  struct sm_importance_heap heap;
  double atol, *tolerances, *loose; /* of the problem's unknowns: sm_batch_run */
  double *y;                        /* rows of its unknowns */
  double *reference;                /* state that the selection is of: rows of all unknowns */
  double *memory;                   /* of the graph */
  double *strength, *importance;
  bool *active, *selection;               /* [species]: now, and of the tables */
  bool selected;                          /* the tables are those of a selection */
  bool chosen, reduced;                   /* the cells' species are chosen; some are left out */
  int64_t reductions;                     /* searches of the graph */
  int64_t active_species[SM_BATCH_CELLS]; /* of each step taken, summed */
};

SM_CHECKED enum sm_status
sm_chem_reducer_create(struct sm_context *ctx, const struct sm_chem_options *options,
                       const struct sm_interaction_graph *graph, const struct sm_batch_table *table,
                       const struct sm_batch_problem *whole_problem, struct sm_batch_reactor *whole,
                       struct sm_chem_reducer **out);
void sm_chem_reducer_destroy(struct sm_chem_reducer **reducer);

/* Cells are new: nothing is selected for them, no step is counted. */
void sm_chem_reducer_reset(struct sm_chem_reducer *reducer);

/* Integrates as sm_batch_integrate does, step by step; the rows before and after are of all
 * species. */
void sm_chem_reducer_run(struct sm_chem_reducer *reducer, struct sm_batch_run *run,
                         enum sm_chem_method method);

#endif
