/* host.h - the machine and the program that a benchmark ran on; no name of the machine. */
#ifndef BENCH_RUNNER_HOST_H
#define BENCH_RUNNER_HOST_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_GPUS = 16 };

struct cli_host {
  char cpu[128];
  int cores; /* that the system has online, threads of one core counted each */
  char gpu[CLI_GPUS][128];
  int gpu_count;
  char system[192];   /* "Linux x86_64" */
  double memory;      /* bytes */
  double load;        /* processes that wanted a core over the last minute; < 0: not known */
  char compiler[128]; /* "gcc 12.2.0" */
  const char *build;  /* type and flags of the build */
  char date[32];      /* "2026-05-01T12:00:00Z" */
};

/* Asks the system, and for its GPUs the program itself, in a process of its own: the memory that a
 * GPU's driver takes would else count for the runs started later. `folder` is for its output. */
void cli_host_describe(const char *folder, struct cli_host *host);

/* Asks the program itself for the bandwidth of the memories, bytes/s; NAN where it has no answer.
 * threads: of the CPU, 0: the program's default. */
void cli_host_bandwidth(const char *folder, int threads, double *cpu, double *cuda);

#endif
