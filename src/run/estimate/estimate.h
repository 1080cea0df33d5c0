/* estimate.h - estimate of memory and time of a run. */
#ifndef SM_RUN_ESTIMATE_ESTIMATE_H
#define SM_RUN_ESTIMATE_ESTIMATE_H

#include "case/case.h"
#include "domain/domain.h"
#include "physics/model.h"
#include "physics/particles/particles.h"
#include "run/flow/files.h"
#include "simoom/run.h"

struct sm_run_memory {
  size_t device; /* bytes of the first device, at most */
  size_t host;   /* bytes of the host that models take beside it */
};

struct sm_run_estimate {
  double memory;      /* bytes, all of the program on the CPU */
  double host_memory; /* bytes of the host where a GPU computes */
  double statistics;  /* bytes among either; percentiles keep the speed of every member */
  double percentiles; /* bytes of them for that */
  double seconds;     /* of the whole run on one core */
};

/* `cpu`, `gpu`: of model, fields and particles on either; `moves`: of particles by a step. Time:
 * within a factor of two on common machines. */
void sm_run_estimate_make(const struct sm_case *c, const struct sm_domain *domain,
                          const struct sm_run_memory *cpu, const struct sm_run_memory *gpu,
                          const struct sm_particles_workload *particles,
                          const struct sm_flow_estimate *flow, struct sm_run_estimate *out);

/* prescribed_time.c: Seconds of one core for the rings of a free wake, or for winds between
 * scattered points; 0 with other models. */
double sm_prescribed_seconds(const struct sm_case *c, const struct sm_domain *domain);

/* requirements.c: What a run needs of a device. */

/* Adds the fact "memory" of a run: bytes on a CPU; on a GPU and of the host beside it. */
void sm_memory_describe(double cpu, double gpu, double host, struct sm_facts *out);

/* Checks the names of the devices of a run, and warns of those that the case leaves idle. Errors:
 * ERR_USAGE. */
SM_CHECKED enum sm_status sm_run_check_devices(struct sm_context *ctx, const struct sm_case *c,
                                               const char *list);

/* extent_check.c: Whether what a case asks for lies in the air of its domain, and can be written.
 */

/* Fails where a source or a height of statistics has no air, a probe is not in it, nothing of a
 * body is solid, a flow has too few cells, or there is no GDAL to write maps with; warns of maps
 * without air. Errors: ERR_CASE, ERR_DATA. */
SM_CHECKED enum sm_status sm_run_check_extent(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain);

/* dry_run.c: What a run sets up before its first step, for `simoom check`. */

/* Memory of a run, by setting it up on devices of the kind "cpu" or "cuda" that only count
 * (device/counting.c). What grows with the wind or with particles is an upper bound. Errors: those
 * of the set-up; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_memory_find(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain,
                                             const struct sm_run_options *options, const char *kind,
                                             struct sm_run_memory *out);

/* Whether a case is small enough to be set up when it is checked: `bytes` that a run on the CPU
 * needs. */
bool sm_dry_run_possible(const struct sm_domain *domain, double bytes);

/* Sets up the model, its boundaries, mechanisms, particles and statistics as a run does, on the
 * CPU, and lets go of them: what is wrong with the case is told now, not after it has waited for a
 * machine. Failures of which the case is not to blame (device, memory, convergence) are left to the
 * run. Errors: ERR_CASE, ERR_DATA, ERR_IO. */
SM_CHECKED enum sm_status sm_dry_run(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain,
                                     const struct sm_run_options *options);

#endif
