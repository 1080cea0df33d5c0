/* Solvers of the Poisson equation on prisms: iterations that do not depend on the mesh, solvers
 * that agree, the same bits for any number of threads, single precision. */
#include "prism_problem.h"
#include <stdio.h>
#include <string.h>

static void use_bits(int bits) {
  sm_device_close(&device);
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, bits, 0, &device), SM_OK);
}

/* Slopes of up to 60 degrees. */
static double deep_bottom(double x, double y) { return 5 * paper_bottom(x, y); }
static double thin_surface(double x, double y) { return paper_bottom(x, y) + 0.02 + 0.01 * x * y; }

START_TEST(iterations_do_not_depend_on_the_mesh) {
  set_up();
  static const int sizes[][2] = {{10, 15}, {21, 31}, {42, 63}};
  for (int m = 0; m < 3; m++) {
    struct problem q = paper_problem(sizes[m][0], sizes[m][1]);
    const int plain = solve(&q).result.iterations;
    q.block.distorted = 0.3;
    const int distorted = solve(&q).result.iterations;
    q.block.bottom = deep_bottom;
    const int deep = solve(&q).result.iterations;
    q.block.bottom = paper_bottom;
    q.block.surface = thin_surface;
    const int thin = solve(&q).result.iterations;
    printf("%d x %d: iterations %d, distorted %d, deep %d, thin %d\n", sizes[m][0], sizes[m][1],
           plain, distorted, deep, thin);
    ck_assert_int_le(plain, 9);
    ck_assert_int_le(distorted, 10);
    ck_assert_int_le(deep, 12);
    ck_assert_int_le(thin, 10);
  }
  tear_down();
}
END_TEST

/* Columns whose neighbours are all taken join one of them: they do not pile up from level to level
 * round ever fewer that grow. */
START_TEST(every_level_is_a_fraction_of_the_one_above) {
  set_up();
  struct problem q = paper_problem(200, 2);
  q.block.m = 200;
  const struct outcome out = solve(&q);
  printf("200 x 200 x 2: %d levels, %d iterations\n", out.result.levels, out.result.iterations);
  ck_assert_int_le(out.result.levels, 5);
  ck_assert_int_le(out.result.iterations, 9);
  tear_down();
}
END_TEST

