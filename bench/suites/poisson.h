/* poisson.h - the parts of the suite `poisson`: the experiment of Bozorgmehr et al. (2021).
 */
#ifndef BENCH_SUITES_POISSON_H
#define BENCH_SUITES_POISSON_H

#include "bench/runner/bench.h"
#include <lab/facts.h>

/* The iterations that the paper's solvers are given. */
enum { CLI_PAPER_ITERATIONS = 500 };

/* What a row measures: a time per iteration (tables 2 and 3, figure 3), errors after some
 * iterations (table 1, figure 2), a profile (table 4), winds of red-black and serial SOR (figure
 * 4). */
enum cli_poisson_kind {
  CLI_POISSON_TIMES,
  CLI_POISSON_ERRORS,
  CLI_POISSON_PROFILE,
  CLI_POISSON_ORDER
};

/* The paper's solvers: red-black SOR on a TITAN V with global memory, shared memory, dynamic
 * parallelism; serial SOR on a Xeon Gold 6130. */
enum cli_paper_solver {
  CLI_PAPER_GLOBAL,
  CLI_PAPER_SHARED,
  CLI_PAPER_DYNAMIC,
  CLI_PAPER_CPU,
  CLI_PAPER_SOLVERS
};

/* Tables 2 and 3: one size of the domain, and what the paper's solvers took. */
struct cli_paper_times {
  double seconds, iterations; /* to the error of 500 iterations on the CPU */
  double iteration;           /* s */
};
struct cli_paper_size {
  const char *name;
  int n[3];         /* cells */
  double cell[3];   /* m, their edges */
  double corner[2]; /* m, of the cube: it is in the middle */
  struct cli_paper_times paper[CLI_PAPER_SOLVERS];
};

/* Cells of a size. */
static inline double cli_paper_cells(const struct cli_paper_size *size) {
  return (double)size->n[0] * size->n[1] * size->n[2];
}

struct cli_poisson_solver {
  const char *name; /* of wind.solver */
  bool sor;
  bool published; /* runs as in the paper: lambda stays in single precision */
  unsigned devices;
  double bytes;           /* per cell, least traffic of an iteration; NAN: as the run reports */
  double cpu_ns, cuda_ns; /* rough: per cell and iteration, on one core and on a GPU */
  enum cli_paper_solver paper; /* the nearest of the paper's, on the GPU if it runs there */
};

/* struct cli_row.own of the suite. */
struct cli_poisson_row {
  enum cli_poisson_kind kind;
  const struct cli_paper_size *size;
  const struct cli_poisson_solver *solver;
};

/* Table 1: the error (eq. 7), the largest differences from the wind after 100000 iterations, and
 * the relative ones, which the paper does not define (docs/theory/poisson.md). */
struct cli_paper_error {
  int iterations;
  double error;         /* m2/s, of the paper's lambda */
  double difference[3]; /* of u, v, w, m/s */
  double relative[3];   /* printed in m/s */
};
extern const struct cli_paper_error cli_paper_errors[CLI_POINTS];

/* Figure 4: the largest differences of red-black from serial SOR at z = 10 m, of u, v, w. */
extern const double cli_paper_order[3];

/* Table 4: activities, the kernels of ours that do the same, and what they took of the paper's
 * solvers. */
enum { CLI_PAPER_ACTIVITIES = 8, CLI_PAPER_PROFILES = 3 };
struct cli_paper_activity {
  const char *name;      /* without Global and Shared at its end */
  const char *kernel[2]; /* NULL: none more */
};
extern const struct cli_paper_activity cli_paper_activity[CLI_PAPER_ACTIVITIES];

struct cli_paper_profile {
  const char *solver; /* ours that is the paper's */
  struct {
    double percent, seconds;
  } at[CLI_PAPER_ACTIVITIES][CLI_PAPER_PROFILES]; /* 1, 10, 50 million cells */
};
extern const struct cli_paper_profile cli_paper_profile[CLI_PAPER_PROFILES];

/* Measures a row (poisson_measure.c). */
enum cli_outcome cli_poisson_measure(const struct cli_bench *bench, const struct cli_row *row,
                                     const char *device, struct cli_sample *sample,
                                     char reason[CLI_REASON]);

/* Measures a row of kind CLI_POISSON_ERRORS, up to `most` of its points. */
enum cli_outcome cli_poisson_errors(const struct cli_bench *bench, const struct cli_row *row,
                                    const char *device, int most, struct cli_sample *sample,
                                    char reason[CLI_REASON]);

/* Iterations to measure a time per iteration with: the paper's, unless they are estimated to take
 * more seconds than the patience is; then fewer. `full`: the paper's in any case. */
int cli_poisson_iterations(double seconds, double patience, bool full);

/* Rough number of SOR iterations (omega 1.78) to a residual of 1e-6 on the domain of the paper with
 * cells of these edges, m: as the slowest mode decays, in inverse proportion to its eigenvalue. */
double cli_poisson_to_convergence(const double cell[3]);

/* Reads the profile in the summary of a run: kernels that do one activity of the paper are added
 * up, shares are of the sum, and the paper's profile is set beside them. */
void cli_poisson_read_profile(const struct sm_fact *facts, const struct cli_poisson_row *own,
                              struct cli_sample *sample);

/* How many times faster a result is than serial SOR on the same size: an iteration; for a solver
 * that is no SOR, its way to convergence against 500 iterations. NAN when one was not measured. */
double cli_poisson_speedup(const struct cli_suite *suite, const struct cli_result *result,
                           size_t count, const struct cli_result *r);

/* Prints the paper's tables and ours side by side (poisson_tables.c). */
void cli_poisson_print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                       size_t count);

#endif
