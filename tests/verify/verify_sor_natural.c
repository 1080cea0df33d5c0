/* The solvers of Bozorgmehr et al. (2021): the same answer as multigrid, the theory of SOR. */
#include "harness.h"

#include "geometry.h"
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

static bool runs_on(enum sm_wind_solver solver, const struct sm_device *device) {
  if (sm_device_is_host(device))
    return solver == SM_SOLVER_SOR || solver == SM_SOLVER_SOR_GLOBAL ||
           solver == SM_SOLVER_SOR_COPIED;
  return solver != SM_SOLVER_SOR;
}

static void check_agreement(struct sm_device *device, bool cut) {
  struct problem p = {.g = boxes()};
  const struct sm_cut_cell part = {geometry_index(&p.g, 3, 3, 0), {0.5f, 1, 1, 0.25f, 0, 1}, 0.5f};
  finish_problem(&p, device, cut ? &part : NULL, cut);
  struct sm_poisson_options options = options_of(SM_SOLVER_MULTIGRID, 1e-11);
  solve_well(&p, &options);
  double *first = copy_x(&p);
  for (int s = SM_SOLVER_SOR; s <= SM_SOLVER_SOR_COPIED; s++) {
    if (!runs_on((enum sm_wind_solver)s, device)) continue;
    options = options_of((enum sm_wind_solver)s, 1e-10);
    solve_well(&p, &options);
    ck_assert(result.converged);
    double *x = copy_x(&p);
    ck_assert_msg(largest_difference(&p, first, x) <= 1e-7, "%s on %s: %g",
                  sm_wind_solver_name((enum sm_wind_solver)s), device->name,
                  largest_difference(&p, first, x));
    ck_assert_msg(result.change > 0 && result.change < 1e-6, "%g", result.change);
    ck_assert_int_eq(result.change_count, result.iterations);
    free(x);
  }
  free(first);
  free_problem(&p);
}

START_TEST(every_solver_converges_to_the_solution_of_multigrid) {
  set_up();
  for (int cut = 0; cut < 2; cut++) {
    check_agreement(host, cut);
    if (gpu != NULL) check_agreement(gpu, cut);
  }
}
END_TEST

/* After few iterations red-black and serial sweeps differ, like the paper's figure 4; converged
 * they do not. */
START_TEST(the_difference_of_red_black_and_serial_vanishes) {
  set_up();
  struct problem p = {.g = boxes()};
  finish_problem(&p, host, NULL, 0);
  double difference[2];
  for (int converged = 0; converged < 2; converged++) {
    double *x[2];
    for (int s = 0; s < 2; s++) {
      struct sm_poisson_options options =
          options_of(s ? SM_SOLVER_SOR_GLOBAL : SM_SOLVER_SOR, 1e-11);
      if (!converged) options.max_iterations = 30;
      solve_well(&p, &options);
      ck_assert(result.converged == (converged == 1));
      x[s] = copy_x(&p);
    }
    difference[converged] = largest_difference(&p, x[0], x[1]);
    free(x[0]);
    free(x[1]);
  }
  ck_assert_msg(difference[0] > 1e-4 && difference[1] < 1e-8 * difference[0], "%g and %g",
                difference[0], difference[1]);
  free_problem(&p);
}
END_TEST

