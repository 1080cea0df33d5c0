/* Wind turbines in a whole wind: thrust, symmetry, terrain, mass balance, induction. */
#include "turned_wind.h"

#include "cell/cells.h"
#include "physics/vegetation/internal.h"
#include "physics/vegetation/vegetation.h"

static const double pi = 3.14159265358979323846;

static struct fixture f;
enum { MOST = 32 };
static struct sm_case_turbine turbine[MOST];
static char none[] = "";

/* Wakes of turbines in a uniform wind, without the solver. */
static struct wind apply(int bits, double u, double v, double w) {
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct sm_turbine_model *model = NULL;
  struct wind out = {.u = {NULL, NULL, NULL}};
  const double wind[3] = {u, v, w};
  open_state(&f, bits, &device, &state);
  ck_assert_int_eq(sm_turbine_model_create(f.ctx, f.domain, state, &model), SM_OK);
  fill_wind(state, wind, -1); /* another wind before: with more or less to do */
  ck_assert_int_eq(sm_turbine_model_apply(f.ctx, model), SM_OK);
  fill_wind(state, wind, 1);
  ck_assert_int_eq(sm_turbine_model_apply(f.ctx, model), SM_OK);
  copy_wind(state, &out);
  out.flag = calloc((size_t)sm_grid_cells(&f.domain->grid), 1);
  ck_assert_int_eq(sm_turbine_model_map(f.ctx, model, out.flag), SM_OK);
  sm_turbine_model_destroy(&model);
  close_state(&device, &state);
  return out;
}

/* Flat ground under a wind of 8 m/s, the same at all heights. */
static void begin(int nx, int ny, int nz, double cell) {
  fixture_create(&f);
  f.c.domain.size[0] = nx * cell;
  f.c.domain.size[1] = ny * cell;
  f.c.domain.height = nz * cell;
  for (int d = 0; d < 3; d++) f.c.domain.cell_size[d] = cell;
  f.c.wind = (struct sm_case_wind){
      .alpha_ratio = 1, .tolerance = 1e-7, .max_iterations = 200, .omega = 1.78, .check_every = 1};
  f.station.profile = SM_PROFILE_UNIFORM;
  f.reading.speed = 8;
  f.c.turbines.item = turbine;
}

/* A rotor of 80 m. */
static struct sm_case_turbine *add(double x, double y, double hub) {
  struct sm_case_turbine *t = &turbine[f.c.turbines.count++];
  *t = (struct sm_case_turbine){.file = none,
                                .crs = none,
                                .position = SM_POSITION_LOCAL,
                                .place = {x, y},
                                .hub_height = hub,
                                .diameter = 80,
                                .thrust = 0.8,
                                .intensity = 0.1,
                                .expansion = (double)NAN,
                                .line = 50};
  return t;
}

/* --- thrust --- */

/* Momentum that is missing behind the rotor on planes of faces, in the first guess: rho pi / 8 D^2
 * C_T U^2, with 8 and with 4 cells across the rotor. */
START_TEST(the_guess_lacks_the_momentum_of_the_thrust) {
  for (int coarse = 1; coarse <= 2; coarse++) {
    const double cell = 10 * coarse, limit = coarse == 1 ? 0.02 : 0.06;
    const int n = 64 / coarse;
    begin(160 / coarse, n, n, cell);
    add(203, 323, 317);
    fixture_build(&f);
    struct wind w = apply(64, 8, 0, 0);
    for (int i = 24 / coarse; i < 160 / coarse; i += 8 / coarse) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) {
          const double u = at(&w, 0, i, j, k);
          sum += u * (8 - u) * cell * cell;
        }
      const double thrust = pi / 8 * 80 * 80 * 0.8 * 64;
      ck_assert_msg(fabs(sum / thrust - 1) < limit, "%g m behind the rotor: %g of the thrust",
                    i * cell - 203, sum / thrust);
    }
    free_wind(&w);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(no_thrust_no_change) {
  begin(60, 30, 30, 10);
  add(150, 150, 100)->thrust = 0;
  fixture_build(&f);
  struct wind w = apply(64, 7, -3, 0.5), calm = apply(64, 0, 0, 0);
  for (int k = 0; k < 30; k++)
    for (int j = 0; j < 30; j++)
      for (int i = 0; i < 60; i++) {
        ck_assert(at(&w, 0, i, j, k) == 7 && at(&w, 1, i, j, k) == -3 && at(&w, 2, i, j, k) == 0.5);
        ck_assert(at(&calm, 0, i, j, k) == 0 && w.flag[i + 60 * (j + 30 * k)] == 0);
      }
  free_wind(&w);
  free_wind(&calm);
  fixture_destroy(&f);
}
END_TEST

/* --- symmetry --- */

