/* physics/compressible/model.h - what the parts of the compressible solver share:
 * physics/compressible/model.c sets it up and takes it through time, physics/compressible/step.c
 * makes a step (docs/theory/compressible.md). */
#ifndef SM_PHYSICS_COMPRESSIBLE_MODEL_H
#define SM_PHYSICS_COMPRESSIBLE_MODEL_H

#include "physics/compressible/combustion.h"
#include "physics/compressible/sponge.h"
#include "physics/flow/boundary/inflow_turbulence.h"
#include "physics/flow/statistics/time_means.h"
#include "physics/flow/statistics/volume_means.h"
#include "physics/flow/subgrid_model.h"
#include "physics/scalars/heated_walls.h"
#include "physics/scalars/scalars.h"

#define SM_COMPRESSIBLE_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                    \
  VALUE(double, time) /* s since the first output */                                               \
  VALUE(double, step) /* s, the last one; 0: none yet */                                           \
  VALUE(int64_t, steps)

struct sm_compressible {
  SM_STATE_MEMBERS(SM_COMPRESSIBLE_STATE)
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_flow *flow;
  struct sm_compressible_fields gas;
  struct sm_compressible_damping sponge;
  struct sm_subgrid_model subgrid;
  struct sm_inflow_turbulence inflow;
  struct sm_heated_walls walls;
  struct sm_scalars *scalars;
  struct sm_mixture *mixture; /* NULL: the air is dry air, and burning is NULL too */
  struct sm_combustion *combustion;
  struct sm_flow_means *means;   /* NULL: none are wanted */
  struct sm_flow_probes *probes; /* NULL: there are none */
  struct sm_flow_series *series; /* NULL: none is wanted */
  double coriolis;               /* 1/s */
  bool eddy_is_zero;             /* where eddies lie all is 0, of a flow without any */
};

/* What a step begins with: what lies beyond the sides, the wind on the faces, how warm the air is,
 * what walls and eddies do in it. Before the first one the energy of eddies is that in balance with
 * the wind. */
void sm_compressible_prepare_step(struct sm_compressible *m);

/* For those who look at the present air: the wind on the faces, eddies, pressure, temperature,
 * scalars. */
void sm_compressible_prepare_output(struct sm_compressible *m);

/* A step as long as the air at its begin allows, but no further than `end`, s; *clock: as it was
 * made. Errors: ERR_DIVERGED (a density or a pressure is not above 0, which cell is told; a given
 * step is longer than is stable), as of sm_scalars_advance_by_mass, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_step(struct sm_context *ctx, struct sm_compressible *m,
                                               double end, struct sm_flow_clock *clock);

/* Chemistry that the present air has yet to go through. Errors: as of sm_combustion_react. */
SM_CHECKED enum sm_status sm_compressible_react(struct sm_context *ctx, struct sm_compressible *m);

/* Before the first step, with m->time set. Errors: ERR_CASE (the step that is given is longer than
 * is stable in the air as it begins), and those of the next. */
SM_CHECKED enum sm_status sm_compressible_check_start(struct sm_context *ctx,
                                                      const struct sm_compressible *m);

/* Errors: ERR_DIVERGED (as above, of the present air), ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_check(struct sm_context *ctx,
                                                const struct sm_compressible *m);

#endif
