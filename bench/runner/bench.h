/* bench.h - benchmarks: suites of rows, each measured here and compared with published figures.
 *
 * A suite is a table of rows and a function that measures one of them once. Devices, repeats and
 * medians, the table and the JSON file are common to all suites. To add one: write its rows in
 * bench/suites/NAME.toml and its function in NAME.c, and name it in bench/CMakeLists.txt and
 * cli_suites. */
#ifndef BENCH_RUNNER_BENCH_H
#define BENCH_RUNNER_BENCH_H

#include "cli/command.h"
#include "cli/text/keys.h"
#include <stdint.h>

/* Measured figures. X(name, JSON name, unit in the table, that unit in JSON units,
 * meaning) */
#define CLI_FIGURES(X)                                                                             \
  X(SOLVE, "solve_s", "s", 1, "solve")                                                             \
  X(SOLVER, "solver_s", "s", 1, "the Poisson solver alone")                                        \
  X(ZONES, "zones_s", "s", 1, "the zones of buildings")                                            \
  X(ITERATION, "iteration_s", "ms", 1e-3, "solve, per iteration")                                  \
  X(WALL, "wall_s", "s", 1, "whole run")                                                           \
  X(CPU, "cpu_s", "s", 1, "CPU time, whole run")                                                   \
  X(PEAK, "peak_memory_bytes", "MB", 1e6, "peak memory")                                           \
  X(DEVICE_MEMORY, "device_memory_bytes", "MB", 1e6, "memory of the device")                       \
  X(RATE, "cells_per_second", "M/s", 1e6, "cells solved")                                          \
  X(INPUT, "input_s", "s", 1, "reading and building the domain")                                   \
  X(SETUP, "setup_s", "s", 1, "setting up the solver")                                             \
  X(OUTPUT, "output_s", "s", 1, "writing the results")                                             \
  X(FLOOR, "floor_share", "%", 1e-2, "floor of the bandwidth, of an iteration's time")             \
  X(CONVERGED, "converged_s", "s", 1, "solver, to a residual of 1e-6")                             \
  X(CONVERGED_ITERATIONS, "converged_iterations", "", 1, "iterations to a residual of 1e-6")       \
  X(SAME, "same_error_s", "s", 1, "solver, to the error of 500 serial iterations")                 \
  X(SAME_ITERATIONS, "same_error_iterations", "", 1, "iterations to that error")                   \
  X(MOVES, "moves_per_second", "G/s", 1e9, "steps of particles, moving alone")                     \
  X(ON_TOP, "on_top", "%", 1e-2, "sorting and counting, of the time of moving")                    \
  X(STEP, "step_s", "ms", 1e-3, "a step, with all that belongs to it")                             \
  X(HOUR, "hour_s", "min", 60, "an hour of the air")                                               \
  X(WHOLE, "whole_s", "s", 1, "the whole of the published case")                                   \
  X(REDUCTION, "reduction_s", "ms", 1e-3, "largest value of the wind's 151 x 151 x 81 x 4 floats") \
  X(CHANGE, "change", "m2/s", 1, "largest change of lambda in the last iteration")                 \
  X(SWEEPS, "sweeps", "", 1, "iterations")                                                         \
  X(LARGEST_ERROR, "error_maximum", "", 1, "largest error")                                        \
  X(MEAN_ERROR, "error_mean", "", 1, "root of the mean square error")                              \
  X(CHEMISTRY, "chemistry_s", "s", 1, "chemistry, of the solve")                                   \
  X(ACTIVE, "active_species", "", 1, "species that are not frozen, mean of the steps")             \
  X(PROCESSES, "processes", "", 1, "processes")                                                    \
  X(EFFICIENCY, "efficiency", "%", 1e-2, "efficiency of the processes")                            \
  X(MESSAGES, "messages", "", 1, "halo exchanges and gathers of a solve")                          \
  X(SENT, "sent_bytes", "MB", 1e6, "sent by a process in a solve")

enum cli_figure {
#define X(NAME, KEY, UNIT, SIZE, TEXT) CLI_FIGURE_##NAME,
  CLI_FIGURES(X)
#undef X
      CLI_FIGURE_COUNT
};

struct cli_figure_info {
  const char *key, *unit;
  double size;
  const char *text;
};
extern const struct cli_figure_info cli_figure_info[CLI_FIGURE_COUNT];

/* Device kinds, as bits of a set. */
enum { CLI_ON_CPU = 1, CLI_ON_CUDA = 2 };

/* Reference figure: published or measured for another program, or a goal of ours. */
struct cli_reference {
  enum cli_figure figure;
  unsigned devices;   /* devices of ours to compare with */
  double value;       /* in the JSON unit of the figure */
  const char *with;   /* program and conditions: "WindNinja 3.12, to 1e-1" */
  const char *source; /* publication or method of measurement; NULL: a goal of ours */
};

enum { CLI_REFERENCES = 8, CLI_SETTINGS = 4, CLI_NAME = 26 /* width of names in tables */ };

struct cli_row {
  const char *name;
  const char *case_file;         /* path in the folder of cases */
  const char *data;              /* required file in the folder of data; may be NULL */
  const char *set[CLI_SETTINGS]; /* changed keys of the case, "a.b=v" */
  const char *remark;            /* one-line description */
  unsigned devices;              /* devices of the measurement */
  unsigned also;                 /* additional devices, if selected by --device */
  bool one_thread;               /* on the CPU */
  bool limited;                  /* ends at its iteration limit intentionally */
  const void *own;               /* further data of the suite */
  struct cli_reference reference[CLI_REFERENCES]; /* `with` is NULL after the last one */
};