/* Some turbines on 1 km x 1 km, turned by quarters and mirrored. */
enum { SIDE = 50 };
static void build_park(int quarters, bool mirror) {
  static const double place[4][2] = {{213, 417}, {452, 391}, {331, 703}, {707, 466}};
  begin(SIDE, SIDE, 20, 20);
  for (int t = 0; t < 4; t++) {
    double xy[2] = {place[t][0], mirror ? 1000 - place[t][1] : place[t][1]};
    turn_in_square(xy, 1000, quarters);
    add(xy[0], xy[1], 90 + 10 * t)->yaw = (mirror ? -1 : 1) * (t == 1 ? 25 : 0);
  }
  fixture_build(&f);
}

static struct wind park(int quarters, bool mirror) {
  build_park(quarters, mirror);
  double wind[2] = {7, mirror ? -1.1 : 1.1};
  turn_in_square(wind, 0, quarters);
  struct wind w = apply(64, wind[0], wind[1], 0.5);
  fixture_destroy(&f);
  return w;
}

START_TEST(a_turned_park_has_a_turned_wind) {
  struct wind a = park(0, false);
  for (int quarters = 1; quarters < 4; quarters++) {
    struct wind b = park(quarters, false);
    ck_assert_double_lt(check_turned(&a, &b, quarters, SIDE, 20), 4);
    free_wind(&b);
  }
  free_wind(&a);
}
END_TEST

START_TEST(a_mirrored_park_has_a_mirrored_wind) {
  struct wind a = park(0, false), b = park(0, true);
  check_mirrored(&a, &b, SIDE, 20);
  free_wind(&a);
  free_wind(&b);
}
END_TEST

START_TEST(cells_in_wakes_are_flagged_and_all_components_slow_down_alike) {
  struct wind a = park(0, false);
  int flagged = 0;
  for (int k = 0; k < 20; k++)
    for (int j = 0; j < SIDE; j++)
      for (int i = 0; i < SIDE; i++) {
        const uint8_t flag = a.flag[i + SIDE * (j + SIDE * k)];
        const double u = at(&a, 0, i, j, k), w = at(&a, 2, i, j, k);
        ck_assert(flag == SM_ZONE_NONE || flag == SM_ZONE_TURBINE_WAKE);
        ck_assert(w >= 0 && w <= 0.5 && u >= 0 && u <= 7);
        if (flag == SM_ZONE_TURBINE_WAKE) ck_assert_double_lt(speed_in(&a, i, j, k), 7.0857);
        flagged += flag == SM_ZONE_TURBINE_WAKE;
      }
  ck_assert_int_gt(flagged, 1000);
  free_wind(&a);
}
END_TEST

/* --- tiles --- */

/* The wind is as if every face had looked at every turbine. */
START_TEST(tiles_lose_no_wake) {
  srand(5);
  for (int turn = 0; turn < 6; turn++) {
    const double angle = 0.2 + 1.1 * turn, u = 8 * cos(angle), v = 8 * sin(angle);
    begin(61, 44, 18, 20);
    for (int t = 0; t < 12; t++) {
      struct sm_case_turbine *one =
          add(1220.0 * rand() / RAND_MAX, 880.0 * rand() / RAND_MAX, 60 + 10 * t);
      one->yaw = t % 4 == 0 ? 30 : 0;
      one->thrust = 0.96 - 0.07 * t;
      one->intensity = 0.02 + 0.03 * t;
    }
    fixture_build(&f);
    struct wind w = apply(64, u, v, 0);
    double wind[12][2];
    struct sm_turbine_zone zone[12];
    uint32_t order[12];
    for (uint32_t t = 0; t < 12; t++) {
      wind[t][0] = (double)(float)u;
      wind[t][1] = (double)(float)v;
      order[t] = t;
    }
    ck_assert_int_eq(sm_turbine_zones_find(f.ctx, f.domain, (const double(*)[2])wind, zone), SM_OK);
    const uint32_t start[2] = {0, 12};
    const struct sm_turbine_tiles all = {
        .zone = zone, .start = start, .turbine = order, .tiles_x = 1, .tiles_y = 1};
    for (int k = 0; k < 18; k++)
      for (int j = 0; j < 44; j++)
        for (int i = 0; i <= 61; i++) {
          const float x = (float)(20 * i), y = (float)(20 * j + 10), z = (float)(20 * k + 10);
          const double factor = (double)sm_turbines_factor(&all, 0, x, y, z);
          ck_assert_msg(fabs(at(&w, 0, i, j, k) - factor * u) < 2e-5, "%d, %d, %d: %g, not %g", i,
                        j, k, at(&w, 0, i, j, k) / u, factor);
        }
    free_wind(&w);
    fixture_destroy(&f);
  }
}
END_TEST

/* --- terrain --- */

