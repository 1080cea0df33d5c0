/* The compressible solver: air at rest stays so, nothing is lost, walls hold; and what the scheme
 * of Arkhipov is known to do wrong. */
#include "verify/compressible_run.h"
#include <math.h>

#define RESTING(BACKGROUND)                                                                        \
  BOX("24, 24", "40", "2")                                                                         \
  "[[buildings.box]]\ncorner = [6, 8]\nsize = [6, 4]\nheight = 12\n" WIND(                         \
      "1") "[flow]\ninitial = [0, 0, 0]\n[flow.compressible]\nbackground = " BACKGROUND            \
           "\n" SIDES("'west', 'south'", "slip") SIDES("'east', 'north', 'top'", "outflow")

START_TEST(air_at_rest_stays_so) {
  static const char *const cases[] = {RESTING("'neutral'"), RESTING("'isothermal'"),
                                      RESTING("'stratified'\nstability = 0.01")};
  for (int bits = 32; bits <= 64; bits += 32)
    for (int m = 0; m < 3; m++) {
      struct flow_run r;
      flow_run_create(&r, cases[m], 2, bits);
      for (int f = 0; f < SM_CONSERVED_FIELDS; f++) ck_assert_double_eq(largest(&r, f), 0);
      ck_assert_int_gt(model_of(&r)->steps, 100);
      flow_run_destroy(&r);
    }
}
END_TEST

/* dp/dz = - rho g, and a potential temperature that grows with exp(N^2 z / g). */
START_TEST(a_stratified_background_is_of_one_stability) {
  struct flow_run r;
  flow_run_create(&r,
                  BOX("8, 8", "2000", "2")
                      WIND("1e-6") "[flow]\ninitial = [0, 0, 0]\n[flow.compressible]\n"
                                   "background = 'stratified'\nstability = "
                                   "0.02\ntemperature = 290\n" SIDES(ALL_SIDES, "slip"),
                  1, 64);
  const struct sm_compressible_fields *gas = &model_of(&r)->gas;
  for (int k = 1; k < 999; k++) {
    const double warm = gas->p[k] / (SM_AIR_GAS_CONSTANT * gas->rho[k]), z = 2 * k + 1;
    const double theta = warm * pow(101325 / gas->p[k], 2.0 / 7);
    ck_assert_double_eq_tol(theta, 290 * exp(4e-4 * z / 9.81), 1e-10);
    ck_assert_double_eq_tol((gas->p[k - 1] - gas->p[k + 1]) / 4, 9.81 * gas->rho[k], 1e-6);
  }
  flow_run_destroy(&r);
}
END_TEST

/* Without a background the first cell above a wall, at half a cell, finds its own pressure in the
 * mirror: it moves with g h / 2 c. */
START_TEST(without_a_background_air_does_not_rest) {
  struct flow_run r;
  flow_run_create(&r,
                  BOX("4, 1", "100", "1")
                      WIND("3") "[flow]\ninitial = [0, 0, 0]\n"
                                "time_step = 3e-4\n[flow.forward_euler]\n"
                                "[flow.compressible]\ntemperature = 288.15\n"
                                "initial_pressure = '101325 * exp(-9.81 * z / "
                                "(287.05 * 288.15))'\n"
                                "density = '101325 / (287.05 * 288.15) * "
                                "exp(-9.81 * z / (287.05 * 288.15))'\n" SIDES(ALL_SIDES, "slip"),
                  1, 64);
  const double most = largest(&r, SM_RHO_W) / 1.225, known = 9.81 / (2 * 340.3);
  printf("largest upward wind of air that should rest: %.4g m/s (g h / 2 c = %.4g)\n", most, known);
  ck_assert_double_eq_tol(most, known, 0.1 * known);
  flow_run_destroy(&r);
}
END_TEST

