/* chem/integrate/integrate.h - declarations shared by the files of the integrator of reacting
 * cells. */
#ifndef SM_CHEM_INTEGRATE_INTEGRATE_H
#define SM_CHEM_INTEGRATE_INTEGRATE_H

#include "chem/batch/batch.h"
#include "chem/integrate/sparse_lu.h"
#include "chem/kinetics/kinetics.h"
#include "chem/reduce/reduce.h"
#include "simoom/chem.h"

/* reduction.c: Dynamic reduction of a mechanism (DRGEP) during the integration of a batch: species
 * without importance for the targets are frozen for a step. */

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

/* cvode.c */

/* True when simoom was built with CVODE. */
bool sm_cvode_available(void);

/* CVODE solver of one thread for problems of
 * n unknowns. Errors: ERR_DATA (built
 * without CVODE), ERR_MEMORY. */
struct sm_cvode;
SM_CHECKED enum sm_status sm_cvode_create(struct sm_context *ctx,
                                          const struct sm_batch_problem *problem,
                                          struct sm_cvode **out);
void sm_cvode_destroy(struct sm_cvode **cvode);

/* Integrates one cell (rows of one) by BDF with the dense Jacobian of the problem. */
void sm_cvode_run(struct sm_cvode *cvode, struct sm_batch_run *run);

struct sm_chem {
  const struct sm_mechanism *mechanism;
  struct sm_kinetics *kinetics;
  struct sm_sparse_lu *sparse; /* pattern and factorisation of the reactor Jacobian */
  struct sm_interaction_graph *graph;
  int threads;
};

/* Batch of reacting cells of one thread, with its integrators; must not move in memory. */
struct sm_chem_worker {
  const struct sm_chem *chem;
  const struct sm_batch_table *table;
  struct sm_batch_reactor reactor;
  struct sm_batch_problem problem;
  struct sm_batch_run run;
  struct sm_cvode *cvode;          /* may be NULL: not requested */
  struct sm_chem_reducer *reducer; /* may be NULL: not requested */
  double *atol;
};

/* Creates a worker for `count` cells; small numbers are integrated one by one, in rows of one. */
SM_CHECKED enum sm_status sm_chem_worker_create(struct sm_context *ctx, const struct sm_chem *chem,
                                                const struct sm_chem_options *options,
                                                int64_t cells, struct sm_chem_worker *out);
void sm_chem_worker_free(struct sm_chem_worker *worker);

/* Checks that the mechanism has the data required by the mode. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_chem_options_check(struct sm_context *ctx, const struct sm_chem *chem,
                                                const struct sm_chem_options *options);

/* Options with zeros replaced by their defaults. */
struct sm_chem_options sm_chem_options_full(const struct sm_chem_options *options);

/* Automatic choice of the method: limits of max |J_kk| dt for
 * RKCK45 and for RKC2; RODAS4 above. */
struct sm_chem_method_limits {
  double explicit_below, stabilised_below;
};
struct sm_chem_method_limits sm_chem_find_limits(const struct sm_chem *chem);

/* load: copies cells (by index, at most table->lanes; other lanes are idle) into the rows for an
 * integration over dt. store: copies the results back; failed cells are left unchanged. */
void sm_chem_worker_load(struct sm_chem_worker *w, const struct sm_chem_cells *cells,
                         const struct sm_chem_options *options, const int64_t *index, int count,
                         double dt);
void sm_chem_worker_store(const struct sm_chem_worker *w, const struct sm_chem_cells *cells,
                          const int64_t *index, int count);
/* Number of active species of a cell, summed over its `steps` steps since it was loaded. */
int64_t sm_chem_worker_active(const struct sm_chem_worker *w, int lane, int64_t steps);
/* Integrates the loaded cells by one method, not SM_CHEM_AUTO. */
void sm_chem_worker_run(struct sm_chem_worker *w, enum sm_chem_method method);

#endif
