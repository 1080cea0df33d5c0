/* Paths of tracers in the interpolated wind, and splines: order, exact motions, solids. */
#include "interpolated_wind.h"

/* --- B-splines --- */

static struct sm_context *ctx;
static struct sm_spline_axis axis[3];

static struct sm_node_wind splines(void) {
  struct sm_node_wind s = nodes();
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (int d = 0; d < 3; d++) {
    ck_assert_int_eq(sm_spline_axis_create(ctx, cells[d], centre[d], &axis[d]), SM_OK);
    s.spline_f32[d] = axis[d].table;
  }
  static double x[3][FACES];
  for (int e = 0; e < 3; e++) (void)solve_nodes(axis, SY, SZ, e, node, x[e]);
  for (int c = 0; c < FACES; c++)
    for (int e = 0; e < 3; e++) node[c].wind[e] = (float)x[e][c];
  return s;
}
static void end(void) {
  for (int d = 0; d < 3; d++) sm_spline_axis_free(&axis[d]);
  sm_context_destroy(&ctx);
}

START_TEST(splines_meet_cubic_fields_up_to_the_sides) {
  const struct sm_particle_grid_f32 g = grid();
  for (int degree = 1; degree <= 3; degree++) {
    fill_nodes(degree);
    const struct sm_node_wind s = splines();
    for (int m = 0; m < 3000; m++) {
      const struct sm_grid_position_f32 at = random_place(cells);
      double x[3];
      float got[3];
      position(&at, x);
      sm_wind_bspline_f32(&s, &g, &at, got);
      for (int e = 0; e < 3; e++)
        ck_assert_double_eq_tol((double)got[e], polynomial(degree, e, x), 2e-5);
    }
    end();
  }
}
END_TEST

START_TEST(splines_go_through_the_nodes) {
  const struct sm_particle_grid_f32 g = grid();
  static struct sm_wind_node value[FACES];
  for (int c = 0; c < FACES; c++)
    for (int e = 0; e < 3; e++) value[c].wind[e] = node[c].wind[e] = (float)(20 * any() - 10);
  const struct sm_node_wind s = splines();
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        const struct sm_grid_position_f32 at = {{i, j, k}, {0x80000000u, 0x80000000u, 0x80000000u}};
        float got[3];
        sm_wind_bspline_f32(&s, &g, &at, got);
        for (int e = 0; e < 3; e++) near(got[e], (double)value[i + j * SY + k * SZ].wind[e], 2e-5);
      }
  end();
}
END_TEST

/* The largest error of the spline of sin between n stretched nodes, by its table in float. */
static double spline_error(int n) {
  static double x[64];
  static double line[64];
  struct sm_spline_axis a;
  for (int i = 0; i < n; i++) {
    const double t = (double)i / (n - 1);
    x[i] = 4 * t * (0.6 + 0.4 * t);
    line[i] = sin(pi * x[i]);
  }
  ck_assert_int_eq(sm_spline_axis_create(ctx, n, x, &a), SM_OK);
  solve_line(&a, line, 1);
  double worst = 0;
  for (int m = 0; m < n - 1; m++)
    for (int q = 0; q < 10; q++) {
      sm_4_floats weight;
      const struct sm_node_interval_f32 b = {m, 0.1f * (float)q};
      const int first = sm_spline_weights_f32(a.table, n, b, &weight);
      double sum = 0;
      for (int r = 0; r < 4; r++) sum += (double)weight[r] * line[first + r];
      worst = fmax(worst, fabs(sum - sin(pi * (x[m] + 0.1 * q * (x[m + 1] - x[m])))));
    }
  sm_spline_axis_free(&a);
  return worst;
}

START_TEST(splines_are_of_fourth_order_up_to_the_ends) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const double coarse = spline_error(16), middle = spline_error(31), fine = spline_error(61);
  ck_assert_double_gt(log2(coarse / middle), 3.7);
  ck_assert_double_gt(log2(middle / fine), 3.7);
  ck_assert_double_lt(fine, 1e-4);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(axes_without_splines_are_refused) {
  static const double falls[] = {0, 1, 3, 2, 4}, gap[] = {0, 1, NAN, 3, 4};
  struct sm_spline_axis a;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_spline_axis_create(ctx, 3, falls, &a), SM_ERR_CASE);
  ck_assert_int_eq(sm_spline_axis_create(ctx, 5, falls, &a), SM_ERR_CASE);
  ck_assert_int_eq(sm_spline_axis_create(ctx, 5, gap, &a), SM_ERR_CASE);
  sm_context_destroy(&ctx);
}
END_TEST

/* --- tracers --- */

START_TEST(a_tracer_in_strain_moves_exponentially) {
  const struct sm_particle_grid_f32 g = grid();
  for (int c = 0; c < FACES; c++) {
    wind[0][c] = 0.7 * (face[0][c % SY] + 0.5);
    wind[1][c] = 0.25;
    wind[2][c] = -0.7 * face[2][c / SZ];
  }
  const struct sm_face_winds s = faces64();
  struct sm_grid_position_f32 at = {{0, 1, 8}, {0x80000000u, 0, 0x80000000u}};
  double from[3], to[3];
  int out;
  float time = 3;
  position(&at, from);
  ck_assert_int_eq(sm_tracer_advance_f64(&s, &g, &at, &time, &out), SM_TRAVERSAL_INSIDE);
  position(&at, to);
  ck_assert_double_eq_tol(to[0], (from[0] + 0.5) * exp(2.1) - 0.5, 1e-5);
  ck_assert_double_eq_tol(to[1], from[1] + 0.75, 1e-5);
  ck_assert_double_eq_tol(to[2], from[2] * exp(-2.1), 1e-5);
}
END_TEST