static double terrace(double x, double y) {
  (void)y;
  return x < 600 ? 0 : 60;
}

/* The same turbine on a terrace: its wake is as high above the ground. */
START_TEST(wakes_follow_the_ground) {
  begin(60, 30, 24, 20);
  fixture_terrain(&f, terrace, 0, 1200, 0, 600);
  add(110, 170, 90);
  add(710, 430, 90);
  fixture_build(&f);
  struct wind w = apply(64, 8, 0, 0);
  for (int k = 0; k < 20; k++)
    ck_assert_double_eq_tol(at(&w, 0, 10, 8, k), at(&w, 0, 40, 21, k + 3), 1e-4);
  /* the wake of the first one has gone up the step */
  const double low = at(&w, 0, 28, 8, 4), high = at(&w, 0, 33, 8, 7);
  ck_assert(low < 7.2 && high < 7.4 && high > low);
  free_wind(&w);
  fixture_destroy(&f);
}
END_TEST

/* --- the solved wind --- */

START_TEST(the_solved_wind_of_a_park_has_no_divergence) {
  build_park(0, false);
  struct wind w = compute_wind(&f, 32);
  ck_assert(w.report.converged);
  ck_assert_double_le(w.report.divergence, 1e-5);
  size_t flagged = 0;
  for (int64_t c = 0; c < sm_grid_cells(&f.domain->grid); c++)
    flagged += w.flag[c] == SM_ZONE_TURBINE_WAKE;
  ck_assert_uint_gt(flagged, 1000);
  free_wind(&w);
  fixture_destroy(&f);
}
END_TEST

/* One turbine in the middle of much air, 10 cells across the rotor: what the solver leaves of the
 * deficit, on the axis; and the air that yields before the rotor is that of the vortex sheet round
 * the wake, U [1 - a (1 + 2x/D / sqrt(1 + (2x/D)^2))] (Medici et al. 2011). */
START_TEST(the_solver_keeps_the_wake_and_slows_the_air_before_the_rotor) {
  begin(170, 80, 80, 8);
  add(320, 320, 320);
  fixture_build(&f);
  struct wind guess = apply(64, 8, 0, 0), w = compute_wind(&f, 64);
  const double a = 0.5 * (1 - sqrt(0.2));
  for (int i = 20; i <= 30; i += 2) { /* 2 to 1 diameters upwind */
    const double x = 8 * i - 320, s = 2 * x / 80;
    const double medici = 1 - a * (1 + s / sqrt(1 + s * s));
    const double here = 0.125 * (at(&w, 0, i, 39, 39) + at(&w, 0, i, 40, 40)) / 2;
    ck_assert_msg(fabs(here - medici) < 0.01, "%g m: %g, not %g", x, here, medici);
  }
  const double limit[4] = {0.03, 0.01, 0.01, 0.01};
  const int distance[4] = {20, 50, 70, 100}; /* cells: 2, 5, 7, 10 diameters */
  for (int m = 0; m < 4; m++) {
    const double first = 8 - at(&guess, 0, 40 + distance[m], 40, 40);
    const double last = 8 - at(&w, 0, 40 + distance[m], 40, 40);
    ck_assert_msg(fabs(last / first - 1) < limit[m], "%d cells behind: %g m/s of %g are left",
                  distance[m], last, first);
  }
  free_wind(&guess);
  free_wind(&w);
  fixture_destroy(&f);
}
END_TEST

/* Two in a row: the second one adds its own deficit, of the wind that it meets. */
START_TEST(a_second_turbine_in_the_wake_deepens_it) {
  begin(180, 48, 48, 10);
  add(205, 245, 235);
  fixture_build(&f);
  struct wind one = compute_wind(&f, 64);
  add(605, 245, 235);
  fixture_build(&f);
  struct wind two = compute_wind(&f, 64);
  const double before = at(&one, 0, 96, 24, 23), after = at(&two, 0, 96, 24, 23);
  ck_assert_double_lt(after, before - 0.5);
  ck_assert_double_gt(after, 0.25 * 8);
  ck_assert_double_eq_tol(at(&two, 0, 40, 24, 23), at(&one, 0, 40, 24, 23), 0.15);
  free_wind(&one);
  free_wind(&two);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(the_guess_lacks_the_momentum_of_the_thrust, no_thrust_no_change,
          a_turned_park_has_a_turned_wind, a_mirrored_park_has_a_mirrored_wind,
          cells_in_wakes_are_flagged_and_all_components_slow_down_alike, tiles_lose_no_wake,
          wakes_follow_the_ground, the_solved_wind_of_a_park_has_no_divergence,
          the_solver_keeps_the_wake_and_slows_the_air_before_the_rotor,
          a_second_turbine_in_the_wake_deepens_it)
