#include "run/options.h"

#include "base/machine/machine.h"
#include "device/device.h"
#include "parallel/parallel.h"
#include "run/estimate/estimate.h"
#include "run/simulation.h"
#include <stdio.h>
#include <string.h>

void sm_run_first_device(const struct sm_run_options *options, char *name, size_t size) {
  snprintf(name, size, "%.*s", (int)strcspn(options->device, ","), options->device);
}

/* A GPU starts in 0.3 s, in which a thread computes a wind of a million cells; memory feeds no more
 * than some five threads (docs/performance.md: cube-1m, big-butte-60m and askervein on CPU and GPU
 * of one machine). */
bool sm_run_is_small(const struct sm_case *c, const struct sm_domain *domain, int threads) {
  enum { CELLS = 1000000, MOST_THREADS = 5 };
  if (c->wind_source.model != SM_WIND_DIAGNOSTIC || c->wind.solver != SM_SOLVER_MULTIGRID ||
      c->particles.present)
    return false;
  const double winds = domain->weather.time_count * (c->wind.direction_spread > 0 ? 3.0 : 1.0);
  const int used = threads < MOST_THREADS ? threads : MOST_THREADS;
  return (double)sm_grid_cells(&domain->grid) * winds <= (double)CELLS * used;
}

enum sm_status sm_run_open_device(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain,
                                  const struct sm_run_options *options, struct sm_device **out) {
  char name[64];
  struct sm_run_memory need = {.device = 0};
  const bool together = sm_members_is_one(c, domain) && !sm_members_undivided(c, domain);
  const int processes = together ? sm_parallel_count(sm_parallel_of(ctx)) : 1;
  sm_run_first_device(options, name, sizeof name);
  if (strcmp(name, "auto") == 0) {
    if (sm_run_is_small(c, domain, sm_threads_choose(options->threads))) {
      sm_debug(ctx, "a small wind: on the CPU, which takes less time than the start of a GPU");
      snprintf(name, sizeof name, "cpu");
    } else {
      SM_TRY(sm_run_memory_find(ctx, c, domain, options, "cuda", processes, &need));
    }
  }
  return sm_device_open(ctx, name, options->threads, sm_run_bits(options), need.device, out);
}
