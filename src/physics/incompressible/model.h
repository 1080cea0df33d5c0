/* physics/incompressible/model.h - interface between the parts of the incompressible solver:
 * setup and time loop in physics/incompressible/model.c, a time step in
 * physics/incompressible/step.c. */
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
  VALUE(bool, done) /* finished, or not needed */

struct sm_grid_sequencing {
  SM_STATE_MEMBERS(SM_GRID_SEQUENCING_STATE)
  double cell_steps; /* cell steps on all coarser grids in this run */
  bool keeps;        /* a finer grid follows and needs `start` */
  double *start[3];  /* initial wind from the coarser grid, m/s, in the flow's layout; NULL: none */
};

/* Computes the flow on the coarser grids and interpolates it to the winds, scalars and forces of
 * `flow`, whose grid and sides exist. The resulting wind is not yet divergence-free. Errors: those
 * of sm_domain_build_coarser and of the model. */
SM_CHECKED enum sm_status sm_grid_sequencing_run(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_flow *flow,
                                                 const struct sm_scalars *scalars,
                                                 struct sm_grid_sequencing *sequencing);

/* Takes, on a device that counts, what the coarser grids take, and gives it back. Errors: the same.
 */
SM_CHECKED enum sm_status sm_grid_sequencing_reserve(struct sm_context *ctx,
                                                     const struct sm_case *c,
                                                     const struct sm_flow *flow);

/* Adds the prognostic members to the view. */
void sm_grid_sequencing_parts(struct sm_grid_sequencing *sequencing, struct sm_flow_view *view);

/* prolongation.c */

/* Interpolates component d of a wind to all faces in the fine domain. `from` has filled ghosts. */
void sm_flow_prolong_wind(const struct sm_flow *coarse, const double *from,
                          const struct sm_flow *fine, int d, double *to);

/* Interpolates a cell-centred field to cells that are fluid on both grids; others are not changed.
 * Slopes are limited so that no new extrema arise (van Leer 1977). */
void sm_flow_prolong_cells(const struct sm_flow *coarse, const double *from,
                           const struct sm_flow *fine, double *to);

/* step.c */

/* Steps between two measurements of divergence and maximum speed. */
enum { SM_MEASURE_EVERY = 10 };

/* Statistics of the steps since the last output. */
struct sm_solver_statistics {
  double residual;
  int64_t iterations, converged;
};

#define SM_INCOMPRESSIBLE_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                  \
  VALUE(double, time) /* s since the first output */                                               \
  VALUE(double, step) /* last time step, s; 0: none yet */                                         \
  VALUE(int64_t, steps)                                                                            \
  VALUE(double, divergence)                                                                        \
  VALUE(bool, solved)       /* the solver's x is that of a previous step */                        \
  VALUE(bool, has_pressure) /* the pressure is that of a previous step */                          \
  VALUE(struct sm_solver_statistics, so_far)

struct sm_incompressible {
  SM_STATE_MEMBERS(SM_INCOMPRESSIBLE_STATE)
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_flow *flow;
  struct sm_flow_means *means;   /* may be NULL */
  struct sm_flow_probes *probes; /* may be NULL */
  struct sm_flow_series *series; /* may be NULL */
  struct sm_flow_bodies *bodies; /* may be NULL */
  struct sm_flow_cut cut;
  struct sm_subgrid_model subgrid;
  struct sm_flow_forces forces;
  struct sm_inflow_turbulence inflow;
  struct sm_scalars *scalars;
  struct sm_projection projection;
  struct sm_poisson_options options;
  struct sm_poisson_result result;
  int begin;  /* index of the current wind */
  int before; /* index of the wind at the start of the last step */
  struct sm_flow_steady steady;
  struct sm_grid_sequencing sequencing; /* coarser grids that provide the initial wind */
};

/* Finds out whether any side has a prescribed velocity (model.c). */
void sm_incompressible_find_given(struct sm_incompressible *m);

/* Makes one step, as long as is stable for the current wind but not beyond `end`, s; *clock: the
 * step as made. Errors: those of sm_poisson_solve and sm_scalars_advance; ERR_DIVERGED (no step is
 * short enough). */
SM_CHECKED enum sm_status sm_incompressible_step(struct sm_context *ctx,
                                                 struct sm_incompressible *m, double end,
                                                 struct sm_flow_clock *clock);

/* Checks that wind and scalars are finite. Errors: ERR_DIVERGED, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_incompressible_check(struct sm_context *ctx,
                                                  const struct sm_incompressible *m);

/* Makes the initial wind divergence-free; balance: sets the subgrid energy to equilibrium with the
 * wind, else keeps it. Time stepping starts anew. Errors: those of sm_poisson_solve. */
SM_CHECKED enum sm_status sm_incompressible_start(struct sm_context *ctx,
                                                  struct sm_incompressible *m, bool balance);

#endif
