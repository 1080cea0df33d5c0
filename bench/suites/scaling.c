/* scaling.c - strong and weak scaling over processes (MPI): directions of a wind rose, one per
 * process, and one wind by all processes (domain decomposition). */
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include <math.h>
#include <stdio.h>

static const struct cli_key own_keys[] = {
    {"processes", "n!", NULL}, {"directions", "n!", NULL}, {NULL, NULL, NULL}};

struct row {
  int processes, directions;
};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  *(struct row *)out = (struct row){.processes = (int)cli_node_number(row, "processes"),
                                    .directions = (int)cli_node_number(row, "directions")};
  return NULL;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct row *own = row->own;
  const char *more[CLI_MORE] = {NULL};
  char directions[64], processes[16];
  snprintf(directions, sizeof directions, "weather.rose.directions=%d", own->directions);
  snprintf(processes, sizeof processes, "%d", own->processes);
  const int count = cli_run_set(more, 0, directions);
  more[count] = "--ranks";
  more[count + 1] = processes;
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  return outcome;
}

/* Time per direction and process of a row, s. */
static double unit_time(const struct cli_result *r) {
  const struct row *own = r->row->own;
  return r->sample.figure[CLI_FIGURE_SOLVE] * own->processes / own->directions;
}

static bool is_of_one_wind(const struct cli_result *r) {
  return ((const struct row *)r->row->own)->directions == 1;
}

/* Whether a row is of one process and one thread, and measured. */
static bool is_base(const struct cli_suite *suite, const struct cli_result *r) {
  return r->suite == suite && r->outcome == CLI_MEASURED && r->row->one_thread &&
         ((const struct row *)r->row->own)->processes == 1;
}

/* The row with which one of one wind, or of several, is compared; may be NULL. */
static const struct cli_result *find_base(const struct cli_suite *suite,
                                          const struct cli_result *result, size_t count,
                                          bool one_wind) {
  for (const struct cli_result *r = result; r < result + count; r++)
    if (is_base(suite, r) && is_of_one_wind(r) == one_wind) return r;
  return NULL;
}

static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  fprintf(stream, "\n%-26s %9s %10s %8s %8s %8s %10s  %s\n", "row", "processes", "directions",
          "wall, s", "CPU, s", "solve, s", "efficiency", "what");
  for (const struct cli_result *r = result; r < result + count; r++) {
    const double *figure = r->sample.figure;
    if (r->suite != suite || r->outcome != CLI_MEASURED) continue;
    const struct row *own = r->row->own;
    const struct cli_result *base = find_base(suite, result, count, is_of_one_wind(r));
    const double efficiency = base != NULL ? unit_time(base) / unit_time(r) : (double)NAN;
    fprintf(stream, "%-26s %9d %10d %8.3g %8.3g %8.3g %8.0f %%  %s\n", r->row->name, own->processes,
            own->directions, figure[CLI_FIGURE_WALL], figure[CLI_FIGURE_CPU],
            figure[CLI_FIGURE_SOLVE], 100 * efficiency, r->row->remark);
  }
}

const struct cli_suite cli_suite_scaling = {
    .name = "scaling",
    .summary =
        "strong and weak scaling over processes of a wind rose and of one wind in a town, by MPI",
    .keys = own_keys,
    .own_size = sizeof(struct row),
    .read_own = read_own,
    .measure = measure,
    .print = print,
};
