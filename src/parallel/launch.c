/* launch.c - environment of a process that a launcher of MPI programs started. */
#include "lab/processes.h"

#include <stdlib.h>

/* Variables with the number of processes and that of this one, of launchers. A batch script of
 * Slurm is not a step but has SLURM_PROCID too. */
static const struct {
  const char *count, *rank;
} launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, /* Open MPI */
    {"PMI_SIZE", "PMI_RANK"},                         /* MPICH, Intel MPI */
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
};

struct sm_launch sm_launch_find(void) {
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
    const char *count = getenv(launchers[i].count), *rank = getenv(launchers[i].rank);
    if (count == NULL || rank == NULL) continue;
    const struct sm_launch launch = {(int)strtol(count, NULL, 10), (int)strtol(rank, NULL, 10)};
    if (launch.count > 0 && launch.rank >= 0 && launch.rank < launch.count) return launch;
  }
  return (struct sm_launch){0, 0};
}