/* The error of eq. 7, of lambda = 2 x, against the iterates themselves. */
START_TEST(the_change_is_that_of_the_last_iteration) {
  set_up();
  struct problem p = {.g = boxes()};
  finish_problem(&p, host, NULL, 0);
  for (int s = SM_SOLVER_SOR; s <= SM_SOLVER_SOR_GLOBAL; s++) {
    struct sm_poisson_options options = options_of((enum sm_wind_solver)s, 1e-10);
    options.max_iterations = 9;
    solve_well(&p, &options);
    double *before = copy_x(&p);
    options.max_iterations = 10;
    solve_well(&p, &options);
    double *after = copy_x(&p);
    ck_assert_double_eq_tol(result.change / (2 * largest_difference(&p, before, after)), 1, 1e-5);
    ck_assert_double_eq(result.changes[9], result.change);
    options.check_every = 4; /* of 10 iterations, 4 and 8 are measured */
    const double eighth = result.changes[7];
    solve_well(&p, &options);
    ck_assert_int_eq(result.iterations, 10);
    ck_assert_int_eq(result.change_count, 2);
    ck_assert_double_eq(result.changes[1], eighth);
    double *same = copy_x(&p);
    ck_assert_double_le(largest_difference(&p, after, same), 1e-5); /* of rounding */
    free(before);
    free(after);
    free(same);
  }
  for (int s = SM_SOLVER_MULTIGRID; s <= SM_SOLVER_RED_BLACK_SOR; s++) {
    struct sm_poisson_options options = options_of((enum sm_wind_solver)s, 1e-6);
    solve_well(&p, &options);
    ck_assert(isnan(result.change) && result.change_count == 0); /* it costs time */
  }
  free_problem(&p);
}
END_TEST

/* The same of the solvers that measure it only when asked, on the host and a GPU. */
START_TEST(the_change_of_any_solver_is_that_of_its_last_iteration) {
  set_up();
  struct sm_device *const devices[] = {host, gpu};
  for (int d = 0; d < 2 && devices[d] != NULL; d++)
    for (int s = SM_SOLVER_MULTIGRID; s <= SM_SOLVER_RED_BLACK_SOR; s++) {
      struct problem p = {.g = boxes()};
      finish_problem(&p, devices[d], NULL, 0);
      struct sm_poisson_options options = options_of((enum sm_wind_solver)s, 1e-12);
      options.measure_change = true;
      options.check_every = 3;
      options.max_iterations = s == SM_SOLVER_MULTIGRID ? 3 : 8;
      solve_well(&p, &options);
      double *before = copy_x(&p);
      options.max_iterations++;
      solve_well(&p, &options);
      double *after = copy_x(&p);
      ck_assert_double_eq_tol(result.change / (2 * largest_difference(&p, before, after)), 1, 1e-4);
      ck_assert_int_eq(result.change_count, s == SM_SOLVER_MULTIGRID ? 4 : 3);
      free(before);
      free(after);
      free_problem(&p);
    }
}
END_TEST

/* Every solver ends at the first iteration that changes as little as was asked for. */
START_TEST(the_change_of_an_iteration_is_a_stopping_criterion) {
  set_up();
  struct problem p = {.g = boxes()};
  finish_problem(&p, host, NULL, 0);
  for (int s = SM_SOLVER_MULTIGRID; s <= SM_SOLVER_SOR_GLOBAL; s++) {
    struct sm_poisson_options options = options_of((enum sm_wind_solver)s, 1e-6);
    options.check_every = 1;
    options.change_tolerance = 1e-3;
    solve_well(&p, &options);
    ck_assert(result.converged && result.iterations > 2);
    ck_assert(result.change <= 1e-3 && result.changes[result.iterations - 2] > 1e-3);
    ck_assert(result.residual > 1e-6); /* the criterion is another one */
    const int iterations = result.iterations;
    options.max_iterations = iterations - 1;
    solve_well(&p, &options);
    ck_assert(!result.converged && result.iterations == iterations - 1);
  }
  free_problem(&p);
}
END_TEST

/* As published, lambda stays in float: its changes end at a floor, which is Table 1 from 2000
 * iterations on. */
START_TEST(the_change_of_the_published_form_has_a_floor) {
  set_up();
  struct problem p = {.g = boxes()};
  finish_problem(&p, host, NULL, 0);
  for (int s = SM_SOLVER_RED_BLACK_SOR; s <= SM_SOLVER_SOR_GLOBAL; s++) {
    struct sm_poisson_options options = options_of((enum sm_wind_solver)s, 1e-6);
    options.check_every = 1;
    options.change_tolerance = 1e-14;
    options.max_iterations = 2000;
    solve_well(&p, &options);
    ck_assert(result.converged == (s == SM_SOLVER_RED_BLACK_SOR));
    if (s == SM_SOLVER_RED_BLACK_SOR) continue;
    ck_assert_msg(result.change > 1e-8 && result.change < 1e-3, "%g", result.change);
  }
  free_problem(&p);
}
END_TEST

