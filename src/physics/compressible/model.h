/* physics/compressible/model.h - interface between the parts of the compressible solver: setup and
 * time loop in physics/compressible/model.c, a time step in physics/compressible/step.c
 * (docs/theory/compressible.md). */
#ifndef SM_PHYSICS_COMPRESSIBLE_MODEL_H
#define SM_PHYSICS_COMPRESSIBLE_MODEL_H

#include "chem/integrate/device_integrator.h"
#include "physics/compressible/fields.h"
#include "physics/compressible/mixture.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/forces.h"
#include "physics/flow/statistics/statistics.h"
#include "physics/flow/subgrid_model.h"
#include "physics/scalars/scalars.h"

/* combustion.c */

struct sm_combustion {
  struct sm_mixture *m; /* borrowed */
  const char *base;     /* prefix of the files of failed cells: folder and first part of the name */
  int64_t most, count;  /* cells, maximum and current */
  bool any;             /* of several processes at least one has cells */
  int64_t *row;         /* host: start of each row of cells in the list */
  int64_t *on_row;      /* on the device, as are all the following */
  int64_t *cell;        /* elements in the fields */
  int32_t *layer;
  double *warm, *warm_before; /* K */
  double *moles, *before;     /* [species][count], kmol/m3 */
  double *source, *energy;    /* constant source: kmol/(m3 s), W/m3 */
  struct sm_chem_integrator integrator;
  struct sm_chem_reduction reduction;
  int32_t *targets; /* target species of the mechanism reduction */
  int64_t failures; /* since the start of the run */
};

/* base: prefix of the files of failed cells; NULL: output prefix of the case. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_combustion_create(struct sm_context *ctx, struct sm_mixture *m,
                                               const char *base, struct sm_combustion **out);
void sm_combustion_destroy(struct sm_combustion **combustion);

/* Chemistry at constant volume for `span` s from `time` on; does nothing without reactions.
 * Errors: ERR_DIVERGED (a cell cannot be integrated, and the case stops on failures; the cell is
 * written to a file), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_combustion_react(struct sm_context *ctx, struct sm_combustion *b,
                                              double time, double span);

/* The same in two parts around the flow step, whose changes enter as a constant source. */
SM_CHECKED enum sm_status sm_combustion_source_begin(struct sm_context *ctx,
                                                     struct sm_combustion *b);
SM_CHECKED enum sm_status sm_combustion_source_end(struct sm_context *ctx, struct sm_combustion *b,
                                                   double time, double span);

/* sponge.c */

struct sm_compressible_damping {
  const struct sm_compressible_fields *gas; /* borrowed; NULL: no sponge */
  struct sm_flow_forces forces;             /* only damping rate and reference velocity are used */
  union sm_reals lines;                     /* reference mass and overpressure of all layers */
  int lowest;                               /* lowest layer of the sponge */
};

/* Makes the sponge at the start of a flow, from set 0 with filled ghosts: the reference state is
 * the mean of each layer; the reference velocity may be the geostrophic wind. Overwrites wind 0 of
 * the flow. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_damping_make(struct sm_context *ctx,
                                                       const struct sm_case *c,
                                                       const struct sm_compressible_fields *gas,
                                                       struct sm_compressible_damping *out);

/* Damps a set over the time step of the clock. */
void sm_compressible_damp(const struct sm_compressible_damping *damping, int set);

/* step.c */

#define SM_COMPRESSIBLE_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                    \
  VALUE(double, time) /* s since the first output */                                               \
  VALUE(double, step) /* last time step, s; 0: none yet */                                         \
  VALUE(int64_t, steps)

struct sm_compressible {
  SM_STATE_MEMBERS(SM_COMPRESSIBLE_STATE)
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_flow *flow;
  struct sm_compressible_fields gas;
  struct sm_compressible_damping sponge;
  struct sm_flow_nudging nudging;
  struct sm_subgrid_model subgrid;
  struct sm_inflow_turbulence inflow;
  struct sm_heated_walls walls;
  struct sm_scalars *scalars;
  struct sm_mixture *mixture; /* NULL: dry air without combustion */
  struct sm_combustion *combustion;
  struct sm_flow_means *means;   /* may be NULL */
  struct sm_flow_probes *probes; /* may be NULL */
  struct sm_flow_series *series; /* may be NULL */
  double coriolis;               /* 1/s */
  bool eddy_is_zero;             /* without eddies: the shared memory of the eddy viscosity is
                                    zeroed */
};

/* nudging.c: Relaxes fields of a set towards the weather in the rims. */
void sm_compressible_nudge(const struct sm_flow_nudging *nudging,
                           const struct sm_compressible_fields *gas, int set);

/* Prepares a step: ghost cells, velocity on the faces, static temperature, wall models and
 * eddy viscosity. Before the first step the subgrid energy is set to its equilibrium with the
 * wind. */
void sm_compressible_prepare_step(struct sm_compressible *m);

/* Prepares output of the current state: velocity on the faces, eddy viscosity, pressure,
 * temperature, scalars. */
void sm_compressible_prepare_output(struct sm_compressible *m);

/* Sides become inflow or outflow with the weather before a step (model.c). Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_follow_weather(struct sm_context *ctx,
                                                         struct sm_compressible *m);

/* Makes one step, as long as is stable for the current state but not beyond `end`, s; *clock: the
 * step as made. Errors: ERR_DIVERGED (a density or pressure is not positive, the message names the
 * cell; a given step exceeds the stability limit), those of sm_scalars_advance_by_mass,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_step(struct sm_context *ctx, struct sm_compressible *m,
                                               double end, struct sm_flow_clock *clock);

/* Integrates the pending chemistry of the current state. Errors: those of sm_combustion_react. */
SM_CHECKED enum sm_status sm_compressible_react(struct sm_context *ctx, struct sm_compressible *m);

/* Check before the first step, with m->time set. Errors: ERR_CASE (the given step exceeds the
 * stability limit of the initial state), and those of sm_compressible_check. */
SM_CHECKED enum sm_status sm_compressible_check_start(struct sm_context *ctx,
                                                      const struct sm_compressible *m);

/* Errors: ERR_DIVERGED (as above, for the current state), ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_check(struct sm_context *ctx,
                                                const struct sm_compressible *m);

/* set_state.c: Current state of the compressible solver set from arrays of the caller. */

enum { SM_COMPRESSIBLE_SETTABLE = 5 };

/* Names of the settable fields: velocity components, temperature, pressure above the background; n
 * < SM_COMPRESSIBLE_SETTABLE. */
const char *sm_compressible_settable(int n);

/* Sets one of them in dry air, at constant density: a velocity component by the mean of both faces
 * of a cell (m/s) at constant temperature; temperature (K) or pressure (Pa) at constant velocity.
 * Solid cells are not changed. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_set(struct sm_context *ctx,
                                              const struct sm_compressible_fields *gas, int n,
                                              const double *values);

#endif
