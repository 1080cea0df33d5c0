/* brownout.c - particles: those of Miglio et al. (2016), and what one step of many costs. */

#include "bench/runner/json_find.h"
#include "bench/runner/run_case.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PAPER "E. Miglio, N. Parolini, M. Penati, R. Porcu, MOX-Report 29/2016, table"
#define SERIAL "Miglio et al. 2016, serial, Xeon E5-2630v3"
#define K80 "Miglio et al. 2016, one GPU of a K80"
#define K80_TWO "Miglio et al. 2016, two GPUs of a K80"
/* Table 3 prints 1 h 24 min for two GPUs in both rows, as for one GPU; the speed-ups beside it,
 * 167.6 and 173.4 times, give other times, and these agree with the 1.3 times of one GPU. */
#define K80_TWO_BY_SPEED_UP                                                                        \
  "Miglio et al. 2016, two GPUs of a K80, by their speed-up (the printed time is a misprint)"

#define DAYS 86400.0
#define HOURS 3600.0
#define MINUTES 60.0

/* A case of which so many steps are measured; the whole of it has `all`. */
struct brownout {
  double step;   /* s */
  int cuda, cpu; /* steps */
  int all;
  int gpus;             /* 0: the device of --device */
  const char *interval; /* NULL, or the key that must end with the run */
};

static const struct brownout paper = {.step = 2e-4, .cuda = 25600, .cpu = 32, .all = 250000};
static const struct brownout paper_two = {.step = 2e-4, .cuda = 25600, .all = 250000, .gpus = 2};
static const struct brownout paper_four = {.step = 2e-4, .cuda = 25600, .all = 250000, .gpus = 4};
static const struct brownout paper_eight = {.step = 2e-4, .cuda = 25600, .all = 250000, .gpus = 8};
static const struct brownout larger = {.step = 5e-3, .cuda = 1024, .cpu = 16, .all = 10000};
static const struct brownout field = {
    .step = 2e-4, .cuda = 10000, .cpu = 16, .all = 250000, .interval = "wind.duration"};
static const struct brownout field_two = {
    .step = 2e-4, .cuda = 10000, .all = 250000, .gpus = 2, .interval = "wind.duration"};
static const struct brownout field_four = {
    .step = 2e-4, .cuda = 10000, .all = 250000, .gpus = 4, .interval = "wind.duration"};
static const struct brownout field_larger = {
    .step = 0.02 / 3, .cuda = 1500, .cpu = 12, .all = 7500, .interval = "wind.duration"};
static const struct brownout city = {.step = 0.05, .cuda = 400, .cpu = 8, .all = 200};

#define MIDPOINT "particles.scheme=\"midpoint\""
#define HALF "particles.source[1].count=3072000"
#define STILL "turbulence.model=\"none\""
#define BOTH (CLI_ON_CPU | CLI_ON_CUDA)

