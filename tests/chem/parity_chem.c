/* Chemistry on a GPU against the same on the CPU: generated kinetics, tables, steps. Arguments:
 * mechanisms, each "file" or "file,thermo". */
#include "cells.h"

#include "device/device.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 512 };

static struct sm_context *ctx;
static struct sm_device *cpu, *cuda;
static bool wrong;

/* Worst difference over what is allowed: `relative` of the number, or `floor` of the largest of the
 * cell. */
static double worst(const double *a, const double *b, int32_t rows, double relative, double floor) {
  double most = 0;
  for (int i = 0; i < CELLS; i++) {
    double largest = 0;
    for (int32_t k = 0; k < rows; k++) largest = fmax(largest, fabs(b[k * CELLS + i]));
    for (int32_t k = 0; k < rows; k++) {
      const double off = fabs(a[k * CELLS + i] - b[k * CELLS + i]);
      const double over = off / (fmax(relative * fabs(b[k * CELLS + i]), floor * largest) + 1e-300);
      if (!(over <= most)) most = over; /* a NaN too */
    }
  }
  return most;
}

static enum sm_status judge(const char *what, const double *gpu, const double *host, int32_t rows,
                            double relative, double floor) {
  double *a = NULL, *b = NULL;
  SM_TRY(sm_device_sync(ctx, cuda));
  SM_TRY(fetch(ctx, cuda, gpu, (size_t)rows * CELLS, sizeof *a, &a));
  SM_TRY(fetch(ctx, cpu, host, (size_t)rows * CELLS, sizeof *b, &b));
  const double off = worst(a, b, rows, relative, floor);
  printf("  %-42s %.3g of what is allowed%s\n", what, off, off <= 1 ? "" : "  WRONG");
  wrong = wrong || !(off <= 1);
  sm_free(a);
  sm_free(b);
  return SM_OK;
}

static enum sm_status advance(struct sm_device *device, const struct test_cells *c, double dt,
                              int mode, int method) {
  const struct sm_reacting_advance args = advance_of(c, method, mode, dt, 1e-6, 1e-12);
  return sm_reacting_advance(ctx, device, &args);
}

static enum sm_status compare_rates(struct sm_chem_gpu *gpu, struct test_cells *g,
                                    struct test_cells *h) {
  const struct sm_reacting_rates host = {h->reacting, h->rates}, device = {g->reacting, g->rates};
  SM_TRY(sm_reacting_rates(ctx, cpu, &host));
  SM_TRY(sm_reacting_rates(ctx, cuda, &device));
  SM_TRY(judge("rates by tables", g->rates, h->rates, g->species, 1e-11, 1e-13));
  SM_TRY(sm_chem_gpu_rates(ctx, gpu, &g->own, g->rates));
  return judge("rates of generated kinetics", g->rates, h->rates, g->species, 1e-11, 1e-13);
}

/* Runge and Kutta's short steps end where those of RODAS3 do. */
static enum sm_status compare_steps(struct sm_chem_gpu *gpu, struct test_cells *g,
                                    struct test_cells *h, int mode) {
  const double dt = 1e-9;
  const char *how = mode == SM_TEAM_VOLUME ? "constant volume" : "constant pressure";
  char what[96];
  for (int method = SM_REACTING_RODAS3; method <= SM_REACTING_RKC2; method++) {
    const char *name = method == SM_REACTING_RODAS3 ? "RODAS3" : "RKC2";
    SM_TRY(reset_cells(ctx, g));
    SM_TRY(reset_cells(ctx, h));
    SM_TRY(advance(cpu, h, 1e-6, mode, method));
    SM_TRY(advance(cuda, g, 1e-6, mode, method));
    snprintf(what, sizeof what, "%s, concentrations, %s", name, how);
    SM_TRY(judge(what, g->own.concentrations, h->own.concentrations, g->species, 1e-8, 1e-10));
    snprintf(what, sizeof what, "%s, temperature, %s", name, how);
    SM_TRY(judge(what, g->own.temperature, h->own.temperature, 1, 1e-9, 0));
  }
  SM_TRY(reset_cells(ctx, g));
  SM_TRY(reset_cells(ctx, h));
  SM_TRY(advance(cpu, h, 100 * dt, mode, SM_REACTING_RODAS3));
  SM_TRY(sm_chem_gpu_steps(ctx, gpu, &g->own, dt, 100,
                           mode == SM_TEAM_VOLUME ? SM_TEXT_VOLUME : SM_TEXT_PRESSURE));
  snprintf(what, sizeof what, "short steps, %s", how);
  return judge(what, g->own.temperature, h->own.temperature, 1, 1e-5, 0);
}

/* Every cell once, and those that took long first. */
static enum sm_status check_order(struct sm_device *device, struct test_cells *c) {
  int32_t *order = NULL, *steps = NULL;
  bool seen[CELLS] = {false}, good = true;
  SM_TRY(sm_reacting_order(ctx, device, CELLS, c->steps, c->order, c->bins));
  SM_TRY(sm_device_sync(ctx, device));
  SM_TRY(fetch(ctx, device, c->order, CELLS, sizeof *order, &order));
  SM_TRY(fetch(ctx, device, c->steps, CELLS, sizeof *steps, &steps));
  for (int i = 0; i < CELLS; i++) {
    good = good && order[i] >= 0 && order[i] < CELLS && !seen[order[i]];
    if (good) seen[order[i]] = true;
    if (good && i > 0)
      good = sm_reacting_bin(steps[order[i]], SM_REACTING_BINS) >=
             sm_reacting_bin(steps[order[i - 1]], SM_REACTING_BINS);
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
  struct test_cells g, h;
  SM_TRY(read_mechanism(ctx, files, &m));
  printf("%s: %d species, %d reactions\n", m.name, m.species, m.reactions);
  SM_TRY(sm_chem_gpu_create(ctx, cuda, m.m, 0, &gpu));
  SM_TRY(make_cells(ctx, cuda, &m, CELLS, 1, false, &g));
  SM_TRY(make_cells(ctx, cpu, &m, CELLS, 1, false, &h));
  SM_TRY(compare_rates(gpu, &g, &h));
  free_cells(&g);
  free_cells(&h);
  SM_TRY(make_cells(ctx, cuda, &m, CELLS, 2, true, &g));
  SM_TRY(make_cells(ctx, cpu, &m, CELLS, 2, true, &h));
  /* With orders of their own reactions take what is not there: steps end in rounding. */
  if (h.reacting.tables.plain_rows == h.reacting.tables.rows) {
    SM_TRY(compare_steps(gpu, &g, &h, SM_TEAM_VOLUME));
    SM_TRY(compare_steps(gpu, &g, &h, SM_TEAM_PRESSURE));
    SM_TRY(check_order(cuda, &g));
    SM_TRY(check_order(cpu, &h));
  } else {
    printf("  steps: not compared, reactions have orders of their own\n");
  }
  free_cells(&g);
  free_cells(&h);
  sm_chem_gpu_destroy(&gpu);
  forget_mechanism(&m);
  return SM_OK;
}

int main(int count, char **argument) {
  if (sm_context_create(&(struct sm_context_options){0}, &ctx) != SM_OK) return EXIT_FAILURE;
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
