/* poisson.c - experiment of Bozorgmehr et al. (2021), section 3: published figures and the rows of
 * the suite. */
#include "poisson.h"

#include <math.h>

#define PAPER "B. Bozorgmehr et al., Environmental Modelling & Software 137 (2021) 104958, table "

/* --- figures of the paper --- */

const struct cli_paper_error cli_paper_errors[CLI_POINTS] = {
    {100, 8.57e-02, {0.18, 0.14, 0.12}, {0.15, 0.09, 0.02}},
    {250, 1.41e-02, {0.04, 0.03, 0.03}, {0.02, 0.02, 4.39e-03}},
    {500, 2.07e-03, {4.64e-03, 3.45e-03, 3.61e-03}, {2.48e-03, 3.02e-03, 5.97e-04}},
    {1000, 1.45e-04, {2.46e-04, 2.04e-04, 1.54e-04}, {1.32e-04, 8.25e-03, 5.07e-03}},
    {2000, 4.96e-05, {1.72e-05, 1.53e-05, 2.67e-05}, {8.81e-06, 7.64e-03, 1.76e-05}},
    {3000, 3.81e-05, {1.43e-05, 1.53e-05, 1.91e-05}, {4.37e-06, 1.98e-05, 1.47e-05}},
    {4000, 3.81e-05, {1.34e-05, 1.34e-05, 2.29e-05}, {1.43e-05, 4.52e-05, 2.66e-04}},
    {5000, 4.58e-05, {1.34e-05, 1.72e-05, 2.10e-05}, {2.48e-05, 2.23e-05, 2.35e-04}},
};

const double cli_paper_order[3] = {0.0006, 0.0008, 0.001};

/* Global memory, shared memory, dynamic parallelism: s, iterations, s per iteration; CPU
 * likewise. */
static const struct cli_paper_size sizes[] = {
    {"0.1m",
     {100, 50, 20},
     {2, 4, 5},
     {90, 90},
     {{0.25, 436, 5.83e-4}, {0.26, 436, 5.95e-4}, {0.26, 436, 5.85e-4}, {3.66, 500, 7.33e-3}}},
    {"0.5m",
     {100, 100, 50},
     {2, 2, 2},
     {90, 90},
     {{0.42, 561, 7.40e-4}, {0.38, 561, 6.81e-4}, {0.43, 561, 7.73e-4}, {14.34, 500, 2.87e-2}}},
    {"1m",
     {100, 100, 100},
     {2, 2, 1},
     {90, 90},
     {{0.54, 498, 1.08e-3}, {0.50, 498, 1.00e-3}, {0.54, 498, 1.08e-3}, {30.10, 500, 6.02e-2}}},
    {"5m",
     {250, 200, 100},
     {0.8, 1, 1},
     {90, 90},
     {{1.43, 480, 2.98e-3}, {1.42, 480, 2.96e-3}, {1.49, 480, 3.10e-3}, {150.86, 500, 3.02e-1}}},
    {"10m",
     {400, 250, 100},
     {0.5, 0.8, 1},
     {90, 90},
     {{2.64, 481, 5.49e-3}, {2.59, 481, 5.39e-3}, {2.72, 481, 5.65e-3}, {306.98, 500, 6.14e-1}}},
    {"50m",
     {500, 400, 250},
     {0.4, 0.5, 0.4},
     {90, 90},
     {{12.70, 488, 2.60e-2}, {12.66, 488, 2.59e-2}, {12.79, 488, 2.62e-2}, {1590.92, 500, 3.18}}},
    {"75m",
     {600, 500, 250},
     {0.34, 0.4, 0.4},
     {92, 90},
     {{19.12, 490, 3.90e-2}, {19.18, 490, 3.91e-2}, {19.28, 490, 3.93e-2}, {2431.57, 500, 4.86}}},
    {"100m",
     {800, 500, 250},
     {0.25, 0.4, 0.4},
     {90, 90},
     {{25.61, 493, 5.20e-2}, {25.61, 493, 5.19e-2}, {25.76, 493, 5.22e-2}, {3220.47, 500, 6.44}}},
    {"145m",
     {1000, 580, 250},
     {0.2, 0.35, 0.4},
     {90, 91.5},
     {{37.32, 496, 7.52e-2}, {37.31, 496, 7.52e-2}, {37.43, 496, 7.55e-2}, {4824.57, 500, 9.65}}},
};
enum { SIZES = sizeof sizes / sizeof *sizes, SIZE_1M = 2 };
static const int profiled[CLI_PAPER_PROFILES] = {2, 4, 5}; /* indices of the sizes */

