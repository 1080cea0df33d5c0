/* cavity.c - the first step of the lid-driven cavity, as Niemeyer and Sung (2013) time it
 * (their figure 2): by their red-black SOR, by the same with the best factor, and by multigrid; and
 * all of it until the flow is steady. */
#include "bench/runner/json_find.h"
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PEER_CPU "Niemeyer and Sung's program, omega 1.7, one core"
#define PEER_BEST "Niemeyer and Sung's program, omega 2 / (1 + sin(pi / n)), one core"
#define PEER_CUDA "Niemeyer and Sung's program, omega 1.7, an H100"
#define SOURCE                                                                                     \
  "github.com/kyleniemeyer/lid-driven-cavity_gpu, built from source, timed on an AMD EPYC"
#define SOURCE_CUDA                                                                                \
  "github.com/kyleniemeyer/lid-driven-cavity_gpu, built from source, timed on an H100"
#define FIFTIETH "goal: a fiftieth of that program's time"

/* How the pressure is found. */
enum way {
  PAPER,   /* SOR with omega 1.7 */
  OPTIMAL, /* with 2 / (1 + sin(pi / n)) */
  BEST,    /* with coefficients of 0 at walls, and the best omega of those */
  GENERIC, /* OPTIMAL by the kernel that knows obstacles */
  MULTIGRID,
  STEADY_F32, /* likewise, all steps to a steady flow */
  STEADY_F64
};

struct cavity {
  int n; /* cells of a side */
  enum way way;
  double iterations; /* to the paper's residual, where SOR is not run so far; 0: not known */
};

#define WAYS(N, PAPER_ITS, OPTIMAL_ITS, BEST_ITS)                                                  \
  static const struct cavity paper_##N = {N, PAPER, PAPER_ITS};                                    \
  static const struct cavity optimal_##N = {N, OPTIMAL, OPTIMAL_ITS};                              \
  static const struct cavity generic_##N = {N, GENERIC, OPTIMAL_ITS};                              \
  static const struct cavity best_##N = {N, BEST, BEST_ITS};                                       \
  static const struct cavity multigrid_##N = {N, MULTIGRID, 0};
WAYS(64, 1252, 507, 171)
WAYS(128, 5180, 1175, 391)
WAYS(256, 21810, 2671, 877)
WAYS(512, 92548, 5986, 1936)
WAYS(1024, 392000, 13260, 4224)
WAYS(2048, 1660000, 29400, 9139)
#undef WAYS
static const struct cavity steady_f32 = {512, STEADY_F32, 0}, steady_f64 = {512, STEADY_F64, 0};

