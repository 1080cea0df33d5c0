/* physics/incompressible/model.h - what the parts of the incompressible solver share:
 * physics/incompressible/model.c sets it up and takes it through time,
 * physics/incompressible/step.c makes a step. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_MODEL_H
#define SM_PHYSICS_INCOMPRESSIBLE_MODEL_H

#include "physics/flow/boundary/inflow_turbulence.h"
#include "physics/flow/fields.h"
#include "physics/flow/forces.h"
#include "physics/flow/statistics/time_means.h"
#include "physics/flow/statistics/volume_means.h"
#include "physics/flow/subgrid_model.h"
#include "physics/incompressible/body_forces.h"
#include "physics/incompressible/cut_cells.h"
#include "physics/incompressible/grid_sequencing.h"
#include "physics/incompressible/steady_state.h"
#include "physics/projection.h"
#include "physics/scalars/scalars.h"

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
  int before; /* ... and of the begin of the last step */
  struct sm_flow_steady steady;
  struct sm_grid_sequencing sequencing; /* of coarser grids that it starts from */
};

/* A step as long as the wind at its begin allows, but no further than `end`, s; *clock: as it was
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
