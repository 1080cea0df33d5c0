/* compressible.c - time steps of the compressible solver: the runs timed by Arkhipov (table of
 * 50^3, 64^3 and 100^3 cells, 100 000 steps), steps of 400^3 cells with his scheme and the default
 * one, and their kernels. */
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 100000 }; /* steps of the publication */

struct air {
  int side;  /* cells per side */
  bool ours; /* default scheme, with a subgrid-scale model */
  const char *precision;
  double cpu, cuda; /* steps to measure */
  double full;      /* steps on a CPU with --full; 0: same as without */
  bool kernels;     /* profiles the kernels; on a CPU with 100^3 cells */
};

static const struct cli_key step_keys[] = {
    {"cpu", "n", NULL}, {"cuda", "n", NULL}, {"full", "n", NULL}, {NULL, NULL, NULL}};
static const struct cli_key own_keys[] = {{"cells", "n!", NULL},      {"precision", "t!", NULL},
                                          {"steps", "l!", step_keys}, {"ours", "b", NULL},
                                          {"kernels", "b", NULL},     {NULL, NULL, NULL}};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  const struct sm_toml_node *steps = sm_toml_get(row, "steps");
  bool f64;
  *(struct air *)out = (struct air){.side = (int)cli_node_number(row, "cells"),
                                    .ours = cli_node_flag(row, "ours"),
                                    .precision = cli_node_text(row, "precision"),
                                    .cpu = cli_node_number(steps, "cpu"),
                                    .cuda = cli_node_number(steps, "cuda"),
                                    .full = cli_node_number(steps, "full"),
                                    .kernels = cli_node_flag(row, "kernels")};
  return cli_precision(cli_node_text(row, "precision"), &f64) ? NULL : "precision";
}

enum { TEXT = 200 };

struct settings {
  char size[TEXT], height[TEXT], duration[TEXT];
};

/* Cells of 1 m, as in the paper, for any number of cells. */
static int choose(const struct air *own, bool cuda, bool full, struct settings *s,
                  const char **more) {
  const int side = own->kernels && !cuda ? 100 : own->side;
  const double steps = cuda ? own->cuda : full && own->full > 0 ? own->full : own->cpu;
  const double dt = own->ours ? 9e-4 : 1e-4; /* time step, s; ours is that for cells of 1 m */
  snprintf(s->size, TEXT, "domain.size=[%d,%d]", side, side);
  snprintf(s->height, TEXT, "domain.height=%d", side);
  snprintf(s->duration, TEXT, "wind.duration=%.17g", steps * dt);
  int count = cli_run_set(more, 0, s->size);
  count = cli_run_set(more, count, s->height);
  count = cli_run_set(more, count, s->duration);
  more[count++] = "--precision";
  more[count++] = own->precision;
  return count;
}

/* --- kernels --- */

/* Least memory traffic of a call, per cell: so many numbers of the state, every array once,
 * and a word of walls. Of three stages the first has its own begin to add to, the others another's.
 */
static const struct {
  const char *name;
  double numbers, words;
} of_kernel[] = {
    {"compressible_kurganov_conserved", 5 + 5, 1},
    {"compressible_hllc", (2 * 5 + 3 * 5 + 3 * 5) / 3.0, 1},
    {"compressible_stress", 5 + 3 + 1 + 5, 1},
    {"compressible_laplacian", 5 + 5, 0},
    {"compressible_courant", 5 + 1, 0},
    {"compressible_velocity", 2 + 1, 1},
    {"compressible_static_temp", 5 + 1, 0},
    {"eddy_smagorinsky", 3 + 2 + 1, 1},
};

/* Bytes moved by a call; NAN: unknown, or not all cells are visited. */
static double bytes_of(const char *kernel, const struct air *own, double cells) {
  const double number = strcmp(own->precision, "f64") == 0 ? sizeof(double) : sizeof(float);
  for (size_t k = 0; k < sizeof of_kernel / sizeof *of_kernel; k++)
    if (strcmp(of_kernel[k].name, kernel) == 0)
      return cells * (of_kernel[k].numbers * number + of_kernel[k].words * sizeof(int32_t));
  return (double)NAN;
}

