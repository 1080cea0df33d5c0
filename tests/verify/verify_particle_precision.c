/* Particles in f64: orders of the schemes far below the rounding of f32, by the kernels of runs. */
#include "harness.h"

#include "cell/cells.h"
#include "physics/particles/wind/internal.h"
#include <math.h>
#include <string.h>

/* Cells of 0.75 m, the paper's domain: 15 m in the vortex of 7.5 m. */
enum { N = 20, STEPS = 4096 };
static const double width = 0.75, duration = 0.25;
static const double start[3] = {7.5 + 3.0, 7.5 + 0.75, 1.875}; /* exact in both precisions */

static float h_f32[N], g_f32[N + 1], face_f32[N + 1];
static double h_f64[N], g_f64[N + 1], face_f64[N + 1];
static uint8_t open[N * N * N];
static struct sm_wind_node node[N * N * N + 1];
static struct sm_spline_axis spline;
static struct sm_context *ctx;

static void fill_axes(void) {
  for (int i = 0; i <= N; i++) {
    face_f64[i] = i * width;
    face_f32[i] = (float)face_f64[i];
    g_f32[i] = (float)(g_f64[i] = 1 / width);
    if (i < N) h_f32[i] = (float)(h_f64[i] = width);
  }
  memset(open, SM_OPEN_ALL, sizeof open);
}

/* Coefficients of splines: any make a smooth wind, here one that turns round the middle. */
static void fill_nodes(void) {
  double centre[N];
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (int i = 0; i < N; i++) centre[i] = (i + 0.5) * width;
  ck_assert_int_eq(sm_spline_axis_create(ctx, N, centre, &spline), SM_OK);
  for (int c = 0; c < N * N * N; c++) {
    const double x = centre[c % N], y = centre[c / N % N], z = centre[c / N / N];
    node[c].wind[0] = (float)(12 * sin(0.4 * y) * cos(0.3 * z));
    node[c].wind[1] = (float)(-9 * sin(0.35 * x) * cos(0.2 * z));
    node[c].wind[2] = (float)(2 + 3 * cos(0.3 * x + 0.25 * y));
  }
}

static struct sm_particle_advance advance_of(double h, int steps, int scheme) {
  struct sm_particle_advance a = {.count = 1,
                                  .h_f32 = (float)h,
                                  .h_f64 = h,
                                  .steps = steps,
                                  .scheme = scheme,
                                  .vortex_f32 = {40, 7.5, 1},
                                  .vortex_f64 = {40, 7.5, 1}};
  a.air.grid_f32 = (struct sm_particle_grid_f32){.sy = N, .sz = N * N, .open = open};
  a.air.grid_f64 = (struct sm_particle_grid_f64){.sy = N, .sz = N * N, .open = open};
  a.air.nodes = (struct sm_node_wind){.sy = N, .sz = N * N, .node = node};
  for (int d = 0; d < 3; d++) {
    a.air.grid_f32.n[d] = a.air.grid_f64.n[d] = N;
    a.air.grid_f32.h[d] = h_f32, a.air.grid_f32.g[d] = g_f32;
    a.air.grid_f64.h[d] = h_f64, a.air.grid_f64.g[d] = g_f64;
    a.air.grid_f32.even[d] = (float)(a.air.grid_f64.even[d] = 1 / width);
    a.air.nodes.spline_f32[d] = spline.table;
    a.air.nodes.spline_f64[d] = spline.table_f64;
    a.face_f32[d] = face_f32, a.face_f64[d] = face_f64;
    a.foot_f32[d] = (float)(a.foot_f64[d] = d < 2 ? 7.5 : 0);
  }
  return a;
}

/* --- wind --- */

static uint32_t draw(int n) {
  const struct sm_random_key key = {7, (uint64_t)n, 0, 0};
  return sm_random(key).word[0];
}

