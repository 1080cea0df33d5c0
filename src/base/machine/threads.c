#include "base/machine/machine.h"

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

size_t sm_threads_of_group(const char *folder) {
  unsigned long long quota = 0, period = 0;
  char path[4400];
  snprintf(path, sizeof path, "%s/cpu.max", folder);
  FILE *file = fopen(path, "r");
  const bool known =
      file != NULL && fscanf(file, "%llu %llu", &quota, &period) == 2; /* not "max" */
  if (file != NULL) fclose(file);
  const bool old = !known && sm_control_group_number(folder, "cpu.cfs_quota_us", "", &quota) &&
                   sm_control_group_number(folder, "cpu.cfs_period_us", "", &period); /* not -1 */
  if (!(known || old) || quota == 0 || period == 0) return SIZE_MAX;
  return (size_t)((quota - 1) / period + 1);
}

int sm_threads_choose(int asked) {
  if (asked > 0) return asked;
  const int most = omp_get_max_threads();
  if (getenv("OMP_NUM_THREADS") != NULL) return most;
  const size_t limit = sm_control_group_least("cpu", sm_threads_of_group);
  return limit < (size_t)most ? (int)limit : most;
}
