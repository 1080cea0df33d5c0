/* How fast chemistry is on this machine's GPU: evaluations of rates, steps of Runge and Kutta,
 * and burning cells through a time by RODAS3, the last also on the CPU.
 *   bench_chem [--cells N] [--blocks B] [--dt S] [--only rates|steps|advance] FILE[,THERMO]... */
#define _GNU_SOURCE
#include "cells.h"

#include "base/clock.h"
#include "chem/generate/generate.h"
#include "chem/integrate/integrate.h"
#include "device/device.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sm_context *ctx;
static struct sm_device *cpu, *one, *cuda;
static struct sm_gpu_properties limits;
static int64_t cells = 1000000;
static int blocks;
static double dt = 1e-5;
static const char *only;
static struct sm_chem_method_limits choice; /* of the mechanism */

/* Operations of double precision that the GPU could do in a second: 64 lanes of a multiprocessor;
 * consumer cards have fewer. */
static double peak(void) { return (double)limits.processors * 64 * limits.clock; }

static void tell(const char *what, double per_second, double operations,
                 const struct sm_chem_gpu_kernel_report *r) {
  printf("  %-22s %9.3g /s  %4.0f %% of FP64", what, per_second,
         100 * per_second * operations / peak());
  if (r != NULL)
    printf("  %3d registers, %5zu B local, %d x %d threads, compiled in %.1f s", r->cost.registers,
           r->cost.local_bytes, r->cost.blocks, r->threads, r->seconds);
  printf("\n");
  fflush(stdout);
}

/* Seconds of one call, the median of several after one to warm up. */
typedef enum sm_status task(void *user);
static enum sm_status time_of(task *run, void *user, double *seconds) {
  double took[7];
  int count = 0;
  SM_TRY(run(user));
  SM_TRY(sm_device_sync(ctx, cuda));
  for (double sum = 0; count < 7 && (count < 3 || sum < 1); count++) {
    const double begin = sm_clock_wall();
    SM_TRY(run(user));
    SM_TRY(sm_device_sync(ctx, cuda));
    took[count] = sm_clock_wall() - begin;
    sum += took[count];
    for (int i = count; i > 0 && took[i] < took[i - 1]; i--) {
      const double other = took[i];
      took[i] = took[i - 1];
      took[i - 1] = other;
    }
  }
  *seconds = took[count / 2];
  return SM_OK;
}

struct work {
  struct sm_chem_gpu *gpu;
  struct test_cells cells;
  int32_t steps;
  int mode;
};

static enum sm_status generated_rates(void *user) {
  struct work *w = user;
  return sm_chem_gpu_rates(ctx, w->gpu, &w->cells.own, w->cells.rates);
}
static enum sm_status table_rates(void *user) {
  struct work *w = user;
  const struct sm_reacting_rates_args args = {w->cells.reacting, w->cells.rates,
                                              w->cells.workspace};
  return sm_reacting_rates(ctx, cuda, &args);
}
static enum sm_status generated_steps(void *user) {
  struct work *w = user;
  return sm_chem_gpu_rk4(ctx, w->gpu, &w->cells.own, 1e-9, w->steps,
                         (enum sm_chem_kernel_mode)w->mode);
}

static bool wanted(const char *what) { return only == NULL || strcmp(only, what) == 0; }

static enum sm_status measure_rates(const struct read_mechanism *m, struct work *w) {
  double seconds;
  struct sm_chem_gpu_kernel_report report;
  SM_TRY(make_cells(ctx, cuda, m, cells, 7, false, &w->cells));
  SM_TRY(sm_chem_gpu_get_report(ctx, w->gpu, SM_CHEM_GPU_RATES, &report));
  SM_TRY(time_of(generated_rates, w, &seconds));
  tell("rates, generated", (double)cells / seconds, m->operations, &report);
  SM_TRY(time_of(table_rates, w, &seconds));
  tell("rates, tables", (double)cells / seconds, m->operations, NULL);
  free_cells(&w->cells);
  return SM_OK;
}

