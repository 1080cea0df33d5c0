/* compressible.h - what the parts of the compressible solver share: compressible.c sets it up and
 * takes it through time, compressible_steps.c makes a step (docs/theory/compressible.md). */
#ifndef SM_PHYSICS_COMPRESSIBLE_H
#define SM_PHYSICS_COMPRESSIBLE_H

#include "physics/burning.h"
#include "physics/flow_eddies.h"
#include "physics/flow_gusts.h"
#include "physics/flow_means.h"
#include "physics/flow_series.h"
#include "physics/gas_sponge.h"
#include "physics/heated_walls.h"
#include "physics/scalars.h"

struct sm_compressible {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_flow *flow;
  struct sm_gas gas;
  struct sm_gas_damping sponge;
  struct sm_flow_eddies eddies;
  struct sm_flow_gusts gusts;
  struct sm_heated_walls walls;
  struct sm_scalars *scalars;
  struct sm_mixture *mixture; /* NULL: the air is dry air, and burning is NULL too */
  struct sm_burning *burning;
  struct sm_flow_means *means;   /* NULL: none are wanted */
  struct sm_flow_probes *probes; /* NULL: there are none */
  struct sm_flow_series *series; /* NULL: none is wanted */
  double coriolis;               /* 1/s */
  double time;                   /* s since the first output */
  double step;                   /* s, the last one; 0: none yet */
  int64_t steps;
  bool calm; /* where eddies lie all is 0, of a flow without any */
};

/* What a step begins with: what lies beyond the sides, the wind on the faces, how warm the air is,
 * what walls and eddies do in it. Before the first one the energy of eddies is that in balance with
 * the wind. */
void sm_compressible_look_around(struct sm_compressible *m);

/* For those who look at the present air: the wind on the faces, eddies, pressure, temperature,
 * scalars. */
void sm_compressible_see(struct sm_compressible *m);

/* A step as long as the air at its begin allows, but no further than `end`, s; *clock: as it was
 * made. Errors: ERR_DIVERGED (a density or a pressure is not above 0, which cell is told; a given
 * step is longer than is stable), as of sm_scalars_advance_by_mass, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_step(struct sm_context *ctx, struct sm_compressible *m,
                                               double end, struct sm_flow_clock *clock);

/* Chemistry that the present air has yet to go through. Errors: as of sm_burning_react. */
SM_CHECKED enum sm_status sm_compressible_settle(struct sm_context *ctx, struct sm_compressible *m);

/* Before the first step, with m->time set. Errors: ERR_CASE (the step that is given is longer than
 * is stable in the air as it begins), and those of the next. */
SM_CHECKED enum sm_status sm_compressible_begin(struct sm_context *ctx,
                                                const struct sm_compressible *m);

/* Errors: ERR_DIVERGED (as above, of the present air), ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_check(struct sm_context *ctx,
                                                const struct sm_compressible *m);

#endif
