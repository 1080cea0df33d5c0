/* The diagnostic wind: exact potential flow, mass balance in every cell, symmetry. */
#include "diagnostic_wind.h"

static struct fixture f;

static void begin(double nx, double ny, double nz, double cell) {
  fixture_create(&f);
  f.c.domain.size[0] = nx * cell;
  f.c.domain.size[1] = ny * cell;
  f.c.domain.height = nz * cell;
  for (int d = 0; d < 3; d++) f.c.domain.cell_size[d] = cell;
  f.c.wind = (struct sm_case_wind){
      .alpha_ratio = 1, .tolerance = 1e-6, .max_iterations = 200, .omega = 1.78, .check_every = 1};
}

START_TEST(an_undisturbed_wind_stays_as_it_is) {
  begin(20, 16, 10, 5);
  f.station.profile = SM_PROFILE_LOG;
  fixture_build(&f);
  struct wind w = compute_wind(&f, 64);
  for (int k = 0; k < 10; k++) {
    const double z = 5 * (k + 0.5), u = 5 * log((z + 0.1) / 0.1) / log(10.1 / 0.1);
    for (int i = 0; i <= 20; i++) ck_assert_double_eq_tol(at(&w, 0, i, 7, k), u, 2e-3);
    ck_assert_double_eq_tol(at(&w, 1, 9, 7, k), 0, 1e-6);
    ck_assert_double_eq_tol(at(&w, 2, 9, 7, k), 0, 1e-9);
  }
  free_wind(&w);
  fixture_destroy(&f);
}
END_TEST

/* Half a sphere of radius 40 m in the middle of 400 m x 400 m. */
static double hemisphere(double x, double y) {
  const double r2 = (x - 200) * (x - 200) + (y - 200) * (y - 200);
  return r2 < 1600 ? sqrt(1600 - r2) : 0;
}

/* A uniform wind and the nearest one without divergence is potential flow: over half a sphere of
 * radius R, u = U (1 + R^3 / (2 r^3)) above its top. */
START_TEST(flow_over_half_a_sphere_is_the_potential_flow) {
  begin(100, 100, 60, 4);
  f.station.profile = SM_PROFILE_UNIFORM;
  f.c.domain.solids = SM_SOLIDS_CUT;
  fixture_terrain(&f, hemisphere, -100, 500, -100, 500);
  fixture_build(&f);
  struct wind w = compute_wind(&f, 64);
  ck_assert(w.report.converged);
  ck_assert_double_le(w.report.divergence, 1e-10);
  for (int k = 12; k < 40; k++) {
    const double z = 4 * (k + 0.5), r = z / 40;
    const double exact = 5 * (1 + 0.5 / (r * r * r));
    const double got = 0.5 * (at(&w, 0, 50, 49, k) + at(&w, 0, 50, 50, k));
    ck_assert_msg(fabs(got / exact - 1) < 0.02, "at %g m: %g instead of %g m/s", z, got, exact);
  }
  free_wind(&w);
  fixture_destroy(&f);
}
END_TEST

static double waves(double x, double y) {
  return 12 + 8 * sin(0.06 * x + 0.02 * y) + 4 * cos(0.11 * y - 0.05 * x);
}

static void build_city(enum sm_solid_method solids, double stretch) {
  begin(37, 29, 20, 5);
  f.c.domain.stretch = stretch;
  f.c.domain.height = 160;
  f.c.domain.solids = solids;
  f.reading.from = 231;
  fixture_terrain(&f, waves, -100, 500, -100, 500);
  fixture_box(&f, 30, 40, 33, 21, 40);
  fixture_turned(&f, 120, 70, 30, 18, 25, 33);
  fixture_box(&f, 63, 52, 10, 40, 25);
  fixture_build(&f);
}

