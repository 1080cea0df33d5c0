/* sor_problem.h - Poisson problems for the solvers of Bozorgmehr et al. (2021), on the host and a
 * GPU. */
#ifndef SM_TESTS_SOR_PROBLEM_H
#define SM_TESTS_SOR_PROBLEM_H

#include "geometry.h"
#include "harness.h"
#include "solve/sor/sor.h"
#include <math.h>
#include <stdio.h>

static struct sm_context *ctx;
static struct sm_device *host, *gpu; /* gpu: NULL where there is none */

static void set_up(void) {
  if (host != NULL) return;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, 32, 0, &host), SM_OK);
  if (sm_device_open(ctx, "cuda", 0, 32, 0, &gpu) != SM_OK)
    printf("skipped on a GPU: %s\n", sm_context_message(ctx));
}

/* A problem on a device. b is for the host; on_device is its copy there. */
struct problem {
  struct geometry g;
  struct sm_device *device;
  struct sm_poisson *poisson;
  double *b, *on_device;
};

static void random_b(struct problem *p) {
  const struct sm_red_black *s = &p->poisson->level[0].layout;
  uint32_t state = 5;
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        const double value = geometry_random(&state) - 0.4;
        if (p->g.cell[geometry_index(&p->g, i, j, k)] & SM_OPEN_ALL)
          p->b[s->origin + sm_red_black_index(s, i, j, k)] = value;
      }
}

static void finish_problem(struct problem *p, struct sm_device *device,
                           const struct sm_cut_cell *cut, int64_t cuts) {
  p->device = device;
  geometry_open_faces(&p->g);
  const struct sm_poisson_setup setup = {
      .grid = &p->g.grid, .eta = 1.3, .cell = p->g.cell, .cut = cut, .cut_count = cuts};
  ck_assert_int_eq(sm_poisson_create(ctx, device, &setup, &p->poisson), SM_OK);
  const size_t size = p->poisson->level[0].layout.size;
  p->b = calloc(size, sizeof *p->b);
  random_b(p);
  ck_assert_int_eq(sm_device_allocate(ctx, device, size, sizeof(double), "b", &p->on_device),
                   SM_OK);
  ck_assert_int_eq(sm_device_upload(ctx, device, p->on_device, p->b, size * sizeof(double)), SM_OK);
}

static void free_problem(struct problem *p) {
  sm_device_release(p->device, p->on_device, p->poisson->level[0].layout.size, sizeof(double));
  sm_poisson_destroy(&p->poisson);
  geometry_free(&p->g);
  free(p->b);
}

static struct sm_poisson_options options_of(enum sm_wind_solver solver, double tolerance) {
  struct sm_poisson_options options = sm_poisson_options_default();
  options.solver = solver;
  options.tolerance = tolerance;
  options.check_every = solver < SM_SOLVER_SOR ? 20 : 1;
  if (solver != SM_SOLVER_MULTIGRID) options.max_iterations = 100000;
  return options;
}

static struct sm_poisson_result result;

static enum sm_status solve(struct problem *p, const struct sm_poisson_options *options) {
  struct sm_poisson_array array = {p->poisson, p->on_device + p->poisson->level[0].layout.origin};
  const struct sm_poisson_problem problem = sm_poisson_array_problem(&array);
  return sm_poisson_solve(ctx, p->poisson, &problem, options, &result);
}

static void solve_well(struct problem *p, const struct sm_poisson_options *options) {
  ck_assert_msg(solve(p, options) == SM_OK, "%s", sm_context_message(ctx));
}

/* The solution, to be freed. */
static double *copy_x(const struct problem *p) {
  const struct sm_red_black *s = &p->poisson->level[0].layout;
  double *x = malloc(s->size * sizeof *x);
  ck_assert_int_eq(
      sm_device_download(ctx, p->device, x, p->poisson->x - s->origin, s->size * sizeof *x), SM_OK);
  return x;
}

static double largest_difference(const struct problem *p, const double *a, const double *b) {
  double worst = 0;
  for (size_t c = 0; c < p->poisson->level[0].layout.size; c++)
    if (!(fabs(a[c] - b[c]) <= worst)) worst = fabs(a[c] - b[c]);
  return worst;
}

/* Two boxes in a stretched grid of odd sizes. */
static struct geometry boxes(void) {
  const int n[3] = {25, 21, 18};
  struct geometry g = geometry_create(ctx, n, (double[]){1, 1.3, 0.7}, 1.02);
  geometry_box(&g, 5, 12, 6, 9, 0, 8, 1);
  geometry_box(&g, 14, 18, 3, 15, 0, 5, 1);
  return g;
}

#endif
