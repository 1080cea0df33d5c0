/* The Poisson equation on prisms: the published errors, second order for every kind of boundary and
 * variable Gamma, linear fields kept, closed boxes, steep slopes. */
#include "prism_problem.h"
#include <stdio.h>

static double product_source_even(void *user, const double at[3]) {
  return -29 * product(user, at);
}

static double linear(void *user, const double at[3]) {
  (void)user;
  return 1 + 2 * at[0] - 3 * at[1] + 4 * at[2];
}
static double linear_gradient(const double at[3], int d) {
  (void)at;
  return d == 0 ? 2 : d == 1 ? -3 : 4;
}

/* Table 2 of Uh Zapata and Hernandez-Lopez, mesh 1 with 32 levels and mesh 2 with 64, on meshes
 * with the numbers of their Table 1. */
START_TEST(errors_are_below_the_published_ones) {
  set_up();
  static const struct {
    int mesh, layers;
    double largest, mean;
  } rows[] = {{1, 31, 1.02e-2, 1.50e-3}, {2, 63, 3.12e-3, 3.08e-4}};
  for (int m = 0; m < 2; m++) {
    const struct problem q = paper_problem(0, rows[m].layers);
    struct sm_triangles *t;
    struct outcome out;
    ck_assert_int_eq(sm_triangles_section(ctx, rows[m].mesh, &t), SM_OK);
    ck_assert_int_eq(sm_triangles_reorder(ctx, t), SM_OK);
    struct sm_prisms *p = raise_prisms(ctx, t, &q.block);
    double *x = calloc(sm_prisms_count(p), sizeof *x);
    solve_on(&q, p, x, &out);
    out.error = compare_prisms(p, x, wave);
    printf("mesh %d: %d triangles x %d, largest %.3e, mean %.3e, %d iterations\n", rows[m].mesh,
           t->triangles, p->layers, out.error.largest, out.error.mean, out.result.iterations);
    ck_assert_double_le(out.error.largest, rows[m].largest);
    ck_assert_double_le(out.error.mean, rows[m].mean);
    ck_assert_int_le(out.result.iterations, 9);
    free(x);
    sm_prisms_destroy(&p);
  }
  tear_down();
}
END_TEST

/* Solves on three meshes, each twice as fine, with an even number of rows: then the diagonals run
 * the same way at both ends. Both orders of the mean error. */
static void check_order(struct problem q, const char *name) {
  double last = 0;
  for (int m = 0; m < 3; m++) {
    q.block.n *= m > 0 ? 2 : 1;
    q.block.m *= m > 0 ? 2 : 1;
    q.block.layers *= m > 0 ? 2 : 1;
    const struct outcome out = solve(&q);
    const double order = m > 0 ? log2(last / out.error.mean) : (double)NAN;
    printf("%s: %d x %d x %d, largest %.3e, mean %.3e, order %.2f, %d iterations\n", name,
           q.block.n, q.block.m, q.block.layers, out.error.largest, out.error.mean, order,
           out.result.iterations);
    if (m > 0) ck_assert_double_ge(order, 1.8);
    last = out.error.mean;
  }
}

START_TEST(order_is_second_on_the_published_domain) {
  set_up();
  struct problem q = paper_problem(10, 15);
  q.block.m = 12;
  check_order(q, "published heights");
  const double kept = solve(&q).error.mean;
  q.options.weights = SM_PRISM_DISTANCE;
  ck_assert_double_gt(solve(&q).error.mean, 1.5 * kept);
  tear_down();
}
END_TEST

START_TEST(order_is_second_with_given_fluxes_and_gamma) {
  set_up();
  struct problem q = {.block = {10, 10, 8, 0, 0, 1, inclined_bottom, inclined_surface},
                      .exact = product,
                      .source = product_source,
                      .gamma = product_gamma,
                      .gradient = product_gradient,
                      .options = sm_prism_options_default()};
  check_order(q, "values given, Gamma");
  q.neumann[0] = q.neumann[2] = q.neumann[4] = true;
  check_order(q, "three sides of fluxes, Gamma");
  for (int side = 1; side < 6; side++) q.neumann[side] = true;
  q.neumann[0] = false;
  check_order(q, "five sides of fluxes, Gamma");
  q.gamma = NULL;
  q.source = product_source_even;
  check_order(q, "five sides of fluxes");
  tear_down();
}
END_TEST

/* On a distorted mesh with layers that grow, for every kind of boundary. */
START_TEST(linear_fields_are_kept) {
  set_up();
  struct problem q = {.block = {9, 8, 7, 1, 0.3, 1.3, paper_bottom, paper_surface},
                      .exact = linear,
                      .gradient = linear_gradient,
                      .options = sm_prism_options_default()};
  q.options.tolerance = 1e-13;
  struct outcome out = solve(&q);
  printf("linear, values given: largest error %.2e\n", out.error.largest);
  ck_assert_double_le(out.error.largest, 1e-12);
  q.block.wavy = 0;
  q.block.bottom = inclined_bottom;
  q.block.surface = inclined_surface;
  for (int side = 0; side < 5; side++) q.neumann[side] = true;
  out = solve(&q);
  printf("linear, fluxes given but at the surface: largest error %.2e\n", out.error.largest);
  ck_assert_double_le(out.error.largest, 1e-12);
  tear_down();
}
END_TEST