/* At random places, with some closed faces. */
static void compare_winds(enum sm_wind_sampling sampling, double tolerance) {
  struct sm_particle_advance a = advance_of(0.1, 1, SM_SCHEME_MIDPOINT);
  static float faces[3][(N + 1) * (N + 1) * (N + 1)];
  const float rough = 0.01f;
  a.air.nodes.rough = &rough;
  a.air.faces =
      (struct sm_face_winds){N + 1, (N + 1) * (N + 1), {faces[0]}, {faces[1]}, {faces[2]}};
  for (int c = 0; c < (N + 1) * (N + 1) * (N + 1); c++)
    for (int d = 0; d < 3; d++) faces[d][c] = (float)(draw(3 * c + d) % 1000) / 100;
  for (int c = 0; c < N * N * N; c++) open[c] = (uint8_t)(draw(c) % 64);
  for (int n = 0; n < 3000; n++) {
    struct sm_grid_position_f32 at;
    struct sm_grid_position_f64 same;
    float u[3];
    double v[3];
    for (int d = 0; d < 3; d++) {
      same.cell[d] = at.cell[d] = (int)(draw(7 * n + d) % N);
      at.part[d] = draw(11 * n + d);
      same.part[d] = (uint64_t)at.part[d] << SM_PARTICLE_MORE_BITS;
    }
    sm_wind_at_f32(&a, sampling, &at, u);
    sm_wind_at_f64(&a, sampling, &same, v);
    for (int d = 0; d < 3; d++)
      ck_assert_msg(fabs((double)u[d] - v[d]) <= tolerance, "%.9g is not %.9g", (double)u[d], v[d]);
  }
}

START_TEST(both_precisions_see_the_same_wind) {
  fill_axes();
  fill_nodes();
  compare_winds(SM_SAMPLE_FACES, 5e-6);
  compare_winds(SM_SAMPLE_TRILINEAR, 2e-5);
  compare_winds(SM_SAMPLE_BSPLINE, 2e-5);
  compare_winds(SM_SAMPLE_VORTEX, 2e-4);
  sm_spline_axis_free(&spline);
  sm_context_destroy(&ctx);
}
END_TEST

/* --- one grain --- */

struct place {
  double x[3];
};

typedef void kernel(const struct sm_particle_advance *, int, int, int);

/* Place of a grain of `diameter` m, released at rest, after `steps` steps of one batch. */
static struct place fly(kernel *advance, bool f64, int scheme, double diameter, int steps) {
  const struct sm_air_properties air = {1.225, 1.78e-5, 0};
  const double h = duration / steps;
  struct sm_particle_advance a = advance_of(h, steps, scheme);
  const struct sm_particle_drag_f64 grain =
      sm_particle_drag_of_f64(&air, diameter, 2650, 9.81, SM_DRAG_STOKES);
  const struct sm_particle_kind_f64 kind_f64 = {
      grain, sm_relaxation_of_f64(sm_relaxation_number_f64(grain, h, 1))};
  struct sm_particle_kind kind = {.grain = {(float)grain.tau, 0, (float)grain.gravity}};
  kind.relaxed = sm_relaxation_of_f32(sm_relaxation_number_f32(kind.grain, (float)h, 1));
  struct sm_particle particle = {.kind = 0};
  struct sm_particle_f64 more = {{0}, 0, {0}};
  struct sm_particle_tag tag = {.mass = 1};
  int64_t budget[SM_BUDGET_TERMS] = {0};
  for (int d = 0; d < 3; d++) {
    particle.cell[d] = (uint16_t)(start[d] / width);
    particle.part[d] = (uint32_t)ldexp(start[d] / width - particle.cell[d], 32);
  }
  a.particle = &particle, a.particle_f64 = &more, a.tag = &tag;
  a.kind = &kind, a.kind_f64 = &kind_f64, a.budget = budget;
  advance(&a, 0, 0, 0);
  ck_assert_int_eq(particle.kind, 0);
  struct place p;
  for (int d = 0; d < 3; d++) {
    const double part = particle.part[d] + (f64 ? ldexp(more.part[d], -SM_PARTICLE_MORE_BITS) : 0);
    p.x[d] = width * (particle.cell[d] + ldexp(part, -32));
    if (f64) ck_assert(particle.v[d] == (float)more.v[d]);
  }
  return p;
}

static double distance(struct place p, struct place q) {
  return sqrt(pow(p.x[0] - q.x[0], 2) + pow(p.x[1] - q.x[1], 2) + pow(p.x[2] - q.x[2], 2));
}

