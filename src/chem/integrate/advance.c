/* advance.c - integration of many reacting cells: method by stiffness, cells sorted by expected
 * work, in blocks of rows with dynamic scheduling. */
#include "base/context.h"
#include "base/list.h"
#include "chem/integrate/integrate.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

/* Stiffness (largest loss rate times dt) below which a Runge-Kutta pair needs one or two steps. */
#define EXPLICIT_BELOW 2.5
/* Additional cost of RKC (beyond its stages, due to more steps) minus that of RODAS4 (beyond its
 * matrix), in rate evaluations. */
#define CHEBYSHEV_MORE 3.0

struct job {
  int64_t cell;
  double stiffness, work; /* work: sort key */
  int32_t method;         /* enum sm_chem_method */
};

static int by_work(const void *a, const void *b) {
  const struct job *x = a, *y = b;
  if (x->method != y->method) return y->method - x->method;
  if (x->work != y->work) return x->work > y->work ? -1 : 1;
  return x->cell < y->cell ? -1 : x->cell > y->cell;
}

/* Cost of a factorisation and six solutions over that of a rate evaluation, in operations. */
static double cost_of_matrix(const struct sm_chem *chem) {
  const struct sm_kinetics *k = chem->kinetics;
  const double exponential = 40, step = 20;
  return (2.0 * chem->sparse->pair_count + 12.0 * chem->sparse->value_count) /
         (exponential * (k->factor_count + k->species_count + 6 * k->special_count) +
          step * k->step_count);
}

/* RKC2 needs 1 + sqrt(1 + 1.54 stiffness) stages. */
struct sm_chem_method_limits sm_chem_find_limits(const struct sm_chem *chem) {
  const double stages = cost_of_matrix(chem) - CHEBYSHEV_MORE - 1;
  return (struct sm_chem_method_limits){EXPLICIT_BELOW,
                                        stages > 1 ? (stages * stages - 1) / 1.54 : 0};
}

/* reduced: the matrix of a reduced mechanism costs less than the stages of RKC2. */
static enum sm_chem_method method_for(const struct sm_chem_method_limits *limits, double stiffness,
                                      bool reduced) {
  return stiffness < limits->explicit_below                 ? SM_CHEM_RKCK45
         : stiffness < limits->stabilised_below && !reduced ? SM_CHEM_RKC2
                                                            : SM_CHEM_RODAS4;
}

/* Stiffness of each cell: largest absolute diagonal entry of the Jacobian times dt. */
static void stiffness_of(struct sm_chem_worker *w, double dt, struct job *jobs, int count) {
  const struct sm_sparse_lu *s = w->chem->sparse;
  const int lanes = w->table->lanes;
  double *values = w->run.memory + 12 * (ptrdiff_t)w->problem.n * lanes;
  w->problem.jacobian(w->problem.self, w->run.y, w->run.memory, values);
  w->run.jacobians++;
  for (int l = 0; l < count; l++) {
    double most = 0;
    for (int32_t i = 0; i < s->n; i++) most = fmax(most, fabs(values[s->diagonal[i] * lanes + l]));
    jobs[l].stiffness = most * dt;
    if (!(jobs[l].work > 0)) jobs[l].work = jobs[l].stiffness;
  }
}

static void index_of(const struct job *jobs, int count, int64_t index[SM_BATCH_CELLS]) {
  for (int l = 0; l < count; l++) index[l] = jobs[l].cell;
}

struct thread_pool {
  const struct sm_chem *chem;
  const struct sm_chem_cells *cells;
  const struct sm_chem_options *options;
  double dt;
  int threads, lanes;
  int64_t side, blocks; /* limit of cells in a group; blocks of `lanes` cells */
  struct job *jobs;
  struct sm_chem_worker *workers;
  struct sm_chem_report *reports; /* one per thread */
};

static int count_of(const struct thread_pool *t, int64_t block) {
  const int64_t left = t->cells->count - block * t->lanes;
  return left < t->lanes ? (int)left : t->lanes;
}

static void classify(struct thread_pool *t) {
  const struct sm_chem_method_limits limits = sm_chem_find_limits(t->chem);
#pragma omp parallel for num_threads(t->threads) schedule(dynamic, 4)
  for (int64_t b = 0; b < t->blocks; b++) {
    struct sm_chem_worker *w = &t->workers[omp_get_thread_num()];
    struct job *jobs = t->jobs + b * t->lanes;
    const int count = count_of(t, b);
    int64_t index[SM_BATCH_CELLS];
    index_of(jobs, count, index);
    sm_chem_worker_load(w, t->cells, t->options, index, count, t->dt);
    stiffness_of(w, t->dt, jobs, count);
    t->reports[omp_get_thread_num()].jacobians += count;
    if (t->options->method == SM_CHEM_AUTO)
      for (int l = 0; l < count; l++)
        jobs[l].method = (int32_t)method_for(&limits, jobs[l].stiffness, w->reducer != NULL);
  }
}

