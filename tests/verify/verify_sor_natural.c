/* The solvers of Bozorgmehr et al. (2021): the same answer as multigrid, the theory of SOR. */
#include "verify/sor_problem.h"

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
          the_difference_of_red_black_and_serial_vanishes,
          convergence_is_as_the_spectral_radius_says, the_best_omega_of_tiny_boxes,
          solvers_are_refused_where_they_cannot_run,
          memory_is_as_announced_and_a_lack_of_it_reported)
