#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

unsigned cli_device_kind(const char *device) {
  return strncmp(device, "cuda", 4) == 0 ? CLI_ON_CUDA : CLI_ON_CPU;
}

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

struct cli_sample cli_sample_median(const struct cli_sample *sample, int count) {
  struct cli_sample median = sample[count - 1];
  for (int f = 0; f < CLI_FIGURE_COUNT; f++) {
    double known[CLI_REPEATS];
    int n = 0;
    for (int i = 0; i < count && i < CLI_REPEATS; i++)
      if (!isnan(sample[i].figure[f])) known[n++] = sample[i].figure[f];
    // cppcheck-suppress uninitvar ; the first n are set
    qsort(known, (size_t)n, sizeof *known, compare_numbers);
    median.figure[f] = n > 0 ? 0.5 * (known[(n - 1) / 2] + known[n / 2]) : (double)NAN;
  }
  return median;
}

enum cli_memory cli_row_memory(const struct cli_row *row, const char *device) {
  if (cli_device_kind(device) == CLI_ON_CUDA) return CLI_MEMORY_CUDA;
  return row->one_thread ? CLI_MEMORY_CPU_ONE : CLI_MEMORY_CPU;
}
