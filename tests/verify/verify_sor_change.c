/* The change of an iteration, which Bozorgmehr et al. (2021) stop by: measured, as a criterion, its
 * floor in single precision. */
#include "verify/sor_problem.h"

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

TEST_MAIN(the_change_is_that_of_the_last_iteration,
          the_change_of_any_solver_is_that_of_its_last_iteration,
          the_change_of_an_iteration_is_a_stopping_criterion,
          the_change_of_the_published_form_has_a_floor,
          the_published_form_stalls_in_single_precision)
