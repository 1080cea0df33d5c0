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
  size_t device; /* maximum on the first device, bytes */
  size_t host;   /* host arrays of the models, bytes */
};

struct sm_run_estimate {
  double memory;      /* total memory of the program on the CPU, bytes */
  double host_memory; /* host memory of a run on a GPU, bytes */
  double statistics;  /* part of either for statistics; percentiles store the speed of every
                         member */
  double percentiles; /* part of `statistics` for percentiles, bytes */
  double seconds;     /* time of the whole run on one core */
  double files;       /* part of `seconds` for files of winds */
};

/* Estimates memory and time, the latter within a factor of two on common machines. `cpu`, `gpu`:
 * model, fields and particles on either device. */
void sm_run_estimate_make(const struct sm_case *c, const struct sm_domain *domain,
                          const struct sm_run_memory *cpu, const struct sm_run_memory *gpu,
                          const struct sm_particles_workload *particles,
                          const struct sm_flow_estimate *flow, struct sm_run_estimate *out);

/* prescribed_time.c: Time on one core, s, of free-wake rings, or of interpolation between scattered
 * points; 0 for other models. */
double sm_prescribed_seconds(const struct sm_case *c, const struct sm_domain *domain);

/* requirements.c: Device requirements of a run. */

/* Adds the fact "memory": bytes on a CPU, or on a GPU and its host. */
void sm_memory_describe(double cpu, double gpu, double host, struct sm_facts *out);

/* Checks the device names of a run, and warns of devices that the case does not use. Errors:
 * ERR_USAGE. */
SM_CHECKED enum sm_status sm_run_check_devices(struct sm_context *ctx, const struct sm_case *c,
                                               const char *list);

/* extent_check.c: Checks that sources, receptors and output heights are in the air of the domain,
 * and that the outputs can be written. */

/* Fails if a source, a probe or a statistics height is not in air, a body contains no solid cells,
 * a flow has too few cells, or GDAL for maps is missing; warns of maps without air. Errors:
 * ERR_CASE, ERR_DATA. */
SM_CHECKED enum sm_status sm_run_check_extent(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain);

/* case_picture.c: Map of a case before its run: ground, buildings, and marks at stations, receptors
 * and probes (rings), sources and turbines (crosses). Errors: those of sm_plot_file. */
SM_CHECKED enum sm_status sm_case_picture(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_domain *domain, const char *picture);

/* dry_run.c: Set-up of a run without its first step, for `simoom check`. */

/* Memory of a run, found by its set-up on counting devices of kind "cpu" or "cuda"
 * (device/counting.c), or of one of several processes that compute it together; an upper bound for
 * lists that depend on the wind or on particles. Errors: those of the set-up; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_memory_find(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain,
                                             const struct sm_run_options *options, const char *kind,
                                             int processes, struct sm_run_memory *out);

/* Whether a case is small enough for a set-up during the check. `bytes`: memory of a run on the
 * CPU. */
bool sm_dry_run_possible(const struct sm_domain *domain, double bytes);

/* Sets up model, boundaries, mechanisms, particles and statistics on the CPU as a run does,
 * and frees them, so that errors of the case appear before a run is queued. Failures not
 * caused by the case (device, memory, convergence) are ignored. Errors: ERR_CASE, ERR_DATA,
 * ERR_IO. */
SM_CHECKED enum sm_status sm_dry_run(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain,
                                     const struct sm_run_options *options);

#endif
