/* simulation.h - state of a running simulation (simoom/simulation.h). run/simulation.c sets it up
 * and steps, run/weather_time.c handles a weather time, run/finish.c completes the files,
 * run/fields.c and run/additions.c serve the caller. */
#ifndef SM_RUN_SIMULATION_H
#define SM_RUN_SIMULATION_H

#include "output/statistics/statistics.h"
#include "parallel/parallel.h"
#include "physics/model.h"
#include "run/dispersion/dispersion.h"
#include "run/flow/files.h"
#include "run/outputs.h"
#include "simoom/simulation.h"

/* ensemble.c: Statistics of a run, accumulated over its members. */

struct sm_ensemble {
  struct sm_statistics *statistics; /* NULL: not requested */
  char path[4200];
  void *host; /* host copy of the lowest layers, for a device with separate memory */
};

/* Opens the statistics; refuses to replace an earlier file unless allowed. `outputs` must be open.
 * Errors: ERR_CASE, ERR_USAGE (the file exists), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_ensemble_open(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_domain *domain,
                                           const struct sm_run_options *options,
                                           struct sm_run_outputs *outputs, struct sm_ensemble *out);

/* Adds the wind of weather time `time`; times must be in order. Writes the file of a time with the
 * last of its members. */
SM_CHECKED enum sm_status sm_ensemble_add(struct sm_context *ctx, struct sm_ensemble *ensemble,
                                          const struct sm_run_outputs *outputs,
                                          const struct sm_state *state, int time,
                                          const struct sm_step_report *report);

/* Writes the file after the last time, unless each time has one. */
SM_CHECKED enum sm_status sm_ensemble_close(struct sm_context *ctx, struct sm_ensemble *ensemble,
                                            const struct sm_run_outputs *outputs,
                                            const char *device);
void sm_ensemble_free(struct sm_ensemble *ensemble);

/* release_ensemble.c: Ensemble of a release in a library of winds ([ensemble]). */

/* Checks before a run that its ensemble is possible. Errors: ERR_CASE, ERR_USAGE (the file exists,
 * several processes), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_release_ensemble_check(struct sm_context *ctx, const struct sm_case *c,
                                                    const struct sm_run_options *options);

/* Checks an ensemble as before its run, describes the members, and adds their memory and time to
 * those of the run; `work`: of one. Errors: ERR_CASE, ERR_USAGE, ERR_DATA, ERR_MEMORY. */
struct sm_run_estimate;
SM_CHECKED enum sm_status sm_release_ensemble_estimate(struct sm_context *ctx,
                                                       const struct sm_case *c, int processes,
                                                       const struct sm_particles_workload *work,
                                                       struct sm_run_estimate *need,
                                                       struct sm_facts *out);

/* Runs the members one after the other and writes <prefix>_ensemble.nc. Errors: those of a run. */
SM_CHECKED enum sm_status sm_release_ensemble_run(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_run_options *options,
                                                  struct sm_run_summary *summary);

/* members.c: Members of an ensemble, one per process at a time; or one wind by all processes; or by
 * process 0. */

struct sm_members {
  struct sm_parallel *parallel; /* borrowed; NULL: a run of one process */
  bool together;                /* they compute one wind together, all the same: no messages here */
  bool undivided;               /* process 0 does the work, and the others wait for its end */
  bool begun;                   /* the others wait for orders of process 0 */
  bool ended;                   /* process 0 has ended the run */
  bool received;                /* the current wind is of another process */
  double *history, *changes;    /* of the report of another process */
  uint8_t *zone;                /* zones of a wind to send; NULL: not requested */
  void *host;                   /* host copy of a field, for a device with separate memory */
  struct sm_impulse_field impulse; /* copy of that of process 0; count 0: none yet */
  bool shares_particles;           /* all move a share of the particles */
  struct sm_particles *particles;  /* that share, of a process other than 0; else NULL */
  bool listening;                  /* on process 0: the others wait for orders to particles */
};

struct sm_simulation;

