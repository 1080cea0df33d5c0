/* estimate.h - what a run will need, before it is done. */
#ifndef SM_RUN_ESTIMATE_ESTIMATE_H
#define SM_RUN_ESTIMATE_ESTIMATE_H

#include "physics/particles/particles.h"
#include "run/flow/estimate.h"

struct sm_run_estimate {
  double memory;      /* bytes, all of the program on the CPU */
  double host_memory; /* bytes of the host where a GPU computes */
  double statistics;  /* bytes among either; percentiles keep the speed of every member */
  double percentiles; /* bytes of them for that */
  double seconds;     /* of the whole run on one core */
};

/* `device_bytes`: of model and fields on the device; `moves`: of particles by a step. Within a
 * factor of two on common machines. */
void sm_run_estimate_make(const struct sm_case *c, const struct sm_domain *domain,
                          size_t device_bytes, const struct sm_particles_workload *particles,
                          const struct sm_flow_estimate *flow, struct sm_run_estimate *out);

#endif