/* Errors with `steps` steps and with half of them, relative to a step of order 4 in f64. */
struct errors {
  double coarse, fine;
};
static struct errors errors_of(kernel *advance, kernel *exact, bool f64, int scheme,
                               double diameter, int steps) {
  const struct place truth = fly(exact, true, SM_SCHEME_ETD4, diameter, STEPS);
  return (struct errors){distance(fly(advance, f64, scheme, diameter, steps / 2), truth),
                         distance(fly(advance, f64, scheme, diameter, steps), truth)};
}

/* --- orders --- */

static void has_order(struct errors e, double order, double tolerance) {
  const double got = log2(e.coarse / e.fine);
  ck_assert_msg(fabs(got - order) <= tolerance, "errors %g and %g: order %g, not %g", e.coarse,
                e.fine, got, order);
}
static void is_below(double error, double limit) {
  ck_assert_msg(error < limit, "error %g, not below %g", error, limit);
}

#define VORTEX(SUFFIX) sm_cell_advance_vortex##SUFFIX
#define SPLINE(SUFFIX) sm_cell_advance_bspline##SUFFIX

/* 100 um: tau is 83 ms, longer than the steps. */
START_TEST(etd4_falls_with_the_fourth_power_below_the_rounding_of_f32) {
  fill_axes();
  for (int steps = 64; steps <= 512; steps *= 2) {
    const struct errors e =
        errors_of(VORTEX(_etd4_f64), VORTEX(_etd4_f64), true, SM_SCHEME_ETD4, 1e-4, steps);
    has_order(e, 4, 0.3);
    if (steps == 512) is_below(e.fine, 1e-11);
  }
}
END_TEST

START_TEST(f32_stays_at_its_rounding) {
  fill_axes();
  for (int steps = 128; steps <= 2048; steps *= 4) {
    const struct errors e =
        errors_of(VORTEX(_etd4_f32), VORTEX(_etd4_f64), false, SM_SCHEME_ETD4, 1e-4, steps);
    is_below(e.fine, 1e-4);
    is_below(1e-7, e.fine);
  }
}
END_TEST

START_TEST(midpoint_and_etd2_fall_with_the_square) {
  static const int schemes[] = {SM_SCHEME_MIDPOINT, SM_SCHEME_ETD2};
  fill_axes();
  for (int s = 0; s < 2; s++)
    for (int steps = 1024; steps <= 65536; steps *= 8) {
      const struct errors e =
          errors_of(VORTEX(_f64), VORTEX(_etd4_f64), true, schemes[s], 1e-4, steps);
      has_order(e, 2, 0.2);
      if (steps == 65536) is_below(e.fine, 1e-8);
    }
}
END_TEST

/* The paper's scheme and Euler's. */
START_TEST(first_order_schemes_fall_linearly) {
  static const int schemes[] = {SM_SCHEME_PAPER, SM_SCHEME_EULER};
  fill_axes();
  for (int s = 0; s < 2; s++)
    for (int steps = 4096; steps <= 65536; steps *= 4)
      has_order(errors_of(VORTEX(_f64), VORTEX(_etd4_f64), true, schemes[s], 1e-4, steps), 1, 0.05);
}
END_TEST

/* Splines bend between cells, where the third derivative jumps. */
START_TEST(splines_are_smooth_to_the_last_figures) {
  fill_axes();
  fill_nodes();
  for (int steps = 64; steps <= 512; steps *= 2) {
    const struct errors e =
        errors_of(SPLINE(_etd4_f64), SPLINE(_etd4_f64), true, SM_SCHEME_ETD4, 1e-4, steps);
    is_below(e.fine, 0.15 * e.coarse);
    if (steps == 512) is_below(e.fine, 1e-10);
  }
  const struct errors single =
      errors_of(SPLINE(_etd4_f32), SPLINE(_etd4_f64), false, SM_SCHEME_ETD4, 1e-4, 512);
  is_below(single.fine, 1e-5);
  is_below(1e-9, single.fine);
  sm_spline_axis_free(&spline);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(both_precisions_see_the_same_wind,
          etd4_falls_with_the_fourth_power_below_the_rounding_of_f32, f32_stays_at_its_rounding,
          midpoint_and_etd2_fall_with_the_square, first_order_schemes_fall_linearly,
          splines_are_smooth_to_the_last_figures)