const struct cli_paper_activity cli_paper_activity[CLI_PAPER_ACTIVITIES] = {
    {"CUDA memcpy HtoD", {"copy_to_device", NULL}},
    {"CUDA memcpy DtoH", {"copy_to_host", NULL}},
    {"SOR_RB", {"sor", "sor_shared"}},
    {"finalVelocity", {"project", "project_x"}},
    {"divergence", {"wind_residual_open", NULL}},
    {"calculateError", {"error", "error_lines"}},
    {"saveLambda", {"save_lambda", NULL}},
    {"applyNeumannBC", {"neumann", NULL}},
};

const struct cli_paper_profile cli_paper_profile[CLI_PAPER_PROFILES] = {
    {"sor-dynamic",
     {{{0.19, 4.91e-3}, {0.21, 49.34e-3}, {0.21, 254.12e-3}},
      {{0.04, 0.99e-3}, {0.04, 9.51e-3}, {0.04, 46.83e-3}},
      {{6.77, 172.16e-3}, {6.72, 1.59}, {7.02, 8.47}},
      {{0.08, 1.92e-3}, {0.08, 18.83e-3}, {0.08, 95.71e-3}},
      {{0.04, 1.08e-3}, {0.04, 10.46e-3}, {0.04, 47.37e-3}},
      {{91.61, 2.33}, {91.97, 21.87}, {91.72, 110.75}},
      {{1.13, 28.68e-3}, {0.92, 219.44e-3}, {0.90, 1.09}},
      {{0.14, 3.60e-3}, {0.02, 5.32e-3}, {0.01, 13.68e-3}}}},
    {"sor-global",
     {{{0.20, 5.05e-3}, {0.23, 53.51e-3}, {0.21, 249.46e-3}},
      {{0.08, 1.99e-3}, {0.04, 10.58e-3}, {0.04, 48.22e-3}},
      {{6.34, 156.69e-3}, {6.60, 1.56}, {6.93, 8.30}},
      {{0.08, 1.91e-3}, {0.08, 18.91e-3}, {0.08, 95.24e-3}},
      {{0.04, 0.89e-3}, {0.04, 8.74e-3}, {0.04, 45.39e-3}},
      {{92.59, 2.29}, {92.35, 21.79}, {92.06, 110.31}},
      {{0.62, 15.43e-3}, {0.65, 153.16e-3}, {0.64, 767.69e-3}},
      {{0.04, 0.94e-3}, {0.01, 1.99e-3}, {0.01, 3.26e-3}}}},
    {"sor-shared",
     {{{0.20, 4.98e-3}, {0.22, 51.99e-3}, {0.21, 247.75e-3}},
      {{0.08, 2.01e-3}, {0.04, 10.61e-3}, {0.04, 48.13e-3}},
      {{6.32, 155.98e-3}, {6.57, 1.56}, {6.92, 8.29}},
      {{0.08, 1.91e-3}, {0.08, 18.94e-3}, {0.04, 95.30e-3}},
      {{0.04, 0.89e-3}, {0.04, 10.51e-3}, {0.04, 47.00e-3}},
      {{92.63, 2.29}, {92.39, 21.88}, {92.07, 110.31}},
      {{0.62, 15.3e-3}, {0.65, 153.18e-3}, {0.64, 767.95e-3}},
      {{0.04, 0.94e-3}, {0.01, 2.01e-3}, {0.01, 3.26e-3}}}},
};

/* --- solvers of simoom --- */

/* Bytes per cell and iteration. One pass reads and writes lambda and reads the right-hand side, 4
 * bytes each, and one byte of open faces: 13; 17 with separate storage of the colours, since the
 * other colour is read once more; 88 as in the paper, with six coefficients in each of two passes,
 * and lambda_old. */
