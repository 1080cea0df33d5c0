/* prism.c - the Poisson equation on prisms: tables 2 and 3 of Uh Zapata and Hernandez-Lopez
 * (2017), Jacobi and SOR on nine meshes, beside the same sweeps of ours and the default solver. */
#include "bench/runner/json_find.h"
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include <math.h>
#include <stdio.h>

#define CASE "prism/case.toml"
#define PAPER                                                                                      \
  "M. A. Uh Zapata, F. J. Hernandez-Lopez, A GPU parallel finite volume method for a 3D "          \
  "Poisson equation on arbitrary geometries (2017)"
#define XEON "the paper's, one core of a Xeon of 3.0 GHz"
#define K40 "the paper's, a Tesla K40"

/* How it is solved. The last three are the paper's versions for a GPU. */
enum way { KRYLOV, SOR, SERIAL, GLOBAL, READ_ONLY, RESIDENT, WAYS };

struct prism {
  int mesh, nz; /* 0: as the case has them */
  enum way way;
  double iterations; /* about so many sweeps to the paper's tolerance; 0: another solver */
};

/* One size: its sweeps of Jacobi, counted on a GPU, and the paper's seconds by SERIAL and by its
 * versions. Sweeps of SOR are 0.44 of them, as was counted on mesh 1. */
#define SIZES(X)                                                                                   \
  X(1, 32, 1268, 4.52, 0.60, 0.54, 0.53)                                                           \
  X(1, 64, 2825, 27.33, 3.56, 3.21, 3.19)                                                          \
  X(1, 128, 9025, 193.37, 35.42, 30.75, 30.14)                                                     \
  X(2, 32, 22423, 743.19, 41.83, 26.50, 25.03)                                                     \
  X(2, 64, 24724, 1738.82, 91.78, 55.30, 53.82)                                                    \
  X(2, 128, 31453, 5018.89, 277.83, 163.56, 161.47)                                                \
  X(3, 32, 87759, 11734.84, 626.34, 384.01, 364.93)                                                \
  X(3, 64, 92983, 25511.24, 1276.06, 756.57, 737.09)                                               \
  X(3, 128, 102412, 60135.84, 2934.38, 1708.39, 1681.11)

#define OWN(MESH, NZ, ITERATIONS, ...)                                                             \
  static const struct prism krylov_##MESH##_##NZ = {MESH, NZ, KRYLOV, 0},                          \
                            serial_##MESH##_##NZ = {MESH, NZ, SERIAL, ITERATIONS},                 \
                            global_##MESH##_##NZ = {MESH, NZ, GLOBAL, ITERATIONS},                 \
                            read_only_##MESH##_##NZ = {MESH, NZ, READ_ONLY, ITERATIONS},           \
                            resident_##MESH##_##NZ = {MESH, NZ, RESIDENT, ITERATIONS};
SIZES(OWN)
#undef OWN
static const struct prism large = {0, 0, KRYLOV, 0};
static const struct prism sor_1_32 = {1, 32, SOR, 559}, sor_2_64 = {2, 64, SOR, 10900},
                          sor_3_128 = {3, 128, SOR, 45100};