static void read_kernels(const struct sm_fact *facts, const struct air *own, double bandwidth,
                         struct cli_sample *sample) {
  const struct sm_fact *item;
  double total = 0;
  for (size_t i = 0; (item = sm_fact_item(sm_fact_at(facts, "solver.kernels"), i)) != NULL; i++) {
    if (sample->kernel_count == CLI_KERNELS) {
      snprintf(sample->note, sizeof sample->note, "more than %d kernels", CLI_KERNELS);
      break;
    }
    struct cli_kernel *k = &sample->kernel[sample->kernel_count++];
    *k = (struct cli_kernel){.calls = sm_fact_number(item, "calls"),
                             .seconds = sm_fact_number(item, "seconds"),
                             .there_seconds = NAN,
                             .there_share = NAN};
    snprintf(k->name, sizeof k->name, "%s", sm_fact_text(item, "name"));
    k->limit = k->calls * bytes_of(k->name, own, (double)sample->cells) / bandwidth / k->seconds;
    total += k->seconds;
  }
  for (int k = 0; k < sample->kernel_count; k++)
    sample->kernel[k].share = sample->kernel[k].seconds / total;
}

static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  bool begun = false;
  cli_bench_print_references(stream, suite, result, count);
  for (const struct cli_result *r = result; r < result + count; r++) {
    const struct cli_sample *s = &r->sample;
    if (r->suite != suite || r->outcome != CLI_MEASURED || s->kernel_count == 0) continue;
    if (!begun)
      fprintf(stream,
              "\nWhat kernels take, but for those below 0.5 %%; limit: the share of the time "
              "that the bandwidth of the memory explains\n"
              "row                    device kernel                    calls        s  share, "
              "%%  limit, %%\n");
    begun = true;
    for (const struct cli_kernel *k = s->kernel; k < s->kernel + s->kernel_count; k++) {
      if (k->share < 0.005) continue;
      fprintf(stream, "%-22s %-6s %-22s %8.0f", r->row->name, r->device, k->name, k->calls);
      cli_report_number(stream, 9, k->seconds);
      cli_report_number(stream, 9, 100 * k->share);
      cli_report_number(stream, 10, 100 * k->limit);
      fputc('\n', stream);
    }
  }
}

/* Time of all steps, s. One thread: CPU time without input and set-up, since other processes add to
 * the wall-clock time. */
static double seconds_of_steps(const struct cli_row *row, const char *device,
                               const struct cli_sample *sample) {
  const double *figure = sample->figure;
  if (!row->one_thread || cli_device_kind(device) != CLI_ON_CPU) return figure[CLI_FIGURE_SOLVE];
  return figure[CLI_FIGURE_CPU] - figure[CLI_FIGURE_INPUT] - figure[CLI_FIGURE_SETUP];
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct air *own = row->own;
  const char *more[CLI_MORE] = {NULL};
  struct settings s = {0};
  int count = choose(own, cli_device_kind(device) == CLI_ON_CUDA, bench->full, &s, more);
  count = cli_run_set(more, count, "output.formats=[]");
  if (own->kernels) more[count++] = "--profile";
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  const double steps = sm_fact_number(run.facts.root, "flow.steps");
  const double cell_steps = sm_fact_number(run.facts.root, "flow.cell_steps");
  double *figure = sample->figure;
  figure[CLI_FIGURE_ITERATION] = NAN;
  const double seconds = seconds_of_steps(row, device, sample);
  figure[CLI_FIGURE_STEP] = seconds / steps;
  figure[CLI_FIGURE_RATE] = cell_steps / seconds;
  figure[CLI_FIGURE_WHOLE] = figure[CLI_FIGURE_STEP] * STEPS;
  if (own->kernels)
    read_kernels(run.facts.root, own, bench->bandwidth[cli_row_memory(row, device)], sample);
  sample->part = steps < STEPS;
  if (sample->part)
    snprintf(sample->note, sizeof sample->note, "%.0f of %d steps, scaled", steps, STEPS);
  return outcome;
}

const struct cli_suite cli_suite_compressible = {
    .name = "compressible",
    .bandwidth = true,
    .summary = "steps of the compressible solver: Arkhipov's runs, and larger ones",
    .keys = own_keys,
    .own_size = sizeof(struct air),
    .read_own = read_own,
    .measure = measure,
    .print = print,
};
