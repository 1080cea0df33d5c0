/* The Poisson equation on prisms: the published errors, second order for every kind of boundary and
 * variable Gamma, linear fields kept, iterations that do not depend on the mesh, solvers that
 * agree. */
#include "domain/mesh/triangles.h"
#include "harness.h"
#include "prism_fixture.h"
#include <stdio.h>
#include <string.h>

typedef double function(void *user, const double at[3]);

static struct sm_context *ctx;
static struct sm_device *device;

static void set_up(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, 64, 0, &device), SM_OK);
}

static void use_bits(int bits) {
  sm_device_close(&device);
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, bits, 0, &device), SM_OK);
}

static void tear_down(void) {
  sm_device_close(&device);
  sm_context_destroy(&ctx);
}

/* Problem and mesh. The derivative along the outward normal is that of `exact`. */
struct problem {
  struct prism_block block;
  function *exact, *source, *gamma;
  double (*gradient)(const double at[3], int d);
  bool neumann[6]; /* south, east, north, west, bottom, surface */
  struct sm_prism_options options;
};

/* Of a side whose derivative is given: its normal, from the exact gradient. */
struct slope {
  const struct problem *problem;
  int side;
};

/* Only sides that are straight, and heights that are linear, have normals here. */
static double derivative(void *user, const double at[3]) {
  const struct slope *s = user;
  const struct prism_block *b = &s->problem->block;
  double n[3] = {s->side == 3 ? -1 : s->side == 1, s->side == 0 ? -1 : s->side == 2, 0};
  if (s->side >= 4) {
    double (*height)(double, double) = s->side == 4 ? b->bottom : b->surface;
    const double slope_x = height(at[0] + 0.5, at[1]) - height(at[0] - 0.5, at[1]);
    const double slope_y = height(at[0], at[1] + 0.5) - height(at[0], at[1] - 0.5);
    const double size = (s->side == 4 ? -1 : 1) * sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    n[0] = -slope_x / size;
    n[1] = -slope_y / size;
    n[2] = 1 / size;
  }
  double sum = 0;
  for (int d = 0; d < 3; d++)
    if (n[d] < 0 || n[d] > 0) sum += n[d] * s->problem->gradient(at, d);
  return sum;
}

struct outcome {
  struct prism_error error;
  struct sm_prism_result result;
};

static void solve_on(const struct problem *q, const struct sm_prisms *p, double *x,
                     struct outcome *out) {
  struct slope slope[6];
  struct sm_prism *s = NULL;
  const struct sm_prism_field source = {.at = q->source}, gamma = {.at = q->gamma};
  ck_assert_int_eq(sm_prism_create(ctx, device, p, &q->options, &s), SM_OK);
  if (q->source != NULL) ck_assert_int_eq(sm_prism_set_source(ctx, s, &source), SM_OK);
  if (q->gamma != NULL) ck_assert_int_eq(sm_prism_set_gamma(ctx, s, &gamma), SM_OK);
  for (int side = 0; side < 6; side++) {
    slope[side] = (struct slope){q, side};
    const struct sm_prism_field value = {.at = q->exact};
    const struct sm_prism_field flux = {.at = derivative, .user = &slope[side]};
    const int part = side < 4    ? SM_MESH_BLOCK_SOUTH + side
                     : side == 4 ? SM_PRISM_BOTTOM
                                 : SM_PRISM_SURFACE;
    ck_assert_int_eq(sm_prism_set_boundary(ctx, s, part,
                                           q->neumann[side] ? SM_PRISM_NEUMANN : SM_PRISM_DIRICHLET,
                                           q->neumann[side] ? &flux : &value),
                     SM_OK);
  }
  ck_assert_int_eq(sm_prism_solve(ctx, s, &out->result), SM_OK);
  ck_assert(out->result.converged);
  ck_assert_int_eq(sm_prism_fetch(ctx, s, x), SM_OK);
  sm_prism_destroy(&s);
}

static struct outcome solve(const struct problem *q) {
  static struct outcome out;
  struct sm_prisms *p = make_prisms(ctx, &q->block);
  double *x = calloc((size_t)p->plane->triangles * (size_t)p->layers, sizeof *x);
  solve_on(q, p, x, &out);
  out.error = compare_prisms(p, x, q->exact);
  free(x);
  sm_prisms_destroy(&p);
  return out;
}

/* --- fields --- */

static double wave(void *user, const double at[3]) {
  (void)user;
  return sin(prism_pi * at[0]) * sin(prism_pi * at[1]) * sin(prism_pi * at[2]);
}
static double wave_source(void *user, const double at[3]) {
  return -3 * prism_pi * prism_pi * wave(user, at);
}

static double linear(void *user, const double at[3]) {
  (void)user;
  return 1 + 2 * at[0] - 3 * at[1] + 4 * at[2];
}
static double linear_gradient(const double at[3], int d) {
  (void)at;
  return d == 0 ? 2 : d == 1 ? -3 : 4;
}

/* cos(2 x + 1) cos(3 y) cos(4 z), Gamma = 2 + x y - z */
static double product(void *user, const double at[3]) {
  (void)user;
  return cos(2 * at[0] + 1) * cos(3 * at[1]) * cos(4 * at[2]);
}
static double product_gradient(const double at[3], int d) {
  const double x = 2 * at[0] + 1, y = 3 * at[1], z = 4 * at[2];
  return d == 0   ? -2 * sin(x) * cos(y) * cos(z)
         : d == 1 ? -3 * cos(x) * sin(y) * cos(z)
                  : -4 * cos(x) * cos(y) * sin(z);
}
static double product_gamma(void *user, const double at[3]) {
  (void)user;
  return 2 + at[0] * at[1] - at[2];
}
static double product_source(void *user, const double at[3]) {
  return product_gamma(user, at) * -29 * product(user, at) + at[1] * product_gradient(at, 0) +
         at[0] * product_gradient(at, 1) - product_gradient(at, 2);
}
static double product_source_even(void *user, const double at[3]) {
  return -29 * product(user, at);
}

static double inclined_bottom(double x, double y) { return -0.3 + 0.2 * x - 0.1 * y; }
static double inclined_surface(double x, double y) { return 0.3 - 0.1 * x + 0.2 * y; }

/* --- tests --- */

static struct problem paper_problem(int n, int layers) {
  return (struct problem){.block = {n, n + 1, layers, 1, 0, 1, paper_bottom, paper_surface},
                          .exact = wave,
                          .source = wave_source,
                          .options = sm_prism_options_default()};
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

/* Slopes of up to 10 in 1: prisms are coupled with those above and below the ones beside them, too
 * (docs/theory/prisms.md). */
static double steep_bottom(double x, double y) { return 30 * paper_bottom(x, y); }

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

TEST_MAIN(errors_are_below_the_published_ones, order_is_second_on_the_published_domain,
          order_is_second_with_given_fluxes_and_gamma, linear_fields_are_kept,
          closed_boxes_have_a_solution, iterations_do_not_depend_on_the_mesh, steep_slopes_converge,
          every_level_is_a_fraction_of_the_one_above, a_field_is_zero_beyond_the_surface,
          solvers_agree, threads_give_the_same_bits,
          single_precision_reaches_the_tolerance_of_double,
          one_correction_in_single_precision_has_a_floor, sweeps_in_single_precision_are_as_many)
