/* bench_wind.c - the wind of a case, end to end: the program is started as a user starts it. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "bench_child.h"
#include "bench_json.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAPER "B. Bozorgmehr et al., Environmental Modelling & Software 137 (2021) 104958, table 2"
#define PAPER_3                                                                                    \
  "B. Bozorgmehr et al., Environmental Modelling & Software 137 (2021) 104958, table 3"
#define WINDNINJA "WindNinja at b7c44b1a, built from source, timed on one core of an AMD EPYC"
#define QES_PUBLIC "QES-Public at e562b8db, built from source, timed on one core of an AMD EPYC"

/* Of the cube with 1 million cells. */
#define XEON "QES-Winds 2021, 500 SOR iterations, Xeon Gold 6130"
#define QES "QES-Winds 2.3.0, 500 SOR iterations"
#define TITAN "QES-Winds 2021, 496 SOR iterations, TITAN V"

static const struct cli_row rows[] = {
    {.name = "big-butte-60m",
     .case_file = "big-butte/case-60m.toml",
     .data = "big-butte/big_butte.tif",
     .remark = "terrain, uniform wind, to a residual of 1e-4; one thread of the CPU",
     .devices = CLI_ON_CPU | CLI_ON_CUDA,
     .one_thread = true,
     .reference = {{CLI_FIGURE_CPU, CLI_ON_CPU, 10.5, "WindNinja 3.12, 2.09 M nodes, to 1e-1",
                    WINDNINJA},
                   {CLI_FIGURE_PEAK, CLI_ON_CPU, 1198e6, "WindNinja 3.12, 2.09 M nodes, to 1e-1",
                    WINDNINJA},
                   {CLI_FIGURE_CPU, CLI_ON_CPU, 2, "goal", NULL},
                   {CLI_FIGURE_PEAK, CLI_ON_CPU, 150e6, "goal", NULL}}},
    {.name = "cube-1m",
     .case_file = "cube/case.toml",
     .remark = "the cube of Bozorgmehr et al. 2021 to 1e-6; one thread of the CPU",
     .devices = CLI_ON_CPU | CLI_ON_CUDA,
     .one_thread = true,
     .reference = {{CLI_FIGURE_SOLVE, CLI_ON_CPU, 30.10, XEON, PAPER},
                   {CLI_FIGURE_SOLVE, CLI_ON_CPU, 3.2, QES, QES_PUBLIC},
                   {CLI_FIGURE_SOLVE, CLI_ON_CUDA, 0.54,
                    "QES-Winds 2021, 498 SOR iterations, TITAN V", PAPER},
                   {CLI_FIGURE_SOLVE, CLI_ON_CPU, 0.4, "goal", NULL}}},
    {.name = "cube-1m-sor",
     .case_file = "cube/case.toml",
     .set = {"wind.solver=\"sor\"", "wind.max_iterations=20000"},
     .remark = "the same by the paper's serial SOR, to 1e-6",
     .devices = CLI_ON_CPU,
     .one_thread = true,
     .reference = {{CLI_FIGURE_ITERATION, CLI_ON_CPU, 6.02e-2, XEON, PAPER_3},
                   {CLI_FIGURE_ITERATION, CLI_ON_CPU, 3.2 / 500, QES, QES_PUBLIC}}},
    {.name = "cube-1m-red-black",
     .case_file = "cube/case.toml",
     .set = {"wind.solver=\"red-black-sor\"", "wind.max_iterations=20000"},
     .remark = "the same by red-black SOR, to 1e-6; one thread of the CPU",
     .devices = CLI_ON_CPU | CLI_ON_CUDA,
     .one_thread = true,
     .reference = {{CLI_FIGURE_ITERATION, CLI_ON_CPU, 6.02e-2, XEON, PAPER_3},
                   {CLI_FIGURE_ITERATION, CLI_ON_CPU, 3.2 / 500, QES, QES_PUBLIC},
                   {CLI_FIGURE_ITERATION, CLI_ON_CUDA, 1.08e-3,
                    "QES-Winds 2021, dynamic parallelism, TITAN V", PAPER_3}}},
    {.name = "town",
     .case_file = "town/case.toml",
     .remark = "terrain, buildings and stations at three times; all threads",
     .devices = CLI_ON_CPU | CLI_ON_CUDA},
    {.name = "askervein",
     .case_file = "askervein/case.toml",
     .data = "askervein/askervein.tif",
     .remark = "a hill; all threads",
     .devices = CLI_ON_CPU | CLI_ON_CUDA},
    {.name = "oklahoma-city",
     .case_file = "oklahoma-city/case.toml",
     .data = "oklahoma-city/OKCSmallDomainJU2003.shp",
     .remark = "172 buildings at 2 m; all threads",
     .devices = CLI_ON_CPU | CLI_ON_CUDA},
    {.name = "cube-145m",
     .case_file = "cube/cube-145m.toml",
     .remark = "the largest cube of Bozorgmehr et al. 2021, to 1e-6, from case file to NetCDF",
     .devices = CLI_ON_CUDA,
     .also = CLI_ON_CPU,
     .reference = {{CLI_FIGURE_SOLVE, CLI_ON_CUDA, 37.43, TITAN, PAPER},
                   {CLI_FIGURE_SOLVE, CLI_ON_CPU | CLI_ON_CUDA, 4824.57, XEON, PAPER},
                   {CLI_FIGURE_SOLVE, CLI_ON_CUDA, 0.3, "goal", NULL},
                   {CLI_FIGURE_WALL, CLI_ON_CUDA, 20, "goal", NULL}}},
};