/* In float, the published form moves on by rounding errors of lambda: without handing lambda on to
 * double, which is done when it is looked at, the residual ends far above what others reach. */
START_TEST(the_published_form_stalls_in_single_precision) {
  set_up();
  struct problem p = {.g = boxes()};
  finish_problem(&p, host, NULL, 0);
  for (int s = SM_SOLVER_SOR; s <= SM_SOLVER_SOR_GLOBAL; s++) {
    struct sm_poisson_options options = options_of((enum sm_wind_solver)s, 1e-12);
    options.check_every = options.max_iterations = 2000;
    solve_well(&p, &options);
    ck_assert_msg(result.residual > 1e-8 && result.residual < 1e-5, "%g", result.residual);
    options.check_every = 1;
    solve_well(&p, &options);
    ck_assert(result.converged);
  }
  free_problem(&p);
}
END_TEST

/* Reduction of the error per iteration by Young's theory, below the best omega. */
static double young(double omega, double mu) {
  const double root = sqrt(omega * omega * mu * mu - 4 * (omega - 1));
  return 0.25 * (omega * mu + root) * (omega * mu + root);
}

static double measured_rate(struct problem *p, enum sm_wind_solver solver, double omega) {
  struct sm_poisson_options options = options_of(solver, 1e-14);
  options.omega = omega;
  options.max_iterations = 260;
  solve_well(p, &options);
  return pow(result.changes[259] / result.changes[199], 1.0 / 60);
}

START_TEST(convergence_is_as_the_spectral_radius_says) {
  set_up();
  const int n[3] = {30, 26, 22};
  struct problem p = {.g = geometry_create(ctx, n, (double[]){1, 1.2, 0.8}, 1)};
  finish_problem(&p, host, NULL, 0);
  double mu, best;
  ck_assert_int_eq(sm_jacobi_spectral_radius(ctx, p.poisson, &mu), SM_OK);
  /* the closed form, where the ground costs an error of second order only */
  const double pi = 3.14159265358979323846, c[3] = {1, 1 / 1.44, 1.3 / 0.64};
  const double closed =
      (c[0] * cos(pi / 31) + c[1] * cos(pi / 27) + c[2] * cos(pi / 45)) / (c[0] + c[1] + c[2]);
  ck_assert_double_eq_tol((1 - mu) / (1 - closed), 1, 0.05);
  for (int s = SM_SOLVER_SOR; s <= SM_SOLVER_SOR_GLOBAL; s++) {
    const double rate = measured_rate(&p, (enum sm_wind_solver)s, 1.5);
    ck_assert_msg(fabs((1 - rate) / (1 - young(1.5, mu)) - 1) < 0.05, "%g, theory %g", rate,
                  young(1.5, mu));
  }
  ck_assert_int_eq(sm_sor_optimal_omega(ctx, p.poisson, NAN, &best), SM_OK);
  ck_assert_double_eq_tol(best, 2 / (1 + sqrt(1 - mu * mu)), 1e-12);
  int iterations[3];
  const double omega[3] = {best - 0.06, NAN, best + 0.06};
  for (int m = 0; m < 3; m++) {
    struct sm_poisson_options options = options_of(SM_SOLVER_SOR, 1e-8);
    options.omega = omega[m];
    solve_well(&p, &options);
    iterations[m] = result.iterations;
  }
  ck_assert_msg(iterations[1] < iterations[0] && iterations[1] < iterations[2], "%d %d %d",
                iterations[0], iterations[1], iterations[2]);
  free_problem(&p);
}
END_TEST

/* Cubes of one and of few cells, where modes are known: a single cell with five open faces is
 * solved at once. */
