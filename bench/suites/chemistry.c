/* chemistry.c - chemistry benchmarks: rate evaluations, Runge-Kutta steps, and
 * integrators along an ignition; on the CPU by SIMD batches of cells, on a GPU with a
 * million cells. */
#define _POSIX_C_SOURCE 199309L /* for clock_gettime */
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include "cli/chem/way.h"
#include "cli/text/node.h"
#include "lab/chem_speed.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HYDROGEN "chemistry-reference/yetter1991_irrev38.inp"
#define HYDROGEN_THERMO "mechanisms/yetter1991/therm.dat"
#define METHANE "mechanisms/gri30.yaml"
/* TABLES: like WAY, but on a CPU with the algorithm of the GPU, cell by cell. */
enum kind { RATES, STEPS, WAY, TABLES };
static const char *const kind_words[] = {"rates", "steps", "way", "tables", NULL};
enum { POINTS = 1204, CELLS = 4096, MILLION = 1000000 };

struct chemistry {
  enum kind kind;
  bool methane;
  enum sm_chem_method method; /* method of WAY */
  double dt;                  /* step of STEPS or WAY, s */
};

static const struct cli_key own_keys[] = {{"what", "t!", NULL},
                                          {"fuel", "t!", NULL},
                                          {"method", "t", NULL},
                                          {"dt", "n", NULL},
                                          {NULL, NULL, NULL}};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  static const char *const fuels[] = {"hydrogen", "methane", NULL};
  const char *methods[SM_CHEM_METHODS + 1] = {NULL};
  for (int m = 0; m < SM_CHEM_METHODS; m++)
    methods[m] = sm_chem_method_name((enum sm_chem_method)m);
  const int method = cli_node_word(row, "method", methods);
  const int fuel = cli_node_word(row, "fuel", fuels), kind = cli_node_word(row, "what", kind_words);
  if (kind < 0) return "what";
  if (fuel < 0) return "fuel";
  if (method < 0 && sm_toml_get(row, "method") != NULL) return "method";
  *(struct chemistry *)out =
      (struct chemistry){.kind = (enum kind)kind,
                         .methane = fuel == 1,
                         .method = method >= 0 ? (enum sm_chem_method)method : SM_CHEM_RK4,
                         .dt = cli_node_number(row, "dt")};
  return NULL;
}

/* Mechanism and cell states. */
struct cells {
  struct sm_context *ctx;
  struct sm_mechanism *m;
  struct sm_chem *chem;
  int64_t count;
  double *temperature, *concentrations, *begin; /* begin: initial values of both */
  struct cli_chem_trajectory way;               /* trajectory of the ignition */
};

static void close_cells(struct cells *c) {
  free(c->temperature);
  free(c->begin);
  cli_chem_trajectory_free(&c->way);
  sm_chem_destroy(&c->chem);
  sm_mechanism_destroy(&c->m);
  sm_context_destroy(&c->ctx);
}

/* Computes states along an ignition at 1 atm, of hydrogen at 1000 K or methane at 1500 K in air. */
static enum sm_status find_way(struct cells *c, bool methane) {
  double *x = calloc((size_t)c->m->species_count, sizeof *x), delay;
  if (x == NULL) return SM_ERR_MEMORY;
  x[sm_mechanism_find_species(c->m, methane ? "CH4" : "H2")] = 1;
  x[sm_mechanism_find_species(c->m, "O2")] = methane ? 2 : 0.5;
  x[sm_mechanism_find_species(c->m, "N2")] = methane ? 7.52 : 1.88;
  const enum sm_status status =
      cli_chem_trajectory_find(c->ctx, c->m, c->chem, methane ? 1500 : 1000, 101325, x,
                               methane ? 8e-3 : 5e-4, 0, &delay, &c->way);
  free(x);
  return status;
}

