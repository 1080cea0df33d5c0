/* chem/integrate/integrate.h - integrator of reacting cells: declarations shared by its files, one
 * worker per thread. */
#ifndef SM_CHEM_INTEGRATE_INTEGRATE_H
#define SM_CHEM_INTEGRATE_INTEGRATE_H

#include "chem/batch/batch.h"
#include "chem/integrate/reduction.h"
#include "chem/integrate/sparse_lu.h"
#include "chem/kinetics/kinetics.h"
#include "simoom/chem.h"

/* cvode.c */

/* Whether simoom was built with it. */
bool sm_cvode_available(void);

/* One thread's solver of problems of so many unknowns. Errors: ERR_DATA (built without),
 * ERR_MEMORY.
 */
struct sm_cvode;
SM_CHECKED enum sm_status sm_cvode_create(struct sm_context *ctx,
                                          const struct sm_batch_problem *problem,
                                          struct sm_cvode **out);
void sm_cvode_destroy(struct sm_cvode **cvode);

/* Integrates the cell of rows of one by BDF with the dense Jacobian of the problem. */
void sm_cvode_run(struct sm_cvode *cvode, struct sm_batch_run *run);

struct sm_chem {
  const struct sm_mechanism *mechanism;
  struct sm_kinetics *kinetics;
  struct sm_sparse_lu *sparse; /* of the reactor's Jacobian */
  struct sm_interaction_graph *graph;
  int threads;
};

/* One thread's rows of reacting cells and what integrates them; it stays where it was created. */
struct sm_chem_worker {
  const struct sm_chem *chem;
  const struct sm_batch_table *table;
  struct sm_batch_reactor reactor;
  struct sm_batch_problem problem;
  struct sm_batch_run run;
  struct sm_cvode *cvode;          /* NULL: not asked for */
  struct sm_chem_reducer *reducer; /* likewise */
  double *atol;
};

/* For so many cells: few come one after the other, in rows of one. */
SM_CHECKED enum sm_status sm_chem_worker_create(struct sm_context *ctx, const struct sm_chem *chem,
                                                const struct sm_chem_options *options,
                                                int64_t cells, struct sm_chem_worker *out);
void sm_chem_worker_free(struct sm_chem_worker *worker);

/* Whether the mechanism has what the mode asks for. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_chem_options_check(struct sm_context *ctx, const struct sm_chem *chem,
                                                const struct sm_chem_options *options);

/* Options with zeros replaced by what they stand for. */
struct sm_chem_options sm_chem_options_full(const struct sm_chem_options *options);

/* Of cells that choose their method: the largest |J_kk| dt below which it is RKCK45, then RKC2,
 * from there on RODAS4. */
struct sm_chem_method_limits {
  double explicit_below, stabilised_below;
};
struct sm_chem_method_limits sm_chem_find_limits(const struct sm_chem *chem);

/* Puts cells (indices, at most table->lanes; the rest of the rows stays idle) into the rows, to be
 * integrated for dt, and takes them out of them again; cells that failed are left as they are. */
void sm_chem_worker_load(struct sm_chem_worker *w, const struct sm_chem_cells *cells,
                         const struct sm_chem_options *options, const int64_t *index, int count,
                         double dt);
void sm_chem_worker_store(const struct sm_chem_worker *w, const struct sm_chem_cells *cells,
                          const int64_t *index, int count);
/* Active species of a cell, summed over so many steps that it took since it was loaded. */
int64_t sm_chem_worker_active(const struct sm_chem_worker *w, int lane, int64_t steps);
/* Integrates what is in the rows by one method, not SM_CHEM_AUTO. */
void sm_chem_worker_run(struct sm_chem_worker *w, enum sm_chem_method method);

#endif