/* Difference of the wind after some iterations from the converged one; and that in the paper, NAN:
   none. */
struct cli_point {
  int iterations;
  double residual;
  double change, there_change;               /* change of lambda in the last iteration, m2/s */
  double difference[3], there_difference[3]; /* maximum over u, v, w, m/s */
  double relative[3], there_relative[3];     /* relative to the converged u, v, w in the cell of the
                                                maximum */
};

/* Time of a kernel, or of several with one purpose; and that in the paper, NAN: none. */
struct cli_kernel {
  char name[32], of[64]; /* of: kernels of simoom; "" for one of the same name */
  double calls, seconds, share;
  double there_seconds, there_share;
  double limit; /* fraction of the time explained by memory bandwidth, 0 to 1; NAN: unknown */
};

enum { CLI_POINTS = 8, CLI_KERNELS = 40 };

/* Result of one measurement. */
struct cli_sample {
  double figure[CLI_FIGURE_COUNT]; /* in JSON units; NAN: unknown */
  int64_t cells;
  int iterations;
  double residual, divergence; /* as in struct sm_run_summary */
  char device[128];            /* device name as reported by the program */
  char note[160];              /* remark on skipped parts; or "" */
  bool part;                   /* whole_s is scaled from a part, and is not compared */
  struct cli_point point[CLI_POINTS];
  int point_count;
  struct cli_kernel kernel[CLI_KERNELS];
  int kernel_count;
};

enum cli_outcome { CLI_MEASURED, CLI_SKIPPED, CLI_NOT_CONVERGED, CLI_FAILED, CLI_STOPPED };

enum { CLI_REASON = 1024 };

struct cli_suite;

struct cli_result {
  const struct cli_suite *suite;
  const struct cli_row *row;
  const char *device; /* name for --device */
  enum cli_outcome outcome;
  char reason[CLI_REASON]; /* reason why it was not measured */
  int repeats;
  struct cli_sample sample; /* medians over the repeats */
};

/* Memories whose bandwidth is a lower bound: CPU with one thread, CPU with all threads, GPU. */
#define CLI_MEMORIES(X)                                                                            \
  X(CPU_ONE, "cpu_one_thread")                                                                     \
  X(CPU, "cpu")                                                                                    \
  X(CUDA, "cuda")

enum cli_memory {
#define X(NAME, KEY) CLI_MEMORY_##NAME,
  CLI_MEMORIES(X)
#undef X
      CLI_MEMORY_COUNT
};

/* Options of the command, and the output folder of its runs. */
struct cli_bench {
  const char *cases, *data; /* folders; data may be NULL */
  int threads;              /* threads of rows that use all; 0: default of the program */
  bool gpu;
  bool full;                          /* also rows that take minutes */
  bool check;                         /* only `simoom check` of the case of every row */
  double bandwidth[CLI_MEMORY_COUNT]; /* bytes/s; NAN: not measured */
  char folder[4096];                  /* temporary, empty */
  struct cli_terminal *terminal;      /* shows the progress of its runs; NULL: none */
  const struct cli_result *result;    /* results of the previous rows */
  size_t result_count;
};

struct cli_suite {
  const char *name, *summary;
  /* Rows of the suite; NULL: from its text, bench/suites/NAME.toml (rows.h). */
  const struct cli_row *(*rows)(size_t *count);
  /* Additional keys of the suite, and a function that reads them into `own` of a row; it returns
   * the key with an unknown word, else NULL. May be NULL. */
  const struct cli_key *keys;
  size_t own_size;
  const char *(*read_own)(const struct sm_toml_node *row, void *out);
  bool bandwidth; /* requires bench->bandwidth */
  /* Prints the comparison tables; NULL: the references of the rows. */
  void (*print)(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                size_t count);
  /* Measures a row once on a device; sets `reason` on failure. */
  enum cli_outcome (*measure)(const struct cli_bench *bench, const struct cli_row *row,
                              const char *device, struct cli_sample *sample,
                              char reason[CLI_REASON]);
};

extern const struct cli_suite cli_suite_wind, cli_suite_poisson, cli_suite_brownout,
    cli_suite_cavity, cli_suite_flow, cli_suite_compressible, cli_suite_prism, cli_suite_chemistry,
    cli_suite_reduction, cli_suite_mechanisms, cli_suite_reacting, cli_suite_scaling;

/* All suites, NULL after the last (bench.c). */
extern const struct cli_suite *const cli_suites[];

/* Device kind of a name for --device: CLI_ON_CPU or CLI_ON_CUDA. */
unsigned cli_device_kind(const char *device);

/* Memory whose bandwidth bounds a row on a device. */
enum cli_memory cli_row_memory(const struct cli_row *row, const char *device);

/* Parses "f64" or "f32"; false: neither. */
bool cli_precision(const char *text, bool *f64);

enum { CLI_REPEATS = 99 }; /* maximum */

/* Median of each figure over the samples; other members are those of the last sample. */
struct cli_sample cli_sample_median(const struct cli_sample *sample, int count);

#endif