/* Joins a folder and a file in it. */
static bool join(char *out, size_t size, const char *folder, const char *file) {
  const int length = snprintf(out, size, "%s/%s", folder, file);
  return length >= 0 && (size_t)length < size;
}

/* Finds the case file; tells why the row cannot be measured, if so. */
static bool find_input(const struct cli_bench *bench, const struct cli_row *row, char *path,
                       size_t size, char reason[CLI_REASON]) {
  if (!join(path, size, bench->cases, row->case_file) || access(path, R_OK) != 0) {
    snprintf(reason, CLI_REASON, "no case file %s/%s; --cases DIR says where it is", bench->cases,
             row->case_file);
    return false;
  }
  char data[4200];
  if (row->data == NULL) return true;
  if (bench->data == NULL) {
    snprintf(reason, CLI_REASON, "needs %s; --data DIR says where it is", row->data);
    return false;
  }
  if (join(data, sizeof data, bench->data, row->data) && access(data, R_OK) == 0) return true;
  snprintf(reason, CLI_REASON, "no data %s/%s", bench->data, row->data);
  return false;
}

/* The text of a small file, without a line break at its end; "" when it cannot be read. */
static void read_text(const char *path, char *out, size_t size) {
  FILE *file = fopen(path, "r");
  size_t length = file != NULL ? fread(out, 1, size - 1, file) : 0;
  if (length > 0 && out[length - 1] == '\n') length--;
  out[length] = '\0';
  if (file != NULL) fclose(file);
}

/* Where a run leaves what it says. */
struct traces {
  char json[4200], out[4200], err[4200], results[4200];
};

static bool name_traces(const char *folder, struct traces *t) {
  return join(t->json, sizeof t->json, folder, "summary.json") &&
         join(t->out, sizeof t->out, folder, "stdout") &&
         join(t->err, sizeof t->err, folder, "stderr") &&
         join(t->results, sizeof t->results, folder, "results");
}

