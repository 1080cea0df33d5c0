/* internal.h - interface between the parts of the steady Reynolds-averaged model: the model in
 * model.c, the flow of a weather time in flow.c, its cut cells in cut_cells.c, its inflow in
 * inflow.c, iterations in iterate.c, the start from a coarser grid in sequencing.c, scalars in
 * scalars.c. */
#ifndef SM_PHYSICS_RANS_INTERNAL_H
#define SM_PHYSICS_RANS_INTERNAL_H

#include "cell/rans/k_epsilon.h"
#include "physics/flow/fields.h"
#include "physics/flow/walls/cut_cells.h"
#include "physics/model.h"
#include "physics/projection.h"
#include "simoom/run.h"

/* The same case on half as many cells along each axis. */
struct sm_rans_coarser {
  bool tried; /* self NULL: the grid cannot be coarsened */
  struct sm_case c;
  struct sm_domain *domain;
  struct sm_state *state;
  void *self; /* struct sm_rans */
};

/* flow.c */

/* Turbulent quantities. */
enum { SM_RANS_ENERGY, SM_RANS_LOST, SM_RANS_QUANTITIES };

/* Cut cells and what is beside them; device arrays. */
struct sm_rans_cut {
  struct sm_flow_cut faces; /* faces beside cut walls */
  int64_t cells, beside;    /* cut cells; whole cells beside cut ones */
  int64_t *cell;            /* the cut ones, then those beside them */
  union sm_reals number;    /* of sm_rans_cut_cells */
  int32_t *open;            /* of sm_rans_cut_gradient, as per_span */
  union sm_reals per_span;
};

/* Steady flow of a weather time. */
struct sm_rans_flow {
  const struct sm_case *c;        /* borrowed */
  const struct sm_domain *domain; /* borrowed */
  struct sm_flow *flow;
  struct sm_projection projection;
  struct sm_poisson_options options;
  struct sm_poisson_result result;
  union sm_reals turbulence[2]
                           [SM_RANS_QUANTITIES]; /* k, m2/s2, and epsilon, m2/s3; two registers */
  struct sm_rans_matrix matrix;                  /* of the velocity component that is solved */
  union sm_reals mean[3];                        /* running mean of the wind, m/s */
  union sm_reals rate;                           /* production over eddy viscosity, 1/s2 */
  union sm_reals distance;                       /* wall distance plus roughness length, m */
  union sm_reals plane[SM_SIDES][SM_RANS_QUANTITIES]; /* values of the inflow; NULL: none */
  struct sm_ghosts ghosts[2][SM_RANS_QUANTITIES][3];  /* per register, quantity and axis */
  struct sm_rans_cut cut;
  double above[2];           /* u and v a layer above the domain top minus those below it, m/s */
  double per_step;           /* inverse pseudo-time step, 1/s */
  double damping, following; /* rates of the wind and of its running mean, per iteration */
  double *numbers;           /* device: results of two reductions */
  union sm_reals *scalar;    /* concentration of each scalar of the case, kg/m3; NULL: none */
  struct sm_mass_budget *budget; /* of each, of one second */
  int wind;                      /* index of the current wind */
  int now;                       /* register of the current k and epsilon */
};

/* The model. */
struct sm_rans {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  void *guess; /* the diagnostic model, in the same state */
  struct sm_host_wind wind;
  struct sm_wall_distance *distance;
  struct sm_turbulence *turbulence; /* stresses; NULL: not wanted */
  struct sm_rans_coarser coarser;
  struct sm_rans_flow last; /* of the last weather time, for its scalars; else empty */
};

/* Makes the flow of a weather time from its first guess `guess`, with wall distances in the layout
 * of `state`. On a device that counts it takes its arrays alone. Free it also after a failure.
 * Errors: those of sm_flow_create and sm_projection_set_solver. */
SM_CHECKED enum sm_status sm_rans_flow_make(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            const struct sm_state *state,
                                            const struct sm_host_wind *guess,
                                            struct sm_rans_flow *out);