START_TEST(a_tracer_leaves_its_cell_at_the_exact_time) {
  const struct sm_particle_grid_f32 g = grid();
  for (int c = 0; c < FACES; c++) {
    wind[0][c] = 1 + face[0][c % SY];
    wind[1][c] = wind[2][c] = 0;
  }
  const struct sm_face_winds s = faces64();
  struct sm_grid_position_f32 at = {{2, 2, 2}, {0x40000000u, 5, 7}};
  int out;
  near(sm_tracer_cross_cell_f64(&s, &g, &at, 100, &out), log(4 / 3.25), 1e-6);
  ck_assert_int_eq(out, SM_OPEN_EAST);
  ck_assert_int_eq(at.cell[0], 2);
  ck_assert_uint_eq(at.part[0], SM_FRACTION_LAST);
  float time = 100;
  ck_assert_int_eq(sm_tracer_advance_f64(&s, &g, &at, &time, &out), SM_TRAVERSAL_LEFT);
  ck_assert_int_eq(out, SM_OPEN_EAST);
  ck_assert_int_eq(at.cell[0], NX - 1);
  near(time, 100 - log(11 / 4.0), 2e-5);
}
END_TEST

/* The stream function of a plane wind on faces is bilinear in a cell: it tells where a tracer may
 * be. */
static double stream(double i, double k) { return sin(pi * i / NX) * sin(pi * k / NZ); }
START_TEST(a_tracer_keeps_to_its_stream_line) {
  const struct sm_particle_grid_f32 g = grid();
  for (int c = 0; c < FACES; c++) {
    const int i = c % SY, k = c / SZ;
    wind[0][c] = k < NZ ? (stream(i, k + 1) - stream(i, k)) / (double)width[2][k] : 0;
    wind[1][c] = 0;
    wind[2][c] = i < NX ? -(stream(i + 1, k) - stream(i, k)) / (double)width[0][i] : 0;
  }
  const struct sm_face_winds s = faces64();
  struct sm_grid_position_f32 at = {{2, 3, 3}, {0x30000000u, 0x80000000u, 0x70000000u}};
  double first = 0;
  for (int m = 0; m <= 2000; m++) {
    const int i = at.cell[0], k = at.cell[2];
    const double p = (double)at.part[0] / 4294967296.0, q = (double)at.part[2] / 4294967296.0;
    const double now = (1 - q) * ((1 - p) * stream(i, k) + p * stream(i + 1, k)) +
                       q * ((1 - p) * stream(i, k + 1) + p * stream(i + 1, k + 1));
    if (m == 0) first = now;
    ck_assert_double_eq_tol(now, first, 1e-6);
    float time = 1.7f;
    int out;
    ck_assert_int_eq(sm_tracer_advance_f64(&s, &g, &at, &time, &out), SM_TRAVERSAL_INSIDE);
  }
}
END_TEST

/* Round solids and at the sides, in a wind that blows through none of them. */
START_TEST(no_tracer_enters_a_solid) {
  const struct sm_particle_grid_f32 g = grid();
  static bool solid[FACES];
  for (int town = 0; town < 10; town++) {
    for (int c = 0; c < FACES; c++) {
      const int at[3] = {c % SY, c / SY % (NY + 1), c / SZ};
      const bool inside = at[0] < NX && at[1] < NY && at[2] < NZ;
      const bool side = at[0] % (NX - 1) == 0 || at[1] % (NY - 1) == 0 || at[2] % (NZ - 1) == 0;
      solid[c] = inside && (side || any() < 0.3);
    }
    solenoidal_wind(solid);
    for (int c = 0; c < FACES; c++)
      open[c] = solid[c] ? 0 : SM_OPEN_ALL; /* not of the neighbours */
    const struct sm_face_winds s = faces64();
    for (int m = 0; m < 2000; m++) {
      struct sm_grid_position_f32 at = random_place(cells);
      if (solid[sm_particle_grid_index_f32(&g, at.cell)]) continue;
      float time = (float)(100 * any());
      int out;
      ck_assert_int_eq(sm_tracer_advance_f64(&s, &g, &at, &time, &out), SM_TRAVERSAL_INSIDE);
      ck_assert(!solid[sm_particle_grid_index_f32(&g, at.cell)]);
    }
  }
}
END_TEST

TEST_MAIN(splines_meet_cubic_fields_up_to_the_sides, splines_go_through_the_nodes,
          splines_are_of_fourth_order_up_to_the_ends, axes_without_splines_are_refused,
          a_tracer_in_strain_moves_exponentially, a_tracer_leaves_its_cell_at_the_exact_time,
          a_tracer_keeps_to_its_stream_line, no_tracer_enters_a_solid)