static const struct cli_row table[] = {
    {.name = "analytic-3m",
     .case_file = "miglio/case.toml",
     .set = {HALF},
     .remark = "analytic field, 3.072 million particles, 50 s by the paper's scheme",
     .devices = CLI_ON_CUDA,
     .own = &paper,
     .reference = {{CLI_FIGURE_WHOLE, CLI_ON_CUDA, 84 * MINUTES, K80, PAPER " 3"},
                   {CLI_FIGURE_WHOLE, CLI_ON_CUDA, 7 * DAYS + 13 * HOURS + 36 * MINUTES, SERIAL,
                    PAPER " 3"}}},
    {.name = "analytic-3m-two",
     .case_file = "miglio/case.toml",
     .set = {HALF},
     .remark = "the same on two GPUs",
     .devices = CLI_ON_CUDA,
     .own = &paper_two,
     .reference = {{CLI_FIGURE_WHOLE, CLI_ON_CUDA, 65 * MINUTES, K80_TWO_BY_SPEED_UP, PAPER " 3"}}},
    {.name = "analytic-6m",
     .case_file = "miglio/case.toml",
     .remark = "the same with 6.144 million; one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &paper,
     .reference = {{CLI_FIGURE_WHOLE, CLI_ON_CUDA, 162 * MINUTES, K80, PAPER " 3"},
                   {CLI_FIGURE_WHOLE, BOTH, 14 * DAYS + 23 * HOURS + 47 * MINUTES, SERIAL,
                    PAPER " 3"},
                   {CLI_FIGURE_STEP, CLI_ON_CUDA, 8.13e-3, K80 ", two kernels", PAPER " 2"},
                   {CLI_FIGURE_STEP, CLI_ON_CUDA, 9.59e-3, K80 ", four kernels", PAPER " 2"}}},
    {.name = "analytic-6m-two",
     .case_file = "miglio/case.toml",
     .remark = "the same on two GPUs",
     .devices = CLI_ON_CUDA,
     .own = &paper_two,
     .reference = {{CLI_FIGURE_WHOLE, CLI_ON_CUDA, 124.5 * MINUTES, K80_TWO_BY_SPEED_UP,
                    PAPER " 3"}}},
    {.name = "analytic-6m-four",
     .case_file = "miglio/case.toml",
     .remark = "the same on four GPUs",
     .devices = CLI_ON_CUDA,
     .own = &paper_four},
    {.name = "analytic-6m-eight",
     .case_file = "miglio/case.toml",
     .remark = "the same on eight GPUs",
     .devices = CLI_ON_CUDA,
     .own = &paper_eight},
    {.name = "analytic-6m-midpoint",
     .case_file = "miglio/case.toml",
     .set = {MIDPOINT},
     .remark = "the same as exactly, by the exponential midpoint rule in steps of 5 ms",
     .devices = BOTH,
     .one_thread = true,
     .own = &larger,
     .reference = {{CLI_FIGURE_WHOLE, CLI_ON_CUDA, 162 * MINUTES, K80, PAPER " 3"}}},
    {.name = "field-6m",
     .case_file = "miglio/field.toml",
     .remark = "field in time on 151 x 151 x 81 points, cubic B-splines, 6.144 million particles, "
               "50 s by the paper's scheme; one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &field,
     .reference = {{CLI_FIGURE_WHOLE, CLI_ON_CUDA, 3 * HOURS + 32 * MINUTES, K80, PAPER " 4"},
                   {CLI_FIGURE_WHOLE, BOTH, 16 * DAYS + 14 * HOURS + 52 * MINUTES, SERIAL,
                    PAPER " 4"},
                   {CLI_FIGURE_MOVES, CLI_ON_CUDA, 13e9, "goal", NULL},
                   {CLI_FIGURE_MOVES, CLI_ON_CPU, 35e6, "goal", NULL},
                   {CLI_FIGURE_WHOLE, CLI_ON_CUDA, 120, "goal", NULL},
                   {CLI_FIGURE_REDUCTION, CLI_ON_CUDA, 0.5954e-3,
                    "Miglio et al. 2016, a reduction of 151 x 151 x 81 doubles", PAPER " 1"}}},
    {.name = "field-6m-two",
     .case_file = "miglio/field.toml",
     .remark = "the same on two GPUs",
     .devices = CLI_ON_CUDA,
     .own = &field_two,
     .reference = {{CLI_FIGURE_WHOLE, CLI_ON_CUDA, 2 * HOURS + 57 * MINUTES, K80_TWO, PAPER " 4"}}},
    {.name = "field-6m-four",
     .case_file = "miglio/field.toml",
     .remark = "the same on four GPUs",
     .devices = CLI_ON_CUDA,
     .own = &field_four},
    {.name = "field-6m-midpoint",
     .case_file = "miglio/field.toml",
     .set = {MIDPOINT},
     .remark = "the same as exactly, by the exponential midpoint rule in steps of 6.7 ms",
     .devices = BOTH,
     .one_thread = true,
     .own = &field_larger,
     .reference = {{CLI_FIGURE_WHOLE, CLI_ON_CUDA, 3 * HOURS + 32 * MINUTES, K80, PAPER " 4"},
                   {CLI_FIGURE_WHOLE, CLI_ON_CUDA, 6, "goal", NULL}}},
    {.name = "field-6m-trilinear",
     .case_file = "miglio/field.toml",
     .set = {"particles.interpolation=\"trilinear\""},
     .remark = "the field between its points linearly; one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &field,
     .reference = {{CLI_FIGURE_MOVES, CLI_ON_CUDA, 35e9, "goal", NULL},
                   {CLI_FIGURE_MOVES, CLI_ON_CPU, 80e6, "goal", NULL}}},
    {.name = "field-6m-faces",
     .case_file = "miglio/field.toml",
     .set = {"particles.interpolation=\"faces\""},
     .remark = "free of divergence, between the faces of cells; one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &field},
    {.name = "air-6m-faces",
     .case_file = "plume/full.toml",
     .set = {STILL, "particles.interpolation=\"faces\""},
     .remark = "6.144 million particles all over the air between buildings, without turbulence; "
               "one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &city},
    {.name = "air-6m-trilinear",
     .case_file = "plume/full.toml",
     .set = {STILL, "particles.interpolation=\"trilinear\""},
     .remark = "the same by the trilinear wind; one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &city,
     .reference = {{CLI_FIGURE_MOVES, CLI_ON_CUDA, 35e9, "goal", NULL},
                   {CLI_FIGURE_MOVES, CLI_ON_CPU, 80e6, "goal", NULL}}},
    {.name = "air-6m-bspline",
     .case_file = "plume/full.toml",
     .set = {STILL, "particles.interpolation=\"bspline\""},
     .remark = "the same by cubic B-splines; one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &city,
     .reference = {{CLI_FIGURE_MOVES, CLI_ON_CUDA, 13e9, "goal", NULL},
                   {CLI_FIGURE_MOVES, CLI_ON_CPU, 35e6, "goal", NULL}}},
    {.name = "city-6m-faces",
     .case_file = "plume/full.toml",
     .remark = "turbulence between buildings, 6.144 million particles; one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &city,
     .reference = {{CLI_FIGURE_MOVES, CLI_ON_CUDA, 10e9, "goal", NULL},
                   {CLI_FIGURE_MOVES, CLI_ON_CPU, 10e6, "goal", NULL}}},
    {.name = "city-6m-trilinear",
     .case_file = "plume/full.toml",
     .set = {"particles.interpolation=\"trilinear\""},
     .remark = "the same, the mean wind trilinear; one thread of the CPU",
     .devices = BOTH,
     .one_thread = true,
     .own = &city,
     .reference = {{CLI_FIGURE_MOVES, CLI_ON_CUDA, 10e9, "goal", NULL},
                   {CLI_FIGURE_MOVES, CLI_ON_CPU, 10e6, "goal", NULL}}},
};

static const struct cli_row *rows(size_t *count) {
  *count = sizeof table / sizeof *table;
  return table;
}

/* Seconds of the profile's kernels whose names begin so. */
static double seconds_of(const char *json, const char *const *names, size_t count, double *calls) {
  double sum = 0;
  if (calls != NULL) *calls = 0;
  for (size_t i = 0;; i++) {
    const char *item = cli_json_find_item(json, "solver.kernels", i);
    char name[64];
    if (item == NULL) return sum;
    cli_json_find_string(item, "name", name, sizeof name);
    for (size_t n = 0; n < count; n++) {
      if (strncmp(name, names[n], strlen(names[n])) != 0) continue;
      sum += cli_json_find_number(item, "seconds");
      if (calls != NULL) *calls += cli_json_find_number(item, "calls");
    }
  }
}

static void read_figures(const char *json, const struct brownout *own, double steps, int gpus,
                         struct cli_sample *sample) {
  static const char *const move[] = {"advance_", "disperse_"};
  static const char *const order[] = {"sort_", "scan", "binning"};
  static const char *const reduce[] = {"level_max"};
  double *figure = sample->figure, calls;
  const double moves = cli_json_find_number(json, "particles.steps");
  const double moving = seconds_of(json, move, 2, NULL), more = seconds_of(json, order, 3, NULL);
  const double reducing = seconds_of(json, reduce, 1, &calls);
  figure[CLI_FIGURE_WHOLE] = cli_json_find_number(json, "particles.seconds") * own->all / steps;
  /* The profile is that of the first GPU. */
  figure[CLI_FIGURE_MOVES] = moving > 0 ? moves / gpus / moving : (double)NAN;
  figure[CLI_FIGURE_ON_TOP] = moving > 0 ? more / moving : (double)NAN;
  figure[CLI_FIGURE_STEP] = moving > 0 ? (moving + more) / steps : (double)NAN;
  figure[CLI_FIGURE_REDUCTION] = calls > 0 ? reducing / calls : (double)NAN;
}

/* "cuda:0,cuda:1,..." */
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
  /* A profile makes the host wait for the first GPU now and then. */
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
  read_figures(run.json, own, steps, own->gpus > 1 ? own->gpus : 1, sample);
  if (steps < own->all)
    snprintf(sample->note, sizeof sample->note, "%.0f of %d steps, scaled", steps, own->all);
  return outcome;
}

const struct cli_suite cli_suite_brownout = {
    .name = "brownout",
    .summary = "particles in a wind: the tables of Miglio et al. (2016), and steps per second",
    .rows = rows,
    .measure = measure,
};
