/* The wind at a particle: what each way of interpolation is exact for, and how fast it converges.
 */
#include "harness.h"

#include "cell/cells.h"
#include "support_spline.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { NX = 10, NY = 8, NZ = 9, SY = NX + 1, SZ = SY * (NY + 1), FACES = SZ * (NZ + 1) };

static const double pi = 3.14159265358979;
static uint64_t seed = 1;

/* Equal to a tolerance. */
static void near(float got, double expected, double tolerance) {
  ck_assert_double_eq_tol((double)got, expected, tolerance);
}

/* 0..1 (Knuth's multiplicative generator). */
static double any(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

/* A box of cells with faces and nodes on the same strides; z is stretched. */
static const int cells[3] = {NX, NY, NZ};
static const ptrdiff_t steps[3] = {1, SY, SZ};
static double face[3][NX + 1], centre[3][NX];
static float width[3][NX], inverse[3][NX + 1];
static uint8_t open[FACES];
static double wind[3][FACES]; /* on faces */
static float wind32[3][FACES];
static struct sm_wind_node node[FACES];
static const float rough = 0.01f;

static struct sm_particle_grid_f32 grid(void) {
  struct sm_particle_grid_f32 g = {.sy = SY, .sz = SZ, .open = open};
  for (int d = 0; d < 3; d++) {
    for (int i = 0; i < cells[d]; i++) {
      const double h = d == 2 ? 0.5 * pow(1.25, i) : 1.0 + d;
      face[d][i + 1] = face[d][i] + h;
      centre[d][i] = face[d][i] + 0.5 * h;
      width[d][i] = (float)h;
    }
    for (int i = 1; i < cells[d]; i++)
      inverse[d][i] = (float)(1 / (centre[d][i] - centre[d][i - 1]));
    g.n[d] = cells[d];
    g.h[d] = width[d];
    g.g[d] = inverse[d];
  }
  for (int c = 0; c < FACES; c++) open[c] = SM_OPEN_ALL;
  return g;
}

static struct sm_face_winds faces64(void) {
  return (struct sm_face_winds){
      .sy = SY, .sz = SZ, .u.f64 = wind[0], .v.f64 = wind[1], .w.f64 = wind[2]};
}
static struct sm_node_wind nodes(void) {
  return (struct sm_node_wind){.sy = SY, .sz = SZ, .node = node, .rough = &rough};
}

static struct sm_grid_position_f32 random_place(void) {
  struct sm_grid_position_f32 at;
  for (int d = 0; d < 3; d++) {
    at.cell[d] = (int)(any() * cells[d]);
    at.part[d] = (uint32_t)(any() * 4294967295.0);
  }
  return at;
}
static void position(const struct sm_grid_position_f32 *at, double x[3]) {
  for (int d = 0; d < 3; d++)
    x[d] =
        face[d][at->cell[d]] + (double)width[d][at->cell[d]] * (double)at->part[d] / 4294967296.0;
}

/* Component e of a field at x: polynomials of a degree in each coordinate. */
static double polynomial(int degree, int e, const double x[3]) {
  static const double slope[3][3] = {{0.3, -0.2, 0.15}, {-0.1, 0.25, 0.2}, {0.05, 0.1, -0.3}};
  double product = 1, sum = 1 + e;
  for (int d = 0; d < 3; d++) {
    sum += slope[e][d] * x[d];
    product *= 1 + pow(0.1 * slope[e][d] * x[d], degree);
  }
  return degree == 1 ? sum : sum + product;
}

static void fill_nodes(int degree) {
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        const double x[3] = {centre[0][i], centre[1][j], centre[2][k]};
        for (int e = 0; e < 3; e++)
          node[i + j * SY + k * SZ].wind[e] = (float)polynomial(degree, e, x);
      }
}

/* --- faces --- */

START_TEST(faces_meet_fields_that_are_linear_along_their_axis) {
  (void)grid();
  for (int c = 0; c < FACES; c++) {
    const int at[3] = {c % SY, c / SY % (NY + 1), c / SZ};
    for (int d = 0; d < 3; d++) wind[d][c] = 2 - d + 0.5 * (d + 1) * face[d][at[d]];
    for (int d = 0; d < 3; d++) wind32[d][c] = (float)wind[d][c];
  }
  const struct sm_face_winds f64 = faces64();
  const struct sm_face_winds f32 = {
      .sy = SY, .sz = SZ, .u.f32 = wind32[0], .v.f32 = wind32[1], .w.f32 = wind32[2]};
  for (int m = 0; m < 1000; m++) {
    const struct sm_grid_position_f32 at = random_place();
    double x[3];
    float got[3], same[3];
    position(&at, x);
    sm_wind_faces_f64(&f64, &at, got);
    sm_wind_faces_f32(&f32, &at, same);
    for (int d = 0; d < 3; d++) {
      ck_assert_double_eq_tol((double)got[d], 2 - d + 0.5 * (d + 1) * x[d], 3e-6);
      ck_assert_double_eq_tol((double)same[d], (double)got[d], 3e-6);
    }
  }
}
END_TEST

