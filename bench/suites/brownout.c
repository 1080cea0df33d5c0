/* brownout.c - particle benchmarks: the particles of Miglio et al. (2016), and time per particle
   step. */

#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Case of which `cuda` or `cpu` steps are measured; the full run has `all`. */
struct brownout {
  double step;   /* s */
  int cuda, cpu; /* steps to measure */
  int all;
  int gpus;             /* 0: the device of --device */
  const char *interval; /* key that must equal the run time; may be NULL */
};

static const struct cli_key step_keys[] = {
    {"cuda", "n", NULL}, {"cpu", "n", NULL}, {"all", "n", NULL}, {NULL, NULL, NULL}};
static const struct cli_key own_keys[] = {{"step", "n!", NULL},
                                          {"steps", "l!", step_keys},
                                          {"gpus", "n", NULL},
                                          {"interval", "t", NULL},
                                          {NULL, NULL, NULL}};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  const struct sm_toml_node *steps = sm_toml_get(row, "steps");
  *(struct brownout *)out = (struct brownout){.step = cli_node_number(row, "step"),
                                              .cuda = (int)cli_node_number(steps, "cuda"),
                                              .cpu = (int)cli_node_number(steps, "cpu"),
                                              .all = (int)cli_node_number(steps, "all"),
                                              .gpus = (int)cli_node_number(row, "gpus"),
                                              .interval = cli_node_text(row, "interval")};
  return NULL;
}

/* Seconds of the profiled kernels whose names begin with one of these. */
static double seconds_of(const struct sm_fact *facts, const char *const *names, size_t count,
                         double *calls) {
  double sum = 0;
  if (calls != NULL) *calls = 0;
  for (size_t i = 0;; i++) {
    const struct sm_fact *item = sm_fact_item(sm_fact_at(facts, "solver.kernels"), i);
    char name[64];
    if (item == NULL) return sum;
    snprintf(name, sizeof name, "%s", sm_fact_text(item, "name"));
    for (size_t n = 0; n < count; n++) {
      if (strncmp(name, names[n], strlen(names[n])) != 0) continue;
      sum += sm_fact_number(item, "seconds");
      if (calls != NULL) *calls += sm_fact_number(item, "calls");
    }
  }
}

static void read_figures(const struct sm_fact *facts, const struct brownout *own, double steps,
                         int gpus, struct cli_sample *sample) {
  static const char *const move[] = {"advance_", "disperse_", "coupling_advance"};
  static const char *const order[] = {"sort_",    "scan",           "binning",         "collision_",
                                      "contact_", "coupling_solid", "coupling_densest"};
  static const char *const reduce[] = {"level_max"};
  double *figure = sample->figure, calls;
  const double moves = sm_fact_number(facts, "particles.steps");
  const double moving = seconds_of(facts, move, 3, NULL), more = seconds_of(facts, order, 7, NULL);
  const double reducing = seconds_of(facts, reduce, 1, &calls);
  figure[CLI_FIGURE_WHOLE] = sm_fact_number(facts, "particles.seconds") * own->all / steps;
  /* The profile is that of the first GPU only. */
  figure[CLI_FIGURE_MOVES] = moving > 0 ? moves / gpus / moving : (double)NAN;
  figure[CLI_FIGURE_ON_TOP] = moving > 0 ? more / moving : (double)NAN;
  figure[CLI_FIGURE_STEP] = moving > 0 ? (moving + more) / steps : (double)NAN;
  figure[CLI_FIGURE_REDUCTION] = calls > 0 ? reducing / calls : (double)NAN;
}

/* Writes "cuda:0,cuda:1,..." */
static void name_devices(const char *device, int gpus, char *out, size_t size) {
  size_t length = 0;
  snprintf(out, size, "%s", device);
  for (int g = 0; g < gpus && length < size; g++)
    length += (size_t)snprintf(out + length, size - length, "%scuda:%d", g > 0 ? "," : "", g);
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct brownout *own = row->own;
  const bool cuda = cli_device_kind(device) == CLI_ON_CUDA;
  const double steps = cuda ? (bench->full ? own->all : own->cuda) : own->cpu;
  char devices[128], duration[64], step[64], interval[80], wind[64];
  const double time = steps * own->step;
  name_devices(device, own->gpus, devices, sizeof devices);
  snprintf(duration, sizeof duration, "particles.duration=%.9g", time);
  snprintf(step, sizeof step, "particles.step=%.9g", own->step);
  snprintf(interval, sizeof interval, "particles.concentration.interval=%.9g", time);
  snprintf(wind, sizeof wind, "%s=%.9g", own->interval != NULL ? own->interval : "",
           ceil(time / 0.02 - 1e-6) * 0.02);
  /* A profile makes the host wait for the first GPU at times. */
  const bool profile = own->gpus < 2;
  const char *const more[] = {profile ? "--profile" : "--quiet",
                              "--set",
                              "output.formats=[]",
                              "--set",
                              duration,
                              "--set",
                              step,
                              "--set",
                              interval,
                              own->interval != NULL ? "--set" : NULL,
                              wind,
                              NULL};
  const enum cli_outcome outcome = cli_run_case(bench, row, devices, more, &run, reason);
  if (outcome == CLI_FAILED && own->gpus > 1 && strstr(reason, "no CUDA device of that number")) {
    snprintf(reason, CLI_REASON, "needs %d GPUs", own->gpus);
    return CLI_SKIPPED;
  }
  cli_run_read(&run, sample);
  if (outcome != CLI_MEASURED) return outcome;
  read_figures(run.facts.root, own, steps, own->gpus > 1 ? own->gpus : 1, sample);
  sample->part = steps < own->all;
  if (sample->part)
    snprintf(sample->note, sizeof sample->note, "%.0f of %d steps, scaled", steps, own->all);
  return outcome;
}

const struct cli_suite cli_suite_brownout = {
    .name = "brownout",
    .summary = "particles in a wind: the tables of Miglio et al. (2016), and steps per second",
    .keys = own_keys,
    .own_size = sizeof(struct brownout),
    .read_own = read_own,
    .measure = measure,
};