START_TEST(a_uniform_wind_stays_uniform) {
  struct flow_run r;
  flow_run_create(&r,
                  BOX("16, 16", "16", "1")
                      WIND("0.2") "[flow]\ninitial = [8, -5, 3]\n[flow.compressible]\n"
                                  "gravity = 0\n" SIDES(ALL_SIDES, "periodic"),
                  2, 64);
  const double wind[3] = {8, -5, 3}, rho = model_of(&r)->gas.rho[0];
  for (int d = 0; d < 3; d++) {
    double *q = load(&r, SM_RHO_U + d);
    for (int i = 0; i < 16; i++)
      ck_assert_double_eq_tol(q[cell(&r, i, 15 - i, i / 2)], rho * wind[d], 1e-12);
    free(q);
  }
  flow_run_destroy(&r);
}
END_TEST

/* Sums over all air: mass, momentum, energy with that of the height. */
static void sum_up(const struct flow_run *r, double sum[SM_CONSERVED_FIELDS]) {
  const int *n = model_of(r)->flow->layout.n;
  double *mass = load(r, SM_RHO);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
    double *q = load(r, f);
    sum[f] = 0;
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++) {
          const ptrdiff_t c = cell(r, i, j, k);
          sum[f] += q[c] + (f == SM_RHO_E ? 9.81 * (k + 0.5) * mass[c] : 0);
        }
    free(q);
  }
  free(mass);
}

#define NOISE(DURATION)                                                                            \
  BOX("16, 16", "16", "1")                                                                         \
  WIND(DURATION)                                                                                   \
  "[flow]\ninitial = [2, 1, 0]\nperturbation = 5\n[flow.compressible]\n" SIDES(                    \
      "'west', 'east', 'south', 'north'", "periodic") SIDES("'bottom', 'top'", "slip")

START_TEST(mass_momentum_and_energy_stay) {
  struct flow_run a, b;
  double before[SM_CONSERVED_FIELDS], after[SM_CONSERVED_FIELDS];
  flow_run_create(&a, NOISE("1e-9"), 1, 64);
  flow_run_create(&b, NOISE("0.5"), 2, 64);
  sum_up(&a, before);
  sum_up(&b, after);
  const double cells = 16 * 16 * 16, rho = 1.2, energy = 2.5 * 101325;
  ck_assert_int_gt(model_of(&b)->steps, 200);
  ck_assert_double_eq_tol(after[SM_RHO], before[SM_RHO], 1e-13 * cells * rho);
  ck_assert_double_eq_tol(after[SM_RHO_U], before[SM_RHO_U], 1e-12 * cells * rho * 5);
  ck_assert_double_eq_tol(after[SM_RHO_V], before[SM_RHO_V], 1e-12 * cells * rho * 5);
  ck_assert_double_eq_tol(after[SM_RHO_E], before[SM_RHO_E], 1e-13 * cells * energy);
  flow_run_destroy(&a);
  flow_run_destroy(&b);
}
END_TEST

/* Without a background the air has no pressure to go back to at an outflow: it keeps its own. */
START_TEST(an_outflow_without_a_background_keeps_the_pressure) {
  struct flow_run r;
  flow_run_create(&r,
                  BOX("40, 1", "1", "1")
                      WIND("0.5") "[flow]\ninitial = [5, 0, 0]\n"
                                  "[flow.compressible]\nbackground = 'none'\n"
                                  "gravity = 0\n" SIDES("'east'", "outflow")
                                      SIDES("'south', 'north', 'bottom', 'top'", "slip")
                                          SIDES("'west'", "inflow") "velocity = [5, 0, 0]\n",
                  1, 64);
  double *e = load(&r, SM_RHO_E);
  const double kinetic = 0.5 * 5 * 5 * 101325 / (SM_AIR_GAS_CONSTANT * 288.15);
  for (int i = 0; i < 40; i++)
    ck_assert_double_eq_tol((SM_AIR_GAMMA - 1) * (e[cell(&r, i, 0, 0)] - kinetic), 101325, 1e-6);
  free(e);
  flow_run_destroy(&r);
}
END_TEST

