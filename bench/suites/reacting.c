/* reacting.c - time steps of reacting flow, transport and chemistry separately: a flame and a fire
 * on one core, all threads and a GPU. */
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include <math.h>
#include <stdio.h>

static const struct cli_key own_keys[] = {
    {"duration", "n!", NULL}, {"methane", "b", NULL}, {NULL, NULL, NULL}};

struct row {
  double duration; /* simulated time, s */
  bool methane;    /* GRI-Mech 3.0 instead of the hydrogen mechanism of the case */
};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  *(struct row *)out = (struct row){.duration = cli_node_number(row, "duration"),
                                    .methane = cli_node_flag(row, "methane")};
  return NULL;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct row *own = row->own;
  const char *more[CLI_MORE] = {NULL};
  char duration[64], interval[64];
  snprintf(duration, sizeof duration, "wind.duration=%.17g", own->duration);
  snprintf(interval, sizeof interval, "wind.interval=%.17g", own->duration);
  int count = cli_run_set(more, 0, duration);
  count = cli_run_set(more, count, interval);
  count = cli_run_set(more, count, "output.formats=[]");
  if (own->methane) {
    count = cli_run_set(more, count, "flow.reaction.mechanism=\"$data/mechanisms/gri30.yaml\"");
    count = cli_run_set(more, count, "flow.reaction.mixture=\"CH4:1, O2:2, N2:7.52\"");
    count = cli_run_set(more, count, "flow.reaction.outputs=[\"OH\"]");
  }
  more[count++] = "--precision";
  more[count++] = "f64";
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  double *figure = sample->figure;
  const double steps = sm_fact_number(run.facts.root, "flow.steps");
  figure[CLI_FIGURE_CHEMISTRY] = sm_fact_number(run.facts.root, "flow.chemistry_seconds");
  figure[CLI_FIGURE_ITERATION] = NAN;
  figure[CLI_FIGURE_STEP] = figure[CLI_FIGURE_SOLVE] / steps;
  figure[CLI_FIGURE_RATE] =
      sm_fact_number(run.facts.root, "flow.cell_steps") / figure[CLI_FIGURE_SOLVE];
  sample->iterations = (int)steps;
  return outcome;
}

static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  fprintf(stream, "\n%-24s %-6s %8s %6s %12s %12s %12s  %s\n", "row", "device", "k cells", "steps",
          "ms a step", "transport", "chemistry", "what");
  for (const struct cli_result *r = result; r < result + count; r++) {
    const double *figure = r->sample.figure, steps = (double)r->sample.iterations;
    if (r->suite != suite || r->outcome != CLI_MEASURED) continue;
    const double chemistry = figure[CLI_FIGURE_CHEMISTRY] / steps;
    fprintf(stream, "%-24s %-6s %8.4g %6.0f %12.4g %12.4g %12.4g  %s\n", r->row->name, r->device,
            1e-3 * (double)r->sample.cells, steps, 1e3 * figure[CLI_FIGURE_STEP],
            1e3 * (figure[CLI_FIGURE_STEP] - chemistry), 1e3 * chemistry, r->row->remark);
  }
  cli_bench_print_references(stream, suite, result, count);
}

const struct cli_suite cli_suite_reacting = {
    .name = "reacting",
    .summary = "steps of reacting flow, a flame and a fire: transport and chemistry",
    .keys = own_keys,
    .own_size = sizeof(struct row),
    .read_own = read_own,
    .measure = measure,
    .print = print,
};