START_TEST(no_cell_makes_or_loses_air) {
  for (int solids = SM_SOLIDS_STAIR; solids <= SM_SOLIDS_CUT; solids++)
    for (int bits = 32; bits <= 64; bits += 32) {
      build_city((enum sm_solid_method)solids, bits == 32 ? 1 : 1.1);
      struct wind w = compute_wind(&f, bits);
      ck_assert(w.report.converged);
      ck_assert_msg(w.report.divergence <= (bits == 32 ? 1e-5 : 1e-10), "solids %d, f%d: %g",
                    solids, bits, w.report.divergence);
      free_wind(&w);
      fixture_destroy(&f);
    }
}
END_TEST

START_TEST(nothing_flows_through_a_closed_face) {
  build_city(SM_SOLIDS_CUT, 1);
  struct wind w = compute_wind(&f, 32);
  const int nx = f.domain->grid.axis[0].n, ny = f.domain->grid.axis[1].n;
  const int nz = f.domain->grid.axis[2].n;
  static const int low[3] = {SM_OPEN_WEST, SM_OPEN_SOUTH, SM_OPEN_DOWN};
  int closed = 0;
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        const uint8_t byte = f.domain->cell[i + nx * (j + (int64_t)ny * k)];
        for (int d = 0; d < 3; d++) {
          if (byte & low[d]) continue;
          closed++;
          ck_assert(at(&w, d, i, j, k) == 0);
        }
      }
  ck_assert_int_gt(closed, 1000);
  free_wind(&w);
  fixture_destroy(&f);
}
END_TEST

START_TEST(every_solver_gives_the_same_wind) {
  enum { SOLVERS = SM_SOLVER_SOR_GLOBAL + 1 };
  struct wind w[SOLVERS];
  for (int s = 0; s < SOLVERS; s++) {
    build_city(SM_SOLIDS_STAIR, 1);
    f.c.wind.solver = (enum sm_wind_solver)s;
    f.c.wind.tolerance = 1e-9;
    f.c.wind.max_iterations = 100000;
    w[s] = compute_wind(&f, 64);
    ck_assert(w[s].report.converged);
    if (s < SOLVERS - 1) fixture_destroy(&f);
  }
  for (int s = 1; s < SOLVERS; s++)
    for (int d = 0; d < 3; d++)
      for (int k = 0; k < f.domain->grid.axis[2].n; k++)
        for (int i = 0; i < f.domain->grid.axis[0].n; i++)
          ck_assert_double_eq_tol(at(&w[s], d, i, 14, k), at(&w[0], d, i, 14, k), 1e-6);
  for (int s = 0; s < SOLVERS; s++) free_wind(&w[s]);
  fixture_destroy(&f);
}
END_TEST

/* The same scene and wind turned by 90 degrees give the wind turned by 90 degrees. */
START_TEST(a_turned_scene_gives_the_turned_wind) {
  struct wind w[2];
  const int n = 24;
  for (int turned = 0; turned < 2; turned++) {
    begin(n, n, 16, 5);
    f.reading.from = turned ? 180 : 270;
    /* (x, y) becomes (120 - y, x) */
    if (turned) {
      fixture_box(&f, 120 - 40 - 25, 30, 25, 15, 40);
    } else {
      fixture_box(&f, 30, 40, 15, 25, 40);
    }
    fixture_build(&f);
    w[turned] = compute_wind(&f, 64);
    if (!turned) fixture_destroy(&f);
  }
  double largest = 0;
  for (int k = 0; k < 16; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i <= n; i++) {
        const double d = fabs(at(&w[0], 0, i, j, k) - at(&w[1], 1, n - 1 - j, i, k));
        if (!(d <= largest)) largest = d;
      }
  ck_assert_double_le(largest, 1e-9);
  free_wind(&w[0]);
  free_wind(&w[1]);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(an_undisturbed_wind_stays_as_it_is, flow_over_half_a_sphere_is_the_potential_flow,
          no_cell_makes_or_loses_air, nothing_flows_through_a_closed_face,
          every_solver_gives_the_same_wind, a_turned_scene_gives_the_turned_wind)