/* Two rooms of 50 m on both sides of a wall, 15 Pa more in the western one. */
#define ROOMS(SCHEME, LENGTH, WALL)                                                                \
  BOX(LENGTH ", 1", "4", "1")                                                                      \
  "[[buildings.box]]\ncorner = [50, -5]\nsize = [" WALL ", 20]\nheight = 4\n" WIND(                \
      "2") "[flow]\ninitial = [0, 0, 0]\nsubgrid = 'none'\nviscosity = 0\n" SCHEME                 \
           "gravity = 0\ninitial_pressure = 'x < 50 ? 101340 : 101325'\n"                          \
           "potential_temperature = 'x < 50 ? 288.15 * (101340 / 101325)^(-2 / 7) : "              \
           "288.15'\n" SIDES(ALL_SIDES, "slip")
#define MIRRORED "[flow.compressible]\n"
#define STILL "time_step = 3.67e-4\n[flow.forward_euler]\n[flow.compressible]\n"

/* Mean pressure of the western room less that of the eastern one, Pa. */
static double pressed(const char *text, int wall) {
  struct flow_run r;
  flow_run_create(&r, text, 1, 64);
  double *e = load(&r, SM_RHO_E), sum = 0;
  for (int i = 0; i < 50; i++)
    sum += (SM_AIR_GAMMA - 1) * (e[cell(&r, i, 0, 1)] - e[cell(&r, 50 + wall + i, 0, 1)]) / 50;
  free(e);
  flow_run_destroy(&r);
  return sum;
}

START_TEST(walls_hold) {
  ck_assert_double_eq_tol(pressed(ROOMS(MIRRORED, "105", "5"), 5), 15, 1e-9);
}
END_TEST

/* Without a background too, where solids hold air of their own: none of it comes out. */
START_TEST(houses_stand_without_a_background) {
  struct flow_run r;
  flow_run_create(
      &r,
      BOX("12, 8", "8", "1") "[[buildings.box]]\ncorner = [4, 2]\nsize = [3, 3]\nheight = 4\n" WIND(
          "0.05") "[flow]\ninitial = [5, 0, 0]\n[flow.compressible]\n"
                  "background = 'none'\ngravity = 0\ntemperature = 288.15\n" SIDES(
                      "'west', 'east', 'south', 'north'", "periodic")
                      SIDES("'bottom', 'top'", "slip"),
      1, 64);
  double *rho = load(&r, SM_RHO), sum = 0;
  for (int k = 0; k < 8; k++)
    for (int j = 0; j < 8; j++)
      for (int i = 0; i < 12; i++) sum += rho[cell(&r, i, j, k)] / (12 * 8 * 8);
  ck_assert_double_eq_tol(sum, 101325 / (SM_AIR_GAS_CONSTANT * 288.15), 1e-13);
  ck_assert_double_gt(largest(&r, SM_RHO_W), 0.01);
  free(rho);
  flow_run_destroy(&r);
}
END_TEST

/* Known: the same equations in a few lines of another language. */
START_TEST(walls_of_arkhipov_leak) {
  const double thin = pressed(ROOMS(STILL, "105", "5"), 5);
  const double thick = pressed(ROOMS(STILL, "120", "20"), 20);
  printf("of 15 Pa after 2 s %.3f are left behind 5 m, %.3f behind 20 m\n", thin, thick);
  ck_assert_double_eq_tol(thin, 10.089, 0.005);
  ck_assert_double_eq_tol(thick, 13.484, 0.005);
}
END_TEST

/* A wave of sound of 24 cells, 1 mm/s, after 10 s: its largest wind, m/s. */
static double sounded(const char *scheme) {
  char text[2000];
  struct flow_run r;
  snprintf(text, sizeof text,
           BOX("24, 1", "1", "1") WIND("10") "[flow]\nsubgrid = 'none'\nviscosity = 0\n"
                                             "initial = ['0.001 * sin(2 * pi * x / 24)', 0, 0]\n%s"
                                             "temperature = 288.15\ngravity = 0\n"
                                             "initial_pressure = '101325 + 0.001 * 1.22498 * "
                                             "340.297 * sin(2 * pi * x / 24)'\n"
                                             "density = '1.22498 * (1 + 0.001 / 340.297 * sin(2 * "
                                             "pi * x / 24))'\n" SIDES("'west', 'east'", "periodic")
                                                 SIDES("'south', 'north', 'bottom', 'top'", "slip"),
           scheme);
  flow_run_create(&r, text, 1, 64);
  const double most = largest(&r, SM_RHO_U) / 1.22498;
  flow_run_destroy(&r);
  return most;
}