START_TEST(the_best_omega_of_tiny_boxes) {
  set_up();
  double mu;
  const int one[3] = {1, 1, 1}, two[3] = {2, 1, 1};
  struct problem p = {.g = geometry_create(ctx, one, (double[]){1, 1, 1}, 1)};
  finish_problem(&p, host, NULL, 0);
  ck_assert_int_eq(sm_jacobi_spectral_radius(ctx, p.poisson, &mu), SM_OK);
  ck_assert_double_eq_tol(mu, 0, 1e-12);
  free_problem(&p);
  p = (struct problem){.g = geometry_create(ctx, two, (double[]){1, 1, 1}, 1)};
  finish_problem(&p, host, NULL, 0);
  ck_assert_int_eq(sm_jacobi_spectral_radius(ctx, p.poisson, &mu), SM_OK);
  ck_assert_double_eq_tol(mu, 1 / (2 + 2 + 1.3), 1e-12); /* one neighbour in five faces */
  free_problem(&p);
}
END_TEST

START_TEST(solvers_are_refused_where_they_cannot_run) {
  set_up();
  struct problem p = {.g = boxes()};
  finish_problem(&p, host, NULL, 0);
  for (int s = SM_SOLVER_SOR_SHARED; s <= SM_SOLVER_SOR_GRAPH; s++) {
    const struct sm_poisson_options options = options_of((enum sm_wind_solver)s, 1e-6);
    ck_assert_int_eq(solve(&p, &options), SM_ERR_DEVICE);
    const char *message = sm_context_message(ctx);
    ck_assert_ptr_nonnull(strstr(message, sm_wind_solver_name((enum sm_wind_solver)s)));
    ck_assert_ptr_nonnull(strstr(message, "runs on a GPU only\nhelp: "));
  }
  free_problem(&p);
  if (gpu == NULL) return;
  p = (struct problem){.g = boxes()};
  finish_problem(&p, gpu, NULL, 0);
  const struct sm_poisson_options options = options_of(SM_SOLVER_SOR, 1e-6);
  ck_assert_int_eq(solve(&p, &options), SM_ERR_DEVICE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "serial and has no GPU form\nhelp: "));
  free_problem(&p);
}
END_TEST

START_TEST(memory_is_as_announced_and_a_lack_of_it_reported) {
  set_up();
  struct problem p = {.g = boxes()};
  finish_problem(&p, host, NULL, 0);
  struct sm_poisson_options options = options_of(SM_SOLVER_SOR_GLOBAL, 1e-6);
  options.omega = NAN;
  const size_t before = host->peak = host->allocated;
  solve_well(&p, &options);
  ck_assert_uint_eq(host->allocated, before);
  const size_t taken = host->peak - before;
  host->peak = before;
  ck_assert_int_eq(sm_sor_natural_reserve(ctx, p.poisson, &options), SM_OK);
  ck_assert_uint_eq(host->peak - before, taken);
  int failed = 0;
  for (enum sm_status status = SM_ERR_MEMORY; status != SM_OK; failed++) {
    sm_context_fail_allocation(ctx, failed + 1);
    status = solve(&p, &options);
    ck_assert(status == SM_OK || status == SM_ERR_MEMORY);
    ck_assert_uint_eq(host->allocated, before);
  }
  sm_context_fail_allocation(ctx, 0);
  ck_assert_int_gt(failed, 4);
  free_problem(&p);
}
END_TEST

TEST_MAIN(every_solver_converges_to_the_solution_of_multigrid,
          the_difference_of_red_black_and_serial_vanishes, the_change_is_that_of_the_last_iteration,
          the_change_of_any_solver_is_that_of_its_last_iteration,
          the_change_of_an_iteration_is_a_stopping_criterion,
          the_change_of_the_published_form_has_a_floor,
          the_published_form_stalls_in_single_precision, convergence_is_as_the_spectral_radius_says,
          the_best_omega_of_tiny_boxes, solvers_are_refused_where_they_cannot_run,
          memory_is_as_announced_and_a_lack_of_it_reported)
