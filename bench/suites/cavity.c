/* cavity.c - lid-driven cavity: the first step as timed by Niemeyer and Sung (2013), figure 2, with
 * their red-black SOR, with the optimal relaxation factor, and with multigrid; and the whole run to
 * the steady state. */
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Pressure solvers: the words of "way". */
enum way { PAPER, OPTIMAL, BEST, GENERIC, MULTIGRID, STEADY };
static const char *const way_words[] = {"sor",       "optimal", "best", "generic",
                                        "multigrid", "steady",  NULL};

struct cavity {
  int n; /* cells per side */
  enum way way;
  bool f64;          /* for STEADY; other rows use both */
  double iterations; /* SOR iterations to the residual of the paper, where they are not run
                        completely; 0: unknown */
};

static const struct cli_key own_keys[] = {{"cells", "n!", NULL},
                                          {"way", "t!", NULL},
                                          {"precision", "t", NULL},
                                          {"iterations", "n", NULL},
                                          {NULL, NULL, NULL}};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  const char *precision = cli_node_text(row, "precision");
  const int way = cli_node_word(row, "way", way_words);
  struct cavity *own = out;
  if (way < 0) return "way";
  *own = (struct cavity){.n = (int)cli_node_number(row, "cells"),
                         .way = (enum way)way,
                         .iterations = cli_node_number(row, "iterations")};
  return precision == NULL || cli_precision(precision, &own->f64) ? NULL : "precision";
}

/* --- measurement --- */

/* SOR iterations to measure: all, unless they exceed the time limit. */
static double iterations_of(const struct cavity *own, bool cuda, bool full) {
  const double patience = 20, rate = cuda ? 2e10 : 1e9, least = 100; /* s, cell updates per
                                                                        second */
  const double most = patience * rate / ((double)own->n * own->n);
  return full || own->iterations <= most ? own->iterations : fmax(least, floor(most));
}

struct settings {
  char size[64], cell[64], duration[64], omega[64], walls[64], generic[64], most[64];
};

/* A step so short that the run has one; the right-hand side does not depend on its length. */
static void set_sor(const struct cavity *own, double iterations, struct settings *s) {
  snprintf(s->duration, sizeof s->duration, "wind.duration=1e-5");
  snprintf(s->omega, sizeof s->omega, "flow.mac_sor.omega=%s",
           own->way == PAPER ? "1.7" : "\"optimal\"");
  snprintf(s->walls, sizeof s->walls, "flow.mac_sor.walls=\"%s\"",
           own->way == BEST ? "coefficients" : "ghost-cells");
  snprintf(s->generic, sizeof s->generic, "flow.mac_sor.generic=%s",
           own->way == GENERIC ? "true" : "false");
  /* A complete solve ends by its tolerance. */
  snprintf(s->most, sizeof s->most, "flow.mac_sor.max_iterations=%.0f",
           iterations < own->iterations ? iterations : 1e8);
}

/* The pressure residual is the divergence over the step: if it is below 1e-3 1/s2 in each cell, the
 * norm of the paper is below it too. The lid accelerates the air to at most 2 nu step / width^2
 * times its speed. */
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
  struct settings s = {0};
  set_grid(own, &s);
  const char *const more[] = {"--precision", own->f64 ? "f64" : "f32",
                              "--set",       "output.formats=[]",
                              "--set",       s.size,
                              "--set",       s.cell,
                              NULL};
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  if (outcome != CLI_MEASURED) return outcome;
  const double end = sm_fact_number(run.facts.root, "flow.steady");
  if (isnan(end)) {
    snprintf(reason, CLI_REASON, "the flow did not become steady");
    return CLI_FAILED;
  }
  snprintf(sample->note, sizeof sample->note, "%.0f steps, to %.4g s",
           sm_fact_number(run.facts.root, "flow.steps"), end);
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
  struct settings s = {0};
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
  return (way == STEADY ? measure_steady : measure_first)(bench, row, device, sample, reason);
}

/* --- figure 2 --- */

/* Time of the first step, s; NAN: not measured. */
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

/* The paper has a graph, and numbers only for 2048 x 2048 cells. */
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
  cli_bench_print_references(stream, suite, result, count);
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
    .keys = own_keys,
    .own_size = sizeof(struct cavity),
    .read_own = read_own,
    .print = print,
    .measure = measure,
};