enum { ON_ALL = CLI_ON_CPU | CLI_ON_CUDA };
enum { SOR, RED_BLACK, GLOBAL, SHARED, DYNAMIC, GRAPH, MULTIGRID, COPIED, SOLVERS };
static const struct cli_poisson_solver solvers[SOLVERS] = {
    [SOR] = {"sor", true, true, CLI_ON_CPU, 13, 4, (double)NAN, CLI_PAPER_CPU},
    [RED_BLACK] = {"red-black-sor", true, false, ON_ALL, 17, 3, 0.02, CLI_PAPER_DYNAMIC},
    [GLOBAL] = {"sor-global", true, true, ON_ALL, 88, 8, 0.12, CLI_PAPER_GLOBAL},
    [SHARED] = {"sor-shared", true, true, CLI_ON_CUDA, 88, (double)NAN, 0.12, CLI_PAPER_SHARED},
    [DYNAMIC] = {"sor-dynamic", true, true, CLI_ON_CUDA, 88, (double)NAN, 0.12, CLI_PAPER_DYNAMIC},
    [GRAPH] = {"sor-graph", true, true, CLI_ON_CUDA, 88, (double)NAN, 0.12, CLI_PAPER_DYNAMIC},
    [MULTIGRID] = {"multigrid", false, false, ON_ALL, (double)NAN, 20, 0.2, CLI_PAPER_DYNAMIC},
    [COPIED] = {"sor-copied", true, true, CLI_ON_CUDA, 88, (double)NAN, 15, CLI_PAPER_GLOBAL},
};

/* --- rows --- */

enum { ROWS = 160 };
static struct {
  struct cli_row row[ROWS];
  struct cli_poisson_row own[ROWS];
  char name[ROWS][40], setting[ROWS][CLI_SETTINGS][80];
  size_t count;
} made;

/* Adds a row: a solver for the cube with cells of this size. */
static struct cli_row *add(enum cli_poisson_kind kind, const char *name, const char *remark,
                           int size, int solver) {
  const struct cli_paper_size *s = &sizes[size];
  const size_t r = made.count++;
  snprintf(made.name[r], sizeof *made.name, "%s", name);
  made.own[r] = (struct cli_poisson_row){kind, s, &solvers[solver]};
  char(*set)[sizeof **made.setting] = made.setting[r];
  snprintf(set[0], sizeof *set, "domain.size=[%g, %g]", s->n[0] * s->cell[0], s->n[1] * s->cell[1]);
  snprintf(set[1], sizeof *set, "domain.cell_size=[%g, %g, %g]", s->cell[0], s->cell[1],
           s->cell[2]);
  snprintf(set[2], sizeof *set, "buildings.box[1].corner=[%g, %g]", s->corner[0], s->corner[1]);
  snprintf(set[3], sizeof *set, "wind.solver=\"%s\"", solvers[solver].name);
  made.row[r] = (struct cli_row){.name = made.name[r],
                                 .case_file = "cube/zones.toml",
                                 .set = {set[0], set[1], set[2], set[3]},
                                 .remark = remark,
                                 .devices = solvers[solver].devices,
                                 .own = &made.own[r]};
  return &made.row[r];
}

/* Adds the times of tables 2 and 3 as references of a row. */
static void refer(struct cli_row *row, const struct cli_paper_size *size, int solver) {
  static const char *const with[CLI_PAPER_SOLVERS] = {
      [CLI_PAPER_GLOBAL] = "QES-Winds 2021, global memory, TITAN V",
      [CLI_PAPER_SHARED] = "QES-Winds 2021, shared memory, TITAN V",
      [CLI_PAPER_DYNAMIC] = "QES-Winds 2021, dynamic parallelism, TITAN V",
      [CLI_PAPER_CPU] = "QES-Winds 2021, 500 iterations of serial SOR, Xeon Gold 6130"};
  const enum cli_paper_solver gpu = solvers[solver].paper;
  const struct cli_paper_times *there = &size->paper[gpu], *cpu = &size->paper[CLI_PAPER_CPU];
  struct cli_reference *r = row->reference;
  if (!solvers[solver].sor) {
    *r++ = (struct cli_reference){CLI_FIGURE_CONVERGED, CLI_ON_CUDA, there->seconds, with[gpu],
                                  PAPER "2"};
    *r++ = (struct cli_reference){CLI_FIGURE_CONVERGED, ON_ALL, cpu->seconds, with[CLI_PAPER_CPU],
                                  PAPER "2"};
    *r++ =
        (struct cli_reference){CLI_FIGURE_SAME, CLI_ON_CUDA, there->seconds, with[gpu], PAPER "2"};
    *r++ = (struct cli_reference){CLI_FIGURE_SAME, CLI_ON_CPU, cpu->seconds, with[CLI_PAPER_CPU],
                                  PAPER "2"};
    return;
  }
  *r++ = (struct cli_reference){CLI_FIGURE_ITERATION, CLI_ON_CPU, cpu->iteration,
                                with[CLI_PAPER_CPU], PAPER "3"};
  *r++ = (struct cli_reference){CLI_FIGURE_SAME, CLI_ON_CPU, cpu->seconds, with[CLI_PAPER_CPU],
                                PAPER "2"};
  if (gpu == CLI_PAPER_CPU) return;
  *r++ = (struct cli_reference){CLI_FIGURE_ITERATION, CLI_ON_CUDA, there->iteration, with[gpu],
                                PAPER "3"};
  *r++ = (struct cli_reference){CLI_FIGURE_SAME, CLI_ON_CUDA, there->seconds, with[gpu], PAPER "2"};
  *r++ = (struct cli_reference){CLI_FIGURE_SAME_ITERATIONS, CLI_ON_CUDA, there->iterations,
                                with[gpu], PAPER "2"};
}

