/* physics/compressible/model.h - what the parts of the compressible solver share:
 * physics/compressible/model.c sets it up and takes it through time, physics/compressible/step.c
 * makes a step (docs/theory/compressible.md). */
#ifndef SM_PHYSICS_COMPRESSIBLE_MODEL_H
#define SM_PHYSICS_COMPRESSIBLE_MODEL_H

#include "chem/integrate/device_integrator.h"
#include "physics/compressible/fields.h"
#include "physics/compressible/mixture.h"
#include "physics/flow/boundary/inflow_turbulence.h"
#include "physics/flow/forces.h"
#include "physics/flow/statistics/statistics.h"
#include "physics/flow/subgrid_model.h"
#include "physics/scalars/scalars.h"

/* combustion.c */

struct sm_combustion {
  struct sm_mixture *m; /* borrowed */
  const char *base;     /* of files of cells that fail: folder and begin of the name */
  int64_t most, count;  /* cells, at most and now */
  int64_t *row;         /* of each row of cells, where it begins in the list; here */
  int64_t *on_row;      /* on the device, as all that follow */
  int64_t *cell;        /* elements of the fields */
  int32_t *layer;
  double *warm, *warm_before; /* K */
  double *moles, *before;     /* [species][count], kmol/m3 */
  double *source, *energy;    /* of a constant source: kmol/(m3 s), W/m3 */
  struct sm_chem_integrator integrator;
  struct sm_chem_reduction reduction;
  int32_t *targets; /* of the reduction */
  int64_t failures; /* of the run */
};

/* base: as below; NULL: files lie where the program runs. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_combustion_create(struct sm_context *ctx, struct sm_mixture *m,
                                               const char *base, struct sm_combustion **out);
void sm_combustion_destroy(struct sm_combustion **combustion);

/* Chemistry at constant volume for `span` s from time `time` on; without reactions nothing.
 * Errors: ERR_DIVERGED (a cell cannot be integrated, and the case does not go on: it is in a file),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_combustion_react(struct sm_context *ctx, struct sm_combustion *b,
                                              double time, double span);

/* The same in two parts around the flow of a step, whose changes are a source. */
SM_CHECKED enum sm_status sm_combustion_source_begin(struct sm_context *ctx,
                                                     struct sm_combustion *b);
SM_CHECKED enum sm_status sm_combustion_source_end(struct sm_context *ctx, struct sm_combustion *b,
                                                   double time, double span);

/* sponge.c */

struct sm_compressible_damping {
  const struct sm_compressible_fields *gas; /* borrowed; NULL: there is no sponge */
  struct sm_flow_forces forces;             /* of which it has rate and calm wind */
  union sm_reals lines; /* mass, excess of the pressure, where it is calm: of all layers */
  int lowest;           /* layer of the sponge */
};

/* Of a flow at its start, set 0 of the air with its ghosts: calm are the means of each layer, or
 * the geostrophic wind. Wind 0 of the flow is made. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_damping_make(struct sm_context *ctx,
                                                       const struct sm_case *c,
                                                       const struct sm_compressible_fields *gas,
                                                       struct sm_compressible_damping *out);

/* Damps a set for as long as the step of the clock is. */
void sm_compressible_damp(const struct sm_compressible_damping *damping, int set);

/* step.c */

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

/* A step as long as the air at its start allows, but no further than `end`, s; *clock: as it was
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
