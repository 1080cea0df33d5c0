/* ensemble.h - the statistics of a run, gathered from its members one by one. */
#ifndef SM_RUN_ENSEMBLE_H
#define SM_RUN_ENSEMBLE_H

#include "output/statistics/statistics.h"
#include "physics/model.h"
#include "run/outputs.h"

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

#endif
