/* Rough ground that goes through cells: the wind over it, and its drag, wherever it comes to lie.
 */
#include "flow_run.h"
#include <math.h>

#define ROUGHNESS 0.001
#define KARMAN 0.4

/* The wind at `z` from the wall of a channel of half depth `deep`, where the stress of the wall is
 * 1 m2/s2, and eddies have Smagorinsky's length with a constant of 1 in cells of width h: the sum
 * of sqrt(1 - z / deep) / l, 1 / l^2 = 1 / h^2 + 1 / (k z)^2, from the roughness on. */
static double law(double z, double deep, double h) {
  const int steps = 1000;
  const double step = log(z / ROUGHNESS) / steps;
  double sum = 0;
  for (int m = 0; m < steps; m++) {
    const double at = ROUGHNESS * exp((m + 0.5) * step);
    sum += sqrt(1 - at / deep) * hypot(at / h, 1 / KARMAN) * step;
  }
  return sum;
}

#define FLOW                                                                                       \
  "[wind]\nmodel = 'incompressible'\nduration = 25\n[wind.zones]\nroughness = 0.001\n"             \
  "[roughness]\nz0 = 0.001\n[flow]\nviscosity = 0\nsubgrid = 'smagorinsky'\n"                      \
  "subgrid_constant = 1\nadvection = 'central'\nsteady = 1e-7\n"

/* Largest error of the wind over flat ground above the lowest cell, and in that, over the law. */
static double flat_error(double floor, double *lowest) {
  char text[1500], box[100] = "";
  struct flow_run r;
  double worst = 0;
  const double h = 1.0 / 16, deep = 1 - floor * h;
  if (floor > 0)
    snprintf(box, sizeof box,
             "[[buildings.box]]\ncorner = [-1, -1]\nsize = [4, 4]\nheight = %.17g\n", floor * h);
  snprintf(text, sizeof text,
           "[domain]\ncrs = 'local'\nsize = [%.17g, %.17g]\nheight = 1\ncell_size = %.17g\n"
           "stretch = 1\nsolids = 'cut'\n" FLOW "acceleration = [%.17g, 0, 0]\n"
           "initial = ['2.5 * log(max(z - %.17g, 0.02) / 0.001)', 0, 0]\n"
           "%s"
           "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n"
           "[[flow.boundary]]\nat = 'top'\nkind = 'slip'\n",
           4 * h, h, h, 1 / deep, floor * h, box);
  flow_run_create(&r, text, 1, 64);
  for (int k = 0; k < 15; k++) {
    const double above = (k + 0.5 - floor) * h;
    const double z = k == 0 ? 0.5 * (1 - floor) * h : above;
    const double here = r.state->field[0].f64[1 + k * r.state->sz];
    const double off = here / law(z, deep, h) - 1;
    if (k == 0) *lowest = off;
    if (k > 0) worst = fmax(worst, fabs(off));
  }
  flow_run_destroy(&r);
  return worst;
}

START_TEST(flat_ground_within_cells_has_the_law) {
  if (!have_expressions()) return;
  for (double floor = 0; floor < 0.99; floor += 0.2) {
    double lowest;
    const double worst = flat_error(floor, &lowest);
    printf("ground at %.3f of a cell: lowest cell %+.1f %%, others within %.1f %%\n", floor,
           100 * lowest, 100 * worst);
    ck_assert_double_le(worst, 0.1);
    ck_assert_double_le(fabs(lowest), 0.1);
  }
}
END_TEST

TEST_MAIN(flat_ground_within_cells_has_the_law)