#define ROW(NAME, OWN, REMARK, DEVICES, ONE, ...)                                                  \
  {                                                                                                \
    .name = NAME, .case_file = CASE, .remark = REMARK, .devices = (DEVICES), .one_thread = (ONE),  \
    .own = &(OWN), .reference = {                                                                  \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
#define BOTH (CLI_ON_CPU | CLI_ON_CUDA)
#define TIME(DEVICE, SECONDS, WHOSE)                                                               \
  { CLI_FIGURE_SOLVE, DEVICE, SECONDS, WHOSE, PAPER }
#define GOAL(DEVICE, SECONDS)                                                                      \
  { CLI_FIGURE_SOLVE, DEVICE, SECONDS, "goal", NULL }
/* A row of table 2. */
#define TABLE_2(DEVICE, LARGEST, MEAN, SWEEPS)                                                     \
  {CLI_FIGURE_LARGEST_ERROR, DEVICE, LARGEST, "the paper's", PAPER},                               \
      {CLI_FIGURE_MEAN_ERROR, DEVICE, MEAN, "the paper's", PAPER}, {                               \
    CLI_FIGURE_SWEEPS, DEVICE, SWEEPS, "the paper's", PAPER                                        \
  }
#define ERRORS(LARGEST, MEAN)                                                                      \
  {CLI_FIGURE_LARGEST_ERROR, BOTH, LARGEST, "the paper's", PAPER}, {                               \
    CLI_FIGURE_MEAN_ERROR, BOTH, MEAN, "the paper's", PAPER                                        \
  }
#define MESH(M, NZ) "mesh " #M ", Nz " #NZ ": "

#define TABLE_3(M, NZ, ITERATIONS, SECONDS, D, DT, DTM)                                            \
  ROW(#M "-" #NZ "-global", global_##M##_##NZ, MESH(M, NZ) "Jacobi, CUDA D: global memory",        \
      CLI_ON_CUDA, false, TIME(CLI_ON_CUDA, D, K40)),                                              \
      ROW(#M "-" #NZ "-read-only", read_only_##M##_##NZ,                                           \
          MESH(M, NZ) "Jacobi, CUDA DT: read-only memory", CLI_ON_CUDA, false,                     \
          TIME(CLI_ON_CUDA, DT, K40)),
#define DEFAULT(M, NZ, ...)                                                                        \
  ROW(#M "-" #NZ "-krylov", krylov_##M##_##NZ, MESH(M, NZ) "the default solver, to 1e-8", BOTH,    \
      false, __VA_ARGS__)
#define SERIAL_ROW(M, NZ, ...)                                                                     \
  ROW(#M "-" #NZ "-jacobi", serial_##M##_##NZ, MESH(M, NZ) "Jacobi, one core", CLI_ON_CPU, true,   \
      __VA_ARGS__)
#define RESIDENT_ROW(M, NZ, ...)                                                                   \
  ROW(#M "-" #NZ "-resident", resident_##M##_##NZ,                                                 \
      MESH(M, NZ) "Jacobi, CUDA DTM: the GPU decides whether to go on", CLI_ON_CUDA, false,        \
      __VA_ARGS__)
#define SOR_ROW(M, NZ, SECONDS, ...)                                                               \
  ROW(#M "-" #NZ "-sor", sor_##M##_##NZ, MESH(M, NZ) "SOR with omega 1.1, one core", CLI_ON_CPU,   \
      true, TIME(CLI_ON_CPU, SECONDS, XEON), __VA_ARGS__)

static const struct cli_row table[] = {
    DEFAULT(1, 32, ERRORS(1.02e-2, 1.50e-3)),
    DEFAULT(1, 64, {0}),
    DEFAULT(1, 128, {0}),
    DEFAULT(2, 32, {0}),
    DEFAULT(2, 64, ERRORS(3.12e-3, 3.08e-4)),
    DEFAULT(2, 128, {0}),
    DEFAULT(3, 32, {0}),
    DEFAULT(3, 64, {0}),
    DEFAULT(3, 128, GOAL(CLI_ON_CUDA, 0.1), GOAL(CLI_ON_CPU, 15), ERRORS(1.40e-3, 1.52e-4)),
    SOR_ROW(1, 32, 0.97, TABLE_2(CLI_ON_CPU, 1.02e-2, 1.50e-3, 738)),
    SOR_ROW(2, 64, 726.93, TABLE_2(CLI_ON_CPU, 3.12e-3, 3.08e-4, 11288)),
    SOR_ROW(3, 128, 24625.36, TABLE_2(CLI_ON_CPU, 1.40e-3, 1.52e-4, 46971)),
    SERIAL_ROW(1, 32, TIME(CLI_ON_CPU, 4.52, XEON), TABLE_2(CLI_ON_CPU, 1.02e-2, 1.50e-3, 3360)),
    SERIAL_ROW(1, 64, TIME(CLI_ON_CPU, 27.33, XEON)),
    SERIAL_ROW(1, 128, TIME(CLI_ON_CPU, 193.37, XEON)),
    SERIAL_ROW(2, 32, TIME(CLI_ON_CPU, 743.19, XEON)),
    SERIAL_ROW(2, 64, TIME(CLI_ON_CPU, 1738.82, XEON),
               TABLE_2(CLI_ON_CPU, 3.12e-3, 3.08e-4, 25409)),
    SERIAL_ROW(2, 128, TIME(CLI_ON_CPU, 5018.89, XEON)),
    SERIAL_ROW(3, 32, TIME(CLI_ON_CPU, 11734.84, XEON)),
    SERIAL_ROW(3, 64, TIME(CLI_ON_CPU, 25511.24, XEON)),
    SERIAL_ROW(3, 128, TIME(CLI_ON_CPU, 60135.84, XEON),
               TABLE_2(CLI_ON_CPU, 1.40e-3, 1.52e-4, 107730)),
    SIZES(TABLE_3) RESIDENT_ROW(1, 32, TIME(CLI_ON_CUDA, 0.53, K40),
                                TABLE_2(CLI_ON_CUDA, 1.02e-2, 1.50e-3, 3360)),
    RESIDENT_ROW(1, 64, TIME(CLI_ON_CUDA, 3.19, K40)),
    RESIDENT_ROW(1, 128, TIME(CLI_ON_CUDA, 30.14, K40)),
    RESIDENT_ROW(2, 32, TIME(CLI_ON_CUDA, 25.03, K40)),
    RESIDENT_ROW(2, 64, TIME(CLI_ON_CUDA, 53.82, K40),
                 TABLE_2(CLI_ON_CUDA, 3.12e-3, 3.08e-4, 25409)),
    RESIDENT_ROW(2, 128, TIME(CLI_ON_CUDA, 161.47, K40)),
    RESIDENT_ROW(3, 32, TIME(CLI_ON_CUDA, 364.93, K40)),
    RESIDENT_ROW(3, 64, TIME(CLI_ON_CUDA, 737.09, K40)),
    RESIDENT_ROW(3, 128, TIME(CLI_ON_CUDA, 1681.11, K40),
                 TABLE_2(CLI_ON_CUDA, 1.40e-3, 1.52e-4, 107730), GOAL(CLI_ON_CUDA, 40)),
    {.name = "100m-krylov",
     .case_file = "prism/large.toml",
     .remark = "a hundred million prisms over a square: the default solver, to 1e-8",
     .devices = CLI_ON_CUDA,
     .own = &large},
};

static const struct cli_row *rows(size_t *count) {
  *count = sizeof table / sizeof *table;
  return table;
}

/* --- measuring --- */

/* Triangles of the meshes. */
static const double triangles[] = {0, 912, 23790, 94696};

/* Sweeps to be measured: all, unless they take longer than anybody waits; 0: a GPU, or no limit. */
static double sweeps_of(const struct prism *own, bool cuda, bool full) {
  const double patience = 30, rate = 2e7, least = 10; /* s, cells per second of one core */
  const double most = fmax(least, floor(patience * rate / (triangles[own->mesh] * (own->nz - 1))));
  if (cuda || full || own->way == KRYLOV) return 0;
  return own->iterations <= most ? 0 : most;
}

/* Of some of the sweeps: scaled to all. */
static void scale(const struct prism *own, double sweeps, struct cli_sample *sample) {
  double *figure = sample->figure;
  figure[CLI_FIGURE_SWEEPS] = (double)NAN;
  figure[CLI_FIGURE_LARGEST_ERROR] = figure[CLI_FIGURE_MEAN_ERROR] = (double)NAN;
  figure[CLI_FIGURE_SOLVE] *= own->iterations / sweeps;
  figure[CLI_FIGURE_SOLVER] *= own->iterations / sweeps;
  snprintf(sample->note, sizeof sample->note, "%.0f of about %.0f iterations, scaled", sweeps,
           own->iterations);
}

/* Which share of an iteration's time the bandwidth of the memory explains. */
static void note_floor(const struct cli_bench *bench, const struct cli_row *row, const char *device,
                       const struct cli_run *run, struct cli_sample *sample) {
  double *figure = sample->figure;
  const double bytes = cli_json_find_number(run->json, "solver.iteration_bytes");
  figure[CLI_FIGURE_ITERATION] = figure[CLI_FIGURE_SOLVER] / sample->iterations;
  figure[CLI_FIGURE_FLOOR] =
      bytes / bench->bandwidth[cli_row_memory(row, device)] / figure[CLI_FIGURE_ITERATION];
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  static const char *const settings[WAYS][2] = {
      [KRYLOV] = {"poisson.solver=\"krylov\"", "poisson.weights=\"linear\""},
      [SOR] = {"poisson.solver=\"sor\"", "poisson.weights=\"linear\""},
      [SERIAL] = {"poisson.solver=\"jacobi\"", "poisson.memory=\"resident\""},
      [GLOBAL] = {"poisson.solver=\"jacobi\"", "poisson.memory=\"global\""},
      [READ_ONLY] = {"poisson.solver=\"jacobi\"", "poisson.memory=\"read-only\""},
      [RESIDENT] = {"poisson.solver=\"jacobi\"", "poisson.memory=\"resident\""}};
  static struct cli_run run;
  const struct prism *own = row->own;
  const double sweeps = sweeps_of(own, cli_device_kind(device) == CLI_ON_CUDA, bench->full);
  const char *set = own->mesh > 0 ? "--set" : NULL;
  char mesh[64], layers[64], most[64];
  snprintf(mesh, sizeof mesh, "mesh.section=%d", own->mesh);
  snprintf(layers, sizeof layers, "prisms.layers=%d", own->nz - 1);
  snprintf(most, sizeof most, "poisson.max_iterations=%.0f", sweeps);
  const char *const more[] = {"--set",
                              "output.formats=[]",
                              "--set",
                              settings[own->way][0],
                              "--set",
                              settings[own->way][1],
                              set,
                              mesh,
                              set,
                              layers,
                              sweeps > 0 ? "--set" : NULL,
                              most,
                              NULL};
  const enum cli_outcome outcome = cli_run_case(bench, row, device, more, &run, reason);
  cli_run_read(&run, sample);
  if (outcome != CLI_MEASURED && !(sweeps > 0 && outcome == CLI_NOT_CONVERGED)) return outcome;
  sample->figure[CLI_FIGURE_SWEEPS] = sample->iterations;
  note_floor(bench, row, device, &run, sample);
  if (sweeps > 0 && outcome == CLI_NOT_CONVERGED) scale(own, sweeps, sample);
  return CLI_MEASURED;
}

/* --- table 3 --- */

/* The paper's seconds of a size: SERIAL and its versions. */
static const struct {
  int mesh, nz;
  double seconds[4];
} paper[] = {
#define SECONDS(MESH, NZ, ITERATIONS, ...) {MESH, NZ, {__VA_ARGS__}},
    SIZES(SECONDS)
#undef SECONDS
};

/* A figure of a size on one device; NAN: not measured. */
static double figure_of(const struct cli_suite *suite, const struct cli_result *result,
                        size_t count, int mesh, int nz, enum way way, unsigned device,
                        enum cli_figure figure) {
  for (size_t i = 0; i < count; i++) {
    const struct cli_result *r = &result[i];
    const struct prism *own = r->suite == suite ? r->row->own : NULL;
    if (own != NULL && r->outcome == CLI_MEASURED && own->mesh == mesh && own->nz == nz &&
        own->way == way && cli_device_kind(r->device) == device)
      return r->sample.figure[figure];
  }
  return (double)NAN;
}

/* Ours in one line, in the next what the bandwidth explains of it, %, then the paper's. */
static void print_size(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                       size_t count, size_t size) {
  const int mesh = paper[size].mesh, nz = paper[size].nz;
  static const enum way ways[] = {SERIAL, GLOBAL, READ_ONLY, RESIDENT, KRYLOV, KRYLOV};
  double ours[6], share[6];
  for (int w = 0; w < 6; w++) {
    const unsigned device = w == 0 || w == 4 ? CLI_ON_CPU : CLI_ON_CUDA;
    ours[w] = figure_of(suite, result, count, mesh, nz, ways[w], device, CLI_FIGURE_SOLVE);
    share[w] = 100 * figure_of(suite, result, count, mesh, nz, ways[w], device, CLI_FIGURE_FLOOR);
  }
  static const char *const names[] = {"here", "%", "paper"};
  const double *const line[] = {ours, share, paper[size].seconds};
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
  bool any = false;
  cli_bench_print_references(stream, suite, result, count);
  for (size_t i = 0; i < count; i++)
    any = any || (result[i].suite == suite && result[i].outcome == CLI_MEASURED);
  if (!any) return;
  fprintf(stream,
          "\nSeconds of Jacobi, as table 3 of Uh Zapata and Hernandez-Lopez (2017), and times "
          "faster than one core; the default solver.\n"
          "%%: the share of the time that the bandwidth of the memory explains.\n"
          "  mesh   Nz        sequential    CUDA D   times   CUDA DT   times  CUDA DTM   times"
          "       CPU      CUDA\n");
  for (size_t s = 0; s < sizeof paper / sizeof *paper; s++)
    print_size(stream, suite, result, count, s);
}

const struct cli_suite cli_suite_prism = {
    .name = "prism",
    .bandwidth = true,
    .summary = "the Poisson equation on prisms: tables 2 and 3 of Uh Zapata and Hernandez-Lopez",
    .rows = rows,
    .measure = measure,
    .print = print,
};