/* Fills the cells. count: 0 for the default of the kind. */
static enum sm_status fill(struct cells *c, const struct chemistry *own, int64_t count) {
  const size_t species = (size_t)c->m->species_count;
  const bool way = own->kind == WAY || own->kind == TABLES;
  if (way) {
    const enum sm_status status = find_way(c, own->methane);
    if (status != SM_OK) return status;
  }
  c->count = count > 0 ? count : way ? POINTS : CELLS;
  const size_t n = (size_t)c->count;
  c->temperature = malloc(n * (1 + species) * sizeof *c->temperature);
  c->begin = malloc(n * (1 + species) * sizeof *c->begin);
  if (c->temperature == NULL || c->begin == NULL) return SM_ERR_MEMORY;
  c->concentrations = c->temperature + n;
  if (way) cli_chem_trajectory_resample(&c->way, c->count, c->begin, c->begin + n);
  for (size_t i = 0; i < n && !way; i++) {
    c->begin[i] = 1500;
    for (size_t k = 0; k < species; k++)
      c->begin[n + k * n + i] = 101325 / (SM_GAS_CONSTANT * 1500 * (double)species);
  }
  return SM_OK;
}

static enum cli_outcome open_cells(const struct cli_bench *bench, const struct cli_row *row,
                                   int64_t count, struct cells *c, char reason[CLI_REASON]) {
  const struct chemistry *own = row->own;
  const char *file = own->methane ? METHANE : HYDROGEN;
  char path[4200], thermo[4200];
  *c = (struct cells){0};
  if (bench->data == NULL || !cli_join(path, sizeof path, bench->data, file) ||
      !cli_join(thermo, sizeof thermo, bench->data, HYDROGEN_THERMO)) {
    snprintf(reason, CLI_REASON, "needs %s; --data DIR says where it is", file);
    return CLI_SKIPPED;
  }
  const struct sm_mechanism_files files = {.mechanism = path,
                                           .thermo = own->methane ? NULL : thermo};
  const int threads = row->one_thread ? 1 : bench->threads;
  enum sm_status status = sm_context_create(NULL, &c->ctx);
  if (status == SM_OK) status = sm_mechanism_read(c->ctx, &files, &c->m);
  const bool read = status == SM_OK;
  if (status == SM_OK) status = sm_chem_create(c->ctx, c->m, threads, &c->chem);
  if (status == SM_OK) status = fill(c, own, count);
  if (status == SM_OK) return CLI_MEASURED;
  snprintf(reason, CLI_REASON, "%s",
           c->ctx != NULL && sm_context_message(c->ctx)[0] != '\0' ? sm_context_message(c->ctx)
                                                                   : sm_status_text(status));
  return read ? CLI_FAILED : CLI_SKIPPED;
}

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Makes one call; *amount: number of evaluations, steps or cells. */
static enum sm_status once(struct cells *c, const struct chemistry *own, double *rates,
                           double *amount, int64_t *failed) {
  const struct sm_chem_cells cells = {
      .count = c->count, .temperature = c->temperature, .concentrations = c->concentrations};
  struct sm_chem_options options = {.mode = SM_CHEM_VOLUME, .method = own->method};
  struct sm_chem_report report = {0};
  enum sm_status status;
  *amount = (double)c->count;
  if (own->kind == RATES) {
    status = sm_chem_rates(c->ctx, c->chem, &cells, rates);
  } else {
    options.fixed_steps = own->kind == STEPS ? 10 : 0;
    *amount *= own->kind == STEPS ? 10 : 1;
    status = sm_chem_advance(c->ctx, c->chem, &cells, own->kind == STEPS ? 10 * own->dt : own->dt,
                             &options, &report);
  }
  *failed = report.failed;
  return status;
}

