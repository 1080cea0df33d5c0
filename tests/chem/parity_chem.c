/* Chemistry on a GPU against the same on the CPU: generated kinetics, tables, steps. Arguments:
 * mechanisms, each "file" or "file,thermo". */
#include "cells.h"

#include "chem/generate/generate.h"
#include "chem/integrate/integrate.h"
#include "device/device.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 512, MOST_STEPS = 10000 };

static struct sm_context *ctx;
static struct sm_device *cpu, *cuda;
static bool wrong;
static double span; /* s; of mechanisms with species of broken orders too short to use them up:
                       there nothing is smooth */
static int cells;   /* fewer of large mechanisms: the CPU goes through them too */

/* Worst difference over what is allowed: `relative` of the number, or `floor` of the largest of the
 * cell. */
static double worst(const double *a, const double *b, int32_t rows, double relative, double floor) {
  double most = 0;
  for (int i = 0; i < cells; i++) {
    double largest = 0;
    for (int32_t k = 0; k < rows; k++) largest = fmax(largest, fabs(b[k * cells + i]));
    for (int32_t k = 0; k < rows; k++) {
      const double off = fabs(a[k * cells + i] - b[k * cells + i]);
      const double over = off / (fmax(relative * fabs(b[k * cells + i]), floor * largest) + 1e-300);
      if (!(over <= most)) most = over; /* a NaN too */
    }
  }
  return most;
}

static enum sm_status judge(const char *what, const double *gpu, const double *host, int32_t rows,
                            double relative, double floor) {
  double *a = NULL, *b = NULL;
  SM_TRY(sm_device_sync(ctx, cuda));
  SM_TRY(fetch(ctx, cuda, gpu, (size_t)rows * (size_t)cells, sizeof *a, &a));
  SM_TRY(fetch(ctx, cpu, host, (size_t)rows * (size_t)cells, sizeof *b, &b));
  const double off = worst(a, b, rows, relative, floor);
  printf("  %-50s %.3g of what is allowed%s\n", what, off, off <= 1 ? "" : "  WRONG");
  wrong = wrong || !(off <= 1);
  sm_free(a);
  sm_free(b);
  return SM_OK;
}

/* Cells that took other steps, or failed. */
static enum sm_status judge_steps(const struct test_cells *g, const struct test_cells *h) {
  int32_t *a = NULL, *b = NULL, off = 0, failed = 0;
  SM_TRY(fetch(ctx, cuda, g->steps, (size_t)cells, sizeof *a, &a));
  SM_TRY(fetch(ctx, cpu, h->steps, (size_t)cells, sizeof *b, &b));
  for (int i = 0; i < cells; i++) {
    off += a[i] != b[i];
    failed += a[i] < 0;
  }
  if (off + failed > 0) printf("  %d cells took other steps, %d failed: WRONG\n", off, failed);
  wrong = wrong || off + failed > 0;
  sm_free(a);
  sm_free(b);
  return SM_OK;
}

/* One way of going through a time. sources: with those that make_sources gives. */
struct way {
  int mode, method;
  bool sources;
  double dt;
};

static const char *const mode_name[] = {"volume", "pressure", "temperature"};

static enum sm_status advance(struct sm_device *device, const struct sm_chem *chem,
                              const struct test_cells *c, const struct way *w) {
  struct sm_reacting_advance_args args = advance_of(c, w->method, w->mode, w->dt, 0, 0);
  const struct sm_chem_options options = {.mode = (enum sm_chem_mode)w->mode,
                                          .method = (enum sm_chem_method)w->method,
                                          .rtol = 1e-6,
                                          .atol = 1e-12,
                                          .fixed_steps = 20,
                                          .most_steps = MOST_STEPS};
  sm_reacting_options(chem, &options, &args);
  args.source = w->sources ? c->source : NULL;
  args.energy = w->sources ? c->energy : NULL;
  return sm_reacting_advance(ctx, device, &args);
}

/* The GPU, the same code on the CPU, and sm_chem_advance, by a method: the same steps to the same
 * state. What the CPU has of rates in rows differs from tables in rounding, and RKC2 there shares
 * its stages among the cells of a row. */
