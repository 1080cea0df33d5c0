/* model.h - table of wind models: name, required fields, and functions of a model. */
#ifndef SM_PHYSICS_MODEL_H
#define SM_PHYSICS_MODEL_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/state.h"

/* Report of the steps to a weather time; each step adds to it. */
struct sm_step_report {
  bool reached; /* the weather time is reached */
  int steps;    /* number of flow time steps */
  double step;  /* last time step, s */
  bool converged;
  int iterations;
  double residual;        /* relative */
  double seconds;         /* solver time, without the first guess and the projection */
  double zone_seconds;    /* time of the building zones; the first step includes their set-up */
  double iteration_bytes; /* minimum memory traffic of an iteration; NAN: unknown */
  double divergence;      /* max of |div u| h / U over fluid cells */
  double change;          /* of the last iteration: see run.h; NAN: not measured */
  const double *history;  /* relative residuals, one after every history_every iterations */
  int history_count, history_every;
  const double *changes; /* changes of the potential, one every change_every iterations */
  int change_count, change_every;
  int scalar; /* 1 + index of the first scalar that is not steady, of model "rans"; 0: none */
  double scalar_residual; /* of it: sum of the imbalances of all cells over sources and losses */
  bool steady;            /* the wind is steady: it holds for all later times, too */
};

struct sm_flow_view;
struct sm_mass_budget;
struct sm_mixture;
struct sm_scalars;
struct sm_impulse_field;

/* A wind model; `self`: an instance of it. */
struct sm_model {
  const char *name;
  bool lends;  /* it makes a state that borrows its wind (sm_state_create_borrowed) */
  size_t size; /* size of *self */
  /* Fields that a case needs, a bit per enum sm_field. */
  unsigned (*fields)(const struct sm_case *c);
  /* Fills *self, which is zeroed; after a failure it is destroyed. On a device that counts
   * (sm_device_open_counting) it takes its arrays and leaves out what would fill them. */
  enum sm_status (*create)(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_domain *domain, struct sm_state *state, void *self);
  /* Takes, on a device that counts, what only steps take: at most as much as they may. NULL: steps
   * take no more. */
  enum sm_status (*reserve)(struct sm_context *ctx, void *self);
  /* One step: computes the wind of weather time `time`; a flow solver makes one time step towards
   * it, but not beyond `until`, s after the first output. */
  enum sm_status (*step)(struct sm_context *ctx, void *self, int time, double until,
                         struct sm_step_report *report);
  /* Completes the report when the weather time is reached. May be NULL. */
  enum sm_status (*reach)(struct sm_context *ctx, void *self, int time,
                          struct sm_step_report *report);
  /* Zone that made the first guess of each cell in the last step, as in cell/urban/block.h and
   * cell/diagnostic/vegetation.h: [nz][ny][nx] on the host. NULL: the model has no first guess. */
  enum sm_status (*zones)(struct sm_context *ctx, void *self, uint8_t *zone);
  /* Time of a flow, s after the first output. NULL: the wind is that of a weather time. */
  double (*time)(const void *self);
  /* Gives the current wind of a flow to the state, and prepares its other outputs for `look`.
   * NULL: the state is current after each step. */
  enum sm_status (*show)(struct sm_context *ctx, void *self);
  /* Fields and hooks of a flow solver besides the wind (physics/flow/view.h). Of model "rans" the
   * concentrations of its scalars: without any, the view has no flow. NULL: not a flow solver. */
  void (*look)(void *self, struct sm_flow_view *view);
  /* Checks the state before it is written or saved. Errors: ERR_DIVERGED (unphysical values),
   * ERR_DEVICE. */
  enum sm_status (*check)(struct sm_context *ctx, void *self);
  /* Name of the n-th settable field, n = 0, 1 ..., NULL beyond the last one; and sets one: values
   * [z][y][x] on cells or faces. NULL: no such fields. */
  const char *(*settable)(const void *self, int n);
  enum sm_status (*set)(struct sm_context *ctx, void *self, int n, const double *values);
  /* Makes the next steps take up the momentum of `impulse` from particles and clear it; it is
   * borrowed. NULL: the wind takes none. */
  void (*take_impulse)(void *self, const struct sm_impulse_field *impulse);
  /* Scalars of a flow. NULL: none. */
  struct sm_scalars *(*scalars)(const void *self);
  /* Mass budgets of steady scalars of the last weather time, of one second; NULL: none. */
  const struct sm_mass_budget *(*budgets)(const void *self, int *count);
  /* Reacting gas of the flow; NULL: none. */
  const struct sm_mixture *(*mixture)(const void *self);
  /* Gets the whole state on each process that computes it with others, between steps. NULL: it is
   * whole after a step. */
  void (*gather)(void *self);
  /* Frees the content of *self, any part of which may be missing. */
  void (*destroy)(void *self);
};

/* Wind model of a case. */
const struct sm_model *sm_model_of(const struct sm_case *c);

/* *self is NULL after a failure, and may be NULL when it is destroyed. */
SM_CHECKED enum sm_status sm_model_create(struct sm_context *ctx, const struct sm_model *model,
                                          const struct sm_case *c, const struct sm_domain *domain,
                                          struct sm_state *state, void **self);
void sm_model_destroy(const struct sm_model *model, void **self);

/* Report before the first step to a weather time. */
struct sm_step_report sm_step_report_begin(void);

/* Makes all steps to a weather time, without the events of a run between them. */
SM_CHECKED enum sm_status sm_model_advance(struct sm_context *ctx, const struct sm_model *model,
                                           void *self, int time, struct sm_step_report *report);

/* Makes a state for a model, with its own fields and `more`; and its device memory.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_model_state(struct sm_context *ctx, const struct sm_model *model,
                                         const struct sm_case *c, const struct sm_domain *domain,
                                         struct sm_device *device, unsigned more,
                                         struct sm_state **out);

/* Table of the wind models. */
extern const struct sm_model sm_model_diagnostic;
extern const struct sm_model sm_model_vortex;
extern const struct sm_model sm_model_rotor;
extern const struct sm_model sm_model_file;
extern const struct sm_model sm_model_points;
extern const struct sm_model sm_model_incompressible;
extern const struct sm_model sm_model_mac_sor; /* incompressible flow by the scheme of
                                                  [flow.mac_sor] */
extern const struct sm_model sm_model_compressible;
extern const struct sm_model sm_model_rans;
extern const struct sm_model sm_model_library;

#endif
