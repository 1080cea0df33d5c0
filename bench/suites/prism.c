/* prism.c - Poisson equation on prisms: tables 2 and 3 of Uh Zapata and Hernandez-Lopez (2017),
 * Jacobi and SOR on nine meshes, compared with the same sweeps of simoom and the default solver. */
#include "bench/runner/report.h"
#include "bench/runner/rows.h"
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include <math.h>
#include <stdio.h>

/* Solvers. The last three are the GPU versions of the paper. */
enum way { KRYLOV, SOR, COLOURS, SERIAL, GLOBAL, READ_ONLY, RESIDENT, WAYS };
static const char *const way_words[] = {"krylov", "sor",       "colour-sor", "jacobi",
                                        "global", "read-only", "resident",   NULL};

struct prism {
  int mesh, nz; /* 0: as in the case */
  enum way way;
  bool narrow; /* iterations in single precision */
  bool linear; /* linear vertex weights; else those of the paper. The default solver has its own */
  double counted; /* sweeps to the tolerance of the paper, from complete runs; 0: unknown */
  double omega;   /* over-relaxation factor */
};

static const struct cli_key own_keys[] = {
    {"mesh", "n", NULL},    {"levels", "n", NULL}, {"way", "t!", NULL},      {"weights", "t", NULL},
    {"counted", "n", NULL}, {"omega", "n", NULL},  {"precision", "t", NULL}, {NULL, NULL, NULL}};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  static const char *const rules[] = {"linear", NULL};
  const int way = cli_node_word(row, "way", way_words);
  const char *precision = cli_node_text(row, "precision");
  bool f64 = true;
  if (way < 0) return "way";
  if (precision != NULL && !cli_precision(precision, &f64)) return "precision";
  if (sm_toml_get(row, "weights") != NULL && cli_node_word(row, "weights", rules) < 0)
    return "weights";
  *(struct prism *)out = (struct prism){.mesh = (int)cli_node_number(row, "mesh"),
                                        .nz = (int)cli_node_number(row, "levels"),
                                        .way = (enum way)way,
                                        .narrow = !f64,
                                        .linear = sm_toml_get(row, "weights") != NULL,
                                        .counted = cli_node_number(row, "counted"),
                                        .omega = cli_node_number(row, "omega")};
  return NULL;
}

/* --- measurement --- */

/* Number of triangles of the meshes. */
static const double triangles[] = {0, 912, 23790, 94696};

/* Number of sweeps to measure: all, unless they exceed the time limit; 0: no limit (GPU). */
static double sweeps_of(const struct prism *own, bool cuda, bool full) {
  const double patience = 30, rate = 2e7, least = 10; /* s, cell updates per second of one core */
  const double most = fmax(least, floor(patience * rate / (triangles[own->mesh] * (own->nz - 1))));
  if (cuda || full || own->way == KRYLOV) return 0;
  return own->counted > 0 && own->counted <= most ? 0 : most;
}

/* Only a part of the sweeps was run: records the time per sweep and the time scaled to all sweeps,
 * and no figures of complete runs. */
static void note_part(const struct prism *own, double sweeps, struct cli_sample *sample) {
  double *figure = sample->figure;
  figure[CLI_FIGURE_SOLVE] = figure[CLI_FIGURE_SOLVER] = (double)NAN;
  figure[CLI_FIGURE_LARGEST_ERROR] = figure[CLI_FIGURE_MEAN_ERROR] = (double)NAN;
  sample->part = true;
  if (own->counted > 0) {
    figure[CLI_FIGURE_WHOLE] = own->counted * figure[CLI_FIGURE_ITERATION];
    snprintf(sample->note, sizeof sample->note, "%.0f of %.0f sweeps, scaled", sweeps,
             own->counted);
  } else {
    snprintf(sample->note, sizeof sample->note, "%.0f sweeps of a number not known", sweeps);
  }
}