static enum sm_status compare_way(const struct sm_chem *chem, struct test_cells *g,
                                  struct test_cells *h, const struct way *w) {
  char what[96];
  struct sm_chem_report report;
  const bool alike = w->method != SM_REACTING_RKC2;
  SM_TRY(reset_cells(ctx, g));
  SM_TRY(reset_cells(ctx, h));
  SM_TRY(advance(cpu, chem, h, w));
  SM_TRY(advance(cuda, chem, g, w));
  const char *name = sm_chem_method_name((enum sm_chem_method)w->method);
  snprintf(what, sizeof what, "%s, constant %s%s, concentrations", name, mode_name[w->mode],
           w->sources ? ", sources" : "");
  SM_TRY(judge(what, g->own.concentrations, h->own.concentrations, g->species, 1e-8, 1e-11));
  snprintf(what, sizeof what, "%s, constant %s%s, temperature", name, mode_name[w->mode],
           w->sources ? ", sources" : "");
  SM_TRY(judge(what, g->own.temperature, h->own.temperature, 1, 1e-11, 0));
  SM_TRY(judge_steps(g, h));
  const struct sm_chem_options options = {.mode = (enum sm_chem_mode)w->mode,
                                          .method = (enum sm_chem_method)w->method,
                                          .rtol = 1e-6,
                                          .atol = 1e-12,
                                          .fixed_steps = 20,
                                          .most_steps = MOST_STEPS,
                                          .source = w->sources ? h->source : NULL,
                                          .energy = w->sources ? h->energy : NULL};
  const struct sm_chem_cells gas = {
      .count = cells, .temperature = h->own.temperature, .concentrations = h->own.concentrations};
  SM_TRY(reset_cells(ctx, h));
  SM_TRY(sm_chem_advance(ctx, chem, &gas, w->dt, &options, &report));
  snprintf(what, sizeof what, "%s, constant %s%s, sm_chem_advance", name, mode_name[w->mode],
           w->sources ? ", sources" : "");
  return judge(what, g->own.temperature, h->own.temperature, 1, alike ? 1e-11 : 1e-6, 0);
}

static enum sm_status compare_rates(struct sm_chem_gpu *gpu, struct test_cells *g,
                                    struct test_cells *h) {
  const struct sm_reacting_rates_args host = {h->reacting, h->rates, h->workspace},
                                      device = {g->reacting, g->rates, g->workspace};
  SM_TRY(sm_reacting_rates(ctx, cpu, &host));
  SM_TRY(sm_reacting_rates(ctx, cuda, &device));
  SM_TRY(judge("rates by tables", g->rates, h->rates, g->species, 1e-11, 1e-13));
  if (g->species > SM_GROUP_DENSE_SPECIES) return SM_OK; /* too large a program */
  SM_TRY(sm_chem_gpu_rates(ctx, gpu, &g->own, g->rates));
  return judge("rates of generated kinetics", g->rates, h->rates, g->species, 1e-11, 1e-13);
}

/* Both methods take the steps of thread groups, to their state. */
static enum sm_status compare_rosenbrock(struct sm_chem_gpu *gpu, const struct sm_chem *chem,
                                         struct test_cells *g, struct test_cells *h, int mode) {
  for (int method = SM_REACTING_RODAS3; method <= SM_REACTING_RODAS4; method++) {
    const struct way way = {mode, method, false, span};
    const struct sm_chem_rodas_args own = {.cells = g->own,
                                           .count = cells,
                                           .dt = way.dt,
                                           .rtol = 1e-6,
                                           .atol = 1e-12,
                                           .limit = MOST_STEPS,
                                           .mode = mode,
                                           .first = g->first,
                                           .steps = g->steps,
                                           .rejected = g->rejected};
    struct sm_chem_gpu_failed failed;
    char what[96];
    SM_TRY(reset_cells(ctx, g));
    SM_TRY(reset_cells(ctx, h));
    SM_TRY(advance(cpu, chem, h, &way));
    SM_TRY(sm_chem_gpu_rosenbrock(
        ctx, gpu, &own, method == SM_REACTING_RODAS3 ? &sm_chem_rodas3 : &sm_chem_rodas4, &failed));
    const char *name = sm_chem_method_name((enum sm_chem_method)method);
    snprintf(what, sizeof what, "generated %s, constant %s, concentrations", name, mode_name[mode]);
    SM_TRY(judge(what, g->own.concentrations, h->own.concentrations, g->species, 1e-8, 1e-11));
    snprintf(what, sizeof what, "generated %s, constant %s, temperature", name, mode_name[mode]);
    SM_TRY(judge(what, g->own.temperature, h->own.temperature, 1, 1e-11, 0));
    SM_TRY(judge_steps(g, h));
    wrong = wrong || failed.count > 0;
  }
  return SM_OK;
}

/* Every method, mode and source; then generated kinetics: their RK4 is that of the tables, their
 * RKC2 takes the steps of that of thread groups. */