static void add_to_report(const struct sm_chem_worker *w, const struct job *jobs, int count,
                          const struct sm_chem_options *options, struct sm_chem_report *r) {
  int32_t *work = options->work;
  double *first = options->first;
  r->evaluations += w->run.evaluations * count;
  r->jacobians += w->run.jacobians * count;
  r->factorings += w->run.factorings * count;
  if (w->reducer != NULL) r->reductions += w->reducer->reductions * count;
  for (int l = 0; l < count; l++) {
    const int64_t tried = w->run.steps[l] + w->run.rejected[l];
    if (work != NULL) work[jobs[l].cell] = (int32_t)tried;
    if (first != NULL) first[jobs[l].cell] = w->run.state[l] == SM_BATCH_DONE ? w->run.h[l] : 0;
    r->steps += w->run.steps[l];
    r->active_species += sm_chem_worker_active(w, l, w->run.steps[l]);
    r->rejected += w->run.rejected[l];
    if (tried > r->most_steps) r->most_steps = tried;
    r->by_method[jobs[l].method]++;
    if (w->run.state[l] == SM_BATCH_DONE) continue;
    if (r->failed == 0 || jobs[l].cell < r->first_failed) r->first_failed = jobs[l].cell;
    r->failed++;
  }
}

static void integrate(struct thread_pool *t) {
#pragma omp parallel for num_threads(t->threads) schedule(dynamic, 1)
  for (int64_t b = 0; b < t->blocks; b++) {
    struct sm_chem_worker *w = &t->workers[omp_get_thread_num()];
    const struct job *jobs = t->jobs + b * t->lanes;
    const int count = count_of(t, b);
    int64_t index[SM_BATCH_CELLS];
    /* a block may contain the last cells of one method and the first of the next */
    for (int from = 0, to; from < count; from = to) {
      for (to = from + 1; to < count && jobs[to].method == jobs[from].method;) to++;
      index_of(jobs + from, to - from, index);
      sm_chem_worker_load(w, t->cells, t->options, index, to - from, t->dt);
      sm_chem_worker_run(w, (enum sm_chem_method)jobs[from].method);
      sm_chem_worker_store(w, t->cells, index, to - from);
      add_to_report(w, jobs + from, to - from, t->options, &t->reports[omp_get_thread_num()]);
    }
  }
}

static void gather(const struct thread_pool *t, struct sm_chem_report *out) {
  *out = (struct sm_chem_report){0};
  for (int i = 0; i < t->threads; i++) {
    const struct sm_chem_report *r = &t->reports[i];
    out->steps += r->steps;
    out->rejected += r->rejected;
    out->evaluations += r->evaluations;
    out->jacobians += r->jacobians;
    out->factorings += r->factorings;
    out->reductions += r->reductions;
    out->active_species += r->active_species;
    if (r->most_steps > out->most_steps) out->most_steps = r->most_steps;
    for (int m = 0; m < SM_CHEM_METHODS; m++) out->by_method[m] += r->by_method[m];
    if (r->failed > 0 && (out->failed == 0 || r->first_failed < out->first_failed))
      out->first_failed = r->first_failed;
    out->failed += r->failed;
  }
}

static enum sm_status allocate(struct sm_context *ctx, struct thread_pool *t) {
  SM_TRY(sm_alloc(ctx, (size_t)t->cells->count, sizeof *t->jobs, "cells to sort", &t->jobs));
  SM_TRY(sm_alloc(ctx, (size_t)t->threads, sizeof *t->reports, "reports", &t->reports));
  SM_TRY(sm_alloc(ctx, (size_t)t->threads, sizeof *t->workers, "integrators", &t->workers));
  for (int i = 0; i < t->threads; i++)
    SM_TRY(sm_chem_worker_create(ctx, t->chem, t->options, t->side, &t->workers[i]));
  for (int64_t i = 0; i < t->cells->count; i++)
    t->jobs[i] = (struct job){i, 0, t->options->work != NULL ? t->options->work[i] : 0,
                              (int32_t)t->options->method};
  return SM_OK;
}

enum sm_status sm_chem_advance(struct sm_context *ctx, const struct sm_chem *chem,
                               const struct sm_chem_cells *cells, double dt,
                               const struct sm_chem_options *options,
                               struct sm_chem_report *report) {
  SM_TRY(sm_chem_options_check(ctx, chem, options));
  const struct sm_chem_options full = sm_chem_options_full(options);
  struct thread_pool t = {.chem = chem, .cells = cells, .options = &full, .dt = dt};
  t.side = full.method == SM_CHEM_CVODE ? 1 : cells->count;
  t.lanes = sm_batch_select(t.side)->lanes;
  t.blocks = (cells->count + t.lanes - 1) / t.lanes;
  t.threads = t.blocks < chem->threads ? (int)(t.blocks > 0 ? t.blocks : 1) : chem->threads;
  const enum sm_status status = allocate(ctx, &t);
  if (status == SM_OK) {
    if (full.method == SM_CHEM_AUTO || (t.lanes > 1 && full.method != SM_CHEM_RK4)) classify(&t);
    if (cells->count > 0) qsort(t.jobs, (size_t)cells->count, sizeof *t.jobs, by_work);
    integrate(&t);
    gather(&t, report);
  }
  for (int i = 0; t.workers != NULL && i < t.threads; i++) sm_chem_worker_free(&t.workers[i]);
  SM_FREE_ALL(t.workers, t.reports, t.jobs);
  return status;
}
