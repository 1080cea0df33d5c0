/* model.h - table of wind models: name, required fields, and functions of a model. */
#ifndef SM_PHYSICS_MODEL_H
#define SM_PHYSICS_MODEL_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/state.h"

/* What the steps to a weather time have done; they add to it. */
struct sm_step_report {
  bool reached; /* the weather time */
  int steps;    /* time steps of a flow */
  double step;  /* s, the last one */
  bool converged;
  int iterations;
  double residual;        /* relative */
  double seconds;         /* of the solver, without the first guess and the projection */
  double zone_seconds;    /* of the zones of buildings, in the first step with their set-up */
  double iteration_bytes; /* minimum memory traffic of an iteration; NAN: unknown */
  double divergence;      /* max over fluid cells of |div u| h / U */
  double change;          /* of the last iteration: see run.h; NAN: not measured */
  const double *history;  /* relative residuals, one after every history_every iterations */
  int history_count, history_every;
  const double *changes; /* of the potential, one after every change_every iterations */
  int change_count, change_every;
  bool steady; /* the wind changes no more: it is that of all later times too */
};

struct sm_flow_view;
struct sm_mixture;
struct sm_scalars;
struct sm_impulse_field;

/* A wind model. `self`: what one holds that is at work. */
struct sm_model {
  const char *name;
  bool lends;  /* it makes a state with the wind that is lent to it (sm_state_create_borrowed) */
  size_t size; /* of *self */
  /* The fields that a case needs, a bit per enum sm_field. */
  unsigned (*fields)(const struct sm_case *c);
  /* Fills *self, which is zeroed; after a failure it is destroyed. On a device that counts
   * (sm_device_open_counting) it takes its arrays and leaves out what would fill them. */
  enum sm_status (*create)(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_domain *domain, struct sm_state *state, void *self);
  /* Takes, on a device that counts, what only steps take: at most as much as they may. NULL: steps
   * take no more. */
  enum sm_status (*reserve)(struct sm_context *ctx, void *self);
  /* One step: the wind of weather time `time`, or of a flow a time step towards it, but not beyond
   * `until`, s after the first output. */
  enum sm_status (*step)(struct sm_context *ctx, void *self, int time, double until,
                         struct sm_step_report *report);
  /* The weather time is reached: completes the report. NULL: there is nothing to be done. */
  enum sm_status (*reach)(struct sm_context *ctx, void *self, int time,
                          struct sm_step_report *report);
  /* Which zone has made the first guess of each cell of the last step, as in cell/urban/block.h and
   * cell/diagnostic/vegetation.h: [nz][ny][nx] of the host. NULL: the model has no first guess. */
  enum sm_status (*zones)(struct sm_context *ctx, void *self, uint8_t *zone);
  /* Time of a flow, s after the first output. NULL: the wind is that of a weather time. */
  double (*time)(const void *self);
  /* Puts the wind of a flow as it is now into the state, and its other outputs where `look` shows
   * them. NULL: the state has it after each step. */
  enum sm_status (*show)(struct sm_context *ctx, void *self);
  /* Fields and hooks of a flow solver beside the wind (physics/flow/view.h). NULL: not a flow
   * solver. */
  void (*look)(void *self, struct sm_flow_view *view);
  /* Checks the state before it is written or saved. Errors: ERR_DIVERGED (unphysical values),
   * ERR_DEVICE. */
  enum sm_status (*check)(struct sm_context *ctx, void *self);
  /* Names of the fields of a flow that can be set, n = 0, 1 ..., NULL beyond the last one; and sets
   * one: values [z][y][x] on cells or faces. NULL: no such fields. */
  const char *(*settable)(const void *self, int n);
  enum sm_status (*set)(struct sm_context *ctx, void *self, int n, const double *values);
  /* The next steps take the momentum of `impulse` from particles, which stays where it is, and
   * clear it. NULL: the wind takes none. */
  void (*take_impulse)(void *self, const struct sm_impulse_field *impulse);
  /* What the air of a flow carries. NULL: nothing. */
  struct sm_scalars *(*scalars)(const void *self);
  /* Reacting gas of the flow; NULL: none. */
  const struct sm_mixture *(*mixture)(const void *self);
  /* Frees what *self holds, of which any part may be missing. */
  void (*destroy)(void *self);
};

/* The model of a case. */
const struct sm_model *sm_model_of(const struct sm_case *c);

/* *self is NULL after a failure, and may be NULL when it is destroyed. */
SM_CHECKED enum sm_status sm_model_create(struct sm_context *ctx, const struct sm_model *model,
                                          const struct sm_case *c, const struct sm_domain *domain,
                                          struct sm_state *state, void **self);
void sm_model_destroy(const struct sm_model *model, void **self);

/* Of a weather time of which nothing was computed yet. */
struct sm_step_report sm_step_report_begin(void);

/* All steps to a weather time, without what a run does between them. */
SM_CHECKED enum sm_status sm_model_advance(struct sm_context *ctx, const struct sm_model *model,
                                           void *self, int time, struct sm_step_report *report);

/* A state for a model, with `more` fields than it needs itself. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_model_state(struct sm_context *ctx, const struct sm_model *model,
                                         const struct sm_case *c, const struct sm_domain *domain,
                                         struct sm_device *device, unsigned more,
                                         struct sm_state **out);

/* The rows of the table. */
extern const struct sm_model sm_model_diagnostic;
extern const struct sm_model sm_model_vortex;
extern const struct sm_model sm_model_rotor;
extern const struct sm_model sm_model_file;
extern const struct sm_model sm_model_points;
extern const struct sm_model sm_model_incompressible;
extern const struct sm_model sm_model_mac_sor; /* the same, by the scheme of [flow.mac_sor] */
extern const struct sm_model sm_model_compressible;

#endif
