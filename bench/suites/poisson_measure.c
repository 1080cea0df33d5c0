/* poisson_measure.c - measures the rows of the suite `poisson`, each by a run of the program. */
#define _POSIX_C_SOURCE 200809L
#include "poisson.h"

#include "bench/runner/run_case.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Time limit of a measurement, s; and of its replacement beyond the limit. The whole suite takes a
 * few minutes. */
static const double patience_cpu = 21, patience_cuda = 10, shorter = 3;
enum { FEWEST = 5, MOST_TO_SAME_ERROR = 750 };

/* Maximum number of cells for one thread; serial SOR is measured for all sizes, as the reference of
 * others. */
static const double cells_of_one_thread = 1e7;

/* Tolerances that are never met: the run ends at its iteration limit. Solvers of the paper use
 * their own criterion, so that they run as published. */
#define ENDLESS_AS_PUBLISHED "wind.change_tolerance=1e-30"
#define TIGHT "wind.tolerance=1e-9"
#define NOTHING "output.formats=[]"

struct measurement {
  const struct cli_bench *bench;
  const struct cli_row *row;
  const struct cli_poisson_row *own;
  const char *device;
  struct cli_sample *sample;
  char *reason;
};

static const struct cli_poisson_row *own_of(const struct cli_row *row) { return row->own; }

/* --- number of iterations --- */

int cli_poisson_iterations(double seconds, double time_limit, bool full) {
  if (full || seconds <= time_limit) return CLI_PAPER_ITERATIONS;
  const double fewer = CLI_PAPER_ITERATIONS * shorter / seconds;
  return fewer > FEWEST ? (int)fewer : FEWEST;
}

double cli_poisson_to_convergence(const double cell[3]) {
  double sum = 0;
  for (int d = 0; d < 3; d++) sum += 1 / (cell[d] * cell[d]);
  return 1070 * sum;
}

static bool on_cuda(const struct measurement *m) {
  return cli_device_kind(m->device) == CLI_ON_CUDA;
}

/* Number of threads up to which the run becomes faster. */
static double useful_threads(const struct measurement *m) {
  if (on_cuda(m) || m->row->one_thread) return 1;
  const char *text = getenv("OMP_NUM_THREADS");
  long threads = m->bench->threads > 0 ? m->bench->threads
                 : text != NULL        ? strtol(text, NULL, 10)
                                       : 0;
  if (threads < 1) threads = sysconf(_SC_NPROCESSORS_ONLN);
  return fmin(fmax((double)threads, 1), 8);
}

/* Approximate time of a number of iterations, s. */
static double estimate(const struct measurement *m, double iterations) {
  const double ns = on_cuda(m) ? m->own->solver->cuda_ns : m->own->solver->cpu_ns;
  return 1e-9 * ns * cli_paper_cells(m->own->size) * iterations / useful_threads(m);
}

static double time_limit(const struct measurement *m) {
  return on_cuda(m) ? patience_cuda : patience_cpu;
}

static const char *endless(const struct measurement *m) {
  return m->own->solver->published ? ENDLESS_AS_PUBLISHED : "wind.tolerance=1e-30";
}

/* Adds to the remark on skipped parts. */
static void add_note(struct cli_sample *sample, const char *text) {
  const size_t length = strlen(sample->note);
  snprintf(sample->note + length, sizeof sample->note - length, "%s%s", length > 0 ? "; " : "",
           text);
}

/* --- runs --- */

/* Whether the program reported an unknown solver. */
static bool is_unknown(const struct cli_run *run, const char *reason) {
  return run->child.code == sm_status_exit_code(SM_ERR_CASE) && strstr(reason, "solver") != NULL;
}

/* Additional output of a run. */
enum extra { PLAIN, PROFILE, HISTORY };

/* Runs with an iteration limit (0: none) and further arguments. If `limit` is set, a run that ends
 * at its limit counts as successful. */
static enum cli_outcome run(const struct measurement *m, int limit, const char *tolerance,
                            const char *format, enum extra extra, struct cli_run *out) {
  char iterations[48];
  snprintf(iterations, sizeof iterations, "wind.max_iterations=%d", limit > 0 ? limit : 10000000);
  const char *more[CLI_MORE + 1] = {"--set",
                                    tolerance,
                                    "--set",
                                    format,
                                    "--set",
                                    iterations,
                                    "--set",
                                    "output.prefix=wind",
                                    "--set",
                                    "output.faces=false",
                                    "--set",
                                    "output.compression=0",
                                    "--set",
                                    extra == HISTORY ? "wind.history=true" : "wind.history=false",
                                    extra == PROFILE ? "--profile" : NULL};
  enum cli_outcome outcome = cli_run_case(m->bench, m->row, m->device, more, out, m->reason);
  if (outcome == CLI_NOT_CONVERGED && limit > 0) outcome = CLI_MEASURED;
  if (outcome == CLI_FAILED && is_unknown(out, m->reason)) {
    snprintf(m->reason, CLI_REASON, "this program has no solver \"%s\"", m->own->solver->name);
    outcome = CLI_SKIPPED;
  }
  return outcome;
}