/* All sweeps were run: notes a number of sweeps that differs from the text of the rows. */
static void note_count(const struct prism *own, struct cli_sample *sample) {
  const double count = sample->iterations;
  sample->figure[CLI_FIGURE_SWEEPS] = count;
  if (own->way != KRYLOV && fabs(count - own->counted) > 0)
    snprintf(sample->note, sizeof sample->note, "counted %.0f sweeps, prism.toml has %.0f", count,
             own->counted);
}

/* Records the fraction of the iteration time that memory bandwidth explains. */
static void note_floor(const struct cli_bench *bench, const struct cli_row *row, const char *device,
                       const struct cli_run *run, struct cli_sample *sample) {
  double *figure = sample->figure;
  const double bytes = sm_fact_number(run->facts.root, "solver.iteration_bytes");
  figure[CLI_FIGURE_ITERATION] = figure[CLI_FIGURE_SOLVER] / sample->iterations;
  figure[CLI_FIGURE_FLOOR] =
      bytes / bench->bandwidth[cli_row_memory(row, device)] / figure[CLI_FIGURE_ITERATION];
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static const char *const solver[WAYS] = {
      [KRYLOV] = "poisson.solver=\"krylov\"",      [SOR] = "poisson.solver=\"sor\"",
      [COLOURS] = "poisson.solver=\"colour-sor\"", [SERIAL] = "poisson.solver=\"jacobi\"",
      [GLOBAL] = "poisson.solver=\"jacobi\"",      [READ_ONLY] = "poisson.solver=\"jacobi\"",
      [RESIDENT] = "poisson.solver=\"jacobi\""};
  static const char *const memory[WAYS] = {
      [GLOBAL] = "poisson.memory=\"global\"", [READ_ONLY] = "poisson.memory=\"read-only\""};
  static struct cli_run run;
  const struct prism *own = row->own;
  const double sweeps = sweeps_of(own, cli_device_kind(device) == CLI_ON_CUDA, bench->full);
  const bool relaxed = own->omega > 0, linear = own->linear || own->way == KRYLOV;
  char mesh[64], layers[64], most[64], omega[64];
  snprintf(mesh, sizeof mesh, "mesh.section=%d", own->mesh);
  snprintf(layers, sizeof layers, "prisms.layers=%d", own->nz - 1);
  snprintf(most, sizeof most, "poisson.max_iterations=%.0f", sweeps);
  snprintf(omega, sizeof omega, "poisson.omega=%g", own->omega);
  const char *const wanted[] = {"output.formats=[]",
                                solver[own->way],
                                linear ? "poisson.weights=\"linear\""
                                       : "poisson.weights=\"distance\"",
                                memory[own->way],
                                relaxed ? omega : NULL,
                                own->mesh > 0 ? mesh : NULL,
                                own->mesh > 0 ? layers : NULL,
                                sweeps > 0 ? most : NULL};
  enum { WANTED = sizeof wanted / sizeof *wanted };
  const char *more[2 * WANTED + 3];
  int count = 0;
  for (size_t w = 0; w < WANTED; w++)
    if (wanted[w] != NULL) count = cli_run_set(more, count, wanted[w]);
  more[count++] = "--precision";
  more[count++] = own->narrow ? "f32" : "f64";
  more[count] = NULL;
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  if (outcome != CLI_MEASURED && !(sweeps > 0 && outcome == CLI_NOT_CONVERGED)) return outcome;
  note_floor(bench, row, device, &run, sample);
  if (outcome == CLI_MEASURED)
    note_count(own, sample);
  else
    note_part(own, sweeps, sample);
  return CLI_MEASURED;
}

/* --- table 3 --- */