START_TEST(solvers_agree) {
  set_up();
  struct problem q = paper_problem(12, 12);
  struct sm_prisms *p = make_prisms(ctx, &q.block);
  const int cells = p->plane->triangles * p->layers;
  double *x = calloc((size_t)cells, sizeof *x), *y = calloc((size_t)cells, sizeof *y);
  static struct outcome out;
  int count[4];
  q.options.tolerance = 1e-12;
  solve_on(&q, p, x, &out);
  for (int solver = SM_PRISM_JACOBI; solver <= SM_PRISM_COLOUR_SOR; solver++) {
    double worst = 0;
    q.options = sm_prism_options_default();
    q.options.solver = (enum sm_prism_solver)solver;
    q.options.tolerance = 1e-10;
    q.options.max_iterations = 100000;
    q.options.omega = solver == SM_PRISM_SOR ? 1.1 : 1.7;
    q.options.memory = solver == SM_PRISM_JACOBI ? SM_PRISM_GLOBAL : SM_PRISM_RESIDENT;
    solve_on(&q, p, y, &out);
    for (int c = 0; c < cells; c++) worst = fmax(worst, fabs(x[c] - y[c]));
    count[solver] = out.result.iterations;
    printf("solver %d: %d iterations, change %.2e, residual %.2e, off by %.2e\n", solver,
           out.result.iterations, out.result.change, out.result.residual, worst);
    ck_assert_double_le(worst, 1e-10);
    ck_assert_double_le(out.result.change, 1e-10);
    ck_assert_double_eq(out.result.history[out.result.history_count - 1], out.result.change);
  }
  ck_assert_int_lt(count[SM_PRISM_SOR], count[SM_PRISM_JACOBI]);
  ck_assert_int_lt(4 * count[SM_PRISM_COLOUR_SOR], count[SM_PRISM_JACOBI]);
  free(x);
  free(y);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

/* The solution does not depend on the number of threads. */
START_TEST(threads_give_the_same_bits) {
  set_up();
  const struct problem q = paper_problem(12, 12);
  struct sm_prisms *p = make_prisms(ctx, &q.block);
  const size_t cells = (size_t)p->plane->triangles * (size_t)p->layers;
  double *x = calloc(cells, sizeof *x), *y = calloc(cells, sizeof *y);
  static struct outcome out;
  solve_on(&q, p, x, &out);
  device->threads = 1;
  solve_on(&q, p, y, &out);
  ck_assert_int_eq(memcmp(x, y, cells * sizeof *x), 0);
  free(x);
  free(y);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

/* Largest difference of two solutions over the largest number of the first. */
static double difference(const double *a, const double *b, size_t count) {
  double worst = 0, largest = 0;
  for (size_t m = 0; m < count; m++) {
    worst = fmax(worst, fabs(a[m] - b[m]));
    largest = fmax(largest, fabs(a[m]));
  }
  return worst / largest;
}

/* Solves in double and in single precision: both to the same tolerance. */
static void check_single(struct problem q, const char *name) {
  static struct outcome wide, narrow;
  struct sm_prisms *p = make_prisms(ctx, &q.block);
  const size_t cells = sm_prisms_count(p);
  double *x = calloc(cells, sizeof *x), *y = calloc(cells, sizeof *y);
  use_bits(64);
  solve_on(&q, p, x, &wide);
  use_bits(32);
  solve_on(&q, p, y, &narrow);
  const double off = difference(x, y, cells);
  printf("%s, to %.0e: %d iterations, single %d with %d corrections, first leaves %.1e; residual "
         "%.1e, apart by %.1e; %.0f and %.0f bytes a prism\n",
         name, q.options.tolerance, wide.result.iterations, narrow.result.iterations,
         narrow.result.corrections, narrow.result.first_correction, narrow.result.residual, off,
         (double)wide.result.bytes / (double)cells, (double)narrow.result.bytes / (double)cells);
  ck_assert_int_eq(wide.result.corrections, 0);
  ck_assert_int_ge(narrow.result.corrections, 1);
  ck_assert_double_le(off, q.options.solver == SM_PRISM_KRYLOV ? 100 * q.options.tolerance : 1e-8);
  ck_assert_int_le(narrow.result.iterations, wide.result.iterations * 5 / 4 + 2);
  free(x);
  free(y);
  sm_prisms_destroy(&p);
}

/* Iterations in single precision, whose corrections have their residual in double, have no floor of
 * their own. */
START_TEST(single_precision_reaches_the_tolerance_of_double) {
  set_up();
  static const int sizes[][2] = {{10, 15}, {42, 63}};
  for (int m = 0; m < 2; m++) {
    struct problem q = paper_problem(sizes[m][0], sizes[m][1]);
    check_single(q, "published heights");
    q.options.tolerance = 1e-13;
    check_single(q, "published heights");
    q.options.tolerance = 1e-8;
    q.block.bottom = steep_bottom;
    check_single(q, "slopes of 10 in 1");
  }
  struct problem q = {.block = {20, 20, 16, 1, 0.2, 1.1, inclined_bottom, inclined_surface},
                      .exact = product,
                      .source = product_source,
                      .gamma = product_gamma,
                      .options = sm_prism_options_default()};
  check_single(q, "Gamma");
  tear_down();
}
END_TEST

/* Without residuals in double they have one, which a first correction leaves that is iterated as
 * long as its recurrence says that it gains. */
START_TEST(one_correction_in_single_precision_has_a_floor) {
  set_up();
  static struct outcome out;
  static const int sizes[][2] = {{10, 15}, {21, 31}, {42, 63}};
  use_bits(32);
  for (int m = 0; m < 3; m++) {
    struct problem q = paper_problem(sizes[m][0], sizes[m][1]);
    struct sm_prisms *p = make_prisms(ctx, &q.block);
    double *x = calloc(sm_prisms_count(p), sizeof *x);
    q.options.correction = 1e-9;
    solve_on(&q, p, x, &out);
    printf("%d x %d: one correction in single precision leaves %.1e\n", sizes[m][0], sizes[m][1],
           out.result.first_correction);
    ck_assert_double_gt(out.result.first_correction, 1e-7);
    ck_assert_double_lt(out.result.first_correction, 1e-4);
    free(x);
    sm_prisms_destroy(&p);
  }
  tear_down();
}
END_TEST

/* Sweeps in single precision are those in double: their number is the same. */
START_TEST(sweeps_in_single_precision_are_as_many) {
  set_up();
  static struct outcome wide, narrow;
  struct problem q = paper_problem(12, 12);
  struct sm_prisms *p = make_prisms(ctx, &q.block);
  const size_t cells = sm_prisms_count(p);
  double *x = calloc(cells, sizeof *x), *y = calloc(cells, sizeof *y);
  for (int solver = SM_PRISM_JACOBI; solver <= SM_PRISM_COLOUR_SOR; solver++) {
    q.options.solver = (enum sm_prism_solver)solver;
    q.options.tolerance = 1e-8;
    q.options.max_iterations = 100000;
    q.options.omega = 1.1;
    use_bits(64);
    solve_on(&q, p, x, &wide);
    use_bits(32);
    solve_on(&q, p, y, &narrow);
    const double off = difference(x, y, cells);
    printf("solver %d: %d sweeps, in single precision %d with %d corrections, apart by %.1e\n",
           solver, wide.result.iterations, narrow.result.iterations, narrow.result.corrections,
           off);
    ck_assert_int_le(abs(narrow.result.iterations - wide.result.iterations), 1);
    ck_assert_double_le(narrow.result.change, 1e-8);
    ck_assert_double_le(off, 1e-9);
  }
  free(x);
  free(y);
  sm_prisms_destroy(&p);
  tear_down();
}
END_TEST

TEST_MAIN(iterations_do_not_depend_on_the_mesh, every_level_is_a_fraction_of_the_one_above,
          solvers_agree, threads_give_the_same_bits,
          single_precision_reaches_the_tolerance_of_double,
          one_correction_in_single_precision_has_a_floor, sweeps_in_single_precision_are_as_many)