static double iterations_of(const struct cli_run *r) {
  return sm_fact_number(r->facts.root, "iterations");
}
/* Error of eq. 7. */
static double error_of(const struct cli_run *r) {
  return sm_fact_number(r->facts.root, "solver.change");
}

/* --- tables 2 and 3 --- */

/* Error of serial SOR on this size after the iterations of the paper; NAN: not measured. */
static double serial_error(const struct measurement *m) {
  for (size_t i = 0; i < m->bench->result_count; i++) {
    const struct cli_result *r = &m->bench->result[i];
    if (r->outcome != CLI_MEASURED || r->suite != &cli_suite_poisson) continue;
    const struct cli_poisson_row *own = own_of(r->row);
    if (own->kind == CLI_POISSON_TIMES && own->size == m->own->size &&
        strcmp(own->solver->name, "sor") == 0 && r->sample.iterations == CLI_PAPER_ITERATIONS)
      return r->sample.figure[CLI_FIGURE_CHANGE];
  }
  return NAN;
}

/* Runs to the error of 500 serial iterations, and records the time. */
static enum cli_outcome reach_same_error(const struct measurement *m, double goal,
                                         struct cli_run *r) {
  char tolerance[64];
  double *figure = m->sample->figure;
  snprintf(tolerance, sizeof tolerance, "wind.change_tolerance=%.9g", goal);
  const enum cli_outcome outcome = run(m, MOST_TO_SAME_ERROR, tolerance, NOTHING, PLAIN, r);
  if (outcome != CLI_MEASURED) return outcome;
  if (!(error_of(r) <= goal)) {
    add_note(m->sample, "not at that error after 750 iterations");
    return outcome;
  }
  figure[CLI_FIGURE_SAME_ITERATIONS] = iterations_of(r);
  figure[CLI_FIGURE_SAME] = sm_fact_number(r->facts.root, "solver.seconds");
  return outcome;
}

static enum cli_outcome converge(const struct measurement *m, struct cli_run *r) {
  const enum cli_outcome outcome = run(m, 0, "wind.tolerance=1e-6", NOTHING, PLAIN, r);
  m->sample->figure[CLI_FIGURE_CONVERGED] = sm_fact_number(r->facts.root, "solver.seconds");
  m->sample->figure[CLI_FIGURE_CONVERGED_ITERATIONS] = iterations_of(r);
  return outcome;
}

/* Time per iteration of the kernels called in each iteration, s; NAN: no such kernel, or no
   profile. */
static double kernels_per_iteration(const struct cli_run *r) {
  const double iterations = iterations_of(r);
  double sum = 0;
  const struct sm_fact *kernel;
  for (size_t i = 0;
       (kernel = sm_fact_item(sm_fact_at(r->facts.root, "solver.kernels"), i)) != NULL; i++)
    if (sm_fact_number(kernel, "calls") >= iterations) sum += sm_fact_number(kernel, "seconds");
  return sum > 0 ? sum / iterations : (double)NAN;
}

/* Records the time per iteration and the fraction explained by memory bandwidth. With few
 * iterations (`few`) only kernel times, since start and end of the solver would count. */
static void note_iteration(const struct measurement *m, const struct cli_run *r, bool few) {
  double *figure = m->sample->figure;
  const double bandwidth = m->bench->bandwidth[cli_row_memory(m->row, m->device)];
  const double known = m->own->solver->bytes * cli_paper_cells(m->own->size);
  const double told = sm_fact_number(r->facts.root, "solver.iteration_bytes");
  const double floor = (isnan(known) ? told : known) / bandwidth;
  cli_run_read(r, m->sample);
  figure[CLI_FIGURE_ITERATION] = few ? kernels_per_iteration(r) : (double)NAN;
  if (isnan(figure[CLI_FIGURE_ITERATION]))
    figure[CLI_FIGURE_ITERATION] =
        sm_fact_number(r->facts.root, "solver.seconds") / iterations_of(r);
  figure[CLI_FIGURE_FLOOR] = floor / figure[CLI_FIGURE_ITERATION];
  figure[CLI_FIGURE_CHANGE] = error_of(r);
}

static enum cli_outcome measure_multigrid(const struct measurement *m) {
  static struct cli_run r, same;
  const double goal = serial_error(m);
  const enum cli_outcome outcome = converge(m, &r);
  note_iteration(m, &r, false);
  if (outcome != CLI_MEASURED || isnan(goal)) return outcome;
  return reach_same_error(m, goal, &same);
}

