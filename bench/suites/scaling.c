/* scaling.c - strong and weak scaling over processes (MPI), on CPUs and GPUs: directions of a wind
 * rose, one per process, one wind or the steps of one flow by all processes (domain decomposition),
 * and particles, of which each process moves a share. */
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct cli_key own_keys[] = {{"processes", "n!", NULL}, {"directions", "n", NULL},
                                          {"duration", "n", NULL},   {"model", "t", NULL},
                                          {"particles", "b", NULL},  {"of", "t!", NULL},
                                          {NULL, NULL, NULL}};

struct row {
  int processes, directions; /* directions: 0: the case has one wind */
  double duration;           /* simulated time of a flow, s; 0: a diagnostic wind */
  const char *model, *of;    /* wind.model of a flow; name of the row to compare with */
  bool particles;            /* their steps are measured, not the wind */
};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  *(struct row *)out = (struct row){.processes = (int)cli_node_number(row, "processes"),
                                    .directions = (int)cli_node_number(row, "directions"),
                                    .duration = cli_node_number(row, "duration"),
                                    .model = cli_node_text(row, "model"),
                                    .of = cli_node_text(row, "of"),
                                    .particles = cli_node_flag(row, "particles")};
  return NULL;
}

static bool is_of_one_wind(const struct row *own) { return own->directions <= 1; }

/* GPUs of the processes of a host: "cuda:0,cuda:1". */
static void list_devices(const char *device, int processes, char *out, size_t size) {
  snprintf(out, size, "%s", device);
  if (cli_device_kind(device) != CLI_ON_CUDA || processes == 1) return;
  size_t length = 0;
  for (int p = 0; p < processes && length < size; p++)
    length += (size_t)snprintf(out + length, size - length, "%scuda:%d", p > 0 ? "," : "", p);
}

/* Messages of a run with a profile, whose times are not those of a run without. */
static enum cli_outcome count_messages(const struct cli_bench *bench, const struct cli_row *row,
                                       const char *device, const char **more, int count,
                                       struct cli_sample *sample, char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct sm_fact *kernel;
  double *figure = sample->figure;
  more[count] = "--profile";
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  figure[CLI_FIGURE_MESSAGES] = figure[CLI_FIGURE_SENT] = 0;
  const struct sm_fact *kernels = sm_fact_at(run.facts.root, "solver.kernels");
  for (size_t i = 0; (kernel = sm_fact_item(kernels, i)) != NULL; i++) {
    const char *name = sm_fact_text(kernel, "name");
    if (strcmp(name, "halo exchange") != 0 && strcmp(name, "gather") != 0) continue;
    figure[CLI_FIGURE_MESSAGES] += sm_fact_number(kernel, "calls");
    figure[CLI_FIGURE_SENT] += sm_fact_number(kernel, "bytes");
  }
  return outcome;
}

/* Time of a process per cell and direction, s: of the solver, which processes share, or of all
 * that a process does for its directions. Of a flow: per cell and step; of particles: per step of
 * one, with all that their steps need. */
static double unit_time(const struct row *own, const struct cli_sample *sample) {
  if (own->particles) return own->processes / sample->figure[CLI_FIGURE_MOVES];
  if (own->duration > 0) return own->processes / sample->figure[CLI_FIGURE_RATE];
  const bool one = is_of_one_wind(own);
  const double seconds = sample->figure[one ? CLI_FIGURE_SOLVER : CLI_FIGURE_SOLVE];
  return seconds * own->processes / (double)sample->cells / (one ? 1 : own->directions);
}

/* Time of the base row, on a device of the same kind, over that of this one; NAN: unknown. */
static double find_efficiency(const struct cli_bench *bench, const struct cli_row *row,
                              const char *device, const struct cli_sample *sample) {
  const struct row *own = row->own;
  if (strcmp(own->of, row->name) == 0) return 1;
  for (const struct cli_result *r = bench->result; r < bench->result + bench->result_count; r++)
    if (r->suite == &cli_suite_scaling && r->outcome == CLI_MEASURED &&
        strcmp(r->row->name, own->of) == 0 && cli_device_kind(r->device) == cli_device_kind(device))
      return unit_time(r->row->own, &r->sample) / unit_time(own, sample);
  return NAN;
}

