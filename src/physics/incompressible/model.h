/* physics/incompressible/model.h - what the parts of the incompressible solver share:
 * physics/incompressible/model.c sets it up and takes it through time,
 * physics/incompressible/step.c makes a step. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_MODEL_H
#define SM_PHYSICS_INCOMPRESSIBLE_MODEL_H

#include "physics/flow/boundary/inflow_turbulence.h"
#include "physics/flow/fields.h"
#include "physics/flow/forces.h"
#include "physics/flow/statistics/statistics.h"
#include "physics/flow/subgrid_model.h"
#include "physics/flow/view.h"
#include "physics/incompressible/body_forces.h"
#include "physics/incompressible/cut_cells.h"
#include "physics/incompressible/steady_state.h"
#include "physics/projection.h"
#include "physics/scalars/scalars.h"

/* grid_sequencing.c */

#define SM_GRID_SEQUENCING_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                 \
  VALUE(bool, done) /* or there is nothing to be done */

struct sm_grid_sequencing {
  SM_STATE_MEMBERS(SM_GRID_SEQUENCING_STATE)
  double cell_steps; /* on all coarser grids, of this run */
  bool keeps;        /* a finer grid follows, and asks for: */
  double *start[3];  /* m/s, the wind from the coarser grid, in the flow's layout; NULL: none */
};

/* Computes the flow of the coarser grids, and puts it into the winds, the scalars and the forces of
 * `flow`, whose grid and sides are there. The wind is not free of divergence yet. Errors: as of
 * sm_domain_build_coarser and of the model; ERR_CASE (axes that cannot be halved). */
SM_CHECKED enum sm_status sm_grid_sequencing_run(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_flow *flow,
                                                 const struct sm_scalars *scalars,
                                                 struct sm_grid_sequencing *sequencing);

/* Takes, on a device that counts, what the coarser grids take, and gives it back. Errors: the same.
 */
SM_CHECKED enum sm_status sm_grid_sequencing_reserve(struct sm_context *ctx,
                                                     const struct sm_case *c,
                                                     const struct sm_flow *flow);

/* What the next steps depend on. */
void sm_grid_sequencing_parts(struct sm_grid_sequencing *sequencing, struct sm_flow_view *view);

/* prolongation.c */

/* Component d of a wind, of all faces in the domain. `from` has its ghosts. */
void sm_flow_prolong_wind(const struct sm_flow *coarse, const double *from,
                          const struct sm_flow *fine, int d, double *to);

/* A field at centres, of cells that are air on both grids; others keep what is in `to`. Slopes are
 * so small that nothing new is above or below the values around (van Leer 1977). */
void sm_flow_prolong_cells(const struct sm_flow *coarse, const double *from,
                           const struct sm_flow *fine, double *to);

/* step.c */

/* Steps from one measure of divergence and largest speed to the next. */
enum { SM_MEASURE_EVERY = 10 };

/* Of the steps since the last wind that was written. */
struct sm_solver_statistics {
  double residual;
  int64_t iterations, converged;
};

#define SM_INCOMPRESSIBLE_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                  \
  VALUE(double, time) /* s since the first output */                                               \
  VALUE(double, step) /* s, the last one; 0: none yet */                                           \
  VALUE(int64_t, steps)                                                                            \
  VALUE(double, divergence)                                                                        \
  VALUE(bool, solved)       /* the solver's x is that of a step */                                 \
  VALUE(bool, has_pressure) /* of the last step */                                                 \
  VALUE(struct sm_solver_statistics, so_far)

struct sm_incompressible {
  SM_STATE_MEMBERS(SM_INCOMPRESSIBLE_STATE)
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_flow *flow;
  struct sm_flow_means *means;   /* NULL: none are wanted */
  struct sm_flow_probes *probes; /* NULL: there are none */
  struct sm_flow_series *series; /* NULL: none is wanted */
  struct sm_flow_bodies *bodies; /* likewise */
  struct sm_flow_cut cut;
  struct sm_subgrid_model subgrid;
  struct sm_flow_forces forces;
  struct sm_inflow_turbulence inflow;
  struct sm_scalars *scalars;
  struct sm_projection projection;
  struct sm_poisson_options options;
  struct sm_poisson_result result;
  int begin;  /* which wind is that of `time` */
  int before; /* ... and of the start of the last step */
  struct sm_flow_steady steady;
  struct sm_grid_sequencing sequencing; /* of coarser grids that it starts from */
};

/* A step as long as the wind at its start allows, but no further than `end`, s; *clock: as it was
 * made. Errors: as of sm_poisson_solve and sm_scalars_advance; ERR_DIVERGED (no step is short
 * enough). */
SM_CHECKED enum sm_status sm_incompressible_step(struct sm_context *ctx,
                                                 struct sm_incompressible *m, double end,
                                                 struct sm_flow_clock *clock);

/* Whether the wind and what it carries are numbers. Errors: ERR_DIVERGED, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_incompressible_check(struct sm_context *ctx,
                                                  const struct sm_incompressible *m);

/* Makes the wind that a run starts from free of divergence; what lies in the energy of eddies is
 * kept, or put in balance with the wind. The steps begin anew. Errors: as of sm_poisson_solve. */
SM_CHECKED enum sm_status sm_incompressible_start(struct sm_context *ctx,
                                                  struct sm_incompressible *m, bool balance);

#endif
