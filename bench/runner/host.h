/* host.h - description of the machine and the program of a benchmark, without the machine's
   name. */
#ifndef BENCH_RUNNER_HOST_H
#define BENCH_RUNNER_HOST_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_GPUS = 16 };

struct cli_host {
  char cpu[128];
  int cores; /* logical processors online */
  char gpu[CLI_GPUS][128];
  int gpu_count;
  char system[192];   /* "Linux x86_64" */
  double memory;      /* main memory, bytes */
  double load;        /* load average over one minute; < 0: unknown */
  char compiler[128]; /* "gcc 12.2.0" */
  const char *build;  /* build type and flags */
  char date[32];      /* "2026-05-01T12:00:00Z" */
};

/* Queries the system, and the GPUs through this program in a child process, since memory of a GPU
 * driver would otherwise be attributed to later runs. `folder`: for its output. */
void cli_host_describe(const char *folder, struct cli_host *host);

/* Gets the memory bandwidths, bytes/s, through this program; NAN if unknown. threads: CPU threads,
 * 0: default of the program. */
void cli_host_bandwidth(const char *folder, int threads, double *cpu, double *cuda);

#endif