/* Steps of a flow in place of the case's wind. Returns the next free place. */
static int set_flow(const char **more, int count, const struct row *own, char text[2][64]) {
  if (!(own->duration > 0)) return count;
  snprintf(text[0], sizeof text[0], "wind.duration=%.17g", own->duration);
  snprintf(text[1], sizeof text[1], "wind.model=\"%s\"",
           own->model != NULL ? own->model : "incompressible");
  count = cli_run_set(more, count, text[0]);
  count = cli_run_set(more, count, text[1]);
  return cli_run_set(more, count, "output.formats=[]");
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct row *own = row->own;
  const char *more[CLI_MORE] = {NULL};
  char directions[64], processes[16], devices[512], flow[2][64];
  int count = 0;
  snprintf(directions, sizeof directions, "weather.rose.directions=%d", own->directions);
  snprintf(processes, sizeof processes, "%d", own->processes);
  list_devices(device, own->processes, devices, sizeof devices);
  if (own->directions > 0) count = cli_run_set(more, count, directions);
  count = set_flow(more, count, own, flow);
  more[count++] = "--ranks";
  more[count++] = processes;
  enum cli_outcome outcome = cli_run_case(bench, row, devices, more, &run, reason);
  if (outcome == CLI_FAILED && strstr(reason, "no CUDA device of that number") != NULL) {
    snprintf(reason, CLI_REASON, "needs %d GPUs", own->processes);
    return CLI_SKIPPED;
  }
  cli_run_read(&run, sample);
  if (outcome != CLI_MEASURED) return outcome;
  if (own->duration > 0) cli_run_read_flow(&run, sample);
  if (own->particles)
    sample->figure[CLI_FIGURE_MOVES] = sm_fact_number(run.facts.root, "particles.steps_per_second");
  sample->figure[CLI_FIGURE_PROCESSES] = own->processes;
  sample->figure[CLI_FIGURE_EFFICIENCY] = find_efficiency(bench, row, device, sample);
  if (own->processes == 1 || own->particles || !is_of_one_wind(own)) return outcome;
  return count_messages(bench, row, devices, more, count, sample, reason);
}

/* A figure in a column; nothing if it is not known. */
static void print_figure(FILE *stream, int width, double value) {
  if (isnan(value))
    fprintf(stream, " %*s", width, "");
  else
    fprintf(stream, " %*.3g", width, value);
}

static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  static const struct {
    const char *head;
    int width;
    enum cli_figure figure;
    double size;
  } column[] = {{"processes", 9, CLI_FIGURE_PROCESSES, 1},
                {"wall, s", 8, CLI_FIGURE_WALL, 1},
                {"CPU, s", 8, CLI_FIGURE_CPU, 1},
                {"solve, s", 8, CLI_FIGURE_SOLVE, 1},
                {"solver, s", 9, CLI_FIGURE_SOLVER, 1},
                {"efficiency, %", 13, CLI_FIGURE_EFFICIENCY, 0.01},
                {"particles, M/s", 14, CLI_FIGURE_MOVES, 1e6},
                {"messages", 8, CLI_FIGURE_MESSAGES, 1},
                {"sent, MB", 8, CLI_FIGURE_SENT, 1e6}};
  const size_t columns = sizeof column / sizeof *column;
  fprintf(stream, "\n%-26s %-6s", "row", "on");
  for (size_t c = 0; c < columns; c++) fprintf(stream, " %*s", column[c].width, column[c].head);
  fprintf(stream, "  what\n");
  for (const struct cli_result *r = result; r < result + count; r++) {
    if (r->suite != suite || r->outcome != CLI_MEASURED) continue;
    fprintf(stream, "%-26s %-6s", r->row->name, r->device);
    for (size_t c = 0; c < columns; c++)
      print_figure(stream, column[c].width, r->sample.figure[column[c].figure] / column[c].size);
    fprintf(stream, "  %s\n", r->row->remark);
  }
}

const struct cli_suite cli_suite_scaling = {
    .name = "scaling",
    .summary = "strong and weak scaling over processes of a wind rose, of one wind, of one "
               "large-eddy simulation and of particles, on CPUs and GPUs, by MPI",
    .keys = own_keys,
    .own_size = sizeof(struct row),
    .read_own = read_own,
    .measure = measure,
    .print = print,
};