static enum sm_status measure_steps(const struct read_mechanism *m, struct work *w) {
  double seconds;
  struct sm_chem_gpu_kernel_report report;
  SM_TRY(make_cells(ctx, cuda, m, cells, 8, true, &w->cells));
  SM_TRY(sm_chem_gpu_get_report(ctx, w->gpu, SM_CHEM_GPU_STEPS, &report));
  w->steps = m->species > 24 ? 5 : 50;
  for (w->mode = 0; w->mode < 2; w->mode++) {
    SM_TRY(time_of(generated_steps, w, &seconds));
    tell(w->mode == 0 ? "RK4 steps, volume" : "RK4 steps, pressure",
         (double)cells * w->steps / seconds, 4 * m->operations, &report);
  }
  free_cells(&w->cells);
  return SM_OK;
}

static struct sm_reacting_advance_args advance_by(const struct test_cells *c, int method) {
  struct sm_reacting_advance_args args = advance_of(c, method, SM_GROUP_PRESSURE, dt, 1e-4, 1e-9);
  args.explicit_below = choice.explicit_below;
  args.stabilised_below = choice.stabilised_below;
  return sm_reacting_complete(&args);
}

/* Sub-steps of the cells: mean, most, rejected, failed. */
static enum sm_status tell_turns(struct sm_device *device, const struct test_cells *c) {
  int32_t *steps = NULL, *rejected = NULL;
  const size_t count = (size_t)c->own.count;
  SM_TRY(fetch(ctx, device, c->steps, count, sizeof *steps, &steps));
  SM_TRY(fetch(ctx, device, c->rejected, count, sizeof *rejected, &rejected));
  double sum = 0, more = 0, most = 0, failed = 0;
  for (size_t i = 0; i < count; i++) {
    sum += steps[i];
    more += rejected[i];
    most = fmax(most, steps[i]);
    failed += steps[i] < 0;
  }
  printf("    steps of a cell: %.1f, at most %.0f; %.2f rejected; %.0f cells failed\n",
         sum / (double)count, most, more / (double)count, failed);
  sm_free(steps);
  sm_free(rejected);
  return SM_OK;
}

/* By thread groups, the choice of the cells among them; by generated kinetics. */
enum way {
  BY_RODAS3,
  BY_RODAS4,
  BY_RKC2,
  BY_CHOICE,
  BY_GENERATED_RKC2,
  BY_GENERATED_RODAS3,
  BY_GENERATED_RODAS4,
  WAYS
};
static const char *const way_name[WAYS] = {
    "RODAS3",           "RODAS4", "RKC2", "auto", "RKC2, generated", "RODAS3, generated",
    "RODAS4, generated"};
static const int32_t way_method[WAYS] = {SM_REACTING_RODAS3, SM_REACTING_RODAS4, SM_REACTING_RKC2,
                                         SM_REACTING_AUTO,   SM_REACTING_RKC2,   SM_REACTING_RODAS3,
                                         SM_REACTING_RODAS4};

static enum sm_status advance_rosenbrock(struct sm_chem_gpu *gpu,
                                         const struct sm_reacting_advance_args *like,
                                         const struct test_cells *c) {
  const struct sm_chem_rodas_args own = {.cells = c->own,
                                         .count = c->own.count,
                                         .dt = dt,
                                         .rtol = like->control.rtol,
                                         .atol = like->control.atol,
                                         .limit = like->control.limit,
                                         .mode = SM_CHEM_KERNEL_PRESSURE,
                                         .first = c->first,
                                         .steps = c->steps,
                                         .rejected = c->rejected,
                                         .order = like->order};
  struct sm_chem_gpu_failed failed;
  return sm_chem_gpu_rosenbrock(ctx, gpu, &own, &like->tableau[1], &failed);
}