/* Adds rows of a solver and a size: on the GPU and all cores, and on one core. */
static void add_times(int size, int solver) {
  static const char *const remark = "tables 2 and 3: time per iteration, and to convergence";
  char name[40];
  snprintf(name, sizeof name, "%s-%s", sizes[size].name, solvers[solver].name);
  struct cli_row *row = add(CLI_POISSON_TIMES, name, remark, size, solver);
  refer(row, &sizes[size], solver);
  row->one_thread = solver == SOR;
  if (solver == SOR || (solvers[solver].devices & CLI_ON_CPU) == 0) return;
  snprintf(name, sizeof name, "%s-%s-1", sizes[size].name, solvers[solver].name);
  row = add(CLI_POISSON_TIMES, name, "the same, one thread of the CPU", size, solver);
  refer(row, &sizes[size], solver);
  row->one_thread = true;
  row->devices = CLI_ON_CPU;
}

/* Table 1: all solvers of the paper; the last row without building parameterisations. */
static void add_errors(void) {
  static const int with_errors[] = {SOR, GLOBAL, RED_BLACK, MULTIGRID, GLOBAL};
  enum { COUNT = sizeof with_errors / sizeof *with_errors };
  char name[40];
  for (int e = 0; e < COUNT; e++) {
    const bool bare = e == COUNT - 1;
    snprintf(name, sizeof name, "errors-%s%s", solvers[with_errors[e]].name, bare ? "-bare" : "");
    struct cli_row *row = add(CLI_POISSON_ERRORS, name,
                              bare ? "the same without building parameterisations"
                                   : "table 1 and figure 2: error and wind after some iterations",
                              SIZE_1M, with_errors[e]);
    row->also = row->devices;
    if (bare) row->case_file = "cube/case.toml";
  }
}

static void add_all(void) {
  static const int with_profile[] = {DYNAMIC, GLOBAL, SHARED, GRAPH, RED_BLACK, MULTIGRID};
  char name[40];
  add_errors();
  for (int size = 0; size < SIZES; size++)
    for (int solver = 0; solver < SOLVERS; solver++)
      if (solver != COPIED || size == SIZE_1M) add_times(size, solver); /* copies only once */
  for (int p = 0; p < CLI_PAPER_PROFILES; p++)
    for (size_t s = 0; s < sizeof with_profile / sizeof *with_profile; s++) {
      const struct cli_poisson_solver *solver = &solvers[with_profile[s]];
      snprintf(name, sizeof name, "profile-%s-%s", sizes[profiled[p]].name, solver->name);
      struct cli_row *row = add(CLI_POISSON_PROFILE, name, "table 4: what the kernels take",
                                profiled[p], with_profile[s]);
      row->also = row->devices;
      row->devices = CLI_ON_CUDA;
    }
  add(CLI_POISSON_ORDER, "order", "figure 4: red-black against serial SOR, on a slice at 10 m",
      SIZE_1M, RED_BLACK);
}

static const struct cli_row *rows(size_t *count) {
  if (made.count == 0) add_all();
  *count = made.count;
  return made.row;
}

const struct cli_suite cli_suite_poisson = {
    .name = "poisson",
    .summary = "the experiment of Bozorgmehr et al. (2021), their solvers and ours: tables 1 to 4, "
               "figures 2 to 4",
    .rows = rows,
    .bandwidth = true,
    .print = cli_poisson_print,
    .measure = cli_poisson_measure,
};