/* Whether a row is skipped without --full because it is slow. */
static bool is_skipped(const struct measurement *m) {
  return !m->bench->full && m->row->one_thread && strcmp(m->own->solver->name, "sor") != 0 &&
         cli_paper_cells(m->own->size) > cells_of_one_thread;
}

/* Measures the iterations of the paper, or fewer with the time per iteration. */
static enum cli_outcome measure_iterations(const struct measurement *m, double goal) {
  static struct cli_run r;
  double *figure = m->sample->figure;
  const double all = estimate(m, CLI_PAPER_ITERATIONS);
  const int iterations = cli_poisson_iterations(all, time_limit(m), m->bench->full);
  const bool few = iterations < CLI_PAPER_ITERATIONS;
  const bool serial = strcmp(m->own->solver->name, "sor") == 0;
  const bool to_goal = !few && m->own->solver->published && !serial && !isnan(goal);
  const enum cli_outcome outcome =
      to_goal ? reach_same_error(m, goal, &r)
              : run(m, iterations, endless(m), NOTHING, few ? PROFILE : PLAIN, &r);
  if (outcome != CLI_MEASURED) return outcome;
  note_iteration(m, &r, few);
  if (serial && !few) {
    figure[CLI_FIGURE_SAME_ITERATIONS] = iterations;
    figure[CLI_FIGURE_SAME] = sm_fact_number(r.facts.root, "solver.seconds");
  }
  if (few) {
    char text[80];
    snprintf(text, sizeof text, "%d of %d iterations, scaled", iterations, CLI_PAPER_ITERATIONS);
    add_note(m->sample, text);
  }
  return few || serial || to_goal || isnan(goal) ? outcome : reach_same_error(m, goal, &r);
}

static enum cli_outcome measure_times(const struct measurement *m) {
  static struct cli_run converged;
  if (is_skipped(m)) {
    snprintf(m->reason, CLI_REASON, "slow on one thread: --full measures it");
    return CLI_SKIPPED;
  }
  if (!m->own->solver->sor) return measure_multigrid(m);
  const enum cli_outcome outcome = measure_iterations(m, serial_error(m));
  const double needed = cli_poisson_to_convergence(m->own->size->cell);
  if (outcome != CLI_MEASURED || estimate(m, needed) > 0.5 * time_limit(m)) return outcome;
  return converge(m, &converged);
}

/* --- table 1 and figure 4: comparison of winds --- */

/* Runs and renames the wind file to keep it. */
static enum cli_outcome run_keep_wind(const struct measurement *m, int limit, const char *tolerance,
                                      const char *name, struct cli_run *r, char *path,
                                      size_t size) {
  char written[4200];
  /* Solvers other than those of the paper measure the change only with a history. */
  const enum extra extra = m->own->solver->published ? PLAIN : HISTORY;
  const enum cli_outcome outcome =
      run(m, limit, tolerance, "output.formats=[\"netcdf\"]", extra, r);
  if (outcome != CLI_MEASURED) return outcome;
  if (cli_join(written, sizeof written, m->bench->folder, "results/wind.nc") &&
      cli_join(path, size, m->bench->folder, name) && rename(written, path) == 0)
    return CLI_MEASURED;
  snprintf(m->reason, CLI_REASON, "the run left no results/wind.nc");
  return CLI_FAILED;
}

static enum cli_outcome compare(const struct measurement *m, const char *path, const char *other,
                                double height, struct cli_point *point) {
  struct sm_wind_difference found = {{0}, {0}};
  struct sm_context *ctx = NULL;
  enum sm_status status = sm_context_create(NULL, &ctx);
  if (status == SM_OK) status = sm_compare_files(ctx, path, other, height, &found);
  for (int c = 0; c < 3; c++) {
    point->difference[c] = found.largest[c];
    point->relative[c] = found.relative[c];
  }
  if (status != SM_OK)
    snprintf(m->reason, CLI_REASON, "%s", ctx != NULL ? sm_context_message(ctx) : "no memory");
  sm_context_destroy(&ctx);
  return status == SM_OK ? CLI_MEASURED : CLI_FAILED;
}

static struct cli_point *new_point(const struct measurement *m, const struct cli_run *r) {
  struct cli_point *point = &m->sample->point[m->sample->point_count++];
  *point = (struct cli_point){.iterations = (int)iterations_of(r),
                              .residual = sm_fact_number(r->facts.root, "residual"),
                              .change = error_of(r),
                              .there_change = NAN};
  for (int c = 0; c < 3; c++) point->there_difference[c] = point->there_relative[c] = NAN;
  return point;
}

/* Compares winds after up to `most` numbers of iterations with the converged wind, which multigrid
 * computes fastest. */