/* sorted: in the order of the steps that the cells took before. */
static enum sm_status advance_once(struct sm_device *device, struct sm_chem_gpu *gpu, enum way way,
                                   bool sorted, const struct test_cells *c) {
  struct sm_reacting_advance_args args = advance_by(c, way_method[way]);
  if (sorted) {
    SM_TRY(sm_reacting_order(ctx, device, c->own.count, c->steps, c->order, c->bins));
    args.order = c->order;
  }
  if (way < BY_GENERATED_RKC2) return sm_reacting_advance(ctx, device, &args);
  if (way > BY_GENERATED_RKC2) return advance_rosenbrock(gpu, &args, c);
  const struct sm_chem_rkc_args own = {.cells = c->own,
                                       .dt = dt,
                                       .rtol = args.control.rtol,
                                       .atol = args.control.atol,
                                       .limit = args.control.limit,
                                       .mode = SM_CHEM_KERNEL_PRESSURE,
                                       .first = c->first,
                                       .steps = c->steps,
                                       .rejected = c->rejected,
                                       .order = args.order};
  return sm_chem_gpu_rkc(ctx, gpu, &own);
}

static enum sm_status tell_cost(struct sm_device *device, struct sm_chem_gpu *gpu, enum way way,
                                const struct test_cells *c) {
  const enum sm_chem_gpu_kernel from =
      way == BY_GENERATED_RKC2 ? SM_CHEM_GPU_RKC : SM_CHEM_GPU_BEGIN;
  const enum sm_chem_gpu_kernel to = way == BY_GENERATED_RKC2 ? SM_CHEM_GPU_RKC : SM_CHEM_GPU_STAGE;
  for (int kernel = from; way >= BY_GENERATED_RKC2 && kernel <= (int)to; kernel++) {
    struct sm_chem_gpu_kernel_report r;
    SM_TRY(sm_chem_gpu_get_report(ctx, gpu, (enum sm_chem_gpu_kernel)kernel, &r));
    printf("; %d registers, %zu B local, %d x %d threads, compiled in %.1f s", r.cost.registers,
           r.cost.local_bytes, r.cost.blocks, r.threads, r.seconds);
  }
#ifdef SM_HAVE_CUDA
  const struct sm_reacting_advance_args args = advance_by(c, way_method[way]);
  struct sm_reacting_cost cost = {0};
  if (way < BY_GENERATED_RKC2 && sm_cuda_reacting_advance(device, &args, &cost) == NULL)
    printf("; %d registers, %zu B local, %zu B shared, %d warps a processor", cost.registers,
           cost.local_bytes, cost.shared_bytes, cost.blocks);
#else
  (void)device;
  (void)c;
#endif
  return SM_OK;
}

/* Cells per second. */
static enum sm_status advance_on(struct sm_device *device, struct sm_chem_gpu *gpu, enum way way,
                                 const struct read_mechanism *m, int64_t count, double *rate) {
  struct test_cells c;
  double seconds[2] = {1e30, 1e30};
  SM_TRY(make_cells(ctx, device, m, count, 9, true, &c));
  for (int turn = 0; turn < (device == cuda ? 5 : 1); turn++) {
    const bool sorted = turn > 2;
    SM_TRY(reset_cells(ctx, &c));
    SM_TRY(sm_device_sync(ctx, device));
    const double begin = sm_clock_wall();
    SM_TRY(advance_once(device, gpu, way, sorted, &c));
    SM_TRY(sm_device_sync(ctx, device));
    seconds[sorted] = fmin(seconds[sorted], sm_clock_wall() - begin);
  }
  *rate = (double)count / fmin(seconds[0], seconds[1]);
  printf("  %s through %.0e s on %s: %.3g cells/s", way_name[way], dt, device->name, *rate);
  if (device == cuda) printf(" (as they lie %.3g s, sorted %.3g s)", seconds[0], seconds[1]);
  if (device == cuda) SM_TRY(tell_cost(device, gpu, way, &c));
  printf("\n");
  SM_TRY(tell_turns(device, &c));
  free_cells(&c);
  fflush(stdout);
  return SM_OK;
}

