/* simulation.h - state of a running simulation (simoom/simulation.h), and its parts:
 * run/simulation.c sets it up and steps, run/weather_time.c handles a weather time, run/finish.c
 * completes the files, run/fields.c and run/additions.c serve the caller. */
#ifndef SM_RUN_SIMULATION_H
#define SM_RUN_SIMULATION_H

#include "output/statistics/statistics.h"
#include "physics/model.h"
#include "run/dispersion/dispersion.h"
#include "run/flow/files.h"
#include "run/outputs.h"
#include "simoom/simulation.h"

/* ensemble.c: The statistics of a run, gathered from its members one by one. */

struct sm_ensemble {
  struct sm_statistics *statistics; /* NULL: the case wants none */
  char path[4200];
  void *host; /* copy of the lowest layers where the device's memory is its own */
};

/* Refuses to replace an earlier file unless told to. `outputs` is open. Errors: ERR_CASE, ERR_USAGE
 * (the file is there), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ensemble_open(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_domain *domain,
                                           const struct sm_run_options *options,
                                           struct sm_run_outputs *outputs, struct sm_ensemble *out);

/* Adds the wind of weather time `time`, the times in order. */
SM_CHECKED enum sm_status sm_ensemble_add(struct sm_context *ctx, struct sm_ensemble *ensemble,
                                          const struct sm_state *state, int time,
                                          const struct sm_step_report *report);

/* Writes the file once all members are there. */
SM_CHECKED enum sm_status sm_ensemble_close(struct sm_context *ctx, struct sm_ensemble *ensemble,
                                            const struct sm_run_outputs *outputs,
                                            const char *device);
void sm_ensemble_free(struct sm_ensemble *ensemble);

/* simulation.c */

struct sm_added_source;

struct sm_simulation {
  struct sm_context *ctx; /* has the files that wait for the end of the run */
  const struct sm_case *c;
  struct sm_run_options options;
  const struct sm_model *model;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  void *self; /* of the model */
  struct sm_run_outputs outputs;
  struct sm_ensemble ensemble;
  struct sm_dispersion dispersion;
  struct sm_flow_files flow;
  struct sm_run_summary summary;
  struct sm_step_report report; /* of the weather time that is, or was last, computed */
  int time;                     /* its index; -1: none yet */
  double step;                  /* s, the last time step, or between weather times */
  int next;                     /* how many weather times are done */
  int unconverged;              /* of them */
  bool underway;                /* steps to `time` have begun, and it is not reached */
  bool shown;                   /* the state has the present wind */
  bool ended, finished;
  enum sm_status failed;         /* of the step that failed */
  struct sm_result *result;      /* its axes and maps stay where they are; NULL: not asked for */
  bool is_result_present;        /* it is of the present wind */
  struct sm_added_source *added; /* NULL: none */
};

/* Errors: ERR_USAGE (another simulation goes on in the context). */
SM_CHECKED enum sm_status sm_simulation_check_free(struct sm_context *ctx);

/* As sm_simulation_create in a context that is free, and sm_simulation_destroy after a failure is
 * the caller's: the summary tells how far it came. *out is NULL only without memory. */
SM_CHECKED enum sm_status sm_simulation_open(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_run_options *options,
                                             struct sm_simulation **out);

/* As sm_simulation_finish of a run that came to `status`, without the check that it was not
 * finished before. */
SM_CHECKED enum sm_status sm_simulation_close(struct sm_context *ctx, struct sm_simulation *s,
                                              enum sm_status status);

/* Whether it can be changed or saved. Errors: ERR_USAGE (it is finished, or something in it has
 * failed). */
SM_CHECKED enum sm_status sm_simulation_check_alive(struct sm_context *ctx,
                                                    const struct sm_simulation *s);

/* Keeps the status of a change: one that may have been made in part ends the simulation. */
SM_CHECKED enum sm_status sm_simulation_keep_status(struct sm_simulation *s, enum sm_status status);

/* The weather time is reached: outputs, statistics, particles. */
SM_CHECKED enum sm_status sm_simulation_reach(struct sm_context *ctx, struct sm_simulation *s);

/* Time of a flow, or of a weather time, s after the first one. */
double sm_simulation_moment(const struct sm_simulation *s, int time);

/* Whether there is a wind to look at: models other than flows make it in their first step. */
bool sm_simulation_has_wind(const struct sm_simulation *s);

/* Before the present wind changes. */
void sm_simulation_forget_result(struct sm_simulation *s);

/* Keeps the mass budgets of its scalars in the summary. Errors: ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_simulation_record_budgets(struct sm_context *ctx,
                                                       struct sm_simulation *s);

/* Makes the result what is left of the simulation, to be freed with it: of a GPU nothing, of a
 * model only what its fields need. */
SM_CHECKED enum sm_status sm_simulation_keep_result(struct sm_context *ctx, struct sm_simulation *s,
                                                    struct sm_result **out);

void sm_added_sources_destroy(struct sm_added_source **list);

/* Lets this thread's loops use so many threads; returns how many they used before. */
int sm_run_use_threads(int threads);

#endif