/* Time of a row in the paper, s: its first reference for that figure; NAN: none. */
static double seconds_there(const struct cli_suite *suite, int mesh, int nz, enum way way) {
  size_t count;
  const struct cli_row *row = cli_suite_rows(suite, &count);
  for (size_t r = 0; r < count; r++) {
    const struct prism *own = row[r].own;
    if (own->mesh == mesh && own->nz == nz && own->way == way && !own->linear && !own->narrow)
      return row[r].reference[0].figure == CLI_FIGURE_SOLVE ? row[r].reference[0].value
                                                            : (double)NAN;
  }
  return (double)NAN;
}

/* Figure of a size on a device; NAN: not measured. */
static double figure_of(const struct cli_suite *suite, const struct cli_result *result,
                        size_t count, int mesh, int nz, enum way way, unsigned device,
                        enum cli_figure figure) {
  for (size_t i = 0; i < count; i++) {
    const struct cli_result *r = &result[i];
    const struct prism *own = r->suite == suite ? r->row->own : NULL;
    if (own != NULL && r->outcome == CLI_MEASURED && own->mesh == mesh && own->nz == nz &&
        own->way == way && !own->linear && !own->narrow && cli_device_kind(r->device) == device)
      return r->sample.figure[figure];
  }
  return (double)NAN;
}

/* Prints our figures on one line, then the percentage explained by bandwidth, then those of the
   paper. */
static void print_size(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                       size_t count, int mesh, int nz) {
  static const enum way ways[] = {SERIAL, GLOBAL, READ_ONLY, RESIDENT, KRYLOV, KRYLOV};
  double ours[6], share[6], there[4];
  for (int w = 0; w < 6; w++) {
    const unsigned device = w == 0 || w == 4 ? CLI_ON_CPU : CLI_ON_CUDA;
    ours[w] = figure_of(suite, result, count, mesh, nz, ways[w], device, CLI_FIGURE_SOLVE);
    if (isnan(ours[w]))
      ours[w] = figure_of(suite, result, count, mesh, nz, ways[w], device, CLI_FIGURE_WHOLE);
    share[w] = 100 * figure_of(suite, result, count, mesh, nz, ways[w], device, CLI_FIGURE_FLOOR);
  }
  for (int w = 0; w < 4; w++) there[w] = seconds_there(suite, mesh, nz, ways[w]);
  static const char *const names[] = {"here", "%", "paper"};
  const double *const line[] = {ours, share, there};
  for (int l = 0; l < 3; l++) {
    fprintf(stream, "  %4d %4d  %-5s", mesh, nz, names[l]);
    cli_report_number(stream, 10, line[l][0]);
    for (int w = 1; w < 4; w++) {
      cli_report_number(stream, 9, line[l][w]);
      cli_report_number(stream, 7, l == 1 ? (double)NAN : line[l][0] / line[l][w]);
    }
    for (int d = 4; d < 6 && l < 2; d++) cli_report_number(stream, 9, line[l][d]);
    fputc('\n', stream);
  }
}

static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  cli_bench_print_references(stream, suite, result, count);
  fprintf(stream,
          "\nSeconds of Jacobi, as table 3 of Uh Zapata and Hernandez-Lopez (2017), and times "
          "faster than one core; the default solver.\n"
          "Where a core made a part of the sweeps, as its row says, the time of all is scaled.\n"
          "%%: the share of the time that the bandwidth of the memory explains.\n"
          "  mesh   Nz        sequential    CUDA D   times   CUDA DT   times  CUDA DTM   times"
          "       CPU      CUDA\n");
  for (int mesh = 1; mesh <= 3; mesh++)
    for (int nz = 32; nz <= 128; nz *= 2) print_size(stream, suite, result, count, mesh, nz);
}

const struct cli_suite cli_suite_prism = {
    .name = "prism",
    .bandwidth = true,
    .summary = "the Poisson equation on prisms: tables 2 and 3 of Uh Zapata and Hernandez-Lopez",
    .keys = own_keys,
    .own_size = sizeof(struct prism),
    .read_own = read_own,
    .measure = measure,
    .print = print,
};