static enum sm_status compare_steps(struct sm_chem_gpu *gpu, const struct sm_chem *chem,
                                    const struct sm_mechanism *mechanism, struct test_cells *g,
                                    struct test_cells *h) {
  for (int mode = SM_GROUP_VOLUME; mode <= SM_GROUP_ISOTHERMAL; mode++)
    for (int method = SM_REACTING_AUTO; method <= SM_REACTING_RODAS4; method++)
      for (int sources = 0; sources < 2; sources++) {
        const double dt = (method == SM_REACTING_RK4 ? 0.2 : 1) * span;
        const struct way w = {mode, method, sources == 1, dt};
        SM_TRY(compare_way(chem, g, h, &w));
      }
  if (g->species > SM_GROUP_DENSE_SPECIES) return SM_OK;
  for (int mode = SM_GROUP_VOLUME;
       mode <= SM_GROUP_ISOTHERMAL && sm_generate_has_derivatives(mechanism); mode++)
    SM_TRY(compare_rosenbrock(gpu, chem, g, h, mode));
  for (int mode = SM_GROUP_VOLUME; mode <= SM_GROUP_PRESSURE; mode++) {
    const struct way rk4 = {mode, SM_REACTING_RK4, false, 0.2 * span};
    const struct way rkc = {mode, SM_REACTING_RKC2, false, span};
    const struct sm_chem_rkc_args own = {.cells = g->own,
                                         .dt = rkc.dt,
                                         .rtol = 1e-6,
                                         .atol = 1e-12,
                                         .limit = 100000,
                                         .mode = mode,
                                         .first = g->first,
                                         .steps = g->steps,
                                         .rejected = g->rejected};
    char what[96];
    SM_TRY(reset_cells(ctx, g));
    SM_TRY(reset_cells(ctx, h));
    SM_TRY(advance(cpu, chem, h, &rk4));
    SM_TRY(sm_chem_gpu_rk4(ctx, gpu, &g->own, rk4.dt / 20, 20, (enum sm_chem_kernel_mode)mode));
    snprintf(what, sizeof what, "generated RK4, constant %s", mode_name[mode]);
    SM_TRY(judge(what, g->own.temperature, h->own.temperature, 1, 1e-11, 0));
    if (g->species > SM_CHEM_GPU_RKC_SPECIES) continue;
    SM_TRY(reset_cells(ctx, g));
    SM_TRY(reset_cells(ctx, h));
    SM_TRY(advance(cpu, chem, h, &rkc));
    SM_TRY(sm_chem_gpu_rkc(ctx, gpu, &own));
    snprintf(what, sizeof what, "generated RKC2, constant %s", mode_name[mode]);
    SM_TRY(judge(what, g->own.temperature, h->own.temperature, 1, 1e-8, 0));
  }
  return SM_OK;
}

/* Every cell once, and those that took long first. */
static enum sm_status check_order(struct sm_device *device, struct test_cells *c) {
  int32_t *order = NULL, *steps = NULL;
  bool seen[MOST_CELLS] = {false}, good = true;
  SM_TRY(sm_reacting_order(ctx, device, cells, c->steps, c->order, c->bins));
  SM_TRY(sm_device_sync(ctx, device));
  SM_TRY(fetch(ctx, device, c->order, (size_t)cells, sizeof *order, &order));
  SM_TRY(fetch(ctx, device, c->steps, (size_t)cells, sizeof *steps, &steps));
  for (int i = 0; i < cells; i++) {
    good = good && order[i] >= 0 && order[i] < cells && !seen[order[i]];
    if (good) seen[order[i]] = true;
    if (good && i > 0)
      good = sm_reacting_work_bin(steps[order[i]], SM_REACTING_BINS) >=
             sm_reacting_work_bin(steps[order[i - 1]], SM_REACTING_BINS);
  }
  printf("  order of the cells on %s%s\n", device->name, good ? "" : ": WRONG");
  wrong = wrong || !good;
  sm_free(order);
  sm_free(steps);
  return SM_OK;
}

static enum sm_status compare(const char *files) {
  struct read_mechanism m;
  struct sm_chem_gpu *gpu = NULL;
  struct sm_chem *chem = NULL;
  struct test_cells g, h;
  SM_TRY(read_mechanism(ctx, files, &m));
  printf("%s: %d species, %d reactions\n", m.name, m.species, m.reactions);
  SM_TRY(sm_chem_create(ctx, m.m, 0, &chem));
  span = 1e-7;
  for (int32_t k = 0; k < m.species; k++)
    if (!chem->kinetics->nonnegative[k]) span = 1e-10;
  cells = m.species > 12 ? 64 : MOST_CELLS;
  SM_TRY(sm_chem_gpu_create(ctx, cuda, m.m, 0, &gpu));
  SM_TRY(make_cells(ctx, cuda, &m, cells, 1, false, &g));
  SM_TRY(make_cells(ctx, cpu, &m, cells, 1, false, &h));
  SM_TRY(compare_rates(gpu, &g, &h));
  free_cells(&g);
  free_cells(&h);
  SM_TRY(make_cells(ctx, cuda, &m, cells, 2, true, &g));
  SM_TRY(make_cells(ctx, cpu, &m, cells, 2, true, &h));
  SM_TRY(make_sources(ctx, &g));
  SM_TRY(make_sources(ctx, &h));
  SM_TRY(compare_steps(gpu, chem, m.m, &g, &h));
  SM_TRY(check_order(cuda, &g));
  SM_TRY(check_order(cpu, &h));
  free_cells(&g);
  free_cells(&h);
  sm_chem_gpu_destroy(&gpu);
  sm_chem_destroy(&chem);
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
  for (int i = 1; i < count && status == SM_OK; i++) status = compare(argument[i]);
  if (status != SM_OK) printf("%s\n", sm_context_message(ctx));
  sm_device_close(&cpu);
  sm_device_close(&cuda);
  sm_context_destroy(&ctx);
  return status == SM_OK && !wrong ? EXIT_SUCCESS : EXIT_FAILURE;
}