/* Times calls of sm_chem_rates and sm_chem_advance. */
static enum cli_outcome measure_rows(const struct cli_row *row, struct cells *c,
                                     struct cli_sample *sample, char reason[CLI_REASON]) {
  const size_t numbers = (size_t)c->count * (1 + (size_t)c->m->species_count);
  double *rates = malloc(numbers * sizeof *rates), wall = 0, cpu = 0, done = 0, amount = 0;
  enum cli_outcome outcome = CLI_MEASURED;
  for (int calls = 0; outcome == CLI_MEASURED && (calls < 3 || wall < 0.5); calls++) {
    int64_t failed = 0;
    memcpy(c->temperature, c->begin, numbers * sizeof *c->begin);
    const double begin = seconds(CLOCK_MONOTONIC), work = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (rates == NULL || once(c, row->own, rates, &amount, &failed) != SM_OK || failed > 0) {
      snprintf(reason, CLI_REASON, "%lld cells failed: %s", (long long)failed,
               sm_context_message(c->ctx));
      outcome = CLI_FAILED;
    }
    if (calls == 0) continue; /* warm-up */
    wall += seconds(CLOCK_MONOTONIC) - begin;
    cpu += seconds(CLOCK_PROCESS_CPUTIME_ID) - work;
    done += amount;
  }
  sample->figure[CLI_FIGURE_RATE] = done / (row->one_thread ? cpu : wall);
  sample->figure[CLI_FIGURE_WALL] = wall;
  sample->figure[CLI_FIGURE_CPU] = cpu;
  free(rates);
  return outcome;
}

/* Times a device with states in its own memory. */
static enum cli_outcome measure_device(const struct cli_bench *bench, const struct cli_row *row,
                                       const char *device, struct cells *c,
                                       struct cli_sample *sample, char reason[CLI_REASON]) {
  const struct chemistry *own = row->own;
  const struct sm_chem_task task = {.what = own->kind == RATES   ? SM_CHEM_TASK_RATES
                                            : own->kind == STEPS ? SM_CHEM_TASK_STEPS
                                                                 : SM_CHEM_TASK_ADVANCE,
                                    .dt = own->dt,
                                    .steps = 10,
                                    .method = own->method};
  const struct sm_chem_cells cells = {
      .count = c->count, .temperature = c->begin, .concentrations = c->begin + c->count};
  struct sm_chem_time_result timed;
  const enum sm_status status =
      sm_chem_time_task(c->ctx, c->m, device, bench->threads, &cells, &task, &timed);
  if (status != SM_OK || timed.failed > 0) {
    snprintf(reason, CLI_REASON, "%lld cells failed: %s", (long long)timed.failed,
             sm_context_message(c->ctx));
    return CLI_FAILED;
  }
  snprintf(sample->device, sizeof sample->device, "%s", timed.device);
  sample->figure[CLI_FIGURE_RATE] =
      (double)c->count * (own->kind == STEPS ? task.steps : 1) / timed.seconds;
  sample->figure[CLI_FIGURE_WALL] = timed.seconds;
  return CLI_MEASURED;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  const struct chemistry *own = row->own;
  const bool gpu = cli_device_kind(device) == CLI_ON_CUDA;
  struct cells c;
  for (int f = 0; f < CLI_FIGURE_COUNT; f++) sample->figure[f] = NAN;
  snprintf(sample->device, sizeof sample->device, "CPU");
  const int64_t count = gpu ? MILLION : row->one_thread ? 0 : 8 * POINTS;
  enum cli_outcome outcome = open_cells(bench, row, count, &c, reason);
  if (outcome == CLI_MEASURED)
    outcome = gpu || own->kind == TABLES ? measure_device(bench, row, device, &c, sample, reason)
                                         : measure_rows(row, &c, sample, reason);
  sample->cells = c.count;
  sample->figure[CLI_FIGURE_STEP] = 1 / sample->figure[CLI_FIGURE_RATE];
  close_cells(&c);
  return outcome;
}

static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  fprintf(stream, "\n%-24s %-6s %12s %12s  %s\n", "row", "device", "us each", "1/s", "what");
  for (const struct cli_result *r = result; r < result + count; r++)
    if (r->suite == suite && r->outcome == CLI_MEASURED)
      fprintf(stream, "%-24s %-6s %12.4g %12.4g  %s\n", r->row->name, r->device,
              1e6 * r->sample.figure[CLI_FIGURE_STEP], r->sample.figure[CLI_FIGURE_RATE],
              r->row->remark);
  cli_bench_print_references(stream, suite, result, count);
}

const struct cli_suite cli_suite_chemistry = {
    .name = "chemistry",
    .summary =
        "rates of reactions and their integrators: rows of cells on the CPU, a million on a GPU",
    .keys = own_keys,
    .own_size = sizeof(struct chemistry),
    .read_own = read_own,
    .measure = measure,
    .print = print,
};
