/* physics/incompressible/model.h - interface between the parts of the incompressible solver:
 * setup and time loop in physics/incompressible/model.c, a time step in
 * physics/incompressible/step.c. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_MODEL_H
#define SM_PHYSICS_INCOMPRESSIBLE_MODEL_H

#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/fields.h"
#include "physics/flow/forces.h"
#include "physics/flow/statistics/statistics.h"
#include "physics/flow/subgrid_model.h"
#include "physics/flow/view.h"
#include "physics/flow/walls/cut_cells.h"
#include "physics/incompressible/body_forces.h"
#include "physics/projection.h"
#include "physics/scalars/scalars.h"

/* Steady-state detection of a flow (flow.steady). */

/* reduced_rank.c */

/* Number of stored changes: largest, and smallest for an extrapolation. */
enum { SM_REDUCED_RANK_MAX = 10, SM_REDUCED_RANK_MIN = 4 };

/* On the host; sizes are in the flow's layout. */
#define SM_REDUCED_RANK_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                    \
  HOST(float, change, 3 * SM_REDUCED_RANK_MAX * self->flow->layout.size) /* m/s, oldest first */   \
  HOST(double, last, 3 * self->flow->layout.size) /* m/s, last stored wind */                      \
  VALUE(double, since)                            /* s, its time; NAN: none yet */                 \
  VALUE(int64_t, count)                           /* number of stored changes */