/* The curl of random potentials on edges; `solid` cells have none round them. */
static void solenoidal_wind(const bool *solid) {
  static double edge[3][FACES];
  for (int d = 0; d < 3; d++)
    for (int c = 0; c < FACES; c++) edge[d][c] = 2 * any() - 1;
  for (int c = 0; solid != NULL && c < FACES; c++)
    for (int d = 0; d < 3 && solid[c]; d++) {
      const ptrdiff_t a = steps[(d + 1) % 3], b = steps[(d + 2) % 3];
      edge[d][c] = edge[d][c + a] = edge[d][c + b] = edge[d][c + a + b] = 0;
    }
  for (int c = 0; c < FACES; c++) {
    const int at[3] = {c % SY, c / SY % (NY + 1), c / SZ};
    for (int d = 0; d < 3; d++) {
      const int a = (d + 1) % 3, b = (d + 2) % 3;
      wind[d][c] = 0;
      if (at[a] == cells[a] || at[b] == cells[b]) continue;
      wind[d][c] = (edge[b][c + steps[a]] - edge[b][c]) / (double)width[a][at[a]] -
                   (edge[a][c + steps[b]] - edge[a][c]) / (double)width[b][at[b]];
    }
  }
}

START_TEST(the_wind_from_faces_is_as_free_of_divergence_as_they_are) {
  (void)grid();
  solenoidal_wind(NULL);
  const struct sm_face_winds s = faces64();
  for (int m = 0; m < 1000; m++) {
    const struct sm_grid_position_f32 at = random_place();
    double divergence = 0;
    for (int d = 0; d < 3; d++) {
      struct sm_grid_position_f32 low = at, high = at;
      float a[3], b[3];
      low.part[d] = 0;
      high.part[d] = SM_FRACTION_LAST;
      sm_wind_faces_f64(&s, &low, a);
      sm_wind_faces_f64(&s, &high, b);
      divergence += (double)(b[d] - a[d]) / (double)width[d][at.cell[d]];
    }
    ck_assert_double_eq_tol(divergence, 0, 2e-6);
  }
}
END_TEST

START_TEST(a_constant_wind_fades_towards_closed_faces_only) {
  (void)grid();
  for (int c = 0; c < FACES; c++)
    for (int d = 0; d < 3; d++) wind[d][c] = 1;
  struct sm_grid_position_f32 at = {{3, 3, 3}, {0x40000000u, 0x40000000u, 0x40000000u}};
  const ptrdiff_t c = 3 + 3 * SY + 3 * SZ;
  wind[0][c] = wind[2][c] = wind[2][c + SZ] = 0;
  const struct sm_face_winds s = faces64();
  float got[3];
  sm_wind_faces_f64(&s, &at, got);
  ck_assert(got[0] == 0.25f && got[1] == 1.0f && got[2] == 0.0f);
  at.part[0] = 0;
  sm_wind_faces_f64(&s, &at, got);
  ck_assert(got[0] == 0.0f && got[1] == 1.0f && got[2] == 0.0f);
}
END_TEST

START_TEST(a_node_is_the_mean_of_faces) {
  (void)grid();
  solenoidal_wind(NULL);
  const struct sm_face_winds s = faces64();
  const int at[3] = {4, 3, 2};
  const ptrdiff_t c = 4 + 3 * SY + 2 * SZ;
  const struct sm_wind_node got = sm_wind_node_of_f64(&s, at);
  for (int d = 0; d < 3; d++)
    ck_assert_double_eq_tol((double)got.wind[d], 0.5 * (wind[d][c] + wind[d][c + steps[d]]), 1e-6);
}
END_TEST

/* --- trilinear --- */

START_TEST(trilinear_meets_linear_fields_up_to_open_sides) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_node_wind s = nodes();
  fill_nodes(1);
  for (int m = 0; m < 10000; m++) {
    const struct sm_grid_position_f32 at = random_place();
    double x[3];
    float got[3];
    position(&at, x);
    sm_wind_trilinear_f32(&s, &g, &at, got);
    for (int e = 0; e < 3; e++) ck_assert_double_eq_tol((double)got[e], polynomial(1, e, x), 5e-6);
  }
}
END_TEST