#define SOR_FILE "cavity/griebel.toml"
#define BOTH (CLI_ON_CPU | CLI_ON_CUDA)
#define ROW(N, NAME, FILE, OWN, ONE, DEVICES, REMARK, ...)                                         \
  {                                                                                                \
    .name = #N "-" NAME, .case_file = FILE, .remark = REMARK, .devices = (DEVICES), .own = &(OWN), \
    .one_thread = (ONE), .reference = {                                                            \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
#define ROWS(N, PAPER_REFERENCES, OPTIMAL_REFERENCES, BEST_REFERENCES, GRID_REFERENCES)            \
  ROW(N, "sor", SOR_FILE, paper_##N, true, BOTH,                                                   \
      #N " x " #N " cells, SOR with omega 1.7; on a CPU one thread", PAPER_REFERENCES),            \
      ROW(N, "sor-threads", SOR_FILE, paper_##N, false, CLI_ON_CPU, "the same, all threads", {0}), \
      ROW(N, "optimal", SOR_FILE, optimal_##N, true, BOTH,                                         \
          "SOR with omega 2 / (1 + sin(pi / " #N ")); on a CPU one thread", OPTIMAL_REFERENCES),   \
      ROW(N, "optimal-threads", SOR_FILE, optimal_##N, false, CLI_ON_CPU, "the same, all threads", \
          {0}),                                                                                    \
      ROW(N, "optimal-generic", SOR_FILE, generic_##N, true, BOTH,                                 \
          "the same by the kernel that knows obstacles", {0}),                                     \
      ROW(N, "best", SOR_FILE, best_##N, true, BOTH,                                               \
          "SOR with coefficients of 0 at walls, and their best omega", BEST_REFERENCES),           \
      ROW(N, "multigrid", "cavity/case.toml", multigrid_##N, true, BOTH,                           \
          "a step of the default scheme, to no more than that residual in any cell",               \
          GRID_REFERENCES),                                                                        \
      ROW(N, "multigrid-threads", "cavity/case.toml", multigrid_##N, false, CLI_ON_CPU,            \
          "the same, all threads", {0})

#define PEER(TIME)                                                                                 \
  { CLI_FIGURE_SOLVE, CLI_ON_CPU, TIME, PEER_CPU, SOURCE }
#define PEER_OPTIMAL(TIME)                                                                         \
  { CLI_FIGURE_SOLVE, CLI_ON_CPU, TIME, PEER_BEST, SOURCE }
#define PEER_H100(TIME)                                                                            \
  { CLI_FIGURE_SOLVE, CLI_ON_CUDA, TIME, PEER_CUDA, SOURCE_CUDA }
#define GOAL(DEVICES, TIME, TEXT)                                                                  \
  { CLI_FIGURE_SOLVE, DEVICES, TIME, TEXT, NULL }
#define LIST(...) __VA_ARGS__

/* The change in a second that is left is a ten thousandth of the lid's speed. */
#define STEADY(NAME, OWN, REMARK)                                                                  \
  {                                                                                                \
    .name = NAME, .case_file = "cavity/case.toml", .remark = REMARK, .devices = CLI_ON_CUDA,       \
    .also = CLI_ON_CPU, .own = &(OWN),                                                             \
    .set = {"wind.duration=400", "flow.steady=1e-4", "flow.grid_sequencing=4"}, .reference = {     \
      {CLI_FIGURE_WALL, CLI_ON_CUDA, 10, "goal", NULL}                                             \
    }                                                                                              \
  }

static const struct cli_row table[] = {
    ROWS(64, PEER(0.02), {0}, {0}, PEER(0.02)),
    ROWS(128, PEER(0.10), {0}, {0}, PEER(0.10)),
    ROWS(256, PEER(1.75), {0}, {0}, PEER(1.75)),
    ROWS(512, LIST(PEER(34.1), PEER_H100(6.1)), PEER_OPTIMAL(2.0), {0},
         LIST(PEER(34.1), GOAL(CLI_ON_CPU, 34.1 / 50, FIFTIETH), PEER_H100(6.1))),
    ROWS(1024, PEER(1700), PEER_OPTIMAL(57), {0}, PEER(1700)),
    ROWS(2048, PEER(8 * 3600.0), GOAL(CLI_ON_CUDA, 3, "goal"), GOAL(CLI_ON_CUDA, 3, "goal"),
         LIST(PEER(8 * 3600.0), GOAL(CLI_ON_CUDA, 0.05, "goal"))),
    STEADY("512-steady", steady_f32, "from rest to steady at Re 1000, 512 x 512 cells, f32"),
    STEADY("512-steady-f64", steady_f64, "the same in f64"),
};

static const struct cli_row *rows(size_t *count) {
  *count = sizeof table / sizeof *table;
  return table;
}

/* --- measuring --- */

/* Iterations of SOR to measure: all, unless they take longer than anybody waits. */
static double iterations_of(const struct cavity *own, bool cuda, bool full) {
  const double patience = 20, rate = cuda ? 2e10 : 1e9, least = 100; /* s, cells per second */
  const double most = patience * rate / ((double)own->n * own->n);
  return full || own->iterations <= most ? own->iterations : fmax(least, floor(most));
}

struct settings {
  char size[64], cell[64], duration[64], omega[64], walls[64], generic[64], most[64];
};

/* A step so short that it is one; the right-hand side does not depend on how long it is. */
static void set_sor(const struct cavity *own, double iterations, struct settings *s) {
  snprintf(s->duration, sizeof s->duration, "wind.duration=1e-5");
  snprintf(s->omega, sizeof s->omega, "flow.mac_sor.omega=%s",
           own->way == PAPER ? "1.7" : "\"optimal\"");
  snprintf(s->walls, sizeof s->walls, "flow.mac_sor.walls=\"%s\"",
           own->way == BEST ? "coefficients" : "ghost-cells");
  snprintf(s->generic, sizeof s->generic, "flow.mac_sor.generic=%s",
           own->way == GENERIC ? "true" : "false");
  /* Where all of them are made they end by themselves. */
  snprintf(s->most, sizeof s->most, "flow.mac_sor.max_iterations=%.0f",
           iterations < own->iterations ? iterations : 1e8);
}

/* The residual of the pressure is the divergence that is left over the step: where no cell has more
 * than 1e-3 1/s2 of it, that of the paper's norm is less. The lid drags the air by 2 nu step /
 * width^2 times its speed, and no faster wind comes of that. */
static void set_multigrid(const struct cavity *own, struct settings *s) {
  const double viscosity = 1e-3, width = 1.0 / own->n;
  const double step = 0.25 * fmin(width, 0.5 * width * width / viscosity);
  const double fastest = fmin(1, 2 * viscosity * step / (width * width));
  snprintf(s->duration, sizeof s->duration, "wind.duration=%.17g", step);
  snprintf(s->omega, sizeof s->omega, "flow.time_step=%.17g", step);
  snprintf(s->walls, sizeof s->walls, "flow.divergence=%.9g", 1e-3 * step * width / fastest);
}

static void set_grid(const struct cavity *own, struct settings *s) {
  snprintf(s->size, sizeof s->size, "domain.size=[1,%.17g]", 1.0 / own->n);
  snprintf(s->cell, sizeof s->cell, "domain.cell_size=%.17g", 1.0 / own->n);
}

static enum cli_outcome measure_steady(const struct cli_bench *bench, const struct cli_row *row,
                                       const char *device, struct cli_sample *sample,
                                       char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct cavity *own = row->own;
  struct settings s;
  set_grid(own, &s);
  const char *const more[] = {"--precision", own->way == STEADY_F64 ? "f64" : "f32",
                              "--set",       "output.formats=[]",
                              "--set",       s.size,
                              "--set",       s.cell,
                              NULL};
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  if (outcome != CLI_MEASURED) return outcome;
  const double end = cli_json_find_number(run.json, "flow.steady");
  if (isnan(end)) {
    snprintf(reason, CLI_REASON, "the flow did not become steady");
    return CLI_FAILED;
  }
  snprintf(sample->note, sizeof sample->note, "%.0f steps, to %.4g s",
           cli_json_find_number(run.json, "flow.steps"), end);
  return CLI_MEASURED;
}

static enum cli_outcome measure_first(const struct cli_bench *bench, const struct cli_row *row,
                                      const char *device, struct cli_sample *sample,
                                      char reason[CLI_REASON]) {
  static struct cli_run run;
  const struct cavity *own = row->own;
  const bool cuda = cli_device_kind(device) == CLI_ON_CUDA, grid = own->way == MULTIGRID;
  const double iterations = iterations_of(own, cuda, bench->full);
  const bool some = !grid && iterations < own->iterations;
  struct settings s;
  set_grid(own, &s);
  if (grid) {
    set_multigrid(own, &s);
  } else {
    set_sor(own, iterations, &s);
  }
  const char *const more[] = {"--precision",
                              "f64",
                              "--set",
                              "output.formats=[]",
                              "--set",
                              s.size,
                              "--set",
                              s.cell,
                              "--set",
                              s.duration,
                              "--set",
                              s.omega,
                              "--set",
                              s.walls,
                              grid ? NULL : "--set",
                              s.generic,
                              "--set",
                              s.most,
                              NULL};
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  if (outcome != CLI_MEASURED && !(some && outcome == CLI_NOT_CONVERGED)) return outcome;
  double *figure = sample->figure;
  if (sample->iterations > 0)
    figure[CLI_FIGURE_ITERATION] = figure[CLI_FIGURE_SOLVER] / sample->iterations;
  if (some) {
    figure[CLI_FIGURE_SOLVE] *= own->iterations / iterations;
    figure[CLI_FIGURE_SOLVER] *= own->iterations / iterations;
    snprintf(sample->note, sizeof sample->note, "%.0f of about %.0f iterations, scaled", iterations,
             own->iterations);
  }
  return CLI_MEASURED;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  const enum way way = ((const struct cavity *)row->own)->way;
  return (way == STEADY_F32 || way == STEADY_F64 ? measure_steady : measure_first)(
      bench, row, device, sample, reason);
}

/* --- figure 2 --- */

/* Seconds of the first step; NAN: not measured. */
static double seconds_of(const struct cli_suite *suite, const struct cli_result *result,
                         size_t count, int n, enum way way, unsigned device, bool threads) {
  for (size_t i = 0; i < count; i++) {
    const struct cli_result *r = &result[i];
    const struct cavity *own = r->suite == suite ? r->row->own : NULL;
    if (own == NULL || r->outcome != CLI_MEASURED || own->n != n || own->way != way) continue;
    if (cli_device_kind(r->device) != device) continue;
    if (device == CLI_ON_CPU && r->row->one_thread == threads) continue;
    return r->sample.figure[CLI_FIGURE_SOLVE];
  }
  return (double)NAN;
}

/* The paper prints a graph, and numbers of 2048 x 2048 cells alone. */
static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  static const int sizes[] = {64, 128, 256, 512, 1024, 2048};
  static const struct {
    enum way way;
    const char *name;
  } ways[] = {{PAPER, "SOR, omega 1.7"},
              {OPTIMAL, "SOR, optimal omega"},
              {GENERIC, "the same, kernel not by hand"},
              {BEST, "SOR, best"},
              {MULTIGRID, "multigrid"}};
  bool any = false;
  cli_bench_print_references(stream, suite, result, count);
  for (size_t i = 0; i < count; i++)
    any = any || (result[i].suite == suite && result[i].outcome == CLI_MEASURED);
  if (!any) return;
  fprintf(stream, "\nSeconds of the first step, as figure 2 of Niemeyer and Sung (2013):\n"
                  "  cells        pressure                         serial  threads     CUDA  "
                  "serial/CUDA threads/CUDA\n");
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++)
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
      const double serial =
          seconds_of(suite, result, count, sizes[n], ways[w].way, CLI_ON_CPU, false);
      const double threads =
          seconds_of(suite, result, count, sizes[n], ways[w].way, CLI_ON_CPU, true);
      const double cuda =
          seconds_of(suite, result, count, sizes[n], ways[w].way, CLI_ON_CUDA, false);
      if (isnan(serial) && isnan(threads) && isnan(cuda)) continue;
      fprintf(stream, "  %4d x %-4d  %-29s ", sizes[n], sizes[n], ways[w].name);
      cli_report_number(stream, 8, serial);
      cli_report_number(stream, 8, threads);
      cli_report_number(stream, 8, cuda);
      cli_report_number(stream, 12, serial / cuda);
      cli_report_number(stream, 12, threads / cuda);
      fprintf(stream, "\n");
    }
  fprintf(stream,
          "  The paper, 2048 x 2048, SOR: serial/CUDA 8.1, six threads/CUDA 2.8 (Xeon X5650, Tesla "
          "C2075);\n  OpenACC 1.3 times the time of CUDA by hand. Its OpenACC is here the kernel "
          "not by hand");
  const double by_hand = seconds_of(suite, result, count, 2048, OPTIMAL, CLI_ON_CUDA, false);
  const double generic = seconds_of(suite, result, count, 2048, GENERIC, CLI_ON_CUDA, false);
  if (!isnan(generic / by_hand)) fprintf(stream, ": %.2f times", generic / by_hand);
  fprintf(stream, ".\n");
}

const struct cli_suite cli_suite_cavity = {
    .name = "cavity",
    .summary =
        "the first step of a lid-driven cavity: figure 2 of Niemeyer and Sung (2013); and its "
        "steady flow",
    .rows = rows,
    .print = print,
    .measure = measure,
};
