/* Gas with buoyancy: a current along the bottom, against the same current of cold air and against
 * the speed of a lock exchange without losses (Benjamin 1968). */
#include "flow_run.h"
#include <math.h>

static const double length = 4, height = 1, cell = 1.0 / 32, density = 1.5, most = 0.1;

/* Virtual temperature per concentration, K m3/kg. */
static double per_concentration(void) {
  const double air = 101325 * 0.028965 / (8.314462618 * 300);
  return -(1 / air - 1 / density) * 300;
}

/* A lock of 2 m: `fill` is the text of what fills it. */
static void open_lock(struct flow_run *r, const char *fill, double time) {
  char text[1600];
  snprintf(
      text, sizeof text,
      "[domain]\nsize = [%g, %.10f]\ncell_size = %.10f\nheight = %g\nstretch = 1\n"
      "[wind]\nmodel = 'incompressible'\nduration = %g\n"
      "[flow]\nviscosity = 1e-4\nadvection = 'central'\nsubgrid = 'none'\ninitial = [0, 0, 0]\n"
      "time_step = 0.02\n"
      "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north', 'bottom', 'top']\n"
      "kind = 'slip'\n%s",
      length, cell, cell, height, time, fill);
  flow_run_create(r, text, 2, 64);
}

static void open_gas(struct flow_run *r, double time) {
  char fill[400];
  snprintf(fill, sizeof fill,
           "[flow.heat]\nreference = 300\nprandtl = 1\n"
           "[[flow.scalar]]\nname = 'gas'\ndensity = %g\ndiffusivity = 1e-4\n"
           "initial = 'x < 2 ? %g : 0'\n",
           density, most);
  open_lock(r, fill, time);
}

/* Item m of the run at the end: in [n] the row of the lowest cells. */
static void lowest_row(struct flow_run *r, size_t m, ptrdiff_t n, double *row) {
  const struct sm_flow_layout *s = &sm_incompressible_scalars(r->self)->flow->layout;
  double *host = flow_run_load(r, m);
  for (ptrdiff_t i = 0; i < n; i++) row[i] = host[s->origin + i];
  free(host);
}

enum { CELLS = 128 };

START_TEST(gas_flows_as_air_of_its_density) {
  char fill[400];
  double gas[CELLS], cold[CELLS], largest = 0;
  struct flow_run r;
  open_gas(&r, 3);
  lowest_row(&r, 1, CELLS, gas);
  flow_run_destroy(&r);
  snprintf(fill, sizeof fill,
           "[flow.heat]\nreference = 300\nprandtl = 1\ntemperature = 'x < 2 ? %.12f : 300'\n",
           300 + most * per_concentration());
  open_lock(&r, fill, 3);
  lowest_row(&r, 0, CELLS, cold);
  flow_run_destroy(&r);
  for (int i = 0; i < CELLS; i++) {
    gas[i] *= per_concentration();
    largest = fmax(largest, fabs(gas[i] - cold[i]));
  }
  printf("gas and cold air: largest difference %.2e of the contrast\n",
         largest / fabs(most * per_concentration()));
  ck_assert_double_lt(cold[72], 0.5 * most * per_concentration()); /* it has moved */
  ck_assert_double_lt(largest, 1e-4 * fabs(most * per_concentration()));
}
END_TEST

/* Distance of the front from the lock, m, after some time. */
static double front_after(double time) {
  double row[CELLS];
  struct flow_run r;
  int i = CELLS - 1;
  open_gas(&r, time);
  lowest_row(&r, 1, CELLS, row);
  flow_run_destroy(&r);
  while (i > 0 && row[i] < 0.5 * most) i--;
  const double part = (row[i] - 0.5 * most) / (row[i] - row[i + 1]);
  return (i + 0.5 + part) * cell - 2;
}

START_TEST(a_lock_exchange_has_the_speed_of_benjamin) {
  const double reduced = -9.81 * most * per_concentration() / 300;
  const double speed = (front_after(8) - front_after(3)) / 5;
  const double froude = speed / sqrt(reduced * height);
  printf("lock exchange: Froude number %.3f, without losses 0.5\n", froude);
  ck_assert_double_eq_tol(froude, 0.5, 0.03);
}
END_TEST

/* Gas at half the temperature of the air goes everywhere with the cold that it brings. */
START_TEST(cold_gas_takes_its_cold_along) {
  double gas[CELLS], cold[CELLS], largest = 0;
  struct flow_run r;
  open_lock(&r,
            "[flow.heat]\nreference = 300\nprandtl = 1\n"
            "[[flow.scalar]]\nname = 'gas'\ndensity = 1.5\ntemperature = 150\n"
            "diffusivity = 1e-4\n[[flow.scalar.source]]\nposition = [1, 0.015625]\n"
            "height = 0.1\nsize = [0.2, 0.03125, 0.1]\nrate = 1e-4\nstop = 2\n",
            3);
  lowest_row(&r, 0, CELLS, cold);
  lowest_row(&r, 1, CELLS, gas);
  flow_run_destroy(&r);
  double most_gas = 0;
  for (int i = 0; i < CELLS; i++) {
    most_gas = fmax(most_gas, gas[i]);
    largest = fmax(largest, fabs(cold[i] - gas[i] * (150 - 300) / (1.5 * 150 / 300)));
  }
  printf("cold of %.3g kg/m3: off by %.2e K\n", most_gas, largest);
  ck_assert_double_gt(most_gas, 1e-3);
  ck_assert_double_lt(largest, 1e-6 * 200 * most_gas);
}
END_TEST

TEST_MAIN(gas_flows_as_air_of_its_density, cold_gas_takes_its_cold_along,
          a_lock_exchange_has_the_speed_of_benjamin)
