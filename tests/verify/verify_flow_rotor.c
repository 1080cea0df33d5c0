/* Rotors in the incompressible solver: their momentum, which nothing else changes in a box with
 * slip walls, and the induced velocity of momentum theory. */
#include "flow_run.h"
#include <math.h>

#define AIR "air_density = 1.25\n"
#define BOX                                                                                        \
  "[domain]\ncrs = 'local'\nsize = [24, 20]\nheight = 24\ncell_size = 1\nstretch = 1\n"            \
  "[wind]\nmodel = 'incompressible'\nduration = 0.2\n"                                             \
  "[flow]\nsubgrid = 'none'\ntime_step = 0.01\n"                                                   \
  "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n"                \
  "[[flow.boundary]]\nat = ['bottom', 'top']\nkind = 'slip'\n"

/* Momentum of all faces of component d over the density, m4/s. */
static double momentum(const struct flow_run *r, int d) {
  const struct sm_axis *axis = r->domain->grid.axis;
  double sum = 0;
  for (int k = 0; k < axis[2].n; k++)
    for (int j = 0; j < axis[1].n; j++)
      for (int i = 0; i < axis[0].n; i++)
        sum += r->state->field[d].f64[i + j * r->state->sy + k * r->state->sz];
  return sum * axis[0].width[0] * axis[1].width[0] * axis[2].width[0];
}

/* Horizontal momentum after 0.2 s of a rotor whose thrust leans by (tan x, tan y). */
static void assert_momentum(const char *rotor, double thrust, double x, double y) {
  char text[2000];
  struct flow_run r;
  snprintf(text, sizeof text, BOX "[[wind.rotor]]\nradius = 3\n" AIR "%s", rotor);
  flow_run_create(&r, text, 2, 64);
  const double pull = -0.2 * thrust / 1.25 / sqrt(1 + x * x + y * y);
  ck_assert_double_eq_tol(momentum(&r, 0), pull * x, 1e-9 * thrust);
  ck_assert_double_eq_tol(momentum(&r, 1), pull * y, 1e-9 * thrust);
  flow_run_destroy(&r);
}

START_TEST(thrust_is_the_momentum_of_the_air) {
  assert_momentum("position = [12, 10]\nheight = 12\nthrust = 400\ntilts = [[0, 45, 0]]\n", 400, 1,
                  0);
  assert_momentum("position = [11.3, 9.8]\nheight = 12.7\nthrust = 400\ntilts = [[0, -45, 45]]\n"
                  "torque = 300\n",
                  400, -1, 1);
}
END_TEST

START_TEST(a_rotor_on_a_path_gives_its_momentum_wherever_it_is) {
  assert_momentum("path = [[0, 8, 10, 12], [0.2, 13, 11, 9]]\nthrust = 400\ntilts = [[0, 45, 0]]\n"
                  "torque = 300\nrotation = 'clockwise'\n",
                  400, 1, 0);
}
END_TEST

/* Twenty steps of 0.01 s from 200 N on by 100 N in 0.2 s, each with the thrust at its start. */
START_TEST(thrust_follows_its_table) {
  assert_momentum("position = [12, 10]\nheight = 12\ntilts = [[0, 45, 0]]\n"
                  "thrusts = [[0, 200], [0.2, 300]]\n",
                  200 + 100 * 0.5 * 19 / 20, 1, 0);
}
END_TEST

/* Mean of w over the faces in the disk. */
static double through_disk(const struct flow_run *r, double x, double y, double z, double radius) {
  const struct sm_axis *axis = r->domain->grid.axis;
  const int k = (int)lround(z / axis[2].width[0]);
  double sum = 0;
  int faces = 0;
  for (int j = 0; j < axis[1].n; j++)
    for (int i = 0; i < axis[0].n; i++) {
      if (hypot(axis[0].centre[i] - x, axis[1].centre[j] - y) > radius) continue;
      sum += r->state->field[2].f64[i + j * r->state->sy + k * r->state->sz];
      faces++;
    }
  return sum / faces;
}

/* v = sqrt(T / (2 rho A)): 8 m/s here; 3.5 R above the ground its effect is below 1 %. */
START_TEST(a_hovering_rotor_has_the_induced_velocity_of_momentum_theory) {
  struct flow_run r;
  flow_run_create(&r,
                  "[domain]\ncrs = 'local'\nsize = [32, 32]\nheight = 32\ncell_size = 1\n"
                  "stretch = 1\n[wind]\nmodel = 'incompressible'\nduration = 4\n"
                  "[flow]\n[[flow.boundary]]\nat = ['west', 'east', 'south', 'north', 'top']\n"
                  "kind = 'outflow'\n[[flow.boundary]]\nat = 'bottom'\nkind = 'slip'\n"
                  "[[wind.rotor]]\nposition = [16, 16]\nheight = 16\nradius = 4\n"
                  "thrust = 8042.5\n" AIR,
                  2, 64);
  const double v = through_disk(&r, 16, 16, 16, 4);
  printf("induced velocity: %.3g m/s, momentum theory 8 m/s\n", -v);
  ck_assert_double_eq_tol(v, -8, 0.8);
  flow_run_destroy(&r);
}
END_TEST

TEST_MAIN(thrust_is_the_momentum_of_the_air, a_rotor_on_a_path_gives_its_momentum_wherever_it_is,
          thrust_follows_its_table, a_hovering_rotor_has_the_induced_velocity_of_momentum_theory)