START_TEST(below_the_first_node_is_the_law_of_the_wall) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_node_wind s = nodes();
  for (int c = 0; c < FACES; c++) node[c] = (struct sm_wind_node){{3 + (float)(c / SZ), -2, 1, 0}};
  for (int c = 0; c < SZ; c++) open[c] = SM_OPEN_ALL & ~SM_OPEN_DOWN;
  struct sm_grid_position_f32 at = {{4, 4, 0}, {0, 0, 0}};
  float got[3];
  for (int m = 1; m <= 8; m++) {
    const double z = m / 16.0 * 0.5; /* the first node is at 0.25 m */
    at.part[2] = (uint32_t)m << 28;
    sm_wind_trilinear_f32(&s, &g, &at, got);
    const double law = log(z / 0.01) / log(25.0);
    if (m == 8) break;
    ck_assert_double_eq_tol((double)got[0], 3 * law, 1e-6);
    ck_assert_double_eq_tol((double)got[1], -2 * law, 1e-6);
    ck_assert_double_eq_tol((double)got[2], z / 0.25, 1e-6);
  }
  ck_assert_double_eq_tol((double)got[0], 3, 1e-6); /* the node itself */
  at.part[2] = sm_fraction_of_f32(0.019f);          /* below the roughness length */
  sm_wind_trilinear_f32(&s, &g, &at, got);
  ck_assert(got[0] == 0.0f && got[1] == 0.0f);
  near(got[2], 0.038, 1e-6);
  near(sm_log_law_f32(0.1f, 0.4f, 0.3f), 0.25, 1e-6); /* too rough */
  near(sm_log_law_f32(0.1f, 0.4f, 0.0f), 0.25, 1e-6);
}
END_TEST

/* A wall in the middle of the domain: what is behind it is not seen, and nothing blows into it. */
START_TEST(walls_hide_what_is_behind_them) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_node_wind s = nodes();
  for (int c = 0; c < FACES; c++) node[c] = (struct sm_wind_node){{5, 5, 5, 0}};
  const ptrdiff_t c = 4 + 4 * SY + 4 * SZ;
  node[c + 1] = (struct sm_wind_node){{0, 0, 0, 0}};
  open[c] = SM_OPEN_ALL & ~SM_OPEN_EAST;
  struct sm_grid_position_f32 at = {{4, 4, 4}, {SM_FRACTION_LAST, 0x80000000u, 0x80000000u}};
  float got[3];
  sm_wind_trilinear_f32(&s, &g, &at, got);
  ck_assert(fabsf(got[0]) < 1e-6f);
  at.part[0] = 0xc0000000u;
  sm_wind_trilinear_f32(&s, &g, &at, got);
  near(got[0], 2.5, 1e-6);
  ck_assert_double_eq_tol((double)got[1], 5 * log(25.0) / log(50.0), 1e-5);
}
END_TEST

START_TEST(closed_sides_and_top_are_no_walls) {
  const struct sm_particle_grid_f32 g = grid();
  const struct sm_node_wind s = nodes();
  fill_nodes(1);
  for (int c = 0; c < FACES; c++) {
    const int at[3] = {c % SY, c / SY % (NY + 1), c / SZ};
    unsigned closed = at[2] == NZ - 1 ? SM_OPEN_UP : 0;
    for (int d = 0; d < 2; d++)
      closed |= (at[d] == 0 ? 1u << 2 * d : 0u) | (at[d] == cells[d] - 1 ? 2u << 2 * d : 0u);
    open[c] = (uint8_t)(SM_OPEN_ALL & ~closed);
  }
  for (int m = 0; m < 2000; m++) {
    const struct sm_grid_position_f32 at = random_place();
    double x[3];
    float got[3];
    position(&at, x);
    sm_wind_trilinear_f32(&s, &g, &at, got);
    for (int e = 0; e < 3; e++) ck_assert_double_eq_tol((double)got[e], polynomial(1, e, x), 5e-6);
  }
}
END_TEST

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
      const struct sm_grid_position_f32 at = random_place();
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
      struct sm_grid_position_f32 at = random_place();
      if (solid[sm_particle_grid_index_f32(&g, at.cell)]) continue;
      float time = (float)(100 * any());
      int out;
      ck_assert_int_eq(sm_tracer_advance_f64(&s, &g, &at, &time, &out), SM_TRAVERSAL_INSIDE);
      ck_assert(!solid[sm_particle_grid_index_f32(&g, at.cell)]);
    }
  }
}
END_TEST

TEST_MAIN(faces_meet_fields_that_are_linear_along_their_axis,
          the_wind_from_faces_is_as_free_of_divergence_as_they_are,
          a_constant_wind_fades_towards_closed_faces_only, a_node_is_the_mean_of_faces,
          trilinear_meets_linear_fields_up_to_open_sides,
          below_the_first_node_is_the_law_of_the_wall, walls_hide_what_is_behind_them,
          closed_sides_and_top_are_no_walls, splines_meet_cubic_fields_up_to_the_sides,
          splines_go_through_the_nodes, splines_are_of_fourth_order_up_to_the_ends,
          axes_without_splines_are_refused, a_tracer_in_strain_moves_exponentially,
          a_tracer_leaves_its_cell_at_the_exact_time, a_tracer_keeps_to_its_stream_line,
          no_tracer_enters_a_solid)