struct sm_reduced_rank {
  SM_STATE_MEMBERS(SM_REDUCED_RANK_STATE)
  const struct sm_flow *flow; /* borrowed; NULL: not used */
  double length;              /* m, longest axis */
  double *now;                /* work space for a component */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reduced_rank_make(struct sm_context *ctx, const struct sm_flow *flow,
                                               struct sm_reduced_rank *out);

/* Call after a step to `time`, s, with largest component `fastest`, m/s; *moved: all winds were
 * replaced by the extrapolated steady wind, still divergence-free up to rounding. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_reduced_rank_step(struct sm_context *ctx, struct sm_reduced_rank *rank,
                                               int wind, double time, double fastest, bool *moved);

/* Weights of `count` changes, oldest first, with inner products in the first rows and columns of
 * gram: those with sum 1 that minimise the norm of the weighted sum. Returns its square; not a
 * number if a change is 0. */
double sm_reduced_rank_weights(int count, double gram[SM_REDUCED_RANK_MAX][SM_REDUCED_RANK_MAX],
                               double weight[SM_REDUCED_RANK_MAX]);

/* Adds the prognostic members to the view. */
void sm_reduced_rank_parts(struct sm_reduced_rank *rank, struct sm_flow_view *view);

/* steady_state.c */

#define SM_FLOW_STEADY_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                     \
  FIELD(earlier, [3])   /* m/s */                                                                  \
  VALUE(double, since)  /* s, time of the earlier wind; NAN: none yet */                           \
  VALUE(int64_t, steps) /* steps since then */                                                     \
  VALUE(bool, is)

struct sm_flow_steady {
  SM_STATE_MEMBERS(SM_FLOW_STEADY_STATE)
  const struct sm_flow *flow; /* borrowed; NULL: not used */
  double tolerance;           /* 1/s */
  double interval;            /* smallest time between compared winds, s */
  double *number;             /* device: result of a reduction */
  struct sm_reduced_rank rank;
};

/* Makes it for a case with flow.steady; otherwise does nothing. divergence: largest |div u| h / U
 * that remains after a step; alone: there are no scalars, so that the wind may be extrapolated.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_steady_make(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_flow *flow, double divergence,
                                              bool alone, struct sm_flow_steady *out);

/* Call after a step to `time`, s, with largest component `fastest`, m/s: whether the flow is
 * steady.
 * Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_steady_judge(struct sm_context *ctx,
                                               struct sm_flow_steady *steady, int wind, double time,
                                               double fastest);

/* Call next while the flow is not steady: see sm_reduced_rank_step. */
SM_CHECKED enum sm_status sm_flow_steady_accelerate(struct sm_context *ctx,
                                                    struct sm_flow_steady *steady, int wind,
                                                    double time, double fastest, bool *moved);

/* Adds the prognostic members to the view. */
void sm_flow_steady_parts(struct sm_flow_steady *steady, struct sm_flow_view *view);

/* mac_sor_pressure.c: Pressure by red-black SOR, as in Griebel, Dornseifer and Neunhoeffer (1998)
 * and the program of Niemeyer and Sung (2013) (docs/theory/incompressible-mac-sor.md). */

/* Parameters of SOR. */
struct sm_mac_sor_options {
  double omega;     /* relaxation factor; NAN: optimum (sm_mac_sor_omega) */
  bool by_open;     /* wall treatment: coefficients of open faces only; else ghost copies beyond the
                       walls */
  double tolerance; /* rms residual relative to the rms of the previous pressure; if that is below
                       1e-4 m2/s2, in 1/s2 */
  double most;      /* maximum number of iterations */
  bool generic;     /* always use the kernel with obstacles */
};

struct sm_mac_sor_result {
  bool converged;
  int64_t iterations;
  double residual; /* rms residual, relative as for the tolerance */
  double seconds;
};

struct sm_mac_sor_pressure {
  struct sm_device *device; /* borrowed */
  struct sm_store store;
  struct sm_red_black layout;
  double per_width[3]; /* 1/m; 0 along an axis with one cell */
  double omega;
  int64_t air;   /* cells */
  bool plain;    /* no obstacles */
  uint8_t *open; /* device, at cell (0, 0, 0), as p and rhs */
  union sm_reals p, rhs;
  struct sm_mac_sor_options options;
  struct sm_mac_sor_state *clock; /* device */
  double *number;                 /* device */
  void *loop;                     /* see repeat in backend.h */
};

/* Optimal relaxation factor for a box of cells: for p = 0 beyond its sides, 2 / (1 + sin(pi / n))
 * for n x n cells; by_open: for a box with walls. Axes with one cell do not count. */
double sm_mac_sor_omega(const int n[3], const double per_width[3], bool by_open);

/* Starts with p = 0. open: as from sm_flow_open_faces, with all sides closed. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mac_sor_create(struct sm_context *ctx, struct sm_device *device,
                                            const int n[3], const double per_width[3],
                                            const uint8_t *open,
                                            const struct sm_mac_sor_options *options,
                                            struct sm_mac_sor_pressure *out);
void sm_mac_sor_free(struct sm_mac_sor_pressure *pressure);

/* Solves from the current p. Failure to converge is not an error. Red cells are updated once more
 * than black ones. Errors: ERR_DEVICE, ERR_STOPPED, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_mac_sor_solve(struct sm_context *ctx,
                                           struct sm_mac_sor_pressure *pressure,
                                           struct sm_mac_sor_result *result);

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

/* rotors.c: Actuator disks of rotors ([[wind.rotor]]): thrust and torque on the air as a body force
 * that moves with the rotor. */

struct sm_flow_rotors;

/* *out stays NULL without rotors. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_rotors_create(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                struct sm_flow_rotors **out);

/* Places the force of all rotors for a step that begins at `time`, s since the first output.
 * `rotors` may be NULL. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_rotors_place(struct sm_context *ctx,
                                               struct sm_flow_rotors *rotors, double time);

/* Longest step in which the force of a placed rotor moves air at rest less than half a cell, s;
 * INFINITY without rotors. */
double sm_flow_rotors_step(const struct sm_flow_rotors *rotors);

/* Adds the force of a step to a wind. `rotors` may be NULL. */
void sm_flow_rotors_apply(const struct sm_flow_rotors *rotors, int wind);

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
  struct sm_flow_rotors *rotors; /* may be NULL */
  struct sm_flow_cut cut;
  struct sm_subgrid_model subgrid;
  struct sm_flow_forces forces;
  struct sm_flow_nudging nudging;
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

/* cut_step.c */

/* Recomputes the listed faces after a stage of component d, with the same arguments. `given`: the
 * stage used the pressure of the last step; `past`: factor from that pressure to the one of a whole
 * step. */
void sm_flow_cut_advance(const struct sm_flow_cut *cut, int d, const struct sm_momentum *args,
                         bool given, double past);

#endif
