/* poisson.h - parts of the suite `poisson`: experiment of Bozorgmehr et al.
 * (2021). */
#ifndef BENCH_SUITES_POISSON_H
#define BENCH_SUITES_POISSON_H

#include "bench/runner/bench.h"
#include <lab/facts.h>

/* Number of iterations of the solvers in the paper. */
enum { CLI_PAPER_ITERATIONS = 500 };

/* Kinds of rows: time per iteration (tables 2 and 3, figure 3), errors after some
 * iterations (table 1, figure 2), profile (table 4), winds of red-black and serial SOR
 * (figure 4). */
enum cli_poisson_kind {
  CLI_POISSON_TIMES,
  CLI_POISSON_ERRORS,
  CLI_POISSON_PROFILE,
  CLI_POISSON_ORDER
};

/* Solvers of the paper: red-black SOR on a TITAN V with global memory, shared memory, dynamic
 * parallelism; serial SOR on a Xeon Gold 6130. */
enum cli_paper_solver {
  CLI_PAPER_GLOBAL,
  CLI_PAPER_SHARED,
  CLI_PAPER_DYNAMIC,
  CLI_PAPER_CPU,
  CLI_PAPER_SOLVERS
};

/* Tables 2 and 3: a domain size and the times of the solvers of the paper. */
struct cli_paper_times {
  double seconds, iterations; /* to the error after 500 iterations on the CPU */
  double iteration;           /* time per iteration, s */
};
struct cli_paper_size {
  const char *name;
  int n[3];         /* cells */
  double cell[3];   /* cell size, m */
  double corner[2]; /* corner of the cube in the centre of the domain, m */
  struct cli_paper_times paper[CLI_PAPER_SOLVERS];
};

/* Number of cells of a size. */
static inline double cli_paper_cells(const struct cli_paper_size *size) {
  return (double)size->n[0] * size->n[1] * size->n[2];
}

struct cli_poisson_solver {
  const char *name; /* value of wind.solver */
  bool sor;
  bool published; /* as published: lambda stays in single precision */
  unsigned devices;
  double bytes;           /* per cell, least traffic of an iteration; NAN: as the run reports */
  double cpu_ns, cuda_ns; /* approximate times per cell and iteration, on one core and on a
                                  GPU */
  enum cli_paper_solver paper; /* most similar solver of the paper, on the GPU if it runs there */
};

/* Data of a row of this suite (struct cli_row.own). */
struct cli_poisson_row {
  enum cli_poisson_kind kind;
  const struct cli_paper_size *size;
  const struct cli_poisson_solver *solver;
};

/* Table 1: the error (eq. 7), the maximum differences from the wind after 100000 iterations, and
 * the relative ones, which the paper does not define (docs/theory/poisson.md). */
struct cli_paper_error {
  int iterations;
  double error;         /* change of lambda of the paper, m2/s */
  double difference[3]; /* for u, v, w, m/s */
  double relative[3];   /* printed in m/s */
};
extern const struct cli_paper_error cli_paper_errors[CLI_POINTS];

/* Figure 4: maximum differences between red-black and serial SOR at z = 10 m, for u, v, w. */
extern const double cli_paper_order[3];

/* Table 4: activities, the corresponding kernels of simoom, and their times in the
 * paper. */
enum { CLI_PAPER_ACTIVITIES = 8, CLI_PAPER_PROFILES = 3 };
struct cli_paper_activity {
  const char *name;      /* without the suffix Global or Shared */
  const char *kernel[2]; /* NULL: no more kernels */
};
extern const struct cli_paper_activity cli_paper_activity[CLI_PAPER_ACTIVITIES];

struct cli_paper_profile {
  const char *solver; /* solver of simoom that corresponds */
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

/* Number of iterations for timing: that of the paper, or fewer if they are estimated to exceed the
 * time limit. `full`: always that of the paper. */
int cli_poisson_iterations(double seconds, double patience, bool full);

/* Approximate number of SOR iterations (omega 1.78) to a residual of 1e-6 on the domain of the
 * paper with this cell size, m, from the decay of the slowest mode: inversely proportional to its
 * eigenvalue. */
double cli_poisson_to_convergence(const double cell[3]);

/* Reads the profile from the summary of a run: sums the kernels of each activity of the paper,
 * computes their fractions, and adds the profile of the paper. */
void cli_poisson_read_profile(const struct sm_fact *facts, const struct cli_poisson_row *own,
                              struct cli_sample *sample);

/* Speed-up of a result over serial SOR on the same size: per iteration; for a solver other than
 * SOR, time to convergence against 500 iterations. NAN if either was not measured. */
double cli_poisson_speedup(const struct cli_suite *suite, const struct cli_result *result,
                           size_t count, const struct cli_result *r);

/* Prints the tables of the paper side by side with ours (poisson_tables.c). */
void cli_poisson_print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                       size_t count);

#endif