static enum cli_outcome measure_errors(const struct measurement *m, int most) {
  static struct cli_run r;
  char converged[4200], path[4200];
  struct cli_row reference_row = *m->row;
  struct measurement reference = *m;
  const int all = m->own->solver->sor ? CLI_POINTS : 5, points = most < all ? most : all;
  reference.row = &reference_row;
  reference_row.set[CLI_SETTINGS - 1] = "wind.solver=\"multigrid\"";
  enum cli_outcome outcome =
      run_keep_wind(&reference, 0, TIGHT, "converged.nc", &r, converged, sizeof converged);
  for (int p = 0; p < points && outcome == CLI_MEASURED; p++) {
    const struct cli_paper_error *there = &cli_paper_errors[p];
    const int iterations = m->own->solver->sor ? there->iterations : p + 1;
    outcome = run_keep_wind(m, iterations, endless(m), "wind.nc", &r, path, sizeof path);
    if (outcome != CLI_MEASURED) break;
    struct cli_point *point = new_point(m, &r);
    outcome = compare(m, path, converged, NAN, point);
    if (!m->own->solver->sor) continue;
    point->there_change = there->error;
    for (int c = 0; c < 3; c++) {
      point->there_difference[c] = there->difference[c];
      point->there_relative[c] = there->relative[c];
    }
  }
  cli_run_read(&r, m->sample);
  return outcome;
}

/* Compares red-black with serial SOR at 10 m: after the iterations of the paper, and converged. */
static enum cli_outcome measure_order(const struct measurement *m) {
  static struct cli_run r;
  char ours[4200], serial_wind[4200];
  struct cli_row serial_row = *m->row;
  struct measurement serial = *m;
  enum cli_outcome outcome = CLI_MEASURED;
  serial.row = &serial_row;
  serial.device = "cpu";
  serial_row.set[CLI_SETTINGS - 1] = "wind.solver=\"sor\"";
  serial_row.one_thread = true;
  for (int converged = 0; converged < 2 && outcome == CLI_MEASURED; converged++) {
    const int limit = converged ? 0 : CLI_PAPER_ITERATIONS;
    outcome = run_keep_wind(&serial, limit, converged ? TIGHT : ENDLESS_AS_PUBLISHED, "serial.nc",
                            &r, serial_wind, sizeof serial_wind);
    if (outcome == CLI_MEASURED)
      outcome =
          run_keep_wind(m, limit, converged ? TIGHT : endless(m), "wind.nc", &r, ours, sizeof ours);
    if (outcome != CLI_MEASURED) break;
    struct cli_point *point = new_point(m, &r);
    outcome = compare(m, ours, serial_wind, 10, point);
    for (int c = 0; c < 3 && !converged; c++) point->there_difference[c] = cli_paper_order[c];
  }
  cli_run_read(&r, m->sample);
  return outcome;
}

/* --- table 4 --- */

static enum cli_outcome measure_profile(const struct measurement *m) {
  static struct cli_run r;
  const int most = m->own->solver->sor ? CLI_PAPER_ITERATIONS : 0;
  const double all = estimate(m, most);
  const int limit = most > 0 ? cli_poisson_iterations(all, time_limit(m), m->bench->full) : 0;
  const enum cli_outcome outcome =
      run(m, limit, limit > 0 ? endless(m) : "wind.tolerance=1e-6", NOTHING, PROFILE, &r);
  cli_run_read(&r, m->sample);
  if (outcome != CLI_MEASURED) return outcome;
  cli_poisson_read_profile(r.facts.root, m->own, m->sample);
  if (m->sample->kernel_count > 0) return CLI_MEASURED;
  snprintf(m->reason, CLI_REASON, "no profile in the summary");
  return CLI_FAILED;
}

enum cli_outcome cli_poisson_measure(const struct cli_bench *bench, const struct cli_row *row,
                                     const char *device, struct cli_sample *sample,
                                     char reason[CLI_REASON]) {
  const struct measurement m = {bench, row, own_of(row), device, sample, reason};
  switch (m.own->kind) {
  case CLI_POISSON_TIMES: return measure_times(&m);
  case CLI_POISSON_ERRORS: return measure_errors(&m, CLI_POINTS);
  case CLI_POISSON_PROFILE: return measure_profile(&m);
  case CLI_POISSON_ORDER: return measure_order(&m);
  }
  return CLI_FAILED;
}

enum cli_outcome cli_poisson_errors(const struct cli_bench *bench, const struct cli_row *row,
                                    const char *device, int most, struct cli_sample *sample,
                                    char reason[CLI_REASON]) {
  const struct measurement m = {bench, row, own_of(row), device, sample, reason};
  return measure_errors(&m, most);
}