/* Nothing holds x: the mean is 0, and what has no sink is reported and taken away. */
START_TEST(closed_boxes_have_a_solution) {
  set_up();
  struct problem q = {.block = {12, 10, 10, 0, 0.1, 1, inclined_bottom, inclined_surface},
                      .exact = product,
                      .source = product_source,
                      .gamma = product_gamma,
                      .gradient = product_gradient,
                      .neumann = {true, true, true, true, true, true},
                      .options = sm_prism_options_default()};
  double last = 0;
  for (int m = 0; m < 2; m++) {
    struct outcome out;
    struct sm_prisms *p = make_prisms(ctx, &q.block);
    const int cells = p->plane->triangles * p->layers;
    double *x = calloc((size_t)cells, sizeof *x), mean = 0, exact = 0, volume = 0, error = 0;
    solve_on(&q, p, x, &out);
    for (int pass = 0; pass < 2; pass++)
      for (int c = 0; c < cells; c++) {
        double place[3];
        const double v = sm_prisms_volume(p, c / p->layers, c % p->layers);
        sm_prism_centre(p, c / p->layers, c % p->layers, place);
        if (pass == 0) {
          mean += v * x[c];
          exact += v * product(NULL, place);
          volume += v;
        } else {
          const double off = x[c] - product(NULL, place) + exact / volume;
          error += v * off * off / volume;
        }
      }
    ck_assert_double_le(fabs(mean / volume), 1e-12);
    ck_assert_double_gt(out.result.imbalance, 0);
    ck_assert_double_le(out.result.imbalance, 0.01);
    printf("closed: %d cells, imbalance %.1e, mean error %.2e, %d iterations\n", cells,
           out.result.imbalance, sqrt(error), out.result.iterations);
    if (m > 0) ck_assert_double_ge(log2(last / sqrt(error)), 1.8);
    last = sqrt(error);
    free(x);
    sm_prisms_destroy(&p);
    q.block.n *= 2;
    q.block.m *= 2;
    q.block.layers *= 2;
  }
  tear_down();
}
END_TEST

START_TEST(steep_slopes_converge) {
  set_up();
  static const int sizes[][2] = {{10, 15}, {21, 31}, {42, 63}};
  for (int m = 0; m < 3; m++) {
    struct problem q = paper_problem(sizes[m][0], sizes[m][1]);
    q.block.bottom = steep_bottom;
    const int steep = solve(&q).result.iterations;
    printf("%d x %d: slopes of 10 in 1, %d iterations\n", sizes[m][0], sizes[m][1], steep);
    ck_assert_int_le(steep, 15);
  }
  tear_down();
}
END_TEST

/* Of slope 1, and 0 at 0.7 of the depth above the surface. */
static double decaying(void *user, const double at[3]) {
  (void)user;
  return at[2] - (flat_surface(0, 0) + 0.7 * 0.5);
}

START_TEST(a_field_is_zero_beyond_the_surface) {
  set_up();
  const struct prism_block block = {.n = 6,
                                    .m = 5,
                                    .layers = 7,
                                    .distorted = 0.2,
                                    .stretched = 1.2,
                                    .bottom = flat_bottom,
                                    .surface = flat_surface};
  struct sm_prism_options options = sm_prism_options_default();
  const struct sm_prism_field below = {.number = -1}, beyond = {.number = 0.7};
  const struct sm_prism_field side = {.at = decaying};
  static struct sm_prism_result result;
  struct sm_prisms *p = make_prisms(ctx, &block);
  double *x = calloc(sm_prisms_count(p), sizeof *x);
  struct sm_prism *s = NULL;
  options.tolerance = 1e-12;
  ck_assert_int_eq(sm_prism_create(ctx, device, p, &options, &s), SM_OK);
  ck_assert_int_eq(sm_prism_set_boundary(ctx, s, SM_PRISM_BOTTOM, SM_PRISM_NEUMANN, &below), SM_OK);
  ck_assert_int_eq(sm_prism_set_boundary(ctx, s, SM_PRISM_SURFACE, SM_PRISM_ROBIN, &beyond), SM_OK);
  for (int m = 0; m < 4; m++)
    ck_assert_int_eq(
        sm_prism_set_boundary(ctx, s, SM_MESH_BLOCK_SOUTH + m, SM_PRISM_DIRICHLET, &side), SM_OK);
  ck_assert_int_eq(sm_prism_set_boundary(ctx, s, SM_MESH_BLOCK_SOUTH, SM_PRISM_ROBIN, &beyond),
                   SM_ERR_DATA);
  ck_assert_int_eq(sm_prism_solve(ctx, s, &result), SM_OK);
  ck_assert(result.converged);
  ck_assert_int_eq(sm_prism_fetch(ctx, s, x), SM_OK);
  const double largest = compare_prisms(p, x, decaying).largest;
  printf("zero beyond the surface: largest error %.2e\n", largest);
  ck_assert(largest < 1e-10);
  sm_prism_destroy(&s);
  sm_prisms_destroy(&p);
  free(x);
  tear_down();
}
END_TEST

TEST_MAIN(errors_are_below_the_published_ones, order_is_second_on_the_published_domain,
          order_is_second_with_given_fluxes_and_gamma, linear_fields_are_kept,
          closed_boxes_have_a_solution, steep_slopes_converge, a_field_is_zero_beyond_the_surface)
