#define _DEFAULT_SOURCE /* for setenv, and sysconf of processors */
#include "waiting.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Spin count of a thread at an OpenMP barrier before it sleeps. The default of libgomp, 300 000
 * (some 10 ms), takes the processor from the thread that is awaited. Measured:
 * docs/theory/poisson.md. */
static const char on_idle_machine[] = "10000", on_busy_machine[] = "100";

/* Whether the command computes with threads; other commands start without delay. */
static bool computes(int argc, char **argv) {
  static const char *const command[] = {"run",  "check", "cross-validate", "release",
                                        "chem", "bench", "validate"};
  for (size_t i = 0; argc > 1 && i < sizeof command / sizeof *command; i++)
    if (strcmp(argv[1], command[i]) == 0) return true;
  return false;
}

/* Whether `-t 1`, `--threads 1` or the environment select a single thread. */
static bool single_threaded(int argc, char **argv) {
  const char *threads = getenv("OMP_NUM_THREADS");
  for (int i = 1; i < argc; i++) {
    if (strncmp(argv[i], "--threads=", 10) == 0) threads = argv[i] + 10;
    const bool apart = strcmp(argv[i], "-t") == 0 || strcmp(argv[i], "--threads") == 0;
    if (apart && i + 1 < argc) threads = argv[i + 1];
    if (strncmp(argv[i], "-t", 2) == 0 && argv[i][2] != '\0') threads = argv[i] + 2;
  }
  if (threads != NULL) return strcmp(threads, "1") == 0;
  return sysconf(_SC_NPROCESSORS_ONLN) == 1;
}

/* Whether other processes are computing on this machine, from "0.52 0.61 0.70 RUNNING/ALL LAST" of
 * /proc/loadavg; one running process is this program. */
static bool machine_is_busy(void) {
  int running = 0;
  FILE *file = fopen("/proc/loadavg", "r");
  if (file == NULL) return false;
  const bool known = fscanf(file, "%*f %*f %*f %d/", &running) == 1;
  fclose(file);
  return known && 2 * (running - 1) >= sysconf(_SC_NPROCESSORS_ONLN);
}

void cli_waiting_choose(int argc, char **argv) {
  if (getenv("OMP_WAIT_POLICY") != NULL || getenv("GOMP_SPINCOUNT") != NULL) return;
  if (!computes(argc, argv) || single_threaded(argc, argv)) return;
  if (setenv("GOMP_SPINCOUNT", machine_is_busy() ? on_busy_machine : on_idle_machine, 1) != 0)
    return;
  execv("/proc/self/exe", argv);
}