/* impulse.c: Two-way coupling: gets the momentum of the particles from process 0, between steps.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_members_share_impulse(struct sm_context *ctx, struct sm_simulation *s);

/* shared_particles.c: Whether each process moves a share of the particles. Another process than 0
 * creates its own, which process 0 does with its files, and obeys orders. */
bool sm_members_share_particles(const struct sm_simulation *s);
SM_CHECKED enum sm_status sm_members_join_particles(struct sm_context *ctx,
                                                    struct sm_simulation *s);

/* Orders of process 0 that are not to particles. */
enum sm_member_order { SM_MEMBER_SEND = -1, SM_MEMBER_END = -2, SM_MEMBER_GO_ON = -3 };
void sm_members_order(const struct sm_simulation *s, int to, enum sm_member_order order);

/* Obeys orders to particles until another one comes. Errors: sm_particles_obey. */
SM_CHECKED enum sm_status sm_members_listen(struct sm_context *ctx, struct sm_simulation *s,
                                            enum sm_member_order *out);

/* The others stop listening at the next wind, where process 0 computes one itself; and start to do
 * so when one is there that all have computed. */
void sm_members_go_on(struct sm_simulation *s);
SM_CHECKED enum sm_status sm_members_reach(struct sm_context *ctx, struct sm_simulation *s);

/* division.c: Whether so many processes can run a case. domain NULL: as far as is known without it.
 * Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_members_check(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_domain *domain,
                                           const struct sm_run_options *options, int ranks);

/* Whether process 0 computes a case alone: prescribed winds, flow.mac_sor, prisms, and, with a
 * domain, grids with too few rows to divide. Process 0 warns of it. */
bool sm_members_undivided(const struct sm_case *c, const struct sm_domain *domain);
void sm_members_tell_undivided(struct sm_context *ctx, const struct sm_case *c);

/* Whether the processes compute one wind or flow together, if it has enough rows. */
bool sm_members_is_one(const struct sm_case *c, const struct sm_domain *domain);

/* members.c: Checks the case, and sets the device (in `device`) and threads of this process.
 * Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_members_options(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_run_options *options, char *device,
                                             size_t size);

/* After the set-up, which ended with `status`: fails on all processes if it failed on one. `s` is
 * not used after a failure. */
SM_CHECKED enum sm_status sm_members_begin(struct sm_context *ctx, struct sm_simulation *s,
                                           enum sm_status status);

/* Whether this process computes for process 0; and whether the next member is its own. */
bool sm_members_is_worker(const struct sm_simulation *s);
bool sm_members_is_own(const struct sm_simulation *s);

/* All processes call it with the status of what was before: ends all if it failed on one, else lets
 * them compute a case of one wind together. Errors: that of a process; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_members_group(struct sm_context *ctx, struct sm_simulation *s,
                                           enum sm_status status);

/* Gets the state of a resumed flow from process 0, which has read the checkpoint. Errors: those of
 * its set-up. */
SM_CHECKED enum sm_status sm_members_resume(struct sm_context *ctx, struct sm_simulation *s);

/* Before a step of a flow that all compute: fails on all if one has failed since the last step, and
 * agrees on a stop. After it, with the time before it: gets the whole flow where it is
 * written. Do nothing in other runs. */
SM_CHECKED enum sm_status sm_members_begin_step(struct sm_context *ctx, struct sm_simulation *s);
SM_CHECKED enum sm_status sm_members_end_step(struct sm_context *ctx, struct sm_simulation *s,
                                              double before);

/* After the step of an own member, which ended with `status`, or in place of that of another:
 * process 0 gets its wind and report. Errors: those of the step on its process; ERR_STOPPED
 * (process 0 has ended the run). */
SM_CHECKED enum sm_status sm_members_exchange(struct sm_context *ctx, struct sm_simulation *s,
                                              enum sm_status status);

/* Ends the run of all processes; one other than 0 waits for it. Returns `status`, or the failure of
 * another process that shares the run. */
SM_CHECKED enum sm_status sm_members_close(struct sm_context *ctx, struct sm_simulation *s,
                                           enum sm_status status);
void sm_members_free(struct sm_members *members);