void sm_rans_flow_free(struct sm_rans_flow *r);

/* Fills the ghost values of k and epsilon in a register. */
void sm_rans_ghosts(const struct sm_rans_flow *r, int which);

/* cut_cells.c */

/* Lists of cut cells and of faces and cells beside them, those of the rows of this process; nothing
 * without cut cells. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_rans_cut_make(struct sm_context *ctx, struct sm_rans_flow *r);

/* Replace the results in the lists, after the kernels of all cells with these arguments. */
void sm_rans_cut_momentum(const struct sm_rans_flow *r, int d, const struct sm_rans_momentum *args);
void sm_rans_cut_viscosity(const struct sm_rans_flow *r, const struct sm_rans_viscosity *args);
void sm_rans_cut_turbulence(const struct sm_rans_flow *r, const struct sm_k_epsilon *args);

/* inflow.c */

/* Sets k and epsilon of the inflow sides, and the shear at the top: equilibrium with the first
 * guess (Richards and Hoxey 1993), or with a given k (Tominaga et al. 2008). Errors: ERR_MEMORY,
 * ERR_DEVICE, ERR_CASE (a given k that is not positive). */
SM_CHECKED enum sm_status sm_rans_inflow_make(struct sm_context *ctx,
                                              const struct sm_host_wind *guess,
                                              struct sm_rans_flow *r);

/* iterate.c */

struct sm_rans_report {
  int iterations;
  /* Estimated distance from the steady wind, over the fastest component: root mean square over the
   * air, which decides, and largest component. */
  double distance, largest;
  bool converged;
  double divergence, seconds;
};

/* Iterates to the steady state. Errors: ERR_DIVERGED (not finite), ERR_STOPPED, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_rans_iterate(struct sm_context *ctx, struct sm_rans_flow *r,
                                          struct sm_rans_report *report);

/* Several processes stop after the same iteration. Errors: ERR_STOPPED. */
SM_CHECKED enum sm_status sm_rans_check_stop(struct sm_context *ctx, const struct sm_rans_flow *r);

/* scalars.c */

/* Makes the fields of the scalars of the case, 0. */
SM_CHECKED enum sm_status sm_rans_scalars_make(struct sm_context *ctx, struct sm_rans_flow *r);

/* Finds the steady concentrations in the steady wind, from fields that are 0, and their mass
 * budgets; `moment`: s after the first weather time. The report gets the first scalar that is not
 * steady. Errors: ERR_DIVERGED (not finite), ERR_STOPPED, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_rans_scalars_solve(struct sm_context *ctx, struct sm_rans_flow *r,
                                                double moment, struct sm_step_report *report);

/* sequencing.c: Grid sequencing: the steady wind is sought on a coarser grid first. */

/* Makes the model of the coarser grid, once, if the grid has one. Errors: those of
 * sm_domain_build_coarser and of the model. */
SM_CHECKED enum sm_status sm_rans_coarser_create(struct sm_context *ctx, struct sm_rans *m);
void sm_rans_coarser_destroy(struct sm_rans_coarser *coarser);

/* Finds the steady wind of a weather time on the coarser grid, and interpolates it, pressure, k and
 * epsilon to `flow`. Adds its time to the report. Every process computes the whole. Errors: those
 * of sm_rans_find_steady. */
SM_CHECKED enum sm_status sm_rans_start(struct sm_context *ctx, struct sm_rans_coarser *coarser,
                                        int time, struct sm_rans_flow *flow,
                                        struct sm_step_report *report);

/* model.c: Steady wind of a weather time from the diagnostic wind, through coarser grids. *flow,
 * which is zeroed, has the result; it is freed by the caller, also after a failure. Errors: those
 * of sm_rans_flow_make and sm_rans_iterate, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_rans_find_steady(struct sm_context *ctx, struct sm_rans *m, int time,
                                              struct sm_step_report *report,
                                              struct sm_rans_flow *flow);

#endif