START_TEST(sound_decays_but_grows_under_forward_euler) {
  const double decayed = sounded("[flow.compressible]\n");
  const double grown = sounded("time_step = 3.67e-4\n[flow.forward_euler]\n[flow.compressible]\n");
  printf("sound of 1 mm/s after 10 s: %.3g m/s, under forward Euler %.3g m/s\n", decayed, grown);
  ck_assert_double_le(decayed, 1e-3);
  ck_assert_double_ge(decayed, 1e-5);
  ck_assert_double_ge(grown, 0.1);
}
END_TEST

/* The same air every 10 cells, in more of them than back ends take at once: bit for bit the same
 * again. */
#define EVERY(AXIS) AXIS " - 10 * rint(0.1 * " AXIS " - 0.27)"
START_TEST(no_cell_knows_where_it_is) {
  struct flow_run r;
  flow_run_create(
      &r,
      BOX("150, 20", "40", "1")
          WIND("0.02") "[flow]\nsubgrid = 'none'\ninitial = ['" EVERY("y") "', '" EVERY(
              "z") "', '" EVERY("x") "']\n[flow.compressible]\ngravity = 0\n" SIDES(ALL_SIDES,
                                                                                    "periodic"),
      2, 64);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
    double *q = load(&r, f);
    for (int k = 0; k < 40; k++)
      for (int j = 0; j < 20; j++)
        for (int i = 0; i < 150; i++)
          ck_assert_double_eq(q[cell(&r, i, j, k)], q[cell(&r, i % 10, j % 10, k % 10)]);
    free(q);
  }
  flow_run_destroy(&r);
}
END_TEST

/* Plane sound of half a pascal leaves through the east: the largest pressure on its way back, Pa.
 */
static double thrown_back(const char *flux) {
  char text[2000];
  struct flow_run r;
  snprintf(text, sizeof text,
           BOX("200, 1", "1", "1")
               WIND("0.45") "[flow]\nsubgrid = 'none'\nviscosity = 0\ninitial = [0, 0, 0]\n"
                            "[flow.compressible]\ngravity = 0\ntemperature = 288.15\nflux = '%s'\n"
                            "potential_temperature = 288.15\n"
                            "initial_pressure = '101325 + exp(-0.5 * ((x - 100) / 10)^2)'\n" SIDES(
                                "'west', 'east'", "outflow")
                                SIDES("'south', 'north', 'bottom', 'top'", "slip"),
           flux);
  flow_run_create(&r, text, 1, 64);
  const double most = (SM_AIR_GAMMA - 1) * largest(&r, SM_RHO_E);
  flow_run_destroy(&r);
  return most;
}

START_TEST(sound_leaves_through_an_outflow) {
  static const char *const flux[] = {"hllc", "slau2", "kurganov-tadmor"};
  for (int f = 0; f < 3; f++) {
    const double back = thrown_back(flux[f]) / 0.5;
    printf("%s: %.2f %% of a pulse come back\n", flux[f], 100 * back);
    ck_assert_double_le(back, 0.02);
  }
}
END_TEST

TEST_MAIN(air_at_rest_stays_so, without_a_background_air_does_not_rest,
          a_uniform_wind_stays_uniform, mass_momentum_and_energy_stay, walls_hold,
          houses_stand_without_a_background, walls_of_arkhipov_leak,
          sound_decays_but_grows_under_forward_euler, no_cell_knows_where_it_is,
          an_outflow_without_a_background_keeps_the_pressure,
          a_stratified_background_is_of_one_stability, sound_leaves_through_an_outflow)