/* simulation.c */

struct sm_added_source;

struct sm_simulation {
  struct sm_context *ctx; /* owner of the stage of output files */
  const struct sm_case *c;
  struct sm_run_options options;
  const struct sm_model *model;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  void *self; /* state of the model */
  struct sm_run_outputs outputs;
  struct sm_ensemble ensemble;
  struct sm_members members;
  struct sm_dispersion dispersion;
  struct sm_flow_files flow;
  struct sm_run_summary summary;
  struct sm_step_report report; /* report of the current or last weather time */
  int time;                     /* index of that time; -1: none yet */
  double step;                  /* last time step, or interval of weather times, s */
  int next;                     /* number of completed weather times */
  int unconverged;              /* number of weather times that did not converge */
  int unsteady_scalar;          /* 1 + index of a scalar that did not; 0: none */
  bool underway;                /* steps toward `time` have begun */
  bool shown;                   /* the state contains the current wind */
  bool ended, finished;
  bool inner;                    /* sm_simulation_open_inner */
  enum sm_status failed;         /* status of a failed step */
  struct sm_result *result;      /* its axes and maps keep their addresses; NULL: not requested */
  bool is_result_present;        /* the result is of the current wind */
  struct sm_added_source *added; /* list; may be NULL */
};

/* Errors: ERR_USAGE (another simulation is active in the context). */
SM_CHECKED enum sm_status sm_simulation_check_free(struct sm_context *ctx);

/* Like sm_simulation_create in a free context; after a failure the caller calls
 * sm_simulation_destroy, and the summary shows the progress. *out is NULL only if out of memory. */
SM_CHECKED enum sm_status sm_simulation_open(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_run_options *options,
                                             struct sm_simulation **out);
/* The same within a command that has files of its own: the case writes none, and no names are
 * reserved. *domain: taken over, and NULL after it; NULL: built. */
SM_CHECKED enum sm_status sm_simulation_open_inner(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_run_options *options,
                                                   struct sm_domain **domain,
                                                   struct sm_simulation **out);

/* Like sm_simulation_finish for a run that ended with `status`, without checking for an earlier
 * finish. */
SM_CHECKED enum sm_status sm_simulation_close(struct sm_context *ctx, struct sm_simulation *s,
                                              enum sm_status status);

/* Checks that it can be changed or saved. Errors: ERR_USAGE (it is finished, or something in it has
 * failed). */
SM_CHECKED enum sm_status sm_simulation_check_alive(struct sm_context *ctx,
                                                    const struct sm_simulation *s);

/* Keeps the status of a change: a possibly incomplete change ends the simulation. */
SM_CHECKED enum sm_status sm_simulation_keep_status(struct sm_simulation *s, enum sm_status status);

/* Handles a reached weather time: outputs, statistics, particles. */
SM_CHECKED enum sm_status sm_simulation_reach(struct sm_context *ctx, struct sm_simulation *s);

/* Time of a flow, or of a weather time, s after the first one. */
double sm_simulation_moment(const struct sm_simulation *s, int time);

/* Whether there is a wind: models other than flows compute it in their first step. */
bool sm_simulation_has_wind(const struct sm_simulation *s);

/* Fields of a flow, or of steady scalars; false: none. */
bool sm_simulation_view(const struct sm_simulation *s, struct sm_flow_view *view);

/* Marks the result as outdated, before the wind changes. */
void sm_simulation_forget_result(struct sm_simulation *s);

/* Stores the mass budgets of its scalars in the summary. Errors: ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_simulation_record_budgets(struct sm_context *ctx,
                                                       struct sm_simulation *s);

/* Transfers ownership of the simulation to the result, and frees device memory of a GPU and all
 * parts of the model that fields do not need. */
SM_CHECKED enum sm_status sm_simulation_keep_result(struct sm_context *ctx, struct sm_simulation *s,
                                                    struct sm_result **out);

void sm_added_sources_destroy(struct sm_added_source **list);

/* Sets the number of OpenMP threads of this thread; returns the previous number. */
int sm_run_use_threads(int threads);

#endif
