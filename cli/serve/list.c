/* list.c - list of the jobs of `simoom serve` in memory. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct cli_job *cli_job_find(const struct cli_service *service, const char *id, size_t length) {
  for (size_t n = 0; n < service->jobs; n++)
    if (!service->job[n]->removed && strlen(service->job[n]->id) == length &&
        memcmp(service->job[n]->id, id, length) == 0)
      return service->job[n];
  return NULL;
}

void cli_job_free(struct cli_job *job) {
  free(job->extent);
  free(job);
}

void cli_jobs_sweep(struct cli_service *service) {
  size_t kept = 0;
  for (size_t n = 0; n < service->jobs; n++) {
    struct cli_job *job = service->job[n];
    if (job->removed && job->process == 0 && !job->answering)
      cli_job_free(job);
    else
      service->job[kept++] = job;
  }
  service->jobs = kept;
}
