#define _DEFAULT_SOURCE /* for getloadavg */
#include "report.h"

#include "base/clock.h"
#include "json.h"
#include "simoom/simoom.h"
#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static int64_t cells_of(const struct peer_scene *scene) {
  return (int64_t)scene->n[0] * scene->n[1] * scene->n[2];
}

/* CPU time for a single thread, as it is not affected by other processes. */
static double seconds(const struct peer_row *row, struct peer_cost cost) {
  return row->threads == 1 ? cost.cpu : cost.wall;
}

static double total(const struct peer_row *row, const struct peer_result *result) {
  return seconds(row, result->setup) + seconds(row, result->solve);
}

static double solve_ratio(const struct peer_row *row, int family) {
  return seconds(row, row->hypre[family].solve) / seconds(row, row->simoom.solve);
}

static double total_ratio(const struct peer_row *row, int family) {
  return total(row, &row->hypre[family]) / total(row, &row->simoom);
}

void peer_print_head(const struct peer_row *row) {
  printf("%s: %s, %.2f M cells, %d thread%s\n", row->scene->name, row->scene->remark,
         (double)cells_of(row->scene) / 1e6, row->threads, row->threads > 1 ? "s" : "");
  printf("  %-39s %10s %17s %17s %9s\n", "wall-clock / CPU seconds", "iterations", "set up",
         "solve", "residual");
}

void peer_print_result(const struct peer_result *result) {
  printf("  %-39s %10d %8.3f /%7.3f %8.3f /%7.3f %9.1e%s\n", result->method, result->iterations,
         result->setup.wall, result->setup.cpu, result->solve.wall, result->solve.cpu,
         result->residual, result->converged ? "" : "  not converged");
  fflush(stdout);
}

void peer_print_ratios(const struct peer_row *row) {
  for (int f = 0; f < PEER_FAMILIES; f++)
    printf("  %.1f times faster than %s, %.1f with setting up%s\n", solve_ratio(row, f),
           row->hypre[f].method, total_ratio(row, f),
           row->hypre[f].converged ? "" : ", which did not converge");
  fflush(stdout);
}

static void write_host(struct sm_facts *json) {
  char cpu[128] = "unknown", line[512], system[192] = "unknown";
  FILE *file = fopen("/proc/cpuinfo", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "model name : %127[^\n]", cpu) == 1) break;
  if (file != NULL) fclose(file);
  struct utsname name;
  if (uname(&name) == 0) snprintf(system, sizeof system, "%s %s", name.sysname, name.machine);
  double load;
  if (getloadavg(&load, 1) != 1) load = NAN;
  sm_facts_group(json, "host");
  sm_facts_text(json, "cpu", cpu);
  sm_facts_integer(json, "cores", sysconf(_SC_NPROCESSORS_ONLN));
  sm_facts_number(json, "memory_bytes",
                  (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE));
  sm_facts_number(json, "load", load);
  sm_facts_list(json, "gpus");
  sm_facts_close(json);
  sm_facts_text(json, "system", system);
  sm_facts_text(json, "compiler", "gcc " __VERSION__);
  sm_facts_text(json, "build", SM_BUILD);
  sm_facts_close(json);
}

static void write_cost(struct sm_facts *json, const struct peer_result *result) {
  sm_facts_integer(json, "iterations", result->iterations);
  sm_facts_number(json, "residual", result->residual);
  sm_facts_number(json, "setup_s", result->setup.wall);
  sm_facts_number(json, "solve_s", result->solve.wall);
  sm_facts_number(json, "setup_cpu_s", result->setup.cpu);
  sm_facts_number(json, "solve_cpu_s", result->solve.cpu);
}

static void write_beside(struct sm_facts *json, const struct peer_row *row, int family,
                         bool whole) {
  const struct peer_result *peer = &row->hypre[family];
  const bool cpu = row->threads == 1;
  char with[160], source[200];
  snprintf(with, sizeof with, "hypre %s, %s, in conjugate gradients%s", peer_hypre_version(),
           peer->method, peer->converged ? "" : ", not converged");
  snprintf(source, sizeof source,
           "hypre %s, built by the system, in the same run on the same matrix",
           peer_hypre_version());
  sm_facts_group(json, NULL);
  sm_facts_text(json, "figure",
                whole ? cpu ? "total_cpu_s" : "total_s"
                : cpu ? "solve_cpu_s"
                      : "solve_s");
  sm_facts_text(json, "with", with);
  sm_facts_number(json, "value", whole ? total(row, peer) : seconds(row, peer->solve));
  sm_facts_number(json, "ratio", whole ? total_ratio(row, family) : solve_ratio(row, family));
  sm_facts_text(json, "source", source);
  sm_facts_text(json, "method", peer->method);
  sm_facts_text(json, "status", peer->converged ? "ok" : "not converged");
  write_cost(json, peer);
  sm_facts_close(json);
}

static void write_row(struct sm_facts *json, const struct peer_row *row) {
  const struct peer_result *own = &row->simoom;
  sm_facts_group(json, NULL);
  sm_facts_text(json, "suite", "peers");
  sm_facts_text(json, "row", row->scene->name);
  sm_facts_text(json, "remark", row->scene->remark);
  sm_facts_text(json, "device", "cpu");
  sm_facts_text(json, "status", own->converged ? "ok" : "not converged");
  sm_facts_text(json, "device_name", row->device_name);
  sm_facts_integer(json, "threads", row->threads);
  sm_facts_integer(json, "repeats", row->repeats);
  sm_facts_integer(json, "cells", cells_of(row->scene));
  write_cost(json, own);
  sm_facts_number(json, "total_s", own->setup.wall + own->solve.wall);
  sm_facts_number(json, "total_cpu_s", own->setup.cpu + own->solve.cpu);
  sm_facts_list(json, "beside");
  for (int f = 0; f < PEER_FAMILIES; f++)
    for (int whole = 0; whole < 2; whole++) write_beside(json, row, f, whole);
  sm_facts_close(json);
  sm_facts_close(json);
}

void peer_write_json(const char *path, double tolerance, const struct peer_row *rows, int count) {
  FILE *file = fopen(path, "w");
  if (file == NULL) peer_fail("cannot write %s", path);
  struct sm_facts json = {0};
  char date[32], command[96];
  sm_clock_format((double)time(NULL), date, sizeof date);
  snprintf(command, sizeof command, "simoom-peers --tolerance %g --repeat %d", tolerance,
           rows[0].repeats);
  sm_facts_text(&json, "schema", "simoom.bench/1");
  sm_facts_text(&json, "version", sm_version());
  sm_facts_text(&json, "date", date);
  sm_facts_text(&json, "command", command);
  write_host(&json);
  sm_facts_list(&json, "rows");
  for (int r = 0; r < count; r++) write_row(&json, &rows[r]);
  sm_facts_close(&json);
  cli_facts_print(file, &json, true);
  if (fclose(file) != 0) peer_fail("cannot write %s", path);
}