static enum sm_status measure_advance(const struct read_mechanism *m, struct sm_chem_gpu *gpu) {
  const int64_t few = m->species > 24 ? 200 : 4000, many = few * cpu->threads;
  for (enum way way = BY_RODAS3; way < WAYS; way++) {
    double rate, all, alone;
    if (way == BY_GENERATED_RKC2 && m->species > SM_CHEM_GPU_RKC_SPECIES) continue;
    if (way > BY_GENERATED_RKC2 && !sm_generate_has_derivatives(m->m)) continue;
    SM_TRY(advance_on(cuda, gpu, way, m, cells, &rate));
    if (way >= BY_GENERATED_RKC2) continue;
    SM_TRY(advance_on(cpu, gpu, way, m, many < cells ? many : cells, &all));
    SM_TRY(advance_on(one, gpu, way, m, few, &alone));
    printf("  the GPU is as fast as %.1f times all %d cores, %.1f times one, of scalar code\n",
           rate / all, cpu->threads, rate / alone);
  }
  return SM_OK;
}

static enum sm_status measure(const char *files) {
  struct read_mechanism m;
  struct work w = {0};
  struct sm_chem *chem = NULL;
  SM_TRY(read_mechanism(ctx, files, &m));
  printf("%s: %d species, %d reactions, about %.0f operations an evaluation; %lld cells\n", m.name,
         m.species, m.reactions, m.operations, (long long)cells);
  SM_TRY(sm_chem_create(ctx, m.m, 1, &chem));
  choice = sm_chem_find_limits(chem);
  sm_chem_destroy(&chem);
  SM_TRY(sm_chem_gpu_create(ctx, cuda, m.m, blocks, &w.gpu));
  if (wanted("rates")) SM_TRY(measure_rates(&m, &w));
  if (wanted("steps")) SM_TRY(measure_steps(&m, &w));
  if (wanted("advance")) SM_TRY(measure_advance(&m, w.gpu));
  sm_chem_gpu_destroy(&w.gpu);
  forget_mechanism(&m);
  return SM_OK;
}

int main(int count, char **argument) {
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  if (sm_device_open(ctx, "cuda", 0, 64, 0, &cuda) != SM_OK) {
    printf("skipped: %s\n", sm_context_message(ctx));
    return 77;
  }
  enum sm_status status = sm_device_open(ctx, "cpu", 0, 64, 0, &cpu);
  if (status == SM_OK) status = sm_device_open(ctx, "cpu", 1, 64, 0, &one);
  if (status == SM_OK) status = sm_gpu_limits(ctx, cuda, &limits);
  if (status == SM_OK)
    printf("%s, capability %d, %d processors, %.2f GHz, FP64 at most %.3g operations/s\n",
           cuda->name, limits.capability, limits.processors, limits.clock * 1e-9, peak());
  for (int i = 1; i < count && status == SM_OK; i++) {
    const bool more = i + 1 < count;
    if (more && strcmp(argument[i], "--cells") == 0)
      cells = atoll(argument[++i]);
    else if (more && strcmp(argument[i], "--blocks") == 0)
      blocks = atoi(argument[++i]);
    else if (more && strcmp(argument[i], "--dt") == 0)
      dt = atof(argument[++i]);
    else if (more && strcmp(argument[i], "--only") == 0)
      only = argument[++i];
    else
      status = measure(argument[i]);
  }
  if (status != SM_OK) printf("%s\n", sm_context_message(ctx));
  sm_device_close(&one);
  sm_device_close(&cpu);
  sm_device_close(&cuda);
  sm_context_destroy(&ctx);
  return status == SM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
