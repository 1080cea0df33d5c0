/* Air that rises: a cavity heated from the side, against the benchmark of de Vahl Davis (1983), and
 * waves in stratified air, against their exact frequency. */
#include "flow_run.h"
#include <math.h>

/* Mean flux of heat through the hot wall over that of air at rest: walls 1 m apart, 1 K, and g beta
 * = 1. */
static double nusselt(double rayleigh, int n, double time, int bits) {
  char text[1200];
  struct flow_run r;
  double sum = 0;
  const double viscosity = sqrt(0.71 / rayleigh), cell = 1.0 / n;
  snprintf(
      text, sizeof text,
      "[domain]\nsize = [1, %.10f]\ncell_size = %.10f\nheight = 1\nstretch = 1\n"
      "[wind]\nmodel = 'incompressible'\nduration = %g\n"
      "[flow]\nviscosity = %.10f\nadvection = 'central'\nsubgrid = 'none'\ninitial = [0, 0, 0]\n"
      "[flow.heat]\nreference = 300\nexpansion = 1\ngravity = 1\nprandtl = 0.71\n"
      "[[flow.boundary]]\nat = 'west'\nkind = 'wall'\nwall = 'no-slip'\ntemperature = 300.5\n"
      "[[flow.boundary]]\nat = 'east'\nkind = 'wall'\nwall = 'no-slip'\ntemperature = 299.5\n"
      "[[flow.boundary]]\nat = ['bottom', 'top']\nkind = 'wall'\nwall = 'no-slip'\n"
      "[[flow.boundary]]\nat = ['south', 'north']\nkind = 'slip'\n",
      cell, cell, time, viscosity);
  flow_run_create(&r, text, 2, bits);
  const struct sm_flow_layout *s = &sm_incompressible_scalars(r.self)->flow->layout;
  double *host = flow_run_load(&r, 0);
  for (int k = 0; k < n; k++) sum += (0.5 - host[s->origin + k * s->step[2]]) * 2;
  free(host);
  flow_run_destroy(&r);
  return sum;
}

START_TEST(a_heated_cavity_passes_on_the_heat_of_the_benchmark) {
  static const struct {
    double rayleigh, published, time;
    int n;
  } entry[] = {{1e3, 1.118, 20, 24}, {1e4, 2.243, 50, 40}};
  for (int e = 0; e < 2; e++) {
    const double here = nusselt(entry[e].rayleigh, entry[e].n, entry[e].time, 32);
    printf("Ra %.0e, %d cells: Nu %.4f, published %.4f\n", entry[e].rayleigh, entry[e].n, here,
           entry[e].published);
    ck_assert_double_eq_tol(here, entry[e].published, 0.01 * entry[e].published);
  }
}
END_TEST

enum { WAVE_CELLS = 32, WAVE_EDGE = 2 /* next to the sides there are donor cells */ };

/* A standing wave in air whose potential temperature rises by 0.02 K/m: what it is warmer than at
 * rest after a quarter of a period, over the most of the exact one, in steps of a 40th of a period
 * over `fine`. *error: largest difference from that. */
static void make_wave(int fine, double warmer[WAVE_CELLS][WAVE_CELLS], double *error) {
  char text[1200];
  struct flow_run r;
  const double pi = acos(-1), gravity = 9.81, slope = 0.02, length = 1000;
  const double square = gravity * slope / 300, k = 2 * pi / length, m = pi / length;
  const int n = WAVE_CELLS;
  /* Waves of the grid: centred differences, and what a mean of two does. */
  const double h = length / n, kh = 2 / h * sin(k * h / 2), mh = 2 / h * sin(m * h / 2);
  const double mean = cos(m * h / 2);
  const double frequency = sqrt(square) * mean * kh / hypot(kh, mh), period = 2 * pi / frequency;
  snprintf(text, sizeof text,
           "[domain]\nsize = [%g, %g]\ncell_size = %g\nheight = %g\nstretch = 1\n"
           "[wind]\nmodel = 'incompressible'\nduration = %.10f\n"
           "[flow]\nviscosity = 0\nadvection = 'central'\nsubgrid = 'none'\n"
           "time_step = %.10f\n"
           "initial = ['-1e-4 * %.12f * sin(%.12f * x) * cos(%.12f * z)', 0,"
           " '1e-4 * %.12f * cos(%.12f * x) * sin(%.12f * z)']\n"
           "[flow.heat]\nreference = 300\ntemperature = '300 + 0.02 * z'\n"
           "[[flow.boundary]]\nat = ['west', 'east']\nkind = 'periodic'\n"
           "[[flow.boundary]]\nat = ['south', 'north', 'bottom', 'top']\nkind = 'slip'\n",
           length, h, h, length, period / 4, period / 40 / fine, mh / kh, k, m, 1.0, k, m);
  flow_run_create(&r, text, 2, 64);
  const struct sm_flow_layout *s = &sm_incompressible_scalars(r.self)->flow->layout;
  double *host = flow_run_load(&r, 0);
  const double most = 1e-4 * slope / frequency * mean;
  *error = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      const double x = (i + 0.5) * h, z = (j + 0.5) * h;
      warmer[j][i] = (host[s->origin + i + j * s->step[2]] - slope * z) / most;
      if (j >= WAVE_EDGE && j < n - WAVE_EDGE)
        *error = fmax(*error, fabs(warmer[j][i] + cos(k * x) * sin(m * z)));
    }
  free(host);
  flow_run_destroy(&r);
}

static double largest_difference(double a[WAVE_CELLS][WAVE_CELLS],
                                 double b[WAVE_CELLS][WAVE_CELLS]) {
  double most = 0;
  for (int j = 0; j < WAVE_CELLS; j++)
    for (int i = 0; i < WAVE_CELLS; i++) most = fmax(most, fabs(a[j][i] - b[j][i]));
  return most;
}

START_TEST(waves_in_stratified_air_are_of_second_order_in_time) {
  static double warmer[3][WAVE_CELLS][WAVE_CELLS];
  double error[3];
  if (!have_expressions()) return;
  for (int e = 0; e < 3; e++) make_wave(1 << e, warmer[e], &error[e]);
  const double order =
      log2(largest_difference(warmer[0], warmer[1]) / largest_difference(warmer[1], warmer[2]));
  printf("waves: errors %.2e, %.2e, %.2e, order %.2f\n", error[0], error[1], error[2], order);
  ck_assert_double_lt(error[2], 1e-3); /* of space */
  ck_assert_double_ge(order, 1.8);
}
END_TEST

TEST_MAIN(a_heated_cavity_passes_on_the_heat_of_the_benchmark,
          waves_in_stratified_air_are_of_second_order_in_time)