static bool run_program(const struct cli_bench *bench, const struct cli_row *row,
                        const char *device, const char *case_file, const struct traces *t,
                        struct cli_child *child) {
  const char *arguments[24 + 2 * CLI_SETTINGS];
  char threads[16];
  int n = 0;
  const char *const fixed[] = {"simoom", "run",     case_file, "--device", device,       "--json",
                               t->json,  "--quiet", "-o",      t->results, "--overwrite"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) arguments[n++] = fixed[i];
  const bool one = row->one_thread && cli_device_kind(device) == CLI_ON_CPU;
  snprintf(threads, sizeof threads, "%d", one ? 1 : bench->threads);
  if (one || bench->threads > 0) {
    arguments[n++] = "--threads";
    arguments[n++] = threads;
  }
  if (bench->data != NULL) {
    arguments[n++] = "--data";
    arguments[n++] = bench->data;
  }
  for (size_t i = 0; i < CLI_SETTINGS && row->set[i] != NULL; i++) {
    arguments[n++] = "--set";
    arguments[n++] = row->set[i];
  }
  arguments[n] = NULL;
  return cli_child_run(arguments, t->out, t->err, child);
}

static void read_sample(const char *json, const struct cli_child *child,
                        struct cli_sample *sample) {
  double *figure = sample->figure;
  figure[CLI_FIGURE_SOLVE] = cli_json_find_number(json, "wall_s.solve");
  figure[CLI_FIGURE_INPUT] = cli_json_find_number(json, "wall_s.input");
  figure[CLI_FIGURE_SETUP] = cli_json_find_number(json, "wall_s.setup");
  figure[CLI_FIGURE_OUTPUT] = cli_json_find_number(json, "wall_s.output");
  figure[CLI_FIGURE_RATE] = cli_json_find_number(json, "cells_per_second");
  figure[CLI_FIGURE_DEVICE_MEMORY] = cli_json_find_number(json, "device_memory_bytes");
  figure[CLI_FIGURE_WALL] = child->wall;
  figure[CLI_FIGURE_CPU] = child->cpu;
  figure[CLI_FIGURE_PEAK] = (double)child->peak;
  const double iterations = cli_json_find_number(json, "iterations");
  const double cells = cli_json_find_number(json, "cells.total");
  sample->iterations = iterations >= 0 ? (int)iterations : 0;
  sample->cells = cells >= 0 ? (int64_t)cells : 0;
  /* The summary tells the iterations of the last time only. */
  const bool one_time = cli_json_find_number(json, "times") < 2;
  figure[CLI_FIGURE_ITERATION] =
      one_time && iterations > 0 ? figure[CLI_FIGURE_SOLVE] / iterations : (double)NAN;
  sample->residual = cli_json_find_number(json, "residual");
  sample->divergence = cli_json_find_number(json, "divergence");
  cli_json_find_string(json, "device", sample->device, sizeof sample->device);
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  char case_file[4200], json[16384];
  struct traces t;
  struct cli_child child;
  if (!find_input(bench, row, case_file, sizeof case_file, reason)) return CLI_SKIPPED;
  if (!name_traces(bench->folder, &t) || !run_program(bench, row, device, case_file, &t, &child)) {
    snprintf(reason, CLI_REASON, "cannot be started: %s", strerror(errno));
    return CLI_FAILED;
  }
  read_text(t.json, json, sizeof json);
  read_sample(json, &child, sample);
  if (child.code == 0 && sample->cells > 0) return CLI_MEASURED;
  read_text(t.err, reason, CLI_REASON);
  if (child.code == sm_status_exit_code(SM_ERR_DATA)) return CLI_SKIPPED; /* or no GDAL */
  if (child.code == sm_status_exit_code(SM_ERR_STOPPED)) return CLI_STOPPED;
  if (child.code == sm_status_exit_code(SM_ERR_DIVERGED)) return CLI_NOT_CONVERGED;
  if (child.signal != 0) snprintf(reason, CLI_REASON, "ended by signal %d", child.signal);
  if (reason[0] == '\0') snprintf(reason, CLI_REASON, "ended with exit code %d", child.code);
  return CLI_FAILED;
}

const struct cli_suite cli_suite_wind = {
    .name = "wind",
    .summary =
        "the wind of a case, from its file to the results, the start of the program included",
    .row = rows,
    .row_count = sizeof rows / sizeof *rows,
    .measure = measure,
};
